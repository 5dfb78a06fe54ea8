/*
 * The loops of BENCH and BENCH_LOOP: bench_begin and bench_next.
 *
 * A file of its own, so that a program with BENCH alone does not contain what bench_measure needs.
 *
 * SPDX-License-Identifier: MIT
 */
#include <bench.h>

#include "measure/publish.h"
#include "measure/run.h"
#include "measure/self_calibration.h"

/* The public run provides the memory of the inner one. */
typedef char run_fits[sizeof(struct benchi_run) <= sizeof ((bench_run *)0)->opaque_ ? 1 : -1];

static struct benchi_run *inside(bench_run *run)
{
	return (struct benchi_run *)(void *)run->opaque_;
}

static uint64_t begin(bench_run *run, double enough_us, int loops)
{
	struct benchi_beginning beginning = { .enough_ns = enough_us * 1e3,
		.loops = loops };

	benchi_calibrated_begin(inside(run), &beginning);
	run->iterations = 0;
	run->instances = 0;
	return 0;
}

uint64_t bench_begin(bench_run *run, double enough_us)
{
	return begin(run, enough_us, 1);
}

uint64_t bench_begin_loop(bench_run *run, double enough_us)
{
	return begin(run, enough_us, 0);
}

int bench_next(bench_run *run, uint64_t left)
{
	if (inside(run)->iterations > 0)
		benchi_run_close(inside(run), left);
	run->instances = benchi_run_next(inside(run), &run->iterations);
	if (run->instances < 0)
		benchi_publish(bench_last());
	return run->instances >= 0;
}
