/*
 * Eight questions with routines that answer them: popcount, crc32, memchr, utf8, sort, tiles of a
 * matrix, sixteen copies of one routine, and one with a fast routine that is wrong.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef QUESTIONS_H
#define QUESTIONS_H

#include <stddef.h>
#include <stdint.h>

typedef uint64_t routine(void);

struct way {
	const char *name;
	routine *run;
};

struct question {
	const char *name;
	const struct way *way;  /* right results are the results of the first way */
	size_t n, bytes;        /* number of ways; length of the data */
};

enum { QUESTIONS = 8, WAYS = 32 };      /* number of questions; most ways of one */
extern const struct question questions[QUESTIONS];

/* Fills the data for a question. */
void question_prepare(const struct question *question);

#endif
