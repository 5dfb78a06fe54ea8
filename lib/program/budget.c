/*
 * How much of the time that is left may the next row have?
 *
 * An equal share.  A slow body may need more for the six rounds that make an interval:
 * it may take a quarter of what the others could spare, each of them keeping two
 * milliseconds; and where the system has given the processor to somebody else for 10 ms,
 * the row that it befell may have that time again.  Rows behind it share what is left, so the total holds unless single
 * calls of bodies are longer than it is.  Worked: 1 s for 200 rows is 5 ms each; one
 * body of 20 ms a turn may take 150 ms, and the others then have 4.3 ms.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "program/budget.h"

static const double LEAST_NS = 5e5, KEPT_NS = 2e6, PAUSE_NS = 10e6;

struct benchi_share benchi_budget_share(double left_ns, size_t rows)
{
	double others = rows > 1 ? (double)(rows - 1) : 0, spare;
	struct benchi_share share;

	share.time_ns = fmax(left_ns / (others + 1), LEAST_NS);
	spare = (left_ns - share.time_ns) - others * KEPT_NS;
	share.most_ns = share.time_ns + fmax(fmax(0, spare / 4), fmin(PAUSE_NS, left_ns / 4));
	share.most_ns = fmax(share.most_ns, share.time_ns);
	return share;
}
