/*
 * Reads what commands print and throws it away.
 *
 * A thread of this program reads one pipe for all runs, so that commands see a pipe as they do
 * in use: some programs take a short cut where they find /dev/null (GNU grep stops at its
 * first match).  The thread sleeps while nothing is printed.  Signals are for the main thread.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "tools/verbs.h"
#include "tools/sample/sample.h"

#define BLOCK 65536

static void *drain(void *end)
{
	static char block[BLOCK];
	int file = (int)(intptr_t)end;
	ssize_t n;

	do
		n = read(file, block, sizeof block);
	while (n > 0 || (n < 0 && errno == EINTR));
	return NULL;
}

/* Only if a command writes there. */
static bool is_needed(const sample_options *w)
{
	bool needed = !w->where.n;

	for (size_t i = 0; i < w->where.n; i++)
		needed = needed || !strcmp(w->where.word[i], "pipe");
	return needed && !w->script && !w->show;
}

int sample_drain(sample *s)
{
	sigset_t all, before;
	pthread_t thread;
	int ends[2], error;

	if (!is_needed(&s->option))
		return 0;
	if (pipe(ends))
		return complain(SAMPLE_VERB, "a pipe for the commands' output: %s", strerror(errno));
	fcntl(ends[0], F_SETFD, FD_CLOEXEC);
	fcntl(ends[1], F_SETFD, FD_CLOEXEC);
	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, &before);
	error = pthread_create(&thread, NULL, drain, (void *)(intptr_t)ends[0]);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (error)
		return complain(SAMPLE_VERB, "cannot create a thread: %s", strerror(error));
	pthread_detach(thread);
	s->drain = ends[1];
	return 0;
}
