/*
 * From the options to what is run: commands and their parameters, contradictions, where rows,
 * tables and errors go, and what ends the sampling.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/random.h"
#include "host/terminal.h"
#include "program/atomic_file.h"
#include "tools/verbs.h"
#include "tools/sample/sample.h"

/* Two names may lead to one file, because '/' does not stand in one. */
static bool same_file(const char *a, const char *b)
{
	while (*a && (*a == *b || (strchr("/_", *a) && *b && strchr("/_", *b)))) {
		a++;
		b++;
	}
	return !*a && !*b;
}

/* --output-of names commands, and each a file of its own. */
static int check_kept(const sample *s)
{
	const words *kept = &s->option.output_of;

	for (size_t i = 0; i < kept->n; i++) {
		bool found = false;

		for (size_t k = 0; k < s->list.n; k++)
			found = found || !strcmp(kept->word[i], s->list.task[k].name);
		if (!found)
			return complain(SAMPLE_VERB, "--output-of: found no command called '%s'",
			                kept->word[i]);
		for (size_t k = 0; k < i; k++)
			if (strcmp(kept->word[i], kept->word[k]) && same_file(kept->word[i], kept->word[k]))
				return complain(SAMPLE_VERB, "--output-of: '%s' and '%s' are kept in one file",
				                kept->word[k], kept->word[i]);
	}
	return 0;
}

/* One for all commands, or one for each. */
static int check_each(const sample *s, const char *name, const words *list)
{
	return list->n < 2 || list->n == s->list.given ? 0
	       : complain(SAMPLE_VERB, "--%s: found %zu for %zu commands, expected one or one each",
	                  name,
	                  list->n, s->list.given);
}

/* Options that contradict each other. */
static int check(const sample *s)
{
	const sample_options *w = &s->option;

	if (!s->list.n)
		return complain(SAMPLE_VERB, "a command is missing (try 'bench sample --help')");
	if (w->timeout_s > 0 && !w->ends && !w->rounds && !w->time_s && !w->until && !w->most)
		return complain(SAMPLE_VERB, "--timeout ends a run, and nothing ends this sampling: cbdr's "
		                "--timeout is --time %g here", w->timeout_s);
	if (w->rows && w->resume)
		return complain(SAMPLE_VERB, "--rows and --resume: rows go to one of them");
	if (w->until && s->list.n < 2)
		return complain(SAMPLE_VERB, "--runs-until: one command has nothing to be compared with");
	if (w->script && (!w->warmup || w->subtract || (s->keeping && !w->metric)))
		return complain(SAMPLE_VERB, "--bench: %s",
		                !w->warmup ? "needs a warm-up, to learn the columns"
		                : w->subtract ? "what starting takes is the script's business"
		                              : "--metric must name the number that is compared");
	if (w->no_shell && (w->shell || w->shell_name))
		return complain(SAMPLE_VERB, "-N and --shell: with a shell or without");
	if (check_each(s, "prepare", &w->prepare) || check_each(s, "conclude", &w->conclude)
	    || check_each(s, "output", &w->where))
		return EXIT_MISUSE;
	return check_kept(s);
}

/* The first command once more. */
static int add_null(sample *s)
{
	const task *first = &s->list.task[0];
	size_t capacity = strlen(first->name) + strlen(first->text) + 20;
	char *spec = malloc(capacity);
	int status = 0;

	if (!spec)
		return complain(SAMPLE_VERB, "out of memory");
	snprintf(spec, capacity, "null:%s", first->text);
	status = sample_add(s, spec);
	free(spec);
	s->null = true;
	return status;
}

static bool inherits(const sample_options *w)
{
	for (size_t i = 0; i < w->where.n; i++)
		if (!strcmp(w->where.word[i], "inherit"))
			return true;
	return w->show;
}

/* Goes a summary to standard output, in place of the rows? */
static bool summarised(const sample_options *w)
{
	const char *const path[] = { w->json, w->csv, w->markdown };
	bool found = false;

	for (size_t i = 0; i < 3; i++)
		found = found || (path[i] && !strcmp(path[i], "-"));
	return found;
}

