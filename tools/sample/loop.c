/*
 * Which command next, and when is it enough?
 *
 * Warm-up of each, then rounds: every command once a round, in an order that is drawn
 * anew for each, so that drift and neighbours meet all alike and a limit starves none.
 * The first round is in the order given, so that readers who take the first name for the
 * base take the first command.
 * Ends after --rounds or --time, with an answer (--runs-until), or after the row during
 * which somebody asks for it.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "tools/verbs.h"
#include "host/counters.h"
#include "write/output.h"
#include "tools/sample/sample.h"

static volatile sig_atomic_t interruptions;

static volatile sig_atomic_t last_signal;

/* The first Ctrl-C waits for the run's end, the second does not; SIGTERM and SIGHUP come once
 * and do not wait either. */
static void interrupt(int number)
{
	last_signal = number;
	interruptions += number == SIGINT ? 1 : 2;
}

int sample_interrupted(void)
{
	return interruptions;
}

double sample_now_s(void)
{
	bench_clock clock = bench_clock_default();

	return clock.now_ns ? (double)clock.now_ns(clock.ctx) / 1e9 : 0;
}

/* A signal that is ignored stays so: nohup, or a job of a shell without job control. */
static void catch_signals(void)
{
	static const int ends[] = { SIGINT, SIGTERM, SIGHUP };
	struct sigaction action, before;

	memset(&action, 0, sizeof action);
	action.sa_handler = SIG_DFL;
	sigaction(SIGCHLD, &action, NULL);
	action.sa_handler = interrupt;
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
		if (!sigaction(ends[i], NULL, &before) && before.sa_handler != SIG_IGN)
			sigaction(ends[i], &action, NULL);
}

/* The columns of a command's row.  What cannot be counted is announced, once. */
static void find_columns(sample *s)
{
	static const benchi_usage nothing;
	double counts[BENCHI_COUNTERS];
	benchi_counters counters;

	if (s->wish.script)
		return;
	s->counting = !s->wish.no_counters && !benchi_counters_open(&counters);
	for (size_t i = 0; i < BENCHI_COUNTERS && s->counting; i++)
		counts[i] = counters.fd[i] < 0 ? (double)NAN : 0;
	if (s->counting)
		benchi_counters_close(&counters);
	else if (!s->wish.no_counters && !s->wish.quiet)
		fprintf(stderr, "bench sample: %s\n", bench_detail());
	sample_fill(s, &s->list.task[0], &nothing, counts, &s->header);
	s->header_known = true;
}

/* Runs each without keeping its numbers; a script's first run tells the columns. */
static int warm_up(sample *s)
{
	int status = 0;
	measures m;

	for (size_t i = 0; i < s->list.n && !status; i++) {
		task *t = &s->list.task[i];

		if (s->null && i + 1 == s->list.n)
			break;
		if (!s->wish.quiet) {
			fputs("Warming up ", stderr);
			benchi_put_line(stderr, t->name);
			fputs("...\n", stderr);
		}
		for (double k = 0; k < s->wish.warmup && !status && !interruptions; k++) {
			status = sample_run(s, t, &m);
			if (!status && !s->header_known) {
				s->header = m;
				s->header_known = true;
			}
		}
	}
	return status;
}

static void report_startup(const sample *s)
{
	const char *how = s->wish.subtract ? "taken off" : "not taken off";

	if (s->wish.quiet || !s->startup.known)
		return;
	fprintf(stderr, "bench sample: starting a program takes %.2f ms", s->startup.wall_s * 1e3);
	if (s->startup.shell_known)
		fprintf(stderr, ", with a shell %.2f ms", s->startup.shell_wall_s * 1e3);
	fprintf(stderr, ": %s\n", how);
}

