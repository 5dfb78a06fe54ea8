/*
 * From the results of several processes to one.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "made_result.h"
#include "program/program.h"

enum { PROCESSES = 7, EACH = 3 };

TEST(the_process_is_the_unit)
{
	const double off[PROCESSES] = { 0, 5, -1, 1, -2, 2, 30 };
	benchi_part part[PROCESSES];
	benchi_result r = ten_ns();

	memset(part, 0, sizeof part);
	for (uint32_t p = 0; p < PROCESSES; p++) {
		part[p].summary = r.summary;
		part[p].summary.ns = part[p].wall_ns = 100 + off[p];
		part[p].summary.samples = EACH;
		part[p].summary.confidence = 0.75;
		part[p].process = p;
		part[p].cpu_ns = p ? (double)NAN : 5e6;   /* one process was interrupted */
		for (uint32_t i = 0; i < EACH; i++) {
			benchi_reading reading = { 100 + off[p] + (double)i - 1, (double)NAN, 10, p, i };

			ck_assert_int_eq(benchi_result_add(&r, &reading), BENCH_OK);
		}
	}
	ck_assert_int_eq(benchi_combine(part, PROCESSES, &r), BENCH_OK);
	ck_assert_double_le(r.summary.ns_low, 99);
	ck_assert_double_ge(r.summary.ns_high, 105);
	CHECK_NUMBERS({ r.summary.ns, 101, 1e-9 }, { r.within, 2 / 1.34898, 1e-5 },
		{ r.between, 4 / 1.34898, 1e-5 },   /* 130 is far off */
		{ r.cpu_ns, NAN }, { r.summary.samples, PROCESSES * EACH }, { r.processes, PROCESSES },
		{ r.summary.min_ns, 97 });
	ck_assert(!(r.summary.warnings & BENCH_WARN_FEW_SAMPLES));
	ck_assert_int_eq(benchi_combine(part, 1, &r), BENCH_OK);
	CHECK_NUMBERS({ r.summary.ns_low, 9 },   /* its own interval */
		{ r.processes, 1 }, { r.between, NAN });
	part[0].summary.warnings = BENCH_WARN_NEIGHBOUR | BENCH_WARN_BELOW_RESOLUTION;
	part[1].summary.warnings = BENCH_WARN_ELIDED;
	part[6].summary.ns = 1e6;   /* far off, and no reason to say 'at most' */
	ck_assert_int_eq(benchi_combine(part, PROCESSES, &r), BENCH_OK);
	ck_assert_uint_eq(r.summary.warnings, BENCH_WARN_ELIDED);
	ck_assert_int_eq(benchi_combine(part, 2, &r), BENCH_OK);
	ck_assert(r.summary.warnings & BENCH_WARN_FEW_SAMPLES);
	free(r.reading);
}

/* Of n processes one saw rare work, of 300 times the median: the others were too short. */
static void expect_rare_work(uint32_t n, unsigned warnings, size_t samples)
{
	benchi_part part[20];
	benchi_result r = ten_ns();

	memset(part, 0, sizeof part);
	for (uint32_t p = 0; p < n; p++) {
		part[p].summary = r.summary;
		part[p].summary.ns = p || samples > 1 ? r.summary.ns : 300 * r.summary.ns;
		part[p].summary.mean_ns = p ? r.summary.ns : 300 * r.summary.ns;
		part[p].summary.warnings = p ? 0 : warnings;
		part[p].summary.samples = p ? 100 : samples;
		part[p].summary.iterations = 100000;
		part[p].summary.confidence = 0.95;
		part[p].process = p;
	}
	ck_assert_int_eq(benchi_combine(part, n, &r), BENCH_OK);
	ck_assert_msg(r.summary.warnings & BENCH_WARN_RARE, "%u, %u, %zu", n, warnings, samples);
	free(r.reading);
}

/* Neither a noisy neighbour nor an interruption explains it. */
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

static double unknown_confidence;   /* of threads that never ran at the same time: 0 */

/* So many processes of two threads: in some they never ran at the same time, so that an iteration
 * took 2 ns, not 10. */
