/*
 * The exact parts of the lmbench drop-in: reports, order of results, statistics, times, texts,
 * options, files, and how a program ends.
 *
 * SPDX-License-Identifier: MIT
 */
#include "lmbench/lmbench.h"

#include "golden.h"

/* Prints all reports, for a time that was set. */
static void all_reports(uint64 n)
{
	char text[] = "what";

	nano(text, n);
	micro(text, n);
	milli(text, n);
	mb(1);
	kb(1);
	micromb(1, n);
	bandwidth(1, n, 0);
	bandwidth(1, n, 1);
	latency(n, 1);
	context(n);
	ptime(n);
}

/* Without a time or iterations nothing is printed, otherwise one line per report. */
TEST(reports_are_these_to_the_byte)
{
	static const struct { double us, n; char call; double size; } of[] = {
		{ 12345, 1000, 'n', 0 }, { 12345, 10000000, 'n', 0 }, { 12345, 1000, 'u', 0 },
		{ 12345, 20000, 'u', 0 },
		{ 12345, 1, 'm', 0 }, { 12345, 100000, 'm', 0 }, { 12345, 1000, 'c', 0 },
		{ 12345, 100, 'p', 0 },
		{ 500000, 1, 'M', 123456789 }, { 500000, 1, 'K', 123456 }, { 500000, 50000, 'x', 65536 },
		{ 500000, 50001, 'x', 65536 }, { 500000, 4, 'B', 8e6 }, { 500000, 4, 'b', 8e6 },
		{ 500000, 1, 'b', 8192 }, { 500000, 1000, 'b', 8192 }, { 2500000, 1000, 'l', 65536 },
		{ 2500000, 2, 'l', 65536 }, { 2500000, 1, 'l', 65536 }, { 2500000, 24, 'l', 1000 },
		{ 2500000, 25, 'l', 1000 }, { 1500, 1, 'l', 65536 } };
	char text[100] = "op";

	double user;

	timing(check_file());
	settime(0);
	all_reports(7);
	rusage();
	settime(5);
	all_reports(0);
	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		uint64 n = (uint64)of[i].n, size = (uint64)of[i].size;

		settime((uint64)of[i].us);
		switch (of[i].call) {
		case 'n': nano(text, n); break;
		case 'u': micro(text, n); break;
		case 'm': milli(text, n); break;
		case 'c': context(n); break;
		case 'p': ptime(n); break;
		case 'M': mb(size); break;
		case 'K': kb(size); break;
		case 'x': micromb(size, n); break;
		case 'l': latency(n, size); break;
		default: bandwidth(size, n, of[i].call == 'B');
		}
	}
	golden_expect("lmbench", "reports.txt", golden_contents(ftiming));
	ftiming = check_file();
	rusage();   /* only this one if the system reports no more */
	check_contents(ftiming, text, sizeof text);
	ck_assert_msg(!strncmp(text, "real=0.00", 9), "%s", text);
	ck_assert_msg(sscanf(text, "%*s user=%lf", &user) < 1 || user < 100, "%s", text);
}

TEST(a_value_keeps_a_hundredth_of_a_nanosecond)
{
	static const double iteration_ns[] = { 0.03, 0.271828, 9.87654, 1234.5678, 12345678.9, 3e9 };

	for (size_t i = 0; i < sizeof iteration_ns / sizeof *iteration_ns; i++)
		for (double iterations = 1; iterations < 1e9; iterations *= 30) {
			value_t value = benchi_lm_value(iteration_ns[i], iterations);
			double again = (double)value.u * 1e3 / (double)value.n;

			ck_assert(value.n >= 1 && (double)value.n >= floor(iterations));
			ck_assert_double_le(fabs(again - iteration_ns[i]), 0.0051 + iteration_ns[i] * 6e-7);
		}
	ck_assert(benchi_lm_value(NAN, 5).u == 0 && benchi_lm_value(-1, 5).n == 1);
	ck_assert(benchi_lm_value(2e9, 3).u == 6000000 && benchi_lm_value(2e9, 3).n == 3);
}

