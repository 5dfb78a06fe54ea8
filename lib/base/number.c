/*
 * Reads numbers: correctly rounded, independent of the locale; and writes them so that they are
 * read back unchanged.
 *
 * Method: up to 19 digits form a whole number; one multiplication or division by a power of ten,
 * plus the error of that operation, makes it a double. Longer numbers are copied without their
 * decimal point, which moves into the exponent (1.5e3 becomes 15e2), so that strtod never sees a
 * point, whatever the locale.
 *
 * Assumes that doubles are IEEE 754 binary64 and that strtod rounds to nearest.
 *
 * SPDX-License-Identifier: MIT
 */
#include "base/base.h"

/* Digits that can decide a double: the longest half-way case has 768. Later digits matter only
 * if they are nonzero. */
#define DIGITS 800
#define EXPONENT_LIMIT 100000000

static inline unsigned digit_of(char c)
{
	return (unsigned)(unsigned char)c - '0';
}

struct digits {
	const char *first, *end; /* including the point */
	int base;                /* 10 or 16 */
	size_t n;                /* number of digits; leading zeros are not counted beyond 19 */
	uint64_t w;              /* value, if decimal with at most 19 digits */
	/* digits between the last one and the point; negative if the point is among them */
	long exponent;
};

static inline const char *digits_skip(const char *s, struct digits *d)
{
	uint64_t w = d->w;

	/* two digits at a time halve the chain of multiplications */
	for (; digit_of(s[0]) <= 9 && digit_of(s[1]) <= 9; s += 2)
		w = w * 100 + (digit_of(s[0]) * 10 + digit_of(s[1]));
	for (; digit_of(*s) <= 9 || (d->base == 16 && benchi_hex_digit(*s) >= 0); s++)
		w = w * 10 + digit_of(*s);
	d->w = w;
	return s;
}

static const double ten[] = { 1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12,
	1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };

/* Returns a * b - x, where x is close to a * b (T. J. Dekker, A floating-point technique for
 * extending the available precision, 1971). Products of halves are exact, so the compiler may
 * fuse them with the sums. */
static double excess_of(double a, double b, double x)
{
	const double split = 134217729; /* 2^27 + 1 */
	const double a_up = split * a, b_up = split * b;
	const double a_high = a_up - (a_up - a), b_high = b_up - (b_up - b);
	const double a_low = a - a_high, b_low = b - b_high;

	return a_high * b_high - x + a_high * b_low + a_low * b_high + a_low * b_low;
}

/*
 * If w and 10^|e| are both exact doubles, one multiplication or division rounds once (W. D.
 * Clinger, How to read floating point numbers accurately, 1990), in a tenth of strtod's time. For
 * up to 19 digits and |e| up to 44, each is the sum of two doubles, and the error is known to
 * 2^-75 of the value.
 *
 * Returns false if that error could change the rounding.
 */
static bool digits_quick(const struct digits *d, double *value)
{
	const long e = d->exponent < 0 ? -d->exponent : d->exponent;
	const double high = (double)d->w, unsure = 2.6469779601696886e-23; /* 2^-75 */
	double low, power, rest, q, error;

	if (BENCHI_EXCESS_PRECISION || d->base != 10 || d->n > 19 || e > 44)
		return false;
	if (d->w >> 53 == 0 && e <= 22) {
		*value = d->exponent < 0 ? high / ten[e] : high * ten[e];
		return true;
	}
	low = (double)(int64_t)(d->w - (uint64_t)high);
	/* w = high + low, 10^e = power + rest; error: of the quotient or product q */
	power = e <= 22 ? ten[e] : ten[22] * ten[e - 22];
	rest = e <= 22 ? 0 : excess_of(ten[22], ten[e - 22], power);
	q = d->exponent < 0 ? high / power : high * power;
	error = d->exponent < 0 ? (low - q * rest - excess_of(q, power, high)) / power
	                        : low * power + high * rest + excess_of(high, power, q);
	*value = q + (error - q * unsure);
	return *value == q + (error + q * unsure);
}

