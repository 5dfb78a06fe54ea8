/*
 * Runs a function in a child process, to see whether the function returns, crashes or hangs.
 *
 * The child is a copy of this process. It can damage only itself and shared resources (files,
 * shared memory). The child restores default signal handling, so that the host program's handlers
 * do not see a crash, and writes no core file.
 *
 * The child reports a normal return through a pipe, which the parent reads after the child has
 * ended. A body that calls exit did not return, and the host program's exit handlers do not run.
 *
 * Wrong if the copy behaves differently: it has no other threads.
 *
 * SPDX-License-Identifier: MIT
 */

#include "host/host.h"

#ifdef HAVE_FORK

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { CAME_BACK = 'b' };

static const double PATIENCE_NS = 2e9;

/* Exits without the host program's exit handlers, which belong to the parent. */
static void trial_leave(void)
{
	_exit(1);
}

/* Waits until the child ends, or until most_ns of its processor time are used. A child that
 * gets no processor is allowed 2 s more. Returns whether the child ended. */
static int trial_wait_for(pid_t child, double most_ns)
{
	double waited = 0, step = 20e3;

	for (;;) {
		struct timespec pause = { (time_t)(step / 1e9), 0 };
		double used_ns = INFINITY;  /* processor time, if the system reports it */
		int status;
		pid_t got = waitpid(child, &status, WNOHANG);

		if (got == child || (got < 0 && errno != EINTR))
			return 1;
#ifdef HAVE_CLOCK_GETCPUCLOCKID
		struct timespec t;
		clockid_t clock;

		if (waited >= most_ns && clock_getcpuclockid(child, &clock) == 0
		    && clock_gettime(clock, &t) == 0)
			used_ns = (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
#endif
		if (waited >= most_ns && (used_ns >= most_ns || waited >= most_ns + PATIENCE_NS))
			return 0;
		pause.tv_nsec = (long)(step - 1e9 * (double)pause.tv_sec);
		nanosleep(&pause, NULL);
		waited += step;
		step = step < 10e6 ? step * 1.2 : step;
	}
}
#endif

enum benchi_trial benchi_trial_run(void (*what)(void *arg), void *arg, double most_ns)
{
	enum benchi_trial result = BENCHI_TRIAL_UNSUPPORTED;
#ifdef HAVE_FORK
	int ends[2], status;
	pid_t child;

	if (pipe(ends))
		return result;
	fcntl(ends[0], F_SETFL, O_NONBLOCK);    /* other children may hold the pipe's other end */
	child = fork();
	if (child == 0) {
		/* No core file, and default actions of fatal signals. */
		static const int fatal[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS };
		const struct rlimit none = { 0, 0 };
		const char word = CAME_BACK;

		setrlimit(RLIMIT_CORE, &none);
		for (unsigned i = 0; i < sizeof fatal / sizeof *fatal; i++)
			signal(fatal[i], SIG_DFL);
		if (atexit(trial_leave) != 0)
			trial_leave();
		what(arg);
		_exit(write(ends[1], &word, 1) != 1);
	}
	close(ends[1]);
	if (child > 0 && trial_wait_for(child, most_ns)) {
		char word = 0;

		result = read(ends[0], &word, 1) == 1 && word == CAME_BACK ? BENCHI_TRIAL_GOOD
			: BENCHI_TRIAL_CRASHED;
	} else if (child > 0) {
		kill(child, SIGKILL);
		while (waitpid(child, &status, 0) < 0 && errno == EINTR)
			continue;
		result = BENCHI_TRIAL_HUNG;
	}
	close(ends[0]);
#endif
	return result;
}
