/*
 * What was the fastest the last time?  Choices of bench_pick, kept by key in one file,
 * so that the second start of a program need not time anything.
 *
 *	bench_wisdom *wisdom;
 *	bench_question question = { "myprogram/crc32", candidates, 4, &options, "1.4", 0 };
 *
 *	bench_wisdom_load(NULL, &wisdom);
 *	bench_wisdom_pick(wisdom, &question, &choice);     picks, or knows
 *	bench_wisdom_save(wisdom);                         writes if there is something new
 *	bench_wisdom_free(wisdom);
 *
 * All functions are thread-safe, but for bench_wisdom_free, after which nobody may use
 * what was freed.  Since 0.1.0.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_WISDOM_H
#define BENCH_WISDOM_H
#ifndef BENCH_H_INSIDE_
#error "include <bench.h> instead"
#endif

typedef struct bench_wisdom bench_wisdom;

/* What was asked, and so what an answer answers.  One that was found for other names, another
 * margin or another version, on another processor, or by an older method of the library is
 * none. */
typedef struct bench_question {
	const char *key;               /* "myprogram/crc32", "myprogram/copy/4096"; 1 to 127 bytes;
	                                  programs may share a file: begin with the program's name */
	const bench_case *candidates;  /* known by their names; the order does not matter */
	size_t n;
	const bench_pick_options *options; /* NULL: the defaults */
	const char *version;           /* of the candidates, at most 61 bytes: change it when their
	                                  code changes; NULL: none */
	int keep_likely;               /* not 0: choices that are not sure are remembered, too,
	                                  and known; 0: only those that are SURE */
} bench_question;

/* What bench_wisdom_load found in the file. */
typedef struct bench_wisdom_counts {
	size_t usable;    /* of this processor and this method */
	size_t stale;     /* of this processor, by another method of picking */
	size_t foreign;   /* of other processors */
	size_t damaged;   /* lines that are no choice at all */
	size_t line;      /* the first of those, from 1; 0: none */
} bench_wisdom_counts;

/*
 * bench_wisdom_load: reads the file.  One that does not exist is empty.
 *
 * path:   its name, copied; NULL: libbench/wisdom below $XDG_CACHE_HOME, or below
 *         $HOME/.cache; on Windows below %LOCALAPPDATA%.
 * wisdom: free it with bench_wisdom_free.  Filled also when the status is not BENCH_OK,
 *         and then good for everything, but for BENCH_ERR_ARGUMENT and BENCH_ERR_MEMORY,
 *         which leave NULL.
 * Returns BENCH_OK; BENCH_ERR_INPUT: some lines are damaged and were left out, or the
 * file is none of the library's, is larger than 2 MiB or cannot be read, and was left out
 * as a whole; bench_detail names file, line, what was found and what was expected.
 * BENCH_ERR_UNSUPPORTED: path is NULL and nobody says where files may be kept (or the
 * program runs with somebody else's rights), or no files can be shared on this system:
 * what is remembered cannot be saved.  BENCH_ERR_MEMORY.  BENCH_ERR_ARGUMENT: wisdom is
 * NULL.  Since 0.1.0.
 */
BENCH_API bench_status bench_wisdom_load(const char *path, bench_wisdom **wisdom);

/*
 * bench_wisdom_path, bench_wisdom_count: the name of the file; what was found in it.
 *
 * wisdom: NULL: no file.
 * Returns a string that lives as long as wisdom, "" if there is no file; counts, zeros then.
 * Since 0.1.0.
 */
BENCH_API const char *bench_wisdom_path(const bench_wisdom *wisdom);
BENCH_API bench_wisdom_counts bench_wisdom_count(const bench_wisdom *wisdom);

/*
 * bench_wisdom_find: which candidate was chosen?
 *
 * wisdom, question: of a NULL wisdom or a question that makes no sense nothing is known.
 * Returns its index in this table, or BENCH_NONE: nothing usable is known, and
 * bench_detail says why ("'copy' was chosen at another margin").  Since 0.1.0.
 */
BENCH_API size_t bench_wisdom_find(bench_wisdom *wisdom, const bench_question *question);

/*
 * bench_wisdom_remember: candidate index is the answer; in memory, until it is saved.
 *
 * index: of one of question->candidates.
 * Returns BENCH_OK; BENCH_ERR_ARGUMENT for a NULL, a key or a name of over 127 bytes, an
 * empty key, a margin outside 0..1, an index that is none, or a candidate whose name
 * another one has too; BENCH_ERR_MEMORY.  Since 0.1.0.
 */
BENCH_API bench_status bench_wisdom_remember(bench_wisdom *wisdom, const bench_question *question,
                                             size_t index);

/*
 * bench_wisdom_forget: forgets what is known under this key on this processor; NULL: all
 * that is known on this processor.  It is gone from the file when it is saved.
 *
 * Returns BENCH_OK, also if nothing was known; BENCH_ERR_ARGUMENT for a NULL wisdom or a
 * key that is none; BENCH_ERR_MEMORY.  Since 0.1.0.
 */
BENCH_API bench_status bench_wisdom_forget(bench_wisdom *wisdom, const char *key);

/*
 * bench_wisdom_save: writes what was remembered and forgotten since it was loaded or
 * saved.  With nothing new it touches nothing.
 *
 * The file is read again and its other choices are kept, those of other processors and
 * versions too; damaged lines go.  Of more than 1000 choices the oldest go.  Several
 * processes, threads and copies of the library at once lose nothing: the file is locked, for
 * which it waits up to 5 s.  The file is replaced at once by one that was written beside it,
 * or it is left as it was.  A symbolic link is not followed.  Of the default file's folders
 * the last two are made; a home that does not exist is not.
 *
 * Returns BENCH_OK; BENCH_ERR_OUTPUT: it cannot be written (full disk, no
 * permission, no plain file);
 * BENCH_ERR_INPUT: what is there is none of the library's files, or cannot be read;
 * BENCH_ERR_BUSY: another process kept it locked; BENCH_ERR_UNSUPPORTED: no place for it,
 * or no locks there; BENCH_ERR_MEMORY; BENCH_ERR_ARGUMENT for NULL.  After a failure the
 * file is as it was, and it may be tried again.  Since 0.1.0.
 */
BENCH_API bench_status bench_wisdom_save(bench_wisdom *wisdom);

/* bench_wisdom_free: gives it back, unsaved or not.  wisdom: NULL is fine.  Since 0.1.0. */
BENCH_API void bench_wisdom_free(bench_wisdom *wisdom);

/*
 * bench_wisdom_pick: what is known, or else what bench_pick finds, which is then
 * remembered if it is SURE (question.keep_likely: if all were tried).
 *
 * Before a known choice is returned, its setup, verify and teardown are called once
 * if it has a verify; one that fails or skips is forgotten, and all are picked from anew.
 * Of a known choice .index and .chosen are given and .end is BENCH_PICK_END_REMEMBERED; its times
 * are NaN.
 *
 * wisdom: NULL: nothing is known and nothing is remembered.
 * choice: filled in any case.
 * Returns BENCH_OK, what bench_pick returns, or BENCH_ERR_ARGUMENT for a question whose
 * key or margin makes no sense.  A choice that cannot be remembered (another candidate has
 * the same name, memory is out) is returned all the same.  Since 0.1.0.
 */
BENCH_API bench_status bench_wisdom_pick(bench_wisdom *wisdom, const bench_question *question,
                                         bench_choice *choice);

#endif
