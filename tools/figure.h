/*
 * Figures for people: several numbers in one unit with one number of decimals.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TOOLS_FIGURE_H
#define TOOLS_FIGURE_H

#define FIGURE_TEXT 48 /* capacity for a figure */

/* What numbers are multiplied with, and shown as. */
typedef struct figures {
	double factor;
	int decimals;     /* below 0: six significant digits */
	const char *unit; /* "ms"; "" for none */
} figures;

/* For numbers in the given unit around middle: times and bytes in the unit that fits middle (or
 * in wanted, if that is of the kind), around 0 that fits spread, the decimals so that spread has
 * two digits. */
figures figures_of(const char *unit, double middle, double spread, const char *wanted);

/* "60.5", and "60.5 ms"; "-" if not finite.  Both return text (FIGURE_TEXT). */
char *figure_bare(const figures *f, double x, char *text);
char *figure(const figures *f, double x, char *text);

/* A change as a share: "+3.7 %", with two digits of spread (half of an interval; one decimal
 * if it is not known), one significant digit of what is not 0 at least.  Returns text. */
char *figure_share(double share, double spread, char *text);

#endif
