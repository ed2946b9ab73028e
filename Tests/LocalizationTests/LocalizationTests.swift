import Testing

@Suite struct LocalizationPlaceholder { @Test func builds() { #expect(Bool(true)) } }
