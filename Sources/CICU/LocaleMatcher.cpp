#include "CICULocale.h"

#include <cstring>
#include <utility>
#include <vector>

#include <unicode/localematcher.h>
#include <unicode/locid.h>

#include "LocaleText.h"

/// The matcher behind an opaque pointer, and what it matches among.
struct parlance_locale_matcher {
    icu::LocaleMatcher matcher;
    std::vector<icu::Locale> supported;
};

namespace {

using parlance::locale_from;

/// Reads tags one by one, as the matcher asks for them: it seldom needs the last.
class TagIterator final : public icu::Locale::Iterator {
public:
    TagIterator(const char *tags, size_t count) : next_(tags), left_(count), current_() {}

    UBool hasNext() const override { return left_ > 0; }

    const icu::Locale &next() override {
        UErrorCode status = U_ZERO_ERROR;
        const size_t length = std::strlen(next_);
        current_ = locale_from(next_, length, status);
        next_ += length + 1;
        --left_;
        return current_;
    }

private:
    const char *next_;
    size_t left_;
    icu::Locale current_;
};

}  // namespace

extern "C" {

parlance_locale_matcher *parlance_locale_matcher_create(const char *tags, size_t count, int32_t preferred) {
    UErrorCode status = U_ZERO_ERROR;
    icu::LocaleMatcher::Builder builder;
    // The defaults of ICU, spelled out: a matcher that favours scripts gives readers a language that they do not
    // know in letters that they do.
    builder.setFavorSubtag(ULOCMATCH_FAVOR_LANGUAGE);
    builder.setDemotionPerDesiredLocale(ULOCMATCH_DEMOTION_REGION);
    builder.setNoDefaultLocale();
    std::vector<icu::Locale> supported;
    supported.reserve(count);
    for (size_t index = 0; index < count; ++index) {
        const size_t length = std::strlen(tags);
        const icu::Locale &locale = supported.emplace_back(locale_from(tags, length, status));
        if (U_FAILURE(status)) {
            return nullptr;
        }
        builder.addSupportedLocale(locale);
        if (static_cast<int32_t>(index) == preferred) {
            builder.setDefaultLocale(&locale);
        }
        tags += length + 1;
    }
    icu::LocaleMatcher matcher = builder.build(status);
    return U_FAILURE(status) ? nullptr : new parlance_locale_matcher{std::move(matcher), std::move(supported)};
}

void parlance_locale_matcher_destroy(parlance_locale_matcher *matcher) { delete matcher; }

parlance_locale_match parlance_locale_matcher_match(
    const parlance_locale_matcher *matcher, const char *tags, size_t count) {
    UErrorCode status = U_ZERO_ERROR;
    TagIterator desired(tags, count);
    const icu::LocaleMatcher::Result result = matcher->matcher.getBestMatchResult(desired, status);
    if (U_FAILURE(status) || result.getSupportedIndex() < 0) {
        return {-1, -1};
    }
    return {result.getSupportedIndex(), result.getDesiredIndex()};
}

void parlance_locale_matcher_distances(
    const parlance_locale_matcher *matcher, const char *desired, size_t desired_length, double *distances) {
    UErrorCode status = U_ZERO_ERROR;
    const icu::Locale desired_locale = locale_from(desired, desired_length, status);
    for (const icu::Locale &supported : matcher->supported) {
        // ICU marks this call as internal, yet it is the only one that tells a distance; it has been there since 65.
        const double score = matcher->matcher.internalMatch(desired_locale, supported, status);
        *distances++ = U_FAILURE(status) ? 100 : 100 - 100 * score;
    }
}

}  // extern "C"
