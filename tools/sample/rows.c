/*
 * Writes rows so that no crash loses a finished one.
 *
 * Each row, newline and all, goes to the system by one write; nothing is buffered here.
 * Columns: benchmark, cbdr's three times (or a script's numbers), round, run, the rest.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/number.h"
#include "tools/verbs.h"
#include "tools/row_text.h"
#include "tools/sample/sample.h"

/* Cuts off the part of a row that was written, where the system lets us: a whole file
 * stays behind. */
static void take_back(int file, size_t part)
{
	off_t end = part ? lseek(file, 0, SEEK_CUR) : -1;
	struct stat info;

	if (end >= (off_t)part && !fstat(file, &info) && S_ISREG(info.st_mode) && info.st_size == end
	    && !ftruncate(file, end - (off_t)part))
		(void)lseek(file, end - (off_t)part, SEEK_SET);
}

static int send(const sample *s, const line *l)
{
	size_t done = 0;

	if (l->n >= LINE)
		return complain(SAMPLE_VERB, "a row of over %d bytes: shorter names are needed", LINE);
	while (done < l->n) {
		ssize_t n = write(s->out, l->text + done, l->n - done);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0 && errno == EPIPE)
			return EXIT_PIPE;
		if (n <= 0) {
			complain(SAMPLE_VERB, "write failed: %s", strerror(errno));
			take_back(s->out, done);
			return EXIT_MISUSE;
		}
		done += (size_t)n;
	}
	return 0;
}

int sample_open(sample *s)
{
	int how = O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC;
	const char *path = s->option.resume ? s->option.resume : s->option.rows;

	if (!path) {
		s->out = STDOUT_FILENO;
		return 0;
	}
	s->out = open(path, how, 0666);
	if (s->out < 0)
		return complain(SAMPLE_VERB, "%s: %s", path, strerror(errno));
	if (flock(s->out, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK)
		return complain(SAMPLE_VERB, "%s: another process is writing it", path);
	return 0;
}

static const char *name_of(const sample *s, size_t i)
{
	return s->header.name[i];
}

/* The header as it must stand in the file, without its newline. */
static void header_line(const sample *s, line *l)
{
	l->n = 0;
	line_say(l, "benchmark");
	for (size_t i = 0; i <= s->header.n; i++) {
		if (i == s->columns_before)
			line_say(l, ",round,run");
		if (i < s->header.n) {
			line_say(l, ",");
			line_field(l, name_of(s, i));
		}
	}
}

int sample_write_header(sample *s)
{
	line l;

	if (s->option.rows && ftruncate(s->out, 0) && errno != EINVAL)
		return complain(SAMPLE_VERB, "%s: %s", s->option.rows, strerror(errno));
	if (s->option.jsonl)
		return sample_write_context(s);
	header_line(s, &l);
	line_say(&l, "\n");
	return send(s, &l);
}

static int check_columns(const sample *s, const task *t, const measures *m)
{
	for (size_t i = 0; i < s->header.n; i++)
		if (i >= m->n || strcmp(m->name[i], name_of(s, i)))
			return complain(SAMPLE_VERB, "%s: found no '%s' this time%s", t->name, name_of(s, i),
			                s->option.script ? "; a script prints the same names every time"
			                               : ": the counter was not scheduled (--no-counters "
			                                 "leaves it out)");
	return m->n == s->header.n ? 0
	       : complain(SAMPLE_VERB, "%s: found '%s', which was not there before", t->name,
	                  m->name[s->header.n]);
}

static void csv_row(const sample *s, const task *t, const measures *m, line *l)
{
	char number[BENCHI_NUMBER_TEXT];

	line_field(l, t->name);
	for (size_t i = 0; i <= m->n; i++) {
		if (i == s->columns_before)
			line_say(l, ",%u,%.0f", (unsigned)s->round, s->run_id);
		if (i < m->n)
			line_say(l, ",%s", benchi_number_text(m->value[i], number));
	}
	line_say(l, "\n");
}

static void json_row(const sample *s, const task *t, const measures *m, line *l)
{
	char number[BENCHI_NUMBER_TEXT];

	line_say(l, "{\"benchmark\": ");
	line_json(l, t->name);
	for (size_t i = 0; i <= m->n; i++) {
		if (i == s->columns_before)
			line_say(l, ", \"round\": %u, \"run\": %.0f", (unsigned)s->round, s->run_id);
		if (i == m->n)
			break;
		line_say(l, ", ");
		line_json(l, m->name[i]);
		line_say(l, ": %s", benchi_number_text(m->value[i], number));
	}
	line_say(l, "}\n");
}

int sample_write_row(sample *s, const task *t, const measures *m)
{
	int status = check_columns(s, t, m);
	line l;

	if (status)
		return status;
	l.n = 0;
	if (s->option.jsonl)
		json_row(s, t, m, &l);
	else
		csv_row(s, t, m, &l);
	s->rows_written++;
	return s->rowless ? 0 : send(s, &l);
}

int sample_send(sample *s, const struct line *l)
{
	return send(s, l);
}

size_t sample_header(const sample *s, char *text, size_t capacity)
{
	line l;

	header_line(s, &l);
	line_say(&l, "\n");
	snprintf(text, capacity, "%.*s", (int)(l.n < LINE ? l.n : 0), l.text);
	return strlen(text);
}
