/*
 * What comes next by chance?
 *
 * A counter that steps by the golden ratio's bits, and a mixing function (Steele,
 * Lea and Flood, Fast Splittable Pseudorandom Number Generators, OOPSLA 2014,
 * p. 453, with their second set of multipliers): 2^64 long, integers only, so every
 * machine draws the same.
 * Wrong when: secrets depend on it.
 *
 * SPDX-License-Identifier: MIT
 */
#include "stats/random.h"

uint64_t benchi_random_bits(benchi_random *r)
{
	uint64_t z = r->state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

uint64_t benchi_random_below(benchi_random *r, uint64_t n)
{
	/* the largest multiple of n: above it the small remainders would be favoured */
	uint64_t excess = (UINT64_MAX % n + 1) % n, bits;

	do
		bits = benchi_random_bits(r);
	while (bits > UINT64_MAX - excess);
	return bits % n;
}

double benchi_random_unit(benchi_random *r)
{
	return ((double)(benchi_random_bits(r) >> 12) + 0.5) * (1.0 / 4503599627370496.0);
}
