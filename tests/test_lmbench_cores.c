/*
 * BENCH, BENCH1, BENCH_INNER, BENCHO and benchmp on a simulated core and default clock: the time
 * of an operation must be the core's.
 *
 * SPDX-License-Identifier: MIT
 */
#include "lmbench/lmbench.h"

#ifdef HAVE_FORK
#include <poll.h>
#endif

#include "sound.h"

#include "made_core.h"

MADE_CORE_CLOCK

enum kind { ALL, ONE, INNER, WHOLE, BROKEN, LESS, TEAM, WAITING_TEAM };

static const struct row {
	enum kind kind;
	double ticks;           /* ticks of a body; three times as many in a team's second child */
	double enough;          /* microseconds */
	double first_ns;        /* added to the first iteration, or to each interval of a team */
	const char *stated, *loop;      /* ENOUGH and LOOP_O */
	int parallel, repetitions;
	const char *name;
} rows[] = {
	{ ALL, 40, 0, 0, NULL, NULL, 0, 0, "BENCH" },
	{ ALL, 40, 1e6, 0, NULL, NULL, 0, 0, "BENCH of a second" },
	{ ALL, 4000, 50000, 3e5, NULL, NULL, 0, 0, "BENCH of 50 ms" },
	{ ALL, 2e8, 0, 0, NULL, NULL, 0, 0, "BENCH of a long body" },
	{ ALL, 90, 0, 0, "3000", NULL, 0, 0, "BENCH as stated" },
	{ ONE, 40, 0, 0, NULL, NULL, 0, 0, "BENCH1" },
	{ INNER, 100, 0, 0, NULL, NULL, 0, 0, "BENCH_INNER" },
	{ INNER, 100, 9000, 2e6, NULL, NULL, 0, 0, "BENCH_INNER of 9 ms" },
	{ INNER, 100, 1e6, 0, NULL, NULL, 0, 0, "BENCH_INNER of a second" },
	{ INNER, 5, 0, 0, "700", NULL, 0, 0, "BENCH_INNER as stated" },
	{ WHOLE, 7, 0, 0, NULL, NULL, 0, 0, "BENCH_INNER of its own loop" },
	{ BROKEN, 100, 0, 0, NULL, NULL, 0, 0, "BENCH_INNER that breaks" },
	{ LESS, 100, 0, 0, NULL, NULL, 0, 0, "BENCHO" },
#ifdef HAVE_FORK
	{ TEAM, 40, 0, 0, NULL, NULL, 1, 0, "benchmp" },
	{ TEAM, 40, 60000, 1e5, NULL, NULL, 1, 3, "benchmp of 60 ms" },
	{ TEAM, 40, 1e6, 4e7, NULL, NULL, 1, 7, "benchmp that runs out of time" },
	{ TEAM, 40, 0, 0, "2000", ".0025", 1, 0, "benchmp as stated" },
	{ TEAM, 40, 0, 0, NULL, NULL, 2, 0, "benchmp of two" },
	{ TEAM, 4e7, 150000, 0, NULL, NULL, 3, 4, "benchmp of three" },
	{ TEAM, 40, 0, 0, "90000", NULL, 2, -1, "benchmp of two as stated" },
	{ WAITING_TEAM, 4e7, 150000, 0, NULL, NULL, 2, 4, "benchmp of one that waits" },
#endif
};

static const struct row *row;
static double first_ns;

static void work(void)
{
	made_core_spend(row->ticks);
	made_core.clock.ns += first_ns;
	first_ns = 0;
}

/* An interval of this number of iterations. */
static void work_many(iter_t iterations, void *cookie)
{
	made_core_spend(row->ticks * (double)iterations * (benchmp_childid() == 1 ? 3 : 1));
	made_core.clock.ns += row->first_ns;
#ifdef HAVE_FORK
	/* in real time, while the other child's intervals take almost none */
	if (row->kind == WAITING_TEAM && benchmp_childid() == 1)
		poll(NULL, 0, 40);
#endif
}

static void before(iter_t iterations, void *cookie)
{
	made_core_spend(iterations > 0 ? 5000 : 900000);
}

static void run(void)
{
	int once = 0;

	switch (row->kind) {
	case ALL:
		BENCH(work(), row->enough)
		break;
	case ONE:
		BENCH1(work(), row->enough)
		break;
	case INNER:
		BENCH_INNER(work(), row->enough)
		break;
	case WHOLE:
		BENCH_INNER(made_core_spend(row->ticks * (double)__n); __n = 1, row->enough)
		break;
	case BROKEN:
		BENCH_INNER(work(); if (++once % 100 == 0) break, row->enough)
		break;
	case LESS:
		BENCHO(work(), made_core_spend(30), row->enough)
		break;
	case TEAM:
	case WAITING_TEAM:
		benchmp(before, work_many, before, (int)row->enough, row->parallel, 0, row->repetitions,
			NULL);
	}
}

START_TEST(programs_of_lmbench_find_the_time_of_an_operation)
{
	const result_t *results;
	double ns, truth;

	row = &rows[_i];
	first_ns = row->first_ns;
	if (row->stated)
		setenv("ENOUGH", row->stated, 1);
	if (row->loop)
		setenv("LOOP_O", row->loop, 1);
	made_core_begin();
	made_core.noise = _i % 2 * .03;
	run();
	results = get_results();
	ck_assert_msg(results->N > 0 || row->kind == BROKEN, "%s: no result", row->name);
	for (int i = 1; i < results->N; i++)    /* sorted in descending order */
		ck_assert_double_ge((double)results->v[i - 1].u / (double)results->v[i - 1].n,
			(double)results->v[i].u / (double)results->v[i].n);
	if (row->kind == BROKEN || row->first_ns > 0)
		return;
	ns = (double)gettime() * 1000 / (double)get_n();
	truth = row->ticks * made_core.tick_ns;
	if (row->kind == LESS)
		truth -= 30 * made_core.tick_ns;
	ck_assert_msg(row->kind >= TEAM ? ns > 0 : fabs(ns / truth - 1) < 0.06, "%s: %g ns, truth %g",
		row->name, ns, truth);
	for (int i = 0; i < results->N && row->kind == ALL; i++) {
		double each = (double)results->v[i].u * 1000 / (double)results->v[i].n;

		ck_assert_msg(each > .8 * truth && each < 1.5 * truth, "%s, %d: %g ns", row->name, i, each);
	}
}
END_TEST

ROWS_MAIN("lmbench_cores", programs_of_lmbench_find_the_time_of_an_operation, rows)
