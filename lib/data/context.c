/*
 * The context of results: facts about machine, clock, compiler and run.
 *
 * A list of keys with a text or a number each, in the order in which people ask: what
 * was run, on what, how it was timed, how it was compiled.  What is not known is not
 * in the list.
 *
 * The library's flags are those of configure; flags given to make are not seen.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/detail.h"
#include "data/context.h"

static bench_status add(benchi_context *context, const char *key, const char *text, double number)
{
	benchi_fact *fact;
	char *copy = NULL;

	if (context->n == context->capacity) {
		size_t capacity = context->capacity ? context->capacity * 2 : 32;

		fact = realloc(context->fact, capacity * sizeof *fact);
		if (!fact)
			return benchi_fail(BENCH_ERR_MEMORY, "out of memory for the context");
		context->fact = fact;
		context->capacity = capacity;
	}
	if (text) {
		copy = malloc(strlen(text) + 1);
		if (!copy)
			return benchi_fail(BENCH_ERR_MEMORY, "out of memory for the context");
		strcpy(copy, text);
	}
	fact = &context->fact[context->n++];
	fact->key = key;
	fact->text = copy;
	fact->number = number;
	return BENCH_OK;
}

bench_status benchi_context_text(benchi_context *context, const char *key, const char *text)
{
	return text && *text ? add(context, key, text, NAN) : BENCH_OK;
}

bench_status benchi_context_number(benchi_context *context, const char *key, double number)
{
	return isfinite(number) ? add(context, key, NULL, number) : BENCH_OK;
}

const benchi_fact *benchi_context_find(const benchi_context *context, const char *key)
{
	for (size_t i = 0; context && i < context->n; i++)
		if (!strcmp(context->fact[i].key, key))
			return &context->fact[i];
	return NULL;
}

const char *benchi_context_word(const benchi_context *context, const char *key)
{
	const benchi_fact *fact = benchi_context_find(context, key);

	return fact && fact->text ? fact->text : "";
}

double benchi_context_value(const benchi_context *context, const char *key)
{
	const benchi_fact *fact = benchi_context_find(context, key);

	return fact && !fact->text ? fact->number : (double)NAN;
}

static int days_of_year(int year)
{
	return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 366 : 365;
}

char *benchi_date_text(double seconds, char *text)
{
	static const int days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
	int year = 1970, month = 0, day, second;

	*text = '\0';
	if (!(seconds >= 0 && seconds < 253402300800.0))
		return text;
	day = (int)(seconds / 86400);
	second = (int)(seconds - 86400.0 * day);
	for (; day >= days_of_year(year); year++)
		day -= days_of_year(year);
	while (day >= days[month] + (month == 1 && days_of_year(year) == 366)) {
		day -= days[month] + (month == 1 && days_of_year(year) == 366);
		month++;
	}
	snprintf(text, 24, "%04u-%02u-%02uT%02u:%02u:%02uZ", (unsigned)year % 10000,
	         ((unsigned)month + 1) % 100, ((unsigned)day + 1) % 100, (unsigned)second / 3600 % 100,
	         (unsigned)second / 60 % 60, (unsigned)second % 60);
	return text;
}

const char *benchi_scope_name(size_t processes)
{
	return processes > 1 ? "processes" : processes ? "process" : "";
}

/* One fact of a table: a text, or a number where text is NULL. */
struct line {
	const char *key, *text;
	double number;
};

static bench_status add_lines(benchi_context *context, const struct line *lines, size_t n)
{
	bench_status status = BENCH_OK;

	for (size_t i = 0; i < n && !status; i++)
		status = lines[i].text ? benchi_context_text(context, lines[i].key, lines[i].text)
		                       : benchi_context_number(context, lines[i].key, lines[i].number);
	return status;
}

#define LINES(x) (sizeof(x) / sizeof *(x))

static bench_status add_run(benchi_context *context, const benchi_sources *s)
{
	char date[24] = "", seed[24] = "";

	if (s->began > 0)
		benchi_date_text(s->began, date);
	if (s->seed)
		snprintf(seed, sizeof seed, "%llu", (unsigned long long)s->seed);
	{
		const struct line lines[] = { { "program", s->program ? s->program : "", 0 },
			{ "date", date, 0 }, { "seed", seed, 0 },
			{ "processes", NULL, s->processes ? (double)s->processes : (double)NAN },
			{ "scope", benchi_scope_name(s->processes), 0 } };

		return add_lines(context, lines, LINES(lines));
	}
}

static bench_status add_machine(benchi_context *context, const benchi_machine *m)
{
	const struct line lines[] = { { "host", m->host, 0 }, { "system", m->system, 0 },
		{ "architecture", m->architecture, 0 }, { "processor", m->processor, 0 },
		{ "processors", NULL, m->processors }, { "hypervisor", m->hypervisor, 0 },
		{ "governor", m->governor, 0 }, { "turbo", NULL, m->turbo }, { "load", NULL, m->load },
		{ "memory_bytes", NULL, m->memory_bytes }, { "page_bytes", NULL, m->page_bytes },
		{ "cache1_bytes", NULL, m->cache_bytes[0] }, { "cache2_bytes", NULL, m->cache_bytes[1] },
		{ "cache3_bytes", NULL, m->cache_bytes[2] }, { "cache4_bytes", NULL, m->cache_bytes[3] } };

	return add_lines(context, lines, LINES(lines));
}

static bench_status add_core(benchi_context *context, const bench_cpu *cpu)
{
	const struct line lines[] = { { "mhz", NULL, cpu->mhz }, { "mhz_low", NULL, cpu->low },
		{ "mhz_high", NULL, cpu->high },
		{ "mhz_confidence", NULL, isfinite(cpu->mhz) ? cpu->confidence : (double)NAN } };

	return add_lines(context, lines, LINES(lines));
}

static bench_status add_clock(benchi_context *context, const bench_timing *t)
{
	const struct line lines[] = { { "clock", t->clock.name ? t->clock.name : "", 0 },
		{ "clock_step_ns", NULL, t->step_ns }, { "clock_reading_ns", NULL, t->reading_ns } };

	return add_lines(context, lines, LINES(lines));
}

bench_status benchi_context_fill(benchi_context *context, const benchi_sources *sources)
{
	const struct line build[] = { { "compiler", sources->compiler ? sources->compiler : "", 0 },
		{ "flags", sources->flags ? sources->flags : "", 0 },
		{ "libbench_version", bench_version(), 0 }, { "libbench_compiler", BENCH_COMPILER, 0 },
		{ "libbench_flags", BENCHI_CFLAGS, 0 } };
	bench_status status = add_run(context, sources);

	if (!status && sources->machine)
		status = add_machine(context, sources->machine);
	if (!status && sources->cpu)
		status = add_core(context, sources->cpu);
	if (!status && sources->timing)
		status = add_clock(context, sources->timing);
	return status ? status : add_lines(context, build, LINES(build));
}

void benchi_context_free(benchi_context *context)
{
	for (size_t i = 0; i < context->n; i++)
		free(context->fact[i].text);
	free(context->fact);
	memset(context, 0, sizeof *context);
}
