/*
 * Are two sets the same for all practical purposes?
 *
 * Two one-sided tests, each of the level asked for (Schuirmann 1987): the interval
 * of confidence 2 level - 1 lies within the margins if and only if both reject.
 * The p of the Welch form is the larger of the two one-sided ones.
 * Worked: shift 0.31, 90 % interval -1.92 to 2.15, margin 9.73: equivalent.
 * Assumes: what the interval assumes (ttest.c, ranksum.c).
 * Wrong when: the margin is chosen after the data has been seen.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "base/detail.h"
#include "stats/numbers.h"

#define RESULT_DOUBLES (offsetof(bench_equivalence, verdict) / sizeof(double))

static bench_verdict judge(double low, double high, double margin)
{
	if (low >= -margin && high <= margin)
		return BENCH_EQUIVALENT;
	return low > margin || high < -margin ? BENCH_DIFFERENT : BENCH_INCONCLUSIVE;
}

static bench_status by_welch(const bench_numbers *a, const bench_numbers *b, double level,
                             bench_equivalence *out)
{
	bench_ttest t;
	bench_status status = bench_welch_test(a, b, level, &t);

	out->difference = t.difference;
	out->low = t.low;
	out->high = t.high;
	if (status == BENCH_OK)
		out->verdict = judge(out->low, out->high, out->margin);
	if (status == BENCH_OK && t.se > 0)
		out->p = fmax(bench_student_sf((t.difference + out->margin) / t.se, t.df),
		              bench_student_cdf((t.difference - out->margin) / t.se, t.df));
	return status;
}

static bench_status by_ranks(const bench_numbers *a, const bench_numbers *b, double level,
                             bench_equivalence *out)
{
	bench_ranksum r;
	bench_status status = bench_ranksum_test(a, b, level, &r);

	out->difference = r.shift;
	out->low = r.low;
	out->high = r.high;
	if (status == BENCH_OK) {
		out->verdict = judge(out->low, out->high, out->margin);
		/* too few numbers for the level: their range may refute, it proves nothing */
		if (!(r.reached > 0) || (!(r.reached >= level) && out->verdict == BENCH_EQUIVALENT))
			out->verdict = BENCH_INCONCLUSIVE;
	}
	return status;
}

bench_status bench_equivalence_test(const bench_numbers *a, const bench_numbers *b,
                                    const bench_equivalence_options *options,
                                    bench_equivalence *out)
{
	static const bench_equivalence_options defaults = { 0, 0, 0 };
	bench_status status = benchi_result_begin(out, sizeof *out, RESULT_DOUBLES);
	benchi_moments m;
	double level;

	if (!options)
		options = &defaults;
	level = options->level;
	if (status == BENCH_OK)
		status = benchi_level_check(&level);
	if (status == BENCH_OK)
		status = benchi_numbers_check_both(a, b, options->ranks ? 1 : 2);
	if (status != BENCH_OK)
		return status;
	if (!(level > 0.5) || !(options->margin >= 0))
		return benchi_fail(BENCH_ERR_ARGUMENT, "margin %g, level %g", options->margin, level);
	m = benchi_moments_of(a);
	out->margin = options->margin > 0 ? options->margin : 0.01 * fabs(benchi_mean(&m));
	return (options->ranks ? by_ranks : by_welch)(a, b, 2 * level - 1, out);
}
