#ifndef PARLANCE_CICU_H
#define PARLANCE_CICU_H

// Plain C face of the one target that touches ICU. Each topic has a header of its own.
#include "CICUDates.h"
#include "CICULocale.h"
#include "CICUNumbers.h"

#endif
