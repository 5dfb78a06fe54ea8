/*
 * Measures an iteration while several children work concurrently.
 *
 * The parent starts the children, waits until all are ready, lets them begin at once, collects
 * their times, and lets them end after the last has reported. It reads messages from all children
 * at the same time. If a child ends too early or is silent for a minute, the benchmark and the
 * program end with a message and status 1, and no child is left behind.
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

static const struct benchmp_policy {
	double silence_ns;      /* a child sends a message at least this often */
	double sized_ns;        /* longer intervals are sized with intervals of this length */
	double once_ns;         /* longer intervals are taken once, unless the caller says otherwise */
	/* Interval of several children: at least, at most, and in all. */
	double together_ns, together_most_ns, together_whole_ns;
	double warm_ns;         /* a new process is slow at first on a processor that slept */
	double grace_ns;        /* from SIGTERM to SIGKILL */
} policy = { .silence_ns = 0.5e9, .sized_ns = 10e6, .once_ns = 100e6, .together_ns = 20e6,
	.together_most_ns = 0.2e9, .together_whole_ns = 1e9, .warm_ns = 12e6, .grace_ns = 1e9 };

#ifdef HAVE_FORK

/* A message from a child to its parent. No longer than PIPE_BUF, so it arrives whole or not at
 * all. */
enum message_kind { ALIVE, READY, VALUE, DONE };
struct message {
	uint64_t kind;      /* a message_kind, as wide as the members that follow */
	double ns;          /* for VALUE: time of one iteration */
	double iterations;
};

static const bench_timing *calibrated;      /* calibrated by the parent, also for its children */

double benchi_lm_patience_ns = 60e9;

static uint64_t benchmp_clock_ns(void)
{
	return calibrated->clock.now_ns(calibrated->clock.ctx);
}

static double benchmp_since_ns(uint64_t moment)
{
	return benchi_elapsed_ns(&calibrated->clock, moment);
}

