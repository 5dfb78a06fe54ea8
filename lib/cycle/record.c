/*
 * Times every chain: rounds of short windows over all chains in random order. So a burst of
 * another process's work is spread over the chains instead of hitting one of them (Staelin and
 * McVoy 1998, section 7).
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include "cycle/cycle.h"
#include "engine/engine.h"
#include "timing/timing.h"

/*
 * The windows of a recording, in order, and their expressions.
 *
 * Two growing arrays, windows and chains. A name is searched linearly among the chains, of which
 * there are about twenty. Both arrays grow before anything is written, so that a recording is
 * unchanged if memory runs out.
 */

enum { NAME_LIMIT = 255 };

bench_recording *bench_recording_new(void)
{
	return calloc(1, sizeof(bench_recording));
}

void bench_recording_free(bench_recording *recording)
{
	if (!recording)
		return;
	for (size_t i = 0; i < recording->chain_count; i++)
		free(recording->chains[i].name);
	free(recording->chains);
	free(recording->windows);
	free(recording);
}

bench_status bench_recording_add(bench_recording *recording, const char *expression,
                                 double operations, double ns)
{
	bench_recording *r = recording;
	size_t length = 0, chain = 0;

	if (!expression || !*expression)
		return benchi_fail(BENCH_ERR_ARGUMENT, "expression is NULL or empty");
	for (; expression[length]; length++) {
		unsigned char byte = (unsigned char)expression[length];

		if (length == NAME_LIMIT)
			return benchi_fail(BENCH_ERR_ARGUMENT, "expression is longer than %d bytes",
				NAME_LIMIT);
		if (byte < 32 || byte == 127)
			return benchi_fail(BENCH_ERR_ARGUMENT, "expression has control character %d at byte "
				"%lu", byte, (unsigned long)length + 1);
	}
	if (!r)
		return benchi_fail(BENCH_ERR_ARGUMENT, "recording is NULL");
	if (!isfinite(operations) || operations <= 0)
		return benchi_fail(BENCH_ERR_ARGUMENT, "operations is %g, expected above 0", operations);
	if (!isfinite(ns) || ns < 0)
		return benchi_fail(BENCH_ERR_ARGUMENT, "ns is %g, expected 0 or more", ns);
	if (!benchi_grow(&r->chains, sizeof *r->chains, r->chain_count, &r->chain_capacity)
	    || !benchi_grow(&r->windows, sizeof *r->windows, r->window_count, &r->window_capacity))
		return benchi_no_memory("the windows");
	while (chain < r->chain_count && strcmp(r->chains[chain].name, expression) != 0)
		chain++;
	if (chain == r->chain_count) {
		r->chains[chain] = (struct benchi_chain){ .name = benchi_copy(expression, length),
			.ns = NAN, .ticks = NAN };
		if (!r->chains[chain].name)
			return benchi_no_memory("the chains");
		r->chain_count++;
	}
	r->windows[r->window_count++] = (struct benchi_window){ chain, operations, ns };
	r->chains[chain].windows++;
	return BENCH_OK;
}

size_t bench_recording_windows(const bench_recording *recording)
{
	return recording ? recording->window_count : 0;
}

bench_cpu_window bench_recording_window(const bench_recording *recording, size_t i)
{
	bench_cpu_window window = { NULL, NAN, NAN };

	if (i < bench_recording_windows(recording)) {
		const struct benchi_window *w = &recording->windows[i];

		window.expression = recording->chains[w->chain].name;
		window.operations = w->operations;
		window.ns = w->ns;
	}
	return window;
}

size_t bench_recording_chains(const bench_recording *recording)
{
	return recording ? recording->chain_count : 0;
}

bench_cpu_chain bench_recording_chain(const bench_recording *recording, size_t i)
{
	bench_cpu_chain chain = { NULL, NAN, NAN };

	if (i < bench_recording_chains(recording)) {
		chain.name = recording->chains[i].name;
		chain.ns = recording->chains[i].ns;
		chain.ticks = recording->chains[i].ticks;
	}
	return chain;
}

enum { ROUNDS_LEAST = 24 };

/* Shortest iteration: of a low-IPC chain, which no compiler folds, and of any chain. */
static const double LOW_IPC_ITERATION_NS = 5, ITERATION_NS = 1;

/* end->enough is called again when the recording has grown by this share, and by as much as the
 * last call took. Without hardware for floating point an estimate takes longer than a round: two
 * estimates in succession would be of the same windows, and confirm nothing. */
static const double ASK_AGAIN = 0.25;

