import Glibc

/// The value of one argument of a message.
public enum ArgumentValue: Sendable, Hashable {
    /// Text; it counts as a number in `plural`, `selectordinal` and `number`, and stays text elsewhere.
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

/// One named argument.
public struct Argument: Sendable, Hashable {
    /// The name, UTF-8.
    public var name: [UInt8]
    /// The value.
    public var value: ArgumentValue

    /// Creates an argument.
    public init(name: [UInt8], value: ArgumentValue) {
        self.name = name
        self.value = value
    }
}

/// Arguments in reach of a message, nearest first: a placeholder's attributes, then the enclosing objects', then the
/// request's.
public final class ArgumentScope: Sendable {
    /// The scope around this one.
    public let parent: ArgumentScope?
    /// The arguments of this scope; of two of one name the last counts.
    public let arguments: [Argument]
    /// The last argument of each name, where there are many: a document may bring thousands and ask for each.
    private let positions: [[UInt8]: Int]?

    /// From how many arguments on they are found by a table.
    private static let many = 16

    /// A scope inside another.
    public init(_ arguments: [Argument], in parent: ArgumentScope? = nil) {
        self.arguments = arguments
        self.parent = parent
        guard arguments.count >= Self.many else {
            positions = nil
            return
        }
        var positions: [[UInt8]: Int] = [:]
        for (position, argument) in arguments.enumerated() { positions[argument.name] = position }
        self.positions = positions
    }

    /// The nearest value of this name.
    func value(named name: UnsafeBufferPointer<UInt8>) -> ArgumentValue? {
        if let value = unsafe ownValue(named: name) { return value }
        var scope = parent
        while let current = scope {
            if let value = unsafe current.ownValue(named: name) { return value }
            scope = current.parent
        }
        return nil
    }

    @inline(__always)
    private func ownValue(named name: UnsafeBufferPointer<UInt8>) -> ArgumentValue? {
        if let positions { return unsafe positions[Array(name)].map { arguments[$0].value } }
        var index = arguments.count
        while index > 0 {
            index -= 1
            if unsafe Self.isEqual(arguments[index].name, name) { return arguments[index].value }
        }
        return nil
    }

    @inline(__always)
    private static func isEqual(_ bytes: [UInt8], _ name: UnsafeBufferPointer<UInt8>) -> Bool {
        guard bytes.count == name.count, let right = name.baseAddress else { return false }
        return unsafe bytes.withUnsafeBytes { unsafe memcmp($0.baseAddress!, right, $0.count) == 0 }
    }
}
