/*
 * Measures an iteration while several children work concurrently.
 *
 * The parent starts the children, waits until all are ready, lets them begin at once,
 * gathers what they timed, and lets them end when the last has reported.  It listens to
 * all of them at the same time and knows each one's process: a child that ends too early,
 * or sends nothing for a minute, ends the benchmark and the program, with a message and
 * status 1, and no child is left behind.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include "lmbench/lmbench.h"

#ifdef HAVE_FORK
#include <poll.h>
#ifdef HAVE_SCHED_YIELD
#include <sched.h>
#endif
#endif

#include "engine/engine.h"
#include "host/host.h"
#include "stats/stats.h"
#include "timing/timing.h"

#ifdef HAVE_FORK

/* From a child to its parent, and no longer than PIPE_BUF: whole or not at all. */
enum message_kind { ALIVE, READY, VALUE, DONE };
struct message {
	uint64_t kind;      /* a message_kind, as wide as what follows */
	double ns;          /* of VALUE: one iteration */
	double iterations;
};

static const bench_timing *calibrated;      /* the parent's, and so its children's */

double benchi_lm_patience_ns = 60e9;

static uint64_t benchmp_clock_ns(void)
{
	return calibrated->clock.now_ns(calibrated->clock.ctx);
}

static double benchmp_since_ns(uint64_t moment)
{
	return benchi_elapsed_ns(&calibrated->clock, moment);
}

/* Sends what a pipe takes as a whole.  False: no process reads it. */
static bool pipe_put(int to, const void *bytes, size_t size)
{
	ssize_t written;

	do
		written = write(to, bytes, size);
	while (written < 0 && errno == EINTR);
	return written >= 0;
}

static void signal_handle(int number, void (*handler)(int), struct sigaction *before)
{
	struct sigaction action;

	memset(&action, 0, sizeof action);
	action.sa_handler = handler;
	sigaction(number, &action, before);
}

static void signal_hold(int number, sigset_t *before)
{
	sigset_t held;

	sigemptyset(&held);
	sigaddset(&held, number);
	benchi_signal_mask(SIG_BLOCK, &held, before);
}

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
 */

static const double SILENCE_NS = 0.5e9;
static const double SIZED_NS = 10e6;       /* longer intervals are sized by ones of this length */

enum phase { SIZING, WARMING, TIMING, WAITING };

static struct child {
	struct benchi_lm_work work;
	int id, in, out;
	pid_t pid;
	volatile sig_atomic_t begun;   /* there is something to clean up */
	enum phase phase;
	bool timed;                    /* its benchmark runs */
	struct benchi_sizing sizing;
	double interval_ns;
	iter_t iterations;             /* of the interval that is open */
	uint64_t opened;
	uint64_t phase_began, spoke;
	struct message value[BENCHI_LM_INTERVALS];
	int values;
} self;

/* Cleans up, once. */
static void clean_up(void)
{
	int begun = self.begun;

	self.begun = 0;
	if (begun && self.work.cleanup)
		self.work.cleanup(0, self.work.cookie);
}

static void benchmp_end(int status)
{
	clean_up();

	/* Without the parent's way out: its handlers at exit are not for us to run. */
	fflush(stdout);
	fflush(stderr);
	if (ftiming)
		fflush(ftiming);
	_exit(status);
}

/* Asked to end.  A process that the benchmark has started inherits this, and just ends. */
static void benchmp_asked(int signo)
{
	if (getpid() != self.pid) {
		signal(signo, SIG_DFL);
		raise(signo);
		return;
	}
	clean_up();
	_exit(1);
}

static void say(const struct message *message)
{
	sigset_t usual;

	signal_hold(SIGPIPE, &usual);
	if (!pipe_put(self.out, message, sizeof *message))
		benchmp_end(1);
	benchi_signal_mask(SIG_SETMASK, &usual, NULL);
	self.spoke = benchmp_clock_ns();
}

static void say_kind(enum message_kind kind)
{
	say(&(struct message){ kind, 0, 0 });
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
		benchmp_end(1);
}

/*
 * Has the parent sent a message, or ended?  Under SCHED_FIFO a process runs until it waits or
 * yields.  Children that fill all processors would keep the parent from sending a message for ever,
 * and the machine from everything else.
 */
