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
 * (count_ticks).
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
static const double slow_below = 200, seldom_slow = 0.03;       /* rarer still above even_above */

/* P(count) for 1 to LISTED; above that, tail / count^2. From published counts: single bit
 * operations take 1 tick, expressions of two or three the sum of theirs; loads, multiplications
 * and floating point take 2 to 6. */
enum { LISTED = 12 };
struct counts {
	double share[LISTED + 1], tail;
};

/* By kind of processor: counts of bit operations and of others. */
static const struct { struct counts bits, others; } model[KINDS] = {
	[ORDINARY] = {
		{ { 0, 0.22, 0.38, 0.22, 0.06, 0.04, 0.025, 0.015, 0.012, 0.003, 0.0025, 0.002, 0.0017 },
		  0.25 },
		{ { 0, 0.05, 0.13, 0.23, 0.22, 0.14, 0.06, 0.035, 0.025, 0.015, 0.015, 0.007, 0.006 },
		  0.8 } },
	/* Bit operations take 2 ticks, here the odd counts; counts of others are not doubled. */
	[EVEN] = {
		{ { 0, 0.0001, 0, 0.0002, 0, 0.0002, 0, 0.0002, 0, 0.0002, 0, 0.0001, 0 }, 0.005 },
		{ { 0, 0.002, 0.03, 0.11, 0.16, 0.10, 0.17, 0.12, 0.08, 0.05, 0.03, 0.015, 0.015 },
		  0.9 } },
	/* Microprogrammed: a few ticks for bit operations; for others see count_share. */
	[SLOW] = {
		{ { 0, 0.02, 0.11, 0.07, 0.11, 0.05, 0.11, 0.03, 0.09, 0.03, 0.07, 0.02, 0.06 }, 3 },
		{ { 0 }, 0 } },
	[SLOW_EVEN] = {
		{ { 0, 0.001, 0.10, 0.002, 0.14, 0.002, 0.13, 0.002, 0.13, 0.002, 0.14, 0.002, 0.15 },
		  4 },
		{ { 0 }, 0 } },
	/* Compilers that keep variables in memory: each operation includes a store and a load, but for
	 * nested expressions. */
	[MEMORY] = {
		{ { 0, 0.001, 0.005, 0.02, 0.09, 0.22, 0.27, 0.16, 0.09, 0.05, 0.03, 0.015, 0.01 }, 0.4 },
		{ { 0, 0.001, 0.01, 0.05, 0.08, 0.11, 0.14, 0.16, 0.14, 0.09, 0.06, 0.035, 0.02 },
		  1.2 } },
};

static double listed_share(const struct counts *counts, double c)
{
	return c <= LISTED ? counts->share[(int)c] : counts->tail / (c * c);
}

/* Returns the value for chains of this kind; the mean of the two values if the kind is unknown. */
static double by_kind(enum benchi_chain_kind kind, double bits, double other)
{
	return kind == BENCHI_CHAIN_ANY ? 0.5 * (bits + other)
	     : kind == BENCHI_CHAIN_BITS ? bits : other;
}

/* Returns P(c ticks per operation) of a chain on a kind of processor. */
static double count_share(int processor, const struct benchi_chain_cost *chain, double c)
{
	double bits, others;

	if (processor == MEMORY && chain->nested)
		processor = ORDINARY;
	if (processor == EVEN && fmod(c, 2) < 0.5)
		bits = 0.97 * listed_share(&model[ORDINARY].bits, c / 2);
	else
		bits = listed_share(&model[processor].bits, c);
	/* On microprogrammed processors others take up to one or two hundred ticks:
	 * 8 / ((c + 7) (c + 8)) sums to 1, half of it above 8. */
	if (processor == SLOW || processor == SLOW_EVEN)
		others = 8 / ((c + 7) * (c + 8)) * (c > 150 ? 150 * 150 / (c * c) : 1);
	else
		others = listed_share(&model[processor].others, c);
	return by_kind(chain->kind, bits, others);
}

/* Returns Student's t with 3 degrees of freedom, as a density of the logarithm of x. */
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

/* Returns the density around a position, with and without the loop's share. */
static double divisor_near(double x, double s, double overhead, double position)
{
	if (overhead > 0)
		return model_shows * around(x, s, position + overhead) +
		       (1 - model_shows) * around(x, s, position);
	return around(x, s, position);
}

/* A time as a number of ticks. */
struct fit {
	double count;       /* nearest whole number, less the loop's share, at least 1 */
	double whole;       /* density if the chain takes that many ticks */
	double elsewhere;   /* density if the chain takes no whole number: broken, halves, thirds */
};

