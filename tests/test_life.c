/*
 * Lives of a case on a simulated core: the mean of recurring work, what asks for more lives, and
 * when that ends.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"
#include "made_core.h"
#include "made_thread.h"
#include "program/program.h"

MADE_CORE_CLOCK

enum { PARTS = 8 };

static uint64_t random_state;

/* The time of window i, from 1, of 100 iterations. */
typedef double window(int i);

static double bursts(int i) { return 1000 + (i % 100 ? 0 : 50000); }

/* A table that doubles and is then emptied: bursts of 1, 2, 4, 8 and 16 us form one cycle. */
static double doubles(int i)
{
	i = (i - 1) % 16 + 1;
	return 1000 + (i & (i - 1) ? 0 : 1000 * i);
}

static double at_random(int i)
{
	return 1000 + (benchi_draw_unit(&random_state) < .01 ? 50000 : 0);
}

/* A table that fills up, with a burst of the same length all the time. */
static double fills(int i) { return (i <= 1000 ? 4e4 : 200) + (i % 100 ? 0 : 2e5); }
static double changes(int i) { return i < 1000 ? 1000 : 2000; }
static double changes_late(int i) { return i < 4000 ? 1000 : 2000; }
static double returns(int i) { return i < 2000 || i % 5 == 0 ? 1000 : 2000; }

static struct {
	window *window;
	int windows;
	uint64_t longest;
	double late_ns, call_ns;
} made;

static void body(uint64_t n, void *arg)
{
	made_core_wait(made.window(++made.windows) * (double)n / 100);
}

static void prepare(uint64_t n, void *arg)
{
	made.longest = n > made.longest ? n : made.longest;
}

static void call(void *arg, uint64_t parameter)
{
	made_core_wait(made.call_ns);
}

/* The measurement after the life, during which a burst lasted: no window was short. */
static bench_summary late(void *to)
{
	bench_summary s = *(const bench_summary *)to;

	s.ns = made.late_ns;
	s.ns_low = made.late_ns - 1;
	s.ns_high = made.late_ns + 1;
	s.min_ns = 1e9;
	return s;
}

/* The life, for this time, of a case whose windows took early_ns per iteration at first. */
static benchi_life live(const bench_case *item, const bench_summary *early, double time_ns)
{
	benchi_result result = { .n = 0 };
	bench_summary again = *early;
	benchi_life *found, life;

	ck_assert_int_eq(benchi_result_add(&result, &(benchi_reading){ 1, 1, 1, 0, 0 }), BENCH_OK);
	ck_assert_int_eq(benchi_life_run(item, time_ns, time_ns, late, &again, early, &result,
		&found), BENCH_OK);
	ck_assert_ptr_nonnull(found);
	life = *found;
	free(found);
	free(result.reading);
	return life;
}

static benchi_life life_of(window *of, double early_ns, double late_ns, double time_ns)
{
	const bench_case item = { .body = body };
	bench_summary early = benchi_summary_none(BENCH_OK);

	made_core_begin();
	made.window = of;
	made.windows = 0;
	made.late_ns = late_ns;
	early.ns = early.min_ns = early_ns;
	early.overhead_ns = 0;
	early.iterations = 1000;
	early.samples = 10;
	return live(&item, &early, time_ns);
}

/* A mean of at least three whole cycles does not depend on where the life ends. A first state is
 * left out if it is over, and is part of the mean if it returns. */
TEST(the_mean_is_of_the_cost_that_lasts)
{
	static const struct {
		window *window;
		double early_ns, late_ns, time_ns, mean, tolerance, width;  /* width: at most; 0: more */
	} of[] = { { bursts, 10, 10, 900e3, 15, .01, .01 }, { bursts, 10, 10, 650e3, 15, .01, .01 },
		{ bursts, 10, 10, 740e3, 15, .01, .01 }, { bursts, 10, 10, 400e3, 15, 3, 0 },
		{ doubles, 10, 10, 250e3, 29.375, .01, .01 }, { fills, 400, 2, 45e6, 22, .5, 1 },
		{ changes, 10, 20, 20e6, 20, .2, .2 },
		{ changes_late, 10, 20, 14e6, 20, .2, .2 }, { returns, 10, 20, 6e6, 14, 1, 0 } };

	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		benchi_life l = life_of(of[i].window, of[i].early_ns, of[i].late_ns, of[i].time_ns);
		double mean = l.late.mean_ns, width = l.late.mean_ns_high - l.late.mean_ns_low;

		ck_assert_msg(fabs(mean - of[i].mean) <= of[i].tolerance
			&& (of[i].width > 0 ? width <= of[i].width : width > 2),
			"row %d: mean %g, interval %g", (int)i, mean, width);
		ck_assert(l.late.mean_ns_low <= mean && mean <= l.late.mean_ns_high
			&& l.late.min_ns <= mean);
	}
}

