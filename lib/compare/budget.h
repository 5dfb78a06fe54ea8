/*
 * How much is left of the time that may be spent?
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_COMPARE_BUDGET_H
#define BENCHI_COMPARE_BUDGET_H

#include <bench.h>

struct benchi_budget {
	bench_clock clock;
	double time_ns;             /* what may be spent */
	double most_ns;             /* by the clock, however little of it the thread had */
	uint64_t began;             /* the clock's time */
	double own_began_ns;        /* the thread's processor time; NaN: unknown */
	double excluded_ns;         /* by the clock, which count as not spent, */
	double own_excluded_ns;     /* and of the thread's */
};

/* punctual: the clock alone decides, and no time is spent after time_ns. */
struct benchi_budget benchi_budget_begin(const bench_clock *clock, uint64_t began, double time_ns,
                                         int punctual);

/* The clock's time since it began. */
double benchi_budget_elapsed(const struct benchi_budget *budget);

/* What is left when that is elapsed_ns; 0 or less: nothing. */
double benchi_budget_left(const struct benchi_budget *budget, double elapsed_ns);

/* A moment, and that what was spent since then counts as not spent. */
struct benchi_moment {
	double ns, own_ns;
};
struct benchi_moment benchi_budget_now(const struct benchi_budget *budget);
void benchi_budget_exclude(struct benchi_budget *budget, const struct benchi_moment *since);

#endif
