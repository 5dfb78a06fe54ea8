/*
 * Finds the tick of which all times are whole multiples.
 *
 * Method: as in Staelin and McVoy 1998 (section 4.2), each time is assumed to be 1, 2, 3, ...
 * ticks long. That tick gives every time's count, and least squares over the counts refine the
 * tick, with the loop's share as intercept. Each candidate is then weighed with the model below.
 * The probability of a candidate is its density times the width of its peak; all of them and "no
 * tick" add up to one. The answer is the candidate with the largest probability, which is its
 * confidence. The answer is rejected if the confidence is below CONFIDENT, if only one count fits
 * (a divisor of equal times proves nothing), or if only long counts require so fine a tick
 * (model_shared).
 *
 * Worked: 11.1 and 16.65 ns are 2 and 3 ticks of 5.55 ns, or 4 and 6 of 2.775 ns. P(2) P(3) : P(4)
 * P(6) = 0.0574 : 0.0060, so two chains alone are too few to be sure (confidence 0.85). Chains of
 * 1, 2, 3 and 4 ticks reach 0.97.
 *
 * Assumes that at least half of the chains take whole numbers of ticks. Wrong, with low
 * confidence, if all counts have a common factor.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include "cycle/cycle.h"
#include "stats/stats.h"

#define OVERHEAD_MOST 0.08

/* Systematic relative uncertainty of a time, which more windows do not reduce. */
#define FLOOR 0.0008

/*
 * Probability of a set of times, given the length of the core's tick.
 *
 * Method: Bayes' rule for a mixture. A chain either takes a whole number c of ticks, perhaps plus
 * the loop's share. Then its time is distributed around that value with Student's t of 3 degrees
 * of freedom (errors are not Gaussian: noisy neighbours, alignment), and c costs -log P(c). Or the
 * chain was broken up by compiler or processor. Then its time may be anywhere on a logarithmic
 * scale, with slightly higher probability at simple fractions. P(c) depends on the kind of
 * processor, which is the same for all chains. On most processors operations take 1 to 6 ticks. On
 * some, nearly all counts are even (integer operations of 2 ticks, as on POWER). Old
 * microprogrammed processors take tens of ticks. A finer tick explains everything that a coarser
 * one does, with larger counts; P(c) is the price for that.
 *
 * Worked: a chain of 2 +- 0.002 ticks that fits has the density 0.37 * 2 / 0.002 = 368, times 0.9
 * and P(2) = 0.255 (for a chain of unknown kind): 85. Broken, it has 0.07 * 0.15 = 0.0105, a ratio
 * of 8000. At 8 +- 0.008 ticks, 368 * 0.9 * 0.0185 = 6.1 against 0.07 * 0.05 = 0.0035: 1750.
 *
 * Assumes that errors of chains are independent given the tick. Wrong if all chains have a common
 * factor by accident: only the priors below account for that.
 */

enum { ORDINARY, EVEN, SLOW, SLOW_EVEN, MEMORY, KINDS };

/* P(broken), P(the loop's share is visible). */
static const double broken = 0.07, model_shows = 0.75;

/* P(kind). Two ticks for an addition are typical of the deepest pipelines (increasingly so
 * above even_above MHz, up to 2.2 times) and of microprogrammed processors (below even_below).
 * Tens of ticks are typical of slow clocks. Elsewhere both are rare, by the factors seldom_*. */
static const double kind_share[KINDS] = { 0.81, 0.06, 0.04, 0.03, 0.06 };
static const double even_below = 55, even_above = 900, seldom_even = 0.2;
static const double slow_below = 200, seldom_slow = 0.03;

/* P(count) for 1 to LISTED; above that, tail / count^2. From published counts: single bit
 * operations take 1 tick, expressions of two or three the sum of theirs; loads, multiplications
 * and floating point take 2 to 6. */
enum { LISTED = 12 };
struct counts {
	double share[LISTED + 1], tail;
};

