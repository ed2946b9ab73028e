#ifndef PARLANCE_CICU_NUMBERS_H
#define PARLANCE_CICU_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Every locale is a BCP 47 tag that ends in NUL. Every text is UTF-8 with its size. A function that writes text
// answers the size it has; where that is more than the capacity, nothing of use was written and the caller comes
// again with room for it. A negative answer is ICU's refusal.

/// The plural rules of a locale as ICU's data spells them (UTS #35, part 3, section 5): `one: i = 1 and v = 0;few: …`,
/// without samples; empty where every number is `other`.
int32_t parlance_plural_rules(
    const char *_Nonnull locale, bool ordinal, char *_Nonnull text, int32_t capacity);

/// Where the parts of a locale's default decimal format stand in one text.
typedef struct parlance_number_symbols {
    /// The end of each part in the text: decimal separator, grouping separator, positive prefix and suffix, negative
    /// prefix and suffix, then the ten digits.
    int32_t ends[16];
    int32_t primary_grouping;
    int32_t secondary_grouping;
    int32_t minimum_grouping;
    int32_t minimum_integer_digits;
    int32_t minimum_fraction_digits;
    int32_t maximum_fraction_digits;
} parlance_number_symbols;

/// The parts of the default decimal format of a locale.
int32_t parlance_number_symbols_get(
    const char *_Nonnull locale, parlance_number_symbols *_Nonnull symbols, char *_Nonnull text, int32_t capacity);

/// A number formatter: immutable, shared by threads.
typedef struct parlance_number_format parlance_number_format;

/// How the style of a `number` argument is spelled.
typedef enum parlance_number_style {
    parlance_number_style_default,
    parlance_number_style_currency,
    parlance_number_style_percent,
    parlance_number_style_integer,
    /// A pattern as DecimalFormat reads it, `#,##0.00`.
    parlance_number_style_pattern,
    /// A skeleton, without its `::`.
    parlance_number_style_skeleton,
} parlance_number_style;

/// A formatter for a locale and a style; nil where ICU refuses the style, with ICU's name of the error.
parlance_number_format *_Nullable parlance_number_format_open(
    const char *_Nonnull locale, parlance_number_style style, const char *_Nonnull text, int32_t size,
    const char *_Nullable *_Nonnull error);

/// Frees a formatter.
void parlance_number_format_close(parlance_number_format *_Nullable format);

/// Formats a number that is spelled in decimal.
int32_t parlance_number_format_decimal(
    const parlance_number_format *_Nonnull format, const char *_Nonnull number, int32_t number_size,
    char *_Nonnull text, int32_t capacity);

/// The plural category of a number as this formatter shows it, as ICU's MessageFormat finds it: the index in zero,
/// one, two, few, many, other; 5 where something fails.
int32_t parlance_number_format_category(
    const parlance_number_format *_Nonnull format, bool ordinal, const char *_Nonnull number, int32_t number_size);

#ifdef __cplusplus
}
#endif

#endif
