/*
 * What does one run of a command take?
 *
 * --prepare and --cleanup run in a shell and are not timed.  The command gets --input or
 * nothing to read; its output goes to /dev/null or straight to a file, so that gigabytes
 * cost us nothing; its errors to an unnamed file, whose end is shown if it fails.  What
 * it leaves in the background holds none of our pipes, and is not waited for.
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
#include <unistd.h>

#include "base/random.h"
#include "tools/verbs.h"
#include "host/counters.h"
#include "write/output.h"
#include "tools/sample/sample.h"
#include "stats/order.h"

#define SLICE_NS 250e6        /* between looks at the clock and the keyboard */
#define GRACE_NS 2e9
#define ERRORS_MOST (64l << 20)
#define SHOWN 2000
#define LINES 5
#define STARTS 15

/* How a run went besides its numbers. */
typedef struct ending {
	bool timeout, stopped, terminal; /* terminal: it wanted to read from one, or to set it */
} ending;

/* The file of errors stays small. */
static int trim_errors(const sample *s)
{
	struct stat errors;

	if (!fstat(s->errors, &errors) && errors.st_size > ERRORS_MOST && ftruncate(s->errors, 0))
		return complain(SAMPLE_VERB, "the file of errors: %s", strerror(errno));
	return 0;
}

/* Waits; keeps the table alive, and the time limit. */
static int watch(sample *s, benchi_process *p, ending *e)
{
	double left = s->wish.timeout_s > 0 ? s->wish.timeout_s * 1e9 : (double)INFINITY;

	for (;;) {
		double part = fmin(left, SLICE_NS);
		bench_status status = benchi_process_wait(p, part);

		if (status != BENCH_ERR_BUSY)
			return status ? complain(SAMPLE_VERB, "%s", bench_detail()) : 0;
		left -= part;
		e->timeout = left <= 0;
		e->stopped = sample_interrupted() > 1;
		e->terminal = benchi_process_wants_terminal(p);
		if (e->timeout || e->stopped || e->terminal) {
			benchi_process_end(p, e->timeout ? GRACE_NS : 0);
			return 0;
		}
		if (trim_errors(s))
			return EXIT_MISUSE;
		sample_tick(s);
	}
}

static int wait_for(sample *s, benchi_process *p, ending *e)
{
	int status;

	sample_guard_note(s, 0, p->id);
	status = watch(s, p, e);
	sample_guard_note(s, 0, 0);
	return status;
}

/* The last lines of what the command wrote to its standard error. */
static void show_errors(const sample *s)
{
	char text[SHOWN + 1];
	struct stat errors;
	off_t from;
	ssize_t n;
	int lines = 0;
	char *at;

	if (fstat(s->errors, &errors) || !errors.st_size)
		return;
	from = errors.st_size > SHOWN ? errors.st_size - SHOWN : 0;
	n = pread(s->errors, text, SHOWN, from);
	if (n <= 0)
		return;
	text[n] = '\0';
	if (text[n - 1] == '\n')
		text[--n] = '\0';
	for (at = text + n; at > text; at--)
		if (at[-1] == '\n' && ++lines == LINES)
			break;
	for (char *line = strtok(at, "\n"); line; line = strtok(NULL, "\n")) {
		for (char *tab = strchr(line, '\t'); tab; tab = strchr(tab, '\t'))
			*tab = ' ';
		fputs("    ", stderr);
		benchi_put_line(stderr, line);
		fputc('\n', stderr);
	}
}

static int failed(const sample *s, const char *name, const char *text, const benchi_usage *u,
                  const ending *e)
{
	if (e->timeout)
		complain(SAMPLE_VERB, "%s: was ended after %g s (--timeout): %s", name, s->wish.timeout_s,
		         text);
	else if (e->terminal)
		complain(SAMPLE_VERB, "%s: was ended because it waited for the terminal, which commands "
		         "do not get here: %s", name, text);
	else if (u->exited)
		complain(SAMPLE_VERB, "%s: ended with status %d: %s", name, u->code, text);
	else
		complain(SAMPLE_VERB, "%s: was ended by signal %d (%s): %s", name, u->code,
		         strsignal(u->code), text);
	show_errors(s);
	return EXIT_MISUSE;
}

