/*
 * What BENCH gives on scripted machines: every member of the summary, the time that the run took,
 * and the readings of its clock.
 *
 * SPDX-License-Identifier: MIT
 */
#define CHECK_EXACT 1
#include "digits.h"

#include "made_thread.h"
#include "run_machine.h"

enum { NO_REFERENCE = 1, FUNCTION = 2, FIXED = 4, UNSURE = 8, SINK = 16 };

static const struct row {
	struct machine machine;         /* its clock's step, or 1 ns, and its pauses count */
	bench_options options;          /* no time: 12 ms */
	int how;
	const char *name;
} rows[] = {
	{ { .work_ticks = 40, .loop_ticks = 3 }, { .rounds = 0 }, 0, "quiet" },
	{ { .work_ticks = 40, .loop_ticks = 3, .tick_ns = 0.3125, .clock = { .step_ns = 10 } },
	  { .precision = 0.0005 }, 0, "precise" },
	{ { .work_ticks = 1, .turn_floor = 2 }, { .rounds = 0 }, 0, "short" },
	{ { .work_ticks = 3, .loop_ticks = 1, .merged = 1 }, { .rounds = 0 }, 0, "merged" },
	{ { .loop_ticks = 1 }, { .rounds = 0 }, 0, "elided" },
	{ { .work_ticks = 90, .loop_ticks = 1 }, { .rounds = 0 }, 0, "ninety loops" },
	{ { .work_ticks = 110, .loop_ticks = 1 }, { .rounds = 0 }, 0, "one hundred and ten loops" },
	{ { .work_ticks = 19000, .loop_ticks = 1 }, { .rounds = 0 }, 0, "nineteen thousand loops" },
	{ { .work_ticks = 21000, .loop_ticks = 1 }, { .rounds = 0 }, 0, "twenty-one thousand loops" },
	{ { .work_ticks = 4e6, .loop_ticks = 1 }, { .rounds = 0 }, 0, "a millisecond" },
	{ { .work_ticks = 4e8, .loop_ticks = 1 }, { .enough_ns = 110e6 }, 0, "a tenth of a second" },
	{ { .work_ticks = 4e8, .loop_ticks = 1 }, { .enough_ns = 60e6 }, 0,
	  "less than a tenth of a second" },
	{ { .work_ticks = 40, .loop_ticks = 3 }, { .rounds = 0 }, NO_REFERENCE, "no reference" },
	{ { .work_ticks = 40, .loop_ticks = 1, .busy_slower = 0.25, .neighbour_every = 4,
	    .clock = { .pause_every = 16, .pause_ns = 40 } },
	  { .rounds = 0 }, 0, "a neighbour at times" },
	{ { .work_ticks = 40, .loop_ticks = 1, .busy_slower = 0.25, .neighbour_every = 2 },
	  { .seed = 5 }, 0, "a neighbour in half of the rounds" },
	{ { .work_ticks = 40, .loop_ticks = 1, .busy_slower = 0.25, .neighbour_every = 1 },
	  { .rounds = 0 }, 0, "a neighbour always" },
	{ { .work_ticks = 40, .loop_ticks = 1, .busy_slower = 0.25, .neighbour_every = -44 },
	  { .rounds = 50 }, 0, "fifty rounds, six clean" },
	{ { .work_ticks = 40, .loop_ticks = 1, .busy_slower = 0.25, .neighbour_every = -44 },
	  { .rounds = 100 }, 0, "a hundred rounds, six clean" },
	{ { .work_ticks = 40, .loop_ticks = 1, .busy_slower = 0.25, .neighbour_every = -60 },
	  { .rounds = 30 }, 0, "thirty rounds, four clean" },
	{ { .work_ticks = 40, .loop_ticks = 1, .busy_slower = 0.25, .neighbour_every = -3 },
	  { .rounds = 0 }, 0, "a third of the rounds" },
	{ { .work_ticks = 40, .loop_ticks = 1, .busy_slower = 1, .neighbour_every = 1 },
	  { .rounds = 40 }, UNSURE, "a width that is not certain" },
	{ { .work_ticks = 40, .loop_ticks = 1, .neighbour_until = 1e9 + 20e6 },
	  { .rounds = 0 }, 0, "a neighbour that leaves" },
	{ { .work_ticks = 40, .loop_ticks = 1, .neighbour_until = 1e9 + 20e6 },
	  { .time_ns = 6e6 }, SINK, "a neighbour and little patience" },
	{ { .work_ticks = 40, .loop_ticks = 3, .first_ns = 1e6 }, { .rounds = 0 }, 0,
	  "a slow first window" },
	{ { .work_ticks = 400, .loop_ticks = 3, .cold = 150 }, { .rounds = 0 }, 0, "cold at first" },
	{ { .work_ticks = 400, .loop_ticks = 3, .cold = 1500, .cold_times = 3 }, { .rounds = 0 }, 0,
	  "three times longer at first" },
	{ { .work_ticks = 400, .loop_ticks = 3, .cold = 750, .cold_times = 6 }, { .rounds = 0 }, 0,
	  "six times longer at first" },
	{ { .work_ticks = 40, .loop_ticks = 3, .interrupted_every = 7 }, { .rounds = 0 }, 0,
	  "interruptions" },
	{ { .work_ticks = 40, .loop_ticks = 3, .interrupted_every = 3 }, { .rounds = 30 }, 0,
	  "many interruptions" },
	{ { .work_ticks = 40, .loop_ticks = 3, .mode = 0.0625 }, { .time_ns = 4e6 }, 0, "two modes" },
	{ { .work_ticks = 40, .grow = 1.0 / 4096 }, { .time_ns = 4e6 }, FUNCTION, "slower and slower" },
	{ { .work_ticks = 40, .loop_ticks = 3, .clock = { .pause_every = 4, .pause_ns = 300 } },
	  { .rounds = 0 }, 0, "noise" },
	{ { .work_ticks = 40, .loop_ticks = 3, .clock = { .step_ns = 1000 } },
	  { .rounds = 0 }, 0, "a coarse clock" },
	{ { .work_ticks = 40, .loop_ticks = 3, .clock = { .step_ns = 2e4 } },
	  { .rounds = 0 }, 0, "a very coarse clock" },
	{ { .work_ticks = 40, .loop_ticks = 3 }, { .rounds = 0 }, FUNCTION | FIXED, "a function" },
	{ { .work_ticks = 40, .loop_ticks = 3 }, { .rounds = 7, .enough_ns = 100e3 }, FIXED,
	  "seven rounds" },
};

