#ifndef PARLANCE_CSHA256_H
#define PARLANCE_CSHA256_H

#include <stddef.h>
#include <stdint.h>

/// The compression function of SHA-256 (FIPS 180-4, section 6.2.2) over whole blocks of 64 bytes. It stands in C because
/// the processor's instructions for it have no name in Swift; where the processor has none, plain C does it.
void cscan_sha256(uint32_t *_Nonnull state, const uint8_t *_Nonnull blocks, size_t count);

/// The same in plain C, whatever the processor has: for tests that hold one against the other.
void cscan_sha256_portable(uint32_t *_Nonnull state, const uint8_t *_Nonnull blocks, size_t count);

#endif
