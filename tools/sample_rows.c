/*
 * How is a row written so that no crash loses a finished one?
 *
 * Each row, newline and all, goes to the system by one write; nothing is buffered here.
 * Columns: benchmark, cbdr's three times (or a script's numbers), round, run, the rest.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"
#include "report/number.h"
#include "sample.h"

#define ROW 8192

typedef struct line {
	char text[ROW];
	size_t n;
} line;

#if defined __GNUC__
__attribute__((format(printf, 2, 3)))
#endif
static void say(line *l, const char *format, ...)
{
	va_list list;
	int n;

	va_start(list, format);
	n = vsnprintf(l->text + l->n, ROW - l->n, format, list);
	va_end(list);
	l->n = n < 0 || (size_t)n >= ROW - l->n ? ROW : l->n + (size_t)n;
}

static int send(sample *s, line *l)
{
	size_t done = 0;

	if (l->n >= ROW)
		return complain(SAMPLE_VERB, "a row of over %d bytes: shorter names are needed", ROW);
	while (done < l->n) {
		ssize_t n = write(s->out, l->text + done, l->n - done);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return complain(SAMPLE_VERB, "output could not be written whole: %s", strerror(errno));
		done += (size_t)n;
	}
	return 0;
}

/* A field of a table: in quotes where it needs them. */
static void say_field(line *l, const char *text)
{
	bool plain = !strpbrk(text, ",\"\n\r") && *text && !strchr(" \t", *text)
	             && !strchr(" \t", text[strlen(text) - 1]);

	if (plain) {
		say(l, "%s", text);
		return;
	}
	say(l, "\"");
	for (; *text; text++)
		say(l, *text == '"' ? "\"\"" : "%c", *text);
	say(l, "\"");
}

static void say_json(line *l, const char *text)
{
	say(l, "\"");
	for (; *text; text++) {
		unsigned char c = (unsigned char)*text;

		if (c == '"' || c == '\\')
			say(l, "\\%c", c);
		else if (c < ' ')
			say(l, "\\u%04x", c);
		else
			say(l, "%c", c);
	}
	say(l, "\"");
}

int sample_open(sample *s)
{
	int how = O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC;
	const char *path = s->wish.resume ? s->wish.resume : s->wish.output;

	if (!path) {
		s->out = STDOUT_FILENO;
		return 0;
	}
	s->out = open(path, s->wish.resume ? how : how | O_TRUNC, 0666);
	return s->out < 0 ? complain(SAMPLE_VERB, "%s: %s", path, strerror(errno)) : 0;
}

static const char *name_of(const sample *s, size_t i)
{
	return s->header.name[i];
}

/* The header as it must stand in the file, without its newline. */
static void header_line(const sample *s, line *l)
{
	l->n = 0;
	say(l, "benchmark");
	for (size_t i = 0; i <= s->header.n; i++) {
		if (i == s->columns_before)
			say(l, ",round,run");
		if (i < s->header.n) {
			say(l, ",");
			say_field(l, name_of(s, i));
		}
	}
}

int sample_write_header(sample *s)
{
	line l;

	if (s->wish.jsonl)
		return sample_write_context(s);
	header_line(s, &l);
	say(&l, "\n");
	return send(s, &l);
}

static int check_columns(const sample *s, const task *t, const measures *m)
{
	for (size_t i = 0; i < s->header.n; i++)
		if (i >= m->n || strcmp(m->name[i], name_of(s, i)))
			return complain(SAMPLE_VERB, "%s: found no '%s' this time%s", t->name, name_of(s, i),
			                s->wish.script ? "; a script prints the same names every time"
			                               : ": the counter had no turn (--no-counters goes without)");
	return m->n == s->header.n ? 0
	       : complain(SAMPLE_VERB, "%s: found '%s', which was not there before", t->name,
	                  m->name[s->header.n]);
}

static void csv_row(const sample *s, const task *t, const measures *m, line *l)
{
	char number[BENCHI_NUMBER_TEXT];

	say_field(l, t->name);
	for (size_t i = 0; i <= m->n; i++) {
		if (i == s->columns_before)
			say(l, ",%u,%.0f", (unsigned)s->round, s->run_id);
		if (i < m->n)
			say(l, ",%s", benchi_number_text(m->value[i], number));
	}
	say(l, "\n");
}

static void json_row(const sample *s, const task *t, const measures *m, line *l)
{
	char number[BENCHI_NUMBER_TEXT];

	say(l, "{\"benchmark\": ");
	say_json(l, t->name);
	for (size_t i = 0; i <= m->n; i++) {
		if (i == s->columns_before)
			say(l, ", \"round\": %u, \"run\": %.0f", (unsigned)s->round, s->run_id);
		if (i == m->n)
			break;
		say(l, ", ");
		say_json(l, m->name[i]);
		say(l, ": %s", benchi_number_text(m->value[i], number));
	}
	say(l, "}\n");
}

int sample_write_row(sample *s, const task *t, const measures *m)
{
	int status = check_columns(s, t, m);
	line l;

	if (status)
		return status;
	l.n = 0;
	if (s->wish.jsonl)
		json_row(s, t, m, &l);
	else
		csv_row(s, t, m, &l);
	s->rows_written++;
	return s->rowless ? 0 : send(s, &l);
}

int sample_send(sample *s, const char *text)
{
	line l;

	l.n = 0;
	say(&l, "%s", text);
	return send(s, &l);
}

int sample_same_header(const sample *s, const char *text, size_t length)
{
	line l;

	header_line(s, &l);
	return l.n == length && !memcmp(l.text, text, length);
}
