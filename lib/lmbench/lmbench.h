/*
 * Shared by the files of lmbench's interface. Include this header first: it keeps out the
 * library's short macros, which have the same names as lmbench's.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_LMBENCH_LMBENCH_H
#define BENCHI_LMBENCH_LMBENCH_H

#include <config.h>

#define BENCH_NO_SHORT

#include "base/base.h"
#include <lmbench/bench.h>

/* Returns lmbench's value of a result of iteration_ns per iteration, from this many iterations. Its
 * u and n are real microseconds and iterations if their quotient is exact enough. Otherwise both
 * are multiples: u of at least a second, or n of at least 100,000, which keeps 0.005 ns. */
value_t benchi_lm_value(double iteration_ns, double iterations);

/* Makes n sorted times of an iteration the results: `count` of them, spread evenly over the
 * times, each from this many iterations. The current result becomes their median. */
void benchi_lm_set_results(const double *sorted_ns, size_t n, int count, double iterations);

/* Returns the clock's calibration. Exits with a message if there is no usable clock. */
const bench_timing *benchi_lm_timing(void);

/* Prints "libbench: " and the message to stderr and exits with status 1. */
#if defined __GNUC__
__attribute__((format(printf, 1, 2), noreturn))
#endif
void benchi_lm_die(const char *format, ...);

/* Returns the shortest window according to the environment; 0 if unset. */
double benchi_lm_stated_enough_ns(void);

/* Returns the time for one measurement of a program that requests enough_us: at least 12 ms, at
 * most 200. */
double benchi_lm_budget_ns(double enough_us);

/* Returns the processor for a process of a benchmark; -1 for any, -2 if the text is malformed.
 * text: the value of LMBENCH_SCHED. *number: 1 if the result is a system number, 0 if it is a place
 * among the `processors` allowed ones. */
int benchi_lm_place(const char *text, int childno, int benchproc, int nbenchprocs, int processors,
                    int *number);

/*
 * Planning benchmp.
 */

/* What to run and for how long. */
struct benchi_lm_work {
	benchmp_f initialize, benchmark, cleanup;
	void *cookie;
	double interval_ns; /* least length of a timed interval */
	double warm_ns;     /* warm-up before the first interval */
	double most_ns;     /* after this time, a child ends once `least` intervals are timed */
	int least, most;    /* a child ends in any case after `most` intervals */
	int parallel;
};

/* The most intervals that a child times. */
enum { BENCHI_LM_INTERVALS = 256 };

#ifdef HAVE_FORK
/* A child that is silent for this long is given up: a minute, shorter in tests. */
extern double benchi_lm_patience_ns;
#endif

/* Fills in the amount of work from what the program requests (including warm_ns, already set)
 * and from stated_ns, which the environment states (0: unset). */
void benchi_lm_plan(struct benchi_lm_work *work, double enough_us, double stated_ns,
                    int repetitions);

/* The whole machine's times per iteration, sorted: one per round, from the times of each child
 * (ns[child * rounds + round]). Children work at the same time, so their rates add up. */
void benchi_lm_together(const double *ns, int children, int rounds, double *together);

#endif
