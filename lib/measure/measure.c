/*
 * The doors to a run: bench_measure for functions, bench_begin and bench_next for the
 * macros' loops.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <stdlib.h>

#include "base/detail.h"
#include "measure/publish.h"
#include "measure/run.h"

/* The public run is capacity for the inner one. */
typedef char run_fits[sizeof(struct benchi_run) <= sizeof ((bench_run *)0)->opaque_ ? 1 : -1];

static struct benchi_run *inside(bench_run *run)
{
	return (struct benchi_run *)(void *)run->opaque_;
}

static uint64_t begin(bench_run *run, double enough_us, int loops)
{
	struct benchi_beginning beginning = { .enough_ns = enough_us * 1e3,
		.loops = loops };

	benchi_run_begin(inside(run), &beginning);
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

static bench_summary run_body(struct benchi_run *run, bench_body *body, void *arg,
                              const struct benchi_beginning *beginning)
{
	uint64_t iterations;

	benchi_run_begin(run, beginning);
	while (benchi_run_next(run, &iterations) >= 0) {
		benchi_run_call(run, body, iterations, arg);
		benchi_run_close(run, 0);
	}
	return *bench_last();
}

/* More rounds than a run has capacity for itself: with that many of the heap's. */
static bench_summary run_large(bench_body *body, void *arg, struct benchi_beginning *beginning,
                               size_t rounds)
{
	struct benchi_run *run = malloc(sizeof *run);
	struct benchi_run_memory memory = { NULL, NULL, rounds };
	bench_summary summary = benchi_summary_none(BENCH_ERR_MEMORY);

	if (rounds <= SIZE_MAX / sizeof *memory.sample / BENCHI_RUN_ARMS) {
		memory.sample = malloc(rounds * BENCHI_RUN_ARMS * sizeof *memory.sample);
		memory.scratch = malloc(rounds * BENCHI_RUN_SCRATCH * sizeof *memory.scratch);
	}
	/* cppcheck-suppress autoVariables; taken back below */
	beginning->memory = &memory;
	if (run && memory.sample && memory.scratch)
		summary = run_body(run, body, arg, beginning);
	else
		benchi_fail(BENCH_ERR_MEMORY, "for %.0f rounds", (double)rounds);
	beginning->memory = NULL;
	free(memory.scratch);
	free(memory.sample);
	free(run);
	return summary;
}

/* Rounds that the options may come to need. */
static size_t rounds_wanted(const bench_options *options)
{
	const double most = 1e6, shortest_round_ns = 20e3;

	if (!options)
		return 0;
	if (options->rounds > 0)
		return options->rounds;
	return (size_t)fmin(most, fmax(0, options->time_ns) / shortest_round_ns / 3);
}

bench_status bench_measure(bench_body *body, void *arg, const bench_options *options,
                           bench_summary *result)
{
	return benchi_measure_rounds(body, arg, options, NULL, result);
}

bench_status benchi_measure_rounds(bench_body *body, void *arg, const bench_options *options,
                                     const struct benchi_round_sink *readings,
                                     bench_summary *result)
{
	struct benchi_beginning beginning = { .options = options, .readings = readings, .function = 1,
		.arg = arg };
	struct benchi_run run;

	if (!result)
		return benchi_fail(BENCH_ERR_ARGUMENT, "result is NULL");
	*result = benchi_summary_none(BENCH_ERR_ARGUMENT);
	if (!body)
		return benchi_fail(BENCH_ERR_ARGUMENT, "body is NULL");
	if (rounds_wanted(options) > BENCHI_RUN_ROUNDS)
		*result = run_large(body, arg, &beginning, rounds_wanted(options));
	else
		*result = run_body(&run, body, arg, &beginning);
	benchi_publish(result);
	return result->status;
}
