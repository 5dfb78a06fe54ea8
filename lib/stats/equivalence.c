/*
 * Tests whether two sets are equivalent within a margin.
 *
 * Two one-sided tests, each of the confidence asked for (Schuirmann 1987): the interval
 * of confidence 2 c - 1 lies within the margins if and only if both reject.
 * The p of the Welch form is the larger of the two one-sided ones.
 * Worked: shift 0.31, 90 % interval -1.92 to 2.15, margin 9.73: equivalent.
 * Assumes: what the interval assumes (ttest.c, ranksum.c).
 * Wrong when: the margin is chosen after the data has been seen.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "base/detail.h"
#include "stats/prepared_tests.h"

#define RESULT_DOUBLES (offsetof(bench_equivalence, answer) / sizeof(double))

static bench_answer judge(double low, double high, double margin)
{
	if (low >= -margin && high <= margin)
		return BENCH_SAME;
	return low > margin ? BENCH_HIGHER : high < -margin ? BENCH_LOWER : BENCH_UNSURE;
}

static bench_status by_welch(const benchi_prepared *a, const benchi_prepared *b, double confidence,
                             bench_equivalence *out)
{
	bench_ttest t;
	bench_status status = benchi_welch(a, b, confidence, &t);

	out->difference = t.difference;
	out->low = t.low;
	out->high = t.high;
	if (status == BENCH_OK)
		out->answer = judge(out->low, out->high, out->margin);
	if (status == BENCH_OK && t.se > 0)
		out->p = fmax(bench_student_sf((t.difference + out->margin) / t.se, t.df),
		              bench_student_cdf((t.difference - out->margin) / t.se, t.df));
	return status;
}

static bench_status by_ranks(benchi_prepared *a, benchi_prepared *b, double confidence,
                             benchi_rank_memo *memo, bench_equivalence *out)
{
	bench_ranksum r;
	bench_status status = benchi_ranksum(a, b, confidence, memo, &r);

	out->difference = r.shift;
	out->low = r.low;
	out->high = r.high;
	if (status == BENCH_OK) {
		out->answer = judge(out->low, out->high, out->margin);
		/* too few numbers: their range may show a difference, never equivalence */
		if (!(r.reached > 0) || (!(r.reached >= confidence) && out->answer == BENCH_SAME))
			out->answer = BENCH_UNSURE;
	}
	return status;
}

bench_status benchi_equivalence(benchi_prepared *a, benchi_prepared *b,
                                const bench_equivalence_options *options,
                                benchi_rank_memo *memo, bench_equivalence *out)
{
	bench_status status = benchi_result_begin(out, sizeof *out, RESULT_DOUBLES);
	double confidence = options->confidence;

	if (status == BENCH_OK)
		status = benchi_confidence_check(&confidence);
	if (status != BENCH_OK)
		return status;
	if (!(confidence > 0.5) || !(options->margin >= 0))
		return benchi_fail(BENCH_ERR_ARGUMENT, "margin %g, confidence %g", options->margin,
			confidence);
	out->margin = options->margin > 0 ? options->margin : 0.01 * fabs(benchi_mean(&a->moments));
	return options->ranks ? by_ranks(a, b, 2 * confidence - 1, memo, out)
	                      : by_welch(a, b, 2 * confidence - 1, out);
}

bench_status bench_equivalence_test(const bench_numbers *a, const bench_numbers *b,
                                    const bench_equivalence_options *options,
                                    bench_equivalence *out)
{
	static const bench_equivalence_options defaults = { 0, 0, 0 };
	bench_status status = benchi_result_begin(out, sizeof *out, RESULT_DOUBLES);
	benchi_rank_memo memo = { 0 };
	benchi_prepared pa, pb;

	if (!options)
		options = &defaults;
	if (status == BENCH_OK)
		status = benchi_prepare(a, options->ranks ? 1 : 2, &pa);
	if (status == BENCH_OK)
		status = benchi_prepare(b, options->ranks ? 1 : 2, &pb);
	if (status != BENCH_OK)
		return status;
	status = benchi_equivalence(&pa, &pb, options, &memo, out);
	benchi_prepared_free(&pa);
	benchi_prepared_free(&pb);
	return status;
}
