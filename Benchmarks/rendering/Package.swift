// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "rendering",
    dependencies: [.package(name: "parlance", path: "../..")],
    targets: [
        // The peers, in the same process: Debian's rapidjson-dev and libsimdjson-dev.
        .target(
            name: "CPeers", cxxSettings: [.unsafeFlags(["-O3", "-march=x86-64-v2"], .when(configuration: .release))],
            linkerSettings: [.linkedLibrary("simdjson")]),
        .executableTarget(
            name: "Rendering", dependencies: ["CPeers", .product(name: "Localization", package: "parlance")]),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)
