/*
 * The rest of C's strtod: leading white space, hexadecimal, infinity and NaN, for readers
 * that must accept what strtod accepts.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stddef.h>

#include "base/decimal.h"
#include "base/number.h"
#include "base/whole.h"

#define EXPONENT_LIMIT 100000

/* The byte after word at s, letters of any case, or NULL.  word is in lower case. */
static const char *skip_word(const char *s, const char *word)
{
	for (; *word; s++, word++)
		if ((*s | 0x20) != *word)
			return NULL;
	return s;
}

/* p-12 at s: adds -12 to *exponent.  Without digits it does not belong to the number. */
static const char *binary_exponent(const char *s, long *exponent)
{
	const char *p;
	bool negative;
	long n = 0;

	if ((*s | 0x20) != 'p')
		return s;
	p = s + 1;
	negative = *p == '-';
	p += *p == '-' || *p == '+';
	if (*p < '0' || *p > '9')
		return s;
	for (; *p >= '0' && *p <= '9'; p++)
		n = n < EXPONENT_LIMIT ? n * 10 + (*p - '0') : n;
	*exponent += negative ? -n : n;
	return p;
}

/* After 0x.  NULL where no digit follows. */
static const char *hexadecimal(const char *s, double *value)
{
	bool point = false, sticky = false, any = false;
	long exponent = 0;
	uint64_t bits = 0;

	for (; benchi_hex_digit(*s) >= 0 || (*s == '.' && !point); s++) {
		if (*s == '.') {
			point = true;
			continue;
		}
		any = true;
		if (bits >> 60) {
			sticky = sticky || *s != '0';
			exponent += point ? 0 : 4;
			continue;
		}
		bits = bits << 4 | (uint64_t)benchi_hex_digit(*s);
		exponent -= point ? 4 : 0;
	}
	if (!any)
		return NULL;
	s = binary_exponent(s, &exponent);
	if (exponent > EXPONENT_LIMIT)
		exponent = EXPONENT_LIMIT;
	if (exponent < -EXPONENT_LIMIT)
		exponent = -EXPONENT_LIMIT;
	*value = benchi_round_binary(bits, sticky, (int)exponent);
	return s;
}

/* nan, and the letters in brackets that may follow. */
static const char *after_nan(const char *s)
{
	const char *p = s;

	if (*p++ != '(')
		return s;
	while ((*p >= '0' && *p <= '9') || ((*p | 0x20) >= 'a' && (*p | 0x20) <= 'z') || *p == '_')
		p++;
	return *p == ')' ? p + 1 : s;
}

/* inf, infinity, nan, nan(...), or NULL. */
static const char *special(const char *s, double *value)
{
	const char *after = skip_word(s, "inf"), *whole;

	if (after) {
		*value = HUGE_VAL;
		whole = skip_word(after, "inity");
		return whole ? whole : after;
	}
	after = skip_word(s, "nan");
	if (!after)
		return NULL;
	*value = (double)NAN;
	return after_nan(after);
}

const char *benchi_read_number_c(const char *s, double *value)
{
	const char *after, *first;
	double found;

	while (*s == ' ' || (*s >= '\t' && *s <= '\r'))
		s++;
	first = s + (*s == '-' || *s == '+');
	after = NULL;
	if (first[0] == '0' && (first[1] | 0x20) == 'x')
		after = hexadecimal(first + 2, &found);
	if (!after && (*first | 0x20) >= 'a')
		after = special(first, &found);
	if (!after)
		return benchi_read_number(s, value);
	*value = *s == '-' ? -found : found;
	return after;
}
