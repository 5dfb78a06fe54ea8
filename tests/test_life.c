/*
 * Lives of a case: the mean of recurring work, what asks for more lives, and when that ends.
 *
 * SPDX-License-Identifier: MIT
 */
#include "program/life.c"
#include "program/processes.c"
#include "check_main.h"

enum { PARTS = 8 };

/* Windows of 100 iterations take 1000 ns; every period-th takes burst_ns more. */
static struct cycles follow_bursts(int n, int period, double burst_ns)
{
	struct cycles c = { .n = 0 };

	for (int i = 1; i <= n; i++) {
		double excess = i % period ? 0 : burst_ns;

		follow(&c, 1000 + excess, 100, excess, excess > 0);
	}
	return c;
}

/* The mean is 10 ns plus the burst's share, wherever the life ends. */
TEST(whole_cycles_have_no_edge)
{
	for (int n = 400; n < 500; n += 7) {
		struct cycles c = follow_bursts(n, 100, 50000);
		struct benchi_mean mean = mean_of_cycles(&c);

		CHECK_NUMBERS({ mean.mean, 15, 1e-9 }, { mean.high - mean.low, 0, 1e-6 });
	}
}

TEST(few_cycles_have_no_mean)
{
	struct cycles c = follow_bursts(399, 100, 50000);

	CHECK_NUMBERS({ c.n, CYCLES_LEAST - 1 }, { mean_of_cycles(&c).mean, NAN });
}

/* A table that doubles and is then emptied: bursts of 1, 2, 4, 8 and 16 us form one cycle. */
TEST(a_cycle_has_smaller_bursts)
{
	struct cycles c = { .n = 0 };
	struct benchi_mean mean;

	for (int cycle = 0; cycle < 5; cycle++)
		for (int i = 1; i <= 16; i++) {
			double excess = i & (i - 1) ? 0 : 1000 * i;

			follow(&c, 1000 + excess, 100, excess, excess > 0);
		}
	mean = mean_of_cycles(&c);
	CHECK_NUMBERS({ c.n, 4 }, { mean.mean, 10 * (1 + 31 / 16.), 1e-9 },
		{ mean.high - mean.low, 0, 1e-6 });
}

/* If there are enough cycles the mean is computed from them, even if batches agree better. */
TEST(cycles_come_before_batches)
{
	struct living l = { .kept = { .ns = { 10 }, .n = 1 }, .cycles = follow_bursts(400, 90, 50000) };

	l.cycles.ns *= 1.1;
	l.cycles.ns_ns *= 1.5;
	for (int i = 0; i < 16; i++)
		benchi_total_add(&l.total, 1000, 100);
	CHECK_NUMBERS({ say(&l, false).mean.mean, 1.1 * (10 + 50000 / 9000.), 1e-6 },
		{ say(&l, false).mean.high - say(&l, false).mean.low > 1, true });
}

/* Random bursts make different cycles; the interval must include the true value. */
TEST(random_bursts_have_an_interval)
{
	uint64_t random = 1;
	int held = 0;

	for (int life = 0; life < 200; life++) {
		struct cycles c = { .n = 0 };
		struct benchi_mean mean;

		for (int i = 0; i < 2000; i++) {
			double excess = benchi_draw_unit(&random) < .01 ? 50000 : 0;

			follow(&c, 1000 + excess, 100, excess, excess > 0);
		}
		mean = mean_of_cycles(&c);
		held += mean.low <= 15 && mean.high >= 15;
	}
	ck_assert_int_ge(held, 180);
}

/* A table that fills up: 400 ns at first, later 2 ns, with a burst of the same length all the
 * time. The mean is of the later state. */
TEST(the_mean_is_of_the_state_that_lasts)
{
	struct living l = { .n = 100, .usual_ns = 400, .kept.stride = 1 };
	double mean;

	for (int i = 1; i <= 8000; i++)
		take(&l, (i <= 1000 ? 4e4 : 200) + (i % 100 ? 0 : 2e5));
	mean = say(&l, false).mean.mean;
	CHECK_NUMBERS({ mean, 22, 0.1 });
}

/* A state that lasted a third of the life or more may come again: it is part of the mean. */
TEST(a_long_first_state_is_in_the_mean)
{
	for (int first = 1000; first <= 4000; first += 3000) {
		struct living l = { .n = 100, .usual_ns = 10, .kept.stride = 1 };
		struct said s;

		for (int i = 0; i < 10000; i++)
			take(&l, i < first ? 1000 : 2000);
		s = say(&l, false);
		CHECK_NUMBERS({ s.mean.mean, first == 1000 ? 20 : 16, .2 },
			{ s.mean.high - s.mean.low > 2, first == 4000 },
			{ say(&l, true).mean.mean, 20, .2 });   /* known to be a former state */
	}
}

TEST(windows_keep_their_length_where_a_function_sets_up)
{
	bench_summary s = { .ns = 10, .iterations = 30000, .samples = 10, .overhead_ns = 0.1 };

	ck_assert_uint_eq(window_iterations(&s, false, 5000), 500);
	s.overhead_ns = 3;
	ck_assert_uint_eq(window_iterations(&s, false, 5000), 3000);
	ck_assert_uint_eq(window_iterations(&s, true, 5000), 500);
	s.ns = 1e6;
	ck_assert_uint_eq(window_iterations(&s, true, 5000), 1);
}

