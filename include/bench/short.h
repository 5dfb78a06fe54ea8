/*
 * The short form: times a statement in place.
 *
 *	BENCH(x = f(x), 0);
 *	printf("%g ns\n", bench_last()->ns);
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_SHORT_H
#define BENCH_SHORT_H
#ifndef BENCH_H_INSIDE_
#error "include <bench.h> instead"
#endif

/* A running benchmark.  The macros keep one on the stack (1.5 KB).  Its samples lie in memory
 * of the thread, allocated once.  Bodies may leave by return, goto or longjmp, from up to four
 * runs at a time. */
typedef struct bench_run {
	uint64_t iterations;          /* of the open window */
	int instances;           /* of the body in one iteration: 1, 2, 4, or 0 for the empty loop */
	int stepped_;            /* windows for a tracer (bench run --count) so far, or -1 */
	uint64_t opaque_[180];
} bench_run;

/*
 * BENCH(body, enough_us): times body, a statement, in loops that the library sizes;
 * bench_last() has the result.
 *
 * body:      a statement without a comma outside brackets (BENCH_LOOP takes any).
 *            It is pasted into loops of one, two and four instances: no labels, no
 *            unique statics.  continue ends its iteration; break drops the window, with a
 *            warning; with START and STOP inside, only the code between them counts.
 *            A BENCH inside it is compiled seven times per level: take BENCH_LOOP for the
 *            outer one; its body exists once.
 * enough_us: shortest window in MICROSECONDS; 0 or left out (before C23 and C++20 a compiler
 *            told to be pedantic then warns): what calibration found.
 *            Negative, NaN or above 1e10: there is no result, and bench_last()->status
 *            is BENCH_ERR_ARGUMENT.
 *
 * Method: loops of one and of two instances (Staelin and McVoy 1998, section 6.3), of
 * two and of four where the body is short, and a reference, in random order, some
 * hundred rounds; an iteration is the difference, so that the loop's cost cancels.
 * Windows above 100 ms are taken once.
 * One statement, also after if and else.  Thread-safe.  Since 0.1.0.
 */
#define BENCH_BENCH(body, ...) BENCH_NAMED_(#body, body, (__VA_ARGS__ + 0))
#define BENCH_NAMED_(text, body, enough_us) \
	do { \
		bench_run bench_run_; \
		uint64_t bench_left_ = (bench_at(BENCH_HERE_ " " text), 0); \
		bench_left_ = bench_begin(&bench_run_, (enough_us)); \
		while (bench_next(&bench_run_, bench_left_)) { \
			bench_left_ = bench_run_.iterations; \
			if (bench_run_.instances == 1) { \
				BENCH_FOR_(bench_left_) \
					BENCH_ONCE_ { body; } \
			} else if (bench_run_.instances == 2) { \
				BENCH_FOR_(bench_left_) { \
					BENCH_INSTANCE_(body) \
					BENCH_ONCE_ { body; } \
				} \
			} else if (bench_run_.instances == 4) { \
				BENCH_FOR_(bench_left_) { \
					BENCH_INSTANCE_(body) \
					BENCH_INSTANCE_(body) \
					BENCH_INSTANCE_(body) \
					BENCH_ONCE_ { body; } \
				} \
			} else { \
				BENCH_FOR_(bench_left_) \
					BENCH_ONCE_ BENCH_CLOBBER(); \
			} \
		} \
	} while (0)

#define BENCH_HERE_ BENCH_HERE_OF_(__FILE__, __LINE__)
#define BENCH_HERE_OF_(file, line) BENCH_HERE_TEXT_(file, line)
#define BENCH_HERE_TEXT_(file, line) file ":" #line

/* An instance runs unless a condition holds, which never does: so no compiler merges it with the
 * one before, in this iteration or the last, nor computes the loop's final state directly. */
#define BENCH_ONCE_ if (BENCH_NEVER_) { BENCH_NEVER_DONE_; } else
#define BENCH_FOR_(left) BENCH_UNROLL_NOT_ for (; (left) > 0; (left)--)
#ifdef __clang__
#define BENCH_UNROLL_NOT_ _Pragma("clang loop unroll(disable)")
#else
#define BENCH_UNROLL_NOT_
#endif

/* One of several instances: continue ends this one, break ends the loop. */
#define BENCH_INSTANCE_(body) \
	{ \
		int bench_once_ = 1; \
		for (; bench_once_; bench_once_ = 0) BENCH_ONCE_ { body; } \
		if (bench_once_) \
			break; \
	}

/*
 * BENCH_LOOP(run, enough_us) { ... }: the same for any block, with commas and
 * declarations; the block exists once, so the loop's cost (overlapped, or a cycle
 * or two per iteration) stays in the result.
 *
 * run:       a bench_run * of the caller's; needs no initialisation.
 * enough_us: as of BENCH.
 * Thread-safe; a run is for one thread.  Since 0.1.0.
 */
#define BENCH_LOOP(run, ...) \
	for (uint64_t bench_left_ = bench_begin_loop((run), (__VA_ARGS__ + 0)); \
	     bench_next((run), bench_left_) && (bench_left_ = (run)->iterations) > 0;) \
		BENCH_FOR_(bench_left_) BENCH_ONCE_

/*
 * BENCH_START; ...; BENCH_STOP: times the code between them, once; BENCH_STOP is the
 * nanoseconds, a double, without the cost of the two, at least 0.  Inside the body
 * of BENCH or bench_measure only regions between them count; several regions add up.  They do
 * not nest.  Thread-safe: each thread has its own.  Since 0.1.0.
 */
#define BENCH_START ((void)bench_region(1))
#define BENCH_STOP bench_region(0)

#ifndef BENCH_NO_SHORT
#define BENCH(body, ...) BENCH_NAMED_(#body, body, (__VA_ARGS__ + 0))
#define START BENCH_START
#define STOP BENCH_STOP
#endif

/*
 * bench_begin, bench_begin_loop, bench_next: used by the macros.
 *
 * bench_begin initialises *run for loops of one, two and four instances, bench_begin_loop
 * for loops of one.  enough_us: as of BENCH.  Both return 0, the iterations left to run.
 * bench_next closes the open window, with left iterations not run, and
 * opens the next: run->iterations iterations of run->instances instances.  Returns 0 when
 * the run is over; bench_last() has the result then.
 * Thread-safe; a run is for one thread.  Since 0.1.0.
 */
BENCH_API uint64_t bench_begin(bench_run *run, double enough_us);
BENCH_API uint64_t bench_begin_loop(bench_run *run, double enough_us);
BENCH_API int bench_next(bench_run *run, uint64_t left);

/*
 * bench_at: names the measurement that this thread begins next, for bench run: BENCH passes
 * its file, line, and body; the caller of bench_measure or BENCH_LOOP may pass any text.
 *
 * where: a text that lives until the measurement ends; NULL: no name.
 * Thread-safe: each thread has its own.  Since 0.1.0.
 */
BENCH_API void bench_at(const char *where);

/*
 * bench_region: called by START and STOP.  One function for both: where it is bound to the shared
 * library at its first call, which takes 2 us, that is START's, before the clock is read.
 *
 * opens: nonzero opens the region, and NaN is returned; 0 closes it.
 * Returns the closed region's nanoseconds; NaN without an open one, or without a clock.
 * Thread-safe: each thread has its own.  Since 0.1.0.
 */
BENCH_API double bench_region(int opens);

#endif
