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
let clock = ContinuousClock()
let start = clock.now
do { try store.start() } catch { print(error); exit(1) }
let first = clock.now - start
usleep(500_000)
let paths = store.status.files.map(\.path)
let bytes = store.status.files.map(\.size).reduce(0, +)
print("\(paths.count) files, \(bytes >> 20) MB of JSON, version \(store.current?.version ?? "none")")
print("first load       \(milliseconds(first))")
print("resident at rest \(residentMegabytes()) MB (\(before) MB before)")
for round in 1...rounds {
    touch(round, paths)
    let start = clock.now
    let report = store.reload()
    let time = clock.now - start
    print(
        "full reload      \(milliseconds(time)) (\(report.parsedFileCount) files parsed, \(report.changes.count) locales changed)"
    )
}
for _ in 1...3 {
    let start = clock.now
    let report = store.reload()
    print("nothing changed  \(milliseconds(clock.now - start)) (\(report.parsedFileCount) files parsed)")
    usleep(2_100_000)
}
touch(9999, Array(paths.prefix(1)))
let one = clock.now
let report = store.reload()
print("one file changed \(milliseconds(clock.now - one)) (\(report.parsedFileCount) files parsed)")
usleep(1_500_000)
print("resident at rest \(residentMegabytes()) MB")
store.stop()
