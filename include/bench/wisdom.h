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

/* The question that a remembered choice answers.  A choice is not used for other names, margin,
 * version, values, confidence or cold memory, on another processor, or if an older method of the
 * library made it. */
typedef struct bench_question {
	const char *key;               /* "myprogram/crc32", 1 to 127 bytes.  Programs may share a
	                                  file, so begin with the program's name */
	const bench_case *candidates;  /* identified by name; the order does not matter */
	size_t n;
	const bench_pick_options *options; /* NULL: the defaults */
	const char *version;           /* version of the candidates, at most 61 bytes; change it with
	                                  their code; NULL: none */
	double good_enough;            /* also remember a choice that is not SURE if all candidates
	                                  were tried and it loses at most this share, by its interval
	                                  or, for a table, by .loss; 0: 0.02 */
	unsigned starts;               /* use a choice after this many equal starts in a row; 0: 1.
	                                  All choices in a process are one start.  Not for tables */
	double recheck_ns;             /* time a remembered choice against its runner-up again, for at
	                                  most this long, and replace it if it is proven slower by
	                                  options->switch_margin; 0: never */
} bench_question;

/* What is known of a user's choices. */
typedef struct bench_wisdom_counts {
	size_t usable;    /* choices of this processor and this method */
	size_t stale;     /* choices of this processor by another method of picking */
	size_t foreign;   /* choices of other processors */
	size_t damaged;   /* damaged lines in the file that bench_wisdom_load read */
	size_t line;      /* number of the first damaged line, from 1; 0: none */
} bench_wisdom_counts;

/*
 * bench_wisdom_load: reads the file.  A missing file counts as empty.
 *
 * path:   name of the file, copied.  NULL: libbench/wisdom in $XDG_CACHE_HOME or $HOME/.cache; on
 *         Windows in %LOCALAPPDATA%.  "": memory only.
 * wisdom: the caller frees it with bench_wisdom_free.  Usable after every status except
 *         BENCH_ERR_ARGUMENT and BENCH_ERR_MEMORY, which set it to NULL.
 * Returns BENCH_OK; BENCH_ERR_INPUT: damaged lines were ignored, or the whole file, because it is
 * not a wisdom file, is larger than 2 MiB or cannot be read (bench_detail names file and line);
 * BENCH_ERR_UNSUPPORTED: choices cannot be saved, because path is NULL and the environment names
 * no folder, the program runs set-user-ID, or this system cannot lock files; BENCH_ERR_MEMORY;
 * BENCH_ERR_ARGUMENT: wisdom is NULL.  Since 0.1.0.
 */
BENCH_API BENCH_MUST_CHECK bench_status bench_wisdom_load(const char *path, bench_wisdom **wisdom);

/*
 * bench_wisdom_load_under: reads a file of choices for all users of a system, which are used if the
 * user's file has no choice.  The file is never written.
 *
 * path: name of the file.  NULL: $BENCH_SYSTEM_WISDOM, or /etc/libbench/wisdom, which
 *       `bench choose` writes.  A missing file is empty; if several files have a key, the last one
 *       read counts.
 * Returns BENCH_OK; BENCH_ERR_INPUT as bench_wisdom_load; BENCH_ERR_UNSUPPORTED: no shared
 * files on this system; BENCH_ERR_MEMORY; BENCH_ERR_ARGUMENT: wisdom is NULL.
 * bench_wisdom_forget affects the user's choices only.  Since 0.1.0.
 */
BENCH_API BENCH_MUST_CHECK bench_status bench_wisdom_load_under(bench_wisdom *wisdom,
	const char *path);

/*
 * bench_wisdom_import, bench_wisdom_export: read and write choices in memory, in the file's format.
 *
 * wisdom: import adds choices below the user's, as bench_wisdom_load_under does; export writes all.
 * text:   length bytes to read; receives at most capacity bytes, with a NUL unless capacity is 0.
 * bench_wisdom_import returns what bench_wisdom_load_under returns.  bench_wisdom_export returns
 * the whole length without the NUL (if that is not below capacity, the text was cut); 0 without
 * choices, wisdom or memory.  Since 0.1.0.
 */
BENCH_API BENCH_MUST_CHECK bench_status bench_wisdom_import(bench_wisdom *wisdom, const char *text,
	size_t length);
BENCH_API size_t bench_wisdom_export(const bench_wisdom *wisdom, char *text, size_t capacity);

/*
 * bench_wisdom_path, bench_wisdom_count: the name of the file, and what is known.
 *
 * wisdom: NULL counts as no file.
 * Return a string that is valid as long as wisdom, "" without a file; and counts, 0 for NULL.
 * Since 0.1.0.
 */
BENCH_API const char *bench_wisdom_path(const bench_wisdom *wisdom);
BENCH_API bench_wisdom_counts bench_wisdom_count(const bench_wisdom *wisdom);

