/*
 * Memory for the samples of a run: one thread's, kept for its next run.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_MEASURE_STORAGE_H
#define BENCHI_MEASURE_STORAGE_H

#include "engine/engine.h"

/* BENCHI_STORAGES runs may be nested, counting those left by return, goto or longjmp. */
enum {
	BENCHI_STORAGES = 4,
	BENCHI_STORAGE_ARMS = 4,
	BENCHI_STORAGE_ROUNDS = 256,
	BENCHI_STORAGE_NUMBERS = 5
};

struct benchi_storage {
	struct benchi_sample sample[BENCHI_STORAGE_ARMS * BENCHI_STORAGE_ROUNDS];
	double number[BENCHI_STORAGE_NUMBERS * BENCHI_STORAGE_ROUNDS];
};

/* A thread's storages. */
struct benchi_storages {
	struct {
		const void *owner;      /* the run that uses it; NULL: it is free */
		struct benchi_storage *storage;
		uint64_t since;
	} slot[BENCHI_STORAGES];
	uint64_t taken;
};

/* A storage for a run: the one that it had, a free one, a new one, or the oldest.
 * NULL: out of memory. */
struct benchi_storage *benchi_storage_take(struct benchi_storages *storages, const void *owner);

/* Does the run still own that storage? */
int benchi_storage_is(const struct benchi_storages *storages, const void *owner,
                   const struct benchi_storage *storage);

/* Releases the run's storage. */
void benchi_storage_leave(struct benchi_storages *storages, const void *owner);

#endif
