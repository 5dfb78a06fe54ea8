/*
 * Random numbers for resampling and simulation, on top of base/random.h.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_STATS_RANDOM_DRAW_H
#define BENCHI_STATS_RANDOM_DRAW_H

#include <stdint.h>

/* 0 to n - 1, each exactly as likely as the others; n from 1 to 2^64 - 1. */
uint64_t benchi_draw_below(uint64_t *state, uint64_t n);

/* Above 0 and below 1, in steps of 2^-52. */
double benchi_draw_unit(uint64_t *state);

#endif
