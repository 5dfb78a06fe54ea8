/*
 * Remembers choices of bench_pick by key in one file, so that the second start of a program
 * need not time anything.
 *
 *	bench_wisdom *wisdom;
 *	bench_question question = { .key = "myprogram/crc32", .candidates = candidates, .n = 4,
 *		.options = &options, .version = "1.4" };
 *
 *	bench_wisdom_load(NULL, &wisdom);
 *	bench_wisdom_pick(wisdom, &question, &choice);     picks, or remembers
 *	bench_wisdom_save(wisdom);                         writes if something is new
 *	bench_wisdom_free(wisdom);
 *
 * All functions are thread-safe, except bench_wisdom_free: no other thread may use the freed
 * object.  Since 0.1.0.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_WISDOM_H
#define BENCH_WISDOM_H
#ifndef BENCH_H_INSIDE_
#error "include <bench.h> instead"
#endif

typedef struct bench_wisdom bench_wisdom;

/* The question that a remembered choice answers.  Choices for other names, another margin or
 * version, other values, another confidence or cold memory, another processor, or of an older
 * method of the library are not used. */
typedef struct bench_question {
	const char *key;               /* "myprogram/crc32", "myprogram/copy/4096"; 1 to 127 bytes;
	                                  programs may share a file: begin with the program's name */
	const bench_case *candidates;  /* identified by name; the order does not matter */
	size_t n;
	const bench_pick_options *options; /* NULL: the defaults */
	const char *version;           /* of the candidates, at most 61 bytes: change it when their
	                                  code changes; NULL: none */
	double good_enough;            /* what is not SURE is remembered and used, too, if all were
	                                  tried and by its interval, or .loss of a table, no larger
	                                  share is lost; 0: 0.02 */
	unsigned starts;               /* a choice is used after this many starts in a row; 0 means 1.
	                                  All choices of a process are one start.  Not of tables */
	double recheck_ns;             /* a remembered choice is timed against its runner-up again for
	                                  at most this time, 0: not; it is replaced if proven slower by
	                                  options->switch_margin */
} bench_question;

/* Contents of the file that bench_wisdom_load read. */
typedef struct bench_wisdom_counts {
	size_t usable;    /* of this processor and this method */
	size_t stale;     /* of this processor, by another method of picking */
	size_t foreign;   /* of other processors */
	size_t damaged;   /* damaged lines */
	size_t line;      /* the first of those, from 1; 0: none */
} bench_wisdom_counts;

/*
 * bench_wisdom_load: reads the file.  A missing file counts as empty.
 *
 * path:   its name, copied; NULL: libbench/wisdom below $XDG_CACHE_HOME, or below
 *         $HOME/.cache; on Windows below %LOCALAPPDATA%.  "": no file, memory only.
 * wisdom: free it with bench_wisdom_free.  Usable after every status except
 *         BENCH_ERR_ARGUMENT and BENCH_ERR_MEMORY, which leave NULL.
 * Returns BENCH_OK; BENCH_ERR_INPUT: damaged lines were ignored; or the whole file was
 * ignored, because it is not a wisdom file, is larger than 2 MiB or cannot be read;
 * bench_detail names file, line, what was found and what was expected.
 * BENCH_ERR_UNSUPPORTED: path is NULL and the environment names no folder (or the
 * program runs set-user-ID), or this system cannot lock files:
 * choices cannot be saved.  BENCH_ERR_MEMORY.  BENCH_ERR_ARGUMENT: wisdom is
 * NULL.  Since 0.1.0.
 */
BENCH_API BENCH_MUST_CHECK bench_status bench_wisdom_load(const char *path, bench_wisdom **wisdom);

