/*
 * What a thread keeps: state, memory, the latest summary, and counters.
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

struct benchi_latest *benchi_thread_latest(void)
{
	static BENCHI_THREAD_LOCAL struct benchi_latest latest;

	return &latest;
}

const bench_summary *bench_last(void)
{
	struct benchi_latest *latest = benchi_thread_latest();

	if (!latest->begun) {
		latest->summary = benchi_summary_none(BENCH_ERR_NO_SAMPLES);
		latest->begun = 1;
	}
	return &latest->summary;
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

/*
 * Keeps the memory of a thread's runs.
 *
 * A run's samples take 26 KB, too much for the stack of a small thread. They are allocated once
 * per thread, before anything is timed, and freed when the thread ends.
 *
 * A body may leave its run by return, goto or longjmp, which the library cannot see. Such a run
 * keeps its storage until a run at the same address begins, or until all storages are in use.
 */

#ifdef HAVE_PTHREAD_H

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static int key_made;

/* Frees what a thread kept for its runs; the destructor of the thread's key. */
static void free_storages(void *of_thread)
{
	struct benchi_storages *storages = of_thread;

	for (int i = 0; i < BENCHI_STORAGES; i++) {
		free(storages->slot[i].storage);
		storages->slot[i].storage = NULL;
		storages->slot[i].owner = NULL;
	}
}

static void make_key(void)
{
	key_made = pthread_key_create(&key, free_storages) == 0;
}

/* Called when the program exits or closes the shared library that contains this code (dlclose):
 * a thread that ended later would call code that no longer exists. Other threads may be timing
 * while a program exits, so their storages are leaked: 26 KB for each thread that outlives a
 * closed library. */
#ifdef __GNUC__
__attribute__((destructor))
static void unload(void)
{
	if (!key_made)
		return;
	key_made = 0;
	pthread_key_delete(key);
	free_storages(&self.storages);
}
#endif

#endif

struct benchi_storage *benchi_storage_take(struct benchi_storages *storages, const void *owner)
{
	/* Choose a slot for this owner: its own, else a free one with memory, else a free one, else
	 * the oldest. */
	int best = 0, best_rank = -1;

	for (int k = 0; k < BENCHI_STORAGES; k++) {
		int rank = storages->slot[k].owner == owner ? 3
		         : storages->slot[k].owner ? 0 : storages->slot[k].storage ? 2 : 1;

		if (rank > best_rank
		    || (rank == best_rank && storages->slot[k].since < storages->slot[best].since)) {
			best = k;
			best_rank = rank;
		}
	}
	int i = best;

	if (!storages->slot[i].storage) {
		storages->slot[i].storage = malloc(sizeof *storages->slot[i].storage);
		if (!storages->slot[i].storage)
			return NULL;
#ifdef HAVE_PTHREAD_H
		/* the storages are freed when this thread ends */
		pthread_once(&once, make_key);
		if (key_made)
			pthread_setspecific(key, storages);
#endif
	}
	storages->slot[i].owner = owner;
	storages->slot[i].since = ++storages->taken;
	return storages->slot[i].storage;
}

bool benchi_storage_leave(struct benchi_storages *storages, const void *owner,
                          const struct benchi_storage *storage)
{
	bool owned = false;

	for (int i = 0; i < BENCHI_STORAGES; i++)
		if (storages->slot[i].owner == owner) {
			owned |= storages->slot[i].storage == storage;
			storages->slot[i].owner = NULL;
		}
	return owned;
}
