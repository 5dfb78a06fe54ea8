/*
 * Numbers are read as the nearest double, and written so that reading returns the same double.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include <locale.h>

#include "data/data.h"

static uint64_t bits_of(double x)
{
	uint64_t bits;

	memcpy(&bits, &x, sizeof bits);
	return bits;
}

/* Texts and their doubles (as hexadecimal constants). */
static const struct {
	const char *text;
	double value;
} exact[] = {
	{ "0", 0 }, { "-0", -0.0 }, { "1", 1 }, { "+.5", .5 }, { "5.", 5 }, { "007", 7 },
	{ "0.1", 0x1.999999999999ap-4 }, { "1e23", 0x1.52d02c7e14af6p+76 },
	{ "8.5e22", 0x1.1ffdbf6b2b2ebp+76 }, { "123456789012345678", 0x1.b69b4ba630f35p+56 },
	/* half-way between two doubles, and slightly above */
	{ "9007199254740993", 0x1p53 }, { "9007199254740995", 0x1.0000000000002p53 },
	{ "9007199254740993.00000000000000000000000000000000000001", 0x1.0000000000001p53 },
	{ "9007199254740992.99999999999999999999999999999999999999", 0x1p53 },
	/* the ends of the range */
	{ "1.7976931348623157e308", 0x1.fffffffffffffp1023 },
	{ "1.7976931348623159e308", HUGE_VAL }, { "1e400", HUGE_VAL },
	{ "2.2250738585072011e-308", 0x0.fffffffffffffp-1022 }, { "4.9e-324", 0x1p-1074 },
	{ "2.4703282292062328e-324", 0x1p-1074 },
	{ "0e999999999999", 0 }, { "-0.000e-999999999999", -0.0 },
	{ "0.000000000000000000000000000000000000000001e42", 1 },
};

TEST(every_text_is_the_nearest_double)
{
	double below;

	benchi_read_number("-1e99999999999", &below);
	ck_assert_double_eq(below, -HUGE_VAL);  /* tcc does not support such a constant in the table */
	for (size_t i = 0; i < sizeof exact / sizeof *exact; i++) {
		double value = 99;
		const char *after = benchi_read_number(exact[i].text, &value);

		ck_assert_ptr_eq(after, exact[i].text + strlen(exact[i].text));
		ck_assert_msg(bits_of(value) == bits_of(exact[i].value), "%s is read as %a",
		              exact[i].text, value);
	}
}

/* 1 to 19 digits with exponents around those of the table of powers; every third number is
 * half-way between two doubles. */
TEST(up_to_19_digits_are_the_nearest_double)
{
	uint64_t random = 1;
	char text[64];
	double value;

	for (int i = 0; i < 30000; i++) {
		const int places = (int)benchi_random_below(&random, 19);
		uint64_t w = benchi_random(&random) % 10000000000000000000u;

		for (int k = 0; k < places; k++)
			w /= 10;
		if (i % 3 == 0)
			w = (w >> 10 | (uint64_t)1 << 53 | 1) & (((uint64_t)1 << 54) - 1);
		snprintf(text, sizeof text, i % 2 ? "%llue%d" : "0.%019llue%d", (unsigned long long)w,
		         i % 3 ? (int)benchi_random_below(&random, 100) - 50 : 0);
		ck_assert_ptr_nonnull(benchi_read_number(text, &value));
		ck_assert_msg(bits_of(value) == bits_of(strtod(text, NULL)), "%s is read as %a", text,
		              value);
	}
}

/* A number that is too small for a double becomes NaN, not 0; read as C, it is what strtod
 * returns. */
TEST(nothing_becomes_zero_unnoticed)
{
	static const char *const texts[] = { "1e-400", "-1e-400", "2.4703282292062327e-324",
		"0.1e-99999999999", "0.00001e-320" };
	double value;

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		ck_assert_str_eq(benchi_read_number(texts[i], &value), "");
		ck_assert_msg(isnan(value), "%s is read as %a", texts[i], value);
		ck_assert(!benchi_number(texts[i], &value));
		ck_assert_str_eq(benchi_read_number_c(texts[i], &value), "");
		ck_assert(fabs(value) < 1e-320);
	}
}

