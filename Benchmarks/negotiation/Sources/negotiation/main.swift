// Prints what choosing a table costs, in nanoseconds of CPU time: the best of five rounds.

import Glibc
@testable import Localization

/// What is measured: a header as readers send it, or as someone sends it who means harm.
struct Sample {
    var name: String
    var header: [UInt8]

    init(_ name: String, _ header: String) {
        self.name = name
        self.header = Array(header.utf8)
    }
}

func letters(_ number: Int) -> String {
    let alphabet = Array("abcdefghijklmnopqrstuvwxyz")
    return String([alphabet[number / 26 % 26], alphabet[number % 26]])
}

/// As many of these as fit into the longest header that is read.
func filled(_ part: (Int) -> String) -> String {
    var text = ""
    var count = 0
    while true {
        let next = (text.isEmpty ? "" : ",") + part(count)
        guard text.utf8.count + next.utf8.count <= 4096 else { return text }
        text += next
        count += 1
    }
}

let usual = [
    Sample("Chrome, one language", "en-US,en;q=0.9"),
    Sample("Chrome, French", "fr-FR,fr;q=0.9,en-US;q=0.8,en;q=0.7"),
    Sample("Firefox, Norwegian", "nn-NO,nn;q=0.9,no-NO;q=0.8,no;q=0.6,nb-NO;q=0.5,nb;q=0.4,en-US;q=0.3,en;q=0.1"),
    Sample("Safari", "de-DE"),
    Sample("not this", "en;q=0,*;q=0.5"),
    Sample("refusing", "uk-UA,uk;q=0.9,ru;q=0.8,en;q=0.7"),
    Sample("a language that nobody serves", "qaa"),
]
let hostile = [
    Sample("4096 commas", String(repeating: ",", count: 4096)),
    Sample("1000 ranges", (0..<1000).map { "q\(letters($0))" }.joined(separator: ",")),
    Sample("2048 ranges of one letter", filled { String(letters($0).last!) }),
    Sample("ranges with rising weights", filled { "q\(letters($0));q=0.\(100 + $0)" }),
    Sample("32 languages that nobody serves", (0..<32).map { "q\(letters($0))" }.joined(separator: ",")),
    Sample("ranges of 64 bytes, all variants", filled { "q\(letters($0))" + String(repeating: "-a0bcd", count: 10) }),
    Sample(
        "ranges of 64 bytes, different variants",
        filled { number in
            "q\(letters(number))" + (0..<10).map { "-a0b\(letters($0 * 31 + number))" }.joined()
        }),
    Sample("one tag of 4 KB", "en" + String(repeating: "-abcdefgh", count: 454)),
    Sample("one extension of 4 KB", "en-u" + String(repeating: "-ab-cdef", count: 511)),
    Sample("en- repeated", String(repeating: "en-", count: 1365)),
    Sample("en-, repeated", filled { _ in "en-" }),
    Sample("bytes above 0x7F", String(repeating: "é", count: 2048)),
    Sample("NULs", String(repeating: "\0", count: 4096)),
    Sample("one weight of 4 KB", "en;q=0." + String(repeating: "0", count: 4088) + "1"),
    Sample("semicolons", "en" + String(repeating: ";", count: 4094)),
    Sample("parameters", "en" + String(repeating: ";q=1", count: 1023)),
    Sample("different exclusions", filled { "q\(letters($0));q=0" }),
    Sample("exclusions and refusals", "uk,be,en;q=0," + filled { "q\(letters($0));q=0" }.prefix(3000)),
]

func cpuNanoseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

/// The least time of one call in five rounds.
func nanoseconds(rounds: Int, _ body: (Int) -> Int) -> UInt64 {
    var best = UInt64.max
    var sum = 0
    for round in 0..<5 {
        let start = cpuNanoseconds()
        for number in 0..<rounds { sum &+= body(round * rounds + number) }
        best = min(best, (cpuNanoseconds() - start) / UInt64(rounds))
    }
    consume(sum)
    return best
}

/// Keeps the compiler from leaving out what nobody reads.
@inline(never) func consume(_ value: Int) {}

func padded(_ value: some CustomStringConvertible, _ width: Int, left: Bool = false) -> String {
    let text = value.description
    let space = String(repeating: " ", count: max(0, width - text.utf8.count))
    return left ? space + text : text + space
}

let tags = [
    "ar", "be", "bg", "ca", "cs", "da", "de", "el", "en", "en-GB", "es", "es-419", "et", "fa", "fi", "fr", "fr-CA",
    "he",
    "hi", "hr", "hu", "id", "it", "ja", "ko", "lt", "lv", "nb", "nl", "pl", "pt-BR", "pt-PT", "ro", "ru", "sk", "sl",
    "sr",
    "sr-Latn", "sv", "th", "tr", "vi", "zh-Hans", "zh-Hant",
].map { LanguageTag($0)! }
let selector = LanguageSelector(available: tags.sorted(), defaultLocale: LanguageTag("en")!)!

func choose(_ header: [UInt8], in selector: LanguageSelector) -> Int {
    if case .table(let index) = selector.negotiate(header: header.span) { return index }
    return -1
}

print("\(tags.count) tables; nanoseconds of CPU time, the best of five rounds")
print(padded("header", 42), padded("bytes", 6, left: true), padded("first", 9, left: true), "remembered")
for sample in usual {
    // A parameter that nobody knows makes each header a new one.
    let first = nanoseconds(rounds: 2000) { number in
        choose(sample.header + Array(";z=\(number)".utf8), in: selector)
    }
    let known = nanoseconds(rounds: 200_000) { _ in choose(sample.header, in: selector) }
    print(
        padded(sample.name, 42), padded(sample.header.count, 6, left: true), padded(first, 9, left: true),
        padded(known, 10, left: true))
}
for sample in hostile {
    let first = nanoseconds(rounds: 200) { _ in choose(sample.header, in: selector) }
    print(padded(sample.name, 42), padded(sample.header.count, 6, left: true), padded(first, 9, left: true))
}
print()
print(padded("name in a path", 42), padded("bytes", 6, left: true), "        -", "remembered")
for name in ["fr", "zh-Hant", "fr-CH", "xx"] {
    let bytes = Array(name.utf8)
    let known = nanoseconds(rounds: 200_000) { _ in selector.explicit(bytes.span) ?? -1 }
    print(padded(name, 42), padded(bytes.count, 6, left: true), padded("", 9), padded(known, 10, left: true))
}
let built = nanoseconds(rounds: 20) { _ in
    LanguageSelector(available: tags.sorted(), defaultLocale: LanguageTag("en")!)!.defaultIndex
}
print("building the selector: \(built / 1000) microseconds")
