/*
 * What comparing and picking give on a made-up core: the answer with all its numbers, and the time
 * that it took.
 *
 * SPDX-License-Identifier: MIT
 */
#define CHECK_EXACT 1
#include "made_rivals.h"
#include "made_thread.h"

#include "measure/measure.h"

static const struct compare_row {
	double noise;
	struct rival rival[2];
	bench_compare_options options;
	int real;                       /* the default clock, with cycles */
	const char *name;
} compared[] = {
	{ 1 / 256.0, { { .ticks = 1000 }, { .ticks = 1020 } }, { .rounds = 0 }, 0, "slower" },
	{ 1 / 64.0, { { .ticks = 1000 }, { .ticks = 990 } }, { .seed = 9 }, 1, "faster" },
	{ 1 / 64.0, { { .ticks = 1000 }, { .ticks = 1000 } }, { .rounds = 0 }, 1, "the same" },
	{ 1 / 64.0, { { .ticks = 1000 }, { .ticks = 1004 } }, { .time_ns = 10e6, .confidence = 0.9 }, 0,
	  "not decided" },
	{ 1 / 256.0, { { .ticks = 1000 }, { .ticks = 3000 } }, { .rounds = 50, .enough_ns = 40e3 }, 1,
	  "fifty rounds" },
	{ 1 / 256.0, { { .ticks = 30 }, { .ticks = 30.25 } }, { .margin = 0.001 }, 0,
	  "a small margin" },
	{ 1 / 128.0, { { .ticks = 1000, .mode = 0.0625 }, { .ticks = 1010, .interrupted_every = 9 } },
	  { .time_ns = 20e6 }, 0, "modes and interruptions" },
	{ 1 / 256.0, { { .ticks = 100000, .cold = BENCH_COLD_DATA },
	    { .ticks = 110000, .cold = BENCH_COLD_DATA } }, { .time_ns = 30e6 }, 0, "cold" },
	{ 1 / 8.0, { { .ticks = 1000 }, { .ticks = 1005 } }, { .seed = 5 }, 0, "the default time" },
	{ 1 / 8.0, { { .ticks = 10 }, { .ticks = 10.03 } }, { .time_ns = 4e5 }, 0,
	  "less than a millisecond" },
	{ 1 / 8.0, { { .ticks = 1000 }, { .ticks = 1003 } }, { .time_ns = 2e6 }, 0,
	  "two milliseconds" },
	{ 1 / 64.0, { { .ticks = 4e6 }, { .ticks = 5e6 } }, { .time_ns = 60e6 }, 0, "long ones" },
	{ 1 / 64.0, { { .ticks = 1000, .clock_step_ns = 40 }, { .ticks = 1010 } }, { .rounds = 0 }, 0,
	  "by a coarser clock" },
	{ 1 / 16.0, { { .ticks = 1000 }, { .ticks = 1000 } }, { .time_ns = 80e9, .margin = 1e-5 }, 0,
	  "all rounds" },
	{ 1 / 2.0, { { .ticks = 1000, .mode = .25 }, { .ticks = 1100 } }, { .rounds = 9 }, 0,
	  "little and noisy" },
	{ 1 / 256.0, { { .ticks = 1000, .first = 4e6 }, { .ticks = 1010, .first = 4e6 } },
	  { .rounds = 0 }, 0, "first calls that are slow" },
	{ 1 / 64.0, { { .ticks = 1000, .slow_calls = 12, .unchecked = 1 },
	    { .ticks = 1010, .slow_calls = 12 } }, { .rounds = 0 }, 0, "windows that are sized anew" },
};
enum { COMPARED = sizeof compared / sizeof *compared };

static void add_side(struct digits *d, const bench_summary *s)
{
	const double numbers[] = { s->ns, s->ns_low, s->ns_high, s->cycles, s->cycles_low,
		s->cycles_high, s->min_ns, s->p05_ns, s->p95_ns, s->mad_ns, s->confidence, s->mhz,
		s->mode_ns[1], (double)s->samples, (double)s->iterations, s->warnings };

	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		digits_add(d, numbers[i]);
}

