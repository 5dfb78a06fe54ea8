/*
 * Observes the machine during a benchmark with other tools (sample, ramp).
 *
 * --observe: commands that run during the benchmark, each writing to its own file. --snapshot:
 * files read before and after. Snapshots are compared by lines: words that are numbers on both
 * sides and changed are shown as their difference.
 *
 * SPDX-License-Identifier: MIT
 */
#include "tools/tools.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#define CROWD 10 /* consecutive "+0" words that are still written out */
#define SNAPSHOT ((size_t)1 << 22) /* most bytes of a file */

int take_snapshot(benchi_command_line *line, const benchi_setting *row, const char *value)
{
	static const char *const usual[] = { "/proc/stat", "/proc/vmstat", "/proc/interrupts",
		"/proc/loadavg" };
	int status = 0;

	if (strcmp(value, "linux"))
		return benchi_setting_more(line, row, value);
	for (size_t i = 0; i < 4 && !status; i++)
		status = benchi_setting_more(line, row, usual[i]);
	return status;
}

/* Returns "stem.ending", with each '/' of the ending replaced by '_', which the caller frees; NULL
 * when out of memory. */
static char *output_path(const char *stem, const char *ending)
{
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

/* Reads a whole file into *text, which the caller frees. BENCH_ERR_INPUT. */
static bench_status read_snapshot(const char *path, char **text)
{
	size_t size;
	char why[200];

	if (benchi_file_read(path, SNAPSHOT, text, &size) != BENCH_OK)
		snprintf(why, sizeof why, "%s", bench_detail()); /* benchi_fail overwrites the detail */
	else if (!*text)
		snprintf(why, sizeof why, "no file '%.150s'", path);
	else
		return BENCH_OK;
	return benchi_fail(BENCH_ERR_INPUT, "--snapshot: %s", why);
}

int observation_start(observation *o, const char *verb_name)
{
	bench_status status = BENCH_OK;

	for (size_t i = 0; i < o->snapshot.n && !status; i++)
		status = read_snapshot(o->snapshot.word[i], &o->before[i]);
	for (size_t i = 0; i < o->observe.n && !status; i++) {
		char shell[] = "sh", option[] = "-c", ending[40], *path, why[200];
		char *text = strdup(o->observe.word[i]), *argv[] = { shell, option, text, NULL };
		benchi_command c = { argv, NULL, -1, -1, -1, true };
		status = BENCH_OK;

		snprintf(ending, sizeof ending, "observe%zu", i + 1);
		path = output_path(o->stem, ending);
		if (!path || !text)
			status = benchi_fail(BENCH_ERR_MEMORY, "--observe: out of memory");
		if (!status) {
			c.out = c.err = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
			if (c.out < 0)
				status = benchi_fail(BENCH_ERR_OUTPUT, "--observe: %s: %s", path, strerror(errno));
		}
		if (!status && benchi_process_start(&c, &o->observer[i]) != BENCH_OK) {
			snprintf(why, sizeof why, "%s", bench_detail());
			status = benchi_fail(BENCH_ERR_INPUT, "--observe: %s", why);
		}
		if (c.out >= 0)
			close(c.out);
		free(path);
		free(text);
	}
	return status ? complain(verb_name, "%s", bench_detail()) : 0;
}

/* Returns the length of the next word after blanks, and moves *at past the word. */
static size_t next_word(const char **at, const char **word)
{
	*at += strspn(*at, " \t");
	*word = *at;
	*at += strcspn(*at, " \t\n");
	return (size_t)(*at - *word);
}

/* Writes n "+0" words, or only their number if there are many. blank: what precedes a word; set to
 * " " after the first one. */
static void put_zeros(FILE *out, const char **blank, size_t n)
{
	if (n > CROWD)
		fprintf(out, "%s(%zu times +0)", *blank, n);
	for (size_t i = 0; i < n && n <= CROWD; i++)
		fprintf(out, "%s+0", i ? " " : *blank);
	*blank = n ? " " : *blank;
}

/* Writes one line with numbers as increments, "+3". Returns false if nothing changed. A double has
 * 15 decimal digits; digits that cancel are lost. */
static bool difference(FILE *out, const char *a, const char *b)
{
	const char *word_a, *word_b, *from = b, *blank = "";
	size_t length = strcspn(b, "\n"), zeros = 0, n;

	if (strcspn(a, "\n") == length && !strncmp(a, b, length))
		return false;
	while (b < from + length && (n = next_word(&b, &word_b))) {
		const size_t m = next_word(&a, &word_a);
		char number[BENCHI_NUMBER_TEXT];
		const char *sign = NULL;
		double old, new, digits;

		if (m && benchi_read_number(word_a, &old) == word_a + m
		    && benchi_read_number(word_b, &new) == word_b + n) {
			digits = 15 + floor(log10(fabs(new - old))) - floor(log10(fmax(fabs(old), fabs(new))));
			sign = new >= old ? "+" : "";
			benchi_number_digits(new - old, (int)fmin(15, fmax(1, digits)), number);
			if (!strcmp(number, "0") && *sign) {
				zeros++;
				continue;
			}
		}
		put_zeros(out, &blank, zeros);
		zeros = 0;
		if (sign)
			fprintf(out, "%s%s%s", blank, sign, number);
		else
			fprintf(out, "%s%.*s", blank, (int)n, word_b);
		blank = " ";
	}
	put_zeros(out, &blank, zeros);
	fputc('\n', out);
	return true;
}

/* Writes one file with all snapshots, or with their changes. */
static bench_status write_snapshot(const observation *o, const char *ending, char *const *text,
                                   char *const *before)
{
	char *path = output_path(o->stem, ending);
	benchi_atomic_file file;
	bench_status status;

	if (!path)
		return benchi_fail(BENCH_ERR_MEMORY, "--snapshot: out of memory");
	status = benchi_atomic_file_begin(path, &file);
	for (size_t i = 0; i < o->snapshot.n && !status; i++) {
		const char *name = o->snapshot.word[i], *a, *b = text[i];
		bool any = false;

		if (!before) {
			fprintf(file.out, "==> %s <==\n%s", name, b);
			continue;
		}
		fprintf(file.out, "==> %s: lines that changed, numbers as what was added <==\n", name);
		for (a = before[i]; *b; b += *b == '\n') {
			any = difference(file.out, a, b) || any;
			a += strcspn(a, "\n");
			a += *a == '\n';
			b += strcspn(b, "\n");
		}
		fputs(any ? "" : "(nothing)\n", file.out);
	}
	if (!status)
		status = benchi_atomic_file_keep(&file);
	benchi_atomic_file_drop(&file);
	free(path);
	return status;
}

int observation_end(observation *o, const char *verb_name)
{
	static const char *const endings[] = { "before", "after", "change" };
	size_t n = o->snapshot.n;
	char *now[BENCHI_WORDS] = { NULL };
	bench_status status = BENCH_OK;

	for (size_t i = 0; i < o->observe.n; i++) {
		benchi_process *p = &o->observer[i];

		if (p->id && benchi_process_wait(p, 0) == BENCH_OK)
			complain(verb_name, "--observe: '%s' ended before the benchmark",
			         o->observe.word[i]);
		benchi_process_end(p, 1e9);
	}
	if (n && o->before[n - 1]) {  /* all snapshots were taken */
		for (size_t i = 0; i < n && !status; i++)
			status = read_snapshot(o->snapshot.word[i], &now[i]);
		for (int k = 0; k < 3 && !status; k++)
			status = write_snapshot(o, endings[k], k ? now : o->before, k == 2 ? o->before : NULL);
	}
	for (size_t i = 0; i < n; i++) {
		free(o->before[i]);
		free(now[i]);
	}
	return status ? complain(verb_name, "%s", bench_detail()) : 0;
}