static bench_summary apart_of(uint32_t processes, uint32_t so_many, double own_low)
{
	benchi_part part[3];
	benchi_result r = ten_ns();

	memset(part, 0, sizeof part);
	for (uint32_t p = 0; p < processes; p++) {
		part[p].summary = r.summary;
		part[p].summary.ns = p < so_many ? 2 : 10 + p;
		part[p].summary.ns_low = p < so_many ? 2 : own_low;
		part[p].summary.ns_high = 20;
		part[p].summary.samples = 100;
		part[p].summary.confidence = p < so_many ? unknown_confidence : 0.95;
		part[p].process = p;
		for (uint32_t i = 0; i < 3; i++) {
			benchi_reading reading = { part[p].summary.ns, (double)NAN, 10, p, i };

			ck_assert_int_eq(benchi_result_add(&r, &reading), BENCH_OK);
		}
	}
	ck_assert_int_eq(benchi_combine(part, processes, &r), BENCH_OK);
	ck_assert_uint_eq(r.processes, so_many < processes ? processes - so_many : processes);
	ck_assert_uint_eq(r.n, 3 * r.processes);
	free(r.reading);
	return r.summary;
}

/* Of three. */
static bench_summary apart(uint32_t so_many)
{
	return apart_of(3, so_many, 10);
}

TEST(threads_that_never_ran_together_do_not_count)
{
	ck_assert_double_eq(apart(0).ns, 11);
	ck_assert_double_gt(apart(0).ns_low, 5);
	ck_assert_double_eq(apart(1).ns, 11.5);
	ck_assert_double_eq(apart(1).ns_low, 2);   /* two alone know little */
	ck_assert_double_eq(apart(2).ns, 12);
	ck_assert_double_eq(apart(2).ns_low, 2);
	ck_assert(apart(2).warnings & BENCH_WARN_FEW_SAMPLES);
	ck_assert_double_eq(apart(3).ns, 2);
	ck_assert_double_eq(apart(3).ns_high, 20);
	ck_assert_double_eq(apart(3).confidence, 0);
	ck_assert_double_gt(apart_of(2, 0, 1).ns_low, 4);   /* none was apart: processes alone count */
	unknown_confidence = (double)NAN;   /* of what a program published */
	ck_assert_double_eq(apart(3).confidence, 0.95);
}

/* Seven processes like that, but for these times, each of one reading of so many iterations. */
static void seven(const bench_summary *like, const double ns[PROCESSES], uint64_t iterations,
                  benchi_part part[PROCESSES], benchi_result *r)
{
	*r = ten_ns();
	memset(part, 0, PROCESSES * sizeof *part);
	for (uint32_t p = 0; p < PROCESSES; p++) {
		benchi_reading reading = { ns[p], (double)NAN, iterations, p, 0 };

		part[p].summary = *like;
		part[p].summary.ns = ns[p];
		part[p].process = p;
		ck_assert_int_eq(benchi_result_add(r, &reading), BENCH_OK);
	}
}

/* Seven processes of so many windows of 100 iterations and 50 us, some of which took 16 ms. */
static benchi_result interrupted(uint32_t windows, uint32_t some)
{
	bench_summary like = ten_ns().summary;
	benchi_part part[PROCESSES];
	double ns[PROCESSES];
	benchi_result r;

	like.samples = windows;
	like.iterations = 100 * windows;
	for (uint32_t p = 0; p < PROCESSES; p++)
		ns[p] = p < some ? 16e4 : 500 + p;
	seven(&like, ns, 100, part, &r);
	ck_assert_int_eq(benchi_combine(part, PROCESSES, &r), BENCH_OK);
	free(r.reading);
	return r;
}

TEST(a_process_whose_only_window_was_interrupted_does_not_count)
{
	benchi_result r = interrupted(1, 1);

	CHECK_NUMBERS({ r.processes, PROCESSES - 1 }, { r.n, PROCESSES - 1 });
	ck_assert_double_lt(r.summary.ns_high, 510);
	ck_assert_uint_eq(interrupted(2, 1).processes, PROCESSES - 1);
	ck_assert_uint_eq(interrupted(3, 1).processes, PROCESSES);   /* the median of three is so */
	r = interrupted(1, 2);   /* more than a quarter: may be the body's own */
	ck_assert_uint_eq(r.processes, PROCESSES);
	ck_assert_double_gt(r.summary.ns_high, 1e5);
}

