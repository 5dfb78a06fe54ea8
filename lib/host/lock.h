/*
 * One thread at a time.  Where there are no POSIX threads there is no lock either,
 * and the library is for one thread.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_HOST_LOCK_H
#define BENCHI_HOST_LOCK_H

#include <config.h>

#ifdef HAVE_PTHREAD_H
#include <pthread.h>

struct benchi_lock { pthread_mutex_t mutex; };
#define BENCHI_LOCK_INIT { PTHREAD_MUTEX_INITIALIZER }

static inline void benchi_lock_take(struct benchi_lock *lock)
{
	pthread_mutex_lock(&lock->mutex);
}

static inline void benchi_lock_give(struct benchi_lock *lock)
{
	pthread_mutex_unlock(&lock->mutex);
}

#else

struct benchi_lock { int unused; };
#define BENCHI_LOCK_INIT { 0 }

static inline void benchi_lock_take(struct benchi_lock *lock)
{
	(void)lock;
}

static inline void benchi_lock_give(struct benchi_lock *lock)
{
	(void)lock;
}

#endif

#endif
