/*
 * The environment: calibration values, and the task that a parent process sets.
 *
 * The names are lmbench's ENOUGH, TIMING_O and LOOP_O, in microseconds (Staelin and McVoy 1998,
 * section 6 and appendix). The same names with the prefix BENCH_ take precedence. An empty value
 * counts as unset.
 *
 * SPDX-License-Identifier: MIT
 */
#include "base/base.h"

#ifdef HAVE_UNISTD_H
#include <unistd.h>
#endif
#ifdef HAVE_SYS_AUXV_H
#include <sys/auxv.h>
#endif

int benchi_privileged(void)
{
#if defined HAVE_ISSETUGID
	return issetugid();
#elif defined HAVE_GETAUXVAL && defined AT_SECURE
	return getauxval(AT_SECURE) != 0;
#elif defined HAVE_GETEUID && defined HAVE_UNISTD_H
	return geteuid() != getuid() || getegid() != getgid();
#else
	return 0;
#endif
}

int benchi_stack_is_large(void)
{
#if defined HAVE_GETAUXVAL && defined AT_RANDOM
	char here;
	uintptr_t top = getauxval(AT_RANDOM);   /* bytes that the kernel put at the top */

	return top - (uintptr_t)&here < 1u << 20;
#else
	return 0;
#endif
}

const char *benchi_environment_text(const char *name)
{
	return benchi_privileged() ? NULL : getenv(name);
}

const char *benchi_task(const char *word)
{
	const char *text = benchi_environment_text(BENCHI_TASK);
	size_t length = strlen(word);

	return text && !strncmp(text, word, length) && text[length] == ' ' ? text + length + 1 : NULL;
}

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

enum { VARIABLES = sizeof variables / sizeof *variables };

static bench_status read_variable(size_t i, double *value)
{
	const char *name = variables[i].name, *text = benchi_environment_text(name);

	if ((!text || !*text) && variables[i].scale > 1) {
		name += sizeof "BENCH_" - 1;
		text = benchi_environment_text(name);
	}
	if (!text || !*text)
		return BENCH_OK;
	if (!benchi_number(text, value) || !(*value >= 0 && *value <= variables[i].most)) {
		*value = NAN;
		return benchi_fail(BENCH_ERR_ENVIRONMENT, "%s is '%.80s', expected %s", name, text,
			variables[i].expected);
	}
	*value *= variables[i].scale;
	return BENCH_OK;
}

bench_status benchi_environment_read(struct benchi_environment *environment)
{
	bench_status status = BENCH_OK;

	environment->enough_ns = environment->empty_ns = environment->loop_ns = NAN;
	environment->precision = NAN;
	for (size_t i = 0; i < VARIABLES && status == BENCH_OK; i++)
		status = read_variable(i, (double *)(void *)((char *)environment + variables[i].offset));
	return status;
}

/*
 * The calibration that a process passes to its children.
 *
 * One line of name=value pairs separated by tabs: format, library version, numbers in their
 * shortest decimal form, then names. A line from another version is rejected as a whole, and so is
 * one with a field missing, repeated, out of order or out of range. The child checks the values
 * against its clock before use (timing/calibrate.c, cycle/reference.c).
 */

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
} calibration_text_names[] = {
#define NAME(member) \
	{ #member, offsetof(struct benchi_calibration, member), \
	  sizeof ((struct benchi_calibration *)0)->member }
	NAME(clock), NAME(low), NAME(other), NAME(high), NAME(processor),
};

enum {
	NUMBERS = sizeof numbers / sizeof *numbers,
	NAMES = sizeof calibration_text_names / sizeof *calibration_text_names
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
		benchi_sink_put(&line, "\t%s=%s", calibration_text_names[i].name,
		                (const char *)calibration + calibration_text_names[i].offset);
	if (line.used < capacity)
		return line.used;
	if (capacity > 0)
		*text = '\0';
	return 0;
}

/* Returns the value of the next field; NULL if its name is not `name`. */
static const char *field(const char *text, const char *name)
{
	size_t length = strlen(name);

	return text && text[0] == '\t' && strncmp(text + 1, name, length) == 0
	       && text[1 + length] == '=' ? text + length + 2 : NULL;
}

static const char *environment_read_number(const char *text, size_t i, double *value)
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

static const char *environment_read_name(const char *text, size_t i, char *name)
{
	const char *from = field(text, calibration_text_names[i].name);
	size_t length = from ? strcspn(from, "\t") : 0;

	if (!from || length >= calibration_text_names[i].capacity)
		return NULL;
	memcpy(name, from, length);
	name[length] = '\0';
	return from + length;
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
	for (size_t i = 0; i < NUMBERS && at; i++)
		at = environment_read_number(at, i, (double *)(void *)(to + numbers[i].offset));
	for (size_t i = 0; i < NAMES && at; i++)
		at = environment_read_name(at, i, to + calibration_text_names[i].offset);
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

/*
 * Finds the user's cache folder (XDG Base Directory Specification 0.8, XDG_CACHE_HOME).
 */

/* The folder, and the text between it and the name. */
#ifdef _WIN32

static const char *cache_folder(const char **between)
{
	const char *folder = benchi_environment_text("LOCALAPPDATA");

	*between = "/";
	return folder && *folder ? folder : NULL;
}

#else

static const char *environment_absolute(const char *name)
{
	const char *text = benchi_environment_text(name);

	return text && *text == '/' ? text : NULL;
}

static const char *cache_folder(const char **between)
{
	const char *folder = environment_absolute("XDG_CACHE_HOME");

	*between = folder ? "/" : "/.cache/";
	return folder ? folder : environment_absolute("HOME");
}

#endif

bench_status benchi_environment_cache(const char *below, char *path, size_t capacity)
{
	const char *between, *folder = cache_folder(&between);

	*path = '\0';
	if (!folder)
		return benchi_fail(BENCH_ERR_UNSUPPORTED,
			"neither XDG_CACHE_HOME nor HOME says where files may be kept");
	if ((size_t)snprintf(path, capacity, "%s%s%s", folder, between, below) < capacity)
		return BENCH_OK;
	*path = '\0';
	return benchi_fail(BENCH_ERR_UNSUPPORTED, "'%.80s...' is too long for a folder", folder);
}
