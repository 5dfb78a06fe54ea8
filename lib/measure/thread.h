/*
 * The state of a thread: its latest result, and the region that START opened.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_MEASURE_THREAD_H
#define BENCHI_MEASURE_THREAD_H

#include <bench.h>

#include "measure/case.h"
#include "measure/counted.h"
#include "measure/storage.h"
#include "measure/summary.h"

/* The regions that START and STOP marked in the open window. */
struct benchi_regions {
	uint64_t opened;   /* the clock at START */
	int open;
	double ns;         /* of the closed regions, without their own cost */
	uint64_t count;
	int unpaired;      /* a START without STOP, a STOP without START, or two STARTs in a row */
	bench_clock clock; /* the clock to read; without now_ns: the default */
	double cost_ns;    /* the time of an empty region */
};

enum { BENCHI_COLDS = 16 };

struct benchi_thread {
	bench_summary last;
	struct benchi_storages storages;
	struct benchi_regions regions;
	int begun;         /* last is valid */
	const char *where; /* of bench_at; NULL: none */
	uint64_t round;    /* windows of the body opened so far */
	size_t offset;     /* for the body's buffers, while the layout is varied */
	struct benchi_worker_context worker_context;  /* of the running case */
	int skipped;       /* bench_skip was called, */
	char why[128];     /* with this reason */
	struct {
		const void *memory;
		size_t bytes;
	} cold[BENCHI_COLDS];   /* what bench_cold named, */
	struct benchi_counting counting;
	size_t colds;      /* so often; above BENCHI_COLDS: not all are kept */
};

/* What a run or a comparison changes while it is under way. */
struct benchi_thread_state {
	struct benchi_regions regions;
	uint64_t round;
	size_t offset;
	struct benchi_counted_outer counted;
};

/* Notes it; puts it back after windows were timed by a clock.  Regions that read an injected clock
 * are forgotten: it may not live any longer. */
void benchi_thread_save(struct benchi_thread_state *state);
void benchi_thread_restore(const struct benchi_thread_state *state, const bench_clock *clock);

/* This thread's. */
struct benchi_thread *benchi_thread_self(void);

#endif
