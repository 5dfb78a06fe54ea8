/*
 * Compares this run with a saved one.
 *
 * The units are processes: the median of the windows of each, in cycles where both runs have
 * them, because the core's clock wanders by percents between two runs, else in nanoseconds.
 * The two sets are compared as by bench compare (lib/analysis/comparison.h), with one error
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
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/comparison.h"
#include "analysis/neighbour.h"
#include "base/detail.h"
#include "compare/answer.h"
#include "data/metric.h"
#include "data/read.h"
#include "program/median_interval.h"
#include "program/process_medians.h"
#include "program/saved_run.h"
#include "write/answer_text.h"
#include "write/output.h"

static const double MARGIN = 0.01, ALPHA = 0.05;

enum { COLUMNS = 80, TEXT = 800, LABEL = 100, SAVED = 0, OURS = 1,
	PROCESSES_MOST = 1000 };    /* some 8 s of eight rows */

/* Everything about one row. */
struct pair {
	benchi_process_medians medians[2];
	benchi_set set[2];
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
	FILE *file = fopen(path, "rb");
	bench_status status;

	if (!file)
		return benchi_fail(BENCH_ERR_INPUT, "%.180s: %s", path, strerror(errno));
	status = benchi_read(file, path, NULL, saved);
	fclose(file);
	return status;
}

/* Nanoseconds in a unit; 0 for what is no time. */
static double unit_ns(const char *unit)
{
	return !strcmp(unit, "ns") ? 1 : !strcmp(unit, "us") ? 1e3 : !strcmp(unit, "ms") ? 1e6
	     : !strcmp(unit, "s") ? 1e9 : 0;
}

/* The saved values of that name: cycles, or a time. */
static const benchi_set *find(const benchi_rows *saved, const char *name, bool cycles)
{
	for (size_t i = 0; i < saved->sets; i++) {
		const benchi_set *set = &saved->set[i];

		if (!strcmp(set->benchmark, name) && set->n > 0
		    && (cycles ? !strcmp(set->metric, "cycles") : unit_ns(set->unit) > 0))
			return set;
	}
	return NULL;
}

/* The medians of one side as a set of independent values. */
static void take_side(struct pair *p, int which, const benchi_set *like, const char *label)
{
	benchi_process_medians *m = &p->medians[which];
	benchi_set *set = &p->set[which];

	set->benchmark = like->benchmark;
	set->metric = "";
	set->unit = like->unit;
	set->better = BENCHI_BETTER_LOWER;
	set->x = m->value;
	set->n = m->n;
	snprintf(p->label[which], LABEL, "%s%.80s", label, like->benchmark);
	p->side[which].set = set;
	p->side[which].label = p->label[which];
	p->side[which].raw.x = m->value;
	p->side[which].raw.n = m->n;
}

/* Half the interval of a side's median. */
static bench_status find_half(const benchi_process_medians *m, double *half)
{
	double *scratch = malloc(m->n * sizeof *scratch);
	struct benchi_median_interval e;

	if (!scratch)
		return benchi_fail(BENCH_ERR_MEMORY, "out of memory for the comparison");
	e = benchi_median_interval_of(m->value, m->n, scratch);
	*half = (e.high - e.low) / 2;
	free(scratch);
	return BENCH_OK;
}

/* The widths of both sides, where a neighbour was noticed. */
static bench_status take_widths(struct pair *p, const benchi_result *result,
                                const benchi_rows *saved)
{
	const benchi_metric *ours = benchi_metric_find(result, BENCHI_METRIC_CORE_WIDTH);
	const benchi_set *before = benchi_metric_set(saved, p->set[SAVED].benchmark,
		BENCHI_METRIC_CORE_WIDTH);
	const benchi_process_medians *m = &p->medians[OURS];

	if (before) {
		p->side[SAVED].width = before->x;
		p->side[SAVED].widths = before->n;
	}
	if (!ours)
		return BENCH_OK;
	p->width = malloc((m->n + 1) * sizeof *p->width);
	if (!p->width)
		return benchi_fail(BENCH_ERR_MEMORY, "out of memory for the comparison");
	for (size_t i = 0; i < m->n; i++)
		p->width[i] = benchi_metric_of(ours, m->process[i]);
	p->side[OURS].width = p->width;
	p->side[OURS].widths = m->n;
	return BENCH_OK;
}

/* Our times in the saved one's unit. */
static void convert(benchi_process_medians *m, double unit)
{
	for (size_t i = 0; i < m->n && unit > 0; i++)
		m->value[i] /= unit;
}

