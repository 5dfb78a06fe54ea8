/*
 * Ends the commands when this program is killed.
 *
 * A child process, forked at the start, sleeps in a read from a pipe that only this program
 * holds open.  When this program has ended, whatever the cause, the child wakes up and ends the
 * process groups that were running, by a table in shared memory.  Nothing wakes it before, so
 * that it disturbs no run.
 *
 * Wrong only about a group that began or ended in the microseconds before.  Without
 * fork or shared memory there is no guard.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <sys/wait.h>

#include "tools/sample/sample.h"

#if defined MAP_ANONYMOUS && defined MAP_SHARED

#define GROUPS (SAMPLE_BESIDE + 1) /* observers, and what runs now */
#define DESCRIPTORS 1024

/* Nothing of ours stays open in it: a reader waits for our end, not for its. */
static void watch(int pipe_end, const volatile long *group)
{
	char byte;
	ssize_t n;

	for (int fd = 0; fd < DESCRIPTORS; fd++)
		if (fd != pipe_end)
			close(fd);
	signal(SIGINT, SIG_IGN);
	signal(SIGTERM, SIG_IGN);
	signal(SIGHUP, SIG_IGN);
	do
		n = read(pipe_end, &byte, 1);
	while (n > 0 || (n < 0 && errno == EINTR));
	for (size_t i = 0; n == 0 && i < GROUPS; i++) /* an error is no end of this program */
		if (group[i] > 0)
			kill((pid_t)-group[i], SIGKILL);
	_exit(0);
}

void sample_guard_start(sample *s)
{
	int ends[2];
	pid_t id;

	s->guard.group = mmap(NULL, GROUPS * sizeof *s->guard.group, PROT_READ | PROT_WRITE,
	                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (s->guard.group == MAP_FAILED || pipe(ends)) {
		s->guard.group = NULL;
		return;
	}
	id = fork();
	if (id == 0) {
		setpgid(0, 0);
		watch(ends[0], s->guard.group);
	}
	close(ends[0]);
	fcntl(ends[1], F_SETFD, FD_CLOEXEC);
	s->guard.end = ends[1];
	s->guard.id = id;
}

void sample_guard_note(sample *s, size_t slot, long group)
{
	if (s->guard.group)
		s->guard.group[slot] = group;
}

void sample_guard_end(sample *s)
{
	if (!s->guard.group)
		return;
	close(s->guard.end);
	if (s->guard.id > 0)
		waitpid((pid_t)s->guard.id, NULL, 0);
}

#else

void sample_guard_start(sample *s)
{
	(void)s;
}

void sample_guard_note(sample *s, size_t slot, long group)
{
	(void)s;
	(void)slot;
	(void)group;
}

void sample_guard_end(sample *s)
{
	(void)s;
}

#endif
