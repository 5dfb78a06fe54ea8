/*
 * The exact output of unusual rows, facts and widths; the expected files were checked by hand.
 * tests/test_write has the usual ones.
 *
 * SPDX-License-Identifier: MIT
 */

#define CHECK_EXACT 1
#include "golden.h"
#include "made_report.h"

/* A row without a result, a skipped one, and one with an interval wider than the elided time. */
static void without_figures(void)
{
	benchi_result *r;
	static const made_row none = { "none", NAN, 0, 1, 1, 0, 0, 0, 0 },
		skipped = { "skipped", 1, .1, 1, 1, 1, 0, 0, BENCH_WARN_ELIDED },
		elided = { "wider", 1, .75, 1, 1, 1, 0, 0, BENCH_WARN_ELIDED },
		endless = { "endless", 2, .5, 1, 1, 1, 0, 0, BENCH_WARN_BELOW_RESOLUTION };

	made_add(&report, &none);
	r = made_add(&report, &skipped);
	r->skipped = benchi_utf8_clean("", 0);
	r->row.overhead = "loop";
	made_add(&report, &elided)->impossible = benchi_utf8_clean("more than light travels", 0);
	made_add(&report, &endless)->answer.summary.ns_high = INFINITY;
}

/* Long times, one item, and processor time of one thread; the second row has the same name as
 * the first. */
static void long_times(void)
{
	static const made_row one = { "go", 1e10, .002, 1, 1, 2, 0, 1, 0 },
		two = { "go", 999.995, .0626, 1, 2, 1, 0, 0, 0 },
		three = { "third", 1e9, .01, 1, 2, 1, 1, 0, 0 };
	benchi_result *r = made_add(&report, &one);

	r->answer.wall_ns = 1.2e10;
	r->answer.cpu_ns = 4e9;
	r->answer.summary.ns_low = 9e9; /* the value is not in the middle of the interval */
	r->reading[0].iterations = .25;
	r->reading[1].iterations = .5;
	ck_assert_int_eq(benchi_metric_add(r, "edge", 0, 1e5), BENCH_OK);
	ck_assert_int_eq(benchi_metric_add(r, "a name longer than a column", 0, -3e6), BENCH_OK);
	r = made_add(&report, &two);
	r->answer.summary.confidence = .9449;
	r->relative = 9.9994;
	r->relative_low = 9;
	r->relative_high = 11;
	r->row.overhead = "loop";
	r->row.parts = 1;
	r->reading[1].iterations = 1e16;
	ck_assert_int_eq(benchi_metric_add(r, "edge", 1, 99999), BENCH_OK);
	r = made_add(&report, &three);
	r->answer.summary.cycles_low = r->answer.summary.cycles
		* (1 - .015); /* the interval is 1.5 times as wide as that of the time */
	r->answer.summary.confidence = .945;
	r->relative = 10;
	r->row.overhead = "loop";
	r->row.parts = 3;
}

/* Every warning except the two that leave only an upper bound; counts; named parameters. */
static void warnings_and_counts(void)
{
	static const made_row noisy = { "_  \302\240x", .4, .021, 1, 1, 1, 0, 1, 0x1ffc },
		threads = { "threads", 1e6, .0995, 2, 1, 2, 1e9, 0, 0 };
	static const struct benchi_parameters set = { 2, 1, { { "kind", "a \"b\"", 0, 1 },
		{ "n", "64", 64, 0 } } };
	benchi_result *r = made_add(&report, &noisy);

	r->relative = 1e12;
	r->counted = 1u << BENCHI_COUNT_INSTRUCTIONS | 1u << BENCHI_COUNT_MIGRATIONS;
	r->count[BENCHI_COUNT_INSTRUCTIONS] = 12.5;
	r->count[BENCHI_COUNT_MIGRATIONS] = 0;
	r = made_add(&report, &threads);
	r->counted = 1u << BENCHI_COUNT_ALLOCATIONS;
	r->count[BENCHI_COUNT_ALLOCATIONS] = 2;
	r->row.parameters = malloc(sizeof set);
	*r->row.parameters = set;
	r->row.has_parameter = true;
	r->row.parameter = 64;
	r->answer.summary.cycles = (double)NAN;
	r->reading[0].cycles = r->reading[1].cycles = (double)NAN;
}

