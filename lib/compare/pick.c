/*
 * bench_pick: the fastest of several routines.
 *
 * SPDX-License-Identifier: MIT
 */
#include "compare/compare.h"

bench_status benchi_candidates_choose(const struct benchi_candidates *question,
                                      bench_choice *choice)
{
	struct benchi_override override;
	bench_status status;

	if (BENCHI_SMALL)       /* does not read the environment variable */
		return benchi_candidates_pick(question, choice);
	status = benchi_candidates_check(question);
	*choice = benchi_choice_none(status);
	if (status == BENCH_OK)
		status = choice->status = benchi_override_read(question, &override);
	if (status != BENCH_OK)
		return status;
	status = override.order > BENCHI_ORDER_AGAIN
		? benchi_override_choose(question, &override, choice)
		: benchi_candidates_pick(question, choice);
	benchi_override_log(question, &override, NULL, choice);
	return status;
}

bench_status bench_pick(const bench_case *c, size_t n, const bench_pick_options *options,
                        bench_choice *choice)
{
	const struct benchi_candidates question = benchi_candidates_of(c, n, options);

	return choice ? benchi_candidates_choose(&question, choice)
	     : benchi_fail(BENCH_ERR_ARGUMENT, "choice is NULL");
}
