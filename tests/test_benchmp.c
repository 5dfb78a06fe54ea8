/*
 * The lmbench drop-in: which process runs where, how long intervals are, how the children's rates
 * are added; and children that start, end and fail.
 *
 * SPDX-License-Identifier: MIT
 */
#include "lmbench/lmbench.h"

#include "check_main.h"

static int place(const char *text, int child, int role, int roles)
{
	int number, found = benchi_lm_place(text, child, role, roles, 6, &number);

	return found < 0 ? found : number ? 1000 + found : found;
}

TEST(who_runs_where)
{
	static const int far_apart[] = { 0, 4, 2, 1, 5, 3, 0 };

	ck_assert(place(NULL, 3, 0, 0) == -1 && place("", 3, 0, 0) == -1);
	ck_assert(place("DEFAULT", 3, 0, 0) == -1);
	ck_assert(place("SINGLE", 3, 1, 1) == 0 && place("BALANCED", 8, 1, 1) == 2);
	ck_assert(place("UNIQUE", 2, 1, 1) == 5 && place("UNIQUE", 3, 0, 1) == 0);
	for (int i = 0; i < 7; i++) {
		ck_assert_int_eq(place("BALANCED_SPREAD", i, 1, 1), far_apart[i]);
		ck_assert_int_eq(place("UNIQUE_SPREAD", i / 2, i % 2, 1), far_apart[i]);
	}
	ck_assert(place("CUSTOM 3 1 7", 2, 1, 1) == 1007 && place("CUSTOM 3,1", 2, 0, 0) == 1003);
	ck_assert(place("CUSTOM_UNIQUE 3 1 7", 1, 1, 1) == 1003);
	ck_assert(place("CUSTOM", 0, 0, 0) == -2 && place("CUSTOM 1 x", 0, 0, 0) == -2);
	ck_assert(place("CUSTOMS 1", 0, 0, 0) == -2 && place("best", 0, 0, 0) == -2);
	ck_assert(place("BALANCED", -1, -1, -1) == 0 && place("CUSTOM -1", 0, 0, 0) == -2);
}

TEST(rates_of_children_add_up)
{
	double ns[] = { 10, 40, 0, 30, 40, 5 }, together[3];

	benchi_lm_together(ns, 2, 3, together);
	CHECK_ALL(together[0] == 0 && fabs(together[1] - 7.5) < 1e-12, fabs(together[2] - 20) < 1e-12);
	benchi_lm_together(ns + 3, 1, 3, together);
	ck_assert(together[0] == 5 && together[1] == 30 && together[2] == 40);
}

static struct benchi_lm_work planned(int parallel, double enough_us, double stated_ns,
                                     int repetitions)
{
	struct benchi_lm_work work;

	memset(&work, 0, sizeof work);
	work.parallel = parallel;
	benchi_lm_plan(&work, enough_us, stated_ns, repetitions);
	return work;
}

/* Budgets of 12 to 200 ms are divided into 55 intervals. Together these take 20 to 200 ms per
 * budget, 1 s in all. An interval above 100 ms is taken only once. The warm-up takes 12 ms. */
TEST(plans_are_exact)
{
	static const struct plan {
		int parallel, repetitions;
		double enough_us, stated_ns, interval_ns, most_ns;
		int least, most;
	} plans[] = {
		{ 1, 0, 0, 0, 12e6 / 55, 24e6, 11, 55 }, { 1, 0, 50000, 0, 50e6 / 55, 100e6, 11, 55 },
		{ 1, 0, 1e6, 0, 200e6 / 55, 400e6, 1, 55 }, { 1, 60, 0, 0, 12e6 / 55, 24e6, 60, 60 },
		{ 1, 0, 0, 7e5, 7e5, INFINITY, 11, 11 }, { 2, 0, 0, 100.1e6, 100.1e6, INFINITY, 1, 1 },
		{ 2, 1, 0, 0, 20e6, INFINITY, 1, 1 }, { 2, 0, 30000, 0, 30e6, INFINITY, 11, 11 },
		{ 2, 0, 100000, 0, 1e9 / 11, INFINITY, 11, 11 },
		{ 2, 0, 100001, 0, 100.001e6, INFINITY, 1, 1 },
		{ 2, 1, 3e5, 0, 200e6, INFINITY, 1, 1 }, { 2, 100, 3e5, 0, 20e6, INFINITY, 100, 100 },
		{ 2, 256, 0, 0, 20e6, INFINITY, 256, 256 }, { 2, 257, 0, 0, 20e6, INFINITY, 256, 256 } };

	for (size_t i = 0; i < sizeof plans / sizeof *plans; i++) {
		const struct plan *p = &plans[i];
		struct benchi_lm_work work = planned(p->parallel, p->enough_us, p->stated_ns,
			p->repetitions);

		CHECK_NUMBERS({ work.interval_ns, p->interval_ns, 1e-6 }, { work.most_ns, p->most_ns },
			{ work.least, p->least }, { work.most, p->most }, { work.warm_ns, 12e6 });
	}
}

