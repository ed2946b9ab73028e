#ifndef PARLANCE_TEXT_H
#define PARLANCE_TEXT_H

#include <cstdint>
#include <cstring>
#include <string>

#include <unicode/unistr.h>

namespace parlance {

/// Writes UTF-8 into a caller's buffer as far as it reaches, and counts what it would have taken.
class TextWriter {
public:
    TextWriter(char *text, int32_t capacity) : text_(text), capacity_(capacity) {}

    void append(const char *bytes, int32_t count) {
        if (count <= capacity_ - size_) memcpy(text_ + size_, bytes, count);
        size_ += count;
    }

    void append(const char *bytes) { append(bytes, static_cast<int32_t>(strlen(bytes))); }

    void append(const icu::UnicodeString &value) {
        std::string bytes;
        value.toUTF8String(bytes);
        append(bytes.data(), static_cast<int32_t>(bytes.size()));
    }

    int32_t size() const { return size_; }

private:
    char *text_;
    int32_t capacity_;
    int32_t size_ = 0;
};

}  // namespace parlance

#endif