static void compare(const struct compare_row *row, struct digits *d)
{
	static char evicted[4096];
	bench_compare_options options = row->options;
	struct benchi_reference reference;
	bench_difference r;
	struct rival rival[2];
	bench_case c[2];

	memcpy(rival, row->rival, sizeof rival);
	set_up(rival, 2, row->noise, c);
	if (row->real)
		ck_assert_int_eq(benchi_self_reference(&reference), BENCH_OK);
	else
		options.clock = scripted_as_clock(&made_core.clock);
	bench_cold(evicted, sizeof evicted);
	digits_add(d, bench_compare(c, &options, &r));
	digits_add(d, r.answer);
	digits_add(d, r.ratio);
	digits_add(d, r.ratio_low);
	digits_add(d, r.ratio_high);
	digits_add(d, r.confidence);
	digits_add(d, r.margin);
	digits_add(d, r.resolution);
	digits_add(d, (double)r.rounds);
	digits_add(d, r.warnings);
	digits_add(d, rival[0].layouts + 2 * rival[1].layouts);
	digits_add(d, r.elapsed_ns);
	add_side(d, &r.side[0]);
	add_side(d, &r.side[1]);
	add_clock(d);
}

static const bench_value values[] = { { 1, 0.5 }, { 10, 0.2 }, { 100, 0.3 } };

static const struct pick_row {
	double noise;
	struct rival rival[RIVALS];
	size_t n;
	bench_pick_options options;
	double deadline_ns;             /* of a challenge; -1: none; 0: it is a pick */
	const char *name;
} picked[] = {
	{ 1 / 256.0, { { .ticks = 1000 }, { .ticks = 1100 }, { .ticks = 900 } }, 3, { .rounds = 0 },
	  0, "three" },
	{ 1 / 64.0, { { .ticks = 904 }, { .ticks = 1000 }, { .ticks = 900 }, { .ticks = 901 } }, 4,
	  { .seed = 2 }, 0, "ties" },
	{ 1 / 8.0, { { .ticks = 1000 }, { .ticks = 990, .mode = 0.125 }, { .ticks = 1005 },
	    { .ticks = 980 } }, 4, { .time_ns = 8e6, .confidence = 0.9 }, 0, "noise" },
	{ 1 / 256.0, { { .ticks = 1000, .wrong = 1 }, { .ticks = 1100 }, { .ticks = 4e6 },
	    { .ticks = 1200, .first = 4e6 }, { .ticks = 1050 } }, 5, { .rounds = 0 },
	  0, "wrong and slow ones" },
	{ 1 / 256.0, { { .ticks = 8e6 }, { .ticks = 9e6 }, { .ticks = 7e6 }, { .ticks = 8e7 },
	    { .ticks = 6e6 } }, 5, { .time_ns = 12e6 }, 0, "no time for all" },
	{ 1 / 256.0, { { .ticks = 8e6 }, { .ticks = 9e6 }, { .ticks = 7e6 }, { .ticks = 8e7 },
	    { .ticks = 6e6 } }, 5, { .time_ns = 12e6, .flags = BENCH_PICK_EXTEND },
	  0, "time for all" },
	{ 1 / 256.0, { { .ticks = 1000 }, { .ticks = 980 } }, 2, { .incumbent = "a" },
	  0, "an incumbent that stays" },
	{ 1 / 256.0, { { .ticks = 1000 }, { .ticks = 940 } }, 2,
	  { .incumbent = "a", .switch_margin = 0.01 }, 0, "an incumbent that leaves" },
	{ 1 / 256.0, { { .ticks = 100, .slope = 1 }, { .ticks = 120, .slope = 0.25 } }, 2,
	  { .values = values, .value_count = 3 }, 0, "a mixture" },
	{ 1 / 256.0, { { .ticks = 1000 } }, 1, { .rounds = 0 }, 0, "only one" },
	{ 1 / 256.0, { { .ticks = 1000 }, { .ticks = 1010 } }, 2,
	  { .rounds = 6, .margin = 0.02, .enough_ns = 50e3 }, 0, "six rounds" },
	{ 1 / 4.0, { { .ticks = 1000 }, { .ticks = 940 } }, 2,
	  { .incumbent = "a", .switch_margin = 0.01, .time_ns = 15e5 },
	  0, "an incumbent and little time" },
	{ 1 / 16.0, { { .ticks = 1000 }, { .ticks = 1002 }, { .ticks = 998 }, { .ticks = 960,
	    .mode = 0.5 } }, 4, { .time_ns = 1e6 }, 0, "little time" },
	{ 1 / 4.0, { { .ticks = 1000, .mode = 0.25 }, { .ticks = 995, .interrupted_every = 3 },
	    { .ticks = 1000 }, { .ticks = 990, .mode = 0.125 } }, 4, { .time_ns = 40e6, .seed = 4 },
	  0, "changing leaders" },
	{ 1 / 256.0, { { .ticks = 100000, .cold = BENCH_COLD_DATA },
	    { .ticks = 110000, .cold = BENCH_COLD_DATA }, { .ticks = 99000, .cold = BENCH_COLD_DATA } },
	  3, { .rounds = 0 }, 0, "cold ones" },
	{ 1 / 8.0, { { .ticks = 1000 }, { .ticks = 1004 }, { .ticks = 998 } }, 3, { .seed = 6 },
	  0, "a pick without a decision" },
	{ 1 / 256.0, { { .ticks = 1000 }, { .ticks = 14.8e6 }, { .ticks = 15.2e6 } }, 3,
	  { .time_ns = 10e6 }, 0, "slow ones that are repeated" },
	{ 1 / 256.0, { { .ticks = 1000 }, { .ticks = 22.2e6 } }, 2,
	  { .time_ns = 10e6 }, 0, "a slow one that is not" },
	{ 1 / 1024.0, { { .ticks = 1000 }, { .ticks = 992 } }, 2, { .rounds = 0 },
	  -1, "a challenge" },
	{ 1 / 1024.0, { { .ticks = 1000 }, { .ticks = 996.5 } }, 2, { .rounds = 0 },
	  -1, "a challenge in vain" },
	{ 1 / 8.0, { { .ticks = 1000 }, { .ticks = 993 } }, 2, { .rounds = 0 },
	  1e12, "a challenge that is not decided" },
	{ 1 / 8.0, { { .ticks = 1000 }, { .ticks = 993 } }, 2, { .rounds = 0 },
	  1, "a challenge that is late" },
	{ 1 / 256.0, { { .ticks = 1000, .clock_step_ns = 40 }, { .ticks = 1010 }, { .ticks = 999 } }, 3,
	  { .rounds = 0 }, 0, "picked by a coarser clock" },
	{ 1 / 256.0, { { .ticks = 10000, .cold = BENCH_COLD_DATA, .clock_step_ns = 40, .unchecked = 1 },
	    { .ticks = 10300, .cold = BENCH_COLD_DATA }, { .ticks = 9900, .cold = BENCH_COLD_DATA } },
	  3, { .rounds = 0 }, 0, "cold ones by a coarser clock" },
};
enum { PICKED = sizeof picked / sizeof *picked };

