/*
 * Picks among many candidates on simulated machines: the right one, in time, the same on every
 * run; and what happens to candidates that are wrong, skip, or are too many.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include <setjmp.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#ifdef HAVE_FORK
#include <unistd.h>
#endif
#ifdef HAVE_PTHREAD_H
#include <pthread.h>
#endif
#if defined HAVE_FORK && !defined __SANITIZE_ADDRESS__ && !defined __SANITIZE_THREAD__
#define MEMORY_CAN_END
#include <sys/resource.h>
#endif

#include "arena.h"

enum { MOST = 10000 };

struct fixture {
	struct arena arena;
	struct rival rival[MOST];
	bench_case c[MOST];
	bench_pick_options options;
	bench_choice choice;
	size_t n;
};

static struct fixture f;

/* n candidates that take ns per iteration. */
static void begin(size_t n, double ns)
{
	memset(&f, 0, sizeof f);
	f.n = n;
	arena_rivals(&f.arena, f.rival, f.c, n, NULL, NULL);
	for (size_t i = 0; i < n; i++)
		f.rival[i].ns = ns;
	f.options.clock = arena_clock(&f.arena);
}

/* The lead of a sure choice must be within the margin, by its own interval. */
static void check_sure(const bench_choice *choice)
{
	if (choice->end != BENCH_PICK_END_SURE || isnan(choice->lead))
		return;
	ck_assert(isnan(choice->lead_low) || choice->lead_low >= 1 / 1.005 - 1e-9);
	ck_assert(isnan(choice->lead_low)
		|| (choice->lead >= choice->lead_low && choice->lead <= choice->lead_high));
}

/* Picks. Every candidate must be torn down as often as it was set up, unless it skipped. */
static size_t pick(void)
{
	ck_assert_int_eq(bench_pick(f.c, f.n, &f.options, &f.choice), f.choice.status);
	check_sure(&f.choice);
	for (size_t i = 0; i < f.n; i++)
		ck_assert_int_eq(f.rival[i].downs, f.rival[i].ups - f.rival[i].skips * f.rival[i].ups);
	return f.choice.index;
}

static void expect(size_t index, bench_pick_end end)
{
	ck_assert_uint_eq(pick(), index);
	ck_assert_int_eq(f.choice.end, end);
}

static void expect_refused(bench_status status)
{
	ck_assert_uint_eq(pick(), BENCH_NONE);
	CHECK_NUMBERS({ f.choice.status, status }, { f.choice.end, BENCH_PICK_END_FAILED },
		{ f.rival[0].downs, f.rival[0].ups - f.rival[0].skips });
}

TEST(the_best_of_eight)
{
	begin(8, 1010);
	f.rival[5].ns = 1000;
	expect(5, BENCH_PICK_END_SURE);
	CHECK_ALL(f.choice.runner_up < 8 && f.choice.runner_up != 5, isnan(f.choice.cycles),
		f.choice.lead_low <= 1.01 && f.choice.lead_high >= 1.01 && f.choice.lead_low > 1);
	CHECK_NUMBERS({ f.choice.tie, 0 }, { f.choice.ns, 1000, 10 },
		{ f.choice.first_wrong, BENCH_NONE });
	ck_assert_double_lt(f.choice.elapsed_ns, 9e6);
}

TEST(equals_are_a_tie_with_the_lowest_index_every_time)
{
	int sure = 0;

	for (uint64_t seed = 0; seed < 20; seed++) {
		begin(16, 1000);
		f.options.seed = f.arena.random = seed;
		f.options.time_ns = seed % 2 ? 1e6 : 20e6;
		ck_assert_uint_eq(pick(), 0);
		ck_assert_int_ne(f.choice.tie, 0);
		ck_assert(seed % 2 == 0 || f.choice.end == BENCH_PICK_END_BUDGET);
		sure += f.choice.end == BENCH_PICK_END_SURE;
	}
	ck_assert_int_ge(sure, 6);
}

