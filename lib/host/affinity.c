/*
 * The processors that this process may use, and pinning to one of them. The list is read once,
 * before any pinning.
 *
 * SPDX-License-Identifier: MIT
 */
#define _GNU_SOURCE 1	/* cpu_set_t */
#include "host/host.h"

#ifdef HAVE_SCHED_SETAFFINITY
#include <sched.h>
#endif

#ifdef HAVE_SCHED_SETAFFINITY
static int allowed[CPU_SETSIZE], count;
#endif

int benchi_processors_allowed(void)
{
#ifdef HAVE_SCHED_SETAFFINITY
	static struct benchi_lock lock = BENCHI_LOCK_INIT;
	int found;

	benchi_lock_take(&lock);
	if (count == 0) {
		cpu_set_t set;

		CPU_ZERO(&set);
		if (sched_getaffinity(0, sizeof set, &set) == 0)
			for (int number = 0; number < CPU_SETSIZE; number++)
				if (CPU_ISSET(number, &set))
					allowed[count++] = number;
		if (count == 0)
			allowed[count++] = 0;
	}
	found = count;
	benchi_lock_give(&lock);
	return found;
#else
	return 1;
#endif
}

int benchi_processor_number(int place)
{
#ifdef HAVE_SCHED_SETAFFINITY
	benchi_processors_allowed();
	return allowed[place];
#else
	return place;
#endif
}

int benchi_processor_pin(int number)
{
#ifdef HAVE_SCHED_SETAFFINITY
	cpu_set_t set;

	benchi_processors_allowed();    /* the list is from before any pinning */
	if (number < 0 || number >= CPU_SETSIZE)
		return -1;
	CPU_ZERO(&set);
	CPU_SET(number, &set);
	return sched_setaffinity(0, sizeof set, &set);
#else
	return -1;
#endif
}
