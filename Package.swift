// swift-tools-version: 6.2

import PackageDescription

/// What every Swift target is compiled with: the language's own checks, all of them errors.
let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
]

/// Targets that hold pointers, C handles or hand-laid memory: each unsafe use is marked in the source.
let strictMemory: [SwiftSetting] = strict + [.strictMemorySafety()]

let package = Package(
    name: "parlance",
    products: [
        .library(name: "Localization", targets: ["Localization"]),
        .library(name: "CatalogStore", targets: ["CatalogStore"]),
        .executable(name: "parlance", targets: ["parlance"]),
    ],
    targets: [
        // The C boundary: each library is touched by exactly one target.
        .systemLibrary(
            name: "CMicroHTTPD", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
        .systemLibrary(name: "CICUHeaders", pkgConfig: "icu-i18n", providers: [.apt(["libicu-dev"])]),
        .target(name: "CICU", dependencies: ["CICUHeaders"]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CBrotli", pkgConfig: "libbrotlienc", providers: [.apt(["libbrotli-dev"])]),
        .target(name: "CScan"),
        .systemLibrary(name: "CMalloc"),
        // The console's page, embedded by the compiler.
        .target(name: "CConsole", exclude: ["Page"]),

        .target(name: "HTTPCore", swiftSettings: strictMemory),
        .target(name: "MicroHTTPD", dependencies: ["CMicroHTTPD", "HTTPCore"], swiftSettings: strictMemory),
        .target(name: "Localization", dependencies: ["CICU", "CScan"], swiftSettings: strictMemory),
        .target(name: "CatalogStore", dependencies: ["CMalloc", "Localization"], swiftSettings: strictMemory),
        .target(name: "Compression", dependencies: ["CZlib", "CBrotli"], swiftSettings: strictMemory),
        .target(name: "Operations", swiftSettings: strictMemory),
        .target(
            name: "Service",
            dependencies: ["CConsole", "HTTPCore", "Localization", "CatalogStore", "Compression", "Operations"],
            swiftSettings: strictMemory),
        .target(
            name: "Command",
            dependencies: ["MicroHTTPD", "HTTPCore", "Localization", "CatalogStore", "Operations", "Service"],
            swiftSettings: strictMemory),
        .executableTarget(name: "parlance", dependencies: ["Command"], swiftSettings: strict),

        .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: strict),
        .target(name: "ICUReference", dependencies: ["CICUHeaders"], path: "Tests/ICUReference"),
        .testTarget(name: "HTTPCoreTests", dependencies: ["HTTPCore", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "MicroHTTPDTests", dependencies: ["MicroHTTPD", "HTTPCore", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "LocalizationTests", dependencies: ["Localization", "CICU", "TestSupport", "ICUReference"],
            swiftSettings: strict),
        .testTarget(
            name: "CatalogStoreTests", dependencies: ["CMalloc", "CatalogStore", "Localization", "TestSupport"],
            swiftSettings: strict),
        .testTarget(name: "CompressionTests", dependencies: ["Compression"], swiftSettings: strict),
        .testTarget(name: "OperationsTests", dependencies: ["Operations", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "ServiceTests",
            dependencies: [
                "Service", "HTTPCore", "Localization", "CatalogStore", "Compression", "Operations", "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(name: "IntegrationTests", dependencies: ["parlance", "TestSupport"], swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .c2x,
    cxxLanguageStandard: .cxx17
)
