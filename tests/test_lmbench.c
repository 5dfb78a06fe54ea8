/*
 * The lmbench drop-in where it is exact: reports to the byte, order of results,
 * statistics, texts, options.
 *
 * SPDX-License-Identifier: MIT
 */
#include "lmbench/lmbench.h"

#include "check_main.h"

/* What was reported since the last call. */
static const char *reported(void)
{
	static char text[4096];
	size_t size;

	if (!ftiming)
		ftiming = check_file();
	rewind(ftiming);
	size = fread(text, 1, sizeof text - 1, ftiming);
	text[size] = '\0';
	fclose(ftiming);
	ftiming = check_file();
	return text;
}

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

/* What a call reports, to the byte. */
#define REPORTS(call, expected) do { call; ck_assert_str_eq(reported(), expected); } while (0)

TEST(without_time_nothing_is_reported)
{
	reported();
	settime(0);
	all_reports(7);
	rusage();
	settime(5);
	REPORTS(all_reports(0), "0.20 MB/sec\n200 KB/sec\n");
}

TEST(times_are_reported_to_the_byte)
{
	char text[] = "op";

	reported();
	settime(12345);
	REPORTS(nano(text, 1000), "op: 12345.00 nanoseconds\n");
	REPORTS(nano(text, 10000000), "op: 1.23 nanoseconds\n");
	REPORTS(micro(text, 1000), "op: 12.3450 microseconds\n");
	REPORTS(milli(text, 1), "op: 12 milliseconds\n");
	REPORTS(context(1000), "1000 context switches in 0.01 secs, 12 microsec/switch\n");
	REPORTS(ptime(100), "100 in 0.01 secs, 123 microseconds each\n");
}

TEST(rates_are_reported_to_the_byte)
{
	reported();
	settime(500000);
	REPORTS(mb(123456789), "246.91 MB/sec\n");
	REPORTS(kb(123456), "247 KB/sec\n");
	REPORTS(micromb(65536, 50000), "0.065536 10\n");
	REPORTS(micromb(65536, 50001), "0.065536 10.000\n");
	REPORTS(bandwidth(8000000, 4, 1), "8.0000 MB in 0.1250 secs, 64.0000 MB/sec\n");
	REPORTS(bandwidth(8000000, 4, 0), "8.00 64.00\n");
	REPORTS(bandwidth(8192, 1, 0), "0.008192 0.016384\n");
	REPORTS(bandwidth(8192, 1000, 0), "0.008192 16.38\n");
}

TEST(transfers_are_reported_to_the_byte)
{
	reported();
	settime(2500000);
	REPORTS(latency(1000, 65536),
	        "1000 65KB xfers in 2.50 secs, 2.5000 millisec/xfer, 26.21 MB/sec\n");
	REPORTS(latency(2, 65536), "2 65KB xfers in 2.50 secs, 1250 millisec/xfer, 0.05 MB/sec\n");
	REPORTS(latency(1, 65536), "65.5KB in 2500 millisecs, 0.03 MB/sec\n");
	REPORTS(latency(24, 1000), "24 1KB xfers in 2.50 secs, 104 millisec/xfer, 0.01 MB/sec\n");
	REPORTS(latency(25, 1000), "25 1KB xfers in 2.50 secs, 100.0000 millisec/xfer, 0.01 MB/sec\n");
	settime(1500);
	REPORTS(latency(1, 65536), "65.5KB in 1.5000 millisecs, 43.69 MB/sec\n");
	rusage();
	/* Alone where the system tells no more. */
	ck_assert(strncmp(reported(), "real=0.00", 9) == 0);
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

	ck_assert_int_eq(sizeof_result(1), sizeof(result_t));
	ck_assert_int_eq(sizeof_result(TRIES + 2) - sizeof_result(TRIES), 2 * sizeof(value_t));
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
	save_median();
	ck_assert(gettime() == 0 && get_n() == 1);
	save_minimum();
	ck_assert(gettime() == 0 && get_n() == 1);
	free(result);
}

