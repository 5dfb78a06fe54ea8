/*
 * The environment variables of the library: calibration values.  No other file
 * reads the environment.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_BASE_ENVIRONMENT_H
#define BENCHI_BASE_ENVIRONMENT_H

#include <bench.h>

/* Does this program have more rights than its user (set-user-ID)?  Then the library ignores the
 * environment. */
int benchi_privileged(void);

/* The value of a variable; NULL if it is unset or the program is set-user-ID. */
const char *benchi_environment_text(const char *name);

/* Nanoseconds; NaN where the variable is not set. */
struct benchi_environment {
	double enough_ns;  /* BENCH_ENOUGH or ENOUGH, in microseconds */
	double empty_ns;   /* BENCH_TIMING_O or TIMING_O, in microseconds */
	double loop_ns;    /* BENCH_LOOP_O or LOOP_O, in microseconds */
	double precision;  /* BENCH_PRECISION, a share; 0: the whole time is used */
};

/* Reads them all.  BENCH_ERR_ENVIRONMENT, with the text in bench_detail, for a value that
 * is not a number from 0 to 1e9.  A set-user-ID program ignores them. */
bench_status benchi_environment_read(struct benchi_environment *environment);

/* LMBENCH_SCHED, for programs written for lmbench: the processors to run on.  NULL if it is
 * unset or the program is set-user-ID. */
const char *benchi_environment_schedule(void);
#endif
