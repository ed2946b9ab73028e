#include "Peer.h"

#include <malloc.h>

#include <atomic>
#include <cstring>
#include <ctime>
#include <string>

#include <unicode/msgfmt.h>

namespace {
std::atomic<int64_t> allocations{0};

/// Time that this thread has run: other programs on the machine do not count.
double threadNanoseconds() {
    timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
}
}

// The allocator's own names, so that every allocation of the process is counted.
extern "C" void *__libc_malloc(size_t);
extern "C" void *__libc_calloc(size_t, size_t);
extern "C" void *__libc_realloc(void *, size_t);

extern "C" void *malloc(size_t size) {
    allocations.fetch_add(1, std::memory_order_relaxed);
    return __libc_malloc(size);
}

extern "C" void *calloc(size_t count, size_t size) {
    allocations.fetch_add(1, std::memory_order_relaxed);
    return __libc_calloc(count, size);
}

extern "C" void *realloc(void *memory, size_t size) {
    allocations.fetch_add(1, std::memory_order_relaxed);
    return __libc_realloc(memory, size);
}

extern "C" int64_t peer_allocations(void) { return allocations.load(std::memory_order_relaxed); }

extern "C" int64_t peer_heap_bytes(void) {
    struct mallinfo2 heap = mallinfo2();
    return static_cast<int64_t>(heap.uordblks + heap.hblkhd);
}

extern "C" double peer_measure(
    const char *pattern, const char *locale, const char *name, int64_t n, const char *gender, int64_t count,
    char *result, int32_t capacity) {
    UErrorCode status = U_ZERO_ERROR;
    icu::MessageFormat format(icu::UnicodeString::fromUTF8(pattern), icu::Locale(locale), status);
    icu::UnicodeString names[] = {u"name", u"n", u"gender"};
    icu::Formattable values[] = {
        icu::Formattable(icu::UnicodeString::fromUTF8(name)), icu::Formattable(n),
        icu::Formattable(icu::UnicodeString::fromUTF8(gender))};
    icu::UnicodeString output;
    std::string text;
    // The result is wanted in UTF-8, as the service sends it.
    auto run = [&](int64_t times) {
        for (int64_t turn = 0; turn < times; ++turn) {
            output.remove();
            text.clear();
            format.format(names, values, 3, output, status);
            output.toUTF8String(text);
        }
    };
    run(count / 10 + 1);
    double start = threadNanoseconds();
    run(count);
    double end = threadNanoseconds();
    if (U_FAILURE(status)) text = u_errorName(status);
    strncpy(result, text.c_str(), capacity - 1);
    result[capacity - 1] = 0;
    return (end - start) / static_cast<double>(count);
}

extern "C" double peer_measure_request(
    const char *pattern, const char *locale, const char *name, int32_t name_length, const char *n, int32_t n_length,
    const char *gender, int32_t gender_length, int64_t count) {
    UErrorCode status = U_ZERO_ERROR;
    icu::MessageFormat format(icu::UnicodeString::fromUTF8(pattern), icu::Locale(locale), status);
    // Nothing outlives a turn but the format: a request brings its arguments as bytes and takes bytes away.
    auto run = [&](int64_t times) {
        for (int64_t turn = 0; turn < times; ++turn) {
            int64_t number = 0;
            for (int32_t index = 0; index < n_length; ++index) number = number * 10 + (n[index] - '0');
            const icu::UnicodeString names[] = {
                icu::UnicodeString::fromUTF8("name"), icu::UnicodeString::fromUTF8("n"),
                icu::UnicodeString::fromUTF8("gender")};
            const icu::Formattable values[] = {
                icu::Formattable(icu::UnicodeString::fromUTF8(icu::StringPiece(name, name_length))),
                icu::Formattable(number),
                icu::Formattable(icu::UnicodeString::fromUTF8(icu::StringPiece(gender, gender_length)))};
            icu::UnicodeString output;
            format.format(names, values, 3, output, status);
            std::string text;
            output.toUTF8String(text);
            asm volatile("" : : "r"(text.data()) : "memory");
        }
    };
    run(count / 10 + 1);
    double start = threadNanoseconds();
    run(count);
    return (threadNanoseconds() - start) / static_cast<double>(count);
}
