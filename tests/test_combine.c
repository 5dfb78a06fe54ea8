/*
 * Combines the results of several processes.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "made_result.h"
#include "program/program.h"

enum { PROCESSES = 7, EACH = 3, MOST = 20 };

static benchi_observed part[MOST];
static benchi_result r;
static bench_summary *const all = &r.answer.summary;      /* of all processes */

static void metrics_free(void)
{
	for (size_t i = 0; i < r.metrics; i++)
		free(r.metric[i].part);
	free(r.metric);
	r.metric = NULL;
	r.metrics = r.metric_capacity = 0;
}

/* n processes, all like the first result; windows() adds their windows. */
static void begin(uint32_t n)
{
	metrics_free();
	free(r.reading);
	r = ten_ns();
	memset(part, 0, sizeof part);
	for (uint32_t p = 0; p < n; p++) {
		part[p].summary = r.answer.summary;
		part[p].summary.confidence = 0.95;
		part[p].process = p;
	}
}

/* Adds n windows to process p; the first takes ns, each later one `step` more. */
static void windows(uint32_t p, uint32_t n, double ns, double step, double iterations)
{
	for (uint32_t i = 0; i < n; i++) {
		benchi_reading reading = { ns + step * i, (double)NAN, iterations, p, i };

		ck_assert_int_eq(benchi_result_add(&r, &reading), BENCH_OK);
	}
}

static void combine(uint32_t n)
{
	benchi_report report = { .result = &r, .n = 1 };

	metrics_free();
	r.each = (struct benchi_parts){ .part = part, .n = n };
	ck_assert_int_eq(benchi_parts_combine(&report), BENCH_OK);
}

TEST(the_process_is_the_unit)
{
	const double off[PROCESSES] = { 0, 5, -1, 1, -2, 2, 30 };

	begin(PROCESSES);
	for (uint32_t p = 0; p < PROCESSES; p++) {
		part[p].summary.ns = part[p].wall_ns = 100 + off[p];
		part[p].summary.samples = EACH;
		part[p].summary.confidence = 0.75;
		part[p].cpu_ns = p ? (double)NAN : 5e6;   /* one process was interrupted */
		part[p].summary.min_ns = 99 + off[p];
		windows(p, EACH, 99 + off[p], 1, 10);
	}
	combine(PROCESSES);
	CHECK_NUMBERS({ all->ns, 101, 1e-9 }, { r.answer.within, 2 / 1.34898, 1e-5 },
		{ r.answer.between, 4 / 1.34898, 1e-5 },   /* 130 is an outlier */
		{ r.answer.cpu_ns, NAN }, { all->samples, PROCESSES * EACH },
			{ r.answer.processes, PROCESSES },
		{ all->min_ns, 97 });
	ck_assert(all->ns_low <= 99 && all->ns_high >= 105);
	ck_assert(!(all->warnings & BENCH_WARN_FEW_SAMPLES));
	combine(1);
	CHECK_NUMBERS({ all->ns_low, 9 },   /* with one process: its own interval */
		{ r.answer.processes, 1 }, { r.answer.between, NAN });
	part[0].summary.warnings = BENCH_WARN_NEIGHBOUR | BENCH_WARN_BELOW_RESOLUTION;
	part[1].summary.warnings = BENCH_WARN_ELIDED;
	part[6].summary.ns = 1e6;   /* an outlier, but no reason to print "at most" */
	combine(PROCESSES);
	ck_assert_uint_eq(all->warnings, BENCH_WARN_ELIDED);
	combine(2);
	ck_assert(all->warnings & BENCH_WARN_FEW_SAMPLES);
}

/* Six processes agree if their cycles do. No more are needed then, unless a neighbour shared a
 * core or the mean shows rare work. */
TEST(processes_agree_within_their_interval)
{
	begin(6);
	for (uint32_t p = 0; p < 6; p++) {
		part[p].summary.ns = part[p].summary.mean_ns = 100 + 4 * p;
		part[p].summary.cycles = 400 + p;
		part[p].basis.done = 1;
	}
	ck_assert_double_lt(benchi_parts_half_width(part, 6), 0.007);
	ck_assert_double_gt(benchi_parts_half_width(part, 6), 0.005);
	part[3].summary.warnings = BENCH_WARN_NEIGHBOUR;
	ck_assert(isinf(benchi_parts_half_width(part, 6)));
	part[3].summary.warnings = 0;
	part[3].summary.mean_ns = 200;
	ck_assert(isinf(benchi_parts_half_width(part, 6)));
	part[3].summary.mean_ns = part[3].summary.ns;
	part[5].summary.cycles = (double)NAN;
	ck_assert_double_gt(benchi_parts_half_width(part, 6), 0.07);
	ck_assert(isinf(benchi_parts_half_width(part, 0)));
}

