/*
 * The engine, driven by numbers alone: how iterations grow, which arm is next and when to stop.
 * Also statistics of rounds: centre, interval, and the effect of correlation.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "engine/engine.h"
#include "stats/stats.h"
#include "timing/timing.h"

enum { ARMS = 3, ROUNDS = 64 };

static struct fixture {
	struct benchi_sizing sizing[ARMS];
	size_t order[ARMS];
	struct benchi_sample sample[ARMS * ROUNDS];
	struct benchi_engine engine;
	double elapsed;
} f, g;

static void begin(struct fixture *of)
{
	struct benchi_engine_memory memory = { of->sizing, of->order, of->sample };
	struct benchi_plan plan = { .arms = ARMS, .enough_ns = 1000, .meaningless_ns = 10,
		.time_ns = 1e5, .time_most_ns = 1e6, .rounds_least = 11, .rounds_most = ROUNDS,
		.rounds_kept = ROUNDS, .warm_ns = 5e4, .seed = 7 };

	memset(of, 0, sizeof *of);
	benchi_engine_begin(&of->engine, &plan, &memory);
}

/* Runs the next arm's window; an iteration of an arm takes (arm + 1) * iteration_ns. */
static int step(struct fixture *of, double iteration_ns)
{
	int arm = benchi_engine_next(&of->engine, of->elapsed);
	uint64_t iterations = benchi_engine_iterations(&of->engine);
	double ns = (double)iterations * iteration_ns * (arm + 1);

	ck_assert_int_eq(benchi_engine_next(&of->engine, of->elapsed), arm);
	if (arm >= 0) {
		benchi_engine_store(&of->engine, ns, iterations);
		of->elapsed += ns;
	}
	return arm;
}

TEST(a_round_has_every_arm_once_and_the_next_is_its_mirror)
{
	int order[2][ARMS], seen[ARMS], different = 0, last = -1;

	begin(&f);
	while (!f.engine.sized)
		last = step(&f, 1);
	for (int round = 0; round < 20; round++) {
		memset(seen, 0, sizeof seen);
		for (int i = 0; i < ARMS; i++) {
			order[round % 2][i] = round == 0 && i == 0 ? last : step(&f, 1);
			seen[order[round % 2][i]]++;
		}
		for (int i = 0; i < ARMS; i++) {
			ck_assert_int_eq(seen[i], 1);
			if (round % 2)
				ck_assert_int_eq(order[1][i], order[0][ARMS - 1 - i]);
			different |= order[0][i] != i;
		}
	}
	ck_assert_int_eq(different, 1);
}

TEST(a_arm_that_took_all_the_time_is_not_run_again)
{
	int windows[ARMS] = { 0 };

	begin(&f);
	benchi_engine_presize(&f.engine, 0, 10);
	benchi_engine_presize(&f.engine, 1, 10);
	for (int arm; (arm = step(&f, 2e8)) >= 0;)
		windows[arm]++;
	CHECK_NUMBERS({ windows[0], 1 }, { windows[2], 1 }, { f.engine.rounds, 1 });
	ck_assert_double_eq(benchi_engine_sample(&f.engine, 0, 2)->ns, 6e8);
}

TEST(rounds_are_thrown_away_until_the_lead_is_steady)
{
	double iteration_ns = 3;
	size_t windows = 0;

	begin(&f);
	while (!(f.engine.sized && f.engine.steady)) {
		step(&f, iteration_ns);
		iteration_ns = iteration_ns > 1.001 ? iteration_ns * 0.97 : 1;
		ck_assert_uint_lt(++windows, 1000);
	}
	while (step(&f, 1) >= 0)
		continue;
	for (size_t i = 0; i < f.engine.rounds; i++)
		ck_assert_double_eq_tol(benchi_sample_iteration_ns(benchi_engine_sample(&f.engine, i, 0)),
			1, 0.01);
}

