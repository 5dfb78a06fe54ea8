/*
 * What a thread remembers: its latest result, and the region that START opened.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_MEASURE_THREAD_H
#define BENCHI_MEASURE_THREAD_H

#include <bench.h>

#include "measure/case.h"
#include "measure/storage.h"
#include "measure/summary.h"

/* What START and STOP marked in the window that is open. */
struct benchi_regions {
	uint64_t opened;   /* the clock at START */
	int open;
	double ns;         /* of the closed ones, their own cost taken off */
	uint64_t count;
	int unpaired;      /* a START without STOP, a STOP without START, or two STARTs in a row */
	bench_clock clock; /* what they read; no now_ns yet: the default is looked up */
	double cost_ns;    /* an empty region measures as this */
};

struct benchi_thread {
	bench_summary last;
	struct benchi_storages storages;
	struct benchi_regions regions;
	int begun;         /* last is filled */
	const char *where; /* of bench_at; NULL: none */
	uint64_t round;    /* windows of the body that were opened */
	size_t offset;     /* of the body's buffers, while placement is varied */
	struct benchi_worker_context place;  /* of the case that runs */
	int skipped;       /* bench_skip was called, */
	char why[128];     /* and said this */
};

/* This thread's. */
struct benchi_thread *benchi_thread_self(void);

/* Has this thread's regions read another clock from now on; finds what they cost. */
void benchi_regions_use(const bench_clock *clock);

#endif