static int called(void)
{
	struct pollfd parent = { self.in, POLLIN, 0 };

#if defined HAVE_SCHED_YIELD && defined SCHED_FIFO
	if (sched_getscheduler(0) == SCHED_FIFO)
		sched_yield();
#endif
	return poll(&parent, 1, 0) > 0;
}

static void benchmp_enter(enum phase phase)
{
	self.phase = phase;
	self.phase_began = benchmp_clock_ns();
}

/* What a whole interval took; a failed one (the clock went back) counts for nothing. */
static void benchmp_keep(double ns)
{
	double iterations = (double)self.iterations;

	if (calibrated->loop_given)
		ns -= iterations * calibrated->loop_ns;
	self.value[self.values++] = (struct message){ VALUE, ns > 0 ? ns / iterations : 0, iterations };
}

/* The interval that was open took ns: what is next? */
static void benchmp_decide(double ns)
{
	if (called() || (self.phase == WAITING
			&& benchmp_since_ns(self.phase_began) > 2 * benchi_lm_patience_ns))
		benchmp_end(0);         /* all have reported, or the parent ended or cannot run */
	if (self.phase == SIZING) {
		benchi_sizing_step(&self.sizing, ns);
		if (!self.sizing.done)
			return;
		if (ns > 0 && ns < 0.95 * self.interval_ns)
			self.sizing.iterations =
				(uint64_t)((double)self.sizing.iterations * self.interval_ns / ns);
		benchmp_enter(WARMING);
	}
	if (self.phase == WARMING) {
		if (benchmp_since_ns(self.phase_began) >= self.work.warm_ns) {
			/* All children begin to time together. */
			say_kind(READY);
			hear();
			benchmp_enter(TIMING);
		}
	} else if (self.phase == TIMING) {
		benchmp_keep(ns);
		if (self.values >= self.work.most || (self.values >= self.work.least
		    && benchmp_since_ns(self.phase_began) > self.work.most_ns)) {
			for (int i = 0; i < self.values; i++)
				say(&self.value[i]);
			say_kind(DONE);
			benchmp_enter(WAITING);
			if (self.work.parallel == 1) {
				hear();         /* no other child measures any more */
				benchmp_end(0);
			}
		}
	}
}

static void open_interval(void)
{
	uint64_t iterations = self.sizing.iterations;

	self.iterations = iterations > (iter_t)-1 ? (iter_t)-1 : (iter_t)iterations;
	if (self.work.initialize)
		self.work.initialize(self.iterations, self.work.cookie);
	self.opened = benchi_window_open(calibrated);
}

void *benchmp_getstate(void)
{
	return self.timed ? &self : NULL;
}

int benchmp_childid(void)
{
	return self.id;
}

iter_t benchmp_interval(void *state)
{
	double ns;

	if (!state || state != benchmp_getstate())
		benchi_lm_die("benchmp_interval was called outside a benchmark of benchmp");
	ns = benchi_window_close(calibrated, self.opened);
	if (self.work.cleanup)
		self.work.cleanup(self.iterations, self.work.cookie);
	/* Once it has reported, the parent reads no more. */
	if (self.phase != WAITING && benchmp_since_ns(self.spoke) > SILENCE_NS)
		say_kind(ALIVE);
	benchmp_decide(ns);
	open_interval();
	return self.iterations;
}

#endif

/*
 * Plans benchmp's intervals, and combines the children's results.
 *
 * One child: many short intervals, as everywhere in this library, because a short one is
 * rarely disturbed; together they take the time that the program asks for (12 to 200 ms).
 * Several children: few long ones, because they compete for processors in slices of some
 * milliseconds, and in a short window each would look as if it were alone.  What the
 * environment's ENOUGH states is taken as it is.
 *
 * Children's intervals of one number overlap, and whoever is done goes on until all are:
 * the rates add up.  Worked: two children of 10 and of 30 ns an iteration make 1/10 + 1/30
 * iterations a ns, one in 7.5 ns.
 */

static const double ONCE_NS = 100e6; /* intervals above are taken once, unless told otherwise */
static const double TOGETHER_NS = 20e6, TOGETHER_MOST_NS = 0.2e9, TOGETHER_WHOLE_NS = 1e9;

