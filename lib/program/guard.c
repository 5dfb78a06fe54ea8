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

#include "program/guard.h"

#if defined HAVE_POSIX_SPAWNP && defined HAVE_UNISTD_H

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <sys/wait.h>

#endif

#if defined HAVE_POSIX_SPAWNP && defined MAP_ANONYMOUS && defined MAP_SHARED

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
	/* an error is no end of this program */
	for (size_t i = 0; n == 0 && i < BENCHI_GUARD_SLOTS; i++)
		if (group[i] > 0)
			kill((pid_t)-group[i], SIGKILL);
	_exit(0);
}

void benchi_guard_start(benchi_guard *guard)
{
	int ends[2];
	pid_t id;

	guard->group = mmap(NULL, BENCHI_GUARD_SLOTS * sizeof *guard->group, PROT_READ | PROT_WRITE,
	                    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (guard->group == MAP_FAILED || pipe(ends)) {
		guard->group = NULL;
		return;
	}
	id = fork();
	if (id == 0) {
		setpgid(0, 0);
		watch(ends[0], guard->group);
	}
	close(ends[0]);
	fcntl(ends[1], F_SETFD, FD_CLOEXEC);
	guard->end = ends[1];
	guard->id = id;
}

void benchi_guard_note(benchi_guard *guard, size_t slot, long group)
{
	if (guard->group)
		guard->group[slot] = group;
}

void benchi_guard_end(benchi_guard *guard)
{
	if (!guard->group)
		return;
	close(guard->end);
	if (guard->id > 0)
		waitpid((pid_t)guard->id, NULL, 0);
}

#else

void benchi_guard_start(benchi_guard *guard)
{
	(void)guard;
}

void benchi_guard_note(benchi_guard *guard, size_t slot, long group)
{
	(void)guard;
	(void)slot;
	(void)group;
}

void benchi_guard_end(benchi_guard *guard)
{
	(void)guard;
}

#endif
