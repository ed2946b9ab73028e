#ifndef PARLANCE_CSCAN_H
#define PARLANCE_CSCAN_H

// The inner loops of scanning, sixteen bytes at a time: SSE2 on x86-64, NEON on arm64, plain C elsewhere. They stand in
// C because Swift's SIMD comparison operators are not specialised; everything that decides anything stands in Swift.
//
// Each function takes [position, end), reads nothing outside it and returns a position in it or `end`.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "CSHA256.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#define CSCAN_WIDE 1
#elif defined(__aarch64__) && defined(__ARM_NEON)
#include <arm_neon.h>
#define CSCAN_WIDE 1
#endif

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

// What `cscan_string` saw on its way.
enum {
    CSCAN_MARK = 1,      // `<` or `{`
    CSCAN_NOT_ASCII = 2  // a byte above 0x7F
};

#if defined(__SSE2__)

typedef __m128i cscan_block;
// One bit a byte.
#define CSCAN_BITS_A_BYTE 1

static inline cscan_block cscan_load(const uint8_t *position) {
    return _mm_loadu_si128((const __m128i *)position);
}
static inline cscan_block cscan_equal(cscan_block block, uint8_t byte) {
    return _mm_cmpeq_epi8(block, _mm_set1_epi8((char)byte));
}
static inline cscan_block cscan_at_most(cscan_block block, uint8_t byte) {
    return _mm_cmpeq_epi8(_mm_min_epu8(block, _mm_set1_epi8((char)byte)), block);
}
static inline cscan_block cscan_either(cscan_block one, cscan_block other) {
    return _mm_or_si128(one, other);
}
static inline uint64_t cscan_mask(cscan_block block) {
    return (uint32_t)_mm_movemask_epi8(block);
}
static inline uint64_t cscan_high(cscan_block block) {
    return (uint32_t)_mm_movemask_epi8(block);
}
#define CSCAN_FULL 0xFFFFull

#elif defined(CSCAN_WIDE)

typedef uint8x16_t cscan_block;
// Four bits a byte: NEON narrows a comparison to a nibble each.
#define CSCAN_BITS_A_BYTE 4

static inline cscan_block cscan_load(const uint8_t *position) {
    return vld1q_u8(position);
}
static inline cscan_block cscan_equal(cscan_block block, uint8_t byte) {
    return vceqq_u8(block, vdupq_n_u8(byte));
}
static inline cscan_block cscan_at_most(cscan_block block, uint8_t byte) {
    return vcleq_u8(block, vdupq_n_u8(byte));
}
static inline cscan_block cscan_either(cscan_block one, cscan_block other) {
    return vorrq_u8(one, other);
}
static inline uint64_t cscan_mask(cscan_block block) {
    return vget_lane_u64(vreinterpret_u64_u8(vshrn_n_u16(vreinterpretq_u16_u8(block), 4)), 0);
}
static inline uint64_t cscan_high(cscan_block block) {
    return cscan_mask(vcgeq_u8(block, vdupq_n_u8(0x80)));
}
#define CSCAN_FULL 0xFFFFFFFFFFFFFFFFull

#endif

/// The first `"`, `\` or control in a JSON string's body, or `end`. Adds to `traits` what lies before it.
static inline const uint8_t *cscan_string(const uint8_t *position, const uint8_t *end, uint32_t *traits) {
    uint32_t seen = 0;
#if defined(CSCAN_WIDE)
    while (end - position >= 16) {
        cscan_block block = cscan_load(position);
        uint64_t stop = cscan_mask(cscan_either(
            cscan_either(cscan_equal(block, '"'), cscan_equal(block, '\\')), cscan_at_most(block, 0x1F)));
        uint64_t mark = cscan_mask(cscan_either(cscan_equal(block, '<'), cscan_equal(block, '{')));
        uint64_t high = cscan_high(block);
        if (stop) {
            uint64_t before = (stop & (~stop + 1)) - 1;
            seen |= (mark & before) ? CSCAN_MARK : 0;
            seen |= (high & before) ? CSCAN_NOT_ASCII : 0;
            *traits |= seen;
            return position + __builtin_ctzll(stop) / CSCAN_BITS_A_BYTE;
        }
        seen |= mark ? CSCAN_MARK : 0;
        seen |= high ? CSCAN_NOT_ASCII : 0;
        position += 16;
    }
#endif
    while (position < end) {
        uint8_t byte = *position;
        if (byte == '"' || byte == '\\' || byte < 0x20) break;
        if (byte == '<' || byte == '{') seen |= CSCAN_MARK;
        if (byte >= 0x80) seen |= CSCAN_NOT_ASCII;
        position++;
    }
    *traits |= seen;
    return position;
}