/* More digits than a double needs, before and after the decimal point. */
TEST(long_digit_strings_are_read)
{
	enum { LENGTH = 100000 };
	static char text[LENGTH + 32];
	double value;

	memset(text, '1', LENGTH);
	ck_assert_str_eq(benchi_read_number(text, &value), "");
	ck_assert(isinf(value));
	strcpy(text + LENGTH, "e-99999");
	ck_assert_str_eq(benchi_read_number(text, &value), "");
	ck_assert(bits_of(value) == bits_of(0x1.1c71c71c71c72p0));
	memset(text + 1, '0', LENGTH - 1);
	text[1] = '.';
	strcpy(text + LENGTH, "00e2");
	ck_assert_str_eq(benchi_read_number(text, &value), "");
	ck_assert_double_eq(value, 100);
	memcpy(text, "0x1", 3);
	strcpy(text + LENGTH, "p-399988");      /* 16^99997 is 2^399988 */
	ck_assert_str_eq(benchi_read_number_c(text, &value), "");
	ck_assert_double_eq(value, 1);
}

TEST(what_follows_a_number_is_left)
{
	static const char *const texts[][2] = { { "1e", "e" }, { "1e+", "e+" }, { "1.5x", "x" },
		{ "1,5", ",5" }, { "1.2.3", ".3" }, { "0x10", "x10" }, { "3 4", " 4" } };
	static const char *const none[] = { "", ".", "-", "-.", "e5", "inf", "nan", " 1", "abc" };
	double value = 99;

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		ck_assert_str_eq(benchi_read_number(texts[i][0], &value), texts[i][1]);
	for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
		value = 99;
		ck_assert_ptr_null(benchi_read_number(none[i], &value));
		ck_assert_double_eq(value, 99);
	}
}

TEST(numbers_are_read_whole_or_not_at_all)
{
	double x;

	ck_assert(benchi_number("12.5e-1", &x));
	ck_assert_double_eq_tol(x, 1.25, 1e-15);
	ck_assert(benchi_number("0", &x) && x == 0);
	ck_assert(!benchi_number("", &x) && !benchi_number("1x", &x) && !benchi_number("1e999", &x));
}

/* Half of the smallest double, 2^-1075, has 752 digits; later digits decide how it is rounded. */
TEST(all_digits_of_a_tie_count)
{
	enum { PLACES = 1075 };
	char text[PLACES + 4] = "1.";
	double value;

	memset(text + 2, '0', PLACES);
	for (int k = 0; k < PLACES; k++)
		for (int i = 0, rest = 0; i < PLACES + 2; i += 1 + (i == 0)) {
			rest = 10 * rest + text[i] - '0';
			text[i] = (char)('0' + rest / 2);
			rest %= 2;
		}
	benchi_read_number_c(text, &value);
	ck_assert_double_eq(value, 0);
	text[PLACES + 2] = '1';
	benchi_read_number(text, &value);
	ck_assert_uint_eq(bits_of(value), 1);
}

TEST(what_strtod_takes_besides)
{
	const struct { /* not static: for tcc -HUGE_VAL is not constant */
		const char *text;
		double value;
		const char *left;
	} cases[] = { { " \t\n12", 12, "" }, { "0x1.8p3", 12, "" }, { "0X.8", .5, "" },
		{ "0x", 0, "x" }, { "0xg", 0, "xg" }, { "0x1p-1074", 0x1p-1074, "" },
		{ "0x1fffffffffffff8p0", 0x1p57, "" },
		{ "-inf", -HUGE_VAL, "" }, { "Infinity", HUGE_VAL, "" }, { "infin", HUGE_VAL, "in" },
		{ "0x1p", 1, "p" }, { "7", 7, "" } };
	double value;

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		ck_assert_str_eq(benchi_read_number_c(cases[i].text, &value), cases[i].left);
		ck_assert_double_eq(value, cases[i].value);
	}
	ck_assert_str_eq(benchi_read_number_c("nan(7)x", &value), "x");
	ck_assert(isnan(value));
	ck_assert_str_eq(benchi_read_number_c("nan(-)", &value), "(-)");
	ck_assert_ptr_null(benchi_read_number_c("  x", &value));
}