int sample_run_shell(sample *s, const char *what, const char *command)
{
	char shell[] = "sh", option[] = "-c", *text = strdup(command);
	char *argv[] = { shell, option, text, NULL };
	benchi_command c = { argv, NULL, -1, -1, s->errors, true };
	ending e = { false, false, false };
	benchi_process p;
	int status = 0;

	memset(&p, 0, sizeof p);
	if (!text)
		return complain(SAMPLE_VERB, "out of memory");
	if (ftruncate(s->errors, 0) || benchi_process_start(&c, &p))
		status = complain(SAMPLE_VERB, "%s: %s", what, bench_detail());
	else
		status = wait_for(s, &p, &e);
	if (!status && (e.timeout || e.terminal || !p.usage.exited || p.usage.code))
		status = failed(s, what, command, &p.usage, &e);
	free(text);
	return status;
}

/* Opened anew for every run, so that each begins at the start. */
static int open_input(const sample *s, int *in)
{
	*in = s->wish.input ? open(s->wish.input, O_RDONLY | O_CLOEXEC) : -1;
	if (s->wish.input && *in < 0)
		return complain(SAMPLE_VERB, "--input %s: %s", s->wish.input, strerror(errno));
	return 0;
}

/* Where its output goes: a script's is read by us, others' is kept if that was asked for. */
static int open_output(const sample *s, const task *t, int *out)
{
	bool wanted = false;
	char last[200], *path;

	*out = -1;
	if (s->wish.script) {
		FILE *file = tmpfile();

		*out = file ? fcntl(fileno(file), F_DUPFD_CLOEXEC, 3) : -1;
		if (file)
			fclose(file);
		return *out < 0 ? complain(SAMPLE_VERB, "a temporary file: %s", strerror(errno)) : 0;
	}
	for (size_t i = 0; i < s->wish.outputs; i++)
		wanted = wanted || !strcmp(s->wish.output_of[i], t->name);
	if (!wanted)
		return 0;
	snprintf(last, sizeof last, "%.150s.out", t->name);
	path = sample_path(s, last);
	if (!path)
		return complain(SAMPLE_VERB, "out of memory");
	*out = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
	if (*out < 0)
		complain(SAMPLE_VERB, "--output-of %s: %s: %s", t->name, path, strerror(errno));
	free(path);
	return *out < 0 ? EXIT_MISUSE : 0;
}

/* The environment and one variable of changing length: the stack begins elsewhere. */
static char **varied(sample *s, char *variable, size_t size)
{
	extern char **environ;
	size_t n = 0, length = benchi_random_below(&s->random, size - 20);
	char **made;

	while (environ[n])
		n++;
	made = malloc((n + 2) * sizeof *made);
	if (!made)
		return NULL;
	memcpy(made, environ, n * sizeof *made);
	strcpy(variable, "BENCH_PLACEMENT=");
	memset(variable + 16, 'x', length);
	variable[16 + length] = '\0';
	made[n] = variable;
	made[n + 1] = NULL;
	return made;
}

/* Why a command may not have been found. */
static const char *hint(const sample *s, const task *t)
{
	if (t->shell || s->wish.script)
		return "";
	return !strcmp(t->name, t->text) && strchr(t->text, ':')
	       ? " (what stands before ':' is a name only without blank, quote, slash and '=')"
	       : " (a command of the shell needs --shell)";
}

/* Starts, counts, waits. */
static int timed(sample *s, const task *t, benchi_command *c, benchi_process *p, double *counts,
                 ending *e)
{
	benchi_counters counters;
	bool counting = s->counting && !benchi_counters_open(&counters);
	int status = 0;

	if (benchi_process_start(c, p))
		status = complain(SAMPLE_VERB, "%s: %s%s", t->name, bench_detail(), hint(s, t));
	else
		status = wait_for(s, p, e);
	if (counting) {
		benchi_counters_read(&counters, counts);
		benchi_counters_close(&counters);
	}
	return status;
}