const char *sample_stem(const sample *s)
{
	return s->option.keep ? s->option.keep : s->option.resume ? s->option.resume
	       : s->option.rows ? s->option.rows : "bench-sample";
}

/* Is there a table to be drawn, and on what?  Never beside a reader that draws one, nor between
 * what commands print. */
static void find_screen(sample *s)
{
	bool rows_elsewhere = s->option.rows || s->option.resume, shown = inherits(&s->option);
	struct stat info;
	bool pipe = !fstat(STDOUT_FILENO, &info) && S_ISFIFO(info.st_mode);

	s->rowless = !rows_elsewhere && (shown || benchi_terminal_is(stdout) || summarised(&s->option));
	if (s->option.quiet || shown || (pipe && !rows_elsewhere && !s->rowless))
		return;
	s->live = benchi_terminal_is(stderr) && (!s->option.script || s->option.metric);
	if (!s->live)
		return;
	s->screen.out = fdopen(fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3), "w");
	s->live = s->screen.out != NULL;
}

/* Without a limit it ends by itself, but for a reader of the rows, which decides. */
static void find_end(sample *s)
{
	sample_options *w = &s->option;
	struct stat info;
	bool pipe = !fstat(STDOUT_FILENO, &info) && S_ISFIFO(info.st_mode);
	bool limited = w->rounds || w->time_s || w->until || w->most;
	bool read = pipe && !w->rows && !w->resume && !s->rowless;

	w->ends = !limited && !read;
	if (!limited && read && !w->quiet)
		complain(SAMPLE_VERB, "samples until its reader leaves, or an interrupt: no --runs, --time "
		         "or --runs-until answer is given");
	if (w->ends && !w->least)
		w->least = SAMPLE_ROUNDS;
}

static int add_commands(sample *s, int operands, char **operand)
{
	int status = 0;

	for (int i = 0; i < operands && !status; i++)
		status = strcmp(operand[i], "-") ? sample_add(s, operand[i]) : sample_add_lines(s);
	if (!status && !operands && !benchi_terminal_is(stdin))
		status = sample_add_lines(s);
	return status;
}

int sample_prepare(sample *s, int operands, char **operand)
{
	int status = add_commands(s, operands, operand);

	if (s->option.rows && benchi_is_standard_output(s->option.rows))
		s->option.rows = NULL;
	find_screen(s);
	find_end(s);
	s->keeping = s->live || s->option.until || s->option.null || s->option.json || s->option.csv
	             || s->option.markdown || s->option.bounds.limits || s->option.bounds.expects
	             || (s->option.ends && (!s->option.script || s->option.metric))
	             || (!s->option.quiet && (!s->option.script || s->option.metric));
	if (!status)
		status = check(s);
	if (!status && s->option.null)
		status = add_null(s);
	if (!status)
		status = sample_split(s);
	if (!s->option.metric)
		s->option.metric = "wall_time";
	return status;
}

int sample_open_all(sample *s)
{
	FILE *errors = tmpfile();
	uint64_t entropy = (uint64_t)time(NULL) << 20 ^ (uint64_t)getpid() << 40
	                   ^ (uint64_t)(sample_now_s() * 1e9);

	if (!errors)
		return complain(SAMPLE_VERB, "a temporary file: %s", strerror(errno));
	s->errors = fcntl(fileno(errors), F_DUPFD_CLOEXEC, 3);
	fclose(errors);
	if (s->errors < 0 || fcntl(s->errors, F_SETFL, O_APPEND))
		return complain(SAMPLE_VERB, "a temporary file: %s", strerror(errno));
	s->run_id = (double)(benchi_random(&entropy) >> 33);
	if (!s->option.seeded)
		s->option.seed = benchi_random(&entropy) >> 32;
	s->random = s->option.seed;
	if (sample_drain(s))
		return EXIT_MISUSE;
	return sample_open(s);
}

