/*
 * Signals to a benchmark program, and the guard that ends its commands if it is killed.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "program/program.h"

typedef void handler(int);

/* The first signal is recorded, whichever it is; the former handlers are restored. */
TEST(signals_are_noted_once)
{
	static const int numbers[] = { SIGINT, SIGTERM,
#ifdef SIGHUP
		SIGHUP
#endif
	};

	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
		signal(numbers[i], SIG_DFL);
		benchi_interrupt_watch(false);
		ck_assert_int_eq(benchi_interrupt_came(), 0);
		raise(numbers[i]);
		ck_assert_int_eq(benchi_interrupt_came(), numbers[i]);
		ck_assert_int_eq(*benchi_interrupt_flag(), numbers[i]);
		benchi_interrupt_restore();
		ck_assert(signal(numbers[i], SIG_IGN) == SIG_DFL);
		benchi_interrupt_restore(); /* a second call has no effect */
		ck_assert(signal(numbers[i], SIG_IGN) == SIG_IGN);
		benchi_interrupt_watch(false);
		raise(numbers[i]); /* an ignored signal stays ignored */
		ck_assert_int_eq(benchi_interrupt_came(), 0);
		benchi_interrupt_restore();
		ck_assert(signal(numbers[i], SIG_DFL) == SIG_IGN);
	}
}

#if defined SIGPIPE || defined SIGXFSZ
/* The handler from before the first of several calls is restored, once. */
static void is_no_signal(int number)
{
	handler *before = signal(number, SIG_DFL);

	benchi_interrupt_no_pipes();
	benchi_interrupt_no_pipes();
	ck_assert(signal(number, SIG_IGN) == SIG_IGN);
	benchi_interrupt_restore();
	ck_assert(signal(number, SIG_IGN) == SIG_DFL);
	benchi_interrupt_restore();
	ck_assert(signal(number, before) == SIG_IGN);
}
#endif

#ifdef SIGPIPE
TEST(closed_pipes_are_no_signal)
{
	is_no_signal(SIGPIPE);
}
#endif

#ifdef SIGXFSZ
TEST(a_limit_of_files_is_no_signal)
{
	is_no_signal(SIGXFSZ);
}
#endif

#ifdef HAVE_FORK
#include <sys/wait.h>
#include <unistd.h>

/* The second signal removes up to eight unfinished files and ends the program. */
TEST(the_second_signal_ends_and_removes)
{
	char path[10][40];
	int status;
	pid_t pid;

	for (int i = 0; i < 10; i++) {
		snprintf(path[i], sizeof path[i], "test_signals.%d", i);
		check_put(path[i], "");
	}
	if ((pid = fork()) == 0) {
		signal(SIGINT, SIG_DFL);
		benchi_interrupt_watch(false);
		for (int i = 0; i < 8; i++)
			benchi_interrupt_removes(path[i]);
		benchi_interrupt_spares(path[0]);
		benchi_interrupt_spares(path[7]);
		benchi_interrupt_removes(path[8]);
		benchi_interrupt_removes(path[7]);
		benchi_interrupt_removes(path[9]); /* one more than the limit */
		raise(SIGINT);
		raise(SIGINT); /* too soon: counts as the same request */
		usleep(120000);
		raise(SIGINT);
		_exit(3);
	}
	ck_assert(pid > 0 && waitpid(pid, &status, 0) == pid);
	ck_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGINT);
	for (int i = 0; i < 10; i++)
		ck_assert_int_eq(remove(path[i]) == 0, i == 0 || i == 9);
}

/* Starts a process in a separate group that runs until it is killed. */
static pid_t sleeper(void)
{
	pid_t id = fork();

	if (id == 0) {
		setpgid(0, 0);
		for (int fd = 0; fd < 3; fd++)
			close(fd);
		alarm(60);
		for (;;)
			pause();
	}
	ck_assert(id > 0);
	setpgid(id, id);
	return id;
}

/* Returns the signal that ended the process. */
static int end_of(pid_t id)
{
	int status;

	ck_assert(waitpid(id, &status, 0) == id && WIFSIGNALED(status));
	return WTERMSIG(status);
}

/* Signals are passed on to a process, including one that arrived earlier. */
TEST(signals_are_passed_on)
{
	pid_t first, second;

	signal(SIGTERM, SIG_DFL);
	first = sleeper();
	second = sleeper();
	benchi_interrupt_watch(false);
	benchi_interrupt_tells(first);
	raise(SIGTERM);
	ck_assert_int_eq(end_of(first), SIGTERM);
	benchi_interrupt_tells(0);
	benchi_interrupt_tells(second);
	ck_assert_int_eq(end_of(second), SIGTERM);
	benchi_interrupt_tells(0);
	benchi_interrupt_restore();
}

#include <fcntl.h>
#include <poll.h>
#include <time.h>

/* Waits until the process ignores these signals; returns 0 if it does not. Returns 1 if that
 * cannot be seen. */
static int ignores(long id, unsigned long wanted)
{
	const struct timespec nap = { 0, 1000000 };
	char path[40], line[100];

	snprintf(path, sizeof path, "/proc/%ld/status", id);
	for (int tries = 0; tries < 20000; tries++, nanosleep(&nap, NULL)) {
		FILE *file = fopen(path, "r");
		unsigned long ignored = 0;

		if (!file)
			return 1;
		while (fgets(line, sizeof line, file))
			if (!strncmp(line, "SigIgn:", 7))
				ignored = strtoul(line + 7, NULL, 16);
		fclose(file);
		if ((ignored & wanted) == wanted)
			return 1;
	}
	return 0;
}

/* When the program ends, the guard ends the groups that are still running. Only the program's
 * end ends the guard. */
TEST(a_guard_ends_what_runs)
{
	pid_t first = sleeper(), last = sleeper(), other = sleeper();
	benchi_guard guard = { NULL, 0, 0 };
	int ends[2], none = 0;

	ck_assert_int_eq(pipe(ends), 0);
	benchi_guard_start(&guard);
	if (guard.group) {
		struct pollfd end = { ends[0], POLLIN, 0 };

		close(ends[1]);
		ck_assert_int_eq(poll(&end, 1, 20000), 1);      /* the guard has also closed its copy */
		ck_assert(ignores(guard.id, 1ul << (SIGINT - 1) | 1ul << (SIGTERM - 1)
			| 1ul << (SIGHUP - 1)));
		ck_assert_int_eq(getpgid((pid_t)guard.id), (pid_t)guard.id);
		ck_assert(fcntl(guard.end, F_GETFD) & FD_CLOEXEC);      /* commands do not inherit it */
		benchi_guard_note(&guard, 0, first);
		benchi_guard_note(&guard, 1, other);
		benchi_guard_note(&guard, BENCHI_GUARD_SLOTS - 1, last);
		benchi_guard_note(&guard, 1, 0);
		benchi_guard_end(&guard);
		ck_assert_int_eq(end_of(first), SIGKILL);
		ck_assert_int_eq(end_of(last), SIGKILL);
		ck_assert(waitpid(other, &none, WNOHANG) == 0);
	} else {
		kill(first, SIGKILL);
		kill(last, SIGKILL);
	}
	kill(other, SIGKILL);
}
#endif

CHECK_SUITE("signals")
