#include "CICULocale.h"

#include <unicode/uvernum.h>

extern "C" const char *parlance_icu_version(void) { return U_ICU_VERSION; }
