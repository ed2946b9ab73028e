// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "brlocalize",
    dependencies: [.package(name: "parlance", path: "../..")],
    targets: [
        .executableTarget(
            name: "BRLocalize",
            dependencies: [
                .product(name: "Localization", package: "parlance"),
                .product(name: "CatalogStore", package: "parlance"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
