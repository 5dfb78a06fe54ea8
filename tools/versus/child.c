/*
 * Runs one new process of a benchmark program.
 *
 * A program of bench_main gets options that ask for about 1 ms per case, all in one process, and
 * JSON; the median of each case's windows is kept.
 *
 * A program that uses BENCH without bench_main appends its results to a file, as for `bench run`. A
 * case is a result's text without its line number, which another version of the source moves; a
 * repeated text in a process gets "#2".
 *
 * Clock and reference chain are calibrated here, once for all processes.
 *
 * SPDX-License-Identifier: MIT
 */
#include "tools/versus/versus.h"

#include <errno.h>
#include <unistd.h>

/* Counting both sides takes 1 / COUNT_PART of the time, in a gate at least GATE_COUNT_MS.  A gate
 * does not count iterations above COUNTED_NS, because counting would not end in time. */
enum { COUNT_PART = 4, GATE_COUNT_MS = 2000, COUNTED_NS = 50000 };
#define LIST_S 10      /* time that a program has at least to list its cases */
/* Lines that a process may print before a warning. */
enum { PRINTED_MOST = 100 };
enum { ARGUMENTS = 8 + 2 * BENCHI_WORDS };

static const char *const list_cases[] = { "--list", NULL };

int versus_enter(const versus *v, int side)
{
	char place[VERSUS_PATH];

	if (v->kept[side]) {
		versus_place(v->kept[side], place);
		(void)unlink(place);
		if (symlink(v->kept[side], place))
			return complain(VERSUS, "%s: %s", place, strerror(errno));
	}
	return v->where[side] && chdir(v->where[side])
		? complain(VERSUS, "%s: %s", v->where[side], strerror(errno)) : 0;
}

/* Returns the environment of a process; NULL when out of memory.  results: file that receives its
 * results, or NULL. */
static char **environment_of(versus *v, const char *results)
{
	v->fresh.random = v->padding;
	return benchi_fresh_environment(&v->fresh, 0, results ? "results" : NULL, results);
}

/* Stores one process's result of a case, unless the gate needs no more runs of this case.  rare:
 * the process warned of rare work. */
static int keep_result(versus *v, int side, const char *name, const one_run *run, bool rare)
{
	versus_case *c = versus_case_of(v, name);

	if (c && v->settings.git && !versus_needs_pairs(c))
		return 0;               /* with too many cases for filters, a process runs every case */
	if (!c || !versus_add(c, side, run))
		return complain(VERSUS, "out of memory");
	c->rare += rare;
	return 0;
}

/*
 * Programs that publish their results.
 */

/* Runs argv as a fresh process.  The caller frees *results, which it published, and o->text.
 * Returns 0, or the exit status after a message. */
static int publish(versus *v, char *const *argv, bool silent, benchi_report *results,
                   benchi_output *o)
{
	char **environment;
	int status;

	memset(results, 0, sizeof *results);
	memset(o, 0, sizeof *o);
	if (!v->results && !(v->results = scratch_make(VERSUS, false)))
		return EXIT_MISUSE;
	environment = environment_of(v, v->results);
	status = environment ? program_run(VERSUS, argv, environment, silent, o)
		: complain(VERSUS, "out of memory");
	free(environment);
	return benchi_published_take(v->results, 0, false, results) == BENCH_OK ? status
		: complain(VERSUS, "%s", bench_detail());
}

static int find_kind(versus *v, int side)
{
	char list[] = "--list", *argv[] = { v->side[side].path[0], list, NULL };
	benchi_report results;
	benchi_output o;
	int status;

	if (v->probed[side])
		return 0;
	v->probed[side] = true;
	v->published[side] = v->arguments != NULL;
	if (v->arguments)
		return 0;
	status = publish(v, argv, true, &results, &o);
	v->published[side] = status || results.n || !o.size;
	benchi_report_free(&results);
	free(o.text);
	return v->results ? 0 : EXIT_MISUSE;
}

/*
 * Programs of bench_main.
 */

/* Which cases a process runs: all; in a gate the cases that need more runs (OPEN), or red and
 * undecided cases with short iterations, whose instructions are counted (COUNTED). */
typedef enum selection { ALL, OPEN, COUNTED } selection;

static bool is_selected(const versus_case *c, selection which)
{
	bool timed = c->listed[OLD] && c->listed[NEW] && !c->skipped[OLD] && !c->skipped[NEW];

	if (which == COUNTED)
		return versus_both(c) && !versus_is_green(c) && c->run[OLD]->ns < COUNTED_NS;
	return timed && versus_needs_pairs(c);
}

