/*
 * bench_wisdom_tune: uses the remembered combination of parameters, or else tunes and remembers.
 *
 * A combination is stored as its row and values, "137 mr=4/nr=8". The case is identified by its
 * range.
 *
 * SPDX-License-Identifier: MIT
 */

#include "compare/compare.h"
#include "wisdom/wisdom.h"

bench_status bench_wisdom_tune(bench_wisdom *wisdom, const bench_question *question,
                               bench_tuned *tuned)
{
	static const bench_question none;
	bench_question by_range = question ? *question : none;
	bench_case c;
	struct benchi_wisdom_entry found, stale;
	bench_status status;

	if (!tuned)
		return benchi_fail(BENCH_ERR_ARGUMENT, "tuned is NULL");
	benchi_tuned_none(tuned, BENCH_OK);
	if (by_range.candidates && by_range.n == 1) {
		c = *by_range.candidates;
		c.name = c.range ? c.range : "";
		by_range.candidates = &c;
	}
	status = by_range.n == 1 ? benchi_wisdom_check(&by_range)
	       : benchi_fail(BENCH_ERR_ARGUMENT, "expected one case");
	if (status != BENCH_OK)
		return tuned->status = status;
	tuned->choice.chosen = benchi_wisdom_look_up(wisdom, &by_range, 0, &found, &stale) ? found.end
		: BENCH_PICK_END_FAILED;
	if (tuned->choice.chosen != BENCH_PICK_END_FAILED
	    && benchi_tuned_known(&c, found.chosen, tuned)) {
		tuned->choice.index = tuned->row;
		tuned->end = tuned->choice.end = BENCH_PICK_END_REMEMBERED;
		tuned->elapsed_ns = 0;
		return BENCH_OK;
	}
	status = bench_tune(question->candidates, question->options, tuned);
	if (wisdom && status == BENCH_OK && tuned->tried + tuned->unusable >= tuned->rows) {
		char text[BENCHI_WISDOM_CHOSEN];
		struct benchi_sink sink = { text, sizeof text, 0 };
		double loss = benchi_wisdom_loss(&tuned->choice);

		benchi_sink_put(&sink, "%lu %s", (unsigned long)tuned->row, tuned->text);
		if (benchi_wisdom_good_enough(&by_range, loss))
			(void)benchi_wisdom_remember(wisdom, &by_range, &(struct benchi_wisdom_answer){
				.text = text, .end = tuned->choice.end, .loss = loss });
	}
	return status;
}
