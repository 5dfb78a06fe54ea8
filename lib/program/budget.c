/*
 * The share of the remaining time for the next row.
 *
 * An equal share.  A slow body may need more for the six rounds that make an interval:
 * it may take a quarter of what the others could spare, each of them keeping two
 * milliseconds; and where the system has given the processor to another program for 10 ms,
 * the row that was interrupted may have that time again.  Rows behind it share what is left, so
 * the total holds unless single calls of bodies are longer than it is.  Worked: 1 s for 200
 * rows is 5 ms each; one body of 20 ms an iteration may take 150 ms, and the others then have 4.3
 * ms.
 *
 * Threads and processes take time beside what they are given: to start, to wait for a
 * processor, to set up.  Rows on threads are given less by what the last one took
 * beside.  Processes share what is left, and no further one is started if, by the mean
 * of those before, it would end later than 5 % behind the time.  Without a stated time there
 * are at least six, which make a 95 % interval, unless they take more than a second.  A stated
 * time that is longer than the usual one goes into more processes.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "program/budget.h"

static const double LEAST_NS = 5e5, KEPT_NS = 2e6, PAUSE_NS = 10e6, PROCESS_NS = 1e6;
static const double SLOW_NS = 1e9;
static const double MOST_TIMES = 20;    /* the usual number of processes */

struct benchi_share benchi_budget_share(double left_ns, size_t rows)
{
	double others = rows > 1 ? (double)(rows - 1) : 0, spare;
	struct benchi_share share;

	share.time_ns = fmax(left_ns / (others + 1), LEAST_NS);
	spare = (left_ns - share.time_ns) - others * KEPT_NS;
	share.most_ns = share.time_ns + fmax(fmax(0, spare / 4), fmin(PAUSE_NS, left_ns / 4));
	return share;
}

double benchi_budget_less(double time_ns, double beside_ns)
{
	return fmax(time_ns - fmax(beside_ns, 0), fmax(time_ns / 4, LEAST_NS));
}

size_t benchi_budget_processes(double time_ns, double usual_ns, size_t usual)
{
	double n = usual_ns > 0 ? (double)usual * time_ns / usual_ns : 0;

	return usual > 1 && n > (double)usual ? (size_t)fmin(n, MOST_TIMES * (double)usual) : usual;
}

double benchi_budget_process(const struct benchi_processes_budget *budget, double gone_ns,
                             size_t done)
{
	double most = 1.05 * budget->time_ns;

	if (!(budget->time_ns > 0))
		return 0;
	if (done < budget->least)
		most = fmax(most, SLOW_NS);
	if (done && !budget->all && gone_ns + gone_ns / (double)done > most)
		return -1;
	return fmax(budget->time_ns / (double)budget->processes / 4,
		fmax(PROCESS_NS, (budget->time_ns - gone_ns) / (double)(budget->processes - done)));
}
