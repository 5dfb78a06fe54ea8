/*
 * Runs every body once: for sanitizers and for continuous integration, where times mean nothing.
 *
 * On several threads, the calling thread runs one iteration as worker 0.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>

#include "load/case_job.h"
#include "measure/calls.h"
#include "program/dry_run.h"
#include "write/output.h"

static void print(const benchi_row *row, const char *what, const char *why)
{
	benchi_put_line(stdout, row->name);
	fputs(what, stdout);
	benchi_put_line(stdout, why);
	putchar('\n');
}

static int run(const benchi_row *row)
{
	const struct benchi_worker_context place = { row->parameter, 0, row->threads,
		&row->parameters };
	const char *skipped;
	bench_status status = benchi_case_begin(row->c, &place, &skipped);

	if (status != BENCH_OK) {
		print(row, ": ", bench_detail());
		return BENCHI_EXIT_WRONG;
	}
	if (skipped) {
		print(row, ": skipped: ", skipped);
		return BENCHI_EXIT_FINE;
	}
	if (row->c->prepare)
		row->c->prepare(1, row->c->arg);
	benchi_case_run(1, row->c);
	benchi_case_end(row->c, &place);
	print(row, ": ran", "");
	return BENCHI_EXIT_FINE;
}

int benchi_dry_run(const benchi_table *rows)
{
	int status = BENCHI_EXIT_FINE;

	for (size_t i = 0; i < rows->n; i++)
		if (run(&rows->row[i]) != BENCHI_EXIT_FINE)
			status = BENCHI_EXIT_WRONG;
	return status;
}
