/*
 * Prints how often repeatedly checked intervals mislead, and how soon they find a difference.
 *
 *	sim_evidence [TRIALS [NUMBERS [PART]]]     2000 trials of 1000 numbers
 *
 * PART: 0 to 5 is a kind of numbers, 6 is the search for a difference; default: all.
 *
 * SPDX-License-Identifier: MIT
 */
#include "sim.h"

#include <stdio.h>
#include <stdlib.h>

static void print_rates(sim_plan plan, int first, int last)
{
	printf("| numbers | evidence ever wrong | t ever wrong | t wrong at the end | width |\n");
	printf("| --- | --- | --- | --- | --- |\n");
	for (int kind = first; kind <= last; kind++) {
		sim_result r;

		plan.kind = (sim_kind)kind;
		r = sim_run(&plan);
		printf("| %s | %.2f %% | %.1f %% | %.1f %% | %.2f |\n", sim_names[kind],
		       100.0 * r.evidence / plan.trials, 100.0 * r.student / plan.trials,
		       100.0 * r.student_last / plan.trials, r.width_ratio);
		fflush(stdout);
	}
}

static void print_power(sim_plan plan)
{
	const double shifts[] = { 0.1, 0.2, 0.5, 1, 2 };

	printf("| shift, in deviations | found | numbers needed (median) |\n| --- | --- | --- |\n");
	for (size_t i = 0; i < sizeof shifts / sizeof *shifts; i++) {
		sim_result r;

		plan.shift = shifts[i];
		r = sim_run(&plan);
		printf("| %g | %.1f %% | %g |\n", plan.shift, 100.0 * r.evidence / plan.trials, r.stop);
		fflush(stdout);
	}
}

int main(int argc, char **argv)
{
	sim_plan plan = { SIM_NORMAL, 2000, 1000, 0.95, 0, 1 };
	int part = -1;

	if (argc > 1)
		plan.trials = atoi(argv[1]);
	if (argc > 2)
		plan.numbers = (size_t)atoi(argv[2]);
	if (argc > 3)
		part = atoi(argv[3]);
	if (plan.trials < 1 || plan.numbers < 3)
		return EXIT_FAILURE;
	printf("%d trials of %zu numbers, looked at after each; confidence %g\n\n", plan.trials,
	       plan.numbers, plan.confidence);
	if (part < SIM_KINDS)
		print_rates(plan, part < 0 ? 0 : part, part < 0 ? SIM_KINDS - 1 : part);
	if (part < 0 || part >= SIM_KINDS)
		print_power(plan);
	return EXIT_SUCCESS;
}