TEST(a_arm_that_is_left_out_has_no_more_windows)
{
	static const unsigned char out[ARMS] = { 0, 1, 0 };
	int seen[ARMS] = { 0 }, order[2][2], windows = 0;

	begin(&f);
	for (; !benchi_engine_paired(&f.engine); windows += f.engine.sized)
		step(&f, 1);
	ck_assert_int_eq(windows, 2 * ARMS);
	benchi_engine_drop(&f.engine, out);
	for (int round = 0; round < 10; round++) {
		for (int i = 0; i < 2; i++) {
			ck_assert_int_eq(benchi_engine_paired(&f.engine), i == 0 && round % 2 == 0);
			order[round % 2][i] = step(&f, 1);
			seen[order[round % 2][i]]++;
		}
		if (round % 2)
			ck_assert_int_eq(order[0][0], order[1][1]);
	}
	CHECK_NUMBERS({ seen[0], 10 }, { seen[1], 0 }, { seen[2], 10 });
}

TEST(the_same_seed_gives_the_same_order)
{
	begin(&f);
	begin(&g);
	for (int i = 0; i < 200; i++)
		ck_assert_int_eq(step(&f, 1), step(&g, 1));
}

/* Takes steps until a round begins; returns the number of rounds that count by then. */
static size_t next_round(struct fixture *of, double ns)
{
	do {
		if (benchi_engine_next(&of->engine, of->elapsed) < 0)
			return SIZE_MAX;
		benchi_engine_store(&of->engine, ns, 1);
		of->elapsed += ns;
	} while (benchi_engine_next(&of->engine, of->elapsed) >= 0
	         && of->engine.position != 0);
	return of->engine.rounds;
}

/* Rounds are steady from the second of two within 1 % on, and the first that counts begins a pair.
 * Rounds of 100, 50, 100, 102 and 102.9 ns are steady with the fifth, which counts; if the first
 * takes 98, they are steady with the sixth, and the seventh counts. */
TEST(warm_up_ends_with_two_equal_rounds_and_a_pair)
{
	static const double ns[2][8] = { { 100, 50, 100, 102, 102.9, 102.9, 100, 100 },
		{ 50, 100, 50, 100, 102, 102.9, 100, 100 } };

	for (size_t first = 0; first < 2; first++) {
		size_t i, counted = 0;

		begin(&f);
		for (i = 0; i < ARMS; i++)
			benchi_engine_presize(&f.engine, i, 1);
		ck_assert_int_ge(benchi_engine_next(&f.engine, 0), 0);
		ck_assert_int_eq(f.engine.sizing[2].done, 1);
		for (i = 0; counted == 0 && i < 8; i++) {
			ck_assert_int_eq(f.engine.sized && f.engine.steady, i > 5);
			counted = next_round(&f, ns[first][i]);
		}
		CHECK_NUMBERS({ i, 5 + 2 * first }, { counted, 1 });
		ck_assert_int_eq(benchi_engine_next(&f.engine, 1e9), -1);
	}
}

/* If the lead's time is known, the first round that takes it counts, otherwise a later one. */
TEST(the_first_round_counts_if_the_lead_takes_its_known_time)
{
	for (int steady = 0; steady < 2; steady++) {
		begin(&f);
		benchi_engine_expect(&f.engine, steady ? 100.9 : 102);
		for (size_t i = 0; i < ARMS; i++)
			benchi_engine_presize(&f.engine, i, 1);
		ck_assert_uint_eq(next_round(&f, 100), (size_t)steady);
	}
}

