/*
 * BENCH on scripted machines: the interval includes the true value, the warnings name the problem,
 * and the requested time is kept.
 *
 * SPDX-License-Identifier: MIT
 */
#define CHECK_EXACT 1
#include "sound.h"

#include "made_thread.h"
#include "run_machine.h"

enum { NO_REFERENCE = 1, FUNCTION = 2, UNSURE = 4, SINK = 8 };

static const struct row {
	/* of its clock only the step (0: 1 ns) and the pauses are used */
	struct machine machine;
	bench_options options;          /* without a time: 12 ms */
	int how;
	const char *name;
	unsigned warnings;
	/* the interval may miss the true value by this share; 0: 0.2 % */
	double share;
} rows[] = {
	{ { .work_ticks = 40, .loop_ticks = 3 }, { .rounds = 0 }, 0, .name = "quiet" },
	{ { .work_ticks = 40, .loop_ticks = 3, .tick_ns = 0.3125, .clock = { .step_ns = 10 } },
	  { .precision = 0.0005 }, 0, .name = "precise" },
	{ { .work_ticks = 1, .turn_floor = 2 }, { .rounds = 0 }, 0, .name = "short" },
	{ { .work_ticks = 3, .loop_ticks = 1, .merged = 1 }, { .rounds = 0 }, 0,
	  .name = "merged", .warnings = BENCH_WARN_NOISY, .share = 0.01 },
	{ { .loop_ticks = 1 }, { .rounds = 0 }, 0, .name = "elided", .warnings = BENCH_WARN_ELIDED },
	{ { .work_ticks = 0.3, .loop_ticks = 0.2, .turn_whole = true }, { .rounds = 0 }, 0,
	  .name = "less than half a cycle", .warnings = BENCH_WARN_NOISY },
	{ { .work_ticks = 0.24 }, { .rounds = 0 }, FUNCTION, .name = "an elided function",
	  .warnings = BENCH_WARN_ELIDED },
	{ { .work_ticks = 0.26 }, { .rounds = 0 }, FUNCTION, .name = "a quarter of a cycle" },
	{ { .work_ticks = 2, .loop_ticks = 5 }, { .rounds = 0 }, 0, .name = "mostly the loop",
	  .warnings = BENCH_WARN_OVERHEAD_DOMINATES },
	{ { .work_ticks = 3, .loop_ticks = 5 }, { .rounds = 0 }, 0, .name = "less of the loop" },
	{ { .work_ticks = 90, .loop_ticks = 1 }, { .rounds = 0 }, 0, .name = "ninety loops" },
	{ { .work_ticks = 110, .loop_ticks = 1 }, { .rounds = 0 }, 0,
	  .name = "one hundred and ten loops" },
	{ { .work_ticks = 19000, .loop_ticks = 1 }, { .rounds = 0 }, 0,
	  .name = "nineteen thousand loops" },
	{ { .work_ticks = 21000, .loop_ticks = 1 }, { .rounds = 0 }, 0,
	  .name = "twenty-one thousand loops" },
	{ { .work_ticks = 4e6, .loop_ticks = 1 }, { .rounds = 0 }, 0, .name = "a millisecond" },
	{ { .work_ticks = 4e8, .loop_ticks = 1 }, { .enough_ns = 110e6 }, 0,
	  .name = "a tenth of a second", .warnings = BENCH_WARN_FEW_SAMPLES },
	{ { .work_ticks = 4e8, .loop_ticks = 1 }, { .enough_ns = 60e6 }, 0,
	  .name = "less than a tenth of a second" },
	{ { .work_ticks = 40, .loop_ticks = 3 }, { .rounds = 0 }, NO_REFERENCE,
	  .name = "no reference", .warnings = BENCH_WARN_NO_TICK },
	{ { .work_ticks = 40, .loop_ticks = 1, .busy_slower = 0.25, .neighbour_every = 4,
	    .clock = { .pause_every = 16, .pause_ns = 40 } },
	  { .rounds = 0 }, 0, .name = "a neighbour at times" },
	{ { .work_ticks = 40, .loop_ticks = 1, .busy_slower = 0.25, .neighbour_every = 2 },
	  { .seed = 5 }, 0, .name = "a neighbour in half of the rounds" },
	{ { .work_ticks = 40, .loop_ticks = 1, .busy_slower = 0.25, .neighbour_every = 1 },
	  { .rounds = 0 }, 0,
	  .name = "a neighbour always", .warnings = BENCH_WARN_NEIGHBOUR | BENCH_WARN_NOISY },
	{ { .work_ticks = 40, .loop_ticks = 1, .busy_slower = 0.25, .neighbour_every = -44 },
	  { .rounds = 50 }, 0, .name = "fifty rounds, six clean", .warnings = BENCH_WARN_NEIGHBOUR },
	{ { .work_ticks = 40, .loop_ticks = 1, .busy_slower = 0.25, .neighbour_every = -44 },
	  { .rounds = 100 }, 0,
	  .name = "a hundred rounds, six clean", .warnings = BENCH_WARN_NEIGHBOUR },
	{ { .work_ticks = 40, .loop_ticks = 1, .busy_slower = 0.25, .neighbour_every = -60 },
	  { .rounds = 30 }, 0, .name = "thirty rounds, four clean", .warnings = BENCH_WARN_NEIGHBOUR },
	{ { .work_ticks = 40, .loop_ticks = 1, .busy_slower = 0.25, .neighbour_every = -5 },
	  { .rounds = 0 }, 0, .name = "a fifth of the rounds", .warnings = BENCH_WARN_NEIGHBOUR },
	{ { .work_ticks = 40, .loop_ticks = 1, .busy_slower = 1, .neighbour_every = 1 },
	  { .rounds = 40 }, UNSURE,
	  .name = "a width that is not certain",
	  .warnings = BENCH_WARN_NEIGHBOUR | BENCH_WARN_NOISY },
	{ { .work_ticks = 40, .loop_ticks = 1, .neighbour_until = 1e9 + 19e6 },
	  { .rounds = 0 }, 0, .name = "a neighbour that leaves", .warnings = BENCH_WARN_RARE },
	{ { .work_ticks = 40, .loop_ticks = 1, .neighbour_until = 1e9 + 20e6 },
	  { .time_ns = 6e6 }, SINK,
	  .name = "a neighbour and little patience",
	  .warnings = BENCH_WARN_NEIGHBOUR | BENCH_WARN_NOISY },
	{ { .work_ticks = 40, .loop_ticks = 3, .first_ns = 1e6 }, { .rounds = 0 }, 0,
	  .name = "a slow first window" },
	{ { .work_ticks = 400, .loop_ticks = 3, .cold = 150 }, { .rounds = 0 }, 0,
	  .name = "cold at first" },
	{ { .work_ticks = 400, .loop_ticks = 3, .cold = 1500, .cold_times = 3 }, { .rounds = 0 }, 0,
	  .name = "three times longer at first" },
	{ { .work_ticks = 400, .loop_ticks = 3, .cold = 750, .cold_times = 6 }, { .rounds = 0 }, 0,
	  .name = "six times longer at first" },
	{ { .work_ticks = 40, .loop_ticks = 3, .interrupted_every = 7 }, { .rounds = 0 }, 0,
	  .name = "interruptions", .warnings = BENCH_WARN_PREEMPTED },
	{ { .work_ticks = 40, .loop_ticks = 3, .interrupted_every = 3 }, { .rounds = 30 }, 0,
	  .name = "many interruptions", .warnings = BENCH_WARN_PREEMPTED },
	{ { .work_ticks = 40, .loop_ticks = 3, .mode = 0.0625 }, { .time_ns = 4e6 }, 0,
	  .name = "two modes", .warnings = BENCH_WARN_NOISY | BENCH_WARN_BIMODAL, .share = 0.07 },
	{ { .work_ticks = 40, .grow = 1.0 / 4096 }, { .time_ns = 4e6 }, FUNCTION,
	  .name = "slower and slower", .warnings = BENCH_WARN_FEW_SAMPLES, .share = 0.02 },
	{ { .work_ticks = 40, .loop_ticks = 3, .clock = { .pause_every = 4, .pause_ns = 200 } },
	  { .rounds = 0 }, 0, .name = "noise", .share = 0.01 },
	{ { .work_ticks = 40, .loop_ticks = 3, .clock = { .step_ns = 1000 } },
	  { .rounds = 0 }, 0, .name = "a coarse clock" },
	{ { .work_ticks = 40, .loop_ticks = 3, .clock = { .step_ns = 1.8e4 } },
	  { .rounds = 0 }, 0, .name = "a very coarse clock" },
	{ { .work_ticks = 40, .loop_ticks = 3 }, { .rounds = 0 }, FUNCTION,
	  .name = "a function" },
	{ { .work_ticks = 40, .loop_ticks = 3 }, { .rounds = 7, .enough_ns = 100e3 }, 0,
	  .name = "seven rounds" },
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
	reference.width_sure = !(row->how & UNSURE);
	if (!(row->how & NO_REFERENCE))
		beginning.reference = &reference;
	if (row->how & SINK)
		beginning.sink = &sink;
	return bench_begun(beginning, options);
}