/* One of n processes saw rare work of 300 times the median; the others were too short for it.
 * The mean is then unsure, and its interval shows that. */
static void expect_rare_work(uint32_t n, unsigned warnings, size_t samples)
{
	begin(n);
	for (uint32_t p = 0; p < n; p++) {
		bench_summary *s = &part[p].summary;

		s->mean_ns = p ? s->ns : 300 * s->ns;
		s->warnings = p ? 0 : warnings;
		s->samples = p ? 100 : samples;
		s->iterations = 100000;
		part[p].basis.done = 100000;
	}
	if (samples == 1)
		part[0].summary.ns *= 300;
	combine(n);
	CHECK_NUMBERS({ all->warnings & BENCH_WARN_RARE, 0 },
		{ (all->warnings & BENCH_WARN_NOISY) != 0, true }, { all->ns_high >= all->mean_ns, true });
}

/* Even if that process had a noisy neighbour or an interruption. */
TEST(one_process_alone_may_have_seen_rare_work)
{
	for (uint32_t n = 2; n <= 20; n++) {
		expect_rare_work(n, BENCH_WARN_RARE, 100);
		if (n > 6) {
			expect_rare_work(n, BENCH_WARN_RARE | BENCH_WARN_NEIGHBOUR, 100);
			expect_rare_work(n, BENCH_WARN_RARE, 1);
		}
	}
}

/* With a life that met nothing, the machine took that time, and the median's interval is the
 * windows'. */
TEST(one_process_against_a_life_does_not_widen_the_interval)
{
	benchi_life life;

	for (int lived = 0; lived < 2; lived++) {
		begin(20);
		memset(&life, 0, sizeof life);
		life.late = part[1].summary;
		for (uint32_t p = 0; p < 20; p++) {
			bench_summary *s = &part[p].summary;

			s->mean_ns = p ? s->ns : 300 * s->ns;
			s->warnings = 0;
			s->samples = 100;
			s->iterations = 100000;
			part[p].basis.done = 100000;
		}
		part[1].life = lived ? &life : NULL;
		combine(20);
		part[1].life = NULL;
		ck_assert_int_eq(all->ns_high < 1.1 * all->ns, lived);
	}
}

/* Each process ends after 2 ms, or after the burst of 7 ms that one of three meets then. The
 * mean of their means would be 33 ns; total time over total iterations is 24 ns. */
TEST(a_process_that_ends_after_a_burst_weighs_no_more)
{
	begin(12);
	for (uint32_t p = 0; p < 12; p++) {
		part[p].summary.ns = 10;
		part[p].summary.mean_ns = p % 3 ? 10 : 80;
		part[p].basis.done = p % 3 ? 200000 : 100000;
	}
	combine(12);
	CHECK_NUMBERS({ all->mean_ns, (4 * 8 + 8 * 2) / (4 * .1 + 8 * .2), 1e-9 });
	ck_assert(all->mean_ns_low < 24 && all->mean_ns_low > 0);
	ck_assert(all->mean_ns_high > 24);
}

TEST(the_mean_is_no_lower_than_the_shortest_window)
{
	begin(6);
	for (uint32_t p = 0; p < 6; p++) {
		windows(p, 3, 9.5, 0.5, 10);
		part[p].summary.ns = 10;
		part[p].summary.min_ns = 9.5;
		part[p].summary.mean_ns = p ? 10 : 30;
		part[p].basis.done = 1000;
	}
	combine(6);
	CHECK_NUMBERS({ all->mean_ns, 80 / 6., 1e-9 }, { all->mean_ns_low, 9.5 });
}

static benchi_life life[MOST];

/* n processes take 40 ns at first. `lives` of them run on: they take late_ns then, and mean_ns
 * on average. */
static void give_lives(uint32_t n, uint32_t lives, double late_ns, double mean_ns)
{
	begin(n);
	for (uint32_t p = 0; p < n; p++) {
		bench_summary *s = &part[p].summary;

		windows(p, 3, 39, 1, 10);
		*s = benchi_summary_none(BENCH_OK);
		s->ns = s->mean_ns = 40;
		s->ns_low = 39;
		s->ns_high = 41;
		part[p].basis.done = 1e5;
		if (p >= lives)
			continue;
		windows(p | BENCHI_LATE, 3, late_ns - 1, 1, 10);
		life[p] = (benchi_life){ .late = *s, .basis = { 5e6, .1, 0 },
			.beyond_ns = mean_ns - late_ns };
		life[p].late.ns = late_ns;
		life[p].late.ns_low = late_ns - 1;
		life[p].late.ns_high = late_ns + 1;
		life[p].late.mean_ns = mean_ns;
		life[p].late.mean_ns_low = mean_ns - 2;
		life[p].late.mean_ns_high = mean_ns + 2;
		part[p].life = &life[p];
	}
}