/* Returns the value by strtod, from a copy without point and leading zeros. */
static double digits_round(const struct digits *d, bool *zero)
{
	const long step = d->base == 16 ? 4 : 1;
	char text[DIGITS + 64] = "0x0";
	const size_t start = d->base == 16 ? 2 : 0;
	size_t n = start;
	bool more = false;
	long exponent = d->exponent;

	for (const char *s = d->first; s < d->end; s++) {
		if (*s == '.' || (*s == '0' && n == start))
			continue;
		if (n < start + DIGITS)
			text[n++] = *s;
		else {
			more = more || *s != '0';
			exponent += step;
		}
	}
	if (more) {
		text[n++] = '1';
		exponent -= step;
	}
	*zero = n == start;
	snprintf(text + n + *zero, sizeof text - n - 1, "%c%ld", d->base == 16 ? 'p' : 'e', exponent);
	return strtod(text, NULL);
}

/* Reads digits, point and exponent: decimal, or hexadecimal with a binary exponent if base is
 * 16. *value is what strtod returns. Returns the byte after the number; NULL if there are no
 * digits. */
static const char *unsigned_read(const char *s, int base, double *value, bool *zero)
{
	struct digits d = { .first = s, .base = base };
	const char *point = digits_skip(s, &d), *at;

	d.end = point;
	d.n = (size_t)(point - s);
	if (*point == '.') {
		d.end = digits_skip(point + 1, &d);
		d.exponent = point + 1 - d.end;
		d.n += (size_t)-d.exponent;
	}
	for (; d.n > 19 && (*s == '0' || *s == '.'); s++)
		d.n -= *s == '0';
	if (!d.n)
		return NULL;
	d.exponent *= base == 16 ? 4 : 1;
	at = d.end + 1;     /* the exponent, if its letter is here and it has digits */
	if ((*d.end | 0x20) == (base == 16 ? 'p' : 'e')
	    && digit_of(at[*at == '-' || *at == '+']) <= 9) {
		const bool negative = *at == '-';
		long n = 0;

		for (at += *at == '-' || *at == '+'; digit_of(*at) <= 9; at++)
			if (n < EXPONENT_LIMIT)
				n = n * 10 + (long)digit_of(*at);
		d.exponent += negative ? -n : n;
	} else {
		at = d.end;
	}
	*zero = !d.w;
	if (!digits_quick(&d, value))
		*value = digits_round(&d, zero);
	return at;
}

/* Reads a signed decimal number. Returns the byte after the number, or NULL. */
static const char *decimal_read(const char *s, double *value, bool *zero)
{
	const char *after = unsigned_read(s + (*s == '-' || *s == '+'), 10, value, zero);

	if (after && *s == '-')
		*value = -*value;
	return after;
}

const char *benchi_read_number(const char *s, double *value)
{
	bool zero;
	const char *after = decimal_read(s, value, &zero);

	if (after && !zero && !(fabs(*value) > 0))
		*value = (double)NAN;
	return after;
}

const char *benchi_read_number_c(const char *s, double *value)
{
	const char *after = NULL, *first;
	char *end;
	bool zero;

	while (*s == ' ' || (*s >= '\t' && *s <= '\r'))
		s++;
	first = s + (*s == '-' || *s == '+');
	if ((*first | 0x20) >= 'a') { /* inf, infinity, nan and nan(...) contain no point */
		static const char in_brackets[] =
			"0123456789_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
		double found = strtod(s, &end);

		if (end == s)
			return NULL;
		*value = found;
		if (!isnan(found))
			return end;
		/* ends after nan or nan(LETTERS); MinGW also accepts other characters */
		after = first + 3;
		if (*after == '(') {
			const char *close = after + 1 + strspn(after + 1, in_brackets);

			after = *close == ')' ? close + 1 : after;
		}
		return after;
	}
	if (first[0] == '0' && (first[1] | 0x20) == 'x')
		after = unsigned_read(first + 2, 16, value, &zero);
	if (!after)
		return decimal_read(s, value, &zero);
	if (*s == '-')
		*value = -*value;
	return after;
}

bool benchi_number(const char *text, double *value)
{
	const char *end = benchi_read_number(text, value);

	return end && !*end && isfinite(*value);
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

const char *benchi_read_size(const char *s, uint64_t *value)
{
	static const char letters[] = "kMG";
	uint64_t number;
	const char *end = benchi_read_whole(s, UINT64_MAX, &number), *letter;

	letter = end && *end ? strchr(letters, *end) : NULL;
	if (letter) {
		int shift = 10 * (int)(letter - letters + 1);

		if (number > UINT64_MAX >> shift)
			return NULL;
		number <<= shift;
		end++;
	}
	if (end)
		*value = number;
	return end;
}
