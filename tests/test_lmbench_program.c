/*
 * Of the lmbench drop-in, what a program sees beside reports and statistics: the current result,
 * times, options, texts, files, and how it ends.
 *
 * SPDX-License-Identifier: MIT
 */
#include "lmbench/lmbench.h"

#include "check_main.h"

TEST(the_current_result_is_set_and_chosen)
{
	result_t result;

	set_n(7);
	ck_assert_uint_eq(get_n(), 7);
	save_n(9);
	ck_assert_uint_eq(get_n(), 9);
	insertinit(&result);
	insertsort(4000000, 2, &result);
	insertsort(2000000, 500, &result);
	insertsort(9000000, 1, &result);
	insertsort(1, 600, &result);
	set_results(&result); /* the middle two: 2 s and 4 ms, of 500 iterations the second */
	ck_assert_uint_eq(get_n(), 500);
	ck_assert_uint_eq(gettime(), 1002000 * 500);
	result.v[1].n = 1000;
	result.v[1].u = 2000000000;
	save_median();
	ck_assert_uint_eq(get_n(), 1000);
	set_results(NULL);
	ck_assert_ptr_ne(get_results(), &result);
}

/* TRIES results lie at the middles of as many equal parts; one is the median. */
TEST(results_are_spread_over_the_samples)
{
	static const double ns[] = { 1e6, 2e6, 3e6, 4e6 };
	const result_t *found;

	benchi_lm_set_results(ns, 4, 3, 1000);
	found = get_results();
	ck_assert_int_eq(found->N, 3);
	for (int i = 0; i < 3; i++) { /* a sixth, a half and five sixths of the way, descending */
		ck_assert_uint_eq(found->v[i].u, (uint64)(1e6 * (1 + 3 * (5 - 2 * i) / 6.) + .5));
		ck_assert_uint_eq(found->v[i].n, 1000);
	}
	benchi_lm_set_results(ns, 4, 1, 1000);
	ck_assert(get_results()->N == 1 && gettime() == 2500000);
	benchi_lm_set_results(ns, 1, 1, .5);
	ck_assert(get_results()->N == 1 && gettime() == 1000000 && get_n() == 1000);
	benchi_lm_set_results(ns, 4, TRIES + 1, 1000);
	ck_assert_int_eq(get_results()->N, TRIES);
	benchi_lm_set_results(ns, 0, 3, 1000);
	ck_assert(get_results()->N == 0 && gettime() == 0 && get_n() == 1);
}

TEST(times_begin_where_they_are_started)
{
	struct timeval begun, ended, later;
	uint64 earlier;
	double passed;

	start(&begun);
	for (earlier = now(); now() < earlier + 1000; )
		continue;
	stop(NULL, &ended);
	ck_assert_double_eq_tol(timespent(), (double)tvdelta(&begun, &ended) / 1e6, 1e-9);
	passed = Delta();
	stop(NULL, &later);
	ck_assert_double_ge(passed, (double)tvdelta(&begun, &ended) / 1e6 - 1e-9);
	ck_assert_double_le(passed, (double)tvdelta(&begun, &later) / 1e6 + 1e-9);
	start(NULL);
	ck_assert(Delta() >= 0 && Delta() < 600);
	stop(NULL, NULL);
	ck_assert(timespent() >= 0 && timespent() < 600 && gettime() < 600000000);
	begun.tv_sec = 0;
	start(&begun);
	ck_assert(now() / 1000000 - (uint64)begun.tv_sec < 600);
	earlier = now();
	ck_assert(Now() >= (double)earlier && Now() < (double)earlier + 6e8);
	ck_assert_uint_eq(delta(), 0);
	ck_assert(delta() < 600000000);
}

TEST(budgets_are_12_to_200_ms)
{
	CHECK_NUMBERS({ benchi_lm_budget_ns(0), 12e6 }, { benchi_lm_budget_ns(12001), 12.001e6 },
		{ benchi_lm_budget_ns(199999), 199.999e6 }, { benchi_lm_budget_ns(1e6), 200e6 });
}

/* One letter of an argument is read, then the program goes on elsewhere. */
TEST(options_go_on_where_the_program_says)
{
	char name[] = "p", ab[] = "-ab", c[] = "-c", longer[] = "-xyz", end[] = "x";
	char letters[] = "abcxyz";
	char *argv[] = { name, ab, c, longer, end, NULL };

	myopterr = 0;
	ck_assert_int_eq(mygetopt(5, argv, letters), 'a');
	myoptind = 2;
	ck_assert_int_eq(mygetopt(5, argv, letters), 'c');
	ck_assert_int_eq(mygetopt(5, argv, letters), 'x');
	myoptind = 0; /* begin again */
	ck_assert_int_eq(mygetopt(5, argv, letters), 'a');
	ck_assert_int_eq(mygetopt(5, argv, letters), 'b');
	ck_assert_int_eq(myoptind, 2);
	myoptind = 4;
	ck_assert_int_eq(mygetopt(5, argv, letters), -1);
	ck_assert_int_eq(myoptind, 4);
	myoptind = 3;
	ck_assert_int_eq(mygetopt(5, argv, letters), 'x');
	myoptind = 9; /* behind the end */
	ck_assert_int_eq(mygetopt(5, argv, letters), -1);
	argv[1] = NULL;
	myoptind = 1;
	ck_assert_int_eq(mygetopt(5, argv, letters), -1);
}

