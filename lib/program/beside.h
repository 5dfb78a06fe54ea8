/*
 * What runs beside a benchmark: commands that observe it, and files read before and after.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_PROGRAM_BESIDE_H
#define BENCHI_PROGRAM_BESIDE_H

#include <bench.h>

#include <stdbool.h>

#include "program/guard.h"
#include "program/process.h"

#define BENCHI_WORDS 16  /* uses of an option that repeats, at most */

/* The message about an observer that did not wait to be ended. */
#define BENCHI_BESIDE_ENDED "--observe '%s' had ended before the benchmark did"

/* An option that repeats. */
typedef struct benchi_words {
	const char *word[BENCHI_WORDS];
	size_t n;
} benchi_words;

/* Zero-filled but for what runs beside, and the names of its files. */
typedef struct benchi_beside {
	const benchi_words *observe, *snapshot;
	const char *stem;     /* of the files' names */
	benchi_guard *guard;  /* its slots from 1 are the observers' */
	benchi_process observer[BENCHI_WORDS];
	bool ended[BENCHI_WORDS];   /* an observer, before the benchmark did */
	char *before[BENCHI_WORDS]; /* texts of snapshots */
} benchi_beside;

/* False: there are too many. */
bool benchi_words_add(benchi_words *list, const char *word);

/* Adds a file, or several for the word linux. */
bool benchi_words_add_snapshot(benchi_words *list, const char *word);

/* "stem.ending", each '/' of the ending as '_', which the caller frees; NULL: out of memory. */
char *benchi_beside_path(const char *stem, const char *ending);

/* Reads the files and starts the observers.  A failure's detail names option and cause. */
bench_status benchi_beside_start(benchi_beside *beside);

/* Ends the observers, reads the files again and writes what has changed. */
bench_status benchi_beside_end(benchi_beside *beside);

#endif