static const struct counts model_bits = {
	{ 0, 0.22, 0.38, 0.22, 0.06, 0.04, 0.025, 0.015, 0.012, 0.003, 0.0025, 0.002, 0.0017 }, 0.25
};
static const struct counts others = {
	{ 0, 0.05, 0.13, 0.23, 0.22, 0.14, 0.06, 0.035, 0.025, 0.015, 0.015, 0.007, 0.006 }, 0.8
};
/* Processors whose bit operations take 2 ticks; counts of other operations are not doubled. */
static const struct counts odd_bits = {
	{ 0, 0.0001, 0, 0.0002, 0, 0.0002, 0, 0.0002, 0, 0.0002, 0, 0.0001, 0 }, 0.005
};
static const struct counts even_others = {
	{ 0, 0.002, 0.03, 0.11, 0.16, 0.10, 0.17, 0.12, 0.08, 0.05, 0.03, 0.015, 0.015 }, 0.9
};

/* Compilers that keep variables in memory: each operation includes a store and a load. */
static const struct counts stored_bits = {
	{ 0, 0.001, 0.005, 0.02, 0.09, 0.22, 0.27, 0.16, 0.09, 0.05, 0.03, 0.015, 0.01 }, 0.4
};
static const struct counts stored_others = {
	{ 0, 0.001, 0.01, 0.05, 0.08, 0.11, 0.14, 0.16, 0.14, 0.09, 0.06, 0.035, 0.02 }, 1.2
};

/* Share of chains that take c ticks per operation; a power law beyond the listed counts. */
static double divisor_share_of(const struct counts *counts, double c)
{
	return c <= LISTED ? counts->share[(int)c] : counts->tail / (c * c);
}

/* The value for chains of this kind; the mean of both if the kind is unknown. */
static double by_kind(enum benchi_chain_kind kind, double bits, double other)
{
	return kind == BENCHI_CHAIN_ANY ? 0.5 * (bits + other)
	     : kind == BENCHI_CHAIN_BITS ? bits : other;
}

static double ordinary(enum benchi_chain_kind kind, double c)
{
	return by_kind(kind, divisor_share_of(&model_bits, c), divisor_share_of(&others, c));
}

static double even(enum benchi_chain_kind kind, double c)
{
	double bits = fmod(c, 2) < 0.5 ? 0.97 * divisor_share_of(&model_bits, c / 2)
	                               : divisor_share_of(&odd_bits, c);

	return by_kind(kind, bits, divisor_share_of(&even_others, c));
}

static double stored(enum benchi_chain_kind kind, double c)
{
	return by_kind(kind, divisor_share_of(&stored_bits, c), divisor_share_of(&stored_others, c));
}

/* Microprogrammed processors: bit operations take a few ticks, others anything up to one or two
 * hundred (8 / ((c + 7) (c + 8)) sums to 1, half of it above 8). */
static const struct counts slow_bits = {
	{ 0, 0.02, 0.11, 0.07, 0.11, 0.05, 0.11, 0.03, 0.09, 0.03, 0.07, 0.02, 0.06 }, 3
};

static const struct counts slow_even_bits = {
	{ 0, 0.001, 0.10, 0.002, 0.14, 0.002, 0.13, 0.002, 0.13, 0.002, 0.14, 0.002, 0.15 }, 4
};

static double slow(enum benchi_chain_kind kind, const struct counts *of_bits, double c)
{
	double other = 8 / ((c + 7) * (c + 8)) * (c > 150 ? 150 * 150 / (c * c) : 1);

	return by_kind(kind, divisor_share_of(of_bits, c), other);
}

/* Student's t with 3 degrees of freedom, as a density of the logarithm of x. */
static double around(double x, double s, double centre)
{
	double z = (x - centre) / s, q = 1 + z * z / 3;

	return 0.3676 * x / (s * q * q);
}

/* Chains broken so that a simple fraction remains: overlapped, fused or folded. Halves occur if
 * every other operation takes a tick more. By the chain's kind: P(1/2), P(3/2), ... */
enum { HALVES = 6 };
static const double half_bits[HALVES + 1] = { 0.007, 0.002, 0.006, 0.003, 0.002, 0.001, 0 };
static const double half_others[HALVES + 1] = { 0.007, 0.001, 0.007, 0.0003, 0.00001, 0, 0 };
static const double thirds = 0.006;     /* 1/3 and 1/6 */
static const double fraction = 0.028;

/* Density of a broken chain: most often 0.01 to 4 ticks, because breaking shortens a chain. */
static double anywhere(double x)
{
	return x < 4 ? 0.15 : x < 10 ? 0.05 : 0.0005;
}

