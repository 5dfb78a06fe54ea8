/*
 * Numbers for names.  A hash table with open addressing, at most half full;
 * the hash is Fowler, Noll and Vo's FNV-1a.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "data/name_table.h"

static uint32_t hash(const char *text, size_t length)
{
	uint32_t h = 2166136261u;

	for (size_t i = 0; i < length; i++)
		h = (h ^ (unsigned char)text[i]) * 16777619u;
	return h;
}

/* The slot that holds the name, or the free one where it would go. */
static size_t slot_of(const benchi_name_table *names, const char *text, size_t length)
{
	size_t mask = names->slots - 1, i = hash(text, length) & mask;

	for (; names->slot[i]; i = (i + 1) & mask) {
		const char *other = names->text[names->slot[i] - 1];

		if (!strncmp(other, text, length) && !other[length])
			break;
	}
	return i;
}

/* Doubles the table.  -1 when memory is out. */
static int widen(benchi_name_table *names)
{
	size_t slots = names->slots ? names->slots * 2 : 16;
	char **text = realloc(names->text, slots / 2 * sizeof *text);
	uint32_t *slot;

	if (!text)
		return -1;
	names->text = text;
	slot = calloc(slots, sizeof *slot);
	if (!slot)
		return -1;
	free(names->slot);
	names->slot = slot;
	names->slots = slots;
	names->capacity = slots / 2;
	for (size_t i = 0; i < names->n; i++)
		slot[slot_of(names, text[i], strlen(text[i]))] = (uint32_t)i + 1;
	return 0;
}

uint32_t benchi_name_table_find(const benchi_name_table *names, const char *text, size_t length)
{
	uint32_t found = names->slots ? names->slot[slot_of(names, text, length)] : 0;

	return found ? found - 1 : BENCHI_NO_NAME;
}

uint32_t benchi_name_table_add(benchi_name_table *names, const char *text, size_t length)
{
	uint32_t found = benchi_name_table_find(names, text, length);
	char *copy;

	if (found != BENCHI_NO_NAME)
		return found;
	if ((names->n == names->capacity && widen(names)) || !(copy = malloc(length + 1)))
		return BENCHI_NO_NAME;
	memcpy(copy, text, length);
	copy[length] = '\0';
	names->text[names->n] = copy;
	names->slot[slot_of(names, text, length)] = (uint32_t)++names->n;
	return (uint32_t)names->n - 1;
}

void benchi_name_table_free(benchi_name_table *names)
{
	for (size_t i = 0; i < names->n; i++)
		free(names->text[i]);
	free(names->text);
	free(names->slot);
	memset(names, 0, sizeof *names);
}
