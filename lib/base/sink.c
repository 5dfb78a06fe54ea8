/*
 * Text built in a caller's buffer, and values with their units for sentences.
 *
 * SPDX-License-Identifier: MIT
 */
#include "base/base.h"

#include <stdarg.h>

/* Ascending. */
const benchi_unit benchi_time_units[] = {
	{ 1, "ns" }, { 1e3, "us" }, { 1e6, "ms" }, { 1e9, "s" }, { 0, NULL } };

const benchi_unit *benchi_unit_suited(const benchi_unit *family, double x)
{
	while (family[1].name && fabs(x) >= family[1].size * (1 - 1e-12))
		family++;
	return family;
}

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
