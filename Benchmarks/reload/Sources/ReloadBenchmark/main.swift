import CatalogStore
import Glibc
import Localization

// Prints how long a folder takes to load, to load again in full and to look at, and the memory it takes at rest.

guard CommandLine.arguments.count == 3, let english = LanguageTag("en") else {
    print("usage: ReloadBenchmark FOLDER ROUNDS")
    exit(64)
}
let folder = CommandLine.arguments[1]
let rounds = Int(CommandLine.arguments[2]) ?? 5

func milliseconds(_ duration: Duration) -> String {
    let tenths = Int(duration / .microseconds(100))
    return "\(tenths / 10).\(tenths % 10) ms"
}

/// Measures the time and the processor time of all threads; on a busy machine only the latter says much.
func measure<Value>(_ what: String, _ body: () -> Value, _ note: (Value) -> String = { _ in "" }) -> Value {
    func processorTime() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
    }
    let before = processorTime()
    let start = ContinuousClock().now
    let value = body()
    let time = ContinuousClock().now - start
    print("\(what) \(milliseconds(time)), processor \(milliseconds(processorTime() - before))\(note(value))")
    return value
}

func residentMegabytes() -> Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    guard fgets(&line, 256, file) != nil else { return 0 }
    let fields = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self).split(
        separator: " ")
    return ((Int(fields[1]) ?? 0) * sysconf(Int32(_SC_PAGESIZE))) >> 20
}

/// Rewrites every file, each byte as it was but for one digit, so that all of them are other files with other content.
func touch(_ round: Int, _ paths: [String]) {
    for path in paths {
        guard let file = fopen(folder + "/" + path, "r+") else { continue }
        // The generator begins every file with this key
        fseek(file, 14, SEEK_SET)
        let digits = String(10000 + round).suffix(4)
        fputs(String(digits), file)
        fclose(file)
    }
}

var configuration = CatalogStoreConfiguration(folder: folder, options: CatalogOptions(defaultLocale: english))
configuration.watches = false
let store = CatalogStore(configuration)
let before = residentMegabytes()
let failure = measure("first load      ") { () -> CatalogStoreError? in
    do throws(CatalogStoreError) {
        try store.start()
        return nil
    } catch {
        return error
    }
}
if let failure {
    print(failure)
    exit(1)
}
sleep(1)
let paths = store.status.files.map(\.path)
let bytes = store.status.files.map(\.size).reduce(0, +)
print("\(paths.count) files, \(bytes >> 20) MB of JSON, version \(store.current?.version ?? "none")")
print("resident at rest \(residentMegabytes()) MB (\(before) MB before)")
for round in 1...rounds {
    touch(round, paths)
    _ = measure("full reload     ", { store.reload() }) {
        " (\($0.parsedFileCount) files parsed, \($0.changes.count) locales changed)"
    }
}
for _ in 1...3 {
    _ = measure("nothing changed ", { store.reload() }) { " (\($0.parsedFileCount) files parsed)" }
    usleep(2_100_000)
}
touch(9999, Array(paths.prefix(1)))
_ = measure("one file changed", { store.reload() }) { " (\($0.parsedFileCount) files parsed)" }
sleep(2)
print("resident at rest \(residentMegabytes()) MB")
store.stop()
