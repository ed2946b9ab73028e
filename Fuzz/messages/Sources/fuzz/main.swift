import Glibc
import Localization

/// SplitMix64: the same numbers for the same seed.
struct Generator: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }
}

let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1_000_000
var random = Generator(state: CommandLine.arguments.dropFirst(2).first.flatMap { UInt64($0) } ?? 1)

let seeds = [
    "Hello {name}, it''s '{quoted}' and <brand.name x=\"1\"> \\<a.b>",
    "{n, plural, offset:1 =0 {none} =1.5 {x} one {# {name}} other {# of {n, number, integer}}}",
    "{g, select, female {{n, plural, one {#} other {'#' #}}} true {yes} other {{n}}}",
    "{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}",
    "{n, number, ::currency/EUR .00} {n, number, percent} {n, number, #,##0.00;(#)}",
    "{d, date, long} {d, time, ::jm} {d, date, yyyy-MM-dd'T'HH:mm}",
    String(repeating: "{n, plural, other {", count: 30) + "#" + String(repeating: "}}", count: 30),
].map { Array($0.utf8) }
let syntaxBytes = Array("{}{}{}''##,,=:<>\\. \n0123e-+offset:plural select other one number date".utf8)
let locales = ["en", "ar", "ru", "hi", "pl", "ff-Adlm"].map { LanguageTag($0)! }
let values: [ArgumentValue] = [
    "text <a.b> {n}", "-12.50", "1e5", "0007", 3, 1234, 7_000_000, "1000000", .integer(.min), .integer(.max),
    .number(Array("1e308".utf8)),
    .number(Array("-0.00049999".utf8)), .number(Array(String(repeating: "9", count: 300).utf8)), true, .unusable,
    .string([UInt8](repeating: 0x61, count: 600)), "2026-02-28T23:59:60+14:00",
]

func seconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

var compiled = 0
var refused = 0
var slowest = 0.0

/// Formats once more into memory of any size, of which not a byte behind its end may be touched, and into an array that has
/// some room: all must say the same.
@MainActor func check(
    _ message: MessageFormatter, _ values: [(key: String, value: ArgumentValue)], says expected: [UInt8]
) {
    let arguments = Arguments(values)
    let memory = UnsafeMutableBufferPointer<UInt8>.allocate(
        capacity: max(0, expected.count + Int.random(in: -20...40, using: &random)))
    defer { memory.deallocate() }
    var span = OutputSpan(buffer: memory, initializedCount: 0)
    let fits = message.format(arguments, into: &span)
    let count = span.finalize(for: memory)
    precondition(fits == (memory.count >= expected.count), "what fits is written")
    precondition(count == (fits ? expected.count : 0) && memory[..<count].elementsEqual(expected.prefix(count)))
    var array = Array("before".utf8)
    array.reserveCapacity(Int.random(in: 0...800, using: &random))
    message.format(arguments, into: &array)
    precondition(array.starts(with: "before".utf8) && array.dropFirst(6) == expected[...])
    var last: [UInt8] = []
    message.format(into: &last) { writer in
        for (name, value) in values { value.add(to: &writer, name: name.utf8.span) }
    }
    precondition(last == expected)
}

@MainActor func run(_ bytes: [UInt8]) {
    let pattern = String(decoding: bytes, as: UTF8.self)
    let start = seconds()
    if let message = try? MessageFormatter(pattern, locale: locales.randomElement(using: &random)!) {
        compiled += 1
        let arguments = ["n", "name", "g", "d"].map { (key: $0, value: values.randomElement(using: &random)!) }
        var output: [UInt8] = []
        message.format(Arguments(arguments), into: &output)
        check(message, arguments, says: output)
    } else {
        refused += 1
    }
    slowest = max(slowest, seconds() - start)
}

for turn in 0..<count {
    let size = Int.random(in: 0...64, using: &random)
    run(
        (0..<size).map { _ in
            turn % 2 == 0 ? UInt8.random(in: 0...255, using: &random) : syntaxBytes.randomElement(using: &random)!
        })
}
print("random bytes: \(count), of which \(compiled) compile and \(refused) do not; the slowest took \(slowest) s")

(compiled, refused, slowest) = (0, 0, 0)
for _ in 0..<count {
    var bytes = seeds.randomElement(using: &random)!
    for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes.remove(at: index)
        case 1: bytes.insert(syntaxBytes.randomElement(using: &random)!, at: index)
        case 2: bytes[index] = UInt8.random(in: 0...255, using: &random)
        default:
            let end = min(bytes.count, index + Int.random(in: 1...12, using: &random))
            bytes.insert(contentsOf: bytes[index..<end], at: Int.random(in: 0...bytes.count, using: &random))
        }
    }
    run(bytes)
}
print("mutations: \(count), of which \(compiled) compile and \(refused) do not; the slowest took \(slowest) s")
if slowest > 1 { exit(1) }
