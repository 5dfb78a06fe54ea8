/*
 * The core's clock, found from execution times alone.
 *
 * Chains of dependent C expressions take whole numbers of clock ticks each; the
 * greatest common divisor of their times is the tick (Staelin and McVoy, "mhz:
 * Anatomy of a micro-benchmark", USENIX 1998, sections 4, 5 and 7).  It refuses
 * rather than lies: where the chains agree on no tick, there is no answer.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_CPU_H
#define BENCH_CPU_H
#ifndef BENCH_H_INSIDE_
#error "include <bench.h>, not its rooms"
#endif

/* The clock of the core that the calling thread ran on. */
typedef struct bench_cpu {
	double mhz, low, high;  /* megahertz, and its 95 % interval */
	double tick_ns;         /* one tick, in nanoseconds: 1000 / mhz */
	double confidence;      /* probability, 0 to 1, that mhz is not off by a factor */
	size_t chains;          /* how many chains take whole ticks */
	size_t windows;         /* how many timed windows the estimate was made from */
} bench_cpu;

/* One chain's part in an estimate. */
typedef struct bench_cpu_chain {
	const char *name;       /* the expression; lives as long as its recording */
	double ns;              /* an execution of it, undisturbed */
	double ticks;           /* its whole number of ticks; NaN if it does not fit */
} bench_cpu_chain;

/* One timed window, as measured. */
typedef struct bench_cpu_window {
	const char *expression; /* which chain; lives as long as its recording */
	double operations;      /* how many executions of the expression */
	double ns;              /* the window's time, the clock's read cost taken off */
} bench_cpu_window;

/* Timed windows, from which an estimate is made: opaque, owned by the caller. */
typedef struct bench_recording bench_recording;

/*
 * bench_cpu_clock: finds the clock of the core that this thread runs on.
 *
 * options: NULL or zero for the defaults; .time_ns bounds the run (0: about 0.1 s),
 *          .clock injects a clock.
 * cpu:     the answer; on failure all its numbers are NaN or 0.
 * Returns BENCH_OK; BENCH_ERR_BUSY where two order statistics still disagree by
 * more than 1 % after three tries; BENCH_ERR_NO_TICK where the chains agree on no
 * tick (an emulator, say); BENCH_ERR_MEMORY; BENCH_ERR_ARGUMENT for cpu NULL or
 * options that make no sense; BENCH_ERR_ENVIRONMENT; BENCH_ERR_CLOCK_... for a
 * clock that is missing, still, backward or coarse.
 * Thread-safe.  Since 0.1.0.
 */
BENCH_API BENCH_MUST_CHECK bench_status bench_cpu_clock(const bench_options *options,
                                                        bench_cpu *cpu);

/*
 * bench_recording_new, bench_recording_free: an empty recording, and its end.
 *
 * Returns NULL when out of memory.  Free takes NULL.  A recording may be used by
 * one thread at a time.  Since 0.1.0.
 */
BENCH_API bench_recording *bench_recording_new(void);
BENCH_API void bench_recording_free(bench_recording *recording);

/*
 * bench_recording_add: adds one window at the end, in the order measured.
 *
 * expression: its name, copied: 1 to 255 bytes, no control characters.
 * operations: how many executions, finite and above 0.
 * ns:         the window's time, finite and at least 0.
 * Returns BENCH_OK; BENCH_ERR_ARGUMENT for numbers or names outside these, with
 * bench_detail telling which; BENCH_ERR_MEMORY, the recording then unchanged.
 * Since 0.1.0.
 */
BENCH_API BENCH_MUST_CHECK bench_status bench_recording_add(bench_recording *recording,
                                                            const char *expression,
                                                            double operations, double ns);

/*
 * bench_recording_measure: records this machine: windows of all chains in turn.
 *
 * options: as for bench_cpu_clock.
 * Returns what bench_cpu_clock returns of clocks, options and memory.  What was
 * recorded before stays.  Since 0.1.0.
 */
BENCH_API BENCH_MUST_CHECK bench_status bench_recording_measure(bench_recording *recording,
                                                                const bench_options *options);

/*
 * bench_recording_estimate: the clock, from a recording alone; pure arithmetic.
 *
 * Returns BENCH_OK, BENCH_ERR_BUSY, BENCH_ERR_NO_TICK (both mean: no answer; cpu
 * is NaN), BENCH_ERR_MEMORY or BENCH_ERR_ARGUMENT.  Since 0.1.0.
 */
BENCH_API BENCH_MUST_CHECK bench_status bench_recording_estimate(bench_recording *recording,
                                                                 bench_cpu *cpu);

/*
 * bench_recording_windows, bench_recording_window: how many windows there are, and
 * the i-th, from 0; past the end one with expression NULL.
 * bench_recording_chains, bench_recording_chain: how many expressions, in the order
 * of first appearance, and the i-th as the latest estimate saw it (ns and ticks
 * NaN before any); past the end one with name NULL.  Since 0.1.0.
 */
BENCH_API size_t bench_recording_windows(const bench_recording *recording);
BENCH_API bench_cpu_window bench_recording_window(const bench_recording *recording, size_t i);
BENCH_API size_t bench_recording_chains(const bench_recording *recording);
BENCH_API bench_cpu_chain bench_recording_chain(const bench_recording *recording, size_t i);

#endif
