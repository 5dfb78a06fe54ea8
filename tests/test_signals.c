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
#include <dirent.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

/* The second signal removes up to eight unfinished files and ends the program. */
TEST(the_second_signal_ends_and_removes)
{
	benchi_atomic_file file[10];
	char path[10][40], folder[] = "test_signals.XXXXXX";
	const char *name;
	int status, left = 0;
	struct dirent *entry;
	DIR *all;
	pid_t pid;

	ck_assert_ptr_nonnull(mkdtemp(folder));
	for (int i = 0; i < 10; i++)
		snprintf(path[i], sizeof path[i], "%s/%d", folder, i);
	if ((pid = fork()) == 0) {
		signal(SIGINT, SIG_DFL);
		benchi_interrupt_watch(false);
		for (int i = 0; i < 9; i++) /* one more than the limit */
			if (benchi_atomic_file_begin(path[i], &file[i]))
				_exit(4);
		benchi_atomic_file_keep(&file[0]);
		if (benchi_atomic_file_begin(path[9], &file[9]))
			_exit(4);
		raise(SIGINT);
		raise(SIGINT); /* too soon: counts as the same request */
		usleep(120000);
		raise(SIGINT);
		_exit(3);
	}
	ck_assert(pid > 0 && waitpid(pid, &status, 0) == pid);
	ck_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGINT);
	ck_assert_int_eq(remove(path[0]), 0);   /* complete */
	all = opendir(folder);
	while ((entry = readdir(all)) != NULL)
		if (*(name = entry->d_name) != '.' || (name[1] && name[1] != '.')) {
			snprintf(path[1], sizeof path[1], "%s/%.15s", folder, name);
			left += remove(path[1]) == 0;
		}
	closedir(all);
	ck_assert_int_eq(left, 1);
	ck_assert_int_eq(rmdir(folder), 0);
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

/* When a program is killed, the guard ends the groups that are still running. */
TEST(a_guard_ends_what_runs)
{
	char word[] = "sleep", time[] = "60", *arguments[] = { word, time, NULL };
	struct pollfd end = { .events = POLLIN };
	int ends[2], status;
	pid_t program;
	char byte;

	ck_assert_int_eq(pipe(ends), 0);
	program = fork();
	if (program == 0) {
		const benchi_command command = { arguments, NULL, -1, ends[1], -1, true };
		benchi_process process[3];

		for (int i = 0; i < 3; i++)
			if (benchi_process_start(&command, &process[i]) != BENCH_OK)
				_exit(3);
		benchi_process_end(&process[1], 0);
		kill(getpid(), SIGKILL);
	}
	close(ends[1]);
	end.fd = ends[0];
	ck_assert(waitpid(program, &status, 0) == program && WIFSIGNALED(status));
	ck_assert_int_eq(poll(&end, 1, 20000), 1);
	ck_assert_int_eq(read(ends[0], &byte, 1), 0);   /* no process holds the pipe */
	close(ends[0]);
}
#endif

CHECK_SUITE("signals")
