/*
 * An e-process (betting martingale) for a binary event.
 *
 * If an event "win" has a probability of at most q, a bet that puts the share t >= q on "win"
 * multiplies the stake by t/q at a win and by (1-t)/(1-q) otherwise: on average by at most 1. The
 * same is true of a mixture of such bets over t, here a beta density truncated at q:
 *	E(S, n) = q^-S (1-q)^(S-n) B(a+S, b+n-S)/B(a, b) P(t > q | a+S, b+n-S)/P(t > q | a, b)
 * with S wins in n. The probability that E ever exceeds 1/alpha is at most alpha, at any stopping
 * time (Ville 1939; Robbins 1970). E rises with a win and falls without one, so the smallest
 * sufficient number of wins grows by 0 or 1 with each event, and is computed step by step.
 *
 * Worked: q = 1/2, weight 1: 11 wins in 11 are 2^11 * 0.170 * 2 = 689, 12 are 1322. So evidence at
 * 1/1000 takes twelve wins in a row.
 * Assumes that the probability of a win, given the past, is at most q.
 *
 * SPDX-License-Identifier: MIT
 */

#include "stats/stats.h"

static double ln_mixture(const benchi_bet *bet, double s, double wins_and_losses)
{
	double a = bet->a + s, b = bet->b + wins_and_losses - s, n = a + b;
	double ln_beta = benchi_log_beta(a, b), x, near, far, term = 1, sum = 1;
	bool below = a < n * bet->q;

	/* The tail is the beta function's power series (Abramowitz and Stegun 26.5.4 with 15.1.1),
	 * accurate to about 1e-13. benchi_beta_tails would be quicker for large n, and three times the
	 * code of a pick's arithmetic. */
	x = below ? 1 - bet->q : bet->q;
	near = below ? b : a;
	far = below ? a : b;
	for (double k = 1; term > 1e-17 * sum; k++) {
		term *= x * (n - 1 + k) / (near + k);
		sum += term;
	}
	sum *= exp(near * log(x) + far * log1p(-x) - ln_beta) / near;
	return ln_beta + log(below ? sum : 1 - sum);
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