static const double WARM_NS = 12e6;  /* a new process is slow at first, on a processor that slept */

enum { SHORT_INTERVALS = 55 };

/* One child: its budget, cut into short intervals. */
static void plan_alone(struct benchi_lm_work *work, double enough_us, double stated_ns)
{
	double budget_ns = benchi_lm_budget_ns(enough_us);

	if (stated_ns > 0) {
		work->interval_ns = stated_ns;
		return;
	}
	if (work->most < SHORT_INTERVALS)
		work->most = SHORT_INTERVALS;
	work->interval_ns = budget_ns / SHORT_INTERVALS;
	work->most_ns = 2 * budget_ns;
}

void benchi_lm_plan(struct benchi_lm_work *work, double enough_us, double stated_ns,
                    int repetitions)
{
	double asked_ns = stated_ns > 0 ? stated_ns : enough_us * 1e3;
	int wanted = repetitions > 0 ? repetitions : asked_ns > ONCE_NS ? 1 : TRIES;

	work->warm_ns = fmax(work->warm_ns, WARM_NS);
	work->least = work->most = wanted < BENCHI_LM_INTERVALS ? wanted : BENCHI_LM_INTERVALS;
	work->most_ns = INFINITY;
	if (work->parallel == 1)
		plan_alone(work, enough_us, stated_ns);
	else if (stated_ns > 0)
		work->interval_ns = stated_ns;
	else
		work->interval_ns = fmax(TOGETHER_NS, fmin(fmin(asked_ns, TOGETHER_MOST_NS),
			TOGETHER_WHOLE_NS / work->most));
}

void benchi_lm_together(const double *ns, int children, int rounds, double *together)
{
	for (int round = 0; round < rounds; round++) {
		double rate = 0;

		for (int child = 0; child < children; child++)
			rate += 1 / ns[child * rounds + round];
		together[round] = rate > 0 && isfinite(rate) ? 1 / rate : 0;
	}
	benchi_sort(together, (size_t)rounds);
}

#ifdef HAVE_FORK

static const double GRACE_NS = 1e9;  /* from asking a child to end until it is made to */
enum { LOOK_MS = 50 };               /* so often, whether a silent child still lives */

struct member {
	pid_t pid;          /* 0: it has ended */
	int in, out;        /* from it, to it */
	uint64_t heard;     /* the clock */
	int ready, done;
	int values;
	int status;         /* as it ended */
};

struct team {
	const struct benchi_lm_work *work;
	struct member *member;
	int size;           /* started */
	double *ns;         /* work->most of each child, in that order */
	double iterations;       /* of all */
	struct sigaction child, pipe, term;  /* what the program had the signals do */
};

static struct team *volatile asked_team;  /* that a signal's handler is to ask to end */

static int default_term(const struct team *team)
{
	return !(team->term.sa_flags & SA_SIGINFO) && team->term.sa_handler == SIG_DFL;
}

/* The program is to end: so are its children, whose own processes may wait for each other. */
static void pass_on(int signo)
{
	for (int i = 0; asked_team && i < asked_team->size; i++)
		if (asked_team->member[i].pid > 0)
			kill(asked_team->member[i].pid, signo);
	signal(signo, SIG_DFL);
	raise(signo);
}

static void give_signals_back(const struct team *team)
{
	sigaction(SIGCHLD, &team->child, NULL);
	sigaction(SIGPIPE, &team->pipe, NULL);
	if (default_term(team))
		sigaction(SIGTERM, &team->term, NULL);
	asked_team = NULL;
}

static void rest_a_little(void)
{
	poll(NULL, 0, 5);
}

static void dissolve(struct team *team, double grace_ns)
{
	for (int i = 0; i < team->size; i++) {
		/* Wait a while for a child to end on its own. */
		struct member *member = &team->member[i];
		uint64_t asked = benchmp_clock_ns();
		int sent = 0;

		while (member->pid != 0 && waitpid(member->pid, &member->status, WNOHANG) == 0) {
			if (!sent && benchmp_since_ns(asked) > grace_ns) {
				kill(member->pid, SIGKILL);
				sent = 1;
			}
			rest_a_little();
		}
		member->pid = 0;
	}
	for (int i = 0; i < team->size; i++) {
		close(team->member[i].in);
		close(team->member[i].out);
	}
	give_signals_back(team);
}

