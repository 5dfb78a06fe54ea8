/*
 * Goes on with the rows of a file (--resume).
 *
 * The whole file is checked first: its header must be this call's, each of its benchmarks a
 * command of this call.  Only then is what stands behind its last whole row cut off: a row
 * that a crash has torn, also within a quoted name that holds a newline.  Each benchmark
 * goes on after its last round.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/verbs.h"
#include "data/csv_record.h"
#include "data/read.h"
#include "tools/row_text.h"
#include "tools/sample/sample.h"

/* A file: its text, how much of that is header, and where its last whole row ends. */
typedef struct held {
	char *text;
	size_t size, header, whole;
} held;

static int refuse(const sample *s, const char *why)
{
	return complain(SAMPLE_VERB, "%s: %s", s->option.resume, why);
}

static int slurp(const sample *s, held *h)
{
	struct stat info;

	if (fstat(s->out, &info))
		return refuse(s, strerror(errno));
	h->size = S_ISREG(info.st_mode) ? (size_t)info.st_size : 0;
	h->text = malloc(h->size + 1);
	if (!h->text)
		return refuse(s, "out of memory");
	for (size_t done = 0; done < h->size;) {
		ssize_t n = pread(s->out, h->text + done, h->size - done, (off_t)done);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return refuse(s, n < 0 ? strerror(errno) : "became shorter while it was read");
		done += (size_t)n;
	}
	h->text[h->size] = '\0';
	return 0;
}

/* Finds the ends of the first and of the last whole row. */
static void find_rows(const sample *s, held *h)
{
	const char *end = h->text + h->size, *line_end;
	benchi_csv_quotes q = { false, false, ',' };

	for (const char *begin = h->text; begin < end; begin = line_end) {
		line_end = memchr(begin, '\n', (size_t)(end - begin));
		if (!line_end)
			break;
		line_end++;
		if (!s->option.jsonl)
			benchi_csv_follow(&q, begin, line_end);
		if (q.inside)
			continue;
		q.in_field = false;
		h->whole = (size_t)(line_end - h->text);
		h->header = h->header ? h->header : h->whole;
	}
}

/* Whether the first row is this call's; a torn one must be its beginning. */
static int check_header(const sample *s, const held *h)
{
	static const char facts[] = "{\"libbench\"";
	bool torn = !h->header;
	size_t n = torn ? h->size : h->header, length = sizeof facts - 1;
	int shown = (int)strcspn(h->text, "\r\n");
	char wanted[LINE];

	if (s->option.jsonl)
		strcpy(wanted, facts);
	else
		length = sample_header(s, wanted, sizeof wanted);
	if ((torn || s->option.jsonl || n == length)
	    && !memcmp(h->text, wanted, n < length ? n : length))
		return 0;
	if (s->option.jsonl)
		return complain(SAMPLE_VERB, "%s: found '%.40s', expected a line of facts "
		                "as --jsonl writes", s->option.resume, h->text);
	return complain(SAMPLE_VERB, "%s: its columns are not those of this call (%.*s...)",
	                s->option.resume, shown < 60 ? shown : 60, h->text);
}

static task *find(const sample *s, const char *name)
{
	for (size_t i = 0; i < s->list.n; i++)
		if (!strcmp(s->list.task[i].name, name))
			return &s->list.task[i];
	return NULL;
}

/* The last round of each benchmark, and the number of the run. */
static int take_up(sample *s)
{
	for (size_t i = 0; i < s->rows.sets; i++) {
		const benchi_set *set = &s->rows.set[i];
		task *t = find(s, set->benchmark);

		if (!t)
			return complain(SAMPLE_VERB, "%s: holds '%s', expected only the commands of this call",
			                s->option.resume, set->benchmark);
		for (size_t k = 0; k < set->n && set->round; k++)
			if (set->round[k] > t->last_round)
				t->last_round = set->round[k];
		if (t->last_round > s->round)
			s->round = t->last_round;
	}
	return 0;
}

static int read_rows(sample *s, const held *h)
{
	FILE *file;
	bench_status status;

	if (h->whole == h->header)
		return 0;
	file = fmemopen(h->text, h->whole, "r");
	if (!file)
		return refuse(s, strerror(errno));
	status = benchi_read(file, s->option.resume, NULL, &s->rows);
	fclose(file);
	return status ? complain(SAMPLE_VERB, "%s", bench_detail()) : take_up(s);
}

static int cut_off(sample *s, const held *h)
{
	if (h->whole == h->size)
		return 0;
	complain(SAMPLE_VERB, "%s: cut off an incomplete last row of %zu bytes", s->option.resume,
	         h->size - h->whole);
	return ftruncate(s->out, (off_t)h->whole) ? refuse(s, strerror(errno)) : 0;
}

int sample_resume(sample *s)
{
	held h = { NULL, 0, 0, 0 };
	int status = slurp(s, &h);

	if (!status && h.size) {
		find_rows(s, &h);
		status = check_header(s, &h);
	}
	if (!status)
		status = read_rows(s, &h);
	if (!status)
		status = cut_off(s, &h);
	if (!status && !h.whole)
		status = sample_write_header(s);
	else if (!status)
		complain(SAMPLE_VERB, "%s goes on after round %u", s->option.resume, (unsigned)s->round);
	free(h.text);
	return status;
}
