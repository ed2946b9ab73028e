// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "messages-fuzz",
    dependencies: [.package(name: "parlance", path: "../..")],
    targets: [
        .executableTarget(
            name: "messages-fuzz", dependencies: [.product(name: "Localization", package: "parlance")],
            path: "Sources/fuzz")
    ],
    swiftLanguageModes: [.v6]
)
