/*
 * What BENCH, BENCH1, BENCH_INNER, BENCHO and benchmp give on a made-up core behind a made-up
 * default clock: every result, and the time that they took.
 *
 * SPDX-License-Identifier: MIT
 */
#include "lmbench/lmbench.h"

#ifdef HAVE_FORK
#include <poll.h>
#endif

#include "digits.h"

#include "made_core.h"

bench_clock bench_clock_default(void)
{
	return scripted_as_clock(&made_core.clock);
}

enum kind { ALL, ONE, INNER, WHOLE, BROKEN, LESS, TEAM, WAITING_TEAM };

static const struct row {
	enum kind kind;
	double ticks;           /* of a body; in a team's second child three times as many */
	double enough;          /* microseconds */
	double first_ns;        /* the first iterations take so much more, or the team's intervals */
	const char *stated, *loop;      /* ENOUGH and LOOP_O */
	int parallel, repetitions;
	struct digits expected;
} rows[] = {
	{ ALL, 40, 0, 0, NULL, NULL, 0, 0, { "BENCH", 27, {
		11, 7010, 649120, 7010, 649120, 7010, 649120, 7010, 649120, 7010, 649120, 7010,
		649120, 7010, 649120, 7010, 649120, 7010, 649120, 7010, 649120, 7010, 649120, 7711,
		714042, 1.01576613e+09, 37336 } } },
	{ ALL, 40, 1e6, 0, NULL, NULL, 0, 0, { "BENCH of a second", 27, {
		11, 14347, 1291903, 14304, 1291903, 14271, 1291903, 14234, 1291903, 14196, 1291903,
		14157, 1291903, 14133, 1291903, 14074, 1291903, 14036, 1291903, 14018, 1291903,
		13983, 1291903, 155772, 14210936, 1.20619862e+09, 37947 } } },
	{ ALL, 4000, 50000, 3e5, NULL, NULL, 0, 0, { "BENCH of 50 ms", 27, {
		11, 362982, 336100, 362982, 336100, 362982, 336100, 362982, 336100, 362982, 336100,
		362982, 336100, 362982, 336100, 362982, 336100, 362982, 336100, 362982, 336100,
		362982, 336100, 399291, 369720, 1.05383104e+09, 37603 } } },
	{ ALL, 2e8, 0, 0, NULL, NULL, 0, 0, { "BENCH of a long body", 27, {
		11, 5542288, 100, 5541056, 100, 5526213, 100, 5507927, 100, 5485332, 100, 5480155,
		100, 5478105, 100, 5470102, 100, 5458035, 100, 5444272, 100, 5437807, 100, 4388710,
		80, 1.84020134e+09, 36575 } } },
	{ ALL, 90, 0, 0, "3000", NULL, 0, 0, { "BENCH as stated", 27, {
		11, 3060, 125926, 3060, 125926, 3060, 125926, 3060, 125926, 3060, 125926, 3060,
		125926, 3060, 125926, 3060, 125926, 3060, 125926, 3060, 125926, 3060, 125926, 33660,
		1385186, 1.51768784e+09, 19150 } } },
	{ ONE, 40, 0, 0, NULL, NULL, 0, 0, { "BENCH1", 7, {
		1, 6760, 617100, 7434, 678810, 1.01777667e+09, 37653 } } },
	{ INNER, 100, 0, 0, NULL, NULL, 0, 0, { "BENCH_INNER", 7, {
		1, 5100, 188888, 5100, 188888, 1.01533521e+09, 18686 } } },
	{ INNER, 100, 9000, 2e6, NULL, NULL, 0, 0, { "BENCH_INNER of 9 ms", 7, {
		1, 9191, 330931, 9191, 330931, 1.02066169e+09, 18686 } } },
	{ INNER, 100, 1e6, 0, NULL, NULL, 0, 0, { "BENCH_INNER of a second", 7, {
		1, 204000, 7555555, 204000, 7555555, 1.39117927e+09, 18684 } } },
	{ INNER, 5, 0, 0, "700", NULL, 0, 0, { "BENCH_INNER as stated", 7, {
		1, 693, 512563, 693, 512563, 1.0014337e+09, 1705 } } },
	{ WHOLE, 7, 0, 0, NULL, NULL, 0, 0, { "BENCH_INNER of its own loop", 7, {
		1, 5033, 2663186, 5033, 2663186, 1.01053614e+09, 18688 } } },
	{ BROKEN, 100, 0, 0, NULL, NULL, 0, 0, { "BENCH_INNER that breaks", 7, {
		1, 27450, 990000, 27450, 990000, 1.00047255e+09, 18684 } } },
	{ LESS, 100, 0, 0, NULL, NULL, 0, 0, { "BENCHO", 27, {
		11, 4908, 259670, 4908, 259670, 4908, 259670, 4908, 259670, 4908, 259670, 4908,
		259670, 4908, 259670, 4908, 259670, 4908, 259670, 4908, 259670, 4908, 259670, 5398,
		285642, 1.03090367e+09, 39149 } } },
#ifdef HAVE_FORK
	{ TEAM, 40, 0, 0, NULL, NULL, 1, 0, { "benchmp", 25, {
		11, 1113, 100160, 1112, 100160, 1110, 100160, 1107, 100160, 1105, 100160, 1101,
		100160, 1098, 100160, 1096, 100160, 1090, 100160, 1087, 100160, 1083, 100160, 1101,
		100160 } } },
	{ TEAM, 40, 60000, 1e5, NULL, NULL, 1, 3, { "benchmp of 60 ms", 9, {
		3, 19591, 1644225, 19591, 1644225, 19591, 1644225, 19591, 1644225 } } },
	{ TEAM, 40, 1e6, 4e7, NULL, NULL, 1, 7, { "benchmp that runs out of time", 17, {
		7, 4000001, 100, 4000001, 100, 4000001, 100, 4000001, 100, 4000001, 100, 4000001,
		100, 4000001, 100, 4000001, 100 } } },
	{ TEAM, 40, 0, 0, "2000", ".0025", 1, 0, { "benchmp as stated", 25, {
		11, 1568, 188889, 1568, 188889, 1568, 188889, 1568, 188889, 1568, 188889, 1568,
		188889, 1568, 188889, 1568, 188889, 1568, 188889, 1568, 188889, 1568, 188889, 1568,
		188889 } } },
	{ TEAM, 40, 0, 0, NULL, NULL, 2, 0, { "benchmp of two", 25, {
		11, 20138, 2425747, 20134, 2425747, 20114, 2425747, 20072, 2425747, 20042, 2425747,
		20038, 2425747, 19975, 2425747, 19941, 2425747, 19898, 2425747, 19834, 2425747,
		19770, 2425747, 20038, 2425747 } } },
	{ TEAM, 4e7, 150000, 0, NULL, NULL, 3, 4, { "benchmp of three", 11, {
		4, 1388571, 300, 1388571, 300, 1388571, 300, 1388571, 300, 1388571, 300 } } },
	{ TEAM, 40, 0, 0, "90000", NULL, 2, -1, { "benchmp of two as stated", 25, {
		11, 92568, 11193766, 92508, 11193766, 92429, 11193766, 92209, 11193766, 92020,
		11193766, 91760, 11193766, 91587, 11193766, 91491, 11193766, 91404, 11193766, 91297,
		11193766, 90997, 11193766, 91760, 11193766 } } },
	{ WAITING_TEAM, 4e7, 150000, 0, NULL, NULL, 2, 4, { "benchmp of one that waits", 11, {
		4, 1377000, 170, 1377000, 170, 1377000, 170, 1377000, 170, 1377000, 170 } } },
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

/* An interval, whose number in it counts. */
static void work_many(iter_t iterations, void *cookie)
{
	made_core_spend(row->ticks * (double)iterations * (benchmp_childid() == 1 ? 3 : 1));
	made_core.clock.ns += row->first_ns;
#ifdef HAVE_FORK
	/* in real time, of which the other child's intervals take next to none */
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

START_TEST(programs_of_lmbench_give_the_same_numbers)
{
	struct digits found = { .name = rows[_i].expected.name };
	const result_t *results;

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
	digits_add(&found, results->N);
	for (int i = 0; i < results->N; i++) {
		digits_add(&found, (double)results->v[i].u);
		digits_add(&found, (double)results->v[i].n);
	}
	digits_add(&found, (double)gettime());
	digits_add(&found, (double)get_n());
	if (row->kind < TEAM) { /* how often a parent looks depends on the machine */
		digits_add(&found, made_core.clock.ns);
		digits_add(&found, (double)made_core.clock.readings);
	}
	digits_same(&found, &rows[_i].expected);
}
END_TEST

DIGITS_MAIN("lmbench_digits", programs_of_lmbench_give_the_same_numbers, rows)
