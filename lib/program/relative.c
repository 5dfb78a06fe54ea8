/*
 * Compares a case with another one of the same program.
 *
 * Each process gives one ratio of medians, in cycles where both rows have them, so that what
 * the two share in a process cancels.  The interval over processes is that of
 * combine.c.  Code that differs by its layout alone is faster in some starts and
 * slower in others: where the central 95 % of the ratios reach beyond 1 % on both sides, the
 * answer is that range, whatever the median.
 *
 * Where either has rare work the ratio is that of the means over processes, between the ends of
 * their intervals.
 *
 * Wrong about what one link fixes, as alignment within the program: only relinking draws that
 * anew.
 *
 * SPDX-License-Identifier: MIT
 */
#include "program/program.h"

#include <errno.h>

static const double RELATIVE_MARGIN = 0.01;

enum { PROCESSES_LEAST = 3 };

int benchi_parameters_alike(const struct benchi_parameters *a, const struct benchi_parameters *b)
{
	if (a->n != b->n || a->lead != b->lead)
		return 0;
	for (size_t i = 0; i < a->n; i++)
		if (i != a->lead && a->of[i].value != b->of[i].value)
			return 0;
	return 1;
}

/* Is it the case with these words: "sort/alg=a"? */
static bool is_variant(const benchi_result *r, const char *name)
{
	size_t n = strlen(r->benchmark);
	char others[BENCHI_PARAMETERS_TEXT];

	return r->parameters.n > 1 && !strncmp(r->benchmark, name, n)
	       && !strcmp(benchi_parameters_name(&r->parameters, r->parameters.lead, others), name + n);
}

const benchi_result *benchi_relative_baseline(const benchi_report *report, const char *name,
                                              const benchi_result *result)
{
	for (size_t i = 0; i < report->n; i++) {
		const benchi_result *r = &report->result[i];

		if (!strcmp(r->name, name)
		    || (r->threads == result->threads && r->parameter == result->parameter
		        && (is_variant(r, name) || (!strcmp(r->benchmark, name)
		            && benchi_parameters_alike(&r->parameters, &result->parameters)))))
			return r;
	}
	return NULL;
}

bool benchi_relative_known(const benchi_report *report, const char *name)
{
	for (size_t i = 0; i < report->n; i++)
		if (benchi_relative_baseline(report, name, &report->result[i]))
			return true;
	return false;
}

static bench_status medians_add(benchi_set *medians, double x, uint32_t process)
{
	const benchi_mark of = { .run = process, .has_run = true };

	return isfinite(x) ? benchi_set_add(medians, x, &of) : BENCH_OK;
}

/* Adds the median window of each process, the unit of every comparison between starts, in cycles or
 * nanoseconds; runs are the processes.  BENCH_ERR_MEMORY; medians is to be freed in any case. */
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

/* The same of saved values. */
static bench_status saved_medians(const benchi_set *of, benchi_set *medians)
{
	bench_status status = BENCH_OK;

	for (size_t i = 0; i < of->n && status == BENCH_OK; i++)
		status = medians_add(medians, of->x[i], of->run ? of->run[i] : (uint32_t)i);
	benchi_set_medians(medians);
	return status;
}

/* The ratios of processes that both have; ratio: capacity for a->n. */
static size_t divide(const benchi_set *a, const benchi_set *b, double *ratio)
{
	size_t n = 0;

	for (size_t i = 0, k = 0; i < a->n; i++) {
		while (k < b->n && b->run[k] < a->run[i])
			k++;
		if (k < b->n && b->run[k] == a->run[i] && b->x[k] > 0)
			ratio[n++] = a->x[i] / b->x[k];
	}
	return n;
}

static bench_status relative_fill(benchi_result *result, const benchi_set *a, const benchi_set *b)
{
	double *ratio = malloc(2 * (a->n + 1) * sizeof *ratio), *sorted = ratio + a->n + 1;
	struct benchi_median_interval m;
	size_t n;

	if (!ratio)
		return benchi_no_memory("the comparison");
	n = divide(a, b, ratio);
	m = benchi_median_interval_of(ratio, n, 0.95, sorted);
	result->relative = n ? m.centre : 0;
	if (n >= PROCESSES_LEAST && m.low > 0) {
		result->relative_low = m.low;
		result->relative_high = m.high;
		result->starts_low = benchi_quantile(sorted, n, 0.025);
		result->starts_high = benchi_quantile(sorted, n, 0.975);
	}
	free(ratio);
	return BENCH_OK;
}

/* Rare work: means are compared, of all processes. */
static void compare_means(benchi_result *result, const benchi_result *baseline)
{
	const bench_summary *a = &result->summary, *b = &baseline->summary;

	result->relative = a->mean_ns / b->mean_ns;
	if (a->mean_ns_low > 0 && b->mean_ns_low > 0) {
		result->relative_low = a->mean_ns_low / b->mean_ns_high;
		result->relative_high = a->mean_ns_high / b->mean_ns_low;
	}
}

