/*
 * Power by simulation: resamples these values.
 *
 * Two sets of n are drawn with replacement from the values, one of them is moved by the
 * difference, and both are tested as bench compare would: by ranks (normal, with ties
 * allowed for) or by Welch's t.  Draws are kept as counts of each value, so that a
 * trial takes n + N steps.  The same seed draws the same sets at every n and
 * difference, which makes the search for either steady.
 * Values as coarse as their clock (a quarter of them or more the same as another) are
 * taken as rounded: a difference of a third of the clock's step moves a third of
 * the draws by one step.  Else the least difference would undo all ties and be seen.
 * Fewer than 20 values repeat too often to be drawn as they are: each draw would show their
 * ties and gaps instead of the distribution behind them.  They are smoothed: the world is made
 * of quantiles of a normal kernel around each value (width 0.9 s n^-1/5, Silverman, Density
 * Estimation, 1986, (3.31)), shrunk to the values' own variance, without a step.
 * Beyond 4000 draws the power follows sqrt(n) times the difference closely enough for
 * 4000 to stand for all.
 * Source: Efron and Tibshirani, An Introduction to the Bootstrap, 1993, chapter 25.
 * Assumes: the values are independent; future ones come from the same distribution.
 * Wrong when: there are so few values (below about 20) that they do not show it: their spread
 * is then uncertain, and what is planned with it (plan.c states the range).
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/random.h"
#include "host/terminal.h"
#include "tools/power/power.h"
#include "stats/random_draw.h"
#include "stats/numbers.h"

#define MOST_VALUES 5000 /* of larger sets as many quantiles */
#define SMOOTH_VALUES 400 /* quantiles of a smoothed set */
#define MOST_DRAWS 4000.0 /* for larger n: fewer, of a difference larger by the root */

/* The step of coarse values, which become whole numbers of steps. */
static void find_step(world *w)
{
	double step = (double)INFINITY, least = w->value[0];
	size_t same = 0;

	for (size_t i = 1; i < w->n; i++) {
		double gap = w->value[i] - w->value[i - 1];

		same += !(gap > 0);
		if (gap > 0 && gap < step)
			step = gap;
	}
	w->step = 4 * same >= w->n && isfinite(step) && (w->value[w->n - 1] - least) / step < 1e15
	              ? step : 0;
	for (size_t i = 0; i < w->n && w->step > 0; i++)
		w->value[i] = floor((w->value[i] - least) / step + .5);
}

/* The share of the kernels' mass up to x. */
static double smooth_cdf(const double *value, size_t n, double width, double x)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += bench_normal_cdf((x - value[i]) / width);
	return sum / (double)n;
}

/* Quantiles of the kernels around few values, by bisection.  false: out of memory. */
static bool smooth(world *w, const bench_description *d)
{
	double spread = d->iqr > 0 ? fmin(d->sd, d->iqr / 1.349) : d->sd;
	double width = 0.9 * spread * pow((double)w->n, -0.2);
	double shrink = 1 / sqrt(1 + width * width / (d->variance * (double)(w->n - 1) / (double)w->n));
	double *made = malloc(SMOOTH_VALUES * sizeof *made);

	for (size_t i = 0; i < SMOOTH_VALUES && made; i++) {
		double low = w->value[0] - 8 * width, high = w->value[w->n - 1] + 8 * width;

		for (int half = 0; half < 60; half++) {
			double x = low / 2 + high / 2;

			if (smooth_cdf(w->value, w->n, width, x) < ((double)i + .5) / SMOOTH_VALUES)
				low = x;
			else
				high = x;
		}
		made[i] = d->mean + (low - d->mean) * shrink;
	}
	free(w->value);
	w->value = made;
	w->n = SMOOTH_VALUES;
	return made;
}

bool world_new(world *w, const bench_numbers *set)
{
	bench_description d;

	w->value = benchi_numbers_sorted(set);
	w->n = set->n;
	if (w->n < POWER_FEW && w->value
	    && (bench_numbers_describe(set, 0.95, &d) || !(d.sd > 0) || !smooth(w, &d)))
		return false;
	if (w->value && w->n > MOST_VALUES) {
		for (size_t i = 0; i < MOST_VALUES; i++)
			w->value[i] = w->value[(size_t)(((double)i + .5) * (double)w->n / MOST_VALUES)];
		w->n = MOST_VALUES;
	}
	w->draws = malloc(3 * w->n * sizeof *w->draws);
	if (w->value && w->draws && set->n >= POWER_FEW)
		find_step(w);
	return w->value && w->draws;
}

void world_free(world *w)
{
	free(w->value);
	free(w->draws);
}

static void draw(world *w, size_t *count, double n)
{
	for (double i = 0; i < n; i++)
		count[benchi_random_below(&w->seed, w->n)]++;
}

