/*
 * bench_wisdom_pick_ranges: uses the remembered table, or else makes and remembers one.
 *
 * A table answers for the values that it was made for, and for parts of them. Each routine in it
 * has to pass its check again, at the lowest value of its range.
 *
 * SPDX-License-Identifier: MIT
 */

#include "compare/compare.h"
#include "wisdom/wisdom.h"

bench_status bench_wisdom_pick_ranges(bench_wisdom *wisdom, const bench_question *question,
                                      bench_ranges *ranges)
{
	bench_pick_end end = BENCH_PICK_END_FAILED;
	bench_status status;
	bool works;

	if (!ranges)
		return benchi_fail(BENCH_ERR_ARGUMENT, "ranges is NULL");
	status = benchi_wisdom_check(question);
	if (status != BENCH_OK) {
		ranges->n = ranges->probes = 0;
		ranges->elapsed_ns = ranges->loss = NAN;
		ranges->end = BENCH_PICK_END_FAILED;
		return ranges->status = status;
	}
	if (ranges->range && ranges->low <= ranges->high)
		end = benchi_wisdom_find_ranges(wisdom, question, ranges);
	works = end != BENCH_PICK_END_FAILED && ranges->n <= ranges->capacity;
	for (size_t i = 0; i < ranges->n && works; i++)
		works = benchi_candidate_passes(&question->candidates[ranges->range[i].index],
			ranges->range[i].low, NULL);
	if (works) {
		ranges->probes = 0;
		ranges->elapsed_ns = 0;
		ranges->end = BENCH_PICK_END_REMEMBERED;
		ranges->chosen = end;
		return ranges->status = BENCH_OK;
	}
	status = bench_pick_ranges(question->candidates, question->n, question->options, ranges);
	if (wisdom && status == BENCH_OK
	    && benchi_wisdom_good_enough(question, ranges->loss))
		(void)benchi_wisdom_remember(wisdom, question, &(struct benchi_wisdom_answer){
			.ranges = ranges, .end = ranges->end, .loss = ranges->loss });
	else if (wisdom && end != BENCH_PICK_END_FAILED
	         && bench_wisdom_forget(wisdom, question->key) != BENCH_OK)
		return status;      /* forgetting may fail; the choice is still valid */
	return status;
}
