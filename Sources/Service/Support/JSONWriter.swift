import Localization

/// Writes a JSON text (RFC 8259) of our own: lists, problems, status. Strings go in raw UTF-8, minimally escaped.
struct JSONWriter {
    private(set) var bytes: [UInt8] = []
    private var needsComma = false

    /// Writes an object; what `members` writes are its members.
    mutating func object(_ members: (inout JSONWriter) -> Void) {
        enclosed(UInt8(ascii: "{"), UInt8(ascii: "}"), members)
    }

    /// Writes an array; what `elements` writes are its elements.
    mutating func array(_ elements: (inout JSONWriter) -> Void) {
        enclosed(UInt8(ascii: "["), UInt8(ascii: "]"), elements)
    }

    /// Writes the name of a member; its value comes next.
    mutating func name(_ name: some Sequence<UInt8>) {
        separate()
        quote(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes a string.
    mutating func string(_ value: some Sequence<UInt8>) {
        separate()
        quote(value)
        needsComma = true
    }

    /// Writes an integer.
    mutating func integer(_ value: Int) { literal(String(value)) }

    /// Writes `true` or `false`.
    mutating func boolean(_ value: Bool) { literal(value ? "true" : "false") }

    /// Writes `null`.
    mutating func null() { literal("null") }

    /// Writes a value that is JSON already.
    mutating func raw(_ value: [UInt8]) {
        separate()
        bytes.append(contentsOf: value)
        needsComma = true
    }

    /// Writes a member whose value is a string.
    mutating func member(_ name: String, _ value: String) {
        self.name(name.utf8)
        string(value.utf8)
    }

    /// Writes a member whose value is an integer.
    mutating func member(_ name: String, _ value: Int) {
        self.name(name.utf8)
        integer(value)
    }

    /// Writes a member whose value is a boolean.
    mutating func member(_ name: String, _ value: Bool) {
        self.name(name.utf8)
        boolean(value)
    }

    /// Writes a member whose value is an array of strings.
    mutating func member(_ name: String, _ values: [String]) {
        self.name(name.utf8)
        array { writer in for value in values { writer.string(value.utf8) } }
    }

    private mutating func literal(_ text: String) {
        separate()
        bytes.append(contentsOf: text.utf8)
        needsComma = true
    }

    private mutating func enclosed(_ open: UInt8, _ close: UInt8, _ content: (inout JSONWriter) -> Void) {
        separate()
        bytes.append(open)
        needsComma = false
        content(&self)
        bytes.append(close)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = false
    }

    private mutating func quote(_ text: some Sequence<UInt8>) {
        unsafe Array(text).withUnsafeBufferPointer { unsafe JSONText.appendQuoted($0, to: &bytes) }
    }
}
