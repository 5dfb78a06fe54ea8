/*
 * Runs one new process of a benchmark program.
 *
 * Its options ask for about 1 ms per case, all in one process, and JSON; the median of each case's
 * windows is kept.  Clock and reference chain are calibrated here once and handed down.
 *
 * SPDX-License-Identifier: MIT
 */
#include "tools/run/run.h"

#include <unistd.h>

#include "tools/versus/versus.h"

/*
 * What does one fresh process find of a program that uses BENCH, without bench_main?
 *
 * The program appends its results to the file that BENCH_RESULTS names, as for `bench run`.  A
 * case is a result's text without its line number, which another version of the source moves;
 * the second of the same text in a process is "#2".
 */

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
	n = file ? run_gather(file, 0, false, results) : 0;
	if (file)
		fclose(file);
	return n == SIZE_MAX ? complain(VERSUS, "out of memory") : status;
}

static int versus_probe(versus *v, int side)
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

static int published_keep(versus *v, int side, size_t build, const run_results *results)
{
	for (size_t i = 0; i < results->report.n; i++) {
		const benchi_result *r = &results->report.result[i];
		const bench_summary *s = &r->summary;
		const one_run found = { build, s->ns, s->cycles, s->warnings & BENCH_WARN_NEIGHBOUR,
			s->mean_ns > 0 ? s->mean_ns / s->ns : 0 };
		versus_case *c;

		if (!(found.ns > 0)
		    || !benchi_filter_keeps(&v->settings.filter, benchi_filter_matches, r->name))
			continue;
		c = versus_case_of(v, r->name);
		if (!c || !versus_add(c, side, &found))
			return complain(VERSUS, "out of memory");
		c->rare += (s->warnings & BENCH_WARN_RARE) != 0;
	}
	return 0;
}

/* child.c: finds out whether a side's program publishes its results; runs one process of such
 * a side.  0, or an exit status after a message. */
static int versus_run_published(versus *v, int side, size_t build)
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
		status = published_keep(v, side, build, &results);
	run_free(&results);
	free(o.text);
	return status;
}

/*
 * Which cases of a process ran beside a noisy neighbour, and which do rare work?
 *
 * Those whose summary has the warning NEIGHBOUR or RARE, in the JSON that bench_main writes.
 */

/* Marks the latest runs of the cases of an array of summaries: objects whose values are numbers,
 * texts and lists, the name first; what lies deeper, such as parameters, is not of the summary. */
static void note_summaries(versus *v, int side, benchi_json *json)
{
	const int depth = json->depth;
	versus_case *c = NULL;
	one_run *run = NULL;
	double ns = 0;
	char key[16] = "";

	while (benchi_json_next(json) == BENCH_OK && json->depth >= depth) {
		bool own = json->depth == depth + 1, text = json->token == BENCHI_JSON_TEXT;

		if (own && json->token == BENCHI_JSON_KEY) {
			snprintf(key, sizeof key, "%.15s", json->text);
		} else if (own && text && !strcmp(key, "name")) {
			c = versus_find_case(v, json->text);
			run = c && c->n[side] ? &c->run[side][c->n[side] - 1] : NULL;
			ns = 0;
		} else if (own && json->token == BENCHI_JSON_NUMBER && !strcmp(key, "ns")) {
			ns = json->number;
		} else if (run && own && json->token == BENCHI_JSON_NUMBER && !strcmp(key, "mean_ns")) {
			run->mean = json->number > 0 && ns > 0 ? json->number / ns : 0;
		} else if (run && text && json->depth == depth + 2 && !strcmp(key, "warnings")) {
			run->disturbed |= !strcmp(json->text, "NEIGHBOUR");
			c->rare += !strcmp(json->text, "RARE");
		}
	}
}

static void versus_note_disturbed(versus *v, int side, const versus_output *o)
{
	FILE *file = fmemopen(o->text, o->size ? o->size : 1, "rb");
	benchi_input in;
	benchi_json json;

	if (!file)
		return;
	if (benchi_input_open(&in, file, VERSUS) == BENCH_OK) {
		benchi_json_open(&json, &in);
		while (benchi_json_next(&json) == BENCH_OK && json.token != BENCHI_JSON_END)
			if (json.token == BENCHI_JSON_KEY && !strcmp(json.text, "summaries")
			    && benchi_json_next(&json) == BENCH_OK) {
				note_summaries(v, side, &json);
				break;
			}
		benchi_json_close(&json);
		benchi_input_close(&in);
	}
	fclose(file);
}

#define CASE_NS 1e6
#define PROCESS_NS 20e6   /* of all cases, at least: a start alone takes as long */

enum { COUNT_PART = 4, GATE_PART = 2 }; /* of the time, for each side's count */
enum { ARGUMENTS = 8 + 2 * BENCHI_WORDS, CHUNK = 65536 };

