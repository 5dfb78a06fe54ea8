/*
 * Runs another program: exit status, time and resources.
 *
 * Method: posix_spawn, which starts a program without copying this one's memory and reports why it
 * could not; wait4, which reports the resources of the process and of the children it waited for.
 * A wait with a time limit sleeps on the process itself where the system allows it (pidfd_open:
 * Linux 5.3), else until SIGCHLD (sigtimedwait), else in naps of a thousandth of the elapsed time.
 * Nothing wakes up while the process runs, so nothing disturbs it.
 *
 * Assumes that no other code in this program waits for children. Does not see the resources of
 * children left in the background, and overstates the memory of programs smaller than this one,
 * because Linux counts what was there before exec.
 *
 * SPDX-License-Identifier: MIT
 */
#define _GNU_SOURCE 1	/* ppoll */
#include "program/program.h"

#include <errno.h>

#ifdef BENCHI_HAVE_PROCESSES
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <time.h>
#include <unistd.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#ifdef HAVE_SYS_SYSCALL_H
#include <sys/syscall.h>
#endif
#ifdef __linux__
#include <sys/prctl.h>
#elif defined __FreeBSD__
#include <sys/procctl.h>
#endif
#if defined __FreeBSD__ || defined __NetBSD__
#include <sys/sysctl.h>
#elif defined __APPLE__
#include <mach-o/dyld.h>
#endif
#endif

double benchi_now_ns(void)
{
	bench_clock clock = bench_clock_default();

	return clock.now_ns ? (double)clock.now_ns(clock.ctx) : (double)NAN;
}

#ifdef BENCHI_HAVE_PROCESSES

#ifndef __APPLE__
#define RSS_UNIT 1024
#else
#define RSS_UNIT 1
#endif

extern char **environ;

/*
 * The guard kills the commands if this program is killed.
 *
 * A child process, forked at the start, sleeps in a read from a pipe that only this program holds
 * open. When this program ends, for whatever reason, the child wakes up and kills the process
 * groups listed in shared memory. Nothing wakes it before, so it disturbs no run.
 *
 * Misses only a group that began or ended in the last microseconds. Without fork or shared memory
 * there is no guard.
 */

enum { GUARD_SLOTS = 1100 /* process groups that can run at once */, DESCRIPTORS = 1024 };

static struct benchi_lock guard_lock = BENCHI_LOCK_INIT;
static bool guard_tried;        /* guard_start was called; group stays NULL if there is no guard */
static struct {
	long volatile *group;       /* running process groups, 0: free slot */
	long id;                    /* process ID of the guard, ... */
	int end;                    /* ... which waits until this descriptor is closed */
} guard;

