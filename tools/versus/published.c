/*
 * What does one fresh process find of a program that uses BENCH, without bench_main?
 *
 * The program appends its results to the file that BENCH_RESULTS names, as for `bench run`.  A
 * case is a result's text without its line number, which another version of the source moves;
 * the second of the same text in a process is "#2".
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "measure/publish.h"
#include "program/glob.h"
#include "tools/run/run.h"
#include "tools/scratch.h"
#include "tools/verbs.h"
#include "tools/versus/versus.h"

enum { NAME = BENCHI_RESULT_TEXT + 48 };

/* Runs argv with BENCH_RESULTS set; what it published is in results, to be freed. */
static int publish(versus *v, char *const *argv, bool silent, run_results *results,
                   versus_output *o)
{
	FILE *file;
	size_t n;
	int status;

	memset(results, 0, sizeof *results);
	memset(o, 0, sizeof *o);
	v->results = v->results ? v->results : scratch_make(VERSUS, false);
	if (!v->results || truncate(v->results, 0))
		return EXIT_MISUSE;
	(void)setenv(BENCHI_RESULTS, v->results, 1);
	status = versus_start(argv, silent, o);
	(void)unsetenv(BENCHI_RESULTS);
	file = fopen(v->results, "r");
	n = file ? run_gather(file, 0, results) : 0;
	if (file)
		fclose(file);
	return n == SIZE_MAX ? complain(VERSUS, "out of memory") : status;
}

int versus_probe(versus *v, int side)
{
	char list[] = "--list", *argv[] = { v->side[side].path[0], list, NULL };
	run_results results;
	versus_output o;
	int status;

	if (v->probed[side])
		return 0;
	v->probed[side] = true;
	v->published[side] = v->arguments != NULL;
	if (v->arguments)
		return 0;
	status = publish(v, argv, true, &results, &o);
	v->published[side] = status || results.report.n || !o.size;
	run_free(&results);
	free(o.text);
	return v->results ? 0 : EXIT_MISUSE;
}

/* "a.c:12 f(x)" without ":12". */
static void without_line(const char *name, char *to)
{
	const char *colon = strchr(name, ':'), *blank = strchr(name, ' ');

	if (colon && blank && colon < blank && colon + 1 + strspn(colon + 1, "0123456789") == blank)
		sprintf(to, "%.*s%s", (int)(colon - name), name, blank);
	else
		strcpy(to, name);
}

/* The case of a result that has had no run in this process. */
static versus_case *case_of(versus *v, int side, const char *name, const size_t *had, size_t cases)
{
	char numbered[NAME + 24];

	strcpy(numbered, name);
	for (unsigned k = 2;; k++) {
		versus_case *c = versus_case_of(v, numbered);
		size_t i = c ? (size_t)(c - v->c) : 0;

		if (!c || i >= cases || c->n[side] == had[i])
			return c;
		sprintf(numbered, "%s #%u", name, k);
	}
}

static int keep(versus *v, int side, size_t build, const run_results *results)
{
	size_t cases = v->cases, *had = calloc(cases + results->report.n + 1, sizeof *had);
	int status = 0;

	if (!had)
		return complain(VERSUS, "out of memory");
	for (size_t i = 0; i < cases; i++)
		had[i] = v->c[i].n[side];
	for (size_t i = 0; i < results->report.n && !status; i++) {
		const benchi_result *r = &results->report.result[i];
		const bench_summary *s = &results->part[i][0].summary;
		const one_run found = { build, r->reading[0].ns, r->reading[0].cycles,
			s->warnings & BENCH_WARN_NEIGHBOUR, s->mean_ns > 0 ? s->mean_ns / s->ns : 0 };
		char name[NAME];
		versus_case *c;

		without_line(r->name, name);
		if (!(found.ns > 0) || (v->settings.filter && !benchi_glob(v->settings.filter, name)))
			continue;
		c = case_of(v, side, name, had, cases + results->report.n);
		if (!c || !versus_add(c, side, &found))
			status = complain(VERSUS, "out of memory");
		else
			c->rare += (s->warnings & BENCH_WARN_RARE) != 0;
	}
	free(had);
	return status;
}

int versus_run_published(versus *v, int side, size_t build)
{
	char *alone[] = { NULL, NULL };
	char **argv = v->arguments ? v->arguments : alone;
	run_results results;
	versus_output o;
	int status;

	argv[0] = v->side[side].path[build];
	status = publish(v, argv, false, &results, &o);
	if (!status && !results.report.n)
		status = complain(VERSUS,
			"%s neither lists cases (bench_main) nor publishes results (BENCH)", argv[0]);
	if (!status)
		status = keep(v, side, build, &results);
	run_free(&results);
	free(o.text);
	return status;
}