static bool read_all(FILE *from, versus_output *o)
{
	size_t capacity = 0, got;

	do {
		if (!benchi_reserve(&o->text, 1, o->size + CHUNK + 1, &capacity))
			return false;
		got = fread(o->text + o->size, 1, CHUNK, from);
		o->size += got;
		o->text[o->size] = '\0';
	} while (got);
	return !ferror(from);
}

int versus_start(char *const *argv, bool silent, versus_output *o)
{
	benchi_command command = { argv, NULL, -1, -1, silent ? -1 : STDERR_FILENO, true };
	benchi_process process;
	bench_status status;
	FILE *from;
	bool whole;

	memset(o, 0, sizeof *o);
	if (benchi_interrupt_came())
		return VERSUS_STOPPED;
	if (benchi_process_listen(&command, &process, &from) != BENCH_OK)
		return complain(VERSUS, "%s", bench_detail());
	whole = read_all(from, o);
	fclose(from);
	status = benchi_process_finish(&process);
	if (benchi_interrupt_came())
		return VERSUS_STOPPED;
	if (status != BENCH_OK)
		return complain(VERSUS, "%s", bench_detail());
	if (silent)
		return !whole || !process.usage.exited || process.usage.code;
	if (!process.usage.exited)
		return complain(VERSUS, "%s was ended by signal %d", argv[0], process.usage.code);
	if (process.usage.code > EXIT_WORSE)
		return complain(VERSUS, "%s ended with status %d", argv[0], process.usage.code);
	return whole ? 0 : complain(VERSUS, "cannot read what %s writes", argv[0]);
}

/* The lines of --list. */
static size_t lines_of(const versus_output *o)
{
	size_t n = 0;

	for (size_t i = 0; i < o->size; i++)
		n += o->text[i] == '\n';
	return n;
}

/* Is it a case of a gate that needs more runs? */
static bool is_open(const versus_case *c)
{
	return c->listed[OLD] && c->listed[NEW] && !versus_is_green(c) && !versus_is_red(c);
}

/* How many cases of a gate run in a process: the open ones, if filters hold them. */
static size_t cases_run(const versus *v, int side)
{
	size_t open = 0, listed = 0;

	for (size_t i = 0; i < v->cases; i++) {
		open += is_open(&v->c[i]);
		listed += v->c[i].listed[side];
	}
	return open <= BENCHI_WORDS ? open : listed;
}

/* The open cases of a gate, each as a filter; otherwise none. */
static size_t add_open(const versus *v, char **argv, char *filter)
{
	size_t n = 0;

	if (cases_run(v, OLD) > BENCHI_WORDS)
		return 0;
	for (size_t i = 0; i < v->cases; i++)
		if (is_open(&v->c[i])) {
			argv[n++] = filter;
			argv[n++] = v->c[i].filter;
		}
	return n;
}

/* Starts a side's program with options, which end in NULL, and filters; open: of a gate, those of
 * the cases that are still open. */
static int start_with(const versus *v, char *path, bool open, const char *const *option,
                      versus_output *o)
{
	static char filter[] = "--filter";
	char *argv[ARGUMENTS] = { path };
	size_t n = 1, of_open, filters;

	while (*option)
		argv[n++] = (char *)(uintptr_t)*option++;
	of_open = open ? add_open(v, argv + n, filter) : 0;
	n += of_open;
	filters = of_open ? 0 : v->settings.filter.n;
	for (size_t i = 0; i < filters; i++) {
		argv[n++] = filter;
		argv[n++] = (char *)(uintptr_t)v->settings.filter.word[i];
	}
	return versus_start(argv, false, o);
}

/* A case's median of one metric; NaN: none. */
static double median_of(const benchi_rows *rows, const char *name, const char *metric)
{
	for (size_t i = 0; i < rows->sets; i++) {
		benchi_set *set = &rows->set[i];

		if (strcmp(set->metric, metric) || strcmp(set->benchmark, name) || !set->n)
			continue;
		return benchi_median(set->x, set->n);
	}
	return NAN;
}

static int child_keep(versus *v, int side, size_t build, const benchi_rows *rows)
{
	for (size_t i = 0; i < rows->sets; i++) {
		const char *name = rows->set[i].benchmark;
		one_run found = { build, 0, 0, false, 0 };
		versus_case *c;

		if (strcmp(rows->set[i].metric, "ns"))
			continue;
		found.ns = median_of(rows, name, "ns");
		found.cycles = median_of(rows, name, "cycles");
		if (!(found.ns > 0))
			continue;
		c = versus_case_of(v, name);
		if (c && v->settings.git && (versus_is_green(c) || versus_is_red(c)))
			continue;       /* too many cases for filters */
		if (!c || !versus_add(c, side, &found))
			return complain(VERSUS, "out of memory");
	}
	return 0;
}

