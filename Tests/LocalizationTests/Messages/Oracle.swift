import Foundation
import TestSupport

@testable import Localization

/// Cases of the conformance data as JSON objects, and their arguments as ours.
enum MessageCases {
    static func object(_ path: String) throws -> Any {
        try JSONSerialization.jsonObject(with: Data(SharedData.bytes("conformance/message/" + path)))
    }

    /// Arguments of a case. Numbers come as a JSON document spells them.
    static func arguments(_ object: [String: Any]) -> ArgumentScope {
        ArgumentScope(object.map { Argument(name: Array($0.utf8), value: value($1)) })
    }

    static func value(_ value: Any) -> ArgumentValue {
        switch value {
        case let text as String: return .string(Array(text.utf8))
        case let number as NSNumber:
            if CFNumberIsBoolean(number) { return .boolean(number.boolValue) }
            return .number(Array(number.stringValue.utf8))
        case let date as [String: Any]: return .string(Array((date["date"] as! String).utf8))
        default: return .unusable
        }
    }

    private static func CFNumberIsBoolean(_ number: NSNumber) -> Bool { number.objCType.pointee == 0x63 /* c */ }

    /// The text of a message, or ICU's name for what is wrong with it.
    static func format(_ pattern: String, locale: String, _ arguments: ArgumentScope?) -> String {
        do {
            let message = try MessageFormatter(pattern, locale: LanguageTag(locale)!)
            var output: [UInt8] = []
            message.format(arguments, into: &output)
            return String(decoding: output, as: UTF8.self)
        } catch {
            return icuName(of: error.code)
        }
    }

    static func icuName(of code: MessageSyntaxError.Code) -> String {
        switch code {
        case .unexpected: "U_PATTERN_SYNTAX_ERROR"
        case .unmatchedBraces: "U_UNMATCHED_BRACES"
        case .missingOther: "U_DEFAULT_KEYWORD_MISSING"
        case .unknownType: "U_ILLEGAL_ARGUMENT_ERROR"
        default: code.rawValue
        }
    }
}
