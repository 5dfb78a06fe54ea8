/*
 * Choices in a file, and changes to them.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_WISDOM_LIST_H
#define BENCHI_WISDOM_LIST_H

#include "wisdom/wisdom.h"

/*
 * Reads a file's text, ended by NUL, into an empty list; name is the file's.
 * Sets counts->damaged and ->line; after damage bench_detail describes the first.
 *
 * BENCH_ERR_INPUT: not a wisdom file.  BENCH_ERR_MEMORY.
 */
bench_status benchi_wisdom_read(const char *name, const char *text, size_t size,
                                struct benchi_wisdom_list *list, bench_wisdom_counts *counts);

/* The list as a file's text, from malloc.  NULL: out of memory. */
char *benchi_wisdom_write(const struct benchi_wisdom_list *list, size_t *size);

/* Makes space for one more, so that the next benchi_wisdom_put cannot fail.  False: out
 * of memory. */
int benchi_wisdom_reserve(struct benchi_wisdom_list *list);

/* Puts the entry in as the newest instead of those it replaces; a full list drops
 * its oldest.  An entry with gone only removes. */
void benchi_wisdom_put(struct benchi_wisdom_list *list, const struct benchi_wisdom_entry *entry);

/* As the last function, but keeps entries with gone as changes to apply later. */
void benchi_wisdom_note(struct benchi_wisdom_list *list, const struct benchi_wisdom_entry *entry);

#endif
