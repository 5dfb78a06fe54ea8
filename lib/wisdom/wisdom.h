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

#define BENCHI_WISDOM_FIRST_LINE "libbench wisdom 1\n"

/* A remembered choice. */
struct benchi_wisdom_entry {
	char key[BENCHI_WISDOM_WORD];
	char chosen[BENCHI_WISDOM_CHOSEN];   /* names, as in a line */
	char version[BENCHI_WISDOM_VERSION];
	char processor[BENCHI_WISDOM_PROCESSOR];
	uint64_t set;          /* hash of the candidates' names */
	uint64_t n;            /* number of candidates */
	uint32_t margin_ppb;   /* in billionths */
	bench_pick_end end;    /* how the choice was made */
	uint32_t loss_ppb;     /* greatest possible loss, in billionths; 0 for a SURE choice */
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

/* Returns the largest share by which the choice may be slower than the best; infinite if
 * unknown. */
double benchi_wisdom_loss(const bench_choice *choice);

/* An answer to remember: a table, a text, or else a candidate. */
struct benchi_wisdom_answer {
	const bench_ranges *ranges;    /* a table; or NULL */
	const char *text;              /* a line of at most 1023 bytes; or NULL */
	size_t index, runner_up;       /* the candidate and, or BENCH_NONE, its runner-up */
	bench_pick_end end;            /* how the choice was made */
	double loss;                   /* greatest possible loss, a share */
	uint64_t starts;               /* consecutive starts that made this choice; 0: enough */
};

/* Remembers an answer to the question. Statuses as bench_wisdom_remember. */
bench_status benchi_wisdom_remember(bench_wisdom *wisdom, const bench_question *question,
                                    const struct benchi_wisdom_answer *answer);

/* Adds the choices in a file's text, which ends in a NUL, as changes. Saving then creates the
 * file's folders, which every user may read. */
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
	size_t incumbent;      /* candidate from an entry that answers another question, or
	                          BENCH_NONE */
	size_t agreed;         /* choice of the latest starts, which are still too few; or BENCH_NONE */
	uint64_t starts;       /* number of these starts */
	bench_pick_end end;    /* how the choice was made */
};

/* Returns nonzero if a loss of this share is small enough to remember a choice that is not
 * SURE. */
int benchi_wisdom_good_enough(const bench_question *question, double loss);

/* Returns what bench_wisdom_find returns, and fills in what else is known. */
size_t benchi_wisdom_find(bench_wisdom *wisdom, const bench_question *question,
                          struct benchi_wisdom_known *known);

/* Looks for the answer in the newest entry of the key and this processor: first in the user's
 * list, then in the one below it. A choice of too few starts answers only if the list below has no
 * better one. table: nonzero if the answer is a table. Returns whether one of
 * the two entries answers. stale: the first that does not; its key is empty if not found. */
bool benchi_wisdom_look_up(bench_wisdom *wisdom, const bench_question *question, int table,
                           struct benchi_wisdom_entry *found, struct benchi_wisdom_entry *stale);

/* Fills in the remembered table for ranges->low to high; .n may exceed .capacity. Returns how
 * the table was made, or BENCH_PICK_END_FAILED if none is known. */
bench_pick_end benchi_wisdom_find_ranges(bench_wisdom *wisdom, const bench_question *question,
                                         bench_ranges *ranges);

/*
 * Parsing.
 */

/* The rest of a line. */
struct benchi_cursor {
	const char *at, *end;
};

/* Reads a text up to one of stops or the end, with "%XX" decoded. Returns false if the text has a
 * byte that is not allowed, or is too long. */
bool benchi_take_text(struct benchi_cursor *line, const char *stops, char *text, size_t capacity);

/* Skips the character c if it is next. Returns nonzero if it was. */
int benchi_take(struct benchi_cursor *line, char c);

/* Reads at least one digit. Returns 0 if not found or the number is 2^64 or more. */
int benchi_take_number(struct benchi_cursor *line, unsigned base, uint64_t *value);

/* Returns the candidate named at the cursor, or BENCH_NONE. */
size_t benchi_wisdom_take_name(const bench_question *question, struct benchi_cursor *text);

/*
 * Questions as entries.
 */

/* Checks the question. BENCH_ERR_ARGUMENT. (A separate function, because an entry takes too much of
 * a small thread's stack while a pick runs.) */
bench_status benchi_wisdom_check(const bench_question *question);

/* Fills in everything about the question; the rest of the entry is zero, as for a SURE answer.
 * BENCH_ERR_ARGUMENT. */
bench_status benchi_wisdom_ask(const bench_question *question, const char *processor,
                               struct benchi_wisdom_entry *entry);

/* Returns the hash of a name. */
uint64_t benchi_wisdom_hash(const char *text);

/*
 * Lists of choices.
 */

/* Makes space for one more entry. Returns false if out of memory. */
bool benchi_wisdom_reserve(struct benchi_wisdom_list *list);

/* Reads a file's text, which ends in a NUL, into an empty list. name: of the file, for messages.
 * Sets counts->damaged and counts->line; if there is damage, bench_detail describes the first
 * line. BENCH_ERR_INPUT: not a wisdom file. BENCH_ERR_MEMORY. */
bench_status benchi_wisdom_read(const char *name, const char *text, size_t size,
                                struct benchi_wisdom_list *list, bench_wisdom_counts *counts);

/* Reads a file into an empty list; a missing file is an empty one. Statuses also of reading. */
bench_status benchi_wisdom_read_file(const char *path, struct benchi_wisdom_list *list,
                                     bench_wisdom_counts *counts);

/*
 * Wisdom in memory: what is known, what is new, and the lock for both.
 */

enum { BENCHI_WISDOM_PATH = 4096 };

struct bench_wisdom {
	struct benchi_wisdom_list known, changes;
	struct benchi_wisdom_list under;           /* choices from files that are only read */
	uint64_t change;                           /* number of the latest change */
	bench_wisdom_counts counts;
	char processor[BENCHI_WISDOM_PROCESSOR];
	unsigned folders;                          /* permissions of new folders; 0: make none */
	char path[BENCHI_WISDOM_PATH];             /* "": no file */
};

extern struct benchi_lock benchi_wisdom_lock;

#endif
