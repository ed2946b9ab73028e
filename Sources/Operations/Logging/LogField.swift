/// How much an event matters.
package enum LogLevel: String, Sendable {
    case info
    case warning
    case error
}

/// How a line is written.
package enum LogFormat: String, Sendable, CaseIterable {
    /// For eyes: time, level, message, `name=value`.
    case human
    /// One JSON object a line (RFC 8259), for machines.
    case json
}

/// One named value of a line.
package struct LogField: Sendable {
    /// What a field can hold.
    package enum Value: Sendable {
        /// Text of any origin: written so that it can end no line and forge none.
        case text(String)
        /// Bytes of any origin, UTF-8 or not, written with the same care.
        case bytes(ArraySlice<UInt8>)
        case integer(Int)
        case boolean(Bool)
        /// A length of time, in nanoseconds; written in milliseconds.
        case nanoseconds(UInt64)
        /// Several texts, such as a list of locales.
        case list([String])
    }

    /// The field's name, written by the programmer.
    package let name: StaticString
    /// The field's value.
    package let value: Value

    /// A field of any value.
    package init(_ name: StaticString, _ value: Value) {
        self.name = name
        self.value = value
    }

    /// A field that holds text.
    package init(_ name: StaticString, _ value: String) { self.init(name, .text(value)) }
    /// A field that holds bytes as they came.
    package init(_ name: StaticString, _ value: ArraySlice<UInt8>) { self.init(name, .bytes(value)) }
    /// A field that holds a whole number.
    package init(_ name: StaticString, _ value: Int) { self.init(name, .integer(value)) }
    /// A field that holds a truth value.
    package init(_ name: StaticString, _ value: Bool) { self.init(name, .boolean(value)) }
}
