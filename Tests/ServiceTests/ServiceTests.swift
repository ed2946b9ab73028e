import Testing

@Suite struct ServicePlaceholder { @Test func builds() { #expect(Bool(true)) } }
