/*
 * Threads, where the system has them.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_HOST_OS_THREAD_H
#define BENCHI_HOST_OS_THREAD_H

#include <config.h>

#include <bench.h>

#include <stdbool.h>

#ifdef HAVE_PTHREAD_H
#include <pthread.h>
#endif

/* A started thread. */
struct benchi_os_thread {
	void (*run)(void *arg);
	void *arg;
#ifdef HAVE_PTHREAD_H
	pthread_t thread;
#endif
};

/* Does the system have threads? */
bool benchi_os_threads_here(void);

/* Calls run(arg) in a new thread.  thread must exist until it is joined.
 * BENCH_ERR_UNSUPPORTED: no threads, or the system refused (see the detail). */
bench_status benchi_os_thread_start(struct benchi_os_thread *thread, void (*run)(void *arg),
                                    void *arg);

/* Waits until it has returned. */
void benchi_os_thread_join(struct benchi_os_thread *thread);

#endif