TEST(results_are_sorted_by_their_quotient)
{
	result_t *result = malloc((size_t)sizeof_result(31));
	const value_t *v;

	CHECK_NUMBERS({ sizeof_result(1), sizeof(result_t) },
		{ sizeof_result(TRIES + 2) - sizeof_result(TRIES), 2 * sizeof(value_t) });
	insertinit(result);
	for (int i = 0; i < 29; i++)
		insertsort((uint64)(1 + i * 10 % 29), 2, result);
	insertsort(1000, 1, result);
	insertsort(1000, 0, result);
	ck_assert_int_eq(result->N, 30);
	set_results(result);
	ck_assert_ptr_eq(get_results(), result);
	v = get_results()->v;
	ck_assert(v[0].u == 1000 && v[29].u == 1);
	for (int i = 1; i < 30; i++)
		ck_assert(v[i - 1].u * v[i].n >= v[i].u * v[i - 1].n);
	ck_assert_double_eq_tol((double)gettime() / (double)get_n(), 15.5 / 2, 1e-9);
	insertsort(2000, 1, result);
	save_median();
	ck_assert(gettime() == 16 && get_n() == 2 && usecs_spent() == 16);
	save_minimum();
	ck_assert(gettime() == 1 && get_n() == 2);
	insertinit(result);
	ck_assert(result->N == 0 && v[0].u == 0);
	save_median();
	ck_assert(gettime() == 0 && get_n() == 1);
	save_minimum();
	ck_assert(gettime() == 0 && get_n() == 1);
	benchi_lm_set_results(&(double){ 250 }, 1, 1, 100);     /* no longer the caller's */
	ck_assert(result->N == 0 && get_results()->N == 1 && get_results() != result);
	free(result);
}

TEST(statistics_of_int_uint64_and_double_agree)
{
	int i[] = { 9, 2, 4, 4, 5, 4, 5, 7 };
	uint64 u[] = { 9, 2, 4, 4, 5, 4, 5, 7 };
	double d[] = { 9, 2, 4, 4, 5, 4, 5, 7 };

	CHECK_NUMBERS({ int_median(i, 8), 4 }, { uint64_median(u, 8), 4 }, { double_median(d, 8), 4.5 },
		{ int_median(i, 7), 4 }, { uint64_median(u, 1), 9 }, { double_median(d, 3), 4 },
		{ int_mean(i, 8), 5 }, { uint64_mean(u, 8), 5 }, { double_mean(d, 8), 5 },
		{ int_min(i, 8), 2 }, { uint64_min(u, 8), 2 }, { double_min(d, 8), 2 },
		{ int_max(i, 8), 9 }, { uint64_max(u, 8), 9 }, { double_max(d, 8), 9 },
		{ int_variance(i, 8), 32.0 / 7, 1e-12 }, { double_moment(2, d, 8), 4, 1e-12 },
		{ uint64_stderr(u, 8), sqrt(32.0 / 7 / 8), 1e-12 }, { int_moment(3, i, 8), 5.25, 1e-12 },
		{ uint64_skew(u, 8), 0.65625, 1e-12 }, { double_kurtosis(d, 8), 44.5 / 16 - 3, 1e-12 },
		{ int_kurtosis(i, 0), 0 }, { double_median(d, 0), 0 }, { uint64_variance(u, 1), 0 });
	CHECK_NUMBERS({ i[0], 9 }, { u[0], 9 }, { d[0], 9 });
}

TEST(comparisons_and_sinks_do_not_overflow)
{
	int low = -2147483647 - 1, high = 2147483647;
	uint64 none = 0, all = ~(uint64)0;
	double a = -0.5, b = 0.25;

	CHECK_ALL(int_compare(&low, &high) < 0, int_compare(&high, &low) > 0, !int_compare(&low, &low),
		uint64_compare(&none, &all) < 0, uint64_compare(&all, &none) > 0,
		double_compare(&a, &b) < 0, double_compare(&b, &a) > 0, !double_compare(&a, &a));
	use_int(high); /* a sanitizer would report it */
	use_int(high);
}

TEST(a_bootstrapped_mean_errs_as_the_formula_says)
{
	double d[50];
	int i[50];

	for (int k = 0; k < 50; k++)
		d[k] = i[k] = k * 37 % 50 * 10;
	ck_assert_double_eq_tol(double_bootstrap_stderr(d, 50, double_mean), double_stderr(d, 50), 2.5);
	ck_assert_double_eq_tol(int_bootstrap_stderr(i, 50, int_mean), double_stderr(d, 50), 2.5);
	ck_assert(double_bootstrap_stderr(d, 0, double_mean) == 0);
}

