/*
 * Random numbers that are the same everywhere: Steele, Lea and Flood's splitmix64
 * (OOPSLA 2014, "Fast splittable pseudorandom number generators").
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_BASE_RANDOM_H
#define BENCHI_BASE_RANDOM_H

#include <stddef.h>
#include <stdint.h>

/* 64 random bits; state may start anywhere. */
static inline uint64_t benchi_random(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15u;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

/* A whole number from 0 to below, for below up to 2^32. */
static inline uint64_t benchi_random_below(uint64_t *state, uint64_t below)
{
	return (benchi_random(state) >> 32) * below >> 32;
}

/* Puts n items in random order (Durstenfeld, CACM 7, 1964, algorithm 235). */
static inline void benchi_random_shuffle(uint64_t *state, size_t *item, size_t n)
{
	for (size_t i = n; i > 1; i--) {
		size_t j = (size_t)benchi_random_below(state, i), keep = item[i - 1];

		item[i - 1] = item[j];
		item[j] = keep;
	}
}

#endif