/* Chance decides which of sixteen equals has the shortest median of disturbed windows. */
TEST(the_first_of_equals_is_chosen_on_a_disturbed_machine)
{
	for (uint64_t seed = 0; seed < 20; seed++) {
		begin(16, 1000);
		f.arena.jitter = 0.02;
		f.options.seed = f.arena.random = seed;
		expect(0, BENCH_PICK_END_BUDGET);
	}
}

#if defined HAVE_GETAUXVAL && defined HAVE_SYS_AUXV_H && !defined __SANITIZE_ADDRESS__
/* The physical page behind a page of the stack can make a routine slow, which another start does
 * not repeat. */
TEST(a_slow_page_of_the_stack_does_not_decide)
{
	begin(2, 1000);
	f.rival[0].paged = 1.5;
	f.rival[1].ns = 1400;
	ck_assert_uint_eq(pick(), 0);
}
#endif

/* Bursts make the candidate with the lower median 50 % slower on average. */
TEST(rare_work_is_counted)
{
	char line[200];
	static const uint64_t periods[] = { 2000, 10000, 25000, 50000, 90000, 150000 };

	for (size_t i = 0; i < sizeof periods / sizeof *periods; i++)
		for (uint64_t other = 0; other < 2; other++) {
			begin(2 + 2 * other, 20);
			f.rival[0].ns = 10;
			f.rival[0].rare = periods[i];
			f.rival[0].burst_ns = 20 * (double)periods[i];
			pick();
			ck_assert_uint_ne(f.choice.warnings & BENCH_WARN_RARE, 0);
			ck_assert(f.choice.index != 0 || f.choice.end == BENCH_PICK_END_BUDGET);
			bench_choice_text(&f.choice, f.c, f.n, line, sizeof line);
			ck_assert_msg(strstr(line, ", rare work") != NULL, "%s", line);
			if (periods[i] < 50000)
				ck_assert_double_eq_tol(f.choice.lead, 1.5, 0.35);
			if (f.n > 2)
				ck_assert_int_eq(f.choice.end, BENCH_PICK_END_BUDGET);
			f.options.incumbent = "0";
			ck_assert(pick() != 0 || f.choice.end == BENCH_PICK_END_BUDGET);
			f.rival[0].burst_ns /= 4;
			ck_assert_uint_eq(pick(), 0);
			ck_assert(f.choice.end == BENCH_PICK_END_SURE || periods[i] > 10000);
			ck_assert(f.choice.lead_low <= 4. / 3 && f.choice.lead_high >= 4. / 3);
		}
}

/* Bursts make the candidate with half the median as slow as the other: one burst more or less must
 * not decide. */
TEST(equal_totals_are_never_sure)
{
	static const uint64_t periods[] = { 3000, 30000, 100000 };

	for (uint64_t seed = 0; seed < 20; seed++)
		for (size_t i = 0; i < sizeof periods / sizeof *periods; i++) {
			begin(2, 20);
			f.options.seed = f.arena.random = seed;
			f.rival[seed % 2].ns = 10;
			f.rival[seed % 2].rare = periods[i];
			f.rival[seed % 2].iterations = 1000 * seed;
			f.rival[seed % 2].burst_ns = 10 * (double)periods[i];
			pick();
			ck_assert(f.choice.end == BENCH_PICK_END_BUDGET
				|| (f.choice.lead_low <= 1 && f.choice.lead_high <= 1.1));
			ck_assert_uint_ne(f.choice.warnings & BENCH_WARN_RARE, 0);
		}
}

/* A single burst, early or late, makes the candidate with the lower median slower. A paired run
 * without the burst must not decide alone. */
TEST(a_burst_that_only_the_race_saw_counts)
{
	for (uint64_t k = 1; k <= 40; k++) {
		begin(2, 20);
		f.rival[0].ns = 10;
		f.rival[0].rare = 100000000;
		f.rival[0].iterations = 100000000 - 10000 * k;
		f.rival[0].burst_ns = 60e6;
		f.options.time_ns = 120e6;
		pick();
		ck_assert(f.choice.index != 0 || f.choice.end == BENCH_PICK_END_BUDGET);
	}
}

/* The first takes 8 % longer than the second in total. That others have rare work too must not
 * hide it. */
