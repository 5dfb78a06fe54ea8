/*
 * Chains of dependent expressions, their common divisor, reference chains, the core's clock.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_CYCLE_CYCLE_H
#define BENCHI_CYCLE_CYCLE_H

#include "base/base.h"

/*
 * Chains of dependent C expressions, whose times are whole numbers of ticks.
 */

struct benchi_chain_body {
	const char *expression;     /* in C; its name in a recording */
	void (*run)(uint64_t iterations);
	double operations;          /* in one iteration */
	double instructions;        /* of one operation on a 64-bit processor, about */
	int low_ipc;                   /* fit as reference: few instructions per tick, no memory */
};

/* The chains, and how many there are. */
enum { BENCHI_CHAINS_MOST = 17 };
extern const struct benchi_chain_body benchi_chains[];
extern const size_t benchi_chains_count;

/* The instructions of an iteration that saturates the core's front end: independent nops where
 * the compiler has GNU C's asm, eight parallel chains of additions elsewhere.  The name is empty
 * where there is no such code (WebAssembly): then no neighbour on the core is noticed. */
#define BENCHI_SATURATE_INSTRUCTIONS 800.0
void benchi_chain_saturate(uint64_t iterations);
extern const char benchi_chain_saturate_name[];

/* Three parallel chains of "(a + k) ^ m", a hundred steps per iteration: many instructions
 * per tick, and as long as one such chain if the core is wide enough.  They slow down
 * first when another workload shares the core. */
void benchi_chain_wide(uint64_t iterations);
extern const char benchi_chain_wide_like[];  /* the single chain's expression */

/*
 * Times the chains of this machine into a recording.
 */

/* When a recording ends. */
struct benchi_recording_end {
	double time_ns;     /* at the latest, if some rounds of all chains are complete */
	double first_ns;    /* from then on, and from as many rounds, enough is called */
	size_t first_rounds;
	int (*enough)(void *to, bench_recording *recording);    /* NULL: never */
	void *to;
	double window_ns;   /* shorter windows, none of them to warm up; 0: those of the calibration */
};

/* Times rounds of all chains until then.  BENCH_ERR_NO_TICK where the clock does not follow
 * the processor at all (a scripted one). */
bench_status benchi_record_windows(const bench_timing *timing,
                                   const struct benchi_recording_end *end, uint64_t seed,
                                   bench_recording *recording);

/* Times one window of a chain. */
double benchi_chain_time(const bench_timing *timing, void (*run)(uint64_t), uint64_t iterations);

/* The iterations that make its windows long enough; 0 where none do. */
uint64_t benchi_chain_iterations(const bench_timing *timing, void (*run)(uint64_t));

/*
 * The probability of a set of times, given the length of the tick.
 */

/* What a chain's expression shows of its operations. */
enum benchi_chain_kind {
	BENCHI_CHAIN_ANY,
	BENCHI_CHAIN_BITS,
	BENCHI_CHAIN_OTHER,
	BENCHI_CHAIN_KINDS
};

/* A chain's time, in nanoseconds, with its standard error. */
struct benchi_chain_cost {
	double ns, sigma;
	enum benchi_chain_kind kind;
};

/* The kind of an expression's operations: bit operations of integers, if
 * it has one of ^ | & ~ << >> and nothing that multiplies or loads; others, if it
 * has * or [; otherwise any. */
enum benchi_chain_kind benchi_chain_kind_of(const char *expression);

/* A hypothesis: the processor's tick, and the loop's part of an operation. */
struct benchi_guess {
	double tick;        /* ns */
	double overhead;    /* ticks per operation, 0 to OVERHEAD_MOST */
};

/*
 * Finds the tick of which all these times are whole multiples, or rejects it.
 */

enum { BENCHI_CANDIDATES = 4 };

/* A candidate tick. */
struct benchi_candidate {
	double ns, probability;
};

struct benchi_tick {
	double ns;          /* one tick; NaN if there is none */
	double low, high;   /* its 95 % interval, without the drift that the caller knows */
	double overhead;    /* the loop's part of each operation, in ticks */
	double confidence;  /* probability that ns is not off by a factor */
	size_t fits;        /* how many times are whole multiples */
	int shared;         /* common factor of all short counts; 0: none */
	struct benchi_candidate candidate[BENCHI_CANDIDATES];  /* most probable first, */
	size_t candidates;  /* so many; those within 3 % of each other are one */
};

/* samples: n times, their standard errors without any floor, and their chains' kinds;
 *          those whose ns is NaN or 0 are skipped.
 * ticks:   space for n: each time's whole number of ticks, NaN if it does not fit.
 * Returns 1 if there is an answer; 0 if not, tick then being the best candidate (NaN
 * if there is none), which is not to be trusted; -1 when out of memory. */
int benchi_divisor(const struct benchi_chain_cost *samples, size_t n, double *ticks,
                   struct benchi_tick *tick);

/*
 * The content of a recording: windows in the order of measurement, and their chains.
 */

struct benchi_chain {
	char *name;
	size_t windows;           /* of this chain in the recording */
	double ns, ticks;         /* by the latest estimate; NaN before */
};

struct benchi_window {
	size_t chain;             /* index into chains */
	double operations, ns;
};

