/*
 * How far has it come?
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>

#include "base/number.h"
#include "program/progress.h"

void benchi_progress_step(benchi_progress *progress, const benchi_result *result)
{
	char number[BENCHI_NUMBER_TEXT];

	progress->step++;
	if (!progress->on)
		return;
	if (result->skipped)
		fprintf(stderr, "[%zu/%zu] %s: skipped\n", progress->step, progress->steps, result->name);
	else
		fprintf(stderr, "[%zu/%zu] %s: %s ns\n", progress->step, progress->steps, result->name,
			benchi_number_digits(result->summary.ns, 4, number));
}