/* Given sizes are used. An arm can be sized again, and its size can be limited. */
TEST(sizes_are_given_found_again_and_bounded)
{
	int arm;

	begin(&f);
	for (size_t i = 0; i < ARMS; i++)
		benchi_engine_presize(&f.engine, i, 100 * (i + 1));
	arm = benchi_engine_next(&f.engine, 0);
	ck_assert_int_eq(f.engine.sized, 1);
	ck_assert_uint_eq(benchi_engine_iterations(&f.engine), 100 * ((uint64_t)arm + 1));
	step(&f, 1);
	benchi_engine_resize(&f.engine, 1, 7);
	CHECK_NUMBERS({ f.engine.sized, 0 }, { f.engine.sizing[1].done, 0 });
	ck_assert_int_eq(benchi_engine_next(&f.engine, 0), 1);
	ck_assert_uint_eq(benchi_engine_iterations(&f.engine), 7);
	while (!f.engine.sized)
		step(&f, 1);
	ck_assert_uint_ge(f.engine.sizing[1].iterations, 475);
	ck_assert_uint_eq(f.engine.sizing[2].iterations, 300);
	begin(&f);
	f.engine.sizing[0].most = 5;
	while (!f.engine.sized)
		step(&f, 1);
	ck_assert_uint_eq(f.engine.sizing[0].iterations, 5);
}

/* Runs two rounds; returns whether the arms from `from` on are then sized again. */
static int two_rounds(struct fixture *of, double iteration_ns, size_t from)
{
	do
		step(of, iteration_ns);
	while (!benchi_engine_paired(&of->engine));
	return benchi_engine_size_again(&of->engine, from);
}

/* Sized for 1000 ns at 100 ns per iteration. Whenever iterations become 20 times shorter, the
 * arms from 1 on are sized again, but at most four times; arm 0 keeps its size. A factor of 3
 * changes nothing. */
TEST(windows_far_too_short_are_sized_again_four_times)
{
	double ns = 100;

	begin(&f);
	while (!f.engine.sized)
		step(&f, ns);
	while (!(f.engine.sized && f.engine.steady))
		step(&f, ns);
	ck_assert_int_eq(two_rounds(&f, ns / 3, 1), 0);
	for (int i = 0; i < 5; i++) {
		uint64_t first = f.engine.sizing[0].iterations;

		while (f.engine.rounds < 2)
			step(&f, ns);
		ck_assert_int_eq(two_rounds(&f, ns /= 20, 1), i < 4);
		CHECK_NUMBERS({ f.engine.sizing[0].iterations, first }, { f.engine.sized, i == 4 });
	}
}

/* After the last arm is dropped, rounds begin again in a new order of the others. */
TEST(the_last_arm_can_be_taken_away)
{
	begin(&f);
	while (!f.engine.sized || f.engine.rounds < 1)
		step(&f, 1);
	step(&f, 1);
	ck_assert(f.engine.position != 0);
	benchi_engine_drop_last(&f.engine);
	CHECK_NUMBERS({ f.engine.plan.arms, ARMS - 1 }, { f.engine.position, 0 });
	for (int i = 0; i < 8; i++) {
		int one = step(&f, 1), other = step(&f, 1);

		CHECK_NUMBERS({ one + other, 1 }, { benchi_engine_paired(&f.engine), i % 2 });
	}
}

/* Sizes windows for iterations of this length; returns the number of windows needed. */
static int size(struct benchi_sizing *sizing, double iteration_ns)
{
	int windows = 0;

	while (!sizing->done && windows < 100) {
		benchi_sizing_step(sizing, (double)sizing->iterations * iteration_ns);
		windows++;
	}
	return windows;
}

TEST(a_meaningless_time_multiplies_by_ten)
{
	struct benchi_sizing s = benchi_sizing_begin(16000, 300);

	ck_assert_uint_eq(s.iterations, 1);
	benchi_sizing_step(&s, 299);
	ck_assert_uint_eq(s.iterations, 10);
	benchi_sizing_step(&s, NAN);
	ck_assert_uint_eq(s.iterations, 100);
	benchi_sizing_step(&s, -5);
	ck_assert_uint_eq(s.iterations, 1000);
	/* 1000 iterations * 16 us / 2.1 us * 1.02 + 1 */
	benchi_sizing_step(&s, 2100);
	ck_assert_uint_eq(s.iterations, 7772);
}

