#ifndef PARLANCE_CICU_DATES_H
#define PARLANCE_CICU_DATES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A date formatter, shared by threads (they wait for one another: ICU's date formats do not promise more).
typedef struct parlance_date_format parlance_date_format;

/// How the style of a `date` or `time` argument is spelled.
typedef enum parlance_date_style {
    parlance_date_style_default,
    parlance_date_style_short,
    parlance_date_style_medium,
    parlance_date_style_long,
    parlance_date_style_full,
    /// A pattern as SimpleDateFormat reads it, `yyyy-MM-dd`.
    parlance_date_style_pattern,
    /// A skeleton, without its `::`.
    parlance_date_style_skeleton,
} parlance_date_style;

/// A formatter for a locale and a style, of dates or of times of day; nil where ICU refuses the style, with ICU's name
/// of the error.
parlance_date_format *_Nullable parlance_date_format_open(
    const char *_Nonnull locale, bool time, parlance_date_style style, const char *_Nonnull text, int32_t size,
    const char *_Nullable *_Nonnull error);

/// Frees a formatter.
void parlance_date_format_close(parlance_date_format *_Nullable format);

/// Formats an instant, in milliseconds since 1970 in UTC, in a zone whose offset at that instant is known, in seconds
/// east of Greenwich. The zone is shown by its name where ICU's own rules give it the same offset, else by the offset.
///
/// Writes UTF-8 and answers its size; where that is more than the capacity, the caller comes again with room for it. A
/// negative answer is ICU's refusal.
int32_t parlance_date_format_instant(
    parlance_date_format *_Nonnull format, double milliseconds, const char *_Nonnull zone, int32_t offset,
    char *_Nonnull text, int32_t capacity);

#ifdef __cplusplus
}
#endif

#endif