static bench_summary bench_row(const struct row *row)
{
	const double step_ns = row->machine.clock.step_ns;
	struct machine m = row->machine;
	struct benchi_reference reference;
	double patience_ns = 3e6;
	const struct benchi_round_sink sink = { .patience_ns = &patience_ns, .most_ns = 7e6 };
	struct benchi_beginning beginning = { .loops = !(row->how & FUNCTION),
		.function = (row->how & FUNCTION) != 0 };
	bench_options options = row->options;

	m.tick_ns = m.tick_ns > 0 ? m.tick_ns : 17.0 / 64;
	m.clock = scripted_clock(step_ns > 0 ? step_ns : 1, 25);
	m.clock.pause_every = row->machine.clock.pause_every;
	m.clock.pause_ns = row->machine.clock.pause_ns;
	the_machine = m;
	reference = machine_reference();
	if (row->how & FIXED)
		reference.fixed_ticks = 30;
	reference.width_sure = !(row->how & UNSURE);
	if (!(row->how & NO_REFERENCE))
		beginning.reference = &reference;
	if (row->how & SINK)
		beginning.sink = &sink;
	return bench_begun(beginning, options);
}

START_TEST(runs_give_the_same_numbers)
{
	struct digits found = { .name = rows[_i].name };
	bench_summary s = bench_row(&rows[_i]);

	digits_add(&found, s.status);
	digits_add(&found, (double)s.samples);
	digits_add(&found, (double)s.dropped);
	digits_add(&found, (double)s.iterations);
	digits_add(&found, s.warnings & ~(unsigned)BENCH_WARN_MIGRATED);
	digits_add(&found, the_machine.clock.ns - 1e9);
	digits_add(&found, (double)the_machine.clock.readings);
	for (size_t i = 0; i < benchi_members_count; i++)
		digits_add(&found, benchi_member_value(&s, &benchi_members[i]));
	digits_golden(&found);
}
END_TEST

DIGITS_MAIN("run", runs_give_the_same_numbers, rows)
