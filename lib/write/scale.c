/*
 * Formats numbers for people.
 *
 * The last digit shown stands for a power of ten: the third of the number, or the first
 * of its uncertainty if that is coarser, but at least the first of the number; and no digit
 * below the third decimal.  The number is rounded there before its unit is chosen, so that
 * 999.7 ns are 1.00 us.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "write/scale.h"

#define DECIMALS 3 /* at most, so that next to nothing takes no space: 0.000 ns */

/* Ascending; the first is for everything smaller, too. */
static const benchi_unit families[][6] = {
	{ { 1, "ns" }, { 1e3, "us" }, { 1e6, "ms" }, { 1e9, "s" } },
	{ { 1, "" }, { 1e3, "k" }, { 1e6, "M" }, { 1e9, "G" }, { 1e12, "T" } },
	{ { 1, "B" }, { 1e3, "kB" }, { 1e6, "MB" }, { 1e9, "GB" }, { 1e12, "TB" } },
	{ { 1, "B" }, { 1024, "KiB" }, { 1048576, "MiB" }, { 1073741824, "GiB" },
	    { 1099511627776.0, "TiB" } },
	{ { 1, "Hz" }, { 1e3, "kHz" }, { 1e6, "MHz" }, { 1e9, "GHz" } },
	{ { 1, "B/s" }, { 1e3, "kB/s" }, { 1e6, "MB/s" }, { 1e9, "GB/s" }, { 1e12, "TB/s" } },
};

const benchi_unit *benchi_units_family(benchi_units_of units)
{
	return families[units];
}

/* The exponent of x's first digit. */
static int magnitude(double x)
{
	int e = (int)floor(log10(x));

	if (x >= pow(10, e + 1)) /* log10 rounds */
		e++;
	return x < pow(10, e) ? e - 1 : e;
}

/* The exponent of the last digit that is shown of x >= 0. */
static int last_place(double x, double uncertainty)
{
	int first = x > 0 ? magnitude(x) : -1, place = first - 2;

	if (uncertainty > 0 && isfinite(uncertainty) && magnitude(uncertainty) > place)
		place = magnitude(uncertainty);
	place = place > first ? first : place;
	return place < -DECIMALS ? -DECIMALS : place;
}

static double round_at(double x, int place)
{
	double unit = pow(10, place < 0 ? -place : place);

	return place < 0 ? floor(x * unit + .5) / unit : floor(x / unit + .5) * unit;
}

char *benchi_scaled(double value, double uncertainty, benchi_units_of units, char *text)
{
	const benchi_unit *step = benchi_units_family(units);
	double shown;
	char number[BENCHI_NUMBER_TEXT];
	int place;

	if (!isfinite(value))
		return strcpy(text, "-");
	for (;; step++) {
		double scaled = fabs(value) / step->size;

		shown = round_at(scaled, last_place(scaled, uncertainty / step->size));
		if (!step[1].name || shown * step->size < step[1].size)
			break;
	}
	place = last_place(shown, uncertainty / step->size); /* 9.996 has become 10.0 */
	benchi_number_fixed(value < 0 ? -shown : shown, place < 0 ? -place : 0, number);
	snprintf(text, BENCHI_SCALED_TEXT, "%.24s%s%s", number, units == BENCHI_UNITS_COUNT ? "" : " ",
	         step->name);
	return text;
}

char *benchi_percent(double share, char *text)
{
	double percent = 100 * share, unit = percent < 0.995 ? 100 : percent < 9.95 ? 10 : 1;
	char number[BENCHI_NUMBER_TEXT];

	if (isnan(share))
		return strcpy(text, "");
	if (percent > 999)
		return strcpy(text, ">999 %");
	percent = fmax(1, ceil(percent * unit - 1e-9)) / unit; /* no measurement is exact */
	benchi_number_fixed(percent, unit > 10 ? 2 : unit > 1 ? 1 : 0, number);
	snprintf(text, BENCHI_SCALED_TEXT, "%.24s %%", number);
	return text;
}
