/*
 * Measures functions: bench_measure.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <stdlib.h>

#include "base/detail.h"
#include "measure/calls.h"
#include "measure/cold.h"
#include "measure/layout.h"
#include "measure/layout_spread.h"
#include "measure/publish.h"
#include "measure/run.h"
#include "measure/self_calibration.h"

static bench_summary run_case(struct benchi_run *run, const bench_case *item,
                              const struct benchi_beginning *beginning)
{
	struct benchi_calls loop = { item, 0 };
	uint64_t iterations;

	int varied = beginning->layout_spread != NULL;
	bench_body *body = item->call ? benchi_calls_loop : item->body;
	void *arg = item->call ? (void *)&loop : item->arg;

	benchi_calibrated_begin(run, beginning);
	while ((loop.instances = benchi_run_next(run, &iterations)) >= 0) {
		if (varied)
			benchi_layout_call(benchi_layout_of(benchi_engine_rounds(&run->rounds.engine)), body,
				iterations, arg);
		else
			body(iterations, arg);
		benchi_run_close(run, 0);
	}
	return *bench_last();
}

/* A run of more rounds than the thread's storage holds: allocates them. */
static bench_summary run_large(const bench_case *item, struct benchi_beginning *beginning,
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
		summary = run_case(run, item, beginning);
	else
		benchi_fail(BENCH_ERR_MEMORY, "for %.0f rounds", (double)rounds);
	beginning->memory = NULL;
	free(memory.scratch);
	free(memory.sample);
	free(run);
	return summary;
}

/* The most rounds that these options can need. */
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
	const bench_case item = { .body = body, .arg = arg };

	if (!result)
		return benchi_fail(BENCH_ERR_ARGUMENT, "result is NULL");
	*result = benchi_summary_none(BENCH_ERR_ARGUMENT);
	if (!body)
		return benchi_fail(BENCH_ERR_ARGUMENT, "body is NULL");
	return benchi_measure_rounds(&item, options, NULL, result);
}

bench_status benchi_measure_rounds(const bench_case *item, const bench_options *options,
                                   const struct benchi_round_sink *sink,
                                   bench_summary *result)
{
	int function = item->body != NULL;
	struct benchi_beginning beginning = { .options = options, .sink = sink,
		.function = function, .loops = !function, .arg = item->arg,
		.layout_spread = options && options->vary_layout ? benchi_layout_spread : NULL };
	struct benchi_run run;

	if (options && options->cold)
		benchi_cold_measure(item, &beginning, result);
	else if (rounds_wanted(options) > BENCHI_RUN_ROUNDS)
		*result = run_large(item, &beginning, rounds_wanted(options));
	else
		*result = run_case(&run, item, &beginning);
	benchi_publish(result);
	return result->status;
}