TEST(a_line_through_points)
{
	double x[] = { 0, 1, 2, 3 }, y[] = { 1, 3, 5, 7 }, sig[] = { 1, 2, 1, 2 };
	double a, b, sig_a, sig_b, chi2;

	regression(x, y, NULL, 4, &a, &b, &sig_a, &sig_b, &chi2);
	CHECK_ALL(fabs(a - 1) < 1e-12 && fabs(b - 2) < 1e-12, fabs(chi2) < 1e-12 && fabs(sig_b) < 1e-6);
	y[3] = 11;
	regression(x, y, NULL, 4, &a, &b, &sig_a, &sig_b, &chi2);
	ck_assert(fabs(a - 0.2) < 1e-12 && fabs(b - 3.2) < 1e-12 && fabs(chi2 - 4.8) < 1e-12);
	ck_assert(fabs(sig_b - sqrt(2.4 / 5)) < 1e-12 && fabs(sig_a - sqrt(2.4 * 14 / 20)) < 1e-12);
	regression(x, y, NULL, 3, &a, &b, &sig_a, &sig_b, &chi2);
	ck_assert(fabs(sig_b) < 1e-6);
	y[2] = 8; /* three points, one of them off by 3 */
	regression(x, y, NULL, 3, &a, &b, &sig_a, &sig_b, &chi2);
	CHECK_NUMBERS({ chi2, 1.5, 1e-12 }, { sig_b, sqrt(1.5 / 2), 1e-12 });
	y[2] = 5;
	/* weights 1, 1/4, 1, 1/4: sum 2.5, mean 1.2, squares 2.9, products 7.6 */
	regression(x, y, sig, 4, &a, &b, &sig_a, &sig_b, &chi2);
	CHECK_NUMBERS({ b, 7.6 / 2.9, 1e-12 }, { a, 3.8 - 1.2 * 7.6 / 2.9, 1e-12 },
		{ sig_b, sqrt(1 / 2.9), 1e-12 }, { sig_a, sqrt(1 / 2.5 + 1.44 / 2.9), 1e-12 });
}

/* Sizes are parsed, and printed in a suitable unit. */
TEST(sizes_as_text)
{
	static const struct { const char *text; uint64 size; const char *written; } of[] = {
		{ "8k", 8192, "8K" }, { "4m", 4194304, "4M" }, { "1G", 1073741824, "1G" },
		{ "300", 300, "300" }, { "2K", 2048, "2K" }, { "", 0, "0" }, { "3x", 3, "3" },
		{ "1T", (uint64)1 << 40, "1T" }, { NULL, (uint64)3 << 50, "3P" },
		{ NULL, ~(uint64)0, "16E" }, { NULL, 1023, "1023" }, { NULL, 1024, "1K" },
		{ NULL, 1572864, "1.50M" } };
	char text[8];

	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		if (of[i].text) {
			strcpy(text, of[i].text);
			ck_assert_msg(bytes(text) == of[i].size, "%s", text);
			ck_assert_int_eq(last(text), *text ? text[strlen(text) - 1] : '\0');
		}
		ck_assert_str_eq(p64sz(of[i].size), of[i].written);
	}
	ck_assert_str_eq(p64(~(uint64)0), "18446744073709551615");
}

TEST(a_permutation_has_each_once)
{
	size_t *order = permutation(1000, 64), sum = 0, moved = 0;
	char *seen = calloc(1000, 1);

	for (size_t i = 0; i < 1000; i++) {
		ck_assert(order[i] % 64 == 0 && order[i] / 64 < 1000 && !seen[order[i] / 64]++);
		moved += order[i] != i * 64;
		sum += order[i];
	}
	ck_assert(moved > 900 && sum == 64 * 999 * 500);
	free(seen);
	free(order);
	free(permutation(0, 1));
}

TEST(differences_of_times)
{
	struct timeval early = { 5, 999999 }, late = { 7, 1 }, found;

	tvsub(&found, &late, &early);
	ck_assert(found.tv_sec == 1 && found.tv_usec == 2);
	ck_assert(tvdelta(&early, &late) == 1000002 && tvdelta(&late, &early) == 0);
	ck_assert(now() > (uint64)1000000 * 1000000);
	start(&early);
	stop(&early, &late);
	ck_assert(gettime() == tvdelta(&early, &late));
	early = late;
	early.tv_sec -= 2;
	ck_assert(stop(&early, NULL) >= 2000000 && gettime() >= 2000000 && gettime() < 60000000);
}

/* Parses a command line; returns the options as text: letter, argument, and the final index. */
static const char *options(const char *wanted, int argc, char **argv)
{
	static char text[200], letters[20];
	int letter;

	*text = '\0';
	snprintf(letters, sizeof letters, "%s", wanted);
	myoptind = 1;
	while ((letter = mygetopt(argc, argv, letters)) != -1)
		snprintf(text + strlen(text), 40, "%c%s ", letter, myoptarg ? myoptarg : "");
	snprintf(text + strlen(text), 40, "%d", myoptind);
	return text;
}

