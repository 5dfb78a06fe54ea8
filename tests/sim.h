/*
 * How often does an interval that is watched all the time mislead?  Shared by
 * test_evidence (a small run) and sim_evidence (a large one, by hand).
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_SIM_H
#define TESTS_SIM_H

#include <stddef.h>
#include <stdint.h>

typedef enum sim_kind {
	SIM_NORMAL,  /* standard normal */
	SIM_SKEWED,  /* lognormal, sigma 1.5, median 1 */
	SIM_BIMODAL, /* normals of deviation 1/2 at -2 and 2 */
	SIM_TIED,    /* normal, rounded to halves: a fifth of them is 0 */
	SIM_COIN,    /* 0 or 1, the median 0 having 6 of 10 */
	SIM_STREAMS, /* two independent skewed streams: median of their difference */
	SIM_KINDS
} sim_kind;

extern const char *const sim_names[SIM_KINDS];

typedef struct sim_plan {
	sim_kind kind;
	int trials;
	size_t numbers; /* in each trial, the interval being looked at after each */
	double confidence;
	double shift;   /* of the numbers against the truth that is tested; 0: no difference */
	uint64_t seed;
} sim_plan;

typedef struct sim_result {
	int evidence;      /* trials in which the evidence's interval ever missed the truth */
	int student;       /* in which the t interval of the mean ever did, from 3 numbers on */
	int student_last;  /* in which the t interval misses it at the end, the one honest look */
	double stop;       /* median number of looks until the evidence's did; NaN: never */
	double width_ratio; /* mean width of the evidence's last interval over the sign test's */
} sim_result;

sim_result sim_run(const sim_plan *plan);

#endif