/* Every member of a summary is that of the processes together: none stays the first one's. */
TEST(every_member_is_combined)
{
	benchi_part part[PROCESSES];
	benchi_result r = ten_ns();

	memset(part, 0, sizeof part);
	for (uint32_t p = 0; p < PROCESSES; p++) {
		benchi_reading reading = { 100 + p, 10 + p, 10, p, 0 };

		part[p].process = p;
		for (size_t m = 0; m < benchi_members_count; m++)
			benchi_member_set(&part[p].summary, &benchi_members[m], (double)(1000 * (m + 1) + p));
		ck_assert_int_eq(benchi_result_add(&r, &reading), BENCH_OK);
	}
	ck_assert_int_eq(benchi_combine(part, PROCESSES, &r), BENCH_OK);
	for (size_t m = 0; m < benchi_members_count; m++) {
		double value = benchi_member_value(&r.summary, &benchi_members[m]);
		double first = (double)(1000 * (m + 1));

		ck_assert_msg(value < first || value > first, "%s is the first process's",
			benchi_members[m].name);
	}
	free(r.reading);
}

/* n processes of two readings, 100 ns and i more; the first so many beside a neighbour, which makes
 * them twice as long and allows for half. */
static benchi_result beside_neighbour(benchi_part *part, uint32_t n, uint32_t disturbed)
{
	benchi_result r = ten_ns();

	for (uint32_t i = 0; i < n; i++) {
		bench_summary *s = &part[i].summary;

		part[i].process = i;
		part[i].cpu_ns = part[i].wall_ns = (double)NAN;
		*s = benchi_summary_none(BENCH_OK);
		s->ns = s->ns_low = s->ns_high = 100 + i;
		s->cycles = s->cycles_low = s->cycles_high = 3 * s->ns;
		if (i < disturbed) {
			s->ns = s->ns_high = 200 + i;
			s->ns_low = 95;
			s->cycles = s->cycles_high = 3 * s->ns;
			s->cycles_low = 3 * s->ns_low;
			s->warnings = BENCH_WARN_NEIGHBOUR;
			s->width_full = 2 * (s->width = 6);
		}
		for (uint32_t k = 0; k < 2; k++) {
			benchi_reading reading = { s->ns, (double)NAN, 10, i, k };

			ck_assert_int_eq(benchi_result_add(&r, &reading), BENCH_OK);
		}
	}
	ck_assert_int_eq(benchi_combine(part, n, &r), BENCH_OK);
	return r;
}

TEST(processes_beside_a_neighbour_do_not_count_where_enough_others_do)
{
	static const uint32_t of[][3] = { { 6, 3, 3 }, { 7, 4, 7 }, { 5, 2, 3 }, { 4, 2, 4 },
		{ 2, 1, 2 }, { 12, 7, 12 }, { 14, 8, 6 } };
	benchi_part part[20];
	benchi_result r = beside_neighbour(part, 20, 14);

	CHECK_NUMBERS({ r.processes, 6 }, { r.n, 12 });
	for (size_t i = 0; i < r.n; i++)
		ck_assert_uint_ge(r.reading[i].process, 14);
	ck_assert_double_eq(r.summary.ns, 116.5);
	ck_assert_double_ge(r.summary.ns_low, 114);
	ck_assert_double_le(r.summary.ns_high, 119);
	ck_assert(!(r.summary.warnings & BENCH_WARN_NEIGHBOUR));
	benchi_metrics_free(&r);
	free(r.reading);
	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		r = beside_neighbour(part, of[i][0], of[i][1]);
		ck_assert_uint_eq(r.processes, of[i][2]);
		benchi_metrics_free(&r);
		free(r.reading);
	}
}

