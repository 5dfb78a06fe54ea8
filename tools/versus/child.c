/*
 * Runs one new process of a benchmark program.
 *
 * Its options ask for about 1 ms per case, all in one process, and JSON; the median of each case's
 * windows is kept.  Clock and reference chain are calibrated here once and handed down.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/detail.h"
#include "data/read.h"
#include "program/process.h"
#include "stats/order.h"
#include "tools/verbs.h"
#include "tools/versus/versus.h"

#define CASE_NS 1e6

enum { ARGUMENTS = 12, CHUNK = 65536 };

static bool read_all(int fd, versus_output *o)
{
	size_t capacity = 0;
	ssize_t got = 1;

	while (got) {
		if (o->size + CHUNK > capacity) {
			char *more = realloc(o->text, capacity = 2 * capacity + 2 * CHUNK);

			if (!more)
				return false;
			o->text = more;
		}
		got = read(fd, o->text + o->size, CHUNK);
		if (got < 0 && errno != EINTR)
			return false;
		o->size += got > 0 ? (size_t)got : 0;
		got = got < 0 ? 1 : got;
	}
	o->text[o->size] = '\0';
	return true;
}

int versus_start(char *const *argv, bool silent, versus_output *o)
{
	benchi_command command = { argv, NULL, -1, -1, silent ? -1 : STDERR_FILENO, false };
	benchi_process process;
	int end[2];
	bool whole;

	memset(o, 0, sizeof *o);
	if (pipe(end))
		return complain(VERSUS, "cannot make a pipe: %s", strerror(errno));
	fcntl(end[0], F_SETFD, FD_CLOEXEC);
	fcntl(end[1], F_SETFD, FD_CLOEXEC);
	command.out = end[1];
	if (benchi_process_start(&command, &process) != BENCH_OK) {
		close(end[0]);
		close(end[1]);
		return complain(VERSUS, "%s", bench_detail());
	}
	close(end[1]);
	whole = read_all(end[0], o);
	close(end[0]);
	if (benchi_process_wait(&process, INFINITY) != BENCH_OK)
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

static void make_arguments(const versus *v, char *path, char **argv, char *filter)
{
	size_t n = 0;

	argv[n++] = path;
	if (v->settings.filter) {
		argv[n++] = filter;
		argv[n++] = (char *)(uintptr_t)v->settings.filter;
	}
	argv[n] = NULL;
}

static size_t count_arguments(char **argv)
{
	size_t n = 0;

	while (argv[n])
		n++;
	return n;
}

/* A case's median of one metric; NaN: none. */
static double median_of(const benchi_rows *rows, const char *name, const char *metric)
{
	for (size_t i = 0; i < rows->sets; i++) {
		benchi_set *set = &rows->set[i];

		if (strcmp(set->metric, metric) || strcmp(set->benchmark, name) || !set->n)
			continue;
		benchi_sort(set->x, set->n);
		return benchi_quantile(set->x, set->n, .5);
	}
	return NAN;
}

static int keep(versus *v, int side, size_t build, const benchi_rows *rows)
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
static int results_of(char *const *argv, versus_output *o, benchi_rows *rows)
{
	int status = versus_start(argv, false, o);

	memset(rows, 0, sizeof *rows);
	if (!status)
		status = parse(o, argv[0], rows);
	return status;
}

/* Time for all cases of this program, as --time has it. */
static int make_time(versus *v, char *path, char *filter, char *text, size_t size)
{
	char list[] = "--list", *argv[ARGUMENTS];
	versus_output o;
	int status;
	size_t n;

	make_arguments(v, path, argv, filter);
	n = count_arguments(argv);
	argv[n++] = list;
	argv[n] = NULL;
	status = versus_start(argv, false, &o);
	n = status ? 0 : lines_of(&o);
	free(o.text);
	if (!status && !n)
		status = complain(VERSUS, "%s has no cases%s", path,
			v->settings.filter ? " that match" : "");
	snprintf(text, size, "%.0fus", CASE_NS / 1e3 * (double)n);
	return status;
}

/* Keeps the first results of a side for the context guard. */
static bool keep_context(versus *v, int side, const versus_output *o)
{
	if (v->context[side])
		return false;
	v->context[side] = o->text;
	v->context_size[side] = o->size;
	return true;
}

int versus_run_one(versus *v, int side, size_t build)
{
	static char time[SIDES][32];
	char format[] = "--format=json", processes[] = "--processes=1", quiet[] = "--quiet",
		filter[] = "--filter", limit[] = "--time", *argv[ARGUMENTS];
	char *path = v->side[side].path[build];
	benchi_rows rows;
	versus_output o;
	size_t n;
	int status = versus_probe(v, side);

	if (!status && v->published[side])
		return versus_run_published(v, side, build);
	if (!status && !*time[side])
		status = make_time(v, path, filter, time[side], sizeof time[side]);
	if (status)
		return status;
	make_arguments(v, path, argv, filter);
	n = count_arguments(argv);
	argv[n++] = format;
	argv[n++] = processes;
	argv[n++] = quiet;
	argv[n++] = limit;
	argv[n++] = time[side];
	argv[n] = NULL;
	status = results_of(argv, &o, &rows);
	if (!status)
		status = keep(v, side, build, &rows);
	if (!status)
		versus_note_disturbed(v, side, &o);
	benchi_rows_free(&rows);
	if (status || !keep_context(v, side, &o))
		free(o.text);
	return status;
}

int versus_count(versus *v, int side)
{
	char format[] = "--format=json", count[] = "--count", rounds[] = "--rounds=1",
		processes[] = "--processes=1", filter[] = "--filter", *argv[ARGUMENTS];
	benchi_rows rows;
	versus_output o;
	size_t n;
	int status = versus_probe(v, side);

	if (!status && v->published[side])
		return complain(VERSUS, "--count: %s is no program of bench_main", v->side[side].path[0]);
	if (status)
		return status;
	make_arguments(v, v->side[side].path[0], argv, filter);
	n = count_arguments(argv);
	argv[n++] = format;
	argv[n++] = count;
	argv[n++] = rounds;
	argv[n++] = processes;
	argv[n] = NULL;
	status = results_of(argv, &o, &rows);
	if (!status)
		status = keep_counts(v, side, &rows);
	benchi_rows_free(&rows);
	free(o.text);
	return status;
}
