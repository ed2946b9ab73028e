// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "reload-benchmark",
    dependencies: [.package(name: "parlance", path: "../..")],
    targets: [
        .executableTarget(
            name: "ReloadBenchmark", dependencies: [.product(name: "CatalogStore", package: "parlance")])
    ],
    swiftLanguageModes: [.v6]
)