/* Seven processes that lie so far apart, of which so many have a warning. */
static bench_summary apart_by(double ns, uint32_t warned)
{
	const bench_summary like = ten_ns().summary;
	benchi_part part[PROCESSES];
	double of[PROCESSES];
	benchi_result r;

	for (uint32_t p = 0; p < PROCESSES; p++)
		of[p] = 1000 + ns * ((double)p - 3);
	seven(&like, of, 10, part, &r);
	for (uint32_t p = 0; p < PROCESSES; p++)
		part[p].summary.warnings = p < warned ? BENCH_WARN_NO_TICK : 0;
	ck_assert_int_eq(benchi_combine(part, PROCESSES, &r), BENCH_OK);
	free(r.reading);
	return r.summary;
}

TEST(warnings_of_several)
{
	bench_summary s = apart_by(1, 3);
	double width = s.ns_high - s.ns_low;

	ck_assert(width > 0 && !(s.warnings & (BENCH_WARN_NOISY | BENCH_WARN_NO_TICK)));
	ck_assert(apart_by(1, 4).warnings & BENCH_WARN_NO_TICK);
	ck_assert(!(apart_by(49.9 / width, 0).warnings & BENCH_WARN_NOISY));
	ck_assert(apart_by(50.1 / width, 0).warnings & BENCH_WARN_NOISY);
}

TEST(where_too_few_do_the_interval_is_all_that_they_allow_for)
{
	benchi_part part[20];
	benchi_result r = beside_neighbour(part, 20, 15);
	const benchi_metric *width;

	CHECK_NUMBERS({ r.processes, 20 }, { r.n, 40 },
		{ r.summary.ns, 117 },   /* of those that were not disturbed */
		{ r.summary.ns_low, 95 }, { r.summary.ns_high, 214 }, { r.summary.cycles, 351 },
		{ r.summary.cycles_low, 285 }, { r.summary.cycles_high, 642 });
	ck_assert(r.summary.warnings & BENCH_WARN_NEIGHBOUR);
	width = benchi_metric_find(&r, BENCHI_METRIC_CORE_WIDTH);
	CHECK_NUMBERS({ benchi_metric_of(width, 0), 0.5 }, { benchi_metric_of(width, 19), 1 });
	benchi_metrics_free(&r);
	free(r.reading);
	benchi_metrics_free(&r);
	r = beside_neighbour(part, 20, 20);
	CHECK_NUMBERS({ r.summary.ns, 209.5 }, { r.summary.ns_low, 95 }, { r.summary.ns_high, 219 },
		{ r.summary.cycles_high, 657 });
	benchi_metrics_free(&r);
	free(r.reading);
}

/* Six processes that agree, whether a neighbour was there or not: the interval is theirs where one
 * had the whole core, and no share of its width is reported where all had it. */
TEST(processes_that_agree_beside_a_neighbour_are_believed)
{
	benchi_part part[6];
	benchi_result r = beside_neighbour(part, 6, 5);

	for (uint32_t i = 0; i < 6; i++) {
		part[i].summary.ns = part[i].summary.ns_high = 1000 + i;
		part[i].summary.cycles = part[i].summary.cycles_high = 3 * part[i].summary.ns;
		part[i].summary.ns_low = part[i].summary.warnings ? 500 : 999;
		part[i].summary.cycles_low = 3 * part[i].summary.ns_low;
	}
	benchi_metrics_free(&r);
	ck_assert_int_eq(benchi_combine(part, 6, &r), BENCH_OK);
	CHECK_NUMBERS({ r.summary.ns_low, 994 }, { r.summary.ns_high, 1005 },
		{ r.summary.cycles_low, 3 * 994 });
	ck_assert(r.summary.warnings & BENCH_WARN_NEIGHBOUR);
	ck_assert_ptr_nonnull(benchi_metric_find(&r, BENCHI_METRIC_CORE_WIDTH));
	benchi_metrics_free(&r);
	for (uint32_t i = 0; i < 6; i++)
		part[i].summary.width = part[i].summary.width_full;
	ck_assert_int_eq(benchi_combine(part, 6, &r), BENCH_OK);
	ck_assert_ptr_null(benchi_metric_find(&r, BENCHI_METRIC_CORE_WIDTH));
	benchi_metrics_free(&r);
	free(r.reading);
}

CHECK_SUITE("combine")
