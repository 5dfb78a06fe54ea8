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

/* Only body is required, or call instead of it; everything else may be zero. */
typedef struct bench_case {
	const char *name;             /* in reports; NULL: its index */
	bench_body *body;             /* does its work n times */
	void (*setup)(void *arg);     /* before the first window, outside all times */
	void (*teardown)(void *arg);  /* after the last one, if setup did not skip */
	void *arg;                    /* passed to all of these functions */
	double bytes;                 /* moved by one iteration; with a range: per unit of it */
	double items;                 /* processed by one iteration; likewise */
	const char *range;            /* values of a parameter, "64..64k x2", "1..9 +2" or
	                                 "16,100,4k", or of several with names,
	                                 "n=64..4k x2; alg=a,b": a row a value; NULL: none */
	int (*verify)(void *arg);     /* after setup: does the work once and checks the result;
	                                 nonzero: correct */
	void (*prepare)(uint64_t n, void *arg);  /* before each window of n iterations, untimed: fresh
	                                 input for them; see bench_round.  NULL: nothing */
	void (*call)(void *arg, uint64_t value);  /* instead of body: does its work once, in the
	                                 library's loop; value: that of bench_parameter */
	unsigned cold;                /* BENCH_COLD_...: each iteration is timed alone, and finds its
	                                 memory evicted */
	unsigned parts;               /* an iteration is so many equal parts, and results are of one;
	                                 0: one */
	const char *overhead;         /* the name of a case of the same program whose time is part of
	                                 this one's, and is subtracted with its error; NULL: none */
	int (*usable)(void *arg);     /* before setup: may this case run here?  0: it is skipped, as by
	                                 bench_skip; NULL: it may */
	double time_ns;               /* of all processes together, in place of 12 ms (50 ms on several
	                                 threads); a longer or shorter --time is shared in proportion */
	size_t rounds;                /* in each process, as --rounds; 0: as many as the time allows */
	double warm_up_ns;            /* its work is done for so long, untimed, before its first window
	                                 in each process; not where it runs on several threads */
	const char *threads;          /* "1,2,4": a row for each, on so many threads at once, as
	                                 --threads, which replaces it; NULL: one thread */
	const char *unit;             /* what an item is called: "frames"; NULL: nothing */
	void *reserved[2];            /* zero */
} bench_case;

/*
 * bench_parameter: the current value of the case's range; 0 without a range.
 * Of several parameters, the first whose values are numbers.
 *
 *	static void fill(uint64_t n, void *to)
 *	{
 *		size_t bytes = (size_t)bench_parameter();
 *		while (n-- > 0)
 *			memset(to, 1, bytes);
 *	}
 *
 * Each call takes some 20 cycles, one of the next two more: ask before the loop, as above, not in
 * each iteration.  (bench_case.call is handed the value.)
 *
 * bench_parameter_named: the value of the parameter of that name; for words, the word's index in
 * the list, from 0.  0 for NULL and for names that the range does not have.
 *
 * bench_parameter_text: the same as the range has it, a word or a number's digits; "" for names
 * that the range does not have.  Valid until the case ends.
 *
 * bench_worker: the number, from 0, of this thread or process among those that run the body
 * concurrently; 0 without concurrency.
 *
 * bench_workers: their number; 1 without concurrency.  Within setup, verify and teardown, which
 * worker 0 calls: the maximum (a ramp adds workers one by one).
 * So setup can prepare data for each worker, and the body finds its own by bench_worker.
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
 * bench_fail: called by setup, verify, prepare, the body or teardown when the case has failed: a
 * connection was lost, a file could not be read.  The row is reported as failed, with this reason
 * and without a time, and the program exits with status 1.  The body should then return at once.
 *
 * why: a reason such as "connection reset"; its first 127 bytes are copied.  NULL: "failed".  The
 * first reason counts.  A candidate of bench_pick that fails in setup or verify is excluded.
 * Thread-safe: affects the calling thread's case, and that of a worker's row.  Since 0.1.0.
 */
BENCH_API void bench_fail(const char *why);

/*
 * bench_label: a text that stands under the table beside the case's row, and in JSON as "label":
 * which of several algorithms was chosen, which instructions were found.
 *
 * text: its first 79 bytes are copied; a later call replaces it.  NULL: "".
 * To be called within setup, verify or body, in the thread that called setup.
 * Thread-safe: affects the calling thread's case.  Since 0.1.0.
 */
BENCH_API void bench_label(const char *text);

#endif
