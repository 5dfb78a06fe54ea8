/*
 * Histograms count latencies within 1 %, from a nanosecond to hours; quantiles are never below the
 * true ones.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "load/load.h"

static benchi_histogram h, other;

static void reset(void)
{
	memset(&h, 0, sizeof h);
	memset(&other, 0, sizeof other);
}

TEST(empty_has_no_quantile)
{
	reset();
	ck_assert(isnan(benchi_histogram_quantile(&h, 0.5)));
	benchi_histogram_add(&h, 5, 0);
	ck_assert(isnan(benchi_histogram_quantile(&h, 1)));
}

/* Returns the middle of three values: 0, ns and a very large one. */
static double middle(double ns)
{
	reset();
	benchi_histogram_add(&h, ns, 1);
	benchi_histogram_add(&h, 0, 1);
	benchi_histogram_add(&h, 1e15, 1);
	return benchi_histogram_quantile(&h, 0.5);
}

TEST(every_latency_is_found_within_a_share)
{
	for (double ns = 1; ns < 1.2e14; ns *= 1.0137) {
		double found = middle(ns);

		ck_assert_msg(found > ns && found <= ns * (1 + 1.0 / 128) + 1.0 / 128, "%.17g: %.17g", ns,
		              found);
	}
}

TEST(bucket_edges)
{
	ck_assert_double_eq(middle(1000), 1004);       /* 128000 units = 250 * 512 */
	ck_assert_double_eq(middle(1003.99), 1004);
	ck_assert_double_eq(middle(1004), 1008);
	ck_assert_double_eq(middle(255.0 / 128), 2);   /* the last bucket with a width of one unit */
	ck_assert_double_eq(middle(2), 2 + 2.0 / 128); /* the first with a width of two */
	ck_assert_double_eq(middle(0.001), 1.0 / 128);
}

TEST(ends_are_exact)
{
	reset();
	benchi_histogram_add(&h, 123.456, 1);
	benchi_histogram_add(&h, 1000.25, 98);
	benchi_histogram_add(&h, 3.6e13 + 1, 1);
	CHECK_NUMBERS({ benchi_histogram_quantile(&h, 0), 123.456 },
		{ benchi_histogram_quantile(&h, 1), 3.6e13 + 1 },
		{ benchi_histogram_quantile(&h, 0.99), 1004 },
		{ benchi_histogram_quantile(&h, 0.991), 3.6e13 + 1 },
		{ benchi_histogram_quantile(&h, 0.011), 1004 }, { h.total, 100 });
}

TEST(beyond_the_last_bucket)
{
	reset();
	benchi_histogram_add(&h, 1e17, 2);
	benchi_histogram_add(&h, INFINITY, 1);
	benchi_histogram_add(&h, -3, 1);
	ck_assert_double_eq(benchi_histogram_quantile(&h, 0.1), 0);
	ck_assert_double_eq(benchi_histogram_quantile(&h, 0.5), INFINITY);
	benchi_histogram_add(&h, NAN, 1);
	ck_assert_double_eq(benchi_histogram_quantile(&h, 0.3), 1.0 / 128);
}

TEST(merging_is_counting_together)
{
	static benchi_histogram both;
	uint64_t random = 3;

	reset();
	memset(&both, 0, sizeof both);
	for (int i = 0; i < 1000; i++) {
		double ns = 50 + 1e6 * benchi_draw_unit(&random);

		benchi_histogram_add(i % 3 ? &h : &other, ns, 1 + (uint64_t)i % 4);
		benchi_histogram_add(&both, ns, 1 + (uint64_t)i % 4);
	}
	benchi_histogram_merge(&h, &other);
	ck_assert_mem_eq(h.count, both.count, sizeof h.count);
	CHECK_NUMBERS({ h.min, both.min }, { h.max, both.max }, { h.total, both.total },
		{ h.sum, both.sum, 1e-12 * both.sum });
	memset(&other, 0, sizeof other);
	benchi_histogram_merge(&h, &other);
	ck_assert_double_eq(h.min, both.min);
	benchi_histogram_merge(&other, &h);
	CHECK_NUMBERS({ other.min, both.min }, { other.max, both.max });
	memset(&other, 0, sizeof other);
	benchi_histogram_add(&other, 5, 1);
	benchi_histogram_merge(&other, &h);
	ck_assert_double_eq(other.min, 5);
}

/* 1000 ns are between 2^(39/4) = 861 and 2^10 ns; what is outside the bins is in the last ones. */
TEST(bins_are_four_an_octave)
{
	double share[BENCHI_LATENCY_BINS];

	memset(&h, 0, sizeof h);
	benchi_histogram_add(&h, 1000, 3);
	benchi_histogram_add(&h, 1030, 4);
	benchi_histogram_add(&h, .1, 2);
	benchi_histogram_add(&h, 1e15, 1);
	benchi_histogram_bins(&h, share);
	CHECK_NUMBERS({ share[39], .3 }, { share[40], .4 }, { share[0], .2 },
		{ share[BENCHI_LATENCY_BINS - 1], .1 }, { share[BENCHI_LATENCY_BINS - 2], 0 });
	for (size_t i = 1; i < BENCHI_LATENCY_BINS; i++)
		share[0] += share[i];
	ck_assert_double_eq_tol(share[0], 1, 1e-12);
}

CHECK_SUITE("histogram")