/* Draws b; of coarse values that share goes one step farther. */
static void draw_moved(world *w, double n, double share)
{
	size_t *b = w->draws + w->n, *farther = b + w->n;

	for (double i = 0; i < n; i++) {
		size_t k = benchi_random_below(&w->seed, w->n);
		bool more = w->step > 0 && benchi_draw_unit(&w->seed) < share;

		(more ? farther : b)[k]++;
	}
}

static double cubic(double t)
{
	return t * (t - 1) * (t + 1);
}

/* Adds the draws that lie at x or below, from *i on. */
static double take(const world *w, const size_t *count, double moved, double x, size_t *i)
{
	double taken = 0;

	for (; *i < w->n && w->value[*i] + moved <= x; ++*i)
		taken += (double)count[*i];
	return taken;
}

/* |z| of the rank sum of a's draws and b's: one walk over a, b and those of b that are
 * moved a step more. */
static double rank_z(const world *w, double n, double delta)
{
	const double moved[3] = { 0, delta, delta + 1 };
	double below = 0, sum = 0, ties = 0, all = 2 * n, sigma;
	size_t at[3] = { 0, 0, w->step > 0 ? 0 : w->n };

	for (;;) {
		double x = (double)INFINITY, took[3];

		for (int k = 0; k < 3; k++)
			if (at[k] < w->n)
				x = fmin(x, w->value[at[k]] + moved[k]);
		if (isinf(x))
			break;
		for (int k = 0; k < 3; k++)
			took[k] = take(w, w->draws + (size_t)k * w->n, moved[k], x, &at[k]);
		sum += (took[1] + took[2]) * (below + took[0] / 2);
		below += took[0];
		ties += cubic(took[0] + took[1] + took[2]);
	}
	sigma = sqrt(n * n / 12 * (all + 1 - ties / (all * (all - 1))));
	return sigma > 0 ? fmax(fabs(sum - n * n / 2) - .5, 0) / sigma : 0;
}

/* Mean and variance of n draws: count, and farther (or NULL) a step more. */
static void moments(const world *w, const size_t *count, const size_t *farther, double n,
                    double *mean, double *variance)
{
	double base = w->value[w->n / 2], sum = 0, squares = 0;

	for (size_t i = 0; i < w->n; i++) {
		double x = w->value[i] - base, k = (double)count[i];
		double more = farther ? (double)farther[i] : 0;

		sum += k * x + more * (x + 1);
		squares += k * x * x + more * (x + 1) * (x + 1);
	}
	*mean = base + sum / n;
	*variance = fmax(0, squares - sum * sum / n) / (n - 1);
}

/* Is Welch's t beyond its quantile? */
static bool means_differ(const world *w, double n, double delta)
{
	const size_t *b = w->draws + w->n;
	double ma, va, mb, vb, df, se;

	moments(w, w->draws, NULL, n, &ma, &va);
	moments(w, b, w->step > 0 ? b + w->n : NULL, n, &mb, &vb);
	se = sqrt((va + vb) / n);
	df = (n - 1) * (va + vb) * (va + vb) / (va * va + vb * vb);
	return se > 0 && fabs(mb + delta - ma) / se > bench_student_quantile(1 - w->alpha / 2, df);
}

/* Prints progress, a few times a second.  Returns whether it did. */
static bool show_progress(const world *w, size_t done, size_t tries, clock_t *next)
{
	clock_t now = clock();

	if (now < *next)
		return false;
	fprintf(stderr, "\rsimulating %.40s: %zu %% ", w->name, 100 * done / tries);
	*next = now + CLOCKS_PER_SEC / 4;
	return true;
}

double world_chance(world *w, double n, double delta, size_t tries)
{
	double z = bench_normal_quantile(1 - w->alpha / 2), steps = delta, share = 0;
	bool shown = false, terminal = benchi_terminal_is(stderr);
	clock_t next = clock() + CLOCKS_PER_SEC;
	uint64_t seed = w->seed;
	size_t found = 0;

	if (n > MOST_DRAWS) {
		delta *= sqrt(n / MOST_DRAWS);
		steps = delta;
		n = MOST_DRAWS;
	}
	if (w->step > 0) {
		steps = floor(delta / w->step);
		share = delta / w->step - steps;
	}
	for (size_t i = 0; i < tries; i++) {
		memset(w->draws, 0, 3 * w->n * sizeof *w->draws);
		draw(w, w->draws, n);
		draw_moved(w, n, share);
		found += w->ranks ? rank_z(w, n, steps) > z : means_differ(w, n, steps);
		if (terminal && i % 16 == 0)
			shown = show_progress(w, i, tries, &next) || shown;
	}
	if (shown)
		fputs("\r\033[K", stderr);
	w->seed = seed;
	return (double)found / (double)tries;
}
