import Dispatch
import Foundation

@testable import Localization

/// The process's resident memory in bytes.
func residentBytes() -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    return (Int(text.split(separator: " ")[1]) ?? 0) * 4096
}

func milliseconds(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    return String(format: "%.1f ms", Double(seconds) * 1000 + Double(attoseconds) / 1e15)
}

func nanoseconds(_ duration: Duration, per count: Int) -> String {
    let (seconds, attoseconds) = duration.components
    return String(format: "%.1f ns", (Double(seconds) * 1e9 + Double(attoseconds) / 1e9) / Double(count))
}

/// The best of several runs in this thread's processor time, so that busy neighbours do not count.
func best(of runs: Int, _ body: () -> Void) -> Duration {
    func now() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
    return (0..<runs).map { _ in
        let start = now()
        body()
        return now() - start
    }.min()!
}

/// This process's processor time.
func processTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}

/// Results of threads that each write their own element.
final class Slots<Value>: @unchecked Sendable {
    private let values: UnsafeMutablePointer<Value?>
    let count: Int
    init(count: Int) {
        self.count = count
        values = .allocate(capacity: count)
        values.initialize(repeating: nil, count: count)
    }
    deinit {
        values.deinitialize(count: count)
        values.deallocate()
    }
    subscript(index: Int) -> Value? {
        get { values[index] }
        set { values[index] = newValue }
    }
    var all: [Value] { (0..<count).compactMap { values[$0] } }
}

let folder = CommandLine.arguments[1]
let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".json") }.sorted()
let options = CatalogOptions(defaultLocale: LanguageTag("en")!)

/// Reads, parses and builds on this many threads.
func load(threads: Int) -> (files: [TableFile], tables: [Table], bytes: Int) {
    let files = Slots<TableFile>(count: names.count)
    let tables = Slots<Table>(count: names.count)
    DispatchQueue.concurrentPerform(iterations: threads) { thread in
        for index in stride(from: thread, to: names.count, by: threads) {
            let data = [UInt8](FileManager.default.contents(atPath: folder + "/" + names[index])!)
            let file = try! TableFile(bytes: data.span, path: names[index], keyPrefix: "")
            files[index] = file
            tables[index] = Table(tag: LanguageTag(String(names[index].dropLast(5)))!, files: [file])
        }
    }
    let all = files.all
    return (all, tables.all, all.reduce(0) { $0 + $1.size })
}

let before = residentBytes()
var loaded: (files: [TableFile], tables: [Table], bytes: Int)?
var catalog: Catalog?
let processTimeBefore = processTime()
let first = ContinuousClock().measure {
    loaded = load(threads: 2)
    catalog = Catalog(tables: loaded!.tables, options: options)
}
let loadTime = processTime() - processTimeBefore
// What the allocator holds in reserve is given back, as a long-running service does after a load.
if let symbol = dlsym(dlopen(nil, RTLD_NOW), "malloc_trim") {
    _ = unsafeBitCast(symbol, to: (@convention(c) (Int) -> Int32).self)(0)
}
let after = residentBytes()
let bytes = loaded!.bytes
let messageCount = catalog!.tables.reduce(0) { $0 + $1.messageCount }
print("\(names.count) files, \(bytes / 1_000_000) MB, \(messageCount) messages")
print(
    "first load (read, parse, index, catalog), two threads: \(milliseconds(first)), processor time \(milliseconds(loadTime))"
)
print(
    "memory at rest: \((after - before) / 1_000_000) MB, "
        + String(format: "%.2f times the files", Double(after - before) / Double(bytes)))

let data = names.map { [UInt8](FileManager.default.contents(atPath: folder + "/" + $0)!) }
print("SHA-256, one thread: \(milliseconds(best(of: 3) { for item in data { _ = TableFile.digest(of: item.span) } }))")
print(
    "parse and digest, one thread: "
        + milliseconds(
            best(of: 3) {
                for (name, item) in zip(names, data) {
                    _ = try! TableFile(bytes: item.span, path: name, keyPrefix: "")
                }
            }))
print(
    "index, one thread: "
        + milliseconds(best(of: 3) { for table in loaded!.tables { _ = Table(tag: table.tag, files: table.files) } }))
print(
    "catalog of built tables: "
        + milliseconds(best(of: 3) { _ = Catalog(tables: loaded!.tables, options: options) }))
let changedFile = try TableFile(bytes: [UInt8](#"{"a":"x"}"#.utf8).span, path: names[0], keyPrefix: "")
let changedTable = Table(tag: loaded!.tables[0].tag, files: [changedFile])
print(
    "catalog of which one table changed: "
        + milliseconds(
            best(of: 3) {
                _ = Catalog(
                    tables: [changedTable] + loaded!.tables.dropFirst(), options: options, replacing: catalog!)
            }))
print("free everything: ", terminator: "")
do {
    var second: (files: [TableFile], tables: [Table], bytes: Int)? = load(threads: 2)
    print(milliseconds(ContinuousClock().measure { second = nil }), second == nil ? "" : "")
}

// Key paths in random order, side by side in one buffer so that reading them costs what it costs a request.
let german = catalog!.strings(for: LanguageTag("de")!)!
let table = german.chain[0]
var paths: [[UInt8]] = table.messageNodes.map { table.keyPath(of: $0) }
paths.shuffle()
var found = 0
for (name, list) in [
    ("present", paths), ("present in the fallback alone", paths.map { $0 }), ("missing", paths.map { $0 + [0x78] }),
] {
    let strings =
        name.hasSuffix("alone")
        ? Strings(chain: [Table(tag: LanguageTag("fr-CA")!, files: [changedFile]), table]) : german
    let flat = list.flatMap { $0 }
    var ranges: [Range<Int>] = []
    var start = 0
    for path in list {
        ranges.append(start..<start + path.count)
        start += path.count
    }
    let taken = best(of: 5) {
        flat.withUnsafeBufferPointer { flat in
            for range in ranges where strings.message(at: UnsafeBufferPointer(rebasing: flat[range])) != nil {
                found += 1
            }
        }
    }
    print("find a message, \(name): \(nanoseconds(taken, per: list.count))")
    let few = Array(ranges.prefix(64))
    let warm = best(of: 5) {
        flat.withUnsafeBufferPointer { flat in
            for _ in 0..<1000 {
                for range in few where strings.message(at: UnsafeBufferPointer(rebasing: flat[range])) != nil {
                    found += 1
                }
            }
        }
    }
    print("    of 64 that are asked for again and again: \(nanoseconds(warm, per: 64_000))")
}
var written = 0
print("write a table, nested: \(milliseconds(best(of: 5) { written = german.json().count })), \(written / 1000) KB")
print("write a table, flat: \(milliseconds(best(of: 5) { written = german.json(TableSelection(shape: .flat)).count }))")
let alone = german.withoutFallback
print("write a table without fallback: \(milliseconds(best(of: 5) { written = alone.json().count }))")
precondition(found > 0)
