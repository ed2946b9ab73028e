// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "tables",
    dependencies: [.package(name: "parlance", path: "../..")],
    targets: [
        .executableTarget(name: "Tables", dependencies: [.product(name: "Localization", package: "parlance")])
    ],
    swiftLanguageModes: [.v6]
)
