/*
 * Is the second faster, slower, the same, or is that not sure?
 *
 * The rule is answer.c's, for the difference ratio - 1.  What the clock may be off by is
 * no difference: the interval has to leave 1 out by more than that.  And where that is as
 * large as the margin, nothing can be called the same.
 *
 * SPDX-License-Identifier: MIT
 */
#include "compare/answer.h"
#include "compare/verdict.h"

bench_answer benchi_verdict_of(const struct benchi_middle *ratio, double margin,
                               double resolution)
{
	static const bench_answer answers[] = { BENCH_UNSURE, BENCH_SAME, BENCH_FASTER, BENCH_SLOWER };
	const benchi_interval seen = { ratio->low - 1, ratio->median - 1, ratio->high - 1 };
	const benchi_interval sure = { seen.low - resolution, seen.estimate, seen.high + resolution };

	return answers[benchi_answer_of(&sure, &seen, resolution < margin ? margin : 0)];
}