static bench_status relative_compare(benchi_result *result, const benchi_result *baseline)
{
	unsigned warnings = result->summary.warnings | baseline->summary.warnings;
	bool cycles = !isnan(result->summary.cycles) && !isnan(baseline->summary.cycles);
	benchi_set a = { .n = 0 }, b = { .n = 0 };
	bench_status status;

	if (warnings & BENCH_WARN_RARE && result->summary.mean_ns > 0
	    && baseline->summary.mean_ns > 0) {
		compare_means(result, baseline);
		return BENCH_OK;
	}
	status = process_medians(result, cycles, &a);
	if (status == BENCH_OK)
		status = process_medians(baseline, cycles, &b);
	if (status == BENCH_OK)
		status = relative_fill(result, &a, &b);
	benchi_set_free(&a);
	benchi_set_free(&b);
	return status;
}

bench_status benchi_relative_find(benchi_report *report, const char *name)
{
	bench_status status = BENCH_OK;

	for (size_t i = 0; i < report->n && status == BENCH_OK; i++) {
		benchi_result *result = &report->result[i];
		const benchi_result *baseline = benchi_relative_baseline(report, name, result);

		if (baseline && baseline != result && !result->skipped && !baseline->skipped)
			status = relative_compare(result, baseline);
	}
	return status;
}

/* "+0.35 %". */
static char *share(double low, double ratio, double high, char text[BENCHI_SCALED_TEXT])
{
	return benchi_signed_percent(ratio - 1, (high - low) / 2, text);
}

static void print_one(benchi_answers *out, const benchi_result *r, const char *baseline)
{
	char low[BENCHI_SCALED_TEXT], middle[BENCHI_SCALED_TEXT], high[BENCHI_SCALED_TEXT];
	bool layout = r->starts_low < 1 - RELATIVE_MARGIN && r->starts_high > 1 + RELATIVE_MARGIN;
	double from = layout ? r->starts_low : r->relative_low;
	double to = layout ? r->starts_high : r->relative_high;

	share(from, from, to, low);
	share(from, to, to, high);
	share(from, r->relative, to, middle);
	if (!(r->relative_low > 0))
		benchi_answers_put(out, r->name, "inconclusive: %.80s against %.80s: too few processes for "
			"their scatter", r->name, baseline);
	else if (layout)
		benchi_answers_put(out, r->name, "%.80s against %.80s differs by layout: %s to %s from "
			"start to start", r->name, baseline, low, high);
	else if (r->relative_low > 1 - RELATIVE_MARGIN && r->relative_high < 1 + RELATIVE_MARGIN
	         && r->relative_low <= 1 && r->relative_high >= 1)
		benchi_answers_put(out, r->name, "same: %.80s and %.80s within 1 %% (95 %% CI %s "
			"to %s)", r->name, baseline, low, high);
	else if (r->relative_low > 1 || r->relative_high < 1)
		benchi_answers_put(out, r->name, "%.80s is %s %s than %.80s (95 %% CI %s to %s)",
			r->name, middle + 1, r->relative > 1 ? "slower" : "faster", baseline, low, high);
	else
		benchi_answers_put(out, r->name, "inconclusive: %.80s against %.80s: %s to %s (95 %% CI)",
			r->name, baseline, low, high);
}

void benchi_relative_print(benchi_answers *out, const benchi_report *report, const char *name)
{
	benchi_answers_begin(out);
	for (size_t i = 0; i < report->n; i++) {
		const benchi_result *r = &report->result[i];

		if (r->relative > 0)
			print_one(out, r, benchi_relative_baseline(report, name, r)->name);
	}
}

/*
 * Compares this run with a saved one.
 *
 * The units are processes: the median of the windows of each, in cycles where both runs have
 * them, because the core's clock wanders by percents between two runs, else in nanoseconds.
 * The two sets are compared as by bench compare (lib/analysis/analysis.h), with one error
 * probability for all rows together (Holm).
 *
 * Successive processes are correlated while a disturbance lasts, which the tests do not
 * know.  So a difference counts only if it is also larger than the intervals of the two
 * medians together (root of the sum of squares), which allow for that correlation; and larger than
 * what a noisy neighbour on either side may have added.
 *
 * One process on a side is one value, and its layout may explain any difference: such rows are
 * inconclusive.  What the saved file calls its metric depends on its writer, so the first
 * metric with a unit of time is taken.
 */

static const double SAVED_RUN_MARGIN = 0.01, ALPHA = 0.05;

enum { SAVED_RUN_TEXT = 800, LABEL = 100, SAVED = 0, OURS = 1,
	PROCESSES_MOST = 1000 };    /* some 8 s of eight rows */

