/*
 * The state of a running pick: candidates, timing context, race.
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
	struct benchi_timing_context context;
	struct benchi_race race;
	struct benchi_engine engine;
	struct benchi_engine_memory memory;
	struct benchi_racer *racer;
	unsigned char *ready;       /* set up: must be taken down */
	unsigned char *out;         /* has left the race */
	double window_ns;
	double extra_ns;            /* what setup, checks and child processes took: the budget has
	                               grown by it */
	size_t unsure;              /* left out after a single iteration */
	size_t fit, rounds, rounds_most, running;
	size_t incumbent;           /* BENCH_NONE: none */
	double switch_margin;
	bench_choice *choice;
};

/* Sets all candidates up, as far as time allows, and excludes those that cannot take part: fills
 * the racers' states and times, ready, fit, unsure, and the choice's counts. */
bench_status benchi_selection_qualify(struct benchi_selection *field);

/* Times the chosen one against the runner-up once more, and sets how far it leads. */
void benchi_selection_run_off(struct benchi_selection *field);

/* Is the incumbent kept, because the chosen one is not better by the switch margin for sure?  Then
 * it is the choice; BENCH_NONE: no. */
int benchi_selection_keep(struct benchi_selection *field, size_t incumbent, double switch_margin);

/* Its time over the chosen one's, with its interval, from the latest blocks. */
bench_candidate benchi_selection_ratio(const struct benchi_selection *field, size_t i);

/* Fills options->report. */
void benchi_selection_report(const struct benchi_selection *field);

#endif
