#include "CICUDates.h"

#include <memory>
#include <mutex>

#include <unicode/calendar.h>
#include <unicode/locid.h>
#include <unicode/simpletz.h>
#include <unicode/smpdtfmt.h>

#include "Text.h"

using icu::DateFormat;
using icu::Locale;
using icu::SimpleDateFormat;
using icu::TimeZone;
using icu::UnicodeString;

struct parlance_date_format {
    std::mutex mutex;
    std::unique_ptr<SimpleDateFormat> format;
    std::unique_ptr<icu::Calendar> calendar;
};

extern "C" parlance_date_format *parlance_date_format_open(
    const char *tag, bool time, parlance_date_style style, const char *text, int32_t size, const char **error) {
    UErrorCode status = U_ZERO_ERROR;
    Locale locale = Locale::forLanguageTag(tag, status);
    UnicodeString styleText = UnicodeString::fromUTF8(icu::StringPiece(text, size));
    std::unique_ptr<DateFormat> format;
    if (style == parlance_date_style_skeleton) {
        format.reset(DateFormat::createInstanceForSkeleton(styleText, locale, status));
    } else {
        DateFormat::EStyle length = DateFormat::kDefault;
        switch (style) {
        case parlance_date_style_short: length = DateFormat::kShort; break;
        case parlance_date_style_medium: length = DateFormat::kMedium; break;
        case parlance_date_style_long: length = DateFormat::kLong; break;
        case parlance_date_style_full: length = DateFormat::kFull; break;
        default: break;
        }
        format.reset(
            time ? DateFormat::createTimeInstance(length, locale) : DateFormat::createDateInstance(length, locale));
    }
    auto *simple = dynamic_cast<SimpleDateFormat *>(format.get());
    if (U_SUCCESS(status) && simple == nullptr) status = U_UNSUPPORTED_ERROR;
    if (U_FAILURE(status)) {
        *error = u_errorName(status);
        return nullptr;
    }
    auto result = std::make_unique<parlance_date_format>();
    format.release();
    result->format.reset(simple);
    if (style == parlance_date_style_pattern) simple->applyPattern(styleText);
    result->calendar.reset(simple->getCalendar()->clone());
    if (result->calendar == nullptr) {
        *error = u_errorName(U_MEMORY_ALLOCATION_ERROR);
        return nullptr;
    }
    return result.release();
}

extern "C" void parlance_date_format_close(parlance_date_format *format) { delete format; }

extern "C" int32_t parlance_date_format_instant(
    parlance_date_format *format, double milliseconds, const char *zoneName, int32_t offset, char *text,
    int32_t capacity) {
    UErrorCode status = U_ZERO_ERROR;
    // A zone that ICU does not know comes back with the offset 0 and another name; then the offset alone is shown.
    std::unique_ptr<TimeZone> zone(TimeZone::createTimeZone(UnicodeString::fromUTF8(zoneName)));
    int32_t raw = 0;
    int32_t saving = 0;
    if (zone != nullptr) zone->getOffset(milliseconds, false, raw, saving, status);
    if (zone == nullptr || U_FAILURE(status) || *zone == TimeZone::getUnknown() || raw + saving != offset * 1000) {
        status = U_ZERO_ERROR;
        char id[16];
        int32_t minutes = (offset < 0 ? -offset : offset) / 60;
        snprintf(id, sizeof id, "GMT%c%02d:%02d", offset < 0 ? '-' : '+', (minutes / 60) % 100, minutes % 60);
        zone.reset(new icu::SimpleTimeZone(offset * 1000, UnicodeString(id)));
    }

    std::lock_guard<std::mutex> lock(format->mutex);
    format->calendar->adoptTimeZone(zone.release());
    format->calendar->setTime(milliseconds, status);
    UnicodeString result;
    format->format->format(*format->calendar, result, nullptr, status);
    if (U_FAILURE(status)) return -1;
    parlance::TextWriter writer(text, capacity);
    writer.append(result);
    return writer.size();
}
