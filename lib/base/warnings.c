/*
 * Name, text and advice of each warning, indexed by bit.
 *
 * In this file, so that programs that print no warnings do not link the texts.
 *
 * SPDX-License-Identifier: MIT
 */
#include "base/base.h"

static const struct {
	const char *name, *text, *advice;
} table[BENCH_WARNINGS] = {
	{ "ELIDED",
		"under a quarter of a cycle per iteration (BENCH_LOOP: 1.5): the compiler removed the "
		"work, the core does it for nearly nothing (x += 1), or the body is empty or ignores n",
	  "use the result: BENCH_KEEP(x); do the work n times; --count shows the instructions "
	  "that are left" },
	{ "BELOW_RESOLUTION", "the result is smaller than its own uncertainty: read it as 'at most'",
	  "do more work in the body, and divide" },
	{ "NOISY", "the interval is wider than +-2.5 % of the result",
	  "quiet the machine, or use a longer --time" },
	{ "DRIFT",
	  "later rounds differ from earlier ones: something warmed up, filled up or slowed down",
	  "warm up for longer, or look for state that grows in the body" },
	{ "BIMODAL",
	  "two modes: the windows have two typical times, and the median lies in one",
	  "look for data-dependent paths, inputs that the processor has learnt (rotate them: "
	  "bench_iteration), layout or a change of core" },
	{ "PREEMPTED", "more than a tenth of the windows were interrupted and dropped",
	  "stop other programs, or use a longer --time" },
	{ "MIGRATED", "the thread moved between processors while it was measured",
	  "pin the program to a processor (taskset)" },
	{ "NEIGHBOUR", "noisy neighbour: another workload shares this core",
	  "stop the other workload of this core, or measure again later" },
	{ "FEW_SAMPLES", "too few windows were kept for a 95 % interval",
	  "use a longer --time" },
	{ "NO_TICK", "core clock not found: only nanoseconds are known",
	  "run 'mhz -v' to see which chains agree; an emulator has no clock to find" },
	{ "OVERHEAD_DOMINATES", "more than half of what was measured was overhead and subtracted",
	  "do more work between START and STOP, or in the body" },
	{ "BREAK_IN_BODY", "the body left its loop by break: those windows were dropped",
	  "take the break out of the body" },
	{ "UNPAIRED", "a START without its STOP, a STOP without START, or one START within another",
	  "have one STOP for each START, before the iteration ends; regions do not nest" },
	{ "RARE",
	  "rare work, or states that alternate: mean and median differ by over 5 %",
	  "use mean_ns, the time of all windows over their iterations" },
};

/* Returns the row of the lowest set bit, or -1. */
static int warning_row(unsigned warning)
{
	for (int i = 0; i < BENCH_WARNINGS; i++)
		if (warning >> i & 1)
			return i;
	return -1;
}

const char *bench_warning_name(unsigned warning)
{
	int i = warning_row(warning);

	return i < 0 ? "" : table[i].name;
}

const char *bench_warning_text(unsigned warning)
{
	int i = warning_row(warning);

	return i < 0 ? "" : table[i].text;
}

const char *bench_warning_advice(unsigned warning)
{
	int i = warning_row(warning);

	return i < 0 ? "" : table[i].advice;
}
