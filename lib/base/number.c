/*
 * Converts text to numbers and numbers to text, correctly rounded.
 *
 * Method: digits are gathered into an integer w and a power of ten e.  Where w fits
 * 53 bits and |e| <= 22, both are exact doubles and one multiplication or division
 * rounds once (W. D. Clinger, How to read floating point numbers accurately, 1990);
 * otherwise number.c does it in integers.  Text is made by printf and read back.
 *
 * Assumes that doubles are IEEE 754 binary64.  Where the machine computes in more
 * than double precision (FLT_EVAL_METHOD), number.c does all of it.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/base.h"

/*
 * Rounds w times 10^e to the nearest double.
 *
 * Method: integers only, so that only the last step rounds.  10^e is 5^e
 * times 2^e, and 5^27 still fits 64 bits: up to there one 64 x 64 multiplication, or
 * one 128 / 64 division with its remainder, holds the exact value.  Everything else
 * (number.c) is rare in measured numbers.
 *
 * Worked: 0.3 is 3 / 5 / 2; 3 shifted up to 0xC000000000000000 and divided by 5,
 * shifted up likewise, gives 0x9999999999999999 and a remainder; its upper 53 bits
 * are 0x13333333333333, the rest 0x199 is under half: 0.3 is 0x1.3333333333333p-2.
 */

/* 5^n for n up to 27. */
static uint64_t power_of_five(int n)
{
	uint64_t power = 1, base = 5;

	for (; n; n >>= 1) {
		if (n & 1)
			power *= base;
		base *= base;
	}
	return power;
}

/* How far x (not 0) must move up for its top bit to be set. */
static int leading_zeros(uint64_t x)
{
	int zeros = 0;

	for (int step = 32; step; step >>= 1)
		if (!(x >> (64 - step))) {
			zeros += step;
			x <<= step;
		}
	return zeros;
}

double benchi_round_binary(uint64_t bits, bool sticky, int exponent)
{
	uint64_t kept, rest, half;
	int zeros, drop = 11;

	if (!bits)
		return 0;
	zeros = leading_zeros(bits);
	bits <<= zeros;
	exponent -= zeros;
	if (exponent + drop < -1074)
		drop = -1074 - exponent; /* subnormal: fewer bits are kept */
	if (drop > 64)
		return 0;
	kept = drop == 64 ? 0 : bits >> drop;
	rest = drop == 64 ? bits : bits & (((uint64_t)1 << drop) - 1);
	half = (uint64_t)1 << (drop - 1);
	if (rest > half || (rest == half && (sticky || (kept & 1))))
		kept++;
	return ldexp((double)kept, exponent + drop);
}

/* a * b; the upper half through *high. */
static uint64_t multiply(uint64_t a, uint64_t b, uint64_t *high)
{
	uint64_t a_low = (uint32_t)a, a_high = a >> 32, b_low = (uint32_t)b, b_high = b >> 32;
	uint64_t low = a_low * b_low, middle = a_high * b_low + (low >> 32);
	uint64_t other = a_low * b_high + (uint32_t)middle;

	*high = a_high * b_high + (middle >> 32) + (other >> 32);
	return other << 32 | (uint32_t)low;
}

/* One 32-bit digit of the quotient (high, next 32 bits) / d, d's top bit set. */
static uint64_t quotient_digit(uint64_t *high, uint32_t next, uint64_t d)
{
	uint64_t digit = *high / (d >> 32), rest = *high % (d >> 32);

	while (digit >> 32 || digit * (uint32_t)d > (rest << 32 | next)) {
		digit--;
		rest += d >> 32;
		if (rest >> 32)
			break;
	}
	*high = (*high << 32 | next) - digit * d;
	return digit;
}

/* The double nearest to w times 10^exponent; only for |exponent| <= 27. */
static double round_decimal(uint64_t w, int exponent)
{
	uint64_t power = power_of_five(exponent < 0 ? -exponent : exponent), high, low, quotient;
	int up, power_up;

	if (!w)
		return 0;
	if (exponent >= 0) {
		low = multiply(w, power, &high);
		if (!high)
			return benchi_round_binary(low, false, exponent);
		up = leading_zeros(high);
		if (up)
			high = high << up | low >> (64 - up);
		return benchi_round_binary(high, (low << up) != 0, exponent + 64 - up);
	}
	up = leading_zeros(w);
	power_up = leading_zeros(power);
	power <<= power_up;
	w <<= up;
	high = w >> 1; /* w * 2^63 over power: the quotient fits 64 bits */
	quotient = quotient_digit(&high, (uint32_t)((w & 1) << 31), power) << 32;
	quotient |= quotient_digit(&high, 0, power);
	return benchi_round_binary(quotient, high != 0, exponent - 63 - up + power_up);
}

