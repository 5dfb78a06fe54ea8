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

#endif
