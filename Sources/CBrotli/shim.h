#ifndef PARLANCE_CBROTLI_SHIM_H
#define PARLANCE_CBROTLI_SHIM_H

#include <brotli/encode.h>

#endif