#ifdef HAVE_FORK

#include <poll.h>
#ifdef HAVE_PTHREAD_H
#include <pthread.h>
#endif

/* What the children do; in memory that all of them share. */
struct notes { int begun[4], ended[4], pairs[4], parked[4], iterations_differ; };
static struct notes *notes;
static iter_t open_iterations;

static void make_notes(void)
{
	if (!notes)
		notes = mmap(NULL, sizeof *notes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
			-1, 0);
	ck_assert(notes != MAP_FAILED);
	setenv("ENOUGH", "100", 1);
}

static void initialize(iter_t iterations, void *cookie)
{
	if (iterations == 0)
		notes->begun[benchmp_childid()]++;
	open_iterations = iterations;
}

static void cleanup(iter_t iterations, void *cookie)
{
	if (iterations == 0)
		notes->ended[benchmp_childid()]++;
	else if (iterations == open_iterations)
		notes->pairs[benchmp_childid()]++;
	else
		notes->iterations_differ++;
}

static void spin(iter_t iterations, void *cookie)
{
	while (iterations-- > 0)
		use_pointer(cookie);
}

static void never_return(iter_t iterations, void *cookie)
{
	for (;;) {
		spin(iterations, cookie);
		iterations = benchmp_interval(benchmp_getstate());
	}
}

TEST(every_child_begins_and_ends_once)
{
	make_notes();
	benchmp(initialize, spin, cleanup, 0, 3, 100, 4, notes);
	for (int i = 0; i < 3; i++)
		ck_assert(notes->begun[i] == 1 && notes->ended[i] == 1 && notes->pairs[i] >= 4);
	ck_assert(notes->begun[3] == 0 && notes->iterations_differ == 0);
	ck_assert(get_results()->N == 4 && gettime() > 0);
	ck_assert(benchmp_getstate() == NULL && benchmp_childid() == 0);
}

TEST(a_benchmark_may_never_return)
{
	make_notes();
	benchmp(initialize, never_return, cleanup, 0, 1, 0, 5, NULL);
	ck_assert(notes->begun[0] == 1 && notes->ended[0] == 1 && notes->pairs[0] >= 5);
	ck_assert(get_results()->N == 5 && gettime() > 0 && notes->iterations_differ == 0);
}

static void die_by_signal(iter_t iterations, void *cookie)
{
	if (benchmp_childid() == 1)
		raise(SIGKILL);
}

static void leave_early(iter_t iterations, void *cookie)
{
	if (benchmp_childid() == 0)
		_exit(0);
}

/* Last in this file: this child must be killed. */
static void hang(iter_t iterations, void *cookie)
{
	if (benchmp_childid() < 2) {
		spin(iterations, cookie);
		return;
	}
	alarm(30);
	signal(SIGTERM, SIG_IGN);
	for (;;)
		pause();
}

static void park(iter_t iterations, void *cookie)
{
	notes->parked[benchmp_childid()] = 1;
	for (;;)
		pause();
}

/* Waits until both children are at work, or have cleaned up; 0: not within 10 s. */
static int both(volatile int *number)
{
	for (int i = 0; i < 2000 && !(number[0] && number[1]); i++)
		poll(NULL, 0, 5);
	return number[0] && number[1];
}

/* Ends a program by a signal while its two children are at work. */
static void end_program(int signo, benchmp_f benchmark, volatile int *at_work)
{
	int status;
	pid_t pid;

	make_notes();
	setenv("ENOUGH", "20000", 1);
	if ((pid = fork()) == 0) {
		signal(SIGTERM, SIG_DFL);       /* replaces the test runner's handler */
		benchmp(initialize, benchmark, cleanup, 0, 2, 0, 100, NULL);
		_exit(0);
	}
	ck_assert(pid > 0 && both(at_work));
	ck_assert(kill(pid, signo) == 0 && waitpid(pid, &status, 0) == pid);
	ck_assert(WIFSIGNALED(status) && WTERMSIG(status) == signo);
	ck_assert(both(notes->ended) && notes->ended[0] == 1 && notes->ended[1] == 1);
}

