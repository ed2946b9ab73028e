#include "CICUNumbers.h"

#include <mutex>

#include <unicode/decimfmt.h>
#include <unicode/locid.h>
#include <unicode/numberformatter.h>
#include <unicode/plurrule.h>
#include <unicode/ures.h>

#include "Text.h"

using icu::DecimalFormat;
using icu::Locale;
using icu::NumberFormat;
using icu::PluralRules;
using icu::UnicodeString;
using parlance::TextWriter;

namespace {

struct ResourceCloser {
    UResourceBundle *bundle;
    ~ResourceCloser() { ures_close(bundle); }
};

UnicodeString resourceString(const UResourceBundle *bundle, UErrorCode &status) {
    int32_t length = 0;
    const UChar *text = ures_getString(bundle, &length, &status);
    return U_SUCCESS(status) ? UnicodeString(false, text, length) : UnicodeString();
}

/// The name of the locale's set of plural rules: its own, or that of the locale it is cut from.
bool ruleSetName(UResourceBundle *root, const Locale &locale, bool ordinal, char *name, int32_t capacity) {
    UErrorCode status = U_ZERO_ERROR;
    ResourceCloser locales{ures_getByKey(root, ordinal ? "locales_ordinals" : "locales", nullptr, &status)};
    if (U_FAILURE(status)) return false;
    char id[ULOC_FULLNAME_CAPACITY];
    uloc_getBaseName(locale.getName(), id, sizeof id, &status);
    while (U_SUCCESS(status) && id[0] != 0) {
        UErrorCode found = U_ZERO_ERROR;
        int32_t length = 0;
        const UChar *set = ures_getStringByKey(locales.bundle, id, &length, &found);
        if (U_SUCCESS(found)) {
            if (length >= capacity) return false;
            u_UCharsToChars(set, name, length);
            name[length] = 0;
            return length > 0;
        }
        char parent[ULOC_FULLNAME_CAPACITY];
        uloc_getParent(id, parent, sizeof parent, &status);
        strcpy(id, parent);
    }
    return false;
}

/// CLDR's minimumGroupingDigits, found by what ICU's newer formatter does with numbers of growing length: the older
/// one, whose attributes are read otherwise, does not know it.
int32_t minimumGrouping(const Locale &locale, const UnicodeString &separator) {
    UErrorCode status = U_ZERO_ERROR;
    auto formatter = icu::number::NumberFormatter::withLocale(locale);
    int64_t number = 1000;
    for (int32_t digits = 1; digits <= 3; ++digits, number *= 10) {
        if (formatter.formatInt(number, status).toString(status).indexOf(separator) >= 0) return digits;
        if (U_FAILURE(status)) return 1;
    }
    return 1;
}

}  // namespace

extern "C" int32_t parlance_plural_rules(const char *tag, bool ordinal, char *text, int32_t capacity) {
    UErrorCode status = U_ZERO_ERROR;
    Locale locale = Locale::forLanguageTag(tag, status);
    ResourceCloser root{ures_openDirect(nullptr, "plurals", &status)};
    if (U_FAILURE(status)) return -1;
    char name[64];
    TextWriter writer(text, capacity);
    if (!ruleSetName(root.bundle, locale, ordinal, name, sizeof name)) return writer.size();
    ResourceCloser rules{ures_getByKey(root.bundle, "rules", nullptr, &status)};
    ResourceCloser set{ures_getByKey(rules.bundle, name, nullptr, &status)};
    if (U_FAILURE(status)) return -1;
    int32_t count = ures_getSize(set.bundle);
    for (int32_t index = 0; index < count; ++index) {
        ResourceCloser rule{ures_getByIndex(set.bundle, index, nullptr, &status)};
        if (U_FAILURE(status)) return -1;
        UnicodeString condition = resourceString(rule.bundle, status);
        int32_t samples = condition.indexOf(u'@');
        if (samples >= 0) condition.truncate(samples);
        if (index > 0) writer.append(";");
        writer.append(ures_getKey(rule.bundle));
        writer.append(": ");
        writer.append(condition);
    }
    return U_SUCCESS(status) ? writer.size() : -1;
}

extern "C" int32_t parlance_number_symbols_get(
    const char *tag, parlance_number_symbols *symbols, char *text, int32_t capacity) {
    UErrorCode status = U_ZERO_ERROR;
    Locale locale = Locale::forLanguageTag(tag, status);
    std::unique_ptr<NumberFormat> format(NumberFormat::createInstance(locale, status));
    if (U_FAILURE(status)) return -1;
    auto *decimal = dynamic_cast<DecimalFormat *>(format.get());
    if (decimal == nullptr) return -1;
    const icu::DecimalFormatSymbols *source = decimal->getDecimalFormatSymbols();

    TextWriter writer(text, capacity);
    int32_t part = 0;
    auto add = [&](const UnicodeString &value) {
        writer.append(value);
        symbols->ends[part++] = writer.size();
    };
    UnicodeString affix;
    add(source->getSymbol(icu::DecimalFormatSymbols::kDecimalSeparatorSymbol));
    add(source->getSymbol(icu::DecimalFormatSymbols::kGroupingSeparatorSymbol));
    add(decimal->getPositivePrefix(affix));
    add(decimal->getPositiveSuffix(affix));
    add(decimal->getNegativePrefix(affix));
    add(decimal->getNegativeSuffix(affix));
    for (int32_t digit = 0; digit < 10; ++digit) add(source->getConstDigitSymbol(digit));

    bool grouping = decimal->isGroupingUsed();
    symbols->primary_grouping = grouping ? decimal->getGroupingSize() : 0;
    symbols->secondary_grouping = grouping ? decimal->getSecondaryGroupingSize() : 0;
    symbols->minimum_grouping =
        minimumGrouping(locale, source->getConstSymbol(icu::DecimalFormatSymbols::kGroupingSeparatorSymbol));
    symbols->minimum_integer_digits = decimal->getMinimumIntegerDigits();
    symbols->minimum_fraction_digits = decimal->getMinimumFractionDigits();
    symbols->maximum_fraction_digits = decimal->getMaximumFractionDigits();
    return writer.size();
}

