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
	size_t unsure;              /* left out after a single iteration */
	size_t fit, rounds, rounds_most, running;
	size_t incumbent;           /* BENCH_NONE: none */
	size_t stated;              /* the caller's default: the incumbent or the first that works */
	double switch_margin;
	bench_choice *choice;
};

#endif
