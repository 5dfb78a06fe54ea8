/*
 * Several things at once, where the system can.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_HOST_THREAD_H
#define BENCHI_HOST_THREAD_H

#include <config.h>

#include <bench.h>

#include <stdbool.h>

#ifdef HAVE_PTHREAD_H
#include <pthread.h>
#endif

/* A thread that was started. */
struct benchi_os_thread {
	void (*run)(void *arg);
	void *arg;
#ifdef HAVE_PTHREAD_H
	pthread_t thread;
#endif
};

/* Are there threads here? */
bool benchi_os_threads_here(void);

/* Has run(arg) called in a new thread.  thread must stay until it is joined.
 * BENCH_ERR_UNSUPPORTED: no threads here, or the system refused; the detail says why. */
bench_status benchi_os_thread_start(struct benchi_os_thread *thread, void (*run)(void *arg),
                                    void *arg);

/* Waits until it has returned. */
void benchi_os_thread_join(struct benchi_os_thread *thread);

#endif
