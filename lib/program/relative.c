/*
 * Compares this run with a saved one, row by row, or each row with the baseline row.
 *
 * The units are processes: the median window of each process, in cycles if both sides have them,
 * because the core's clock drifts by percents between runs; else in nanoseconds. The two series
 * are compared as by bench compare (lib/analysis), with one error probability for all rows (Holm).
 * Rows of one run are compared in pairs, because what two rows of a process share cancels out.
 *
 * Successive processes are correlated while a disturbance lasts, which tests of two runs do not
 * know. Hence the interval of a difference is at least as wide as those of the two medians
 * combined (root of the sum of squares), which allow for correlation. It also includes what a
 * noisy neighbour on either side may have added; in pairs, too, because a neighbour slows code that
 * fills the core more than code that waits.
 *
 * Code that depends on layout is faster in some starts and slower in others. Where the central 95
 * % of the ratios of two rows exceed the margin on both sides, the answer is that range.
 *
 * Wrong about what linking fixes, such as alignment within the program: only relinking varies
 * that.
 *
 * One process on a side is a single value, and its layout could explain any difference: such rows
 * are inconclusive.
 *
 * SPDX-License-Identifier: MIT
 */
#include "program/program.h"

static const struct {
	double margin, alpha;
	int processes_most;     /* largest number to recommend: some 8 s for eight rows */
} relative_policy = { 0.01, 0.05, 1000 };

enum { ANSWER_TEXT = 800, LABEL = 100, BASE = 0, TEST = 1 };

/* A row compared with another one. */
struct pair {
	const benchi_result *row;       /* the row under test */
	benchi_set set[2];       /* process medians of both sides */
	benchi_side side[2];
	char label[2][LABEL];
	double *width[2];        /* our processes' shares of the core's width, or NULL */
	double starts[2];        /* row against baseline: the central 95 % of the ratios, minus 1 */
};

/* All pairs, and the question that they answer. single: rows with only one process on a side. */
struct benchi_relative {
	benchi_question question;
	struct pair *pair;              /* n rows with their baseline */
	benchi_comparison *c;           /* the comparison of each pair */
	const benchi_result **single;   /* rows with too few processes to compare */
	size_t n, singles;
};

static bench_status medians_add(benchi_set *medians, double x, uint32_t process)
{
	const benchi_mark of = { .run = process, .has_run = true };

	return isfinite(x) ? benchi_set_add(medians, x, &of) : BENCH_OK;
}

/* Adds the median window of each process, the unit of every comparison between starts, in
 * cycles or nanoseconds. Runs are processes. BENCH_ERR_MEMORY; the caller frees medians in any
 * case. */
static bench_status process_medians(const benchi_result *result, bool cycles, benchi_set *medians)
{
	bench_status status = BENCH_OK;

	for (size_t i = 0; i < result->n && status == BENCH_OK; i++) {
		const benchi_reading *r = &result->reading[i];

		status = medians_add(medians, cycles ? r->cycles : r->ns, r->process);
	}
	benchi_set_medians(medians);
	return status;
}

static benchi_totals totals_of(const bench_summary *s)
{
	return (benchi_totals){ { s->mean_ns, s->mean_ns_low, s->mean_ns_high },
		s->warnings & BENCH_WARN_RARE };
}

void benchi_relative_free(benchi_relative *all)
{
	for (size_t i = 0; all && all->pair && i < all->n; i++) {
		for (int side = 0; side < 2; side++) {
			benchi_side_free(&all->pair[i].side[side]);
			benchi_set_free(&all->pair[i].set[side]);
			free(all->pair[i].width[side]);
		}
	}
	if (all) {
		free(all->pair);
		free(all->c);
		free(all->single);
	}
	free(all);
}

/* Allocates n pairs. *all: for benchi_relative_free, in any case. */
static bench_status pairs_begin(benchi_relative **all, size_t n, double margin, bool paired)
{
	benchi_relative *a = *all = calloc(1, sizeof *a);

	if (!a)
		return benchi_no_memory("the comparison");
	a->question = (benchi_question){ .margin = margin > 0 ? margin : relative_policy.margin,
		.alpha = relative_policy.alpha, .beyond = margin, .paired = paired,
		.processes_most = relative_policy.processes_most };
	a->pair = calloc(n + 1, sizeof *a->pair);
	a->c = calloc(n + 1, sizeof *a->c);
	a->single = calloc(n + 1, sizeof *a->single);
	return a->pair && a->c && a->single ? BENCH_OK : benchi_no_memory("the comparison");
}

