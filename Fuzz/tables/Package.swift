// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "fuzz-tables",
    dependencies: [.package(name: "parlance", path: "../..")],
    targets: [
        .executableTarget(
            name: "FuzzTables", dependencies: [.product(name: "Localization", package: "parlance")],
            swiftSettings: [.unsafeFlags(["-parse-as-library"])])
    ],
    swiftLanguageModes: [.v6]
)