struct bench_recording {
	struct benchi_chain *chains;
	size_t chain_count, chain_capacity;
	struct benchi_window *windows;
	size_t window_count, window_capacity;
	struct benchi_candidate candidate[BENCHI_CANDIDATES];  /* of the latest estimate */
	size_t candidates;
};

/*
 * From windows to a time for each chain: undisturbed, with its uncertainty.
 */

/* One chain's time for one operation. */
struct benchi_time {
	double ns;         /* undisturbed; NaN without a valid window */
	double sigma;      /* its standard uncertainty, in ns */
	double half[2];    /* the same from every other window: even and odd; NaN if too few */
};

struct benchi_reduced {
	struct benchi_time *times;  /* one a chain, in the recording's order */
	double drift;               /* spread of the common level over the run, relative */
	double step;                /* of the clock, relative to a window, the largest */
	int rounds;                 /* not 0: windows were divided by their block's level */
};

/*
 * The reference chains: their length in ticks is known, and they are timed beside a body.
 */

struct benchi_reference {
	void (*low_ipc)(uint64_t);     /* few instructions per tick; NULL: no reference */
	void (*high_ipc)(uint64_t);     /* as many as the core executes per tick; NULL: none */
	uint64_t low_ipc_iterations;        /* of a window that is long enough */
	uint64_t high_ipc_iterations;
	double low_ipc_ticks;          /* an iteration */
	double high_ipc_ticks;          /* an iteration, undisturbed */
	double fixed_ticks;         /* constant cost of a window; 0 until measured */
	double tick_ns;             /* when the reference was made */
	const char *expression;     /* of the low-IPC chain */
	int fixed_known;            /* fixed_ticks has been measured */
	int width_sure;             /* high_ipc_ticks are certain to be undisturbed */
	struct benchi_reference_chain {
		void (*run)(uint64_t);  /* NULL: there is none */
		const char *expression;
		double ticks;           /* an iteration */
		uint64_t iterations;
	} other;                    /* a different chain, which confirms the low-IPC chain's ticks */
};

/* Sizes a reference for the windows of another clock; low_ipc becomes NULL if that clock does
 * not follow the processor's work. */
void benchi_reference_fit(const bench_timing *timing, struct benchi_reference *reference);

/* The reference for the default clock, found once for the process.  After a failure, later calls
 * search again, for up to 300 ms or a tenth of the process's time since. */
bench_status benchi_reference_default(const bench_timing *timing,
                                      const struct benchi_reference **reference);

/*
 * A reference that a parent process found: adopt and confirm it.
 */

/*
 * The core's clock, and the recording behind it; also for the program mhz.
 */

/* As bench_cpu_clock; *recording is the latest try's, which the caller frees with
 * bench_recording_free, or NULL. */
bench_status benchi_clock_find(const bench_options *options, bench_recording **recording,
                               bench_cpu *cpu);

/*
 * How much of the core was available: the high-IPC reference's rate, and its undisturbed rate.
 */

/* The high-IPC reference's ticks per iteration on an undisturbed core. */
struct benchi_width {
	double ticks;   /* NaN: unknown */
	int sure;       /* 0: another workload may have shared the core */
};

/* The width by n windows, in ticks per iteration: the fastest rate that is not an outlier, certain
 * if the rates agree on a whole number of instructions per tick while the wide chain, measured
 * beside each window, takes 1 of its undisturbed time.  wide: NULL if it was not; sorted: capacity
 * for n. */
struct benchi_width benchi_width_of(const double *ticks, const double *wide, size_t n,
                                    double *sorted);

/* The width that the core may have if this one was seen and is not certain: twice as much, since a
 * neighbour that never waits takes half, as far as cores go. */
double benchi_width_most(double slots);

/* Of two: the faster one, unless it is less certain. */
struct benchi_width benchi_width_better(struct benchi_width a, struct benchi_width b);

/* benchi_chain_wide in windows of so many iterations, 0: not at all, confirms the width; its ticks
 * per iteration on an undisturbed core. */
void benchi_width_confirmed_by(uint64_t iterations, double ticks);

/* Measures the undisturbed width until it is certain, for 6 ms at most now and 200 ms in all. */
void benchi_width_settle(const bench_timing *timing, struct benchi_reference *reference);

/* A share of the core's width that may be missing. */
#define BENCHI_WIDTH_MISSING 0.025

/* Waits until the undisturbed width is available, for most_ns at most; returns the time taken. */
double benchi_width_wait(const bench_timing *timing, const struct benchi_reference *reference,
                         double most_ns);

/* Improves the width that the process knows.  Callable from any thread. */
void benchi_width_learn(struct benchi_width seen);
void benchi_width_apply(struct benchi_reference *reference);

/*
 * Without a calibration: whether another workload shares the core.
 */

/* Does it now?  Takes 30 us.  0 where the clock is not the default one or too coarse. */
int benchi_core_shared(const bench_clock *clock, double step_ns);

/* The answer by n times of three chains at once over one; sorts them. */
int benchi_shared_of(double *ratio, size_t n);

/*
 * The tick of the core's clock, once this process has found it.
 */

/* Nanoseconds; NaN until it is known.  Callable from any thread. */
double benchi_tick_noted(void);
void benchi_tick_note(double tick_ns);

#endif
