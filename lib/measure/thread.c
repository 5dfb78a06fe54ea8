/*
 * The state of this thread: one thread-local variable; nothing to free, nothing shared.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include "measure/thread.h"

static BENCHI_THREAD_LOCAL struct benchi_thread self;

struct benchi_thread *benchi_thread_self(void)
{
	return &self;
}

const bench_summary *bench_last(void)
{
	if (!self.begun) {
		self.last = benchi_summary_none(BENCH_ERR_NO_SAMPLES);
		self.begun = 1;
	}
	return &self.last;
}

void benchi_thread_save(struct benchi_thread_state *state)
{
	state->regions = self.regions;
	state->round = self.round;
	state->offset = self.offset;
	benchi_counted_begin(&self.counting, &state->counted);
}

void benchi_thread_restore(const struct benchi_thread_state *state, const bench_clock *clock)
{
	if (state->regions.clock.now_ns || clock->now_ns != bench_clock_default().now_ns)
		self.regions = state->regions;
	self.regions.open = state->regions.open;
	self.round = state->round;
	self.offset = state->offset;
	benchi_counted_end(&self.counting, &state->counted);
}
