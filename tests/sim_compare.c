/*
 * Counts how often the answers of `bench compare` are wrong.
 *
 * Simulated measurements of four kinds go through its decision functions, 2000 times each (or the
 * number in the first argument). The true difference is 0, half the margin, the margin, and twice
 * the margin. Prints the tables of doc/internals/method-compare.md. The random numbers are the
 * same everywhere.
 *
 *	make tests/sim_compare && tests/sim_compare
 *
 * SPDX-License-Identifier: MIT
 */

#include "analysis/analysis.h"

#define N 24
#define RUN 4 /* values per run */
#define LOOKS 300
#define BASE 100.0
#define MARGIN 0.01
#define ALPHA 0.05

enum kind { NORMAL, SKEWED, BIMODAL, BY_RUN, KINDS };

static const char *const kind_names[KINDS] = { "normal", "skewed (lognormal)", "two modes",
	"correlated within runs" };

static uint64_t generator = 20040928;

/* Uniform random number in (0, 1). */
static double unit(void)
{
	return ((double)(benchi_random(&generator) >> 11) + .5) * 0x1p-53;
}

static double normal(void)
{
	return benchi_normal_quantile(unit());
}

/* One value around BASE; *kept: the part that the values of a run share. */
static double value(enum kind kind, double *kept, size_t i)
{
	switch (kind) {
	case NORMAL:
		return BASE + 1.5 * normal();
	case SKEWED:
		return BASE - 2 + 2 * exp(0.75 * normal());
	case BIMODAL:
		return BASE + (unit() < .6 ? -1.2 : 1.8) + .4 * normal();
	default:
		if (i % RUN == 0)
			*kept = 1.2 * normal();
		return BASE + *kept + .5 * normal();
	}
}

static void fill(enum kind kind, double shift, double *x, size_t n)
{
	double kept = 0;

	for (size_t i = 0; i < n; i++)
		x[i] = value(kind, &kept, i) + shift;
}

/* Replaces the values by the means of their runs. */
static size_t by_run(double *x, size_t n)
{
	size_t runs = 0;

	for (size_t i = 0; i + RUN <= n; i += RUN) {
		double sum = 0;

		for (size_t k = 0; k < RUN; k++)
			sum += x[i + k];
		x[runs++] = sum / RUN;
	}
	return runs;
}

static bench_answer ask(enum kind kind, double shift, bool runs)
{
	static const benchi_question question = { .margin = MARGIN, .alpha = ALPHA };
	double a[N], b[N];
	benchi_shape shape_a, shape_b;
	benchi_finding finding;
	bench_numbers set_a = { a, N }, set_b = { b, N };
	benchi_rank_memo memo = { 0 };
	benchi_prepared pa, pb;
	benchi_sides sides = { &pa, &pb, &shape_a, &shape_b, NULL, &memo, NULL };

	fill(kind, 0, a, N);
	fill(kind, shift, b, N);
	if (runs) {
		set_a.n = by_run(a, N);
		set_b.n = by_run(b, N);
	}
	if (benchi_prepare(&set_a, 1, &pa) || benchi_prepare(&set_b, 1, &pb)
	    || benchi_shape_find(&pa, .95, &shape_a) || benchi_shape_find(&pb, .95, &shape_b)
	    || benchi_find(&question, ALPHA, &sides, &finding))
		exit(2);
	benchi_prepared_free(&pa);
	benchi_prepared_free(&pb);
	return finding.answer;
}

/* Prints one line of the table: the shares of four answers, and of wrong ones. */
static void count(enum kind kind, bool runs, double difference, long trials)
{
	long counts[4] = { 0, 0, 0, 0 }, wrong;

	for (long i = 0; i < trials; i++)
		counts[ask(kind, difference * MARGIN * BASE, runs)]++;
	wrong = counts[BENCH_LOWER];
	if (difference < .1)
		wrong += counts[BENCH_HIGHER];
	if (difference > .9)
		wrong += counts[BENCH_SAME];
	printf("| %s%s | %g | %.1f %% | %.1f %% | %.1f %% | %.1f %% | **%.1f %%** |\n",
	       kind_names[kind], kind == BY_RUN ? runs ? ", by run" : ", as if independent" : "",
	       difference, 100. * (double)counts[BENCH_LOWER] / (double)trials,
	       100. * (double)counts[BENCH_HIGHER] / (double)trials,
	       100. * (double)counts[BENCH_SAME] / (double)trials,
	       100. * (double)counts[BENCH_UNSURE] / (double)trials,
	       100. * (double)wrong / (double)trials);
}

/* Sums for a repeatedly checked t interval. */
typedef struct sums {
	double n, mean, squares;
} sums;

static void add(sums *s, double x)
{
	double apart = x - s->mean;

	s->n++;
	s->mean += apart / s->n;
	s->squares += apart * (x - s->mean);
}

/* Whether Welch's interval excludes 0. */
static bool t_sees(const sums *a, const sums *b)
{
	double va = a->squares / (a->n - 1) / a->n, vb = b->squares / (b->n - 1) / b->n;
	double df = (va + vb) * (va + vb) / (va * va / (a->n - 1) + vb * vb / (b->n - 1));

	return fabs(b->mean - a->mean) > benchi_student_quantile(1 - ALPHA / 2, df) * sqrt(va + vb);
}

/* Watches one pair of streams with the same distribution. Bit 0: the confidence sequence was
 * wrong at some time; bit 1: the t interval was. */
static int watch(enum kind kind)
{
	bench_evidence *evidence;
	double low, high, kept_a = 0, kept_b = 0;
	sums a = { 0, 0, 0 }, b = { 0, 0, 0 };
	int wrong = 0;

	if (bench_evidence_new(NULL, &evidence))
		exit(2);
	for (size_t i = 0; i < LOOKS; i++) {
		/* BY_RUN compares runs, so each value of a correlated stream starts a new run */
		double x = value(kind, &kept_a, kind == BY_RUN ? 0 : i);
		double y = value(kind, &kept_b, kind == BY_RUN ? 0 : i);

		add(&a, x);
		add(&b, y);
		if (bench_evidence_add(evidence, log(y / x))
		    || bench_evidence_interval(evidence, 1 - ALPHA, &low, &high))
			exit(2);
		wrong |= low > 0 || high < 0;
		if (i > 1 && t_sees(&a, &b))
			wrong |= 2;
	}
	bench_evidence_free(evidence);
	return wrong;
}

static void watch_all(enum kind kind, long trials)
{
	long sequence = 0, t = 0;

	for (long i = 0; i < trials; i++) {
		int wrong = watch(kind);

		sequence += wrong & 1;
		t += wrong >> 1;
	}
	printf("| %s | %.1f %% | %.1f %% |\n", kind_names[kind],
	       100. * (double)sequence / (double)trials, 100. * (double)t / (double)trials);
}

int main(int argc, char **argv)
{
	static const double differences[] = { 0, .5, 1, 2 };
	long trials = argc > 1 ? atol(argv[1]) : 2000;

	puts("| data | true difference, margins | lower | higher | same | not enough data | wrong |\n"
	     "| --- | --- | --- | --- | --- | --- | --- |");
	for (int kind = 0; kind < KINDS; kind++)
		for (size_t d = 0; d < 4; d++)
			count((enum kind)kind, kind == BY_RUN, differences[d], trials);
	count(BY_RUN, false, 0, trials);
	puts("\n| data | `--anytime` | t interval |\n| --- | --- | --- |");
	for (int kind = 0; kind < KINDS; kind++)
		watch_all((enum kind)kind, trials);
	return 0;
}
