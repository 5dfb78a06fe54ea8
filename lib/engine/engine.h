/*
 * Rounds of short windows over several arms: every measurement of the library uses it.
 *
 * An arm is a body that is run n times.  The engine decides which arm is next, with
 * how many iterations, and when to stop; its caller times that window and stores it.  So
 * the engine needs no clock, and tests drive it with numbers.
 *
 *	benchi_engine_begin(&engine, &plan, memory);
 *	while ((arm = benchi_engine_next(&engine, elapsed_ns)) >= 0)
 *		benchi_engine_store(&engine, time of arm's body, benchi_engine_iterations(&engine));
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_ENGINE_ENGINE_H
#define BENCHI_ENGINE_ENGINE_H

#include "base/base.h"

/*
 * Finds how many iterations make a window long enough.
 */

struct benchi_sizing {
	double enough_ns;       /* the shortest window wanted */
	double meaningless_ns;  /* times up to this are not meaningful */
	uint64_t most;          /* upper bound of iterations */
	uint64_t iterations;         /* of the next window */
	int passed;             /* windows in a row that were long enough */
	int done;               /* iterations is final */
};

/* Begins with one iteration. */
struct benchi_sizing benchi_sizing_begin(double enough_ns, double meaningless_ns);

/* Takes the time of a window of sizing->iterations iterations; NaN if it failed. */
void benchi_sizing_step(struct benchi_sizing *sizing, double ns);

/* One window's result: iterations and time, stored together and never changed. */
struct benchi_sample {
	uint64_t iterations;
	double ns;              /* NaN: the window failed and does not count */
};

/* What the caller asks for. */
struct benchi_plan {
	size_t arms;
	double enough_ns;       /* shortest window */
	double meaningless_ns;  /* times up to this are not meaningful */
	double time_ns;         /* for sizing and rounds together */
	double time_most_ns;    /* stops even before rounds_least */
	size_t rounds_least;    /* fewer give no interval */
	size_t rounds_most;
	size_t rounds_kept;     /* memory holds this many: the latest */
	double warm_ns;         /* rounds are discarded until one arm is steady, for this long
	                           at most */
	size_t lead;            /* that arm */
	uint64_t seed;
};

/* The caller's memory: arrays of arms, and rounds_kept * arms samples. */
struct benchi_engine_memory {
	struct benchi_sizing *sizing;
	size_t *order;
	struct benchi_sample *sample;   /* [round % rounds_kept * arms + arm] */
};

/* A running engine.  Others read it; what they may change has functions below. */
struct benchi_engine {
	struct benchi_plan plan;        /* time_ns may be changed while it runs */
	struct benchi_sizing *sizing;   /* of each arm: its iterations, and whether they are final */
	size_t *order;
	struct benchi_sample *sample;
	uint64_t random;
	size_t running;         /* arms that were not left out: the first so many of the order */
	size_t arm;             /* whose window is next */
	size_t position;        /* in the order of this round; 0 also during sizing */
	size_t begun;           /* rounds begun, those of warming up with them */
	size_t rounds;          /* complete ones that count */
	unsigned char ordered;  /* the order is that of the round which begins, or is under way */
	unsigned char sized;    /* arms all know their iterations */
	unsigned char steady;   /* warming up is over: windows count if sized as well */
	unsigned char spent;    /* the time was over when the arms were sized */
	unsigned char anew;     /* how often they were sized anew */
	double before_ns[2];    /* the lead's, in the two rounds before, while warming up */
	size_t last_arm;        /* the arm sized last, */
	struct benchi_sample last;  /* and its last window then */
};

void benchi_engine_begin(struct benchi_engine *engine, const struct benchi_plan *plan,
                         const struct benchi_engine_memory *memory);

/* Returns the arm whose window is next, or -1 when the run is over.  elapsed_ns: time since
 * begin.  Idempotent until benchi_engine_store. */
int benchi_engine_next(struct benchi_engine *engine, double elapsed_ns);

/* The iterations of the window that next returned. */
uint64_t benchi_engine_iterations(const struct benchi_engine *engine);

/* Stores the window that next asked for: its iterations as run, its time (NaN if it failed). */
void benchi_engine_store(struct benchi_engine *engine, double ns, uint64_t iterations);

