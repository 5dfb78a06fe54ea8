/*
 * The keys of `bench compare --json` and --csv, and their values.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TOOLS_KEYS_H
#define TOOLS_KEYS_H

#include "tools/compare/compare.h"

#define KEYS_MOST 220
#define KEY_LENGTH 32

typedef struct key {
	char name[KEY_LENGTH];
	const char *text; /* NULL: it is a number */
	char kept[96];    /* what text may point to */
	double number;    /* NaN: null */
} key;

/* One comparison, flat. */
typedef struct keys {
	key key[KEYS_MOST];
	size_t n;
	double df, quantile[8]; /* Student's of the last comparison, one a level; df NaN: none */
	bool no_memory;   /* for one of the tests: its keys are missing, not undefined */
} keys;

/* Adds one; prefix and name are joined. */
void keys_number(keys *k, const char *prefix, const char *name, double number);
void keys_text(keys *k, const char *prefix, const char *name, const char *text);

/* Whether a test that returned status has no result.  Notes if memory was the reason. */
bool keys_nothing(keys *k, bench_status status);

/* Everything about a comparison, always the same keys in the same order.  BENCH_ERR_MEMORY. */
bench_status keys_fill(const job *j, benchi_comparison *c, keys *k);

/* The tests of two sets, as R names them (compare_tests.c). */
void keys_tests(const settings *s, benchi_comparison *c, keys *k);

#endif
