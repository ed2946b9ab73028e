#include "CSHA256.h"

#include <stdbool.h>

static const uint32_t constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static inline uint32_t rotate(uint32_t word, int count) {
    return word >> count | word << (32 - count);
}

static void compress_portably(uint32_t *state, const uint8_t *blocks, size_t count) {
    while (count-- > 0) {
        uint32_t schedule[64];
        for (int index = 0; index < 16; index++, blocks += 4) {
            schedule[index] = (uint32_t)blocks[0] << 24 | (uint32_t)blocks[1] << 16 | (uint32_t)blocks[2] << 8 | blocks[3];
        }
        for (int index = 16; index < 64; index++) {
            uint32_t early = schedule[index - 15], late = schedule[index - 2];
            schedule[index] = schedule[index - 16] + (rotate(early, 7) ^ rotate(early, 18) ^ early >> 3)
                + schedule[index - 7] + (rotate(late, 17) ^ rotate(late, 19) ^ late >> 10);
        }
        uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
        uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
        for (int index = 0; index < 64; index++) {
            uint32_t first = h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g))
                + constants[index] + schedule[index];
            uint32_t second = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
            h = g;
            g = f;
            f = e;
            e = d + first;
            d = c;
            c = b;
            b = a;
            a = first + second;
        }
        state[0] += a;
        state[1] += b;
        state[2] += c;
        state[3] += d;
        state[4] += e;
        state[5] += f;
        state[6] += g;
        state[7] += h;
    }
}

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>

__attribute__((target("sha,ssse3,sse4.1")))
static void compress_with_instructions(uint32_t *state, const uint8_t *blocks, size_t count) {
    const __m128i big_endian = _mm_set_epi64x(0x0c0d0e0f08090a0bll, 0x0405060700010203ll);
    // The instructions want the words in the order a, b, e, f and c, d, g, h, the first one highest.
    __m128i abcd = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)state), 0xb1);
    __m128i efgh = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)(state + 4)), 0x1b);
    __m128i abef = _mm_alignr_epi8(abcd, efgh, 8);
    __m128i cdgh = _mm_blend_epi16(efgh, abcd, 0xf0);
    for (; count > 0; count--, blocks += 64) {
        __m128i abef_before = abef, cdgh_before = cdgh;
        // The last sixteen words of the schedule, four in each.
        __m128i words[4];
        for (int group = 0; group < 4; group++) {
            words[group] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(blocks + 16 * group)), big_endian);
        }
#pragma clang loop unroll(full)
        for (int group = 0; group < 16; group++) {
            __m128i next = words[group & 3];
            __m128i sum = _mm_add_epi32(next, _mm_loadu_si128((const __m128i *)(constants + 4 * group)));
            cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sum);
            abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(sum, 0x0e));
            if (group < 12) {
                __m128i newest = words[(group + 3) & 3];
                next = _mm_sha256msg1_epu32(next, words[(group + 1) & 3]);
                next = _mm_add_epi32(next, _mm_alignr_epi8(newest, words[(group + 2) & 3], 4));
                words[group & 3] = _mm_sha256msg2_epu32(next, newest);
            }
        }
        abef = _mm_add_epi32(abef, abef_before);
        cdgh = _mm_add_epi32(cdgh, cdgh_before);
    }
    __m128i feba = _mm_shuffle_epi32(abef, 0x1b);
    __m128i dchg = _mm_shuffle_epi32(cdgh, 0xb1);
    _mm_storeu_si128((__m128i *)state, _mm_blend_epi16(feba, dchg, 0xf0));
    _mm_storeu_si128((__m128i *)(state + 4), _mm_alignr_epi8(dchg, feba, 8));
}

/// Asks the processor once; two threads that ask at the same time get the same answer.
static bool has_instructions(void) {
    enum { UNKNOWN, NO, YES };
    static int known = UNKNOWN;
    int answer = __atomic_load_n(&known, __ATOMIC_RELAXED);
    if (answer == UNKNOWN) {
        unsigned a, b, c, d;
        bool has_sse = __get_cpuid(1, &a, &b, &c, &d) && (c & bit_SSSE3) && (c & bit_SSE4_1);
        answer = has_sse && __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & bit_SHA) ? YES : NO;
        __atomic_store_n(&known, answer, __ATOMIC_RELAXED);
    }
    return answer == YES;
}
#endif

void cscan_sha256(uint32_t *state, const uint8_t *blocks, size_t count) {
#if defined(__x86_64__)
    if (has_instructions()) {
        compress_with_instructions(state, blocks, count);
        return;
    }
#endif
    compress_portably(state, blocks, count);
}

void cscan_sha256_portable(uint32_t *state, const uint8_t *blocks, size_t count) {
    compress_portably(state, blocks, count);
}