/*
 * bench_wisdom_load_under: reads a file of choices for all users of a system.  They are used where
 * the user's file has no choice.  It is never written.
 *
 * path: its name; NULL: the file that $BENCH_SYSTEM_WISDOM names, or /etc/libbench/wisdom, which
 *       `bench choose` writes.  A missing file is empty; of several files with the same key, the
 *       last one read counts.
 * Returns BENCH_OK; BENCH_ERR_INPUT as bench_wisdom_load; BENCH_ERR_UNSUPPORTED: no shared
 * files on this system; BENCH_ERR_MEMORY; BENCH_ERR_ARGUMENT: wisdom is NULL.
 * bench_wisdom_forget affects the user's choices only.  Since 0.1.0.
 */
BENCH_API BENCH_MUST_CHECK bench_status bench_wisdom_load_under(bench_wisdom *wisdom,
	const char *path);

/*
 * bench_wisdom_import, bench_wisdom_export: choices from and to memory, in the file's format.
 *
 * wisdom: import puts choices under the user's, as bench_wisdom_load_under; export writes all.
 * text:   length bytes; space for capacity bytes, ended by a NUL unless capacity is 0.
 * bench_wisdom_import returns what bench_wisdom_load_under returns.  bench_wisdom_export returns
 * the length without the NUL (if not below capacity, the text was cut); 0: there are no choices, no
 * wisdom or no memory.  Since 0.1.0.
 */
BENCH_API BENCH_MUST_CHECK bench_status bench_wisdom_import(bench_wisdom *wisdom, const char *text,
	size_t length);
BENCH_API size_t bench_wisdom_export(const bench_wisdom *wisdom, char *text, size_t capacity);

/*
 * bench_wisdom_path, bench_wisdom_count: the name of the file; its contents.
 *
 * wisdom: NULL: no file.
 * Returns a string that lives as long as wisdom, "" if there is no file; counts, zeros then.
 * Since 0.1.0.
 */
BENCH_API const char *bench_wisdom_path(const bench_wisdom *wisdom);
BENCH_API bench_wisdom_counts bench_wisdom_count(const bench_wisdom *wisdom);

/*
 * bench_wisdom_find: looks up a remembered choice.
 *
 * wisdom, question: a NULL wisdom or an invalid question finds nothing.
 * Returns the candidate's index, or BENCH_NONE: no usable choice, and
 * bench_detail is the reason ("'copy' was chosen at another margin").  Since 0.1.0.
 */
BENCH_API size_t bench_wisdom_find(bench_wisdom *wisdom, const bench_question *question);

/*
 * bench_wisdom_remember: remembers candidate index as the choice; in memory, until saved.
 *
 * index: of one of question->candidates.
 * Returns BENCH_OK; BENCH_ERR_ARGUMENT for a NULL, a key or a name of over 127 bytes, an
 * empty key, a margin outside 0..1, an invalid index, or a candidate without a
 * unique name; BENCH_ERR_MEMORY.  Since 0.1.0.
 */
BENCH_API BENCH_MUST_CHECK bench_status bench_wisdom_remember(bench_wisdom *wisdom,
	const bench_question *question, size_t index);

/*
 * bench_wisdom_forget: forgets this processor's choice for a key; NULL: all choices of
 * this processor.  bench_wisdom_save removes them from the file.
 *
 * Returns BENCH_OK, also if there was none; BENCH_ERR_ARGUMENT for a NULL wisdom or an
 * invalid key; BENCH_ERR_MEMORY.  Since 0.1.0.
 */
BENCH_API BENCH_MUST_CHECK bench_status bench_wisdom_forget(bench_wisdom *wisdom, const char *key);

/*
 * bench_wisdom_save: writes the changes since the last load or save.  Without changes it
 * does not touch the file.
 *
 * It reads the file again and keeps its other choices, including those of other processors and
 * versions; damaged lines are removed, and the oldest of more than 1000 choices.  Concurrent
 * processes, threads and copies of the library lose nothing: it locks the file, for
 * which it waits up to 20 s.  A new file replaces the old one atomically, or the old one
 * stays.  A symbolic link is not followed.  For the default file it creates
 * the last two folders, but not a missing home.
 *
 * Returns BENCH_OK; BENCH_ERR_OUTPUT: write failed (full disk, no
 * permission, no plain file);
 * BENCH_ERR_INPUT: the existing file is not a wisdom file, or cannot be read;
 * BENCH_ERR_BUSY: another process kept it locked; BENCH_ERR_UNSUPPORTED: no file name,
 * or no locks; BENCH_ERR_MEMORY; BENCH_ERR_ARGUMENT for NULL.  After a failure the
 * file is unchanged, and the caller may try again.  Since 0.1.0.
 */