TEST(windows_reach_the_interval_and_little_more)
{
	for (double turn = 0.25; turn < 1e7; turn *= 3.7) {
		struct benchi_sizing s = benchi_sizing_begin(16000, 300);

		ck_assert_int_le(size(&s, turn), 12);
		ck_assert_double_ge((double)s.iterations * turn, 0.95 * 16000);
		if (turn < 16000)
			ck_assert_double_le((double)s.iterations * turn, 1.1 * 16000 + 2 * turn);
		else
			ck_assert_uint_eq(s.iterations, 1);
	}
}

TEST(one_interrupted_window_is_not_believed)
{
	struct benchi_sizing s = benchi_sizing_begin(16000, 300);

	/* one iteration of 1 ns, interrupted for a scheduler's time slice */
	benchi_sizing_step(&s, 4e6);
	ck_assert_int_eq(s.done, 0);
	size(&s, 1);
	ck_assert_uint_ge(s.iterations, 15200);
}

TEST(two_long_windows_in_a_row_are_enough)
{
	struct benchi_sizing s = benchi_sizing_begin(16000, 300);

	benchi_sizing_step(&s, 15200);   /* exactly 95 % of the window */
	ck_assert_int_eq(s.done, 0);
	benchi_sizing_step(&s, 15000);
	ck_assert_uint_eq(s.iterations, 2);   /* 16/15 * 1.02 + 1 */
	benchi_sizing_step(&s, 15200);
	ck_assert_int_eq(s.done, 0);
	benchi_sizing_step(&s, 15200);
	CHECK_NUMBERS({ s.done, 1 }, { s.iterations, 2 });
	s = benchi_sizing_begin(16000, 300);
	benchi_sizing_step(&s, 1e8);   /* windows are at most 0.1 s: one more is needed */
	ck_assert_int_eq(s.done, 0);
}

/* Bounds: 20 iterations per nanosecond, at least 1, at most 10^15. */
TEST(iterations_are_bounded)
{
	ck_assert_uint_eq(benchi_sizing_begin(16000, 300).most, 320000);
	ck_assert_uint_eq(benchi_sizing_begin(0.07, 0).most, 1);
	ck_assert_uint_eq(benchi_sizing_begin(0.01, 0).most, 1);
	ck_assert_uint_eq(benchi_sizing_begin(3.5e13, 0).most, 700000000000000);
	ck_assert_uint_eq(benchi_sizing_begin(7.5e13, 0).most, 1000000000000000);
	ck_assert_uint_eq(benchi_sizing_begin(1e300, 0).most, 1000000000000000);
}

TEST(an_estimate_is_the_middle_and_its_sign_test_interval)
{
	double x[11] = { 3, 1, 2, 5, 4, 7, 6, 9, 8, 11, 10 };
	struct benchi_estimate e = benchi_estimate_of(x, 11);

	/* ranks 2 and 10 of 11 include the median with probability 1 - 24/2048 */
	CHECK_NUMBERS({ e.low, 2 }, { e.high, 10 }, { e.confidence, 1 - 24 / 2048.0, 1e-12 },
		{ e.centre, 6 }, { e.min, 1 }, { e.mad, 3 });
}

/* The values 0 to 49 and 150 to 200: quantiles are interpolated; centre and deviation are exact. */
TEST(an_estimate_has_its_quantiles)
{
	double x[101];
	struct benchi_estimate e;

	for (int i = 0; i <= 100; i++)
		x[i] = i * 37 % 101 + (i * 37 % 101 < 50 ? 0 : 100);
	e = benchi_estimate_of(x, 101);
	CHECK_NUMBERS({ e.p05, 5, 1e-9 }, { e.p95, 195, 1e-9 }, { e.mad, 50, 1e-9 }, { e.n, 101 });
}

