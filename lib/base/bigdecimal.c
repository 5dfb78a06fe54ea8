/*
 * Rounds a decimal number of any length and exponent to the nearest double.
 *
 * Method: whole numbers of many limbs.  The digits become D, the power of ten 5^e
 * times 2^e; for a negative e the quotient D / 5^-e is computed bit by bit up to 64
 * bits, and a nonzero remainder sets the sticky bit.  800 digits decide
 * every double (the longest halfway case has 768); later ones only set the
 * sticky bit.  Some 20 us per number: for the rare cases.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <string.h>

#include "base/bigdecimal.h"
#include "base/decimal.h"

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

double benchi_round_digits(const char *s, const char *end, long exponent)
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