/*
 * Rounds a decimal number of any length and exponent to the nearest double.
 *
 * Method: whole numbers of many limbs.  The digits become D, the power of ten 5^e
 * times 2^e; for a negative e the quotient D / 5^-e is computed bit by bit up to 64
 * bits, and a nonzero remainder sets the sticky bit.  800 digits decide
 * every double (the longest halfway case has 768); later ones only set the
 * sticky bit.  Some 20 us per number: for the rare cases.
 */

#define LIMBS 200
#define DIGITS 800

typedef struct big {
	uint32_t limb[LIMBS]; /* lowest first */
	int n;                /* limbs in use; the highest is not 0 */
} big;

static void multiply_add(big *b, uint32_t factor, uint32_t carry)
{
	uint64_t sum = carry;

	for (int i = 0; i < b->n; i++) {
		sum += (uint64_t)b->limb[i] * factor;
		b->limb[i] = (uint32_t)sum;
		sum >>= 32;
	}
	if (sum && b->n < LIMBS)
		b->limb[b->n++] = (uint32_t)sum;
}

static void multiply_by_power_of_five(big *b, long n)
{
	for (; n >= 13; n -= 13)
		multiply_add(b, 1220703125u, 0);
	for (; n > 0; n--)
		multiply_add(b, 5, 0);
}

static int bit_length(const big *b)
{
	uint32_t top = b->n ? b->limb[b->n - 1] : 0;
	int bits = 32 * (b->n - 1);

	for (; top; top >>= 1)
		bits++;
	return b->n ? bits : 0;
}

static void shift_up(big *b, int by)
{
	int limbs = by / 32, bits = by % 32;

	if (!b->n || b->n + limbs + 1 > LIMBS)
		return;
	memmove(b->limb + limbs, b->limb, (size_t)b->n * sizeof *b->limb);
	memset(b->limb, 0, (size_t)limbs * sizeof *b->limb);
	b->n += limbs;
	if (bits)
		multiply_add(b, (uint32_t)1 << bits, 0);
}

static int compare(const big *a, const big *b)
{
	if (a->n != b->n)
		return a->n < b->n ? -1 : 1;
	for (int i = a->n; i-- > 0;)
		if (a->limb[i] != b->limb[i])
			return a->limb[i] < b->limb[i] ? -1 : 1;
	return 0;
}

/* a -= b, where a >= b. */
static void subtract(big *a, const big *b)
{
	int64_t borrow = 0;

	for (int i = 0; i < a->n; i++) {
		borrow += (int64_t)a->limb[i] - (i < b->n ? (int64_t)b->limb[i] : 0);
		a->limb[i] = (uint32_t)borrow;
		borrow = borrow < 0 ? -1 : 0;
	}
	while (a->n && !a->limb[a->n - 1])
		a->n--;
}

/* The upper 64 bits of n / d and whether anything is left; exponent: of the last bit. */
static double divide(big *n, big *d, int exponent)
{
	int apart = bit_length(n) - bit_length(d);
	uint64_t quotient = 0;

	if (apart > 0)
		shift_up(d, apart);
	else
		shift_up(n, -apart);
	for (int i = 0; i < 64; i++) {
		quotient <<= 1;
		if (compare(n, d) >= 0) {
			subtract(n, d);
			quotient |= 1;
		}
		shift_up(n, 1);
	}
	return benchi_round_binary(quotient, n->n != 0, exponent + apart - 63);
}

/* The upper 64 bits of b, times 2^exponent. */
static double round_big(const big *b, int exponent)
{
	int length = bit_length(b), low = length > 64 ? length - 64 : 0;
	uint64_t bits = 0;
	bool sticky = false;

	for (int i = length - 1; i >= low; i--)
		bits = bits << 1 | (b->limb[i / 32] >> (i % 32) & 1);
	for (int i = 0; i < low && !sticky; i++)
		sticky = b->limb[i / 32] >> (i % 32) & 1;
	return benchi_round_binary(bits, sticky, exponent + low);
}

