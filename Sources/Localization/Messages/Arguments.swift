/// The arguments of a message, by name.
///
/// Values stand in a literal as they are: text, whole numbers, floating-point numbers, booleans.
///
/// ```swift
/// strings.string(forKeyPath: "cart.items", arguments: ["count": cart.count, "name": user.name])
/// ```
///
/// A date is text, an instant of ISO 8601 with date, time and zone (`2026-03-01T09:00:00Z`). The argument `timezone`
/// names the time zone in which dates are shown (see ``CatalogOptions/timeZones``). Of two arguments of one name the
/// last counts.
public struct Arguments: Sendable, ExpressibleByDictionaryLiteral {
    /// The arguments laid out for the engine; nil where there are none.
    package let scope: ArgumentScope?

    /// These arguments, in order.
    public init(_ arguments: some Sequence<(key: String, value: any ArgumentConvertible)>) {
        scope = ArgumentScope { writer in
            for (name, value) in arguments { value.add(to: &writer, name: name.utf8.span) }
        }
    }

    /// These arguments, all of one type, in order; a dictionary for one.
    public init<Value: ArgumentConvertible>(_ arguments: some Sequence<(key: String, value: Value)>) {
        scope = ArgumentScope { writer in
            for (name, value) in arguments { value.add(to: &writer, name: name.utf8.span) }
        }
    }

    /// Arguments from bytes that lie elsewhere, UTF-8: they are copied once, and no string is made of them.
    ///
    /// ```swift
    /// Arguments { writer in writer.add(name.span, string: value.span) }
    /// ```
    public init(_ write: (inout ArgumentWriter) -> Void) { scope = ArgumentScope(write) }

    /// The arguments of a literal, as in `["count": 3]`.
    public init(dictionaryLiteral arguments: (String, any ArgumentConvertible)...) {
        if arguments.isEmpty {
            scope = nil
            return
        }
        scope = ArgumentScope { writer in
            for (name, value) in arguments { value.add(to: &writer, name: name.utf8.span) }
        }
    }
}

/// What can be an argument's value.
public protocol ArgumentConvertible {
    /// What messages see of it.
    var argumentValue: ArgumentValue { get }

    /// Adds it to arguments under this name, UTF-8; by way of `argumentValue`, where a type does nothing faster.
    func add(to writer: inout ArgumentWriter, name: Span<UInt8>)
}

extension ArgumentConvertible {
    /// Adds its `argumentValue`.
    public func add(to writer: inout ArgumentWriter, name: Span<UInt8>) { writer.add(name, argumentValue) }
}

/// The value of one argument of a message.
public enum ArgumentValue: Sendable, Hashable {
    /// Text, UTF-8; it counts as a number in `plural`, `selectordinal` and `number`, and stays text elsewhere.
    case string([UInt8])
    /// An integer, exact.
    case integer(Int64)
    /// A number as a JSON document spells it (RFC 8259, section 6), exact.
    case number([UInt8])
    /// True or false; it can be shown and selected by, and is no number.
    case boolean(Bool)
    /// Something that no message can show, `null` for one; it hides an outer argument of the same name.
    case unusable
}

extension ArgumentValue: ArgumentConvertible {
    /// Itself.
    public var argumentValue: ArgumentValue { self }
}

extension ArgumentValue: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, ExpressibleByBooleanLiteral {
    /// An integer.
    public init(integerLiteral value: Int64) { self = .integer(value) }

    /// Text.
    public init(stringLiteral value: String) { self = .string(Array(value.utf8)) }

    /// True or false.
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
}

extension ArgumentConvertible where Self: StringProtocol {
    /// Text, which stays text and counts as a number where a message wants one.
    public var argumentValue: ArgumentValue { .string(Array(utf8)) }
}

extension String: ArgumentConvertible {
    /// Adds it as text, whose bytes are copied once.
    public func add(to writer: inout ArgumentWriter, name: Span<UInt8>) { writer.add(name, string: utf8.span) }
}

extension Substring: ArgumentConvertible {}

extension ArgumentConvertible where Self: FixedWidthInteger {
    /// A number, exact whatever its width.
    public var argumentValue: ArgumentValue {
        Int64(exactly: self).map { .integer($0) } ?? .number(Array(String(self).utf8))
    }
}

extension Int: ArgumentConvertible {}
extension Int8: ArgumentConvertible {}
extension Int16: ArgumentConvertible {}
extension Int32: ArgumentConvertible {}
extension Int64: ArgumentConvertible {}
extension UInt: ArgumentConvertible {}
extension UInt8: ArgumentConvertible {}
extension UInt16: ArgumentConvertible {}
extension UInt32: ArgumentConvertible {}
extension UInt64: ArgumentConvertible {}

extension ArgumentConvertible where Self: BinaryFloatingPoint & CustomStringConvertible {
    /// A number with the digits that tell it from its neighbours; what is not finite is unusable.
    public var argumentValue: ArgumentValue { isFinite ? .number(Array(description.utf8)) : .unusable }
}

extension Double: ArgumentConvertible {}
extension Float: ArgumentConvertible {}

extension Bool: ArgumentConvertible {
    /// True or false; no number.
    public var argumentValue: ArgumentValue { .boolean(self) }
}

extension Optional: ArgumentConvertible where Wrapped: ArgumentConvertible {
    /// The value; nil is unusable, and shows as `{name}`.
    public var argumentValue: ArgumentValue { self?.argumentValue ?? .unusable }
}
