/*
 * The rounds of a run as they were recorded: everything that its result is computed from.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_MEASURE_RECORDED_H
#define BENCHI_MEASURE_RECORDED_H

#include <bench.h>

#include "cycle/reference.h"
#include "cycle/width.h"
#include "engine/engine.h"
#include "engine/estimate.h"
#include "measure/storage.h"

enum { BENCHI_RUN_ARMS = BENCHI_STORAGE_ARMS, BENCHI_RUN_ROUNDS = BENCHI_STORAGE_ROUNDS,
	BENCHI_RUN_SCRATCH = BENCHI_STORAGE_NUMBERS };

/* Two references, and the body's loops: of few instances (1 or 2), of twice as many. */
enum benchi_kind { BENCHI_LOW_IPC, BENCHI_HIGH_IPC, BENCHI_FEW, BENCHI_MANY };

/* Memory for the rounds: arms * rounds samples, scratch * rounds doubles. */
struct benchi_run_memory {
	struct benchi_sample *sample;
	double *scratch;
	size_t rounds;
};

/* The spread of layouts' medians (layout_spread.h). */
typedef double benchi_spread(const double *values, const double *round, size_t n, double *scratch);

struct benchi_recorded {
	bench_timing timing;
	struct benchi_reference reference;      /* low_ipc is NULL: there is none */
	struct benchi_engine engine;            /* has the samples */
	struct benchi_run_memory memory;
	enum benchi_kind kind[BENCHI_RUN_ARMS];
	int function;                   /* the caller owns the loop: its cost stays in */
	int few;                        /* instances in that loop */
	int merged;                     /* the compiler merged instances: the loop of one is used */
	int regions;                    /* the body marks regions */
	benchi_spread *layout_spread;   /* of rounds of varied layout; NULL: it was not varied */
	int migrated;                   /* the thread moved to another processor */
	int unpaired;                   /* a START without STOP, a STOP without START, or two STARTs */
	double empty_loop_ns;           /* an iteration of the loop without the body */
	double region_cost_ns;          /* of START and STOP per iteration, subtracted */
	size_t breaks;                  /* windows left by break */
	struct benchi_total total;      /* of the body's windows, also of those that are dropped */
	size_t thrown;                  /* rounds discarded because of a noisy neighbour */
};

/* The arms' indexes, and their windows' usual time per iteration. */
struct benchi_arms {
	int low_ipc, high_ipc, few, many;
	double usual_ns[BENCHI_RUN_ARMS];
};

/* The arm of a kind, or -1; all of them. */
int benchi_recorded_arm(const struct benchi_recorded *run, enum benchi_kind kind);
struct benchi_arms benchi_recorded_arms(const struct benchi_recorded *run);

/* Of a round: nanoseconds per tick, NaN without a reference; the share of the core's width that
 * was available, by the high-IPC reference, 1 without it. */
double benchi_recorded_tick_ns(const struct benchi_recorded *run, const struct benchi_arms *arms,
                               size_t round);
double benchi_recorded_width(const struct benchi_recorded *run, const struct benchi_arms *arms,
                             size_t round);

/* Was no window of the round interrupted?  Was none, and the width was available? */
int benchi_recorded_whole(const struct benchi_recorded *run, const struct benchi_arms *arms,
                          size_t round);
int benchi_recorded_clean(const struct benchi_recorded *run, const struct benchi_arms *arms,
                          size_t round);

/* Did a noisy neighbour share the core in this round?  0 where nothing tells. */
int benchi_recorded_disturbed(const struct benchi_recorded *run, size_t round);

/* Counts both. */
void benchi_recorded_count(const struct benchi_recorded *run, const struct benchi_arms *arms,
                           size_t *whole, size_t *clean);

/* The high-IPC reference's rate that the rounds show. */
struct benchi_width benchi_recorded_high_ipc(const struct benchi_recorded *run);

/* Did a noisy neighbour spoil so many rounds that sampling should go on? */
int benchi_recorded_wants_more(const struct benchi_recorded *run);

/* Discards the rounds that a noisy neighbour spoilt, to make space for more. */
void benchi_recorded_keep_clean(struct benchi_recorded *run);

#endif
