/*
 * What bench_measure gives on a made-up core behind a made-up default clock, and what a body sees
 * of it: rounds, iterations, layouts, counters, regions.
 *
 * SPDX-License-Identifier: MIT
 */
#include "digits.h"

#include "made_core.h"
#include "made_sweep.h"
#include "made_thread.h"
#include "measure/measure.h"

MADE_CORE_CLOCK

enum { TWICE = 1, REGIONS = 2, CALL = 4, SINK = 8, COUNT = 16, NESTED = 32, INTERRUPTED = 64,
	OPEN = 128, LAYOUT_MATTERS = 256 };

/* The body's work, and sums over its windows. */
static struct work {
	double ticks, longer_ns;        /* longer_ns: every eighth window, if it is interrupted */
	unsigned how;
	unsigned windows, wrong;
	double rounds, iterations, layouts, prepared;
	double taken, ns, cycles, of_windows;   /* what the sink got */
} work;

static void body(uint64_t n, void *arg);

/* A run of its own within a window. */
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
	double ticks = work.ticks + (work.how & LAYOUT_MATTERS ? (double)bench_layout() / 256 : 0);

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
} rows[] = {
	{ 40, 1 / 256.0, 0, 0, { .rounds = 0 }, "plain" },
	{ 40, 1 / 64.0, TWICE | COUNT, 0, { .time_ns = 3e6, .prepare = prepare },
	  "prepared and counted" },
	{ 40, 1 / 256.0, TWICE | CALL, 0, { .rounds = 20, .prepare = prepare }, "calls" },
	{ 100, 1 / 64.0, REGIONS, 0, { .time_ns = 5e6 }, "regions" },
	{ 100, 1 / 64.0, REGIONS | OPEN, 0, { .rounds = 15 }, "a region left open" },
	{ 40, 1 / 256.0, LAYOUT_MATTERS, 0, { .vary_layout = 1 }, "layouts" },
	{ 40, 1 / 64.0, SINK, 0, { .rounds = 700 }, "many rounds" },
	{ 40, 1 / 64.0, SINK | COUNT | NESTED, 0, { .rounds = 12 }, "a run within" },
	{ 3000, 1 / 64.0, SINK | COUNT | NESTED, 0, { .cold = BENCH_COLD_DATA, .prepare = prepare },
	  "cold" },
	{ 90, 1 / 8.0, TWICE | INTERRUPTED, 1e6,
	  { .cold = BENCH_COLD_DATA, .rounds = 12, .time_ns = 2e6 }, "cold and interrupted" },
	{ 3000, 1 / 64.0, REGIONS, 0, { .cold = BENCH_COLD_DATA, .time_ns = 1e6 }, "cold regions" },
	{ 300, 1 / 8.0, INTERRUPTED, 560, { .cold = BENCH_COLD_DATA, .rounds = 12, .time_ns = 2e6 },
	  "cold, seven times longer" },
	{ 300, 1 / 8.0, INTERRUPTED, 1200, { .cold = BENCH_COLD_DATA, .rounds = 12, .time_ns = 2e6 },
	  "cold, fifteen times longer" },
	{ 8e6, 1 / 64.0, 0, 0, { .cold = BENCH_COLD_DATA, .time_ns = 1e6 },
	  "a very long cold iteration" },
	{ 4e6, 1 / 64.0, 0, 0, { .cold = BENCH_COLD_DATA, .time_ns = 1e6 }, "a long cold iteration" },
};

static void add_summary(struct digits *d, const bench_summary *s)
{
	digits_add(d, s->status);
	digits_add(d, (double)s->samples);
	digits_add(d, (double)s->dropped);
	digits_add(d, (double)s->iterations);
	digits_add(d, s->warnings & ~(unsigned)BENCH_WARN_MIGRATED);
}

/* What the body and the sink saw, and what the thread knows afterwards. */
static void add_seen(struct digits *d)
{
	const double seen[] = { work.windows, work.wrong, work.rounds, work.iterations, work.layouts,
		work.prepared, work.taken, work.ns, work.cycles, work.of_windows,
		bench_counted("probes"), bench_counted("bytes"), bench_counted("load"),
		(double)(bench_round() + bench_iteration() + bench_layout()) };

	for (size_t i = 0; i < sizeof seen / sizeof *seen; i++)
		digits_add(d, seen[i]);
}

START_TEST(measuring_gives_the_same_numbers)
{
	static char evicted[4096];
	const struct row *row = &rows[_i];
	struct digits found = { .name = row->name };
	const struct benchi_round_sink sink = { .take = take, .to = &work };
	const bench_case body_case = { .body = body }, call_case = { .call = call };
	struct benchi_reference reference;
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
	add_summary(&found, &s);
	add_seen(&found);
	digits_add(&found, made_core.clock.ns - 1e9);
	digits_add(&found, (double)made_core.clock.readings);
	for (size_t i = 0; i < benchi_members_count; i++)
		digits_add(&found, benchi_member_value(&s, &benchi_members[i]));
	digits_golden(&found);
}
END_TEST

DIGITS_MAIN("measure", measuring_gives_the_same_numbers, rows)
