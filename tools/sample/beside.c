/*
 * What the machine did meanwhile, as other tools show it.
 *
 * --observe: commands that run beside the benchmark, each writing into a file of its own;
 * --snapshot: files, read before and after.  A snapshot's difference is by lines: words
 * that are numbers on both sides and have changed are shown as their difference.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/number.h"
#include "tools/verbs.h"
#include "program/atomic_file.h"
#include "tools/sample/sample.h"

#define CROWD 10 /* words "+0" in a row that are still written one by one */
#define SNAPSHOT ((size_t)1 << 22) /* bytes of a file that are kept */

char *sample_path(const sample *s, const char *ending)
{
	const char *stem = s->option.keep     ? s->option.keep
	                   : s->option.resume ? s->option.resume
	                   : s->option.rows ? s->option.rows : "bench-sample";
	size_t length = strlen(stem), capacity = length + strlen(ending) + 2;
	char *path = malloc(capacity);

	if (!path)
		return NULL;
	snprintf(path, capacity, "%s.%s", stem, ending);
	for (char *c = path + length; *c; c++)
		if (*c == '/')
			*c = '_';
	return path;
}

/* A file's whole text, or NULL after a message. */
static char *slurp(const char *path)
{
	FILE *file = fopen(path, "r");
	char *text = file ? malloc(SNAPSHOT) : NULL;
	size_t n = text ? fread(text, 1, SNAPSHOT - 1, file) : 0;

	if (!text || ferror(file)) {
		complain(SAMPLE_VERB, "--snapshot %s: %s", path, strerror(errno));
		free(text);
		text = NULL;
	} else {
		text[n] = '\0';
		if (n == SNAPSHOT - 1 && getc(file) != EOF)
			complain(SAMPLE_VERB, "--snapshot %s: only its first %zu bytes are kept", path, n);
	}
	if (file)
		fclose(file);
	return text;
}

static int start_observer(sample *s, size_t i)
{
	char shell[] = "sh", option[] = "-c", ending[40], *text = strdup(s->option.observe.word[i]);
	char *argv[] = { shell, option, text, NULL }, *path;
	benchi_command c = { argv, NULL, -1, -1, -1, true };
	int status = 0;

	snprintf(ending, sizeof ending, "observe%zu", i + 1);
	path = sample_path(s, ending);
	c.out = path && text ? open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666) : -1;
	c.err = c.out;
	if (c.out < 0)
		status = complain(SAMPLE_VERB, "--observe: %s: %s", path ? path : "", strerror(errno));
	else if (benchi_process_start(&c, &s->beside.observer[i]))
		status = complain(SAMPLE_VERB, "--observe: %s", bench_detail());
	else
		sample_guard_note(s, i + 1, s->beside.observer[i].id);
	if (c.out >= 0)
		close(c.out);
	free(path);
	free(text);
	return status;
}

int sample_beside_start(sample *s)
{
	int status = 0;

	for (size_t i = 0; i < s->option.snapshot.n && !status; i++) {
		s->beside.before[i] = slurp(s->option.snapshot.word[i]);
		status = s->beside.before[i] ? 0 : EXIT_MISUSE;
	}
	for (size_t i = 0; i < s->option.observe.n && !status; i++)
		status = start_observer(s, i);
	return status;
}

/* The word at *at, without blanks before it; *at moves behind it. */
static size_t next_word(const char **at, const char **word)
{
	*at += strspn(*at, " \t");
	*word = *at;
	*at += strcspn(*at, " \t\n");
	return (size_t)(*at - *word);
}

/* A word behind its blank. */
static void put_word(FILE *out, bool *first, const char *word, size_t length)
{
	fprintf(out, "%s%.*s", *first ? "" : " ", (int)length, word);
	*first = false;
}

/* Words "+0"; many of them are only counted. */
static void put_zeros(FILE *out, bool *first, size_t n)
{
	char text[60];

	if (n > CROWD) {
		snprintf(text, sizeof text, "(%zu times +0)", n);
		put_word(out, first, text, strlen(text));
	}
	for (size_t i = 0; i < n && n <= CROWD; i++)
		put_word(out, first, "+0", 2);
}

