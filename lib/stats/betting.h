/*
 * A bet on a coin that may be unfair: what is the stake after so many wins?
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

/* weight: a + b, the larger the later it is at its best. */
benchi_bet benchi_bet_make(double q, double weight);

/* ln of the stake after s wins in n; it began with 0. */
double benchi_bet_ln(const benchi_bet *bet, double s, double n);

/* The fewest wins in n for which that is goal or more; n + 1 if there are none. */
size_t benchi_bet_least(const benchi_bet *bet, size_t n, double goal);

/* A line that is drawn as n grows: the fewest wins that suffice. */
typedef struct benchi_bound {
	benchi_bet bet;
	double goal;      /* ln(1 / chance of error) */
	size_t n, wins;
} benchi_bound;

/* For bets on an even coin; error: chance ever to reach the line without a reason. */
benchi_bound benchi_bound_make(double error);

/* One coin more. */
void benchi_bound_step(benchi_bound *bound);

#endif
