/*
 * Measures in new processes of this program.
 *
 * The program is started again with its own command line (a fork is not enough: the layout is
 * drawn at exec).  An environment variable states that it is a child, which one, with what
 * seed and how much time; a second one has a random length, because the stack begins below
 * the environment (Mytkowicz and others, ASPLOS 2009, found 8 % in that alone).  Where the
 * system places programs at random, each process has another place too.
 *
 * The clock's calibration and the reference are handed down, which saves a child their time;
 * every fourth child makes its own, as far as a quarter of the time allows, so that the error
 * of the calibration is part of the spread.
 *
 * Each is in a process group of its own: an interrupt from the terminal reaches only this
 * one, which passes it on.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program/processes.h"
#include "base/detail.h"
#include "base/environment.h"
#include "base/random.h"
#include "base/whole.h"
#include "measure/hand_down.h"
#include "program/process.h"
#include "program/budget.h"
#include "program/child_environment.h"
#include "program/combine.h"
#include "program/message.h"
#include "program/interrupt.h"
#include "program/overhead.h"
#include "timing/window.h"

#if defined HAVE_POSIX_SPAWNP && defined HAVE_UNISTD_H

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#define CHILD "BENCH_PART"

enum { PATH = 4096, TEXT = 128, PROCESSES = 20, FAILURES_MOST = 3 };

/* Children that calibrate again: at most one in this many, in this share of the time. */
enum { ANEW = 4 };
static const double ANEW_SHARE = 0.25;


struct parent {
	const benchi_pass *pass;
	benchi_result *result;
	struct benchi_parts *row;    /* the results that all processes had of each row, */
	size_t *without;             /* and how many had none */
	char **argv;
	char path[PATH];
	char calibration[BENCHI_CALIBRATION_TEXT + 64]; /* a variable; "": there is none */
	uint64_t random;
	uint64_t seed;       /* of the process that runs, */
	uint32_t process;    /* its number, */
	size_t heard;        /* and how many of its rows have arrived */
	size_t failures;     /* processes that did not end as they should */
	size_t anew;         /* children that may still calibrate again */
	double patience_ns;  /* that children may still wait for the core, beside the time */
	double waited_ns;    /* that they have waited so */
};

