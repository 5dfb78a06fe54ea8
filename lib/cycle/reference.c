/*
 * Which chain measures cycles here?
 *
 * A recording of all chains gives the tick and, of each chain that fits, its whole
 * number of ticks.  The calm reference is the chain with the fewest instructions a tick:
 * if another hyperthread or virtual machine takes issue slots, it is slowed the
 * least.  The high-IPC one is all that the front end takes (cycle/width.c).
 *
 * Worked (x86-64, 3.7 GHz): "d * k" fits with 3 ticks, 300 an iteration; 54 iterations make 16 us.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <string.h>

#include "base/detail.h"
#include "cycle/adopt.h"
#include "cycle/record.h"
#include "cycle/reference.h"
#include "cycle/width.h"
#include "host/lock.h"
#include "stats/order.h"
#include "cycle/tick.h"

enum { TRIES = 3, WIDE_STEPS = 100 };

static const double RECORD_NS = 27e6;
/* How far from its whole number a reference may be: a neighbour on the core may be here right
 * now, and spreads them by 2 or 3 %, but the whole numbers stay. */
static const double WHOLE = 0.015;

/* What the estimate says of a chain; NaN ticks if it has no windows. */
static bench_cpu_chain seen(const bench_recording *recording, const char *expression)
{
	bench_cpu_chain chain = { expression, NAN, NAN };

	for (size_t i = 0; i < bench_recording_chains(recording); i++)
		if (strcmp(bench_recording_chain(recording, i).name, expression) == 0)
			chain = bench_recording_chain(recording, i);
	return chain;
}

/* A calm chain's instructions a tick; infinite if it cannot be a reference. */
static double busyness(const bench_recording *recording, size_t i, double tick_ns)
{
	bench_cpu_chain chain = seen(recording, benchi_chains[i].expression);

	if (!benchi_chains[i].calm || !(chain.ticks >= 1))
		return INFINITY;
	if (!(fabs(chain.ns / tick_ns / chain.ticks - 1) < WHOLE))
		return INFINITY;
	return benchi_chains[i].instructions / chain.ticks;
}

static bench_status choose_calm(const bench_recording *recording,
                                struct benchi_reference *reference)
{
	const struct benchi_chain_body *body = benchi_chains;
	size_t best = 0;

	for (size_t i = 1; i < benchi_chains_count; i++)
		if (busyness(recording, i, reference->tick_ns) < busyness(recording, best,
			reference->tick_ns))
			best = i;
	if (isinf(busyness(recording, best, reference->tick_ns)))
		return benchi_fail(BENCH_ERR_NO_TICK,
			"no chain takes whole ticks closely enough to be a reference");
	body += best;
	reference->calm = body->run;
	reference->calm_ticks = body->operations * seen(recording, body->expression).ticks;
	reference->expression = body->expression;
	return BENCH_OK;
}

/* The chain that another process confirms the reference by: whole ticks that share no factor with
 * the reference's, few instructions a tick. */
static void choose_other(const bench_timing *timing, const bench_recording *recording,
                         struct benchi_reference *reference)
{
	bench_cpu_chain low = seen(recording, reference->expression);
	double fewest = INFINITY;

	for (size_t i = 0; i < benchi_chains_count; i++) {
		const struct benchi_chain_body *body = &benchi_chains[i];
		bench_cpu_chain chain = seen(recording, body->expression);
		double ipc = body->instructions / chain.ticks + (body->calm ? 0 : 10);

		if (!(ipc < fewest) || !(fabs(chain.ns / reference->tick_ns / chain.ticks - 1) < WHOLE)
		    || !benchi_ticks_unlike((unsigned)low.ticks, (unsigned)chain.ticks))
			continue;
		fewest = ipc;
		reference->other.run = body->run;
		reference->other.expression = body->expression;
		reference->other.ticks = body->operations * chain.ticks;
	}
	if (reference->other.run)
		reference->other.iterations = benchi_chain_iterations(timing, reference->other.run);
	if (reference->other.iterations == 0)
		reference->other.run = NULL;
}

/* What the wide chain takes while nothing shares the core: as long as the single one. */
static double wide_ticks(const bench_recording *recording)
{
	return WIDE_STEPS * seen(recording, benchi_chain_wide_like).ticks;
}

static bench_status make_from(const bench_timing *timing, bench_recording *recording,
                              struct benchi_reference *reference)
{
	bench_cpu cpu;
	bench_status status = benchi_record_windows(timing, RECORD_NS, 0, recording);

	if (status == BENCH_OK)
		status = bench_recording_estimate(recording, &cpu);
	if (status != BENCH_OK)
		return status;
	reference->tick_ns = cpu.tick_ns;
	status = choose_calm(recording, reference);
	if (status != BENCH_OK)
		return status;
	reference->low_ipc_iterations = benchi_chain_iterations(timing, reference->calm);
	choose_other(timing, recording, reference);
	benchi_width_choose(timing, wide_ticks(recording), reference);
	return BENCH_OK;
}

static bench_status make(const bench_timing *timing, struct benchi_reference *reference)
{
	static const struct benchi_reference none;
	bench_recording *recording = bench_recording_new();
	bench_status status;

	*reference = none;
	if (!recording)
		return BENCH_ERR_MEMORY;
	status = make_from(timing, recording, reference);
	bench_recording_free(recording);
	return status;
}

void benchi_reference_fit(const bench_timing *timing, struct benchi_reference *reference)
{
	reference->low_ipc_iterations = benchi_chain_iterations(timing, reference->calm);
	if (reference->low_ipc_iterations == 0) {
		reference->calm = reference->busy = NULL;
		return;
	}
	if (reference->busy)
		reference->high_ipc_iterations = benchi_chain_iterations(timing, reference->busy);
	if (reference->high_ipc_iterations == 0)
		reference->busy = NULL;
}

bench_status benchi_reference_default(const bench_timing *timing,
                                      const struct benchi_reference **reference)
{
	static struct benchi_lock lock = BENCHI_LOCK_INIT;
	static struct benchi_reference cached;
	static bench_status status = BENCH_ERR_BUSY;
	static int tries;
	bench_status result;

	benchi_lock_take(&lock);
	if (status != BENCH_OK && tries < TRIES) {
		status = benchi_reference_adopt(timing, &cached) ? BENCH_OK : make(timing, &cached);
		tries++;
		if (status == BENCH_OK)
			benchi_tick_note(cached.tick_ns);
	}
	result = status;
	benchi_lock_give(&lock);
	*reference = &cached;
	return result;
}
