/*
 * How often an interval misleads if it is checked after every number. Shared by test_evidence (a
 * short run) and sim_evidence (a long one, by hand).
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
	SIM_TIED,    /* normal, rounded to halves: a fifth of the numbers is 0 */
	SIM_COIN,    /* 0 with probability 0.6, else 1; the median is 0 */
	SIM_STREAMS, /* two independent skewed streams; the median of their difference */
	SIM_KINDS
} sim_kind;

extern const char *const sim_names[SIM_KINDS];

typedef struct sim_plan {
	sim_kind kind;
	int trials;
	size_t numbers; /* per trial; the interval is checked after each */
	double confidence;
	double shift;   /* difference between the numbers and the tested value; 0: none */
	uint64_t seed;
} sim_plan;

typedef struct sim_result {
	int evidence;      /* trials in which the evidence's interval missed the truth at any time */
	int student;       /* trials in which the t interval of the mean did, from 3 numbers on */
	/* trials in which the t interval missed it at the end, the only valid check */
	int student_last;
	/* median number of checks until the evidence's interval missed; NaN: never */
	double stop;
	/* mean width of the evidence's last interval, relative to the sign test's */
	double width_ratio;
} sim_result;

sim_result sim_run(const sim_plan *plan);

#endif
