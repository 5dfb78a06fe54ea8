/*
 * What the library reports when the n-th call of a kind fails (tests/faults.c).
 *
 * faulty_library FILE: measures, compares, picks and keeps wisdom in FILE; prints a line for each
 * failed call. Exits with status 3 if a documented promise is broken.
 *
 * faulty_library FILE check: checks that FILE is valid and still has the first entry.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <bench.h>

static uint64_t x = 1;

static void slow(uint64_t n, void *arg)
{
	(void)arg;
	for (; n > 0; n--) {
		x = x * 3 / 7 + 1;
		x = x * 5 / 9 + 1;
		BENCH_KEEP(x);
	}
}

static void quick(uint64_t n, void *arg)
{
	(void)arg;
	for (; n > 0; n--) {
		x ^= x << 13;
		BENCH_KEEP(x);
	}
}

static void promise(int kept, const char *what)
{
	if (!kept) {
		printf("broken: %s\n", what);
		exit(3);
	}
}

static void say(const char *call, bench_status status)
{
	promise(*bench_status_text(status) != '\0', "a status has a text");
	if (status != BENCH_OK)
		printf("%s: %s: %s\n", call, bench_status_text(status), bench_detail());
}

static bench_case cases[2];

static void times(void)
{
	bench_options options = { .rounds = 3 };
	bench_compare_options comparing = { .rounds = 3 };
	bench_pick_options picking = { .rounds = 3, .flags = BENCH_PICK_ISOLATE };
	bench_difference difference;
	bench_summary summary;
	bench_choice choice;
	bench_status status = bench_measure(quick, NULL, &options, &summary);

	say("measure", status);
	promise(status == summary.status, "a summary has the call's status");
	promise((status == BENCH_OK) == !isnan(summary.ns), "a time, or a failure");
	status = bench_compare(cases, &comparing, &difference);
	say("compare", status);
	promise(status == difference.status, "a difference has the call's status");
	status = bench_pick(cases, 2, &picking, &choice);
	say("pick", status);
	promise((status == BENCH_OK) == (choice.index < 2), "a choice, or a failure");
}

static void finds_the_clock(void)
{
	bench_options options = { .time_ns = 2e6 };
	bench_cpu cpu;
	bench_status status = bench_cpu_clock(&options, &cpu);

	say("clock", status);
	promise(status == BENCH_OK || isnan(cpu.mhz), "no clock after a failure");
}

static bench_question question(const char *key)
{
	bench_question asked;

	memset(&asked, 0, sizeof asked);
	asked.key = key;
	asked.candidates = cases;
	asked.n = 2;
	return asked;
}

static void remembers(const char *path)
{
	bench_pick_options options = { .rounds = 3 };
	bench_question first = question("first"), new = question("new"), third = question("third");
	bench_wisdom *wisdom;
	bench_choice choice;
	bench_status status = bench_wisdom_load(path, &wisdom);

	say("load", status);
	if (bench_wisdom_find(wisdom, &first) == BENCH_NONE)
		say("remember", bench_wisdom_remember(wisdom, &first, 1));
	say("remember", bench_wisdom_remember(wisdom, &new, 0));
	third.options = &options;
	status = bench_wisdom_pick(wisdom, &third, &choice);
	say("wisdom_pick", status);
	promise((status == BENCH_OK) == (choice.index < 2), "a wise choice, or a failure");
	say("save", bench_wisdom_save(wisdom));
	bench_wisdom_free(wisdom);
}

static int check(const char *path)
{
	bench_question first = question("first");
	bench_wisdom *wisdom;
	bench_status status = bench_wisdom_load(path, &wisdom);
	bench_wisdom_counts counts = bench_wisdom_count(wisdom);
	size_t found = bench_wisdom_find(wisdom, &first);

	say("load", status);
	bench_wisdom_free(wisdom);
	return status != BENCH_OK || counts.damaged || found != 1;
}

int main(int argc, char **argv)
{
	cases[0].name = "slow";
	cases[0].body = slow;
	cases[1].name = "quick";
	cases[1].body = quick;
	if (argc < 2)
		return 2;
	if (argc > 2)
		return check(argv[1]);
	times();
	finds_the_clock();
	remembers(argv[1]);
	return 0;
}
