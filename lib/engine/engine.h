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
	double enough_ns;       /* shortest window wanted */
	double meaningless_ns;  /* after a window up to this length, try ten times the iterations */
	uint64_t most;          /* limit of iterations */
	uint64_t iterations;         /* for the next window */
	int passed;             /* number of windows in a row that were long enough */
	int done;               /* nonzero: the number of iterations is final */
};

/* Returns a new sizing, starting with one iteration. */
struct benchi_sizing benchi_sizing_begin(double enough_ns, double meaningless_ns);

/* Processes the time of a window of sizing->iterations iterations; NaN if the window failed. */
void benchi_sizing_step(struct benchi_sizing *sizing, double ns);

/* Result of one window. Iterations and time are stored together and never changed. */
struct benchi_sample {
	uint64_t iterations;
	double ns;              /* NaN: the window failed and does not count */
};

/* Parameters of a run. */
struct benchi_plan {
	size_t arms;
	double enough_ns;       /* shortest window */
	double meaningless_ns;  /* see benchi_window_meaningless_ns */
	double time_ns;         /* for sizing and rounds together */
	double time_most_ns;    /* stop after this time, even before rounds_least */
	size_t rounds_least;    /* fewer give no interval */
	size_t rounds_most;
	size_t rounds_kept;     /* number of latest rounds that fit in the memory */
	/* limit of the time for which rounds are discarded until the lead arm is steady */
	double warm_ns;
	size_t lead;            /* index of the lead arm */
	uint64_t seed;
};

/* The caller's memory: arrays of `arms` elements, and rounds_kept * arms samples. */
struct benchi_engine_memory {
	struct benchi_sizing *sizing;
	size_t *order;
	struct benchi_sample *sample;   /* [round % rounds_kept * arms + arm] */
};

/* A running engine. Callers may read it, and change it through the functions below. */
struct benchi_engine {
	struct benchi_plan plan;        /* time_ns may be changed during the run */
	struct benchi_sizing *sizing;   /* for each arm: iterations, and whether they are final */
	size_t *order;
	struct benchi_sample *sample;
	uint64_t random;
	size_t running;         /* arms that were not dropped: the first `running` of the order */
	size_t arm;             /* the arm whose window is next */
	size_t position;        /* position of this arm in the round's order; 0 while sizing */
	size_t begun;           /* rounds begun, including warm-up */
	size_t rounds;          /* complete rounds that count */
	unsigned char ordered;  /* the order is the current round's */
	unsigned char sized;    /* the sizes of all arms are known */
	unsigned char steady;   /* warm-up is over: windows count if also sized */
	unsigned char spent;    /* the time was up when the arms had been sized */
	unsigned char resized;  /* how often arms were sized again */
	double before_ns;       /* time of the lead's iteration in the last round, during warm-up */
	size_t last_arm;        /* the arm that was sized last ... */
	struct benchi_sample last;  /* ... and its last window while sizing */
};

void benchi_engine_begin(struct benchi_engine *engine, const struct benchi_plan *plan,
                         const struct benchi_engine_memory *memory);

/* Returns the arm whose window is next, or -1 if the run is over. elapsed_ns: time since the
 * start. Idempotent until benchi_engine_store is called. */
int benchi_engine_next(struct benchi_engine *engine, double elapsed_ns);

/* Returns the iterations of the window chosen by benchi_engine_next. */
uint64_t benchi_engine_iterations(const struct benchi_engine *engine);

/* Stores the window chosen by benchi_engine_next. ns: NaN if the window failed; iterations: the
 * number actually run. */
void benchi_engine_store(struct benchi_engine *engine, double ns, uint64_t iterations);

/* Returns nonzero if this round and its mirror are complete. Call after benchi_engine_store. */
int benchi_engine_paired(const struct benchi_engine *engine);

/* Returns the sample of an arm in a kept round. */
struct benchi_sample *benchi_engine_sample(const struct benchi_engine *engine, size_t round,
                                           size_t arm);

/* States the time of the lead's iteration: already a first round that takes as long then counts.
 * Call before the first round. */
void benchi_engine_expect(struct benchi_engine *engine, double iteration_ns);

/* Sets the iterations of an arm that needs no sizing. */
void benchi_engine_presize(struct benchi_engine *engine, size_t arm, uint64_t iterations);

/* Sizes an arm again, starting with this many iterations. */
void benchi_engine_resize(struct benchi_engine *engine, size_t arm, uint64_t iterations);

/* After 2, 4, 8, ... rounds, between two rounds: if windows of an arm from `from` on are far
 * shorter than requested, sizes these arms again and drops the recorded rounds. Returns 1 if arms
 * are sized again. */
