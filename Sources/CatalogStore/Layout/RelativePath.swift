/// A path below the locales folder: UTF-8, parts joined by `/`, compared byte for byte.
///
/// `String` would not do: it takes two spellings of `é` for one, and orders by neither's bytes.
struct RelativePath: Hashable, Comparable, Sendable {
    /// The bytes; none for the locales folder itself.
    private(set) var bytes: [UInt8]

    /// The locales folder.
    static let top = RelativePath(bytes: [])

    /// The path as text.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The path of something inside.
    func appending(_ name: [UInt8]) -> RelativePath {
        bytes.isEmpty ? RelativePath(bytes: name) : RelativePath(bytes: bytes + [.slash] + name)
    }

    /// This path and those of the folders around it, the locales folder last.
    var withFoldersAround: [RelativePath] {
        let folders = bytes.indices.reversed().filter { bytes[$0] == .slash }
        return [self] + folders.map { RelativePath(bytes: Array(bytes[..<$0])) } + [.top]
    }

    static func < (left: RelativePath, right: RelativePath) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }
}

extension UInt8 {
    static let slash = UInt8(ascii: "/")
    static let dot = UInt8(ascii: ".")
}

extension [UInt8] {
    /// Calls the closure with these bytes as C has its paths.
    func withPath<Value>(_ body: (UnsafePointer<CChar>) -> Value) -> Value {
        unsafe (self + [0]).withUnsafeBytes { bytes in
            unsafe body(bytes.baseAddress!.assumingMemoryBound(to: CChar.self))
        }
    }

    /// The parts between slashes, empty ones left out.
    var pathComponents: [[UInt8]] { split(separator: .slash).map(Array.init) }

    /// These bytes without that ending; nil where they do not end so.
    func removing(suffix: String) -> [UInt8]? {
        let ending = Array(suffix.utf8)
        return count >= ending.count && self[(count - ending.count)...].elementsEqual(ending)
            ? Array(dropLast(ending.count)) : nil
    }

    /// Whether an entry of this name is passed over without a word: hidden ones, and the copies that editors leave.
    var isPassedOver: Bool { first == .dot || last == UInt8(ascii: "~") }

    /// The text, where it is UTF-8.
    var validText: String? { String(validating: self, as: UTF8.self) }
}
