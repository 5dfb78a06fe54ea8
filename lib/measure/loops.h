/*
 * Chooses the loops of the body that are timed, and checks that they are valid.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_MEASURE_LOOPS_H
#define BENCHI_MEASURE_LOOPS_H

#include "measure/recorded.h"

/* What is known while loops are sized. */
struct benchi_loops {
	double iteration_ns[2];         /* of few, of many instances, while they were sized */
	int empty_left;                 /* windows of the empty loop left to run */
	int settled, checked;           /* the loops are chosen; they are checked */
};

/* Sets up the arms: references, few instances, and many if the loops are ours.  Returns how
 * many. */
size_t benchi_loops_choose(struct benchi_recorded *run, int ours);

/* Sizes the references' windows: grow (at least 1) times as long as the clock needs. */
void benchi_loops_size_references(struct benchi_recorded *run, double grow);

/* Once the loop of one instance is sized: chooses the loops, and the references' windows. */
void benchi_loops_settle(struct benchi_recorded *run, struct benchi_loops *loops);

/* The loop of many is being sized: it begins with the iterations of few. */
void benchi_loops_size_many(struct benchi_recorded *run, size_t many);

/* Rounds are being made: sizes the loops anew and begins again with the first round if windows are
 * far shorter than asked for, since data that were cold while they were sized are warm by then.
 * 1 if so. */
int benchi_loops_size_anew(struct benchi_recorded *run);

/* Once all loops are sized: did the compiler merge instances? */
void benchi_loops_check(struct benchi_recorded *run, struct benchi_loops *loops);

#endif
