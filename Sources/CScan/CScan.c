// Everything is inline in the header; a C target needs a source file all the same.
#include "CScan.h"
