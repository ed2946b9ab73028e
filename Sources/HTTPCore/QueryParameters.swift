/// The parameters of a query, `name=value` joined by `&`, where `+` is a space.
///
/// Names are decoded at once, values when somebody asks for them: a parameter that nobody knows may hold anything.
public struct QueryParameters: Sendable {
    /// A parameter that is known and has no usable value.
    public struct Failure: Error, Sendable, Hashable {
        /// The parameter's name.
        public var name: String
        /// What is wrong with it, as the end of a sentence that begins with the parameter.
        public var reason: String

        /// Creates a failure.
        public init(name: String, reason: String) {
            self.name = name
            self.reason = reason
        }
    }

    private let parameters: [(name: [UInt8], value: ArraySlice<UInt8>)]

    /// Splits a query; nil is one without parameters. Parameters whose names do not decode are nobody's: left out.
    public init(_ query: ArraySlice<UInt8>?) {
        var parameters: [(name: [UInt8], value: ArraySlice<UInt8>)] = []
        for parameter in query?.split(separator: UInt8(ascii: "&")) ?? [] {
            let nameEnd = parameter.firstIndex(of: UInt8(ascii: "=")) ?? parameter.endIndex
            guard let name = try? PercentEncoding.decode(parameter[..<nameEnd], plusIsSpace: true) else { continue }
            parameters.append((name, parameter[min(nameEnd + 1, parameter.endIndex)...]))
        }
        self.parameters = parameters
    }

    /// Whether there are no parameters at all.
    public var isEmpty: Bool { parameters.isEmpty }

    /// Whether a parameter of this name is there, whatever its value.
    public func contains(_ name: String) -> Bool {
        parameters.contains { $0.name.elementsEqual(name.utf8) }
    }

    /// The last value of a parameter that takes one, or nil where it is not there. An empty value is a bad one.
    public func last(_ name: String) throws(Failure) -> [UInt8]? {
        guard let parameter = parameters.last(where: { $0.name.elementsEqual(name.utf8) }) else { return nil }
        return try Self.decode(parameter.value, of: name)
    }

    /// All values of a parameter that takes several, in order.
    ///
    /// - Parameter allowingEmpty: whether an empty value is one; otherwise it is a bad one.
    public func all(_ name: String, allowingEmpty: Bool = false) throws(Failure) -> [[UInt8]] {
        var values: [[UInt8]] = []
        for parameter in parameters where parameter.name.elementsEqual(name.utf8) {
            values.append(try Self.decode(parameter.value, of: name, allowingEmpty: allowingEmpty))
        }
        return values
    }

    /// The parameters whose names begin with `prefix`, by the rest of their names, in order.
    ///
    /// A name that ends with the prefix, and an empty value, are bad ones.
    public func family(_ prefix: String) throws(Failure) -> [(name: [UInt8], value: [UInt8])] {
        var members: [(name: [UInt8], value: [UInt8])] = []
        for parameter in parameters where parameter.name.starts(with: prefix.utf8) {
            let name = String(decoding: parameter.name, as: UTF8.self)
            let rest = Array(parameter.name.dropFirst(prefix.utf8.count))
            if rest.isEmpty { throw Failure(name: name, reason: "names nothing") }
            members.append((rest, try Self.decode(parameter.value, of: name)))
        }
        return members
    }

    private static func decode(
        _ value: ArraySlice<UInt8>, of name: String, allowingEmpty: Bool = false
    ) throws(Failure) -> [UInt8] {
        if value.isEmpty, !allowingEmpty { throw Failure(name: name, reason: "is empty") }
        do {
            return try PercentEncoding.decode(value, plusIsSpace: true)
        } catch {
            throw Failure(name: name, reason: "cannot be decoded: \(error.reason)")
        }
    }
}
