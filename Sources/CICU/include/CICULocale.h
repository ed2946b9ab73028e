#ifndef PARLANCE_CICU_LOCALE_H
#define PARLANCE_CICU_LOCALE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Tags are BCP 47 with `-`, given with their length and without a final NUL. Functions that write text write at most
// `capacity` bytes, without a final NUL, and answer the length of the whole text; a length above `capacity` means that
// nothing was written. -1 means that ICU could not read a tag.
//
// Everything here may be called from any thread.

/// The linked ICU's version, "72.1".
const char *_Nonnull parlance_icu_version(void);

/// The canonical form of a tag: aliases of CLDR replaced, subtags in their usual case and order.
///
/// ICU takes quadratic time for long tags: the caller bounds the length.
ptrdiff_t parlance_locale_canonicalize(
    const char *_Nonnull tag, size_t length, char *_Nonnull buffer, size_t capacity);

/// What CLDR's aliases replace.
typedef enum {
    PARLANCE_LANGUAGE_ALIASES,
    PARLANCE_SCRIPT_ALIASES,
    PARLANCE_TERRITORY_ALIASES,
} parlance_alias_kind;

/// Calls `visit` once for each alias, with what is replaced in ICU's spelling (`iw`, `sgn_BR`). False where ICU's data
/// is not to be had.
bool parlance_visit_locale_aliases(
    parlance_alias_kind kind, void *_Nonnull context,
    void (*_Nonnull visit)(void *_Nonnull context, const char *_Nonnull alias));

/// The tag with its likely subtags added (UTS #35, "Likely Subtags").
ptrdiff_t parlance_locale_maximize(const char *_Nonnull tag, size_t length, char *_Nonnull buffer, size_t capacity);

/// The tag without the subtags that its likely ones would add.
ptrdiff_t parlance_locale_minimize(const char *_Nonnull tag, size_t length, char *_Nonnull buffer, size_t capacity);

/// The name of a locale in the language of another, in UTF-8.
ptrdiff_t parlance_locale_display_name(
    const char *_Nonnull tag, size_t length, const char *_Nonnull reader, size_t reader_length,
    char *_Nonnull buffer, size_t capacity);

/// Whether text in this locale runs from right to left.
bool parlance_locale_is_right_to_left(const char *_Nonnull tag, size_t length);

/// Calls `visit` once for each locale whose parent is not its own truncation (CLDR's `parentLocales`), with both in
/// ICU's spelling (`es_MX`, `es_419`); the parent `root` ends a chain. False where ICU's data is not to be had.
bool parlance_visit_parent_locales(
    void *_Nonnull context,
    void (*_Nonnull visit)(void *_Nonnull context, const char *_Nonnull child, const char *_Nonnull parent));

/// CLDR's language matching among the locales that an application supports: immutable, shared by threads.
typedef struct parlance_locale_matcher parlance_locale_matcher;

/// What a match came to; both are -1 where nothing was near enough.
typedef struct {
    /// The position of the supported locale.
    int32_t supported;
    /// The position of the desired locale that it suits.
    int32_t desired;
} parlance_locale_match;

/// Prepares the matching. The tags follow one another in `tags`, each ended by a NUL.
///
/// `preferred` is the position of the locale that wins among equally near ones, or -1. NULL where ICU refuses a tag.
parlance_locale_matcher *_Nullable parlance_locale_matcher_create(
    const char *_Nonnull tags, size_t count, int32_t preferred);

/// Frees it; no thread may be using it.
void parlance_locale_matcher_destroy(parlance_locale_matcher *_Nonnull matcher);

/// The supported locale that suits these desired ones best, of which the first is the most wanted. The tags follow one
/// another in `tags`, each ended by a NUL.
///
/// ICU looks at the first ten only, since each place further down costs a tenth of what may lie between two locales.
parlance_locale_match parlance_locale_matcher_match(
    const parlance_locale_matcher *_Nonnull matcher, const char *_Nonnull tags, size_t count);

/// How far each supported locale is from what a reader desires, 0 (the same) to 100 (strangers); from 50 on they do not
/// match. `distances` has room for all of them, in their order.
void parlance_locale_matcher_distances(
    const parlance_locale_matcher *_Nonnull matcher, const char *_Nonnull desired, size_t desired_length,
    double *_Nonnull distances);

#ifdef __cplusplus
}
#endif

#endif