/*
 * bench_wisdom_find: looks up a remembered choice.
 *
 * wisdom, question: NULL or an invalid question finds nothing.
 * Returns the candidate's index, or BENCH_NONE without a usable choice; bench_detail is then the
 * reason ("'copy' was chosen at another margin").  Since 0.1.0.
 */
BENCH_API size_t bench_wisdom_find(bench_wisdom *wisdom, const bench_question *question);

/*
 * bench_wisdom_remember: remembers a choice in memory, until bench_wisdom_save.
 *
 * index: index of the chosen candidate in question->candidates.
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
 * bench_wisdom_save: writes the changes since the last load or save.  Without changes the file is
 * not touched.
 *
 * The file is locked (waiting up to 20 s) and read again, so that concurrent processes, threads and
 * copies of the library lose nothing.  Choices of other processors and versions are kept.  Damaged
 * lines are removed, and the oldest choices above 1000.  The new file replaces the old one
 * atomically.  Symbolic links are not followed.  For the default file the last two folders are
 * created, but not a missing home.
 *
 * Returns BENCH_OK; BENCH_ERR_OUTPUT: writing failed (full disk, no permission, not a plain file);
 * BENCH_ERR_INPUT: the existing file is not a wisdom file or cannot be read; BENCH_ERR_BUSY:
 * another process kept the file locked; BENCH_ERR_UNSUPPORTED: no file name, or no locks;
 * BENCH_ERR_MEMORY; BENCH_ERR_ARGUMENT for NULL.  After a failure the file is unchanged, and the
 * caller may try again.  Since 0.1.0.
 */
BENCH_API BENCH_MUST_CHECK bench_status bench_wisdom_save(bench_wisdom *wisdom);

/* bench_wisdom_free: frees wisdom, saved or not.  wisdom: may be NULL.  Since 0.1.0. */
BENCH_API void bench_wisdom_free(bench_wisdom *wisdom);

/*
 * bench_wisdom_pick: returns the remembered choice.  Without one, calls bench_pick and remembers
 * the result if it is SURE or good enough (question.good_enough); the choice is used after
 * question.starts starts in a row agreed.
 *
 * A remembered choice is set up, verified and taken down once before it is returned.  If it fails
 * or skips, it is forgotten, and bench_pick picks again.  With question.recheck_ns it is also timed
 * against its runner-up; if it is proven slower, bench_pick picks again.  The remembered choice is
 * the incumbent of that pick, as is a choice for another version.
 * options->variable has precedence (bench_pick).
 * A remembered choice has .index, .chosen and .end BENCH_PICK_END_REMEMBERED; its times are NaN.
 *
 * wisdom: NULL: always picks, and remembers nothing.
 * choice: filled in any case.
 * Returns BENCH_OK, what bench_pick returns, or BENCH_ERR_ARGUMENT for an invalid key or margin.  A
 * choice that cannot be remembered (name not unique, out of memory) is returned nevertheless.
 * Since 0.1.0.
 */
BENCH_API BENCH_MUST_CHECK bench_status bench_wisdom_pick(bench_wisdom *wisdom,
	const bench_question *question, bench_choice *choice);

/*
 * bench_wisdom_pick_ranges: returns the remembered table.  Without one, calls bench_pick_ranges and
 * remembers its table in the same way.
 *
 * A remembered table is used for the values that it was made for, or a part of them, if it fits
 * into .capacity.  Each case in the table is checked once, at the lowest value of its range; if one
 * fails, the table is forgotten and made again.  In a remembered table .at is .low, leads are NaN,
 * .probes is 0, and .end is BENCH_PICK_END_REMEMBERED.
 *
 * wisdom, question: as for bench_wisdom_pick; .recheck_ns and options->variable are ignored.
 * ranges: as for bench_pick_ranges.
 * Returns BENCH_OK, what bench_pick_ranges returns, or BENCH_ERR_ARGUMENT for an invalid key or
 * margin.  A table of more than 1023 bytes of names and values is returned but not remembered.
 * Since 0.1.0.
 */
BENCH_API BENCH_MUST_CHECK bench_status bench_wisdom_pick_ranges(bench_wisdom *wisdom,
	const bench_question *question, bench_ranges *ranges);

/*
 * bench_wisdom_tune: returns the remembered combination.  Without one, calls bench_tune and
 * remembers the result if all combinations were tried and it is good enough.
 *
 * A remembered combination is checked once; it has .row, .value and .text, and .end
 * BENCH_PICK_END_REMEMBERED.
 *
 * wisdom, question: as for bench_wisdom_pick, with one case, identified by its range; .starts and
 *                   .recheck_ns are ignored.
 * tuned: as for bench_tune.
 * Returns BENCH_OK, what bench_tune returns, or BENCH_ERR_ARGUMENT for an invalid key or
 * margin.  Since 0.1.0.
 */
BENCH_API BENCH_MUST_CHECK bench_status bench_wisdom_tune(bench_wisdom *wisdom,
	const bench_question *question, bench_tuned *tuned);

#endif
