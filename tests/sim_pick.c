/*
 * Prints how often a sure choice is worse than the best by more than the margin, on simulated
 * machines with drift, interrupts and modes.
 *
 *	sim_pick [MACHINES [FIRST]]     20000 machines from number 1000
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "arena.h"

int main(int argc, char **argv)
{
	long machines = argc > 1 ? atol(argv[1]) : 20000, first = argc > 2 ? atol(argv[2]) : 1000;
	long sure = 0, wrong = 0, ties = 0, late = 0, late_wrong = 0;
	long within = 0;        /* 1 % of the best */
	double regret = 0, worst = 0, ms = 0;

	if (machines < 1 || first < 0)
		return EXIT_FAILURE;
	for (long i = 0; i < machines; i++) {
		struct trial t = arena_pick((uint64_t)(first + i));
		int behind = !(t.chosen_ns <= t.best_ns * 1.005);

		if (t.choice.end == BENCH_PICK_END_SURE) {
			sure++;
			wrong += behind;
			ties += t.choice.tie;
		} else {
			late++;
			late_wrong += behind;
		}
		regret += t.chosen_ns / t.best_ns - 1;
		worst = fmax(worst, t.chosen_ns / t.best_ns - 1);
		within += t.chosen_ns <= t.best_ns * 1.01;
		ms += t.choice.elapsed_ns / 1e6;
	}
	printf("%ld machines: %ld sure, of these %ld beyond the margin (%.2f %%), %ld ties\n", machines,
	       sure, wrong, sure ? 100.0 * (double)wrong / (double)sure : 0, ties);
	printf("%ld out of time, of these %ld beyond the margin\n", late, late_wrong);
	printf("mean regret %.4f %%, worst %.2f %%, within 1 %%: %.2f %%, mean time %.2f ms of 20\n",
	       100 * regret / (double)machines, 100 * worst, 100.0 * (double)within / (double)machines,
	       ms / (double)machines);
	return EXIT_SUCCESS;
}
