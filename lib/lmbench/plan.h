/*
 * The plan of benchmp.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_LMBENCH_PLAN_H
#define BENCHI_LMBENCH_PLAN_H

#include "lmbench/benchmp.h"

/* How much: from what the program asks (of warm_ns too) and the environment says
 * (0: it does not). */
void benchi_lm_plan(struct benchi_lm_work *work, double enough_us, double stated_ns,
                    int repetitions);

/* The whole machine's times of an iteration, ascending: rounds of them, from those of each child
 * (ns[child * rounds + round]), which work at once, so that their rates add up.  Into together. */
void benchi_lm_together(const double *ns, int children, int rounds, double *together);

#endif
