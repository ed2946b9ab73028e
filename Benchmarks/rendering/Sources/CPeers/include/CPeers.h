#ifndef CPEERS_H
#define CPEERS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// RapidJSON's SAX reader into its writer: validates JSON and UTF-8, numbers as strings. Returns the bytes written, 0 on
/// an error.
size_t peer_rapidjson(const uint8_t *bytes, size_t count);

/// simdjson's parse into a document; `bytes` must be followed by 64 readable bytes. Returns whether it succeeded.
int peer_simdjson(const uint8_t *bytes, size_t count, size_t capacity);

#ifdef __cplusplus
}
#endif

#endif
