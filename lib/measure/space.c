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

static const char *space_skip_blanks(const char *text)
{
	return text + strspn(text, " \t");
}

/* found: the text at which the range is wrong. */
static bench_status range_bad(const char *range, const char *found, const char *expected)
{
	return benchi_fail(BENCH_ERR_ARGUMENT, "range '%.60s': found '%.20s', expected %s", range,
		*found ? found : "its end", expected);
}

/* The step of a part. */
struct step {
	int times;
	uint64_t by;
};

/* Parses " x2", " +2" or nothing. NULL: malformed. */
static const char *read_step(const char *text, struct step *step)
{
	const char *sign = space_skip_blanks(text), *end;

	step->times = 1;
	step->by = 2;
	if (*sign != 'x' && *sign != '+')
		return text;
	step->times = *sign == 'x';
	end = benchi_read_size(space_skip_blanks(sign + 1), &step->by);
	return end && step->by >= (step->times ? 2 : 1) ? end : NULL;
}

/* Adds from, ..., to. Returns 0 if there are too many values. */
static int space_add(uint64_t from, uint64_t to, const struct step *step, uint64_t *values,
                     size_t *n)
{
	for (uint64_t value = from;;) {
		if (*n == BENCHI_RANGE_MOST)
			return 0;
		values[(*n)++] = value;
		if (step->times ? value > to / step->by : step->by > to - value)
			return 1;
		value = step->times ? value * step->by : value + step->by;
	}
}

/* Parses one part. Returns the text after it, or NULL with *status set. */
static const char *read_part(const char *range, const char *text, uint64_t *values, size_t *n,
                             bench_status *status)
{
	struct step step = { 0, 1 };
	uint64_t from, to;
	const char *end = benchi_read_size(text, &from), *behind;

	if (!end) {
		*status = range_bad(range, text, "a whole number such as 64 or 4k");
		return NULL;
	}
	to = from;
	if (!strncmp(end, "..", 2)) {
		text = end + 2;
		end = benchi_read_size(text, &to);
		if (!end || to < from) {
			*status = range_bad(range, text, "a whole number not below the first");
			return NULL;
		}
		behind = read_step(end, &step);
		if (!behind || (step.times && from == 0 && to > 0)) {
			*status = range_bad(range, behind ? "x from 0" : space_skip_blanks(end),
				"a step: x and a number from 2, or + and one from 1");
			return NULL;
		}
		end = behind;
	}
	if (!space_add(from, to, &step, values, n)) {
		*status = benchi_fail(BENCH_ERR_ARGUMENT, "range '%.60s' has more than %d values", range,
			BENCHI_RANGE_MOST);
		return NULL;
	}
	return space_skip_blanks(end);
}

bench_status benchi_range_read(const char *text, uint64_t *values, size_t *n)
{
	const char *at = space_skip_blanks(text);
	bench_status status = BENCH_OK;

	*n = 0;
	for (;;) {
		at = read_part(text, at, values, n, &status);
		if (!at)
			return status;
		if (!*at)
			return BENCH_OK;
		if (*at != ',')
			return range_bad(text, at, "a comma");
		at = space_skip_blanks(at + 1);
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

/* Returns true if one of the values does not begin with a digit. */
static int has_words(const char *text)
{
	for (; text; text = strpbrk(text, ",;")) {
		text = space_skip_blanks(text + (*text == ','));
		if (*text == ';' || !*text)
			return 0;
		if (*text < '0' || *text > '9')
			return 1;
		text += strspn(text, IN_WORDS);
	}
	return 0;
}

/* Parses "a, b". Returns the text after it, or NULL with *status set. */
static const char *parameters_read_words(const char *range, const char *text,
                                         struct benchi_dimension *axis, bench_status *status)
{
	axis->words = text;
	for (;; text = space_skip_blanks(text + 1)) {
		size_t n = strspn(text, IN_WORDS);

		if (n == 0 || n >= BENCHI_PARAMETER_TEXT) {
			*status = range_bad(range, text,
			                         "a word of 1 to 31 letters, digits, '_', '.', '+', '-'");
			return NULL;
		}
		if (axis->n == BENCHI_RANGE_MOST)
			break;
		axis->value[axis->n] = axis->n;
		axis->n++;
		text = space_skip_blanks(text + n);
		if (*text != ',')
			return text;
	}
	*status = range_bad(range, text, "fewer words");
	return NULL;
}

/* Parses numbers up to a semicolon or the end. Returns the text after them, or NULL with
 * *status set. */
static const char *space_read_numbers(const char *text, struct benchi_dimension *axis,
                                      bench_status *status)
{
	size_t n = strcspn(text, ";");
	char part[400];

	if (n >= sizeof part) {
		*status = range_bad(text, text, "fewer than 400 characters for a parameter");
		return NULL;
	}
	memcpy(part, text, n);
	part[n] = '\0';
	*status = benchi_range_read(part, axis->value, &axis->n);
	return *status == BENCH_OK ? text + n : NULL;
}

/* Counts the combinations; BENCH_ERR_ARGUMENT: more than `most`, or two parameters of one name. */
static bench_status parameters_check(const char *range, size_t most, struct benchi_space *axes)
{
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

bench_status benchi_space_read(const char *range, size_t most, struct benchi_space *axes)
{
	const char *at = space_skip_blanks(range);
	bench_status status = BENCH_OK;

	axes->n = 0;
	if (!strpbrk(range, "=;")) {
		memset(&axes->axis[0], 0, sizeof axes->axis[0]);
		axes->n = 1;
		status = benchi_range_read(range, axes->axis[0].value, &axes->axis[0].n);
		return status == BENCH_OK ? parameters_check(range, most, axes) : status;
	}
	for (;; at = space_skip_blanks(at + 1)) {
		struct benchi_dimension *axis = &axes->axis[axes->n];
		const char *values;

		if (axes->n == BENCHI_PARAMETERS)
			return range_bad(range, at, "at most 8 parameters");
		memset(axis, 0, sizeof *axis);
		/* Parse the name before '='. */
		size_t n = strspn(at, IN_WORDS);
		const char *behind = space_skip_blanks(at + n);

		values = NULL;
		if (n > 0 && n < sizeof axis->name && strchr(LETTERS, *at) && *behind == '=') {
			memcpy(axis->name, at, n);
			axis->name[n] = '\0';
			values = space_skip_blanks(behind + 1);
		}
		if (!values)
			return range_bad(range, at,
			                      "a parameter such as n=1..8, its name of at most 23 characters");
		at = has_words(values) ? parameters_read_words(range, values, axis, &status)
		                       : space_read_numbers(values, axis, &status);
		if (!at)
			return status;
		axes->n++;
		if (!*at)
			return parameters_check(range, most, axes);
		if (*at != ';')
			return range_bad(range, at, "a comma or a semicolon");
	}
}

/* Copies word number `which` of a parameter. */
static void space_take_word(const struct benchi_dimension *axis, size_t which, char *to)
{
	const char *at = axis->words;
	size_t n;

	for (; which > 0; which--)
		at = space_skip_blanks(strchr(at, ',') + 1);
	n = strspn(at, IN_WORDS);
	memcpy(to, at, n);
	to[n] = '\0';
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
		if (axis->words)
			space_take_word(axis, which, to->of[i].text);
		else
			snprintf(to->of[i].text, sizeof to->of[i].text, "%llu",
				(unsigned long long)axis->value[which]);
		to->of[i].word = axis->words != NULL;
		if (!axis->words)
			to->lead = i;
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
