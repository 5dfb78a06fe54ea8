/*
 * The core's clock, found from execution times only.
 *
 * Chains of dependent C expressions take whole numbers of clock ticks each; the
 * greatest common divisor of their times is the tick (Staelin and McVoy, "mhz:
 * Anatomy of a micro-benchmark", USENIX 1998, sections 4, 5 and 7).  If the chains
 * agree on no tick, there is no result rather than a wrong one.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_CPU_H
#define BENCH_CPU_H
#ifndef BENCH_H_INSIDE_
#error "include <bench.h> instead"
#endif

/* The clock of the core that the calling thread ran on. */
typedef struct bench_cpu {
	double mhz, low, high;  /* megahertz, and its 95 % interval */
	double tick_ns;         /* one tick, in nanoseconds: 1000 / mhz */
	double confidence;      /* probability, 0 to 1, that mhz is not off by a factor */
	size_t chains;          /* chains that take whole ticks */
	size_t windows;         /* timed windows behind the estimate */
} bench_cpu;

/* One chain's part in an estimate. */
typedef struct bench_cpu_chain {
	const char *name;       /* the expression; valid as long as its recording */
	double ns;              /* time of one execution, undisturbed */
	double ticks;           /* whole number of ticks; NaN: no fit, or no result */
} bench_cpu_chain;

/* One timed window, as measured. */
typedef struct bench_cpu_window {
	const char *expression; /* the chain; valid as long as its recording */
	double operations;      /* executions of the expression */
	double ns;              /* the window's time without the clock's read cost */
} bench_cpu_window;

/* Timed windows, the input of an estimate: opaque, owned by the caller. */
typedef struct bench_recording bench_recording;

/*
 * bench_cpu_clock: finds the clock of the core that this thread runs on.
 *
 * options: NULL for the defaults.  Used are .time_ns, an upper bound (0: 0.2 s; a quiet machine
 *          needs 5 ms), .clock and .seed.
 * cpu:     the result; on failure all its numbers are NaN or 0.
 * Returns BENCH_OK; BENCH_ERR_BUSY if, in each of three tries, the windows of a chain scatter
 * too much, two halves of them disagree by more than 1 %, or the interval is wider than 3 %;
 * BENCH_ERR_NO_TICK if the chains agree on no tick (as in an emulator), or the clock does not
 * follow the processor's work;
 * BENCH_ERR_ARGUMENT for cpu NULL or invalid options; BENCH_ERR_MEMORY;
 * BENCH_ERR_ENVIRONMENT and BENCH_ERR_CLOCK_... as bench_calibrate.
 * Method: as above, with a weighted mixture of whole numbers instead of least
 * squares (doc/internals/method-cycle.md).
 * Thread-safe.  Since 0.1.0.
 */
BENCH_API BENCH_MUST_CHECK bench_status bench_cpu_clock(const bench_options *options,
                                                        bench_cpu *cpu);

/*
 * bench_recording_new, bench_recording_free: create an empty recording; free it.
 *
 * recording: the one to free; may be NULL.
 * Returns the recording, NULL when out of memory.
 * Thread-safe.  Only one thread at a time may use a recording; that holds for all functions below.
 * Since 0.1.0.
 */
BENCH_API bench_recording *bench_recording_new(void);
BENCH_API void bench_recording_free(bench_recording *recording);

/*
 * bench_recording_add: appends one window, in the order of measurement.
 *
 * recording:  the recording to extend.
 * expression: its name, copied: 1 to 255 bytes, no control characters.
 * operations: executions of the expression, finite and above 0.
 * ns:         the window's time, finite and at least 0.
 * Returns BENCH_OK; BENCH_ERR_ARGUMENT for recording NULL, and for invalid numbers or
 * names, which bench_detail describes; BENCH_ERR_MEMORY.  On failure the
 * recording is unchanged.
 * Since 0.1.0.
 */
BENCH_API BENCH_MUST_CHECK bench_status bench_recording_add(bench_recording *recording,
                                                            const char *expression,
                                                            double operations, double ns);

/*
 * bench_recording_measure: records windows of all chains on this machine.
 *
 * recording: the recording to extend; earlier windows stay.
 * options:   as for bench_cpu_clock.
 * Returns BENCH_OK; BENCH_ERR_ARGUMENT for recording NULL or invalid options;
 * BENCH_ERR_NO_TICK if the clock does not follow the processor's work;
 * BENCH_ERR_MEMORY; BENCH_ERR_ENVIRONMENT and BENCH_ERR_CLOCK_... as bench_calibrate.
 * Since 0.1.0.
 */
BENCH_API BENCH_MUST_CHECK bench_status bench_recording_measure(bench_recording *recording,
                                                                const bench_options *options);

/*
 * bench_recording_estimate: computes the core's clock from a recording; pure arithmetic.
 *
 * recording: its chains' times and ticks are set.
 * cpu:       the result; on failure all its numbers are NaN or 0.
 * Returns BENCH_OK; BENCH_ERR_BUSY and BENCH_ERR_NO_TICK as bench_cpu_clock, the
 * latter also for an empty recording; BENCH_ERR_ARGUMENT for a NULL;
 * BENCH_ERR_MEMORY.  Since 0.1.0.
 */
BENCH_API BENCH_MUST_CHECK bench_status bench_recording_estimate(bench_recording *recording,
                                                                 bench_cpu *cpu);

/*
 * bench_recording_windows, bench_recording_window: the number of windows, and window i, from 0.
 * Past the end, the window's expression is NULL.
 * bench_recording_chains, bench_recording_chain: the number of expressions, and expression i in the
 * order of first appearance, with ns and ticks of the latest estimate (NaN before the first).
 * Past the end, the chain's name is NULL.
 *
 * recording: NULL counts as empty.  Since 0.1.0.
 */
BENCH_API size_t bench_recording_windows(const bench_recording *recording);
BENCH_API bench_cpu_window bench_recording_window(const bench_recording *recording, size_t i);
BENCH_API size_t bench_recording_chains(const bench_recording *recording);
BENCH_API bench_cpu_chain bench_recording_chain(const bench_recording *recording, size_t i);

#endif
