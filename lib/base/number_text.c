/*
 * Numbers as text, independent of the locale: made by printf, its point replaced by '.'.
 *
 * SPDX-License-Identifier: MIT
 */
#include "base/base.h"

/* Copies printf's output with '.' in place of the locale's point. Returns out. */
static char *with_point(const char *text, char *out)
{
	size_t n = 0;
	bool point = false;

	for (const char *s = text; *s && n + 1 < BENCHI_NUMBER_TEXT; s++)
		if ((*s >= '0' && *s <= '9') || strchr("+-eainfINF", *s))
			out[n++] = *s;
		else if (!point) { /* the locale's point may have several bytes */
			out[n++] = '.';
			point = true;
		}
	out[n] = '\0';
	return out;
}

char *benchi_number_digits(double value, int digits, char *out)
{
	char text[64];

	snprintf(text, sizeof text, "%.*g", digits, value);
	return with_point(text, out);
}

char *benchi_number_fixed(double value, int decimals, char *out)
{
	char text[64];

	if (!(fabs(value) < 1e15))
		return benchi_number_digits(value, 17, out);
	snprintf(text, sizeof text, "%.*f", decimals, value);
	return with_point(text, out);
}