/* Are this round and its mirror complete?  Call it after benchi_engine_store. */
int benchi_engine_paired(const struct benchi_engine *engine);

/* The sample of an arm in a kept round. */
struct benchi_sample *benchi_engine_sample(const struct benchi_engine *engine, size_t round,
                                           size_t arm);

/* Sets the iterations of an arm that needs no sizing. */
void benchi_engine_presize(struct benchi_engine *engine, size_t arm, uint64_t iterations);

/* Sizes an arm again, beginning with this many iterations. */
void benchi_engine_resize(struct benchi_engine *engine, size_t arm, uint64_t iterations);

/* After 2, 4, 8 ... rounds, between two rounds: sizes the arms from this one on anew and forgets
 * the rounds if windows of one of them are far shorter than asked for.  1 if so. */
int benchi_engine_size_anew(struct benchi_engine *engine, size_t from);

/* Drops every arm i with out[i]; call it before a round or after a complete one. */
void benchi_engine_drop(struct benchi_engine *engine, const unsigned char *out);

/* Drops the last arm; call it before the first round. */
void benchi_engine_drop_last(struct benchi_engine *engine);

/*
 * Centre and interval of a series of rounds: pure arithmetic.
 */

struct benchi_estimate {
	double centre, low, high;       /* and its interval */
	double confidence;              /* the interval's; under 0.95 with fewer than six numbers */
	double min, p05, p95, mad;
	size_t n;
};

/* Sorts the values in place.  Everything is NaN for n = 0. */
struct benchi_estimate benchi_estimate_of(double *values, size_t n);

/* The same of n values in the order of measurement.  Correlated values count as fewer, so the
 * interval is wider.  scratch: space for n. */
struct benchi_estimate benchi_estimate_series(double *values, size_t n, double *scratch);

/* A window's time per iteration; NaN where it failed. */
double benchi_sample_iteration_ns(const struct benchi_sample *sample);

/* The median time per iteration of an arm over all rounds.  scratch: space for rounds. */
double benchi_arm_median(const struct benchi_engine *engine, size_t arm, double *scratch);

/*
 * The total time of windows over what they did: what work that is done rarely costs, which the
 * median of windows leaves out.  Kept as up to 16 batches of windows in a row, equal in number,
 * which shows how sure it is: one burst lies in one batch.  Begins with zeros.
 */
enum { BENCHI_TOTAL_BATCHES = 16 };

struct benchi_total {
	double ns[BENCHI_TOTAL_BATCHES], done[BENCHI_TOTAL_BATCHES];
	float most_ns, most_done;       /* the longest window */
	unsigned windows, doublings;    /* of the open batch; a full one has 1 << doublings */
	unsigned full;                  /* batches */
};

/* Adds a window, or several. */
void benchi_total_add(struct benchi_total *total, double ns, double done);

/* Time over what was done, with its 95 % interval; NaN where nothing was, or there are fewer than
 * three batches. */
struct benchi_mean benchi_total_mean(const struct benchi_total *total);

/* How far one burst more or less at the end would move the mean: the largest stretch of batches
 * above or below it, or the longest window, over what was done in all. */
double benchi_total_edge(const struct benchi_total *total);

/* Drops the batches of a warm-up: those at the beginning that all lie 5 % above, or below, each of
 * the others, of which a quarter must be left. */
void benchi_total_settle(struct benchi_total *total);

/* What all windows took, those of the open batch too; *done: iterations, or NULL. */
double benchi_total_ns(const struct benchi_total *total, double *done);

/* The mean of b over that of a, to which windows were added alternately.  NaN: too few batches. */
struct benchi_total_ratio {
	double mean;
	double low, high;       /* range of the batches' ratios, widened by one burst */
	double half;            /* half width of the 95 % interval of ln(mean), if bursts are many */
};

/* burst: the longest window's share of either total, 0 to below 1. */
struct benchi_total_ratio benchi_total_ratio(const struct benchi_total *a,
                                             const struct benchi_total *b, double burst);

/* Rare work matters where mean and median surely differ by more than the first share.  A difference
 * beyond the second that is not sure widens the median's interval. */
#define BENCHI_RARE_SHARE 0.05
#define BENCHI_RARE_UNSURE 0.2

#endif