static void run_on(uint32_t n, uint32_t lives, double late_ns, double mean_ns)
{
	give_lives(n, lives, late_ns, mean_ns);
	combine(n);
}

TEST(a_row_whose_cost_changes_is_of_the_long_run)
{
	const benchi_metric *first;

	run_on(12, 6, 10, 10);
	first = benchi_metric_find(&r, BENCHI_METRIC_FIRST);
	ck_assert(first && first->n == 6);
	CHECK_NUMBERS({ all->ns, 10, 1e-9 }, { r.answer.processes, 6 }, { r.n, 18 },
		{ r.reading[0].ns, 9 }, { r.reading[17].process, 5 }, { first->value, 40 },
		{ all->warnings, BENCH_WARN_DRIFT }, { all->mean_ns, 10, 1e-9 },
		{ all->mean_ns_high, 10.1, 1e-9 });
	run_on(12, 2, 10, 10);      /* too few to be sure: the interval includes both */
	CHECK_NUMBERS({ all->ns, 10, 1e-9 }, { all->ns_high, 40, 1e-9 },
		{ all->warnings & BENCH_WARN_DRIFT, BENCH_WARN_DRIFT });
	run_on(12, 1, 10, 10);
	CHECK_NUMBERS({ all->ns, 10, 1e-9 }, { all->ns_high, 40, 1e-9 }, { r.n, 3 });
}

/* Lives have more windows than the readings, some of them shorter: their mean is not raised to the
 * shortest reading, the shortest window is theirs, and each process's share says the same as the
 * two figures of the row. */
TEST(the_mean_of_lives_is_not_raised_to_the_shortest_reading)
{
	const benchi_metric *mean;

	give_lives(12, 6, 40, 30);
	for (uint32_t p = 0; p < 6; p++)
		life[p].late.min_ns = 29;
	combine(12);
	mean = benchi_metric_find(&r, BENCHI_METRIC_MEAN);
	CHECK_NUMBERS({ all->mean_ns, 30, 1e-9 }, { all->ns, 40, 1e-9 }, { all->min_ns, 29, 1e-9 });
	ck_assert(!mean || fabs(mean->value - 0.75) < 1e-9);
}

/* Processes agree, but each one's interval reaches down to 20 ns. */
TEST(the_cost_of_regions_is_common_to_all_processes)
{
	for (int regions = 0; regions < 2; regions++) {
		give_lives(12, 0, 40, 40);
		for (uint32_t p = 0; p < 12; p++) {
			part[p].summary.ns_low = 20;
			part[p].summary.method = regions ? "regions" : "function";
		}
		combine(12);
		CHECK_NUMBERS({ all->ns_low, 20 + 20 * !regions, 1e-9 });
	}
}

/* One of three lives was left too little time for an interval: the row's holds both costs. */
TEST(few_lives_that_are_unsure_widen_the_interval)
{
	give_lives(12, 3, 10, 10);
	life[1].late.ns_low = life[1].late.ns_high = NAN;
	combine(12);
	CHECK_NUMBERS({ all->ns, 40 }, { r.n, 36 }, { all->ns_low, 10, 1e-9 },
		{ all->ns_high, 40 },
		{ all->warnings, BENCH_WARN_NOISY | BENCH_WARN_RARE });
	/* next to a neighbour, a mean below the median shows that the neighbour paused */
	for (uint32_t p = 0; p < 12; p++) {
		part[p].summary.warnings = BENCH_WARN_NEIGHBOUR;
		part[p].summary.width_full = 2 * (part[p].summary.width = 6);
	}
	combine(12);
	ck_assert_uint_eq(all->warnings & (BENCH_WARN_NEIGHBOUR | BENCH_WARN_RARE),
		BENCH_WARN_NEIGHBOUR);
}

TEST(a_row_whose_cost_stays_is_of_all_processes)
{
	run_on(12, 1, 40.5, 40.4);
	CHECK_NUMBERS({ all->ns, 40 }, { r.answer.processes, 12 }, { r.n, 36 }, { all->warnings, 0 },
		{ all->mean_ns, 40.4, 1e-9 });
}

