/*
 * Summaries in hyperfine's formats, for programs that read those.
 *
 * Times are in seconds.  The interval and the answers are in our own formats only.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "data/escape.h"
#include "program/atomic_file.h"
#include "write/utilisation.h"
#include "tools/figure.h"
#include "tools/verbs.h"
#include "tools/sample/sample.h"

/* hyperfine's figures of a command, in its order. */
enum { MEAN, STDDEV, MEDIAN, USER, SYSTEM, MIN, MAX, FIGURES };

static const char *const names[FIGURES] = { "mean", "stddev", "median", "user", "system", "min",
	"max" };

static bench_description describe(const sample *s, const task *t, const char *metric)
{
	const benchi_set *set = sample_set(s, t, metric);
	bench_description d;

	memset(&d, 0, sizeof d);
	d.mean = d.sd = d.median = d.min = d.max = NAN;
	if (set) {
		bench_numbers x = { set->x, set->n };

		if (bench_numbers_describe(&x, 0, &d))
			d.sd = NAN;
	}
	return d;
}

static void figures_for(const sample *s, const task *t, double x[FIGURES])
{
	bench_description d = describe(s, t, s->option.metric);

	x[MEAN] = d.mean;
	x[STDDEV] = d.sd;
	x[MEDIAN] = d.median;
	x[MIN] = d.min;
	x[MAX] = d.max;
	x[USER] = describe(s, t, "user_time").mean;
	x[SYSTEM] = describe(s, t, "sys_time").mean;
}

static void write_array(const sample *s, const task *t, const char *key, const char *metric,
                        FILE *out)
{
	const benchi_set *set = sample_set(s, t, metric);
	char number[BENCHI_NUMBER_TEXT];

	fprintf(out, ",\n      \"%s\": [", key);
	for (size_t i = 0; set && i < set->n; i++)
		fprintf(out, "%s%s", i ? ", " : "", benchi_number_text(set->x[i], number));
	fputc(']', out);
}

static void write_json(const sample *s, FILE *out)
{
	fputs("{\n  \"results\": [", out);
	for (size_t i = 0; i < s->list.n; i++) {
		const task *t = &s->list.task[i];
		char number[BENCHI_NUMBER_TEXT];
		double x[FIGURES];

		figures_for(s, t, x);
		fprintf(out, "%s\n    {\n      \"command\": ", i ? "," : "");
		benchi_json_text(out, t->name);
		for (size_t k = 0; k < FIGURES; k++)
			fprintf(out, ",\n      \"%s\": %s", names[k], benchi_number_text(x[k], number));
		write_array(s, t, "times", s->option.metric, out);
		write_array(s, t, "exit_codes", "exit_status", out);
		if (s->option.parameters)
			fputs(",\n      \"parameters\": {", out);
		for (size_t k = 0; k < s->option.parameters; k++) {
			fputs(k ? ", " : "", out);
			benchi_json_text(out, s->option.parameter[k].name);
			fputs(": ", out);
			benchi_json_text(out, sample_value(&s->option, t->combination, k));
		}
		fputs(s->option.parameters ? "}\n    }" : "\n    }", out);
	}
	fputs("\n  ]", out);
	if (benchi_utilisation_known(&s->machine)) {
		fputs(",\n  \"machine\": ", out);
		benchi_put_utilisation(out, &s->machine);
	}
	fputs("\n}\n", out);
}

static void write_csv(const sample *s, FILE *out)
{
	fputs("command", out);
	for (size_t k = 0; k < FIGURES; k++)
		fprintf(out, ",%s", names[k]);
	for (size_t k = 0; k < s->option.parameters; k++)
		fprintf(out, ",parameter_%s", s->option.parameter[k].name);
	fputc('\n', out);
	for (size_t i = 0; i < s->list.n; i++) {
		char number[BENCHI_NUMBER_TEXT];
		double x[FIGURES];

		figures_for(s, &s->list.task[i], x);
		benchi_csv_field(out, s->list.task[i].name);
		for (size_t k = 0; k < FIGURES; k++)
			fprintf(out, ",%s", isfinite(x[k]) ? benchi_number_text(x[k], number) : "");
		for (size_t k = 0; k < s->option.parameters; k++) {
			fputc(',', out);
			benchi_csv_field(out, sample_value(&s->option, s->list.task[i].combination, k));
		}
		fputc('\n', out);
	}
}

static void write_markdown(const sample *s, FILE *out)
{
	double fastest = INFINITY, spread = NAN;
	figures f;

	for (size_t i = 0; i < s->list.n; i++) {
		bench_description d = describe(s, &s->list.task[i], s->option.metric);

		if (d.mean < fastest) {
			fastest = d.mean;
			spread = d.sd;
		}
	}
	f = figures_of(benchi_name_unit(s->option.metric), fastest, spread, s->option.unit);
	fprintf(out, "| Command | Mean%s%s%s | Min%s%s%s | Max%s%s%s | Relative |\n"
	             "|:---|---:|---:|---:|---:|\n", *f.unit ? " [" : "", f.unit, *f.unit ? "]" : "",
	        *f.unit ? " [" : "", f.unit, *f.unit ? "]" : "", *f.unit ? " [" : "", f.unit,
	        *f.unit ? "]" : "");
	for (size_t i = 0; i < s->list.n; i++) {
		char a[FIGURE_TEXT], b[FIGURE_TEXT], c[FIGURE_TEXT], e[FIGURE_TEXT];
		double x[FIGURES];

		figures_for(s, &s->list.task[i], x);
		fputs("| `", out);
		benchi_markdown_text(out, s->list.task[i].name);
		fprintf(out, "` | %s ± %s | %s | %s | %.2f |\n", figure_bare(&f, x[MEAN], a),
		        figure_bare(&f, x[STDDEV], b), figure_bare(&f, x[MIN], c),
		        figure_bare(&f, x[MAX], e), x[MEAN] / fastest);
	}
}

static int export_to(const sample *s, const char *path, void (*put)(const sample *, FILE *))
{
	benchi_atomic_file file;
	int status = 0;

	if (!path)
		return 0;
	if (benchi_atomic_file_begin(path, &file))
		return complain(SAMPLE_VERB, "%s", bench_detail());
	put(s, file.out);
	if (benchi_atomic_file_keep(&file))
		status = complain(SAMPLE_VERB, "%s", bench_detail());
	return status;
}

int sample_export(const sample *s)
{
	int json = export_to(s, s->option.json, write_json);
	int csv = export_to(s, s->option.csv, write_csv);
	int markdown = export_to(s, s->option.markdown, write_markdown);

	return json ? json : csv ? csv : markdown;
}
