import HTTPCore
import Testing

@Suite struct QueryParametersTests {
    private static func parameters(_ query: String) -> QueryParameters { QueryParameters(Array(query.utf8)[...]) }

    @Test(
        arguments: [
            ("locale=fr", "fr"), ("locale=fr&locale=de", "de"), ("locale=&locale=de", "de"),
            ("x=1&locale=a%20b+c", "a b c"),
            ("l%6Fcale=fr", "fr"), ("locale=a=b", "a=b"), ("other=%zz&locale=fr", "fr"), ("%zz=1&locale=fr", "fr"),
            ("&&locale=fr&&", "fr"), ("Locale=fr", nil), ("", nil),
        ] as [(String, String?)])
    func takesTheLastValue(_ query: String, _ expected: String?) throws {
        #expect(try Self.parameters(query).last("locale") == expected.map { Array($0.utf8) })
    }

    @Test(arguments: ["locale=", "locale", "locale=fr&locale=", "locale=%zz", "locale=%00", "locale=%ff"])
    func refusesBadValues(_ query: String) {
        #expect(throws: QueryParameters.Failure.self) { try Self.parameters(query).last("locale") }
    }

    @Test func gathersRepeatedParameters() throws {
        #expect(try Self.parameters("key=a&key=b").all("key") == [[0x61], [0x62]])
        #expect(throws: QueryParameters.Failure.self) { try Self.parameters("key=a&key=").all("key") }
        #expect(try Self.parameters("skip=").all("skip", allowingEmpty: true) == [[]])
    }

    @Test func gathersFamilies() throws {
        let members = try Self.parameters("arg.count=3&arg.name=A+B&arguments=1&arg.count=4").family("arg.")
        #expect(members.map { String(decoding: $0.name, as: UTF8.self) } == ["count", "name", "count"])
        #expect(members.map { String(decoding: $0.value, as: UTF8.self) } == ["3", "A B", "4"])
        #expect(throws: QueryParameters.Failure.self) { try Self.parameters("arg.=3").family("arg.") }
        #expect(throws: QueryParameters.Failure.self) { try Self.parameters("arg.a=").family("arg.") }
    }

    @Test func takesNineHundredParameters() throws {
        let query = (0..<900).map { "p\($0)=\($0)" }.joined(separator: "&")
        #expect(try Self.parameters(query).last("p899") == Array("899".utf8))
    }
}
