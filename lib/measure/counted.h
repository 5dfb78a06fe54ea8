/*
 * The counters of runs, which bench_count and its like fill.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_MEASURE_COUNTED_H
#define BENCHI_MEASURE_COUNTED_H

#include <bench.h>

enum { BENCHI_COUNTED = 8, BENCHI_COUNTED_SLOTS = 16, BENCHI_COUNTED_NAME = 32 };

/* How a counter's sum becomes a number. */
enum benchi_counted_kind { BENCHI_COUNTED_PER_OP, BENCHI_COUNTED_PER_SECOND, BENCHI_COUNTED_PLAIN };

struct benchi_counted {
	char name[BENCHI_COUNTED_NAME];
	enum benchi_counted_kind kind;
	double sum, calls;
};

/* A run's counters, over so many iterations. */
struct benchi_counted_all {
	struct benchi_counted of[BENCHI_COUNTED];
	size_t n;
	double iterations;
};

/* A thread's: those of runs that are nested follow each other; the innermost one's are from first
 * to n. */
struct benchi_counting {
	struct benchi_counted slot[BENCHI_COUNTED_SLOTS];
	size_t first, n;
	double iterations;                  /* run so far */
	struct benchi_counted_all latest;   /* of the run that ended last */
};

/* What a run keeps of the one around it. */
struct benchi_counted_outer {
	size_t first;
	double iterations;
};

/* A run begins: it counts from zero. */
void benchi_counted_begin(struct benchi_counting *counting, struct benchi_counted_outer *outer);

/* It ends: its counters are the thread's latest, and the outer run's go on. */
void benchi_counted_end(struct benchi_counting *counting, const struct benchi_counted_outer *outer);

#endif