static void guard_start(void)
{
	int ends[2] = { -1, -1 };
	pid_t id;

	guard_tried = true;
	guard.group = mmap(NULL, GUARD_SLOTS * sizeof *guard.group, PROT_READ | PROT_WRITE,
	                    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	id = guard.group == MAP_FAILED || pipe(ends) ? -1 : fork();
	if (id < 0) {
		if (ends[0] >= 0) {
			close(ends[0]);
			close(ends[1]);
		}
		if (guard.group != MAP_FAILED)
			munmap((void *)(uintptr_t)guard.group, GUARD_SLOTS * sizeof *guard.group);
		guard.group = NULL;
		return;
	}
	if (id == 0) {
		setpgid(0, 0);

		/* Close everything else: a reader waits for this program's end, not for the guard's. */
		int pipe_end = ends[0];
		const volatile long *group = guard.group;
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
		/* end of file: this program is gone. A read error does not mean that. */
		for (size_t i = 0; n == 0 && i < GUARD_SLOTS; i++)
			if (group[i] > 0)
				kill((pid_t)-group[i], SIGKILL);
		_exit(0);
	}
	close(ends[0]);
	fcntl(ends[1], F_SETFD, FD_CLOEXEC);
	guard.end = ends[1];
	guard.id = id;
}

/* Marks the process as ended. */
static void mark_ended(benchi_process *process)
{
	if (process->slot)
		guard.group[process->slot - 1] = 0;
	process->slot = 0;
	process->id = 0;
}

/* Makes descriptor `to` a copy of from, or opens /dev/null. Returns 0 or an error number. */
static int redirect(posix_spawn_file_actions_t *actions, int from, int to)
{
	if (from < 0)
		return posix_spawn_file_actions_addopen(actions, to, "/dev/null",
			to == 0 ? O_RDONLY : O_WRONLY, 0);
	return posix_spawn_file_actions_adddup2(actions, from, to);
}

/* A program expects SIGPIPE and SIGXFSZ to end it, even if they are ignored here. */
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

static bench_status process_refused(const char *name, int error)
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

	/* With SIGCHLD ignored, the exit status of a child would be lost. */
	struct sigaction action;

	benchi_lock_take(&guard_lock);
	if (!sigaction(SIGCHLD, NULL, &action) && action.sa_handler == SIG_IGN)
		signal(SIGCHLD, SIG_DFL);
	if (command->group && !guard_tried)
		guard_start();
	benchi_lock_give(&guard_lock);

	error = posix_spawn_file_actions_init(&actions);
	if (error)
		return process_refused(command->argv[0], error);
	error = posix_spawnattr_init(&attribute);
	if (!error) {
		process->began_ns = benchi_now_ns();
		/* On error, posix_spawnp returns its number. */
		error = redirect(&actions, command->in, 0);

		if (!error)
			error = redirect(&actions, command->out, 1);
		if (!error)
			error = redirect(&actions, command->err, 2);
		if (!error)
			error = attributes(&attribute, command->group);
		if (!error)
			error = posix_spawnp(&id, command->argv[0], &actions, &attribute, command->argv,
				command->environment ? command->environment : environ);
		posix_spawnattr_destroy(&attribute);
	}
	posix_spawn_file_actions_destroy(&actions);
	if (error)
		return process_refused(command->argv[0], error);
	process->id = (long)id;
	if (command->group) {
		/* Take a free slot for the group. */
		benchi_lock_take(&guard_lock);
		for (size_t i = 0; i < GUARD_SLOTS && guard.group && !process->slot; i++)
			if (!guard.group[i]) {
				guard.group[i] = process->id;
				process->slot = i + 1;
			}
		benchi_lock_give(&guard_lock);
	}
	return BENCH_OK;
}

static double nanoseconds(struct timeval t)
{
	return (double)t.tv_sec * 1e9 + (double)t.tv_usec * 1e3;
}

/* Collects the exit status; without WNOHANG, sleeps until the process ends. */
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
		mark_ended(process);
		return benchi_fail(BENCH_ERR_UNSUPPORTED,
			"the exit status of a process is lost (SIGCHLD ignored?): %s",
			strerror(errno));
	}
	benchi_usage *usage = &process->usage;

	usage->wall_ns = benchi_now_ns() - process->began_ns;
	usage->exited = WIFEXITED(state);
	usage->code = WIFEXITED(state) ? WEXITSTATUS(state) : WTERMSIG(state);
	usage->user_ns = nanoseconds(used.ru_utime);
	usage->system_ns = nanoseconds(used.ru_stime);
	usage->max_rss_bytes = (double)used.ru_maxrss * RSS_UNIT;
	usage->minor_faults = (double)used.ru_minflt;
	usage->major_faults = (double)used.ru_majflt;
	usage->voluntary = (double)used.ru_nvcsw;
	usage->involuntary = (double)used.ru_nivcsw;
	mark_ended(process);

	return BENCH_OK;
}

static struct timespec span(double ns)
{
	struct timespec t = { (time_t)(ns / 1e9), 0 };

	t.tv_nsec = (long)(ns - (double)t.tv_sec * 1e9);
	return t;
}

