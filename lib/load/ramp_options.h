/*
 * The options that every ramp takes: of bench_main's --ramp, and of `bench ramp`.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_LOAD_RAMP_OPTIONS_H
#define BENCHI_LOAD_RAMP_OPTIONS_H

#include "load/ramp.h"

enum { BENCHI_RAMP_STEP = 512, BENCHI_RAMP_LIMIT, BENCHI_RAMP_RATE, BENCHI_RAMP_EVEN,
	BENCHI_RAMP_ALL, BENCHI_RAMP_LAST };

/* For a table of options. */
#define BENCHI_RAMP_OPTIONS \
	{ BENCHI_RAMP_STEP, "step-time", true }, { BENCHI_RAMP_LIMIT, "latency-limit", true }, \
	{ BENCHI_RAMP_RATE, "rate", true }, { BENCHI_RAMP_EVEN, "even", false }, \
	{ BENCHI_RAMP_ALL, "all", false }

/* Takes one of them.  NULL, or what was expected; *name is the option's. */
const char *benchi_ramp_option(benchi_ramp_plan *plan, int letter, const char *value,
                               const char **name);

/* Reads "1..8" or "8" (from 1): workers. */
bool benchi_ramp_read_workers(const char *text, benchi_ramp_plan *plan);

/* benchi_duration of a time that can be waited for: up to 1e15 ns, eleven days. */
bool benchi_ramp_read_time(const char *text, bool bare, double *ns);

/* Do they go together?  NULL, or what does not. */
const char *benchi_ramp_check(const benchi_ramp_plan *plan);

#endif
