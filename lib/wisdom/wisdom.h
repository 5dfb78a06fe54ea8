/*
 * Choices as lines of text, and as a list with the newest last.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_WISDOM_WISDOM_H
#define BENCHI_WISDOM_WISDOM_H

#include "host/host.h"

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
	char chosen[BENCHI_WISDOM_CHOSEN];   /* line.c */
	char version[BENCHI_WISDOM_VERSION];
	char processor[BENCHI_WISDOM_PROCESSOR];
	uint64_t set;          /* the candidates' names, mixed */
	uint64_t n;            /* number of candidates */
	uint64_t margin_ppb;   /* in billionths */
	bench_pick_end end;    /* how it was chosen */
	uint64_t loss_ppb;     /* by it at most, in billionths; 0: it is SURE */
	uint64_t starts;       /* in a row that made this choice; 0: enough */
	int table;             /* not 0: chosen is a table */
	uint64_t change;       /* number of the change in this process; 0: read from a file */
	int gone;              /* a change: forget this key; an empty key: all of the processor */
};

/* At most BENCHI_WISDOM_LIMIT, oldest first.  All zero is empty. */
struct benchi_wisdom_list {
	struct benchi_wisdom_entry *entry;
	size_t n, capacity;
};

/* By which share the choice is slower than the best at most; infinite: unknown. */
double benchi_wisdom_loss(const bench_choice *choice);

/* bench_wisdom_remember of a choice with its runner-up that so many starts made, and of a table. */
bench_status benchi_wisdom_remember(bench_wisdom *wisdom, const bench_question *question,
                                    const bench_choice *choice, uint64_t starts);
bench_status benchi_wisdom_remember_ranges(bench_wisdom *wisdom, const bench_question *question,
                                           const bench_ranges *ranges);

/* Adds the choices of a file's text, ended by NUL, as changes; saving makes the file's folders. */
bench_status benchi_wisdom_adopt(bench_wisdom *wisdom, const char *text, size_t length);

/* Is this the process's first choice for the key?  Several choices of a process are one start's,
 * since they share its memory layout.  benchi_wisdom_restart: what follows counts as another
 * process's. */
int benchi_wisdom_starts(const char *key);
void benchi_wisdom_restart(void);

/*
 * Finds a remembered choice.
 */

/* What is known beside the choice. */
struct benchi_wisdom_known {
	size_t runner_up;      /* BENCH_NONE: unknown */
	size_t incumbent;      /* of an entry that answers another question; BENCH_NONE: none */
	size_t agreed;         /* what the latest starts chose, too few to count; BENCH_NONE: none */
	uint64_t starts;       /* how many */
	bench_pick_end end;    /* how it was chosen */
};

/* Is a loss of such a share small enough to remember what is not SURE? */
int benchi_wisdom_good_enough(const bench_question *question, double loss);

/* bench_wisdom_find, and what else is known. */
size_t benchi_wisdom_find(bench_wisdom *wisdom, const bench_question *question,
                          struct benchi_wisdom_known *known);

/* Fills the table that is known for ranges->low to high; .n may be above .capacity.  Returns how it
 * was found, or BENCH_PICK_END_FAILED: none is known. */
bench_pick_end benchi_wisdom_find_ranges(bench_wisdom *wisdom, const bench_question *question,
                                         bench_ranges *ranges);

/* The same of a text: one line of at most 1023 bytes, and what it loses at most. */
bench_status benchi_wisdom_remember_text(bench_wisdom *wisdom, const bench_question *question,
                                         const char *text, bench_pick_end end, double loss);
bench_pick_end benchi_wisdom_find_text(bench_wisdom *wisdom, const bench_question *question,
                                       char text[BENCHI_WISDOM_CHOSEN]);

/*
 * A question as the entry that answers it.
 */

/* Is the question valid?  BENCH_ERR_ARGUMENT.  (An entry is too much for a small thread's stack
 * while a pick runs.) */
bench_status benchi_wisdom_check(const bench_question *question);

/*
 * A choice as a line of text.
 */

/* Reads a line without its newline.  Returns NULL, or what was expected; then *rest is
 * where, and the entry is invalid. */
const char *benchi_wisdom_read_line(const char *line, size_t length,
                                    struct benchi_wisdom_entry *entry, const char **rest);

/* Writes a line with its newline to BENCHI_WISDOM_LINE bytes.  Returns its length. */
size_t benchi_wisdom_write_line(const struct benchi_wisdom_entry *entry, char *line);

/*
 * What was chosen, as names of candidates.
 */

/* What was chosen as text.  False: it does not fit. */
int benchi_wisdom_put_choice(const bench_question *question, size_t index, size_t runner_up,
                             char *text, size_t capacity);
int benchi_wisdom_put_ranges(const bench_question *question, const bench_ranges *ranges,
                             char *text, size_t capacity);

/* And back.  BENCH_NONE, false: that is none, or names no candidate. */
size_t benchi_wisdom_take_choice(const bench_question *question, const char *text,
                                 size_t *runner_up);
int benchi_wisdom_take_ranges(const bench_question *question, const char *text,
                              bench_ranges *ranges);

/*
 * What is known, what is new, and the lock that guards them.
 */

enum { BENCHI_WISDOM_PATH = 4096 };

struct bench_wisdom {
	struct benchi_wisdom_list known, changes;
	struct benchi_wisdom_list under;           /* of files that are only read */
	uint64_t change;                           /* the latest one's number */
	bench_wisdom_counts counts;
	char processor[BENCHI_WISDOM_PROCESSOR];
	int make_folders;                          /* the place is ours to make */
	char path[BENCHI_WISDOM_PATH];             /* "": none */
};

extern struct benchi_lock benchi_wisdom_lock;

#endif
