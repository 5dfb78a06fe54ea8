/*
 * Remembered choices: lines of text, the newest last.
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
	BENCHI_WISDOM_LIMIT = 1000,      /* number of choices in a file that is written */
	BENCHI_WISDOM_BYTES = 2 << 20    /* bytes of a file that is read */
};

#define BENCHI_WISDOM_FIRST_LINE "libbench wisdom 1\n"

/* Fields of a line. */
enum benchi_wisdom_field {
	BENCHI_FIELD_KEY, BENCHI_FIELD_CHOSEN, BENCHI_FIELD_SET, BENCHI_FIELD_MARGIN,
	BENCHI_FIELD_VERSION, BENCHI_FIELD_PROCESSOR, BENCHI_FIELDS
};

/* A line: where each field begins, and where the next line does. One byte is between fields. */
struct benchi_wisdom_line {
	const char *field[BENCHI_FIELDS + 1];
};

/* Choices as the text of a file, with its comments. Zero-filled: no choices. If a key and processor
 * have several lines, the last one counts. */
struct benchi_wisdom_text {
	char *text;
	size_t size, capacity;
};

/* What a line remembers. */
struct benchi_wisdom_entry {
	char chosen[BENCHI_WISDOM_CHOSEN];   /* names, or a table */
	uint64_t set;          /* hash of the candidates' names */
	uint64_t n;            /* number of candidates */
	uint32_t margin_ppb;   /* in billionths */
	bench_pick_end end;    /* how the choice was made; BENCH_PICK_END_FAILED: nothing known */
	uint32_t loss_ppb;     /* greatest possible loss, in billionths; 0 for a SURE choice */
	uint64_t starts;       /* consecutive starts that made this choice; 0: enough */
	int table;             /* nonzero: chosen is a table */
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

/* Adds the choices in a file's text, which is spoilt, as changes. Saving then creates the file's
 * folders, which every user may read. */
bench_status benchi_wisdom_adopt(bench_wisdom *wisdom, char *text, size_t size);

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
 * the two entries answers. stale: the first that does not. */
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

/* Fills in set, n and margin_ppb, as for a SURE answer, and the version with the method's.
 * BENCH_ERR_ARGUMENT. */
bench_status benchi_wisdom_ask(const bench_question *question, struct benchi_wisdom_entry *entry,
                               char version[BENCHI_WISDOM_VERSION]);

/* Returns the hash of a name. */
uint64_t benchi_wisdom_hash(const char *text);

/*
 * Lines.
 */

/* Splits the line at text. Returns whether it is a choice: six fields and a newline, and no other
 * control character. The line's last field pointer is set in any case. */
bool benchi_wisdom_split(const char *text, const char *end, struct benchi_wisdom_line *line);

/* Returns whether a key, version or processor is this text. */
bool benchi_wisdom_field_is(const struct benchi_wisdom_line *line, enum benchi_wisdom_field i,
                            const char *text);

/* Checks a file's text and removes damaged lines; a text that is not wisdom becomes empty. name: of
 * the file, for messages. Sets counts->damaged and counts->line; if there is damage, bench_detail
 * names the first line. BENCH_ERR_INPUT: not a wisdom file. */
bench_status benchi_wisdom_read(const char *name, struct benchi_wisdom_text *of,
                                bench_wisdom_counts *counts);

/* Reads a file; a missing file is empty. Statuses also of reading. */
bench_status benchi_wisdom_read_file(const char *path, struct benchi_wisdom_text *to,
                                     bench_wisdom_counts *counts);

/* Adds every choice of another text. Returns false if out of memory. */
bool benchi_wisdom_put_all(struct benchi_wisdom_text *to, const struct benchi_wisdom_text *from);

/* Puts a text that has been read below the user's choices, and frees it. status: of reading.
 * Returns it, or BENCH_ERR_INPUT if there are damaged lines; BENCH_ERR_MEMORY. */
bench_status benchi_wisdom_put_under(bench_wisdom *wisdom, bench_status status,
                                     struct benchi_wisdom_text *text,
                                     const bench_wisdom_counts *counts);

/*
 * Wisdom in memory: what is known, what is new, and the lock for both.
 */

enum { BENCHI_WISDOM_PATH = 4096 };

struct bench_wisdom {
	struct benchi_wisdom_text known;
	struct benchi_wisdom_text changes;         /* since the file was read; see remember.c */
	struct benchi_wisdom_text under;           /* choices from files that are only read */
	bench_wisdom_counts counts;
	char processor[BENCHI_WISDOM_PROCESSOR];
	unsigned folders;                          /* permissions of new folders; 0: make none */
	char path[BENCHI_WISDOM_PATH];             /* "": no file */
};

extern struct benchi_lock benchi_wisdom_lock;

#endif
