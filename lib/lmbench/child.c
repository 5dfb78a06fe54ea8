/*
 * A child of benchmp.
 *
 * Its whole life is one function that is called between intervals, benchmp_interval:
 * where the benchmark returns, it is called for it, and where it cannot (a signal's
 * handler), the benchmark calls it.  It sizes the intervals, warms up, waits until all
 * children are ready, times, reports, and goes on working until all have reported, so
 * that the others do not end on an idle machine.  Then it leaves without returning.
 *
 * It says something twice a second at least, so that a parent can tell a slow child from
 * a dead one; and ends when the parent has.
 *
 * SPDX-License-Identifier: MIT
 */
#include "lmbench/benchmp.h"
#include "engine/sizing.h"
#include "host/signal_mask.h"
#include "lmbench/child.h"
#include "timing/window.h"

#ifdef HAVE_FORK

#include <math.h>
#include <poll.h>

static const double SILENCE_NS = 0.5e9;
static const double SIZED_NS = 10e6;       /* longer intervals are sized by ones of this length */

enum phase { SIZING, WARMING, TIMING, WAITING };

static struct child {
	struct benchi_lm_work work;
	int id, in, out;
	pid_t pid;
	volatile sig_atomic_t begun;   /* there is something to clean up */
	enum phase phase;
	const bench_timing *timing;
	struct benchi_sizing sizing;
	double interval_ns;
	iter_t iterations;             /* of the interval that is open */
	uint64_t opened;
	uint64_t phase_began, spoke;
	struct benchi_lm_message value[BENCHI_LM_INTERVALS];
	int values;
} self;

static uint64_t clock_ns(void)
{
	return self.timing->clock.now_ns(self.timing->clock.ctx);
}

static double since_ns(uint64_t moment)
{
	return benchi_elapsed_ns(&self.timing->clock, moment);
}

/* Without the parent's way out: its handlers at exit are not for us to run. */
static void leave(int status)
{
	fflush(stdout);
	fflush(stderr);
	if (ftiming)
		fflush(ftiming);
	_exit(status);
}

/* Cleans up, once. */
static void clean_up(void)
{
	int begun = self.begun;

	self.begun = 0;
	if (begun && self.work.cleanup)
		self.work.cleanup(0, self.work.cookie);
}

static void end(int status)
{
	clean_up();
	leave(status);
}

/* Asked to end.  A process that the benchmark has started inherits this, and just ends. */
static void asked(int signo)
{
	if (getpid() != self.pid) {
		signal(signo, SIG_DFL);
		raise(signo);
		return;
	}
	clean_up();
	_exit(1);
}

/* Does the parent hear it? */
static int write_whole(const char *from, size_t left)
{
	while (left > 0) {
		ssize_t written = write(self.out, from, left);

		if (written < 0 && errno == EINTR)
			continue;
		if (written < 0)
			return 0;
		from += written;
		left -= (size_t)written;
	}
	return 1;
}

static void say(struct benchi_lm_message message)
{
	sigset_t pipe, usual;

	sigemptyset(&pipe);
	sigaddset(&pipe, SIGPIPE);
	benchi_signal_mask(SIG_BLOCK, &pipe, &usual);
	if (!write_whole((const char *)&message, sizeof message))
		end(1);
	benchi_signal_mask(SIG_SETMASK, &usual, NULL);
	self.spoke = clock_ns();
}

static void say_kind(enum benchi_lm_kind kind)
{
	struct benchi_lm_message message = { kind, 0, 0 };

	say(message);
}

/* Waits for the parent's word; without one, it is gone. */
static void hear(void)
{
	char word;
	ssize_t got;

	do
		got = read(self.in, &word, 1);
	while (got < 0 && errno == EINTR);
	if (got != 1)
		end(1);
}

/* Has the parent sent a message, or ended? */
static int called(void)
{
	struct pollfd parent = { self.in, POLLIN, 0 };

	return poll(&parent, 1, 0) > 0;
}

static void enter(enum phase phase)
{
	self.phase = phase;
	self.phase_began = clock_ns();
}

static void report(void)
{
	for (int i = 0; i < self.values; i++)
		say(self.value[i]);
	say_kind(BENCHI_LM_DONE);
	enter(WAITING);
	if (self.work.parallel == 1) {
		hear();         /* no other child measures any more */
		end(0);
	}
}

