/*
 * Cases and what processes found of them.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/versus/versus.h"

versus_case *versus_case_of(versus *v, const char *name)
{
	versus_case *c;

	for (size_t i = 0; i < v->cases; i++)
		if (!strcmp(v->c[i].name, name))
			return &v->c[i];
	if (v->cases == v->capacity) {
		size_t capacity = v->capacity ? 2 * v->capacity : 16;

		c = realloc(v->c, capacity * sizeof *c);
		if (!c)
			return NULL;
		v->c = c;
		v->capacity = capacity;
	}
	c = &v->c[v->cases];
	memset(c, 0, sizeof *c);
	for (int side = 0; side < SIDES; side++)
		c->instructions[side] = c->allocations[side] = (double)NAN;
	c->name = malloc(strlen(name) + 1);
	if (!c->name)
		return NULL;
	strcpy(c->name, name);
	v->cases++;
	return c;
}

bool versus_add(versus_case *c, int side, const one_run *run)
{
	if (c->n[side] == c->capacity[side]) {
		size_t capacity = c->capacity[side] ? 2 * c->capacity[side] : 32;
		one_run *more = realloc(c->run[side], capacity * sizeof *more);

		if (!more)
			return false;
		c->run[side] = more;
		c->capacity[side] = capacity;
	}
	c->run[side][c->n[side]++] = *run;
	return true;
}

void versus_free_cases(versus *v)
{
	for (size_t i = 0; i < v->cases; i++) {
		free(v->c[i].name);
		free(v->c[i].run[OLD]);
		free(v->c[i].run[NEW]);
	}
	free(v->c);
}
