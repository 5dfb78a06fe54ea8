/*
 * Text built in a caller's buffer.
 *
 * SPDX-License-Identifier: MIT
 */
#include "base/base.h"

#include <stdarg.h>

void benchi_sink_put(struct benchi_sink *sink, const char *format, ...)
{
	int fits = sink->used < sink->capacity, n;
	va_list list;

	va_start(list, format);
	n = vsnprintf(fits ? sink->to + sink->used : NULL, fits ? sink->capacity - sink->used : 0,
		format, list);
	va_end(list);
	if (n > 0)
		sink->used += (size_t)n;
}