START_TEST(the_interval_holds_the_truth)
{
	const struct row *row = &rows[_i];
	bench_summary s = bench_row(row);
	double share = row->share > 0 ? row->share : 0.002, truth = row->machine.work_ticks;

	if (row->how & FUNCTION)        /* the loop is part of the function */
		truth += row->machine.loop_ticks;
	if (row->how & NO_REFERENCE)
		truth *= the_machine.tick_ns;
	sound_summary(row->name, &s, truth, row->how & NO_REFERENCE ? (double)NAN : the_machine.tick_ns,
		share);
	if (row->warnings & BENCH_WARN_PREEMPTED)   /* preemptions may count as rare work */
		s.warnings &= ~BENCH_WARN_RARE;
	if (s.samples < 20)             /* a few rounds may look correlated by chance */
		s.warnings &= ~BENCH_WARN_FEW_SAMPLES | row->warnings;
	sound_warnings(row->name, &s, row->warnings);
	ck_assert_msg(the_machine.clock.ns - 1e9 < 45e6 + 10 * truth * the_machine.tick_ns,
		"%s took %g ms", row->name, (the_machine.clock.ns - 1e9) / 1e6);
	if (row->options.rounds > 0)
		ck_assert_uint_le(s.samples, 2 * row->options.rounds);
}
END_TEST

ROWS_MAIN("run", the_interval_holds_the_truth, rows)