/* What a whole interval took; a failed one (the clock went back) counts for nothing. */
static void keep(double ns)
{
	struct benchi_lm_message value = { BENCHI_LM_VALUE, 0, (double)self.iterations };

	if (self.timing->loop_given)
		ns -= (double)self.iterations * self.timing->loop_ns;
	value.ns = ns > 0 ? ns / (double)self.iterations : 0;
	self.value[self.values++] = value;
}

/* All children begin to time together. */
static void begin_together(void)
{
	say_kind(BENCHI_LM_READY);
	hear();
	enter(TIMING);
}

/* The interval that was open took ns: what is next? */
static void decide(double ns)
{
	if (called())
		end(0);         /* all have reported, or the parent has ended */
	if (self.phase == SIZING) {
		benchi_sizing_step(&self.sizing, ns);
		if (!self.sizing.done)
			return;
		if (ns > 0 && ns < 0.95 * self.interval_ns)
			self.sizing.iterations =
				(uint64_t)((double)self.sizing.iterations * self.interval_ns / ns);
		enter(WARMING);
	}
	if (self.phase == WARMING) {
		if (since_ns(self.phase_began) >= self.work.warm_ns)
			begin_together();
	} else if (self.phase == TIMING) {
		keep(ns);
		if (self.values >= self.work.most || (self.values >= self.work.least
		    && since_ns(self.phase_began) > self.work.most_ns))
			report();
	}
}

static void open_interval(void)
{
	uint64_t iterations = self.sizing.iterations;

	self.iterations = iterations > (iter_t)-1 ? (iter_t)-1 : (iter_t)iterations;
	if (self.work.initialize)
		self.work.initialize(self.iterations, self.work.cookie);
	self.opened = benchi_window_open(self.timing);
}

iter_t benchmp_interval(void *state)
{
	double ns;

	if (!state || state != &self || !self.timing)
		benchi_lm_die("benchmp_interval was called outside a benchmark of benchmp");
	ns = benchi_window_close(self.timing, self.opened);
	if (self.work.cleanup)
		self.work.cleanup(self.iterations, self.work.cookie);
	/* Once it has reported, the parent reads no more. */
	if (self.phase != WAITING && since_ns(self.spoke) > SILENCE_NS)
		say_kind(BENCHI_LM_ALIVE);
	decide(ns);
	open_interval();
	return self.iterations;
}

/* What the program does about SIGTERM is not for its children. */
static void take_term(const sigset_t *usual)
{
	struct sigaction action;

	memset(&action, 0, sizeof action);
	action.sa_handler = asked;
	sigemptyset(&action.sa_mask);
	sigaction(SIGTERM, &action, NULL);
	benchi_signal_mask(SIG_SETMASK, usual, NULL);
}

void benchi_lm_child(const struct benchi_lm_work *work, int id, const int ends[2],
                     const sigset_t *usual)
{
	self.work = *work;
	self.id = id;
	self.in = ends[0];
	self.out = ends[1];
	self.pid = getpid();
	self.begun = 0;
	take_term(usual);
	self.timing = benchi_lm_timing();
	self.interval_ns = fmax(work->interval_ns, self.timing->enough_ns);
	self.sizing = benchi_sizing_begin(
		fmax(fmin(self.interval_ns, SIZED_NS), self.timing->enough_ns),
		benchi_window_meaningless_ns(self.timing));
	self.values = 0;
	say_kind(BENCHI_LM_ALIVE);
	handle_scheduler(id, 0, 0);
	if (work->initialize)
		work->initialize(0, work->cookie);
	self.begun = 1;
	enter(SIZING);
	open_interval();
	for (;;) {
		work->benchmark(self.iterations, work->cookie);
		benchmp_interval(&self);
	}
}

void *benchmp_getstate(void)
{
	return self.timing ? &self : NULL;
}

int benchmp_childid(void)
{
	return self.id;
}

#else

iter_t benchmp_interval(void *state)
{
	(void)state;
	benchi_lm_die("benchmp is not supported on this system: it has no fork");
}

void *benchmp_getstate(void)
{
	return NULL;
}

int benchmp_childid(void)
{
	return 0;
}

#endif
