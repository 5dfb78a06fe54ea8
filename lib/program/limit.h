/*
 * Limits that a result must keep to: stated ones, and those of any machine.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_PROGRAM_LIMIT_H
#define BENCHI_PROGRAM_LIMIT_H

#include <stdio.h>

#include "data/bound.h"
#include "data/results.h"
#include "program/settings.h"

/* Reads a bound of a result's metric, as benchi_bound_read. */
bench_status benchi_limit_read(const char *text, benchi_bound *limit);

/* Reads all limits and expectations of the settings.  metrics: as for benchi_bound_read; NULL:
 * those of results.  0, or BENCHI_EXIT_MISUSE after a message. */
int benchi_limits_read(const benchi_settings *s, const char *const *metrics, benchi_bound *limit,
                       benchi_bound *expected);

/* Why result is impossible by that limit, in words; NULL if it is not, or if the limit is not
 * about it.  why: capacity for size bytes; returns why. */
const char *benchi_limit_judge(const benchi_bound *limit, const benchi_result *result, char *why,
                               size_t size);

/* The same by what any machine can do.  step_ns: the clock's. */
const char *benchi_limit_machine(const benchi_result *result, double step_ns, char *why,
                                 size_t size);

/* Prints a line for each result that an expectation is about; a line too for one about none. */
void benchi_expectations_print(FILE *out, const benchi_bound *expected, size_t n,
                               const benchi_report *report);

#endif