/* A thousand steps per iteration. */
static void steps(uint64_t n, void *arg)
{
	volatile uint64_t *x = arg;

	for (n *= 1000; n > 0; n--)
		++*x;
}

/* A second measurement in which a burst lasted all the time: no window was short. */
static bench_summary within_a_burst(void *to)
{
	bench_summary late = *(const bench_summary *)to;

	late.ns = late.min_ns = 1e9;
	return late;
}

TEST(the_mean_is_of_the_life_not_of_what_is_measured_after_it)
{
	uint64_t x = 0;
	const bench_case item = { .body = steps, .arg = &x };
	benchi_result result = { .seen.summary = benchi_summary_none(BENCH_OK) };
	bench_summary *s = &result.seen.summary, *late;

	s->ns = s->ns_low = s->ns_high = s->min_ns = 1;   /* causes a second measurement */
	s->iterations = s->samples = 10;
	s->mhz = 1000;
	ck_assert_int_eq(benchi_result_add(&result, &(benchi_reading){ 1, 1, 1, 0, 0 }), BENCH_OK);
	ck_assert_int_eq(benchi_life_run(&item, 2e6, 2e6, within_a_burst, s, &result), BENCH_OK);
	ck_assert(result.seen.life);
	late = &result.seen.life->late;
	ck_assert(late->mean_ns > 0 && late->mean_ns < 1e8);
	ck_assert(!(late->mean_ns_low > late->mean_ns) && !(late->mean_ns_high < late->mean_ns));
	ck_assert(late->min_ns <= late->mean_ns);
	free(result.seen.life);
	free(result.reading);
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

#ifdef BENCHI_HAVE_PROCESSES
/* Two states that alternate are no change, wherever the life ends. */
TEST(a_first_cost_that_recurs_has_not_changed)
{
	benchi_life life;
	benchi_observed part = part_of(&life, 80, 0, 0);
	struct kept alternates = { .stride = 1 }, fills = { .stride = 1 };
	bool sure;

	for (int i = 0; i < 100; i++) {
		keep(&alternates, i < 50 || i % 5 == 0 ? 41 : 79);
		keep(&fills, i < 80 ? 41 : 79);
	}
	life.again = share_as_first(&alternates, 40, 80);
	CHECK_NUMBERS({ life.again, .2, .02 },
		{ benchi_life_change(&part.summary, &life, &sure), 0 });
	life.again = share_as_first(&fills, 40, 80);
	CHECK_NUMBERS({ life.again, 0 }, { benchi_life_change(&part.summary, &life, &sure), 1 },
		{ share_as_first(&fills, 40, 41), NAN });
}

/* There are up to six lives while half of them are suspicious. */
TEST(lives_go_on_while_half_are_suspicious)
{
	static const struct {
		/* s: suspicious, n: not, -: no life; the rows that need another life */
		const char *lives, *rows;
	} expected[] = {
		{ "", "0" }, { "--", "0" }, { "s", "0" }, { "n", "" }, { "ns", "0" }, { "-sn", "0" },
		{ "snn", "" }, { "sssss", "0" }, { "ssssss", "" }, { "snsnss", "" }, { "snsns", "0" },
	};
	struct benchi_processes_budget budget = { .life_ns = 1e6 };

	for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
		benchi_life life[PARTS];
		benchi_observed part[PARTS];
		benchi_result result = { .each = { .part = part, .n = strlen(expected[i].lives) } };
		benchi_report report = { .result = &result, .n = 1 };
		char rows[ROW_TEXT];
		struct parent p = { .report = &report, .budget = &budget, .lives = rows };

		for (size_t k = 0; k < result.each.n; k++) {
			part[k] = part_of(&life[k], 40, expected[i].lives[k] == 's' ? .5 : 0, 0);
			if (expected[i].lives[k] == '-')
				part[k].life = NULL;
		}
		list_lives(&p, LIFE_FIRST + 1 + result.each.n);
		ck_assert_str_eq(rows, expected[i].rows);
	}
}

/* The time of lives is added to the default time, but it is part of a time that was requested. */
TEST(lives_take_no_time_from_other_processes)
{
	for (int stated = 0; stated <= 1; stated++) {
		benchi_settings settings = { .time_ns = stated ? 1e9 : 0 };
		benchi_pass pass = { .settings = &settings };
		benchi_life *life = malloc(sizeof *life);
		benchi_result result = { .seen.summary = part_of(life, 40, 0, 0).summary,
			.seen.life = life };
		benchi_report report = { .result = &result, .n = 1 };
		struct parent p = { .pass = &pass, .report = &report };

		ck_assert_int_eq(processes_keep(&p, 0, BENCHI_TIMED), 0);
		CHECK_NUMBERS({ p.lived_ns, stated ? 0 : 1e6 });
		free(result.each.part);
		free(life);
	}
}
#endif

CHECK_SUITE("life")
