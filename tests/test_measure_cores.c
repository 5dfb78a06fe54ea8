/*
 * bench_measure on a simulated core and default clock. The interval includes the true value; a
 * body sees its rounds, iterations, layouts, counters and regions.
 *
 * SPDX-License-Identifier: MIT
 */
#include "sound.h"

#include "made_core.h"
#include "made_sweep.h"
#include "made_thread.h"
#include "measure/measure.h"

MADE_CORE_CLOCK

enum { TWICE = 1, REGIONS = 2, CALL = 4, SINK = 8, COUNT = 16, NESTED = 32, INTERRUPTED = 64,
	OPEN = 128, LAYOUT_MATTERS = 256 };

/* The body's work, and sums over its windows. */
static struct work {
	double ticks, longer_ns;        /* longer_ns: added to every eighth window of INTERRUPTED */
	unsigned how;
	unsigned windows, wrong;
	double rounds, iterations, layouts, prepared;
	double taken, ns, cycles, of_windows;   /* received by the sink */
} work;

static void body(uint64_t n, void *arg);

/* Runs another measurement within a window. */
static void nested(void)
{
	bench_options options = { .rounds = 3 };
	struct work outer = work;
	uint64_t round = bench_round(), iteration = bench_iteration();
	size_t layout = bench_layout();
	bench_summary s;

	work.how = COUNT;
	work.ticks = 50;
	ck_assert_int_eq(bench_measure(body, NULL, &options, &s), BENCH_OK);
	work = outer;
	work.wrong += bench_round() != round || bench_iteration() != iteration
		|| bench_layout() != layout;
}

static void regions(uint64_t n)
{
	for (; n > 0; n--) {
		made_core_spend(1000);
		BENCH_START;
		made_core_spend(work.ticks);
		BENCH_STOP;
	}
}

static void body(uint64_t n, void *arg)
{
	double ticks = work.ticks + (work.how & LAYOUT_MATTERS ? (double)bench_layout() / 128 : 0);

	work.rounds += (double)bench_round();
	work.iterations += (double)bench_iteration();
	work.layouts += (double)bench_layout();
	if (work.how & COUNT) {
		bench_count("probes", 3 * (double)n);
		bench_count_rate("bytes", 64 * (double)n);
		bench_count_value("load", 1.5 + (work.windows & 1));
	}
	if (work.how & REGIONS)
		regions(n);
	else
		made_core_spend((double)n * ticks);
	if (++work.windows == 9 && work.how & NESTED)
		nested();
	if (work.how & OPEN && work.windows == 30)
		BENCH_START;
	if (work.how & INTERRUPTED && work.windows % 8 == 0)
		made_core.clock.ns += work.longer_ns;
}

static void call(void *arg, uint64_t value)
{
	work.wrong += value != 0;
	made_core_spend(work.ticks);
}

static void prepare(uint64_t n, void *arg)
{
	work.prepared += (double)n;
	made_core.clock.ns += 77;
}

static void take(void *to, double ns, double cycles, double iterations)
{
	struct work *w = to;

	w->taken++;
	w->ns += ns;
	w->cycles += cycles;
	w->of_windows += iterations;
}

