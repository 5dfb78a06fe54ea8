/*
 * Runs another program: its exit status, time and resources.
 *
 * Method: posix_spawn, which starts a program without copying this one's memory and hands
 * back why it could not; wait4, which tells what it and those of its children that it
 * waited for have used.  A wait with a time limit sleeps on the process itself where the
 * system lets us (pidfd_open: Linux 5.3), else until SIGCHLD comes (sigtimedwait), else in
 * naps of a thousandth of the time that has passed.  Nothing wakes while the process runs,
 * so that nothing disturbs it.
 *
 * Assumes that no other code in this program waits for children.  Wrong about children that
 * are left in the background: their use is not seen; and about the memory of programs
 * that are smaller than this one, because Linux counts what was there before exec.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#if defined HAVE_POSIX_SPAWNP && defined HAVE_UNISTD_H
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <sys/wait.h>
#endif

#include "base/base.h"
#include "program/program.h"

#if defined HAVE_POSIX_SPAWNP && defined HAVE_WAIT4
#define HAVE_PROCESSES
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <time.h>
#include <unistd.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#ifdef HAVE_SYS_SYSCALL_H
#include <sys/syscall.h>
#endif
#endif

#include "host/host.h"

#ifdef HAVE_PROCESSES

#ifndef __APPLE__
#define RSS_UNIT 1024
#else
#define RSS_UNIT 1
#endif

extern char **environ;

static uint64_t now_ns(void)
{
	bench_clock clock = bench_clock_default();

	return clock.now_ns ? clock.now_ns(clock.ctx) : 0;
}

/* Descriptor to becomes from, or /dev/null. */
static int redirect(posix_spawn_file_actions_t *actions, int from, int to)
{
	if (from < 0)
		return posix_spawn_file_actions_addopen(actions, to, "/dev/null",
			to == 0 ? O_RDONLY : O_WRONLY, 0);
	return posix_spawn_file_actions_adddup2(actions, from, to);
}

/* A program expects that SIGPIPE and SIGXFSZ end it, whatever this one does about them. */
static int attributes(posix_spawnattr_t *attribute, bool group)
{
	sigset_t pipes;
	int error;

	sigemptyset(&pipes);
	sigaddset(&pipes, SIGPIPE);
#ifdef SIGXFSZ
	sigaddset(&pipes, SIGXFSZ);
#endif
	error = posix_spawnattr_setsigdefault(attribute, &pipes);
	if (!error && group)
		error = posix_spawnattr_setpgroup(attribute, 0);
	if (!error)
		error = posix_spawnattr_setflags(attribute, (short)(POSIX_SPAWN_SETSIGDEF
			| (group ? POSIX_SPAWN_SETPGROUP : 0)));
	return error;
}

/* The process's id in *id, or the number of the error. */
static int spawn(const benchi_command *command, posix_spawn_file_actions_t *actions,
	posix_spawnattr_t *attribute, pid_t *id)
{
	int error = redirect(actions, command->in, 0);

	if (!error)
		error = redirect(actions, command->out, 1);
	if (!error)
		error = redirect(actions, command->err, 2);
	if (!error)
		error = attributes(attribute, command->group);
	if (!error)
		error = posix_spawnp(id, command->argv[0], actions, attribute, command->argv,
			command->environment ? command->environment : environ);
	return error;
}

static bench_status refused(const char *name, int error)
{
	bool full = error == ENOMEM || error == EAGAIN;

	return benchi_fail(full ? BENCH_ERR_MEMORY : BENCH_ERR_INPUT, "'%.120s' cannot be run: %s",
		name, strerror(error));
}

bench_status benchi_process_start(const benchi_command *command, benchi_process *process)
{
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attribute;
	pid_t id = 0;
	int error;

	memset(process, 0, sizeof *process);
	process->group = command->group;
	error = posix_spawn_file_actions_init(&actions);
	if (error)
		return refused(command->argv[0], error);
	error = posix_spawnattr_init(&attribute);
	if (!error) {
		process->began_ns = now_ns();
		error = spawn(command, &actions, &attribute, &id);
		posix_spawnattr_destroy(&attribute);
	}
	posix_spawn_file_actions_destroy(&actions);
	if (error)
		return refused(command->argv[0], error);
	process->id = (long)id;
	return BENCH_OK;
}

static double nanoseconds(struct timeval t)
{
	return (double)t.tv_sec * 1e9 + (double)t.tv_usec * 1e3;
}

static void fill(benchi_process *process, int state, const struct rusage *used)
{
	benchi_usage *usage = &process->usage;

	usage->wall_ns = (double)(now_ns() - process->began_ns);
	usage->exited = WIFEXITED(state);
	usage->code = WIFEXITED(state) ? WEXITSTATUS(state) : WTERMSIG(state);
	usage->user_ns = nanoseconds(used->ru_utime);
	usage->system_ns = nanoseconds(used->ru_stime);
	usage->max_rss_bytes = (double)used->ru_maxrss * RSS_UNIT;
	usage->minor_faults = (double)used->ru_minflt;
	usage->major_faults = (double)used->ru_majflt;
	usage->voluntary = (double)used->ru_nvcsw;
	usage->involuntary = (double)used->ru_nivcsw;
	process->id = 0;
}

/* Has it ended?  Without WNOHANG: sleeps until then. */
static bench_status reap(benchi_process *process, int how)
{
	struct rusage used;
	int state = 0;
	pid_t id;

	do
		id = wait4((pid_t)process->id, &state, how, &used);
	while (id < 0 && errno == EINTR);
	if (id == 0)
		return BENCH_ERR_BUSY;
	if (id < 0) {
		process->id = 0;
		return benchi_fail(BENCH_ERR_UNSUPPORTED,
			"another waiter took the status of the process: %s",
			strerror(errno));
	}
	fill(process, state, &used);
	return BENCH_OK;
}

