/*
 * Memory for the windows of a run: a thread's own, kept for its next run.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_MEASURE_ROOM_H
#define BENCHI_MEASURE_ROOM_H

#include "engine/engine.h"

/* So many runs may be nested, counting those that were left by return, goto or longjmp. */
enum { BENCHI_ROOMS = 4, BENCHI_ROOM_ARMS = 4, BENCHI_ROOM_ROUNDS = 256, BENCHI_ROOM_NUMBERS = 5 };

struct benchi_storage {
	struct benchi_sample sample[BENCHI_ROOM_ARMS * BENCHI_ROOM_ROUNDS];
	double number[BENCHI_ROOM_NUMBERS * BENCHI_ROOM_ROUNDS];
};

/* A thread's storages. */
struct benchi_storages {
	struct {
		const void *owner;      /* the run that uses it; NULL: it is free */
		struct benchi_storage *capacity;
		uint64_t since;
	} slot[BENCHI_ROOMS];
	uint64_t taken;
};

/* A capacity for a run: the one that it had, a free one, a new one, or the one that was taken
 * first.
 * NULL: out of memory. */
struct benchi_storage *benchi_storage_take(struct benchi_storages *storages, const void *owner);

/* Does the run still own that capacity? */
int benchi_storage_is(const struct benchi_storages *storages, const void *owner,
                   const struct benchi_storage *capacity);

/* The run needs its capacity no more. */
void benchi_storage_leave(struct benchi_storages *storages, const void *owner);

#endif
