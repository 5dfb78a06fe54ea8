/*
 * Can several things be done at once here?  POSIX threads where configure finds them, and
 * the compiler knows variables of one thread; elsewhere a clear no.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "base/detail.h"
#include "host/thread.h"

#if defined HAVE_PTHREAD_H && !defined BENCHI_NO_THREAD_LOCAL

bool benchi_strands_here(void)
{
	return true;
}

static void *enter(void *strand)
{
	struct benchi_strand *self = (struct benchi_strand *)strand;

	self->run(self->arg);
	return NULL;
}

bench_status benchi_strand_start(struct benchi_strand *strand, void (*run)(void *arg), void *arg)
{
	int error;

	strand->run = run;
	strand->arg = arg;
	error = pthread_create(&strand->thread, NULL, enter, strand);
	if (error)
		return benchi_fail(BENCH_ERR_UNSUPPORTED, "no thread more: %s", strerror(error));
	return BENCH_OK;
}

void benchi_strand_join(struct benchi_strand *strand)
{
	pthread_join(strand->thread, NULL);
}

#else

bool benchi_strands_here(void)
{
	return false;
}

bench_status benchi_strand_start(struct benchi_strand *strand, void (*run)(void *arg), void *arg)
{
	strand->run = run;
	strand->arg = arg;
	return benchi_fail(BENCH_ERR_UNSUPPORTED,
	                   "no POSIX threads, or a compiler without variables of one thread");
}

void benchi_strand_join(struct benchi_strand *strand)
{
	(void)strand;
}

#endif
