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
struct benchi_strand {
	void (*run)(void *arg);
	void *arg;
#ifdef HAVE_PTHREAD_H
	pthread_t thread;
#endif
};

/* Are there threads here? */
bool benchi_strands_here(void);

/* Has run(arg) called in a new thread.  strand must stay until it is joined.
 * BENCH_ERR_UNSUPPORTED: no threads here, or the system refused; the detail says why. */
bench_status benchi_strand_start(struct benchi_strand *strand, void (*run)(void *arg), void *arg);

/* Waits until it has returned. */
void benchi_strand_join(struct benchi_strand *strand);

#endif
