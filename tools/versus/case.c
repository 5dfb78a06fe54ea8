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
	if (v->cases == v->room) {
		size_t room = v->room ? 2 * v->room : 16;

		c = realloc(v->c, room * sizeof *c);
		if (!c)
			return NULL;
		v->c = c;
		v->room = room;
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
	if (c->n[side] == c->room[side]) {
		size_t room = c->room[side] ? 2 * c->room[side] : 32;
		one_run *more = realloc(c->run[side], room * sizeof *more);

		if (!more)
			return false;
		c->run[side] = more;
		c->room[side] = room;
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
