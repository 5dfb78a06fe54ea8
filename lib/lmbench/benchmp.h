/*
 * The messages between benchmp and its children.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_LMBENCH_BENCHMP_H
#define BENCHI_LMBENCH_BENCHMP_H

#include "lmbench/lmbench.h"

/* From a child to its parent, whole or not at all. */
enum benchi_lm_kind { BENCHI_LM_ALIVE, BENCHI_LM_READY, BENCHI_LM_VALUE, BENCHI_LM_DONE };
struct benchi_lm_message {
	int kind;
	double ns;          /* of VALUE: one iteration */
	double iterations;
};

/* What to run, and how much of it. */
struct benchi_lm_work {
	benchmp_f initialize, benchmark, cleanup;
	void *cookie;
	double interval_ns; /* a timed interval, at least */
	double warm_ns;     /* it works so long before the first of them */
	double most_ns;     /* when there are least intervals, it ends after that time, */
	int least, most;    /* and in any case when there are most */
	int parallel;
};

/* The most intervals that a child times. */
enum { BENCHI_LM_INTERVALS = 256 };

#ifdef HAVE_FORK
/* A silence that ends in the child being given up: a minute; tests shorten it. */
extern double benchi_lm_patience_ns;
#endif

#endif
