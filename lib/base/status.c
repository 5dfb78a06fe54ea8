/*
 * What does a status mean?  One sentence each, in one table.
 *
 * SPDX-License-Identifier: MIT
 */
#include <bench.h>

static const char *const texts[] = {
	[BENCH_OK] = "no error",
	[BENCH_ERR_ARGUMENT] = "an argument makes no sense",
	[BENCH_ERR_MEMORY] = "out of memory",
	[BENCH_ERR_ENVIRONMENT] = "an environment variable makes no sense",
	[BENCH_ERR_CLOCK_MISSING] = "this system has no clock that is known here",
	[BENCH_ERR_CLOCK_STILL] = "the clock does not move",
	[BENCH_ERR_CLOCK_BACKWARD] = "the clock runs backwards",
	[BENCH_ERR_CLOCK_COARSE] = "the clock is too coarse or too unsteady to time anything",
	[BENCH_ERR_NO_TICK] = "no clock of the core could be found",
	[BENCH_ERR_BUSY] = "the system is too busy",
	[BENCH_ERR_NO_SAMPLES] = "not one measurement could be kept",
	[BENCH_ERR_UNSUPPORTED] = "this system cannot do that",
	[BENCH_ERR_INPUT] = "the data is malformed",
	[BENCH_ERR_OUTPUT] = "output could not be written whole",
};

const char *bench_status_text(bench_status status)
{
	size_t i = (size_t)status;

	if ((int)status < 0 || i >= sizeof texts / sizeof *texts)
		return "unknown status";
	return texts[i];
}
