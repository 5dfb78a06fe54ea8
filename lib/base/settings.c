/*
 * Settings of calibration from the environment.
 *
 * The names are lmbench's ENOUGH, TIMING_O and LOOP_O, in microseconds (Staelin and McVoy 1998,
 * section 6 and appendix). The same names with the prefix BENCH_ take precedence. An empty value
 * counts as unset.
 *
 * SPDX-License-Identifier: MIT
 */
#include "base/base.h"

/* The variables. Those in microseconds are also known without BENCH_. */
static const struct {
	/* arrays rather than pointers, so that no other string constant gets linked in */
	char name[16], expected[28];
	size_t offset;
	double most, scale;
} variables[] = {
#define MICROSECONDS(name, member) { name, "microseconds from 0 to 1e9", \
	offsetof(struct benchi_environment, member), 1e9, 1e3 }
	MICROSECONDS("BENCH_ENOUGH", enough_ns),
	MICROSECONDS("BENCH_TIMING_O", empty_ns),
	MICROSECONDS("BENCH_LOOP_O", loop_ns),
	{ "BENCH_PRECISION", "a share from 0 to under 1",
	  offsetof(struct benchi_environment, precision), 1 - DBL_EPSILON / 2, 1 },
};

/* Returns the decimal digit c, or -1. */
static int digit_of(char c)
{
	int digit = benchi_hex_digit(c);

	return digit < 10 ? digit : -1;
}

/* Reads a decimal number, to within a few roundings; NaN: the text is not one. The reader of
 * results (number.c) rounds correctly, and would be a twentieth of what a program links. */
static double setting(const char *text)
{
	double value = 0, scale = 1, power = 10;
	bool point = false, digits = false;
	int exponent = 0;

	for (; digit_of(*text) >= 0 || (*text == '.' && !point); text++) {
		if (*text == '.') {
			point = true;
			continue;
		}
		value = value * 10 + digit_of(*text);
		scale *= point ? 10 : 1;
		digits = true;
	}
	if (digits && (*text | 0x20) == 'e') {
		if (*++text == '-')
			power = 1 / power;
		text += *text == '-' || *text == '+';
		digits = digit_of(*text) >= 0;
		for (; digit_of(*text) >= 0; text++)
			exponent = exponent < 1000 ? exponent * 10 + digit_of(*text) : exponent;
		while (exponent-- > 0)
			value *= power;
	}
	return digits && !*text ? value / scale : (double)NAN;
}

bench_status benchi_environment_read(struct benchi_environment *environment)
{
	environment->enough_ns = environment->empty_ns = environment->loop_ns = NAN;
	environment->precision = NAN;
	for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
		double *value = (double *)(void *)((char *)environment + variables[i].offset);
		const char *name = variables[i].name, *text = benchi_environment_text(name);

		if ((!text || !*text) && variables[i].scale > 1) {
			name += sizeof "BENCH_" - 1;
			text = benchi_environment_text(name);
		}
		if (!text || !*text)
			continue;
		*value = setting(text);
		if (!(*value >= 0 && *value <= variables[i].most)) {
			*value = NAN;
			return benchi_fail(BENCH_ERR_ENVIRONMENT, "%s is '%.80s', expected %s", name, text,
				variables[i].expected);
		}
		*value *= variables[i].scale;
	}
	return BENCH_OK;
}