static struct timespec span(double ns)
{
	struct timespec t = { (time_t)(ns / 1e9), 0 };

	t.tv_nsec = (long)(ns - (double)t.tv_sec * 1e9);
	return t;
}

/* Sleeps until the process has ended, for ns at most; false: the system has no way to. */
static bool process_watch(long id, double ns)
{
#if defined SYS_pidfd_open && defined HAVE_PPOLL
	struct timespec limit = span(ns);
	struct pollfd its = { (int)syscall(SYS_pidfd_open, (pid_t)id, 0), POLLIN, 0 };

	if (its.fd < 0)
		return false;
	(void)ppoll(&its, 1, &limit, NULL);
	close(its.fd);
	return true;
#else
	(void)id;
	(void)ns;
	return false;
#endif
}

/* Sleeps for ns at most; a child's end cuts it short where the system can. */
static void nap(double ns)
{
	struct timespec limit = span(ns);
#ifdef HAVE_SIGTIMEDWAIT
	sigset_t child;

	sigemptyset(&child);
	sigaddset(&child, SIGCHLD);
	(void)sigtimedwait(&child, NULL, &limit);
#else
	nanosleep(&limit, NULL);
#endif
}

/* SIGCHLD waits for us meanwhile, so that none is lost between looking and sleeping. */
static bench_status wait_until(benchi_process *process, double until_ns)
{
	bench_status status = reap(process, WNOHANG);

	while (status == BENCH_ERR_BUSY) {
		double now = (double)now_ns(), left = until_ns - now;
		double part = (now - (double)process->began_ns) / 1000;

		if (!(left > 0))
			return status;
		if (!process_watch(process->id, fmin(left, 1e18)))
			nap(fmin(left, fmin(fmax(part, 20e3), 1e9)));
		status = reap(process, WNOHANG);
	}
	return status;
}

bench_status benchi_process_wait(benchi_process *process, double timeout_ns)
{
	sigset_t child, before;
	bench_status status;

	if (process->id == 0)
		return BENCH_OK;
	if (isinf(timeout_ns))
		return reap(process, 0);
	sigemptyset(&child);
	sigaddset(&child, SIGCHLD);
	benchi_signal_mask(SIG_BLOCK, &child, &before);
	status = wait_until(process, (double)now_ns() + timeout_ns);
	benchi_signal_mask(SIG_SETMASK, &before, NULL);
	return status;
}

bool benchi_process_wants_terminal(const benchi_process *process)
{
#ifdef WSTOPPED
	siginfo_t info;

	info.si_pid = 0;
	return process->id && !waitid(P_PID, (id_t)process->id, &info, WSTOPPED | WNOHANG | WNOWAIT)
	       && info.si_pid && (info.si_status == SIGTTIN || info.si_status == SIGTTOU);
#else
	(void)process;
	return false;
#endif
}

static void signal_it(const benchi_process *process, long id, int number)
{
	(void)kill((pid_t)(process->group ? -id : id), number);
}

/* Continued too, because a stopped process does not hear. */
void benchi_process_end(benchi_process *process, double grace_ns)
{
	long id = process->id;

	if (id == 0)
		return;
	signal_it(process, id, SIGTERM);
	signal_it(process, id, SIGCONT);
	if (benchi_process_wait(process, fmax(grace_ns, 0)) == BENCH_OK && !process->group)
		return;
	signal_it(process, id, SIGKILL);
	(void)benchi_process_wait(process, INFINITY);
}

#else

bench_status benchi_process_start(const benchi_command *command, benchi_process *process)
{
	memset(process, 0, sizeof *process);
	return benchi_fail(BENCH_ERR_UNSUPPORTED, "'%.120s': other programs cannot be run here",
		command->argv[0]);
}

bench_status benchi_process_wait(benchi_process *process, double timeout_ns)
{
	(void)process;
	(void)timeout_ns;
	return BENCH_OK;
}

bool benchi_process_wants_terminal(const benchi_process *process)
{
	(void)process;
	return false;
}

void benchi_process_end(benchi_process *process, double grace_ns)
{
	(void)process;
	(void)grace_ns;
}

#endif

/*
 * The environment of child processes.
 */

#define PADDING "BENCH_PADDING"

#ifdef HAVE_UNISTD_H
extern char **environ;

/* Do two texts name the same variable? */
static int same_name(const char *a, const char *b)
{
	size_t length = strcspn(a, "=");

	return !strncmp(a, b, length) && b[length] == '=';
}

static int is_replaced(const char *text, char *const *variable, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (same_name(text, variable[i]))
			return 1;
	return same_name(text, BENCHI_CALIBRATION_VARIABLE "=");
}

char **benchi_child_environment(char *const *variable, size_t n)
{
	size_t have = 0, kept = 0;
	char **all;

	while (environ[have])
		have++;
	all = malloc((have + n + 1) * sizeof *all);
	if (!all)
		return NULL;
	for (size_t i = 0; i < have; i++)
		if (!is_replaced(environ[i], variable, n))
			all[kept++] = environ[i];
	for (size_t i = 0; i < n; i++)
		all[kept++] = variable[i];
	all[kept] = NULL;
	return all;
}
#else
char **benchi_child_environment(char *const *variable, size_t n)
{
	(void)variable;
	(void)n;
	return NULL;
}
#endif

char *benchi_child_padding(uint64_t *random, char *text)
{
	size_t length = (size_t)benchi_random_below(random, BENCHI_PADDING - 32);

	memset(text, 'x', BENCHI_PADDING);
	memcpy(text, PADDING "=", sizeof PADDING);
	text[sizeof PADDING + length] = '\0';
	return text;
}
