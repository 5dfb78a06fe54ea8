/*
 * What is called before each window, and regions that do not pair, on a scripted clock.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "scripted.h"

static const double ITERATION_NS = 37.3;

struct work {
	struct scripted clock;
	int kind;       /* of unpaired regions */
};

static size_t prepared;
static uint64_t prepared_n, last_round;

static void prepare(uint64_t n, void *arg)
{
	struct work *work = (struct work *)arg;

	work->clock.ns += 1e6;      /* would be seen if it were timed */
	prepared_n = n;
	last_round = bench_round();
	prepared++;
}

static void prepared_body(uint64_t n, void *arg)
{
	CHECK_NUMBERS({ n, prepared_n }, { bench_round(), last_round },
		{ bench_round(), prepared - 1 });
	((struct work *)arg)->clock.ns += (double)n * ITERATION_NS;
}

TEST(each_window_is_prepared_for)
{
	struct work work = { scripted_clock(10, 25), 0 };
	bench_options options = { .time_ns = 50e6, .prepare = prepare };
	bench_summary s;

	options.clock = scripted_as_clock(&work.clock);
	ck_assert_int_eq(bench_measure(prepared_body, &work, &options, &s), BENCH_OK);
	ck_assert_uint_ge(prepared, s.samples);
	CHECK_NUMBERS({ s.ns, ITERATION_NS, 0.01 * ITERATION_NS }, { bench_round(), 0 });
}

/* Regions that do not pair: which one is wrong, and on which side. */
static void unpaired_body(uint64_t n, void *arg)
{
	struct work *work = (struct work *)arg;
	int first = work->kind < 2, second = work->kind > 0;

	for (; n > 0; n--) {
		if (first)
			BENCH_START;
		if (first && second)
			BENCH_START;
		work->clock.ns += ITERATION_NS;
		if (second)
			(void)BENCH_STOP;
	}
}

TEST(regions_that_do_not_pair_are_named)
{
	for (int kind = 0; kind < 3; kind++) {
		struct work work = { scripted_clock(10, 25), kind };
		bench_options options = { .time_ns = 0 };
		bench_summary s;

		options.clock = scripted_as_clock(&work.clock);
		bench_measure(unpaired_body, &work, &options, &s);
		ck_assert_uint_ne(s.warnings & BENCH_WARN_UNPAIRED, 0);
	}
}

CHECK_SUITE("prepare")
