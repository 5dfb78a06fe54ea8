/*
 * Measures the time of a piece of code: the function form; bench/short.h has the
 * macros.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_MEASURE_H
#define BENCH_MEASURE_H
#ifndef BENCH_H_INSIDE_
#error "include <bench.h> instead"
#endif

/* The code to time: does its work n times, in its own loop. */
typedef void bench_body(uint64_t n, void *arg);

/* Options of a measurement.  All zero, or a NULL pointer: the defaults. */
typedef struct bench_options {
	bench_clock clock;     /* zero: bench_clock_default */
	double enough_ns;      /* shortest window that counts; 0: what calibration found */
	double time_ns;        /* time for one benchmark; 0: at most 12 ms */
	size_t rounds;         /* number of rounds; 0: as many as the time allows */
	uint64_t seed;         /* of the random order of windows; 0: a fixed seed */
	int vary_layout;       /* nonzero: the stack's position and bench_layout() change from round
	                          to round (of bench_measure) */
	double precision;      /* of bench_measure: it ends once the interval reaches no further than
	                          this share to each side; 0: 0.002 if time_ns is 0 too, else never */
	void (*prepare)(uint64_t n, void *arg);  /* of bench_measure: called before each window of
	                          the body, untimed, with the body's arguments; NULL: nothing */
	unsigned cold;         /* of bench_measure: BENCH_COLD_... */
	unsigned unused_;
	double reserved[5];    /* zero */
} bench_options;

/* bench_options.cold and bench_case.cold */
#define BENCH_COLD_DATA 1u /* each window is one iteration, before which the memory named with
                              bench_cold is evicted, or all memory if none was named.  Only a
                              region marked by START and STOP counts, if there is one */
#define BENCH_COLD_CODE 2u /* the body's code is evicted too, and all data */

/* Result of a measurement.  Times are of one iteration; NaN: unknown. */
typedef struct bench_summary {
	double ns, ns_low, ns_high;             /* median without overhead; 95 % interval */
	double cycles, cycles_low, cycles_high; /* the same in ticks of the core's clock */
	double ns_raw, overhead_ns;             /* as measured; the overhead subtracted from it */
	double min_ns, p05_ns, p95_ns, mad_ns;  /* of the windows, without overhead */
	double confidence;                      /* of the intervals, as reached:
	                                           0.95 or a little more */
	double mhz;                             /* the core's clock during the measurement */
	double mode_ns[2];                      /* the two modes, with BENCH_WARN_BIMODAL; else NaN */
	double layout_ns;                       /* the slowest layout's median minus the fastest's;
	                                           NaN if the layout was not varied */
	double width, width_full;               /* instructions a cycle that the core took from this
	                                           thread, and takes undisturbed; NaN: unknown */
	double elapsed_ns;                      /* total time of the measurement */
	uint64_t iterations;                    /* iterations in all windows kept */
	size_t samples;                         /* windows kept */
	size_t dropped;                         /* windows dropped: interrupted, left by break,
	                                           or with a noisy neighbour */
	unsigned warnings;                      /* BENCH_WARN_... */
	bench_status status;                    /* why there is no result; BENCH_OK if there is */
	const char *method;                     /* "two-loops", "loop", "regions", "stated",
	                                           "function", "cold" */
	double mode_share[2];                   /* of the windows, per mode of mode_ns */
	double mean_ns, mean_ns_low, mean_ns_high;      /* total time over iterations, without overhead:
	                                           the cost where work is done rarely; NaN: too few */
	double reserved[3];
} bench_summary;

/*
 * bench_measure: times body and a reference alternately, in many short windows.
 *
 * body:    called as body(n, arg), does its work n times; the library chooses n.
 * arg:     passed to body.
 * options: NULL for the defaults.
 * result:  filled in any case; on failure its numbers are NaN and .status is the cause.
 * Returns BENCH_OK; BENCH_ERR_ARGUMENT for a body or result that is NULL, or invalid
 * options; BENCH_ERR_MEMORY for too many rounds; BENCH_ERR_ENVIRONMENT and
 * BENCH_ERR_CLOCK_... as bench_calibrate; BENCH_ERR_NO_SAMPLES if no window was kept.
 * Method: windows as long as the clock needs (Staelin and McVoy 1998, section
 * 6), body and reference in random order in each round, median over rounds with the
 * sign test's interval.
 * Thread-safe; body runs in the calling thread only.  Since 0.1.0.
 */
BENCH_API BENCH_MUST_CHECK bench_status bench_measure(bench_body *body, void *arg,
	const bench_options *options, bench_summary *result);

