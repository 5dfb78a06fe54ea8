/*
 * Counts the instructions and events of one iteration of a row.
 *
 * Instructions and allocations by single steps (single_step.c), which are the same in every run;
 * the kernel's events, and the processor's where it shows them, from one more child that runs
 * about 10 ms of iterations.  Where an iteration is longer than the limit of single steps, its
 * instructions are those of the processor's counter, if there is one.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/detail.h"
#include "base/number.h"
#include "host/counters.h"
#include "measure/calls.h"
#include "measure/case.h"
#include "program/count.h"
#include "program/interrupt.h"
#include "program/single_step.h"

#if defined HAVE_FORK && defined HAVE_UNISTD_H
#include <errno.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

#define EVENTS_NS 10e6

static void set(benchi_result *result, benchi_count which, double x)
{
	if (!isfinite(x))
		return;
	result->count[which] = x;
	result->counted |= 1u << which;
}

/* Within a child: not 0 if the case does not run. */
static int enter(void *to)
{
	const benchi_row *row = to;
	const struct benchi_worker_context place = { row->parameter, 0, 0, &row->parameters };

	benchi_case_enter(&place);
	if (row->c->setup)
		row->c->setup(row->c->arg);
	return benchi_case_skipped() != NULL;
}

static void prepare(uint64_t n, void *to)
{
	const benchi_row *row = to;

	if (row->c->prepare)
		row->c->prepare(n, row->c->arg);
}

static void run_body(uint64_t n, void *to)
{
	const benchi_row *row = to;

	benchi_case_run(n, row->c);
}

void benchi_count_steps(const benchi_row *row, uint64_t limit, benchi_result *result)
{
	benchi_row copy = *row;
	const benchi_step_target target = { enter, prepare, run_body, &copy, benchi_interrupt_came };
	benchi_steps steps;

	if (row->threads > 1) {
		strcpy(result->uncounted, "several threads");
		return;
	}
	if (benchi_single_step(&target, limit, &steps) != BENCH_OK) {
		strncat(result->uncounted, bench_detail(), sizeof result->uncounted - 1);
		return;
	}
	set(result, BENCHI_COUNT_INSTRUCTIONS, steps.instructions);
	set(result, BENCHI_COUNT_ALLOCATIONS, steps.allocations);
	set(result, BENCHI_COUNT_ALLOCATED_BYTES, steps.bytes);
}

#if defined HAVE_FORK && defined HAVE_UNISTD_H

static void be_child(const benchi_row *row, uint64_t n, int to)
{
	benchi_row copy = *row;
	double value[BENCHI_EVENTS];

	if (enter(&copy))
		_exit(0);
	prepare(n, &copy);
	run_body(n, &copy);
	prepare(n, &copy);
	benchi_events_of(run_body, n, &copy, value);
	_exit(write(to, value, sizeof value) != (ssize_t)sizeof value);
}

/* The events of n iterations.  False: none came. */
static bool read_events(const benchi_row *row, uint64_t n, double *value)
{
	int end[2], ended;
	bool got = false;
	pid_t child;

	if (pipe(end))
		return false;
	child = fork();
	if (child == 0)
		be_child(row, n, end[1]);
	close(end[1]);
	if (child > 0) {
		got = read(end[0], value, BENCHI_EVENTS * sizeof *value)
		      == (ssize_t)(BENCHI_EVENTS * sizeof *value);
		while (waitpid(child, &ended, 0) < 0 && errno == EINTR)
			continue;
	}
	close(end[0]);
	return got;
}

#else

static bool read_events(const benchi_row *row, uint64_t n, double *value)
{
	(void)row;
	(void)n;
	(void)value;
	return false;
}

#endif

void benchi_count_events(const benchi_row *row, benchi_result *result)
{
	static const benchi_count which[BENCHI_EVENTS] = { BENCHI_COUNT_HARDWARE_CYCLES,
		BENCHI_COUNT_INSTRUCTIONS, BENCHI_COUNT_BRANCHES, BENCHI_COUNT_BRANCH_MISSES,
		BENCHI_COUNT_CACHE_MISSES, BENCHI_COUNT_PAGE_FAULTS, BENCHI_COUNT_CONTEXT_SWITCHES,
		BENCHI_COUNT_MIGRATIONS };
	double value[BENCHI_EVENTS], parts = result->parts > 1 ? result->parts : 1;
	double ns = fmax(result->summary.ns_raw * parts, 0.1);     /* without overhead it may be 0 */
	uint64_t n = isfinite(ns) ? (uint64_t)fmax(EVENTS_NS / ns, 1) : 1;

	if (row->threads > 1 || !read_events(row, n, value))
		return;
	for (size_t i = 0; i < BENCHI_EVENTS; i++)
		if (!(result->counted >> which[i] & 1))
			set(result, which[i], value[i] / (double)n);
}

void benchi_count_all(const benchi_table *rows, uint64_t limit, benchi_report *report)
{
	for (size_t i = 0; i < rows->n && !benchi_interrupt_came(); i++) {
		benchi_result *result = &report->result[i];

		if (limit)
			benchi_count_steps(&rows->row[i], limit, result);
		else if (!result->skipped && result->n)
			benchi_count_events(&rows->row[i], result);
	}
}

static const char *cell(const benchi_result *result, size_t i, char *text)
{
	bool whole = i <= BENCHI_COUNT_ALLOCATED_BYTES && !*result->uncounted;

	if (!(result->counted >> i & 1))
		return "";
	if (whole)
		sprintf(text, "%.15g", result->count[i]);
	else
		benchi_number_digits(result->count[i], 3, text);
	return text;
}

static void put_line(FILE *out, const benchi_result *result, int name, unsigned columns)
{
	char text[BENCHI_NUMBER_TEXT];

	fprintf(out, "%-*s", name, result ? result->name : "count");
	for (size_t i = 0; i < BENCHI_COUNTS; i++)
		if (columns >> i & 1)
			fprintf(out, "  %*s", (int)strlen(benchi_count_name(i)),
				result ? cell(result, i, text) : benchi_count_name(i));
	putc('\n', out);
}

/* The counts that some row has; *name: the width of the longest name. */
static unsigned columns_of(const benchi_report *report, int *name)
{
	unsigned columns = 0;

	for (size_t i = 0; i < report->n; i++) {
		const benchi_result *r = &report->result[i];

		for (size_t k = 0; k < BENCHI_COUNTS; k++)
			if (r->counted >> k & 1 && (r->count[k] > 0 || k == BENCHI_COUNT_INSTRUCTIONS))
				columns |= 1u << k;
		*name = strlen(r->name) > (size_t)*name ? (int)strlen(r->name) : *name;
	}
	return columns;
}

bench_status benchi_count_print(FILE *out, const benchi_report *report)
{
	int name = 5;
	unsigned columns = columns_of(report, &name);

	if (columns) {
		putc('\n', out);
		put_line(out, NULL, name, columns);
	}
	for (size_t i = 0; i < report->n && columns; i++)
		if (report->result[i].counted)
			put_line(out, &report->result[i], name, columns);
	for (size_t i = 0; i < report->n; i++)
		if (*report->result[i].uncounted)
			fprintf(out, "%s: no exact count: %s\n", report->result[i].name,
				report->result[i].uncounted);
	return BENCH_OK;
}
