// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "embedding",
    dependencies: [.package(name: "parlance", path: "../..")],
    targets: [
        .executableTarget(
            name: "Embedding",
            dependencies: [
                .product(name: "Localization", package: "parlance"),
                .product(name: "CatalogStore", package: "parlance"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
