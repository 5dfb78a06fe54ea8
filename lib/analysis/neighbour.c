/*
 * Results beside a noisy neighbour, in a comparison.
 *
 * A result whose processes all shared their core is a guess.  An undisturbed core may take as much
 * as the slowest process took, and as little as the share of the width that was available allows,
 * which the file has as a metric of each process.  Code slows down more than its width: at 0.5
 * strtod and snprintf took 2.1 times as long, and where a neighbour comes and goes the median width
 * and the median time are of different moments; so the share counts to the power of 1.5.  A
 * difference counts only if these ranges are apart; a side without a neighbour is its median.
 *
 * Wrong about a neighbour that slows memory more than the front end.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/neighbour.h"
#include "base/detail.h"
#include "data/metric.h"
#include "stats/order.h"

static const double SLOWER = 1.5;       /* power of the width */

/* What an undisturbed core may take. */
struct range {
	double low, high;
};

const benchi_set *benchi_width_set(const benchi_rows *rows, const char *benchmark)
{
	uint32_t i = benchi_rows_find(rows, benchi_word_of(benchmark),
		benchi_word_of(BENCHI_METRIC_CORE_WIDTH));

	return i == BENCHI_NO_NAME ? NULL : &rows->set[i];
}

/* The width of the unit i of n: its own where each has one, else the least. */
static double width_of(const benchi_side *side, size_t i)
{
	double least = 1;

	if (side->widths == side->unit.n)
		return side->width[i];
	for (size_t k = 0; k < side->widths; k++)
		least = fmin(least, side->width[k]);
	return least;
}

static bench_status range_of(const benchi_side *side, struct range *r)
{
	size_t n = side->unit.n;
	double *sorted = malloc((n + 1) * sizeof *sorted);

	if (!sorted)
		return benchi_fail(BENCH_ERR_MEMORY, "out of memory for the comparison");
	memcpy(sorted, side->unit.x, n * sizeof *sorted);
	benchi_sort(sorted, n);
	r->low = r->high = benchi_quantile(sorted, n, 0.5);
	for (size_t i = 0; side->widths > 0 && i < n; i++) {
		r->low = fmin(r->low, side->unit.x[i] * pow(fmin(1, width_of(side, i)), SLOWER));
		r->high = fmax(r->high, side->unit.x[i]);
	}
	free(sorted);
	return BENCH_OK;
}

bench_status benchi_allow_for_neighbour(benchi_comparison *c)
{
	benchi_interval *sure = &c->finding.sure;
	struct range base, test;
	bench_status status;

	if ((c->finding.answer != BENCH_LOWER && c->finding.answer != BENCH_HIGHER)
	    || (c->base->widths == 0 && c->test->widths == 0))
		return BENCH_OK;
	status = range_of(c->base, &base);
	if (status == BENCH_OK)
		status = range_of(c->test, &test);
	if (status != BENCH_OK)
		return status;
	sure->low = fmin(sure->low, test.low - base.high);
	sure->high = fmax(sure->high, test.high - base.low);
	c->finding.equal = *sure;
	if (sure->low <= 0 && sure->high >= 0) {
		c->finding.answer = BENCH_UNSURE;
		c->finding.more = (double)NAN;  /* more values beside it do not help */
	}
	return BENCH_OK;
}
