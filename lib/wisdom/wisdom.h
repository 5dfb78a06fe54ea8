/*
 * Choices as lines of text, and as a list with the newest last.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_WISDOM_WISDOM_H
#define BENCHI_WISDOM_WISDOM_H

#include <bench.h>

/* The version of bench_pick's method.  A new number invalidates remembered choices: raise it
 * when the meaning of BENCH_PICK_SURE changes. */
#define BENCHI_WISDOM_METHOD "2"

enum {
	BENCHI_WISDOM_WORD = 128,        /* bytes of a key or a name, with NUL */
	BENCHI_WISDOM_VERSION = 64,      /* of method and the caller's version */
	BENCHI_WISDOM_PROCESSOR = 160,   /* of a processor's name */
	BENCHI_WISDOM_CHOSEN = 1024,     /* of what was chosen, closed: names, or a table */
	BENCHI_WISDOM_LINE = 4608,       /* of a line: every byte of every text as "%XX" */
	BENCHI_WISDOM_LIMIT = 1000,      /* choices in a file */
	BENCHI_WISDOM_BYTES = 2 << 20    /* of a file that is read */
};

/* A choice. */
struct benchi_wisdom_entry {
	char key[BENCHI_WISDOM_WORD];
	char chosen[BENCHI_WISDOM_CHOSEN];   /* names.c */
	char version[BENCHI_WISDOM_VERSION];
	char processor[BENCHI_WISDOM_PROCESSOR];
	uint64_t set;          /* the candidates' names, mixed */
	uint64_t n;            /* number of candidates */
	uint64_t margin_ppb;   /* in billionths */
	bench_pick_end end;    /* how it was chosen */
	int table;             /* not 0: chosen is a table */
	uint64_t change;       /* number of the change in this process; 0: read from a file */
	int gone;              /* a change: forget this key; an empty key: all of the processor */
};

/* At most BENCHI_WISDOM_LIMIT, oldest first.  All zero is empty. */
struct benchi_wisdom_list {
	struct benchi_wisdom_entry *entry;
	size_t n, capacity;
};

/* bench_wisdom_remember of a choice with its runner-up, and of a table. */
bench_status benchi_wisdom_remember(bench_wisdom *wisdom, const bench_question *question,
                                    const bench_choice *choice);
bench_status benchi_wisdom_remember_ranges(bench_wisdom *wisdom, const bench_question *question,
                                           const bench_ranges *ranges);

#endif
