/*
 * Random integers below n, and random numbers between 0 and 1.
 *
 * Remainders of 64 random bits, those beyond the largest multiple of n drawn again, so
 * that none is favoured (sums over 1e12 pairs have more of them than 32 bits); a unit
 * number is 52 bits and a half, never 0 and never 1.
 * Wrong when: secrets depend on it.
 *
 * SPDX-License-Identifier: MIT
 */
#include "base/random.h"
#include "stats/random_draw.h"

uint64_t benchi_draw_below(uint64_t *state, uint64_t n)
{
	uint64_t excess = (UINT64_MAX % n + 1) % n, bits;

	do
		bits = benchi_random(state);
	while (bits > UINT64_MAX - excess);
	return bits % n;
}

double benchi_draw_unit(uint64_t *state)
{
	return ((double)(benchi_random(state) >> 12) + 0.5) * (1.0 / 4503599627370496.0);
}
