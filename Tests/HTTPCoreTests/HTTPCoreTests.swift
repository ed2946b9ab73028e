import Testing

@Suite struct HTTPCorePlaceholder { @Test func builds() { #expect(Bool(true)) } }
