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
#include "lmbench/benchmp.h"
#include "host/signal_mask.h"
#include "lmbench/child.h"
#include "lmbench/plan.h"
#include "timing/window.h"

#ifdef HAVE_FORK

#include <poll.h>

double benchi_lm_patience_ns = 60e9;

static const double GRACE_NS = 1e9;  /* from asking a child to end until it is made to */
enum { LOOK_MS = 50 };               /* so often, whether a silent child still lives */

struct member {
	pid_t pid;          /* 0: it has ended */
	int in, out;        /* from it, to it */
	struct benchi_lm_message partial;
	size_t got;         /* bytes of that */
	uint64_t heard;     /* the clock */
	int ready, done;
	int values;
	int status;         /* as it ended */
};

struct team {
	const struct benchi_lm_work *work;
	const bench_timing *timing;
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

/* A child's end and a broken pipe are ours to notice, in our own way; SIGTERM only where the
 * program has nothing to say about it. */
static void take_signals(struct team *team)
{
	struct sigaction usual, none, term;

	memset(&usual, 0, sizeof usual);
	usual.sa_handler = SIG_DFL;
	none = usual;
	none.sa_handler = SIG_IGN;
	sigaction(SIGCHLD, &usual, &team->child);
	sigaction(SIGPIPE, &none, &team->pipe);
	term = usual;
	term.sa_handler = pass_on;
	sigaction(SIGTERM, NULL, &team->term);
	asked_team = team;
	if (default_term(team))
		sigaction(SIGTERM, &term, NULL);
}

static void give_signals_back(const struct team *team)
{
	sigaction(SIGCHLD, &team->child, NULL);
	sigaction(SIGPIPE, &team->pipe, NULL);
	if (default_term(team))
		sigaction(SIGTERM, &team->term, NULL);
	asked_team = NULL;
}

static uint64_t clock_ns(const struct team *team)
{
	return team->timing->clock.now_ns(team->timing->clock.ctx);
}

static void rest_a_little(void)
{
	poll(NULL, 0, 5);
}

/* Waits for a child to end by itself, and then no longer. */
static void part(struct team *team, struct member *member, double grace_ns)
{
	uint64_t asked = clock_ns(team);
	int sent = 0;

	while (member->pid != 0 && waitpid(member->pid, &member->status, WNOHANG) == 0) {
		if (!sent && benchi_elapsed_ns(&team->timing->clock, asked) > grace_ns) {
			kill(member->pid, SIGKILL);
			sent = 1;
		}
		rest_a_little();
	}
	member->pid = 0;
}

static void dissolve(struct team *team, double grace_ns)
{
	for (int i = 0; i < team->size; i++)
		part(team, &team->member[i], grace_ns);
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

static void accept_message(struct team *team, int i)
{
	struct member *member = &team->member[i];
	const struct benchi_lm_message *message = &member->partial;

	if (message->kind == BENCHI_LM_READY)
		member->ready = 1;
	if (message->kind == BENCHI_LM_DONE)
		member->done = 1;
	if (message->kind == BENCHI_LM_VALUE && member->values < team->work->most) {
		team->ns[i * team->work->most + member->values++] = message->ns;
		team->iterations += message->iterations;
	}
}

/* Reads what there is. */
static void listen_to(struct team *team, int i)
{
	struct member *member = &team->member[i];
	ssize_t got = read(member->in, (char *)&member->partial + member->got,
		sizeof member->partial - member->got);

	if (got <= 0)
		return;         /* whether it has ended, notice_death finds out */
	member->heard = clock_ns(team);
	member->got += (size_t)got;
	if (member->got == sizeof member->partial) {
		accept_message(team, i);
		member->got = 0;
	}
}

static int reached(const struct member *member, int done)
{
	return done ? member->done : member->ready;
}

/* Listens until all children are ready, or done. */
static void gather(struct team *team, int done)
{
	for (int i = 0; i < team->size; i++)
		team->member[i].heard = clock_ns(team);
	for (int i = 0; i < team->size;) {
		struct member *member = &team->member[i];
		struct pollfd child = { member->in, POLLIN, 0 };

		if (reached(member, done)) {
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
		if (benchi_elapsed_ns(&team->timing->clock, member->heard) > benchi_lm_patience_ns)
			give_up(team, i, "has said nothing for too long", -1);
	}
}

static void tell_all(struct team *team)
{
	for (int i = 0; i < team->size; i++) {
		ssize_t written;

		do
			written = write(team->member[i].out, "", 1);
		while (written < 0 && errno == EINTR);
	}       /* where it fails, the child has ended, which gather notices */
}

/* SIGTERM waits: in the child until it can clean up, here until the child is known. */
static void hold_term(sigset_t *usual)
{
	sigset_t term;

	sigemptyset(&term);
	sigaddset(&term, SIGTERM);
	benchi_signal_mask(SIG_BLOCK, &term, usual);
}

/* In the child: keeps nothing of what its parent has open for it and the others. */
static void be_child(struct team *team, const int to[2], const int from[2], const sigset_t *usual)
{
	const int ends[2] = { to[0], from[1] };

	for (int i = 0; i < team->size; i++) {
		close(team->member[i].in);
		close(team->member[i].out);
	}
	close(to[1]);
	close(from[0]);
	give_signals_back(team);
	benchi_lm_child(team->work, team->size, ends, usual);
}

static void start_child(struct team *team)
{
	struct member *member = &team->member[team->size];
	int to[2], from[2];
	sigset_t usual;

	hold_term(&usual);
	if (pipe(to) != 0 || pipe(from) != 0 || (member->pid = fork()) < 0) {
		int error = errno;

		benchi_signal_mask(SIG_SETMASK, &usual, NULL);
		give_up(team, team->size, strerror(error), -1);
	}
	if (member->pid == 0)
		be_child(team, to, from, &usual);
	close(to[0]);
	close(from[1]);
	member->in = from[0];
	member->out = to[1];
	team->size++;
	benchi_signal_mask(SIG_SETMASK, &usual, NULL);
}

/* The intervals that every child has. */
static int rounds_of(struct team *team)
{
	int rounds = team->work->most;

	for (int i = 0; i < team->size; i++)
		if (team->member[i].values < rounds)
			rounds = team->member[i].values;
	for (int i = 1; i < team->size; i++)
		memmove(team->ns + i * rounds, team->ns + i * team->work->most,
			(size_t)rounds * sizeof *team->ns);
	return rounds;
}

static void run_team(struct team *team, int repetitions)
{
	double together[BENCHI_LM_INTERVALS];
	int rounds;

	while (team->size < team->work->parallel)
		start_child(team);
	gather(team, 0);
	tell_all(team);
	gather(team, 1);
	tell_all(team);
	dissolve(team, benchi_lm_patience_ns);
	for (int i = 0; i < team->size; i++)
		if (WIFSIGNALED(team->member[i].status))
			benchi_lm_die("benchmp: child %d of %d was ended by signal %d while it cleaned up", i,
				team->size, WTERMSIG(team->member[i].status));
	rounds = rounds_of(team);
	benchi_lm_together(team->ns, team->size, rounds, together);
	benchi_lm_set_results(together, (size_t)rounds, repetitions, team->iterations / repetitions);
}

void benchmp(benchmp_f initialize, benchmp_f benchmark, benchmp_f cleanup, int enough, int parallel,
             int warmup, int repetitions, void *cookie)
{
	struct benchi_lm_work work = { initialize, benchmark, cleanup, cookie, 0, 0, 0, 0, 0, 0 };
	struct team team;

	memset(&team, 0, sizeof team);
	team.work = &work;
	team.timing = benchi_lm_timing();
	work.parallel = parallel > 1 ? parallel : 1;
	work.warm_ns = warmup > 0 ? warmup * 1e3 : 0;
	benchi_lm_plan(&work, enough, benchi_lm_stated_enough_ns(), repetitions);
	team.member = calloc((size_t)work.parallel, sizeof *team.member);
	team.ns = calloc((size_t)work.parallel, (size_t)work.most * sizeof *team.ns);
	if (!team.member || !team.ns)
		benchi_lm_die("benchmp: not enough memory for %d children", work.parallel);
	fflush(NULL);
	take_signals(&team);
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
	(void)initialize, (void)benchmark, (void)cleanup, (void)enough, (void)parallel, (void)warmup;
	(void)repetitions, (void)cookie;
	benchi_lm_die("benchmp is not supported on this system: it has no fork");
}

void sigchld_wait_handler(int signo)
{
	(void)signo;
}

#endif