/* Runs of 8 equal values: the sum of correlations computed directly. */
TEST(correlation_is_summed)
{
	double x[64], scratch[128], together = 1;

	for (int i = 0; i < 64; i++)
		x[i] = i / 8 % 2 ? 2 : 1;
	for (int lag = 1; lag < 16; lag++) {
		double product = 0;

		for (int i = lag; i < 64; i++)
			product += (i / 8 + (i - lag) / 8) % 2 ? -1 : 1;
		if (product / 64 * 8 < 1)
			break;
		together += 2 * (product / 64 + 1. / 64);
	}
	ck_assert_double_gt(together, 3);
	together *= 1 + together / 32;
	ck_assert_double_eq_tol(benchi_correlated(x, 64, 1.5, scratch), together, 1e-9);
	x[0] = 3;   /* the first value matters */
	ck_assert_double_gt(fabs(benchi_correlated(x, 64, 2, scratch) - together), 1e-3);
	for (int i = 0; i < 64; i++)
		x[i] = i % 2;
	ck_assert_double_eq(benchi_correlated(x, 64, .5, scratch), 1);
}

TEST(an_estimate_of_few_numbers_says_so)
{
	double x[5] = { 5, 1, 4, 2, 3 };
	struct benchi_estimate none = benchi_estimate_of(x, 0), one, five;

	ck_assert(isnan(none.centre) && isnan(none.low));
	one = benchi_estimate_of(x, 1);
	CHECK_NUMBERS({ one.low, NAN }, { one.centre, 5 }, { none.confidence, 0 });
	five = benchi_estimate_of(x, 2);
	ck_assert(five.low == 1 && five.high == 5);
	five = benchi_estimate_of(x, 5);
	CHECK_NUMBERS({ five.confidence < 0.95, true }, { five.low, 1 });
}

/* The centre is robust if up to a quarter of 6 to 40 windows are disturbed. */
TEST(a_disturbed_window_of_few_does_not_move_the_centre)
{
	for (size_t n = 6; n <= 40; n++) {
		double x[40];

		for (size_t i = 0; i < n; i++)
			x[i] = i < n / 4 ? 1e6 : 100 + (double)(i % 3);
		ck_assert_double_eq_tol(benchi_estimate_of(x, n).centre, 101.3, 0.8);
	}
}

TEST(an_interruption_is_much_longer_than_its_like)
{
	CHECK_ALL(!benchi_interrupted(16000, 16000),
		!benchi_interrupted(30000, 16000),   /* 14 us longer: may be due to the body */
		benchi_interrupted(4e6, 16000),
		benchi_interrupted(36100, 16000) && !benchi_interrupted(35900, 16000),   /* 20 us */
		benchi_interrupted(1.51e6, 1e6) && !benchi_interrupted(1.49e6, 1e6),
		!benchi_interrupted(1.3e6, 1e6), benchi_interrupted(2e6, 1e6));
}

/* Only the last window has a burst, or only the first; the mean and its interval include it. */
TEST(a_total_holds_every_window)
{
	for (int k = 2; k < 400; k++) {
		const int n = k / 2, burst = k % 2 ? 0 : n - 1;
		struct benchi_total a = { .full = 0 }, b = a;
		double mean = (100.0 * (n - 1) + 5000) / n;
		struct benchi_total_ratio ratio, wide, same;
		struct benchi_mean of;

		for (int i = 0; i < n; i++) {
			benchi_total_add(&a, 1000, 10);
			benchi_total_add(&b, i == burst ? 50000 : 1000, 10);
		}
		of = benchi_total_mean(&b);
		ratio = benchi_total_ratio(&a, &b, 0);
		CHECK_NUMBERS({ of.mean, mean, 1e-9 }, { !isnan(of.low), n >= 3 },
			{ !isnan(ratio.mean), n >= 8 });
		if (n < 8)
			continue;
		wide = benchi_total_ratio(&a, &b, 0.1);
		same = benchi_total_ratio(&a, &a, 0);
		CHECK_NUMBERS({ ratio.mean, mean / 100, 1e-9 }, { of.low < 100, true },
			{ ratio.low < 1.001, true }, { ratio.high > mean / 100 * 1.1, true },
			{ wide.low, ratio.low * 0.9, 1e-9 }, { wide.high, ratio.high / 0.9, 1e-9 },
			{ same.low, 1, 1e-12 }, { same.high, 1, 1e-12 });
	}
}

