# What the scripts need that a fresh Debian 12 with Swift lacks. Sourced, not run.
# shellcheck shell=bash disable=SC2034

# What the package is compiled against, and the zone data that dates read when it runs.
build_packages=(
    libmicrohttpd-dev libicu-dev libbrotli-dev zlib1g-dev pkg-config libstdc++-12-dev tzdata ca-certificates
)

# What the tests need beside that: curl speaks to the service as a user does, gzip and brotli read what it compresses,
# git and rsync update tables as people do.
test_packages=(curl python3 git gzip brotli rsync)

# What scripts/peers runs against the service, beside schemathesis and prometheus_client from PyPI.
peer_packages=(
    python3-venv nginx-light nodejs node-i18next node-i18next-http-backend wget apache2-utils wrk openssl
    chromium chromium-driver
)

# What scripts/console-picture needs: a browser, letters for the demo's languages, and few colours for a small file.
picture_packages=(python3 chromium chromium-driver fonts-dejavu-core fonts-vlgothic pngquant)

# The install step runs as root or through sudo, whichever there is.
as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    elif command -v sudo >/dev/null 2>&1; then
        sudo "$@"
    else
        echo "These Debian packages are missing and neither root nor sudo is at hand: ${missing_packages[*]}" >&2
        return 1
    fi
}

# Installs those of the packages given that are not there yet; does nothing where all are.
install_packages() {
    missing_packages=()
    local package
    for package in "$@"; do
        dpkg-query -W -f '${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed ||
            missing_packages+=("$package")
    done
    [ "${#missing_packages[@]}" = 0 ] && return 0
    if ! command -v apt-get >/dev/null 2>&1; then
        echo "Please install what these Debian packages hold: ${missing_packages[*]}" >&2
        return 1
    fi
    echo "Installing ${missing_packages[*]}" >&2
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq update </dev/null >/dev/null &&
        as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends \
            "${missing_packages[@]}" </dev/null >/dev/null
}

# Swift itself is not a Debian package: say where it comes from instead of failing somewhere below.
require_swift() {
    if ! command -v swift >/dev/null 2>&1; then
        echo "Swift 6.2 or later is needed and no 'swift' is on the PATH: see https://www.swift.org/install/linux" >&2
        return 1
    fi
}
