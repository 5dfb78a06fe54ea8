/*
 * All rows, one after the other.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_PROGRAM_SCHEDULE_H
#define BENCHI_PROGRAM_SCHEDULE_H

#include "program/row.h"

/* One run over all rows, in this process. */
typedef struct benchi_pass {
	const benchi_settings *settings;
	const benchi_table *rows;
	size_t processes;         /* how many there are to be, one after the other */
	uint32_t process;         /* which of them this is */
	bool shuffled;            /* rows in random order */
	uint64_t seed;
	double left_ns;           /* of the time for it; 0: each row its default */
	double patience_ns;       /* that may be waited beside it while another workload shares the
	                             core */
	/* after each row, in whatever order they are run; may be NULL */
	void (*done)(void *to, size_t row, benchi_outcome outcome, benchi_result *result);
	void *to;
} benchi_pass;

/* The order of its rows, which the caller frees; NULL: out of memory. */
size_t *benchi_pass_order(const benchi_pass *pass);

/* Runs all rows, filling result[i] for row i, until an interrupt.  Returns how many were
 * run; SIZE_MAX when memory is out. */
size_t benchi_pass_run(const benchi_pass *pass, benchi_result *result);

#endif
