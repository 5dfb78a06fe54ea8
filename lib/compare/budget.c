/*
 * How much is left of the time that may be spent?
 *
 * Where many programs start at once, the clock runs while others have the processor: a budget by
 * the clock was spent after the first of several candidates.  So where the clock is the default
 * one and the thread's processor time is known, that is what counts, up to ten times the budget by
 * the clock, since a thread that sleeps, or has others do the work, uses none.
 * The thread's time takes a system call.  It is no longer than the clock's: until this has
 * reached the budget it is not asked.
 * Wrong where the thread's time has steps longer than the budget: then ten times the budget may be
 * spent (Windows, 15 ms).
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "clock/time.h"
#include "compare/budget.h"
#include "timing/window.h"

static const double PATIENCE = 10;

struct benchi_budget benchi_budget_begin(const bench_clock *clock, uint64_t began, double time_ns,
                                         int punctual)
{
	int real = clock->now_ns == bench_clock_default().now_ns;
	double own_ns = real && !punctual ? benchi_thread_cpu_ns() : (double)NAN;
	const struct benchi_budget budget = { *clock, time_ns,
		isnan(own_ns) ? time_ns : PATIENCE * time_ns, began, own_ns, 0, 0 };

	return budget;
}

double benchi_budget_elapsed(const struct benchi_budget *budget)
{
	return benchi_elapsed_ns(&budget->clock, budget->began);
}

static double budget_own_ns(const struct benchi_budget *budget)
{
	return isnan(budget->own_began_ns) ? (double)NAN
	     : benchi_thread_cpu_ns() - budget->own_began_ns;
}

struct benchi_moment benchi_budget_now(const struct benchi_budget *budget)
{
	return (struct benchi_moment){ benchi_budget_elapsed(budget), budget_own_ns(budget) };
}

void benchi_budget_exclude(struct benchi_budget *budget, const struct benchi_moment *since)
{
	struct benchi_moment now = benchi_budget_now(budget);

	budget->excluded_ns += fmax(0, now.ns - since->ns);
	budget->own_excluded_ns += fmax(0, now.own_ns - since->own_ns);
}

double benchi_budget_left(const struct benchi_budget *budget, double elapsed_ns)
{
	double ns = elapsed_ns - budget->excluded_ns;

	if (ns < budget->time_ns || isnan(budget->own_began_ns))
		return budget->time_ns - ns;
	return fmin(budget->time_ns - (budget_own_ns(budget) - budget->own_excluded_ns),
		budget->most_ns - ns);
}