/* The density around a position, with and without the loop's share. */
static double divisor_near(double x, double s, double overhead, double position)
{
	if (overhead > 0)
		return model_shows * around(x, s, position + overhead) +
		       (1 - model_shows) * around(x, s, position);
	return around(x, s, position);
}

/* The density of a whole count c at x; that of any count if the error exceeds a tick. */
static double divisor_whole(double x, double s, double overhead, double c)
{
	return s > 0.4 ? x : divisor_near(x, s, overhead, c);
}

/* The whole number of ticks nearest to x less the loop's share, at least 1. */
static double divisor_nearest(double x, double overhead)
{
	double c = floor(x - overhead / 2 + 0.5);

	return c < 1 ? 1 : c;
}

/* Probability of half a tick more than x's whole part. */
static double divisor_half(enum benchi_chain_kind kind, double x)
{
	int k = x >= 0 && x < HALVES ? (int)x : HALVES;

	return by_kind(kind, half_bits[k], half_others[k]);
}

/* Density at x ticks, with standard error s, of chains that take no whole number of ticks: broken
 * ones, halves, thirds. */
static double not_whole(enum benchi_chain_kind kind, double x, double s, double overhead)
{
	return broken * anywhere(x)
	     + divisor_half(kind, x) * divisor_near(x, s, overhead, floor(x) + 0.5)
	     + thirds * divisor_near(x, s, overhead, 1.0 / (x < 0.25 ? 6 : 3));
}

/* The logarithm of the probability density of n times, in units of their logarithms, and of the
 * tick, in units of its logarithm. */
static double model_ln(const struct benchi_chain_cost *samples, size_t n, struct benchi_guess guess)
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

		/* The density of one time, by kind of processor. */
		const struct benchi_chain_cost *sample = &samples[i];
		double x = sample->ns / guess.tick, s = sample->sigma / guess.tick;
		double c = divisor_nearest(x, guess.overhead);
		double other = not_whole(sample->kind, x, s, guess.overhead);
		double fit = (1 - broken - fraction) * divisor_whole(x, s, guess.overhead, c);

		density[ORDINARY] = fit * ordinary(sample->kind, c) + other;
		density[EVEN] = fit * even(sample->kind, c) + other;
		density[SLOW] = fit * slow(sample->kind, &slow_bits, c) + other;
		density[SLOW_EVEN] = fit * slow(sample->kind, &slow_even_bits, c) + other;
		density[MEMORY] = fit * stored(sample->kind, c) + other;

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
	/* log P(tick): uniform on a logarithmic scale from 3 MHz to 6.2 GHz, lower outside. */
	double prior = -log(log(6200.0 / 3));

	if (mhz > 6200)
		prior -= 30 * log(mhz / 6200);
	if (mhz < 3)
		prior -= 4 * log(3 / mhz);
	return most + log(sum) + prior;
}

/* The same if there is no tick. */
static double model_no_tick(size_t n)
{
	return log(0.03) + (double)n * log(0.13);
}

/* The most probable whole number of ticks of a time; 0 if a fraction is more probable. */
static double model_count(const struct benchi_chain_cost *sample, struct benchi_guess guess)
{
	double x = sample->ns / guess.tick, s = sample->sigma / guess.tick;
	double c = divisor_nearest(x, guess.overhead), most, fit;

	most = fmax(fmax(ordinary(sample->kind, c), even(sample->kind, c)),
	            fmax(stored(sample->kind, c), slow(sample->kind, &slow_bits, c)));
	fit = (1 - broken - fraction) * most * divisor_whole(x, s, guess.overhead, c);
	return fit < not_whole(sample->kind, x, s, guess.overhead) ? 0 : c;
}

/* The factor, 2 or 3, that all counts up to twelve have in common; 0: no common factor. If
 * there is one, only long chains require so fine a tick, and such chains are seldom sums of the
 * operations in the model: an emulator's floating point may not take a whole number of ticks.
 * Returns 0 for slow processors, because many of them are microprogrammed. ticks: n counts, NaN
 * if they do not fit. */
static int model_shared(const double *ticks, size_t n, struct benchi_guess guess)
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

/* Counts to guess for at most GUESSED different times, and guesses of the loop's share. */
enum { COUNTS = 64, GUESSED = 24, COUNTS_WITH_LOOP = 16, LOOPS = 6 };
static const double loop_guess[LOOPS] = { 0, 0.01, 0.022, 0.035, 0.048, 0.061 };

