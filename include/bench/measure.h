/*
 * How long does a piece of code take?  The function form; bench/short.h has the
 * macros.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_MEASURE_H
#define BENCH_MEASURE_H
#ifndef BENCH_H_INSIDE_
#error "include <bench.h> instead"
#endif

/* The code to be timed: does its work n times, in a loop of its own. */
typedef void bench_body(uint64_t n, void *arg);

/* How to measure.  All zero, or NULL in place of it, is the default. */
typedef struct bench_options {
	bench_clock clock;     /* another clock than bench_clock_default's */
	double enough_ns;      /* shortest window that counts; 0: what calibration found */
	double time_ns;        /* time for one benchmark; 0: at most 12 ms */
	size_t rounds;         /* how many rounds; 0: as many as the time allows */
	uint64_t seed;         /* of the random order of windows; 0: a fixed seed */
	int vary_layout;    /* not 0: the stack's place, and bench_layout, change from round
	                          to round (of bench_measure) */
	double precision;      /* of bench_measure: it ends once the interval reaches no further than
	                          this share to each side; 0: 0.001 if time_ns is 0 too, else never */
	void (*prepare)(uint64_t n, void *arg);  /* of bench_measure: called before each window of
	                          the body, with what the body is called with, untimed; NULL: nothing */
	double reserved[6];    /* zero */
} bench_options;

/* What was found.  Times are of one iteration; NaN where there is none. */
typedef struct bench_summary {
	double ns, ns_low, ns_high;             /* median, overhead taken off; 95 % interval */
	double cycles, cycles_low, cycles_high; /* the same in ticks of the core's clock */
	double ns_raw, overhead_ns;             /* what was measured, what was taken off it */
	double min_ns, p05_ns, p95_ns, mad_ns;  /* of the windows, overhead taken off */
	double confidence;                      /* of the intervals, as reached:
	                                           0.95 or a little more */
	double mhz;                             /* the core's clock while it was measured */
	double mode_ns[2];                      /* the two modes, with BENCH_WARN_BIMODAL; else NaN */
	double layout_ns;                    /* the slowest placement's median less the fastest's;
	                                           NaN if they were not varied */
	double width, width_full;               /* instructions a cycle that the core took from this
	                                           thread, and takes undisturbed; NaN: unknown */
	double elapsed_ns;                      /* time that the whole measurement took */
	uint64_t iterations;                    /* iterations in all windows kept */
	size_t samples;                         /* windows kept */
	size_t dropped;                         /* windows dropped: interrupted, left by break,
	                                           or with a neighbour on the core */
	unsigned warnings;                      /* BENCH_WARN_... */
	bench_status status;                    /* why there is no result; BENCH_OK if there is */
	const char *method;                     /* "two-loops", "loop", "regions", "function" */
	double mode_share[2];                   /* of the windows, which each of mode_ns holds */
	double reserved[6];
} bench_summary;

/*
 * bench_measure: times body beside a reference, in many short windows.
 *
 * body:    called as body(n, arg), n times its work; the library chooses n.
 * arg:     handed to body.
 * options: NULL for the defaults.
 * result:  filled in any case; on failure its numbers are NaN and .status says why.
 * Returns BENCH_OK; BENCH_ERR_ARGUMENT for a body or result that is NULL, or options
 * that make no sense; BENCH_ERR_MEMORY for so many rounds; BENCH_ERR_ENVIRONMENT and
 * BENCH_ERR_CLOCK_... as bench_calibrate; BENCH_ERR_NO_SAMPLES if not one window could
 * be kept.
 * Method: windows as long as the clock needs (Staelin and McVoy 1998, section
 * 6), work and reference in random order in each round, median over rounds with the
 * sign test's interval.
 * Thread-safe; body runs in the calling thread only.  Since 0.1.0.
 */
BENCH_API bench_status bench_measure(bench_body *body, void *arg, const bench_options *options,
                                     bench_summary *result);

/*
 * bench_layout: how many bytes a body should shift its buffers by in this window,
 * while options.vary_layout is set: 0 to 3104, a multiple of 16; the same for all
 * windows of a round.  0 otherwise.
 *
 *	memcpy(to + bench_layout(), from + bench_layout(), 4096);
 *
 * Thread-safe: each thread has its own.  Since 0.1.0.
 */
BENCH_API size_t bench_layout(void);

/*
 * bench_round: how many windows of the body this run had before the one that is open (or, in
 * .prepare, about to be opened); those of sizing and warming up count.
 *
 *	static void body(uint64_t n, void *arg)     walks inputs that cannot be learnt
 *	{
 *		const struct input *input = (struct input *)arg + bench_round() % 64;
 *
 * Thread-safe: each thread has its own.  Since 0.1.0.
 */
BENCH_API uint64_t bench_round(void);

/*
 * bench_last: the calling thread's latest result, of BENCH or bench_measure.
 *
 * Returns never NULL; before any, a result whose numbers are NaN and whose status is
 * BENCH_ERR_NO_SAMPLES.  Valid until the
 * thread's next measurement.
 * Thread-safe: each thread has its own.  Since 0.1.0.
 */
BENCH_API const bench_summary *bench_last(void);

#endif