/* Random bits as a double; the value must be the same after writing and reading. */
TEST(text_reads_back)
{
	uint64_t seed = 42;
	char text[BENCHI_NUMBER_TEXT];
	double value, back;

	for (int i = 0; i < 20000; i++) {
		seed = seed * 6364136223846793005u + 1442695040888963407u;
		memcpy(&value, &seed, sizeof value);
		if (!isfinite(value))
			continue;
		benchi_number_text(value, text);
		ck_assert_str_eq(benchi_read_number(text, &back), "");
		ck_assert_msg(bits_of(back) == bits_of(value), "%a became %s", value, text);
	}
	ck_assert_str_eq(benchi_number_text(0.1, text), "0.1");
	ck_assert_str_eq(benchi_number_text((double)NAN, text), "null");
	ck_assert_str_eq(benchi_number_text(-HUGE_VAL, text), "null");
	ck_assert_str_eq(benchi_number_digits(1234.5678, 6, text), "1234.57");
}

TEST(the_locale_changes_nothing)
{
	static const char *const commas[] = { "de_DE.UTF-8", "de_DE", "fr_FR.UTF-8", "nl_NL.UTF-8" };
	char text[BENCHI_NUMBER_TEXT];
	double value = 0;

	for (size_t i = 0; i < sizeof commas / sizeof *commas; i++)
		if (setlocale(LC_NUMERIC, commas[i]))
			break;
	ck_assert_str_eq(benchi_number_text(1.5, text), "1.5");
	ck_assert_str_eq(benchi_read_number("1.5", &value), "");
	ck_assert_double_eq(value, 1.5);
	setlocale(LC_NUMERIC, "C");
}

TEST(decimals_that_matter)
{
	static const struct { double x, spread; int decimals; } cases[] = {
		{ 12.3, 4, 1 }, { 12.3, 40, 0 }, { .02, 6, 2 }, { -.0004, 6, 4 }, { 0, 6, 1 },
		{ 1e-17, 6, 1 }, { 3, NAN, 1 }, { 3, 0, 1 }, { 1e-4, 1e-7, 8 }, { NAN, .5, 2 },
		{ 1e-8, 0, 8 } };

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		ck_assert_int_eq(benchi_number_decimals(cases[i].x, cases[i].spread), cases[i].decimals);
}

TEST(times_have_units)
{
	static const struct { const char *text; bool bare; double ns; } good[] = { { "1ns", false, 1 },
		{ "2.5us", false, 2500 }, { "50 ms", false, 50e6 }, { "1s", true, 1e9 },
		{ "3", true, 3e9 }, { "2m", false, 120e9 }, { "2min", false, 120e9 },
		{ ".5h", false, 1800e9 } };
	static const char *const none[] = { "", "s", "0", "0s", "-1s", "3", "1 ", "1sec", "1s ",
		"1e400s", "1e308h", "nan", "0x1s" };
	double ns;

	for (size_t i = 0; i < sizeof good / sizeof *good; i++)
		ck_assert_msg(benchi_duration(good[i].text, good[i].bare, &ns) && ns == good[i].ns,
			"'%s': %g",
		              good[i].text, ns);
	for (size_t i = 0; i < sizeof none / sizeof *none; i++)
		ck_assert_msg(!benchi_duration(none[i], false, &ns), "'%s' is no time", none[i]);
}

