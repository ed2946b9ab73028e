#ifndef PARLANCE_CICU_NUMBERS_H
#define PARLANCE_CICU_NUMBERS_H

#include <stddef.h>
#include <stdint.h>

#endif
