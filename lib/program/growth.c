/*
 * How the cases with a range grow, and rows that lost their work to the compiler.
 *
 * SPDX-License-Identifier: MIT
 */
#include "program/program.h"

static const struct {
	/* Usual items and bytes per cycle. Wide vectors can do more, so a larger row has lost its
	 * work only if it takes no longer either. */
	double bytes_usual, items_usual;
	double loads;         /* bytes per cycle that no core exceeds */
	/* work is lost if it grows by `work` but the time by less than `longer` */
	double work, longer;
} work_policy = { 32, 8, 128, 4, 1.1 };

/* Returns true for rows of one case that differ only in the leading parameter. */
static bool same_family(const benchi_result *a, const benchi_result *b)
{
	return a->row.has_parameter && b->row.has_parameter
	       && !strcmp(a->row.benchmark, b->row.benchmark) && a->row.threads == b->row.threads
	       && benchi_parameters_alike(a->row.parameters, b->row.parameters);
}

/* Fits the growth of the family that begins with row `first`. False: too few rows, or `first`
 * is not the first of its family. */
static bool fit_family(const benchi_report *report, size_t first, double *scratch, benchi_growth *g)
{
	const benchi_result *of = &report->result[first];
	double *time = scratch + report->n;
	size_t n = 0;

	for (size_t i = 0; of->row.has_parameter && i < report->n; i++) {
		const benchi_result *r = &report->result[i];

		if (!same_family(r, of))
			continue;
		if (i < first)
			return false;
		if (r->skipped || r->impossible)
			continue;
		scratch[n] = (double)r->row.parameter;
		time[n++] = r->answer.summary.ns;
	}
	*g = benchi_growth_fit(scratch, time, n);
	return n > 0 && !(g->order < 0 && isnan(g->off));
}

/* Cycles for one iteration at the given items and bytes per cycle. */
static double cycles_for(const benchi_result *r, double items, double bytes)
{
	return fmax(r->row.items / items, r->row.bytes / bytes);
}

static double usual_cycles(const benchi_result *r)
{
	return cycles_for(r, work_policy.items_usual, work_policy.bytes_usual);
}

/* Names a family's largest row if it is too fast: no core can load that much, or the row takes
 * as long as the smallest one for several times the work. The usual cause is an array that
 * nothing writes, which the compiler takes for a constant. Wrong when an item is a bit, or is
 * never touched. */
static void print_lost_work(FILE *out, const benchi_report *report, size_t first)
{
	const benchi_result *least = &report->result[first], *most = least;

	for (size_t i = 0; least->row.has_parameter && i < report->n; i++) {
		const benchi_result *r = &report->result[i];

		if (!same_family(r, least))
			continue;
		if (i < first)
			return;
		if (!r->skipped && usual_cycles(r) < usual_cycles(least))
			least = r;
		if (!r->skipped && usual_cycles(r) > usual_cycles(most))
			most = r;
	}
	if (usual_cycles(most) >= work_policy.work * usual_cycles(least)
	    && most->answer.summary.ns < work_policy.longer * least->answer.summary.ns
	    && usual_cycles(most) > most->answer.summary.cycles)
		fprintf(out, "\n%s takes no longer than %s, with %.3g times the work: "
			"the compiler may have\nremoved it; bench_keep(3)\n", most->row.name, least->row.name,
			usual_cycles(most) / usual_cycles(least));
	else if (cycles_for(most, work_policy.loads,
		work_policy.loads) > most->answer.summary.cycles)
		fprintf(out, "\n%s does more per cycle than a core can load: the compiler may have\n"
			"removed the work; bench_keep(3)\n", most->row.name);
}

bench_status benchi_growth_print(FILE *out, const benchi_report *report)
{
	double *scratch = malloc((2 * report->n + 1) * sizeof *scratch);
	size_t said = 0;
	char each[BENCHI_NUMBER_TEXT], fixed[BENCHI_NUMBER_TEXT];
	benchi_growth g;

	if (!scratch)
		return benchi_no_memory("how the times grow");
	for (size_t i = 0; i < report->n; i++) {
		if (!fit_family(report, i, scratch, &g) || g.order < 0)
			continue;
		if (!said++)
			putc('\n', out);

		/* what the rows of one growth share: the case, its other parameters, the threads */
		const benchi_result *of = &report->result[i];
		char others[BENCHI_PARAMETERS_TEXT];

		fprintf(out, "%s%s", of->row.benchmark, benchi_parameters_name(of->row.parameters,
			of->row.parameters ? of->row.parameters->lead : 0, others));
		if (of->row.threads > 1)
			fprintf(out, " on %zu threads", of->row.threads);
		fprintf(out, " grows like %s", benchi_growth_name(g.order));
		if (isfinite(g.from))
			fprintf(out, " from %s on", benchi_number_text(g.from, each));
		benchi_number_digits(g.fixed, 3, fixed);
		benchi_number_digits(g.each, 3, each);
		if (g.order == 0)
			fprintf(out, ": %s ns", fixed);
		else
			fprintf(out, ": %s ns + %s ns * %.*s", fixed, each,
				(int)strlen(benchi_growth_name(g.order)) - 3, benchi_growth_name(g.order) + 2);
		fprintf(out, ", %.2g %% off", 100 * g.off);
		if (g.other >= 0)
			fprintf(out, "; %s fits as well", benchi_growth_name(g.other));
		putc('\n', out);
	}
	for (size_t i = 0; i < report->n; i++)
		print_lost_work(out, report, i);
	free(scratch);
	return BENCH_OK;
}
