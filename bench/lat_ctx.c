/*
 * The time of a switch from one process to another and back.
 *
 * Method: a byte goes to another process through a pipe and comes back through a second one;
 * neither process can continue without the other. On one processor that makes two switches per
 * iteration. The case `pipe` does the same writing and reading, twice each, within one process:
 *
 *	a switch = (there and back - pipe) / 2
 * bench_main computes the difference with its error, because the cases name `pipe` as their
 * overhead. On two processors nothing is switched; what is added is the wake-up of a sleeping
 * processor. The row `anywhere` leaves the choice to the scheduler.
 *
 * Assumes that pinning works; otherwise those rows are skipped. Wrong if other programs run on the
 * same processor in between.
 *
 * SPDX-License-Identifier: MIT
 */
#define _GNU_SOURCE 1	/* cpu_set_t */
#include <config.h>

#include <bench.h>

#if defined HAVE_FORK && defined HAVE_PIPE

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ANYWHERE, ALONE, ONE_PROCESSOR, TWO_PROCESSORS };

static int here[2], there[2];  /* pipes: read from [0], write to [1] */
static pid_t other;
static int reader, writer;     /* descriptors that the body uses */

static void skip(const char *what)
{
	char why[128];

	snprintf(why, sizeof why, "%s: %s", what, strerror(errno));
	bench_skip(why);
}

#ifdef HAVE_SCHED_SETAFFINITY

static cpu_set_t before;

/* Pins this process to processor number `which` of the allowed ones. Returns 0, or -1. */
static int stay_on(int which)
{
	cpu_set_t one;

	for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
		if (CPU_ISSET(cpu, &before) && which-- == 0) {
			CPU_ZERO(&one);
			CPU_SET(cpu, &one);
			return sched_setaffinity(0, sizeof one, &one);
		}
	errno = EINVAL;
	return -1;
}

static int may_run(void) { return sched_getaffinity(0, sizeof before, &before); }
static void run_anywhere(void) { (void)sched_setaffinity(0, sizeof before, &before); }

#else

static int stay_on(int which)
{
	(void)which;
	errno = ENOSYS;
	return -1;
}

static int may_run(void) { return 0; }
static void run_anywhere(void) { }

#endif

static void close_all(void)
{
	close(here[0]);
	close(here[1]);
	close(there[0]);
	close(there[1]);
}

static void start(void *arg)
{
	int where = *(const int *)arg;

	other = 0;
	if (may_run() != 0 || pipe(here) != 0) {
		skip("no pipe");
		return;
	}
	if (pipe(there) != 0) {
		skip("no second pipe");
		close(here[0]);
		close(here[1]);
		return;
	}
	reader = where == ALONE ? there[0] : here[0];
	writer = there[1];
	if (where >= ONE_PROCESSOR && stay_on(where == TWO_PROCESSORS) != 0)
		skip("cannot choose processors");
	else if (where >= ONE_PROCESSOR && stay_on(0) != 0)
		skip("cannot choose a processor");
	else if (where != ALONE && (other = fork()) == 0) {
		/* The other process: sends each byte back until the pipe is closed. */
		char byte;

		signal(SIGINT, SIG_IGN); /* it ends when the first process does */
		signal(SIGTERM, SIG_IGN);
		signal(SIGHUP, SIG_IGN);
		close(there[1]);
		close(here[0]);
		if (where == TWO_PROCESSORS && stay_on(1) != 0)
			_exit(1);
		while (read(there[0], &byte, 1) == 1 && write(here[1], &byte, 1) == 1)
			continue;
		_exit(0);
	} else if (other >= 0)
		return;
	else
		skip("no process");
	run_anywhere();
	close_all();
}

static void end(void *arg)
{
	(void)arg;
	close_all();
	if (other > 0)
		waitpid(other, NULL, 0);
	run_anywhere();
}

/* Sends a byte and receives it back; alone, does so twice, to make as many calls. */
static void body(uint64_t n, void *arg)
{
	char byte = 0;

	for (n *= *(const int *)arg == ALONE ? 2 : 1; n > 0; n--)
		if (write(writer, &byte, 1) != 1 || read(reader, &byte, 1) != 1)
			return;
}

static int comes_back(void *arg)
{
	char byte = 'x';

	(void)arg;
	return write(writer, &byte, 1) == 1 && read(reader, &byte, 1) == 1 && byte == 'x';
}

static int place[] = { ANYWHERE, ALONE, ONE_PROCESSOR, TWO_PROCESSORS };

#define CASE(words, where, ...) { .name = words, .body = body, .setup = start, .teardown = end, \
	.arg = &place[where], .verify = comes_back, __VA_ARGS__ }

#else

static void start(void *arg)
{
	(void)arg;
	bench_skip("this system has no fork and pipe");
}

static void body(uint64_t n, void *arg)
{
	(void)n;
	(void)arg;
}

#define CASE(words, where, ...) { .name = words, .body = body, .setup = start }

#endif

int main(int argc, char **argv)
{
	static const bench_case cases[] = {
		CASE("pipe", ALONE, .bytes = 0),
		CASE("one processor", ONE_PROCESSOR, .overhead = "pipe", .parts = 2),
		CASE("two processors", TWO_PROCESSORS, .overhead = "pipe", .parts = 2),
		CASE("anywhere", ANYWHERE, .overhead = "pipe", .parts = 2),
	};

	return bench_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
