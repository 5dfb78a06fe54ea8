/*
 * Cases with a call instead of a body: how often and with what it is called, and what is
 * subtracted, on a scripted clock.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "measure/measure.h"
#include "scripted.h"

static const double CALL_NS = 61.7;

struct work {
	struct scripted clock;
	uint64_t calls, value, prepared;
	double ns;
};

static void call(void *arg, uint64_t value)
{
	struct work *work = (struct work *)arg;

	work->clock.ns += work->ns;
	work->calls++;
	work->value = value;
}

static void prepare(uint64_t n, void *arg)
{
	struct work *work = (struct work *)arg;

	work->clock.ns += 1e6;      /* would be visible if it were timed */
	work->prepared += n;
}

static void body(uint64_t n, void *arg)
{
	while (n-- > 0)
		call(arg, 0);
}

TEST(n_calls_are_made_with_the_parameter)
{
	const struct benchi_worker_context place = { 77, 0, 0, NULL }, nowhere = { 0, 0, 0, NULL };

	benchi_case_enter(&place);
	for (uint64_t n = 0; n < 70; n++) {
		struct work work = { .ns = 1 };
		const bench_case item = { .call = call, .arg = &work };

		benchi_case_run(n, &item);
		CHECK_NUMBERS({ work.calls, n }, { work.value, n > 0 ? 77 : 0 });
	}
	benchi_case_enter(&nowhere);
}

/* The functions that a body calls answer for its own case. Of several reasons to skip it, the
 * last counts. */
TEST(a_case_knows_its_place)
{
	const struct benchi_parameters set = { .n = 2, .of = {
		{ .name = "n", .value = 64, .text = "64" },
		{ .name = "alg", .value = 3, .text = "heap" } } };
	const struct benchi_worker_context place = { 64, 2, 5, &set }, nowhere = { 0, 0, 0, NULL };

	benchi_case_enter(&place);
	CHECK_NUMBERS({ bench_parameter(), 64 }, { bench_parameter_named("n"), 64 },
		{ bench_parameter_named("alg"), 3 });
	ck_assert_str_eq(bench_parameter_text("alg"), "heap");
	ck_assert_uint_eq(bench_parameter_named("x") + bench_parameter_named(NULL), 0);
	ck_assert_str_eq(bench_parameter_text("x"), "");
	CHECK_NUMBERS({ bench_worker(), 2 }, { bench_workers(), 5 });
	ck_assert_ptr_null(benchi_case_skipped());
	bench_skip("first");
	bench_skip("no");
	ck_assert_str_eq(benchi_case_skipped(), "no");
	bench_skip(NULL);
	ck_assert_str_eq(benchi_case_skipped(), "");
	benchi_case_enter(&nowhere);
	ck_assert_ptr_null(benchi_case_skipped());
	CHECK_NUMBERS({ bench_parameter_named("n") + bench_worker(), 0 }, { bench_workers(), 1 });
}

TEST(either_a_body_or_a_call)
{
	const bench_case both = { .body = body, .call = call }, none = { .name = "none" };
	const bench_case one = { .call = call }, other = { .body = body };

	ck_assert_int_eq(benchi_case_check(&one), BENCH_OK);
	ck_assert_int_eq(benchi_case_check(&other), BENCH_OK);
	CHECK_STATUS(BENCH_ERR_ARGUMENT, benchi_case_check(&both), benchi_case_check(&none));
}

TEST(a_call_is_measured_as_BENCH_does)
{
	struct work work = { .clock = scripted_clock(10, 25), .ns = CALL_NS };
	const bench_case item = { .call = call, .arg = &work, .prepare = prepare };
	bench_options options = { .clock = scripted_as_clock(&work.clock), .time_ns = 50e6,
		.prepare = prepare };
	bench_summary s;

	ck_assert_int_eq(benchi_measure_rounds(&item, &options, NULL, &s), BENCH_OK);
	ck_assert_str_ne(s.method, "function");
	CHECK_NUMBERS({ s.ns, CALL_NS, 0.001 * CALL_NS }, { work.prepared, work.calls });
}

/* Takes one nanosecond per unit of the parameter. */
static void by_value(void *arg, uint64_t value)
{
	struct work *work = (struct work *)arg;

	work->clock.ns += (double)value;
}

static void fixed(void *arg, uint64_t value)
{
	struct work *work = (struct work *)arg;

	work->clock.ns += 100;
}

TEST(the_value_is_handed_to_candidates)
{
	struct work work = { .clock = scripted_clock(10, 25) };
	const bench_case c[2] = { { .call = fixed, .arg = &work }, { .call = by_value, .arg = &work } };
	bench_pick_options options = { .clock = scripted_as_clock(&work.clock), .time_ns = 1e9 };
	bench_range table[4];
	bench_ranges ranges = { .low = 10, .high = 1000, .range = table, .capacity = 4 };

	ck_assert_int_eq(bench_pick_ranges(c, 2, &options, &ranges), BENCH_OK);
	CHECK_NUMBERS({ ranges.n, 2 }, { table[0].index, 1 }, { table[1].index, 0 },
		{ table[0].high >= 90, true }, { table[0].high <= 110, true });
}

#if (defined __x86_64__ || defined __i386__) && !defined __OpenBSD__
/* Machine code of calls that link-time optimisation emptied, and of calls that do something. */
TEST(a_call_that_returns_at_once_is_empty)
{
	static const struct { unsigned char code[16]; bool empty; } cases[] = {
		{ { 0xc3 }, true }, { { 0xf3, 0x0f, 0x1e, 0xfa, 0xc3 }, true },
		{ { 0x55, 0x48, 0x89, 0xe5, 0x5d, 0xc3 }, true },
		{ { 0xe9, 2, 0, 0, 0, 0x90, 0x90, 0xc3 }, true },
		{ { 0xe9, 0xfb, 0xff, 0xff, 0xff }, false },            /* jumps to itself */
		{ { 0x55, 0x48, 0x89, 0xe5, 0x90, 0x5d, 0xc3 }, false },
		{ { 0xff, 0xc0, 0xc3 }, false }, { { 0xf3, 0x0f, 0x1e, 0xfa, 0xff, 0xc0, 0xc3 }, false },
	};
	const bench_case body = { .name = "body" };

	ck_assert(!benchi_case_is_empty(&body));
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const unsigned char *code = cases[i].code;
		bench_case c = body;

		memcpy(&c.call, &code, sizeof code);
		ck_assert_msg(benchi_case_is_empty(&c) == cases[i].empty, "case %zu", i);
	}
}

static void nothing(void *arg, uint64_t value)
{
	(void)arg;
	(void)value;
}

TEST(an_empty_call_has_a_warning)
{
	const bench_case c = { .call = nothing };
	bench_summary s;

	ck_assert_int_eq(benchi_measure_rounds(&c, &(bench_options){ .rounds = 5 }, NULL, &s),
		BENCH_OK);
	ck_assert(!(s.warnings & BENCH_WARN_ELIDED) == !benchi_case_is_empty(&c));
}
#endif

#if defined __GNUC__ && defined __x86_64__
/* Where a program's other code lies does not move the loops within a line of the cache. */
TEST(the_loops_begin_at_a_line)
{
	ck_assert_uint_eq((uintptr_t)benchi_calls_loop % 64, 0);
}
#endif

CHECK_SUITE("calls")
