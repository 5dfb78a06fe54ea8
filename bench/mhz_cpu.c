/*
 * Parsing lists of processors, and pinning.
 *
 * Each processor of the list is tried before anything is measured. "all" are those that this
 * process may use.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mhz.h"

enum { PROCESSORS_MOST = 1024 };

int mhz_pin(int processor)
{
	if (benchi_processor_pin(processor))
		return mhz_bad("processor %d: it does not exist, this process may not use it, or this "
		               "system cannot pin a thread", processor);
	return MHZ_OK;
}

static int add(const char *list, int processor, int *processors, size_t *count)
{
	if (mhz_pin(processor) != MHZ_OK)
		return MHZ_BAD;
	if (*count == PROCESSORS_MOST)
		return mhz_bad("--cpu %s: over %d processors", list, (int)PROCESSORS_MOST);
	processors[(*count)++] = processor;
	return MHZ_OK;
}

static int listed(const char *list, int *processors, size_t *count)
{
	const char *at = list;

	do {
		uint64_t first = 0, last;

		at = benchi_read_whole(at, INT_MAX, &first);
		last = first;
		if (at && *at == '-')
			at = benchi_read_whole(at + 1, INT_MAX, &last);
		if (!at || (*at && *at != ','))
			return mhz_bad("--cpu %s: expected processors such as 0,2-3, or all", list);
		if (first > last)
			return mhz_bad("--cpu %s: %d-%d runs backwards", list, (int)first, (int)last);
		for (; first <= last; first++)
			if (add(list, (int)first, processors, count) != MHZ_OK)
				return MHZ_BAD;
	} while (*at++ == ',');
	return MHZ_OK;
}

static int all(int *processors, size_t *count)
{
	for (int i = 0, n = benchi_processors_allowed(); i < n; i++)
		if (add("all", benchi_processor_number(i), processors, count) != MHZ_OK)
			return MHZ_BAD;
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
