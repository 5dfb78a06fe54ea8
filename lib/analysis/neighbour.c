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

#include "analysis/neighbour.h"
#include "data/metric.h"

static const double SLOWER = 1.5;       /* power of the width */

/* What an undisturbed core may take. */
struct range {
	double low, high;
};

const benchi_set *benchi_metric_set(const benchi_rows *rows, const char *benchmark,
                                    const char *metric)
{
	uint32_t i = benchi_rows_find(rows, benchi_word_of(benchmark), benchi_word_of(metric));

	return i == BENCHI_NO_NAME ? NULL : &rows->set[i];
}

double benchi_width_least(const benchi_side *side)
{
	double least = 1;

	for (size_t i = 0; i < side->widths; i++)
		least = fmin(least, side->width[i]);
	return least;
}

/* A unit's width is its own where each has one, else the least. */
static struct range range_of(const benchi_side *side)
{
	double median = side->shape.description.median, least = benchi_width_least(side);
	struct range r = { median, median };

	for (size_t i = 0; side->widths > 0 && i < side->unit.n; i++) {
		double width = side->widths == side->unit.n ? fmin(1, side->width[i]) : least;

		r.low = fmin(r.low, side->unit.x[i] * pow(width, SLOWER));
		r.high = fmax(r.high, side->unit.x[i]);
	}
	return r;
}

void benchi_allow_for_neighbour(benchi_comparison *c)
{
	benchi_interval *sure = &c->finding.sure;
	struct range base, test;

	if ((c->finding.answer != BENCH_LOWER && c->finding.answer != BENCH_HIGHER)
	    || (c->base->widths == 0 && c->test->widths == 0))
		return;
	base = range_of(c->base);
	test = range_of(c->test);
	sure->low = fmin(sure->low, test.low - base.high);
	sure->high = fmax(sure->high, test.high - base.low);
	c->finding.equal = *sure;
	if (sure->low <= 0 && sure->high >= 0) {
		c->finding.answer = BENCH_UNSURE;
		c->finding.more = (double)NAN;  /* more values beside it do not help */
	}
}
