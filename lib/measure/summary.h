/*
 * The numbers of a summary: their names, and how they are filled from an estimate.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_MEASURE_SUMMARY_H
#define BENCHI_MEASURE_SUMMARY_H

#include <bench.h>

#include "engine/estimate.h"

/* A member of bench_summary that is a double, in the struct's order. */
struct benchi_member {
	const char *name;     /* in every format */
	const char *unit;     /* "ns", "cycles", "MHz" or "" */
	size_t offset;
	double missing;       /* its value if not measured */
};

extern const struct benchi_member benchi_members[];
extern const size_t benchi_members_count;

/* The value of a member. */
double benchi_member_value(const bench_summary *summary, const struct benchi_member *member);

void benchi_member_set(bench_summary *summary, const struct benchi_member *member, double value);

/* A summary in which every member is missing. */
bench_summary benchi_summary_none(bench_status status);

/* How far an interval reaches beyond that of its estimate: to both sides, as a share of the centre;
 * and down, in the estimate's unit. */
struct benchi_reach {
	double share, down;
};

/* Nanoseconds, their interval and spread, none below 0. */
void benchi_summary_set_ns(bench_summary *summary, const struct benchi_estimate *ns,
                           struct benchi_reach reach);

/* The name of a method, as a summary has it, that text of that length says; NULL: none has it. */
const char *benchi_method_of(const char *text, size_t length);

/* Sets the mean, and warns of rare work where it surely differs from the median. */
void benchi_summary_set_mean(bench_summary *summary, const struct benchi_mean *mean);

/* Cycles and their interval; FEW_SAMPLES is not set. */
void benchi_summary_set_cycles(bench_summary *summary, const struct benchi_estimate *cycles,
                               struct benchi_reach reach);

#endif