TEST(units_that_people_read)
{
	const benchi_unit *time = benchi_units_family(BENCHI_UNITS_TIME);

	ck_assert_str_eq(benchi_unit_suited(time, 0)->name, "ns");
	ck_assert_str_eq(benchi_unit_suited(time, -1e3)->name, "us");
	ck_assert_str_eq(benchi_unit_suited(time, 1e300)->name, "s");
	ck_assert_str_eq(benchi_unit_suited(time, NAN)->name, "ns");
}

TEST(arrays_grow)
{
	int *x = NULL;
	size_t capacity = 0;

	for (int n = 0; n < 1000; n++) {
		ck_assert(benchi_grow(&x, sizeof *x, (size_t)n, &capacity));
		x[n] = n;
	}
	CHECK_NUMBERS({ capacity, 1024 }, { x[0], 0 }, { x[15], 15 }, { x[999], 999 });
	ck_assert(!benchi_grow(&x, SIZE_MAX / 1024, 1024, &capacity) && capacity == 1024);
	free(x);
}

TEST(whole_numbers_end_at_their_limit)
{
	static const struct { const char *text; uint64_t most, value; const char *rest; } good[] = {
		{ "0", 0, 0, "" }, { "007x", 7, 7, "x" },
		{ "18446744073709551615", UINT64_MAX, UINT64_MAX, "" },
		{ "12 4", 12, 12, " 4" }, { "99a", 99, 99, "a" } };
	static const struct { const char *text; uint64_t most; } none[] = { { "", 9 }, { "-1", 9 },
		{ "+1", 9 }, { " 1", 9 }, { "a", 99 }, { "10", 9 }, { "8", 7 }, { "1", 0 },
		{ "18446744073709551616", UINT64_MAX }, { "99999999999999999999", UINT64_MAX } };
	uint64_t value = 5;

	for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
		const char *end = benchi_read_whole(good[i].text, good[i].most, &value);

		ck_assert_msg(end && !strcmp(end, good[i].rest) && value == good[i].value, "%s",
			good[i].text);
		ck_assert(benchi_whole(good[i].text, good[i].most, &value) == !*good[i].rest);
	}
	value = 5;
	for (size_t i = 0; i < sizeof none / sizeof *none; i++)
		ck_assert_msg(!benchi_read_whole(none[i].text, none[i].most, &value) && value == 5, "%s",
			none[i].text);
}

TEST(digits_end_with_the_text)
{
	static const char text[] = "12fFg";
	uint64_t value;

	ck_assert_ptr_eq(benchi_read_digits(text, text + 1, 10, 99, &value), text + 1);
	ck_assert_uint_eq(value, 1);
	ck_assert_ptr_eq(benchi_read_digits(text, text + 5, 16, UINT64_MAX, &value), text + 4);
	ck_assert_uint_eq(value, 0x12ff);
	ck_assert_ptr_null(benchi_read_digits(text, text, 16, 99, &value));
	CHECK_NUMBERS({ benchi_hex_byte("aF"), 0xaf }, { benchi_hex_byte("g0"), -1 },
		{ benchi_hex_byte("0"), -1 }, { benchi_hex_byte("@1"), -1 });
}

TEST(sizes_take_letters)
{
	static const struct { const char *text; uint64_t value; const char *rest; } of[] = {
		{ "64,", 64, "," }, { "4k", 4096, "" }, { "2G..", (uint64_t)2 << 30, ".." },
		{ "1K", 1, "K" }, { "17179869184G", 5, NULL } };

	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		uint64_t value = 5;
		const char *rest = benchi_read_size(of[i].text, &value);

		ck_assert_uint_eq(value, of[i].value);
		ck_assert_msg(rest && of[i].rest ? !strcmp(rest, of[i].rest) : rest == of[i].rest, "%s",
			of[i].text);
	}
}

CHECK_SUITE("number")
