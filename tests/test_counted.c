/*
 * Counts made by bodies, on a scripted clock.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "measure/measure.h"
#include "scripted.h"

static const double TURN_NS = 50;

struct work {
	struct scripted clock;
	uint64_t done;
	int nested, wrong;
};

static bench_options options_of(struct work *work)
{
	bench_options options = { .clock = scripted_as_clock(&work->clock), .time_ns = 5e6 };

	return options;
}

static void inner_body(uint64_t n, void *arg)
{
	((struct scripted *)arg)->ns += (double)n * TURN_NS;
	bench_count("probes", 7 * (double)n);
}

static void body(uint64_t n, void *arg)
{
	struct work *work = arg;

	work->wrong += bench_iteration() != work->done;
	work->done += n;
	work->clock.ns += (double)n * TURN_NS;
	bench_count("probes", 3 * (double)n);
	bench_count_rate("bytes", 10 * (double)n);
	bench_count_value("load", 0.5);
	bench_count_value("load", 1);
	bench_count(NULL, 1);
	bench_count("", 1);
	if (work->nested == 1) {
		struct scripted clock = scripted_clock(10, 25);
		bench_options options = { .time_ns = 1e6 };
		bench_summary s;

		work->nested = 2;
		options.clock = scripted_as_clock(&clock);
		ck_assert_int_eq(bench_measure(inner_body, &clock, &options, &s), BENCH_OK);
		ck_assert_double_eq_tol(bench_counted("probes"), 7, 1e-9);
	}
}

static struct work measured(int nested)
{
	struct work work = { scripted_clock(10, 25), 0, nested, 0 };
	bench_options options = options_of(&work);
	bench_summary s;

	ck_assert_int_eq(bench_measure(body, &work, &options, &s), BENCH_OK);
	return work;
}

TEST(an_iteration_a_second_and_a_mean)
{
	struct work work = measured(0);

	CHECK_NUMBERS({ work.wrong, 0 }, { bench_counted("probes"), 3, 1e-12 },
		{ bench_counted("bytes"), 10 / TURN_NS * 1e9, 2e6 },
		{ bench_counted("load"), 0.75, 1e-12 });
	CHECK_ALL(isnan(bench_counted("other")), isnan(bench_counted(NULL)));
}

TEST(a_run_within_a_body_counts_for_itself)
{
	struct work work = measured(1);

	CHECK_NUMBERS({ work.nested, 2 }, { work.wrong, 0 }, { bench_counted("probes"), 3, 1e-12 });
}

static void many_body(uint64_t n, void *arg)
{
	char name[60];

	((struct scripted *)arg)->ns += (double)n * TURN_NS;
	for (int i = 0; i < 10; i++) {
		snprintf(name, sizeof name, "a name of more than thirty-one bytes %d", i);
		bench_count(name, (double)n);
		snprintf(name, sizeof name, "n%d", i);
		bench_count(name, (double)n);
	}
}

TEST(names_are_cut_and_eight_count)
{
	struct scripted clock = scripted_clock(10, 25);
	bench_options options = { .clock = scripted_as_clock(&clock), .time_ns = 5e6 };
	bench_summary s;

	ck_assert_int_eq(bench_measure(many_body, &clock, &options, &s), BENCH_OK);
	ck_assert_double_eq_tol(bench_counted("a name of more than thirty-one "), 10, 1e-9);
	ck_assert_double_eq_tol(bench_counted("n6"), 1, 1e-12);
	ck_assert(isnan(bench_counted("n7")));
	ck_assert_uint_eq(benchi_thread_self()->counting.latest.n, BENCHI_COUNTED);
	ck_assert_uint_eq(benchi_thread_self()->counting.n, 0);
}

/* The first 31 bytes of a name count, so these two names differ. */
TEST(names_differ_up_to_their_31st_byte)
{
	struct benchi_counted_all a = { { { "0123456789012345678901234567890", BENCHI_COUNTED_PER_OP,
		10, 1 } }, 1, 10 };
	const struct benchi_counted_all b = { { { "0123456789012345678901234567891",
		BENCHI_COUNTED_PER_OP, 50, 1 } }, 1, 20 };

	benchi_counted_merge(&a, &b);
	ck_assert_uint_eq(a.n, 2);
}

TEST(threads_add_up)
{
	struct benchi_counted_all a = { { { "x", BENCHI_COUNTED_PER_OP, 10, 1 } }, 1, 10 };
	const struct benchi_counted_all b = { { { "y", BENCHI_COUNTED_PLAIN, 4, 2 },
		{ "x", BENCHI_COUNTED_PER_OP, 50, 1 } }, 2, 20 };

	benchi_counted_merge(&a, &b);
	CHECK_NUMBERS({ a.n, 2 }, { benchi_counted_value(&a, 0, 1), 2, 1e-12 },
		{ benchi_counted_value(&a, 1, 1), 2, 1e-12 });
	a.iterations = 1;
	ck_assert_double_eq(benchi_counted_value(&a, 0, 1), 60);
	a.iterations = 0;
	ck_assert(isnan(benchi_counted_value(&a, 0, 1)));
	ck_assert_double_eq(benchi_counted_value(&a, 1, 1), 2);     /* a mean needs no iterations */
	benchi_counted_merge(&a, &b);
	ck_assert_double_eq(benchi_counted_value(&a, 1, 1), 2);     /* 8 in 4 calls */
}

CHECK_SUITE("counted")