/* "+3" if both words are numbers, else the second. */
static const char *change(const char *a, size_t m, const char *b, size_t n, char *text)
{
	char number[BENCHI_NUMBER_TEXT];
	double old, new;

	if (!m || benchi_read_number(a, &old) != a + m || benchi_read_number(b, &new) != b + n)
		return NULL;
	snprintf(text, BENCHI_NUMBER_TEXT + 1, "%s%s", new >= old ? "+" : "",
	         benchi_number_digits(new - old, 15, number));
	return text;
}

/* One line, numbers as what was added to them; false: nothing in it has changed. */
static bool difference(FILE *out, const char *a, const char *b)
{
	const char *word_a, *word_b, *from = b;
	size_t length = strcspn(b, "\n"), zeros = 0;
	bool first = true;

	if (strcspn(a, "\n") == length && !strncmp(a, b, length))
		return false;
	while (b < from + length) {
		size_t n = next_word(&b, &word_b), m = next_word(&a, &word_a);
		char text[BENCHI_NUMBER_TEXT + 1];
		const char *added = change(word_a, m, word_b, n, text);

		if (!n)
			break;
		if (added && !strcmp(added, "+0")) {
			zeros++;
			continue;
		}
		put_zeros(out, &first, zeros);
		zeros = 0;
		put_word(out, &first, added ? added : word_b, added ? strlen(added) : n);
	}
	put_zeros(out, &first, zeros);
	fputc('\n', out);
	return true;
}

static void differences(FILE *out, const char *path, const char *a, const char *b)
{
	bool any = false;

	fprintf(out, "==> %s: lines that changed, numbers as what was added <==\n", path);
	while (*b) {
		any = difference(out, a, b) || any;
		a += strcspn(a, "\n");
		a += *a == '\n';
		b += strcspn(b, "\n");
		b += *b == '\n';
	}
	if (!any)
		fputs("(nothing)\n", out);
}

static void put_before(FILE *out, const char *path, const char *before, const char *after)
{
	(void)after;
	fprintf(out, "==> %s <==\n%s", path, before);
}

static void put_after(FILE *out, const char *path, const char *before, const char *after)
{
	(void)before;
	fprintf(out, "==> %s <==\n%s", path, after);
}

/* Writes one file, of what put writes for each snapshot. */
static int write_beside(sample *s, const char *ending, char *const *now,
                        void (*put)(FILE *, const char *, const char *, const char *))
{
	char *path = sample_path(s, ending);
	benchi_atomic_file file;
	int status = 0;

	if (!path)
		return complain(SAMPLE_VERB, "no memory for a file's name");
	if (benchi_atomic_file_begin(path, &file) != BENCH_OK)
		status = complain(SAMPLE_VERB, "%s", bench_detail());
	for (size_t i = 0; i < s->option.snapshot.n && !status; i++)
		put(file.out, s->option.snapshot.word[i], s->beside.before[i], now[i]);
	if (!status && benchi_atomic_file_keep(&file) != BENCH_OK)
		status = complain(SAMPLE_VERB, "%s", bench_detail());
	benchi_atomic_file_drop(&file);
	free(path);
	return status;
}

static int write_snapshots(sample *s)
{
	char *now[SAMPLE_BESIDE] = { NULL };
	int status = 0;

	for (size_t i = 0; i < s->option.snapshot.n && !status; i++) {
		now[i] = slurp(s->option.snapshot.word[i]);
		status = now[i] && s->beside.before[i] ? 0 : EXIT_MISUSE;
	}
	if (!status)
		status = write_beside(s, "before", now, put_before);
	if (!status)
		status = write_beside(s, "after", now, put_after);
	if (!status)
		status = write_beside(s, "change", now, differences);
	for (size_t i = 0; i < s->option.snapshot.n; i++)
		free(now[i]);
	return status;
}

int sample_beside_end(sample *s)
{
	int status = 0;

	for (size_t i = 0; i < s->option.observe.n; i++) {
		benchi_process *p = &s->beside.observer[i];

		if (p->id && benchi_process_wait(p, 0) == BENCH_OK)
			complain(SAMPLE_VERB, "--observe '%s' had ended before the benchmark did",
			         s->option.observe.word[i]);
		benchi_process_end(p, 1e9);
		sample_guard_note(s, i + 1, 0);
	}
	if (s->option.snapshot.n && s->beside.before[0])
		status = write_snapshots(s);
	for (size_t i = 0; i < s->option.snapshot.n; i++)
		free(s->beside.before[i]);
	return status;
}