bench_status benchi_process_wait(benchi_process *process, double timeout_ns)
{
	const double until_ns = benchi_now_ns() + timeout_ns;
	sigset_t child, before;
	bench_status status;

	if (process->id == 0)
		return BENCH_OK;
	if (isinf(timeout_ns))
		return reap(process, 0);
	/* so that no signal is lost between checking and sleeping */
	sigemptyset(&child);
	sigaddset(&child, SIGCHLD);
	benchi_signal_mask(SIG_BLOCK, &child, &before);
	while ((status = reap(process, WNOHANG)) == BENCH_ERR_BUSY) {
		double now = benchi_now_ns(), left = until_ns - now;

		if (!(left > 0))
			break;
#if defined SYS_pidfd_open && defined HAVE_PPOLL
		struct timespec limit = span(fmin(left, 1e18));
		struct pollfd its = { (int)syscall(SYS_pidfd_open, (pid_t)process->id, 0), POLLIN, 0 };

		if (its.fd >= 0) {
			(void)ppoll(&its, 1, &limit, NULL);
			close(its.fd);
			continue;
		}
#endif
		/* the end of a child cuts a nap short where the system supports that */
		struct timespec nap = span(fmin(left,
			fmin(fmax((now - process->began_ns) / 1000, 20e3), 1e9)));
#ifdef HAVE_SIGTIMEDWAIT
		(void)sigtimedwait(&child, NULL, &nap);
#else
		nanosleep(&nap, NULL);
#endif
	}
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
	return false;
#endif
}

static void signal_it(const benchi_process *process, long id, int number)
{
	(void)kill((pid_t)(process->group ? -id : id), number);
}

/* Also sends SIGCONT, because a stopped process does not handle SIGTERM. */
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

void benchi_process_end_with_parent(void)
{
#ifdef __linux__
	(void)prctl(PR_SET_PDEATHSIG, SIGKILL);
#elif defined __FreeBSD__
	int number = SIGKILL;

	(void)procctl(P_PID, 0, PROC_PDEATHSIG_CTL, &number);
#endif
}

bench_status benchi_process_listen(benchi_command *command, benchi_process *process, FILE **from)
{
	bench_status status;
	int end[2];

	if (pipe(end))      /* out of descriptors, for which there is no other status */
		return benchi_fail(BENCH_ERR_MEMORY, "cannot make a pipe: %s", strerror(errno));
	fcntl(end[0], F_SETFD, FD_CLOEXEC);
	fcntl(end[1], F_SETFD, FD_CLOEXEC);
	command->out = end[1];
	status = benchi_process_start(command, process);
	close(end[1]);
	*from = status == BENCH_OK ? fdopen(end[0], "rb") : NULL;
	if (*from) {
		benchi_interrupt_tells(process->id);
		return BENCH_OK;
	}
	close(end[0]);
	benchi_process_end(process, 0);
	return status != BENCH_OK ? status : benchi_no_memory("what a process writes");
}

bench_status benchi_process_finish(benchi_process *process)
{
	bench_status status = benchi_process_wait(process, (double)INFINITY);

	benchi_interrupt_tells(0);
	return status;
}

bench_status benchi_process_collect(benchi_process *process, FILE *from, benchi_output *output)
{
	enum { CHUNK = 65536 };
	bench_status status;
	size_t capacity = 0, got = 1;
	bool whole = true;

	memset(output, 0, sizeof *output);
	benchi_interrupt_tells(process->id);
	while (got && whole) {
		whole = benchi_reserve(&output->text, 1, output->size + CHUNK + 1, &capacity);
		got = whole ? fread(output->text + output->size, 1, CHUNK, from) : 0;
		output->size += got;
		if (whole)
			output->text[output->size] = '\0';
	}
	whole = whole && !ferror(from);
	fclose(from);
	status = benchi_process_finish(process);
	return status != BENCH_OK || whole ? status
		: benchi_fail(BENCH_ERR_INPUT, "cannot read the output of a process");
}

bench_status benchi_process_run(const benchi_command *command, benchi_output *output,
                                benchi_usage *usage)
{
	benchi_command listened = *command;
	benchi_process process;
	bench_status status;
	FILE *from;

	if (output) {
		memset(output, 0, sizeof *output);
		status = benchi_process_listen(&listened, &process, &from);
	} else
		status = benchi_process_start(command, &process);
	if (status != BENCH_OK)
		return status;
	if (output)
		status = benchi_process_collect(&process, from, output);
	else {
		benchi_interrupt_tells(process.id);
		status = benchi_process_finish(&process);
	}
	*usage = process.usage;
	return status;
}

