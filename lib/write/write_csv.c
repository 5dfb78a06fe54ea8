/*
 * Writes the windows of a run as a table, a row each:
 *
 *	# libbench 1
 *	# program: sort
 *	# interrupted: false
 *	benchmark,parameter,threads,process,round,iterations,ns,cycles
 *	copy/64,64,1,0,0,5000,1.53,5.7
 *
 * Behind them a column for each count (--count), in the first row of each benchmark, and for each
 * counter of bodies (bench_count), in the first row of each process.  A field that
 * is not known is empty.  Names stand in quotes where they hold a comma, a
 * quote, a line's end, or anything that a reader could take for something else.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>

#include "data/escape.h"
#include "data/metric.h"
#include "write/output.h"
#include "data/read.h"
#include "write/write.h"

static void put_field(FILE *out, double x)
{
	putc(',', out);
	if (isfinite(x))
		benchi_put_number(out, x);
}

/* Columns beside those of times. */
struct columns {
	unsigned counts;   /* bit i: count i has a column */
	const char *name[BENCHI_METRIC_COLUMNS];   /* of what bodies counted */
	size_t n;
};

static void put_counts(FILE *out, const benchi_result *result, size_t k,
                       const struct columns *columns)
{
	const benchi_reading *reading = &result->reading[k];
	bool first = k == 0 || reading[-1].process != reading->process;

	for (size_t i = 0; i < BENCHI_COUNTS; i++)
		if (columns->counts >> i & 1)
			put_field(out, k == 0 && result->counted >> i & 1 ? result->count[i] : (double)NAN);
	for (size_t i = 0; i < columns->n; i++)
		put_field(out, first ? benchi_metric_of(benchi_metric_find(result, columns->name[i]),
			reading->process) : (double)NAN);
}

static void put_reading(FILE *out, const benchi_result *result, size_t k,
                        const struct columns *columns)
{
	const benchi_reading *reading = &result->reading[k];

	benchi_csv_field(out, result->name);
	putc(',', out);
	if (result->has_parameter)
		fprintf(out, "%llu", (unsigned long long)result->parameter);
	fprintf(out, ",%zu,%lu,%lu", result->threads, (unsigned long)reading->process,
	        (unsigned long)reading->round);
	put_field(out, reading->iterations);
	put_field(out, reading->ns);
	put_field(out, reading->cycles);
	put_counts(out, result, k, columns);
	putc('\n', out);
}

bench_status benchi_write_csv(FILE *out, const benchi_report *report,
                              const benchi_context *context, const benchi_output_style *style)
{
	struct columns columns = { .counts = 0 };

	(void)style;
	for (size_t i = 0; i < report->n; i++)
		columns.counts |= report->result[i].counted;
	columns.n = benchi_metric_names(report, columns.name);
	fputs(BENCHI_OWN_TABLE "1\n", out);
	benchi_put_comments(out, report, context);
	fputs("benchmark,parameter,threads,process,round,iterations,ns,cycles", out);
	for (size_t i = 0; i < BENCHI_COUNTS; i++)
		if (columns.counts >> i & 1)
			fprintf(out, ",%s", benchi_count_name(i));
	for (size_t i = 0; i < columns.n; i++) {
		putc(',', out);
		benchi_csv_field(out, columns.name[i]);
	}
	putc('\n', out);
	for (size_t i = 0; i < report->n; i++)
		for (size_t k = 0; k < report->result[i].n && !ferror(out); k++)
			put_reading(out, &report->result[i], k, &columns);
	return benchi_output_end(out);
}
