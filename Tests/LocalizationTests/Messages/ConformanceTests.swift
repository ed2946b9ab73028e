import Foundation
import TestSupport
import Testing

@testable import Localization

@Suite("Other engines' cases, with ICU as the judge", .enabled(if: SharedData.isPresent, SharedData.absence))
struct ConformanceTests {
    @Test("Plural samples of CLDR 46: everything that ICU's own rules answer as the file does")
    func pluralSamples() throws {
        let object = try MessageCases.object("plural-samples.json") as! [String: Any]
        let samples = object["samples"] as! [[String: String]]
        #expect(samples.count == 14802)
        var differences: [String: Int] = [:]
        var agreed = 0
        for item in samples {
            let tag = item["locale"]!
            let sample = item["sample"]!
            let isOrdinal = item["type"] == "ordinal"
            // `root` and the like are no locales of tables.
            guard let locale = LanguageTag(tag) else {
                differences["\(tag) \(item["type"]!): no locale", default: 0] += 1
                continue
            }
            let icu = try #require(Reference.category(locale: tag, ordinal: isOrdinal, sample: sample))
            let rules = MessageLocale.of(locale)
            let category = (isOrdinal ? rules.ordinal : rules.cardinal).category(of: try #require(operands(sample)))
            #expect(category.name == icu, "\(tag) \(item["type"]!) \(sample)")
            if icu == item["category"]! {
                agreed += 1
            } else {
                differences["\(tag) \(item["type"]!): \(item["category"]!), here \(icu)", default: 0] += 1
            }
        }
        print("plural samples: \(agreed) of \(samples.count) as ICU and the file have them; CLDR differences:")
        for (name, count) in differences.sorted(by: { $0.key < $1.key }) { print("  \(name) (\(count))") }
        #expect(agreed > 14000)
    }

    /// The operands of a sample, `1.50` or `1.1c6`.
    private func operands(_ sample: String) -> PluralOperands? {
        let parts = sample.split(whereSeparator: { $0 == "c" || $0 == "e" })
        let exponent = parts.count > 1 ? Int(parts[1])! : 0
        var spelling = Array(parts[0].utf8)
        if exponent > 0 {
            // The exponent moves the point; what is behind it then is seen.
            let digits = spelling.filter { $0 != 0x2E }
            let fraction = spelling.firstIndex(of: 0x2E).map { spelling.count - $0 - 1 } ?? 0
            let integers = digits.count - fraction + exponent
            spelling = Array((digits + Array(repeating: 0x30, count: max(0, integers - digits.count)))[..<integers])
            if digits.count > integers { spelling += [0x2E] + digits[integers...] }
        }
        guard let quantity = unsafe spelling.withUnsafeBufferPointer({ unsafe Quantity(spelling: $0) }) else {
            return nil
        }
        var operands = PluralOperands(quantity)
        operands.e = UInt64(exponent)
        return operands
    }

    @Test("Closure's cases")
    func closure() throws {
        let object = try MessageCases.object("closure.json") as! [String: Any]
        var listed: [String] = []
        var agreed = 0
        for item in object["tests"] as! [[String: Any]] {
            let pattern = item["pattern"] as! String
            let locale = item["locale"] as! String
            let values = item["args"] as! [String: Any]
            let icu = Reference.format(pattern, locale: locale, values.map { ($0, referenceValue($1)) })
            let isError = item["expError"] as? Bool == true
            let icuAgrees = isError ? !icu.isFormatted : icu.isFormatted && icu.text == item["exp"] as? String
            let ours = MessageCases.format(pattern, locale: locale, MessageCases.arguments(values))
            if icuAgrees {
                agreed += 1
                if isError {
                    #expect(throws: MessageSyntaxError.self) {
                        try MessageFormatter(pattern, locale: LanguageTag(locale)!)
                    }
                } else {
                    #expect(ours == item["exp"] as? String, "\(item["test"]!)")
                }
            } else {
                listed.append(
                    "\(item["test"]!): ICU has “\(icu.text)”, Closure “\(item["exp"] ?? "an error")”, here “\(ours)”")
            }
        }
        print("Closure: ICU agrees with \(agreed) cases; with these it does not:")
        for line in listed { print("  \(line)") }
        #expect(agreed > 50)
    }

    private func referenceValue(_ value: Any) -> ReferenceValue {
        let text = "\(value)"
        // Text that is a number counts as one; ICU needs to be told.
        return Double(text) != nil ? .number(text) : .text(text)
    }

    @Test("FormatJS's cases")
    func formatJS() throws {
        let cases = try MessageCases.object("formatjs/cases.json") as! [[String: Any]]
        #expect(cases.count == 116)
        var listed: [String] = []
        var agreed = 0
        for item in cases {
            let pattern = item["message"] as! String
            let name = item["file"] as! String
            let icu = Reference.format(pattern, locale: "en", [])
            let isAccepted = item["icu76_ok"] as! Bool
            guard icu.isFormatted == isAccepted, !isAccepted || icu.text == item["icu76_noargs"] as? String else {
                listed.append("\(name): this ICU differs from the file's: \(icu.text)")
                continue
            }
            let formatter: MessageFormatter
            do {
                formatter = try MessageFormatter(pattern, locale: LanguageTag("en")!)
            } catch {
                if error.code == .unknownType && isAccepted {
                    listed.append("\(name): refused on purpose: \(error.reason)")
                } else {
                    #expect(!isAccepted, "\(name): \(error.reason)")
                    agreed += 1
                }
                continue
            }
            agreed += 1
            #expect(isAccepted, "\(name)")
            #expect(formatter.string() == item["icu76_noargs"] as? String, "\(name)")
        }
        print("FormatJS: \(agreed) of \(cases.count) as ICU has them; the others:")
        for line in listed { print("  \(line)") }
        #expect(agreed > 100)
    }
}