/* One of six lives may differ from the others, two may not. */
TEST(one_life_may_disagree)
{
	for (uint32_t differ = 1; differ <= 2; differ++) {
		give_lives(12, 6, 10, 10);
		for (uint32_t p = 0; p < differ; p++)
			life[p].late.ns = life[p].late.ns_low = life[p].late.ns_high = 40;
		combine(12);
		CHECK_NUMBERS({ all->ns, differ == 1 ? 10 : 40, 1e-9 },
			{ (all->warnings & BENCH_WARN_DRIFT) != 0, differ == 1 });
	}
}

/* Lives that began with "at most" have no vote, unless most did. */
TEST(lives_that_do_not_know_do_not_vote)
{
	for (uint32_t unknown = 2; unknown <= 4; unknown += 2) {
		give_lives(12, 6, 10, 10);
		for (uint32_t p = 0; p < unknown; p++) {
			part[p].summary.ns = 400;
			part[p].summary.ns_low = 0;
			part[p].summary.warnings = BENCH_WARN_BELOW_RESOLUTION;
		}
		combine(12);
		CHECK_NUMBERS({ (all->warnings & BENCH_WARN_DRIFT) != 0, unknown == 2 });
	}
}

/* All windows of the lives were longer because the core was slower. */
TEST(a_slower_core_is_no_rare_work)
{
	give_lives(12, 6, 40, 80);
	for (uint32_t p = 0; p < 6; p++)
		life[p].beyond_ns = 1;
	combine(12);
	CHECK_NUMBERS({ all->warnings & BENCH_WARN_RARE, 0 }, { r.n, 36 });
}

/* Most lives met rare work of a tenth; they differ too much to be sure of its cost. */
TEST(rare_work_of_unsure_cost_widens_the_interval)
{
	give_lives(12, 6, 40, 44);
	for (uint32_t p = 0; p < 6; p++) {
		life[p].bursts = .1;
		life[p].late.mean_ns += p % 2 ? 3 : -3;
	}
	combine(12);
	CHECK_NUMBERS({ all->warnings & BENCH_WARN_RARE, 0 },
		{ all->ns, 40 }, { all->ns_high, 44, 1e-9 });
}

/* A life's median is in one of two long-lasting states, 40 or 120 ns. */
TEST(two_states_do_not_cancel)
{
	give_lives(12, 6, 40, 80);
	for (uint32_t p = 0; p < 6; p++)
		life[p].beyond_ns = p % 2 ? 40 : -40;
	combine(12);
	CHECK_NUMBERS({ all->warnings & BENCH_WARN_RARE, BENCH_WARN_RARE }, { all->mean_ns, 80, 1e-9 });
}

/* The first milliseconds differ from process to process, but the later ones do not. */
TEST(lives_that_agree_stand_for_unsure_starts)
{
	give_lives(12, 6, 40, 80);
	for (uint32_t p = 0; p < 12; p++)
		part[p].summary.ns = p % 3 ? 40 : 300;
	combine(12);
	CHECK_NUMBERS({ all->warnings, BENCH_WARN_RARE }, { all->ns, 40, 1e-9 },
		{ all->ns_high, 40, 1 }, { all->mean_ns, 80, 1e-9 }, { r.answer.processes, 6 });
}

/* Processes differ by more than the windows of one life suggest. */
TEST(the_interval_of_the_mean_is_that_of_lives)
{
	give_lives(12, 6, 40, 80);
	for (uint32_t p = 0; p < 6; p++) {
		life[p].late.mean_ns += p % 2 ? 10 : -10;
		life[p].late.mean_ns_low = life[p].late.mean_ns - 2;
		life[p].late.mean_ns_high = life[p].late.mean_ns + 2;
	}
	combine(12);
	CHECK_NUMBERS({ all->mean_ns, 80, 1e-9 },
		{ all->mean_ns_high, 80 + 2.5706 * 10 / sqrt(5), 1e-3 });
	for (uint32_t p = 3; p < 6; p++)
		part[p].life = NULL;
	for (uint32_t p = 0; p < 3; p++)
		part[p].life = &life[p];
	combine(12);
	CHECK_NUMBERS({ all->mean_ns, 80 - 10 / 3., 1e-9 }, { all->mean_ns_high, 90, 1e-9 });
}

/* Other programs took 4 % of the time, and all processes end in the same state (an edge of 2 ns).
 * The interval must include both effects. */
