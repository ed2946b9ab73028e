#ifndef PARLANCE_BENCHMARK_PEER_H
#define PARLANCE_BENCHMARK_PEER_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Compiles a pattern with icu::MessageFormat, warms it up, and formats it as often as asked with the arguments name
/// (text), n (integer) and gender (text). Answers nanoseconds for one format; the last result is copied as UTF-8.
double peer_measure(
    const char *_Nonnull pattern, const char *_Nonnull locale, const char *_Nonnull name, int64_t n,
    const char *_Nonnull gender, int64_t count, char *_Nonnull result, int32_t capacity);

/// The same where each format is a request of its own: the arguments come as bytes in UTF-8, the count as its digits, and
/// the result is a new string in UTF-8.
double peer_measure_request(
    const char *_Nonnull pattern, const char *_Nonnull locale, const char *_Nonnull name, int32_t name_length,
    const char *_Nonnull n, int32_t n_length, const char *_Nonnull gender, int32_t gender_length, int64_t count);

/// Calls of malloc, calloc and realloc by this process so far.
int64_t peer_allocations(void);

/// The bytes of the heap that are in use.
int64_t peer_heap_bytes(void);

#ifdef __cplusplus
}
#endif

#endif
