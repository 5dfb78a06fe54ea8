/*
 * A pick under way: the candidates, where they are timed, the race that they run.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_COMPARE_SELECTION_H
#define BENCHI_COMPARE_SELECTION_H

#include "compare/candidates.h"
#include "compare/race.h"
#include "compare/timing_context.h"
#include "engine/engine.h"

struct benchi_selection {
	const struct benchi_candidates *question;
	struct benchi_timing_context stand;
	struct benchi_race race;
	struct benchi_engine engine;
	struct benchi_engine_memory memory;
	struct benchi_racer *racer;
	unsigned char *ready;       /* is to be taken down */
	unsigned char *out;         /* is not in the race any more */
	double window_ns;
	double extra_ns;            /* what setup, checks and child processes took: the budget has
	                               grown by it */
	size_t unsure;              /* left out after a single iteration */
	size_t fit, rounds, rounds_most, running;
	bench_choice *choice;
};

/* Sets all up, as far as time allows, and leaves out who cannot take part: fills racer's
 * states and times, ready, fit, unsure, and what the choice says of them. */
bench_status benchi_selection_qualify(struct benchi_selection *field);

#endif
