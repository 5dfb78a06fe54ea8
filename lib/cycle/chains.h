/*
 * Chains of dependent C expressions, whose times are whole numbers of ticks.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_CYCLE_CHAINS_H
#define BENCHI_CYCLE_CHAINS_H

#include <stddef.h>
#include <stdint.h>

struct benchi_chain_body {
	const char *expression;     /* as a person reads it; its name in a recording */
	void (*run)(uint64_t iterations);
	double operations;          /* how many of them one iteration executes */
	double instructions;        /* about how many a 64-bit processor needs for one */
	int calm;                   /* keeps time well: few instructions a tick, no memory */
};

/* The chains, and how many there are. */
extern const struct benchi_chain_body benchi_chains[];
extern const size_t benchi_chains_count;

/* So many instructions an iteration that depend on nothing, all that the core's front end takes:
 * nops where the compiler has GNU C's asm, eight chains of additions side by side elsewhere. */
#define BENCHI_SATURATE_INSTRUCTIONS 800.0
void benchi_chain_saturate(uint64_t iterations);
extern const char benchi_chain_saturate_name[];

/* Three chains of "(a + k) ^ m" side by side, a hundred steps an iteration: many instructions
 * a tick, and as long as one such chain where the core is wide enough.  They slow
 * first when somebody shares the core. */
void benchi_chain_wide(uint64_t iterations);
extern const char benchi_chain_wide_like[];  /* the expression that it equals */

#endif
