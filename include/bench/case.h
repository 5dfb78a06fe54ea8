/*
 * A case: one routine to time, compare, pick or report, with its set-up and check.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_CASE_H
#define BENCH_CASE_H
#ifndef BENCH_H_INSIDE_
#error "include <bench.h> instead"
#endif

/* Only body or call is required; every other member may be zero. */
typedef struct bench_case {
	const char *name;             /* name in reports; NULL: the case's index */
	bench_body *body;             /* does the work n times */
	void (*setup)(void *arg);     /* called before the first window, untimed */
	void (*teardown)(void *arg);  /* called after the last window, unless setup skipped the case */
	void *arg;                    /* passed to all of these functions */
	double bytes;                 /* bytes moved per iteration, or per unit of the range */
	double items;                 /* items processed per iteration, or per unit of the range */
	const char *range;            /* values of a parameter, one row per value: "64..64k x2",
	                                 "1..9 +2", "16,100,4k"; several parameters have names:
	                                 "n=64..4k x2; alg=a,b".  NULL: no parameter */
	int (*verify)(void *arg);     /* called after setup: does the work once, returns nonzero if the
	                                 result is correct */
	void (*prepare)(uint64_t n, void *arg);  /* called before each window of n iterations, untimed,
	                                 to make fresh input; see bench_round.  NULL: nothing */
	void (*call)(void *arg, uint64_t value);  /* instead of body: does the work once, inside the
	                                 library's loop.  value: that of bench_parameter */
	unsigned cold;                /* BENCH_COLD_...: evicts memory before each iteration, which is
	                                 timed on its own; 0: does not */
	unsigned parts;               /* number of equal parts in one iteration.  Results are per part.
	                                 0 means 1 */
	const char *overhead;         /* name of another case of this program.  Its time is subtracted,
	                                 and the errors of both add.  NULL: none */
	int (*usable)(void *arg);     /* called before setup.  Return 0 to skip the case on this
	                                 machine.  NULL: never skipped */
	double time_ns;               /* time of all processes together, in nanoseconds.  0 means 12 ms,
	                                 or 50 ms with several threads.  --time scales it */
	size_t rounds;                /* rounds in each process, as --rounds; 0: as time allows */
	double warm_up_ns;            /* untimed warm-up before the first window of each process, in
	                                 nanoseconds.  Ignored on several threads */
	const char *threads;          /* numbers of threads, one row per number: "1,2,4"; --threads
	                                 replaces it.  NULL: one thread */
	const char *unit;             /* name of an item: "frames"; NULL: none */
	void *reserved[2];            /* must be zero */
} bench_case;

/*
 * bench_parameter: the current value of the case's range; 0 without a range.
 * With several parameters, the first one with numbers as values.
 *
 *	static void fill(uint64_t n, void *to)
 *	{
 *		size_t bytes = (size_t)bench_parameter();
 *		while (n-- > 0)
 *			memset(to, 1, bytes);
 *	}
 *
 * A call takes some 20 cycles, and the next two functions take more: call them before the loop, as
 * above.  (bench_case.call receives the value as its argument.)
 *
 * bench_parameter_named: the value of a named parameter; for words, the index of the word in the
 * list, from 0.  Returns 0 for NULL and for names that the range does not have.
 *
 * bench_parameter_text: the value of a named parameter as text, a word or digits.  Returns "" for
 * names that the range does not have.  Valid until the case ends.
 *
 * bench_worker: the number, from 0, of this thread or process among those that run the body
 * concurrently; 0 without concurrency.
 *
 * bench_workers: their number; 1 without concurrency.  Within setup, verify and teardown, which
 * worker 0 calls, it is the maximum, because a ramp adds workers one by one.  So setup can prepare
 * data for each worker, and the body finds its data by bench_worker.
 *
 * Call them within setup, body, call, verify and teardown.
 * Thread-safe: each thread has its own.  Since 0.1.0.
 */
BENCH_API uint64_t bench_parameter(void);
BENCH_API uint64_t bench_parameter_named(const char *name);
BENCH_API const char *bench_parameter_text(const char *name);
BENCH_API size_t bench_worker(void);
BENCH_API size_t bench_workers(void);

/*
 * bench_skip: called by setup or verify if this case cannot run here; it is reported
 * as skipped, with this reason, and its work and teardown are not called.
 *
 * why: a reason such as "no huge pages"; its first 127 bytes are copied.  NULL: "".
 * Thread-safe: affects the calling thread's case.  Since 0.1.0.
 */
BENCH_API void bench_skip(const char *why);

/*
 * bench_fail: called by setup, verify, prepare, the body or teardown when the case failed: a
 * connection was lost, a file could not be read.  The row is reported as failed, with the reason
 * and without a time, and the program exits with status 1.  The body should return at once.
 *
 * why: a reason such as "connection reset"; its first 127 bytes are copied.  NULL: "failed".  Only
 * the first reason is kept.  bench_pick excludes a candidate that fails in setup or verify.
 * Thread-safe: affects the calling thread's case, and that of a worker's row.  Since 0.1.0.
 */
BENCH_API void bench_fail(const char *why);

/*
 * bench_label: a remark on the case, printed under the table and in JSON as "label": which
 * algorithm was chosen, which instructions were found.
 *
 * text: its first 79 bytes are copied; a later call replaces it.  NULL: "".
 * Call it within setup, verify or body, in the thread that called setup.
 * Thread-safe: affects the calling thread's case.  Since 0.1.0.
 */
BENCH_API void bench_label(const char *text);

#endif
