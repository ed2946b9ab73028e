#ifndef PARLANCE_CICUHEADERS_SHIM_H
#define PARLANCE_CICUHEADERS_SHIM_H

// Only the version header: Swift never sees ICU. The module exists so that the package manager
// asks pkg-config for ICU's flags on behalf of the C++ target that does.
#include <unicode/uversion.h>

#endif