TEST(rare_work_of_others_hides_none)
{
	for (uint64_t seed = 0; seed < 20; seed++) {
		begin(5, 1040);
		f.options.seed = f.arena.random = seed;
		f.rival[0].ns = 1000;
		for (size_t i = 0; i < f.n; i++) {
			f.rival[i].rare = i == 1 ? 0 : 40;
			f.rival[i].burst_ns = 4.8e3;
		}
		pick();
		ck_assert(f.choice.index != 0 || f.choice.end == BENCH_PICK_END_BUDGET);
	}
}

TEST(the_guarantee_holds_on_five_hundred_machines)
{
	int sure = 0, wrong = 0;

	for (uint64_t i = 0; i < 500; i++) {
		struct trial t = arena_pick(i);

		check_sure(&t.choice);
		ck_assert_int_eq(t.choice.status, BENCH_OK);
		ck_assert_double_lt(t.choice.elapsed_ns, 20e6 * 1.1 + 5e6);
		if (t.choice.end != BENCH_PICK_END_SURE)
			continue;
		sure++;
		wrong += !(t.chosen_ns <= t.best_ns * 1.005);
	}
	CHECK_ALL(sure > 110, 100 * wrong <= sure);
}

/* One call in a thousand takes 11 us or 1 us: the means are 110.9 and 120.9 ns. */
TEST(rare_values_count_as_rarely_as_they_are)
{
	static const bench_value values[] = { { 0, 999 }, { 1000, 1 } };

	begin(2, 120);
	f.rival[0].slope_ns = 0.88;
	f.rival[1].ns = 100;
	f.rival[1].slope_ns = 10.9;
	f.options.values = values;
	f.options.value_count = 2;
	expect(1, BENCH_PICK_END_SURE);
	ck_assert(f.choice.lead_low < 120.88 / 110.9 && f.choice.lead_high > 120.88 / 110.9);
	ck_assert_double_eq_tol(f.choice.ns, 110.9, 2);
}

static void starts_only(uint64_t n, void *arg)
{
	struct rival *r = arg;

	BENCH_START;
	r->arena->ns += (double)n * r->ns;
}

TEST(regions_that_are_not_paired_are_reported)
{
	char text[200];
	bench_difference result;
	bench_compare_options asked = { .time_ns = 0 };

	begin(2, 1000);
	pick();
	ck_assert_uint_eq(f.choice.warnings, 0);
	begin(2, 1000);
	f.c[1].body = starts_only;
	pick();
	ck_assert_uint_eq(f.choice.warnings, BENCH_WARN_UNPAIRED);
	bench_choice_text(&f.choice, f.c, 2, text, sizeof text);
	ck_assert_ptr_nonnull(strstr(text, "START and STOP are not paired"));
	asked.clock = arena_clock(&f.arena);
	ck_assert_int_eq(bench_compare(f.c, &asked, &result), BENCH_OK);
	ck_assert_uint_eq(result.warnings & BENCH_WARN_UNPAIRED, BENCH_WARN_UNPAIRED);
	ck_assert_uint_eq(result.side[0].warnings & BENCH_WARN_UNPAIRED, 0);
	ck_assert_uint_eq(result.side[1].warnings & BENCH_WARN_UNPAIRED, BENCH_WARN_UNPAIRED);
}

/* The slower one becomes the faster one during the race, during the run-off, or after it. */
TEST(what_the_run_off_refutes_is_not_sure)
{
	int taken_back = 0;

	for (int i = 0; i < 200; i++) {
		begin(2, 1000);
		f.rival[1].ns = 800;
		f.rival[1].state = 0.5;
		f.rival[1].state_ns = f.arena.ns + 20e3 * i;
		f.arena.jitter = i % 2 ? 0.001 : 0.05;
		if (pick() == 0 && f.choice.end == BENCH_PICK_END_BUDGET) {
			ck_assert_double_lt(f.choice.lead_high, 1);
			taken_back++;
		}
	}
	ck_assert_int_gt(taken_back, 0);
}

