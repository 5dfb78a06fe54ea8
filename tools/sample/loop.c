/*
 * The order of commands, and when the sampling ends.
 *
 * Warm-up of each, then rounds: every command once a round, in an order that is drawn
 * again for each, so that drift and noise are the same for all and no limit excludes one.
 * The first round is in the order given, so that the first name in the file, a reader's base, is
 * the first command.
 * Ends after --rounds or --time, with an answer (--runs-until), or after the row during
 * which an interrupt comes; without a limit with answers, but after ten rounds at least and
 * about three seconds a command at most.
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

	if (s->option.script)
		return;
	s->counting = !s->option.no_counters && !benchi_counters_open(&counters);
	for (size_t i = 0; i < BENCHI_COUNTERS && s->counting; i++)
		counts[i] = counters.fd[i] < 0 ? (double)NAN : 0;
	if (s->counting)
		benchi_counters_close(&counters);
	else if (!s->option.no_counters && !s->option.quiet)
		fprintf(stderr, "bench sample: %s\n", bench_detail());
	sample_fill(s, &nothing, counts, &s->header);
	s->header_known = true;
}

/* Runs each without keeping its numbers; a script's first run gives the columns. */
static int warm_up(sample *s)
{
	int status = 0;
	measures m;

	for (size_t i = 0; i < s->list.n && !status; i++) {
		task *t = &s->list.task[i];

		if (s->null && i + 1 == s->list.n)
			break;
		if (!s->option.quiet) {
			fputs("Warming up ", stderr);
			benchi_put_line(stderr, t->name);
			fputs("...\n", stderr);
		}
		for (double k = 0; k < s->option.warmup && !status && !interruptions; k++) {
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
	const char *how = s->option.subtract ? "taken off" : "not taken off";

	if (s->option.quiet || !s->startup.known)
		return;
	fprintf(stderr, "bench sample: starting %s takes %.2f ms: %s\n",
	        s->list.task[0].shell ? sample_shell(s) : "a program", s->startup.wall_s * 1e3, how);
}

static int begin(sample *s)
{
	int status = s->option.setup ? sample_run_shell(s, "--setup", s->option.setup) : 0;

	if (!status)
		find_columns(s);
	if (!status && !s->option.script)
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
	s->columns_before = s->option.script ? s->header.n : 3;
	status = s->option.resume ? sample_resume(s)
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
	return s->option.time_s > 0 && sample_now_s() - s->began_s >= s->option.time_s;
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

/* Why it ends after this round; NULL: it goes on. */
static const char *enough(const sample *s)
{
	const sample_options *o = &s->option;
	bool answers = s->answered && s->list.n > 1;

	if (s->alarmed)
		return "--null";
	if ((o->rounds > 0 && s->round >= o->rounds) || (o->most > 0 && s->round >= o->most))
		return "the number of runs";
	if (s->round < o->least)
		return NULL;
	if (out_of_time(s))
		return "--time";
	if ((o->until || o->ends) && answers)
		return "every answer is there";
	return o->ends && sample_now_s() - s->began_s >= SAMPLE_SECONDS * (double)s->list.n
	       ? "3 s for each command" : NULL;
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
		s->ended = enough(s);
		if (s->ended)
			break;
		s->round++;
	}
	free(order);
	return status;
}

/* Were all the rounds that are wanted already there? */
static bool nothing_left(const sample *s)
{
	return s->option.rounds > 0 && s->round >= s->option.rounds && complete(s);
}

/* What processors, disks and network did during the rounds. */
static void observe_machine(sample *s)
{
	benchi_snapshot now;

	benchi_snapshot_take("", &now);
	benchi_utilisation_between(&s->before, &now, &s->machine);
}

static int start_beside(sample *s)
{
	s->beside.observe = &s->option.observe;
	s->beside.snapshot = &s->option.snapshot;
	s->beside.stem = sample_stem(s);
	s->beside.guard = &s->guard;
	return benchi_beside_start(&s->beside) ? complain(SAMPLE_VERB, "%s", bench_detail()) : 0;
}

static int end_beside(sample *s)
{
	int status = benchi_beside_end(&s->beside) ? complain(SAMPLE_VERB, "%s", bench_detail()) : 0;

	for (size_t i = 0; i < s->option.observe.n; i++)
		if (s->beside.ended[i])
			complain(SAMPLE_VERB, BENCHI_BESIDE_ENDED, s->option.observe.word[i]);
	return status;
}

static int collect(sample *s)
{
	int status = start_beside(s), later, answer = 0;

	sample_busy_start(s);
	benchi_snapshot_take("", &s->before);
	s->began_s = sample_now_s();
	if (!status && !nothing_left(s))
		status = rounds(s);
	observe_machine(s);
	sample_busy_round(s, true);
	if (s->keeping && (!status || status == EXIT_INTERRUPTED))
		answer = sample_look(s, true);
	later = end_beside(s);
	return status ? status : later ? later : answer;
}

static void report_interrupted(const sample *s)
{
	size_t whole = s->round - (complete(s) ? 0 : 1);

	fprintf(stderr, "bench sample: interrupted: %zu rows were written, %zu rounds are whole\n",
	        s->rows_written, whole);
}

int sample_loop(sample *s)
{
	int status, later = 0;

	catch_signals();
	benchi_guard_start(&s->guard);
	status = begin(s);
	if (!status)
		status = collect(s);
	if (s->option.cleanup && !sample_interrupted())
		later = sample_run_shell(s, "--cleanup", s->option.cleanup);
	if (!status)
		status = later;
	if (!s->round)
		return status;
	if (interruptions && status != EXIT_MISUSE) {
		report_interrupted(s);
		return 128 + last_signal;
	}
	return status;
}
