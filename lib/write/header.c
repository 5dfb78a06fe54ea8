/*
 * Writes the context that a table of results needs: what was run, on which machine, by which
 * clock, and how it was compiled.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "base/detail.h"
#include "base/number.h"
#include "write/header.h"
#include "write/output.h"
#include "write/scale.h"
#include "base/utf8.h"

#define SURE 0.99 /* that the clock is not off by a factor */
#define WIDE 0.2  /* relative interval of the clock that is too wide to show */

/* A line that grows by parts, a NUL behind each. */
typedef struct header_line {
	char text[1024];
	size_t n;
} header_line;

BENCHI_PRINTF(2, 3)
static void part(header_line *line, const char *format, ...)
{
	size_t capacity = sizeof line->text - line->n;
	int length;
	va_list list;

	va_start(list, format);
	length = vsnprintf(line->text + line->n, capacity, format, list);
	va_end(list);
	if (length > 0 && capacity > 1) /* too long a part is cut */
		line->n += (size_t)length < capacity ? (size_t)length + 1 : capacity;
}

/* The text of a fact, with something before and behind it, if it is known. */
static void part_text(header_line *line, const benchi_context *context, const char *key,
                      const char *before, const char *behind)
{
	const char *text = benchi_context_word(context, key);

	if (*text)
		part(line, "%s%s%s", before, text, behind);
}

/* The parts with commas between; a line is broken between parts where that will do. */
static void put(FILE *out, const char *label, const header_line *line, size_t columns)
{
	size_t indent = strlen(label), column = indent;

	if (!line->n)
		return;
	fputs(label, out);
	for (size_t i = 0, next; i < line->n; i = next) {
		const char *text = line->text + i;
		size_t width = benchi_utf8_columns(text);

		next = i + strlen(text) + 1;
		if (column + 2 + width >= columns && column > indent && indent + width < columns) {
			fprintf(out, "\n%*s", (int)indent, "");
			column = indent;
		}
		benchi_put_words(out, text, &column, indent, columns);
		if (next < line->n) {
			putc(',', out);
			column++;
		}
	}
	putc('\n', out);
}

static void core_part(header_line *line, const benchi_context *context, bool utf8)
{
	double mhz = benchi_context_value(context, "mhz");
	double low = benchi_context_value(context, "mhz_low");
	double high = benchi_context_value(context, "mhz_high");
	char number[BENCHI_NUMBER_TEXT], share[BENCHI_SCALED_TEXT];

	if (isnan(mhz) || !(high - low < WIDE * mhz))
		return;   /* an interval of 84 % names no clock */
	benchi_number_fixed(mhz, mhz < 1000 ? 1 : 0, number);
	benchi_percent(fmax(high - mhz, mhz - low) / mhz, share);
	part(line, "%s MHz%s%s%s%s", number, *share ? " " : "",
	     !*share ? "" : utf8 ? "\xc2\xb1" : "+-", share,
	     benchi_context_value(context, "mhz_confidence") < SURE ? " (or off by a factor)" : "");
}

static void machine_parts(header_line *line, const benchi_context *context, bool utf8)
{
	const char *hypervisor = benchi_context_word(context, "hypervisor");
	double turbo = benchi_context_value(context, "turbo");
	double processors = benchi_context_value(context, "processors");
	double load = benchi_context_value(context, "load");
	char number[BENCHI_NUMBER_TEXT];

	part_text(line, context, "processor", "", "");
	core_part(line, context, utf8);
	if (*hypervisor)
		part(line, "%s%s", hypervisor,
		     strcmp(hypervisor, "virtual machine") ? " virtual machine" : "");
	part_text(line, context, "governor", "governor ", "");
	if (!isnan(turbo))
		part(line, "turbo %s", turbo > 0 ? "on" : "off");
	if (processors > 0)
		part(line, "%s processor%s", benchi_number_fixed(processors, 0, number),
		     processors > 1 ? "s" : "");
	if (!isnan(load))
		part(line, "load %s", benchi_number_fixed(load, 1, number));
}

static void clock_parts(header_line *line, const benchi_context *context)
{
	char text[BENCHI_SCALED_TEXT];

	part_text(line, context, "clock", "clock ", "");
	if (!isnan(benchi_context_value(context, "clock_step_ns")))
		part(line, "steps of %s", benchi_scaled(benchi_context_value(context, "clock_step_ns"),
		                                        1, BENCHI_UNITS_TIME, text));
}

/* The compiler and its flags, with a word before them. */
static void build_part(header_line *line, const benchi_context *context, const char *before,
                       const char *compiler, const char *flags)
{
	const char *by = benchi_context_word(context, compiler);
	const char *with = benchi_context_word(context, flags);

	if (*by)
		part(line, "%s%s%s%s", before, by, *with ? " " : "", with);
}

void benchi_put_header(FILE *out, const benchi_context *context, size_t columns, bool utf8)
{
	header_line run = { "", 0 }, machine = { "", 0 }, system = { "", 0 }, build = { "", 0 };
	const char *host = benchi_context_word(context, "host");
	char before[80];

	if (*host || *benchi_context_word(context, "program"))
		part(&run, "%s%s%s", benchi_context_word(context, "program"), *host ? " on " : "", host);
	part_text(&run, context, "date", "", "");
	part_text(&run, context, "seed", "seed ", "");
	if (benchi_context_value(context, "processes") > 1)
		part(&run, "%.0f processes", benchi_context_value(context, "processes"));
	machine_parts(&machine, context, utf8);
	part_text(&system, context, "system", "", "");
	part_text(&system, context, "architecture", "", "");
	clock_parts(&system, context);
	build_part(&build, context, "", "compiler", "flags");
	snprintf(before, sizeof before, "libbench %.30s by ",
	         benchi_context_word(context, "libbench_version"));
	build_part(&build, context, before, "libbench_compiler", "libbench_flags");
	put(out, "run      ", &run, columns);
	put(out, "machine  ", &machine, columns);
	put(out, "system   ", &system, columns);
	put(out, "build    ", &build, columns);
}
