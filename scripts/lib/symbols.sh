# What the libraries show to programs that use them. Sourced, not run.
# shellcheck shell=bash

libraries=(Localization CatalogStore)

# Builds the libraries of a checkout and writes the symbol graphs of their public declarations, a folder for each:
#   symbol_graphs CHECKOUT SCRATCH OUTPUT
# Not by `swift package dump-symbol-graph`: it passes the C++ standard to the C targets too, and stops there.
symbol_graphs() {
    local checkout=$1 scratch=$2 output=$3 products triple map library
    local c_modules=()
    swift build --package-path "$checkout" --scratch-path "$scratch" --target CatalogStore </dev/null >&2
    products=$(swift build --package-path "$checkout" --scratch-path "$scratch" --show-bin-path)
    for map in "$products"/C*.build/module.modulemap "$checkout"/Sources/C*/module.modulemap; do
        c_modules+=(-Xcc "-fmodule-map-file=$map")
    done
    triple=$(swift -print-target-info | sed -n 's/.*"triple": "\([^"]*\)".*/\1/p' | head -n 1)
    for library in "${libraries[@]}"; do
        rm -rf "${output:?}/$library"
        mkdir -p "$output/$library"
        swift symbolgraph-extract -module-name "$library" -target "$triple" -I "$products/Modules" "${c_modules[@]}" \
            -minimum-access-level public -skip-synthesized-members -emit-extension-block-symbols \
            -output-dir "$output/$library"
    done
}