TEST(a_program_that_is_asked_to_end)
{
	make_notes();
	end_program(SIGTERM, park, notes->parked);
}

TEST(a_program_that_is_killed)
{
	make_notes();
	end_program(SIGKILL, spin, notes->pairs);
}

#ifdef HAVE_PTHREAD_H
static int forks;

/* Runs in the parent during its second fork, when that child is at work. */
static void ask_at_second(void)
{
	if (++forks == 2 && both(notes->parked))
		raise(SIGTERM);
}

static void park_a_while(iter_t iterations, void *cookie)
{
	alarm(10);
	park(iterations, cookie);
}

/* If a program is ended while it starts its second child, no process keeps the pipe open. */
TEST(a_program_that_is_asked_while_it_starts_a_child)
{
	struct pollfd gone = { -1, POLLIN, 0 };
	int ends[2], status;
	pid_t pid;
	char byte;

	make_notes();
	ck_assert(pipe(ends) == 0);
	gone.fd = ends[0];
	if ((pid = fork()) == 0) {
		close(ends[0]);
		signal(SIGTERM, SIG_DFL);
		if (pthread_atfork(NULL, ask_at_second, NULL) == 0)
			benchmp(NULL, park_a_while, NULL, 0, 2, 0, 100, NULL);
		_exit(0);
	}
	close(ends[1]);
	ck_assert(pid > 0 && waitpid(pid, &status, 0) == pid);
	ck_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM);
	ck_assert(poll(&gone, 1, 5000) == 1 && read(ends[0], &byte, 1) == 0);
	close(ends[0]);
}
#endif

/* Returns what a program with a failing benchmark prints. The program ends with status 1. No
 * child is left: all have its standard error open. */
static const char *fails(benchmp_f benchmark, benchmp_f end, double patience_ns)
{
	static char text[400];
	struct pollfd said = { -1, POLLIN, 0 };
	int ends[2], status;
	size_t used = 0;
	ssize_t got = 1;
	pid_t pid;

	make_notes();
	ck_assert(pipe(ends) == 0);
	if ((pid = fork()) == 0) {
		dup2(ends[1], STDERR_FILENO);
		close(ends[0]);
		close(ends[1]);
		benchi_lm_patience_ns = patience_ns;
		signal(SIGCHLD, SIG_IGN);
		benchmp(NULL, benchmark, end, 0, 3, 0, 0, NULL);
		_exit(4);
	}
	close(ends[1]);
	said.fd = ends[0];
	while (got > 0 && used + 1 < sizeof text && poll(&said, 1, 15000) == 1) {
		got = read(ends[0], text + used, sizeof text - 1 - used);
		used += got > 0 ? (size_t)got : 0;
	}
	text[used] = '\0';
	close(ends[0]);
	ck_assert(pid > 0 && waitpid(pid, &status, 0) == pid && got == 0);
	ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 1);
	return text;
}

static void die_late(iter_t iterations, void *cookie)
{
	if (iterations == 0 && benchmp_childid() == 2)
		raise(SIGKILL);
}

/* Also if the program ignores SIGCHLD; it does so again afterwards. */
TEST(children_that_fail)
{
	signal(SIGCHLD, SIG_IGN);
	signal(SIGPIPE, SIG_DFL);
	benchmp(NULL, spin, NULL, 0, 1, 0, 1, NULL);
	ck_assert(signal(SIGPIPE, SIG_DFL) == SIG_DFL && signal(SIGCHLD, SIG_DFL) == SIG_IGN);
	ck_assert_str_eq(fails(die_by_signal, NULL, INFINITY),
		"libbench: benchmp: child 1 of 3 was ended by signal 9 before it had a result\n");
	ck_assert_str_eq(fails(leave_early, NULL, INFINITY),
		"libbench: benchmp: child 0 of 3 ended with status 0 before it had a result\n");
	ck_assert_ptr_nonnull(strstr(fails(hang, NULL, 0.2e9), " was silent for too long\n"));
	ck_assert_str_eq(fails(spin, die_late, INFINITY),
		"libbench: benchmp: child 2 of 3 was ended by signal 9 while it cleaned up\n");
}

START_TEST(an_interval_outside) { benchmp_interval(benchmp_getstate()); }
#endif

static Suite *suite(void)
{
	Suite *s = check_suite_between("benchmp", NULL, NULL);
#ifdef HAVE_FORK
	TCase *exits = tcase_create("exits");

	tcase_add_exit_test(exits, an_interval_outside, 1);
	suite_add_tcase(s, exits);
#endif
	return s;
}

CHECK_MAIN(suite)
