/*
 * Numbers for people: three digits, a unit that fits, no digit that is not known.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_WRITE_SCALE_H
#define BENCHI_WRITE_SCALE_H

#define BENCHI_SCALED_TEXT 32 /* capacity for a text, its closing NUL included */

/* Which units a number is shown in. */
typedef enum benchi_units_of {
	BENCHI_UNITS_TIME = 0,  /* of nanoseconds: "12.3 ns", "1.2 us", "99.9 ms", "12.0 s" */
	BENCHI_UNITS_COUNT = 1, /* "12.3", "1.2k", "99.9M" */
	BENCHI_UNITS_BYTES = 2, /* "12.3 B", "1.2 kB": thousands */
	BENCHI_UNITS_SIZE = 3,  /* "64 B", "1.25 MiB": times 1024 */
	BENCHI_UNITS_HZ = 4,    /* "2.50 GHz" */
	BENCHI_UNITS_RATE = 5   /* "1.20 GB/s" */
} benchi_units_of;

/* A unit, in those of the family's first. */
typedef struct benchi_unit {
	double size;
	const char *name;
} benchi_unit;

/* A family of units, ascending; behind the last one whose name is NULL. */
const benchi_unit *benchi_units_family(benchi_units_of units);

/*
 * value with three significant digits, or fewer: no digit below the first digit of
 * uncertainty, the half width of its interval (NaN, 0 or infinite: unknown, three digits),
 * nor below the third decimal.
 * "-" if it is not finite.  Returns text (BENCHI_SCALED_TEXT).
 */
char *benchi_scaled(double value, double uncertainty, benchi_units_of units, char *text);

/* A share in percent, without its sign: "0.52 %", "3.2 %", "20 %", ">999 %"; rounded
 * up, and 0.01 % at least: an interval is never shown narrower than it is.  "" for NaN. */
char *benchi_percent(double share, char *text);

#endif
