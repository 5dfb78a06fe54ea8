/*
 * Analysis of saved results: modes, neighbours, facts of the context, dates. On made-up numbers.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "tools/tools.h"
#include "tools/read/read.h"

/* Adds n numbers around `at`, spaced by step. */
static size_t add_mode(double *x, size_t n, double at, double step, size_t count)
{
	for (size_t i = 0; i < count; i++)
		x[n + i] = at + step * ((double)i - (double)(count - 1) / 2);
	return n + count;
}

static benchi_shape shape_of(const double *x, size_t n)
{
	bench_numbers set = { x, n };
	benchi_prepared prepared;
	benchi_shape shape;

	ck_assert_int_eq(benchi_prepare(&set, 1, &prepared), BENCH_OK);
	ck_assert_int_eq(benchi_shape_find(&prepared, .95, &shape), BENCH_OK);
	benchi_prepared_free(&prepared);
	return shape;
}

TEST(modes_of_a_set)
{
	double x[200];
	size_t n = add_mode(x, 0, 100, .01, 41);
	benchi_modes found = shape_of(x, n).modes;

	CHECK_NUMBERS({ found.n, 1 }, { found.at[0], 100, 1e-9 });
	for (size_t k = 1; k < 6; k++) {
		n = add_mode(x, n, 100 + 20 * (double)k, .01, 31);
		found = shape_of(x, n).modes;
		CHECK_NUMBERS({ found.n, k < BENCHI_MODES_MOST ? k + 1 : BENCHI_MODES_MOST },
			{ found.at[0], 100, 1e-9 }, { found.count[0], 41 });
		for (size_t m = 1; k < BENCHI_MODES_MOST && m <= k; m++) {
			CHECK_NUMBERS({ found.at[m], 100 + 20 * (double)m, 1e-9 }, { found.count[m], 31 });
		}
	}
}

/* Ties of a coarse clock are no modes unless they are far apart. */
TEST(ties_are_no_modes)
{
	double x[120];
	benchi_modes found;

	for (size_t i = 0; i < 120; i++)
		x[i] = 10 + (double)(i / 24);
	found = shape_of(x, 120).modes;
	CHECK_NUMBERS({ found.n, 1 }, { found.at[0], 12, 1e-12 });
	for (size_t i = 0; i < 120; i++)
		x[i] = 7;
	found = shape_of(x, 120).modes;
	CHECK_NUMBERS({ found.n, 1 }, { found.count[0], 120 });
}

/* With more than 20000 values, drift is found from the means of neighbours, but the correlation
 * of neighbours from all values. Values without an order have neither. */
TEST(neighbours_of_many_values)
{
	static double x[40002];
	benchi_set set = { .unordered = true };
	benchi_side side = { .set = &set };

	for (size_t i = 0; i < 40002; i++)
		x[i] = i % 2 ? 3 : 1;
	ck_assert_double_eq_tol(shape_of(x, 40002).trend.lag1, -40001. / 40002, 1e-9);
	side.shape = shape_of(x, 40002);
	ck_assert(side.shape.warnings & BENCHI_SET_WARN_NEIGHBOURS);
	benchi_shape_order(&side);
	CHECK_NUMBERS({ side.shape.warnings & BENCHI_SET_WARN_NEIGHBOURS, 0 });
}

/* The neighbour may explain the difference: the interval of a time begins at width^1.5 of its
 * value. */
