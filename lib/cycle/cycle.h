/*
 * Chains of dependent expressions, their common divisor, reference chains, the core's clock.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_CYCLE_CYCLE_H
#define BENCHI_CYCLE_CYCLE_H

#include "base/base.h"

/*
 * Chains of dependent C expressions that take a whole number of ticks.
 */

struct benchi_chain_body {
	const char *expression;     /* in C; its name in a recording */
	void (*run)(uint64_t iterations);
	double operations;          /* operations per iteration */
	/* instructions per operation on a 64-bit processor, approximately */
	double instructions;
	int low_ipc;                   /* usable as reference: few instructions per tick, no memory */
};

/* The chains from which the reference is chosen. */
extern const struct benchi_chain_body benchi_chains[];
extern const size_t benchi_chains_count;

/* More chains, which only the search for the clock uses. */
extern const struct benchi_chain_body benchi_chains_more[];
extern const size_t benchi_chains_more_count;

/* Number of instructions in an iteration that saturates the core's front end: independent nops
 * if the compiler has GNU C's asm, otherwise eight parallel chains of additions. The name is
 * empty if there is no such code (WebAssembly). Then a neighbour on the core is not noticed. */
#define BENCHI_SATURATE_INSTRUCTIONS 800.0
void benchi_chain_saturate(uint64_t iterations);
extern const char benchi_chain_saturate_name[];

/* Three parallel chains of "(a + k) ^ m", a hundred steps per iteration: many instructions per
 * tick, and as fast as one such chain if the core is wide enough. These chains are the first to
 * slow down when another workload shares the core. */
void benchi_chain_wide(uint64_t iterations);
extern const char benchi_chain_wide_like[];  /* expression of the single chain */

/*
 * Times the chains of this machine into a recording.
 */

/* When a recording ends. */
struct benchi_recording_end {
	double time_ns;     /* time limit, once some rounds of all chains are complete; calls of enough
	                       are not counted */
	double first_ns;    /* from this time and number of rounds on, enough is called */
	size_t first_rounds;
	/* returns nonzero to end the recording; NULL: never */
	int (*enough)(void *to, bench_recording *recording);
	void *to;
	double window_ns;   /* length of short windows, without warm-up; 0: the length that calibration
	                       found */
	const struct benchi_chain_body *more;   /* chains to time besides benchi_chains */
	size_t more_count;
};

/* Times rounds of the chains until the end. BENCH_ERR_NO_TICK: the clock does not follow the
 * processor at all (a scripted clock). */
bench_status benchi_record_windows(const bench_timing *timing,
                                   const struct benchi_recording_end *end, uint64_t seed,
                                   bench_recording *recording);

/* Returns the time of one window of a chain. */
double benchi_chain_time(const bench_timing *timing, void (*run)(uint64_t), uint64_t iterations);

/* Returns the number of iterations that makes a chain's windows at least enough_ns long; 0 if no
 * number does. */
uint64_t benchi_chain_iterations(const bench_timing *timing, double enough_ns,
                                 void (*run)(uint64_t));

/*
 * Probability of a set of times, given the length of the tick.
 */

/* What a chain's expression says about its operations. */
enum benchi_chain_kind {
	BENCHI_CHAIN_ANY,
	BENCHI_CHAIN_BITS,
	BENCHI_CHAIN_OTHER,
	BENCHI_CHAIN_KINDS
};

/* A chain's time in nanoseconds, with its standard error. */
struct benchi_chain_cost {
	double ns, sigma;
	enum benchi_chain_kind kind;
	int nested;         /* intermediate values have no names: no compiler keeps them in memory */
};

/* Returns the kind of an expression's operations: BITS if the expression has one of ^ | & ~ << >>
 * and nothing that multiplies or loads; OTHER if it has * or [; otherwise ANY. */
enum benchi_chain_kind benchi_chain_kind_of(const char *expression);

/* A hypothesis: the processor's tick, and the loop's share of an operation. */
struct benchi_guess {
	double tick;        /* in ns */
	double overhead;    /* in ticks per operation, 0 to OVERHEAD_MOST */
};

/*
 * Finds the tick of which all times are whole multiples, or rejects it.
 */

enum { BENCHI_CANDIDATES = 4 };

/* A candidate for the tick. */
struct benchi_candidate {
	double ns, probability;
};

struct benchi_tick {
	double ns;          /* length of the tick; NaN if none was found */
	double low, high;   /* 95 % interval, not including drift that the caller knows */
	double overhead;    /* the loop's share of each operation, in ticks */
	double confidence;  /* probability that ns is not off by a factor */
	size_t fits;        /* number of times that are whole multiples */
	int shared;         /* common factor of all short counts; 0: no common factor */
	int powers;         /* 1: all short counts are 1, 2, 4 or 8 */
	/* most probable first; candidates within 3 % of each other are merged */
	struct benchi_candidate candidate[BENCHI_CANDIDATES];
	size_t candidates;
};

/* samples: n times with their standard errors, without any floor, and the kinds of their chains;
 * times that are NaN or 0 are skipped. ticks: receives n numbers, each time's whole number of
 * ticks, or NaN if the time does not fit. Returns 1 if the answer can be trusted; 0 if not: *tick
 * is then the best candidate, or NaN; -1 when out of memory. */
int benchi_divisor(const struct benchi_chain_cost *samples, size_t n, double *ticks,
                   struct benchi_tick *tick);

/*
 * Content of a recording: windows in order of measurement, and their chains.
 */

struct benchi_chain {
	char *name;
	size_t windows;           /* number of this chain's windows in the recording */
	double ns, ticks;         /* time and ticks of the latest estimate; NaN before the first */
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
	struct benchi_candidate candidate[BENCHI_CANDIDATES];  /* candidates of the latest estimate */
	size_t candidates;
};

