/*
 * Reads numbers, one a line.
 *
 * A line's fields are separated by any of the delimiters, several of which in a row
 * count as one; the wanted column is taken.  A field that begins with '#' starts a
 * comment, blank lines and lines too short for the column hold no number, white
 * space at a line's end does not count (so both kinds of line end do).  These are
 * the rules of ministat's input, kept for it; a NUL byte ends a line for it too.
 *
 * A first number may carry a unit, "12 ms" or "12ms"; the set's unit is the first value's, and
 * later values are converted to it.  Either every value has a unit or none has.
 *
 * The common line, whose first field is the number, is read without being cut up.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "data/unit.h"
#include "data/read.h"

#define DEFAULT_DELIMITERS " \t"

static inline bool is_space(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

/* The wanted field of [*s, end), or a length of 0. */
static size_t find_field(const char **s, const char *end, const char *delimiters, size_t column)
{
	const char *p = *s, *field;

	for (size_t i = 1;; i++) {
		while (p < end && strchr(delimiters, *p))
			p++;
		if (p == end || *p == '#')
			return 0;
		field = p;
		while (p < end && !strchr(delimiters, *p))
			p++;
		if (i == column)
			break;
	}
	*s = field;
	return (size_t)(p - field);
}

/* The number that is the whole of [s, s + length); the byte after it may be anything. */
static bool whole_number(const char *s, size_t length, bool as_c, double *value)
{
	char copy[8192];
	const char *after;

	if (length < sizeof copy) { /* a delimiter may look like a part of a number */
		memcpy(copy, s, length);
		copy[length] = '\0';
		s = copy;
	}
	after = as_c ? benchi_read_number_c(s, value) : benchi_read_number(s, value);
	return after && after == s + length;
}

/* The unit behind a number, at *after, which moves behind it; NULL: none. */
static const char *unit_behind(const char **after, const char *end)
{
	const char *at = *after, *unit;
	size_t length;

	while (at < end && (*at == ' ' || *at == '\t'))
		at++;
	unit = benchi_unit_begin(at, end, &length);
	if (unit)
		*after = at + length;
	return unit;
}

/* Adds a value of that unit, or of none (NULL). */
static bench_status add(const benchi_input *in, benchi_set *set, double value, const char *unit,
                        const char *line, size_t length)
{
	double factor;

	if (!unit)
		unit = "";
	if (!set->n)
		set->unit = unit;
	factor = benchi_unit_factor(unit, set->unit);
	if (isnan(factor)) {
		char expected[60];

		snprintf(expected, sizeof expected, *set->unit ? "a unit like '%.20s' as before"
		         : "no unit as before", set->unit);
		return benchi_input_error(in, line, length, expected);
	}
	return benchi_set_add(set, value * factor, NULL);
}

/* Takes the number of one line the long way. */
static bench_status read_line(const benchi_input *in, const char *line, size_t length,
                              const benchi_plain *plain, benchi_set *set)
{
	const char *delimiters = plain->delimiters ? plain->delimiters : DEFAULT_DELIMITERS;
	const char *nul = memchr(line, '\0', length);
	double value;

	if (nul && !plain->as_c)
		return benchi_input_error(in, line, length, "text without NUL bytes");
	if (nul)
		length = (size_t)(nul - line);
	while (length && is_space(line[length - 1]))
		length--;
	length = find_field(&line, line + length, delimiters, plain->column ? plain->column : 1);
	if (!length)
		return BENCH_OK;
	if (!whole_number(line, length, plain->as_c, &value))
		return benchi_input_error(in, line, length, "a number");
	if (!plain->as_c && !isfinite(value))
		return benchi_input_error(in, line, length, "a number that a double can hold");
	return plain->as_c ? benchi_set_add(set, value, NULL)
	                   : add(in, set, value, NULL, line, length);
}

bench_status benchi_read_plain(benchi_input *in, const benchi_plain *plain, benchi_set *set)
{
	bool simple = plain->column <= 1 && !plain->delimiters;
	bench_status status;
	const char *line, *after, *unit;
	size_t length;
	double value;

	for (;;) {
		status = benchi_input_line(in, &line, &length);
		if (status || !line)
			return status;
		after = simple ? benchi_read_number(line, &value) : NULL;
		unit = after && !plain->as_c && after < line + length
		       ? unit_behind(&after, line + length) : NULL;
		if (after && (after == line + length || *after == ' ' || *after == '\t' || *after == '\r')
		    && isfinite(value))
			status = plain->as_c ? benchi_set_add(set, value, NULL)
			                     : add(in, set, value, unit, line, length);
		else
			status = read_line(in, line, length, plain, set);
		if (status)
			return status;
	}
}
