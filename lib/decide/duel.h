/*
 * Two cases in rounds, until it is sure which is faster.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_DECIDE_DUEL_H
#define BENCHI_DECIDE_DUEL_H

#include "decide/stand.h"
#include "decide/tally.h"

struct benchi_duel {
	/* what is asked */
	struct benchi_stand *stand;
	const bench_case *c[2];     /* set up */
	uint64_t turns[2];          /* of a window, if they are known; otherwise 0 */
	double window_ns;
	double until_ns;            /* the stand's time when it has to stop */
	double alpha;
	struct benchi_cuts cuts;
	int patient;                /* goes on until the time is over or the room is full */
	double *x;                  /* room for ln(second / first) of each round, */
	double *ns[2];              /* and for the time of a turn of each */
	size_t room;
	/* what was found */
	int stopped;                /* the clock did not go on */
	size_t n;                   /* rounds in x and ns */
	uint64_t done[2];           /* turns in them */
	struct benchi_tally tally;
	struct benchi_bound bound;
};

void benchi_duel_run(struct benchi_duel *duel);

/* The interval of the ratio second / first, and its median.  Sorts x. */
struct benchi_middle benchi_duel_ratio(struct benchi_duel *duel);

#endif