#define CONFIDENT 0.955

/* A tick is considered if one in FITS_LEAST times fits; the answer requires half of them. */
enum { FITS_LEAST = 4 };

/* Area under exp(-x * x / 2). */
#define BELL 2.5066

/* A candidate for the tick. */
struct peak {
	struct benchi_guess guess;
	double error;       /* standard error of the tick's logarithm */
	/* volume of the peak: integral of a bell of height 1, relative to the prior's */
	double volume;
	double weight;      /* logarithm of the peak's weight */
};

enum { SLOTS = 1024 };

struct search {
	struct benchi_chain_cost *samples;  /* times, with errors that include the floor */
	size_t n;
	struct peak *peaks;
	size_t count, capacity;
	/* hash table of peaks with SLOTS entries: index + 1, 0 if empty */
	unsigned short *slot;
};

/* Weighted sums for least squares of t = tick * c + part * h. */
struct squares {
	double cc, ch, hh, ct, ht;
	size_t fits;        /* number of times in the sums */
};

/* Sums for a weighted fit of the tick and the loop's share to the times that are within `tolerance`
 * ticks, and four errors, of a whole number. */
static struct squares divisor_add_up(const struct search *s, struct benchi_guess guess,
                                     double tolerance)
{
	struct squares q = { 0, 0, 0, 0, 0, 0 };

	for (size_t i = 0; i < s->n; i++) {
		double ns = s->samples[i].ns, sigma = s->samples[i].sigma, off, w, c;
		double x = ns / guess.tick, error = sigma / guess.tick;
		int hidden;

		c = floor(x - guess.overhead / 2 + 0.5);
		hidden = fabs(x - c) < fabs(x - c - guess.overhead);
		off = fabs(hidden ? x - c : x - c - guess.overhead);
		if (c < 1 || error > 0.4 || off > 4 * error + tolerance)
			continue;
		w = 1 / (sigma * sigma * (1 + off * off / (error * error + tolerance * tolerance)));
		q.fits++;
		q.cc += w * c * c;
		q.ct += w * c * ns;
		q.ch += hidden ? 0 : w * c;
		q.hh += hidden ? 0 : w;
		q.ht += hidden ? 0 : w * ns;
	}
	return q;
}

/* Refines a first guess by least squares. Returns 0 if that does not converge. */
static int divisor_refine(const struct search *s, struct peak *peak)
{
	static const double tolerance[] = { 0.02, 0.005, 0.001, 0 };
	int with_loop = peak->guess.overhead > 0;

	for (size_t i = 0; i < sizeof tolerance / sizeof *tolerance; i++) {
		struct squares q = divisor_add_up(s, peak->guess, tolerance[i] * (with_loop ? 1 : 0.5));
		double det = q.cc * q.hh - q.ch * q.ch, tick;

		if (!(q.cc > 0) || FITS_LEAST * q.fits < s->n)
			return 0;
		if (!with_loop) {
			peak->guess.tick = q.ct / q.cc;
			peak->error = 1 / sqrt(q.cc) / peak->guess.tick;
			peak->volume = BELL * fmin(peak->error, 0.1);
			continue;
		}
		if (!(det > 1e-9 * q.cc * q.hh))
			return 0;
		tick = (q.ct * q.hh - q.ht * q.ch) / det;
		peak->guess.overhead = (q.ht * q.cc - q.ct * q.ch) / det / tick;
		peak->guess.tick = tick;
		peak->error = sqrt(q.hh / det) / tick;
		peak->volume = fmin(BELL * BELL / (sqrt(det) * tick * tick * OVERHEAD_MOST),
		                    BELL * fmin(peak->error, 0.1));
		if (!(tick > 0) || !(peak->guess.overhead > 0.002)
		    || peak->guess.overhead > OVERHEAD_MOST)
			return 0;
	}
	return 1;
}

