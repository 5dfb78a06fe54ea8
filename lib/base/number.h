/*
 * Numbers from text and to text, independent of the locale.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_BASE_NUMBER_H
#define BENCHI_BASE_NUMBER_H

#include <stdbool.h>

/* Bytes of benchi_number_text, with its NUL. */
#define BENCHI_NUMBER_TEXT 32

/*
 * The decimal number at s ("-1", "+.5", "3.", "1e-9"), rounded correctly; past the
 * largest double it is infinite.  s must end in a byte that cannot continue a number
 * (NUL, newline, a delimiter).  Returns the byte after the number, or NULL, with
 * *value untouched, where no number begins.  No leading blanks, no hexadecimal.
 */
const char *benchi_read_number(const char *s, double *value);

/* The same, with everything else that C's strtod accepts: leading white space, hexadecimal
 * (0x1.8p3), inf, infinity, nan, nan(...), in any case of letters. */
const char *benchi_read_number_c(const char *s, double *value);

/* Reads a text that is one finite number.  False for anything else. */
bool benchi_number(const char *text, double *value);

/*
 * The shortest of 15, 16 or 17 digits that reads back as the same double; "null"
 * if it is not finite.  out: BENCHI_NUMBER_TEXT bytes.  Returns out.
 */
char *benchi_number_text(double value, char *out);

/* printf's %.*g of a finite or other number, with '.' as the decimal point whatever
 * the locale.  digits: 1 to 17.  Returns out. */
char *benchi_number_digits(double value, int digits, char *out);

/* printf's %.*f likewise, of decimals up to 9; from 1e15 on as %.17g.  Returns out. */
char *benchi_number_fixed(double value, int decimals, char *out);

/* How many decimals, 0 to 9, a number is written with that is known to within spread: two
 * digits of the spread, and the first of the number at least, so that it is not written as 0. */
int benchi_number_decimals(double x, double spread);

#endif
