#include "CICULocale.h"

#include <cstring>
#include <string>

#include <unicode/bytestream.h>
#include <unicode/locid.h>
#include <unicode/unistr.h>
#include <unicode/ures.h>
#include <unicode/uvernum.h>

#include "LocaleText.h"

namespace {

using parlance::locale_from;

/// Copies a text out, or says how much room it would need.
ptrdiff_t hand_over(const std::string &text, char *buffer, size_t capacity) {
    if (text.size() <= capacity) {
        std::memcpy(buffer, text.data(), text.size());
    }
    return static_cast<ptrdiff_t>(text.size());
}

ptrdiff_t hand_over_tag(const icu::Locale &locale, UErrorCode status, char *buffer, size_t capacity) {
    std::string text = locale.toLanguageTag<std::string>(status);
    return U_FAILURE(status) ? -1 : hand_over(text, buffer, capacity);
}

struct ResourceCloser {
    UResourceBundle *bundle;
    ~ResourceCloser() { ures_close(bundle); }
};

/// The invariant characters of one string of a resource bundle.
std::string ascii(const UChar *text, int32_t length) {
    std::string result;
    icu::UnicodeString(false, text, length).toUTF8String(result);
    return result;
}

/// Calls `visit` for the children of one parent: a string, or an array of strings.
void visit_children(
    UResourceBundle *entry, const char *parent, void *context,
    void (*visit)(void *context, const char *child, const char *parent)) {
    UErrorCode status = U_ZERO_ERROR;
    int32_t length = 0;
    if (ures_getType(entry) == URES_STRING) {
        const UChar *text = ures_getString(entry, &length, &status);
        if (U_SUCCESS(status)) {
            visit(context, ascii(text, length).c_str(), parent);
        }
        return;
    }
    const int32_t count = ures_getSize(entry);
    for (int32_t index = 0; index < count; ++index) {
        status = U_ZERO_ERROR;
        const UChar *text = ures_getStringByIndex(entry, index, &length, &status);
        if (U_SUCCESS(status)) {
            visit(context, ascii(text, length).c_str(), parent);
        }
    }
}

}  // namespace

extern "C" {

const char *parlance_icu_version(void) { return U_ICU_VERSION; }

ptrdiff_t parlance_locale_canonicalize(const char *tag, size_t length, char *buffer, size_t capacity) {
    UErrorCode status = U_ZERO_ERROR;
    icu::Locale locale = locale_from(tag, length, status);
    locale.canonicalize(status);
    return hand_over_tag(locale, status, buffer, capacity);
}

ptrdiff_t parlance_locale_maximize(const char *tag, size_t length, char *buffer, size_t capacity) {
    UErrorCode status = U_ZERO_ERROR;
    icu::Locale locale = locale_from(tag, length, status);
    locale.addLikelySubtags(status);
    return hand_over_tag(locale, status, buffer, capacity);
}

ptrdiff_t parlance_locale_minimize(const char *tag, size_t length, char *buffer, size_t capacity) {
    UErrorCode status = U_ZERO_ERROR;
    icu::Locale locale = locale_from(tag, length, status);
    locale.minimizeSubtags(status);
    return hand_over_tag(locale, status, buffer, capacity);
}

ptrdiff_t parlance_locale_display_name(
    const char *tag, size_t length, const char *reader, size_t reader_length, char *buffer, size_t capacity) {
    UErrorCode status = U_ZERO_ERROR;
    const icu::Locale locale = locale_from(tag, length, status);
    const icu::Locale reader_locale = locale_from(reader, reader_length, status);
    if (U_FAILURE(status)) {
        return -1;
    }
    icu::UnicodeString name;
    locale.getDisplayName(reader_locale, name);
    std::string text;
    name.toUTF8String(text);
    return hand_over(text, buffer, capacity);
}

bool parlance_locale_is_right_to_left(const char *tag, size_t length) {
    UErrorCode status = U_ZERO_ERROR;
    const icu::Locale locale = locale_from(tag, length, status);
    return U_SUCCESS(status) && locale.isRightToLeft();
}

bool parlance_visit_locale_aliases(
    parlance_alias_kind kind, void *context, void (*visit)(void *context, const char *alias)) {
    const char *name = kind == PARLANCE_LANGUAGE_ALIASES ? "language"
                       : kind == PARLANCE_SCRIPT_ALIASES ? "script"
                                                         : "territory";
    UErrorCode status = U_ZERO_ERROR;
    ResourceCloser metadata{ures_openDirect(nullptr, "metadata", &status)};
    ResourceCloser aliases{ures_getByKey(metadata.bundle, "alias", nullptr, &status)};
    ResourceCloser kinds{ures_getByKey(aliases.bundle, name, nullptr, &status)};
    if (U_FAILURE(status)) {
        return false;
    }
    ures_resetIterator(kinds.bundle);
    while (ures_hasNext(kinds.bundle)) {
        ResourceCloser entry{ures_getNextResource(kinds.bundle, nullptr, &status)};
        if (U_FAILURE(status)) {
            return false;
        }
        visit(context, ures_getKey(entry.bundle));
    }
    return true;
}

bool parlance_visit_parent_locales(
    void *context, void (*visit)(void *context, const char *child, const char *parent)) {
    UErrorCode status = U_ZERO_ERROR;
    ResourceCloser supplemental{ures_openDirect(nullptr, "supplementalData", &status)};
    ResourceCloser parents{ures_getByKey(supplemental.bundle, "parentLocales", nullptr, &status)};
    if (U_FAILURE(status)) {
        return false;
    }
    ures_resetIterator(parents.bundle);
    while (ures_hasNext(parents.bundle)) {
        UErrorCode entry_status = U_ZERO_ERROR;
        ResourceCloser entry{ures_getNextResource(parents.bundle, nullptr, &entry_status)};
        if (U_FAILURE(entry_status)) {
            return false;
        }
        visit_children(entry.bundle, ures_getKey(entry.bundle), context, visit);
    }
    return true;
}

}  // extern "C"
