/*
 * What does a benchmark program do with its command line?
 *
 * SPDX-License-Identifier: MIT
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "program/interrupt.h"
#include "program/run.h"
#include "program/settings.h"
#include "timing/calibrate.h"
#include "timing/window.h"

/* A program that is run, and what it comes to. */
struct program {
	benchi_settings settings;
	benchi_table rows;
	benchi_report report;
	bench_clock clock;
	uint64_t began;
	size_t done;     /* rows */
	int status;      /* of the exit, so far */
};

static void list(const struct program *p)
{
	for (size_t i = 0; i < p->rows.n; i++)
		puts(p->rows.row[i].name);
}

/* A result for every row, in their order. */
static int make_report(struct program *p)
{
	for (size_t i = 0; i < p->rows.n; i++) {
		benchi_result *result = benchi_report_add(&p->report);

		if (!result)
			return benchi_complain(&p->settings, "out of memory for the results");
		result->name = p->rows.row[i].name;
		p->rows.row[i].name = NULL;
	}
	p->report.program = p->settings.program;
	p->report.seed = p->settings.seed;
	p->report.began = (double)time(NULL);
	return 0;
}

static void row_done(void *to, size_t row, benchi_outcome outcome, benchi_result *result)
{
	struct program *p = to;

	(void)row;
	(void)result;
	p->done++;
	if (outcome == BENCHI_WRONG)
		p->status = BENCHI_EXIT_WRONG;
}

/* What is left of the time, once the clock is known. */
static double time_left(const struct program *p)
{
	const bench_timing *timing;

	if (!(p->settings.time_ns > 0) || benchi_timing_default(&timing) != BENCH_OK)
		return 0;
	return p->settings.time_ns - benchi_elapsed_ns(&p->clock, p->began);
}

static int run(struct program *p)
{
	benchi_pass pass = { .settings = &p->settings, .rows = &p->rows, .seed = p->settings.seed,
		.left_ns = time_left(p), .done = row_done, .to = p };

	benchi_interrupt_watch();
	if (benchi_pass_run(&pass, p->report.result) == SIZE_MAX)
		return benchi_complain(&p->settings, "out of memory for the cases");
	return 0;
}

static void print(const struct program *p)
{
	for (size_t i = 0; i < p->report.n; i++) {
		const benchi_result *r = &p->report.result[i];

		if (r->skipped)
			printf("%-30s skipped: %s\n", r->name, r->skipped);
		else if (r->n > 0)
			printf("%-30s %12.4g ns  +-%.2g %%  %10.4g cycles\n", r->name, r->summary.ns,
				50 * (r->summary.ns_high - r->summary.ns_low) / r->summary.ns, r->summary.cycles);
	}
}

/* Did everything reach standard output? */
static int close_output(const benchi_settings *settings, int status)
{
	errno = 0;
	if (!fflush(stdout) && !ferror(stdout))
		return status;
	return benchi_complain(settings, "output could not be written whole%s%s", errno ? ": " : "",
		errno ? strerror(errno) : "");
}

static int run_and_report(struct program *p)
{
	int status = make_report(p);

	if (!status)
		status = run(p);
	if (status)
		return status;
	if (!p->settings.quiet)
		print(p);
	return benchi_interrupt_came() ? 128 + benchi_interrupt_came() : p->status;
}

int bench_main(int argc, char **argv, const bench_case *cases, size_t n)
{
	struct program p;
	int status;

	memset(&p, 0, sizeof p);
	p.clock = bench_clock_default();
	p.began = p.clock.now_ns ? p.clock.now_ns(p.clock.ctx) : 0;
	status = benchi_settings_read(argc, argv, &p.settings);
	if (!status && p.settings.help)
		benchi_settings_help(&p.settings);
	else if (!status) {
		status = benchi_table_make(&p.settings, cases, n, &p.rows);
		if (!status && p.settings.list)
			list(&p);
		else if (!status)
			status = run_and_report(&p);
	}
	status = close_output(&p.settings, status);
	benchi_report_free(&p.report);
	benchi_table_free(&p.rows);
	return status;
}
