/*
 * bench_pick: the fastest of several routines.
 *
 * SPDX-License-Identifier: MIT
 */
#include "compare/compare.h"

bench_status bench_pick(const bench_case *c, size_t n, const bench_pick_options *options,
                        bench_choice *choice)
{
	const struct benchi_candidates question = benchi_candidates_of(c, n, options);

	if (!choice)
		return benchi_fail(BENCH_ERR_ARGUMENT, "choice is NULL");
	return benchi_candidates_choose(&question, choice);
}
