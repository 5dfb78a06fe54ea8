/*
 * Finds a remembered choice.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_WISDOM_FIND_H
#define BENCHI_WISDOM_FIND_H

#include "wisdom/wisdom.h"

/* What is known beside the choice. */
struct benchi_wisdom_known {
	size_t runner_up;      /* BENCH_NONE: unknown */
	size_t incumbent;      /* of an entry that answers another question; BENCH_NONE: none */
	bench_pick_end end;    /* how it was chosen */
};

/* bench_wisdom_find, and what else is known. */
size_t benchi_wisdom_find(bench_wisdom *wisdom, const bench_question *question,
                          struct benchi_wisdom_known *known);

/* Fills the table that is known for ranges->low to high; .n may be above .capacity.  Returns how it
 * was found, or BENCH_PICK_END_FAILED: none is known. */
bench_pick_end benchi_wisdom_find_ranges(bench_wisdom *wisdom, const bench_question *question,
                                         bench_ranges *ranges);

#endif
