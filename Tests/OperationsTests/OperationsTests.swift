import Testing

@Suite struct OperationsPlaceholder { @Test func builds() { #expect(Bool(true)) } }