static void give_up(struct team *team, int culprit, const char *what, int number)
{
	for (int i = 0; i < team->size; i++)
		if (team->member[i].pid != 0)
			kill(team->member[i].pid, SIGTERM);
	dissolve(team, GRACE_NS);
	if (number >= 0)
		benchi_lm_die("benchmp: child %d of %d %s %d before it had a result", culprit,
			team->work->parallel, what, number);
	benchi_lm_die("benchmp: child %d of %d %s", culprit, team->work->parallel, what);
}

/* A child that ended before the parent asked it to. */
static void notice_death(struct team *team, int i)
{
	struct member *member = &team->member[i];
	pid_t found = waitpid(member->pid, &member->status, WNOHANG);

	if (found == 0 || (found < 0 && errno == EINTR))
		return;
	member->pid = 0;
	if (found < 0)
		give_up(team, i, "has ended before it had a result", -1);
	if (WIFSIGNALED(member->status))
		give_up(team, i, "was ended by signal", WTERMSIG(member->status));
	give_up(team, i, "ended with status", WEXITSTATUS(member->status));
}

/* Reads a message, if there is one; whether the child has ended, notice_death finds out. */
static void listen_to(struct team *team, int i)
{
	struct member *member = &team->member[i];
	struct message message;

	if (read(member->in, &message, sizeof message) != (ssize_t)sizeof message)
		return;
	member->heard = benchmp_clock_ns();
	member->ready |= message.kind == READY;
	member->done |= message.kind == DONE;
	if (message.kind == VALUE && member->values < team->work->most) {
		team->ns[i * team->work->most + member->values++] = message.ns;
		team->iterations += message.iterations;
	}
}

/* Listens until all children are ready, or done. */
static void benchmp_gather(struct team *team, int done)
{
	for (int i = 0; i < team->size; i++)
		team->member[i].heard = benchmp_clock_ns();
	for (int i = 0; i < team->size;) {
		struct member *member = &team->member[i];
		struct pollfd child = { member->in, POLLIN, 0 };

		if (done ? member->done : member->ready) {
			i++;
			continue;
		}
		if (poll(&child, 1, LOOK_MS) > 0)
			listen_to(team, i);
		if (child.revents & POLLIN)
			continue;
		if (child.revents)
			rest_a_little();
		for (int k = 0; k < team->size; k++)
			if (!team->member[k].done)
				notice_death(team, k);
		if (benchmp_since_ns(member->heard) > benchi_lm_patience_ns)
			give_up(team, i, "has said nothing for too long", -1);
	}
}

static void tell_all(struct team *team)
{
	for (int i = 0; i < team->size; i++)
		pipe_put(team->member[i].out, "", 1);   /* where it fails, gather notices */
}

static void start_child(struct team *team)
{
	struct member *member = &team->member[team->size];
	int to[2], from[2];
	sigset_t usual;

	/* SIGTERM waits: in the child until it can clean up, here until the child is known */
	signal_hold(SIGTERM, &usual);
	if (pipe(to) != 0 || pipe(from) != 0 || (member->pid = fork()) < 0) {
		int error = errno;

		benchi_signal_mask(SIG_SETMASK, &usual, NULL);
		give_up(team, team->size, strerror(error), -1);
	}
	if (member->pid == 0) {
		/* In the child: keeps nothing of what its parent has open for it and the others. */
		for (int i = 0; i < team->size; i++) {
			close(team->member[i].in);
			close(team->member[i].out);
		}
		close(to[1]);
		close(from[0]);
		give_signals_back(team);

		/* A child's life; hears from its parent through one descriptor, speaks through another. 
		 * Begins with SIGTERM blocked, and goes on with the usual mask.  Never returns. */
		const struct benchi_lm_work *work = team->work;
		int id = team->size;
		int in = to[0];
		int out = from[1];
		self = (struct child){ .work = *work, .id = id, .in = in, .out = out, .pid = getpid(),
			.timed = true, .interval_ns = fmax(work->interval_ns, calibrated->enough_ns) };
		/* what the program does about SIGTERM is not for its children */
		signal_handle(SIGTERM, benchmp_asked, NULL);
		benchi_signal_mask(SIG_SETMASK, &usual, NULL);
		self.sizing = benchi_sizing_begin(
			fmax(fmin(self.interval_ns, SIZED_NS), calibrated->enough_ns),
			benchi_window_meaningless_ns(calibrated));
		say_kind(ALIVE);
		handle_scheduler(id, 0, 0);
		if (work->initialize)
			work->initialize(0, work->cookie);
		self.begun = 1;
		benchmp_enter(SIZING);
		open_interval();
		for (;;) {
			work->benchmark(self.iterations, work->cookie);
			benchmp_interval(&self);
		}
	}
	close(to[0]);
	close(from[1]);
	member->in = from[0];
	member->out = to[1];
	team->size++;
	benchi_signal_mask(SIG_SETMASK, &usual, NULL);
}

