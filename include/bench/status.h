/*
 * Statuses (there is no result) and warnings (there is a result, with
 * reservations).
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_STATUS_H
#define BENCH_STATUS_H
#ifndef BENCH_H_INSIDE_
#error "include <bench.h> instead"
#endif

/* The numbers never change; new ones are added at the end. */
typedef enum bench_status {
	BENCH_OK = 0,
	BENCH_ERR_ARGUMENT = 1,       /* a NULL, negative or contradictory argument or option */
	BENCH_ERR_MEMORY = 2,         /* out of memory */
	BENCH_ERR_ENVIRONMENT = 3,    /* invalid BENCH_ENOUGH, BENCH_TIMING_O or BENCH_LOOP_O */
	BENCH_ERR_CLOCK_MISSING = 4,  /* the system has no supported clock */
	BENCH_ERR_CLOCK_STILL = 5,    /* the clock does not advance */
	BENCH_ERR_CLOCK_BACKWARD = 6, /* the clock runs backwards */
	BENCH_ERR_CLOCK_COARSE = 7,   /* steps above 20 us, or no window resolves 0.5 % more work */
	BENCH_ERR_NO_TICK = 8,        /* no common divisor: the chains agree on no clock of the core */
	BENCH_ERR_BUSY = 9,           /* two estimates disagree: the system is too busy */
	BENCH_ERR_NO_SAMPLES = 10,    /* no window was kept */
	BENCH_ERR_UNSUPPORTED = 11,   /* not supported by the system, such as pinning to a processor */
	BENCH_ERR_INPUT = 12,         /* malformed data; bench_detail names place and cause */
	BENCH_ERR_OUTPUT = 13         /* write failed */
} bench_status;

/*
 * bench_status_text: the text of a status, such as "clock does not advance".
 *
 * status: any value, also one unknown to this version.
 * Returns a constant string, never NULL.  Thread-safe.  Since 0.1.0.
 */
BENCH_API const char *bench_status_text(bench_status status);

/*
 * bench_detail: details of this thread's last failing call, such as the option, or the environment
 * variable and its value.
 *
 * Returns a string that is valid until the thread's next call into the library; "" without details.
 * Never NULL.
 * Thread-safe: each thread has its own.  Since 0.1.0.
 */
BENCH_API const char *bench_detail(void);

/* Warnings: bits of bench_summary.warnings.  Each has a text and advice. */
#define BENCH_WARN_ELIDED             0x0001u /* under 0.25 cycles (BENCH_LOOP: 1.5): removed? */
#define BENCH_WARN_BELOW_RESOLUTION   0x0002u /* below its uncertainty: "at most" */
#define BENCH_WARN_NOISY              0x0004u /* the interval is wider than 5 % of the result */
#define BENCH_WARN_DRIFT              0x0008u /* later rounds differ from earlier ones */
#define BENCH_WARN_BIMODAL            0x0010u /* two modes */
#define BENCH_WARN_PREEMPTED          0x0020u /* over a tenth of the windows was interrupted */
#define BENCH_WARN_MIGRATED           0x0040u /* the thread changed its processor */
#define BENCH_WARN_NEIGHBOUR          0x0080u /* another workload shares the core */
#define BENCH_WARN_FEW_SAMPLES        0x0100u /* too few windows for a 95 % interval */
#define BENCH_WARN_NO_TICK            0x0200u /* no clock of the core: cycles are NaN */
#define BENCH_WARN_OVERHEAD_DOMINATES 0x0400u /* the overhead exceeds the result */
#define BENCH_WARN_BREAK_IN_BODY      0x0800u /* the body left its loop; the window was dropped */
#define BENCH_WARN_UNPAIRED           0x1000u /* START and STOP do not pair */
#define BENCH_WARN_RARE               0x2000u /* mean and median differ: rare work? */

/* The number of warnings: bits 0 to BENCH_WARNINGS - 1. */
#define BENCH_WARNINGS 14

/*
 * bench_warning_name, bench_warning_text, bench_warning_advice: a warning's short
 * name ("ELIDED"), its meaning, and what to do.
 *
 * warning: one bit, BENCH_WARN_...; with several, the lowest is described.
 * Returns a constant string; "" for no bit or an unknown one.  Thread-safe.
 * Since 0.1.0.
 */
BENCH_API const char *bench_warning_name(unsigned warning);
BENCH_API const char *bench_warning_text(unsigned warning);
BENCH_API const char *bench_warning_advice(unsigned warning);

#endif
