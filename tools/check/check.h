/*
 * `bench check`: is this machine quiet enough?
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TOOLS_CHECK_H
#define TOOLS_CHECK_H

#include "host/host.h"

enum { CHECK_TIMES = 3 };                       /* 1, 10 and 60 s */
extern const double check_times_s[CHECK_TIMES];
#define CHECK_THROTTLED .01 /* share of the time; a quota that stops programs for more explains the
                               scatter */

/* What was measured on a machine. A missing number is NaN. */
typedef struct check_facts {
	bench_timing timing;
	bench_cpu cpu;                 /* the core's clock at the beginning */
	bench_status cpu_status;       /* BENCH_OK, or why the clock was not found */
	benchi_claimed_clock claimed;
	benchi_machine machine;
	benchi_utilisation use;        /* utilisation of the machine while watched */
	double seconds;                /* time for which the machine was watched */
	size_t n, disturbed;           /* number of measurements; number that a noisy neighbour
	                                  disturbed */
	double width, width_now;       /* least and latest share of the core's width */
	double mhz_low, mhz_high;      /* range of the core's clock */
	double *ns, *cycles;           /* each measurement's median, from malloc */
	/* `bench versus` of this program with itself */
	size_t pairs;                  /* 0: it was not run */
	bench_answer builds;           /* its answer: should be BENCH_SAME */
	double builds_s, half;         /* its time; half the width of the change's interval */
} check_facts;

/* Kinds of comparison: two routines of one program by cycles, the same by time, two builds. */
enum { CHECK_CYCLES, CHECK_TIME, CHECK_BUILDS, CHECK_KINDS };

/* Conclusions from the facts. */
typedef struct check_answer {
	bool cycles;                   /* cycles are known and decide; otherwise nanoseconds */
	double scatter[CHECK_BUILDS];  /* std dev of a measurement, as a share; NaN: unknown */
	double seen[CHECK_KINDS][CHECK_TIMES]; /* the smallest difference found, as a share */
	double needed_s;               /* time in which the margin is found, between builds if known */
	const char *obstacle;          /* why the answer is no; NULL: the answer is yes */
	bool unknown;                  /* the answer is neither: the obstacle is too short a time */
} check_answer;

/* Watches the machine for `seconds`: times a body of reference chains repeatedly. Free the facts
 * with check_free, whatever is returned. BENCH_ERR_MEMORY, or the error of bench_calibrate. */
bench_status check_watch(double seconds, check_facts *f);

/* Judges whether a difference of `margin` is found within the longest time: between two builds, as
 * bench versus did; if it was not run, between two routines, with 80 % power at 95 % confidence. */
void check_judge(const check_facts *f, double margin, check_answer *a);

/* Measures the body once, for a result that a parent reads. BENCH_OK, or the error. */
bench_status check_once(void);

/* Prints what was found, the smallest differences, whether `margin` is among them, and what to do
 * if not. BENCH_OK, or the error of the table. */
bench_status check_show(const check_facts *f, const check_answer *a, double margin);

/* Prints the facts and the answer as JSON. */
void check_show_json(const check_facts *f, const check_answer *a);

void check_free(check_facts *f);

#endif
