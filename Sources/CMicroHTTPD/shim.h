#ifndef PARLANCE_CMICROHTTPD_SHIM_H
#define PARLANCE_CMICROHTTPD_SHIM_H

#include <microhttpd.h>

#endif
