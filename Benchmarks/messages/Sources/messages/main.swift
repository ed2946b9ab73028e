import Glibc
import Localization
import Peer

// Formats messages beside icu::MessageFormat, each compiled once and warm, on one thread. Prints nanoseconds for one
// format, the ratio, and what one format allocates here. Then the memory of many compiled messages.

struct Case {
    var name: String
    var patterns: [String: String]
}

let cases = [
    Case(
        name: "literal",
        patterns: ["en": "Welcome back to the shop", "ru": "С возвращением в магазин", "ar": "مرحبا بعودتك إلى المتجر"]),
    Case(name: "{name}", patterns: ["en": "Hello, {name}!", "ru": "Здравствуйте, {name}!", "ar": "مرحبا {name}!"]),
    Case(
        name: "plural with #",
        patterns: [
            "en": "{n, plural, one {# item} other {# items}} in your cart",
            "ru": "{n, plural, one {# товар} few {# товара} many {# товаров} other {# товара}} в корзине",
            "ar":
                "{n, plural, zero {لا عناصر} one {عنصر واحد} two {عنصران} few {# عناصر} many {# عنصرًا} other {# عنصر}} في السلة",
        ]),
    Case(
        name: "plural in select",
        patterns: [
            "en":
                "{gender, select, female {{n, plural, one {She has # cat} other {She has # cats}}} other {{n, plural, one {They have # cat} other {They have # cats}}}}",
            "ru":
                "{gender, select, female {{n, plural, one {У неё # кот} few {У неё # кота} many {У неё # котов} other {У неё # кота}}} other {{n, plural, one {У них # кот} few {У них # кота} many {У них # котов} other {У них # кота}}}}",
            "ar":
                "{gender, select, female {{n, plural, one {لديها قط} two {لديها قطان} few {لديها # قطط} many {لديها # قطا} other {لديها # قط}}} other {{n, plural, one {لديهم قط} two {لديهم قطان} few {لديهم # قطط} many {لديهم # قطا} other {لديهم # قط}}}}",
        ]),
    Case(
        name: "ordinal",
        patterns: [
            "en": "the {n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}} time",
            "ru": "{n, selectordinal, other {#-й}} раз",
            "ar": "المرة {n, selectordinal, other {#}}",
        ]),
]

func nanoseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.unicodeScalars.count))
}

func decimal(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
}

let count: Int64 = CommandLine.arguments.dropFirst().first.flatMap { Int64($0) } ?? 1_000_000
let number: Int64 = 22
let arguments: Arguments = ["name": "Anastasia", "n": number, "gender": "female"]

let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 1024)
let nameBytes = Array("Anastasia".utf8)
let numberBytes = Array("22".utf8)
let genderBytes = Array("female".utf8)
let names = (name: Array("name".utf8), n: Array("n".utf8), gender: Array("gender".utf8))

/// Runs a body often and gives nanoseconds and allocations for one run.
func measure(_ times: Int64, _ body: () -> Void) -> (nanoseconds: Double, allocations: Double) {
    for _ in 0...(times / 10) { body() }
    let allocations = peer_allocations()
    let start = nanoseconds()
    for _ in 0..<times { body() }
    let spent = nanoseconds() - start
    return (Double(spent) / Double(times), Double(peer_allocations() - allocations) / Double(times))
}

func row(_ cells: [String]) { print(padded(cells[0], 18), cells.dropFirst().map { padded($0, 10) }.joined()) }

print("Arguments that are ready; a result in UTF-8 in memory that is used again")
row(["message", "locale", "ICU ns", "buffer ns", "ratio", "array ns", "ratio", "allocated"])
var messages: [(name: String, locale: String, pattern: String, message: MessageFormatter)] = []
for item in cases {
    for locale in ["en", "ru", "ar"] {
        let pattern = item.patterns[locale]!
        messages.append((item.name, locale, pattern, try MessageFormatter(pattern, locale: LanguageTag(locale)!)))
    }
}
for (name, locale, pattern, message) in messages {
    var expected = [CChar](repeating: 0, count: 1024)
    let theirs = peer_measure(pattern, locale, "Anastasia", number, "female", count, &expected, 1024)
    var length = 0
    let buffer = measure(count) {
        var span = OutputSpan(buffer: memory, initializedCount: 0)
        if !message.format(arguments, into: &span) { fatalError("there is room for every message") }
        length = span.finalize(for: memory)
    }
    var output: [UInt8] = []
    output.reserveCapacity(1024)
    let array = measure(count) {
        output.removeAll(keepingCapacity: true)
        message.format(arguments, into: &output)
    }
    let reference = Array(expected.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) })
    if output != reference || Array(memory[..<length]) != reference { print("DIFFERENT from ICU: \(pattern)") }
    row([
        name, locale, decimal(theirs), decimal(buffer.nanoseconds), decimal(theirs / buffer.nanoseconds),
        decimal(array.nanoseconds), decimal(theirs / array.nanoseconds),
        decimal(buffer.allocations + array.allocations),
    ])
}

