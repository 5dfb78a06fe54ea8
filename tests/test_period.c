/*
 * The cycle that `bench describe` finds in the order of runs. It is at most a third of the values
 * long, only the first 5000 are used, and it must exceed what independent values reach.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "tools/describe/describe.h"

#define MOST 6000

static double x[MOST];

static period cycle_of(size_t n)
{
	benchi_prepared set = { .set = { x, n } };
	period found;

	ck_assert_int_eq(describe_period(&set, &found), BENCH_OK);
	return found;
}

/* Repeats the pattern. */
static void repeat(const double *pattern, size_t length, size_t n)
{
	for (size_t i = 0; i < n; i++)
		x[i] = pattern[i % length];
}

TEST(the_shortest_cycle_alternates)
{
	static const double pattern[] = { 1, 5 };

	repeat(pattern, 2, 24);
	CHECK_NUMBERS({ cycle_of(24).length, 2 }, { cycle_of(24).correlation, 22 / 24., 1e-15 });
}

TEST(the_longest_cycle_is_a_third_of_the_values)
{
	static const double pattern[] = { 1, 2, 3, 9, 8, 9, 7, 3, 2, 1 };

	repeat(pattern, 10, 32);
	CHECK_NUMBERS({ cycle_of(32).length, 10 }, { cycle_of(30).length, 10 },
		{ cycle_of(29).length, 0 }, { cycle_of(29).correlation, NAN });
}

/* Numbers between 0 and 1 in which no cycle is found. */
static double noise(size_t i)
{
	return (double)(i * i * 7919 % 61) / 61;
}

static period wave(size_t n, double every_third, double every_sixth)
{
	for (size_t i = 0; i < n; i++)
		x[i] = noise(i) + (i % 3 == 0) * every_third + (i % 6 == 0) * every_sixth;
	return cycle_of(n);
}

/* The limits are R's qnorm(1 - .01 / 20 / 2) / sqrt(60) and qnorm(1 - .01 / 100 / 2) /
 * sqrt(300). */
TEST(a_cycle_exceeds_what_independent_values_reach)
{
	double none = 0, some = 2;

	ck_assert_uint_eq(wave(60, none, 0).length, 0);
	for (int i = 0; i < 60; i++) {
		double middle = none / 2 + some / 2;

		*(wave(60, middle, 0).length ? &some : &none) = middle;
	}
	ck_assert_uint_eq(wave(60, some, 0).length, 3);
	ck_assert_double_eq_tol(wave(60, some, 0).correlation, 0.44936371954126, 1e-12);
}

TEST(a_multiple_is_clearer_by_as_much)
{
	double third = 0, sixth = 4;

	for (int i = 0; i < 60; i++) {
		double middle = third / 2 + sixth / 2;

		*(wave(300, 1, middle).length == 3 ? &third : &sixth) = middle;
	}
	CHECK_NUMBERS({ wave(300, 1, third).length, 3 }, { wave(300, 1, sixth).length, 6 },
		{ wave(300, 1, sixth).correlation - wave(300, 1, third).correlation, 0.224623427292759,
		1e-12 });
}

TEST(a_drift_with_a_ripple_is_no_cycle)
{
	for (size_t i = 0; i < 100; i++)
		x[i] = (double)i + (i % 4 == 0) * 8;
	ck_assert_uint_eq(cycle_of(100).length, 0);
}

TEST(the_first_5000_values_are_looked_at)
{
	static const double pattern[] = { 3, 0, 1, 0, 2, 0, 1 };
	double first;

	repeat(pattern, 7, 5000);
	for (size_t i = 5000; i < MOST; i++)
		x[i] = i % 5 ? 0 : 1000;
	first = cycle_of(5000).correlation;
	CHECK_NUMBERS({ cycle_of(5000).length, 7 }, { cycle_of(MOST).length, 7 },
		{ cycle_of(MOST).correlation, first }, { cycle_of(4999).correlation != first, true });
}

CHECK_SUITE("period")
