/*
 * Converts text to numbers and numbers to text, correctly rounded.
 *
 * Method: digits are gathered into an integer w and a power of ten e.  Where w fits
 * 53 bits and |e| <= 22, both are exact doubles and one multiplication or division
 * rounds once (W. D. Clinger, How to read floating point numbers accurately, 1990);
 * otherwise decimal.c does it in integers.  Text is made by printf and read back.
 *
 * Assumes that doubles are IEEE 754 binary64.  Where the machine computes in more
 * than double precision (FLT_EVAL_METHOD), decimal.c does all of it.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/bigdecimal.h"
#include "base/decimal.h"
#include "base/number.h"

#define EXPONENT_LIMIT 100000

typedef struct scan {
	const char *first, *end; /* the digits and the point */
	uint64_t w;              /* of the first 19 digits that count */
	long exponent;           /* of ten */
	bool longer;             /* there are more than 19 */
} scan;

static inline unsigned digit_of(char c)
{
	return (unsigned)(unsigned char)c - '0';
}

/* An exponent at s (after the e), or 0 with *end = NULL. */
static long read_exponent(const char *s, const char **end)
{
	bool negative = *s == '-';
	long exponent = 0;

	s += *s == '-' || *s == '+';
	if (digit_of(*s) > 9) {
		*end = NULL;
		return 0;
	}
	for (; digit_of(*s) <= 9; s++)
		if (exponent < EXPONENT_LIMIT)
			exponent = exponent * 10 + (long)digit_of(*s);
	*end = s;
	return negative ? -exponent : exponent;
}

/* After more than 19 digits: the significant ones may still be fewer. */
static void take_nineteen(scan *n)
{
	bool point = false;
	int taken = 0;

	n->w = 0;
	n->longer = false;
	for (const char *s = n->first; s < n->end; s++) {
		if (*s == '.') {
			point = true;
			continue;
		}
		if (taken == 19) {
			n->longer = n->longer || *s != '0';
			n->exponent += !point;
			continue;
		}
		n->w = n->w * 10 + digit_of(*s);
		taken += n->w != 0;
		n->exponent -= point;
	}
}

static double rounded(const scan *n, long exponent)
{
	static const double ten[] = { 1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
		1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };
	double low;

#if FLT_EVAL_METHOD == 0
	if (!n->longer && n->w >> 53 == 0 && n->exponent >= -22 && n->exponent <= 22)
		return n->exponent < 0 ? (double)n->w / ten[-n->exponent]
		                       : (double)n->w * ten[n->exponent];
#else
	(void)ten;
#endif
	if (n->exponent < -27 || n->exponent > 27)
		return benchi_round_digits(n->first, n->end, exponent);
	low = benchi_round_decimal(n->w, (int)n->exponent);
	if (!n->longer || low == benchi_round_decimal(n->w + 1, (int)n->exponent))
		return low;
	return benchi_round_digits(n->first, n->end, exponent);
}

const char *benchi_read_number(const char *s, double *value)
{
	bool negative = *s == '-';
	const char *after;
	long exponent = 0;
	scan n;

	s += *s == '-' || *s == '+';
	n.first = s;
	n.w = 0;
	n.exponent = 0;
	n.longer = false;
	for (; digit_of(*s) <= 9; s++)
		n.w = n.w * 10 + digit_of(*s);
	if (*s == '.') {
		const char *point = s++;

		for (; digit_of(*s) <= 9; s++)
			n.w = n.w * 10 + digit_of(*s);
		n.exponent = (long)(point + 1 - s);
		if (s - n.first == 1)
			return NULL; /* a point alone */
	} else if (s == n.first)
		return NULL;
	n.end = s;
	if (*s == 'e' || *s == 'E') {
		exponent = read_exponent(s + 1, &after);
		s = after ? after : s;
	}
	if (n.end - n.first > 19) {
		n.exponent = 0;
		take_nineteen(&n);
	}
	n.exponent += exponent;
	*value = rounded(&n, exponent);
	if (negative)
		*value = -*value;
	return s;
}

bool benchi_number(const char *text, double *value)
{
	const char *end = benchi_read_number(text, value);

	return end && !*end && isfinite(*value);
}

/* printf's output, with '.' for the locale's point. */
static char *with_point(const char *text, char *out)
{
	size_t n = 0;
	bool point = false;

	for (const char *s = text; *s && n + 1 < BENCHI_NUMBER_TEXT; s++)
		if (digit_of(*s) <= 9 || strchr("+-eainfINF", *s)) {
			out[n++] = *s;
			point = false;
		} else if (!point) { /* the locale's point, of one byte or several */
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

char *benchi_number_text(double value, char *out)
{
	double back;

	if (!isfinite(value))
		return strcpy(out, "null");
	for (int digits = 15; digits < 17; digits++) {
		benchi_number_digits(value, digits, out);
		if (benchi_read_number(out, &back) && back == value)
			return out;
	}
	return benchi_number_digits(value, 17, out);
}

int benchi_number_decimals(double x, double spread)
{
	int n = spread > 0 && isfinite(spread) ? 1 - (int)floor(log10(spread)) : 1;
	int first = fabs(x) > 1e-9 && isfinite(x) ? -(int)floor(log10(fabs(x))) : n;

	n = n < first ? first : n;
	return n < 0 ? 0 : n > 9 ? 9 : n;
}