static void run_team(struct team *team, int repetitions)
{
	double together[BENCHI_LM_INTERVALS];
	int rounds;

	while (team->size < team->work->parallel)
		start_child(team);
	benchmp_gather(team, 0);
	tell_all(team);
	benchmp_gather(team, 1);
	tell_all(team);
	dissolve(team, benchi_lm_patience_ns);
	for (int i = 0; i < team->size; i++)
		if (WIFSIGNALED(team->member[i].status))
			benchi_lm_die("benchmp: child %d of %d was ended by signal %d while it cleaned up", i,
				team->size, WTERMSIG(team->member[i].status));
	/* The intervals that every child has. */
	rounds = team->work->most;

	for (int i = 0; i < team->size; i++)
		if (team->member[i].values < rounds)
			rounds = team->member[i].values;
	for (int i = 1; i < team->size; i++)
		memmove(team->ns + i * rounds, team->ns + i * team->work->most,
			(size_t)rounds * sizeof *team->ns);
	benchi_lm_together(team->ns, team->size, rounds, together);
	benchi_lm_set_results(together, (size_t)rounds, repetitions, team->iterations / repetitions);
}

void benchmp(benchmp_f initialize, benchmp_f benchmark, benchmp_f cleanup, int enough, int parallel,
             int warmup, int repetitions, void *cookie)
{
	struct benchi_lm_work work = { initialize, benchmark, cleanup, cookie,
		.warm_ns = warmup > 0 ? warmup * 1e3 : 0, .parallel = parallel > 1 ? parallel : 1 };
	struct team team = { .work = &work };

	calibrated = benchi_lm_timing();
	benchi_lm_plan(&work, enough, benchi_lm_stated_enough_ns(), repetitions);
	team.member = calloc((size_t)work.parallel, sizeof *team.member);
	team.ns = calloc((size_t)work.parallel, (size_t)work.most * sizeof *team.ns);
	if (!team.member || !team.ns)
		benchi_lm_die("benchmp: not enough memory for %d children", work.parallel);
	fflush(NULL);

	/* A child's end and a broken pipe are ours to notice, in our own way; SIGTERM only where
	 * the program has nothing to say about it. */
	signal_handle(SIGCHLD, SIG_DFL, &team.child);
	signal_handle(SIGPIPE, SIG_IGN, &team.pipe);
	sigaction(SIGTERM, NULL, &team.term);
	asked_team = &team;
	if (default_term(&team))
		signal_handle(SIGTERM, pass_on, NULL);

	run_team(&team, work.least);
	free(team.ns);
	free(team.member);
}

void sigchld_wait_handler(int signo)
{
	int kept = errno, status;

	while (waitpid(-1, &status, WNOHANG) > 0)
		continue;
	signal(signo, sigchld_wait_handler);
	errno = kept;
}

#else

void benchmp(benchmp_f initialize, benchmp_f benchmark, benchmp_f cleanup, int enough, int parallel,
             int warmup, int repetitions, void *cookie)
{
	benchi_lm_die("benchmp is not supported on this system: it has no fork");
}

iter_t benchmp_interval(void *state)
{
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

void sigchld_wait_handler(int signo)
{
}

#endif