static int begin(sample *s)
{
	int status = s->wish.setup ? sample_run_shell(s, "--setup", s->wish.setup) : 0;

	find_columns(s);
	if (!status && !s->wish.script)
		status = sample_find_startup(s);
	report_startup(s);
	if (!status)
		status = warm_up(s);
	if (interruptions && (!status || status == EXIT_INTERRUPTED)) {
		complain(SAMPLE_VERB, "interrupted while warming up: nothing was collected");
		return 128 + last_signal;
	}
	if (status)
		return status;
	s->columns_before = s->wish.script ? s->header.n : 3;
	status = s->wish.resume ? sample_resume(s)
	         : s->rowless ? 0 : sample_write_header(s);
	return status;
}

static void shuffle(sample *s, size_t *order, size_t n)
{
	for (size_t i = 0; i < n; i++)
		order[i] = i;
	for (size_t i = s->round > 1 ? n : 0; i > 1; i--) {
		size_t k = (size_t)benchi_random_below(&s->random, i), kept = order[k];

		order[k] = order[i - 1];
		order[i - 1] = kept;
	}
}

static bool out_of_time(const sample *s)
{
	return s->wish.time_s > 0 && sample_now_s() - s->began_s >= s->wish.time_s;
}

/* One row of a benchmark.  A run that was broken off leaves none. */
static int one(sample *s, task *t)
{
	measures m;
	int status = sample_run(s, t, &m);

	if (!status)
		status = sample_write_row(s, t, &m);
	if (status)
		return status;
	t->last_round = s->round;
	return s->keeping ? sample_keep(s, t, &m) : 0;
}

/* Those that this round still lacks; the first round of --resume may have some. */
static int round_of(sample *s, size_t *order)
{
	int status = 0;

	shuffle(s, order, s->list.n);
	for (size_t i = 0; i < s->list.n && !status; i++) {
		task *t = &s->list.task[order[i]];

		if (interruptions)
			return 0;
		if (t->last_round < s->round)
			status = one(s, t);
		sample_tick(s);
	}
	return status;
}

static bool complete(const sample *s)
{
	for (size_t i = 0; i < s->list.n; i++)
		if (s->list.task[i].last_round < s->round)
			return false;
	return true;
}

static bool enough(const sample *s)
{
	return (s->wish.rounds > 0 && s->round >= s->wish.rounds) || out_of_time(s)
	       || (s->wish.until && s->answered) || s->alarmed;
}

static int rounds(sample *s)
{
	size_t *order = calloc(s->list.n, sizeof *order);
	int status = 0;

	if (!order)
		return complain(SAMPLE_VERB, "out of memory");
	if (!s->round || complete(s))
		s->round++;
	while (!status && !interruptions) {
		status = round_of(s, order);
		if (status || interruptions)
			break;
		sample_busy_round(s, false);
		if (s->keeping)
			status = sample_look(s, false);
		if (enough(s))
			break;
		s->round++;
	}
	free(order);
	return status;
}

/* Were all the rounds that are wanted already there? */
static bool nothing_left(const sample *s)
{
	return s->wish.rounds > 0 && s->round >= s->wish.rounds && complete(s);
}

static int collect(sample *s)
{
	int status = sample_beside_start(s), later, answer = 0;

	sample_busy_start(s);
	s->began_s = sample_now_s();
	if (!status && !nothing_left(s))
		status = rounds(s);
	sample_busy_round(s, true);
	if (s->keeping && (!status || status == EXIT_INTERRUPTED))
		answer = sample_look(s, true);
	later = sample_beside_end(s);
	return status ? status : later ? later : answer;
}

static void say_interrupted(const sample *s)
{
	size_t whole = s->round - (complete(s) ? 0 : 1);

	fprintf(stderr, "bench sample: interrupted: %zu rows were written, %zu rounds are whole\n",
	        s->rows_written, whole);
}

int sample_loop(sample *s)
{
	int status;

	catch_signals();
	sample_guard_start(s);
	status = begin(s);
	if (status)
		return status;
	status = collect(s);
	if (!s->wish.quiet)
		sample_busy_report(s);
	if (interruptions && status != EXIT_MISUSE) {
		say_interrupted(s);
		return 128 + last_signal;
	}
	return status;
}
