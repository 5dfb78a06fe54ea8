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

/* A running benchmark.  The macros keep one on the stack (1.5 KB); its samples are in memory that
 * each thread allocates once.  Bodies may leave by return, goto or longjmp, from up to four nested
 * runs. */
typedef struct bench_run {
	size_t iterations;            /* of the open window */
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
 *            A nested BENCH is compiled seven times per level: use BENCH_LOOP for the outer one,
 *            whose body exists once.
 * enough_us: shortest window in MICROSECONDS.  0 or omitted (pedantic compilers warn before C23
 *            and C++20): what calibration found.  Negative, NaN or above 1e10: no result, and
 *            bench_last()->status is BENCH_ERR_ARGUMENT.
 *
 * Method: loops of one and of two instances (Staelin and McVoy 1998, section 6.3), for short bodies
 * of two and of four, and a reference, in random order, in 24 to 200 rounds.  The result is the
 * difference of the loops, in which the loop's cost cancels.  If an instance takes longer together
 * with others than alone, as calls may, the result is the loop of one instance, and the interval
 * reaches down by the loop's cost.  Ends at an interval of 0.2 % to each side, of 1 % after 2 ms,
 * of 2 % after 4 ms, or after 12 ms; BENCH_PRECISION in the environment sets another share.
 * Windows above 100 ms run only once.
 * Expands to one statement, also after if and else.  Thread-safe.  Since 0.1.0.
 */
#define BENCH_BENCH(body, ...) BENCH_NAMED_(#body, body, (__VA_ARGS__ + 0))
#define BENCH_NAMED_(text, body, enough_us) \
	do { \
		bench_run bench_run_; \
		size_t bench_left_ = (bench_at(BENCH_HERE_ " " text), 0); \
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

/* An instance is skipped under a condition that is never true.  So no compiler merges it with the
 * previous one, or computes the loop's final state directly. */
#define BENCH_ONCE_ if (BENCH_NEVER_) { BENCH_NEVER_DONE_; } else
/* left is a size_t, which fits a register. With a counter in two registers x += 1, 0.17 cycles,
 * read 0.27 on i386. */
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
 * BENCH_LOOP(run, enough_us) { ... }: the same for any block, including commas and declarations.
 * The block exists once, so the loop's cost (overlapped, or one or two cycles per iteration)
 * remains in the result.
 *
 * run:       the caller's bench_run *; needs no initialisation.
 * enough_us: as for BENCH.
 * Thread-safe; a run belongs to one thread.  Since 0.1.0.
 */
#define BENCH_LOOP(run, ...) \
	for (size_t bench_left_ = bench_begin_loop((run), (__VA_ARGS__ + 0)); \
	     bench_next((run), bench_left_) && (bench_left_ = (run)->iterations) > 0;) \
		BENCH_FOR_(bench_left_) BENCH_ONCE_

/*
 * BENCH_START; ...; BENCH_STOP: times the code between them, once.  BENCH_STOP evaluates to
 * nanoseconds, a double of at least 0, without the cost of the two macros.  Inside the body of
 * BENCH or bench_measure only these regions count; several regions add up.  They do not nest.
 * Thread-safe: each thread has its own.  Since 0.1.0.
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
 * bench_begin initialises *run for loops of one, two and four instances, bench_begin_loop for loops
 * of one.  enough_us: as for BENCH.  Both return 0, the iterations left to run.
 * bench_next closes the open window, in which `left` iterations were not run, and opens the next
 * one: run->iterations iterations of run->instances instances.  Returns 0 at the end of the run;
 * bench_last() then has the result.
 * Thread-safe; a run belongs to one thread.  Since 0.1.0.
 */
BENCH_API size_t bench_begin(bench_run *run, double enough_us);
BENCH_API size_t bench_begin_loop(bench_run *run, double enough_us);
BENCH_API int bench_next(bench_run *run, size_t left);

/*
 * bench_at: names the next measurement of this thread, for bench run.  BENCH passes its file, line
 * and body; callers of bench_measure and BENCH_LOOP may pass any text.
 *
 * where: must remain valid until the measurement ends; NULL: no name.
 * Thread-safe: each thread has its own.  Since 0.1.0.
 */
BENCH_API void bench_at(const char *where);

/*
 * bench_region: called by START and STOP.  It is one function so that lazy binding to the shared
 * library, which takes 2 us, happens in START, before the clock is read.
 *
 * opens: nonzero opens a region; 0 closes it.
 * Returns the closed region's nanoseconds; NaN for opening, without an open region, or without a
 * clock.
 * Thread-safe: each thread has its own.  Since 0.1.0.
 */
BENCH_API double bench_region(int opens);

#endif
