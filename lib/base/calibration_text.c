/*
 * Writes and reads the calibration that a process hands down to its children.
 *
 * One line of name=value pairs with tabs between: a format name, the library's version, numbers
 * in their shortest decimal form, names last.  A line of another version, with a field missing,
 * repeated, out of order or out of range is rejected as a whole.  The child checks the values
 * against its clock before use (timing/calibrate.c, cycle/adopt.c).
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <string.h>

#include <bench.h>

#include "base/calibration_text.h"
#include "base/environment.h"
#include "base/number.h"

static const char format[] = "bench-calibration-1 ";

/* Numbers: their member, their range, whether they are required. */
static const struct {
	const char *name;
	size_t offset;
	double min, max;
	int required;
} numbers[] = {
#define NUMBER(member, min, max, required) \
	{ #member, offsetof(struct benchi_calibration, member), min, max, required }
	NUMBER(step_ns, 1e-3, 1e9, 1), NUMBER(reading_ns, 1e-3, 1e9, 1),
	NUMBER(enough_ns, 1, 1e12, 1), NUMBER(loop_ns, 0, 1e9, 1),
	NUMBER(vernier, 0, 1, 1), NUMBER(tick_ns, 1e-2, 1e6, 0),
	NUMBER(low_ticks, 1, 1e6, 0), NUMBER(low_iterations, 1, 1e12, 0),
	NUMBER(other_ticks, 1, 1e6, 0), NUMBER(other_iterations, 1, 1e12, 0),
	NUMBER(high_ticks, 1, 1e6, 0), NUMBER(high_iterations, 1, 1e12, 0),
	NUMBER(fixed_ticks, -1e6, 1e6, 0), NUMBER(width_sure, 0, 1, 0),
	NUMBER(region_ns, -1e9, 1e9, 0),
};

static const struct {
	const char *name;
	size_t offset, capacity;
} names[] = {
#define NAME(member) \
	{ #member, offsetof(struct benchi_calibration, member), \
	  sizeof ((struct benchi_calibration *)0)->member }
	NAME(clock), NAME(low), NAME(other), NAME(high), NAME(processor),
};

enum { NUMBERS = sizeof numbers / sizeof *numbers, NAMES = sizeof names / sizeof *names };

/* The line so far. */
struct line {
	char *text;
	size_t used, capacity;  /* used exceeds capacity if the line did not fit */
};

static void append(struct line *line, const char *more)
{
	size_t length = strlen(more);

	if (line->used + length < line->capacity)
		memcpy(line->text + line->used, more, length + 1);
	else
		line->used = line->capacity;
	line->used += length;
}

static void append_field(struct line *line, const char *name, const char *value)
{
	append(line, "\t");
	append(line, name);
	append(line, "=");
	append(line, value);
}

size_t benchi_calibration_write(const struct benchi_calibration *calibration, char *text,
                                size_t capacity)
{
	struct line line = { text, 0, capacity };
	char number[BENCHI_NUMBER_TEXT];

	append(&line, format);
	append(&line, bench_version());
	for (size_t i = 0; i < NUMBERS; i++)
		append_field(&line, numbers[i].name, benchi_number_text(
			*(const double *)(const void *)((const char *)calibration + numbers[i].offset),
			number));
	for (size_t i = 0; i < NAMES; i++)
		append_field(&line, names[i].name, (const char *)calibration + names[i].offset);
	if (line.used >= capacity) {
		if (capacity > 0)
			*text = '\0';
		return 0;
	}
	return line.used;
}

/* The value of the field that must come next; NULL if another comes. */
static const char *field(const char *text, const char *name)
{
	size_t length = strlen(name);

	return text && text[0] == '\t' && strncmp(text + 1, name, length) == 0
	       && text[1 + length] == '=' ? text + length + 2 : NULL;
}

static const char *read_number(const char *text, size_t i, double *value)
{
	const char *end, *from = field(text, numbers[i].name);

	*value = (double)NAN;
	if (!from)
		return NULL;
	if (strncmp(from, "null", 4) == 0)
		return numbers[i].required ? NULL : from + 4;
	end = benchi_read_number(from, value);
	return end && *value >= numbers[i].min && *value <= numbers[i].max ? end : NULL;
}

static const char *read_name(const char *text, size_t i, char *name)
{
	const char *from = field(text, names[i].name);
	size_t length = from ? strcspn(from, "\t") : 0;

	if (!from || length >= names[i].capacity)
		return NULL;
	memcpy(name, from, length);
	name[length] = '\0';
	return from + length;
}

/* The text after a constant; NULL if the text differs. */
static const char *skip(const char *text, const char *constant)
{
	size_t length = strlen(constant);

	return text && strncmp(text, constant, length) == 0 ? text + length : NULL;
}

int benchi_calibration_read(const char *text, struct benchi_calibration *calibration)
{
	const char *at = skip(skip(text, format), bench_version());
	char *to = (char *)calibration;

	memset(calibration, 0, sizeof *calibration);
	for (size_t i = 0; i < NUMBERS && at; i++)
		at = read_number(at, i, (double *)(void *)(to + numbers[i].offset));
	for (size_t i = 0; i < NAMES && at; i++)
		at = read_name(at, i, to + names[i].offset);
	if (at && *at == '\0')
		return 1;
	memset(calibration, 0, sizeof *calibration);
	for (size_t i = 0; i < NUMBERS; i++)
		*(double *)(void *)(to + numbers[i].offset) = (double)NAN;
	return 0;
}

int benchi_calibration_given(struct benchi_calibration *calibration)
{
	return benchi_calibration_read(benchi_environment_text("BENCH_CALIBRATION"), calibration);
}
