/*
 * Ends a program properly: requests to stop (signals), cases that do not return, and files that
 * appear complete or not at all.
 *
 * The running case is ended early but properly, what was measured is reported, and files are
 * valid. A case that has not returned after one second is killed, because timeout(1) sends only
 * one signal; so is a case that runs on long after a stated time. Its name is printed, and the
 * results of other cases are reported. The second signal has its default meaning; a half-written
 * file is removed first. The same signal within a tenth of a second is the same request:
 * timeout(1) signals its command and then its group, and a terminal's Ctrl-C also reaches a
 * process whose parent passes it on.
 *
 * The handlers call only async-signal-safe functions, except for the report of a case that never
 * returns; an alarm ends the process should the report hang.
 *
 * SPDX-License-Identifier: MIT
 */
#define _GNU_SOURCE 1	/* at_quick_exit */
#include "program/program.h"

#include <errno.h>

#if defined HAVE_FCNTL && defined HAVE_UNISTD_H
#include <fcntl.h>
#endif
#ifdef HAVE_CLOCK_GETTIME
#include <time.h>
#endif
#ifdef HAVE_UNISTD_H
#include <unistd.h>
#endif

typedef void handler(int);

/* A signal that is handled, and its previous handler. */
struct caught {
	int number;
	handler *before;     /* the handler to restore */
	bool taken;          /* our handler is installed */
};

static struct caught stops[] = {   /* both end in 0 */
	{ SIGINT, NULL, false }, { SIGTERM, NULL, false },
#ifdef SIGHUP
	{ SIGHUP, NULL, false },
#endif
	{ 0, NULL, false }
}, failing_writes[] = {
#ifdef SIGPIPE
	{ SIGPIPE, NULL, false },
#endif
#ifdef SIGXFSZ
	{ SIGXFSZ, NULL, false },
#endif
	{ 0, NULL, false }
};

enum { UNFINISHED = 8 };

#ifdef HAVE_CLOCK_GETTIME
static const double SAME_REQUEST_S = 0.1;
#endif

enum {
	OVERDUE_S = 1,  /* seconds that a case has to return after a signal, and the report to be
	                   written */
	SLOW_S = 10     /* a row that takes longer is named */
};

static volatile sig_atomic_t came, requests, patient;
static const char *volatile unfinished[UNFINISHED]; /* NULL: free slot */
static volatile long listener;
static volatile sig_atomic_t killed;  /* the process named by benchi_interrupt_tells was overdue */

/* The running case. Declared here because a handler names it. */
static struct {
	const benchi_settings *settings;
	void (*left)(const char *name, bool overdue);    /* NULL: no program is running */
	const char *volatile name;         /* name of the running case; NULL: none */
	long pid;
} running;

#ifdef HAVE_FORK
static void say(const char *text)
{
	ssize_t written = write(STDERR_FILENO, text, strlen(text));

	(void)written;
}

/* Called some time after a signal, or after the end of a stated time. Kills the process that
 * receives our signals, or this one if its own case has not returned. */
static void overdue(int number)
{
	void (*left)(const char *, bool) = running.left;
	const char *name = running.name;

	if (listener) {
		killed = 1;
		if (kill(-(pid_t)listener, SIGKILL))
			kill((pid_t)listener, SIGKILL);
		return;
	}
	if (!name || running.pid != (long)getpid())
		return;
	say(running.settings->program);
	say(": case '");
	say(name);
	say(came ? "' has not returned one second after the signal\n"
		: "' has not returned long after --time\n");
	signal(number, SIG_DFL);
	alarm(OVERDUE_S);
	running.left = NULL;
	if (left)
		left(name, true);
	_exit(came ? BENCHI_EXIT_SIGNAL + (int)came : BENCHI_EXIT_WRONG);
}

static const char *volatile awaited;    /* name of the row that another process is running */
static volatile sig_atomic_t slow_named;

static void name_slow(int number)
{
	(void)number;
	slow_named = 1;
	say(running.settings->program);
	say(": '");
	say(awaited);
	say("' has been running for 10 s; Ctrl-C ends it, --filter '!NAME' leaves a case out\n");
}

