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
	bench_clock clock;     /* another clock than bench_clock_default's */
	double enough_ns;      /* shortest window that counts; 0: what calibration found */
	double time_ns;        /* time for one benchmark; 0: at most 12 ms */
	size_t rounds;         /* number of rounds; 0: as many as the time allows */
	uint64_t seed;         /* of the random order of windows; 0: a fixed seed */
	int vary_layout;       /* nonzero: the stack's position and bench_layout() change from round
	                          to round (of bench_measure) */
	double precision;      /* of bench_measure: it ends once the interval reaches no further than
	                          this share to each side; 0: 0.002 if time_ns is 0 too, else never */
	void (*prepare)(uint64_t n, void *arg);  /* of bench_measure: called before each window of
	                          the body, with what the body is called with, untimed; NULL: nothing */
	unsigned cold;         /* of bench_measure: BENCH_COLD_... */
	unsigned unused_;
	double reserved[5];    /* zero */
} bench_options;

/* bench_options.cold and bench_case.cold */
#define BENCH_COLD_DATA 1u /* windows are one iteration each, before which the memory that
                              bench_cold named is evicted; all memory where none is named.
                              A region marked by START and STOP is what counts */
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
 * bench_time_ns: states how long work took by a clock of the body's own, such as that of a device
 * or a simulator; what the library's clock shows of the window then counts for nothing.
 *
 *	static void kernel(uint64_t n, void *device)
 *	{
 *		for (; n > 0; n--)
 *			bench_time_ns(launch(device));
 *	}
 *
 * ns: of one or more iterations; calls of a window add up, and with the regions of START and STOP.
 *     Below 0, infinite or NaN: the window is dropped.
 * To be called within a body.  Cycles are unknown then, and the method is "stated"; on several
 * threads it is "regions".  Thread-safe: each thread has its own.  Since 0.1.0.
 */
BENCH_API void bench_time_ns(double ns);

/*
 * bench_layout: the offset in bytes that a body should add to its buffers in this window,
 * while options.vary_layout is set: 0 to 3104, a multiple of 16; the same for all
 * windows of a round.  0 otherwise.
 *
 *	memcpy(to + bench_layout(), from + bench_layout(), 4096);
 *
 * Thread-safe: each thread has its own.  Since 0.1.0.
 */
BENCH_API size_t bench_layout(void);

/*
 * bench_round: the number of windows of the body in this run before the current one (in
 * .prepare: before the next one); those of sizing and warm-up count.
 *
 *	static void body(uint64_t n, void *arg)     walks inputs that cannot be learnt
 *	{
 *		const struct input *input = (struct input *)arg + bench_round() % 64;
 *
 * Thread-safe: each thread has its own.  Since 0.1.0.
 */
BENCH_API uint64_t bench_round(void);

/*
 * bench_count, bench_count_rate, bench_count_value: a body's own counters, reported with its
 * time in every format: "probes/op", a number an iteration; "probes/s", a number a second; and
 * "probes", the mean of what was stated.
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
 * name: its first 31 bytes count; the kind is that of the first call.  NULL or "": nothing.
 * x: of bench_count and bench_count_rate, what was counted in this window; of bench_count_value,
 *    any number.
 * To be called within a body, best once a window, behind its loop: a call takes some nanoseconds.
 * The first 8 names of a run count.  Thread-safe: each thread has its own, which are added up where
 * a case runs on several.  Since 0.1.0.
 */
BENCH_API void bench_count(const char *name, double x);
BENCH_API void bench_count_rate(const char *name, double x);
BENCH_API void bench_count_value(const char *name, double x);

/*
 * bench_counted: what a counter of the calling thread's latest run came to.
 *
 * name: as counted.
 * Returns the number an iteration, a second, or the mean; NaN for a name that was not counted.
 * Thread-safe.  Since 0.1.0.
 */
BENCH_API double bench_counted(const char *name);

/*
 * bench_iteration: how many iterations of the body this run had in earlier windows: with it a body
 * walks a pool of inputs, none more often than another.
 *
 *	for (uint64_t i = bench_iteration(), end = i + n; i < end; i++)
 *		sort(input[i % 64]);
 *
 * To be called within body or .prepare.
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
 * memory, bytes: what the body will look at.  Up to 16 pieces; with more, all memory is evicted.
 *                NULL: forgets all that were named.
 * To be called within setup or .prepare of a case, which forgets them at its end; or before
 * bench_measure.  Thread-safe: each thread has its own.  Since 0.1.0.
 */
BENCH_API void bench_cold(const void *memory, size_t bytes);

/*
 * bench_evict: evicts memory from the caches at once, for a .prepare that does so on its own.
 *
 * memory, bytes: a piece of memory; its content stays.
 * Returns BENCH_OK; BENCH_ERR_ARGUMENT for NULL; BENCH_ERR_UNSUPPORTED where the processor has no
 * instruction for it that a program may use.
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
