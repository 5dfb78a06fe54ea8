/*
 * What is known, what is new, and the lock that guards them.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_WISDOM_STORE_H
#define BENCHI_WISDOM_STORE_H

#include "host/lock.h"
#include "wisdom/wisdom.h"

enum { BENCHI_WISDOM_PATH = 4096 };

struct bench_wisdom {
	struct benchi_wisdom_list known, changes;
	struct benchi_wisdom_list under;           /* of files that are only read */
	uint64_t change;                           /* the latest one's number */
	bench_wisdom_counts counts;
	char processor[BENCHI_WISDOM_PROCESSOR];
	int make_folders;                          /* the place is ours to make */
	char path[BENCHI_WISDOM_PATH];             /* "": none */
};

extern struct benchi_lock benchi_wisdom_lock;

#endif
