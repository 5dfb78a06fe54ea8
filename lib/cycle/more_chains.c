/*
 * The other chains of the paper (Staelin and McVoy 1998, section 5).
 *
 * The clock is found with these too. A reference does without: in simulated recordings of 67
 * processors, with up to two chains broken, ten chains are certain in 3670 of 4020 cases, and all
 * seventeen in 3783. A program with one BENCH is smaller and ready sooner.
 *
 * SPDX-License-Identifier: MIT
 */
#include "cycle/chain.h"

#ifdef VARIABLES_IN_REGISTERS
STATEMENT(xor_double, word, a ^= a + a;)
STATEMENT(xor_triple, word, a ^= a + a + a;)
STATEMENT(shift_by_itself, word, a >>= a + a;)
STATEMENT(xor_shifted, word, a ^= a << b;)
STATEMENT(xor_sum, word, a ^= a + b;)
STATEMENT(add_masked, word, a += (a + b) & 7;)
STATEMENT(three_steps, word, a ^= (word)n; b ^= a; a |= b;)
#endif

const struct benchi_chain_body benchi_chains_more[] = {
#ifdef VARIABLES_IN_REGISTERS
	{ "a ^= a + a", xor_double, 100, 2, 0 },
	{ "a ^= a + a + a", xor_triple, 100, 2, 0 },
	{ "a >>= a + a", shift_by_itself, 100, 2, 0 },
	{ "a ^= a << b", xor_shifted, 100, 2, 0 },
	{ "a ^= a + b", xor_sum, 100, 2, 0 },
	{ "a += (a + b) & 7", add_masked, 100, 3, 0 },
	{ "a ^= n; b ^= a; a |= b", three_steps, 100, 3, 0 },
#endif
	{ NULL, NULL, 0, 0, 0 }
};

const size_t benchi_chains_more_count = sizeof benchi_chains_more / sizeof *benchi_chains_more - 1;
