/*
 * Made-up reports with every kind of row and fact, the same on every machine.
 *
 * SPDX-License-Identifier: MIT
 */

#include "golden.h"
#include "made_report.h"

benchi_report report;
benchi_context context;

static void no_summary(bench_summary *s)
{
	memset(s, 0, sizeof *s);
	s->ns = s->ns_low = s->ns_high = s->cycles = s->cycles_low = s->cycles_high = NAN;
	s->ns_raw = s->overhead_ns = s->min_ns = s->p05_ns = s->p95_ns = s->mad_ns = NAN;
	s->confidence = s->mhz = s->mode_ns[0] = s->mode_ns[1] = s->layout_ns = NAN;
	s->elapsed_ns = NAN;
	s->method = "function";
}

benchi_result *made_add(benchi_report *of, const made_row *row)
{
	benchi_result *result = benchi_report_add(of);
	bench_summary *s;
	double least = benchi_stored(1 - row->share), most = benchi_stored(1 + row->share);

	ck_assert_ptr_nonnull(result);
	s = &result->answer.summary;
	result->row.name = benchi_copy(row->name, strlen(row->name));
	result->row.benchmark = row->name;
	result->row.threads = row->threads;
	result->answer.processes = row->processes;
	result->row.bytes = row->bytes;
	result->row.items = row->items;
	result->answer.wall_ns = row->threads > 1 ? row->ns / (double)row->threads : (double)NAN;
	result->answer.cpu_ns = row->threads > 1 ? row->ns * .99 : (double)NAN;
	result->answer.within = row->processes > 1 ? row->ns * .02 : (double)NAN;
	result->answer.between = row->processes > 1 ? row->ns * .01 : (double)NAN;
	no_summary(s);
	s->ns = row->ns;
	s->ns_low = row->ns * least;
	s->ns_high = row->ns * most;
	s->cycles = 4 * s->ns;
	s->cycles_low = 4 * s->ns_low;
	s->cycles_high = 4 * s->ns_high;
	s->warnings = row->warnings;
	for (size_t i = 0; i < row->processes * row->windows; i++) {
		benchi_reading reading = { row->ns + (i % 2 ? .125 : -.125), NAN, 1000, 0, 0 };

		reading.cycles = 4 * reading.ns;
		reading.process = (uint32_t)(i / row->windows);
		reading.round = (uint32_t)(i % row->windows);
		ck_assert_int_eq(benchi_result_add(result, &reading), BENCH_OK);
		s->iterations += 1000;
		s->samples++;
	}
	return result;
}

static void made_report(benchi_report *of)
{
	static const made_row rows[] = { { "xorshift", 1.631, .0012, 1, 1, 2, 0, 0, 0 },
		{ "copy/4096", 51.25, .05, 1, 3, 2, 4096, 0, BENCH_WARN_NOISY | BENCH_WARN_DRIFT },
		{ "queue/threads:4", 1240, .2, 4, 1, 2, 0, 3, BENCH_WARN_NOISY },
		{ "a name that is long, \"quoted\"\tand goes on and on until it is no longer short", 999.7,
		  .0001, 1, 1, 1, 0, 0, 0 },
		{ "elided", .0625, .01, 1, 1, 1, 0, 0, BENCH_WARN_ELIDED },
		{ "tiny", .02, 2, 1, 1, 1, 0, 0, BENCH_WARN_BELOW_RESOLUTION },
		{ "huge pages", NAN, 0, 1, 1, 0, 0, 0, 0 }, { "broken", NAN, 0, 1, 1, 0, 0, 0, 0 },
		{ "nothing", 2e-6, 2, 1, 1, 1, 0, 0, BENCH_WARN_BELOW_RESOLUTION } };

	memset(of, 0, sizeof *of);
	of->program = "mymath";
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		made_add(of, &rows[i]);
	of->result[1].row.parameter = 4096;
	of->result[1].row.has_parameter = true;
	of->result[1].reading[3].cycles = NAN;
	for (uint32_t process = 0; process < 3; process++) {
		ck_assert_int_eq(benchi_metric_add(&of->result[1], "probes/op", process, process + 2.5),
			BENCH_OK);
		ck_assert_int_eq(benchi_metric_add(&of->result[1], "hits/s", process, 1e6), BENCH_OK);
	}
	ck_assert_int_eq(benchi_metric_add(&of->result[0], "load", 0, 0.75), BENCH_OK);
	ck_assert(benchi_function_add(&of->result[1], "copy;memcpy", 1024.5));
	ck_assert(benchi_function_add(&of->result[1], "", 3));
	of->result[4].impossible = benchi_utf8_clean("under a quarter of a cycle", 0);
	of->result[6].skipped = benchi_utf8_clean("no huge\npages", 0);
	of->result[7].answer.summary.status = BENCH_ERR_NO_SAMPLES;
}

static void made_context(benchi_context *of)
{
	static const benchi_machine machine = { "vm", "Linux 6.1.0", "x86_64", "AMD EPYC 7B13",
		"performance", "KVM", 2, 1.25, 25e9, 4096, { 32768, 1048576, 33554432, (double)NAN }, 0 };
	static const bench_cpu cpu = { 3693.5, 3684, 3703, .27, .9999, 10, 100 };
	bench_timing timing;
	benchi_sources sources = { "mymath", 951868799, 42, 3, &machine, &cpu, &timing, "gcc 12.2.0",
		"-O2 -DNAME=\"x\"" };

	memset(&timing, 0, sizeof timing);
	timing.clock.name = "monotonic";
	timing.step_ns = 10;
	timing.reading_ns = 27.5;
	memset(of, 0, sizeof *of);
	ck_assert_int_eq(benchi_context_fill(of, &sources), BENCH_OK);
	of->n -= 2; /* leaves out this build's compiler and flags */
	free(of->fact[of->n].text);
	free(of->fact[of->n + 1].text);
}

void made_begin(void)
{
	made_report(&report);
	made_context(&context);
}

void made_end(void)
{
	benchi_report_free(&report);
	benchi_context_free(&context);
}

char *made_written(benchi_format format, const benchi_output_style *style)
{
	FILE *file = check_file();

	ck_assert_int_eq(benchi_write(format, file, &report, &context, style), BENCH_OK);
	return golden_contents(file);
}
