/*
 * Text into a caller's space, and how much it takes.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_BASE_SINK_H
#define BENCHI_BASE_SINK_H

#include "base/detail.h"

/* used may exceed capacity: what did not fit was left out, and the text ends in a NUL
 * in any case if there is space for one. */
struct benchi_sink {
	char *to;
	size_t capacity, used;
};

/* Appends, printf-like.  No floating-point conversion: those follow the locale. */
BENCHI_PRINTF(2, 3)
void benchi_sink_put(struct benchi_sink *sink, const char *format, ...);

/* Appends a share as percent, "3.2 %". */
void benchi_sink_percent(struct benchi_sink *sink, double share);

/* Appends a time in its unit, "1.31 ms". */
void benchi_sink_time(struct benchi_sink *sink, double ns);

#endif
