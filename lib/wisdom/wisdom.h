/*
 * Choices as lines of text, and as a list of which the newest are last.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_WISDOM_WISDOM_H
#define BENCHI_WISDOM_WISDOM_H

#include <bench.h>

/* How bench_pick decides.  Another number makes what was remembered stale: when what SURE
 * stands for has changed. */
#define BENCHI_WISDOM_METHOD "2"

enum {
	BENCHI_WISDOM_WORD = 128,        /* bytes of a key or a name, closed */
	BENCHI_WISDOM_VERSION = 64,      /* of method and the caller's version */
	BENCHI_WISDOM_PROCESSOR = 160,   /* of a processor's name */
	BENCHI_WISDOM_LINE = 1536,       /* of a line: every byte of every text as "%XX" */
	BENCHI_WISDOM_LIMIT = 1000,      /* choices in a file */
	BENCHI_WISDOM_BYTES = 2 << 20    /* of a file that is read */
};

/* A choice. */
struct benchi_wisdom_entry {
	char key[BENCHI_WISDOM_WORD];
	char chosen[BENCHI_WISDOM_WORD];
	char version[BENCHI_WISDOM_VERSION];
	char processor[BENCHI_WISDOM_PROCESSOR];
	uint64_t set;          /* the candidates' names, mixed */
	uint64_t n;            /* how many they were */
	uint64_t margin_ppb;   /* in billionths */
	bench_pick_end end;    /* how it was chosen */
	uint64_t change;       /* which change it is of this process; 0: read from a file */
	int gone;              /* a change: forget this key; an empty key: all of the processor */
};

/* At most BENCHI_WISDOM_LIMIT, oldest first.  All zero is empty. */
struct benchi_wisdom_list {
	struct benchi_wisdom_entry *entry;
	size_t n, capacity;
};

/* Reads a line without its newline.  Returns NULL, or what was expected; then *rest is
 * where, and the entry means nothing. */
const char *benchi_wisdom_read_line(const char *line, size_t length,
                                    struct benchi_wisdom_entry *entry, const char **rest);

/* Writes a line with its newline, unclosed, to capacity of BENCHI_WISDOM_LINE.  Returns its
 * length. */
size_t benchi_wisdom_write_line(const struct benchi_wisdom_entry *entry, char *line);

/*
 * Reads a file's text, which a NUL ends, into an empty list; name is the file's.
 * counts->damaged and ->line are set, and after damage bench_detail tells of the first.
 *
 * BENCH_ERR_INPUT: this is no such file.  BENCH_ERR_MEMORY.
 */
bench_status benchi_wisdom_read(const char *name, const char *text, size_t size,
                                struct benchi_wisdom_list *list, bench_wisdom_counts *counts);

/* The list as a file's text, from malloc.  NULL: out of memory. */
char *benchi_wisdom_write(const struct benchi_wisdom_list *list, size_t *size);

/* Makes capacity for one more, so that the next benchi_wisdom_put cannot fail.  False: out
 * of memory. */
int benchi_wisdom_reserve(struct benchi_wisdom_list *list);

/* The entry takes the place of those it replaces, and is the newest; a full list drops
 * its oldest.  One that is gone is not put in itself. */
void benchi_wisdom_put(struct benchi_wisdom_list *list, const struct benchi_wisdom_entry *entry);

/* As the last, but what is gone stays as a change to be made later. */
void benchi_wisdom_note(struct benchi_wisdom_list *list, const struct benchi_wisdom_entry *entry);

/* Fills in all but change and gone, and chosen if index is not BENCH_NONE.
 * BENCH_ERR_ARGUMENT: the question makes no sense, or the chosen one's name is not its
 * own. */
bench_status benchi_wisdom_ask(const bench_question *question, size_t index, const char *processor,
                               struct benchi_wisdom_entry *entry);

/* bench_wisdom_find, and how that was chosen; bench_wisdom_remember of what was chosen so. */
size_t benchi_wisdom_find(bench_wisdom *wisdom, const bench_question *question,
                          bench_pick_end *end);
bench_status benchi_wisdom_remember(bench_wisdom *wisdom, const bench_question *question,
                                    size_t index, bench_pick_end end);

/* The candidate of that name, or BENCH_NONE if none or several have it. */
size_t benchi_wisdom_index(const bench_question *question, const char *name);

#endif