TEST(sizes_have_every_unit)
{
	static const char units[] = "KMGTPE";
	char text[][4] = { "1k", "1M", "1g", "1T" }, expected[4] = "3K";

	for (int i = 0; i < 4; i++)
		ck_assert(bytes(text[i]) == (uint64)1 << 10 * (i + 1));
	for (int i = 0; i < 6; i++) {
		expected[1] = units[i];
		ck_assert_str_eq(p64sz((uint64)3 << 10 * (i + 1)), expected);
	}
	ck_assert_str_eq(p64sz(1023), "1023");
	ck_assert_str_eq(p64sz(1024), "1K");
	ck_assert_str_eq(p64sz(~(uint64)0), "16E");
}

/* Ten texts are valid at once. */
TEST(a_printf_may_have_ten_texts)
{
	char *text[10], expected[16];

	for (int i = 0; i < 10; i++)
		text[i] = p64((uint64)i);
	for (int i = 0; i < 10; i++) {
		snprintf(expected, sizeof expected, "%d", i);
		ck_assert_str_eq(text[i], expected);
	}
}

/* A file of more than two buffers that ends within one, byte for byte, in the place of another. */
TEST(files_are_copied)
{
	char from[] = "test_lmbench_program.from", to[] = "test_lmbench_program.to";
	char missing[] = "test_lmbench_program.dir/none";
	FILE *file = fopen(from, "wb");

	ck_assert_ptr_nonnull(file);
	for (int i = 0; i < 20001; i++)
		putc(i * 31 % 251, file);
	ck_assert_int_eq(fclose(file), 0);
	for (int i = 0; i < 2; i++)
		ck_assert_int_eq(cp(from, to, 0600), 0);
	file = fopen(to, "rb");
	ck_assert_ptr_nonnull(file);
	for (int i = 0; i < 20001; i++)
		ck_assert_int_eq(getc(file), i * 31 % 251);
	ck_assert_int_eq(getc(file), EOF);
	fclose(file);
	ck_assert_int_eq(cp(missing, to, 0600), -1);
	ck_assert_int_eq(cp(from, missing, 0600), -1);
	remove(from);
	remove(to);
}

TEST(memory_is_read_and_touched_to_its_last_page)
{
	static char memory[1 << 20];
	long sum = 0;

	for (int i = 0; i < 23; i++)
		memory[i] = (char)(i < 20 ? 0 : 200 + i); /* bytes behind the last word */
	for (int i = 20; i < 23; i++)
		sum += 200 + i;
	ck_assert_int_eq(bread(memory, 23), sum);
	memset(memory, 0, sizeof memory);
	touch(memory, sizeof memory);
	for (size_t i = 0; i < sizeof memory; i += 65536)
		ck_assert_int_eq(memory[i], 1);
	memset(memory, 0, sizeof memory);
	touch(memory, 0);
	ck_assert_int_eq(memory[0], 0);
}

#ifdef HAVE_FORK
/* What the function prints to stderr, after which it ends the program with this status. */
static const char *ends(void (*function)(void), int wanted)
{
	static char text[400];
	FILE *file = check_file();
	int status;
	pid_t pid;

	fflush(NULL);
	if ((pid = fork()) == 0) {
		dup2(fileno(file), STDERR_FILENO);
		function();
		_exit(99);
	}
	ck_assert(pid > 0 && waitpid(pid, &status, 0) == pid);
	ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == wanted);
	rewind(file);
	text[fread(text, 1, sizeof text - 1, file)] = '\0';
	fclose(file);
	return text;
}

static void misuse(void)
{
	char program[] = "prog", usage[] = "[-n times]", *argv[] = { program, NULL };

	lmbench_usage(1, argv, usage);
}

static void misuse_without_name(void)
{
	char usage[] = "size";

	lmbench_usage(0, NULL, usage);
}

static void schedule_nonsense(void)
{
	setenv("LMBENCH_SCHED", "here", 1);
	handle_scheduler(0, 0, 0);
}

static void die_of(void) { benchi_lm_die("%d of %s", 3, "these"); }

static void enough_of_nonsense(void)
{
	setenv("ENOUGH", "soon", 1);
	benchi_lm_stated_enough_ns();
}

static void wrong_options(void)
{
	char name[] = "p", options[] = "-zc", *argv[] = { name, options, NULL };
	char quiet[] = ":c:", loud[] = "c:";

	for (int i = 0; i < 2; i++) {
		myoptind = 1;
		while (mygetopt(2, argv, i ? loud : quiet) != -1)
			;
	}
	_exit(5);
}

static const char *cost;        /* of a window, in microseconds */

static void state_costs(void)
{
	setenv("ENOUGH", "3000", 1);
	setenv("LOOP_O", ".0025", 1);
	setenv("TIMING_O", cost, 1);
	_exit(get_enough(10) == 3000 && get_enough(5000) == 3000 && fabs(l_overhead() - .0025) < 1e-9
	      ? (int)t_overhead() : 98);
}

TEST(costs_are_those_stated_in_whole_microseconds)
{
	cost = "7.4";
	ends(state_costs, 7);
	cost = "7.6";
	ends(state_costs, 8);
}

TEST(programs_end_with_a_message)
{
	ck_assert_str_eq(ends(misuse, 255), "Usage: prog [-n times]\n");
	ck_assert_str_eq(ends(misuse_without_name, 255), "Usage:  size\n");
	ck_assert_str_eq(ends(die_of, 1), "libbench: 3 of these\n");
	ck_assert_ptr_nonnull(strstr(ends(schedule_nonsense, 1), "LMBENCH_SCHED is 'here', expected "));
	ck_assert_ptr_nonnull(strstr(ends(enough_of_nonsense, 1), "ENOUGH"));
	ck_assert_str_eq(ends(wrong_options, 5),
		"p: illegal option -- z\np: option requires an argument -- c\n");
}
#endif

CHECK_SUITE("lmbench_program")
