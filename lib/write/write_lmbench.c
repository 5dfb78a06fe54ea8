/*
 * Writes the results as programs of lmbench print theirs:
 *
 *	name: 1.53 nanoseconds
 *	name: 41830.07 MB/sec
 *
 * Nanoseconds with two decimals below a microsecond, then microseconds with four, from
 * a second on whole milliseconds; megabytes of 1000000 bytes.  What has no result prints
 * nothing.  There is no context, no interval and no sample in this form.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>

#include "base/number.h"
#include "data/metric.h"
#include "write/output.h"
#include "data/repetition.h"
#include "write/write.h"

static void put_time(FILE *out, double ns)
{
	char text[BENCHI_NUMBER_TEXT];

	if (ns < 999.995)
		fprintf(out, ": %s nanoseconds\n", benchi_number_fixed(ns, 2, text));
	else if (ns < 1e9)
		fprintf(out, ": %s microseconds\n", benchi_number_fixed(ns / 1e3, 4, text));
	else
		fprintf(out, ": %s milliseconds\n", benchi_number_fixed(ns / 1e6, 0, text));
}

bench_status benchi_write_lmbench(FILE *out, const benchi_report *report,
                                  const benchi_context *context, const benchi_output_style *style)
{
	char text[BENCHI_NUMBER_TEXT];

	(void)style;
	(void)context;
	for (size_t i = 0; i < report->n && !ferror(out); i++) {
		const benchi_result *result = &report->result[i];
		double ns = result->summary.ns;

		if (result->skipped || !(ns > 0) || !isfinite(ns))
			continue;
		benchi_put_line(out, result->name);
		put_time(out, ns);
		if (!(result->bytes > 0))
			continue;
		benchi_put_line(out, result->name);
		ns = benchi_throughput_ns(result);
		fprintf(out, ": %s MB/sec\n", benchi_number_fixed(result->bytes * 1e3 / ns, 2, text));
	}
	for (size_t i = 0; i < report->n && !ferror(out); i++)
		for (size_t k = 0; k < report->result[i].metrics; k++) {
			const benchi_metric *metric = &report->result[i].metric[k];

			benchi_put_line(out, report->result[i].name);
			fprintf(out, ": %s %s\n", benchi_number_digits(metric->value, 5, text), metric->name);
		}
	return benchi_output_end(out);
}