static struct fit fit_of(const struct benchi_chain_cost *sample, struct benchi_guess guess)
{
	double x = sample->ns / guess.tick, s = sample->sigma / guess.tick, loop = guess.overhead;
	double count = fmax(floor(x - loop / 2 + 0.5), 1);
	int half = x >= 0 && x < HALVES ? (int)x : HALVES;
	/* breaking shortens a chain, usually to 0.01 to 4 ticks */
	double anywhere = x < 4 ? 0.15 : x < 10 ? 0.05 : 0.0005;

	return (struct fit){ .count = count,
		/* with an error of a tick any count fits */
		.whole = (1 - broken - fraction) * (s > 0.4 ? x : divisor_near(x, s, loop, count)),
		.elsewhere = broken * anywhere
			+ by_kind(sample->kind, half_bits[half], half_others[half])
			  * divisor_near(x, s, loop, floor(x) + 0.5)
			+ thirds * divisor_near(x, s, loop, 1.0 / (x < 0.25 ? 6 : 3)) };
}

/* Returns the logarithm of the probability density of n times, in units of their logarithms, and of
 * the tick, in units of its logarithm. */
static double model_ln(const struct benchi_chain_cost *samples, size_t n, struct benchi_guess guess)
{
	double log_sum[KINDS], product[KINDS], most, sum = 0, mhz = 1000 / guess.tick;
	double deep = mhz / even_above;

	for (int k = 0; k < KINDS; k++) {
		log_sum[k] = log(kind_share[k]);
		product[k] = 1;
	}
	if (mhz > slow_below) {
		log_sum[SLOW] += log(seldom_slow / fmax(1, deep * deep));
		log_sum[SLOW_EVEN] += log(seldom_slow / fmax(1, deep * deep));
	}
	if (mhz > even_below)
		log_sum[EVEN] += log(fmin(1, seldom_even * fmax(1, deep * deep)));
	for (size_t i = 0; i < n; i++) {
		struct fit fit = fit_of(&samples[i], guess);

		for (int k = 0; k < KINDS; k++) {
			product[k] *= fit.whole * count_share(k, &samples[i], fit.count) + fit.elsewhere;
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
	uint32_t *tried;    /* hash table of first guesses, with SLOTS entries */
};

/* Refines a first guess by least squares. Returns 0 if that does not converge. */
static int divisor_refine(const struct search *s, struct peak *peak)
{
	static const double tolerance[] = { 0.02, 0.005, 0.001, 0 };
	int with_loop = peak->guess.overhead > 0;

	for (size_t k = 0; k < sizeof tolerance / sizeof *tolerance; k++) {
		/* Fit t = tick * c + part * h, with weights, to the times that are within `within`
		 * ticks, and four errors, of a whole number c. h: 1 if the loop's share shows. */
		double within = tolerance[k] * (with_loop ? 1 : 0.5), det, tick;
		double per_ns = 1 / peak->guess.tick;
		double cc = 0, ch = 0, hh = 0, ct = 0, ht = 0;
		size_t fits = 0;

		for (size_t i = 0; i < s->n; i++) {
			double ns = s->samples[i].ns, sigma = s->samples[i].sigma, off, spread, w, c;
			double x = ns * per_ns, error = sigma * per_ns;
			int hidden;

			if (!(error <= 0.4))        /* true if x > 500, because of FLOOR */
				continue;
			c = (double)(int)(x - peak->guess.overhead / 2 + 0.5);
			hidden = fabs(x - c) < fabs(x - c - peak->guess.overhead);
			off = fabs(hidden ? x - c : x - c - peak->guess.overhead);
			if (c < 1 || off > 4 * error + within)
				continue;
			spread = error * error + within * within;
			w = spread / (sigma * sigma * (spread + off * off));
			fits++;
			cc += w * c * c;
			ct += w * c * ns;
			ch += hidden ? 0 : w * c;
			hh += hidden ? 0 : w;
			ht += hidden ? 0 : w * ns;
		}
		det = cc * hh - ch * ch;
		if (!(cc > 0) || FITS_LEAST * fits < s->n)
			return 0;
		if (!with_loop) {
			peak->guess.tick = ct / cc;
			peak->error = 1 / sqrt(cc) / peak->guess.tick;
			peak->volume = BELL * fmin(peak->error, 0.1);
			continue;
		}
		if (!(det > 1e-9 * cc * hh))
			return 0;
		tick = (ct * hh - ht * ch) / det;
		peak->guess.overhead = (ht * cc - ct * ch) / det / tick;
		peak->guess.tick = tick;
		peak->error = sqrt(hh / det) / tick;
		peak->volume = fmin(BELL * BELL / (sqrt(det) * tick * tick * OVERHEAD_MOST),
		                    BELL * fmin(peak->error, 0.1));
		if (!(tick > 0) || !(peak->guess.overhead > 0.002)
		    || peak->guess.overhead > OVERHEAD_MOST)
			return 0;
	}
	return 1;
}

/* Tries every time as 1, 2, 3 ... ticks, with and without a loop's share, and keeps the peaks that
 * the refinement reaches. ns: space for the times and for GUESSED more. */
static void guess_all(struct search *s, double *ns)
{
	/* try times that differ by more than 0.3 %, at most GUESSED of them */
	double *guessed = ns + s->n;
	size_t differing = 0, n;

	for (size_t i = 0; i < s->n; i++)
		ns[i] = s->samples[i].ns;
	benchi_sort(ns, s->n);
	for (size_t i = 0; i < s->n; i++)
		if (differing == 0 || ns[i] > ns[differing - 1] * 1.003)
			ns[differing++] = ns[i];
	n = differing < GUESSED ? differing : GUESSED;
	for (size_t i = 0; i < n; i++)
		guessed[i] = ns[differing > GUESSED ? i * (differing - 1) / (GUESSED - 1) : i];

	for (size_t i = 0; i < n; i++)
		for (int loop = 0; loop < LOOPS; loop++)
			for (int c = 1; c <= (loop ? COUNTS_WITH_LOOP : COUNTS)
				&& s->count < s->capacity; c++) {
				const double shows = 0.2;       /* one processor in five shows the loop */
				struct peak *peak = &s->peaks[s->count];
				const struct peak *other;
				unsigned short *slot;
				uint32_t bits;
				float tick;

				memset(peak, 0, sizeof *peak);
				peak->guess.overhead = loop_guess[loop];
				peak->guess.tick = guessed[i] / (c + loop_guess[loop]);
				if (peak->guess.tick < 0.1 || peak->guess.tick > 1e6)
					continue;

				/* Leave out guesses that are within 0.1 % of an earlier one, and peaks to which
				 * another guess led, as far as the tables show them. */
				tick = (float)peak->guess.tick;
				memcpy(&bits, &tick, sizeof bits);
				bits = (bits >> 13) * LOOPS + (uint32_t)loop + 1;
				if (s->tried[bits * 2654435761u >> 22] == bits)
					continue;
				s->tried[bits * 2654435761u >> 22] = bits;
				if (!divisor_refine(s, peak))
					continue;
				tick = (float)peak->guess.tick;
				memcpy(&bits, &tick, sizeof bits);
				slot = &s->slot[(bits * 2654435761u) >> 22];
				other = *slot ? &s->peaks[*slot - 1] : NULL;
				if (other && fabs(other->guess.tick - peak->guess.tick) < 1e-6 * peak->guess.tick
				    && fabs(other->guess.overhead - peak->guess.overhead) < 1e-6)
					continue;
				*slot = (unsigned short)(s->count + 1);
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

/* Sets ticks[i] to the whole number of ticks of sample i, NaN if none fits or if a fraction is more
 * probable; sets tick->fits, shared and powers. Returns 1 if two of these numbers differ. */
static int count_ticks(const struct benchi_chain_cost *samples, size_t n, struct benchi_guess guess,
                       double *ticks, struct benchi_tick *tick)
{
	size_t listed = 0, twice = 0, three_times = 0, powers = 0;
	double first = 0;
	int differ = 0;

	tick->fits = 0;
	for (size_t i = 0; i < n; i++) {
		struct benchi_chain_cost sample = samples[i];
		struct fit fit;
		double most = 0;

		ticks[i] = NAN;
		if (!(sample.ns > 0))
			continue;
		sample.sigma = hypot(sample.sigma, FLOOR * sample.ns);
		fit = fit_of(&sample, guess);
		for (int k = 0; k < KINDS; k++)
			if (k != SLOW_EVEN)
				most = fmax(most, count_share(k, &sample, fit.count));
		if (most * fit.whole < fit.elsewhere)
			continue;
		ticks[i] = fit.count;
		tick->fits++;
		differ |= first > 0 && fabs(fit.count - first) > 0.5;
		first = fit.count;
		if (fit.count <= LISTED) {
			listed++;
			twice += fmod(fit.count, 2) < 0.5;
			three_times += fmod(fit.count, 3) < 0.5;
			powers += ((int)fit.count & ((int)fit.count - 1)) == 0;
		}
	}

	/* If all counts up to twelve have a common factor, only long chains require so fine a tick, and
	 * such chains are seldom sums of the operations in the model: an emulator's floating point may
	 * not take a whole number of ticks. Many slow processors are microprogrammed. */
	tick->shared = listed == 0 || 1000 / guess.tick <= slow_below ? 0
		: twice == listed ? 2 : three_times == listed ? 3 : 0;
	/* With half the clock, counts of 2, 4 and 8 are 1, 2 and 4: in an emulator that left out the
	 * other chains, half the clock had a confidence of 0.99. */
	tick->powers = listed > 0 && powers == listed;
	return differ;
}

/* Chooses the tick: the heaviest peak with those within 3 % of it. Fills ticks and *tick. Returns 1
 * if the answer can be trusted. */
static int divisor_decide(struct search *s, const struct benchi_chain_cost *samples, size_t n,
                          double *ticks, struct benchi_tick *tick)
{
	/* the logarithm of the probability density if there is no tick */
	const double no_tick = log(0.03) + (double)s->n * log(0.13);
	const struct peak *best = NULL;
	struct benchi_guess guess;
	double most, all, near = 0, mean = 0, var = 0;

	for (size_t i = 0; i < s->count; i++)
		if (!best || s->peaks[i].weight > best->weight)
			best = &s->peaks[i];
	if (!best)
		return 0;
	guess = best->guess;
	most = best->weight;

	/* Combine the peaks within 3 % of the heaviest: their share, mean and error. Weights become
	 * relative to the heaviest one's. */
	all = exp(no_tick - most);
	for (size_t i = 0; i < s->count; i++) {
		struct peak *p = &s->peaks[i];
		double off = log(p->guess.tick / guess.tick);

		p->weight = exp(p->weight - most);
		all += p->weight;
		if (fabs(off) > 0.03)
			continue;
		near += p->weight;
		mean += p->weight * off;
		var += p->weight * (off * off + p->error * p->error);
	}
	mean /= near;
	var = fmax(var / near - mean * mean, 0);
	tick->ns = guess.tick * exp(mean);
	tick->low = tick->ns * exp(-1.96 * sqrt(var + FLOOR * FLOOR));
	tick->high = tick->ns * exp(1.96 * sqrt(var + FLOOR * FLOOR));
	tick->overhead = guess.overhead;
	tick->confidence = near / all;

	/* List the heaviest peaks, each merged with those near it. */
	for (tick->candidates = 0; tick->candidates < BENCHI_CANDIDATES; tick->candidates++) {
		struct benchi_candidate *c = &tick->candidate[tick->candidates];

		best = s->peaks;
		for (size_t i = 1; i < s->count; i++)
			if (s->peaks[i].weight > best->weight)
				best = &s->peaks[i];
		if (best->weight < 0.001 * all)
			break;
		c->ns = best->guess.tick;
		c->probability = 0;
		for (size_t i = 0; i < s->count; i++)
			if (fabs(log(s->peaks[i].guess.tick / c->ns)) <= 0.03) {
				c->probability += s->peaks[i].weight / all;
				s->peaks[i].weight = 0;
			}
	}
	return count_ticks(samples, n, guess, ticks, tick) && tick->fits * 2 >= s->n
	       && tick->confidence >= CONFIDENT && !tick->shared && !tick->powers;
}
int benchi_divisor(const struct benchi_chain_cost *samples, size_t n, double *ticks,
                   struct benchi_tick *tick)
{
	const struct benchi_tick none = { .ns = NAN, .low = NAN, .high = NAN, .overhead = NAN };
	struct search s = { .capacity = GUESSED * (COUNTS + LOOPS * COUNTS_WITH_LOOP) };
	double *scratch = calloc(n + GUESSED, sizeof *scratch);
	int answered = -1;

	*tick = none;
	s.samples = calloc(n + 1, sizeof *s.samples);
	s.peaks = calloc(s.capacity, sizeof *s.peaks);
	s.slot = calloc(SLOTS, sizeof *s.slot);
	s.tried = calloc(SLOTS, sizeof *s.tried);
	if (scratch && s.samples && s.peaks && s.slot && s.tried) {
		for (size_t i = 0; i < n; i++) {
			ticks[i] = NAN;
			if (!(samples[i].ns > 0))
				continue;
			s.samples[s.n] = samples[i];
			s.samples[s.n++].sigma = hypot(samples[i].sigma, FLOOR * samples[i].ns);
		}
		guess_all(&s, scratch);

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
	free(s.tried);
	free(s.slot);
	free(s.peaks);
	free(s.samples);
	free(scratch);
	return answered;
}
