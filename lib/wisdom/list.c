/*
 * The list of choices in a wisdom file, and changes to it.
 *
 * A file begins with a line that states its format; then comes one line per choice, the oldest
 * first.  A file without that first line is not a wisdom file.  Damaged lines are skipped
 * and counted; the first is reported.  A choice replaces one of the same processor and key,
 * whatever its version, margin or candidates.
 *
 * Bounds: a file of two megabytes and a thousand choices; reading is linear in its size.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "base/detail.h"
#include "wisdom/line.h"
#include "wisdom/list.h"
#include "wisdom/wisdom.h"

enum { SHOWN = 40, FIRST_CAPACITY = 16 };

static const char first_line[] = "libbench wisdom 1\n";
static const char comment[] =
	"# key, chosen, candidates, margin, version, processor: see bench_wisdom(3)\n";

int benchi_wisdom_reserve(struct benchi_wisdom_list *list)
{
	size_t capacity = list->capacity ? list->capacity * 2 : FIRST_CAPACITY;
	struct benchi_wisdom_entry *more;

	if (list->n < list->capacity || list->n >= BENCHI_WISDOM_LIMIT)
		return 1;
	more = realloc(list->entry, capacity * sizeof *more);
	if (!more)
		return 0;
	list->entry = more;
	list->capacity = capacity;
	return 1;
}

/* Does the new entry replace the old one? */
static int replaces(const struct benchi_wisdom_entry *entry, const struct benchi_wisdom_entry *old)
{
	return (!*entry->key || strcmp(entry->key, old->key) == 0)
	    && strcmp(entry->processor, old->processor) == 0;
}

static void push(struct benchi_wisdom_list *list, const struct benchi_wisdom_entry *entry)
{
	if (list->n == BENCHI_WISDOM_LIMIT)
		memmove(list->entry, list->entry + 1, --list->n * sizeof *list->entry);
	list->entry[list->n++] = *entry;
}

static void drop_replaced(struct benchi_wisdom_list *list, const struct benchi_wisdom_entry *entry)
{
	size_t kept = 0;

	for (size_t i = 0; i < list->n; i++)
		if (!replaces(entry, &list->entry[i])) {
			if (kept < i)
				list->entry[kept] = list->entry[i];
			kept++;
		}
	list->n = kept;
}

void benchi_wisdom_note(struct benchi_wisdom_list *list, const struct benchi_wisdom_entry *entry)
{
	drop_replaced(list, entry);
	push(list, entry);
}

void benchi_wisdom_put(struct benchi_wisdom_list *list, const struct benchi_wisdom_entry *entry)
{
	drop_replaced(list, entry);
	if (!entry->gone)
		push(list, entry);
}

/* Reports the first damaged line; unprintable bytes are shown as '?'. */
static void damage(const char *name, const char *found, size_t length, const char *expected,
                   bench_wisdom_counts *counts)
{
	char shown[SHOWN + 1];

	if (counts->damaged++ > 0)
		return;
	length = length < SHOWN ? length : SHOWN;
	for (size_t i = 0; i < length; i++)
		shown[i] = (unsigned char)found[i] < ' ' || (unsigned char)found[i] >= 127 ? '?' : found[i];
	shown[length] = '\0';
	benchi_fail(BENCH_ERR_INPUT, "%.80s:%lu: found '%s', expected %s", name,
	            (unsigned long)counts->line, shown, expected);
}

/* Reads one line; false: out of memory. */
static int read_line(const char *name, const char *line, size_t length,
                     struct benchi_wisdom_list *list, bench_wisdom_counts *counts)
{
	struct benchi_wisdom_entry entry;
	const char *rest = line, *wrong = NULL;

	if (length == 0 || *line == '#')
		return 1;
	if (line[length] != '\n')
		wrong = "a line that ends";
	else if (list->n == BENCHI_WISDOM_LIMIT)
		wrong = "at most 1000 choices";
	else
		wrong = benchi_wisdom_read_line(line, length, &entry, &rest);
	if (wrong)
		damage(name, rest, length - (size_t)(rest - line), wrong, counts);
	else if (!benchi_wisdom_reserve(list))
		return 0;
	else
		push(list, &entry);
	return 1;
}

bench_status benchi_wisdom_read(const char *name, const char *text, size_t size,
                                struct benchi_wisdom_list *list, bench_wisdom_counts *counts)
{
	const char *end = text + size;
	size_t line = 1;

	counts->damaged = counts->line = 0;
	if (size == 0)
		return BENCH_OK;
	if (size < sizeof first_line - 1 || memcmp(text, first_line, sizeof first_line - 1) != 0)
		return benchi_fail(BENCH_ERR_INPUT, "'%.120s' is not a wisdom file: expected"
		                   " 'libbench wisdom 1' in line 1", name);
	for (text += sizeof first_line - 1; text < end; text++) {
		const char *newline = memchr(text, '\n', (size_t)(end - text));
		size_t length = (size_t)((newline ? newline : end) - text);

		line++;
		if (counts->damaged == 0)
			counts->line = line;
		if (!read_line(name, text, length, list, counts))
			return benchi_fail(BENCH_ERR_MEMORY, "no memory to read '%.120s'", name);
		text += length;
	}
	if (counts->damaged == 0)
		counts->line = 0;
	return BENCH_OK;
}

char *benchi_wisdom_write(const struct benchi_wisdom_list *list, size_t *size)
{
	size_t head = sizeof first_line - 1 + sizeof comment - 1;
	char *text = malloc(head + list->n * BENCHI_WISDOM_LINE);

	if (!text)
		return NULL;
	memcpy(text, first_line, sizeof first_line - 1);
	memcpy(text + sizeof first_line - 1, comment, sizeof comment - 1);
	*size = head;
	for (size_t i = 0; i < list->n; i++)
		*size += benchi_wisdom_write_line(&list->entry[i], text + *size);
	return text;
}
