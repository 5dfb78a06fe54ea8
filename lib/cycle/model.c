/*
 * The probability of a set of times, given the length of the core's tick.
 *
 * Method: Bayes' rule on a mixture.  A chain either takes a whole number c of
 * ticks, perhaps with the loop's part added: then its time lies around that with
 * Student's t of 3 degrees of freedom (errors are not Gaussian: noisy neighbours,
 * alignment), and c costs -log P(c).  Or it was broken up by compiler or processor:
 * then it lies anywhere on a logarithmic scale, slightly more probably at simple
 * fractions.  P(c) depends on the kind of processor, which all chains share: most
 * take 1 to 6 ticks; some are even nearly throughout (integer operations of 2
 * ticks, as POWER); old microprogrammed ones take tens.  A finer tick explains
 * everything that a coarser one does, with larger counts: it pays P(c).
 *
 * Worked: a chain of 2 +- 0.002 ticks that fits has the density 0.37 * 2 / 0.002 =
 * 368, times 0.9 and P(2) = 0.255 (of a chain of unknown kind): 85; broken,
 * 0.07 * 0.15 = 0.0105: a ratio of 8000.  At 8 +- 0.008 ticks, 368 * 0.9 * 0.0185 =
 * 6.1 to 0.07 * 0.05 = 0.0035: 1750.
 *
 * Assumes that errors of chains are independent given the tick.  Wrong when all chains
 * share a factor by accident: only the priors below weigh that.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <string.h>

#include "cycle/model.h"

enum { ORDINARY, EVEN, SLOW, SLOW_EVEN, MEMORY, KINDS };

/* P(broken), P(the loop's part shows). */
static const double broken = 0.07, shows = 0.75;

/* P(kind).  Two ticks for an addition are typical of the deepest pipelines (the more, the further
 * over even_above MHz, up to 2.2 times it) and of microprogrammed processors (under
 * even_below); tens of ticks, of slow clocks; elsewhere both are rare, by the factors seldom_... */
static const double kind_share[KINDS] = { 0.81, 0.06, 0.04, 0.03, 0.06 };
static const double even_below = 55, even_above = 900, seldom_even = 0.2;
static const double slow_below = 200, seldom_slow = 0.03;

/* P(count), from 1 up to LISTED; above, tail / count^2.  Published counts: single bit
 * operations take 1, expressions of two or three their sums; loads, multiplications
 * and floating point 2 to 6. */
enum { LISTED = 12 };
struct counts {
	double share[LISTED + 1], tail;
};

static const struct counts bits = {
	{ 0, 0.22, 0.38, 0.22, 0.06, 0.04, 0.025, 0.015, 0.012, 0.003, 0.0025, 0.002, 0.0017 }, 0.25
};
static const struct counts others = {
	{ 0, 0.05, 0.13, 0.23, 0.22, 0.14, 0.06, 0.035, 0.025, 0.015, 0.015, 0.007, 0.006 }, 0.8
};
/* Where bit operations take 2: the others' counts are not doubled. */
static const struct counts odd_bits = {
	{ 0, 0.0001, 0, 0.0002, 0, 0.0002, 0, 0.0002, 0, 0.0002, 0, 0.0001, 0 }, 0.005
};
static const struct counts even_others = {
	{ 0, 0.002, 0.03, 0.11, 0.16, 0.10, 0.17, 0.12, 0.08, 0.05, 0.03, 0.015, 0.015 }, 0.9
};

/* Where the compiler keeps variables in memory: a store and a load with each. */
static const struct counts stored_bits = {
	{ 0, 0.001, 0.005, 0.02, 0.09, 0.22, 0.27, 0.16, 0.09, 0.05, 0.03, 0.015, 0.01 }, 0.4
};
static const struct counts stored_others = {
	{ 0, 0.001, 0.01, 0.05, 0.08, 0.11, 0.14, 0.16, 0.14, 0.09, 0.06, 0.035, 0.02 }, 1.2
};

static double share_of(const struct counts *counts, double c)
{
	return c <= LISTED ? counts->share[(int)c] : counts->tail / (c * c);
}

