/*
 * `bench power`: what its files share.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TOOLS_POWER_H
#define TOOLS_POWER_H

#include "tools/compare/compare.h"

#define POWER_TRIES 4000     /* of one simulated power */
#define POWER_FEW 20         /* fewer values are smoothed, and called few */
#define POWER_MOST 1000000.0 /* the largest n that is looked for by simulation */
#define POWER_NOT_NORMAL \
	(BENCHI_SET_WARN_NORMAL | BENCHI_SET_WARN_MODES | BENCHI_SET_WARN_OUTLIERS)

/* A set that two future sets of n values (or runs) each are to resemble. */
typedef struct plan {
	const benchi_side *side;
	double location, sd;       /* mean, or median for ranks; NaN: unknown */
	bool ranks, simulated;
	double step;               /* of coarse values; 0: they are not */
	double needed;             /* n of each set for the margin; NaN: unknown */
	double provable;           /* share that the present n finds; the same */
	double chance;             /* that the present n finds the margin */
	double needed_low, needed_high; /* by the std dev's 95 % interval; NaN: unknown */
	double normal_needed, normal_provable; /* by normal theory, whatever the method */
} plan;

typedef struct power {
	job job;
	double power, share;       /* wanted; share: the margin */
	double sd, delta;          /* stated in place of files, in one unit; 0: not */
	size_t n;                  /* requested instead of the present number; 0: none */
	uint64_t seed;
	bool simulate, theory;     /* forced */
	plan *plan;
	size_t plans;
} power;

/* A sampled world: sorted values, as drawn from with replacement. */
typedef struct world {
	const char *name;
	double *value;
	size_t n;
	size_t *draws;             /* capacity for 3 n: of a, of b, of those of b moved a step more */
	double step;               /* of the clock, if values are as coarse as that; else 0 */
	uint64_t seed;
	double alpha;
	bool ranks;
} world;

/* By normal theory: what n of each find, how many it takes to find delta; NaN: unknown. */
struct theory {
	double n, needed, provable, chance;
};
bench_status power_theory(const power *p, double delta, double sd, double n,
                          struct theory *found);

/* Fills in a plan from its side.  0, or EXIT_MISUSE after a message. */
int power_make(const power *p, plan *a);

/* Plans of every set against the first of its metric, with the spread of both: as text; and as the
 * member "pairs" of JSON, behind the open array of plans, itself left open. */
void power_print_both(const power *p);
void power_json_both(const power *p);

#endif