/* The core's clock is 10 % slower after the 500th window, and takes longer for everything. */
static double slows(int i)
{
	made_core.tick_ns = i < 500 ? .27 : .297;
	return 1000 * made_core.tick_ns / .27;
}

TEST(the_mean_is_on_the_first_clock)
{
	const bench_case item = { .body = body };
	bench_summary early = benchi_summary_none(BENCH_OK);
	benchi_life l;

	made_core_begin();
	made.window = slows;
	made.windows = 0;
	early.ns = early.min_ns = 10;
	early.overhead_ns = 0;
	early.iterations = 1000;
	early.samples = 10;
	early.mhz = 1e3 / .27;
	l = live(&item, &early, 10e6);
	CHECK_NUMBERS({ l.late.mean_ns, 10, .05 }, { l.late.mean_ns_high - l.late.mean_ns_low, 0, .1 });
}

/* Random bursts make different cycles; the interval must include the true value. */
TEST(random_bursts_have_an_interval)
{
	int held = 0;

	random_state = 1;
	for (int i = 0; i < 200; i++) {
		benchi_life l = life_of(at_random, 10, 10, 3e6);

		held += l.late.mean_ns_low <= 15 && l.late.mean_ns_high >= 15;
	}
	ck_assert_int_ge(held, 180);
}

TEST(windows_keep_their_length_where_a_function_sets_up)
{
	static const struct { double ns, overhead_ns; int calls; uint64_t n; } of[] = {
		{ 10, .1, 0, 500 }, { 10, 3, 0, 3000 }, { 10, 3, 1, 500 }, { 1e6, 3, 1, 1 },
		{ 39, .1, 0, 128 }, { 45, .1, 0, 222 } };     /* longer below a quarter */

	made.window = bursts;
	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		const bench_case item = { .body = of[i].calls ? NULL : body,
			.call = of[i].calls ? call : NULL, .prepare = prepare };
		bench_summary early = benchi_summary_none(BENCH_OK);

		made_core_begin();
		made.longest = made.windows = 0;
		made.call_ns = of[i].ns;
		early.ns = early.min_ns = of[i].ns;
		early.overhead_ns = of[i].overhead_ns;
		early.iterations = 30000;
		early.samples = 10;
		live(&item, &early, 2e8);
		ck_assert_uint_eq(made.longest, of[i].n);
	}
}

/* A process that took 40 ns at first and late_ns at the end of its life. */
static benchi_observed part_of(benchi_life *life, double late_ns, double bursts, double beyond)
{
	benchi_observed part = { .summary = benchi_summary_none(BENCH_OK), .life = life };

	part.summary.ns = 40;
	part.summary.ns_low = 39;
	part.summary.ns_high = 41;
	*life = (benchi_life){ .late = part.summary, .bursts = bursts, .beyond_ns = beyond * late_ns,
		.elapsed_ns = 1e6 };
	life->late.ns = life->late.mean_ns = late_ns;
	life->late.ns_low = late_ns - 1;
	life->late.ns_high = late_ns + 1;
	return part;
}

/* Suspicious are a large share of bursts in the mean, even if the mean is close to the median,
 * and a large distance of the two, unless a neighbour may have caused it. */
