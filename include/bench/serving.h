/*
 * A choice that is looked after while a program serves.
 *
 *	static bench_serving serving;                          one for all threads
 *	static _Thread_local bench_caller caller;                  one each
 *
 *	bench_serving_init(&serving, 3, NULL);
 *	for each request:
 *		routine[bench_serving_begin(&serving, &caller)](request);
 *		bench_serving_end(&serving, &caller);
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_SERVING_H
#define BENCH_SERVING_H
#ifndef BENCH_H_INSIDE_
#error "include <bench.h> instead"
#endif

#define BENCH_SERVING_MOST 16       /* routines */

/* Options.  All zero, or a NULL pointer: the defaults. */
typedef struct bench_serving_options {
	bench_clock clock;      /* another clock than bench_clock_default's */
	double share;           /* of the time, for timing and for calls of routines that are not the
	                           choice, in the long run; 0 to 0.5; 0: 0.001 */
	double switch_margin;   /* another routine is chosen if proven faster by this share; 0: 0.03 */
	size_t first;           /* the routine to begin with */
	uint64_t seed;          /* of the order of batches */
	double reserved[4];     /* zero */
} bench_serving_options;

/* The state, of fixed size; its members are not for callers. */
typedef struct bench_serving {
	uint64_t opaque_[160];
} bench_serving;

/* A thread that calls: zero before its first use.  Its members are not for callers. */
typedef struct bench_caller {
	uint64_t left_;         /* calls before the library looks again */
	unsigned index_, timed_;
	uint64_t opaque_[5];
} bench_caller;

/* What has become of it. */
typedef struct bench_served {
	size_t index;           /* the choice now */
	uint64_t calls;         /* so far, to some hundreds per thread */
	uint64_t others;        /* of those, of routines that were not the choice */
	uint64_t batches;       /* timed */
	uint64_t switches;      /* changes of the choice */
	double ns;              /* of a call of the choice, of late; NaN: unknown */
	double reserved[4];
} bench_served;

/*
 * bench_serving_init: begins with options.first among n routines that do the same.
 *
 * serving: 1280 bytes of the caller's, for all threads; nothing has to be freed.
 * n:       1 to BENCH_SERVING_MOST.
 * Returns BENCH_OK; BENCH_ERR_ARGUMENT; BENCH_ERR_CLOCK_MISSING.
 * Not thread-safe: call it before serving begins.  Since 0.1.0.
 */
BENCH_API BENCH_MUST_CHECK bench_status bench_serving_init(bench_serving *serving, size_t n,
	const bench_serving_options *options);

/*
 * bench_serving_begin, bench_serving_end: before and after a call.
 *
 * caller: this thread's; zero before its first use.
 * Returns the index of the routine to call now: the choice, but now and then another one.
 * Cost: a decrement and a comparison each; every 256 calls the library is asked whether the next 64
 * are timed, one by one, and with which routine.
 * Method: batches of 64 calls of the choice and of another routine follow each other in random
 * order; the ratio of their total times is one bet for and one against that one, with stakes
 * that are carried over and forget slowly.  The choice changes where the stake on "faster by the
 * switch margin" exceeds 10,000, and total times agree.  A routine that is proven slower is tried
 * again more and more rarely, so that all this takes no more than options.share; until each
 * routine was tried, and after the choice's own time has changed by a quarter, more is spent: about
 * 1,000 calls of each.
 * A batch never waits, and is no longer than its 64 calls; no lock is taken, but an attempt
 * at one after a batch: where another thread has it, the batch is not counted.
 * Calls of the same bench_caller do not nest.  Thread-safe, with a bench_caller each.  Since 0.1.0.
 */
static inline size_t bench_serving_begin(bench_serving *serving, bench_caller *caller);
static inline void bench_serving_end(bench_serving *serving, bench_caller *caller);

/*
 * bench_serving_next, bench_serving_timed: what bench_serving_begin and bench_serving_end call now
 * and then.  Not for callers.  Since 0.1.0.
 */
BENCH_API void bench_serving_next(bench_serving *serving, bench_caller *caller);
BENCH_API void bench_serving_timed(bench_serving *serving, bench_caller *caller);

static inline size_t bench_serving_begin(bench_serving *serving, bench_caller *caller)
{
	if (caller->left_-- == 0)
		bench_serving_next(serving, caller);
	return caller->index_;
}

static inline void bench_serving_end(bench_serving *serving, bench_caller *caller)
{
	if (caller->timed_)
		bench_serving_timed(serving, caller);
}

/*
 * bench_serving_report: what has become of it.
 *
 * Returns it; zeros and NaN for NULL.  Thread-safe.  Since 0.1.0.
 */
BENCH_API bench_served bench_serving_report(bench_serving *serving);

#endif
