/*
 * bench_wisdom_pick: uses the remembered choice, or else picks and remembers.
 *
 * A choice that was right once may be wrong today: a virtual machine can lose an instruction set
 * without changing its name. So a remembered choice has to pass its check again. If the question
 * allows time for it, the choice is also compared with its runner-up, because a new kernel,
 * compiler or library may have changed which one is faster.
 *
 * SPDX-License-Identifier: MIT
 */
#include "compare/compare.h"
#include "wisdom/wisdom.h"

/* Returns true if the runner-up has surely become faster than the remembered choice. */
static int stale(const bench_question *question, size_t known, size_t runner_up)
{
	bench_pick_options options = *question->options;
	bench_case pair[2];
	bench_choice choice;

	if (!(question->recheck_ns > 0) || runner_up == BENCH_NONE)
		return 0;
	pair[0] = question->candidates[known];
	pair[1] = question->candidates[runner_up];
	options.time_ns = question->recheck_ns;
	options.variable = NULL;
	options.log = NULL;
	options.report = NULL;
	return bench_challenge(pair, &options, 0, &choice) == BENCH_OK && choice.index == 1;
}

static bench_status know_or_pick(bench_wisdom *wisdom, const bench_question *question,
                                 uint64_t parameter, const struct benchi_override *override,
                                 bench_choice *choice)
{
	struct benchi_wisdom_known before;
	size_t known = benchi_wisdom_find(wisdom, question, &before);

	if (known != BENCH_NONE && override->order != BENCHI_ORDER_AGAIN
	    && benchi_candidate_passes(&question->candidates[known], parameter, NULL)) {
		if (override->order == BENCHI_ORDER_REMEMBERED
		    || !stale(question, known, before.runner_up))
		{
			choice->index = known;
			choice->finalists = question->n;
			choice->end = BENCH_PICK_END_REMEMBERED;
			choice->chosen = before.end;
			choice->elapsed_ns = 0;
			return BENCH_OK;
		}
		before.incumbent = known;
	}
	/* Pick again. A choice made by an older version is the incumbent and keeps its margin. */
	bench_pick_options options = *question->options;
	char digits[BENCHI_DIGITS];
	bench_status status;

	options.variable = NULL;
	options.log = NULL;
	if (!options.incumbent && before.incumbent != BENCH_NONE)
		options.incumbent = benchi_candidate_name(question->candidates, before.incumbent, digits);
	status = bench_pick(question->candidates, question->n, &options, choice);
	/* A guess is not kept: the next start picks again. */
	if (wisdom && status == BENCH_OK && choice->untried == 0
	    && benchi_wisdom_good_enough(question, benchi_wisdom_loss(choice))) {
		uint64_t starts = choice->index == before.agreed ? before.starts : 0;

		starts += (uint64_t)(benchi_wisdom_starts(question->key) || starts == 0);
		(void)benchi_wisdom_remember(wisdom, question, &(struct benchi_wisdom_answer){
			.index = choice->index, .runner_up = choice->runner_up, .end = choice->end,
			.loss = benchi_wisdom_loss(choice), .starts = starts });
	} else if (wisdom && before.end != BENCH_PICK_END_FAILED
	         && bench_wisdom_forget(wisdom, question->key) != BENCH_OK)
		return status; /* forgetting may fail; the choice is still valid */
	return status;
}

bench_status bench_wisdom_pick(bench_wisdom *wisdom, const bench_question *asked,
                               bench_choice *choice)
{
	struct benchi_candidates candidates;
	bench_question own, *question = &own;
	struct benchi_override override;
	struct benchi_wisdom_known known;
	bench_status status;

	if (!choice)
		return benchi_fail(BENCH_ERR_ARGUMENT, "choice is NULL");
	status = benchi_wisdom_check(asked);
	*choice = benchi_choice_none(status);
	if (status != BENCH_OK)
		return status;
	own = *asked;
	candidates = benchi_candidates_of(own.candidates, own.n, own.options);
	own.options = candidates.options;
	status = choice->status = benchi_override_read(&candidates, &override);
	if (status != BENCH_OK)
		return status;
	if (override.order >= BENCHI_ORDER_FIRST
	    || (override.order == BENCHI_ORDER_REMEMBERED
	        && benchi_wisdom_find(wisdom, question, &known) == BENCH_NONE))
		status = benchi_override_choose(&candidates, &override, choice);
	else
		status = know_or_pick(wisdom, question, candidates.parameter, &override, choice);
	benchi_override_log(&candidates, &override, question->key, choice);
	return status;
}
