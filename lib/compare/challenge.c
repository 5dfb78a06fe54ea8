/*
 * bench_challenge: replaces the champion only if the challenger is better for sure. The champion is
 * the incumbent of a pick.
 *
 * SPDX-License-Identifier: MIT
 */
#include "compare/compare.h"

static const double CHALLENGE_TIME_NS = 20e6;

bench_status bench_challenge(const bench_case c[2], const bench_pick_options *options,
                             uint64_t deadline_ns, bench_choice *choice)
{
	struct benchi_candidates question = benchi_candidates_of(c, 2, options);
	bench_pick_options own = *question.options;
	bench_clock clock = own.clock.now_ns ? own.clock : bench_clock_default();

	if (!choice)
		return benchi_fail(BENCH_ERR_ARGUMENT, "choice is NULL");
	if (deadline_ns > 0 && clock.now_ns && own.time_ns >= 0) {
		uint64_t now_ns = clock.now_ns(clock.ctx);

		if (now_ns >= deadline_ns) {
			/* No time is left: the champion stays. */
			*choice = benchi_choice_none(BENCH_OK);
			choice->index = 0;
			choice->runner_up = 1;
			choice->kept = 1;
			choice->untried = 2;
			choice->first_untried = 0;
			choice->elapsed_ns = 0;
			choice->end = BENCH_PICK_END_BUDGET;
			return BENCH_OK;
		}
		own.time_ns = fmin(own.time_ns > 0 ? own.time_ns : CHALLENGE_TIME_NS,
			(double)(deadline_ns - now_ns));
	}
	question.options = &own;
	question.incumbent = 1;
	question.punctual = deadline_ns > 0;
	return benchi_candidates_choose(&question, choice);
}