/* Everything about one row. */
struct pair {
	benchi_set set[2];   /* medians of the processes */
	benchi_side side[2];
	char label[2][LABEL];
	double half[2];      /* of the interval of each side's median */
	double *width;       /* our processes' shares of the core's width, or NULL */
};

/* All rows; single: names of those with one process on a side. */
struct pairs {
	struct pair *pair;
	benchi_comparison *c;
	const char **single;
	size_t n, singles;
};

bench_status benchi_saved_run_read(const char *path, benchi_rows *saved)
{
	const benchi_read_options with_summaries = { .keep_summaries = true };
	FILE *file = fopen(path, "rb");
	bench_status status;

	if (!file)
		return benchi_fail(BENCH_ERR_INPUT, "%.180s: %s", path, strerror(errno));
	status = benchi_read(file, path, &with_summaries, saved);
	fclose(file);
	return status;
}

/* The saved values of that name: cycles, or a time. */
static const benchi_set *saved_run_find(const benchi_rows *saved, const char *name, bool cycles)
{
	for (size_t i = 0; i < saved->sets; i++) {
		const benchi_set *set = &saved->set[i];

		if (!strcmp(set->benchmark, name) && set->n > 0
		    && (cycles ? !strcmp(set->metric, "cycles") : benchi_unit_ns(set->unit) > 0))
			return set;
	}
	return NULL;
}

/* The medians of one side are independent values. */
static void take_side(struct pair *p, int which, const benchi_set *like, const char *label)
{
	benchi_set *set = &p->set[which];

	set->benchmark = like->benchmark;
	set->metric = "";
	set->unit = like->unit;
	set->better = BENCHI_BETTER_LOWER;
	free(set->run);
	set->run = NULL;
	snprintf(p->label[which], LABEL, "%s%.80s", label, like->benchmark);
	p->side[which].set = set;
	p->side[which].label = p->label[which];
	p->side[which].raw.x = set->x;
	p->side[which].raw.n = set->n;
}

/* The widths of both sides, where a neighbour was noticed. */
static bench_status take_widths(struct pair *p, const benchi_result *result,
                                const benchi_rows *saved)
{
	const benchi_metric *ours = benchi_metric_find(result, BENCHI_METRIC_CORE_WIDTH);
	const benchi_set *before = benchi_metric_set(saved, result->name,
		BENCHI_METRIC_CORE_WIDTH);
	const benchi_set *m = &p->set[OURS];

	if (before) {
		p->side[SAVED].width = before->x;
		p->side[SAVED].widths = before->n;
	}
	if (!ours)
		return BENCH_OK;
	p->width = malloc((m->n + 1) * sizeof *p->width);
	if (!p->width)
		return benchi_no_memory("the comparison");
	for (size_t i = 0; i < m->n; i++)
		p->width[i] = benchi_metric_of(ours, m->run[i]);
	p->side[OURS].width = p->width;
	p->side[OURS].widths = m->n;
	return BENCH_OK;
}

/* Fills in the next pair from a result and what was saved of it, in one metric. */
static bench_status saved_run_fill(struct pairs *all, const benchi_result *result,
                                   const benchi_rows *saved, bool cycles)
{
	const benchi_set *before = saved_run_find(saved, result->name, cycles);
	struct pair *p = &all->pair[all->n];
	double unit = cycles ? 1 : benchi_unit_ns(before->unit);
	bench_status status = saved_medians(before, &p->set[SAVED]);

	if (status == BENCH_OK)
		status = process_medians(result, cycles, &p->set[OURS]);
	if (status != BENCH_OK || p->set[SAVED].n < 2 || p->set[OURS].n < 2) {
		if (status == BENCH_OK)
			all->single[all->singles++] = result->name;
		benchi_set_free(&p->set[SAVED]);
		benchi_set_free(&p->set[OURS]);
		memset(p, 0, sizeof *p);
		return status;
	}
	for (size_t i = 0; i < p->set[OURS].n; i++)
		p->set[OURS].x[i] /= unit;
	all->c[all->n].base = &p->side[SAVED];
	all->c[all->n].test = &p->side[OURS];
	all->n++;
	status = take_widths(p, result, saved);
	take_side(p, SAVED, before, "saved ");
	take_side(p, OURS, before, "");
	p->side[SAVED].total = benchi_total_of(saved, before->benchmark);
	p->side[OURS].total = (benchi_totals){ { result->summary.mean_ns, result->summary.mean_ns_low,
		result->summary.mean_ns_high }, result->summary.warnings & BENCH_WARN_RARE };
	for (int side = 0; side < 2 && status == BENCH_OK; side++) {
		struct benchi_median_interval m = { .low = 0 };

		status = benchi_set_median(&p->set[side], 0.95, &m);
		p->half[side] = (m.high - m.low) / 2;
	}
	return status;
}

