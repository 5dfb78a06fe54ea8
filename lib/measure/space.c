/*
 * The values of a range, and of several named parameters.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <string.h>

#include "base/base.h"
#include "measure/measure.h"

/*
 * Parses the values of a range such as "64..64k x2".
 *
 * A range is a list of parts separated by commas. A part is a number, or "from..to" with a step:
 * x2 multiplies, +2 adds, and without a step values double. The last value is the largest that
 * does not exceed "to". Ranges are mostly sizes, so k is 1024.
 */

static const char *skip_blanks(const char *text)
{
	return text + strspn(text, " \t");
}

/* Fails with what was found and expected. found: the text at which the range is wrong. */
static bench_status range_bad(const char *range, const char *found, const char *expected)
{
	return benchi_fail(BENCH_ERR_ARGUMENT, "range '%.60s': found '%.20s', expected %s", range,
		*found ? found : "its end", expected);
}

bench_status benchi_range_read(const char *text, uint64_t *values, size_t *n)
{
	static const char step[] = "a step: x and a number from 2, or + and one from 1";
	const char *at = skip_blanks(text), *end;

	for (*n = 0;; at = skip_blanks(at + 1)) {
		uint64_t from, to, by = 1;
		bool times = false;

		end = benchi_read_size(at, &from);
		if (!end)
			return range_bad(text, at, "a whole number such as 64 or 4k");
		to = from;
		if (!strncmp(end, "..", 2)) {
			at = end + 2;
			end = benchi_read_size(at, &to);
			if (!end || to < from)
				return range_bad(text, at, "a whole number not below the first");
			at = skip_blanks(end);
			times = *at != '+';
			by = 2;
			if (*at == 'x' || *at == '+') {
				end = benchi_read_size(skip_blanks(at + 1), &by);
				if (!end || by < (times ? 2 : 1))
					return range_bad(text, at, step);
			}
			if (times && from == 0 && to > 0)
				return range_bad(text, "x from 0", step);
		}
		for (;; from = times ? from * by : from + by) {
			if (*n == BENCHI_RANGE_MOST)
				return benchi_fail(BENCH_ERR_ARGUMENT, "range '%.60s' has more than %d values",
					text, BENCHI_RANGE_MOST);
			values[(*n)++] = from;
			if (times ? from > to / by : by > to - from)
				break;
		}
		at = skip_blanks(end);
		if (*at != ',')
			return *at ? range_bad(text, at, "a comma") : BENCH_OK;
	}
}

/*
 * Parses the parameters of a case, such as "n=64..4k x2; alg=a,b".
 *
 * A part between semicolons is a name, '=', and values: numbers as in a range, or words separated
 * by commas. Names and words appear in names of rows, where '/' and '=' are separators, so they
 * consist of letters, digits, '_', '.', '+' and '-'. If one of the values does not begin with a
 * digit, all of them are words.
 */

static const char LETTERS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_";
static const char IN_WORDS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789.+-";

/* Parses "name=values" at *at and moves *at behind it. */
static bench_status read_parameter(const char *range, const char **at,
                                   struct benchi_dimension *axis)
{
	size_t n = strspn(*at, IN_WORDS);
	const char *text = skip_blanks(*at + n);
	bool words = false;
	char part[400];
	bench_status status;

	memset(axis, 0, sizeof *axis);
	if (n == 0 || n >= sizeof axis->name || !strchr(LETTERS, **at) || *text != '=')
		return range_bad(range, *at,
			"a parameter such as n=1..8, its name of at most 23 characters");
	memcpy(axis->name, *at, n);
	text = skip_blanks(text + 1);
	for (const char *value = text; value && !words; value = strpbrk(value, ",;")) {
		value = skip_blanks(value + (*value == ','));
		if (*value == ';' || !*value)
			break;
		words = *value < '0' || *value > '9';
		value += strspn(value, IN_WORDS);
	}
	if (!words) {
		n = strcspn(text, ";");
		if (n >= sizeof part)
			return range_bad(text, text, "fewer than 400 characters for a parameter");
		memcpy(part, text, n);
		part[n] = '\0';
		status = benchi_range_read(part, axis->value, &axis->n);
		*at = text + n;
		return status;
	}
	axis->words = text;
	for (;; text = skip_blanks(text + 1)) {
		n = strspn(text, IN_WORDS);
		if (n == 0 || n >= BENCHI_PARAMETER_TEXT)
			return range_bad(range, text, "a word of 1 to 31 letters, digits, '_', '.', '+', '-'");
		if (axis->n == BENCHI_RANGE_MOST)
			return range_bad(range, text, "fewer words");
		axis->value[axis->n] = axis->n;
		axis->n++;
		text = skip_blanks(text + n);
		if (*text == ',')
			continue;
		*at = text;
		return BENCH_OK;
	}
}

bench_status benchi_space_read(const char *range, size_t most, struct benchi_space *axes)
{
	const char *at = skip_blanks(range);
	bool named = strpbrk(range, "=;") != NULL;
	bench_status status = BENCH_OK;

	axes->n = !named;
	if (!named) {
		memset(&axes->axis[0], 0, sizeof axes->axis[0]);
		status = benchi_range_read(range, axes->axis[0].value, &axes->axis[0].n);
	}
	while (named && status == BENCH_OK) {
		if (axes->n == BENCHI_PARAMETERS)
			return range_bad(range, at, "at most 8 parameters");
		status = read_parameter(range, &at, &axes->axis[axes->n++]);
		if (status == BENCH_OK && *at && *at != ';')
			return range_bad(range, at, "a comma or a semicolon");
		named = *at != '\0';
		at = skip_blanks(at + named);
	}
	if (status != BENCH_OK)
		return status;
	axes->rows = 1;
	for (size_t i = 0; i < axes->n; i++) {
		for (size_t k = 0; k < i; k++)
			if (!strcmp(axes->axis[i].name, axes->axis[k].name))
				return benchi_fail(BENCH_ERR_ARGUMENT, "range '%.60s' has two parameters '%s'",
					range, axes->axis[i].name);
		axes->rows *= axes->axis[i].n;
		if (axes->rows > most)
			return benchi_fail(BENCH_ERR_ARGUMENT, "range '%.60s' has more than %.0f values", range,
				(double)most);
	}
	return BENCH_OK;
}

void benchi_space_row(const struct benchi_space *axes, size_t row, struct benchi_parameters *to)
{
	memset(to, 0, sizeof *to);
	to->n = axes->n;
	to->lead = axes->n;
	for (size_t i = axes->n; i-- > 0;) {
		const struct benchi_dimension *axis = &axes->axis[i];
		size_t which = row % axis->n;

		row /= axis->n;
		strcpy(to->of[i].name, axis->name);
		to->of[i].value = axis->value[which];
		to->of[i].word = axis->words != NULL;
		if (axis->words) {
			const char *at = axis->words;

			for (; which > 0; which--)
				at = skip_blanks(strchr(at, ',') + 1);
			memcpy(to->of[i].text, at, strspn(at, IN_WORDS));
		} else {
			snprintf(to->of[i].text, sizeof to->of[i].text, "%llu",
				(unsigned long long)axis->value[which]);
			to->lead = i;
		}
	}
}

const char *benchi_parameters_name(const struct benchi_parameters *set, size_t skip, char *text)
{
	size_t used = 0;

	*text = '\0';
	for (size_t i = 0; set && i < set->n; i++)
		if (i != skip)
			used += (size_t)sprintf(text + used, "/%s%s%s", set->of[i].name,
				*set->of[i].name ? "=" : "", set->of[i].text);
	return text;
}
