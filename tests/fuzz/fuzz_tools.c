/*
 * The verbs of `bench` with arbitrary input, command lines and lists of commands.
 *
 * Promises: an exit status is a documented one; a list that is split is not damaged. No command
 * that is read is run. See fuzz.h on how to run this.
 *
 * SPDX-License-Identifier: MIT
 */
#include "tools/sample/sample.h"

#include <fcntl.h>
#include <stdarg.h>
#include <unistd.h>

#include "fuzz.h"

enum { WORDS = 16 };

static char path[] = "/tmp/fuzz-bench-XXXXXX";

int complain(const char *verb_name, const char *format, ...)
{
	char text[4096];
	va_list list;
	int n;

	va_start(list, format);
	n = vsnprintf(text, sizeof text, format, list);
	va_end(list);
	promise(verb_name && n > 0, "a complaint has words");
	return EXIT_MISUSE;
}

/* Creates a file with these bytes at path. */
static int make_file(const uint8_t *data, size_t size)
{
	int file;

	memcpy(strrchr(path, '-') + 1, "XXXXXX", 6);
	file = mkstemp(path);
	promise(file >= 0 && write(file, data, size) == (ssize_t)size, "a temporary file");
	return file;
}

/* Runs a verb with these words; its output is discarded. */
static void run(verb *of, char **word, int n)
{
	int kept = dup(STDOUT_FILENO), errors = dup(STDERR_FILENO), nowhere = open("/dev/null", O_RDWR);
	int status;

	promise(kept >= 0 && errors >= 0 && nowhere >= 0, "descriptors");
	dup2(nowhere, STDIN_FILENO);
	fflush(stdout);
	dup2(nowhere, STDOUT_FILENO);
	dup2(nowhere, STDERR_FILENO);
	status = of(n, word);
	fflush(stdout);
	dup2(kept, STDOUT_FILENO);
	dup2(errors, STDERR_FILENO);
	close(kept);
	close(errors);
	close(nowhere);
	promise(status >= 0 && status <= BENCHI_EXIT_UNDECIDED, "an exit status that is known");
}

#define MOST_OPTIONS 4

/* Runs the verb on a file with these bytes, with each list of options; the last list is empty. */
static void read_by(verb *of, const char *name, const char *const (*lists)[MOST_OPTIONS],
                    const uint8_t *data, size_t size)
{
	int file = make_file(data, size);

	for (; (*lists)[0]; lists++) {
		char *word[MOST_OPTIONS + 3];
		int n = 0;

		word[n++] = (char *)(uintptr_t)name;
		for (int i = 0; i < MOST_OPTIONS && (*lists)[i]; i++)
			word[n++] = (char *)(uintptr_t)(*lists)[i];
		word[n++] = path;
		word[n] = NULL;
		run(of, word, n);
	}
	close(file);
	unlink(path);
}

static void compare(const uint8_t *data, size_t size)
{
	static const char *const lists[][MOST_OPTIONS] = { { "--margin", "1%" }, { "--format", "json" },
		{ "--format", "csv", "--anytime" }, { "--box" }, { NULL } };

	read_by(verb_compare, "compare", lists, data, size);
}

static void plot(const uint8_t *data, size_t size)
{
	static const char *const lists[][MOST_OPTIONS] = { { "--all" }, { "--svg", "-" },
		{ "--html", "-" }, { "--vega" }, { "--ascii", "--log" }, { NULL } };

	read_by(verb_plot, "plot", lists, data, size);
}

static void power(const uint8_t *data, size_t size)
{
	static const char *const lists[][MOST_OPTIONS] = { { "--normal" },
		{ "--normal", "--json", "-n", "5" }, { NULL } };

	read_by(verb_power, "power", lists, data, size);
}

static void ministat(const uint8_t *data, size_t size)
{
	static const char *const lists[][MOST_OPTIONS] = { { "-s" }, { "-C", "2", "-w", "40" },
		{ NULL } };

	read_by(verb_ministat, "ministat", lists, data, size);
}

