/* Holds the loops of CScan.h against plain ones, byte by byte, over random text that ends where memory ends: for each
   processor that has loops of its own, since the tests in Swift see those of the machine alone.

   loops [SEED] */

#include "CScan.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { LONGEST = 300, ROUNDS = 400000 };

static uint64_t state;
static uint32_t next_random(void) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33);
}

static void fail(const char *what, const uint8_t *text, size_t count) {
    fprintf(stderr, "%s differs on:", what);
    for (size_t index = 0; index < count; index++) fprintf(stderr, " %02x", text[index]);
    fprintf(stderr, "\n");
    exit(1);
}
#define HOLDS(condition, what) do { if (!(condition)) fail(what, text, count); } while (0)

static bool is_key(uint8_t byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') || byte == '_'
        || byte == '-';
}

/* Text of one of several kinds, so that each loop comes to run long and to stop anywhere. */
static void fill(uint8_t *text, size_t count) {
    static const char *const alphabets[] = {
        "abcXYZ019_-.>", "a.", " \t\r\n", " \t\r\nx", "0123456789", "<{\"\\&'>abcdefghijklmnopqrstuvwxyz", "abcdefgh\"",
        "abcdefghijklmnopqrstuvwxyz<", "\x7f\x80\xbf\xc2\xa0\xe2\x82\xac\xf0\x9f\x98\x80 a",
    };
    uint32_t kind = next_random() % 11;
    for (size_t index = 0; index < count; index++) {
        if (kind == 10) text[index] = (uint8_t)next_random();
        else if (kind == 9) text[index] = 'a';
        else text[index] = (uint8_t)alphabets[kind][next_random() % strlen(alphabets[kind])];
    }
    if (count > 0 && next_random() % 2) text[next_random() % count] = (uint8_t)next_random();
}

/* Valid UTF-8 by the table of the Unicode Standard (3-7), written apart from the loop's own. */
static const uint8_t *utf8(const uint8_t *position, const uint8_t *end, bool *complete) {
    static const uint8_t rows[9][6] = {
        {0x00, 0x7F, 0, 0, 0, 0}, {0xC2, 0xDF, 1, 0x80, 0xBF, 0}, {0xE0, 0xE0, 2, 0xA0, 0xBF, 0}, {0xE1, 0xEC, 2, 0x80, 0xBF, 0},
        {0xED, 0xED, 2, 0x80, 0x9F, 0}, {0xEE, 0xEF, 2, 0x80, 0xBF, 0}, {0xF0, 0xF0, 3, 0x90, 0xBF, 0}, {0xF1, 0xF3, 3, 0x80, 0xBF, 0},
        {0xF4, 0xF4, 3, 0x80, 0x8F, 0},
    };
    *complete = true;
    while (position < end) {
        const uint8_t *row = NULL;
        for (int index = 0; index < 9; index++) {
            if (*position >= rows[index][0] && *position <= rows[index][1]) row = rows[index];
        }
        if (row == NULL) { *complete = false; return position; }
        position++;
        for (int following = 0; following < row[2]; following++, position++) {
            uint8_t low = following == 0 ? row[3] : 0x80, high = following == 0 ? row[4] : 0xBF;
            if (position == end || *position < low || *position > high) { *complete = false; return position; }
        }
    }
    return end;
}

