/*
 * Checks of summaries of measurements with known true values.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_SOUND_H
#define TESTS_SOUND_H

#include <math.h>

#include <bench.h>

#include "check_main.h"

/* A program that runs one test for each row of a table, in a separate process. */
#define ROWS_MAIN(name, test, rows) \
	static Suite *rows_suite(void) \
	{ \
		Suite *suite = suite_create(name); \
		TCase *tcase = tcase_create(name); \
		tcase_set_timeout(tcase, 600); \
		const int n = (int)(sizeof(rows) / sizeof *(rows)), only = check_only(); \
		if (only <= n) \
			tcase_add_loop_test(tcase, test, only ? only - 1 : 0, only ? only : n); \
		suite_add_tcase(suite, tcase); \
		return suite; \
	} \
	CHECK_MAIN(rows_suite)

/* Expects low <= x <= high, or low and high unknown: a single window has no interval. */
static inline void sound_interval(const char *name, double low, double x, double high)
{
	if (!isnan(low) || !isnan(high))
		ck_assert_msg(low <= x && x <= high, "%s: %.9g, interval %.9g to %.9g", name, x, low,
			high);
}

/*
 * truth: cycles per iteration; tick_ns: of the scripted core, NaN: without a reference. share: by
 * how much the interval may miss the truth, relative to it.
 */
static inline void sound_summary(const char *name, const bench_summary *s, double truth,
                                 double tick_ns, double share)
{
	double cycles = isnan(tick_ns) ? s->ns : s->cycles;
	double low = isnan(tick_ns) ? s->ns_low : s->cycles_low;
	double high = isnan(tick_ns) ? s->ns_high : s->cycles_high;

	ck_assert_msg(s->status == BENCH_OK, "%s: status %d", name, s->status);
	ck_assert_uint_gt(s->samples, 0);
	ck_assert_uint_ge(s->iterations, s->samples);
	ck_assert_double_gt(s->elapsed_ns, 0);
	sound_interval(name, s->ns_low, s->ns, s->ns_high);
	sound_interval(name, s->cycles_low, s->cycles, s->cycles_high);
	sound_interval(name, s->mean_ns_low, s->mean_ns, s->mean_ns_high);
	ck_assert_msg(s->p05_ns <= s->p95_ns && s->min_ns <= s->p95_ns && s->mad_ns >= 0,
		"%s: %g %g %g", name, s->min_ns, s->p05_ns, s->p95_ns);
	ck_assert_msg(fabs(s->ns_raw - s->overhead_ns - s->ns) <= 1e-9 * s->ns_raw,
		"%s: %g - %g is not %g", name, s->ns_raw, s->overhead_ns, s->ns);
	ck_assert_msg((s->warnings & BENCH_WARN_BIMODAL) ? s->mode_ns[0] < s->mode_ns[1]
		: isnan(s->mode_ns[0]) || s->ns <= 0, "%s: modes at %g and %g", name,
		s->mode_ns[0], s->mode_ns[1]);
	if (!isnan(tick_ns))
		ck_assert_msg(fabs(1000 / s->mhz / tick_ns - 1) < 0.05, "%s: %g MHz", name, s->mhz);
	else
		ck_assert_msg(isnan(s->cycles) && isnan(s->mhz), "%s: cycles without a reference", name);
	low = isnan(low) ? cycles : low;
	high = isnan(high) ? cycles : high;
	ck_assert_msg(low <= truth * (1 + share) && high >= truth * (1 - share),
		"%s: %.9g (%.9g to %.9g), truth %.9g", name, cycles, low, high, truth);
}

/* Each warning has a letter in the table's rows. A move between processors is ignored, as it
 * happens by chance. */
static inline void sound_warnings(const char *name, const bench_summary *s, unsigned expected)
{
	unsigned found = s->warnings & ~(unsigned)BENCH_WARN_MIGRATED;

	ck_assert_msg(found == expected, "%s: warnings %#x, expected %#x", name, found, expected);
}

#endif
