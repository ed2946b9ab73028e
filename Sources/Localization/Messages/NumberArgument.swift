/// The value of an argument that counts as a number.
struct NumberArgument {
    /// The number: of text with the digits that it shows, else by its value.
    var quantity: Quantity
    /// Whether it came as text, whose digits all stay to be seen.
    var keepsDigits: Bool

    /// The number in a value; nil where the value is none.
    init?(_ value: ArgumentView) {
        switch unsafe value.kind {
        case .integer:
            unsafe quantity = Quantity(value.integer)
            keepsDigits = false
        case .number:
            guard let quantity = unsafe Quantity(spelling: value.text) else { return nil }
            self.quantity = quantity.withoutTrailingZeros()
            keepsDigits = false
        case .string:
            guard let quantity = unsafe Quantity(spelling: value.text) else { return nil }
            self.quantity = quantity
            keepsDigits = true
        case .boolean, .unusable:
            return nil
        }
    }

    /// The number as `{n}` and `#` show it.
    func shown(by symbols: NumberSymbols) -> Quantity { keepsDigits ? quantity : symbols.rounded(quantity) }
}
