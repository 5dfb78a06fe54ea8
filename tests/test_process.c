/*
 * Programs are started, waited for and ended; failures are reported exactly.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "program/program.h"

#ifdef HAVE_POSIX_SPAWNP

#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static char shell[] = "sh", c[] = "-c";

/* Starts sh -c script in a separate group, with this output. */
static benchi_process started(char *script, int out)
{
	char *argv[] = { shell, c, script, NULL };
	benchi_command command = { argv, NULL, -1, out, -1, true };
	benchi_process process;

	ck_assert_int_eq(benchi_process_start(&command, &process), BENCH_OK);
	ck_assert_int_ne((int)process.id, 0);
	return process;
}

static benchi_usage run(const char *script)
{
	char text[256];
	benchi_process process;

	snprintf(text, sizeof text, "%s", script);
	process = started(text, -1);
	ck_assert_int_eq(benchi_process_wait(&process, INFINITY), BENCH_OK);
	ck_assert_int_eq((int)process.id, 0);
	return process.usage;
}

TEST(an_exit_status_and_a_signal_are_reported_apart)
{
	benchi_usage usage = run("exit 7");

	CHECK_NUMBERS({ usage.exited != 0, true }, { usage.code, 7 });
	usage = run("kill -USR1 $$");
	CHECK_NUMBERS({ !usage.exited, true }, { usage.code, SIGUSR1 });
}

/* Whether the system reports the processor time of a process (an emulator of sparc64 does not). */
static bool system_says_what_was_used(void)
{
	struct rusage used;

	while (clock() < CLOCKS_PER_SEC / 50)
		continue;
	return getrusage(RUSAGE_SELF, &used) == 0 && used.ru_utime.tv_sec + used.ru_utime.tv_usec
	       + used.ru_stime.tv_sec + used.ru_stime.tv_usec > 0;
}

TEST(what_it_took_is_there)
{
	benchi_usage usage = run("i=0; while [ $i -lt 100000 ]; do i=$((i + 1)); done");

	ck_assert(usage.wall_ns > 0);
	ck_assert(usage.user_ns + usage.system_ns > 0 || !system_says_what_was_used());
	CHECK_ALL(usage.max_rss_bytes > 1e5 && usage.max_rss_bytes < 1e9, usage.minor_faults > 0);
}

/* Whether posix_spawnp reports a missing program. POSIX also allows it to start a child that
 * ends with 127, as emulators do. */
static bool system_says_what_cannot_be_run(char **argv)
{
	pid_t child;
	int error = posix_spawnp(&child, argv[0], NULL, NULL, argv, NULL);

	if (error == 0)
		waitpid(child, NULL, 0);
	return error != 0;
}

TEST(what_cannot_be_run_says_which_and_why)
{
	char missing[] = "/nowhere/program", folder[] = "/";
	char *argv[] = { missing, NULL };
	benchi_command command = { argv, NULL, -1, -1, -1, false };
	benchi_process process;

	if (!system_says_what_cannot_be_run(argv))
		return;
	ck_assert_int_eq(benchi_process_start(&command, &process), BENCH_ERR_INPUT);
	CHECK_ALL(strstr(bench_detail(), "/nowhere/program"), strstr(bench_detail(), "No such file"));
	argv[0] = folder;
	ck_assert_int_eq(benchi_process_start(&command, &process), BENCH_ERR_INPUT);
	CHECK_NUMBERS({ strstr(bench_detail(), "denied") != NULL, true }, { (int)process.id, 0 });
}

TEST(input_is_empty_and_output_goes_where_it_is_reported)
{
	int ends[2];
	char text[64], script[] = "cat; echo out; echo err >&2; echo $LEFT";
	char left[] = "LEFT=only", path[] = "PATH=/bin:/usr/bin";
	char *argv[] = { shell, c, script, NULL }, *environment[] = { left, path, NULL };
	benchi_command command = { argv, environment, -1, -1, -1, false };
	benchi_process process;
	ssize_t n;

	ck_assert_int_eq(pipe(ends), 0);
	command.out = ends[1];
	ck_assert_int_eq(benchi_process_start(&command, &process), BENCH_OK);
	ck_assert_int_eq(benchi_process_wait(&process, 60e9), BENCH_OK);
	n = read(ends[0], text, sizeof text - 1);
	ck_assert_int_eq((int)n, 9);
	text[n] = '\0';
	ck_assert_str_eq(text, "out\nonly\n");
	ck_assert(process.usage.exited);
}

/* The children have the pipe open: it ends when the last of them has ended. */
TEST(ending_it_ends_all_of_its_group)
{
	int ends[2];
	char text[8], script[] = "trap '' TERM; (trap '' TERM; echo; sleep 60) & echo; sleep 60; wait";
	benchi_process process;

	ck_assert_int_eq(pipe(ends), 0);
	process = started(script, ends[1]);
	close(ends[1]);
	ck_assert_int_eq((int)read(ends[0], text, 1), 1);
	ck_assert_int_eq((int)read(ends[0], text, 1), 1);
	ck_assert_int_eq(benchi_process_wait(&process, 1e6), BENCH_ERR_BUSY);
	benchi_process_end(&process, 1e6);
	ck_assert(!process.usage.exited);
	CHECK_NUMBERS({ (int)process.id, 0 }, { process.usage.code, SIGKILL });
	ck_assert_int_eq((int)read(ends[0], text, 1), 0);
}

TEST(a_polite_end_is_enough)
{
	char script[] = "trap 'exit 3' TERM; kill -STOP $$; while :; do :; done";
	benchi_process process = started(script, -1);
	siginfo_t stopped;

	ck_assert_int_eq(waitid(P_PID, (id_t)process.id, &stopped, WSTOPPED | WNOWAIT), 0);
	ck_assert_int_eq(benchi_process_wait(&process, 1e6), BENCH_ERR_BUSY);
	benchi_process_end(&process, 60e9);
	ck_assert_msg(process.usage.exited && process.usage.code == 3, "it %s with %d",
	              process.usage.exited ? "exited" : "was killed", process.usage.code);
	ck_assert_int_eq(benchi_process_wait(&process, 0), BENCH_OK);
	benchi_process_end(&process, 0);
}

#else

TEST(without_processes_there_is_no_guard_to_end)
{
	benchi_process_guard_end();
}

#endif

CHECK_SUITE("process")
