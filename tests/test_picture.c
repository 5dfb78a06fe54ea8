/*
 * The pictures of a run are drawn exactly so: a range of two words over sizes, a case of several
 * processes, one process's windows.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "golden.h"
#include "made_report.h"
#include "program/program.h"

static benchi_report drawn;

static void add_ranges(void)
{
	static char name[8][64];
	static struct benchi_space space;

	ck_assert_int_eq(benchi_space_read("n=64..4k x4; alg=a,b", &space), BENCH_OK);
	ck_assert_uint_eq(space.rows, 8);
	for (size_t i = 0; i < space.rows; i++) {
		struct benchi_parameters set;
		uint64_t size = (uint64_t)64 << 2 * (i / 2);
		char text[BENCHI_PARAMETERS_TEXT];
		double ns = (double)(size + i % 3 * size / 32) / (i % 2 ? 8 : 16) + 4;
		made_row row = { name[i], ns, .02, 1, 1, 1, 0, 0, 0 };
		benchi_result *r;

		benchi_space_row(&space, i, &set);
		snprintf(name[i], sizeof name[i], "copy%.50s",
		         benchi_parameters_name(&set, SIZE_MAX, text));
		r = made_add(&drawn, &row);
		r->benchmark = "copy";
		r->parameter = size;
		r->has_parameter = true;
		r->parameters = set;
	}
}

static void begin(void)
{
	static const made_row rows[] = { { "push", 20, .01, 1, 6, 4, 0, 0, 0 },
		{ "pop <heap>", 32, .01, 1, 1, 12, 0, 0, BENCH_WARN_NOISY } };

	made_begin();
	memset(&drawn, 0, sizeof drawn);
	drawn.program = "containers & co";
	add_ranges();
	for (size_t i = 0; i < 2; i++) {
		benchi_result *r = made_add(&drawn, &rows[i]);

		for (size_t k = 0; k < r->n; k++)
			r->reading[k].ns += .25 * (double)(k * 5 % 8);
	}
}

static void end(void)
{
	benchi_report_free(&drawn);
	made_end();
}

/* A page names the version that drew it. */
static char *without_version(char *text)
{
	char *version = strstr(text, bench_version());

	if (version)
		memmove(version, version + strlen(bench_version()),
		        strlen(version + strlen(bench_version())) + 1);
	return text;
}

static void expect(const char *name, const char *path)
{
	FILE *file = fopen(path, "r");

	ck_assert_ptr_nonnull(file);
	golden_expect("picture", name, without_version(golden_contents(file)));
	fclose(file);
	ck_assert_int_eq(remove(path), 0);
}

START_TEST(as_recorded)
{
	char svg[64], html[64];
	benchi_settings settings;

	memset(&settings, 0, sizeof settings);
	snprintf(svg, sizeof svg, "tests/picture.%ld.svg", (long)getpid());
	snprintf(html, sizeof html, "tests/picture.%ld.html", (long)getpid());
	settings.svg = svg;
	settings.html = html;
	ck_assert_int_eq(benchi_pictures_write(&settings, &drawn, &context), 0);
	expect("svg", svg);
	expect("html", html);
}
END_TEST

START_TEST(a_run_has_24_distributions_at_most)
{
	static const made_row row = { "push", 20, .01, 1, 1, 2, 0, 0, 0 };
	benchi_pictures pictures;

	for (int i = 0; i < 30; i++)
		made_add(&drawn, &row);
	ck_assert_int_eq(benchi_pictures_make(&drawn, &pictures), BENCH_OK);
	ck_assert_uint_eq(pictures.n, 1 + 24);  /* the first of times by size */
	benchi_pictures_free(&pictures);
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("picture");
	TCase *c = tcase_create("picture");

	tcase_add_checked_fixture(c, begin, end);
	tcase_add_test(c, as_recorded);
	tcase_add_test(c, a_run_has_24_distributions_at_most);
	suite_add_tcase(s, c);
	return s;
}

CHECK_MAIN(suite)
