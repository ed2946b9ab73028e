/// Which members of which widget types hold text for readers.
///
/// A widget is an object whose member `type` names a declared type. Declared are members that are strings (`title`),
/// members of an object that is a member (`titles.normal`), and the strings of an array that is a member
/// (`segments[]`).
public struct WidgetDeclarations: Sendable {
    /// A declared member, by the numbers of its names.
    struct Member: Hashable, Sendable {
        /// Where the second part says "the strings of this array".
        static let elements: Int32 = -2

        let name: Int32
        /// The member of that member's object, `elements`, or nil for the member itself.
        let part: Int32?
    }

    private(set) var names = NameTable()
    private(set) var types = NameTable()
    private var members: [Set<Member>] = []

    /// No declarations.
    public init() {}

    /// Declares a member of a type, spelled as in `title`, `titles.normal` or `segments[]`.
    ///
    /// Returns false, and declares nothing, where the spelling is none of these.
    public mutating func declare(type: String, member: String) -> Bool {
        guard !type.isEmpty else { return false }
        var parts = member.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map(Array.init)
        let brackets = Array("[]".utf8)
        let isArray = parts.count == 1 && parts[0].suffix(2) == brackets[...]
        if isArray { parts[0].removeLast(2) }
        guard parts.count <= 2, !parts.contains(where: \.isEmpty) else { return false }
        let name = names.insert(parts[0])
        let part = isArray ? Member.elements : parts.count == 2 ? names.insert(parts[1]) : nil
        let index = Int(types.insert(Array(type.utf8)))
        if index == members.count { members.append([]) }
        members[index].insert(Member(name: name, part: part))
        return true
    }

    /// A declared member, spelled.
    struct Spelling: Sendable {
        fileprivate let name: String
        fileprivate let part: String?
        fileprivate let isArray: Bool

        /// Whether this is the path of one of a widget's strings, where elements are counted.
        func matches(_ path: String) -> Bool {
            if let part { return path == "\(name).\(part)" }
            guard isArray else { return path == name }
            guard path.utf8.count > name.utf8.count + 1, path.hasPrefix("\(name).") else { return false }
            return path.utf8.dropFirst(name.utf8.count + 1).allSatisfy { $0 &- UInt8(ascii: "0") < 10 }
        }
    }

    /// All declarations.
    var spelled: [(type: String, members: [Spelling])] {
        func spelling(_ name: Int32) -> String { String(decoding: names.names[Int(name)], as: UTF8.self) }
        return zip(types.names, members).map { type, members in
            let members = members.map { member in
                Spelling(
                    name: spelling(member.name), part: member.part.flatMap { $0 >= 0 ? spelling($0) : nil },
                    isArray: member.part == Member.elements)
            }
            return (String(decoding: type, as: UTF8.self), members)
        }
    }

    /// Whether a type declares a member.
    func declares(type: Int32, member: Member) -> Bool { members[Int(type)].contains(member) }

    /// The widgets of BRLocalize, the ancestor: UIKit's six classes and exactly their properties.
    public static let uikit: WidgetDeclarations = {
        var declarations = WidgetDeclarations()
        let members: [(type: String, member: String)] = [
            ("UIBarButtonItem", "title"), ("UIButton", "title"), ("UIButton", "titles.normal"),
            ("UIButton", "titles.highlighted"), ("UIButton", "titles.disabled"), ("UIButton", "titles.selected"),
            ("UILabel", "text"), ("UINavigationItem", "title"), ("UISegmentedControl", "segments[]"),
            ("UITextField", "placeholder"),
        ]
        for (type, member) in members {
            let isDeclared = declarations.declare(type: type, member: member)
            precondition(isDeclared, "the built-in declarations are well-formed")
        }
        return declarations
    }()
}
