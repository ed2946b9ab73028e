/// A 128-bit hash of content (FNV-1a), the same on every machine and after every restart.
///
/// It tells contents apart that differ by accident or by a release; it is no defence against someone who looks for two
/// contents with one hash, and nothing here needs one.
struct ContentHash {
    private var state: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d

    /// Takes more content in.
    mutating func combine(_ bytes: Span<UInt8>) {
        var state = state
        for index in bytes.indices {
            state = (state ^ UInt128(bytes[index])) &* 0x0000_0000_0100_0000_0000_0000_0000_013b
        }
        self.state = state
    }

    /// Takes a text in, and its end: two texts in a row are not the same as one of both.
    mutating func combine(_ text: String) {
        combine(Array(text.utf8).span)
        state = (state ^ 0xFF) &* 0x0000_0000_0100_0000_0000_0000_0000_013b
    }

    /// The hash in 22 characters of base64url (RFC 4648, section 5).
    var text: String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        var rest = state
        var characters: [UInt8] = []
        for _ in 0..<22 {
            characters.append(alphabet[Int(rest & 63)])
            rest >>= 6
        }
        return String(decoding: characters, as: UTF8.self)
    }
}
