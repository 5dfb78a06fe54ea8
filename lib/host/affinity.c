/*
 * The processors that this process may use, and pinning to one of them.  The allowed
 * processors are read once, before any pinning.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include "host/affinity.h"
#include "host/lock.h"

#ifdef HAVE_SCHED_SETAFFINITY

#include <sched.h>

static int allowed[CPU_SETSIZE], count;

/* With the lock taken. */
static void find_allowed(void)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	if (sched_getaffinity(0, sizeof set, &set) == 0)
		for (int number = 0; number < CPU_SETSIZE; number++)
			if (CPU_ISSET(number, &set))
				allowed[count++] = number;
	if (count == 0)
		allowed[count++] = 0;
}

/* How many there are; afterwards neither they nor their number change. */
static int look_up(void)
{
	static struct benchi_lock lock = BENCHI_LOCK_INIT;
	int found;

	benchi_lock_take(&lock);
	if (count == 0)
		find_allowed();
	found = count;
	benchi_lock_give(&lock);
	return found;
}

int benchi_processors_allowed(void)
{
	return look_up();
}

int benchi_processor_number(int place)
{
	look_up();
	return allowed[place];
}

int benchi_processor_pin(int number)
{
	cpu_set_t set;

	look_up();
	if (number < 0 || number >= CPU_SETSIZE)
		return -1;
	CPU_ZERO(&set);
	CPU_SET(number, &set);
	return sched_setaffinity(0, sizeof set, &set);
}

#else

int benchi_processors_allowed(void)
{
	return 1;
}

int benchi_processor_number(int place)
{
	return place;
}

int benchi_processor_pin(int number)
{
	(void)number;
	return -1;
}

#endif