TEST(what_is_suspicious)
{
	static const struct {
		double late_ns, bursts, beyond;
		size_t suspicions;
	} expected[] = {
		{ 40, 0, 0, 0 }, { 40, .03, .03, 0 }, { 40, .05, .05, 1 }, { 40, 0, .15, 0 },
		{ 40, 0, .25, 1 }, { 40, 0, -.25, 1 }, { 41.5, 0, 0, 0 }, { 44, 0, 0, 1 }, { 30, 0, 0, 1 },
	};

	for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
		benchi_life life;
		benchi_observed part = part_of(&life, expected[i].late_ns, expected[i].bursts,
			expected[i].beyond);
		size_t lives;

		ck_assert_uint_eq(benchi_life_suspicions(&part, 1, &lives), expected[i].suspicions);
		ck_assert_uint_eq(lives, 1);
		life.late.mean_ns = 55;     /* two states, with the life's median between them */
		ck_assert_uint_eq(benchi_life_suspicions(&part, 1, &lives), 1);
		life.late.ns = life.late.ns_low = life.late.ns_high = 40;
		life.beyond_ns = life.bursts = 0;
		part.summary.warnings = BENCH_WARN_RARE;    /* the first windows saw rare work */
		life.late.mean_ns = 40;
		ck_assert_uint_eq(benchi_life_suspicions(&part, 1, &lives), 1);
	}
}

/* A neighbour on the core explains twice the time, not more.  Where one of the two is "at most",
 * the answer is unknown.  A first measurement without an interval does not hide a change. */
TEST(what_is_a_change)
{
	static const struct {
		double late_ns;
		unsigned warnings;
		int change;
	} expected[] = {
		{ 41, 0, 0 }, { 43, 0, 1 }, { 37, 0, -1 }, { 22, BENCH_WARN_NEIGHBOUR, 0 },
		{ 15, BENCH_WARN_NEIGHBOUR, -1 }, { 90, BENCH_WARN_NEIGHBOUR, 1 },
		{ 4, BENCH_WARN_BELOW_RESOLUTION, BENCHI_LIFE_UNKNOWN },
	};
	benchi_life life;
	benchi_observed part;
	size_t lives;
	bool sure;

	for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
		part = part_of(&life, expected[i].late_ns, 0, 0);
		part.summary.warnings = expected[i].warnings;
		ck_assert_int_eq(benchi_life_change(&part.summary, &life, &sure),
			expected[i].change);
	}
	part = part_of(&life, 10, 0, 0);
	part.summary.warnings = BENCH_WARN_NEIGHBOUR;
	part.summary.ns_low = part.summary.ns_high = NAN;
	ck_assert_uint_eq(benchi_life_suspicions(&part, 1, &lives), 1);
	part.summary.warnings |= BENCH_WARN_BELOW_RESOLUTION;
	ck_assert_uint_eq(benchi_life_suspicions(&part, 1, &lives), 1);
	life.late.warnings = BENCH_WARN_BELOW_RESOLUTION;   /* there is nothing to find */
	life.late.mean_ns = 40;
	ck_assert_uint_eq(benchi_life_suspicions(&part, 1, &lives), 0);
}

/* Two states that alternate are no change, wherever the life ends. */
TEST(a_first_cost_that_recurs_has_not_changed)
{
	benchi_life life;
	benchi_observed part = part_of(&life, 20, 0, 0);
	bool sure;

	part.summary.ns = part.summary.ns_low = part.summary.ns_high = 10;
	life.again = life_of(returns, 10, 20, 10e6).again;
	CHECK_NUMBERS({ life.again, .2, .05 },
		{ benchi_life_change(&part.summary, &life, &sure), 0 });
	life.again = life_of(changes, 10, 20, 10e6).again;
	CHECK_NUMBERS({ life.again, 0 }, { benchi_life_change(&part.summary, &life, &sure), 1 },
		{ life_of(bursts, 10, 10.1, 10e6).again, NAN });
}

TEST(lives_go_on_while_half_are_suspicious)
{
	/* s: suspicious, n: not, -: no life */
	static const struct { const char *lives; bool wanted; } of[] = { { "", true }, { "--", true },
		{ "s", true }, { "n", false }, { "ns", true }, { "-sn", true }, { "snn", false },
		{ "sssss", true }, { "ssssss", false }, { "snsnss", false }, { "snsns", true } };

	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		benchi_life life[PARTS];
		benchi_observed part[PARTS];
		size_t n = strlen(of[i].lives);

		for (size_t k = 0; k < n; k++) {
			part[k] = part_of(&life[k], 40, of[i].lives[k] == 's' ? .5 : 0, 0);
			if (of[i].lives[k] == '-')
				part[k].life = NULL;
		}
		ck_assert_msg(benchi_life_wanted(part, n) == of[i].wanted, "'%s'", of[i].lives);
	}
}

CHECK_SUITE("life")
