#ifndef PARLANCE_CZLIB_SHIM_H
#define PARLANCE_CZLIB_SHIM_H

#include <zlib.h>

// deflateInit2 is a macro over deflateInit2_, which Swift does not import. 15 + 16 asks for the gzip wrapper
// (RFC 1952), 8 is zlib's default memory level. The wrapper's time stays 0: equal input gives equal bytes.
static inline int parlance_deflate_init_gzip(z_stream *_Nonnull stream, int level) {
    return deflateInit2(stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
}

#endif
