/*
 * A run's windows take 26 KB, too much for the stack of a small thread.  They lie on the heap,
 * are allocated once for a thread, before anything is timed, and freed when it ends.
 *
 * A body may leave its run by return, goto or longjmp, which this cannot see.  Such a run keeps its
 * capacity until a run at the same address begins, or until all storages are taken: then it
 * loses it.
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

static void free_rooms(void *of_thread)
{
	struct benchi_storages *storages = of_thread;

	for (int i = 0; i < BENCHI_ROOMS; i++) {
		free(storages->slot[i].capacity);
		storages->slot[i].capacity = NULL;
		storages->slot[i].owner = NULL;
	}
}

static void make_key(void)
{
	key_made = pthread_key_create(&key, free_rooms) == 0;
}

/* Has the storages freed when this thread ends. */
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

/* How good a slot is for this owner: its own, free with a capacity, free, the one taken first. */
static int choose(const struct benchi_storages *storages, const void *owner)
{
	int best = 0, best_rank = -1;

	for (int i = 0; i < BENCHI_ROOMS; i++) {
		int rank = storages->slot[i].owner == owner ? 3
		         : storages->slot[i].owner ? 0 : storages->slot[i].capacity ? 2 : 1;

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

	if (!storages->slot[i].capacity) {
		storages->slot[i].capacity = malloc(sizeof *storages->slot[i].capacity);
		if (!storages->slot[i].capacity)
			return NULL;
		free_at_end(storages);
	}
	storages->slot[i].owner = owner;
	storages->slot[i].since = ++storages->taken;
	return storages->slot[i].capacity;
}

int benchi_storage_is(const struct benchi_storages *storages, const void *owner,
                   const struct benchi_storage *capacity)
{
	for (int i = 0; i < BENCHI_ROOMS; i++)
		if (storages->slot[i].capacity == capacity)
			return storages->slot[i].owner == owner;
	return 0;
}

void benchi_storage_leave(struct benchi_storages *storages, const void *owner)
{
	for (int i = 0; i < BENCHI_ROOMS; i++)
		if (storages->slot[i].owner == owner)
			storages->slot[i].owner = NULL;
}
