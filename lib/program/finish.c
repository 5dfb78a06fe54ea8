/*
 * Evaluates finished results: impossible values, growth, context.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/detail.h"
#include "base/number.h"
#include "program/build.h"
#include "program/core_clock.h"
#include "program/finish.h"
#include "program/parameters.h"
#include "analysis/growth.h"
#include "timing/calibrate.h"
#include "write/output.h"

enum { WHY = 300 };

void benchi_finish_prune(benchi_report *report)
{
	size_t kept = 0;

	for (size_t i = 0; i < report->n; i++) {
		if (report->result[i].n > 0 || report->result[i].skipped)
			report->result[kept++] = report->result[i];
		else
			benchi_result_free(&report->result[i]);
	}
	report->n = kept;
}

/* The first limit that the result is over, in words, or NULL. */
static const char *judge(const benchi_bound *limit, size_t limits, const benchi_result *result,
                         double step_ns, char *why)
{
	const char *said = benchi_limit_machine(result, step_ns, why, WHY);

	for (size_t i = 0; i < limits && !said; i++)
		said = benchi_limit_judge(&limit[i], result, why, WHY);
	return said;
}

size_t benchi_finish_judge(const benchi_bound *limit, size_t limits, benchi_report *report)
{
	const bench_timing *timing;
	double step_ns = benchi_timing_default(&timing) == BENCH_OK ? timing->step_ns : 0;
	size_t found = 0;
	bool lost = false;

	for (size_t i = 0; i < report->n; i++) {
		char why[WHY];
		const char *said = judge(limit, limits, &report->result[i], step_ns, why);

		if (!said)
			continue;
		report->result[i].impossible = malloc(strlen(said) + 1);
		if (report->result[i].impossible)
			memcpy(report->result[i].impossible, said, strlen(said) + 1);
		else
			lost = true;
		found++;
	}
	return lost ? SIZE_MAX : found;
}

/* The most processes that any result has. */
static size_t count_processes(const benchi_report *report)
{
	size_t most = 1;

	for (size_t i = 0; i < report->n; i++)
		if (report->result[i].processes > most)
			most = report->result[i].processes;
	return most;
}

bench_status benchi_finish_context(const benchi_report *report, benchi_context *context)
{
	benchi_sources sources;
	benchi_machine machine;
	bench_status status;
	bench_cpu cpu;

	memset(context, 0, sizeof *context);
	if (benchi_core_find(report, &cpu) != BENCH_OK)
		return BENCH_ERR_MEMORY;
	memset(&sources, 0, sizeof sources);
	benchi_machine_find(&machine);
	sources.compiler = benchi_build_stated().compiler;
	sources.flags = benchi_build_stated().flags;
	sources.program = report->program;
	sources.began = report->began;
	sources.seed = report->seed;
	sources.processes = count_processes(report);
	sources.machine = &machine;
	sources.cpu = &cpu;
	if (benchi_timing_default(&sources.timing) != BENCH_OK)
		sources.timing = NULL;
	status = benchi_context_fill(context, &sources);
	if (status != BENCH_OK)
		benchi_context_free(context);
	return status;
}

void benchi_finish_bare(FILE *out, const benchi_report *report)
{
	for (size_t i = 0; i < report->n; i++) {
		const benchi_result *r = &report->result[i];

		benchi_put_line(out, r->name);   /* it comes from outside */
		if (r->skipped)
			fputs(": skipped\n", out);
		else
			fprintf(out, ": %.5g ns\n", r->summary.ns);
	}
}

/* What rows of one growth share: the case, its other parameters, the threads. */
static void print_family(FILE *out, const benchi_result *of)
{
	char others[BENCHI_PARAMETERS_TEXT];

	fprintf(out, "%s%s", of->benchmark, benchi_parameters_name(&of->parameters,
		of->parameters.lead, others));
	if (of->threads > 1)
		fprintf(out, " on %zu threads", of->threads);
}

static void print_growth(FILE *out, const benchi_result *of, const benchi_growth *g)
{
	char each[BENCHI_NUMBER_TEXT], fixed[BENCHI_NUMBER_TEXT];

	print_family(out, of);
	fprintf(out, " grows like %s", benchi_growth_name(g->order));
	benchi_number_digits(g->fixed, 3, fixed);
	benchi_number_digits(g->each, 3, each);
	if (g->order == 0)
		fprintf(out, ": %s ns", fixed);
	else
		fprintf(out, ": %s ns + %s ns * %.*s", fixed, each,
			(int)strlen(benchi_growth_name(g->order)) - 3, benchi_growth_name(g->order) + 2);
	fprintf(out, ", %.2g %% off", 100 * g->off);
	if (g->other >= 0)
		fprintf(out, "; %s fits as well", benchi_growth_name(g->other));
	putc('\n', out);
}

bool benchi_finish_family(const benchi_result *a, const benchi_result *b)
{
	return a->has_parameter && b->has_parameter && a->benchmark == b->benchmark
	       && a->threads == b->threads && benchi_parameters_alike(&a->parameters, &b->parameters);
}

/* The rows of the same case on as many threads as row first, fitted.  False: too few of
 * them, or there was one before. */
static bool fit(const benchi_report *report, size_t first, double *scratch, benchi_growth *g)
{
	const benchi_result *of = &report->result[first];
	double *time = scratch + report->n;
	size_t n = 0;

	for (size_t i = 0; i < report->n; i++) {
		const benchi_result *r = &report->result[i];

		if (!benchi_finish_family(r, of))
			continue;
		if (i < first)
			return false;
		if (r->skipped || r->impossible)
			continue;
		scratch[n] = (double)r->parameter;
		time[n++] = r->summary.ns;
	}
	*g = benchi_growth_fit(scratch, time, n);
	return n > 0 && !(g->order < 0 && isnan(g->off));
}

/* Those that no order fits share a line. */
static void print_none(FILE *out, const benchi_report *report, double *scratch, size_t said)
{
	size_t names = 0;
	benchi_growth g;

	for (size_t i = 0; i < report->n; i++) {
		if (!fit(report, i, scratch, &g) || g.order >= 0)
			continue;
		fputs(names++ ? ", " : said ? "" : "\n", out);
		print_family(out, &report->result[i]);
	}
	if (names)
		fputs(": no order from O(1) to O(n^3) is within 10 %\n", out);
}

bench_status benchi_finish_growth(FILE *out, const benchi_report *report)
{
	double *scratch = malloc((2 * report->n + 1) * sizeof *scratch);
	size_t said = 0;
	benchi_growth g;

	if (!scratch)
		return benchi_fail(BENCH_ERR_MEMORY, "out of memory for how the times grow");
	for (size_t i = 0; i < report->n; i++) {
		if (!fit(report, i, scratch, &g) || g.order < 0)
			continue;
		if (!said++)
			putc('\n', out);
		print_growth(out, &report->result[i], &g);
	}
	print_none(out, report, scratch, said);
	free(scratch);
	return BENCH_OK;
}
