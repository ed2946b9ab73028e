// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "messages-benchmark",
    dependencies: [.package(name: "parlance", path: "../..")],
    targets: [
        .target(
            name: "Peer",
            linkerSettings: [.linkedLibrary("icui18n"), .linkedLibrary("icuuc"), .linkedLibrary("icudata")]),
        .executableTarget(
            name: "messages",
            dependencies: ["Peer", .product(name: "Localization", package: "parlance")]),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)
