/// A bearer token (RFC 6750, section 2.1): one or more characters of `token68`, at most 4096.
public struct BearerToken: Sendable {
    /// The token's bytes.
    public let bytes: [UInt8]

    /// Takes a token by itself; nil where it holds other characters.
    public init?(_ text: some Collection<UInt8>) {
        guard !text.isEmpty, text.count <= 4096, text.allSatisfy(Self.isToken68) else { return nil }
        bytes = Array(text)
    }

    /// Reads `Authorization`; nil where it has another scheme or no token. The scheme may have any case.
    public init?(authorization: ArraySlice<UInt8>) {
        let text = ASCII.trimmed(authorization)
        guard let space = text.firstIndex(of: 0x20), ASCII.equal(text[..<space], "bearer") else { return nil }
        self.init(ASCII.trimmed(text[space...]))
    }

    /// Whether two tokens are the same, in a time that tells nothing of where they differ.
    public func equals(_ other: BearerToken) -> Bool {
        var difference = UInt64(truncatingIfNeeded: bytes.count ^ other.bytes.count)
        for index in bytes.indices {
            difference |= UInt64(bytes[index] ^ other.bytes[index % other.bytes.count])
        }
        return difference == 0
    }

    private static func isToken68(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        // In this order: "-._~+/=".
        case 0x2D, 0x2E, 0x5F, 0x7E, 0x2B, 0x2F, 0x3D: true
        default: false
        }
    }
}

/// The name of one request in the log and in `X-Request-Id`.
public struct RequestID: Sendable, Hashable, CustomStringConvertible {
    /// The id: 1 to 128 ASCII letters, digits and `-._~+/=:@`.
    public let description: String

    /// Takes the id that a client or a proxy brought; nil where it is not well-formed.
    public init?(_ value: ArraySlice<UInt8>) {
        guard !value.isEmpty, value.count <= 128,
            value.allSatisfy({ byte in
                byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26
                    // In this order: "-._~+/=:@".
                    || [0x2D, 0x2E, 0x5F, 0x7E, 0x2B, 0x2F, 0x3D, 0x3A, 0x40].contains(byte)
            })
        else { return nil }
        description = String(decoding: value, as: UTF8.self)
    }

    /// An id from two numbers that together occur once.
    public init(_ high: UInt64, _ low: UInt64) {
        description = unsafe String(unsafeUninitializedCapacity: 32) { buffer in
            let memory = UnsafeMutableRawBufferPointer(buffer)
            func write(_ half: UInt64, at offset: Int) {
                unsafe memory.storeBytes(
                    of: Self.hexadecimalDigits(half).bigEndian, toByteOffset: offset, as: UInt64.self)
            }
            write(high >> 32, at: 0)
            write(high & 0xFFFF_FFFF, at: 8)
            write(low >> 32, at: 16)
            write(low & 0xFFFF_FFFF, at: 24)
            return 32
        }
    }

    /// The eight digits of a number of 32 bits, the first one highest.
    private static func hexadecimalDigits(_ number: UInt64) -> UInt64 {
        // Each nibble into a byte of its own, in three steps.
        var digits = (number & 0xFFFF_0000) << 16 | number & 0xFFFF
        digits = (digits << 8 | digits) & 0x00FF_00FF_00FF_00FF
        digits = (digits << 4 | digits) & 0x0F0F_0F0F_0F0F_0F0F
        // A digit above 9 becomes one above 15 by adding 6; those are letters, 39 places behind the colon.
        let letters = (digits &+ 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
        return digits &+ 0x3030_3030_3030_3030 &+ letters &* 39
    }
}
