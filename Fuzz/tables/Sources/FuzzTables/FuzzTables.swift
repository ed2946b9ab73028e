@testable import Localization

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
    _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// The package manager calls an executable's main function by this name, and libFuzzer brings none of that name.
@_cdecl("FuzzTables_main")
public func start(_ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> CInt {
    var count = count
    var arguments = arguments
    return runDriver(&count, &arguments, fuzzTables)
}

/// libFuzzer's own main function, which nothing calls here, wants this.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt { fuzzTables(start, count) }

/// Reads each line as a file: the first two merge into one table, the others follow in the chain. What is read must be
/// found, and what is written must say the same when it is read again.
private func fuzzTables(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let lines = UnsafeBufferPointer(start: start, count: count).split(separator: 0x0A, omittingEmptySubsequences: false)
    let files = lines.prefix(4).enumerated().compactMap { index, line in
        let bytes = Array(line)
        return try? TableFile(bytes: bytes.span, path: "\(index).json", keyPrefix: index == 1 ? "auth" : "")
    }
    if files.isEmpty { return 0 }
    let tags = ["fr", "en", "de"].map { LanguageTag($0)! }
    var tables = [Table(tag: tags[0], files: Array(files.prefix(2)))]
    for (index, file) in files.dropFirst(2).enumerated() { tables.append(Table(tag: tags[index + 1], files: [file])) }
    for table in tables { check(table) }
    let strings = Strings(chain: tables)
    for shape in [TableSelection.Shape.nested, .flat] {
        check(strings, shape)
        check(strings.withoutFallback, shape)
    }
    return 0
}

private func check(_ table: Table) {
    let strings = Strings(chain: [table])
    for node in table.messageNodes {
        let path = table.keyPath(of: node)
        guard case .message(let message) = strings.content(at: path), message.node == node else {
            fatalError("a message is not found at its own key path")
        }
        precondition(table.place(of: node) != nil, "a message has no place")
    }
    precondition(table.messageCount(alsoIn: table) == table.messageCount, "a table lacks its own messages")
}

private func check(_ strings: Strings, _ shape: TableSelection.Shape) {
    let written = strings.json(TableSelection(shape: shape))
    guard let file = try? TableFile(bytes: written.span, path: "again.json", keyPrefix: "") else {
        fatalError("what was written cannot be read")
    }
    precondition(file.problemCount == 0, "what was written has problems")
    let again = Table(tag: strings.tag, files: [file])
    precondition(again.problemCount == 0, "what was written defines a key path twice")
    precondition(Strings(chain: [again]).json(TableSelection(shape: shape)) == written, "the second writing differs")
    for node in again.messageNodes {
        let path = again.keyPath(of: node)
        guard case .message(let message) = strings.content(at: path),
            strings.text(of: message).elementsEqual(again.text(of: node))
        else { fatalError("the table and the single message differ") }
        guard strings.json(TableSelection(shape: shape, prefix: path)).count > 2 else {
            fatalError("a prefix finds nothing")
        }
    }
}
