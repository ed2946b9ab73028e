#include "ICUReference.h"

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include <unicode/msgfmt.h>
#include <unicode/numberformatter.h>
#include <unicode/plurrule.h>
#include <unicode/timezone.h>
#include <unicode/uchar.h>

using icu::UnicodeString;

static void copy(const UnicodeString &text, char *result, int32_t capacity) {
    std::string bytes;
    text.toUTF8String(bytes);
    strncpy(result, bytes.c_str(), capacity - 1);
    result[capacity - 1] = 0;
}

extern "C" bool icu_reference_format(
    const char *pattern, int32_t patternSize, const char *tag, const icu_reference_argument *arguments, int32_t count,
    char *result, int32_t capacity) {
    UErrorCode status = U_ZERO_ERROR;
    static bool isUTC = (icu::TimeZone::adoptDefault(icu::TimeZone::createTimeZone("UTC")), true);
    (void)isUTC;
    UParseError place;
    icu::MessageFormat format(
        UnicodeString::fromUTF8(icu::StringPiece(pattern, patternSize)), icu::Locale::forLanguageTag(tag, status), place,
        status);
    std::vector<UnicodeString> names;
    std::vector<icu::Formattable> values;
    for (int32_t index = 0; index < count; ++index) {
        names.push_back(UnicodeString::fromUTF8(arguments[index].name));
        const char *value = arguments[index].value;
        switch (arguments[index].kind) {
        case icu_reference_text: values.emplace_back(UnicodeString::fromUTF8(value)); break;
        case icu_reference_number: values.emplace_back(icu::StringPiece(value), status); break;
        case icu_reference_date: values.emplace_back(strtod(value, nullptr), icu::Formattable::kIsDate); break;
        }
    }
    UnicodeString output;
    if (U_SUCCESS(status)) format.format(names.data(), values.data(), count, output, status);
    copy(U_SUCCESS(status) ? output : UnicodeString(u_errorName(status)), result, capacity);
    return U_SUCCESS(status);
}

extern "C" bool icu_reference_category(
    const char *tag, bool ordinal, const char *sample, char *result, int32_t capacity) {
    UErrorCode status = U_ZERO_ERROR;
    icu::Locale locale = icu::Locale::forLanguageTag(tag, status);
    std::unique_ptr<icu::PluralRules> rules(
        icu::PluralRules::forLocale(locale, ordinal ? UPLURAL_TYPE_ORDINAL : UPLURAL_TYPE_CARDINAL, status));
    if (U_FAILURE(status)) return false;
    std::string text = sample;
    int exponent = 0;
    size_t mark = text.find_first_of("ce");
    if (mark != std::string::npos) {
        exponent = atoi(text.c_str() + mark + 1);
        text.resize(mark);
    }
    size_t point = text.find('.');
    int32_t fraction = point == std::string::npos ? 0 : static_cast<int32_t>(text.size() - point - 1);
    auto formatter =
        icu::number::NumberFormatter::withLocale(locale).precision(icu::number::Precision::fixedFraction(fraction));
    if (exponent > 0) formatter = formatter.notation(icu::number::Notation::compactLong());
    std::string number = text + "E" + std::to_string(exponent);
    icu::number::FormattedNumber formatted = formatter.formatDecimal(number, status);
    copy(rules->select(formatted, status), result, capacity);
    return U_SUCCESS(status);
}

extern "C" bool icu_reference_is_pattern_syntax(int32_t character) {
    return u_hasBinaryProperty(character, UCHAR_PATTERN_SYNTAX);
}

extern "C" bool icu_reference_is_pattern_white_space(int32_t character) {
    return u_hasBinaryProperty(character, UCHAR_PATTERN_WHITE_SPACE);
}