TEST(one_that_is_wrong_is_out_and_named)
{
	begin(5, 1000);
	f.rival[1].ns = f.rival[3].ns = 10;
	f.rival[1].verdict = f.rival[3].verdict = 0;
	ck_assert_uint_eq(pick(), 0);
	CHECK_NUMBERS({ f.choice.wrong, 2 }, { f.choice.first_wrong, 1 }, { f.rival[1].iterations, 0 });
}

TEST(one_that_skips_is_left_out)
{
	begin(2, 1000);
	f.rival[0].skips = 1;
	expect(1, BENCH_PICK_END_ONLY_ONE);
	CHECK_NUMBERS({ f.choice.runner_up, BENCH_NONE }, { f.choice.ns, 1000, 20 },
		{ f.rival[0].iterations, 0 });
	f.rival[0].ups = f.rival[1].ups = f.rival[1].downs = 0;
	f.rival[1].skips = 1;
	expect_refused(BENCH_ERR_NO_SAMPLES);
}

static int unusable(void *arg)
{
	((struct rival *)arg)->calls++;
	return 0;
}

TEST(one_that_is_not_usable_is_left_out)
{
	begin(3, 1000);
	f.c[1].usable = unusable;
	f.rival[1].ns = 10;
	f.rival[1].downs = f.rival[1].ups;
	ck_assert_uint_eq(pick(), 0);
	CHECK_NUMBERS({ f.rival[1].calls, 1 }, { f.rival[1].iterations, 0 }, { f.rival[1].ups, 0 });
}

/* Candidate 1 is twenty times slower in its first calls, then the best. */
TEST(one_that_becomes_faster_wins)
{
	for (uint64_t calls = 10; calls <= 900; calls *= 3) {
		begin(2, 150);
		f.rival[1].ns = 100;
		f.rival[1].cold = calls;
		expect(1, BENCH_PICK_END_SURE);
		CHECK_NUMBERS({ f.choice.slow, 0 }, { f.choice.warmed >= 1000, true });
	}
	f.rival[1].iterations = 0;
	f.rival[1].cold = 40000;
	ck_assert_uint_eq(pick(), 0);
	ck_assert_uint_lt(f.choice.warmed, 40000);
}

/* The loser is only slightly slower, so it is checked again with a hundred calls. At some
 * moment both become 8 % faster, as if the core's clock changed. The loser is then still slower
 * than the leader, and there is no second race. */
TEST(a_slight_loser_takes_little_time_to_recheck)
{
	size_t most = 0;

	for (double end_ns = 0; end_ns < 2e6; end_ns += 10e3) {
		begin(2, 5150);
		f.rival[0].ns = 5000;
		for (size_t i = 0; i < 2; i++) {
			f.rival[i].state = 0.08;
			f.rival[i].state_ns = f.arena.ns + end_ns;
		}
		ck_assert_uint_eq(pick(), 0);
		most = f.choice.rounds > most ? f.choice.rounds : most;
		ck_assert(f.choice.warmed == 0 || (f.choice.warmed >= 100 && f.choice.warmed < 300));
	}
	ck_assert_uint_lt(most, 50);
}

TEST(the_budget_is_kept)
{
	static const double budget[] = { 1, 1e4, 1e6, 5e6, 20e6 }, iteration_ns[] = { 1, 1000, 1e6 };
	static const size_t n[] = { 1, 2, 8, 64 };

	for (int i = 0; i < 60; i++) {
		begin(n[i / 15], iteration_ns[i % 3]);
		f.options.time_ns = budget[i / 3 % 5];
		ck_assert_uint_lt(pick(), f.n);
		if (f.options.time_ns < 1e4)
			ck_assert_int_eq(f.choice.end, f.n == 1 ? BENCH_PICK_END_ONLY_ONE
		                                        : BENCH_PICK_END_BUDGET);
		ck_assert_double_lt(f.choice.elapsed_ns,
			1.1 * f.options.time_ns + 2 * iteration_ns[i % 3] + 50e3);
	}
	begin(3, 1000);
	f.options.time_ns = 86400e9;
	expect(0, BENCH_PICK_END_SURE);
}

