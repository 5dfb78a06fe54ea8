/*
 * Reads durations such as "1.5ms".
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <string.h>

#include "base/duration.h"
#include "base/number.h"
#include "base/stored.h"

bool benchi_duration(const char *text, bool bare, double *ns)
{
	static const struct { const char *unit; double ns; } units[] = { { "ns", 1 }, { "us", 1e3 },
		{ "ms", 1e6 }, { "s", 1e9 }, { "m", 60e9 }, { "min", 60e9 }, { "h", 3600e9 } };
	double value;
	const char *end = benchi_read_number(text, &value);

	if (!end)
		return false;
	end += strspn(end, " ");
	if (!*end && bare)
		end = "s";
	for (size_t i = 0; i < sizeof units / sizeof *units; i++)
		if (!strcmp(end, units[i].unit)) {
			*ns = benchi_stored(value * units[i].ns);
			return value > 0 && isfinite(*ns);
		}
	return false;
}