/// The arguments of a request, from bytes.
func write(_ writer: inout ArgumentWriter) {
    writer.add(names.name.span, string: nameBytes.span)
    writer.add(names.n.span, string: numberBytes.span)
    writer.add(names.gender.span, string: genderBytes.span)
}

print("\nAs a request has it: arguments made from bytes in UTF-8 each time")
row(["message", "locale", "ICU ns", "new ns", "ratio", "allocated", "buffer ns", "ratio", "allocated"])
for (name, locale, pattern, message) in messages {
    let theirs = peer_measure_request(
        pattern, locale, "Anastasia", 9, "22", 2, "female", 6, count)
    var length = 0
    let new = measure(count) {
        var output: [UInt8] = []
        message.format(into: &output, arguments: write)
        length += output.count
    }
    let buffer = measure(count) {
        var span = OutputSpan(buffer: memory, initializedCount: 0)
        if !message.format(into: &span, arguments: write) { fatalError("there is room for every message") }
        length -= span.finalize(for: memory)
    }
    if length != 0 { print("DIFFERENT lengths: \(pattern)") }
    row([
        name, locale, decimal(theirs), decimal(new.nanoseconds), decimal(theirs / new.nanoseconds),
        decimal(new.allocations), decimal(buffer.nanoseconds), decimal(theirs / buffer.nanoseconds),
        decimal(buffer.allocations),
    ])
}

print("\nOne argument among many, by its name")
for size in [3, 16, 17, 1000, 60_000] {
    let many = Arguments((0..<size).map { (key: "n\(100_000 + $0)", value: "x") })
    let message = try MessageFormatter("{n100000}", locale: LanguageTag("en")!)
    let spent = measure(count) {
        var span = OutputSpan(buffer: memory, initializedCount: 0)
        if !message.format(many, into: &span) { fatalError("there is room for every message") }
        _ = span.finalize(for: memory)
    }
    print(padded("\(size) arguments", 18), decimal(spent.nanoseconds), "ns")
}
print("")

// 100,000 messages in 50 locales, all formatted once, beside the same tables untouched.

let tags = [
    "en", "fr", "de", "es", "it", "pt", "nl", "sv", "da", "nb", "fi", "is", "et", "lv", "lt", "pl", "cs", "sk", "sl",
    "hr",
    "sr", "bs", "mk", "bg", "ro", "hu", "el", "tr", "uk", "ru", "be", "ka", "hy", "az", "kk", "ar", "he", "fa", "ur",
    "hi",
    "bn", "ta", "te", "th", "vi", "id", "ms", "ja", "ko", "zh",
].map { LanguageTag($0)! }
let perLocale = 2000
let kinds = cases.map { $0.patterns["en"]! }
let tables = tags.map { tag in
    Table(
        tag: tag,
        messages: (0..<perLocale).map { index in
            // Every message needs a program here: the literal one has an apostrophe.
            let text = index % kinds.count == 0 ? "It's only text, number \(index)" : kinds[index % kinds.count]
            return (path: "group\(index / 50).message\(index)", text: text)
        })
}
let strings = tables.map { Catalog(tables: [$0], options: CatalogOptions(defaultLocale: $0.tag))!.defaultStrings }
var scratch: [UInt8] = []
scratch.reserveCapacity(4096)
for item in strings { _ = item.append(messageAt: "group0.message1", arguments: arguments, to: &scratch) }
let before = Int(peer_heap_bytes())
var formatted = 0
for item in strings {
    for index in 0..<perLocale {
        scratch.removeAll(keepingCapacity: true)
        if item.append(messageAt: "group\(index / 50).message\(index)", arguments: arguments, to: &scratch) {
            formatted += 1
        }
    }
}
let after = Int(peer_heap_bytes())
print(
    "\n\(formatted) messages in \(tags.count) locales, all formatted once:",
    decimal(Double(after - before) / Double(formatted)), "bytes each over their text")