/* Adds the next pair, whose sets and totals are in place. */
static void pairs_add(benchi_relative *all, const benchi_result *row, const char *unit,
                      const char *before, const char *base)
{
	struct pair *p = &all->pair[all->n];
	const char *name = row->row.name;

	if (p->set[BASE].n < 2 || p->set[TEST].n < 2) {
		all->single[all->singles++] = row;
		benchi_set_free(&p->set[BASE]);
		benchi_set_free(&p->set[TEST]);
		memset(p, 0, sizeof *p);
		return;
	}
	p->row = row;
	snprintf(p->label[BASE], LABEL, "%s%.80s", before, base);
	snprintf(p->label[TEST], LABEL, "%.80s", name);
	for (int k = 0; k < 2; k++) {
		benchi_set *set = &p->set[k];

		set->benchmark = name;
		set->metric = "";
		set->unit = unit;
		set->better = BENCHI_BETTER_LOWER;
		free(set->run);     /* medians are independent values */
		set->run = NULL;
		p->side[k].set = set;
		p->side[k].label = p->label[k];
		p->side[k].raw = (bench_numbers){ set->x, set->n };
	}
	all->c[all->n].base = &p->side[BASE];
	all->c[all->n].test = &p->side[TEST];
	all->n++;
}

/* After an answer, prints the functions that differ, or why these are unknown. saved: NULL for rows
 * of one run. */
static void print_why(benchi_answers *out, const benchi_result *row, const benchi_rows *saved)
{
	benchi_result before;
	char text[BENCHI_WHY_TEXT];

	memset(&before, 0, sizeof before);
	if (saved && row->functions && benchi_count_functions_of(saved, row->row.name, &before)) {
		if (!before.functions)
			benchi_answers_put(out, row->row.name, "  why: not known: the saved row has no counts "
				"of functions (save it with --count=functions)");
		else if (*benchi_count_why(&before, row, text))
			benchi_answers_put(out, row->row.name, "  why: %s", text);
	}
	benchi_result_free(&before);
}

void benchi_relative_print(benchi_answers *out, const benchi_relative *all,
                           const benchi_rows *saved, benchi_outcomes *outcomes)
{
	char text[ANSWER_TEXT], low[BENCHI_SCALED_TEXT], high[BENCHI_SCALED_TEXT];

	benchi_answers_begin(out);
	for (size_t i = 0; i < all->n; i++) {
		const struct pair *p = &all->pair[i];
		double half = (p->starts[1] - p->starts[0]) / 2;

		benchi_outcomes_add(outcomes, &all->c[i]);
		if (half > 0)
			benchi_answers_put(out, p->row->row.name, "%s against %s differs by layout: %s to %s "
				"from start to start", p->label[TEST], p->label[BASE],
				benchi_signed_percent(p->starts[0], half, low),
				benchi_signed_percent(p->starts[1], half, high));
		else
			benchi_answers_put(out, p->row->row.name, "%s",
				benchi_answer_text_answer(&all->c[i], &all->question, text, sizeof text));
		print_why(out, p->row, saved);
	}
	for (size_t i = 0; i < all->singles; i++) {
		outcomes->undecided++;
		benchi_answers_put(out, all->single[i]->row.name, "inconclusive: %.80s: only one process "
			"on a side, whose layout may explain any difference; run both with --processes 6 "
			"or more", all->single[i]->row.name);
		print_why(out, all->single[i], saved);
	}
}

/* Copies the width that each process of a row on this side had, if a neighbour was noticed. */
static bench_status take_widths(struct pair *p, int side, const benchi_result *result)
{
	const benchi_metric *metric = benchi_metric_find(result, BENCHI_METRIC_CORE_WIDTH);
	const benchi_set *medians = &p->set[side];
	double *width;

	if (!metric || medians->n < 2)
		return BENCH_OK;
	p->width[side] = width = malloc(medians->n * sizeof *width);
	if (!width)
		return benchi_no_memory("the comparison");
	for (size_t i = 0; i < medians->n; i++)
		width[i] = benchi_metric_of(metric, medians->run[i]);
	p->side[side].width = width;
	p->side[side].widths = medians->n;
	return BENCH_OK;
}

/*
 * Rows against the baseline.
 */