/* A command line with one word per line, for verbs that write to no file; the last operand is
 * an existing file. */
static void read_options(const uint8_t *data, size_t size)
{
	static const uint8_t numbers[] = "1\n2\n3\n5\n4\n";
	static verb *const verbs[] = { verb_compare, verb_power, verb_ministat };
	char *text = text_of(data, size), *word[WORDS + 3], *next = text, name[] = "verb";
	int n = 0, file;

	if (!size || strchr(text, '/') || strstr(text, "--sim")) {
		free(text);
		return;
	}
	word[n++] = name;
	while ((next = strchr(next, '\n')) && n <= WORDS) {
		*next++ = '\0';
		word[n++] = next;
	}
	file = make_file(numbers, sizeof numbers - 1);
	word[n++] = path;
	word[n] = NULL;
	run(verbs[(unsigned char)*text % 3], word, n);
	close(file);
	unlink(path);
	free(text);
}

/* A list of commands, one per line. The first line says whether the shell runs them. */
static void read_commands(const uint8_t *data, size_t size)
{
	char *text = text_of(data, size), *line = text;
	static sample s;
	int status = 0;

	memset(&s, 0, sizeof s);
	s.option.shell = *text == '!' ? "sh" : NULL;
	for (char *next; line && !status; line = next) {
		next = strchr(line, '\n');
		if (next)
			*next++ = '\0';
		status = sample_add(&s, line);
	}
	if (!status && !sample_split(&s))
		for (size_t i = 0; i < s.list.n; i++) {
			const task *t = &s.list.task[i];

			promise(t->argv && t->argv[0] && *t->name && *t->text,
				"a command has words and a name");
			for (char **w = t->argv; *w && !s.option.shell; w++)
				promise(strlen(*w) <= strlen(t->text), "no word is longer than the command");
		}
	sample_free_list(&s.list);
	free(text);
}

/* Prints the script of `sample -b`. */
static void read_script(const uint8_t *data, size_t size)
{
	int file = make_file(data, size);
	char name[] = "name";
	static measures m;
	task t;

	memset(&t, 0, sizeof t);
	t.name = name;
	m.n = 0;
	if (!sample_parse(&t, file, &m)) {
		promise(m.n > 0 && m.n <= SAMPLE_MEASURES, "numbers, not too many");
		for (size_t i = 0; i < m.n; i++)
			promise(memchr(m.measure[i].name, '\0', sizeof m.measure[i].name) && *m.measure[i].name,
				"a name has an end");
	}
	close(file);
	unlink(path);
}

/* Resumes from a file with `sample --resume`: the file must not get longer and must have only
 * whole lines. */
static void resume(const uint8_t *data, size_t size)
{
	char command[] = "a:true", header[] = "v";
	static sample s;
	off_t left;
	int file = make_file(data, size), errors = dup(STDERR_FILENO);
	int nowhere = open("/dev/null", O_RDWR);

	memset(&s, 0, sizeof s);
	s.option.resume = path;
	s.option.metric = header;
	s.keeping = true;
	s.header.n = 1;
	s.columns_before = 1;
	s.header_known = true;
	strcpy(s.header.measure[0].name, header);
	s.out = open(path, O_RDWR | O_APPEND);
	promise(!sample_add(&s, command) && s.out >= 0, "a task, and its file");
	dup2(nowhere, STDERR_FILENO);
	if (!sample_resume(&s)) {
		left = lseek(file, 0, SEEK_END);
		promise(left > 0 && pread(file, command, 1, left - 1) == 1 && *command == '\n',
		        "whole lines");
	}
	dup2(errors, STDERR_FILENO);
	close(errors);
	close(nowhere);
	close(s.out);
	close(file);
	unlink(path);
	benchi_rows_free(&s.rows);
	sample_free_list(&s.list);
}

const fuzz_target targets[] = { { "compare", compare }, { "plot", plot },
	{ "power", power }, { "verb-ministat", ministat }, { "options", read_options },
	{ "commands", read_commands }, { "script", read_script }, { "resume", resume },
	{ NULL, NULL } };
