/*
 * Numbers from text and into text, without regard to the locale.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_BASE_NUMBER_H
#define BENCHI_BASE_NUMBER_H

#include <stdbool.h>

/* Room for benchi_number_text, its closing NUL included. */
#define BENCHI_NUMBER_TEXT 32

/*
 * The decimal number at s ("-1", "+.5", "3.", "1e-9"), rounded correctly; past the
 * largest double it is infinite.  s must end in a byte that cannot continue a number
 * (NUL, newline, a delimiter).  Returns the byte after the number, or NULL, with
 * *value untouched, where no number begins.  No leading blanks, no hexadecimal.
 */
const char *benchi_read_number(const char *s, double *value);

/* The same, and what C's strtod takes besides: leading white space, hexadecimal
 * (0x1.8p3), inf, infinity, nan, nan(...), in any case of letters. */
const char *benchi_read_number_c(const char *s, double *value);

/* The finite number that the whole text is.  False for anything else. */
bool benchi_number(const char *text, double *value);

/*
 * The time that the whole text is, in nanoseconds: a number above 0 and its unit, ns, us,
 * ms, s, m (or min) or h, with or without a blank between; bare: without a unit, seconds.
 * False, and *ns is anything, for what is none.
 */
bool benchi_duration(const char *text, bool bare, double *ns);

/*
 * The shortest of 15, 16 or 17 digits that reads back as the same double; "null"
 * for what is not finite.  out: capacity for BENCHI_NUMBER_TEXT.  Returns out.
 */
char *benchi_number_text(double value, char *out);

/* printf's %.*g of a finite or other number, with '.' as the decimal point whatever
 * the locale.  digits: 1 to 17.  Returns out. */
char *benchi_number_digits(double value, int digits, char *out);

/* printf's %.*f likewise, of decimals up to 9; from 1e15 on as %.17g.  Returns out. */
char *benchi_number_fixed(double value, int decimals, char *out);

#endif
