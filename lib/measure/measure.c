/*
 * Measures functions: bench_measure.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include "clock/clock.h"
#include "measure/measure.h"
#include "stats/stats.h"

/*
 * Loops of one, two and four calls of a case, as for BENCH; their difference is a call. The cost of
 * the call itself stays in the result. With strlen an iteration across two lines of the cache took
 * 13.05 instead of 12.05 cycles.
 */
BENCHI_AT_LINE void benchi_calls_loop(uint64_t n, void *loop)
{
	const struct benchi_calls *l = loop;
	void (*const call)(void *, uint64_t) = l->item->call;
	void *const arg = l->item->arg;
	const uint64_t value = bench_parameter();

	if (l->instances == 1)
		for (; n > 0; n--)
			call(arg, value);
	else if (l->instances == 2)
		for (; n > 0; n--)
			call(arg, value), call(arg, value);
	else if (l->instances == 4)
		for (; n > 0; n--)
			call(arg, value), call(arg, value), call(arg, value), call(arg, value);
	else
		for (; n > 0; n--)
			BENCH_CLOBBER();
}

bool benchi_case_is_empty(const bench_case *c)
{
/* Execute-only code, as on OpenBSD, cannot be read. */
#if (defined __x86_64__ || defined __i386__) && !defined __OpenBSD__
	static const unsigned char landing[] = { 0xf3, 0x0f, 0x1e };
	static const unsigned char frame[] = { 0x55, 0x48, 0x89, 0xe5, 0x5d };
	const unsigned char *code = NULL;

	memcpy(&code, &c->call, sizeof code);
	for (int jumps = 0; code && jumps < 2; jumps++) {
		int32_t far;

		code += memcmp(code, landing, sizeof landing) ? 0 : 4;  /* endbr32, endbr64 */
		code += *code == 0x55 && !memcmp(code, frame, sizeof frame) ? sizeof frame : 0;
		if (*code != 0xe9)
			return *code == 0xc3;
		/* a jump, perhaps to a function that is empty too */
		memcpy(&far, code + 1, sizeof far);
		code += 5 + far;
	}
	return false;
#elif defined __aarch64__ && !defined __OpenBSD__ && !defined __APPLE__
	const uint32_t landing = 0xd503245f, back = 0xd65f03c0, *code = NULL;

	memcpy(&code, &c->call, sizeof code);
	return code && code[*code == landing] == back;
#else
	return false;
#endif
}

/* Adds the time and iterations of a window: sign -1 at its start, 1 at its end. */
static void busy_add(struct benchi_busy *busy, double sign)
{
	if (!busy)
		return;
	busy->cpu_ns += sign * benchi_thread_cpu_ns();
	busy->iterations += sign * benchi_thread_self()->counting.iterations;
}

/* Runs a case's body, or the loops around its call, window by window. */
static void run_case(struct benchi_run *run, const bench_case *item,
                     const struct benchi_beginning *beginning, bench_summary *result)
{
	struct benchi_calls loop = { item, 0 };
	uint64_t iterations;
	int varied = beginning->options && beginning->options->vary_layout;
	int function = item->body != NULL;
	bench_body *body = item->call ? benchi_calls_loop : item->body;
	void *arg = item->call ? (void *)&loop : item->arg;

	benchi_run_begin(run, beginning);
	while ((loop.instances = benchi_run_next(run, &iterations)) >= 0) {
		/* Processor time is recorded unless the body is known to be short: reading that clock
		 * would disturb it. */
		const double short_ns = 1e6;
		struct benchi_busy *busy = beginning->sink && !(run->loops.iteration_ns[0] < short_ns)
			? beginning->sink->busy : NULL;

		busy_add(busy, -1);
		if (function)
			iterations *= (uint64_t)loop.instances;
		if (varied)
			benchi_layout_call(benchi_layout_of(run->rounds.engine.rounds), body,
				iterations, arg);
		else
			body(iterations, arg);
		benchi_run_close(run, 0);
		busy_add(busy, 1);
	}
	*result = *bench_last();
}

/* Not inlined: the copy of a summary would take stack from the body. */
BENCHI_OUT_OF_LINE static bench_status refuse(bench_summary *result, bench_status status)
{
	*result = benchi_summary_none(status);
	return status;
}

bench_status bench_measure(bench_body *body, void *arg, const bench_options *options,
                           bench_summary *result)
{
	const bench_case item = { .body = body, .arg = arg };

	if (!result)
		return benchi_fail(BENCH_ERR_ARGUMENT, "result is NULL");
	if (!body)
		return refuse(result, benchi_fail(BENCH_ERR_ARGUMENT, "body is NULL"));
	return benchi_measure_rounds(&item, options, NULL, result);
}

