/*
 * A simulated core: replaces the library's chains by chains that take whole ticks of a scripted
 * clock.
 *
 * A test that includes this links neither cycle/chains.c nor cycle/more_chains.c. The clock search
 * and the references then run on exact times.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_MADE_CORE_H
#define TESTS_MADE_CORE_H

#include "cycle/cycle.h"
#include "scripted.h"

static struct made_core {
	struct scripted clock;
	double tick_ns;
	double noise;           /* everything takes up to this share longer, at random */
	double fixed_ticks;     /* ticks added to each window */
	double slots;           /* maximum instructions per tick */
	double wide_more;       /* factor on the wide chain's ticks */
	double quiet_ns;        /* from this time on there are twice as many slots */
	double odd_more;        /* factor on the ticks of "d + k" */
	double slow_ns;         /* ticks are 10 % longer until this time */
	int interrupted;        /* every n-th window is much longer; -n: all except every n-th */
	int windows;
	bench_clock real;       /* if set, time passes on this clock (for several threads) */
} made_core;

static inline double made_core_now_ns(void)
{
	return made_core.real.now_ns ? (double)made_core.real.now_ns(made_core.real.ctx)
	                             : made_core.clock.ns;
}

/* A failed reading is an arbitrary number: the wait then ends at once. */
static inline void made_core_wait(double ns)
{
	double began, now;

	if (!made_core.real.now_ns) {
		made_core.clock.ns += ns;
		return;
	}
	began = made_core_now_ns();
	do
		now = made_core_now_ns();
	while (now >= began && now < began + ns);
}

static void made_core_spend(double ticks)
{
	double random = (double)(made_core.clock.random >> 48) / (1 << 16);

	made_core_wait((ticks * (1 + made_core.noise * random) + made_core.fixed_ticks)
		* made_core.tick_ns * (made_core.clock.ns < made_core.slow_ns ? 1.1 : 1));
	made_core.windows++;
	if (made_core.interrupted
	    && (made_core.windows % made_core.interrupted == 0) == (made_core.interrupted > 0))
		made_core_wait(1e5 * made_core.windows);
}

#define MADE_CHAIN(name, operations, ticks) \
	static void name(uint64_t n) \
	{ \
		made_core_spend((double)n * (operations) * (ticks)); \
	}

MADE_CHAIN(made_shift, 100, 1)
MADE_CHAIN(made_sum, 100, 2)
MADE_CHAIN(made_add_xor, 50, 2)
MADE_CHAIN(made_subtract_and, 50, 2)
MADE_CHAIN(made_add_xor_or, 30, 3)
MADE_CHAIN(made_multiply_xor, 50, 4)
MADE_CHAIN(made_multiply_add, 30, 5)
MADE_CHAIN(made_float_add, 100, 3 * made_core.odd_more)
MADE_CHAIN(made_float_multiply, 100, 3)
MADE_CHAIN(made_load, 100, 4)

const struct benchi_chain_body benchi_chains[] = {
	{ "a >>= b", made_shift, 100, 1, 0 },
	{ "a ^= a + b", made_sum, 100, 2, 0 },
	{ "(a + k) ^ m", made_add_xor, 50, 2, 0 },
	{ "(a - k) & m", made_subtract_and, 50, 2, 0 },
	{ "((a + k) ^ m) | j", made_add_xor_or, 30, 3, 0 },
	{ "(a * k) ^ m", made_multiply_xor, 50, 2, 1 },
	{ "((a * k) ^ m) + j", made_multiply_add, 30, 3, 1 },
	{ "d + k", made_float_add, 100, 1, 1 },
	{ "d * k", made_float_multiply, 100, 1, 1 },
	{ "p->next", made_load, 100, 1, 0 },
};
enum { MADE_CHAINS = sizeof benchi_chains / sizeof *benchi_chains };
const size_t benchi_chains_count = MADE_CHAINS;
const struct benchi_chain_body benchi_chains_more[] = { { NULL, NULL, 0, 0, 0 } };
const size_t benchi_chains_more_count = 0;
const char benchi_chain_wide_like[] = "(a + k) ^ m";
const char benchi_chain_saturate_name[] = "nop";

void benchi_chain_saturate(uint64_t n)
{
	int quiet = made_core.quiet_ns > 0 && made_core.clock.ns >= made_core.quiet_ns;

	made_core_spend((double)n * 801.5 / (made_core.slots * (quiet ? 2 : 1)));
}

void benchi_chain_wide(uint64_t n)
{
	made_core_spend((double)n * 200 * made_core.wide_more);
}

/* Makes the simulated core's clock the default clock. */
#define MADE_CORE_CLOCK bench_clock bench_clock_default(void) \
	{ return scripted_as_clock(&made_core.clock); }

/* 3.7 GHz, 12 instructions per tick; the clock has steps of 1 ns, a reading takes 25 ns. */
static inline void made_core_begin(void)
{
	const struct made_core quiet = { .clock = scripted_clock(1, 25), .tick_ns = 0.27,
		.slots = 12, .wide_more = 1, .odd_more = 1 };

	made_core = quiet;
}

#endif
