/*
 * What tests of the short form share.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_SHORT_FORM_H
#define TESTS_SHORT_FORM_H

#include <check.h>
#include <math.h>

#include <bench.h>

/* A result of the thread's latest benchmark, with numbers. */
static inline void assert_result(void)
{
	ck_assert_int_eq(bench_last()->status, BENCH_OK);
	ck_assert(isfinite(bench_last()->ns) && bench_last()->ns >= 0);
	ck_assert(bench_last()->samples > 0 && bench_last()->iterations > 0);
}

/* Whatever a body did to the benchmark before, all three forms work behind it. */
static inline void assert_all_forms_work(void)
{
	uint64_t x = 1;
	bench_run run;

	BENCH(x ^= x << 13; x ^= x >> 7; x ^= x << 17, 0);
	assert_result();
	ck_assert_uint_eq(bench_last()->warnings & BENCH_WARN_BREAK_IN_BODY, 0);
	BENCH_LOOP(&run, 0)
		BENCH_KEEP(++x);
	assert_result();
	START;
	BENCH_KEEP(x);
	ck_assert(STOP >= 0);
	ck_assert(isnan(STOP));
}

#endif
