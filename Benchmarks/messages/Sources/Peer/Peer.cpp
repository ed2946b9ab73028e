#include "Peer.h"

#include <malloc.h>

#include <atomic>
#include <chrono>
#include <cstring>
#include <string>

#include <unicode/msgfmt.h>

namespace {
std::atomic<int64_t> allocations{0};
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
    auto run = [&](int64_t times) {
        for (int64_t turn = 0; turn < times; ++turn) {
            output.remove();
            format.format(names, values, 3, output, status);
        }
    };
    run(count / 10 + 1);
    auto start = std::chrono::steady_clock::now();
    run(count);
    auto end = std::chrono::steady_clock::now();
    std::string text;
    output.toUTF8String(text);
    if (U_FAILURE(status)) text = u_errorName(status);
    strncpy(result, text.c_str(), capacity - 1);
    result[capacity - 1] = 0;
    return std::chrono::duration<double, std::nano>(end - start).count() / static_cast<double>(count);
}