static int keep_counts(versus *v, int side, const benchi_rows *rows)
{
	for (size_t i = 0; i < rows->sets; i++) {
		const benchi_set *set = &rows->set[i];
		versus_case *c;

		if (strcmp(set->metric, "instructions") && strcmp(set->metric, "allocations"))
			continue;
		c = versus_case_of(v, set->benchmark);
		if (!c)
			return complain(VERSUS, "out of memory");
		if (*set->metric == 'i')
			c->instructions[side] = set->x[0];
		else
			c->allocations[side] = set->x[0];
	}
	for (size_t i = 0; i < v->cases; i++)
		if (!benchi_count_functions_of(rows, v->c[i].name, &v->c[i].counted[side]))
			return complain(VERSUS, "out of memory");
	return 0;
}

static int parse(const versus_output *o, const char *name, benchi_rows *rows)
{
	FILE *file = fmemopen(o->text, o->size ? o->size : 1, "rb");
	bench_status status = BENCH_ERR_MEMORY;

	memset(rows, 0, sizeof *rows);
	if (file) {
		status = benchi_read(file, name, NULL, rows);
		fclose(file);
	}
	if (status == BENCH_OK)
		return 0;
	return complain(VERSUS, "not the results of a libbench program: %s", bench_detail());
}

/* Starts the program with these options and reads its results. */
static int results_of(const versus *v, char *path, const char *const *option, versus_output *o,
                      benchi_rows *rows)
{
	int status = start_with(v, path, true, option, o);

	memset(rows, 0, sizeof *rows);
	return status ? status : parse(o, path, rows);
}

/* Time for all cases of a process of this side, as --time has it. */
static int make_time(versus *v, int side, char *path)
{
	versus_output o = { NULL, 0 };
	size_t n = v->settings.git ? cases_run(v, side) : 0;
	int status = 0;

	if (!v->settings.git) {
		status = start_with(v, path, false, (const char *const[]){ "--list", NULL }, &o);
		n = status ? 0 : lines_of(&o);
		free(o.text);
	}
	if (!status && !n)
		status = complain(VERSUS, "%s has no cases%s", path,
			v->settings.filter.n ? " that match" : "");
	snprintf(v->time[side], sizeof v->time[side], "%.0fus", fmax(CASE_NS * (double)n,
		versus_by_build(v) ? 0 : PROCESS_NS) / 1e3);
	return status;
}

/* A pattern that only this name matches. */
static char *pattern_of(const char *name)
{
	char *pattern = malloc(2 * strlen(name) + 2), *to = pattern;

	if (!pattern)
		return NULL;
	for (; *name; name++) {
		if (strchr("*?[\\!", *name) || (to == pattern && *name == BENCHI_FILTER_REGEX[0]))
			*to++ = '\\';
		*to++ = *name;
	}
	*to = '\0';
	return pattern;
}

int versus_list(versus *v, int side)
{
	versus_output o;
	int status = start_with(v, v->side[side].path[0], false,
		(const char *const[]){ "--list", NULL }, &o);

	for (char *line = o.text, *end; !status && line && (end = strchr(line, '\n')) != NULL;
	     line = end + 1) {
		versus_case *c;

		*end = '\0';
		c = versus_case_of(v, line);
		if (c && !c->filter)
			c->filter = pattern_of(line);
		if (!c || !c->filter)
			status = complain(VERSUS, "out of memory");
		else
			c->listed[side] = true;
	}
	free(o.text);
	return status;
}

int versus_run_one(versus *v, int side, size_t build)
{
	const char *const option[] = { "--format=json", "--processes=1", "--quiet", "--time",
		v->time[side], NULL };
	char *path = v->side[side].path[build];
	benchi_rows rows;
	versus_output o;
	int status = versus_probe(v, side);

	if (!status && v->published[side])
		return versus_run_published(v, side, build);
	if (!status && (!*v->time[side] || v->settings.git)) /* whose cases become fewer */
		status = make_time(v, side, path);
	if (status)
		return status;
	status = results_of(v, path, option, &o, &rows);
	if (!status)
		status = child_keep(v, side, build, &rows);
	if (!status)
		versus_note_disturbed(v, side, &o);
	if (!status && !v->context[side].n) { /* the rows' no longer */
		v->context[side] = rows.facts;
		rows.facts = (benchi_context){ .n = 0 };
	}
	benchi_rows_free(&rows);
	free(o.text);
	return status;
}

int versus_count(versus *v, int side)
{
	char limit[48], *path = v->side[side].path[0];
	const char *const option[] = { "--format=json", "--count=functions", "--rounds=1",
		limit, NULL };
	benchi_rows rows;
	versus_output o;
	int status = versus_probe(v, side);

	if (!status && v->published[side])
		return complain(VERSUS, "--count: %s is no program of bench_main", path);
	if (status)
		return status;
	snprintf(limit, sizeof limit, "--count-limit=%.0fms",
		fmax(1, 1e3 * v->settings.time_s / (v->settings.git ? GATE_PART : COUNT_PART)));
	status = results_of(v, path, option, &o, &rows);
	if (!status)
		status = keep_counts(v, side, &rows);
	benchi_rows_free(&rows);
	free(o.text);
	return status;
}
