/*
 * Writes the windows of a run as a table, a row each:
 *
 *	# libbench 1
 *	# program: sort
 *	# interrupted: false
 *	benchmark,parameter,threads,process,round,iterations,ns,cycles
 *	copy/64,64,1,0,0,5000,1.53,5.7
 *
 * A field that is not known is empty.  Names stand in quotes where they hold a comma, a
 * quote, a line's end, or anything that a reader could take for something else.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>

#include "data/escape.h"
#include "write/output.h"
#include "data/read.h"
#include "write/write.h"

static void put_field(FILE *out, double x)
{
	putc(',', out);
	if (isfinite(x))
		benchi_put_number(out, x);
}

static void put_reading(FILE *out, const benchi_result *result, const benchi_reading *reading)
{
	benchi_csv_field(out, result->name);
	putc(',', out);
	if (result->has_parameter)
		fprintf(out, "%llu", (unsigned long long)result->parameter);
	fprintf(out, ",%zu,%lu,%lu", result->threads, (unsigned long)reading->process,
	        (unsigned long)reading->round);
	put_field(out, reading->iterations);
	put_field(out, reading->ns);
	put_field(out, reading->cycles);
	putc('\n', out);
}

bench_status benchi_write_csv(FILE *out, const benchi_report *report,
                              const benchi_context *context, const benchi_output_style *style)
{
	(void)style;
	fputs(BENCHI_OWN_TABLE "1\n", out);
	benchi_put_comments(out, report, context);
	fputs("benchmark,parameter,threads,process,round,iterations,ns,cycles\n", out);
	for (size_t i = 0; i < report->n; i++)
		for (size_t k = 0; k < report->result[i].n && !ferror(out); k++)
			put_reading(out, &report->result[i], &report->result[i].reading[k]);
	return benchi_output_end(out);
}