BENCH_API BENCH_MUST_CHECK bench_status bench_wisdom_save(bench_wisdom *wisdom);

/* bench_wisdom_free: frees it, saved or not.  wisdom: may be NULL.  Since 0.1.0. */
BENCH_API void bench_wisdom_free(bench_wisdom *wisdom);

/*
 * bench_wisdom_pick: returns the remembered choice; without one, calls bench_pick and
 * remembers its choice if it is SURE or good enough (question.good_enough), and once
 * question.starts starts in a row agreed uses it.
 *
 * A remembered choice is set up, verified and taken down once before it is returned, so far as it
 * has functions for that; if it fails or skips, it is forgotten, and bench_pick picks again.
 * With question.recheck_ns it is then timed against its runner-up, and if proven slower,
 * bench_pick picks again.  What was remembered is the incumbent of that pick, as is a choice for
 * another version.
 * options->variable comes first (bench_pick).
 * A remembered choice has .index, .chosen and .end BENCH_PICK_END_REMEMBERED; its times
 * are NaN.
 *
 * wisdom: NULL: always picks and remembers nothing.
 * choice: filled in any case.
 * Returns BENCH_OK, what bench_pick returns, or BENCH_ERR_ARGUMENT for an invalid key or
 * margin.  A choice that cannot be remembered (its name is not unique, or memory is
 * exhausted) is returned all the same.  Since 0.1.0.
 */
BENCH_API BENCH_MUST_CHECK bench_status bench_wisdom_pick(bench_wisdom *wisdom,
	const bench_question *question, bench_choice *choice);

/*
 * bench_wisdom_pick_ranges: returns the remembered table; without one, calls bench_pick_ranges
 * and remembers its table in the same way.
 *
 * A remembered table is used for the values that it was made for, and for a part of them, if it
 * fits into .capacity.  Each case in it is checked once, too, at the lowest value of its
 * range; if one fails, the table is forgotten and made again.  In a remembered table
 * .at is .low, leads are NaN, .probes is 0, and .end is BENCH_PICK_END_REMEMBERED.
 *
 * wisdom, question: as of bench_wisdom_pick; .recheck_ns and options->variable are ignored.
 * ranges: as of bench_pick_ranges.
 * Returns BENCH_OK, what bench_pick_ranges returns, or BENCH_ERR_ARGUMENT for an invalid key
 * or margin.  A table longer than 1023 bytes, names and values, is returned but not
 * remembered.  Since 0.1.0.
 */
BENCH_API BENCH_MUST_CHECK bench_status bench_wisdom_pick_ranges(bench_wisdom *wisdom,
	const bench_question *question, bench_ranges *ranges);

/*
 * bench_wisdom_tune: returns the remembered combination; without one, calls bench_tune and
 * remembers what it finds, if all combinations were tried and it is good enough.
 *
 * A remembered combination is checked once, too; it has .row, .value and .text, and .end
 * BENCH_PICK_END_REMEMBERED.
 *
 * wisdom, question: as of bench_wisdom_pick; one case, known by its range; .starts and .recheck_ns
 *                   are ignored.
 * tuned: as of bench_tune.
 * Returns BENCH_OK, what bench_tune returns, or BENCH_ERR_ARGUMENT for an invalid key or
 * margin.  Since 0.1.0.
 */
BENCH_API BENCH_MUST_CHECK bench_status bench_wisdom_tune(bench_wisdom *wisdom,
	const bench_question *question, bench_tuned *tuned);

#endif