/* Widens the interval of ratios measured next to a neighbour. With the whole core, the ratio of a
 * process would have been between its value times the row's share, and its value divided by the
 * baseline's share. The medians of both say how far the ends may move. scratch: for n numbers. */
static void allow_for_neighbour(const struct pair *p, benchi_comparison *c, double *scratch)
{
	const bench_numbers ratio = { p->set[TEST].x, p->set[TEST].n };
	benchi_finding *f = &c->finding;
	double median, low, high;

	for (size_t i = 0; i < ratio.n; i++)
		scratch[i] = ratio.x[i];
	median = benchi_median_many(scratch, ratio.n);
	for (size_t i = 0; i < ratio.n; i++)
		scratch[i] = ratio.x[i] * benchi_whole_core_share(&p->side[TEST], i);
	low = benchi_median_many(scratch, ratio.n) / median;
	for (size_t i = 0; i < ratio.n; i++)
		scratch[i] = ratio.x[i] / benchi_whole_core_share(&p->side[BASE], i);
	high = benchi_median_many(scratch, ratio.n) / median;
	benchi_interval_widen(&f->sure, (f->location + f->sure.low) * low - f->location,
		(f->location + f->sure.high) * high - f->location);
	f->equal = f->sure;
	if (f->answer != BENCH_UNSURE)
		f->answer = benchi_answer_of(&f->sure, &f->equal, f->margin, f->beyond);
}

/* Allows for a neighbour, or finds a difference that depends on layout, and stores the ratio in the
 * row. BENCH_ERR_MEMORY. */
static bench_status conclude(struct pair *p, benchi_comparison *c, double margin,
                             benchi_result *result)
{
	benchi_finding *f = &c->finding;
	size_t n = p->set[TEST].n;
	double *ratio = malloc((n + 1) * sizeof *ratio), low, high;

	if (!ratio)
		return benchi_no_memory("the comparison");
	if (p->side[BASE].widths || p->side[TEST].widths)
		allow_for_neighbour(p, c, ratio);
	else if (f->method != BENCHI_METHOD_TOTAL) {
		/* if the central 95 % of the ratios exceed the margin on both sides, that range is the
		 * answer */
		memcpy(ratio, p->set[TEST].x, n * sizeof *ratio);
		benchi_sort_many(ratio, n);
		low = benchi_quantile(ratio, n, 0.025) - 1;
		high = benchi_quantile(ratio, n, 0.975) - 1;
		if (low < -margin && high > margin) {
			p->starts[0] = low;
			p->starts[1] = high;
			f->answer = BENCH_UNSURE;
		}
	}
	free(ratio);
	if (isfinite(f->sure.low) && isfinite(f->sure.high)) {
		result->relative = 1 + f->sure.estimate / f->location;
		result->relative_low = fmax(0, 1 + f->sure.low / f->location);
		result->relative_high = 1 + f->sure.high / f->location;
	}
	return BENCH_OK;
}

bench_status benchi_relative_find(benchi_report *report, const char *name, double margin,
                                  benchi_relative **found)
{
	bench_status status = pairs_begin(found, report->n, margin, true);
	benchi_relative *all = *found;

	for (size_t i = 0; i < report->n && status == BENCH_OK; i++) {
		const benchi_result *test = &report->result[i];
		const benchi_result *base = benchi_relative_baseline(report, name, test);
		struct pair *p = &all->pair[all->n];
		benchi_set *a = &p->set[BASE], *b = &p->set[TEST];
		bool cycles;
		size_t n = 0;

		if (!base || base == test || test->skipped || base->skipped)
			continue;
		cycles = !isnan(test->answer.summary.cycles) && !isnan(base->answer.summary.cycles);
		status = process_medians(base, cycles, a);
		if (status == BENCH_OK)
			status = process_medians(test, cycles, b);
		/* ratios of the processes that both rows have, compared with as many ones */
		for (size_t j = 0, k = 0; j < a->n && status == BENCH_OK; j++) {
			while (k < b->n && b->run[k] < a->run[j])
				k++;
			if (k < b->n && b->run[k] == a->run[j] && a->x[j] > 0) {
				b->x[n] = b->x[k] / a->x[j];
				b->run[n] = a->run[n] = a->run[j];
				a->x[n++] = 1;
			}
		}
		a->n = b->n = n;
		if (status == BENCH_OK)
			status = take_widths(p, BASE, base);
		if (status == BENCH_OK)
			status = take_widths(p, TEST, test);
		p->side[BASE].total = totals_of(&base->answer.summary);
		p->side[TEST].total = totals_of(&test->answer.summary);
		pairs_add(all, test, cycles ? "cycles" : "ns", "", base->row.name);
	}
	if (status == BENCH_OK)
		status = benchi_comparisons_decide(&all->question, 0, all->c, all->n);
	for (size_t i = 0; status == BENCH_OK && i < all->n; i++)
		status = conclude(&all->pair[i], &all->c[i], all->question.margin,
			&report->result[all->pair[i].row - report->result]);
	return status;
}

