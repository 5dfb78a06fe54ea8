/*
 * The library's part of BENCH, BENCH1, BENCH_INNER and BENCHO.
 *
 * BENCH is the library's own loop (measure/measure.h): loops with one instance of the body and
 * with two, or two and four, in many short windows next to a reference, and their difference. The
 * interval that a program requests is the time for all windows together: at least 12 ms, at most
 * 200. Eleven order statistics of the rounds become the results. BENCH1 keeps only their median;
 * an interruption would spoil a single short window more than a long one. BENCH_INNER is one
 * window of one loop with nothing subtracted, because its body may do all iterations itself.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include "lmbench/lmbench.h"

#include "measure/measure.h"

static const double WINDOWS = 200;          /* number of windows in a budget */
static const double INNER_NS = 5e6;         /* least length of BENCH_INNER's window */

/* Content of struct bench_lmbench_inner. */
struct inner {
	struct benchi_sizing sizing;
	uint64_t opened;    /* clock reading at the start of the window */
	uint64_t iterations;     /* iterations of the open window; 0: no window is open */
};

/* Content of struct bench_lmbench_run. */
struct loops {
	struct benchi_run engine;
	int tries;          /* number of results to keep */
};

typedef char run_fits[sizeof(struct loops) <= sizeof ((struct bench_lmbench_run *)0)->opaque_
                      ? 1 : -1];
typedef char inner_fits[sizeof(struct inner) <= sizeof(struct bench_lmbench_inner) ? 1 : -1];

/* Overhead that BENCHO subtracts. */
static double overhead_ns;

static struct loops *loops_inside(struct bench_lmbench_run *run)
{
	return (struct loops *)(void *)run->opaque_;
}

void lmbench_begin_(struct bench_lmbench_run *run, double enough, int tries)
{
	bench_options options = { .rounds = 0 };
	const struct benchi_beginning beginning = { .options = &options, .loops = 1 };

	/* windows as the environment states, or as many short ones as the time allows */
	if (!(benchi_lm_stated_enough_ns() > 0)) {
		options.time_ns = benchi_lm_budget_ns(enough);
		options.enough_ns = options.time_ns / WINDOWS;
	}
	benchi_lm_timing();     /* exits if there is no clock */
	benchi_run_begin(&loops_inside(run)->engine, &beginning);
	loops_inside(run)->tries = tries;
}

int lmbench_next_(struct bench_lmbench_run *run, iter_t left)
{
	const struct loops *loops = loops_inside(run);
	struct benchi_run *engine = &loops_inside(run)->engine;
	uint64_t iterations;

	if (engine->iterations > 0)
		benchi_run_close(engine, left + (engine->iterations - run->iterations));
	run->instances = benchi_run_next(engine, &iterations);
	if (run->instances < 0) {
		/* Convert the summary to the results that reports read. */
		const bench_summary *found = bench_last();
		const struct benchi_recorded *done = &engine->rounds;
		/* the times of the rounds, ascending, as long as the run exists */
		size_t rounds = found->samples / (done->arm.many < 0 ? 1 : 2);
		value_t value = benchi_lm_value(found->ns, (double)found->iterations);

		if (found->status != BENCH_OK && found->status != BENCH_ERR_NO_SAMPLES)
			benchi_lm_die("%s: %s", bench_status_text(found->status), bench_detail());
		if (found->status != BENCH_OK)
			rounds = 0;
		benchi_lm_set_results(done->memory.scratch, rounds, rounds > 1 ? loops->tries : 1,
			(double)found->iterations / TRIES);
		settime(value.u);
		set_n(value.n);
		return 0;
	}
	run->iterations = iterations > (iter_t)-1 ? (iter_t)-1 : (iter_t)iterations;
	return 1;
}

void lmbench_note_overhead_(void)
{
	overhead_ns = (double)gettime() * 1e3 / (double)get_n();
}

/* Subtracts the overhead from all results and the current one; what is left may be nothing. */
void lmbench_less_overhead_(void)
{
	result_t *results = get_results();
	value_t now = { gettime(), get_n() };

	for (int i = 0; i <= results->N; i++) {
		value_t *v = i < results->N ? results->v + i : &now;

		*v = benchi_lm_value((double)v->u * 1e3 / (double)v->n - overhead_ns, (double)v->n);
	}
	settime(now.u);
	set_n(now.n);
}

void lmbench_begin_inner_(struct bench_lmbench_inner *run, double enough)
{
	struct inner *inner = (struct inner *)(void *)run->opaque_;
	const bench_timing *timing = benchi_lm_timing();
	double want = benchi_lm_stated_enough_ns();

	if (!(want > 0))
		want = fmin(benchi_lm_budget_ns(enough), fmax(INNER_NS, enough * 1e3));
	inner->sizing = benchi_sizing_begin(fmax(want, timing->enough_ns),
		benchi_window_meaningless_ns(timing));
	inner->iterations = 0;
}

iter_t lmbench_next_inner_(struct bench_lmbench_inner *run, iter_t left)
{
	struct inner *inner = (struct inner *)(void *)run->opaque_;
	const bench_timing *timing = benchi_lm_timing();

	if (inner->iterations > 0) {
		double ns = benchi_window_close(timing, inner->opened) + timing->empty_ns;

		benchi_sizing_step(&inner->sizing, ns);
		inner->iterations -= left < inner->iterations ? left : 0;
		if (inner->sizing.done) {
			double iteration_ns = ns / (double)inner->iterations;

			benchi_lm_set_results(&iteration_ns, iteration_ns > 0, 1, (double)inner->iterations);
			return 0;
		}
	}
	inner->iterations = inner->sizing.iterations > (iter_t)-1
		? (iter_t)-1 : inner->sizing.iterations;
	inner->opened = benchi_window_open(timing);
	return (iter_t)inner->iterations;
}

static void (*volatile opaque)(void) = lmbench_nothing_;

/* An iteration of an empty loop for compilers without asm statements. */
void lmbench_nothing_(void)
{
	if (opaque != lmbench_nothing_)
		opaque();
}
