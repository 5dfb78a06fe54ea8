/*
 * Reads the values of a range such as "64..64k x2".
 *
 * A range is parts between commas; a part is a number, or "from..to" and how to go on:
 * x2 multiplies, +2 adds, nothing doubles.  The last value is the largest that is not
 * beyond "to".  Sizes are what ranges are mostly about, so k is 1024.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "base/detail.h"
#include "base/whole.h"
#include "program/range.h"

static const char *skip_blanks(const char *text)
{
	return text + strspn(text, " \t");
}

static bench_status bad(const char *range, const char *found, const char *expected)
{
	return benchi_fail(BENCH_ERR_ARGUMENT, "range '%.60s': found '%.20s', expected %s", range,
		*found ? found : "its end", expected);
}

/* How a part goes on. */
struct step {
	int times;
	uint64_t by;
};

/* " x2", " +2" or nothing. */
static const char *read_step(const char *text, struct step *step)
{
	const char *sign = skip_blanks(text), *end;

	step->times = 1;
	step->by = 2;
	if (*sign != 'x' && *sign != '+')
		return text;
	step->times = *sign == 'x';
	end = benchi_read_size(skip_blanks(sign + 1), &step->by);
	return end && step->by >= (step->times ? 2 : 1) ? end : NULL;
}

/* Adds from, ..., to. */
static int add(uint64_t from, uint64_t to, const struct step *step, uint64_t *values, size_t *n)
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

/* One part; the text behind it, or NULL after *status was set. */
static const char *read_part(const char *range, const char *text, uint64_t *values, size_t *n,
                             bench_status *status)
{
	struct step step = { 0, 1 };
	uint64_t from, to;
	const char *end = benchi_read_size(text, &from), *behind;

	if (!end) {
		*status = bad(range, text, "a whole number such as 64 or 4k");
		return NULL;
	}
	to = from;
	if (!strncmp(end, "..", 2)) {
		text = end + 2;
		end = benchi_read_size(text, &to);
		if (!end || to < from) {
			*status = bad(range, text, "a whole number not below the first");
			return NULL;
		}
		behind = read_step(end, &step);
		if (!behind || (step.times && from == 0 && to > 0)) {
			*status = bad(range, behind ? "x from 0" : skip_blanks(end),
				"a step: x and a number from 2, or + and one from 1");
			return NULL;
		}
		end = behind;
	}
	if (!add(from, to, &step, values, n)) {
		*status = benchi_fail(BENCH_ERR_ARGUMENT, "range '%.60s' has more than %d values", range,
			BENCHI_RANGE_MOST);
		return NULL;
	}
	return skip_blanks(end);
}

bench_status benchi_range_read(const char *text, uint64_t *values, size_t *n)
{
	const char *at = skip_blanks(text);
	bench_status status = BENCH_OK;

	*n = 0;
	for (;;) {
		at = read_part(text, at, values, n, &status);
		if (!at)
			return status;
		if (!*at)
			return BENCH_OK;
		if (*at != ',')
			return bad(text, at, "a comma");
		at = skip_blanks(at + 1);
	}
}
