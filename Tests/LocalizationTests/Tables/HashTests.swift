import Testing

@testable import Localization

@Suite struct HashTests {
    /// FIPS 180-4's examples and lengths around a block.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (
            String(repeating: "a", count: 1_000_000),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        ),
    ])
    func sha256(_ text: String, _ digest: String) {
        #expect(SHA256.digest(of: Array(text.utf8).span).hexadecimal() == digest)
        var portable = SHA256(isPortable: true)
        portable.update(Array(text.utf8))
        #expect(portable.finish().hexadecimal() == digest)
    }

    @Test func sha256InPiecesIsTheSame() {
        let bytes = (0..<300).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        for length in [0, 1, 55, 56, 57, 63, 64, 65, 119, 120, 128, 300] {
            let whole = SHA256.digest(of: Array(bytes[..<length]).span)
            for piece in [1, 3, 63, 64, 65, 130] {
                var hash = SHA256()
                for start in stride(from: 0, to: length, by: piece) {
                    hash.update(Array(bytes[start..<min(start + piece, length)]))
                }
                #expect(hash.finish() == whole)
            }
        }
    }

    /// A path is hashed alike in one piece and segment by segment, however the segments fall on blocks of eight.
    @Test func pathHashIsTheSameInPieces() {
        let segments = (0..<24).map { String(repeating: "x", count: $0) }
        for first in segments {
            for second in segments {
                let whole = Array("\(first).\(second)".utf8)
                var pieces = PathHash()
                Array(first.utf8).withUnsafeBufferPointer { pieces.append($0) }
                pieces.appendDot()
                Array(second.utf8).withUnsafeBufferPointer { pieces.append($0) }
                #expect(pieces.value == whole.withUnsafeBufferPointer { Table.hash(of: $0) })
            }
        }
    }

    @Test func pathHashesOfDifferentPathsDiffer() {
        var hashes: Set<UInt64> = []
        var count = 0
        for length in 0...20 {
            for position in 0...length {
                for byte in [UInt8(0), 1, 0x2E] {
                    var path = [UInt8](repeating: 0x61, count: length)
                    if position < length { path[position] = byte } else if byte != 0 { continue }
                    count += 1
                    hashes.insert(path.withUnsafeBufferPointer { Table.hash(of: $0) })
                }
            }
        }
        #expect(hashes.count == count)
    }
}