/// The first byte that is no JSON white space (space, tab, CR, LF), or `end`.
static inline const uint8_t *cscan_space(const uint8_t *position, const uint8_t *end) {
    // Most often there is none, or one space after a colon.
    if (position < end && *position > 0x20) return position;
    if (end - position >= 2 && *position == 0x20 && position[1] > 0x20) return position + 1;
#if defined(CSCAN_WIDE)
    while (end - position >= 16) {
        cscan_block block = cscan_load(position);
        uint64_t space = cscan_mask(cscan_either(
            cscan_either(cscan_equal(block, ' '), cscan_equal(block, '\n')),
            cscan_either(cscan_equal(block, '\r'), cscan_equal(block, '\t'))));
        uint64_t stop = space ^ CSCAN_FULL;
        if (stop) return position + __builtin_ctzll(stop) / CSCAN_BITS_A_BYTE;
        position += 16;
    }
#endif
    while (position < end && (*position == ' ' || *position == '\n' || *position == '\r' || *position == '\t')) {
        position++;
    }
    return position;
}

/// The first byte that is no decimal digit, or `end`.
static inline const uint8_t *cscan_digits(const uint8_t *position, const uint8_t *end) {
    while (position < end && (uint8_t)(*position - '0') < 10) position++;
    return position;
}

/// The first `one` or `other`, or `end`.
static inline const uint8_t *cscan_find(const uint8_t *position, const uint8_t *end, uint8_t one, uint8_t other) {
#if defined(CSCAN_WIDE)
    while (end - position >= 16) {
        cscan_block block = cscan_load(position);
        uint64_t hit = cscan_mask(cscan_either(cscan_equal(block, one), cscan_equal(block, other)));
        if (hit) return position + __builtin_ctzll(hit) / CSCAN_BITS_A_BYTE;
        position += 16;
    }
#endif
    while (position < end && *position != one && *position != other) position++;
    return position;
}

/// The first byte that markup must not hold as it is (`&`, `<`, `>`, `"`, `'`), or `end`.
static inline const uint8_t *cscan_markup(const uint8_t *position, const uint8_t *end) {
#if defined(CSCAN_WIDE)
    while (end - position >= 16) {
        cscan_block block = cscan_load(position);
        uint64_t hit = cscan_mask(cscan_either(
            cscan_either(
                cscan_either(cscan_equal(block, '<'), cscan_equal(block, '>')),
                cscan_either(cscan_equal(block, '"'), cscan_equal(block, '\''))),
            cscan_equal(block, '&')));
        if (hit) return position + __builtin_ctzll(hit) / CSCAN_BITS_A_BYTE;
        position += 16;
    }
#endif
    while (position < end && *position != '&' && *position != '<' && *position != '>' && *position != '"'
           && *position != '\'') {
        position++;
    }
    return position;
}

/// How often `byte` stands in [position, end).
static inline size_t cscan_count(const uint8_t *position, const uint8_t *end, uint8_t byte) {
    size_t count = 0;
    while (position < end) count += *position++ == byte;
    return count;
}

/// How many Unicode scalars begin in [position, end): bytes that continue none.
static inline size_t cscan_scalars(const uint8_t *position, const uint8_t *end) {
    size_t count = 0;
    while (position < end) count += (*position++ & 0xC0) != 0x80;
    return count;
}

/// Checks UTF-8 (RFC 3629). Returns the first byte that no UTF-8 text could have there: `end` both for valid text and
/// for text that is cut off inside a scalar, which `*complete` tells apart.
static inline const uint8_t *cscan_utf8(const uint8_t *position, const uint8_t *end, bool *complete) {
    *complete = true;
    for (;;) {
#if defined(CSCAN_WIDE)
        while (end - position >= 16) {
            uint64_t high = cscan_high(cscan_load(position));
            if (high) {
                position += __builtin_ctzll(high) / CSCAN_BITS_A_BYTE;
                break;
            }
            position += 16;
        }
#endif
        while (position < end && *position < 0x80) position++;
        if (position == end) return end;
        // A run of scalars that are not ASCII, most often of one script and so of one length.
        do {
            uint8_t lead = *position;
            if (lead >= 0xE1 && lead <= 0xEF && lead != 0xED && end - position >= 3
                && (position[1] & 0xC0) == 0x80 && (position[2] & 0xC0) == 0x80) {
                position += 3;
                continue;
            }
            if (lead >= 0xC2 && lead <= 0xDF && end - position >= 2 && (position[1] & 0xC0) == 0x80) {
                position += 2;
                continue;
            }
            int following;
            uint8_t low = 0x80, high = 0xBF;
            if (lead >= 0xC2 && lead <= 0xDF) {
                following = 1;
            } else if (lead >= 0xE0 && lead <= 0xEF) {
                following = 2;
                if (lead == 0xE0) low = 0xA0;
                if (lead == 0xED) high = 0x9F;
            } else if (lead >= 0xF0 && lead <= 0xF4) {
                following = 3;
                if (lead == 0xF0) low = 0x90;
                if (lead == 0xF4) high = 0x8F;
            } else {
                *complete = false;
                return position;
            }
            position++;
            while (following-- > 0) {
                if (position == end || *position < low || *position > high) {
                    *complete = false;
                    return position;
                }
                low = 0x80;
                high = 0xBF;
                position++;
            }
        } while (position < end && *position >= 0x80);
    }
}

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif

#endif
