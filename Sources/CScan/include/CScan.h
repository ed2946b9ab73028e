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
static inline cscan_block cscan_less(cscan_block block, uint8_t byte) {
    return _mm_sub_epi8(block, _mm_set1_epi8((char)byte));
}
static inline cscan_block cscan_with(cscan_block block, uint8_t bits) {
    return _mm_or_si128(block, _mm_set1_epi8((char)bits));
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
static inline cscan_block cscan_less(cscan_block block, uint8_t byte) {
    return vsubq_u8(block, vdupq_n_u8(byte));
}
static inline cscan_block cscan_with(cscan_block block, uint8_t bits) {
    return vorrq_u8(block, vdupq_n_u8(bits));
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

// How many bytes `cscan_plain` reads, and what it returns where something in a string has to be noticed.
enum { CSCAN_PLAIN_STEP = 16, CSCAN_NOTICED = 17 };

/// The length of a JSON string's body that begins at `position` and ends before the next `CSCAN_PLAIN_STEP` bytes do,
/// with a `"`, and of which there is nothing to notice: it is ASCII without escapes, `<` and `{`. `CSCAN_PLAIN_STEP`
/// where all those bytes are so and it goes on, `CSCAN_NOTICED` where some are not. Most keys and many values take one
/// look.
static inline size_t cscan_plain(const uint8_t *position) {
#if defined(CSCAN_WIDE)
    cscan_block block = cscan_load(position);
    cscan_block noticed = cscan_either(
        cscan_either(cscan_either(cscan_equal(block, '"'), cscan_equal(block, '\\')), cscan_at_most(block, 0x1F)),
        cscan_either(cscan_equal(block, '<'), cscan_equal(block, '{')));
#if defined(__SSE2__)
    // The mask takes the highest bit of each byte, which says of the block that it is not ASCII.
    uint64_t stops = cscan_mask(cscan_either(noticed, block));
#else
    uint64_t stops = cscan_mask(noticed) | cscan_high(block);
#endif
    if (!stops) return CSCAN_PLAIN_STEP;
    size_t length = (size_t)__builtin_ctzll(stops) / CSCAN_BITS_A_BYTE;
    return position[length] == '"' ? length : CSCAN_NOTICED;
#else
    (void)position;
    return CSCAN_NOTICED;
#endif
}

// How many bytes behind a text `cscan_needs_escape` may read.
enum { CSCAN_TEXT_SLACK = 32 };

/// Whether a JSON string must not hold the text as it is: it has a `"`, a `\` or a control. Reads up to
/// `CSCAN_TEXT_SLACK` bytes behind the text, which must be there.
static inline bool cscan_needs_escape(const uint8_t *position, size_t count) {
#if defined(CSCAN_WIDE)
    while (count > 0) {
        cscan_block block = cscan_load(position);
        uint64_t stop = cscan_mask(cscan_either(
            cscan_either(cscan_equal(block, '"'), cscan_equal(block, '\\')), cscan_at_most(block, 0x1F)));
        if (count < 16) return (stop & ((1ull << count * CSCAN_BITS_A_BYTE) - 1)) != 0;
        if (stop) return true;
        position += 16;
        count -= 16;
    }
    return false;
#else
    uint32_t traits = 0;
    return cscan_string(position, position + count, &traits) != position + count;
#endif
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

/// The first `byte`, or `end`.
static inline const uint8_t *cscan_byte(const uint8_t *position, const uint8_t *end, uint8_t byte) {
#if defined(CSCAN_WIDE)
    // Most often it is near; where it is far, the library's search is wider than this one.
    for (int block = 0; block < 12 && end - position >= 16; block++) {
        uint64_t hit = cscan_mask(cscan_equal(cscan_load(position), byte));
        if (hit) return position + __builtin_ctzll(hit) / CSCAN_BITS_A_BYTE;
        position += 16;
    }
#endif
    if (position == end) return end;
    const uint8_t *hit = __builtin_memchr(position, byte, (size_t)(end - position));
    return hit ? hit : end;
}

#if defined(__SSE2__)
// How many bytes of a key path are told apart at once.
#define CSCAN_KEY_STEP 32
#elif defined(CSCAN_WIDE)
#define CSCAN_KEY_STEP 16
#endif

#if defined(CSCAN_WIDE)
/// Which of sixteen bytes a key path of the common form may hold, dots included, and which are dots.
static inline void cscan_key_block(const uint8_t *position, uint64_t *key, uint64_t *dots) {
    cscan_block bytes = cscan_load(position);
    cscan_block dot = cscan_equal(bytes, '.');
    cscan_block letter = cscan_at_most(cscan_less(cscan_with(bytes, 0x20), 'a'), 25);
    cscan_block digit = cscan_at_most(cscan_less(bytes, '0'), 9);
    cscan_block mark = cscan_either(cscan_equal(bytes, '_'), cscan_equal(bytes, '-'));
    *key = cscan_mask(cscan_either(cscan_either(letter, digit), cscan_either(mark, dot)));
    *dots = cscan_mask(dot);
}
#endif

/// The length of the key path at `position` where it has the common form: fewer than 64 ASCII letters, digits, `_`, `-`
/// and dots, at least one dot, none at an end or beside another, and `closing` behind it. 0 says that it has another
/// form, or stands too near to `end` to be told here.
static inline size_t cscan_key(const uint8_t *position, const uint8_t *end, uint8_t closing) {
#if defined(CSCAN_WIDE)
    const uint8_t *start = position;
    // What stands before the first segment forbids a dot as another dot does.
    uint64_t dotBefore = (1ull << CSCAN_BITS_A_BYTE) - 1;
    bool hasDot = false;
    while (end - position >= CSCAN_KEY_STEP && position - start < 64) {
        uint64_t key, dots;
        cscan_key_block(position, &key, &dots);
#if CSCAN_KEY_STEP == 32
        uint64_t moreKey, moreDots;
        cscan_key_block(position + 16, &moreKey, &moreDots);
        key |= moreKey << 16;
        dots |= moreDots << 16;
#endif
        const unsigned bits = CSCAN_KEY_STEP * CSCAN_BITS_A_BYTE;
        uint64_t stop = key ^ (bits == 64 ? ~0ull : (1ull << bits) - 1);
        dots &= (stop & (~stop + 1)) - 1;
        if (dots & (dots << CSCAN_BITS_A_BYTE | dotBefore)) return 0;
        hasDot |= dots != 0;
        if (stop) {
            position += __builtin_ctzll(stop) / CSCAN_BITS_A_BYTE;
            if (!hasDot || *position != closing || position[-1] == '.') return 0;
            return (size_t)(position - start);
        }
        dotBefore = dots >> (bits - CSCAN_BITS_A_BYTE);
        position += CSCAN_KEY_STEP;
    }
#else
    (void)position, (void)end, (void)closing;
#endif
    return 0;
}

// How many offsets `cscan_all` may write behind the number it is asked for.
enum { CSCAN_ALL_SLACK = 64 };

/// Writes where `byte` stands in [position, end), counted from `base`, until `limit` offsets are found or a few more.
/// Returns how far it has come; `offsets` has room for `limit` and `CSCAN_ALL_SLACK`.
static inline const uint8_t *cscan_all(const uint8_t *position, const uint8_t *end, uint8_t byte, const uint8_t *base,
                                       uint32_t *offsets, size_t limit, size_t *found) {
    size_t count = 0;
#if defined(__SSE2__)
    while (end - position >= 64 && count < limit) {
        uint64_t hits = cscan_mask(cscan_equal(cscan_load(position), byte))
            | cscan_mask(cscan_equal(cscan_load(position + 16), byte)) << 16
            | cscan_mask(cscan_equal(cscan_load(position + 32), byte)) << 32
            | cscan_mask(cscan_equal(cscan_load(position + 48), byte)) << 48;
        uint32_t offset = (uint32_t)(position - base);
        // One or none is the rule: written either way, so that nothing is guessed.
        offsets[count] = offset + (uint32_t)__builtin_ctzll(hits | 1ull << 63);
        count += hits != 0;
        hits &= hits - 1;
        while (hits) {
            offsets[count++] = offset + (uint32_t)__builtin_ctzll(hits);
            hits &= hits - 1;
        }
        position += 64;
    }
#endif
    while (count < limit && position < end) {
        position = cscan_byte(position, end, byte);
        if (position == end) break;
        offsets[count++] = (uint32_t)(position - base);
        position++;
    }
    *found = count;
    return position;
}

// How many bytes `cscan_copy_over` reads and writes at a time.
enum { CSCAN_COPY_STEP = 32 };

/// Copies bytes that do not overlap, and up to `CSCAN_COPY_STEP` of those behind them: both places must have as many more.
static inline void cscan_copy_over(uint8_t *to, const uint8_t *from, ptrdiff_t count) {
    do {
        __builtin_memcpy(to, from, CSCAN_COPY_STEP);
        to += CSCAN_COPY_STEP;
        from += CSCAN_COPY_STEP;
        count -= CSCAN_COPY_STEP;
    } while (count > 0);
}

/// Which of eight words are this one: one bit each, the first lowest.
static inline uint32_t cscan_words(const uint32_t *words, uint32_t word) {
#if defined(__SSE2__)
    __m128i wanted = _mm_set1_epi32((int)word);
    __m128i low = _mm_cmpeq_epi32(_mm_loadu_si128((const __m128i *)words), wanted);
    __m128i high = _mm_cmpeq_epi32(_mm_loadu_si128((const __m128i *)(words + 4)), wanted);
    return (uint32_t)_mm_movemask_epi8(_mm_packs_epi16(_mm_packs_epi32(low, high), _mm_setzero_si128()));
#else
    uint32_t found = 0;
    for (unsigned index = 0; index < 8; index++) found |= (uint32_t)(words[index] == word) << index;
    return found;
#endif
}

/// Brings what stands at an address nearer, for it will be read soon. The address need not be one's own.
static inline void cscan_prefetch(const void *address) {
    __builtin_prefetch(address);
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
        while (end - position >= 64) {
            cscan_block one = cscan_either(cscan_load(position), cscan_load(position + 16));
            cscan_block other = cscan_either(cscan_load(position + 32), cscan_load(position + 48));
            if (cscan_high(cscan_either(one, other))) break;
            position += 64;
        }
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