/* Writes a message that the pipe takes as a whole. Returns false if no process reads the pipe. */
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
 * All its work is done by a function that is called between intervals, benchmp_interval. The
 * library calls it if the benchmark returns. A benchmark that cannot return (a signal's handler)
 * calls it itself. It sizes the intervals, warms up, waits until all children are ready, times,
 * reports, and continues to work until all have reported, so that the others do not end on an idle
 * machine. Then it exits without returning.
 *
 * The child sends a message at least twice a second, so that the parent can tell a slow child from
 * a dead one. It exits when the parent has.
 */

enum phase { SIZING, WARMING, TIMING, WAITING };

static struct child {
	struct benchi_lm_work work;
	int id, in, out;
	pid_t pid;
	volatile sig_atomic_t begun;   /* nonzero: cleanup must run */
	enum phase phase;
	bool timed;                    /* its benchmark is running */
	struct benchi_sizing sizing;
	double interval_ns;
	iter_t iterations;             /* of the open interval */
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

	/* Do not run the parent's exit handlers. */
	fflush(stdout);
	fflush(stderr);
	if (ftiming)
		fflush(ftiming);
	_exit(status);
}

/* SIGTERM's handler. Processes that the benchmark started inherit it, and just end. */
static void benchmp_terminated(int signo)
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

/* Waits for a byte from the parent. No byte means that the parent is gone. */
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

static void benchmp_enter(enum phase phase)
{
	self.phase = phase;
	self.phase_began = benchmp_clock_ns();
}

/* Decides what comes next after an interval of ns. */
static void benchmp_decide(double ns)
{
	struct pollfd parent = { self.in, POLLIN, 0 };

	/* Under SCHED_FIFO a process runs until it waits or yields. Children on all processors would
	 * keep the parent from sending anything, and the machine from doing anything else. */
#if defined HAVE_SCHED_YIELD && defined SCHED_FIFO
	struct sched_param ignored;
	int scheduling;

	/* in musl, sched_getscheduler always fails */
	if (!pthread_getschedparam(pthread_self(), &scheduling, &ignored)
	    && scheduling == SCHED_FIFO)
		sched_yield();
#endif
	if (poll(&parent, 1, 0) > 0 || (self.phase == WAITING
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
			/* all children begin to time together */
			say(&(struct message){ .kind = READY });
			hear();
			benchmp_enter(TIMING);
		}
	} else if (self.phase == TIMING) {
		/* A failed interval (the clock ran backwards) counts as nothing. */
		double iterations = (double)self.iterations;

		if (calibrated->loop_given)
			ns -= iterations * calibrated->loop_ns;
		self.value[self.values++] = (struct message){ VALUE, ns > 0 ? ns / iterations : 0,
			iterations };
		if (self.values >= self.work.most || (self.values >= self.work.least
		    && benchmp_since_ns(self.phase_began) > self.work.most_ns)) {
			for (int i = 0; i < self.values; i++)
				say(&self.value[i]);
			say(&(struct message){ .kind = DONE });
			benchmp_enter(WAITING);
			if (self.work.parallel == 1) {
				hear();         /* no other child is measuring */
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

#endif

/*
 * Plans benchmp's intervals and combines the children's results.
 *
 * One child: many short intervals, as everywhere in this library, because short ones are rarely
 * disturbed. Together they take the time that the program requests (12 to 200 ms). Several
 * children: few long intervals, because children compete for processors in slices of some
 * milliseconds, and in a short window each would seem to be alone. ENOUGH in the environment is
 * used as it is.
 *
 * The children's intervals with the same number overlap, and a child that is done continues until
 * all are, so the rates add up. Worked: two children with 10 and 30 ns per iteration make 1/10 +
 * 1/30 iterations per ns, or one in 7.5 ns.
 */

enum { SHORT_INTERVALS = 55 };

void benchi_lm_plan(struct benchi_lm_work *work, double enough_us, double stated_ns,
                    int repetitions)
{
	double asked_ns = stated_ns > 0 ? stated_ns : enough_us * 1e3;
	double budget_ns = benchi_lm_budget_ns(enough_us);
	int wanted = repetitions > 0 ? repetitions : asked_ns > policy.once_ns ? 1 : TRIES;

	work->warm_ns = fmax(work->warm_ns, policy.warm_ns);
	work->least = work->most = wanted < BENCHI_LM_INTERVALS ? wanted : BENCHI_LM_INTERVALS;
	work->most_ns = INFINITY;
	if (stated_ns > 0)
		work->interval_ns = stated_ns;
	else if (work->parallel == 1) { /* split the budget into short intervals */
		if (work->most < SHORT_INTERVALS)
			work->most = SHORT_INTERVALS;
		work->interval_ns = budget_ns / SHORT_INTERVALS;
		work->most_ns = 2 * budget_ns;
	} else
		work->interval_ns = fmax(policy.together_ns, fmin(fmin(asked_ns, policy.together_most_ns),
			policy.together_whole_ns / work->most));
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

/* interval of checking that a silent child is alive, or that one told to end ended */
enum { LOOK_MS = 50, PAUSE_MS = 5 };

struct member {
	pid_t pid;          /* 0: ended */
	int in, out;        /* descriptors from and to the child */
	uint64_t heard;     /* clock reading at its last message */
	int ready, done;
	int values;
	int status;         /* as from waitpid */
};

struct team {
	const struct benchi_lm_work *work;
	struct member *member;
	int size;           /* number of children started */
	double *ns;         /* work->most times of each child, child by child */
	double iterations;       /* of all children */
	struct sigaction child, pipe, term;  /* the program's own handlers */
	bool ends_on_term;  /* the program has no handler of SIGTERM: the library's passes it on */
};

static struct team *volatile signalled_team;  /* the team that a signal's handler ends */

/* Passes SIGTERM on to the children, whose own processes may wait for each other, and ends the
 * program. */
static void pass_on(int signo)
{
	for (int i = 0; signalled_team && i < signalled_team->size; i++)
		if (signalled_team->member[i].pid > 0)
			kill(signalled_team->member[i].pid, signo);
	signal(signo, SIG_DFL);
	raise(signo);
}

static void give_signals_back(const struct team *team)
{
	sigaction(SIGCHLD, &team->child, NULL);
	sigaction(SIGPIPE, &team->pipe, NULL);
	if (team->ends_on_term)
		sigaction(SIGTERM, &team->term, NULL);
	signalled_team = NULL;
}

static void dissolve(struct team *team, double grace_ns)
{
	for (int i = 0; i < team->size; i++) {
		/* Wait for a child to end on its own, then kill it. */
		struct member *member = &team->member[i];
		uint64_t asked = benchmp_clock_ns();
		int sent = 0;

		while (member->pid != 0 && waitpid(member->pid, &member->status, WNOHANG) == 0) {
			if (!sent && benchmp_since_ns(asked) > grace_ns) {
				kill(member->pid, SIGKILL);
				sent = 1;
			}
			poll(NULL, 0, PAUSE_MS);
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
	dissolve(team, policy.grace_ns);
	if (number >= 0)
		benchi_lm_die("benchmp: child %d of %d %s %d before it had a result", culprit,
			team->work->parallel, what, number);
	benchi_lm_die("benchmp: child %d of %d %s", culprit, team->work->parallel, what);
}

/* Reads messages until all children are ready, or done, and then tells all to go on. Gives up if a
 * child ends before its parent told it to, or is silent for too long. */
static void benchmp_gather(struct team *team, int done)
{
	for (int i = 0; i < team->size; i++)
		team->member[i].heard = benchmp_clock_ns();
	for (int i = 0; i < team->size;) {
		struct member *member = &team->member[i];
		struct pollfd child = { member->in, POLLIN, 0 };
		struct message message;

		if (done ? member->done : member->ready) {
			i++;
			continue;
		}
		if (poll(&child, 1, LOOK_MS) > 0
		    && read(member->in, &message, sizeof message) == (ssize_t)sizeof message) {
			member->heard = benchmp_clock_ns();
			member->ready |= message.kind == READY;
			member->done |= message.kind == DONE;
			if (message.kind == VALUE && member->values < team->work->most) {
				team->ns[i * team->work->most + member->values++] = message.ns;
				team->iterations += message.iterations;
			}
		}
		if (child.revents & POLLIN)
			continue;
		if (child.revents)
			poll(NULL, 0, PAUSE_MS);
		for (int k = 0; k < team->size; k++) {
			struct member *other = &team->member[k];
			pid_t found = other->done ? 0 : waitpid(other->pid, &other->status, WNOHANG);

			if (found == 0 || (found < 0 && errno == EINTR))
				continue;
			other->pid = 0;
			if (found < 0)
				give_up(team, k, "ended before it had a result", -1);
			if (WIFSIGNALED(other->status))
				give_up(team, k, "was ended by signal", WTERMSIG(other->status));
			give_up(team, k, "ended with status", WEXITSTATUS(other->status));
		}
		if (benchmp_since_ns(member->heard) > benchi_lm_patience_ns)
			give_up(team, i, "was silent for too long", -1);
	}
	for (int i = 0; i < team->size; i++)
		pipe_put(team->member[i].out, "", 1);   /* if this fails, the next look notices */
}

static void start_child(struct team *team)
{
	struct member *member = &team->member[team->size];
	int to[2], from[2];
	sigset_t usual;

	/* SIGTERM is blocked in the child until the child can clean up, and here until the child is
	 * recorded */
	signal_hold(SIGTERM, &usual);
	if (pipe(to) != 0 || pipe(from) != 0 || (member->pid = fork()) < 0) {
		int error = errno;

		benchi_signal_mask(SIG_SETMASK, &usual, NULL);
		give_up(team, team->size, strerror(error), -1);
	}
	if (member->pid == 0) {
		/* In the child: close the parent's ends of all pipes. */
		for (int i = 0; i < team->size; i++) {
			close(team->member[i].in);
			close(team->member[i].out);
		}
		close(to[1]);
		close(from[0]);
		give_signals_back(team);

		/* The child's main loop. Starts with SIGTERM blocked, then restores the usual mask.
		 * Never returns. */
		const struct benchi_lm_work *work = team->work;
		int id = team->size;
		int in = to[0];
		int out = from[1];
		self = (struct child){ .work = *work, .id = id, .in = in, .out = out, .pid = getpid(),
			.timed = true, .interval_ns = fmax(work->interval_ns, calibrated->enough_ns) };
		/* the program's handler of SIGTERM is not meant for its children */
		signal_handle(SIGTERM, benchmp_terminated, NULL);
		benchi_signal_mask(SIG_SETMASK, &usual, NULL);
		self.sizing = benchi_sizing_begin(
			fmax(fmin(self.interval_ns, policy.sized_ns), calibrated->enough_ns),
			benchi_window_meaningless_ns(calibrated));
		say(&(struct message){ .kind = ALIVE });
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

#endif

void benchmp(benchmp_f initialize, benchmp_f benchmark, benchmp_f cleanup, int enough, int parallel,
             int warmup, int repetitions, void *cookie)
{
#ifdef HAVE_FORK
	struct benchi_lm_work work = { initialize, benchmark, cleanup, cookie,
		.warm_ns = warmup > 0 ? warmup * 1e3 : 0, .parallel = parallel > 1 ? parallel : 1 };
	struct team team = { .work = &work };
	double together[BENCHI_LM_INTERVALS];
	int rounds, results;

	calibrated = benchi_lm_timing();
	benchi_lm_plan(&work, enough, benchi_lm_stated_enough_ns(), repetitions);
	team.member = calloc((size_t)work.parallel, sizeof *team.member);
	team.ns = calloc((size_t)work.parallel, (size_t)work.most * sizeof *team.ns);
	if (!team.member || !team.ns)
		benchi_lm_die("benchmp: out of memory for %d children", work.parallel);
	fflush(NULL);

	/* The library handles the end of a child and a broken pipe itself, and SIGTERM unless the
	 * program does. */
	signal_handle(SIGCHLD, SIG_DFL, &team.child);
	signal_handle(SIGPIPE, SIG_IGN, &team.pipe);
	sigaction(SIGTERM, NULL, &team.term);
	signalled_team = &team;
	team.ends_on_term = !(team.term.sa_flags & SA_SIGINFO) && team.term.sa_handler == SIG_DFL;
	if (team.ends_on_term)
		signal_handle(SIGTERM, pass_on, NULL);

	while (team.size < work.parallel)
		start_child(&team);
	benchmp_gather(&team, 0);
	benchmp_gather(&team, 1);
	dissolve(&team, benchi_lm_patience_ns);
	for (int i = 0; i < team.size; i++)
		if (WIFSIGNALED(team.member[i].status))
			benchi_lm_die("benchmp: child %d of %d was ended by signal %d while it cleaned up", i,
				team.size, WTERMSIG(team.member[i].status));

	/* Use the intervals that every child has. */
	rounds = work.most;
	results = work.least;
	for (int i = 0; i < team.size; i++)
		if (team.member[i].values < rounds)
			rounds = team.member[i].values;
	for (int i = 1; i < team.size; i++)
		memmove(team.ns + i * rounds, team.ns + i * work.most,
			(size_t)rounds * sizeof *team.ns);
	benchi_lm_together(team.ns, team.size, rounds, together);
	benchi_lm_set_results(together, (size_t)rounds, results, team.iterations / results);
	free(team.ns);
	free(team.member);
#else
	benchi_lm_die("benchmp is not supported on this system, which has no fork");
#endif
}

iter_t benchmp_interval(void *state)
{
#ifdef HAVE_FORK
	double ns;

	if (!state || state != benchmp_getstate())
		benchi_lm_die("benchmp_interval was called outside a benchmark of benchmp");
	ns = benchi_window_close(calibrated, self.opened);
	if (self.work.cleanup)
		self.work.cleanup(self.iterations, self.work.cookie);
	/* After the report, the parent no longer reads. */
	if (self.phase != WAITING && benchmp_since_ns(self.spoke) > policy.silence_ns)
		say(&(struct message){ .kind = ALIVE });
	benchmp_decide(ns);
	open_interval();
	return self.iterations;
#else
	benchi_lm_die("benchmp is not supported on this system, which has no fork");
#endif
}

void *benchmp_getstate(void)
{
#ifdef HAVE_FORK
	return self.timed ? &self : NULL;
#else
	return NULL;
#endif
}

int benchmp_childid(void)
{
#ifdef HAVE_FORK
	return self.id;
#else
	return 0;
#endif
}

void sigchld_wait_handler(int signo)
{
#ifdef HAVE_FORK
	int kept = errno, status;

	while (waitpid(-1, &status, WNOHANG) > 0)
		continue;
	signal(signo, sigchld_wait_handler);
	errno = kept;
#endif
}