TEST(the_interval_of_the_mean_holds_what_the_machine_took_and_the_edges)
{
	for (int lives = 0; lives <= 1; lives++) {
		give_lives(12, lives ? 6 : 0, 40, 80);
		for (uint32_t p = 0; p < 12; p++) {
			struct benchi_basis *basis = lives && p < 6 ? &life[p].basis : &part[p].basis;

			part[p].summary.mean_ns = part[p].summary.mean_ns_high = 80;
			basis->taken = p % 2 ? .03 : .05;
			basis->edge_ns = 2;
		}
		combine(12);
		CHECK_NUMBERS({ all->mean_ns, 80, 1e-9 }, { all->mean_ns_high, 82, 1e-9 },
			{ all->mean_ns_low, 78 - 80 * (.04 + .01 / sqrt(lives ? 5 : 11)), 1e-9 });
	}
}

/* Short measurements see little of work that recurs more rarely than they last. The mean of the
 * long run counts, for the usual time of all processes (here 40 ns, in that process 80). */
TEST(work_that_recurs_within_a_life_is_in_the_mean)
{
	give_lives(12, 1, 40, 44);
	life[0].late.mean_ns_low = 43.9;
	life[0].late.mean_ns_high = 44.1;
	combine(12);
	CHECK_NUMBERS({ all->ns, 40 }, { all->mean_ns, 44, 1e-9 }, { all->mean_ns_high, 44.1, 1e-9 },
		{ all->warnings & BENCH_WARN_RARE, BENCH_WARN_RARE });
	part[0].summary.ns = 80;
	life[0].late.mean_ns = 88;
	life[0].late.mean_ns_low = 87.8;
	life[0].late.mean_ns_high = 88.2;
	combine(12);
	CHECK_NUMBERS({ all->mean_ns, 44, 1e-9 });
}

/* Most windows of the process that ran on have a burst, of another process few: the shortest
 * windows take the same time, so its layout is no other. */
TEST(windows_with_and_without_a_burst_are_no_layouts)
{
	give_lives(12, 1, 40, 44);
	for (uint32_t p = 0; p < 12; p++)
		part[p].summary.min_ns = 40;
	part[0].summary.ns = 46;
	combine(12);
	CHECK_NUMBERS({ all->ns, 40 }, { all->mean_ns, 44, 1e-9 });
}

/* Windows of a life are shorter, so that many have no burst where each of the others has one. */
TEST(a_burst_in_each_window_is_no_rare_work)
{
	give_lives(12, 1, 40, 44);
	life[0].late.mean_ns_low = 43.9;
	life[0].late.mean_ns_high = 44.1;
	for (uint32_t p = 0; p < 12; p++)
		part[p].summary.ns = 43.8;
	combine(12);
	CHECK_NUMBERS({ all->mean_ns, 44, 1e-9 }, { all->warnings & BENCH_WARN_RARE, 0 });
}

/* One disturbed life of three is not evidence of rare work. */
TEST(one_suspicious_life_of_three_is_none)
{
	give_lives(12, 3, 40, 80);
	for (uint32_t p = 0; p < 3; p++) {
		life[p].beyond_ns = p ? 0 : 40;
		life[p].late.mean_ns = p ? 40 : 80;
	}
	combine(12);
	CHECK_NUMBERS({ all->warnings, 0 }, { all->mean_ns, 40, 1e-9 });
}

/* The mean is that of the processes that ran on, which have rare work. */
TEST(rare_work_is_that_of_the_long_run)
{
	const benchi_metric *mean;

	run_on(12, 6, 40, 80);
	mean = benchi_metric_find(&r, BENCHI_METRIC_MEAN);
	ck_assert(mean && mean->n == 6);
	CHECK_NUMBERS({ all->ns, 40 }, { r.answer.processes, 12 }, { r.n, 36 },
		{ all->warnings, BENCH_WARN_RARE }, { all->mean_ns, 80, 1e-9 },
		{ all->mean_ns_low, 79.9, 1e-9 }, { mean->value, 2, 1e-9 });
}

static double unknown_confidence;   /* 0: of threads that never ran at the same time */

/* Processes of two threads. In the first so_many of them the threads never ran at the same
 * time, so that an iteration took 2 ns, not 10. */
static bench_summary apart_of(uint32_t processes, uint32_t so_many, double own_low)
{
	begin(processes);
	for (uint32_t p = 0; p < processes; p++) {
		bench_summary *s = &part[p].summary;

		s->ns = p < so_many ? 2 : 10 + p;
		s->ns_low = p < so_many ? 2 : own_low;
		s->ns_high = 20;
		s->samples = 100;
		s->confidence = p < so_many ? unknown_confidence : 0.95;
		windows(p, 3, s->ns, 0, 10);
	}
	combine(processes);
	CHECK_NUMBERS({ r.answer.processes, so_many < processes ? processes - so_many : processes },
		{ r.n, 3 * r.answer.processes });
	return r.answer.summary;
}