/* State that is emptied every `period` windows, which takes as long as all these windows. A
 * batch has no bursts or several, and the run ends anywhere in a period. The mean's interval
 * includes the true value from the first burst on. */
TEST(a_mean_holds_the_truth_of_periodic_work)
{
	for (int period = 1; period < 300; period += 7)
		for (int n = period + 1; n < 2000; n += 61) {
			struct benchi_total total = { .full = 0 };
			struct benchi_mean mean;

			for (int i = 1; i <= n; i++)
				benchi_total_add(&total, i % period ? 10 : 10 + 10 * period, 1);
			mean = benchi_total_mean(&total);
			if (total.full >= 3)
				ck_assert_msg(mean.low <= 20 && mean.high >= 20, "%d of %d: %g to %g", period, n,
					mean.low, mean.high);
		}
}

/* Student's interval of sixteen batches that are 10 % off the mean, 15 degrees of freedom. */
TEST(batches_that_scatter_have_students_interval)
{
	struct benchi_total total = { .full = 0 };
	struct benchi_mean mean;

	for (int i = 0; i < 16; i++)
		benchi_total_add(&total, i % 2 ? 1100 : 900, 10);
	mean = benchi_total_mean(&total);
	CHECK_NUMBERS({ mean.mean, 100, 1e-9 }, { mean.high - 100, 2.131 * 10 / sqrt(15), 1e-9 },
		{ 100 - mean.low, 2.131 * 10 / sqrt(15), 1e-9 });
	benchi_total_spare(&total, 800);    /* in 160 iterations */
	CHECK_NUMBERS({ benchi_total_mean(&total).mean, 100, 1e-9 },
		{ benchi_total_mean(&total).low, mean.low, 1e-9 },
		{ benchi_total_mean(&total).high, mean.high + 5, 1e-6 });
}

/* The edge is the change of the mean by one burst more or less. */
TEST(the_edge_is_the_largest_burst)
{
	struct benchi_total flat = { .full = 0 }, burst = flat;

	for (int i = 0; i < 16; i++) {
		benchi_total_add(&flat, 100, 10);
		benchi_total_add(&burst, i == 5 || i == 6 ? 180 : 100, 10);
	}
	CHECK_NUMBERS({ benchi_total_edge(&flat), 0, 1e-9 },
		{ benchi_total_edge(&burst), 160 * 14 / 16. / 160, 1e-9 });
}

/* The first `warm` of 16 batches take `at`, batch 14 takes later_burst. Returns how many
 * batches are discarded. */
static unsigned settled(unsigned warm, double at, double later_burst)
{
	struct benchi_total total = { .full = 0 };
	double done;

	for (unsigned i = 0; i < 16; i++)
		benchi_total_add(&total, i < warm ? at : i == 14 ? later_burst : 100 + i % 2, 1);
	benchi_total_settle(&total);
	benchi_total_ns(&total, &done);
	ck_assert_double_eq(done, total.full);
	return 16 - total.full;
}

TEST(a_warm_up_is_no_part_of_the_mean)
{
	CHECK_NUMBERS({ settled(0, 0, 100), 0 }, { settled(1, 200, 100), 1 },
		{ settled(5, 50, 100), 5 }, { settled(12, 300, 100), 12 },
		{ settled(13, 300, 100), 0 },   /* too few would remain */
		{ settled(3, 104, 100), 0 }, { settled(3, 107, 100), 3 },
		/* a similar burst recurs; the warm-up is larger than it */
		{ settled(3, 200, 250), 0 }, { settled(3, 300, 250), 3 });
}

CHECK_SUITE("engine")