static size_t selected(const versus *v, selection which)
{
	size_t n = 0;

	for (size_t i = 0; i < v->cases && which != ALL; i++)
		n += is_selected(&v->c[i], which);
	return n;
}

/* Returns the command line of a side's program, in one block that the caller frees: options, which
 * end in NULL, and a filter for each selected case; the user's filters if none or too many cases
 * are selected. NULL when out of memory. */
static char **command_of(const versus *v, const char *path, selection which,
                         const char *const *option)
{
	bool some = selected(v, which) && selected(v, which) <= BENCHI_WORDS;
	const char *word[ARGUMENTS] = { path };
	size_t n = 1;

	while (*option)
		word[n++] = *option++;
	for (size_t i = 0; i < (some ? v->cases : v->settings.filter.n); i++) {
		if (some && !is_selected(&v->c[i], which))
			continue;
		word[n++] = "--filter";
		word[n++] = some ? v->c[i].filter : v->settings.filter.word[i];
	}
	return command_copy(word);
}

/* Runs that command.  measures: false if the command only lists cases.  Returns 0, or the exit
 * status after a message. */
static int start_with(versus *v, const char *path, bool measures, selection which,
                      const char *const *option, benchi_output *o)
{
	char **argv = command_of(v, path, which, option);
	char **environment = measures ? environment_of(v, NULL) : NULL;
	int status = argv && (environment || !measures)
		? program_run(VERSUS, argv, environment, false, o) : complain(VERSUS, "out of memory");

	free(environment);
	free(argv);
	return status;
}

/* Reads the results that a process printed, and frees its output. status: that of the process,
 * which is returned if not 0. Otherwise returns 0, or the exit status after a message. */
static int read_results(versus *v, const char *path, int status, benchi_output o, benchi_rows *rows)
{
	const benchi_read_options with_summaries = { .keep_summaries = true };
	char *begin = o.text ? strstr(o.text, "{\"libbench\"") : NULL;
	size_t lines = 0;

	memset(rows, 0, sizeof *rows);
	/* skip what the program printed before bench_main */
	if (!status && begin && begin > o.text) {
		for (const char *p = o.text; p < begin; p++)
			lines += *p == '\n';
		if (lines > PRINTED_MOST && !v->prints)
			complain(VERSUS, "a process of %s prints %zu lines while its cases run: this takes "
				"part of their time", path, lines);
		v->prints = v->prints || lines > PRINTED_MOST;
		memmove(o.text, begin, (o.size -= (size_t)(begin - o.text)) + 1);
	}
	if (!status && !begin && !o.size)
		status = complain(VERSUS, "%s ended without results: is it a program of bench_main?", path);
	if (!status && rows_of_text(o.text, o.size, path, &with_summaries, rows) != BENCH_OK)
		status = begin ? complain(VERSUS, "no results: %s; '%s --processes 1' may show why, "
				"--filter '!NAME' leaves out a case", bench_detail(), path)
			: complain(VERSUS, "not the results of a libbench program: %s", bench_detail());
	free(o.text);
	return status;
}

/* Its main may print lines of its own.  A filter that matches no case shows them, and they are not
 * taken for cases. */
int versus_list(versus *v, int side)
{
	static const char *const no_cases[] = { "--list", "--filter", "!*", NULL };
	char *path = v->side[side].path[0], **argv = command_of(v, path, ALL, no_cases), *own;
	benchi_output o = { .text = NULL }, printed = { .text = NULL };
	double limit_s = fmax(LIST_S, v->settings.time_s);
	int status = versus_enter(v, side);

	benchi_interrupt_bound(limit_s * 1e9);
	if (!status)
		status = argv ? start_with(v, path, false, ALL, list_cases, &o)
			: complain(VERSUS, "out of memory");
	if (!status && program_run(VERSUS, argv, NULL, true, &printed) == RUN_STOPPED)
		status = RUN_STOPPED;
	benchi_interrupt_bound(0);
	free(argv);
	if (status && benchi_interrupt_killed())
		complain(VERSUS, "%s: main neither ends nor calls bench_main within %.3g s",
			v->name[side], limit_s);
	/* a program without filters lists its cases again */
	own = !printed.text || (o.text && !strcmp(o.text, printed.text)) ? NULL : printed.text;
	for (char *line = o.text, *end; !status && line && (end = strchr(line, '\n')) != NULL;
	     line = end + 1) {
		size_t n = (size_t)(end + 1 - line);
		versus_case *c;

		if (own && !strncmp(own, line, n)) {
			own += n;
			if (side == NEW)
				complain(VERSUS, "%s prints '%.*s' with --list: ignored, not a case's name",
					strrchr(path, '/') ? strrchr(path, '/') + 1 : path, (int)n - 1, line);
			continue;
		}
		*end = '\0';
		c = versus_case_of(v, line);
		if (c && !c->filter)
			c->filter = benchi_filter_of_name(line);
		if (!c || !c->filter)
			status = complain(VERSUS, "out of memory");
		else
			c->listed[side] = true;
	}
	free(o.text);
	free(printed.text);
	return status;
}

