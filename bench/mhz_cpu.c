/*
 * The processors that options name, and pinning to them.
 *
 * Method: sched_setaffinity where the system has it; each processor of the list is
 * tried before anything is measured.  "all" are those that this process may use.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef HAVE_SCHED_H
#include <sched.h>
#endif

#include "mhz.h"

#if defined HAVE_SCHED_SETAFFINITY && defined CPU_SETSIZE

enum { PROCESSORS_MOST = CPU_SETSIZE };

int mhz_pin(int processor)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	if (processor < PROCESSORS_MOST)
		CPU_SET(processor, &set);
	if (processor >= PROCESSORS_MOST || sched_setaffinity(0, sizeof set, &set) != 0)
		return mhz_bad("processor %d: does not exist, or this process may not use it", processor);
	return MHZ_OK;
}

static int all(int *processors, size_t *count)
{
	cpu_set_t set;

	if (sched_getaffinity(0, sizeof set, &set) != 0)
		return mhz_bad("--cpu all: this system does not tell its processors");
	for (int i = 0; i < PROCESSORS_MOST; i++)
		if (CPU_ISSET(i, &set))
			processors[(*count)++] = i;
	return MHZ_OK;
}

#else

enum { PROCESSORS_MOST = 1024 };

int mhz_pin(int processor)
{
	return mhz_bad("--cpu %d: this system cannot pin a thread to a processor", processor);
}

static int all(int *processors, size_t *count)
{
	(void)processors;
	(void)count;
	return mhz_bad("--cpu all: this system cannot pin a thread to a processor");
}

#endif

/* The number at *at, which moves behind it; -1 if there is none.  Those too large for
 * any processor are cut. */
static int digits(const char **at)
{
	int value = 0;

	if (**at < '0' || **at > '9')
		return -1;
	for (; **at >= '0' && **at <= '9'; ++*at)
		if (value < 100000000)
			value = 10 * value + (**at - '0');
	return value;
}

static int listed(const char *list, int *processors, size_t *count)
{
	const char *at = list;

	do {
		int first = digits(&at), last = first;

		if (*at == '-') {
			at++;
			last = digits(&at);
		}
		if (first < 0 || last < 0 || (*at && *at != ','))
			return mhz_bad("--cpu %s: expected processors such as 0,2-3, or all", list);
		if (first > last)
			return mhz_bad("--cpu %s: %d-%d runs backwards", list, first, last);
		for (int i = first; i <= last; i++) {
			if (mhz_pin(i) != MHZ_OK)
				return MHZ_BAD;
			if (*count == PROCESSORS_MOST)
				return mhz_bad("--cpu %s: over %d processors", list, (int)PROCESSORS_MOST);
			processors[(*count)++] = i;
		}
	} while (*at++ == ',');
	return MHZ_OK;
}

int mhz_processors(const char *list, int **processors, size_t *count)
{
	int code;

	*count = 0;
	*processors = calloc(PROCESSORS_MOST, sizeof **processors);
	if (!*processors)
		return mhz_bad("%s", bench_status_text(BENCH_ERR_MEMORY));
	code = strcmp(list, "all") == 0 ? all(*processors, count) : listed(list, *processors, count);
	if (code != MHZ_OK)
		free(*processors);
	return code;
}