char *benchi_usage_text(const benchi_usage *usage, char *text)
{
	snprintf(text, BENCHI_USAGE_TEXT, usage->exited ? "ended with status %d"
		: "was ended by signal %d", usage->code);
	return text;
}

/*
 * The environment of child processes.
 */

#define PADDING "BENCH_PADDING"

char *benchi_process_self(char *first, char *path, size_t size)
{
#if defined __FreeBSD__ || defined __NetBSD__
#ifdef __FreeBSD__
	static const int name[] = { CTL_KERN, KERN_PROC, KERN_PROC_PATHNAME, -1 };
#else
	static const int name[] = { CTL_KERN, KERN_PROC_ARGS, -1, KERN_PROC_PATHNAME };
#endif
	return sysctl(name, 4, path, &size, NULL, 0) ? first : path;
#elif defined __APPLE__
	uint32_t capacity = (uint32_t)size;

	return _NSGetExecutablePath(path, &capacity) ? first : path;
#else
	ssize_t length = readlink("/proc/self/exe", path, size - 1);

	if (length <= 0 || (size_t)length >= size - 1)
		return first;
	path[length] = '\0';
	return path;
#endif
}

FILE *benchi_process_reply(void)
{
	int copy = dup(STDOUT_FILENO);

	if (copy < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
		return NULL;
	fcntl(copy, F_SETFD, FD_CLOEXEC);
	return fdopen(copy, "w");
}

/* Returns true if both texts name the same variable. */
static bool same_name(const char *a, const char *b)
{
	size_t length = strcspn(a, "=");

	return !strncmp(a, b, length) && b[length] == '=';
}

char **benchi_child_environment(const char *task, const char *about, char *const *variable,
                                size_t n)
{
	size_t have = 0, kept = 0, pointers;
	char **all, *text;

	while (environ[have])
		have++;
	pointers = have + n + 2;
	all = malloc(pointers * sizeof *all
		+ (task ? sizeof BENCHI_TASK "= " + strlen(task) + strlen(about) : 0));
	if (!all)
		return NULL;
	for (size_t i = 0; i < have; i++) {
		bool replaced = same_name(environ[i], BENCHI_CALIBRATION_VARIABLE "=")
			|| (task && same_name(environ[i], BENCHI_TASK "="));

		for (size_t k = 0; k < n && !replaced; k++)
			replaced = same_name(environ[i], variable[k]);
		if (!replaced)
			all[kept++] = environ[i];
	}
	for (size_t i = 0; i < n; i++)
		all[kept++] = variable[i];
	if (task) {
		text = (char *)(all + pointers);
		sprintf(text, BENCHI_TASK "=%s %s", task, about);
		all[kept++] = text;
	}
	all[kept] = NULL;
	return all;
}

char **benchi_fresh_environment(benchi_fresh *f, size_t k, const char *task, const char *about)
{
	char *all[2] = { f->padding, f->calibration };
	size_t name = sizeof BENCHI_CALIBRATION_VARIABLE, n = 1, length;

	/* a variable of random length moves the stack, which begins below the environment */
	memset(f->padding, 'x', BENCHI_PADDING);
	memcpy(f->padding, PADDING "=", sizeof PADDING);
	length = (size_t)benchi_random_below(&f->random, BENCHI_PADDING - 32);
	f->padding[sizeof PADDING + length] = '\0';
	memcpy(f->calibration, BENCHI_CALIBRATION_VARIABLE "=", name);
	if (!benchi_calibration_text(f->calibration + name, sizeof f->calibration - name))
		*f->calibration = '\0';
	else if (k % BENCHI_ANEW != BENCHI_ANEW - 1 || !f->anew)
		n = 2;
	else
		f->anew--;
	return benchi_child_environment(task, about, all, n);
}

#endif

void benchi_process_guard_end(void)
{
#ifdef BENCHI_HAVE_PROCESSES
	guard_tried = false;
	if (!guard.group)
		return;
	close(guard.end);
	waitpid((pid_t)guard.id, NULL, 0);
	munmap((void *)(uintptr_t)guard.group, GUARD_SLOTS * sizeof *guard.group);
	guard.group = NULL;
#endif
}
