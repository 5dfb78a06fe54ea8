/*
 * Writes the results in Go's benchmark data format, as "go test -bench" does:
 *
 *	goos: linux
 *	goarch: amd64
 *	cpu: AMD EPYC 7B13
 *	BenchmarkCopy/64 	5000	1.53 ns/op	41830 MB/s	5.7 cycles/op
 *
 * (Go's benchmark data format; benchstat reads it.)  A line a repetition.  Only what
 * stays the same from run to run is a setting, since benchstat puts results of different
 * settings into different tables; the rest of the context is in comments.  Names are
 * made to fit: the first letter a capital, '_' for blanks and control characters, and
 * "#01" behind a name that has occurred.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/detail.h"
#include "data/metric.h"
#include "data/name_table.h"
#include "write/output.h"
#include "data/repetition.h"
#include "base/utf8.h"
#include "write/write.h"

static void put_setting(FILE *out, const char *key, const char *text)
{
	if (!*text)
		return;
	fprintf(out, "%s: ", key);
	benchi_put_line(out, text);
	putc('\n', out);
}

static void put_settings(FILE *out, const benchi_context *context)
{
	static const char *const known[][2] = { { "x86_64", "amd64" }, { "amd64", "amd64" },
		{ "aarch64", "arm64" }, { "i686", "386" }, { "i386", "386" }, { "armv7l", "arm" } };
	const char *system = benchi_context_word(context, "system");
	const char *architecture = benchi_context_word(context, "architecture");
	char os[64];
	size_t n = 0;

	for (; system[n] > ' ' && n + 1 < sizeof os; n++)
		os[n] = system[n] >= 'A' && system[n] <= 'Z' ? (char)(system[n] + 32) : system[n];
	os[n] = '\0';
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (!strcmp(architecture, known[i][0]))
			architecture = known[i][1];
	put_setting(out, "goos", os);
	put_setting(out, "goarch", architecture);
	put_setting(out, "cpu", benchi_context_word(context, "processor"));
}

/* Is there a blank or a control character, as Unicode sees them? */
static bool is_blank(uint32_t code)
{
	return code <= ' ' || (code >= 0x7f && code <= 0xa0) || code == 0x1680
	       || (code >= 0x2000 && code <= 0x200f) || (code >= 0x2028 && code <= 0x202f)
	       || code == 0x205f || code == 0x3000 || code == 0xfeff;
}

/* The name as Go writes it, without "Benchmark"; the caller frees it. */
static char *go_name(const char *name)
{
	char *text = malloc(3 * strlen(name) + 2), *to = text;
	benchi_character c;

	if (!text)
		return NULL;
	while (benchi_utf8_next(&name, &c)) {
		if (is_blank(c.code)) {
			*to++ = '_';
			continue;
		}
		memcpy(to, c.bytes, c.length);
		to += c.length;
	}
	if (to == text)
		*to++ = '_';
	*to = '\0';
	if (*text >= 'a' && *text <= 'z')
		*text = (char)(*text - 32);
	return text;
}

static void put_pair(FILE *out, double x, const char *unit)
{
	if (!isfinite(x))
		return;
	putc('\t', out);
	benchi_put_number(out, x);
	fprintf(out, " %s", unit);
}

static void put_lines(FILE *out, const benchi_result *result, const char *name,
                      const benchi_repetition *list, size_t n)
{
	for (size_t i = 0; i < n && !ferror(out); i++) {
		const benchi_repetition *r = &list[i];
		double iterations = r->iterations < 1 ? 1 : r->iterations > 9e15 ? 9e15 : r->iterations;

		fprintf(out, "Benchmark%s\t%.0f", name, iterations);
		put_pair(out, r->ns, "ns/op");
		if (result->bytes > 0 && r->wall_ns > 0)
			put_pair(out, result->bytes * 1e3 / r->wall_ns, "MB/s");
		if (result->items > 0 && r->wall_ns > 0)
			put_pair(out, result->items * 1e9 / r->wall_ns, "items/s");
		put_pair(out, r->cycles, "cycles/op");
		for (size_t k = 0; k < result->metrics; k++)
			put_pair(out, benchi_metric_of(&result->metric[k], r->process), result->metric[k].name);
		putc('\n', out);
	}
}

/* Makes *name one that has not occurred.  -1 when memory is out. */
static int make_new(char **name, benchi_name_table *seen)
{
	size_t length = strlen(*name);
	char *text = malloc(length + 24);

	if (!text)
		return -1;
	strcpy(text, *name);
	for (unsigned i = 1; benchi_name_table_find(seen, text, strlen(text)) != BENCHI_NO_NAME; i++)
		sprintf(text + length, "#%02u", i);
	free(*name);
	*name = text;
	return benchi_name_table_add(seen, text, strlen(text)) == BENCHI_NO_NAME ? -1 : 0;
}

static bench_status put_row(FILE *out, const benchi_result *result, benchi_name_table *seen)
{
	benchi_repetition *list;
	size_t n;
	bench_status status = benchi_repetitions(result, &list, &n);
	char *name;

	if (status || result->skipped) {
		free(list);
		return status;
	}
	name = go_name(result->name);
	if (!name || make_new(&name, seen))
		status = benchi_fail(BENCH_ERR_MEMORY, "out of memory for the names");
	else
		put_lines(out, result, name, list, n);
	free(name);
	free(list);
	return status;
}

bench_status benchi_write_go(FILE *out, const benchi_report *report,
                             const benchi_context *context, const benchi_output_style *style)
{
	benchi_name_table seen = { NULL, NULL, 0, 0, 0 };
	bench_status status = BENCH_OK;

	(void)style;
	put_settings(out, context);
	benchi_put_comments(out, report, context);
	for (size_t i = 0; i < report->n && !status && !ferror(out); i++)
		status = put_row(out, &report->result[i], &seen);
	benchi_name_table_free(&seen);
	return status ? status : benchi_output_end(out);
}