double benchi_chain_time(const bench_timing *timing, void (*run)(uint64_t), uint64_t iterations)
{
	uint64_t opened = benchi_window_open(timing);

	run(iterations);
	return benchi_window_close(timing, opened);
}

uint64_t benchi_chain_iterations(const bench_timing *timing, double enough_ns,
                                 void (*run)(uint64_t))
{
	struct benchi_sizing sizing = benchi_sizing_begin(enough_ns,
		benchi_window_meaningless_ns(timing));

	sizing.most = 1 + (uint64_t)(enough_ns / LOW_IPC_ITERATION_NS);
	while (!sizing.done)
		benchi_sizing_step(&sizing, benchi_chain_time(timing, run, sizing.iterations));
	return sizing.passed ? sizing.iterations : 0;
}

bench_status benchi_record_windows(const bench_timing *timing,
                                   const struct benchi_recording_end *end, uint64_t seed,
                                   bench_recording *recording)
{
	const size_t chains = benchi_chains_count + end->more_count;
	struct benchi_plan plan = { .arms = chains,
		.enough_ns = end->window_ns > 0 ? end->window_ns : timing->enough_ns,
		.meaningless_ns = benchi_window_meaningless_ns(timing),
		.time_ns = end->time_ns, .time_most_ns = 20 * end->time_ns, .rounds_least = ROUNDS_LEAST,
		.rounds_most = SIZE_MAX, .rounds_kept = 1,
		.warm_ns = end->window_ns > 0 ? 0 : end->time_ns / 4, .seed = seed };
	struct benchi_standstill still = { 0 };
	struct benchi_engine_memory memory;
	struct benchi_engine engine;
	bench_status status = BENCH_OK;
	double recorded_ns = 0, asked_ns = 0, next_ns = end->first_ns;
	uint64_t begin, lead_iterations = 0;
	int arm;

	/* The clock must follow the processor's work: the lead is a chain that no compiler folds. */
	while (plan.lead < benchi_chains_count && (!benchi_chains[plan.lead].low_ipc
	       || (lead_iterations = benchi_chain_iterations(timing, plan.enough_ns,
	           benchi_chains[plan.lead].run)) == 0))
		plan.lead++;
	if (plan.lead == benchi_chains_count)
		return benchi_fail(BENCH_ERR_NO_TICK, "clock '%s' does not follow the processor's work",
			timing->clock.name);
	begin = timing->clock.now_ns(timing->clock.ctx);
	/* over 1 KB: small stacks need the space for the functions called below */
	memory.sizing = malloc(chains * (sizeof *memory.sizing + sizeof *memory.sample
		+ sizeof *memory.order));
	if (!memory.sizing)
		return benchi_no_memory("a recording");
	memory.sample = (void *)(memory.sizing + chains);
	memory.order = (void *)(memory.sample + chains);
	benchi_engine_begin(&engine, &plan, &memory);
	for (size_t i = 0; i < chains; i++)
		engine.sizing[i].most = 1 + (uint64_t)(timing->enough_ns / ITERATION_NS);
	benchi_engine_presize(&engine, plan.lead, lead_iterations);
	while (status == BENCH_OK && (arm = benchi_engine_next(&engine, recorded_ns)) >= 0) {
		uint64_t iterations = benchi_engine_iterations(&engine);
		const struct benchi_chain_body *chain = (size_t)arm < benchi_chains_count
			? &benchi_chains[arm] : &end->more[(size_t)arm - benchi_chains_count];
		double ns;

		if (engine.position == 0 && end->enough && recorded_ns >= next_ns
		    && recording->window_count > 0
		    && recording->window_count >= end->first_rounds * recording->chain_count) {
			if (end->enough(end->to, recording))
				break;
			ns = benchi_elapsed_ns(&timing->clock, begin) - asked_ns - recorded_ns;
			asked_ns += ns;
			next_ns = recorded_ns + fmax(ASK_AGAIN * recorded_ns, ns);
		}
		ns = benchi_chain_time(timing, chain->run, iterations);
		if (engine.sized && engine.steady && !isnan(ns))
			status = bench_recording_add(recording, chain->expression,
				chain->operations * (double)iterations, fmax(ns, 0));
		benchi_engine_store(&engine, ns, iterations);
		recorded_ns = benchi_elapsed_ns(&timing->clock, begin) - asked_ns;
		if (benchi_clock_stopped(&still, engine.sized, recorded_ns))
			status = benchi_clock_fail_stopped(&timing->clock, &still);
	}
	free(memory.sizing);
	return status;
}
