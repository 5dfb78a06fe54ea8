/*
 * What the environment says: about calibration, and where files may be kept.  The only
 * place that reads it.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_BASE_ENVIRONMENT_H
#define BENCHI_BASE_ENVIRONMENT_H

#include <bench.h>

/* Does this program run with rights that its user does not have (setuid)?  Then what the user
 * put into the environment is not looked at. */
int benchi_privileged(void);

/* What a variable says; NULL if it is not set, or the program runs with rights that its user
 * does not have. */
const char *benchi_environment_text(const char *name);

/* Nanoseconds; NaN where the variable is not set. */
struct benchi_environment {
	double enough_ns;  /* BENCH_ENOUGH or ENOUGH, in microseconds */
	double empty_ns;   /* BENCH_TIMING_O or TIMING_O, in microseconds */
	double loop_ns;    /* BENCH_LOOP_O or LOOP_O, in microseconds */
	double precision;  /* BENCH_PRECISION, a share; 0: the whole time is used */
};

/* Reads them all.  BENCH_ERR_ENVIRONMENT, with the text in bench_detail, for one that
 * is no number from 0 to 1e9.  A program that runs with rights that its user does not have
 * (setuid) ignores them. */
bench_status benchi_environment_read(struct benchi_environment *environment);

/*
 * The name of a file below the user's folder for what can be made again: below
 * $XDG_CACHE_HOME if that is an absolute path, else below $HOME/.cache, on Windows below
 * %LOCALAPPDATA%.
 *
 * BENCH_ERR_UNSUPPORTED: nobody says where that is, the program runs with somebody
 * else's rights, or the name does not fit into capacity; path is "".
 */
bench_status benchi_environment_cache(const char *below, char *path, size_t capacity);

/* LMBENCH_SCHED, for programs written for lmbench: which processors they run on.  NULL if it is
 * not set, or the program runs with rights that its user does not have. */
const char *benchi_environment_schedule(void);
#endif
