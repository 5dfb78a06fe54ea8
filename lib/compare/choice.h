/*
 * Candidates by name, a choice without a race, and a choice as text.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_COMPARE_CHOICE_H
#define BENCHI_COMPARE_CHOICE_H

#include <bench.h>

enum { BENCHI_DIGITS = 24 };    /* space for the name of a candidate that has none */

/* A choice of which nothing is known. */
bench_choice benchi_choice_none(bench_status status);

/* Candidate i's name: its index in digits if it has none. */
const char *benchi_candidate_name(const bench_case *c, size_t i, char digits[BENCHI_DIGITS]);

/* The candidate of that name, or BENCH_NONE if none or several have it. */
size_t benchi_candidate_find(const bench_case *c, size_t n, const char *name);

/* The largest of the values that a choice is for, which setups find; 0: there are none. */
uint64_t benchi_largest_value(const bench_pick_options *options);

/* Sets the case up, checks it and takes it down: does it do its work here? */
int benchi_candidate_passes(const bench_case *c, uint64_t parameter);

#endif