/* Runs one process of a program that publishes its results, and stores them. Returns 0, or the exit
 * status after a message. */
static int run_published(versus *v, int side, size_t build)
{
	char *alone[] = { NULL, NULL }, **argv = v->arguments ? v->arguments : alone;
	benchi_report results;
	benchi_output o;
	int status;

	argv[0] = v->side[side].path[build];
	status = publish(v, argv, false, &results, &o);
	if (!status && !results.n)
		status = complain(VERSUS,
			"%s is not a benchmark: it has neither cases (bench_main) "
			"nor results of BENCH", argv[0]);
	for (size_t i = 0; i < results.n && !status; i++) {
		const benchi_result *r = &results.result[i];
		const bench_summary *s = &r->seen.summary;
		const one_run found = { build, s->ns, s->cycles, s->warnings & BENCH_WARN_NEIGHBOUR,
			{ s->mean_ns / s->ns, s->mean_ns_low / s->ns, s->mean_ns_high / s->ns },
			(double)s->iterations };

		if (found.ns > 0
		    && benchi_filter_keeps(&v->settings.filter, benchi_filter_matches, r->row.name))
			status = keep_result(v, side, r->row.name, &found, s->warnings & BENCH_WARN_RARE);
	}
	benchi_report_free(&results);
	free(o.text);
	return status;
}

int versus_run_one(versus *v, int side, size_t build)
{
	char time[32];
	const char *const option[] = { "--format=json", "--processes=1", "--quiet", "--time", time,
		NULL };
	const char *path = v->side[side].path[build];
	benchi_output o = { .text = NULL };
	benchi_rows rows;
	int status = versus_enter(v, side);

	if (!status)
		status = find_kind(v, side);
	if (!status && v->published[side])
		return run_published(v, side, build);
	/* a gate runs only the cases that are still open, if a filter for each of them fits */
	if (!status && v->settings.git) {
		v->listed[side] = selected(v, OPEN) <= BENCHI_WORDS ? selected(v, OPEN) : 0;
		for (size_t i = 0, all = v->listed[side]; i < v->cases && !all; i++)
			v->listed[side] += v->c[i].listed[side];
	} else if (!status && !v->listed[side]) {
		status = start_with(v, path, false, ALL, list_cases, &o);
		for (size_t i = 0; i < o.size && !status; i++)
			v->listed[side] += o.text[i] == '\n';
		free(o.text);
	}
	if (!status && !v->listed[side])
		status = complain(VERSUS, "%s has no cases%s", path,
			v->settings.filter.n ? " that match" : "");
	if (status)
		return status;
	snprintf(time, sizeof time, "%.0fus", versus_process_ns(v, side) / 1e3);
	status = start_with(v, path, true, v->settings.git ? OPEN : ALL, option, &o);
	if (status && status != RUN_STOPPED)
		complain(VERSUS,
			"%s%s'%.*s' on its own names the case; --filter '!NAME' leaves out a case",
			v->settings.git ? v->name[side] : "", v->settings.git ? ": " : "",
			(int)(v->copied ? v->copied : strlen(path)), path);
	status = read_results(v, path, status, o, &rows);
	for (size_t i = 0; i < rows.sets && !status; i++) {
		const char *name = rows.set[i].benchmark;
		double ns = benchi_metric_median(&rows, name, BENCHI_SUMMARY "ns");
		benchi_totals total = benchi_total_of(&rows, name);
		const one_run found = { build, benchi_metric_median(&rows, name, "ns"),
			benchi_metric_median(&rows, name, "cycles"),
			benchi_metric_set(&rows, name, BENCHI_SUMMARY "NEIGHBOUR") != NULL,
			{ total.ns.mean / ns, total.ns.low / ns, total.ns.high / ns },
			benchi_metric_median(&rows, name, BENCHI_SUMMARY "iterations") };

		if (!strcmp(rows.set[i].metric, "ns") && found.ns > 0)
			status = keep_result(v, side, name, &found, total.rare);
	}
	if (!status && !v->context[side].n) { /* rows are freed; the context stays */
		v->context[side] = rows.facts;
		rows.facts = (benchi_context){ .n = 0 };
	}
	benchi_rows_free(&rows);
	return status;
}