/* Reads up to DIGITS digits into b; moves *exponent by the place of the point and by
 * the digits left out.  Returns the count of digits read, leading zeros apart. */
static int gather(const char *s, const char *end, big *b, long *exponent)
{
	bool point = false, more = false;
	int digits = 0;

	for (b->n = 0; s < end; s++) {
		if (*s == '.') {
			point = true;
			continue;
		}
		*exponent -= point;
		if (digits == DIGITS) {
			more = more || *s != '0';
			++*exponent;
			continue;
		}
		multiply_add(b, 10, (uint32_t)(*s - '0'));
		digits += b->n != 0;
	}
	if (more) {
		multiply_add(b, 10, 1);
		--*exponent;
		digits++;
	}
	return digits;
}

/* The double nearest to the number in [s, end), digits with at most one '.', times
 * 10^exponent.  Any length. */
static double round_digits(const char *s, const char *end, long exponent)
{
	big digits, power;
	int count = gather(s, end, &digits, &exponent);

	if (!count || exponent + count < -345)
		return 0;
	if (exponent + count > 310)
		return HUGE_VAL;
	if (exponent >= 0) {
		multiply_by_power_of_five(&digits, exponent);
		return round_big(&digits, (int)exponent);
	}
	power.n = 1;
	power.limb[0] = 1;
	multiply_by_power_of_five(&power, -exponent);
	return divide(&digits, &power, (int)exponent);
}

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
		return round_digits(n->first, n->end, exponent);
	low = round_decimal(n->w, (int)n->exponent);
	if (!n->longer || low == round_decimal(n->w + 1, (int)n->exponent))
		return low;
	return round_digits(n->first, n->end, exponent);
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

/*
 * Reads whole numbers.
 */

int benchi_hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c = (char)(c | 0x20);
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

int benchi_hex_byte(const char *s)
{
	int high = benchi_hex_digit(s[0]), low = high < 0 ? -1 : benchi_hex_digit(s[1]);

	return low < 0 ? -1 : high << 4 | low;
}

const char *benchi_read_digits(const char *s, const char *end, unsigned base, uint64_t most,
                               uint64_t *value)
{
	const char *first = s;
	uint64_t number = 0;

	for (; s != end; s++) {
		int digit = benchi_hex_digit(*s);

		if (digit < 0 || (unsigned)digit >= base)
			break;
		if ((unsigned)digit > most || number > (most - (unsigned)digit) / base)
			return NULL;
		number = number * base + (unsigned)digit;
	}
	if (s == first)
		return NULL;
	*value = number;
	return s;
}

const char *benchi_read_whole(const char *s, uint64_t most, uint64_t *value)
{
	return benchi_read_digits(s, NULL, 10, most, value);
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

bool benchi_whole(const char *text, uint64_t most, uint64_t *value)
{
	const char *end = benchi_read_whole(text, most, value);

	return end && !*end;
}

/*
 * Text into a caller's space, and how much it takes.
 */

void benchi_sink_put(struct benchi_sink *sink, const char *format, ...)
{
	int fits = sink->used < sink->capacity, n;
	va_list list;

	va_start(list, format);
	n = vsnprintf(fits ? sink->to + sink->used : NULL, fits ? sink->capacity - sink->used : 0,
		format, list);
	va_end(list);
	if (n > 0)
		sink->used += (size_t)n;
}

void benchi_sink_percent(struct benchi_sink *sink, double share)
{
	char digits[BENCHI_NUMBER_TEXT];

	if (isinf(share)) {
		benchi_sink_put(sink, share > 0 ? "infinite" : "-infinite");
		return;
	}
	benchi_sink_put(sink, "%s %%", benchi_number_fixed(100 * share, fabs(share) < 0.1 ? 2 : 1,
		digits));
}

void benchi_sink_time(struct benchi_sink *sink, double ns)
{
	static const struct { double ns; const char *name; } units[] = { { 1e9, "s" }, { 1e6, "ms" },
		{ 1e3, "us" }, { 1, "ns" } };
	char digits[BENCHI_NUMBER_TEXT];
	int i = 0;

	while (i < 3 && !(ns >= units[i].ns))
		i++;
	benchi_sink_put(sink, "%s %s", benchi_number_digits(ns / units[i].ns, 3, digits),
		units[i].name);
}
