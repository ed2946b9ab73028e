import Testing

@Suite struct IntegrationPlaceholder { @Test func builds() { #expect(Bool(true)) } }