int benchi_engine_size_again(struct benchi_engine *engine, size_t from);

/* Drops every arm i with out[i] != 0. Call before a round or after a complete one. */
void benchi_engine_drop(struct benchi_engine *engine, const unsigned char *out);

/* Drops the last arm. Call before the first round. */
void benchi_engine_drop_last(struct benchi_engine *engine);

/*
 * Centre and interval of a series of rounds; pure arithmetic.
 */

struct benchi_estimate {
	double centre, low, high;       /* centre and the ends of its interval */
	double confidence;              /* confidence of the interval; below 0.95 with fewer than six
	                                   numbers */
	double min, p05, p95, mad;
	size_t n;
};

/* Returns the estimate of values, which are sorted in place. All times are NaN for n = 0, the ends
 * of the interval also for n = 1. */
struct benchi_estimate benchi_estimate_of(double *values, size_t n);

/* Returns the estimate of values in order of measurement, as benchi_estimate_of does. Correlated
 * values count as fewer independent ones, so the interval is wider. scratch: n numbers. */
struct benchi_estimate benchi_estimate_series(double *values, size_t n, double *scratch);

/* Returns the time per iteration of a window; NaN if the window failed. */
static inline double benchi_sample_iteration_ns(const struct benchi_sample *sample)
{
	return sample->iterations > 0 ? sample->ns / (double)sample->iterations : (double)NAN;
}

/*
 * Total time of windows and their iterations. Their ratio, the mean, includes the cost of rare
 * work, which the median leaves out. Consecutive windows are summed in up to 16 batches of equal
 * size. A burst of rare work falls into one batch, so the scatter of the batches shows how
 * uncertain the mean is. Zero-filled at first.
 */
enum { BENCHI_TOTAL_BATCHES = 16 };

struct benchi_total {
	double ns[BENCHI_TOTAL_BATCHES], done[BENCHI_TOTAL_BATCHES];
	float most_ns, most_done;       /* time and iterations of the longest window */
	float spared_ns;                /* time that a neighbour may have taken: not in the total, but
	                                   within the mean's interval */
	unsigned windows, doublings;    /* windows in the open batch; a full one has 1 << doublings */
	unsigned full;                  /* number of full batches */
};

/* Adds one window, or the sum of several. */
void benchi_total_add(struct benchi_total *total, double ns, double done);

/* Extends the mean's interval by time that was not added because a neighbour may have taken it. */
void benchi_total_spare(struct benchi_total *total, double ns);

/* Returns the time per iteration with its 95 % interval; mean NaN without iterations, interval NaN
 * with fewer than three batches. */
struct benchi_mean benchi_total_mean(const struct benchi_total *total);

/* Returns how much the mean would change with one burst more or less at the end. A burst is the
 * largest stretch of batches above or below the mean, or the longest window. */
double benchi_total_edge(const struct benchi_total *total);

/* Drops the batches of a warm-up: leading batches that are all at least 5 % above, or below,
 * every other batch. At least a quarter of the batches is kept. */
void benchi_total_settle(struct benchi_total *total);

/* Returns the time of all windows, including the open batch. *done: their iterations; done may be
 * NULL. */
double benchi_total_ns(const struct benchi_total *total, double *done);

/* Returns the mean over all windows; NaN without iterations. */
double benchi_total_over(const struct benchi_total *total);

/* Returns half the width of the 95 % interval of ln(mean of b / mean of a) over corresponding
 * batches; if b is NULL, of a's mean, as a share. NaN with fewer than three full batches. */
double benchi_total_half(const struct benchi_total *a, const struct benchi_total *b);

/* Ratio of means, b / a, of totals whose windows were added alternately. NaN: too few batches. */
struct benchi_total_ratio {
	double mean;
	double low, high;       /* range of the batches' ratios, widened by one burst */
	/* half width of the 95 % interval of ln(mean), if there are many bursts */
	double half;
};

/* Returns the ratio b / a of two totals, with the range of their batches' ratios; NaN if there are
 * too few batches. burst: the longest window's share of either total, from 0 to below 1. */
struct benchi_total_ratio benchi_total_ratio(const struct benchi_total *a,
                                             const struct benchi_total *b, double burst);

/* Rare work matters if mean and median surely differ by more than the first share. The median's
 * interval is widened to the mean in two other cases: both surely differ, and their estimates by
 * more than the first share; or both may be equal, and their estimates differ by more than the
 * second share. */
#define BENCHI_RARE_SHARE 0.05
#define BENCHI_RARE_UNSURE 0.2

#endif
