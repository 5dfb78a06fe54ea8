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
	const char *expression;     /* in C; its name in a recording */
	void (*run)(uint64_t iterations);
	double operations;          /* in one iteration */
	double instructions;        /* of one operation on a 64-bit processor, about */
	int low_ipc;                   /* fit as reference: few instructions per tick, no memory */
};

/* The chains, and how many there are. */
extern const struct benchi_chain_body benchi_chains[];
extern const size_t benchi_chains_count;

/* The instructions of an iteration that saturates the core's front end: independent nops where
 * the compiler has GNU C's asm, eight parallel chains of additions elsewhere. */
#define BENCHI_SATURATE_INSTRUCTIONS 800.0
void benchi_chain_saturate(uint64_t iterations);
extern const char benchi_chain_saturate_name[];

/* Three parallel chains of "(a + k) ^ m", a hundred steps per iteration: many instructions
 * per tick, and as long as one such chain if the core is wide enough.  They slow down
 * first when another workload shares the core. */
void benchi_chain_wide(uint64_t iterations);
extern const char benchi_chain_wide_like[];  /* the single chain's expression */

#endif
