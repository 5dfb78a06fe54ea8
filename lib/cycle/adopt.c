/*
 * Confirms the reference that a parent process found.
 *
 * The parent states two chains with their ticks, which share no factor: so a tick that is wrong by
 * a factor, or ticks of another processor, give a different ratio of times.
 * Windows of both alternate, and the shortest and the second shortest of each must show the stated
 * ratio to 1 %, half of the smallest distance between ratios of counts up to 8.  Interruptions
 * only lengthen windows, so the shortest ones are valid.  The length of the tick is not checked,
 * since clocks change: these windows measure it again.
 *
 * Worked: the parent states 3 and 4 ticks; if the chains really take 4 and 4, the ratio of 1.00
 * refutes 0.75, and this process searches for a reference itself.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <string.h>

#include "cycle/adopt.h"
#include "cycle/chains.h"
#include "cycle/record.h"
#include "cycle/width.h"
#include "host/processor.h"

enum { CONFIRM_PAIRS = 12 };

static const double RATIO_AGREES = 0.01, CONFIRM_TICKS = 30000;

static const struct benchi_chain_body *find_chain(const char *expression)
{
	for (size_t i = 0; i < benchi_chains_count; i++)
		if (strcmp(benchi_chains[i].expression, expression) == 0)
			return &benchi_chains[i];
	return NULL;
}

/* Ticks per operation if that is a whole number; otherwise 0. */
static unsigned whole_ticks(const struct benchi_chain_body *body, double ticks)
{
	double each = body ? ticks / body->operations : 0;

	return each >= 1 && each <= 8 && each == floor(each) ? (unsigned)each : 0;
}

int benchi_ticks_unlike(unsigned a, unsigned b)
{
	while (b != 0) {
		unsigned rest = a % b;

		a = b;
		b = rest;
	}
	return a == 1;
}

int benchi_reference_described(const struct benchi_calibration *c,
                               struct benchi_reference *reference)
{
	const struct benchi_chain_body *low = find_chain(c->low), *other = find_chain(c->other);
	char processor[sizeof c->processor];

	memset(reference, 0, sizeof *reference);
	benchi_processor_name(processor, sizeof processor);
	if (!(c->tick_ns > 0) || !low || !low->low_ipc || !other || low == other
	    || isnan(c->fixed_ticks)
	    || !benchi_ticks_unlike(whole_ticks(low, c->low_ticks), whole_ticks(other, c->other_ticks))
	    || !(c->low_iterations >= 1) || !(c->other_iterations >= 1)
	    || strcmp(processor, c->processor) != 0)
		return 0;
	reference->low_ipc = low->run;
	reference->expression = low->expression;
	reference->low_ipc_ticks = c->low_ticks;
	reference->low_ipc_iterations = (uint64_t)c->low_iterations;
	reference->other.run = other->run;
	reference->other.expression = other->expression;
	reference->other.ticks = c->other_ticks;
	reference->other.iterations = (uint64_t)c->other_iterations;
	reference->fixed_ticks = c->fixed_ticks;
	reference->fixed_known = 1;
	reference->tick_ns = c->tick_ns;
	if (strcmp(c->high, benchi_chain_saturate_name) == 0 && c->high_ticks > 0
	    && c->high_iterations >= 1) {
		reference->high_ipc = benchi_chain_saturate;
		reference->high_ipc_ticks = c->high_ticks;
		reference->high_ipc_iterations = (uint64_t)c->high_iterations;
		reference->width_sure = c->width_sure == 1;
	}
	return 1;
}

/* Windows of 30,000 ticks suffice, even if the reference's are longer. */
static uint64_t confirm_iterations(double ticks, uint64_t iterations)
{
	return (uint64_t)fmin((double)iterations, CONFIRM_TICKS / ticks) + 1;
}

/* The two shortest windows of a chain, in ns per tick. */
struct shortest {
	double tick_ns[2];
};

static void note(struct shortest *shortest, double tick_ns)
{
	if (tick_ns > 0 && tick_ns < shortest->tick_ns[1])
		shortest->tick_ns[1] = tick_ns;
	if (shortest->tick_ns[1] < shortest->tick_ns[0]) {
		shortest->tick_ns[1] = shortest->tick_ns[0];
		shortest->tick_ns[0] = tick_ns;
	}
}

int benchi_reference_confirm(const bench_timing *timing, struct benchi_reference *reference)
{
	const struct benchi_reference_chain *other = &reference->other;
	uint64_t low = confirm_iterations(reference->low_ipc_ticks, reference->low_ipc_iterations);
	uint64_t unlike = confirm_iterations(other->ticks, other->iterations);
	double low_ticks = reference->low_ipc_ticks * (double)low + reference->fixed_ticks;
	double other_ticks = other->ticks * (double)unlike + reference->fixed_ticks;
	struct shortest a = { { INFINITY, INFINITY } }, b = { { INFINITY, INFINITY } };

	for (int i = 0; i < CONFIRM_PAIRS; i++) {
		note(&a, benchi_chain_time(timing, reference->low_ipc, low) / low_ticks);
		note(&b, benchi_chain_time(timing, other->run, unlike) / other_ticks);
		if (fabs(b.tick_ns[0] / a.tick_ns[0] - 1) < RATIO_AGREES
		    && fabs(b.tick_ns[1] / a.tick_ns[1] - 1) < RATIO_AGREES) {
			reference->tick_ns = a.tick_ns[0];
			return 1;
		}
	}
	return 0;
}

int benchi_reference_adopt(const bench_timing *timing, struct benchi_reference *reference)
{
	struct benchi_calibration stated;

	if (!benchi_calibration_given(&stated) || !benchi_reference_described(&stated, reference)
	    || !benchi_reference_confirm(timing, reference))
		return 0;
	if (reference->high_ipc) {
		struct benchi_width width = { reference->high_ipc_ticks, reference->width_sure };

		benchi_width_learn(width);
	}
	return 1;
}