TEST(beside_a_neighbour)
{
	static const double x[] = { 10, 12 }, y[] = { 20 }, widths[] = { .64, .81 }, half[] = { .5 };
	static const double wide[] = { 1.2 };
	benchi_side base, test;
	benchi_comparison c;

	memset(&base, 0, sizeof base);
	memset(&test, 0, sizeof test);
	memset(&c, 0, sizeof c);
	c.base = &base;
	c.test = &test;
	base.unit = (bench_numbers){ x, 2 };
	base.shape.description.median = 11;
	base.width = widths;
	base.widths = 2;
	test.unit = (bench_numbers){ y, 1 };
	test.shape.description.median = 20;
	c.finding.answer = BENCH_HIGHER;
	c.finding.sure.low = 9;
	c.finding.sure.high = 11;
	benchi_allow_for_neighbour(&c); /* 10 * 0.8^3 to 12, against 20 */
	CHECK_NUMBERS({ c.finding.answer, BENCH_HIGHER }, { c.finding.sure.low, 8, 1e-12 },
		{ c.finding.sure.high, 14.88, 1e-12 }, { c.finding.equal.high, 14.88, 1e-12 });
	base.widths = 0;
	test.width = half;
	test.widths = 1;
	benchi_allow_for_neighbour(&c); /* 20 / sqrt(8) is below 11 */
	CHECK_NUMBERS({ c.finding.answer, BENCH_UNSURE },
		{ c.finding.sure.low, 20 / sqrt(8) - 11, 1e-12 }, { c.finding.more, NAN },
		{ benchi_width_least(&base), 1 });
	test.width = wide;
	ck_assert_double_eq(benchi_width_least(&test), 1);
	c.finding.answer = BENCH_HIGHER;
	c.finding.sure.low = 9;
	benchi_allow_for_neighbour(&c); /* a width above 1 counts as 1 */
	CHECK_NUMBERS({ c.finding.answer, BENCH_HIGHER }, { c.finding.sure.low, 9 });
}

/* Reads the facts of a file with this text. */
static benchi_context facts_of(const char *text)
{
	FILE *file = check_file();
	benchi_rows rows = { .sets = 0 };
	benchi_context facts;

	fputs(text, file);
	rewind(file);
	ck_assert_msg(benchi_read(file, "file", NULL, &rows) == BENCH_OK, "%s", bench_detail());
	fclose(file);
	facts = rows.facts;
	rows.facts = (benchi_context){ .n = 0 };
	benchi_rows_free(&rows);
	return facts;
}

#define RESULTS "\"results\": [{\"flags\": \"-O3\", \"method\": \"m\", \"values\": [1]}]}"

TEST(facts_of_a_file)
{
	static const struct {
		const char *text, *facts[BENCHI_GUARDED];
	} of[] = {
		{ "{\"libbench\": 1, \"context\": {\"processor\": \"a \\\"b\\\"\", \"mhz\": 3, "
			"\"clock\": \"c\"}, \"summaries\": [{\"name\": \"x\", \"method\": \"loop\"}, "
			"{\"method\": \"calls\"}], " RESULTS,
		  { "a \"b\"", "", "c", "", "loop", "", "", "" } },
		{ "{\"summaries\": [1, {}], \"libbench\": 1, " RESULTS,
		  { "", "", "", "", "", "", "", "" } },
		{ "# libbench 1\n# processor: p\n# libbench_flags: -g\n# clock:\nround,ns\n"
			"# clock: y\n0,1\n",
		  { "p", "", "", "", "", "", "", "-g" } },
		{ "{\"libbench\": 1, \"context\": {\"processor\": \"p\", \"load\": 1}}\n"
			"{\"benchmark\": \"b\", \"x\": 1, \"context\": {\"y\": 1}}\n",
		  { "p", "", "", "", "", "", "", "" } },
		{ "1\n2\n", { "", "", "", "", "", "", "", "" } },
	};

	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		benchi_context facts = facts_of(of[i].text);

		for (size_t k = 0; k < BENCHI_GUARDED; k++)
			ck_assert_str_eq(benchi_context_word(&facts, benchi_guarded[k]), of[i].facts[k]);
		benchi_context_free(&facts);
	}
}

/* Prints the differences of two files into text. */
static benchi_guard_answer guard(const char *first, const char *second, char text[400])
{
	benchi_context a = facts_of(first), b = facts_of(second);
	FILE *out = check_file();
	benchi_guard_answer answer = benchi_context_guard(out, "\n", "- ", &a, &b);

	check_contents(out, text, 400);
	benchi_context_free(&a);
	benchi_context_free(&b);
	return answer;
}

TEST(files_of_other_conditions)
{
	char text[400];

	ck_assert_int_eq(guard("1\n", "# processor: p\nns,x\n1,2\n", text), BENCHI_COMPARABLE);
	ck_assert_int_eq(guard("# clock: c\nns,x\n1,2\n", "# processor: p\nns,x\n1,2\n", text),
	                 BENCHI_COMPARABLE);
	ck_assert_int_eq(guard("# flags: -O1\n# clock: a\nns,x\n1,2\n",
	                       "# flags: -O2\n# clock: a\nns,x\n1,2\n", text), BENCHI_OTHER_BUILD);
	ck_assert_str_eq(text, "\n- flags: '-O1' and '-O2'\n");
	ck_assert_int_eq(guard("# flags: -O1\n# clock: a\nns,x\n1,2\n",
	                       "# flags: -O2\n# hypervisor: h\nns,x\n1,2\n", text),
	                 BENCHI_OTHER_CONDITIONS);
	ck_assert_str_eq(text, "\n- hypervisor: '' and 'h'\n- flags: '-O1' and '-O2'\n");
}

