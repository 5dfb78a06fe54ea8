/*
 * Bootstrap interval of any statistic of a set.
 *
 * The set is resampled with replacement, many times; the quantiles of the statistic over
 * the resamples bound it, after two corrections: for the share of resamples below the
 * estimate (bias) and for the skew of the statistic, from leaving out each number in turn
 * (acceleration): Efron, JASA 82, 1987, p. 171.
 * Worked: sd of i i / 10, i = 1 to 30: 90 % interval 24.1 to 33.1; the bare quantiles
 * of the resamples are 22.6 and 31.9.
 * Assumes: independent numbers, enough of them (20) to stand for their distribution.
 * Wrong when: the statistic depends on single numbers (minimum, maximum).
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/detail.h"
#include "stats/random_draw.h"
#include "stats/numbers.h"
#include "stats/order.h"

#define DEFAULT_RESAMPLES 2000
#define LEAST_RESAMPLES 100
#define RESULT_DOUBLES (offsetof(bench_bootstrap, resamples) / sizeof(double))

typedef struct work {
	const bench_numbers *set;
	bench_statistic *statistic;
	void *arg;
	double *sample;  /* capacity for the set */
	double *figures; /* capacity for the resamples and for the set */
} work;

static size_t resample(const work *w, size_t resamples, uint64_t seed)
{
	uint64_t random = seed;
	size_t kept = 0;

	for (size_t r = 0; r < resamples; r++) {
		double figure;

		for (size_t i = 0; i < w->set->n; i++)
			w->sample[i] = w->set->x[benchi_draw_below(&random, w->set->n)];
		figure = w->statistic(w->sample, w->set->n, w->arg);
		if (!isnan(figure))
			w->figures[kept++] = figure;
	}
	return kept;
}

/* A sixth of the skewness of the figures that leave one number out; 0 if there is none. */
static double acceleration(const work *w, double *figures)
{
	size_t n = w->set->n;
	double mean = 0, squares = 0, cubes = 0;

	for (size_t out = 0; out < n; out++) {
		memcpy(w->sample, w->set->x, out * sizeof *w->sample);
		memcpy(w->sample + out, w->set->x + out + 1, (n - 1 - out) * sizeof *w->sample);
		figures[out] = w->statistic(w->sample, n - 1, w->arg);
		mean += figures[out] / (double)n;
	}
	for (size_t i = 0; i < n; i++) {
		double d = mean - figures[i];

		squares += d * d;
		cubes += d * d * d;
	}
	return squares > 0 ? cubes / (6 * squares * sqrt(squares)) : 0;
}

/* The share of the figures below the estimate, equal ones half, as a normal quantile. */
static double bias_score(const double *sorted, size_t n, double estimate)
{
	double below = 0, share;

	for (size_t i = 0; i < n; i++)
		below += sorted[i] < estimate ? 1 : sorted[i] == estimate ? 0.5 : 0;
	share = below / (double)n;
	if (share < 1 / (double)n)
		share = 1 / (double)n;
	if (share > 1 - 1 / (double)n)
		share = 1 - 1 / (double)n;
	return bench_normal_quantile(share);
}

static double corrected(double p, double bias, double skew)
{
	double z = bias + bench_normal_quantile(p);

	return bench_normal_cdf(bias + z / (1 - skew * z));
}

static void conclude(bench_bootstrap *out, const work *w, size_t kept)
{
	bench_numbers figures = { w->figures, kept };
	benchi_moments m = benchi_moments_of(&figures);
	double bias, skew = acceleration(w, w->figures + kept), tail = (1 - out->confidence) / 2;

	out->se = sqrt(benchi_variance(&m));
	out->bias = benchi_mean(&m) - out->estimate;
	benchi_sort(w->figures, kept);
	bias = bias_score(w->figures, kept, out->estimate);
	if (!isfinite(skew))
		skew = 0;
	out->low = benchi_quantile(w->figures, kept, corrected(tail, bias, skew));
	out->high = benchi_quantile(w->figures, kept, corrected(1 - tail, bias, skew));
}

static bench_status check(const bench_numbers *set, bench_statistic *statistic,
                          bench_bootstrap_options *o, bench_bootstrap *out)
{
	bench_status status = benchi_numbers_begin(set, 2, out, sizeof *out, RESULT_DOUBLES);

	if (status == BENCH_OK)
		status = benchi_confidence_check(&o->confidence);
	if (status != BENCH_OK)
		return status;
	if (!statistic)
		return benchi_fail(BENCH_ERR_ARGUMENT, "no statistic");
	if (o->resamples == 0)
		o->resamples = DEFAULT_RESAMPLES;
	if (o->resamples < LEAST_RESAMPLES)
		return benchi_fail(BENCH_ERR_ARGUMENT, "%.0f resamples, at least %d are needed",
		                   (double)o->resamples, LEAST_RESAMPLES);
	if (o->resamples > SIZE_MAX / sizeof(double) - set->n)
		return benchi_fail(BENCH_ERR_MEMORY, "%.0f resamples", (double)o->resamples);
	return BENCH_OK;
}

bench_status bench_bootstrap_interval(const bench_numbers *set, bench_statistic *statistic,
                                      const bench_bootstrap_options *options,
                                      bench_bootstrap *out)
{
	static const bench_bootstrap_options defaults = { 0, 0, 0, NULL };
	bench_bootstrap_options o = options ? *options : defaults;
	bench_status status = check(set, statistic, &o, out);
	work w = { set, statistic, o.arg, NULL, NULL };

	if (status != BENCH_OK)
		return status;
	w.sample = malloc(set->n * sizeof *w.sample);
	w.figures = malloc((o.resamples + set->n) * sizeof *w.figures);
	if (w.sample && w.figures) {
		out->confidence = o.confidence;
		out->estimate = statistic(set->x, set->n, o.arg);
		out->resamples = resample(&w, o.resamples, o.seed);
		if (!isnan(out->estimate) && 2 * out->resamples >= o.resamples)
			conclude(out, &w, out->resamples);
	} else {
		status = benchi_fail(BENCH_ERR_MEMORY, "%.0f resamples", (double)o.resamples);
	}
	free(w.sample);
	free(w.figures);
	return status;
}
