/*
 * Bounds that users state: limits that no result can pass, and what they expect.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_DATA_BOUND_H
#define BENCHI_DATA_BOUND_H

#include <stdbool.h>

#include <bench.h>

enum { BENCHI_BOUND_PATTERN = 128, BENCHI_BOUND_METRIC = 64 };

typedef struct benchi_bound {
	char pattern[BENCHI_BOUND_PATTERN];  /* of names; "" is all */
	char metric[BENCHI_BOUND_METRIC];
	double low, high;                    /* infinite: no end on that side */
	bool low_in, high_in;                /* whether the end itself is within */
	const char *text;                    /* as it was stated; not copied */
} benchi_bound;

/* Reads "[GLOB:]METRIC<VALUE", with <, <=, > or >=, or "[GLOB:]METRIC=LOW..HIGH", ends included.
 * metrics: those there are, NULL behind the last; NULL: any.  text must outlive the bound.
 * BENCH_ERR_ARGUMENT, with what was found and expected in the detail. */
bench_status benchi_bound_read(const char *text, const char *const *metrics, benchi_bound *bound);

/* Where an interval lies: 0 at least partly within, -1 wholly below, 1 wholly above. */
int benchi_bound_side(const benchi_bound *bound, double low, double high);

/* What is said of a prediction: "as expected", "less than expected", "more than expected". */
const char *benchi_bound_answer(int side);

#endif