bench_status benchi_measure_rounds(const bench_case *item, const bench_options *options,
                                   const struct benchi_round_sink *sink,
                                   bench_summary *result)
{
	const double most = 1e6, shortest_round_ns = 20e3;
	int function = item->body != NULL;
	struct benchi_beginning beginning = { .options = options, .sink = sink,
		.function = function, .loops = !function, .empty = benchi_case_is_empty(item),
		.arg = item->arg };
	struct benchi_run_memory memory = { .rounds = 0 };
	struct benchi_run run;

	/* the largest number of rounds that these options can need */
	if (options)
		memory.rounds = options->rounds > 0 ? options->rounds
			: (size_t)fmin(most, fmax(0, options->time_ns) / shortest_round_ns / 3);
	if (benchi_stepped_begin()) {
		/* Windows for the tracer; their times are not used. */
		uint64_t n;

		for (int window = 0; (n = benchi_stepped_iterations(window, 0)) > 0; window++) {
			if (options && options->prepare)
				options->prepare(n, item->arg);
			benchi_stepped_mark(window);
			benchi_case_run(n, item);
			benchi_stepped_mark(window);
		}
	}
	if (options && options->cold)
		benchi_cold_measure(item, &beginning, result);
	else if (memory.rounds <= BENCHI_RUN_ROUNDS)
		run_case(&run, item, &beginning, result);
	else {
		/* more rounds than the thread's storage has space for */
		if (memory.rounds <= SIZE_MAX / sizeof *memory.sample / BENCHI_RUN_ARMS) {
			memory.sample = malloc(memory.rounds * BENCHI_RUN_ARMS * sizeof *memory.sample);
			memory.scratch = malloc(memory.rounds * BENCHI_RUN_SCRATCH * sizeof *memory.scratch);
		}
		beginning.memory = &memory;
		if (memory.sample && memory.scratch)
			run_case(&run, item, &beginning, result);
		else
			refuse(result, benchi_fail(BENCH_ERR_MEMORY, "out of memory for %.0f rounds",
				(double)memory.rounds));
		free(memory.scratch);
		free(memory.sample);
	}
	benchi_publish(result);
	return result->status;
}

/*
 * The process's clock and reference, described for its children.
 */

static void copy_name(char *to, size_t capacity, const char *from)
{
	size_t length = from ? strlen(from) : 0;

	if (length >= capacity)
		length = 0;
	memcpy(to, from ? from : "", length);
	to[length] = '\0';
}

size_t benchi_calibration_text(char *text, size_t capacity)
{
	static const struct benchi_calibration none;
	struct benchi_calibration calibration = none, *c = &calibration;
	struct benchi_reference reference;
	const bench_timing *timing;

	if (benchi_timing_default(&timing) != BENCH_OK
	    || strlen(timing->clock.name) >= sizeof none.clock)
		return 0;
	c->step_ns = timing->step_ns;
	c->reading_ns = timing->reading_ns;
	c->enough_ns = timing->enough_ns;
	c->loop_ns = timing->loop_ns;
	c->vernier = timing->vernier;
	strcpy(c->clock, timing->clock.name);
	benchi_regions_use(&timing->clock);
	c->region_ns = benchi_thread_self()->regions.cost_ns;
	/* the members of the reference are unset if a child could not confirm it */
	c->tick_ns = c->low_ticks = c->low_iterations = c->other_ticks = c->other_iterations
		= c->high_ticks = c->high_iterations = c->width_sure = (double)NAN;
	benchi_self_reference(&reference);
	if (reference.low_ipc && reference.other.run) {
		c->tick_ns = reference.tick_ns;
		c->low_ticks = reference.low_ipc_ticks;
		c->low_iterations = (double)reference.low_ipc_iterations;
		c->other_ticks = reference.other.ticks;
		c->other_iterations = (double)reference.other.iterations;
		copy_name(c->low, sizeof c->low, reference.expression);
		copy_name(c->other, sizeof c->other, reference.other.expression);
		benchi_processor_name(c->processor, sizeof c->processor);
		if (reference.high_ipc) {
			c->high_ticks = reference.high_ipc_ticks;
			c->high_iterations = (double)reference.high_ipc_iterations;
			c->width_sure = reference.width_sure;
			copy_name(c->high, sizeof c->high, benchi_chain_saturate_name);
		}
	}
	return benchi_calibration_write(&calibration, text, capacity);
}