/* The same with three processes. */
static bench_summary far_apart(uint32_t so_many)
{
	return apart_of(3, so_many, 10);
}

TEST(threads_that_never_ran_together_do_not_count)
{
	static const double of[][3] = { { 11, NAN, 0.95 }, { 11.5, 2, NAN }, { 12, 2, NAN },
		{ 2, 2, 0 } };      /* two threads that ran alone prove little */

	for (uint32_t so_many = 0; so_many < 4; so_many++) {
		bench_summary s = far_apart(so_many);

		ck_assert_double_eq(s.ns, of[so_many][0]);
		if (so_many)
			ck_assert_double_eq(s.ns_low, of[so_many][1]);
		else
			ck_assert_double_gt(s.ns_low, 5);
	}
	ck_assert(far_apart(2).warnings & BENCH_WARN_FEW_SAMPLES);
	CHECK_NUMBERS({ far_apart(3).ns_high, 20 }, { far_apart(3).confidence, 0 });
	/* none was apart: only the scatter of the processes counts */
	ck_assert_double_gt(apart_of(2, 0, 1).ns_low, 4);
	unknown_confidence = (double)NAN;   /* as in results that a program published */
	ck_assert_double_eq(far_apart(3).confidence, 0.95);
}

/* Seven processes like `like` with these times, each with one reading of this number of
 * iterations. */
static void seven(const bench_summary *like, const double ns[PROCESSES], uint64_t iterations)
{
	begin(PROCESSES);
	for (uint32_t p = 0; p < PROCESSES; p++) {
		part[p].summary = *like;
		part[p].summary.ns = ns[p];
		windows(p, 1, ns[p], 0, (double)iterations);
	}
}

/* Seven processes with n windows of 100 iterations and 50 us each; in the first `some`
 * processes the windows took 16 ms, and so their mean is mean_ns. */
static uint32_t cut_short(uint32_t n, uint32_t some, double mean_ns)
{
	bench_summary like = ten_ns().answer.summary;
	double ns[PROCESSES];

	like.samples = n;
	like.iterations = 100 * n;
	for (uint32_t p = 0; p < PROCESSES; p++)
		ns[p] = p < some ? 16e4 : 500 + p;
	seven(&like, ns, 100);
	for (uint32_t p = 0; p < PROCESSES; p++) {
		part[p].summary.mean_ns = p < some ? mean_ns : ns[p];
		part[p].basis.done = 100 * n;
	}
	combine(PROCESSES);
	return (uint32_t)r.answer.processes;
}

TEST(a_process_whose_only_window_was_interrupted_does_not_count)
{
	ck_assert_uint_eq(cut_short(1, 1, 500), PROCESSES - 1);
	CHECK_NUMBERS({ r.n, PROCESSES - 1 }, { all->ns_high < 510, true });
	ck_assert_uint_eq(cut_short(2, 1, 500), PROCESSES - 1);
	ck_assert_uint_eq(cut_short(3, 1, 500), PROCESSES);   /* the median of three is long too */
	/* over a quarter of the processes: may be due to the body */
	ck_assert_uint_eq(cut_short(1, 2, 500), PROCESSES);
	ck_assert_double_gt(all->ns_high, 1e5);
	/* the machine took that time unreported, or it was rare work: only the mean counts it */
	ck_assert_uint_eq(cut_short(1, 1, 16e4), PROCESSES - 1);
	CHECK_NUMBERS({ r.n, PROCESSES - 1 }, { all->ns, 503.5 }, { all->mean_ns > 16e4 / 7, true });
}

/* Of three processes one had a single window, of 1.3 ms.  The others bound the cost from below. */
TEST(an_interrupted_process_does_not_lower_the_interval)
{
	static const double ns[] = { 22.6, 24.2, 1217 };

	begin(3);
	for (uint32_t p = 0; p < 3; p++) {
		part[p].summary.ns = ns[p];
		part[p].summary.cycles = 3 * ns[p];
		part[p].summary.samples = p < 2 ? 6 : 1;
		part[p].summary.iterations = 1100 * part[p].summary.samples;
		windows(p, 1, ns[p], 0, 1100);
	}
	combine(3);
	/* 23.4 - t(0.975, 1) 0.8 */
	CHECK_NUMBERS({ r.answer.processes, 3 }, { all->ns, 24.2 }, { all->ns_low, 13.24, 0.01 },
		{ all->cycles_low, 3 * 13.24, 0.03 }, { all->ns_high > 1217, true });
}

