import Testing

@Suite struct MicroHTTPDPlaceholder { @Test func builds() { #expect(Bool(true)) } }
