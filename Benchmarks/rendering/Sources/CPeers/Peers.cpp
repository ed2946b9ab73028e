#include "CPeers.h"

#include <rapidjson/memorystream.h>
#include <rapidjson/encodedstream.h>
#include <rapidjson/reader.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>
#include <simdjson.h>

size_t peer_rapidjson(const uint8_t *bytes, size_t count) {
    using namespace rapidjson;
    static StringBuffer buffer;
    buffer.Clear();
    Writer<StringBuffer> writer(buffer);
    MemoryStream memory(reinterpret_cast<const char *>(bytes), count);
    EncodedInputStream<UTF8<>, MemoryStream> stream(memory);
    Reader reader;
    constexpr unsigned flags = kParseValidateEncodingFlag | kParseNumbersAsStringsFlag;
    return reader.Parse<flags>(stream, writer) ? buffer.GetSize() : 0;
}

int peer_simdjson(const uint8_t *bytes, size_t count, size_t capacity) {
    static simdjson::dom::parser parser;
    simdjson::dom::element document;
    bool copies = capacity < count + simdjson::SIMDJSON_PADDING;
    return parser.parse(bytes, count, copies).get(document) == simdjson::SUCCESS;
}