/* Arms SIGALRM, unless the program has its own handler. */
static void arm(handler *to, unsigned seconds)
{
	handler *before = signal(SIGALRM, to);

	if (before != SIG_DFL && before != overdue && before != name_slow)
		signal(SIGALRM, before);
	else
		alarm(seconds);
}
#endif

void benchi_interrupt_await(const char *name)
{
#ifdef HAVE_FORK
	if (came || slow_named)
		return;
	awaited = name;
	arm(name_slow, name ? SLOW_S : 0);
#else
	(void)name;
#endif
}

void benchi_interrupt_bound(double ns)
{
#ifdef HAVE_FORK
	if (!came)
		arm(overdue, ns > 0 ? (unsigned)fmin(ceil(ns / 1e9), 1e9) : 0);
#else
	(void)ns;
#endif
}

bool benchi_interrupt_killed(void)
{
	return killed;
}

/* Handles a request to stop. */
static void interrupt_note(int number)
{
	signal(number, interrupt_note);   /* some systems reset the handler when it is called */
#ifdef HAVE_CLOCK_GETTIME
	/* the same signal within a tenth of a second is the same request */
	static volatile struct timespec noted;
	struct timespec now;
	double passed_s;

	clock_gettime(CLOCK_MONOTONIC, &now);
	passed_s = (double)(now.tv_sec - noted.tv_sec) + (double)(now.tv_nsec - noted.tv_nsec) / 1e9;
	if (number == came && passed_s < SAME_REQUEST_S)
		return;
	noted = now;
#endif
	requests += number == SIGINT ? 1 : 2;
	if (came && !patient) {
#ifdef HAVE_UNISTD_H
		for (int i = 0; i < UNFINISHED; i++)
			if (unfinished[i])
				unlink(unfinished[i]);
#endif
#ifdef HAVE_FORK
		if (listener)
			kill(-(pid_t)listener, SIGKILL);
#endif
		signal(number, SIG_DFL);
		raise(number);
		return;
	}
	if (!came)
		came = number;
#ifdef HAVE_FORK
	if (!patient) {
		signal(SIGALRM, overdue);
		/* a program that a tool runs has time to name its case */
		alarm(running.left ? OVERDUE_S : 2 * OVERDUE_S);
	}
	if (listener)
		kill((pid_t)listener, number);
#endif
}

static void interrupt_take(struct caught *c, handler *to)
{
	for (; c->number; c++) {
		handler *before = signal(c->number, to);

		if (!c->taken)
			c->before = before;
		c->taken = true;
		if (before == SIG_IGN)
			signal(c->number, SIG_IGN);
	}
}

static void give_back(struct caught *c)
{
	for (; c->number; c->taken = false, c++)
		if (c->taken && c->before != SIG_ERR)
			signal(c->number, c->before);
}

void benchi_interrupt_watch(bool counts)
{
	came = requests = killed = 0;
	patient = counts;
	interrupt_take(stops, interrupt_note);
}

void benchi_interrupt_no_pipes(void)
{
	interrupt_take(failing_writes, SIG_IGN);
}

void benchi_interrupt_restore(void)
{
#ifdef HAVE_FORK
	handler *alarmed = signal(SIGALRM, SIG_DFL);

	if (alarmed == overdue || alarmed == name_slow)
		alarm(0);
	else
		signal(SIGALRM, alarmed);
#endif
	give_back(failing_writes);
	give_back(stops);
}

int benchi_interrupt_came(void)
{
	return came;
}

int benchi_interrupt_requests(void)
{
	return requests;
}

const volatile sig_atomic_t *benchi_interrupt_flag(void)
{
	return &came;
}

void benchi_interrupt_tells(long process)
{
	listener = process;
#ifdef HAVE_FORK
	if (process && came)
		kill((pid_t)process, (int)came);
#endif
}

/*
 * A case may end the program, or fork and return in both processes.
 *
 * Ending would look like status 0 without a result; returning twice would do everything twice.
 * _exit and signals cannot be detected here, only by the parent of several processes.
 */

static long process_id(void)
{
#ifdef HAVE_FORK
	return (long)getpid();
#else
	return 0;
#endif
}

static void running_left(void)
{
	void (*left)(const char *, bool) = running.left;

	running.left = NULL;
	if (left && running.pid == process_id())
		left(running.name ? running.name : "", false);
}

