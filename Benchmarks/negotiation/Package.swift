// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "negotiation",
    dependencies: [.package(name: "parlance", path: "../..")],
    targets: [
        .executableTarget(
            name: "negotiation", dependencies: [.product(name: "Localization", package: "parlance")])
    ]
)
