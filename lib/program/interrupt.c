/*
 * Handles requests to stop (signals).
 *
 * The case that runs is ended early but properly, what was measured is reported and
 * files are valid.  A body that never returns is ended by the second signal, which
 * has the system's own meaning; a half-made file is removed then.  The handler calls
 * only what POSIX allows in one.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <signal.h>
#include <stddef.h>

#ifdef HAVE_UNISTD_H
#include <unistd.h>
#endif

#include "program/program.h"

static const int watched[] = {
	SIGINT, SIGTERM,
#ifdef SIGHUP
	SIGHUP,
#endif
};

enum { WATCHED = sizeof watched / sizeof *watched, UNFINISHED = 8 };

typedef void handler(int);

static volatile sig_atomic_t came;
static const char *volatile unfinished[UNFINISHED]; /* NULL: free */
static volatile long listener;
static handler *before[WATCHED];
#ifdef SIGPIPE
static handler *pipes_before;
static int piped;
#endif
#ifdef SIGXFSZ
static handler *limit_before;
#endif
static int watching;

static void note(int number)
{
	if (came) {
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
	came = number;
	signal(number, note);   /* where the system has forgotten it */
#ifdef HAVE_FORK
	if (listener)
		kill((pid_t)listener, number);
#endif
}

void benchi_interrupt_watch(void)
{
	came = 0;
	watching = 1;
	for (int i = 0; i < WATCHED; i++) {
		before[i] = signal(watched[i], note);
		if (before[i] == SIG_IGN)
			signal(watched[i], SIG_IGN);
	}
}

void benchi_interrupt_no_pipes(void)
{
#ifdef SIGPIPE
	if (!piped)
		pipes_before = signal(SIGPIPE, SIG_IGN);
#ifdef SIGXFSZ
	if (!piped)
		limit_before = signal(SIGXFSZ, SIG_IGN);
#endif
	piped = 1;
#endif
}

void benchi_interrupt_restore(void)
{
#ifdef SIGPIPE
	if (piped && pipes_before != SIG_ERR)
		signal(SIGPIPE, pipes_before);
#ifdef SIGXFSZ
	if (piped && limit_before != SIG_ERR)
		signal(SIGXFSZ, limit_before);
#endif
	piped = 0;
#endif
	if (!watching)
		return;
	watching = 0;
	for (int i = 0; i < WATCHED; i++)
		if (before[i] != SIG_ERR)
			signal(watched[i], before[i]);
}

int benchi_interrupt_came(void)
{
	return came;
}

const volatile sig_atomic_t *benchi_interrupt_flag(void)
{
	return &came;
}

void benchi_interrupt_removes(const char *path)
{
	for (int i = 0; i < UNFINISHED; i++)
		if (!unfinished[i]) {
			unfinished[i] = path;
			break;
		}
}

void benchi_interrupt_spares(const char *path)
{
	for (int i = 0; i < UNFINISHED; i++)
		if (unfinished[i] == path)
			unfinished[i] = NULL;
}

void benchi_interrupt_tells(long process)
{
	listener = process;
#ifdef HAVE_FORK
	if (process && came)
		kill((pid_t)process, (int)came);
#endif
}