static double ordinary(enum benchi_chain_kind kind, double c)
{
	if (kind == BENCHI_CHAIN_ANY)
		return 0.5 * (share_of(&bits, c) + share_of(&others, c));
	return share_of(kind == BENCHI_CHAIN_BITS ? &bits : &others, c);
}

static double even(enum benchi_chain_kind kind, double c)
{
	double of_bits = fmod(c, 2) < 0.5 ? 0.97 * share_of(&bits, c / 2) : share_of(&odd_bits, c);

	if (kind == BENCHI_CHAIN_ANY)
		return 0.5 * (of_bits + share_of(&even_others, c));
	return kind == BENCHI_CHAIN_BITS ? of_bits : share_of(&even_others, c);
}

static double stored(enum benchi_chain_kind kind, double c)
{
	if (kind == BENCHI_CHAIN_ANY)
		return 0.5 * (share_of(&stored_bits, c) + share_of(&stored_others, c));
	return share_of(kind == BENCHI_CHAIN_BITS ? &stored_bits : &stored_others, c);
}

/* Microprogrammed: bit operations of a few, others anywhere up to a hundred or two
 * (8 / ((c + 7) (c + 8)) sums to 1, half of it over 8). */
static const struct counts slow_bits = {
	{ 0, 0.02, 0.11, 0.07, 0.11, 0.05, 0.11, 0.03, 0.09, 0.03, 0.07, 0.02, 0.06 }, 3
};

static const struct counts slow_even_bits = {
	{ 0, 0.001, 0.10, 0.002, 0.14, 0.002, 0.13, 0.002, 0.13, 0.002, 0.14, 0.002, 0.15 }, 4
};

static double slow(enum benchi_chain_kind kind, const struct counts *of_bits, double c)
{
	double other = 8 / ((c + 7) * (c + 8)) * (c > 150 ? 150 * 150 / (c * c) : 1);

	if (kind == BENCHI_CHAIN_ANY)
		return 0.5 * (share_of(of_bits, c) + other);
	return kind == BENCHI_CHAIN_BITS ? share_of(of_bits, c) : other;
}

/* Student's t of 3 degrees of freedom, as a density of x's logarithm. */
static double around(double x, double s, double centre)
{
	double z = (x - centre) / s, q = 1 + z * z / 3;

	return 0.3676 * x / (s * q * q);
}

/* Chains broken so that a simple fraction remains: overlapped, fused, folded; a half, where every
 * other operation takes a tick more.  By the chain's kind, P(1/2), P(3/2) ... */
enum { HALVES = 6 };
static const double half_bits[HALVES + 1] = { 0.007, 0.002, 0.006, 0.003, 0.002, 0.001, 0 };
static const double half_others[HALVES + 1] = { 0.007, 0.001, 0.007, 0.0003, 0.00001, 0, 0 };
static const double thirds = 0.006;     /* 1/3, and 1/6 */
static const double fraction = 0.028;

/* A broken chain: most often of 0.01 to 4 ticks; breaking shortens a chain. */
static double anywhere(double x)
{
	return x < 4 ? 0.15 : x < 10 ? 0.05 : 0.0005;
}

/* The density around a position, with the loop's part or without. */
static double near(double x, double s, double overhead, double position)
{
	if (overhead > 0)
		return shows * around(x, s, position + overhead) + (1 - shows) * around(x, s, position);
	return around(x, s, position);
}

/* The density of a whole count c at x; of any count where the error exceeds a tick. */
static double whole(double x, double s, double overhead, double c)
{
	return s > 0.4 ? x : near(x, s, overhead, c);
}

static double nearest(double x, double overhead)
{
	double c = floor(x - overhead / 2 + 0.5);

	return c < 1 ? 1 : c;
}

static double half(enum benchi_chain_kind kind, double x)
{
	int k = x >= 0 && x < HALVES ? (int)x : HALVES;

	return kind == BENCHI_CHAIN_ANY ? 0.5 * (half_bits[k] + half_others[k])
	     : kind == BENCHI_CHAIN_BITS ? half_bits[k] : half_others[k];
}

static double not_whole(enum benchi_chain_kind kind, double x, double s, double overhead)
{
	return broken * anywhere(x) + half(kind, x) * near(x, s, overhead, floor(x) + 0.5)
	     + thirds * near(x, s, overhead, 1.0 / (x < 0.25 ? 6 : 3));
}