static void number(const char *key, double x)
{
	ck_assert_int_eq(benchi_context_number(&context, key, x), BENCH_OK);
}

static void word(const char *key, const char *text)
{
	ck_assert_int_eq(benchi_context_text(&context, key, text), BENCH_OK);
}

static void a_small_machine(void)
{
	number("processes", 2);
	word("system", "FreeBSD[14");
	word("architecture", "aarch64");
	word("processor", "Cortex-A53");
	number("processors", 1);
	word("hypervisor", "virtual machine");
	word("governor", "powersave");
	number("turbo", 1);
	number("load", .04);
	number("cache1_bytes", 32768);
	number("cache3_bytes", 1e6);
	number("mhz", 999.5);
	number("mhz_low", 900);
	number("mhz_high", 1099);
	number("mhz_confidence", .9899);
	number("clock_step_ns", 1e3);
	word("compiler", "cc");
	word("libbench_version", "0");
	word("libbench_compiler", "clang 15");
	word("libbench_flags", "-O2 -fno-strict-aliasing -Wall -Wextra -DA=1 -DB=2 -DC=3 -DD=4");
}

static void begin(void)
{
	memset(&report, 0, sizeof report);
	memset(&context, 0, sizeof context);
	report.program = "edges";
	long_times();
	warnings_and_counts();
	without_figures();
	a_small_machine();
}

TEST(every_format_is_exact)
{
	static const benchi_output_style plain = { .columns = 80 };
	char name[40];

	for (int format = 0; format < BENCHI_FORMATS; format++) {
		snprintf(name, sizeof name, "edges-%s", benchi_formats[format].name);
		golden_expect("write", name, made_written((benchi_format)format, &plain));
	}
}

TEST(the_context_breaks_between_parts)
{
	FILE *file = check_file();

	for (size_t columns = 50; columns < 130; columns += 1 + columns / 40) {
		fprintf(file, "%u columns\n", (unsigned)columns);
		benchi_put_header(file, &context, columns, false);
	}
	golden_expect("write", "edges-headers", golden_contents(file));
}

/* Facts that are unknown, or not known well enough, leave no gap. */
TEST(the_context_is_what_is_known)
{
	FILE *file = check_file();

	for (int i = 0; i < 4; i++) {
		benchi_context_free(&context);
		number("processes", 1);
		if (i & 1)
			word("program", "only");
		if (i & 2)
			word("host", "here");
		number("mhz", 1000);
		number("mhz_low", i & 1 ? 900 : 1000);
		number("mhz_high", i & 2 ? 1100 : 1000.04);
		number("mhz_confidence", .99);
		benchi_put_header(file, &context, 80, i & 1);
	}
	golden_expect("write", "edges-known", golden_contents(file));
}

/* The heads and the longest row at every width, where gaps shrink and names are shortened. */
TEST(every_width_lays_out_alike)
{
	static const made_row rows[] = { { "a name that is long enough to be shortened "
		"at most widths, but not at every one of them", 5, .1, 4, 1, 1, 1, 0, 0 },
		{ "b", 1.5, .2, 1, 1, 1, 0, 0, 0 } };
	FILE *file = check_file();

	benchi_report_free(&report);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		made_add(&report, &rows[i]);
	for (size_t columns = 59; columns <= 150; columns += columns < 77 ? 1 : 12) {
		benchi_output_style style = { .columns = columns, .brief = true };
		char *text = made_written(BENCHI_FORMAT_TEXT, &style), *end = strstr(text, "\n\n");

		ck_assert_ptr_nonnull(end);
		end[1] = '\0';
		fprintf(file, "%u columns\n%s", (unsigned)columns, text);
		free(text);
	}
	golden_expect("write", "edges-widths", golden_contents(file));
}

TEST(wrapped_lines_are_counted)
{
	FILE *file = check_file();
	char *text;

	ck_assert_uint_eq(benchi_put_wrapped(file, "on: ", "three lines of 9 % and more", 12), 5);
	ck_assert_uint_eq(benchi_put_wrapped(file, "", "", 12), 1);
	text = golden_contents(file);
	ck_assert_str_eq(text, "on: three\n    lines\n    of 9 %\n    and\n    more\n\n");
	free(text);
}

CHECK_SUITE_BETWEEN("write_edges", begin, made_end)