TEST(ten_thousand)
{
	begin(MOST, 1000);
	f.rival[77].ns = 10;
	expect(77, BENCH_PICK_END_BUDGET);
	ck_assert_double_lt(f.choice.elapsed_ns, 22e6);
	f.options.time_ns = 2e9;
	expect(77, BENCH_PICK_END_SURE);
}

static uint64_t still(void *ctx)
{
	return 7;
}

TEST(with_the_callers_memory)
{
	static double memory[MOST];

	begin(8, 1000);
	f.rival[3].ns = 900;
	f.options.memory = memory;
	f.options.memory_bytes = bench_pick_size(8) - 1;
	expect_refused(BENCH_ERR_ARGUMENT);
	f.options.memory_bytes++;
	memset(memory, 0xff, sizeof memory);
	ck_assert_uint_eq(pick(), 3);
	for (size_t i = bench_pick_size(8); i < sizeof memory; i++)
		ck_assert_int_eq(((unsigned char *)memory)[i], 0xff);
	memset(memory, 0xff, sizeof memory);
	f.options.clock.now_ns = still;
	f.options.memory_bytes = bench_pick_size(2);
	ck_assert_int_eq(bench_pick(f.c, 2, &f.options, &f.choice), BENCH_ERR_CLOCK_STILL);
	ck_assert_double_eq(memory[0], 0);      /* the clock's readings are also stored there */
	CHECK_ALL(bench_pick_size(0) == 0, bench_pick_size(SIZE_MAX / 2) == SIZE_MAX);
}

#ifdef MEMORY_CAN_END

TEST(without_memory_it_says_so)
{
	const struct rlimit none = { 1, 1 };

	if (check_in_valgrind())
		return;
	begin(MOST, 1000);
	ck_assert_int_eq(setrlimit(RLIMIT_AS, &none), 0);
	if (!check_memory_goes_on())
		expect_refused(BENCH_ERR_MEMORY);
}

#endif

TEST(nonsense_is_refused)
{
	begin(2, 1000);
	f.options.clock.now_ns = still;
	expect_refused(BENCH_ERR_CLOCK_STILL);
	begin(2, 1000);
	f.options.margin = -1;
	expect_refused(BENCH_ERR_ARGUMENT);
	begin(0, 1000);
	expect_refused(BENCH_ERR_ARGUMENT);
	CHECK_STATUS(BENCH_ERR_ARGUMENT, bench_pick(NULL, 2, NULL, &f.choice),
		bench_pick(f.c, 2, NULL, NULL));
}

/* A body that itself picks, with a separate clock. */
static void picks(uint64_t n, void *arg)
{
	static struct arena arena;
	struct rival rival[2] = { { .arena = &arena, .ns = 50, .verdict = 1 },
		{ .arena = &arena, .ns = 40, .verdict = 1 } };
	const bench_case c[2] = { arena_case(&rival[0]), arena_case(&rival[1]) };
	bench_pick_options options = { .time_ns = 1e5 };
	bench_choice choice;

	ck_assert_uint_eq(bench_parameter(), 0);
	for (; n > 0; n--) {
		arena = arena_quiet(10, 20);
		options.clock = arena_clock(&arena);
		bench_pick(c, 2, &options, &choice);
		ck_assert_uint_eq(choice.index, 1);
		((struct arena *)arg)->ns += 3000;
	}
}

TEST(a_body_may_pick_itself)
{
	begin(2, 2000);
	f.c[0].body = picks;
	f.c[0].arg = &f.arena;
	f.c[0].setup = f.c[0].teardown = NULL;
	f.c[0].verify = NULL;
	f.options.time_ns = 2e6;
	ck_assert_uint_eq(pick(), 1);
}

#if defined __GLIBC__ && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 33)

static jmp_buf way_out;

static void jumps(uint64_t n, void *arg)
{
	longjmp(way_out, 1);
}

static size_t used(void)
{
	struct mallinfo2 info = mallinfo2();

	return info.uordblks + info.hblkhd;
}

