/*
 * What does this file hold already?
 *
 * A last line without its newline was torn by a crash and is cut off.  The header must
 * be ours, so that columns agree; each benchmark goes on after its last round.
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
#include "data/read.h"
#include "tools/sample/sample.h"

#define BLOCK 4096

/* Cuts off what stands behind the last newline; *size: what is left. */
static int repair(sample *s, off_t *size)
{
	char block[BLOCK];
	struct stat info;
	off_t end;

	if (fstat(s->out, &info))
		return complain(SAMPLE_VERB, "%s: %s", s->wish.resume, strerror(errno));
	for (end = info.st_size; end > 0;) {
		off_t from = end > BLOCK ? end - BLOCK : 0;
		ssize_t n = pread(s->out, block, (size_t)(end - from), from);

		if (n != end - from)
			return complain(SAMPLE_VERB, "%s: reading failed: %s", s->wish.resume, strerror(errno));
		while (n > 0 && block[n - 1] != '\n')
			n--;
		end = from + n;
		if (n > 0)
			break;
	}
	*size = end;
	if (end == info.st_size)
		return 0;
	complain(SAMPLE_VERB, "%s: a torn last line of %lld bytes was cut off", s->wish.resume,
	         (long long)(info.st_size - end));
	return ftruncate(s->out, end) ? complain(SAMPLE_VERB, "%s: %s", s->wish.resume, strerror(errno))
	                              : 0;
}

static int check_header(const sample *s, FILE *file, bool *rows)
{
	char *line = NULL;
	size_t room = 0;
	ssize_t n = getline(&line, &room, file);
	int status = 0;

	if (n > 0 && line[n - 1] == '\n')
		n--;
	if (!s->wish.jsonl && (n < 0 || !sample_same_header(s, line, (size_t)n)))
		status = complain(SAMPLE_VERB, "%s: its columns are not those of this call (%.60s...)",
		                  s->wish.resume, n < 0 ? "" : line);
	if (s->wish.jsonl && (n < 0 || strncmp(line, "{\"libbench\"", 11)))
		status = complain(SAMPLE_VERB, "%s: found '%.40s', expected a line of facts "
		                  "as --jsonl writes", s->wish.resume, n < 0 ? "" : line);
	*rows = getline(&line, &room, file) > 0;
	free(line);
	rewind(file);
	return status;
}

static task *find(const sample *s, const char *name)
{
	for (size_t i = 0; i < s->list.n; i++)
		if (!strcmp(s->list.task[i].name, name))
			return &s->list.task[i];
	return NULL;
}

/* Where each benchmark stands, and the number of the run. */
static int take_up(sample *s)
{
	for (size_t i = 0; i < s->rows.sets; i++) {
		const benchi_set *set = &s->rows.set[i];
		task *t = find(s, set->benchmark);

		if (!t)
			return complain(SAMPLE_VERB, "%s: holds '%s', expected only the commands of this call",
			                s->wish.resume, set->benchmark);
		for (size_t k = 0; k < set->n && set->round; k++)
			if (set->round[k] > t->last_round)
				t->last_round = set->round[k];
		if (t->last_round > s->round)
			s->round = t->last_round;
	}
	if (s->rows.runs.n)
		s->run_id = strtod(s->rows.runs.text[0], NULL);
	return 0;
}

static int read_rows(sample *s, FILE *file)
{
	bool rows = false;
	int status = check_header(s, file, &rows);

	if (status || !rows)
		return status;
	if (benchi_read(file, s->wish.resume, NULL, &s->rows))
		return complain(SAMPLE_VERB, "%s", bench_detail());
	return take_up(s);
}

int sample_resume(sample *s)
{
	off_t size = 0;
	int status = repair(s, &size);
	FILE *file;

	if (status)
		return status;
	if (!size)
		return sample_write_header(s);
	file = fopen(s->wish.resume, "r");
	if (!file)
		return complain(SAMPLE_VERB, "%s: %s", s->wish.resume, strerror(errno));
	status = read_rows(s, file);
	fclose(file);
	if (!status)
		complain(SAMPLE_VERB, "%s goes on after round %u", s->wish.resume, (unsigned)s->round);
	return status;
}
