/*
 * On which processors may this process run, and can it be kept on one?  Those that are
 * allowed are looked up once, before any pinning narrows them down.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include "host/affinity.h"

#ifdef HAVE_SCHED_SETAFFINITY

#include <sched.h>

static int allowed[CPU_SETSIZE], count;

static void look_up(void)
{
	cpu_set_t set;

	if (count > 0)
		return;
	CPU_ZERO(&set);
	if (sched_getaffinity(0, sizeof set, &set) == 0)
		for (int number = 0; number < CPU_SETSIZE; number++)
			if (CPU_ISSET(number, &set))
				allowed[count++] = number;
	if (count == 0)
		allowed[count++] = 0;
}

int benchi_processors_allowed(void)
{
	look_up();
	return count;
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
