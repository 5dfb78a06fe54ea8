/*
 * An e-process for a binary event: the stake of a bet after s wins in n events.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_STATS_BETTING_H
#define BENCHI_STATS_BETTING_H

#include <stddef.h>

/* On an event of probability q at most, with a beta(a, b) prior above q. */
typedef struct benchi_bet {
	double q, a, b, ln_start;
} benchi_bet;

/* weight: a + b; a larger weight makes the bet strongest at larger n. */
benchi_bet benchi_bet_make(double q, double weight);

/* ln of the stake after s wins in n; 0 at the start. */
double benchi_bet_ln(const benchi_bet *bet, double s, double n);

/* The fewest wins in n for which that is goal or more; n + 1 if none suffice. */
size_t benchi_bet_least(const benchi_bet *bet, size_t n, double goal);

/* A boundary over n: the fewest sufficient wins. */
typedef struct benchi_wins_bound {
	benchi_bet bet;
	double goal;      /* ln(1 / alpha) */
	size_t n, wins;
} benchi_wins_bound;

/* For q = 1/2; error: probability ever to reach the boundary by chance alone. */
benchi_wins_bound benchi_bound_make(double error);

/* Advances to n + 1. */
void benchi_bound_step(benchi_wins_bound *bound);

#endif
