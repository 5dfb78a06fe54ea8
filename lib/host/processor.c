/*
 * Which processor does this thread run on?  The answer is old when it arrives; two
 * unlike answers tell that the thread has moved.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#ifdef HAVE_SCHED_GETCPU
#include <sched.h>
#endif

#include "host/processor.h"

int benchi_processor_now(void)
{
#ifdef HAVE_SCHED_GETCPU
	return sched_getcpu();
#else
	return -1;
#endif
}
