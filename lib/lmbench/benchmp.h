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

/* How much: from what the program asks (of warm_ns too) and the environment says
 * (0: it does not). */
void benchi_lm_plan(struct benchi_lm_work *work, double enough_us, double stated_ns,
                    int repetitions);

/* The whole machine's times of an iteration, ascending: rounds of them, from those of each child
 * (ns[child * rounds + round]), which work at once, so that their rates add up.  Into together. */
void benchi_lm_together(const double *ns, int children, int rounds, double *together);

#ifdef HAVE_FORK
/* A child's life; hears from its parent through ends[0], speaks through ends[1].  Begins with
 * SIGTERM blocked, and goes on with the usual mask.  Never returns. */
void benchi_lm_child(const struct benchi_lm_work *work, int id, const int ends[2],
                     const sigset_t *usual);

/* A silence that ends in the child being given up: a minute; tests shorten it. */
extern double benchi_lm_patience_ns;
#endif

#endif
