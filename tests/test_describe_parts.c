/*
 * `bench describe`: what else differs in modes and outliers, and the cycle in the order of runs. A
 * cycle is at most a third of the values long, only the first 5000 are used, and it must exceed
 * what independent values reach.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "tools/describe/describe.h"

/* A table of metrics per benchmark; the first column is described. */
static benchi_rows rows[1];
static job made = { .rows = rows, .files = 1 };
static benchi_side side;
static figures described;

static void begin(void)
{
	memset(rows, 0, sizeof rows);
	memset(&side, 0, sizeof side);
	memset(&described, 0, sizeof described);
	described.side = &side;
}

static void end(void)
{
	benchi_rows_free(rows);
}

static benchi_set *add(benchi_rows *to, const char *benchmark, const char *metric,
                       const double *values, size_t n)
{
	size_t s = benchi_rows_set(to, benchi_word_of(benchmark), benchi_word_of(metric),
	                           benchi_word_of(""));

	for (size_t i = 0; i < n; i++)
		ck_assert_int_eq(benchi_set_add(&to->set[s], values[i], NULL), BENCH_OK);
	side.set = &rows[0].set[0];
	return &to->set[s];
}

/* What describe_explain says of the outliers, or of the highest mode. */
static const char *explained(bool outliers)
{
	static char text[200];

	strcpy(text, "?");
	ck_assert_int_eq(describe_explain(&made, &described, outliers, text, sizeof text), BENCH_OK);
	return text;
}

/* Three of twelve values are outliers: p is 2 / 220 for a metric with its highest values there. */
static const double time_ns[] = { -2, 1, -2.5, 1, 1.5, 5.5, 2, 2, 1, 5.25, 2, 5 };
static const double faults[] = { 1, 2, 17, 3, 4, 16, 5, 6, 7, 18, 8, 9 };
static const double idle[] = { 12, 11, 3, 10, 9, 2, 8, 7, 6, 1, 5, 4 };
static const double noisy[] = { 1, 9, 5, 3, 2, 6, 8, 7, 1, 2, 4, 5 };

static void time_with_outliers(size_t n)
{
	begin();
	add(rows, "a", "time", time_ns, n);
	described.d.q25 = 1;
	described.d.q75 = 2;
	described.d.iqr = 1;
}

TEST(outliers_have_more_or_less_of_a_metric)
{
	time_with_outliers(12);
	add(rows, "a", "faults", faults, 12);
	ck_assert_str_eq(explained(true),
	                 "the outliers have 3.4 times the faults (17 against 5, p = 0.0091)");
	end();
	time_with_outliers(12);
	add(rows, "a", "idle", idle, 12);
	ck_assert_str_eq(explained(true), "the outliers have less idle (2 against 8, p = 0.0091)");
}

TEST(metrics_that_were_tried_are_counted)
{
	time_with_outliers(12);
	add(rows, "b", "faults", faults, 12);
	add(rows, "a", "loads", faults, 11);
	ck_assert_str_eq(explained(true), "");
	add(rows, "a", "faults", faults, 12);
	ck_assert_str_eq(explained(true),
	                 "the outliers have 3.4 times the faults (17 against 5, p = 0.0091)");
	add(rows, "a", "noise", noisy, 12); /* 2 * 0.0091 is above 1 % */
	ck_assert_str_eq(explained(true), "");
}

/* 28 values, of which k are outliers; they have the lowest values of the other metrics, for which p
 * is then 2 / C(28, k). */
static void many(size_t outliers)
{
	double time[28], low[28], lower[28];

	begin();
	for (size_t i = 0; i < 28; i++) {
		bool out = i % 9 == 4 && i / 9 < outliers;

		time[i] = out ? 100 : 0;
		low[i] = out ? -(double)i : (double)(i + 1);
		lower[i] = low[i] - 100;
	}
	add(rows, "a", "lower", lower, 28);
	add(rows, "a", "low", low, 28);
	add(rows, "a", "time", time, 28);
	side.set = &rows[0].set[2];
}

TEST(the_first_of_equals_is_named)
{
	many(3);
	ck_assert_str_eq(explained(true),
	                 "the outliers have less lower (-113 against -85.4, p = 0.00061)");
}

TEST(two_values_prove_nothing)
{
	for (size_t outliers = 2; outliers <= 3; outliers++)
		for (int exchanged = 0; exchanged < 2; exchanged++) {
			many(outliers); /* p would be 0.0053 for two, of the only other metric */
			rows[0].set[0].n = 0;
			for (size_t i = 0; i < 28 && exchanged; i++)
				rows[0].set[2].x[i] = 100 - rows[0].set[2].x[i];
			if (outliers < 3)
				ck_assert_str_eq(explained(true), "");
			else if (exchanged)
				ck_assert_str_eq(explained(true),
					"the outliers have more low (14.6 against -13, p = 0.00061)");
			end();
		}
	begin();
}

/* Every fourth of 48 values is an outlier with a value from out; the others are from rest. */
static const char *of_every_fourth(const char *metric, const double out[4], const double rest[12])
{
	double time[48], other[48];

	begin();
	for (size_t i = 0; i < 48; i++) {
		time[i] = i % 4 ? 1 : 10;
		other[i] = i % 4 ? rest[i % 12] : out[i / 4 % 4];
	}
	add(rows, "a", "time", time, 48);
	add(rows, "a", metric, other, 48);
	described.d.q25 = described.d.q75 = 1;
	return explained(true);
}

TEST(means_where_medians_say_nothing)
{
	static const double fives[] = { 5, 5, 5, 9 }, below[] = { 5, 5, 5, 5, 5, 5, 5, 5, 4, 1, 2, 3 };
	static const double zeros[] = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3 }, some[] = { 0, 2, 1, 7 };

	ck_assert_str_eq(of_every_fourth("faults", fives, below),
	                 "the outliers have 1.5 times the faults (6 against 4, p = 0.0018)");
	end();
	ck_assert_str_eq(of_every_fourth("faults", some, zeros),
	                 "the outliers have 7.5 times the faults (2.5 against 0.333, p = 6.2e-05)");
}

TEST(the_highest_mode_is_nearest_to_its_values)
{
	static const double three[] = { 1, 10, 21, 10, 1, 10, 22, 16, 1, 20, 1, 10 };
	static const double of_three[] = { 1, 2, 17, 3, 4, 5, 16, 6, 7, 18, 8, 9 };

	begin();
	add(rows, "a", "time", three, 12);
	add(rows, "a", "faults", of_three, 12);
	side.shape.modes.at[0] = 1;
	side.shape.modes.at[1] = 10;
	side.shape.modes.at[2] = 22; /* 16 is equally near to the middle mode */
	side.shape.modes.n = 3;
	ck_assert_str_eq(explained(false),
	                 "the highest mode has 3.4 times the faults (17 against 5, p = 0.0091)");
	side.shape.modes.n = 1;
	ck_assert_str_eq(explained(false), "");
}

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

CHECK_SUITE_BETWEEN("describe_parts", begin, end)