/* Every member of the summary is computed from all processes: none is just the first one's. */
TEST(every_member_is_combined)
{
	begin(PROCESSES);
	for (uint32_t p = 0; p < PROCESSES; p++) {
		benchi_reading reading = { 100 + p, 10 + p, 10, p, 0 };

		for (size_t m = 0; m < benchi_members_count; m++)
			benchi_member_set(&part[p].summary, &benchi_members[m], (double)(1000 * (m + 1) + p));
		part[p].basis.done = 1;
		ck_assert_int_eq(benchi_result_add(&r, &reading), BENCH_OK);
	}
	combine(PROCESSES);
	for (size_t m = 0; m < benchi_members_count; m++) {
		double value = benchi_member_value(&r.answer.summary, &benchi_members[m]);
		double first = (double)(1000 * (m + 1));

		ck_assert_msg(value < first || value > first, "%s is the first process's",
			benchi_members[m].name);
	}
}

/* n processes with two readings of 100 + i ns. The first `disturbed` have a neighbour: their
 * readings are twice as long, and their intervals allow for half. */
static void beside_neighbour(uint32_t n, uint32_t disturbed)
{
	begin(n);
	for (uint32_t i = 0; i < n; i++) {
		bench_summary *s = &part[i].summary;

		part[i].cpu_ns = part[i].wall_ns = (double)NAN;
		*s = benchi_summary_none(BENCH_OK);
		s->ns = s->ns_high = (i < disturbed ? 200 : 100) + i;
		s->ns_low = i < disturbed ? 95 : s->ns;
		s->cycles = s->cycles_high = 3 * s->ns;
		s->cycles_low = 3 * s->ns_low;
		if (i < disturbed) {
			s->warnings = BENCH_WARN_NEIGHBOUR;
			s->width_full = 2 * (s->width = 6);
		}
		windows(i, 2, s->ns, 0, 10);
	}
	combine(n);
}

TEST(processes_beside_a_neighbour_do_not_count_where_enough_others_do)
{
	static const uint32_t of[][3] = { { 6, 3, 3 }, { 7, 4, 7 }, { 5, 2, 3 }, { 4, 2, 4 },
		{ 2, 1, 2 }, { 12, 7, 12 }, { 14, 8, 6 } };

	beside_neighbour(MOST, 14);
	CHECK_NUMBERS({ r.answer.processes, 6 }, { r.n, 12 }, { all->ns, 116.5 });
	for (size_t i = 0; i < r.n; i++)
		ck_assert_uint_ge(r.reading[i].process, 14);
	ck_assert(all->ns_low >= 114 && all->ns_high <= 119);
	ck_assert(!(all->warnings & BENCH_WARN_NEIGHBOUR));
	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		beside_neighbour(of[i][0], of[i][1]);
		ck_assert_uint_eq(r.answer.processes, of[i][2]);
	}
}

/* Seven processes spaced by ns; the first `warned` have a warning. */
static bench_summary apart_by(double ns, uint32_t warned)
{
	const bench_summary like = ten_ns().answer.summary;
	double of[PROCESSES];

	for (uint32_t p = 0; p < PROCESSES; p++)
		of[p] = 1000 + ns * ((double)p - 3);
	seven(&like, of, 10);
	for (uint32_t p = 0; p < PROCESSES; p++)
		part[p].summary.warnings = p < warned ? BENCH_WARN_MIGRATED : 0;
	combine(PROCESSES);
	return r.answer.summary;
}

TEST(warnings_of_several)
{
	bench_summary s = apart_by(1, 3);
	double width = s.ns_high - s.ns_low;

	ck_assert(width > 0 && !(s.warnings & (BENCH_WARN_NOISY | BENCH_WARN_MIGRATED)));
	ck_assert(apart_by(1, 4).warnings & BENCH_WARN_MIGRATED);
	ck_assert(!(apart_by(49.9 / width, 0).warnings & BENCH_WARN_NOISY));
	ck_assert(apart_by(50.1 / width, 0).warnings & BENCH_WARN_NOISY);
}

/* Cycles are those of the processes that found the core's clock. */
TEST(cycles_are_unknown_where_no_process_has_them)
{
	for (uint32_t without = 0; without <= PROCESSES; without++) {
		apart_by(1, 0);
		for (uint32_t p = 0; p < without; p++) {
			part[p].summary.warnings = BENCH_WARN_NO_TICK;
			part[p].summary.cycles = part[p].summary.cycles_low = NAN;
			part[p].summary.cycles_high = NAN;
		}
		combine(PROCESSES);
		CHECK_NUMBERS({ isnan(all->cycles) != 0, (all->warnings & BENCH_WARN_NO_TICK) != 0 },
			{ isnan(all->cycles) != 0, without == PROCESSES });
	}
}

