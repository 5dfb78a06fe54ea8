/*
 * The texts of the statuses, in one table.
 *
 * SPDX-License-Identifier: MIT
 */
#include <bench.h>

static const char *const texts[] = {
	[BENCH_OK] = "no error",
	[BENCH_ERR_ARGUMENT] = "invalid argument",
	[BENCH_ERR_MEMORY] = "out of memory",
	[BENCH_ERR_ENVIRONMENT] = "invalid environment variable",
	[BENCH_ERR_CLOCK_MISSING] = "no supported clock",
	[BENCH_ERR_CLOCK_STILL] = "clock does not advance",
	[BENCH_ERR_CLOCK_BACKWARD] = "clock runs backwards",
	[BENCH_ERR_CLOCK_COARSE] = "clock too coarse or too unsteady",
	[BENCH_ERR_NO_TICK] = "core clock not found",
	[BENCH_ERR_BUSY] = "system too busy",
	[BENCH_ERR_NO_SAMPLES] = "no sample kept",
	[BENCH_ERR_UNSUPPORTED] = "not supported on this system",
	[BENCH_ERR_INPUT] = "malformed input",
	[BENCH_ERR_OUTPUT] = "write failed",
};

const char *bench_status_text(bench_status status)
{
	size_t i = (size_t)status;

	if ((int)status < 0 || i >= sizeof texts / sizeof *texts)
		return "unknown status";
	return texts[i];
}