void benchi_running_begin(const benchi_settings *settings,
                          void (*left)(const char *name, bool overdue))
{
	static bool registered;

	if (!registered) {
#ifdef HAVE_AT_QUICK_EXIT
		at_quick_exit(running_left);
#endif
		registered = !atexit(running_left);
	}
	running.settings = settings;
	running.left = left;
	running.name = NULL;
	running.pid = process_id();
}

void benchi_running_case(const char *name)
{
	if (running.left && running.pid != process_id()) {
		benchi_complain(running.settings, "case '%s' has returned in a forked process, which ends "
			"here", running.name ? running.name : "");
		_Exit(BENCHI_EXIT_WRONG);
	}
	fflush(stdout);     /* otherwise a forked process would write the buffered text again at its
	                       exit */
	running.name = name;
}

/*
 * Files are written atomically (host/file.c), through a stream. Devices and pipes are written in
 * place. So is standard output, under the names "-" and /dev/stdout; the program reports its
 * failures at the end. Systems without fsync or flock write in place. A second signal removes the
 * temporary files of up to eight; further ones are left behind.
 */

/* Forgets an unfinished file, which the second signal then leaves alone. */
static void spare(const char *path)
{
	for (int i = 0; i < UNFINISHED; i++)
		if (unfinished[i] == path)
			unfinished[i] = NULL;
}

static bench_status file_refused(const char *path)
{
	return benchi_fail(BENCH_ERR_OUTPUT, "%.180s: %s", path, strerror(errno));
}

void benchi_standard_files(void)
{
#if defined HAVE_FCNTL && defined HAVE_UNISTD_H
	static const int how[] = { O_RDONLY, O_RDONLY, O_WRONLY };

	for (int i = 0; i < 3; i++)    /* open returns the lowest free descriptor */
		if (fcntl(i, F_GETFD) < 0 && open("/dev/null", how[i]) < 0)
			break;
#endif
}

bool benchi_is_standard_output(const char *path)
{
	return !strcmp(path, "-") || !strcmp(path, "/dev/stdout");
}

bench_status benchi_atomic_file_begin(const char *path, benchi_atomic_file *file)
{
	bench_status status;

	memset(file, 0, sizeof *file);
	if (benchi_is_standard_output(path)) {
		file->out = stdout;
		return BENCH_OK;
	}
	status = benchi_replacement_begin(path, &file->replacement);
	if (status == BENCH_ERR_UNSUPPORTED) {
		file->out = fopen(path, "wb");
		return file->out ? BENCH_OK : file_refused(path);
	}
#ifdef HAVE_UNISTD_H
	if (status == BENCH_OK && !(file->out = fdopen(file->replacement.file, "wb"))) {
		status = file_refused(path);
		close(file->replacement.file);
		benchi_replacement_drop(&file->replacement);
	}
#endif
	if (status == BENCH_OK && file->replacement.temporary)
		for (int i = 0; i < UNFINISHED; i++)
			if (!unfinished[i]) {
				unfinished[i] = file->replacement.temporary;
				break;
			}
	return status;
}

bench_status benchi_atomic_file_keep(benchi_atomic_file *file)
{
	bench_status status = BENCH_OK;
	char path[200];

	if (file->out == stdout)
		return BENCH_OK;
	snprintf(path, sizeof path, "%s", file->replacement.path ? file->replacement.path : "the file");
	spare(file->replacement.temporary);
	errno = 0;
	if (fflush(file->out) || ferror(file->out)) {
		if (!errno)
			errno = EIO;
		status = file_refused(path);
		benchi_replacement_drop(&file->replacement);
	} else if (file->replacement.path)
		status = benchi_replacement_keep(&file->replacement);
	if (fclose(file->out) && !status) /* the content is already on disk */
		status = file_refused(path);
	memset(file, 0, sizeof *file);
	return status;
}

void benchi_atomic_file_drop(benchi_atomic_file *file)
{
	spare(file->replacement.temporary);
	benchi_replacement_drop(&file->replacement);
	if (file->out && file->out != stdout)
		fclose(file->out);
	memset(file, 0, sizeof *file);
}
