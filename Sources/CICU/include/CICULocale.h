#ifndef PARLANCE_CICU_LOCALE_H
#define PARLANCE_CICU_LOCALE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The linked ICU's version, "72.1".
const char *_Nonnull parlance_icu_version(void);

#ifdef __cplusplus
}
#endif

#endif