/* A fact equals itself, whatever a writer had to escape in it: control characters, tags,
 * invalid UTF-8. */
TEST(facts_in_any_format)
{
	static const char flags[] = "-O1\t-g \x7f </x> \xff \xc3\xa9 \"\\u0041\" a\nb";
	benchi_context ours = { 0 };
	char text[1000];

	ck_assert_int_eq(benchi_context_text(&ours, "flags", flags), BENCH_OK);
	for (int known_table = 0; known_table < 2; known_table++) {
		FILE *file = check_file();
		benchi_context saved;

		fputs(known_table ? "# flags: " : "{\"libbench\": 1, \"context\": {\"flags\": ", file);
		known_table ? benchi_put_line(file, flags) : benchi_json_text(file, flags);
		fputs(known_table ? "\nns,x\n1,2\n" : "}, " RESULTS, file);
		saved = facts_of(check_contents(file, text, sizeof text));
		ck_assert_uint_eq(saved.n, 1);
		ck_assert_int_eq(benchi_context_guard(stdout, "", "", &saved, &ours),
		                 BENCHI_COMPARABLE);
		benchi_context_free(&saved);
	}
	benchi_context_free(&ours);
}

/* Exactly the columns of hyperfine's CSV are recognised; further columns may follow. */
TEST(columns_of_summaries)
{
	static const char heads[] = "command,mean,stddev,median,user,system,min,max,parameter_x\n";

	for (size_t changed = 0; changed <= 5; changed++) { /* 0: as they are; 5: only three */
		const char *at = heads;
		FILE *file = check_file();
		benchi_rows rows = { .sets = 0 };
		const benchi_set *set;

		for (size_t i = 1; i < changed && changed < 5; i++)
			at = strchr(at, ',') + 1;
		if (changed == 5)
			fputs("command,mean,stddev\na,1,2\n", file);
		else if (changed)
			fprintf(file, "%.*sX%s", (int)(at - heads), heads, at + 1);
		else
			fputs(heads, file);
		if (changed < 5)
			fputs("a,1,2,3,4,5,6,7,8\n", file);
		rewind(file);
		ck_assert_int_eq(benchi_read(file, "f", NULL, &rows), BENCH_OK);
		set = benchi_metric_set(&rows, "a", "time");
		ck_assert_int_eq(set != NULL, changed == 0);
		if (set) {
			CHECK_NUMBERS({ set->n, 1 }, { set->x[0], 3 });
			ck_assert_str_eq(set->unit, "s");
		}
		benchi_rows_free(&rows);
		fclose(file);
	}
}

/* Counts the assignments of signs (of all 256) for which the mean of the changes differs from
 * 0. */
static int called_different(const double size[8], double confidence)
{
	int n = 0;

	for (unsigned signs = 0; signs < 256; signs++) {
		double x[8];
		benchi_interval sure;

		for (int i = 0; i < 8; i++)
			x[i] = signs >> i & 1 ? -size[i] : size[i];
		benchi_builds_interval(x, 8, confidence, &sure);
		n += sure.low > 0 || sure.high < 0;
		ck_assert_int_eq(sure.low > 0 || sure.high < 0, benchi_builds_p(x, 8) < 1 - confidence);
	}
	return n;
}

/* If only layouts differ, all signs are equally likely: at most 5 % of them may be called
 * different. */
TEST(layouts_alone)
{
	static const double sizes[][8] = {
		{ 9, 9.01, 9.02, 8.99, 9.03, 8.98, 9.04, 9.05 },    /* all builds changed state */
		{ .01, .02, .03, 9, 9.01, 9.02, 9.03, 9.04 },       /* three builds kept theirs */
		{ .01, .02, .03, .04, .05, .06, .07, 9 },           /* one rare state */
		{ 1, 2, 4, 8, 16, 32, 64, 128 }, { 1, 2, 3, 4, 5, 6, 7, 8 },
	};

	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		ck_assert_int_le(called_different(sizes[i], .95), 12);
		ck_assert_int_le(called_different(sizes[i], .99), 2);
	}
	ck_assert_int_ge(called_different(sizes[4], .95), 8);
}

