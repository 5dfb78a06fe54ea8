/*
 * What a process passes to its children: a task, and the calibration.
 *
 * The calibration is one line of name=value pairs separated by tabs: format, library version,
 * numbers in their shortest decimal form, then names. A line from another version is rejected as a
 * whole, and so is one with a field missing, repeated, out of order or out of range. The child
 * checks the values against its clock before use (timing/calibrate.c, cycle/reference.c).
 *
 * SPDX-License-Identifier: MIT
 */
#include "base/base.h"

static const char format[] = "bench-calibration-1 ";

/* Numbers: member, range, whether required. */
static const struct {
	const char *name;
	size_t offset;
	double min, max;
	int required;
} numbers[] = {
#define NUMBER(member, min, max, required) \
	{ #member, offsetof(struct benchi_calibration, member), min, max, required }
	NUMBER(step_ns, 1e-3, 1e9, 1), NUMBER(reading_ns, 1e-3, 1e9, 1),
	NUMBER(enough_ns, 1, 1e9, 1), NUMBER(loop_ns, 0, 1e9, 1),
	NUMBER(vernier, 0, 1, 1), NUMBER(tick_ns, 1e-2, 1e6, 0),
	NUMBER(low_ticks, 1, 1e6, 0), NUMBER(low_iterations, 1, 1e12, 0),
	NUMBER(other_ticks, 1, 1e6, 0), NUMBER(other_iterations, 1, 1e12, 0),
	NUMBER(high_ticks, 1, 1e6, 0), NUMBER(high_iterations, 1, 1e12, 0),
	NUMBER(width_sure, 0, 1, 0),
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

enum {
	NUMBERS = sizeof numbers / sizeof *numbers,
	NAMES = sizeof names / sizeof *names
};

size_t benchi_calibration_write(const struct benchi_calibration *calibration, char *text,
                                size_t capacity)
{
	struct benchi_sink line = { text, capacity, 0 };
	char number[BENCHI_NUMBER_TEXT];

	benchi_sink_put(&line, "%s%s", format, bench_version());
	for (size_t i = 0; i < NUMBERS; i++)
		benchi_sink_put(&line, "\t%s=%s", numbers[i].name, benchi_number_text(
			*(const double *)(const void *)((const char *)calibration + numbers[i].offset),
			number));
	for (size_t i = 0; i < NAMES; i++)
		benchi_sink_put(&line, "\t%s=%s", names[i].name,
		                (const char *)calibration + names[i].offset);
	if (line.used < capacity)
		return line.used;
	if (capacity > 0)
		*text = '\0';
	return 0;
}

/* Returns the text after the constant; NULL if text does not begin with it. */
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
	for (size_t i = 0; i < NUMBERS && at; i++) {
		double *value = (double *)(void *)(to + numbers[i].offset);

		*value = (double)NAN;
		at = skip(skip(skip(at, "\t"), numbers[i].name), "=");
		if (at && strncmp(at, "null", 4) == 0) {
			at = numbers[i].required ? NULL : at + 4;
		} else if (at) {
			at = benchi_read_number(at, value);
			if (!(*value >= numbers[i].min && *value <= numbers[i].max))
				at = NULL;
		}
	}
	for (size_t i = 0; i < NAMES && at; i++) {
		char *name = to + names[i].offset;
		size_t length;

		at = skip(skip(skip(at, "\t"), names[i].name), "=");
		length = at ? strcspn(at, "\t") : 0;
		if (at && length < names[i].capacity) {
			memcpy(name, at, length);
			at += length;
		} else {
			at = NULL;
		}
	}
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

const char *benchi_task(const char *word)
{
	const char *text = benchi_environment_text(BENCHI_TASK);
	size_t length = strlen(word);

	return text && !strncmp(text, word, length) && text[length] == ' ' ? text + length + 1 : NULL;
}