int versus_runs_changes(versus *v, const versus_case *c)
{
	for (int side = 0; side < SIDES; side++) {
		const char *const word[] = { v->side[side].path[0], "--format=json", "--processes=1",
			"--quiet", "--time", "50ms", "--filter", c->filter, NULL };
		char **environment = environment_of(v, NULL), **argv = command_copy(word);
		versus_executed answer = VERSUS_NOT_KNOWN;

		if (versus_enter(v, side) || !environment || !argv) {
			free(environment);
			free(argv);
			return -1;
		}
		answer = versus_executes(argv, environment, c->watch.entry[side], c->watch.address[side],
			c->watch.n);
		free(environment);
		free(argv);
		if (answer != VERSUS_NOT_RUN)
			return 1;
	}
	return 0;
}

/* Reads the counts of a side's process, and waits for its end.  status: exit status so far,
 * returned if not 0. */
static int collect_counts(versus *v, int side, benchi_process *process, FILE *from, int status)
{
	benchi_output o;
	benchi_rows rows;
	bench_status ended;

	if (benchi_interrupt_came())
		benchi_process_end(process, 0);
	ended = benchi_process_collect(process, from, &o);
	if (!status && benchi_interrupt_came())
		status = RUN_STOPPED;
	if (!status && ended != BENCH_OK)
		status = complain(VERSUS, "%s", bench_detail());
	status = read_results(v, v->side[side].path[0], status, o, &rows);
	for (size_t i = 0; i < rows.sets && !status; i++) {
		const benchi_set *set = &rows.set[i];
		bool instructions = !strcmp(set->metric, "instructions");
		versus_case *c;

		if (!instructions && strcmp(set->metric, "allocations"))
			continue;
		c = versus_case_of(v, set->benchmark);
		if (c)
			(instructions ? c->instructions : c->allocations)[side] = set->x[0];
		else
			status = complain(VERSUS, "out of memory");
	}
	for (size_t i = 0; i < v->cases && !status; i++)
		if (!benchi_count_functions_of(&rows, v->c[i].name, &v->c[i].counted[side]))
			status = complain(VERSUS, "out of memory");
	benchi_rows_free(&rows);
	return status;
}

int versus_count(versus *v)
{
	char limit[48];
	const char *const option[] = { "--format=json", "--count=functions", "--rounds=1",
		limit, NULL };
	bool git = v->settings.git != NULL;
	benchi_process process[SIDES];
	FILE *from[SIDES] = { NULL, NULL };
	int status = 0;

	if (git && !selected(v, COUNTED))
		return 0;
	snprintf(limit, sizeof limit, "--count-limit=%.0fms", git
		? fmax(GATE_COUNT_MS, 1e3 * v->settings.time_s)
		: fmax(1, 1e3 * v->settings.time_s / COUNT_PART));
	for (int side = 0; side < SIDES && !status; side++) {
		char *path = v->side[side].path[0], **environment = NULL, **argv = NULL;

		status = versus_enter(v, side);
		if (!status)
			status = find_kind(v, side);
		if (!status && v->published[side])
			status = complain(VERSUS, "--count: %s is not a program of bench_main(3)", path);
		if (status)
			break;
		environment = environment_of(v, NULL);
		argv = command_of(v, path, git ? COUNTED : ALL, option);
		if (!environment || !argv)
			status = complain(VERSUS, "out of memory");
		else {
			benchi_command command = { argv, environment, -1, -1, STDERR_FILENO, true };

			if (benchi_process_listen(&command, &process[side], &from[side]) != BENCH_OK)
				status = complain(VERSUS, "%s", bench_detail());
		}
		free(environment);
		free(argv);
		if (v->placed && from[side]) {
			status = collect_counts(v, side, &process[side], from[side], status);
			from[side] = NULL;
		}
	}
	for (int side = 0; side < SIDES; side++)
		if (from[side])
			status = collect_counts(v, side, &process[side], from[side], status);
	return status;
}