/* Fills in all pairs. */
static bench_status match(const benchi_report *report, const benchi_rows *saved, struct pairs *all)
{
	bench_status status = BENCH_OK;

	for (size_t i = 0; i < report->n && status == BENCH_OK; i++) {
		const benchi_result *result = &report->result[i];
		bool cycles = !isnan(result->summary.cycles) && saved_run_find(saved, result->name, true);

		if (saved_run_find(saved, result->name, cycles) && result->n > 0)
			status = saved_run_fill(all, result, saved, cycles);
	}
	return status;
}

/* A difference within the intervals of both medians is none, and needs more processes. */
static void allow_for_correlation(const struct pair *p, benchi_finding *finding)
{
	double most = sqrt(p->half[SAVED] * p->half[SAVED] + p->half[OURS] * p->half[OURS]);

	if ((finding->answer == BENCH_LOWER || finding->answer == BENCH_HIGHER)
	    && !finding->by_total && fabs(finding->sure.estimate) <= most) {
		finding->answer = BENCH_UNSURE;
		finding->sure.low = finding->sure.estimate - most;
		finding->sure.high = finding->sure.estimate + most;
		finding->more = benchi_more_runs(&(benchi_outlook){ finding->sure, finding->margin,
			(double)NAN, ALPHA, finding->n, finding->beyond });
	}
}

/* The functions that differ, behind an answer. */
static void print_why(benchi_answers *out, const benchi_report *report, const benchi_rows *saved,
                      const char *name)
{
	benchi_result before;
	char text[BENCHI_WHY_TEXT];

	memset(&before, 0, sizeof before);
	for (size_t i = 0; i < report->n; i++)
		if (!strcmp(report->result[i].name, name)
		    && benchi_count_functions_of(saved, name, &before)
		    && *benchi_count_why(&before, &report->result[i], text)) {
			benchi_answers_put(out, name, "  why: %s", text);
		}
	benchi_result_free(&before);
}

static size_t print_pairs(benchi_answers *out, const struct pairs *all,
                          const benchi_question *question, const benchi_report *report,
                          const benchi_rows *saved)
{
	size_t slower = 0;
	char text[SAVED_RUN_TEXT];

	benchi_answers_begin(out);
	for (size_t i = 0; i < all->n; i++) {
		slower += all->c[i].finding.answer == BENCH_HIGHER;
		benchi_answers_put(out, all->pair[i].set[0].benchmark, "%s",
			benchi_answer_text_answer(&all->c[i], question, text, sizeof text));
		print_why(out, report, saved, all->pair[i].set[0].benchmark);
	}
	for (size_t i = 0; i < all->singles; i++) {
		benchi_answers_put(out, all->single[i], "inconclusive: %.80s: one process on a side, "
			"whose layout may explain any difference", all->single[i]);
		print_why(out, report, saved, all->single[i]);
	}
	return slower;
}

static void free_pairs(struct pairs *all)
{
	for (size_t i = 0; all->pair && i < all->n; i++) {
		for (int side = 0; side < 2; side++) {
			benchi_side_free(&all->pair[i].side[side]);
			benchi_set_free(&all->pair[i].set[side]);
		}
		free(all->pair[i].width);
	}
	free(all->pair);
	free(all->c);
	free(all->single);
}

bench_status benchi_saved_run_compare(benchi_answers *out, const benchi_report *report,
                                      const benchi_rows *saved, const char *path, double margin,
                                      size_t *slower)
{
	struct pairs all = { calloc(report->n + 1, sizeof *all.pair),
		calloc(report->n + 1, sizeof *all.c), calloc(report->n + 1, sizeof *all.single), 0, 0 };
	const benchi_question question = {
		.margin = margin > 0 ? margin : SAVED_RUN_MARGIN, .alpha = ALPHA, .beyond = margin,
		.processes_most = PROCESSES_MOST
	};
	bench_status status = benchi_no_memory("the comparison");

	*slower = 0;
	if (all.pair && all.c && all.single)
		status = match(report, saved, &all);
	if (status == BENCH_OK)
		status = benchi_comparisons_decide(&question, 0, all.c, all.n);
	for (size_t i = 0; i < all.n && status == BENCH_OK; i++) {
		allow_for_correlation(&all.pair[i], &all.c[i].finding);
		benchi_allow_for_neighbour(&all.c[i]);
	}
	if (status == BENCH_OK)
		*slower = print_pairs(out, &all, &question, report, saved);
	if (all.n + all.singles < report->n && status == BENCH_OK) {
		benchi_answers_put(out, "", "note: %zu of %zu results are not in %.200s",
			report->n - all.n - all.singles, report->n, path);
	}
	free_pairs(&all);
	return status;
}
