import Testing

@Suite struct CatalogStorePlaceholder { @Test func builds() { #expect(Bool(true)) } }
