/*
 * `bench run --count`: the instructions of one iteration of each BENCH.
 *
 * One more process of the program is traced.  Its library appends the name of what it is about to
 * measure to the results, and runs it in windows of 1 and 2 iterations; it raises SIGURG where a
 * window that counts begins and ends (lib/measure/stepped.c).  Between the two the tracer steps and
 * counts; the difference of the windows is one iteration.  Only the program's first thread is
 * counted.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "measure/publish.h"
#include "measure/stepped.h"
#include "program/interrupt.h"
#include "tools/run/run.h"
#include "tools/verbs.h"

#if defined HAVE_SYS_PTRACE_H && defined HAVE_FORK && defined __linux__ \
	&& (defined __x86_64__ || defined __aarch64__)

#include <fcntl.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LOOK = 1024, OVER = -1 };

extern char **environ;

typedef struct tracer {
	pid_t child;
	size_t limit;
	double *count;      /* of each window that was counted, in order; OVER the limit */
	size_t n, capacity;
	bool forbidden;
} tracer;

static void be_child(char *const *argv, char **environment)
{
	int nowhere = open("/dev/null", O_WRONLY);

	if (nowhere >= 0)
		dup2(nowhere, STDOUT_FILENO);
	environ = environment;
	if (ptrace(PTRACE_TRACEME, 0, NULL, NULL))
		_exit(126);
	execvp(argv[0], argv);
	_exit(127);
}

/* Lets the child go on with a signal, one step or until it stops.  The signal that stopped it; 0 a
 * step or a trap; -1: it has ended. */
static int go_on(tracer *t, bool step, int signal_number)
{
	int status;

	if (ptrace(step ? PTRACE_SINGLESTEP : PTRACE_CONT, t->child, NULL,
		(void *)(intptr_t)signal_number))
		return -1;
	while (waitpid(t->child, &status, 0) < 0)
		if (errno != EINTR)
			return -1;
	if (!WIFSTOPPED(status))
		return -1;
	return WSTOPSIG(status) == SIGTRAP ? 0 : WSTOPSIG(status);
}

static bool keep(tracer *t, double count)
{
	if (t->n == t->capacity) {
		size_t capacity = 2 * t->capacity + 16;
		double *more = realloc(t->count, capacity * sizeof *more);

		if (!more)
			return false;
		t->count = more;
		t->capacity = capacity;
	}
	t->count[t->n++] = count;
	return true;
}

/* Steps to the end of a window.  What go_on returned last. */
static int count_window(tracer *t)
{
	size_t steps = 0;
	int stop = 0;

	while (steps < t->limit && (steps % LOOK || !benchi_interrupt_came())) {
		stop = go_on(t, true, stop);
		if (stop < 0 || stop == SIGURG)
			break;
		steps += stop == 0;
	}
	if (stop == SIGURG)
		return keep(t, (double)steps) ? 0 : -1;
	while (stop >= 0 && stop != SIGURG)
		stop = go_on(t, false, stop);
	return stop < 0 || !keep(t, OVER) ? -1 : 0;
}

static void trace(tracer *t)
{
	int status, stop = 0;

	while (waitpid(t->child, &status, 0) < 0 && errno == EINTR)
		continue;
	t->forbidden = !WIFSTOPPED(status);
	if (t->forbidden)
		return;
	ptrace(PTRACE_SETOPTIONS, t->child, NULL, (void *)(intptr_t)PTRACE_O_EXITKILL);
	while (stop >= 0 && !benchi_interrupt_came()) {
		stop = go_on(t, false, stop);
		if (stop == SIGURG)
			stop = count_window(t);
	}
	kill(t->child, SIGKILL);
	while (waitpid(t->child, &status, 0) < 0 && errno == EINTR)
		continue;
}

/* The k-th name's: windows 2 k and 2 k + 1. */
static void give_one(const tracer *t, size_t k, benchi_result *r)
{
	if (2 * k + 1 >= t->n) {
		strcpy(r->uncounted, "its process ended before");
	} else if (t->count[2 * k] < 0 || t->count[2 * k + 1] < 0) {
		strcpy(r->uncounted, "over the limit of single steps");
	} else {
		r->count[BENCHI_COUNT_INSTRUCTIONS] = t->count[2 * k + 1] - t->count[2 * k];
		r->counted |= 1u << BENCHI_COUNT_INSTRUCTIONS;
	}
}

/* Each name of the file has its counts, in order. */
static void give(const tracer *t, FILE *published, run_results *results)
{
	char line[BENCHI_RESULT_TEXT + 2];
	size_t mark = strlen(BENCHI_STEPPED_LINE);
	unsigned *had = calloc(results->report.n + 1, sizeof *had);

	for (size_t k = 0; had && fgets(line, sizeof line, published);) {
		size_t first, row;

		if (strncmp(line, BENCHI_STEPPED_LINE "\t", mark + 1))
			continue;
		line[strcspn(line, "\n")] = '\0';
		first = run_row_of(results, line + mark + 1, 1);
		row = first == SIZE_MAX ? first : run_row_of(results, line + mark + 1, ++had[first]);
		if (row != SIZE_MAX)
			give_one(t, k, &results->report.result[row]);
		k++;
	}
	free(had);
}

int run_steps(char *const *argv, char **environment, size_t limit, const char *path,
              run_results *results)
{
	tracer t = { .limit = limit };
	FILE *published;

	t.child = fork();
	if (t.child == 0)
		be_child(argv, environment);
	if (t.child < 0)
		return complain(RUN_VERB, "cannot start a process: %s", strerror(errno));
	trace(&t);
	if (t.forbidden)
		return complain(RUN_VERB, "--count: the system forbids tracing");
	published = fopen(path, "r");
	if (published) {
		give(&t, published, results);
		fclose(published);
	}
	free(t.count);
	return 0;
}

#else

int run_steps(char *const *argv, char **environment, size_t limit, const char *path,
              run_results *results)
{
	(void)argv;
	(void)environment;
	(void)limit;
	(void)path;
	(void)results;
	return complain(RUN_VERB, "--count: single steps are known on x86-64 and AArch64 Linux only");
}

#endif