/*
 * This run against a saved one.
 */

/* Widens the interval of a difference between medians to the combined intervals of both medians,
 * which allow for correlated values. A difference within the widened interval is inconclusive, and
 * needs more values. alpha: error probability of the plan. BENCH_ERR_MEMORY. */
static bench_status allow_for_medians(benchi_comparison *c, double alpha)
{
	const benchi_set *const set[] = { c->base->set, c->test->set };
	benchi_finding *f = &c->finding;
	double most = 0;

	if ((f->answer != BENCH_LOWER && f->answer != BENCH_HIGHER) || f->by_total)
		return BENCH_OK;
	for (int side = 0; side < 2; side++) {
		struct benchi_median_interval m = { 0 };

		if (benchi_set_median(set[side], 0.95, &m) != BENCH_OK)
			return BENCH_ERR_MEMORY;
		most = hypot(most, (m.high - m.low) / 2);
	}
	benchi_interval_widen(&f->sure, f->sure.estimate - most, f->sure.estimate + most);
	f->answer = benchi_answer_of(&f->sure, &f->sure, 0, f->beyond);
	if (f->answer == BENCH_UNSURE)
		f->more = benchi_more_runs(&(benchi_outlook){ .sure = f->sure, .margin = f->margin,
			.sd = (double)NAN, .alpha = alpha, .n = f->n, .beyond = f->beyond });
	return BENCH_OK;
}

bench_status benchi_saved_run_compare(benchi_answers *out, const benchi_report *report,
                                      const benchi_rows *saved, const char *path, double margin,
                                      benchi_outcomes *outcomes)
{
	benchi_relative *all;
	bench_status status = pairs_begin(&all, report->n, margin, false);

	for (size_t i = 0; i < report->n && status == BENCH_OK; i++) {
		const benchi_result *result = &report->result[i];
		bool cycles = !isnan(result->answer.summary.cycles)
			&& benchi_metric_set(saved, result->row.name, "cycles");
		const benchi_set *before = benchi_metric_set(saved, result->row.name,
			cycles ? "cycles" : "ns");
		const benchi_set *widths = benchi_metric_set(saved, result->row.name,
			BENCHI_METRIC_CORE_WIDTH);
		struct pair *p = &all->pair[all->n];

		if (!before || result->n == 0)
			continue;
		for (size_t k = 0; k < before->n && status == BENCH_OK; k++)
			status = medians_add(&p->set[BASE], before->x[k], before->run ? before->run[k]
				: (uint32_t)k);
		benchi_set_medians(&p->set[BASE]);
		if (status == BENCH_OK)
			status = process_medians(result, cycles, &p->set[TEST]);
		if (status == BENCH_OK && p->set[BASE].n > 1)
			status = take_widths(p, TEST, result);
		if (widths) {
			p->side[BASE].width = widths->x;
			p->side[BASE].widths = widths->n;
		}
		p->side[BASE].total = benchi_total_of(saved, result->row.name);
		p->side[TEST].total = totals_of(&result->answer.summary);
		pairs_add(all, result, before->unit, "saved ", before->benchmark);
	}
	if (status == BENCH_OK)
		status = benchi_comparisons_decide(&all->question, 0, all->c, all->n);
	for (size_t i = 0; status == BENCH_OK && i < all->n; i++) {
		status = allow_for_medians(&all->c[i], relative_policy.alpha);
		benchi_allow_for_neighbour(&all->c[i]);
	}
	if (status == BENCH_OK)
		benchi_relative_print(out, all, saved, outcomes);
	if (status == BENCH_OK && all->n + all->singles == 0)
		benchi_answers_put(out, "", "not comparable: no result of this run is in %.200s", path);
	else if (status == BENCH_OK && all->n + all->singles < report->n)
		benchi_answers_put(out, "", "note: %zu of %zu results are not in %.200s",
			report->n - all->n - all->singles, report->n, path);
	benchi_relative_free(all);
	return status;
}
