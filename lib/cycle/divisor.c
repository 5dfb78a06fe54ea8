/*
 * Finds the tick of which all these times are whole multiples.
 *
 * Method: as in Staelin and McVoy 1998 (section 4.2), each time is guessed to be
 * 1, 2, 3, ... ticks long; that tick gives every time's count, and
 * least squares over the counts refine the tick, and the loop's part as intercept.
 * Each candidate is then weighed by cycle/model.h: the candidates' probabilities,
 * each its density times the width of its peak, add up to one with that of "no
 * tick".  The answer is the heaviest; its confidence is its share; it is rejected
 * under CONFIDENT, where only one count fits (a divisor of equal times proves
 * nothing), and where only long counts require so fine a tick (cycle/model.h).
 *
 * Worked: 11.1 and 16.65 ns are 2 and 3 ticks of 5.55 ns, or 4 and 6 of 2.775 ns;
 * P(2) P(3) : P(4) P(6) = 0.0574 : 0.0060, so two chains alone are too few to be
 * sure (confidence 0.85).  Chains of 1, 2, 3 and 4 ticks reach 0.97.
 *
 * Assumes that at least half of the chains take whole numbers.  Wrong, with low confidence,
 * when all counts share a factor.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cycle/divisor.h"
#include "stats/order.h"

/* Guessed counts, of GUESSED different times; guessed loop parts. */
enum { COUNTS = 64, GUESSED = 24, COUNTS_WITH_LOOP = 16, LOOPS = 6 };
static const double loop_guess[LOOPS] = { 0, 0.01, 0.022, 0.035, 0.048, 0.061 };

#define CONFIDENT 0.955

/* A tick is weighed if at least one in FITS_LEAST times fits; the answer needs half. */
enum { FITS_LEAST = 4 };

/* The area under exp(-x * x / 2). */
#define BELL 2.5066

/* A candidate tick. */
struct peak {
	struct benchi_guess guess;
	double error;       /* of the tick's logarithm */
	double volume;      /* of the peak: integral of a bell of height 1, over the prior's */
	double weight;      /* logarithm */
};

enum { SLOTS = 1024 };

struct search {
	struct benchi_chain_cost *samples;  /* errors including the floor */
	size_t n;
	struct peak *peaks;
	size_t count, capacity;
	unsigned short *slot;               /* hash table of peaks, SLOTS: index + 1, 0 is empty */
};

/* Sums for least squares of t = tick * c + part * h, with weights. */
struct squares {
	double cc, ch, hh, ct, ht;
	size_t fits;        /* times in the sums */
};

static struct squares add_up(const struct search *s, struct benchi_guess guess, double tolerance)
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

/* Least squares from a first guess; returns 0 if it does not converge. */
static int refine(const struct search *s, struct peak *peak)
{
	static const double tolerance[] = { 0.02, 0.005, 0.001, 0 };
	int with_loop = peak->guess.overhead > 0;

	for (size_t i = 0; i < sizeof tolerance / sizeof *tolerance; i++) {
		struct squares q = add_up(s, peak->guess, tolerance[i] * (with_loop ? 1 : 0.5));
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
		peak->volume = fmin(BELL * BELL / (sqrt(det) * tick * tick * BENCHI_OVERHEAD_MOST),
		                    BELL * fmin(peak->error, 0.1));
		if (!(tick > 0) || !(peak->guess.overhead > 0.002)
		    || peak->guess.overhead > BENCHI_OVERHEAD_MOST)
			return 0;
	}
	return 1;
}

/* The peak's weight.  One processor in five shows the loop. */
static void weigh(const struct search *s, struct peak *peak)
{
	const double shows = 0.2;

	peak->weight = benchi_model(s->samples, s->n, peak->guess) + log(peak->volume)
	             + log(peak->guess.overhead > 0 ? shows : 1 - shows);
}

/* The times to guess from: those that differ by more than 0.3 %, at most GUESSED. */
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

/* Did another guess lead to the same peak?  If not, adds this one. */
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
				if (peak->guess.tick < 0.1 || peak->guess.tick > 1e6 || !refine(s, peak)
				    || led_here(s, peak))
					continue;
				weigh(s, peak);
				s->count++;
			}
}

static int by_tick(const void *a, const void *b)
{
	const struct peak *p = a, *q = b;

	return (p->guess.tick > q->guess.tick) - (p->guess.tick < q->guess.tick);
}

/* Drops peaks that coincide, keeping the heaviest. */
static void merge(struct search *s)
{
	size_t kept = 0;

	qsort(s->peaks, s->count, sizeof *s->peaks, by_tick);
	for (size_t i = 0; i < s->count; i++) {
		const struct peak *peak = &s->peaks[i];
		size_t k = kept;

		while (k > 0 && s->peaks[k - 1].guess.tick > peak->guess.tick * (1 - peak->error)
		       && fabs(s->peaks[k - 1].guess.overhead - peak->guess.overhead) > 0.002)
			k--;
		if (k > 0 && s->peaks[k - 1].guess.tick > peak->guess.tick * (1 - peak->error)) {
			if (peak->weight > s->peaks[k - 1].weight)
				s->peaks[k - 1] = *peak;
		} else {
			s->peaks[kept++] = *peak;
		}
	}
	s->count = kept;
}

/* The share of the peaks within 3 % of the heaviest, their mean and their error. */
static void judge(const struct search *s, struct peak *best, struct benchi_tick *tick)
{
	double all = exp(benchi_model_no_tick(s->n) - best->weight), near = 0, mean = 0, var = 0;

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
	tick->low = tick->ns * exp(-1.96 * sqrt(var + BENCHI_FLOOR * BENCHI_FLOOR));
	tick->high = tick->ns * exp(1.96 * sqrt(var + BENCHI_FLOOR * BENCHI_FLOOR));
	tick->overhead = best->guess.overhead;
	tick->confidence = near / all;
}

/* The heaviest peaks, each with those near it added. */
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

/* Each time's count; returns whether at least two counts differ. */
static int count_ticks(const struct benchi_chain_cost *samples, size_t n, struct benchi_guess guess,
                       double *ticks, size_t *fits)
{
	double first = 0;
	int differ = 0;

	*fits = 0;
	for (size_t i = 0; i < n; i++) {
		struct benchi_chain_cost sample = samples[i];
		double c;

		sample.sigma = hypot(sample.sigma, BENCHI_FLOOR * sample.ns);
		c = sample.ns > 0 ? benchi_model_count(&sample, guess) : 0;
		ticks[i] = c > 0 ? c : (double)NAN;
		if (!(c > 0))
			continue;
		++*fits;
		differ |= first > 0 && fabs(c - first) > 0.5;
		first = c;
	}
	return differ;
}

static int decide(struct search *s, const struct benchi_chain_cost *samples, size_t n,
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
	judge(s, best, tick);
	most = best->weight;
	guess = best->guess;
	for (size_t i = 0; i < s->count; i++)
		s->peaks[i].weight -= most;
	list_candidates(s, exp(benchi_model_no_tick(s->n) - most), tick);
	differ = count_ticks(samples, n, guess, ticks, &tick->fits);
	tick->shared = benchi_model_shared(ticks, n, guess);
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
			s.samples[s.n++].sigma = hypot(samples[i].sigma, BENCHI_FLOOR * samples[i].ns);
		}
		guess_all(&s, scratch, differing(&s, scratch, scratch + GUESSED));
		merge(&s);
		answered = decide(&s, samples, n, ticks, tick);
	}
	free(s.slot);
	free(s.peaks);
	free(s.samples);
	free(scratch);
	return answered;
}