static void check(const uint8_t *text, size_t count) {
    const uint8_t *end = text + count;
    size_t at = 0, found;
    uint32_t traits = 0, expected = 0;
    while (at < count && text[at] != '"' && text[at] != '\\' && text[at] >= 0x20) {
        if (text[at] == '<' || text[at] == '{') expected |= CSCAN_MARK;
        if (text[at] >= 0x80) expected |= CSCAN_NOT_ASCII;
        at++;
    }
    HOLDS(cscan_string(text, end, &traits) == text + at && traits == expected, "cscan_string");
#if defined(CSCAN_WIDE)
    if (count >= CSCAN_PLAIN_STEP) {
        size_t length = at >= CSCAN_PLAIN_STEP ? CSCAN_PLAIN_STEP : text[at] == '"' ? at : CSCAN_NOTICED;
        for (size_t index = 0; index < at && index < CSCAN_PLAIN_STEP; index++) {
            if (text[index] == '<' || text[index] == '{' || text[index] >= 0x80) length = CSCAN_NOTICED;
        }
        HOLDS(cscan_plain(text) == length, "cscan_plain");
    }
#endif
    if (count >= CSCAN_TEXT_SLACK) {
        HOLDS(cscan_needs_escape(text, count - CSCAN_TEXT_SLACK) == (at < count - CSCAN_TEXT_SLACK), "cscan_needs_escape");
    }
    for (at = 0; at < count && strchr(" \t\r\n", text[at]) != NULL && text[at] != 0;) at++;
    HOLDS(cscan_space(text, end) == text + at, "cscan_space");
    for (at = 0; at < count && text[at] >= '0' && text[at] <= '9';) at++;
    HOLDS(cscan_digits(text, end) == text + at, "cscan_digits");
    for (at = 0; at < count && text[at] != '<' && text[at] != '\\';) at++;
    HOLDS(cscan_find(text, end, '<', '\\') == text + at, "cscan_find");
    for (at = 0; at < count && text[at] != '<';) at++;
    HOLDS(cscan_byte(text, end, '<') == text + at, "cscan_byte");
    for (at = 0; at < count && text[at] != 0 && strchr("&<>\"'", text[at]) == NULL;) at++;
    if (at < count && text[at] == 0) {
        while (at < count && (text[at] == 0 || strchr("&<>\"'", text[at]) == NULL)) at++;
    }
    HOLDS(cscan_markup(text, end) == text + at, "cscan_markup");

    /* A key path in common form; the loop may say 0 where it would have to read behind the end. */
    bool has_dot = false, is_common = count > 0 && text[0] != '.';
    for (at = 0; at < count && (is_key(text[at]) || text[at] == '.'); at++) {
        if (text[at] != '.') continue;
        has_dot = true;
        if (at > 0 && text[at - 1] == '.') is_common = false;
    }
    is_common = is_common && has_dot && at < 64 && at < count && text[at] == '>' && text[at - 1] != '.';
    size_t key = cscan_key(text, end, '>');
    HOLDS(key == (is_common ? at : 0) || key == 0, "cscan_key");
#if defined(CSCAN_WIDE)
    if (count >= 96) HOLDS(key == (is_common ? at : 0), "cscan_key, far from the end");
#endif

    uint32_t offsets[LONGEST + CSCAN_ALL_SLACK];
    size_t limit = 1 + next_random() % 8, seen = 0;
    const uint8_t *stop = cscan_all(text, end, 'a', text, offsets, limit, &found);
    for (at = 0; text + at < stop; at++) {
        if (text[at] != 'a') continue;
        HOLDS(seen < found && offsets[seen] == at, "cscan_all");
        seen++;
    }
    HOLDS(seen == found && (stop == end || found >= limit), "cscan_all, the end");
    for (at = 0, seen = 0, found = 0; at < count; at++) {
        seen += text[at] == 'a';
        found += (text[at] & 0xC0) != 0x80;
    }
    HOLDS(cscan_count(text, end, 'a') == seen, "cscan_count");
    HOLDS(cscan_scalars(text, end) == found, "cscan_scalars");
    bool complete, wanted;
    const uint8_t *valid = utf8(text, end, &wanted);
    HOLDS(cscan_utf8(text, end, &complete) == valid && complete == wanted, "cscan_utf8");

    uint8_t copy[LONGEST + 2 * CSCAN_COPY_STEP];
    if (count >= CSCAN_COPY_STEP) {
        memset(copy, 0xEE, sizeof copy);
        cscan_copy_over(copy, text, (ptrdiff_t)(count - CSCAN_COPY_STEP));
        HOLDS(memcmp(copy, text, count - CSCAN_COPY_STEP) == 0, "cscan_copy_over");
    }
    uint32_t words[8], bits = 0;
    for (int index = 0; index < 8; index++) {
        words[index] = next_random() % 3;
        bits |= (uint32_t)(words[index] == 1) << index;
    }
    HOLDS(cscan_words(words, 1) == bits, "cscan_words");

    uint32_t left[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    uint32_t right[8];
    memcpy(right, left, sizeof left);
    cscan_sha256(left, text, count / 64);
    cscan_sha256_portable(right, text, count / 64);
    HOLDS(memcmp(left, right, sizeof left) == 0, "cscan_sha256");
}

int main(int count, char **arguments) {
    state = count > 1 ? strtoull(arguments[1], NULL, 10) : 1;
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    uint8_t *memory = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED || mprotect(memory + page, page, PROT_NONE) != 0) return 1;
    for (int round = 0; round < ROUNDS; round++) {
        size_t length = next_random() % LONGEST;
        fill(memory + page - length, length);
        check(memory + page - length, length);
    }
#if defined(__SSE2__)
    const char *loops = "SSE2";
#elif defined(CSCAN_WIDE)
    const char *loops = "NEON";
#else
    const char *loops = "plain C";
#endif
    printf("%d texts, loops of %s: no difference\n", ROUNDS, loops);
    return 0;
}