/* Fills in the next pair from a result and what was saved of it, in one metric. */
static bench_status fill(struct pairs *all, const benchi_result *result, const benchi_rows *saved,
                         bool cycles)
{
	const benchi_set *before = find(saved, result->name, cycles);
	struct pair *p = &all->pair[all->n];
	bench_status status = benchi_process_medians_of_set(before,
		benchi_metric_set(saved, before->benchmark, BENCHI_METRIC_MEAN), &p->medians[SAVED]);

	if (status == BENCH_OK)
		status = benchi_process_medians_of(result, cycles, &p->medians[OURS]);
	if (status != BENCH_OK || p->medians[SAVED].n < 2 || p->medians[OURS].n < 2) {
		if (status == BENCH_OK)
			all->single[all->singles++] = result->name;
		benchi_process_medians_free(&p->medians[SAVED]);
		benchi_process_medians_free(&p->medians[OURS]);
		return status;
	}
	convert(&p->medians[OURS], cycles ? 0 : unit_ns(before->unit));
	take_side(p, SAVED, before, "saved ");
	take_side(p, OURS, before, "");
	all->c[all->n].base = &p->side[SAVED];
	all->c[all->n].test = &p->side[OURS];
	all->n++;
	status = find_half(&p->medians[SAVED], &p->half[SAVED]);
	if (status == BENCH_OK)
		status = find_half(&p->medians[OURS], &p->half[OURS]);
	return status == BENCH_OK ? take_widths(p, result, saved) : status;
}

/* Fills in all pairs. */
static bench_status match(const benchi_report *report, const benchi_rows *saved, struct pairs *all)
{
	bench_status status = BENCH_OK;

	for (size_t i = 0; i < report->n && status == BENCH_OK; i++) {
		const benchi_result *result = &report->result[i];
		bool cycles = !isnan(result->summary.cycles) && find(saved, result->name, true);

		if (find(saved, result->name, cycles) && result->n > 0)
			status = fill(all, result, saved, cycles);
	}
	return status;
}

/* A difference within the intervals of both medians is none, and needs more processes. */
static void allow_for_correlation(const struct pair *p, benchi_finding *finding)
{
	double most = sqrt(p->half[SAVED] * p->half[SAVED] + p->half[OURS] * p->half[OURS]);

	if ((finding->answer == BENCH_LOWER || finding->answer == BENCH_HIGHER)
	    && fabs(finding->sure.estimate) <= most) {
		finding->answer = BENCH_UNSURE;
		finding->sure.low = finding->sure.estimate - most;
		finding->sure.high = finding->sure.estimate + most;
		finding->more = benchi_more_runs(&(benchi_outlook){ finding->sure, finding->margin,
			(double)NAN, ALPHA, finding->n, finding->beyond });
	}
}

/* What would decide the rows that are inconclusive. */
static void advise(FILE *out, const struct pairs *all)
{
	double most = 0;
	size_t unsure = 0, rows = 0;
	char text[TEXT];

	for (size_t i = 0; i < all->n; i++) {
		const benchi_finding *f = &all->c[i].finding;
		double needed = f->more + (double)f->n;

		if (f->answer != BENCH_UNSURE || !isfinite(needed))
			continue;       /* or processes are not what it needs */
		unsure++;
		if (needed <= PROCESSES_MOST) {
			rows++;
			most = fmax(most, needed);
		}
	}
	if (!unsure)
		return;
	if (rows)
		snprintf(text, sizeof text, "advice: --processes %.0f in both runs would decide %zu of %zu "
			"inconclusive rows", 10 * ceil(most / 10), rows, unsure);
	else
		snprintf(text, sizeof text, "advice: %d processes in both runs would not decide what is "
			"inconclusive; bench versus compares builds", PROCESSES_MOST);
	benchi_put_wrapped(out, "", text, COLUMNS);
}

static size_t print(FILE *out, const struct pairs *all, const benchi_question *question)
{
	size_t slower = 0;
	char text[TEXT];

	putc('\n', out);
	for (size_t i = 0; i < all->n; i++) {
		slower += all->c[i].finding.answer == BENCH_HIGHER;
		benchi_put_wrapped(out, "", benchi_answer_text_answer(&all->c[i], question, text,
			sizeof text), COLUMNS);
	}
	for (size_t i = 0; i < all->singles; i++) {
		snprintf(text, sizeof text, "inconclusive: %.80s: one process on a side, whose layout may "
			"explain any difference", all->single[i]);
		benchi_put_wrapped(out, "", text, COLUMNS);
	}
	advise(out, all);
	return slower;
}

static void free_pairs(struct pairs *all)
{
	for (size_t i = 0; all->pair && i < all->n; i++) {
		for (int side = 0; side < 2; side++) {
			benchi_side_free(&all->pair[i].side[side]);
			benchi_process_medians_free(&all->pair[i].medians[side]);
		}
		free(all->pair[i].width);
	}
	free(all->pair);
	free(all->c);
	free(all->single);
}

bench_status benchi_saved_run_compare(FILE *out, const benchi_report *report,
                                      const benchi_rows *saved, const char *path, double margin,
                                      size_t *slower)
{
	struct pairs all = { calloc(report->n + 1, sizeof *all.pair),
		calloc(report->n + 1, sizeof *all.c), calloc(report->n + 1, sizeof *all.single), 0, 0 };
	const benchi_question question = { margin > 0 ? margin : MARGIN, ALPHA, false, false, false,
		margin };
	bench_status status = benchi_fail(BENCH_ERR_MEMORY, "out of memory for the comparison");

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
		*slower = print(out, &all, &question);
	if (all.n + all.singles < report->n && status == BENCH_OK)
		fprintf(out, "note: %zu of %zu results are not in %s\n",
			report->n - all.n - all.singles, report->n, path);
	free_pairs(&all);
	return status;
}
