/*
 * A case: one routine to be timed, compared, picked or reported, with what belongs to it.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_CASE_H
#define BENCH_CASE_H
#ifndef BENCH_H_INSIDE_
#error "include <bench.h> instead"
#endif

/* Only body is needed; everything else may be zero. */
typedef struct bench_case {
	const char *name;             /* what people call it; NULL: its index */
	bench_body *body;             /* does its work n times */
	void (*setup)(void *arg);     /* before the first window, outside all times */
	void (*teardown)(void *arg);  /* after the last one, if setup did not skip */
	void *arg;                    /* handed to body, setup, teardown and verify */
	double bytes;                 /* that one iteration moves; with a range: for each unit of it */
	double items;                 /* that one iteration handles; likewise */
	const char *range;            /* values of a parameter, "64..64k x2", "1..9 +2" or
	                                 "16,100,4k": a row a value; NULL: none */
	int (*verify)(void *arg);     /* after setup: does the work once and looks at what came
	                                 of it; not 0: it is right */
	void (*prepare)(uint64_t n, void *arg);  /* before each window of n iterations, untimed: fresh
	                                 input for them; see bench_round.  NULL: nothing */
	void *reserved[5];            /* zero */
} bench_case;

/*
 * bench_parameter: the value of the case's range that is being timed; 0 without one.
 *
 *	static void fill(uint64_t n, void *to)
 *	{
 *		size_t bytes = (size_t)bench_parameter();
 *		while (n-- > 0)
 *			memset(to, 1, bytes);
 *	}
 *
 * bench_worker: which of the threads or processes that run the body at once this one
 * is, from 0; 0 where it is alone.
 *
 * bench_workers: how many there are at once; 1 where it is alone.  Within setup, verify
 * and teardown, which worker 0 calls: the most there will be (a ramp adds them one by one).
 * So setup can make what each worker needs, and a body finds its own by bench_worker.
 *
 * To be called within setup, body, verify and teardown.
 * Thread-safe: each thread has its own.  Since 0.1.0.
 */
BENCH_API uint64_t bench_parameter(void);
BENCH_API size_t bench_worker(void);
BENCH_API size_t bench_workers(void);

/*
 * bench_skip: setup or verify says that this case cannot be run here; it is reported
 * as skipped, with these words, and its body and teardown are not called.
 *
 * why: a sentence such as "no huge pages"; its first 127 bytes are copied.  NULL: "".
 * Thread-safe: it is the calling thread's case.  Since 0.1.0.
 */
BENCH_API void bench_skip(const char *why);

#endif
