// malloc_trim is part of the C library and of no module that Swift offers for it.
#include <malloc.h>
