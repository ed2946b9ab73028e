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

print(
    padded("message", 18), padded("locale", 8), padded("ICU ns", 10), padded("ours ns", 10), padded("ratio", 8),
    "allocations")
for item in cases {
    for locale in ["en", "ru", "ar"] {
        let pattern = item.patterns[locale]!
        var expected = [CChar](repeating: 0, count: 1024)
        let theirs = peer_measure(pattern, locale, "Anastasia", number, "female", count, &expected, 1024)
        let message = try MessageFormatter(pattern, locale: LanguageTag(locale)!)
        var output: [UInt8] = []
        output.reserveCapacity(1024)
        for _ in 0...(count / 10) {
            output.removeAll(keepingCapacity: true)
            message.format(arguments, into: &output)
        }
        let allocations = peer_allocations()
        let start = nanoseconds()
        for _ in 0..<count {
            output.removeAll(keepingCapacity: true)
            message.format(arguments, into: &output)
        }
        let ours = Double(nanoseconds() - start) / Double(count)
        let allocated = Double(peer_allocations() - allocations) / Double(count)
        let result = String(decoding: output, as: UTF8.self)
        let reference = String(decoding: expected.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        if result != reference { print("DIFFERENT: \(result) is not \(reference)") }
        print(
            padded(item.name, 18), padded(locale, 8), padded(decimal(theirs), 10), padded(decimal(ours), 10),
            padded(decimal(theirs / ours), 8), decimal(allocated))
    }
}

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
