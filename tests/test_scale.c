/*
 * Numbers and names are prepared for people: digits, units, widths, dates.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include "write/write.h"

TEST(digits_are_three_or_what_is_known)
{
	static const struct {
		double value, uncertainty;
		benchi_units_of units;
		const char *text;
	} cases[] = { { 12.345, .06, BENCHI_UNITS_TIME, "12.3 ns" },
		{ 1234, 240, BENCHI_UNITS_TIME, "1.2 us" }, { 123, 24, BENCHI_UNITS_TIME, "120 ns" },
		{ 123, 300, BENCHI_UNITS_TIME, "100 ns" }, { .27, .001, BENCHI_UNITS_TIME, "0.270 ns" },
		{ 999.6, NAN, BENCHI_UNITS_TIME, "1.00 us" }, { 999.4, NAN, BENCHI_UNITS_TIME, "999 ns" },
		{ 9.996, 0, BENCHI_UNITS_TIME, "10.0 ns" }, { 1e9, 0, BENCHI_UNITS_TIME, "1.00 s" },
		{ 7.2e13, 0, BENCHI_UNITS_TIME, "72000 s" }, { 1e-7, 0, BENCHI_UNITS_TIME, "0.000 ns" },
		{ 0, 0, BENCHI_UNITS_TIME, "0.000 ns" }, { .0625, 0, BENCHI_UNITS_TIME, "0.063 ns" },
		{ NAN, 1, BENCHI_UNITS_TIME, "-" }, { HUGE_VAL, 1, BENCHI_UNITS_TIME, "-" },
		{ -12.345, .06, BENCHI_UNITS_TIME, "-12.3 ns" },
		{ 6.0123, .001, BENCHI_UNITS_COUNT, "6.01" }, { 1234567, 0, BENCHI_UNITS_COUNT, "1.23M" },
		{ 41.83e9, 1e8, BENCHI_UNITS_BYTES, "41.8 GB" },
		{ 65536, 0, BENCHI_UNITS_SIZE, "64.0 KiB" },
		{ 1023.9, 0, BENCHI_UNITS_SIZE, "1020 B" }, { 1e300, 0, BENCHI_UNITS_COUNT, NULL } };
	char text[BENCHI_SCALED_TEXT];

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		benchi_scaled(cases[i].value, cases[i].uncertainty, cases[i].units, text);
		if (cases[i].text)
			ck_assert_str_eq(text, cases[i].text);
		ck_assert_uint_lt(strlen(text), sizeof text);
	}
}

TEST(every_magnitude_has_three_digits)
{
	char text[BENCHI_SCALED_TEXT];

	for (double x = .1; x < 1e11; x *= 1.0307) {
		double back = 0;
		const char *unit = benchi_read_number(benchi_scaled(x, NAN, BENCHI_UNITS_TIME, text),
		                                      &back);
		double factor = strstr(unit, "ns") ? 1 : strstr(unit, "us") ? 1e3 : strstr(unit, "ms") ? 1e6
		                                                                                   : 1e9;

		ck_assert_msg(fabs(back * factor / x - 1) < .00501, "%g is shown as '%s'", x, text);
	}
}

TEST(shares_are_rounded_up)
{
	static const struct {
		double share;
		const char *text;
	} cases[] = { { .005, "0.50 %" }, { .00501, "0.51 %" }, { .2, "20 %" }, { .2001, "21 %" },
		{ .0321, "3.3 %" }, { .00001, "0.01 %" }, { 0, "0.01 %" }, { 12, ">999 %" },
		{ .0996, "10 %" }, { HUGE_VAL, ">999 %" }, { NAN, "" } };
	char text[BENCHI_SCALED_TEXT];

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		ck_assert_str_eq(benchi_percent(cases[i].share, text), cases[i].text);
}

TEST(fixed_decimals)
{
	char text[BENCHI_NUMBER_TEXT];

	ck_assert_str_eq(benchi_number_fixed(1.005, 2, text), "1.00");
	ck_assert_str_eq(benchi_number_fixed(-.5, 4, text), "-0.5000");
	ck_assert_str_eq(benchi_number_fixed(1e300, 2, text), "1.0000000000000001e+300");
	ck_assert_str_eq(benchi_number_fixed(NAN, 2, text)[0] == '-' ? text + 1 : text, "nan");
}

TEST(characters)
{
	static const char *const none[] = { "\x80", "\xc0\x80", "\xc1\xbf", "\xe0\x9f\xbf",
		"\xed\xa0\x80", "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xe2\x82",
		"\xf8\x90\x80\x80", "\xff" };
	const char *text = "\xf0\x9f\x98\x80";
	benchi_character c;

	ck_assert(benchi_utf8_next(&text, &c));
	CHECK_NUMBERS({ c.code, 0x1f600 }, { c.length, 4 });
	ck_assert(!benchi_utf8_next(&text, &c));
	for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
		text = none[i];
		ck_assert(benchi_utf8_next(&text, &c));
		CHECK_NUMBERS({ c.code, 0xfffd }, { text == none[i] + 1, true });
		ck_assert_str_eq(c.bytes, "\xef\xbf\xbd");
	}
	ck_assert_uint_eq(benchi_utf8_columns("a\xc3\xa9\xe4\xb8\xad\xcc\x81\xe2\x83\x90\xff"), 5);
}

/* Expects this text after cleaning and shortening. */
static void expect_clean(const char *text, int plain, size_t columns, const char *expected)
{
	char *clean = benchi_utf8_clean(text, plain);

	ck_assert_ptr_nonnull(clean);
	benchi_utf8_shorten(clean, columns);
	ck_assert_str_eq(clean, expected);
	free(clean);
}