/*
 * bench_time_ns: states how long work took by the body's own clock, such as that of a device or a
 * simulator.  The library's clock is then ignored for this window.
 *
 *	static void kernel(uint64_t n, void *device)
 *	{
 *		for (; n > 0; n--)
 *			bench_time_ns(launch(device));
 *	}
 *
 * ns: time of one or more iterations.  Calls within a window add up, also with regions of START
 *     and STOP.  Negative, infinite or NaN: the window is dropped.
 * Call it within a body.  Cycles are then unknown, and the method is "stated"; on several threads
 * it is "regions".  Thread-safe: each thread has its own.  Since 0.1.0.
 */
BENCH_API void bench_time_ns(double ns);

/*
 * bench_layout: with options.vary_layout, the offset in bytes that a body should add to its
 * buffers in this window: a multiple of 16 up to 3104, the same for all windows of a round.
 * Otherwise 0.
 *
 *	memcpy(to + bench_layout(), from + bench_layout(), 4096);
 *
 * Thread-safe: each thread has its own.  Since 0.1.0.
 */
BENCH_API size_t bench_layout(void);

/*
 * bench_round: number of the body's windows in this run before the current one (in .prepare: before
 * the next one), including those for sizing and warm-up.
 *
 *	static void body(uint64_t n, void *arg)     inputs that no predictor can learn
 *	{
 *		const struct input *input = (struct input *)arg + bench_round() % 64;
 *
 * Thread-safe: each thread has its own.  Since 0.1.0.
 */
BENCH_API uint64_t bench_round(void);

/*
 * bench_count, bench_count_rate, bench_count_value: a body's own counters, reported with its
 * time in every format, as a number per iteration ("probes/op"), per second ("probes/s"), or as
 * the mean of the values stated ("probes").
 *
 *	static void lookup(uint64_t n, void *arg)
 *	{
 *		uint64_t probes = 0;
 *
 *		for (uint64_t i = 0; i < n; i++)
 *			probes += find(arg, i);
 *		bench_count("probes", (double)probes);
 *	}
 *
 * name: the first 31 bytes are used; the first call determines the kind.  NULL or "": no-op.
 * x:    the count in this window, or for bench_count_value any number.
 * Call them within a body, best once per window after its loop: a call takes some nanoseconds.
 * A run has at most 8 names; others are ignored.  Thread-safe: each thread has its own counters,
 * which are added up if a case runs on several threads.  Since 0.1.0.
 */
BENCH_API void bench_count(const char *name, double x);
BENCH_API void bench_count_rate(const char *name, double x);
BENCH_API void bench_count_value(const char *name, double x);

/*
 * bench_counted: the result of a counter in the calling thread's latest run.
 *
 * name: as passed to bench_count.
 * Returns the number per iteration, per second, or the mean; NaN for an unknown name.
 * Thread-safe.  Since 0.1.0.
 */
BENCH_API double bench_counted(const char *name);

/*
 * bench_iteration: number of iterations of the body in earlier windows of this run.  With it a body
 * can walk a pool of inputs evenly.
 *
 *	for (uint64_t i = bench_iteration(), end = i + n; i < end; i++)
 *		sort(input[i % 64]);
 *
 * Call it within body or .prepare.
 * Thread-safe: each thread has its own.  Since 0.1.0.
 */
BENCH_API uint64_t bench_iteration(void);

/*
 * bench_cold: names memory that a measurement with .cold evicts before each window.
 *
 *	static void setup(void *arg)
 *	{
 *		bench_cold(table, sizeof table);
 *	}
 *
 * memory, bytes: a piece of memory that the body reads.  Up to 16 pieces; with more, all memory is
 *                evicted.  NULL: forgets all pieces.
 * Call it within setup or .prepare of a case, at the end of which the pieces are forgotten, or
 * before bench_measure.  Thread-safe: each thread has its own.  Since 0.1.0.
 */
BENCH_API void bench_cold(const void *memory, size_t bytes);

/*
 * bench_evict: evicts memory from the caches immediately, for use in .prepare.
 *
 * memory, bytes: a piece of memory; its content stays.
 * Returns BENCH_OK; BENCH_ERR_ARGUMENT for NULL; BENCH_ERR_UNSUPPORTED if the processor has no
 * such instruction for user programs.
 * Method: clflush on x86, dc civac on AArch64 Linux.  TLB and branch predictor stay as they are.
 * Thread-safe.  Since 0.1.0.
 */
BENCH_API bench_status bench_evict(const void *memory, size_t bytes);

/*
 * bench_last: the calling thread's latest result, of BENCH or bench_measure.
 *
 * Never NULL; before any measurement, a result of NaNs with the status
 * BENCH_ERR_NO_SAMPLES.  Valid until the thread's next measurement.
 * Thread-safe: each thread has its own.  Since 0.1.0.
 */
BENCH_API const bench_summary *bench_last(void);

#endif