struct parlance_number_format {
    Locale locale;
    /// Owns what `formatter` points to, for every style but a skeleton.
    std::unique_ptr<DecimalFormat> decimal;
    icu::number::LocalizedNumberFormatter skeleton;
    const icu::number::LocalizedNumberFormatter *formatter = nullptr;

    mutable std::once_flag rulesOnce[2];
    mutable std::unique_ptr<PluralRules> rules[2];
};

extern "C" parlance_number_format *parlance_number_format_open(
    const char *tag, parlance_number_style style, const char *text, int32_t size, const char **error) {
    UErrorCode status = U_ZERO_ERROR;
    auto result = std::make_unique<parlance_number_format>();
    result->locale = Locale::forLanguageTag(tag, status);
    UnicodeString styleText = UnicodeString::fromUTF8(icu::StringPiece(text, size));
    std::unique_ptr<NumberFormat> format;
    switch (style) {
    case parlance_number_style_skeleton:
        result->skeleton = icu::number::NumberFormatter::forSkeleton(styleText, status).locale(result->locale);
        // Some mistakes show only when a number is formatted.
        result->skeleton.formatInt(0, status);
        break;
    case parlance_number_style_currency:
        format.reset(NumberFormat::createCurrencyInstance(result->locale, status));
        break;
    case parlance_number_style_percent:
        format.reset(NumberFormat::createPercentInstance(result->locale, status));
        break;
    default:
        format.reset(NumberFormat::createInstance(result->locale, status));
        break;
    }
    if (U_SUCCESS(status) && style != parlance_number_style_skeleton) {
        auto *decimal = dynamic_cast<DecimalFormat *>(format.get());
        if (decimal == nullptr) {
            status = U_UNSUPPORTED_ERROR;
        } else {
            result->decimal.reset(decimal);
            format.release();
            if (style == parlance_number_style_pattern) {
                UParseError place;
                decimal->applyPattern(styleText, place, status);
            } else if (style == parlance_number_style_integer) {
                decimal->setMaximumFractionDigits(0);
                decimal->setDecimalSeparatorAlwaysShown(false);
            }
            decimal->setMinimumGroupingDigits(minimumGrouping(
                result->locale,
                decimal->getDecimalFormatSymbols()->getConstSymbol(
                    icu::DecimalFormatSymbols::kGroupingSeparatorSymbol)));
            if (U_SUCCESS(status)) result->formatter = decimal->toNumberFormatter(status);
        }
    } else {
        result->formatter = &result->skeleton;
    }
    if (U_FAILURE(status)) {
        *error = u_errorName(status);
        return nullptr;
    }
    return result.release();
}

extern "C" void parlance_number_format_close(parlance_number_format *format) { delete format; }

extern "C" int32_t parlance_number_format_decimal(
    const parlance_number_format *format, const char *number, int32_t numberSize, char *text, int32_t capacity) {
    UErrorCode status = U_ZERO_ERROR;
    icu::number::FormattedNumber formatted =
        format->formatter->formatDecimal(icu::StringPiece(number, numberSize), status);
    TextWriter writer(text, capacity);
    writer.append(formatted.toTempString(status));
    return U_SUCCESS(status) ? writer.size() : -1;
}

extern "C" int32_t parlance_number_format_category(
    const parlance_number_format *format, bool ordinal, const char *number, int32_t numberSize) {
    constexpr int32_t other = 5;
    std::call_once(format->rulesOnce[ordinal], [format, ordinal] {
        UErrorCode status = U_ZERO_ERROR;
        format->rules[ordinal].reset(
            PluralRules::forLocale(format->locale, ordinal ? UPLURAL_TYPE_ORDINAL : UPLURAL_TYPE_CARDINAL, status));
        if (U_FAILURE(status)) format->rules[ordinal].reset();
    });
    const PluralRules *rules = format->rules[ordinal].get();
    if (rules == nullptr) return other;
    UErrorCode status = U_ZERO_ERROR;
    icu::number::FormattedNumber formatted =
        format->formatter->formatDecimal(icu::StringPiece(number, numberSize), status);
    if (U_FAILURE(status)) return other;
    UnicodeString category = rules->select(formatted, status);
    static const char16_t *const names[] = {u"zero", u"one", u"two", u"few", u"many"};
    for (int32_t index = 0; U_SUCCESS(status) && index < other; ++index) {
        if (category == UnicodeString(true, names[index], -1)) return index;
    }
    return other;
}