TEST(names_made_fit)
{
	expect_clean("a\nb\xff", 0, 80, "a\nb\xef\xbf\xbd");
	expect_clean("a\nb\xc2\x9b\xc3\xa9\xe2\x80\xae", 1, 80, "a?b?\xc3\xa9?");
	expect_clean("a\xc3\xa9\xff", 2, 80, "a??");
	expect_clean("abcdefghij", 0, 10, "abcdefghij");
	expect_clean("abcdefghijk", 0, 10, "abcd..hijk");
	expect_clean("abcdefghijk", 0, 9, "abc..hijk");
	expect_clean("\xe4\xb8\xad\xe4\xb8\xad\xe4\xb8\xad\xe4\xb8\xad", 0, 7,
	             "\xe4\xb8\xad..\xe4\xb8\xad");
}

TEST(moments)
{
	static const struct {
		double seconds;
		const char *text;
	} cases[] = { { 0, "1970-01-01T00:00:00Z" }, { 951868799.9, "2000-02-29T23:59:59Z" },
		{ 951868800, "2000-03-01T00:00:00Z" }, { 1709210096, "2024-02-29T12:34:56Z" },
		{ 4107542399.0, "2100-02-28T23:59:59Z" },
		{ 4107542400.0, "2100-03-01T00:00:00Z" }, { 253402300799.0, "9999-12-31T23:59:59Z" },
		{ 253402300800.0, "" }, { -1, "" }, { NAN, "" } };
	char text[24];

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		ck_assert_str_eq(benchi_date_text(cases[i].seconds, text), cases[i].text);
}

TEST(facts_that_are_known)
{
	benchi_context context;

	memset(&context, 0, sizeof context);
	ck_assert_int_eq(benchi_context_text(&context, "host", ""), BENCH_OK);
	ck_assert_int_eq(benchi_context_number(&context, "load", NAN), BENCH_OK);
	ck_assert_uint_eq(context.n, 0);
	ck_assert_int_eq(benchi_context_text(&context, "host", "vm"), BENCH_OK);
	ck_assert_int_eq(benchi_context_number(&context, "load", 0), BENCH_OK);
	ck_assert_str_eq(benchi_context_word(&context, "host"), "vm");
	ck_assert_str_eq(benchi_context_word(&context, "load"), "");
	ck_assert(isnan(benchi_context_value(&context, "host")));
	ck_assert_double_eq(benchi_context_value(&context, "load"), 0);
	ck_assert_str_eq(benchi_context_word(NULL, "host"), "");
	benchi_context_free(&context);
}

TEST(units_of_time_in_nanoseconds)
{
	ck_assert_double_eq(benchi_unit_ns("ms"), 1e6);
	ck_assert(!(benchi_unit_ns("min") > 0) && !(benchi_unit_ns("") > 0));
}

CHECK_SUITE("scale")