static void pick(const struct pick_row *row, struct digits *d)
{
	static char evicted[4096];
	bench_pick_options options = row->options;
	bench_candidate report[RIVALS];
	struct rival rival[RIVALS];
	bench_case c[RIVALS];
	bench_choice r;

	memcpy(rival, row->rival, sizeof rival);
	set_up(rival, row->n, row->noise, c);
	options.clock = scripted_as_clock(&made_core.clock);
	options.report = report;
	bench_cold(evicted, sizeof evicted);
	if (row->deadline_ns > 0 || row->deadline_ns < 0)
		digits_add(d, bench_challenge(c, &options, (uint64_t)fmax(0, row->deadline_ns), &r));
	else
		digits_add(d, bench_pick(c, row->n, &options, &r));
	digits_add(d, (double)r.index);
	digits_add(d, r.runner_up == BENCH_NONE ? -1 : (double)r.runner_up);
	digits_add(d, r.tie + 10 * r.kept);
	digits_add(d, r.lead);
	digits_add(d, r.lead_low);
	digits_add(d, r.lead_high);
	digits_add(d, r.ns);
	digits_add(d, r.elapsed_ns);
	digits_add(d, (double)(r.rounds * 100 + r.finalists));
	digits_add(d, (double)(r.wrong + 10 * r.slow + 100 * r.untried));
	digits_add(d, r.first_untried == BENCH_NONE ? -1 : (double)r.first_untried);
	digits_add(d, r.needed_ns);
	digits_add(d, rival[0].layouts);
	digits_add(d, r.end);
	for (size_t i = 0; i < row->n && r.untried < row->n; i++) {
		digits_add(d, report[i].state);
		digits_add(d, report[i].ratio);
		digits_add(d, report[i].ratio_low);
		digits_add(d, report[i].ratio_high);
	}
	add_clock(d);
}

START_TEST(comparing_gives_the_same_numbers)
{
	struct digits found = { .name = _i < COMPARED ? compared[_i].name
	                                 : picked[_i - COMPARED].name };

	if (_i < COMPARED)
		compare(&compared[_i], &found);
	else
		pick(&picked[_i - COMPARED], &found);
	digits_golden(&found);
}
END_TEST

DIGITS_MAIN("compare", comparing_gives_the_same_numbers, (char[COMPARED + PICKED]){ 0 })
