/*
 * Options shared by several verbs: limits and expectations of values, margin, confidence.
 *
 * SPDX-License-Identifier: MIT
 */
#include "tools/tools.h"

static int take_any_bound(benchi_command_line *line, const benchi_setting *row, const char *value,
                          const char *const *metrics)
{
	bounds *b = benchi_line_member(line, row);
	const bool limit = *row->word == 'l';
	size_t *n = limit ? &b->limits : &b->expects;

	if (*n == BOUNDS_MOST)
		return benchi_line_complain(line, "--%s: at most %d", row->word, BOUNDS_MOST);
	return benchi_bound_read(value, metrics, (limit ? b->limit : b->expected) + (*n)++) == BENCH_OK
	           ? 0 : benchi_line_complain(line, "--%s: %s", row->word, bench_detail());
}

int take_bound(benchi_command_line *line, const benchi_setting *row, const char *value)
{
	return take_any_bound(line, row, value, NULL);
}

int take_ramp_bound(benchi_command_line *line, const benchi_setting *row, const char *value)
{
	return take_any_bound(line, row, value, benchi_ramp_metrics);
}

static bool is_about(const benchi_bound *bound, const benchi_set *set)
{
	return set->n && !strcmp(bound->metric, *set->metric ? set->metric : "value")
	       && (!*bound->pattern || benchi_glob(bound->pattern, set->benchmark));
}

int bounds_judge(const bounds *b, const char *verb_name, const benchi_rows *rows, size_t files,
                 FILE *out)
{
	bool beyond = false;

	for (size_t k = 0; k < b->limits + b->expects; k++) {
		const benchi_bound *bound = k < b->limits ? &b->limit[k] : &b->expected[k - b->limits];
		bool known = false;

		for (size_t f = 0; f < files && !known; f++)
			for (size_t i = 0; i < rows[f].sets && !known; i++)
				known = is_about(bound, &rows[f].set[i]);
		if (!known)
			return complain(verb_name, "--%s '%s': no values of metric '%s'%s%s",
			                k < b->limits ? "limit" : "expect", bound->text, bound->metric,
			                *bound->pattern ? " in case " : "", bound->pattern);
	}
	for (size_t f = 0; f < files; f++)
		for (size_t k = 0; k < b->expects + b->limits; k++)
			for (size_t i = 0; i < rows[f].sets; i++) {
				const bool limit = k >= b->expects;
				const benchi_bound *bound = limit ? &b->limit[k - b->expects] : &b->expected[k];
				const benchi_set *set = &rows[f].set[i];
				char value[FIGURE_TEXT], low[FIGURE_TEXT], high[FIGURE_TEXT];
				struct benchi_median_interval m;
				figure_form form;
				int side;

				if (!is_about(bound, set))
					continue;
				if (benchi_set_median(set, 0.95, &m) != BENCH_OK)
					return complain(verb_name, "out of memory for the limits");
				side = benchi_bound_side(bound, m.low, m.high);
				beyond = beyond || (limit && side);
				if (limit && !side)
					continue;
				form = figures_of(set->unit, m.centre, m.high - m.low, NULL);
				benchi_put_sentence(out, "%s: %.100s%s%.150s: median %s (%.4g %% CI %s to %s)",
					limit ? "impossible" : benchi_bound_answer(side), set->benchmark,
					*set->benchmark ? ", " : "", bound->text, figure(&form, m.centre, value),
					100 * m.confidence, figure(&form, m.low, low), figure(&form, m.high, high));
			}
	return beyond ? EXIT_WORSE : 0;
}

int take_margin(benchi_command_line *line, const benchi_setting *row, const char *value)
{
	benchi_question *question = benchi_line_member(line, row);

	if (!benchi_share_read(value, &question->margin)
	    || (row->most > 0 && question->margin > row->most))
		return benchi_line_bad(line, row, value, row->most > 0 ? "a share such as 1%, at most 50%"
		                       : "a share such as 1%");
	question->beyond = question->margin;
	return 0;
}

int take_confidence(benchi_command_line *line, const benchi_setting *row, const char *value)
{
	benchi_question *question = benchi_line_member(line, row);
	double share;

	if (!benchi_share_read(value, &share) || share < .5 || share > 1 - 1e-9)
		return benchi_line_bad(line, row, value, "50% to below 100%");
	question->alpha = 1 - share;
	return 0;
}
