/*
 * Streams with known median and mean; their intervals are checked after every number.
 *
 * SPDX-License-Identifier: MIT
 */
#include "sim.h"

#include "stats/stats.h"

const char *const sim_names[SIM_KINDS] = { "normal", "skewed", "bimodal", "tied", "coin",
	"two streams" };

static double draw_normal(uint64_t *r)
{
	return benchi_normal_quantile(benchi_draw_unit(r));
}

static double draw(uint64_t *r, sim_kind kind)
{
	switch (kind) {
	case SIM_SKEWED:
		return exp(1.5 * draw_normal(r));
	case SIM_BIMODAL:
		return 0.5 * draw_normal(r) + (benchi_random_below(r, 2) ? 2 : -2);
	case SIM_TIED:
		return floor(2 * draw_normal(r) + 0.5) / 2;
	case SIM_COIN:
		return benchi_draw_unit(r) < 0.6 ? 0 : 1;
	default:
		return draw_normal(r);
	}
}

static double true_median(sim_kind kind)
{
	return kind == SIM_SKEWED ? 1 : 0;
}

static double true_mean(sim_kind kind)
{
	return kind == SIM_SKEWED ? exp(1.125) : kind == SIM_COIN ? 0.4 : 0;
}

/* Mean and sum of squares, updated number by number (Welford, Technometrics 4, 1962, p. 419). */
typedef struct running {
	double n, mean, squares;
} running;

static int student_misses(running *r, double x, double truth, const double *quantiles)
{
	double d = x - r->mean;

	r->n++;
	r->mean += d / r->n;
	r->squares += d * (x - r->mean);
	if (r->n < 3)
		return 0;
	return fabs(r->mean - truth) > quantiles[(size_t)r->n] * sqrt(r->squares / (r->n - 1) / r->n);
}

/* One trial of two streams; see miss() for single streams. */
static int streams_miss(const sim_plan *plan, uint64_t *r)
{
	bench_evidence *a, *b;
	int missed = 0;

	if (bench_evidence_new(NULL, &a) != BENCH_OK || bench_evidence_new(NULL, &b) != BENCH_OK)
		abort();
	for (size_t i = 0; i < plan->numbers && !missed; i++) {
		double low, high;

		if (bench_evidence_add(a, draw(r, SIM_SKEWED)) != BENCH_OK
		    || bench_evidence_add(b, draw(r, SIM_SKEWED) + plan->shift) != BENCH_OK
		    || benchi_evidence_difference(a, b, plan->confidence, &low, &high) != BENCH_OK)
			abort();
		missed = low > 0 || high < 0;
	}
	bench_evidence_free(a);
	bench_evidence_free(b);
	return missed;
}

typedef struct trial {
	const double *quantiles;
	double *x, stop, width, sign_width;
	int student, student_last;
} trial;

static void run_trial(const sim_plan *plan, uint64_t *r, trial *t)
{
	running run = { 0, 0, 0 };
	double low = 0, high = 0, median = true_median(plan->kind), mean = true_mean(plan->kind);
	size_t lo, hi;
	bench_evidence *e;

	if (bench_evidence_new(NULL, &e) != BENCH_OK)
		abort();
	t->stop = INFINITY;
	t->student = 0;
	for (size_t i = 0; i < plan->numbers; i++) {
		t->x[i] = draw(r, plan->kind) + plan->shift;
		t->student_last = student_misses(&run, t->x[i], mean, t->quantiles);
		t->student |= t->student_last;
		if (bench_evidence_add(e, t->x[i]) != BENCH_OK
		    || bench_evidence_interval(e, plan->confidence, &low, &high) != BENCH_OK)
			abort();
		if ((low > median || high < median) && isinf(t->stop))
			t->stop = (double)i + 1;
	}
	bench_evidence_free(e);
	benchi_sort(t->x, plan->numbers);
	benchi_median_ranks(plan->numbers, plan->confidence, &lo, &hi);
	t->width = high - low;
	t->sign_width = t->x[hi] - t->x[lo];
}

static void run_trials(const sim_plan *plan, trial *t, double *stops, sim_result *out)
{
	uint64_t random = plan->seed * SIM_KINDS + (uint64_t)plan->kind;
	double width = 0, sign_width = 0;

	for (int i = 0; i < plan->trials; i++) {
		if (plan->kind == SIM_STREAMS) {
			out->evidence += streams_miss(plan, &random);
			continue;
		}
		run_trial(plan, &random, t);
		stops[i] = t->stop;
		out->evidence += !isinf(t->stop);
		out->student += t->student;
		out->student_last += t->student_last;
		width += t->width;
		sign_width += t->sign_width;
	}
	if (plan->kind == SIM_STREAMS)
		return;
	benchi_sort(stops, (size_t)plan->trials);
	out->stop = stops[plan->trials / 2];
	if (sign_width > 0)
		out->width_ratio = width / sign_width;
}

sim_result sim_run(const sim_plan *plan)
{
	sim_result out = { 0, 0, 0, (double)NAN, (double)NAN };
	double *quantiles = malloc((plan->numbers + 1) * sizeof *quantiles);
	double *stops = malloc((size_t)plan->trials * sizeof *stops);
	trial t = { quantiles, malloc(plan->numbers * sizeof *t.x), 0, 0, 0, 0, 0 };

	if (!quantiles || !stops || !t.x)
		abort();
	for (size_t n = 3; n <= plan->numbers; n++)
		quantiles[n] = benchi_student_quantile(0.5 + plan->confidence / 2, (double)n - 1);
	run_trials(plan, &t, stops, &out);
	free(quantiles);
	free(stops);
	free(t.x);
	return out;
}
