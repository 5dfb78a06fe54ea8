/*
 * A run's windows take 26 KB, too much for the stack of a small thread.  They lie on the heap,
 * are allocated once for a thread, before anything is timed, and freed when it ends.
 *
 * A body may leave its run by return, goto or longjmp, which this cannot see.  Such a run keeps its
 * room until a run at the same address begins, or until all rooms are taken: then it loses it.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <stdlib.h>

#include "host/lock.h"
#include "measure/room.h"

#ifdef HAVE_PTHREAD_H

static pthread_key_t key;
static int key_made;

static void free_rooms(void *of_thread)
{
	struct benchi_rooms *rooms = of_thread;

	for (int i = 0; i < BENCHI_ROOMS; i++) {
		free(rooms->slot[i].room);
		rooms->slot[i].room = NULL;
		rooms->slot[i].owner = NULL;
	}
}

static void make_key(void)
{
	key_made = pthread_key_create(&key, free_rooms) == 0;
}

/* Has the rooms freed when this thread ends. */
static void free_at_end(struct benchi_rooms *rooms)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, make_key);
	if (key_made)
		pthread_setspecific(key, rooms);
}

#else

static void free_at_end(struct benchi_rooms *rooms)
{
	(void)rooms;
}

#endif

/* How good a slot is for this owner: its own, free with a room, free, the one taken first. */
static int choose(const struct benchi_rooms *rooms, const void *owner)
{
	int best = 0, best_rank = -1;

	for (int i = 0; i < BENCHI_ROOMS; i++) {
		int rank = rooms->slot[i].owner == owner ? 3
		         : rooms->slot[i].owner ? 0 : rooms->slot[i].room ? 2 : 1;

		if (rank > best_rank
		    || (rank == best_rank && rooms->slot[i].since < rooms->slot[best].since)) {
			best = i;
			best_rank = rank;
		}
	}
	return best;
}

struct benchi_room *benchi_room_take(struct benchi_rooms *rooms, const void *owner)
{
	int i = choose(rooms, owner);

	if (!rooms->slot[i].room) {
		rooms->slot[i].room = malloc(sizeof *rooms->slot[i].room);
		if (!rooms->slot[i].room)
			return NULL;
		free_at_end(rooms);
	}
	rooms->slot[i].owner = owner;
	rooms->slot[i].since = ++rooms->taken;
	return rooms->slot[i].room;
}

int benchi_room_is(const struct benchi_rooms *rooms, const void *owner,
                   const struct benchi_room *room)
{
	for (int i = 0; i < BENCHI_ROOMS; i++)
		if (rooms->slot[i].room == room)
			return rooms->slot[i].owner == owner;
	return 0;
}

void benchi_room_leave(struct benchi_rooms *rooms, const void *owner)
{
	for (int i = 0; i < BENCHI_ROOMS; i++)
		if (rooms->slot[i].owner == owner)
			rooms->slot[i].owner = NULL;
}
