/*
 * An e-process (betting martingale) for a binary event.
 *
 * If an event "win" has probability q at most, a bet that puts the share
 * t >= q on "win" multiplies the stake by t/q at a win, by (1-t)/(1-q) otherwise: on
 * average by at most 1.  So does a mixture of such bets over t, here a beta density
 * truncated at q:
 *	E(S, n) = q^-S (1-q)^(S-n) B(a+S, b+n-S)/B(a, b) P(t > q | a+S, b+n-S)/P(t > q | a, b)
 * with S wins in n.  E ever exceeds 1/alpha with probability alpha at most
 * (Ville 1939; Robbins 1970), at any stopping time.
 * E rises with a win and falls without one, so the fewest sufficient wins grow by
 * 0 or 1 with each event: a boundary that is computed step by step.
 * Worked: q = 1/2, weight 1: 11 wins in 11 are 2^11 * 0.170 * 2 = 689, 12 are 1322:
 * evidence at 1/1000 takes twelve in a row.
 * Assumes: the probability of a win, given the past, is q at most.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "stats/special.h"
#include "stats/betting.h"

static double ln_mixture(const benchi_bet *bet, double s, double n)
{
	double a = bet->a + s, b = bet->b + n - s;
	double tail = benchi_beta_tails(bet->q, 1 - bet->q, a, b).upper;

	return benchi_log_beta(a, b) + log(tail);
}

double benchi_bet_ln(const benchi_bet *bet, double s, double n)
{
	return ln_mixture(bet, s, n) - bet->ln_start - s * log(bet->q) - (n - s) * log1p(-bet->q);
}

benchi_bet benchi_bet_make(double q, double weight)
{
	benchi_bet b = { q, q * weight, (1 - q) * weight, 0 };

	b.ln_start = ln_mixture(&b, 0, 0);
	return b;
}

size_t benchi_bet_least(const benchi_bet *bet, size_t n, double goal)
{
	double m = (double)n, sd = sqrt(bet->q * (1 - bet->q) * m);
	size_t lo = (size_t)(bet->q * m), hi = n, step = (size_t)sd + 1;

	if (benchi_bet_ln(bet, m, m) < goal)
		return n + 1;
	/* stakes at lo are below the goal, at hi not: narrow by growing steps, then halve */
	while (lo + step < hi && benchi_bet_ln(bet, (double)(lo + step), m) < goal) {
		lo += step;
		step *= 2;
	}
	if (lo + step < hi)
		hi = lo + step;
	while (hi - lo > 1) {
		size_t middle = lo + (hi - lo) / 2;

		if (benchi_bet_ln(bet, (double)middle, m) < goal)
			lo = middle;
		else
			hi = middle;
	}
	return hi;
}

benchi_wins_bound benchi_bound_make(double error)
{
	benchi_wins_bound bound = { benchi_bet_make(0.5, 1), -log(error), 0, 1 };

	return bound;
}

void benchi_bound_step(benchi_wins_bound *bound)
{
	bound->n++;
	if (benchi_bet_ln(&bound->bet, (double)bound->wins, (double)bound->n) < bound->goal)
		bound->wins++;
}