/* Selects the times to guess from: at most GUESSED that differ by more than 0.3 %. */
static size_t differing(const struct search *s, double *ns, double *scratch)
{
	size_t kept = 0;

	for (size_t i = 0; i < s->n; i++)
		scratch[i] = s->samples[i].ns;
	benchi_sort(scratch, s->n);
	for (size_t i = 0; i < s->n; i++)
		if (kept == 0 || scratch[i] > scratch[kept - 1] * 1.003)
			scratch[kept++] = scratch[i];
	for (size_t i = 0; i < kept && i < GUESSED; i++)
		ns[i] = scratch[kept > GUESSED ? i * (kept - 1) / (GUESSED - 1) : i];
	return kept < GUESSED ? kept : GUESSED;
}

/* Returns true if another guess led to the same peak; otherwise records this peak in the table. */
static int led_here(struct search *s, const struct peak *peak)
{
	float tick = (float)peak->guess.tick;
	uint32_t bits;
	unsigned short *slot;
	const struct peak *other;

	memcpy(&bits, &tick, sizeof bits);
	slot = &s->slot[(bits * 2654435761u) >> 22];
	other = *slot ? &s->peaks[*slot - 1] : NULL;
	if (other && fabs(other->guess.tick - peak->guess.tick) < 1e-6 * peak->guess.tick
	    && fabs(other->guess.overhead - peak->guess.overhead) < 1e-6)
		return 1;
	*slot = (unsigned short)(s->count + 1);
	return 0;
}

/* Tries every time as 1, 2, 3 ... ticks, with and without a loop's share, and keeps the peaks that
 * the refinement reaches. */
static void guess_all(struct search *s, const double *ns, size_t n)
{
	for (size_t i = 0; i < n; i++)
		for (int loop = 0; loop < LOOPS; loop++)
			for (int c = 1; c <= (loop ? COUNTS_WITH_LOOP : COUNTS)
				&& s->count < s->capacity; c++) {
				struct peak *peak = &s->peaks[s->count];

				memset(peak, 0, sizeof *peak);
				peak->guess.overhead = loop_guess[loop];
				peak->guess.tick = ns[i] / (c + loop_guess[loop]);
				if (peak->guess.tick < 0.1 || peak->guess.tick > 1e6 || !divisor_refine(s, peak)
				    || led_here(s, peak))
					continue;

				/* The weight of the peak. One processor in five shows the loop. */
				const double shows = 0.2;

				peak->weight = model_ln(s->samples, s->n, peak->guess) + log(peak->volume)
				             + log(peak->guess.overhead > 0 ? shows : 1 - shows);

				s->count++;
			}
}

static int by_tick(const void *a, const void *b)
{
	const struct peak *p = a, *q = b;

	return (p->guess.tick > q->guess.tick) - (p->guess.tick < q->guess.tick);
}

/* Lists the heaviest peaks, each merged with those near it. */
static void list_candidates(struct search *s, double no_tick, struct benchi_tick *tick)
{
	double all = no_tick;

	for (size_t i = 0; i < s->count; i++)
		all += s->peaks[i].weight = exp(s->peaks[i].weight);
	for (tick->candidates = 0; tick->candidates < BENCHI_CANDIDATES; tick->candidates++) {
		struct benchi_candidate *c = &tick->candidate[tick->candidates];
		const struct peak *best = NULL;

		for (size_t i = 0; i < s->count; i++)
			if (!best || s->peaks[i].weight > best->weight)
				best = &s->peaks[i];
		if (!best || best->weight < 0.001 * all)
			break;
		c->ns = best->guess.tick;
		c->probability = 0;
		for (size_t i = 0; i < s->count; i++)
			if (fabs(log(s->peaks[i].guess.tick / c->ns)) <= 0.03) {
				c->probability += s->peaks[i].weight / all;
				s->peaks[i].weight = 0;
			}
	}
}

/* Sets ticks[i] to the whole number of ticks of sample i, NaN if none fits, and *fits to how many
 * samples fit. Returns 1 if two of these numbers differ. */
static int count_ticks(const struct benchi_chain_cost *samples, size_t n, struct benchi_guess guess,
                       double *ticks, size_t *fits)
{
	double first = 0;
	int differ = 0;

	*fits = 0;
	for (size_t i = 0; i < n; i++) {
		struct benchi_chain_cost sample = samples[i];
		double c;

		sample.sigma = hypot(sample.sigma, FLOOR * sample.ns);
		c = sample.ns > 0 ? model_count(&sample, guess) : 0;
		ticks[i] = c > 0 ? c : (double)NAN;
		if (!(c > 0))
			continue;
		++*fits;
		differ |= first > 0 && fabs(c - first) > 0.5;
		first = c;
	}
	return differ;
}