TEST(options_as_posix_has_them)
{
	char name[] = "p", ab[] = "-ab", cx[] = "-cx", c[] = "-c", y[] = "y", ends[] = "--";
	char dash[] = "-", z[] = "-za";
	char *one[] = { name, ab, cx, c, y, dash, NULL }, *two[] = { name, ab, ends, cx, NULL };
	char *three[] = { name, z, c, NULL };

	myopterr = 0;
	ck_assert_str_eq(options("abc:", 6, one), "a b cx cy 5");
	ck_assert_str_eq(options("abc:", 4, two), "a b 3");
	ck_assert_str_eq(options("abc:", 3, three), "? a ? 3");
	ck_assert_str_eq(options(":abc:", 3, three), "? a : 3");
	ck_assert_int_eq(myoptopt, 'c');
	ck_assert_str_eq(options("abc:", 1, one), "1");
}

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
	set_results(&result); /* middle two: 2 s and 4 ms (500 iterations) */
	CHECK_NUMBERS({ get_n(), 500 }, { gettime(), 1002000 * 500 });
	result.v[1].n = 1000;
	result.v[1].u = 2000000000;
	save_median();
	ck_assert_uint_eq(get_n(), 1000);
	set_results(NULL);
	ck_assert_ptr_ne(get_results(), &result);
}

/* The TRIES results are the middles of equal parts of the samples; one is the median. */
TEST(results_are_spread_over_the_samples)
{
	static const double ns[] = { 1e6, 2e6, 3e6, 4e6 };
	const result_t *found;

	benchi_lm_set_results(ns, 4, 3, 1000);
	found = get_results();
	ck_assert_int_eq(found->N, 3);
	for (int i = 0; i < 3; i++) { /* at 1/6, 1/2 and 5/6, descending */
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

/* Parsing stops after one letter of an argument; then the program sets myoptind. */
TEST(options_go_on_where_the_program_says)
{
	char name[] = "p", ab[] = "-ab", c[] = "-c", longer[] = "-xyz", end[] = "x";
	char letters[] = "abcxyz", *argv[] = { name, ab, c, longer, end, NULL };
	/* 0: begin again; 9: beyond the last argument */
	static const struct { int from, letter, after; } of[] = { { -1, 'a', 0 }, { 2, 'c', 0 },
		{ -1, 'x', 0 }, { 0, 'a', 0 }, { -1, 'b', 2 }, { 4, -1, 4 }, { 3, 'x', 0 }, { 9, -1, 0 } };

	myopterr = 0;
	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		myoptind = of[i].from < 0 ? myoptind : of[i].from;
		ck_assert_int_eq(mygetopt(5, argv, letters), of[i].letter);
		ck_assert(!of[i].after || myoptind == of[i].after);
	}
	argv[1] = NULL;
	myoptind = 1;
	ck_assert_int_eq(mygetopt(5, argv, letters), -1);
}

/* The texts of ten calls are valid at the same time. */
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

/* Copies a file of more than two buffers, which ends within a buffer; also over an existing
 * file. */
TEST(files_are_copied)
{
	char from[] = "test_lmbench.from", to[] = "test_lmbench.to";
	char missing[] = "test_lmbench.dir/none";
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

/* bread() reads the bytes after the last whole word too; touch() changes the first byte of a
 * page. */
TEST(memory_is_read_and_touched_to_its_last_page)
{
	static char memory[1 << 20];
	int numbers[] = { 1, 20, 300 };

	for (int i = 20; i < 23; i++)
		memory[i] = (char)(200 + i);
	CHECK_NUMBERS({ bread(memory, 23), 220 + 221 + 222 }, { bread(numbers, sizeof numbers), 321 });
	for (size_t size = 0; size <= sizeof memory; size += size ? sizeof memory - 65537 : 65537) {
		memset(memory, 0, sizeof memory);
		touch(memory, size);
		for (size_t i = 0; i < sizeof memory; i += 65536)
			ck_assert_int_eq(memory[i], i < size);
		ck_assert_int_eq(memory[65537], 0);
	}
}

#ifdef HAVE_FORK
/* Runs the function, which must end the program with this status; returns what it prints to
 * stderr. */
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
	return check_contents(file, text, sizeof text);
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

static const char *cost;        /* cost of a window in microseconds */

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

CHECK_SUITE("lmbench")