TEST(where_too_few_do_the_interval_is_all_that_they_allow_for)
{
	const benchi_metric *width;

	beside_neighbour(MOST, 15);
	CHECK_NUMBERS({ r.answer.processes, 20 }, { r.n, 40 },
		{ all->ns, 117 },   /* median of the undisturbed ones */
		{ all->ns_low, 95 }, { all->ns_high, 214 },
			{ all->cycles, 351 },
		{ all->cycles_low, 285 }, { all->cycles_high, 642 });
	ck_assert(all->warnings & BENCH_WARN_NEIGHBOUR);
	width = benchi_metric_find(&r, BENCHI_METRIC_CORE_WIDTH);
	CHECK_NUMBERS({ benchi_metric_of(width, 0), 0.5 }, { benchi_metric_of(width, 19), 1 });
	beside_neighbour(MOST, 20);
	CHECK_NUMBERS({ all->ns, 209.5 }, { all->ns_low, 95 }, { all->ns_high, 219 },
		{ all->cycles_high, 657 });
}

TEST(a_process_of_one_preempted_window_is_not_the_only_one_that_counts)
{
	beside_neighbour(6, 6);
	part[0].summary.ns = part[0].summary.ns_high = part[0].summary.mean_ns = 1e5;
	combine(6);
	CHECK_NUMBERS({ all->ns, 203.5 }, { all->ns_low, 95 });
}

/* Six processes that agree, with and without a neighbour. The interval is theirs if one had the
 * whole core; if most had it, no share of its width is reported. */
TEST(processes_that_agree_beside_a_neighbour_are_believed)
{
	beside_neighbour(6, 5);
	for (uint32_t i = 0; i < 6; i++) {
		bench_summary *s = &part[i].summary;

		s->ns = s->ns_high = 1000 + i;
		s->ns_low = s->warnings ? 500 : 999;
		s->cycles = s->cycles_high = 3 * s->ns;
		s->cycles_low = 3 * s->ns_low;
	}
	combine(6);
	CHECK_NUMBERS({ all->ns_low, 999 / 1.005, 1e-9 }, { all->ns_high, 1005 },
		{ all->cycles_low, 3 * 999 / 1.005, 1e-9 });
	ck_assert(all->warnings & BENCH_WARN_NEIGHBOUR);
	ck_assert_ptr_nonnull(benchi_metric_find(&r, BENCHI_METRIC_CORE_WIDTH));
	/* the warning and a share of the core that is less than 1 come together */
	for (uint32_t whole = 1; whole <= 6; whole++) {
		const benchi_metric *width;

		part[whole - 1].summary.width = part[whole - 1].summary.width_full;
		combine(6);
		width = benchi_metric_find(&r, BENCHI_METRIC_CORE_WIDTH);
		ck_assert_uint_eq(width != NULL,
			(all->warnings & BENCH_WARN_NEIGHBOUR) != 0);
		ck_assert(width ? width->value < 1 : whole > 2);
	}
}

/* A neighbour that more than doubles the time leaves a low end that says something. */
TEST(far_from_the_whole_core_the_low_end_is_above_0)
{
	beside_neighbour(6, 5);
	for (uint32_t i = 0; i < 6; i++) {
		bench_summary *s = &part[i].summary;

		s->ns = s->ns_high = s->warnings ? 2500 : 1000;
		s->ns_low = s->warnings ? 100 : 1000;
	}
	combine(6);
	CHECK_NUMBERS({ all->ns_low, 400 }, { all->ns_high, 2500 });
	/* an overhead was subtracted: no low end is above the result */
	for (uint32_t i = 0; i < 6; i++) {
		bench_summary *s = &part[i].summary;

		s->ns = s->ns_high = s->warnings ? 2 : -1;
		s->ns_low = -3;
	}
	combine(6);
	CHECK_NUMBERS({ all->ns_low, -3 }, { all->ns_high, 2 });
}

TEST(beside_a_neighbour_unknown_cycles_stay_unknown)
{
	beside_neighbour(6, 5);
	for (uint32_t i = 0; i < 6; i++) {
		bench_summary *s = &part[i].summary;

		s->cycles = s->cycles_low = s->cycles_high = (double)NAN;
	}
	combine(6);
	ck_assert(isnan(all->cycles) && isnan(all->cycles_low) && isnan(all->cycles_high));
}

CHECK_SUITE("combine")
