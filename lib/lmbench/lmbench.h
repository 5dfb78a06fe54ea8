/*
 * What the drop-in's files share.  Include it first: it keeps the library's own short
 * macros out, whose names lmbench's are.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_LMBENCH_LMBENCH_H
#define BENCHI_LMBENCH_LMBENCH_H

#include <config.h>

#define BENCH_NO_SHORT

#include "base/base.h"
#include <lmbench/bench.h>

/* A result of so much an iteration, with so many iterations behind it.  u and n are real
 * microseconds and iterations where their quotient is exact enough, otherwise both a
 * multiple: u of a second or more, or n of 100,000, which keeps 0.005 ns. */
value_t benchi_lm_value(double iteration_ns, double iterations);

/* Makes it the current result. */
void benchi_lm_set(value_t value);

/* Makes sorted times of an iteration (n of them, ascending), the results: count of them, spread
 * over
 * those; each with so many iterations behind it.  The current result becomes their median. */
void benchi_lm_set_results(const double *sorted_ns, size_t n, int count, double iterations);

/* The clock's calibration; ends the program, with a message, where there is none. */
const bench_timing *benchi_lm_timing(void);

/* Prints "libbench: " and the message to stderr, and ends the program with status 1. */
#if defined __GNUC__
__attribute__((format(printf, 1, 2), noreturn))
#endif
void benchi_lm_die(const char *format, ...);

/* The shortest window that the environment states; 0 if unset. */
double benchi_lm_stated_enough_ns(void);

/* Time for one measurement that the program wants to take enough: at least 12 ms, at most 200. */
double benchi_lm_budget_ns(double enough_us);

/* The processor that a process is to run on, of so many: -1 for any, -2 for a text that makes
 * no sense.  text: as LMBENCH_SCHED.  *number: it is the system's number of it, not a place
 * among those allowed. */
int benchi_lm_place(const char *text, int childno, int benchproc, int nbenchprocs, int processors,
                    int *number);

/*
 * The plan of benchmp.
 */

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

#ifdef HAVE_FORK
/* A silence that ends in the child being given up: a minute; tests shorten it. */
extern double benchi_lm_patience_ns;
#endif

/* How much: from what the program asks (of warm_ns too) and the environment says
 * (0: it does not). */
void benchi_lm_plan(struct benchi_lm_work *work, double enough_us, double stated_ns,
                    int repetitions);

/* The whole machine's times of an iteration, ascending: rounds of them, from those of each child
 * (ns[child * rounds + round]), which work at once, so that their rates add up.  Into together. */
void benchi_lm_together(const double *ns, int children, int rounds, double *together);

#endif