TEST(mean_over_builds)
{
	const double four[] = { 1, 2, 3, 6 }, rare[8] = { 0, 0, 0, 8, 0, 0, 0, 0 };
	double equal[20];
	benchi_interval sure;

	benchi_builds_interval(four, 4, .95, &sure);
	CHECK_NUMBERS({ sure.low, -.437, 1e-3 }, { sure.high, 6.437, 1e-3 });
	benchi_builds_interval(four, 4, .5, &sure);     /* the 4th of 15 means; Student: 2.17 */
	ck_assert_double_eq_tol(sure.low, 2, 1e-12);
	benchi_builds_interval(four, 2, .5, &sure);     /* Student: 1.5 +- .5 */
	CHECK_NUMBERS({ sure.low, 1, 1e-12 }, { sure.high, 2, 1e-12 });
	benchi_builds_interval(four, 1, .95, &sure);
	ck_assert(isinf(sure.low) && isinf(sure.high));
	CHECK_NUMBERS({ benchi_builds_p(four, 1), 1 }, { benchi_builds_p(rare, 8), 1 });
	for (int i = 0; i < 20; i++)
		equal[i] = 1 + i % 2;
	benchi_builds_interval(equal, 20, .95, &sure);
	ck_assert_double_eq_tol(sure.high - 1.5, 2.0930 * sqrt(.25 / 19), 1e-4);
}

/* Up to 5000 values are tested for normality, up to 20000 for a trend and for modes. */
TEST(how_many_values_are_tested)
{
	static double x[30000];
	const bench_numbers some = { x, 4000 }, more = { x, 15000 };
	bench_normality normality;
	bench_trend trend;

	for (size_t i = 0; i < 30000; i++)
		x[i] = fmod(.618034 * (double)i, 1) + 1e-6 * (double)i;
	ck_assert_int_eq(bench_normality_test(&some, &normality), BENCH_OK);
	ck_assert_double_eq_tol(shape_of(x, 4000).normality.w, normality.w, 1e-9);
	ck_assert_int_eq(bench_trend_test(&more, &trend), BENCH_OK);
	ck_assert_double_eq_tol(shape_of(x, 15000).trend.p, trend.p, 1e-9);
	ck_assert_uint_eq(shape_of(x, 30000).modes.count[0], 15000);
}

/* One outlier beyond three IQR is significant among 30000 values, but not among 50000. */
TEST(outliers_of_many_values)
{
	static double x[50000];

	for (size_t i = 0; i < 50000; i++) {
		double u = fmod(.618034 * (double)i, 1);

		x[i] = u < .2 ? -2 - u : u > .8 ? 2.2 + u : (u - .2) / .6;
	}
	x[15000] = 3.5;
	ck_assert(shape_of(x, 30000).warnings & BENCHI_SET_WARN_OUTLIERS);
	ck_assert(!(shape_of(x, 50000).warnings & BENCHI_SET_WARN_OUTLIERS));
}

/* Quartiles 115 and 115.25, of normal values that were rounded. */
TEST(quartiles_between_two_steps_make_no_outliers)
{
	double x[20];

	for (size_t i = 0; i < 20; i++)
		x[i] = i == 7 ? 114 : i % 4 == 1 ? 116 : 115;
	ck_assert(!(shape_of(x, 20).warnings & BENCHI_SET_WARN_OUTLIERS));
	x[7] = 105;
	ck_assert(shape_of(x, 20).warnings & BENCHI_SET_WARN_OUTLIERS);
}

/* Nearly normal, around 100. */
static void draw(double *x, size_t n, double sd, uint64_t *random)
{
	for (size_t i = 0; i < n; i++) {
		double sum = -6;

		for (int k = 0; k < 12; k++)
			sum += benchi_draw_unit(random);
		x[i] = 100 + sd * sum;
	}
}

/* Each value keeps this share of the deviation of the one before. */
static void draw_following(double *x, size_t n, double share, uint64_t *random)
{
	draw(x, n, sqrt(1 - share * share), random);
	x[0] = 100 + (x[0] - 100) / sqrt(1 - share * share);
	for (size_t i = 1; i < n; i++)
		x[i] += share * (x[i - 1] - 100);
}

