/// A content coding that the service can produce (RFC 9110, section 8.4.1).
public enum ContentCoding: UInt8, Sendable, Hashable, CaseIterable {
    case identity, gzip, brotli

    /// The name in `Content-Encoding`.
    public var name: String {
        switch self {
        case .identity: "identity"
        case .gzip: "gzip"
        case .brotli: "br"
        }
    }
}

/// Which codings a client can read (RFC 9110, section 12.5.3).
public struct AcceptEncoding: Sendable, Hashable {
    /// Weights in thousandths.
    private let identity: Int
    private let gzip: Int
    private let brotli: Int

    /// Reads the header, its lines joined. No header asks for nothing: identity. An empty one likewise.
    public init(_ value: ArraySlice<UInt8>?) {
        var identity: Int?
        var gzip: Int?
        var brotli: Int?
        var others: Int?
        for element in QualityList(value ?? []).elements {
            if ASCII.equal(element.value, "identity") {
                identity = max(identity ?? 0, element.quality)
            } else if ASCII.equal(element.value, "gzip") || ASCII.equal(element.value, "x-gzip") {
                gzip = max(gzip ?? 0, element.quality)
            } else if ASCII.equal(element.value, "br") {
                brotli = max(brotli ?? 0, element.quality)
            } else if element.value.elementsEqual([UInt8(ascii: "*")]) {
                others = max(others ?? 0, element.quality)
            }
        }
        // Identity is acceptable unless something says no; the least weight lets every named coding win.
        self.identity = identity ?? (others == 0 ? 0 : 1)
        self.gzip = gzip ?? others ?? 0
        self.brotli = brotli ?? others ?? 0
    }

    /// Whether a coding may be sent.
    public func accepts(_ coding: ContentCoding) -> Bool { weight(coding) > 0 }

    /// The acceptable codings, best first; of equal weight the smaller result first.
    public var preferences: [ContentCoding] {
        [ContentCoding.brotli, .gzip, .identity].filter(accepts).enumerated()
            .sorted { (weight($0.element), -$0.offset) > (weight($1.element), -$1.offset) }
            .map(\.element)
    }

    private func weight(_ coding: ContentCoding) -> Int {
        switch coding {
        case .identity: identity
        case .gzip: gzip
        case .brotli: brotli
        }
    }
}

extension AcceptEncoding {
    /// A small number that is equal where `preferences` are equal.
    public var preferenceClass: UInt8 {
        preferences.reduce(0) { $0 << 2 | ($1.rawValue + 1) }
    }
}
