/*
 * Keeps the memory of a thread's runs.
 *
 * A run's samples take 26 KB, too much for the stack of a small thread.  They are allocated once
 * per thread, before anything is timed, and freed when the thread ends.
 *
 * A body may leave its run by return, goto or longjmp, which the library cannot see.  Such a run
 * keeps its storage until a run at the same address begins, or until every storage is taken.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <stdlib.h>

#include "host/lock.h"
#include "measure/storage.h"

#ifdef HAVE_PTHREAD_H

static pthread_key_t key;
static int key_made;

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

/* Arranges that the storages are freed when this thread ends. */
static void free_at_end(struct benchi_storages *storages)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, make_key);
	if (key_made)
		pthread_setspecific(key, storages);
}

#else

static void free_at_end(struct benchi_storages *storages)
{
	(void)storages;
}

#endif

/* Chooses a slot for this owner: its own, a free one with memory, a free one, the oldest. */
static int choose(const struct benchi_storages *storages, const void *owner)
{
	int best = 0, best_rank = -1;

	for (int i = 0; i < BENCHI_STORAGES; i++) {
		int rank = storages->slot[i].owner == owner ? 3
		         : storages->slot[i].owner ? 0 : storages->slot[i].storage ? 2 : 1;

		if (rank > best_rank
		    || (rank == best_rank && storages->slot[i].since < storages->slot[best].since)) {
			best = i;
			best_rank = rank;
		}
	}
	return best;
}

struct benchi_storage *benchi_storage_take(struct benchi_storages *storages, const void *owner)
{
	int i = choose(storages, owner);

	if (!storages->slot[i].storage) {
		storages->slot[i].storage = malloc(sizeof *storages->slot[i].storage);
		if (!storages->slot[i].storage)
			return NULL;
		free_at_end(storages);
	}
	storages->slot[i].owner = owner;
	storages->slot[i].since = ++storages->taken;
	return storages->slot[i].storage;
}

int benchi_storage_is(const struct benchi_storages *storages, const void *owner,
                   const struct benchi_storage *storage)
{
	for (int i = 0; i < BENCHI_STORAGES; i++)
		if (storages->slot[i].storage == storage)
			return storages->slot[i].owner == owner;
	return 0;
}

void benchi_storage_leave(struct benchi_storages *storages, const void *owner)
{
	for (int i = 0; i < BENCHI_STORAGES; i++)
		if (storages->slot[i].owner == owner)
			storages->slot[i].owner = NULL;
}
