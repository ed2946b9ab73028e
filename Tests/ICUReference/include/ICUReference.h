#ifndef PARLANCE_ICU_REFERENCE_H
#define PARLANCE_ICU_REFERENCE_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// ICU's own MessageFormat and PluralRules, for tests that compare. Texts are UTF-8 and end in NUL.

/// What an argument is: text, a number in decimal, or an instant in milliseconds since 1970.
typedef enum icu_reference_kind {
    icu_reference_text,
    icu_reference_number,
    icu_reference_date,
} icu_reference_kind;

/// An argument.
typedef struct icu_reference_argument {
    const char *_Nonnull name;
    const char *_Nonnull value;
    icu_reference_kind kind;
} icu_reference_argument;

/// Formats a pattern in UTC. Writes the result, or the name of ICU's error when the pattern was refused, and answers
/// whether it was formatted.
bool icu_reference_format(
    const char *_Nonnull pattern, int32_t pattern_size, const char *_Nonnull locale,
    const icu_reference_argument *_Nullable arguments, int32_t count, char *_Nonnull result, int32_t capacity);

/// The plural category of a sample as CLDR spells it: `1.50`, `1.1c6`.
bool icu_reference_category(
    const char *_Nonnull locale, bool ordinal, const char *_Nonnull sample, char *_Nonnull result, int32_t capacity);

/// Whether a character has ICU's property Pattern_Syntax, and whether Pattern_White_Space.
bool icu_reference_is_pattern_syntax(int32_t character);
bool icu_reference_is_pattern_white_space(int32_t character);

#ifdef __cplusplus
}
#endif

#endif
