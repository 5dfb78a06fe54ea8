/*
 * How likely is a set of times, if the core's tick is so long?
 *
 * Method: Bayes' rule on a mixture.  A chain either takes a whole number c of
 * ticks, perhaps with the loop's part added: then its time lies around that with
 * Student's t of 3 degrees of freedom (errors are not Gaussian: neighbours,
 * alignment), and c costs -log P(c).  Or it was broken up by compiler or processor:
 * then it lies anywhere on a logarithmic scale, a little more probably at simple
 * fractions.  P(c) depends on the kind of processor, which all chains share: most
 * take 1 to 6 ticks; some are even nearly throughout (integer operations of 2
 * ticks, as POWER); old microprogrammed ones take tens.  A finer tick explains
 * everything that a coarser one does, with larger counts: it pays P(c).
 *
 * Worked: a chain of 20 +- 0.02 ticks that fits has the density
 * 0.37 * 20 / 0.02 = 370 times P(20) = 0.00125, so 0.46; not fitting, 0.12 / 9 =
 * 0.013: ratio 35.  At 2 ticks, 370 * 0.22 / 0.013: ratio 6000.
 *
 * Assumes errors of chains are independent given the tick.  Wrong when all chains
 * share a factor by accident: that is weighed only by the priors below.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>

#include "cycle/model.h"

enum { ORDINARY, EVEN, SLOW, KINDS };

/* P(broken), P(a simple fraction of a tick), P(the loop's part shows). */
static const double broken = 0.12, fraction = 0.012, shows = 0.75;

/* P(kind), and of a core faster than slow_mhz to be a slow kind, by comparison. */
static const double kind_share[KINDS] = { 0.84, 0.09, 0.07 };
static const double slow_mhz = 200, slow_above = 0.03;

/* Published counts of an ordinary core: single operations take 1, loads and
 * multiplications 3 to 5, floating point 2 to 6; compound expressions their sums. */
static double ordinary(double c)
{
	static const double share[] = { 0, 0.34, 0.22, 0.13, 0.11, 0.06, 0.04, 0.02, 0.018 };

	return c < 8.5 ? share[(int)c] : 0.5 / (c * c);
}

static double even(double c)
{
	static const double odd[] = { 0.002, 0.05, 0.05, 0.04, 0.012 };

	if (fmod(c, 2) < 0.5)
		return 0.83 * ordinary(c / 2);
	return c < 9.5 ? odd[(int)c / 2] : 0.3 / (c * c);
}

/* Sums to 1 over c = 1, 2, ...: half of all counts are above 8. */
static double slow(double c)
{
	return 8 / ((c + 7) * (c + 8));
}

/* Student's t of 3 degrees of freedom, as a density of x's logarithm. */
static double around(double x, double s, double centre)
{
	double z = (x - centre) / s, q = 1 + z * z / 3;

	return 0.3676 * x / (s * q * q);
}

static double fractions(double x, double s)
{
	static const double places[] = { 0.5, 1.5, 2.5, 1.0 / 3, 1.0 / 6, 0.25 };
	double sum = 0;

	for (size_t i = 0; i < sizeof places / sizeof *places; i++)
		sum += around(x, s, places[i]);
	return sum / (sizeof places / sizeof *places);
}

/* A broken chain: of about 0.01 to 10 ticks, seldom more. */
static double anywhere(double x)
{
	return x < 10 ? 0.13 : 0.013;
}

/* The density of a whole count c at x; where ticks blur into each other, of any. */
static double whole(double x, double s, double overhead, double c)
{
	if (s > 0.4)
		return x;
	if (overhead > 0)
		return shows * around(x, s, c + overhead) + (1 - shows) * around(x, s, c);
	return around(x, s, c);
}

static double nearest(double x, double overhead)
{
	double c = floor(x - overhead / 2 + 0.5);

	return c < 1 ? 1 : c;
}

/* The density of one time of x ticks, for each kind of processor. */
static void chain_density(double x, double s, double overhead, double density[KINDS])
{
	double c = nearest(x, overhead);
	double fit = (1 - broken - fraction) * whole(x, s, overhead, c);
	double other = broken * anywhere(x) + fraction * fractions(x, s);

	density[ORDINARY] = fit * ordinary(c) + other;
	density[EVEN] = fit * even(c) + other;
	density[SLOW] = fit * slow(c) + other;
}

/* log P(tick): even on a logarithmic scale from 3 MHz to 6.2 GHz, falling off. */
static double tick_prior(double mhz)
{
	double prior = -log(log(6200.0 / 3));

	if (mhz > 6200)
		prior -= 30 * log(mhz / 6200);
	if (mhz < 3)
		prior -= 4 * log(3 / mhz);
	return prior;
}

double benchi_model(const struct benchi_times *times, struct benchi_guess guess)
{
	double log_sum[KINDS] = { 0 }, product[KINDS], most, sum = 0, mhz = 1000 / guess.tick;

	for (int k = 0; k < KINDS; k++) {
		log_sum[k] = log(kind_share[k]);
		product[k] = 1;
	}
	if (mhz > slow_mhz)
		log_sum[SLOW] += log(slow_above);
	for (size_t i = 0; i < times->n; i++) {
		double density[KINDS];

		chain_density(times->ns[i] / guess.tick, times->sigma[i] / guess.tick, guess.overhead,
		              density);
		for (int k = 0; k < KINDS; k++) {
			product[k] *= density[k];
			if (i % 16 == 15 || i + 1 == times->n) {
				log_sum[k] += log(product[k]);
				product[k] = 1;
			}
		}
	}
	most = fmax(fmax(log_sum[0], log_sum[1]), log_sum[2]);
	for (int k = 0; k < KINDS; k++)
		sum += exp(log_sum[k] - most);
	return most + log(sum) + tick_prior(mhz);
}

double benchi_model_no_tick(const struct benchi_times *times)
{
	return log(0.03) + (double)times->n * log(0.13);
}

double benchi_model_count(double x, double s, double overhead, int *hidden)
{
	double c = nearest(x, overhead), likeliest;

	*hidden = overhead > 0 && fabs(x - c) < fabs(x - c - overhead);
	likeliest = fmax(ordinary(c), fmax(even(c), slow(c)));
	if ((1 - broken) * likeliest * whole(x, s, overhead, c)
	    < broken * anywhere(x) + fraction * fractions(x, s))
		return 0;
	return c;
}
