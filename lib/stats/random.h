/*
 * Random numbers that are the same on every machine.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_STATS_RANDOM_H
#define BENCHI_STATS_RANDOM_H

#include <stdint.h>

/* A generator is its state; any seed will do. */
typedef struct benchi_random {
	uint64_t state;
} benchi_random;

/* 64 random bits. */
uint64_t benchi_random_bits(benchi_random *r);

/* 0 to n - 1, each as likely as the others; n at least 1. */
uint64_t benchi_random_below(benchi_random *r, uint64_t n);

/* Above 0 and below 1. */
double benchi_random_unit(benchi_random *r);

#endif
