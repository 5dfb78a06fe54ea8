/*
 * Which loops of the body are worth timing, and can they be believed?
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_MEASURE_LOOPS_H
#define BENCHI_MEASURE_LOOPS_H

#include "measure/run.h"

/* The arms: references, few instances, many.  Returns how many. */
size_t benchi_loops_choose(struct benchi_run *run, int loops);

/* Sizes the references' windows: grow times as long as the clock needs, at least that. */
void benchi_loops_size_rulers(struct benchi_run *run, double grow);

/* The loop of one instance is sized: which loops are worth having, how long do references run? */
void benchi_loops_settle(struct benchi_run *run);

/* All loops are sized: has the compiler merged instances? */
void benchi_loops_check(struct benchi_run *run);

#endif
