/*
 * Text into a caller's space, and how much it takes.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/number.h"
#include "base/sink.h"

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

void benchi_sink_percent(struct benchi_sink *sink, double share)
{
	char digits[BENCHI_NUMBER_TEXT];

	if (isinf(share)) {
		benchi_sink_put(sink, share > 0 ? "infinite" : "-infinite");
		return;
	}
	benchi_sink_put(sink, "%s %%", benchi_number_fixed(100 * share, fabs(share) < 0.1 ? 2 : 1,
		digits));
}

void benchi_sink_time(struct benchi_sink *sink, double ns)
{
	static const struct { double ns; const char *name; } units[] = { { 1e9, "s" }, { 1e6, "ms" },
		{ 1e3, "us" }, { 1, "ns" } };
	char digits[BENCHI_NUMBER_TEXT];
	int i = 0;

	while (i < 3 && !(ns >= units[i].ns))
		i++;
	benchi_sink_put(sink, "%s %s", benchi_number_digits(ns / units[i].ns, 3, digits),
		units[i].name);
}
