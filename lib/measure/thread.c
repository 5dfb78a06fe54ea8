/*
 * What a thread keeps: state, counters, and memory of a comparison.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include "clock/clock.h"
#include "measure/measure.h"

/*
 * Ending a run's counters.
 */

void benchi_counted_end(struct benchi_counting *c, const struct benchi_counted_outer *outer)
{
	c->latest.n = c->n - c->first;
	c->latest.iterations = c->iterations;
	memcpy(c->latest.of, c->slot + c->first, c->latest.n * sizeof *c->slot);
	c->n = c->first;
	c->first = outer->first;
	c->iterations = outer->iterations;
}

/*
 * The state of this thread: one thread-local variable. Nothing to free, nothing shared.
 */

static BENCHI_THREAD_LOCAL struct benchi_thread self;

struct benchi_thread *benchi_thread_self(void)
{
	return &self;
}

void benchi_thread_save(struct benchi_thread_state *state)
{
	state->regions = self.regions;
	state->round = self.round;
	state->offset = self.offset;
	state->counted.first = self.counting.first;
	state->counted.iterations = self.counting.iterations;
	self.counting.first = self.counting.n;
	self.counting.iterations = 0;
}

void benchi_thread_restore(const struct benchi_thread_state *state, const bench_clock *clock)
{
	struct benchi_regions used = self.regions;

	if (state->regions.clock.now_ns || !benchi_clock_is_default(clock))
		self.regions = state->regions;
	if (self.regions.clock.now_ns == used.clock.now_ns && self.regions.clock.ctx == used.clock.ctx)
		self.regions.cost_ns = used.cost_ns;    /* may have been found since */
	self.regions.open = state->regions.open;
	self.round = state->round;
	self.offset = state->offset;
	benchi_counted_end(&self.counting, &state->counted);
}

void *benchi_kept_new(enum benchi_keeper kind, const void *owner, size_t size,
                      struct benchi_kept *outer)
{
	struct benchi_kept *kept = &self.kept[kind];
	void *memory;

	if (kept->owner == owner) {
		free(kept->memory);
		kept->owner = NULL;
	}
	memory = calloc(1, size);
	*outer = *kept;
	if (memory)
		*kept = (struct benchi_kept){ owner, memory };
	return memory;
}

void benchi_kept_free(enum benchi_keeper kind, void *memory, const struct benchi_kept *outer)
{
	if (memory)
		self.kept[kind] = *outer;
	free(memory);
}