static void call(int which)
{
	bench_compare_options compare = { .clock = f.options.clock };
	bench_range table[8];
	bench_ranges ranges = { .low = 1, .high = 64, .range = table, .capacity = 8 };
	bench_crossover crossover = { .low = 1, .high = 64 };
	bench_case tuned = { .body = jumps, .range = "i=1..9 +1; j=1..9 +1" };
	bench_tuned best;
	bench_difference difference;

	switch (which) {
	case 0: pick(); break;
	case 1: bench_compare(f.c, &compare, &difference); break;
	case 2: bench_pick_ranges(f.c, 2, &f.options, &ranges); break;
	case 3: bench_threshold(f.c, &f.options, &crossover); break;
	default: bench_tune(&tuned, &f.options, &best); break;
	}
}

TEST(one_that_leaves_again_and_again_leaves_one_block)
{
#ifdef __SANITIZE_ADDRESS__
	return;
#endif
	/* That block is lost; Valgrind reports it too. */
	for (volatile int which = 0; which < 5 && !check_in_valgrind(); which++) {
		volatile size_t before = 0;
		volatile int left = 0;

		begin(2, 2000);
		f.c[0].body = jumps;
		for (volatile int i = 0; i < 20; i++) {
			if (setjmp(way_out) == 0)
				call(which);
			else
				left++;
			if (i == 0)
				before = used();
		}
		ck_assert_msg(left == 20, "%d: %d: %s", which, left, bench_detail());
		ck_assert_msg(used() <= before + 100, "%d: %zu bytes more", which, used() - before);
	}
}

#endif

#ifdef HAVE_FORK

static void crashes(uint64_t n, void *arg)
{
	abort();
}

static void hangs(uint64_t n, void *arg)
{
	while (n > 0)
		BENCH_KEEP(n);
}

static void leaves(uint64_t n, void *arg)
{
	exit(0);
}

static int at_exit[2];

static void host_handler(void)
{
	(void)!write(at_exit[1], "x", 1);
}

TEST(one_that_crashes_hangs_or_leaves_does_so_elsewhere)
{
	char written;

	ck_assert_int_eq(pipe(at_exit), 0);
	ck_assert_int_eq(atexit(host_handler), 0);
	begin(5, 1000);
	f.c[1].body = crashes;
	f.c[2].body = hangs;
	f.c[3].body = leaves;
	f.rival[4].ns = 900;
	f.options.flags = BENCH_PICK_ISOLATE;
	ck_assert_uint_eq(pick(), 4);
	CHECK_NUMBERS({ f.choice.crashed, 3 }, { f.choice.first_crashed, 1 }, { f.rival[1].ups, 0 },
		{ f.rival[0].ups, 1 });
	close(at_exit[1]);
	/* the host's exit handler did not run */
	ck_assert_int_eq(read(at_exit[0], &written, 1), 0);
}

#endif

#ifdef HAVE_PTHREAD_H

enum { THREADS = 16 };

static void *pick_in_thread(void *arg)
{
	struct arena arena;
	struct rival rival[4];
	bench_case c[4];
	const bench_pick_options options = { .clock = arena_clock(&arena) };
	double ns[4] = { 1000, 1000, 1000, 1000 };
	size_t best = *(size_t *)arg % 4;
	bench_choice choice;

	ns[best] = 990;
	arena_rivals(&arena, rival, c, 4, ns, NULL);
	arena.jitter = 0;
	bench_pick(c, 4, &options, &choice);
	*(size_t *)arg = choice.index == best;
	return NULL;
}

TEST(sixteen_threads_at_once)
{
	pthread_t thread[THREADS];
	size_t right[THREADS];

	for (size_t i = 0; i < THREADS; i++) {
		right[i] = i;
		ck_assert_int_eq(pthread_create(&thread[i], NULL, pick_in_thread, &right[i]), 0);
	}
	for (size_t i = 0; i < THREADS; i++) {
		ck_assert_int_eq(pthread_join(thread[i], NULL), 0);
		ck_assert_uint_eq(right[i], 1);
	}
}

#endif

CHECK_SUITE("pick")