/* Compares na and nb values with the same mean 400 times; returns how many are called different
 * at 95 %. share: see draw_following. */
static int false_differences_of(size_t na, double sd_a, size_t nb, double sd_b, double share)
{
	const benchi_question question = { .alpha = .05, .unplanned = true };
	uint64_t random = 7;
	int different = 0;

	for (int i = 0; i < 400; i++) {
		double a[200], b[200];
		benchi_set sets[2] = { { .benchmark = "a", .metric = "time", .x = a, .n = na },
			{ .benchmark = "a", .metric = "time", .x = b, .n = nb } };
		benchi_side side[2] = { { .set = &sets[0], .label = "a", .raw = { a, na } },
			{ .set = &sets[1], .label = "b", .raw = { b, nb } } };
		benchi_comparison c = { .base = &side[0], .test = &side[1] };

		if (share > 0) {
			draw_following(a, na, share, &random);
			draw_following(b, nb, share, &random);
		} else {
			draw(a, na, sd_a, &random);
			draw(b, nb, sd_b, &random);
		}
		ck_assert_int_eq(benchi_comparisons_decide(&question, 0, &c, 1), BENCH_OK);
		different += c.finding.answer >= BENCH_LOWER;
		benchi_side_free(&side[0]);
		benchi_side_free(&side[1]);
	}
	return different;
}

static int false_differences(size_t na, double sd_a, size_t nb, double sd_b)
{
	return false_differences_of(na, sd_a, nb, sd_b, 0);
}

/* A machine that is slow for a while. Without a correction, 44 of 100 would be called different
 * at a share of 0.9. */
TEST(values_that_follow_each_other_make_no_differences)
{
	ck_assert_int_le(false_differences_of(30, 1, 30, 1, .9), 28);
	ck_assert_int_le(false_differences_of(50, 1, 50, 1, .5), 28);
	/* 23 of 100 without a correction; ten values do not show everything */
	ck_assert_int_le(false_differences_of(10, 1, 10, 1, .5), 44);
	ck_assert_int_le(false_differences_of(15, 1, 12, 1, .5), 44);
}

/* Returns how many of 400 sets of n values, rounded to multiples of step, are found not normal;
 * skewed: lognormal ones. */
static int not_normal(size_t n, double step, bool skewed)
{
	uint64_t random = 7;
	int found = 0;

	for (int trial = 0; trial < 400; trial++) {
		double x[40];

		for (size_t i = 0; i < n; i++) {
			double z = benchi_normal_quantile(benchi_draw_unit(&random));

			x[i] = step * floor((100 + (skewed ? exp(.75 * z) : z)) / step + .5);
		}
		found += (shape_of(x, n).warnings & BENCHI_SET_WARN_NORMAL) != 0;
	}
	return found;
}

TEST(rounding_is_no_departure_from_normality)
{
	static const size_t sizes[] = { 3, 5, 10, 20, 40 };

	for (size_t i = 0; i < 5; i++)
		for (double step = .125; step < (sizes[i] < 10 ? 3 : 1.5); step *= 2)
			ck_assert_int_le(not_normal(sizes[i], step, false), 400 * 8 / 100);
	ck_assert_int_ge(not_normal(20, .25, true), 400 * 6 / 10);
	ck_assert_int_ge(not_normal(40, .5, true), 400 * 8 / 10);
}

TEST(unequal_spreads_and_sizes_make_no_differences)
{
	ck_assert_int_le(false_differences(50, 1, 5, 5), 28);   /* with ranks alone: over 40 */
	ck_assert_int_le(false_differences(5, 5, 50, 1), 28);
	ck_assert_int_le(false_differences(20, 1, 20, 3), 28);
}

/* Normality is tested at the 5 % level; two modes need ten values. */
TEST(of_few_values)
{
	double x[20];

	for (int i = 0; i < 20; i++)
		x[i] = exp(.12 * (i * 7 % 20)); /* p = 0.040 */
	ck_assert(shape_of(x, 20).warnings & BENCHI_SET_WARN_NORMAL);
	add_mode(x, add_mode(x, 0, 100, .01, 5), 200, .01, 5);
	CHECK_NUMBERS({ shape_of(x, 9).modes.n, 1 }, { shape_of(x, 10).modes.n, 2 });
}

CHECK_SUITE("analysis")
