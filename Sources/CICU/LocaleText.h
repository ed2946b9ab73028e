#ifndef PARLANCE_CICU_LOCALE_TEXT_H
#define PARLANCE_CICU_LOCALE_TEXT_H

#include <unicode/locid.h>
#include <unicode/stringpiece.h>

namespace parlance {

/// Reads a BCP 47 tag. `icu::Locale("…")` would not: it takes `zh-cmn-Hans` for a variant.
inline icu::Locale locale_from(const char *tag, size_t length, UErrorCode &status) {
    return icu::Locale::forLanguageTag(icu::StringPiece(tag, static_cast<int32_t>(length)), status);
}

}  // namespace parlance

#endif
