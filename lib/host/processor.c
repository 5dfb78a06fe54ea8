/*
 * The processor that this thread runs on. The thread may move at any time; different results prove
 * that it has moved.
 *
 * SPDX-License-Identifier: MIT
 */
#define _GNU_SOURCE 1	/* sched_getcpu */
#include "host/host.h"

#ifdef HAVE_SCHED_GETCPU
#include <sched.h>
#endif

int benchi_processor_now(void)
{
#ifdef HAVE_SCHED_GETCPU
	return sched_getcpu();
#else
	return -1;
#endif
}
