import HTTPCore
import Testing

@Suite struct RequestFieldsTests {
    @Test(arguments: KnownField.allCases)
    func namesAreKnownInAnyCaseAndOnlyWhole(_ field: KnownField) {
        guard field != .unknown else { return }
        let name = field.lowercasedName
        #expect(KnownField(name: Array(name.utf8).span) == field)
        #expect(KnownField(name: Array(name.uppercased().utf8).span) == field)
        for position in name.utf8.indices {
            // Each byte counts: what differs by the bit that tells upper case in a hyphen, or by any other, is another.
            for bit in [UInt8(0x20), 0x01, 0x40, 0x80] {
                var bytes = Array(name.utf8)
                let index = name.utf8.distance(from: name.startIndex, to: position)
                if bit == 0x20, bytes[index] != UInt8(ascii: "-") { continue }
                bytes[index] ^= bit
                #expect(KnownField(name: bytes.span) != field)
            }
        }
        #expect(KnownField(name: Array((name + "x").utf8).span) != field)
        #expect(KnownField(name: Array(name.utf8.dropLast()).span) != field)
    }

    @Test func keepsOrderSpellingAndRepetition() {
        var fields = RequestFields([("Accept", "a"), ("x-other", ""), ("ACCEPT", "b")])
        #expect(fields.count == 3)
        #expect(fields.byteCount == 6 + 1 + 7 + 6 + 1)
        #expect(fields.count(of: .accept) == 2)
        #expect(fields.contains(.accept) && !fields.contains(.host))
        #expect(fields.first(.accept).map(Array.init) == Array("a".utf8))
        #expect(fields.joined(.accept).map(Array.init) == Array("a, b".utf8))
        #expect(Array(fields.name(at: 2)) == Array("ACCEPT".utf8))
        #expect(fields.value(at: 1).isEmpty)
        #expect(fields.joined(.host) == nil && fields.first(.host) == nil && fields.count(of: .host) == 0)
        fields.keepFirst(0)
        #expect(fields.count == 0 && fields.byteCount == 0 && !fields.contains(.accept))
    }

    /// Every byte in a name, in a value, in a target and in a host, at each place of a word of eight.
    @Test func framingKnowsEachByte() {
        let token = Set("!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
        let host = Set("!$%&'()*+,-.:;=[]_~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
        for byte in UInt8.min...UInt8.max {
            for padding in 0..<17 {
                let text =
                    [UInt8](repeating: 0x61, count: padding) + [byte] + [UInt8](repeating: 0x7A, count: 16 - padding)
                func fault(target: [UInt8] = [0x2F], name: [UInt8] = [0x58], value: [UInt8] = [], host: [UInt8] = [])
                    -> FramingFault?
                {
                    var fields = RequestFields()
                    fields.append(name: Array("Host".utf8).span, value: host.span)
                    fields.append(name: name.span, value: value.span)
                    return RequestHead(method: .get, target: target, fields: fields).framingFault()
                }
                #expect(fault(name: text) == (token.contains(byte) ? nil : .fieldName))
                #expect(fault(value: text) == (byte >= 0x20 && byte != 0x7F || byte == 0x09 ? nil : .fieldValue))
                #expect(fault(target: text) == (byte > 0x20 && byte != 0x7F ? nil : .target))
                let isControl = byte < 0x20 && byte != 0x09 || byte == 0x7F
                #expect(fault(host: text) == (isControl ? .fieldValue : host.contains(byte) ? nil : .host))
            }
        }
    }
}