TEST(statistics_of_int_uint64_and_double_agree)
{
	int i[] = { 9, 2, 4, 4, 5, 4, 5, 7 };
	uint64 u[] = { 9, 2, 4, 4, 5, 4, 5, 7 };
	double d[] = { 9, 2, 4, 4, 5, 4, 5, 7 };

	ck_assert(int_median(i, 8) == 4 && uint64_median(u, 8) == 4 && double_median(d, 8) == 4.5);
	ck_assert(int_median(i, 7) == 4 && uint64_median(u, 1) == 9 && double_median(d, 3) == 4);
	ck_assert(int_mean(i, 8) == 5 && uint64_mean(u, 8) == 5 && double_mean(d, 8) == 5);
	ck_assert(int_min(i, 8) == 2 && uint64_min(u, 8) == 2 && double_min(d, 8) == 2);
	ck_assert(int_max(i, 8) == 9 && uint64_max(u, 8) == 9 && double_max(d, 8) == 9);
	ck_assert(i[0] == 9 && u[0] == 9 && d[0] == 9);
	ck_assert_double_eq_tol(int_variance(i, 8), 32.0 / 7, 1e-12);
	ck_assert_double_eq_tol(uint64_stderr(u, 8), sqrt(32.0 / 7 / 8), 1e-12);
	ck_assert_double_eq_tol(double_moment(2, d, 8), 4, 1e-12);
	ck_assert_double_eq_tol(int_moment(3, i, 8), 5.25, 1e-12);
	ck_assert_double_eq_tol(uint64_skew(u, 8), 0.65625, 1e-12);
	ck_assert_double_eq_tol(double_kurtosis(d, 8), 44.5 / 16 - 3, 1e-12);
	ck_assert(int_kurtosis(i, 0) == 0 && double_median(d, 0) == 0 && uint64_variance(u, 1) == 0);
}

TEST(comparisons_and_sinks_do_not_overflow)
{
	int low = -2147483647 - 1, high = 2147483647;
	uint64 none = 0, all = ~(uint64)0;
	double a = -0.5, b = 0.25;

	ck_assert(int_compare(&low, &high) < 0 && int_compare(&high, &low) > 0);
	ck_assert_int_eq(int_compare(&low, &low), 0);
	ck_assert(uint64_compare(&none, &all) < 0 && uint64_compare(&all, &none) > 0);
	ck_assert(double_compare(&a, &b) < 0 && double_compare(&b, &a) > 0);
	ck_assert_int_eq(double_compare(&a, &a), 0);
	use_int(high); /* which a sanitizer would notice */
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
	y[2] = 8; /* three points of which one is 3 off */
	regression(x, y, NULL, 3, &a, &b, &sig_a, &sig_b, &chi2);
	CHECK_NUMBERS({ chi2, 1.5, 1e-12 }, { sig_b, sqrt(1.5 / 2), 1e-12 });
	y[2] = 5;
	/* weights 1, 1/4, 1, 1/4: sum 2.5, mean 1.2, squares 2.9, products 7.6 */
	regression(x, y, sig, 4, &a, &b, &sig_a, &sig_b, &chi2);
	CHECK_NUMBERS({ b, 7.6 / 2.9, 1e-12 }, { a, 3.8 - 1.2 * 7.6 / 2.9, 1e-12 },
		{ sig_b, sqrt(1 / 2.9), 1e-12 }, { sig_a, sqrt(1 / 2.5 + 1.44 / 2.9), 1e-12 });
}

TEST(sizes_as_text)
{
	char text[7][8] = { "8k", "4m", "1G", "300", "2K", "", "3x" };
	uint64 size[] = { 8192, 4194304, 1073741824, 300, 2048, 0, 3 };

	for (int i = 0; i < 7; i++)
		ck_assert(bytes(text[i]) == size[i]);
	ck_assert(last(text[0]) == 'k' && last(text[5]) == '\0');
	ck_assert_str_eq(p64(~(uint64)0), "18446744073709551615");
	ck_assert_str_eq(p64sz(512), "512");
	ck_assert_str_eq(p64sz(8192), "8K");
	ck_assert_str_eq(p64sz(1572864), "1.50M");
	ck_assert_str_ne(p64(1), p64(2));
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

TEST(memory_is_touched_and_read)
{
	char *buffer = calloc(3, 65536);
	int numbers[] = { 1, 20, 300 };

	touch(buffer, 65537);
	ck_assert(buffer[0] == 1 && buffer[65536] == 1 && buffer[65537] == 0 && buffer[2 * 65536] == 0);
	ck_assert_int_eq(bread(numbers, sizeof numbers), 321);
	ck_assert_int_eq(bread(buffer, 3), 1);
	free(buffer);
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

/* The options of a command line as text: letter, argument, and where it ended. */
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

CHECK_SUITE("lmbench")
