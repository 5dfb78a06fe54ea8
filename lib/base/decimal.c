/*
 * Rounds w times 10^e to the nearest double.
 *
 * Method: integers only, so that only the last step rounds.  10^e is 5^e
 * times 2^e, and 5^27 still fits 64 bits: up to there one 64 x 64 multiplication, or
 * one 128 / 64 division with its remainder, holds the exact value.  Everything else
 * (bigdecimal.c) is rare in measured numbers.
 *
 * Worked: 0.3 is 3 / 5 / 2; 3 shifted up to 0xC000000000000000 and divided by 5,
 * shifted up likewise, gives 0x9999999999999999 and a remainder; its upper 53 bits
 * are 0x13333333333333, the rest 0x199 is under half: 0.3 is 0x1.3333333333333p-2.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>

#include "base/decimal.h"

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

double benchi_round_decimal(uint64_t w, int exponent)
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
