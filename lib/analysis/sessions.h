/*
 * Two sets of two sessions, each with a start-up measured beside every value.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_ANALYSIS_SESSIONS_H
#define BENCHI_ANALYSIS_SESSIONS_H

#include <bench.h>

/* The metric that carries the start-up of each run, in seconds. */
#define BENCHI_STARTUP "startup"

/* One session: values, and the start-up that was measured just before each. */
typedef struct benchi_session {
	const double *x, *startup;
	size_t n;
} benchi_session;

/* From one session to another. */
typedef struct benchi_session_change {
	double startup;  /* of the start-up, as a share of the first's */
	double low, high; /* of the values beyond that, in their unit, at the first's speed: estimates
	                   * for values that follow the start-up closely, and more than closely */
	double se, df;   /* of both: standard error, degrees of freedom */
} benchi_session_change;

/* BENCH_ERR_ARGUMENT: fewer than two values, or a start-up that is not above 0. */
bench_status benchi_sessions_change(const benchi_session *a, const benchi_session *b,
                                    benchi_session_change *change);

#endif
