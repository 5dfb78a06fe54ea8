/*
 * A row of one process as a line of JSON, and sending it to the program that started this process.
 *
 * Results travel between processes only in this form. BENCH under `bench run` appends lines to a
 * file; a child of bench_main writes longer ones (lib/program/row_line.c). Each line is appended
 * with a single write, so that threads do not mix their lines. A program with more rights than its
 * user (set-user-ID) ignores tasks.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <fcntl.h>

#ifdef HAVE_UNISTD_H
#include <unistd.h>
#endif

#include "measure/measure.h"

static char *put_pair(char *to, const char *prefix, const char *key, double x)
{
	char number[BENCHI_NUMBER_TEXT];

	return isnan(x) ? to : to + sprintf(to, ", \"%s%s\": %s", prefix, key,
		!isinf(x) ? benchi_number_text(x, number) : x > 0 ? "\"1e999\"" : "\"-1e999\"");
}

char *benchi_summary_text(char *to, const char *prefix, const bench_summary *s)
{
	static const char keys[][12] = { "status", "iterations", "samples", "dropped", "warnings" };
	const double counts[] = { s->status, (double)s->iterations, (double)s->samples,
		(double)s->dropped, s->warnings };

	for (size_t i = 0; i < benchi_members_count; i++)
		to = put_pair(to, prefix, benchi_members[i].name,
			benchi_member_value(s, &benchi_members[i]));
	for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
		if (counts[i] > 0)
			to = put_pair(to, prefix, keys[i], counts[i]);
	return s->method ? to + sprintf(to, ", \"%smethod\": \"%s\"", prefix, s->method) : to;
}

char *benchi_row_text(char *to, const char *name, const bench_summary *summary)
{
	to += sprintf(to, "{\"benchmark\": \"");
	for (size_t i = 0; name[i] && i < BENCHI_ROW_NAME; i++) {
		if (name[i] == '"' || name[i] == '\\')
			*to++ = '\\';
		*to++ = (unsigned char)name[i] < ' ' ? ' ' : name[i];   /* no control characters */
	}
	to += sprintf(to, "\"");
	return summary ? benchi_summary_text(to, "", summary) : to;
}

void bench_at(const char *where)
{
	benchi_thread_self()->where = where;
}

void benchi_publish(const bench_summary *summary)
{
	struct benchi_thread *thread = benchi_thread_self();
	const char *path = benchi_task(summary ? "results" : "count");
	const char *where = thread->where ? thread->where : "bench_measure";
	char *line;

	if (summary)
		thread->where = NULL;
	if (!path || !*path || (summary && summary->status != BENCH_OK))
		return;
#ifdef HAVE_UNISTD_H
	line = malloc(BENCHI_ROW_TEXT);     /* 4 KB are too much for small stacks */
	if (line) {
		char *end = benchi_row_text(line, where, summary);
		int file = open(path, O_WRONLY | O_APPEND | O_CREAT, 0600);
		ssize_t written = file < 0 ? -1
			: write(file, line, (size_t)(end + sprintf(end, "}\n") - line));

		(void)written;   /* the reader notices a missing result */
		if (file >= 0)
			close(file);
	}
	free(line);
#else
	(void)line;
	(void)where;
#endif
}

/*
 * Windows for a tracer that counts their instructions.
 *
 * The program raises a signal that is ignored by default where a counted window begins and ends. A
 * tracer sees the signal anyway and steps through what is between. The path between the signals is
 * the same for 1 and 2 iterations, except for the iterations. So the difference is the instructions
 * of an iteration, the loop's own included. Windows of the empty loop count the loop alone.
 */

/* Windows of 1 and 2 iterations: twice to warm up, and once more to be counted; then of the empty
 * loop. */
enum { STEPPED_WINDOWS = BENCHI_STEPPED_EMPTY + 2, COUNTED = BENCHI_STEPPED_EMPTY - 2 };

int benchi_stepped_begin(void)
{
	const char *path = benchi_task("count");

	if (!path || !*path)
		return 0;
	benchi_publish(NULL);
	return 1;
}

uint64_t benchi_stepped_iterations(int window, int loops)
{
	if (window < BENCHI_STEPPED_EMPTY || (loops && window < STEPPED_WINDOWS))
		return 1 + (uint64_t)window % 2;
	for (; window < STEPPED_WINDOWS; window++) {
		benchi_stepped_mark(window);
		benchi_stepped_mark(window);
	}
	return 0;
}

void benchi_stepped_mark(int window)
{
#ifdef SIGURG
	if (window >= COUNTED)
		raise(SIGURG);
#else
	(void)window;
#endif
}
