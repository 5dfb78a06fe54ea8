/*
 * Describes this process's clock and reference for its children.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <string.h>

#include "cycle/chains.h"
#include "host/processor.h"
#include "measure/hand_down.h"
#include "measure/regions.h"
#include "measure/self_calibration.h"
#include "measure/thread.h"
#include "timing/calibrate.h"

static void copy(char *to, size_t capacity, const char *from)
{
	size_t length = from ? strlen(from) : 0;

	if (length >= capacity)
		length = 0;
	memcpy(to, from ? from : "", length);
	to[length] = '\0';
}

/* The members for a reference; tick_ns is NaN if no child could confirm it. */
static void describe(const struct benchi_reference *reference, struct benchi_calibration *c)
{
	c->tick_ns = c->low_ticks = c->low_iterations = c->other_ticks = c->other_iterations
		= c->high_ticks = c->high_iterations = c->fixed_ticks = c->width_sure = (double)NAN;
	*c->low = *c->other = *c->high = *c->processor = '\0';
	if (!reference->low_ipc || !reference->other.run || !reference->fixed_known)
		return;
	c->tick_ns = reference->tick_ns;
	c->low_ticks = reference->low_ipc_ticks;
	c->low_iterations = (double)reference->low_ipc_iterations;
	c->other_ticks = reference->other.ticks;
	c->other_iterations = (double)reference->other.iterations;
	if (reference->high_ipc) {
		c->high_ticks = reference->high_ipc_ticks;
		c->high_iterations = (double)reference->high_ipc_iterations;
		c->width_sure = reference->width_sure;
		copy(c->high, sizeof c->high, benchi_chain_saturate_name);
	}
	c->fixed_ticks = reference->fixed_ticks;
	copy(c->low, sizeof c->low, reference->expression);
	copy(c->other, sizeof c->other, reference->other.expression);
	benchi_processor_name(c->processor, sizeof c->processor);
}

size_t benchi_calibration_text(char *text, size_t capacity)
{
	static const struct benchi_calibration none;
	struct benchi_calibration calibration = none;
	struct benchi_reference reference;
	const bench_timing *timing;

	if (benchi_timing_default(&timing) != BENCH_OK
	    || strlen(timing->clock.name) >= sizeof none.clock)
		return 0;
	calibration.step_ns = timing->step_ns;
	calibration.reading_ns = timing->reading_ns;
	calibration.enough_ns = timing->enough_ns;
	calibration.loop_ns = timing->loop_ns;
	calibration.vernier = timing->vernier;
	strcpy(calibration.clock, timing->clock.name);
	benchi_regions_use(&timing->clock);
	calibration.region_ns = benchi_thread_self()->regions.cost_ns;
	benchi_self_reference_with(&reference, 1);
	describe(&reference, &calibration);
	return benchi_calibration_write(&calibration, text, capacity);
}
