/*
 * Is the answer known?  Otherwise it is found, and then it is.
 *
 * What was right once may be wrong today: a virtual machine can have lost an instruction
 * without changing its name.  So a known choice has to pass its check again before it is
 * believed.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <string.h>

#include "base/detail.h"
#include "wisdom/wisdom.h"
#include "measure/case.h"
#include "measure/thread.h"

/* A choice of which nothing is known. */
static bench_choice no_choice(bench_status status)
{
	bench_choice choice;

	memset(&choice, 0, sizeof choice);
	choice.index = choice.runner_up = choice.first_wrong = BENCH_NONE;
	choice.first_crashed = choice.first_untried = BENCH_NONE;
	choice.lead = choice.lead_low = choice.lead_high = choice.ns = choice.cycles = NAN;
	choice.elapsed_ns = NAN;
	choice.status = status;
	return choice;
}

/* Does the case still do its work here? */
static int passes(const bench_case *c)
{
	struct benchi_worker_context before = benchi_thread_self()->place, start = { 0, 0, 0 };
	int right = 1, runs;

	if (!c->verify)
		return 1;
	benchi_case_enter(&start);
	if (c->setup)
		c->setup(c->arg);
	runs = !benchi_case_skipped();
	if (runs) {
		right = c->verify(c->arg) != 0 && !benchi_case_skipped();
		if (c->teardown)
			c->teardown(c->arg);
	}
	benchi_case_enter(&before);
	return runs && right;
}

/* A guess is none for ever: the next start picks again. */
static int worth_keeping(const bench_question *question, const bench_choice *choice)
{
	return choice->end == BENCH_PICK_END_SURE || (question->keep_likely && choice->untried == 0);
}

bench_status bench_wisdom_pick(bench_wisdom *wisdom, const bench_question *question,
                               bench_choice *choice)
{
	struct benchi_wisdom_entry entry;
	bench_pick_end end;
	bench_status status;
	size_t known;

	if (!choice)
		return benchi_fail(BENCH_ERR_ARGUMENT, "choice is NULL");
	status = benchi_wisdom_ask(question, BENCH_NONE, "", &entry);
	*choice = no_choice(status);
	if (status != BENCH_OK)
		return status;
	known = benchi_wisdom_find(wisdom, question, &end);
	if (known != BENCH_NONE && passes(&question->candidates[known])) {
		choice->index = known;
		choice->candidates = question->n;
		choice->end = BENCH_PICK_END_REMEMBERED;
		choice->chosen = end;
		choice->elapsed_ns = 0;
		return BENCH_OK;
	}
	status = bench_pick(question->candidates, question->n, question->options, choice);
	if (wisdom && status == BENCH_OK && worth_keeping(question, choice))
		(void)benchi_wisdom_remember(wisdom, question, choice->index, choice->end);
	else if (wisdom && known != BENCH_NONE)
		(void)bench_wisdom_forget(wisdom, question->key);
	return status;
}