/* Chooses the tick: the heaviest peak with those within 3 % of it. Fills ticks and *tick. Returns 1
 * if the answer can be trusted. */
static int divisor_decide(struct search *s, const struct benchi_chain_cost *samples, size_t n,
                          double *ticks, struct benchi_tick *tick)
{
	struct peak *best = NULL;
	struct benchi_guess guess;
	double most;
	int differ;

	for (size_t i = 0; i < s->count; i++)
		if (!best || s->peaks[i].weight > best->weight)
			best = &s->peaks[i];
	if (!best)
		return 0;

	/* Combine the peaks within 3 % of the heaviest: their share, mean and error. */
	double all = exp(model_no_tick(s->n) - best->weight), near = 0, mean = 0, var = 0;

	for (size_t i = 0; i < s->count; i++) {
		const struct peak *p = &s->peaks[i];
		double w = exp(p->weight - best->weight), off = log(p->guess.tick / best->guess.tick);

		all += w;
		if (fabs(off) > 0.03)
			continue;
		near += w;
		mean += w * off;
		var += w * (off * off + p->error * p->error);
	}
	mean /= near;
	var = fmax(var / near - mean * mean, 0);
	tick->ns = best->guess.tick * exp(mean);
	tick->low = tick->ns * exp(-1.96 * sqrt(var + FLOOR * FLOOR));
	tick->high = tick->ns * exp(1.96 * sqrt(var + FLOOR * FLOOR));
	tick->overhead = best->guess.overhead;
	tick->confidence = near / all;

	most = best->weight;
	guess = best->guess;
	for (size_t i = 0; i < s->count; i++)
		s->peaks[i].weight -= most;
	list_candidates(s, exp(model_no_tick(s->n) - most), tick);
	differ = count_ticks(samples, n, guess, ticks, &tick->fits);
	tick->shared = model_shared(ticks, n, guess);
	return differ && tick->fits * 2 >= s->n && tick->confidence >= CONFIDENT && !tick->shared;
}

int benchi_divisor(const struct benchi_chain_cost *samples, size_t n, double *ticks,
                   struct benchi_tick *tick)
{
	const struct benchi_tick none = { .ns = NAN, .low = NAN, .high = NAN, .overhead = NAN };
	struct search s = { NULL, 0, NULL, 0, GUESSED * (COUNTS + LOOPS * COUNTS_WITH_LOOP), NULL };
	double *scratch = calloc(n + GUESSED, sizeof *scratch);
	int answered = -1;

	*tick = none;
	s.samples = calloc(n + 1, sizeof *s.samples);
	s.peaks = calloc(s.capacity, sizeof *s.peaks);
	s.slot = calloc(SLOTS, sizeof *s.slot);
	if (scratch && s.samples && s.peaks && s.slot) {
		for (size_t i = 0; i < n; i++) {
			ticks[i] = NAN;
			if (!(samples[i].ns > 0))
				continue;
			s.samples[s.n] = samples[i];
			s.samples[s.n++].sigma = hypot(samples[i].sigma, FLOOR * samples[i].ns);
		}
		guess_all(&s, scratch, differing(&s, scratch, scratch + GUESSED));

		/* Drop peaks that coincide, keeping the heaviest. */
		size_t kept = 0;

		qsort(s.peaks, s.count, sizeof *s.peaks, by_tick);
		for (size_t i = 0; i < s.count; i++) {
			const struct peak *peak = &s.peaks[i];
			size_t k = kept;

			while (k > 0 && s.peaks[k - 1].guess.tick > peak->guess.tick * (1 - peak->error)
			       && fabs(s.peaks[k - 1].guess.overhead - peak->guess.overhead) > 0.002)
				k--;
			if (k > 0 && s.peaks[k - 1].guess.tick > peak->guess.tick * (1 - peak->error)) {
				if (peak->weight > s.peaks[k - 1].weight)
					s.peaks[k - 1] = *peak;
			} else {
				s.peaks[kept++] = *peak;
			}
		}
		s.count = kept;

		answered = divisor_decide(&s, samples, n, ticks, tick);
	}
	free(s.slot);
	free(s.peaks);
	free(s.samples);
	free(scratch);
	return answered;
}
