/*
 * A total of time, shared out among rows that come one by one.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_PROGRAM_BUDGET_H
#define BENCHI_PROGRAM_BUDGET_H

#include <stddef.h>

struct benchi_share {
	double time_ns;  /* that the row should take */
	double most_ns;  /* that it may take where its body is slow */
};

/* The share of the next row when so much is left for so many rows. */
struct benchi_share benchi_budget_share(double left_ns, size_t rows);

/* What a row on threads is given of its share, when the one before took so much beside what it
 * was given. */
double benchi_budget_less(double time_ns, double beside_ns);

/* The time of the next process, when so many of them are done and the time for all is
 * gone by so much: 0: no bound; below 0: no more are to be started. */
double benchi_budget_process(double time_ns, double gone_ns, size_t done, size_t processes);

#endif