/* The density of one time, per kind of processor. */
static void chain_density(const struct benchi_chain_cost *sample, struct benchi_guess guess,
                          double density[KINDS])
{
	double x = sample->ns / guess.tick, s = sample->sigma / guess.tick;
	double c = nearest(x, guess.overhead), other = not_whole(sample->kind, x, s, guess.overhead);
	double fit = (1 - broken - fraction) * whole(x, s, guess.overhead, c);

	density[ORDINARY] = fit * ordinary(sample->kind, c) + other;
	density[EVEN] = fit * even(sample->kind, c) + other;
	density[SLOW] = fit * slow(sample->kind, &slow_bits, c) + other;
	density[SLOW_EVEN] = fit * slow(sample->kind, &slow_even_bits, c) + other;
	density[MEMORY] = fit * stored(sample->kind, c) + other;
}

/* log P(tick): uniform on a logarithmic scale from 3 MHz to 6.2 GHz, lower outside. */
static double tick_prior(double mhz)
{
	double prior = -log(log(6200.0 / 3));

	if (mhz > 6200)
		prior -= 30 * log(mhz / 6200);
	if (mhz < 3)
		prior -= 4 * log(3 / mhz);
	return prior;
}

double benchi_model(const struct benchi_chain_cost *samples, size_t n, struct benchi_guess guess)
{
	double log_sum[KINDS], product[KINDS], most, sum = 0, mhz = 1000 / guess.tick;
	double deep = mhz / even_above;

	for (int k = 0; k < KINDS; k++) {
		log_sum[k] = log(kind_share[k]);
		product[k] = 1;
	}
	if (mhz > slow_below) {
		log_sum[SLOW] += log(seldom_slow);
		log_sum[SLOW_EVEN] += log(seldom_slow);
	}
	if (mhz > even_below)
		log_sum[EVEN] += log(fmin(1, seldom_even * fmax(1, deep * deep)));
	for (size_t i = 0; i < n; i++) {
		double density[KINDS];

		chain_density(&samples[i], guess, density);
		for (int k = 0; k < KINDS; k++) {
			product[k] *= density[k];
			if (i % 16 == 15 || i + 1 == n) {
				log_sum[k] += log(product[k]);
				product[k] = 1;
			}
		}
	}
	most = log_sum[0];
	for (int k = 1; k < KINDS; k++)
		most = fmax(most, log_sum[k]);
	for (int k = 0; k < KINDS; k++)
		sum += exp(log_sum[k] - most);
	return most + log(sum) + tick_prior(mhz);
}

double benchi_model_no_tick(size_t n)
{
	return log(0.03) + (double)n * log(0.13);
}

double benchi_model_count(const struct benchi_chain_cost *sample, struct benchi_guess guess)
{
	double x = sample->ns / guess.tick, s = sample->sigma / guess.tick;
	double c = nearest(x, guess.overhead), most, fit;

	most = fmax(fmax(ordinary(sample->kind, c), even(sample->kind, c)),
	            fmax(stored(sample->kind, c), slow(sample->kind, &slow_bits, c)));
	fit = (1 - broken - fraction) * most * whole(x, s, guess.overhead, c);
	return fit < not_whole(sample->kind, x, s, guess.overhead) ? 0 : c;
}

int benchi_model_shared(const double *ticks, size_t n, struct benchi_guess guess)
{
	for (int factor = 2; factor <= 3 && 1000 / guess.tick > slow_below; factor++) {
		size_t listed = 0, multiples = 0;

		for (size_t i = 0; i < n; i++)
			if (ticks[i] <= LISTED) {
				listed++;
				multiples += fmod(ticks[i], factor) < 0.5;
			}
		if (listed > 0 && multiples == listed)
			return factor;
	}
	return 0;
}

enum benchi_chain_kind benchi_chain_kind_of(const char *expression)
{
	if (strpbrk(expression, "*["))
		return BENCHI_CHAIN_OTHER;
	if (strpbrk(expression, "^|&~") || strstr(expression, "<<") || strstr(expression, ">>"))
		return BENCHI_CHAIN_BITS;
	return BENCHI_CHAIN_ANY;
}
