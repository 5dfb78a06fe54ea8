/*
 * How much of the core was available?
 *
 * A hardware thread beside this one, another virtual machine perhaps, takes slots of the front
 * end.  A chain of dependent instructions does not notice; code of many instructions a tick takes
 * up to three times as long.  So the high-IPC reference is code that the front end alone limits,
 * and its rate against the low-IPC reference is the width that was available.
 *
 * The undisturbed rate is a property of the core.  It is the fastest seen in this process or the
 * one that handed down its calibration.  Where the process starts while a neighbour is there, the
 * first rate seen is too slow; so a rate counts as sure only if its windows agree, and if it is a
 * whole number of instructions a tick, or a chain of three operations a tick keeps its whole number
 * of ticks meanwhile.
 *
 * Measured (x86-64, six instructions a tick), quiet: 800 nops take 133.8 ticks, half of the
 * windows within 0.2 %, three operations 1.004 ticks.  With a neighbour: 180 to 300 ticks, windows
 * 1 to 50 % apart, three operations 1.02 to 1.5.
 *
 * When it is wrong: a neighbour that takes the same share all the time and leaves a whole number.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "cycle/chains.h"
#include "cycle/record.h"
#include "cycle/width.h"
#include "host/lock.h"
#include "stats/order.h"

enum { TRIPLES = 21, WINDOWS_LEAST = 8 };

static const double LOOP_INSTRUCTIONS = 1.5;    /* counting and branching: one or two */
static const double STEADY = 0.004, WHOLE_SLOTS = 0.006, WHOLE_WIDE = 0.008, SAME = 0.01;

struct benchi_width benchi_width_of(const double *sorted_ticks, size_t n, int wide_whole)
{
	struct benchi_width width = { (double)NAN, 0 };
	double slots;

	if (n < WINDOWS_LEAST)
		return width;
	width.ticks = benchi_quantile(sorted_ticks, n, 0.2);
	slots = (BENCHI_SATURATE_INSTRUCTIONS + LOOP_INSTRUCTIONS) / width.ticks;
	width.sure = benchi_quantile(sorted_ticks, n, 0.5) < (1 + STEADY)
	             * benchi_quantile(sorted_ticks, n, 0.1)
	             && (wide_whole || (slots >= 1
	                                && fabs(slots / floor(slots + 0.5) - 1) < WHOLE_SLOTS));
	return width;
}

struct benchi_width benchi_width_better(struct benchi_width a, struct benchi_width b)
{
	if (isnan(a.ticks) || isnan(b.ticks))
		return isnan(a.ticks) ? b : a;
	if (fabs(a.ticks / b.ticks - 1) < SAME)
		return a.sure ? a : b;
	if (a.sure != b.sure)
		return a.sure ? a : b;
	return a.ticks < b.ticks ? a : b;
}

/* Ticks an iteration of a chain's window, by the low-IPC reference's beside it. */
static double ticks_beside(double ns, uint64_t iterations, double low_ns,
                           const struct benchi_reference *reference)
{
	double tick_ns = low_ns / ((double)reference->low_ipc_iterations * reference->calm_ticks);
	double ticks = ns / (double)iterations / tick_ns;

	return isnan(ticks) ? (double)INFINITY : ticks;
}

void benchi_width_choose(const bench_timing *timing, double wide_ticks,
                         struct benchi_reference *reference)
{
	uint64_t wide_iterations = isnan(wide_ticks) ? 0
	                         : benchi_chain_iterations(timing, benchi_chain_wide);
	double high[TRIPLES], wide[TRIPLES];
	int wide_whole;

	reference->high_ipc_iterations = benchi_chain_iterations(timing, benchi_chain_saturate);
	if (reference->high_ipc_iterations == 0)
		return;
	for (int i = 0; i < TRIPLES; i++) {
		double low_ns = benchi_chain_time(timing, reference->calm, reference->low_ipc_iterations);

		high[i] = ticks_beside(benchi_chain_time(timing, benchi_chain_saturate,
			reference->high_ipc_iterations), reference->high_ipc_iterations, low_ns, reference);
		wide[i] = wide_iterations == 0 ? (double)INFINITY
		        : ticks_beside(benchi_chain_time(timing, benchi_chain_wide, wide_iterations),
		                       wide_iterations, low_ns, reference);
	}
	benchi_sort(high, TRIPLES);
	benchi_sort(wide, TRIPLES);
	wide_whole = fabs(wide[TRIPLES / 2] / wide_ticks - 1) < WHOLE_WIDE;
	reference->busy = benchi_chain_saturate;
	benchi_width_learn(benchi_width_of(high, TRIPLES, wide_whole));
	benchi_width_apply(reference);
}

static struct benchi_lock lock = BENCHI_LOCK_INIT;
static struct benchi_width known;
static int any_known;

void benchi_width_learn(struct benchi_width seen)
{
	if (!(seen.ticks > 0) || isinf(seen.ticks))
		return;
	benchi_lock_take(&lock);
	known = any_known ? benchi_width_better(known, seen) : seen;
	any_known = 1;
	benchi_lock_give(&lock);
}

void benchi_width_apply(struct benchi_reference *reference)
{
	benchi_lock_take(&lock);
	if (reference->busy && any_known) {
		reference->busy_ticks = known.ticks;
		reference->width_sure = known.sure;
	}
	benchi_lock_give(&lock);
}