int benchi_processes_child_args(benchi_child_args *args)
{
	const char *text = benchi_environment_text(CHILD);
	uint64_t part[4]; /* number of the process, seed, microseconds left and of patience */
	int copy;

	if (!text)
		return 0;
	for (int i = 0; i < 4; i++) {
		text = benchi_read_whole(text, UINT64_MAX, &part[i]);
		if (!text || *text != (i < 3 ? ' ' : '\0'))
			return -1;
		text++;
	}
	unsetenv(CHILD);
	copy = dup(STDOUT_FILENO);
	if (copy < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
		return -1;
	fcntl(copy, F_SETFD, FD_CLOEXEC);
	args->process = (uint32_t)part[0];
	args->seed = part[1];
	args->left_ns = 1e3 * (double)part[2];
	args->patience_ns = 1e3 * (double)part[3];
	args->out = fdopen(copy, "wb");
	return args->out ? 1 : -1;
}

/* The calibration that children adopt, as a variable of their environment. */
static void find_calibration(struct parent *p)
{
	size_t name = sizeof BENCHI_CALIBRATION_VARIABLE;

	memcpy(p->calibration, BENCHI_CALIBRATION_VARIABLE "=", name);
	if (!benchi_calibration_text(p->calibration + name, sizeof p->calibration - name))
		*p->calibration = '\0';
}

/* How many children calibrate anew. */
static size_t count_anew(const struct benchi_processes_budget *budget)
{
	if (!(budget->time_ns > 0 && budget->calibration_ns > 0))
		return budget->processes;
	return (size_t)fmin((double)budget->processes,
		ANEW_SHARE * budget->time_ns / budget->calibration_ns);
}

/* This program's file: as the system knows it, or as it was called. */
static void find_path(struct parent *p)
{
	ssize_t length = readlink("/proc/self/exe", p->path, sizeof p->path - 1);

	if (length <= 0 || length >= (ssize_t)sizeof p->path - 1)
		length = snprintf(p->path, sizeof p->path, "%s", p->argv[0]);
	p->path[length < PATH ? length : PATH - 1] = '\0';
}

/* Does the k-th child adopt the calibration of this process? */
static bool adopts(struct parent *p, size_t k)
{
	if (!*p->calibration)
		return false;
	if (k % ANEW != ANEW - 1 || !p->anew)
		return true;
	p->anew--;
	return false;
}

/* Starts the k-th; *from: its messages. */
static bench_status start(struct parent *p, size_t k, double left_ns, benchi_process *process,
                          FILE **from)
{
	char child[TEXT], padding[BENCHI_PADDING], *first = p->argv[0], **environment;
	char *variable[] = { child, benchi_child_padding(&p->random, padding), p->calibration };
	benchi_command command = { p->argv, NULL, -1, -1, STDERR_FILENO, true };
	int end[2];
	bench_status status;

	find_calibration(p);    /* whose width may be surer than before */
	p->process = (uint32_t)k;
	p->seed = benchi_random(&p->random);
	p->heard = 0;
	snprintf(child, sizeof child, CHILD "=%zu %llu %.0f %.0f", k, (unsigned long long)p->seed,
		left_ns / 1e3, fmax(0, p->patience_ns) / 1e3);
	environment = benchi_child_environment(variable, adopts(p, k) ? 3 : 2);
	if (!environment || pipe(end)) {
		free(environment);
		return benchi_fail(BENCH_ERR_MEMORY, "for a process: %s", strerror(errno));
	}
	command.environment = environment;
	fcntl(end[0], F_SETFD, FD_CLOEXEC);
	fcntl(end[1], F_SETFD, FD_CLOEXEC);
	command.out = end[1];
	p->argv[0] = p->path;
	status = benchi_process_start(&command, process);
	p->argv[0] = first;
	free(environment);
	close(end[1]);
	*from = status == BENCH_OK ? fdopen(end[0], "rb") : NULL;
	if (!*from)
		close(end[0]);
	return status;
}

/* Keeps a process' result of a row. */
static int keep(struct parent *p, size_t row, benchi_outcome outcome)
{
	struct benchi_parts *g = &p->row[row];
	benchi_result *result = &p->result[row];

	p->heard++;
	if (p->patience_ns > 0) {
		p->patience_ns -= result->waited_ns;
		p->waited_ns += result->waited_ns;
	}
	if (outcome != BENCHI_TIMED) {
		p->without[row]++;
	} else {
		benchi_part *more = realloc(g->part, (g->n + 1) * sizeof *more);

		if (!more)
			return -1;
		g->part = more;
		more[g->n].summary = result->summary;
		more[g->n].process = p->process;
		more[g->n].wall_ns = result->wall_ns;
		more[g->n++].cpu_ns = result->cpu_ns;
	}
	g->disturbed += outcome == BENCHI_DISTURBED;
	if (p->pass->done)      /* what another process may still have is not wrong */
		p->pass->done(p->pass->to, row, outcome == BENCHI_DISTURBED ? BENCHI_SKIPPED : outcome,
			result);
	return 0;
}

/* All messages of a process; 0, or -1 for what cannot be read. */
static int listen(struct parent *p, FILE *from)
{
	size_t row;
	benchi_outcome outcome;
	int got;

	while ((got = benchi_message_read(from, p->result, p->pass->rows->n, &row, &outcome)) > 0)
		if (keep(p, row, outcome))
			return -1;
	return got;
}

/* Which row did a process run when it ended?  NULL: none. */
static const char *last_row(const struct parent *p)
{
	benchi_pass pass = *p->pass;
	const char *name = NULL;
	size_t *order;

	pass.seed = p->seed;
	order = p->heard < pass.rows->n ? benchi_pass_order(&pass) : NULL;
	if (order)
		name = p->result[order[p->heard]].name;
	free(order);
	return name;
}

static int complain_of(const struct parent *p, size_t k, const benchi_usage *usage, int heard)
{
	const benchi_settings *s = p->pass->settings;
	const char *row = last_row(p);
	char end[TEXT];

	if (!usage->exited)
		snprintf(end, sizeof end, "was ended by signal %d", usage->code);
	else if (heard < 0)
		snprintf(end, sizeof end, "wrote what cannot be read");
	else
		snprintf(end, sizeof end, "ended with status %d", usage->code);
	benchi_complain(s, "process %zu of %zu %s%s%s%s", k + 1, p->pass->processes, end,
		row ? " in '" : "", row ? row : "", row ? "'; its earlier results count" : "");
	return BENCHI_EXIT_WRONG;
}

static int run_one(struct parent *p, size_t k, double left_ns)
{
	benchi_process process;
	FILE *from = NULL;
	int heard;

	memset(&process, 0, sizeof process);
	if (start(p, k, left_ns, &process, &from) != BENCH_OK)
		return benchi_complain(p->pass->settings, "--processes: %s", bench_detail());
	benchi_interrupt_tells(process.id);
	heard = from ? listen(p, from) : -1;
	if (from)
		fclose(from);
	benchi_process_wait(&process, (double)INFINITY);
	benchi_interrupt_tells(0);
	if (heard < 0 || !process.usage.exited || process.usage.code || p->heard < p->pass->rows->n)
		return benchi_interrupt_came() ? 0 : complain_of(p, k, &process.usage, heard);
	return 0;
}

/* A row that has results of some processes is not skipped because others have none. */
static void unskip(const struct parent *p, size_t row)
{
	benchi_result *result = &p->result[row];
	size_t with = p->row[row].n, without = p->without[row];

	if (!with || !without)
		return;
	benchi_complain(p->pass->settings, "%s: without a result in %zu of %zu processes: %s",
		result->name, without, with + without,
		result->skipped ? result->skipped : "");
	free(result->skipped);
	result->skipped = NULL;
}

/* Each row's parts become one, without the overhead that it names. */
static int combine(struct parent *p)
{
	benchi_report report = { .result = p->result, .n = p->pass->rows->n };
	bench_status status;
	int without = 0;

	for (size_t i = 0; i < report.n; i++) {
		unskip(p, i);
		without |= p->row[i].disturbed && !p->row[i].n;
	}
	status = benchi_overhead_take_off(&report, p->row);
	for (size_t i = 0; i < report.n && status == BENCH_OK; i++)
		if (p->row[i].n)
			status = benchi_combine(p->row[i].part, p->row[i].n, &p->result[i]);
	if (status != BENCH_OK)
		return benchi_complain(p->pass->settings, "%s", bench_detail());
	return without ? BENCHI_EXIT_WRONG : 0;
}

/* One process after the other, while there is time and not too many have failed. */
static int run_all(struct parent *p, const struct benchi_processes_budget *budget)
{
	bench_clock clock = bench_clock_default();
	uint64_t began = clock.now_ns ? clock.now_ns(clock.ctx) : 0;
	int status = 0, combined;
	size_t k = 0;

	for (; k < budget->processes && status != BENCHI_EXIT_MISUSE && !benchi_interrupt_came()
	       && p->failures < FAILURES_MOST; k++) {
		double gone = clock.now_ns ? benchi_elapsed_ns(&clock, began) - p->waited_ns : 0;
		double left = benchi_budget_process(budget, gone, k);
		int one;

		if (left < 0) {
			if (p->pass->settings->processes)
				benchi_complain(p->pass->settings, "%zu of %zu processes: time budget exhausted, "
					"each takes %.2g s", k, budget->processes, gone / 1e9 / (double)k);
			break;
		}
		one = run_one(p, k, left);
		p->failures += one == BENCHI_EXIT_WRONG;
		status = one ? one : status;
	}
	if (p->failures == FAILURES_MOST && k < budget->processes)
		benchi_complain(p->pass->settings, "%zu of %zu processes: no more are started after %d "
			"failures", k, budget->processes, FAILURES_MOST);
	combined = combine(p);
	return combined == BENCHI_EXIT_MISUSE || !status ? combined : status;
}

size_t benchi_processes_default(void)
{
	return benchi_privileged() ? 1 : PROCESSES;   /* a privileged child gets no environment */
}

int benchi_processes_run(const benchi_pass *pass, const struct benchi_processes_budget *budget,
                         char **argv, benchi_result *result)
{
	struct parent p = { .pass = pass, .result = result, .argv = argv, .random = pass->seed };
	size_t n = pass->rows->n;
	int status;

	if (benchi_privileged())   /* the children would not know that they are children */
		return benchi_complain(pass->settings, "--processes: not in a set-user-ID program");
	p.row = calloc(n + 1, sizeof *p.row);
	p.without = calloc(n + 1, sizeof *p.without);
	find_path(&p);
	p.anew = count_anew(budget);
	p.patience_ns = budget->patience_ns;
	status = p.row && p.without ? run_all(&p, budget)
	         : benchi_complain(pass->settings, "out of memory for the processes");
	for (size_t i = 0; p.row && i < n; i++)
		free(p.row[i].part);
	free(p.row);
	free(p.without);
	return status;
}

#else

int benchi_processes_child_args(benchi_child_args *args)
{
	(void)args;
	return 0;
}

size_t benchi_processes_default(void)
{
	return 1;
}

int benchi_processes_run(const benchi_pass *pass, const struct benchi_processes_budget *budget,
                         char **argv, benchi_result *result)
{
	(void)budget;
	(void)argv;
	(void)result;
	return benchi_complain(pass->settings, "--processes: this system cannot start processes");
}

#endif