/*
 * Finds the undisturbed time per chain, with its uncertainty, from windows.
 */

/* A chain's time per operation. */
struct benchi_time {
	double ns;         /* undisturbed; NaN without a valid window */
	double sigma;      /* standard uncertainty, in ns */
	double half[2];    /* the time from even and from odd windows only; NaN if there are too few */
};

struct benchi_reduced {
	struct benchi_time *times;  /* one per chain, in the recording's order */
	double drift;               /* relative spread of the common level over the run */
	double step;                /* largest step of the clock, relative to a window */
	int rounds;                 /* nonzero: windows were divided by their block's level */
};

/*
 * Reference chains: their length in ticks is known, and they are timed next to a body.
 */

struct benchi_reference {
	void (*low_ipc)(uint64_t);      /* few instructions per tick; NULL: no reference */
	void (*high_ipc)(uint64_t);     /* as many instructions per tick as the core executes; NULL: no
	                                   such chain */
	uint64_t low_ipc_iterations;    /* iterations that make a window long enough */
	uint64_t high_ipc_iterations;
	double low_ipc_ticks;           /* per iteration */
	double high_ipc_ticks;          /* per iteration on an undisturbed core */
	double tick_ns;             /* when the reference was made */
	const char *expression;     /* expression of the low-IPC chain */
	int width_sure;             /* high_ipc_ticks is surely the undisturbed value */
	/* ticks per iteration of benchi_chain_wide, which confirms the width, on an undisturbed core;
	 * 0: not used */
	int wide_ticks;
	struct benchi_reference_chain {
		void (*run)(uint64_t);  /* NULL: no such chain */
		const char *expression;
		double ticks;           /* per iteration */
		uint64_t iterations;
	} other;                    /* a different chain that confirms the low-IPC chain's ticks */
};

/* What a window contains besides its iterations: the call, leaving the loop, code fetched again, a
 * clock read with colder caches than in calibration. For the body this cancels if two windows with
 * the same number of iterations are subtracted. A run of n and 2 n iterations of the reference says
 * 7 ticks on a Golden Cove and 12 to 18 on a Zen 4, of 60,000 in a window. To measure them to 5
 * takes 12 ms. */
#define BENCHI_WINDOW_TICKS 12.0

/* Returns the length of a tick, from a window of a chain that takes this many ticks per
 * iteration. */
static inline double benchi_chain_tick_ns(double ns, double iterations, double ticks)
{
	return ns / (iterations * ticks + BENCHI_WINDOW_TICKS);
}

/* Sizes a reference for the windows of another clock. low_ipc becomes NULL if that clock does
 * not follow the processor's work. */
void benchi_reference_fit(const bench_timing *timing, struct benchi_reference *reference);

/* Finds the reference for the default clock, once per process. After a failure, later calls search
 * again, for up to 300 ms or a tenth of the time since the first call. */
bench_status benchi_reference_default(const bench_timing *timing,
                                      const struct benchi_reference **reference);


/*
 * The core's clock, and the recording from which it is found; also for the program mhz.
 */

/* As bench_cpu_clock. *recording: the recording of the latest try, or NULL; the caller frees it
 * with bench_recording_free. */
bench_status benchi_clock_find(const bench_options *options, bench_recording **recording,
                               bench_cpu *cpu);

/*
 * How much of the core was available: the high-IPC reference's rate compared with its undisturbed
 * rate.
 */

/* The high-IPC reference's ticks per iteration on an undisturbed core. */
struct benchi_width {
	double ticks;   /* ticks per iteration; NaN: unknown */
	int sure;       /* 0: another workload may have shared the core */
};

/* Returns the width from n windows, in ticks per iteration: the fastest rate that is not an
 * outlier. It is certain if the rates agree on a whole number of instructions per tick and the wide
 * chain, measured next to each window, keeps its undisturbed time (ratio 1). wide: these ratios, or
 * NULL if not measured; sorted: space for n numbers. */
struct benchi_width benchi_width_of(const double *ticks, const double *wide, size_t n,
                                    double *sorted);

/* Returns the largest width that the core may have if this width was seen and is not certain: twice
 * as much, because a neighbour that never waits takes half, up to the widest known cores. */
double benchi_width_most(double slots);

/* Measures the undisturbed width until it is certain, for at most 6 ms per call and 200 ms in
 * all. */
void benchi_width_settle(const bench_timing *timing, struct benchi_reference *reference);

/* Share of the core's width that may be missing. */
#define BENCHI_WIDTH_MISSING 0.025

/* Waits until the undisturbed width is available, for at most most_ns. Returns the time taken. */
double benchi_width_wait(const bench_timing *timing, const struct benchi_reference *reference,
                         double most_ns);

/* Adds a width to what the process knows (NaN: nothing), and gives the reference (or NULL) the
 * known width: the faster one, unless that is less certain. Thread-safe. */
void benchi_width_learn(struct benchi_width seen, struct benchi_reference *reference);

/*
 * Detects another workload on the core, without a calibration.
 */

/* Returns nonzero if another workload shares the core now. Takes 30 us. 0 if the clock is not
 * the default one or too coarse. */
int benchi_core_shared(const bench_clock *clock, double step_ns);

/* Returns the same from n ratios: the time of three parallel chains over the time of one. Sorts the
 * ratios. */
int benchi_shared_of(double *ratio, size_t n);

/*
 * The tick of the core's clock, after this process has found it.
 */

/* Return and set the tick, in nanoseconds; NaN until known. Thread-safe. */
double benchi_tick_noted(void);
void benchi_tick_note(double tick_ns);

#endif
