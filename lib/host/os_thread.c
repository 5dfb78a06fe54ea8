/*
 * Threads: POSIX threads if configure finds them and the compiler has thread-local
 * variables; otherwise BENCH_ERR_UNSUPPORTED.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "base/detail.h"
#include "host/os_thread.h"

#if defined HAVE_PTHREAD_H && !defined BENCHI_NO_THREAD_LOCAL

bool benchi_os_threads_here(void)
{
	return true;
}

static void *enter(void *thread)
{
	struct benchi_os_thread *self = (struct benchi_os_thread *)thread;

	self->run(self->arg);
	return NULL;
}

bench_status benchi_os_thread_start(struct benchi_os_thread *thread, void (*run)(void *arg),
                                    void *arg)
{
	int error;

	thread->run = run;
	thread->arg = arg;
	error = pthread_create(&thread->thread, NULL, enter, thread);
	if (error)
		return benchi_fail(BENCH_ERR_UNSUPPORTED, "cannot create thread: %s", strerror(error));
	return BENCH_OK;
}

void benchi_os_thread_join(struct benchi_os_thread *thread)
{
	pthread_join(thread->thread, NULL);
}

#else

bool benchi_os_threads_here(void)
{
	return false;
}

bench_status benchi_os_thread_start(struct benchi_os_thread *thread, void (*run)(void *arg),
                                    void *arg)
{
	thread->run = run;
	thread->arg = arg;
	return benchi_fail(BENCH_ERR_UNSUPPORTED,
	                   "no POSIX threads, or a compiler without variables of one thread");
}

void benchi_os_thread_join(struct benchi_os_thread *thread)
{
	(void)thread;
}

#endif
