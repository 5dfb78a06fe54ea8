/*
 * Event counts of a row: for how many threads and in how many iterations.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#if defined HAVE_FORK && defined HAVE_UNISTD_H
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

#include "program/program.h"

static void nothing(uint64_t n, void *arg)
{
}

/* Nothing is counted for several threads; for one thread, the events that the system can count. */
TEST(counts_are_of_one_thread)
{
	static const bench_case item = { .name = "nothing", .body = nothing };
	double value[BENCHI_EVENTS];

	benchi_events_of(nothing, 1, NULL, value);
	for (size_t threads = 0; threads < 3; threads++) {
		benchi_result r = { .row.item = &item, .row.threads = threads,
			.answer.summary = { .ns = 1e9 } };

		benchi_count_events(&r);
		ck_assert_int_eq(r.counted >> BENCHI_COUNT_PAGE_FAULTS & 1,
			threads < 2 && isfinite(value[5]));
		r.counted = 0;
		benchi_count_steps(&(benchi_settings){ .count_limit = 1 }, INFINITY, &r);
		ck_assert_uint_eq(r.counted, 0);        /* the limit is 1 step, an iteration has more */
		ck_assert_int_eq(!strcmp(r.uncounted, "several threads"), threads == 2);
	}
}

#if defined HAVE_FORK && defined HAVE_UNISTD_H
static volatile int caught;

static void catch(int number)
{
	caught += number;
}

static void spin(uint64_t n, void *arg)
{
	for (volatile uint64_t i = 0; i < 500 * n; i++)
		continue;
}

static void catch_own(uint64_t n, void *arg)
{
	for (; n > 0; n--)
		raise(SIGUSR1);
}

static const benchi_settings whole = { .count_limit = 20000 };

static double count_of(bench_body *body)
{
	const bench_case item = { .name = "counted", .body = body };
	benchi_result r = { .row.item = &item };

	benchi_count_steps(&whole, INFINITY, &r);
	ck_assert_str_eq(r.uncounted, "");
	return r.count[BENCHI_COUNT_INSTRUCTIONS];
}

/* The handler of a signal from outside must not count; signals that the body raises do. */
TEST(signals_are_not_counted)
{
	pid_t group = getpgrp(), sender;
	double alone;
	const bench_case item = { .name = "spin", .body = spin };
	benchi_result r = { .row.item = &item };

	benchi_count_steps(&whole, INFINITY, &r);
	if (*r.uncounted)
		return;         /* single steps are not supported here */
	signal(SIGWINCH, catch);
	signal(SIGUSR1, catch);
	alone = count_of(spin);
	sender = fork();
	while (sender == 0) {
		if (getppid() == 1 || kill(-group, SIGWINCH))
			_exit(0);
		usleep(100);
	}
	ck_assert_double_eq(count_of(spin), alone);
	kill(sender, SIGKILL);
	ck_assert_int_eq(waitpid(sender, NULL, 0), sender);
	ck_assert_double_gt(count_of(catch_own), 12);   /* including the handler */
}

/* Writes the number of iterations to the descriptor *to. */
static void report(uint64_t n, void *to)
{
	ck_assert_int_eq(write(*(int *)to, &n, sizeof n), (int)sizeof n);
}

/* Counts over ten milliseconds of iterations (of at least 0.1 ns each), after as many that are
 * not counted. */
TEST(events_are_of_ten_milliseconds)
{
	static const struct {
		double ns;
		uint64_t n;
	} rows[] = { { .01, 100000000 }, { 3, 3333333 }, { 4e6, 2 }, { 1e9, 1 } };
	int end[2];
	const bench_case item = { .name = "report", .body = report, .arg = &end[1] };

	ck_assert_int_eq(pipe(end), 0);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		benchi_result r = { .row.item = &item };
		uint64_t n[2];

		/* may be below 0.1 ns after subtraction of another row */
		r.answer.summary.ns_raw = rows[i].ns;
		benchi_count_events(&r);
		ck_assert_int_eq(read(end[0], n, sizeof n), (int)sizeof n);
		ck_assert(n[0] == rows[i].n && n[1] == rows[i].n);
	}
	close(end[0]);
	close(end[1]);
}
#endif

CHECK_SUITE("count")
