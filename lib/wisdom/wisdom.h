/*
 * Remembered choices: as lines of text, and as a list with the newest last.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_WISDOM_WISDOM_H
#define BENCHI_WISDOM_WISDOM_H

#include "host/host.h"

/* Version of bench_pick's method. A new number invalidates remembered choices. Increase it when
 * the meaning of BENCH_PICK_SURE changes. */
#define BENCHI_WISDOM_METHOD "2"

enum {
	BENCHI_WISDOM_WORD = 128,        /* bytes of a key or a name, including the NUL */
	BENCHI_WISDOM_VERSION = 64,      /* bytes of the method's and the caller's version */
	BENCHI_WISDOM_PROCESSOR = 160,   /* bytes of a processor's name */
	BENCHI_WISDOM_CHOSEN = 1024,     /* bytes of the choice, including the NUL: names, or a table */
	BENCHI_WISDOM_LINE = 4608,       /* bytes of a line, with every byte of every field as "%XX" */
	BENCHI_WISDOM_LIMIT = 1000,      /* number of choices in a file */
	BENCHI_WISDOM_BYTES = 2 << 20    /* bytes of a file that is read */
};

/* A remembered choice. */
struct benchi_wisdom_entry {
	char key[BENCHI_WISDOM_WORD];
	char chosen[BENCHI_WISDOM_CHOSEN];   /* as written by line.c */
	char version[BENCHI_WISDOM_VERSION];
	char processor[BENCHI_WISDOM_PROCESSOR];
	uint64_t set;          /* hash of the candidates' names */
	uint64_t n;            /* number of candidates */
	uint64_t margin_ppb;   /* in billionths */
	bench_pick_end end;    /* how the choice was made */
	uint64_t loss_ppb;     /* greatest possible loss, in billionths; 0 for a SURE choice */
	uint64_t starts;       /* consecutive starts that made this choice; 0: enough */
	int table;             /* nonzero: chosen is a table */
	uint64_t change;       /* sequence number of the change in this process; 0: read from a file */
	/* nonzero: this change forgets the key; an empty key: everything for this processor */
	int gone;
};

/* At most BENCHI_WISDOM_LIMIT entries, oldest first. Zero-filled: empty. */
struct benchi_wisdom_list {
	struct benchi_wisdom_entry *entry;
	size_t n, capacity;
};

/* The share by which the choice may be slower than the best, at most; infinite if unknown. */
double benchi_wisdom_loss(const bench_choice *choice);

/* bench_wisdom_remember for a choice with its runner-up, made by this many starts, and for a
 * table. */
bench_status benchi_wisdom_remember(bench_wisdom *wisdom, const bench_question *question,
                                    const bench_choice *choice, uint64_t starts);
bench_status benchi_wisdom_remember_ranges(bench_wisdom *wisdom, const bench_question *question,
                                           const bench_ranges *ranges);

/* Adds the choices in a file's text, which ends in a NUL, as changes. Saving then creates the
 * file's folders. */
bench_status benchi_wisdom_adopt(bench_wisdom *wisdom, const char *text, size_t length);

/* Returns nonzero if this is the process's first choice for the key. Several choices of a
 * process count as one start, because they have the same memory layout. benchi_wisdom_restart:
 * counts what follows as another process. */
int benchi_wisdom_starts(const char *key);
void benchi_wisdom_restart(void);

/*
 * Finding a remembered choice.
 */

/* What is known apart from the choice. */
struct benchi_wisdom_known {
	size_t runner_up;      /* BENCH_NONE: unknown */
	size_t incumbent;      /* from an entry that answers another question, or BENCH_NONE */
	size_t agreed;         /* choice of the latest starts, which are still too few; or BENCH_NONE */
	uint64_t starts;       /* number of these starts */
	bench_pick_end end;    /* how the choice was made */
};

/* Returns nonzero if a loss of this share is small enough to remember a choice that is not
 * SURE. */
int benchi_wisdom_good_enough(const bench_question *question, double loss);

/* bench_wisdom_find, with what else is known. */
size_t benchi_wisdom_find(bench_wisdom *wisdom, const bench_question *question,
                          struct benchi_wisdom_known *known);

/* Fills in the remembered table for ranges->low to high; .n may exceed .capacity. Returns how
 * the table was made, or BENCH_PICK_END_FAILED if none is known. */
bench_pick_end benchi_wisdom_find_ranges(bench_wisdom *wisdom, const bench_question *question,
                                         bench_ranges *ranges);

/* The same for a text, a line of at most 1023 bytes, and its greatest possible loss. */
bench_status benchi_wisdom_remember_text(bench_wisdom *wisdom, const bench_question *question,
                                         const char *text, bench_pick_end end, double loss);
bench_pick_end benchi_wisdom_find_text(bench_wisdom *wisdom, const bench_question *question,
                                       char text[BENCHI_WISDOM_CHOSEN]);

/*
 * Questions as entries.
 */

/* Checks the question. BENCH_ERR_ARGUMENT. (A separate function, because an entry takes too much of
 * a small thread's stack while a pick runs.) */
bench_status benchi_wisdom_check(const bench_question *question);

/*
 * A choice as a line of text.
 */

/* Parses a line without its newline. Returns NULL, or what was expected at *rest; the entry is
 * then invalid. */
const char *benchi_wisdom_read_line(const char *line, size_t length,
                                    struct benchi_wisdom_entry *entry, const char **rest);

/* Writes a line with its newline to BENCHI_WISDOM_LINE bytes. Returns its length. */
size_t benchi_wisdom_write_line(const struct benchi_wisdom_entry *entry, char *line);

/*
 * What was chosen, as names of candidates.
 */

/* Write what was chosen as text. Return 0 if it does not fit. */
int benchi_wisdom_put_choice(const bench_question *question, size_t index, size_t runner_up,
                             char *text, size_t capacity);
int benchi_wisdom_put_ranges(const bench_question *question, const bench_ranges *ranges,
                             char *text, size_t capacity);

/* Parse such a text. Return BENCH_NONE and 0 if it is malformed or names no candidate. */
size_t benchi_wisdom_take_choice(const bench_question *question, const char *text,
                                 size_t *runner_up);
int benchi_wisdom_take_ranges(const bench_question *question, const char *text,
                              bench_ranges *ranges);

/*
 * Wisdom in memory: what is known, what is new, and the lock for both.
 */

enum { BENCHI_WISDOM_PATH = 4096 };

struct bench_wisdom {
	struct benchi_wisdom_list known, changes;
	struct benchi_wisdom_list under;           /* from files that are only read */
	uint64_t change;                           /* number of the latest change */
	bench_wisdom_counts counts;
	char processor[BENCHI_WISDOM_PROCESSOR];
	int make_folders;                          /* nonzero: may create the file's folder */
	char path[BENCHI_WISDOM_PATH];             /* "": no file */
};

extern struct benchi_lock benchi_wisdom_lock;

#endif
