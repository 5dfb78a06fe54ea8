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

/* Parses a table into ranges->low to high. Returns 0 if the text is malformed, names a routine that
 * is not a candidate, or covers other values. */
static int take_ranges(const bench_question *question, const char *chosen, bench_ranges *ranges)
{
	struct benchi_cursor text = { chosen, chosen + strlen(chosen) };
	uint64_t low, next;

	ranges->n = 0;
	if (!benchi_take_number(&text, 10, &low) || low > ranges->low)
		return 0;
	while (benchi_take(&text, ':')) {
		size_t index = benchi_wisdom_take_name(question, &text);
		int last;

		if (index == BENCH_NONE || !benchi_take(&text, ',')
		    || !benchi_take_number(&text, 10, &next))
			return 0;
		last = *text.at != ':';
		if (next < low || (!last && next == low))
			return 0;

		/* The entry that begins at low, limited to the requested values, is the next range. */
		uint64_t high = last ? next : next - 1;
		static const bench_range none;
		bench_range range = none;

		if (!(high < ranges->low) && !(low > ranges->high)) {
			range.low = low > ranges->low ? low : ranges->low;
			range.high = high < ranges->high ? high : ranges->high;
			range.index = index;
			range.at = range.low;
			range.lead = range.lead_low = range.lead_high = benchi_choice_none(BENCH_OK).lead;
			if (ranges->n++ < ranges->capacity)
				ranges->range[ranges->n - 1] = range;
		}

		low = next;
	}
	return text.at == text.end && ranges->n > 0 && low >= ranges->high;
}

bench_pick_end benchi_wisdom_find_ranges(bench_wisdom *wisdom, const bench_question *question,
                                         bench_ranges *ranges)
{
	struct benchi_wisdom_entry found, stale;

	if (!benchi_wisdom_look_up(wisdom, question, 1, &found, &stale))
		return BENCH_PICK_END_FAILED;
	if (take_ranges(question, found.chosen, ranges)) {
		ranges->loss = (double)found.loss_ppb / 1e9;
		return found.end;
	}
	benchi_fail(BENCH_OK, "'%.80s' was chosen for other values", question->key);
	return BENCH_PICK_END_FAILED;
}

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
