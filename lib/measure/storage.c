/*
 * Keeps the memory of a thread's runs.
 *
 * A run's samples take 26 KB, too much for the stack of a small thread. They are allocated once
 * per thread, before anything is timed, and freed when the thread ends.
 *
 * A body may leave its run by return, goto or longjmp, which the library cannot see. Such a run
 * keeps its storage until a run at the same address begins, or until all storages are in use.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include "measure/measure.h"

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
	free_storages(&benchi_thread_self()->storages);
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