static const struct row {
	double ticks, noise;
	unsigned how;
	double longer_ns;
	bench_options options;
	const char *name;
	unsigned warnings;
	double longer_ticks;    /* mean addition to an iteration by interruptions */
} rows[] = {
	{ 40, 1 / 256.0, 0, 0, { .rounds = 0 }, .name = "plain" },
	{ 40, 1 / 64.0, TWICE | COUNT, 0, { .time_ns = 3e6, .prepare = prepare },
	  .name = "prepared and counted" },
	{ 40, 1 / 256.0, TWICE | CALL, 0, { .rounds = 20, .prepare = prepare }, .name = "calls" },
	{ 100, 1 / 64.0, REGIONS, 0, { .time_ns = 5e6 }, .name = "regions" },
	{ 100, 1 / 64.0, REGIONS | OPEN, 0, { .rounds = 15 }, .name = "a region left open" },
	{ 40, 1 / 256.0, LAYOUT_MATTERS, 0, { .vary_layout = 1 }, .name = "layouts",
	  .warnings = BENCH_WARN_NOISY | BENCH_WARN_BIMODAL, .longer_ticks = 4 },
	{ 40, 1 / 64.0, SINK, 0, { .rounds = 700 }, .name = "many rounds" },
	{ 40, 1 / 64.0, SINK | COUNT | NESTED, 0, { .rounds = 12 }, .name = "a run within",
	  .warnings = BENCH_WARN_NOISY },
	{ 3000, 1 / 64.0, SINK | COUNT | NESTED, 0, { .cold = BENCH_COLD_DATA, .prepare = prepare },
	  .name = "cold" },
	{ 90, 1 / 32.0, TWICE | INTERRUPTED, 1e6,
	  { .cold = BENCH_COLD_DATA, .rounds = 12, .time_ns = 2e6 }, .name = "cold and interrupted",
	  .warnings = BENCH_WARN_PREEMPTED | BENCH_WARN_FEW_SAMPLES | BENCH_WARN_NOISY },
	{ 3000, 1 / 64.0, REGIONS, 0, { .cold = BENCH_COLD_DATA, .time_ns = 1e6 },
	  .name = "cold regions" },
	{ 300, 1 / 32.0, INTERRUPTED, 560, { .cold = BENCH_COLD_DATA, .rounds = 12, .time_ns = 2e6 },
	  .name = "cold, seven times longer", .warnings = BENCH_WARN_NOISY,
	  .longer_ticks = 560 * 64 / 17.0 / 8 },
	{ 300, 1 / 32.0, INTERRUPTED, 1200, { .cold = BENCH_COLD_DATA, .rounds = 12, .time_ns = 2e6 },
	  .name = "cold, fifteen times longer",
	  .warnings = BENCH_WARN_PREEMPTED | BENCH_WARN_NOISY },
	{ 8e6, 1 / 64.0, 0, 0, { .cold = BENCH_COLD_DATA, .time_ns = 1e6 },
	  .name = "a very long cold iteration" },
	{ 4e6, 1 / 64.0, 0, 0, { .cold = BENCH_COLD_DATA, .time_ns = 1e6 },
	  .name = "a long cold iteration" },
};

/* Checks what the body and the sink saw, and what the thread reports afterwards. */
static void check_seen(const struct row *row, const bench_summary *s)
{
	ck_assert_msg(work.wrong == 0, "%s: %u calls saw something else", row->name, work.wrong);
	ck_assert_uint_eq(bench_round() + bench_iteration() + bench_layout(), 0);
	if (!(row->how & CALL))
		ck_assert_uint_ge(work.windows, s->samples);
	if (row->options.prepare)
		ck_assert_msg(work.prepared >= (double)s->iterations, "%s: %g prepared", row->name,
			work.prepared);
	if (row->how & COUNT) {
		ck_assert_double_eq_tol(bench_counted("probes"), 3, 1e-9);
		ck_assert_double_eq_tol(bench_counted("bytes") * s->ns_raw / 64e9, 1, 0.2);
		ck_assert_msg(bench_counted("load") >= 1.5 && bench_counted("load") <= 2.5, "%s: %g",
			row->name, bench_counted("load"));
	} else {
		ck_assert(isnan(bench_counted("probes")));
	}
	if (row->how & SINK && row->options.cold == 0) {
		/* of the loop of n, next to which there may be one of 2n */
		unsigned loops = (unsigned)(s->samples / work.taken);

		ck_assert(loops == 1 || loops == 2);
		ck_assert_uint_eq((unsigned)work.taken * loops, s->samples);
		ck_assert_uint_eq((unsigned)work.of_windows * (loops == 1 ? 1 : 3), s->iterations);
	}
	if (row->how & LAYOUT_MATTERS)
		ck_assert_msg(s->layout_ns > 0 && work.layouts > 0, "%s: %g", row->name, s->layout_ns);
}

START_TEST(the_interval_holds_the_truth)
{
	static char evicted[4096];
	const struct row *row = &rows[_i];
	const struct benchi_round_sink sink = { .take = take, .to = &work };
	const bench_case body_case = { .body = body }, call_case = { .call = call };
	struct benchi_reference reference;
	double truth = row->ticks + row->longer_ticks;
	bench_summary s;

	made_core_begin();
	made_core.tick_ns = 17.0 / 64;
	made_core.slots = 8;
	made_core.noise = row->noise;
	made_core.fixed_ticks = 20;
	if (row->how & TWICE)
		ck_assert_int_eq(benchi_self_reference(&reference), BENCH_OK);
	work.ticks = row->ticks;
	work.how = row->how;
	work.longer_ns = row->longer_ns;
	bench_cold(evicted, sizeof evicted);
	(void)benchi_measure_rounds(row->how & CALL ? &call_case : &body_case, &row->options,
		row->how & SINK ? &sink : NULL, &s);
	if (row->how & (CALL | REGIONS) || row->options.cold)   /* none is subtracted */
		truth += made_core.fixed_ticks;
	sound_summary(row->name, &s, truth, made_core.tick_ns, 0.005);
	sound_warnings(row->name, &s, row->warnings);
	check_seen(row, &s);
}
END_TEST

ROWS_MAIN("measure", the_interval_holds_the_truth, rows)
