#ifndef PARLANCE_CSCAN_H
#define PARLANCE_CSCAN_H

// The scanning loops that Swift's SIMD types do not specialise: SSE2 and NEON, with a plain fallback.
#include <stddef.h>
#include <stdint.h>

#endif
