/*
 * A unit and a number of decimals for several numbers.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "data/unit.h"
#include "tools/figure.h"

#define DIGITS 6
#define MOST 1e7 /* from here on three digits and an exponent */
#define PERCENT 100

/* The units that numbers of a kind are shown in, ascending. */
static const char *const times[] = { "ns", "us", "ms", "s", NULL };
static const char *const sizes[] = { "B", "KiB", "MiB", "GiB", NULL };

static const char *fitting(const char *const *units, double in_base)
{
	const char *of, *best = units[0];

	for (; *units; units++)
		if (fabs(in_base) >= benchi_unit_size(*units, &of))
			best = *units;
	return best;
}

/* Decimals that show two digits of spread, or DIGITS digits of middle. */
static int decimals_of(double middle, double spread)
{
	double of = spread > 0 && isfinite(spread) ? spread : 0;
	int n;

	if (!(of > 0))
		return -1;
	n = 1 - (int)floor(log10(of));
	if (middle != 0 && n > DIGITS - 1 - (int)floor(log10(fabs(middle))))
		n = DIGITS - 1 - (int)floor(log10(fabs(middle)));
	return n < 0 ? 0 : n > 9 ? 9 : n;
}

figures figures_of(const char *unit, double middle, double spread, const char *wanted)
{
	const char *of, *slash = strchr(unit, '/'), *asked_of = NULL;
	double size = benchi_unit_size(unit, &of), asked = NAN;
	figures f = { 1, -1, unit };
	double typical = middle != 0 || !isfinite(spread) ? middle : 10 * spread;

	if (wanted)
		asked = benchi_unit_size(wanted, &asked_of);
	if (!slash && of && (!strcmp(of, "s") || !strcmp(of, "B"))) {
		const char *shown = asked_of && !strcmp(asked_of, of) ? wanted
		                    : typical == 0 ? unit
		                    : fitting(*of == 's' ? times : sizes, typical * size);

		(void)asked;
		f.factor = benchi_unit_factor(unit, shown);
		f.unit = shown;
	}
	f.decimals = decimals_of(middle * f.factor, spread * f.factor);
	return f;
}

char *figure_bare(const figures *f, double x, char *text)
{
	x *= f->factor;
	if (!isfinite(x))
		strcpy(text, "-");
	else if (f->decimals < 0 || fabs(x) >= MOST)
		benchi_number_digits(x, fabs(x) >= MOST ? 3 : DIGITS, text);
	else
		snprintf(text, FIGURE_TEXT, "%.*f", f->decimals, x);
	return text;
}

char *figure(const figures *f, double x, char *text)
{
	figure_bare(f, x, text);
	if (*f->unit && isfinite(x))
		snprintf(text + strlen(text), FIGURE_TEXT - strlen(text), " %.12s", f->unit);
	return text;
}

char *figure_share(double share, double spread, char *text)
{
	double x = PERCENT * share;

	if (!isfinite(x))
		return strcpy(text, "-");
	snprintf(text, FIGURE_TEXT, "%+.*f %%", benchi_number_decimals(x, PERCENT * spread), x);
	return text;
}
