/*
 * Collects the cases that constructors of the program's files add before main.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>

#include "program/registry.h"

static bench_entry *first, **last = &first;
static bench_case *table;

void bench_add(bench_entry *entry)
{
	entry->next = NULL;
	*last = entry;
	last = &entry->next;
}

const bench_case *benchi_registry_table(size_t *n)
{
	size_t i = 0;

	*n = 0;
	for (const bench_entry *e = first; e; e = e->next)
		++*n;
	free(table);
	table = *n ? calloc(*n, sizeof *table) : NULL;
	for (const bench_entry *e = first; table && e; e = e->next)
		table[i++] = e->item;
	*n = i;
	return table;
}