static int run_command(sample *s, task *t, int in, int out, measures *m)
{
	char variable[4096];
	char **environment = s->wish.vary ? varied(s, variable, sizeof variable) : NULL;
	benchi_command c = { t->argv, environment, in, out, s->errors, true };
	double counts[BENCHI_COUNTERS];
	ending e = { false, false, false };
	benchi_process p;
	int status;

	for (size_t i = 0; i < BENCHI_COUNTERS; i++)
		counts[i] = NAN;
	if ((s->wish.vary && !environment) || ftruncate(s->errors, 0))
		status = complain(SAMPLE_VERB, "out of memory");
	else
		status = timed(s, t, &c, &p, counts, &e);
	free(environment);
	if (status)
		return status;
	if (e.stopped)
		return EXIT_INTERRUPTED;
	if ((e.timeout || e.terminal || !p.usage.exited || p.usage.code)
	    && (!s->wish.ignore || s->wish.script))
		return failed(s, t->name, t->text, &p.usage, &e);
	if (s->wish.script)
		return sample_parse(t, out, m);
	sample_fill(s, t, &p.usage, counts, m);
	return 0;
}

int sample_run(sample *s, task *t, measures *m)
{
	int in = -1, out = -1, status = 0, later = 0;

	if (s->wish.prepare)
		status = sample_run_shell(s, "--prepare", s->wish.prepare);
	if (status)
		return status;
	status = open_input(s, &in);
	if (!status)
		status = open_output(s, t, &out);
	if (!status)
		status = run_command(s, t, in, out, m);
	if (in >= 0)
		close(in);
	if (out >= 0)
		close(out);
	if (s->wish.cleanup && status != EXIT_INTERRUPTED)
		later = sample_run_shell(s, "--cleanup", s->wish.cleanup);
	return status ? status : later;
}

/* Medians of wall, user and system time of a program that does nothing. */
static int find_cost(sample *s, char **argv, double *cost)
{
	double x[3][STARTS];
	int status = 0;

	for (size_t i = 0; i < STARTS && !status; i++) {
		benchi_command c = { argv, NULL, -1, -1, -1, true };
		ending e = { false, false, false };
		benchi_process p;

		status = benchi_process_start(&c, &p) ? EXIT_MISUSE : wait_for(s, &p, &e);
		x[0][i] = p.usage.wall_ns / 1e9;
		x[1][i] = p.usage.user_ns / 1e9;
		x[2][i] = p.usage.system_ns / 1e9;
	}
	for (size_t k = 0; k < 3 && !status; k++) {
		benchi_sort(x[k], STARTS);
		cost[k] = x[k][STARTS / 2];
	}
	return status;
}

int sample_find_startup(sample *s)
{
	char nothing[] = "true", shell[] = "sh", option[] = "-c", colon[] = ":";
	char *bare[] = { nothing, NULL }, *shelled[] = { shell, option, colon, NULL };
	double cost[3];
	bool needed = false;

	for (size_t i = 0; i < s->list.n; i++)
		needed = needed || s->list.task[i].shell;
	if (!find_cost(s, bare, cost)) {
		startup found = { cost[0], cost[1], cost[2], 0, 0, 0, true, false };

		s->startup = found;
	}
	if (needed && !find_cost(s, shelled, cost)) {
		s->startup.shell_wall_s = cost[0];
		s->startup.shell_user_s = cost[1];
		s->startup.shell_sys_s = cost[2];
		s->startup.shell_known = true;
	}
	if (s->wish.subtract && (!s->startup.known || needed != s->startup.shell_known))
		return complain(SAMPLE_VERB, "--subtract-startup: 'true' cannot be run, to find what "
		                             "starting a program takes");
	return 0;
}
