/*
 * mhz: finds this core's clock.
 *
 *	$ mhz
 *	4061 MHz, 0.2462 nanosec clock
 *
 * Method: records windows of dependent C expressions and finds the common divisor of their times
 * (lib/cycle; Staelin and McVoy 1998), as bench_cpu_clock does. The program never calls setlocale:
 * numbers are read and written in the C locale.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mhz.h"

int mhz_bad(const char *format, ...)
{
	char text[1000], *safe;
	va_list list;

	va_start(list, format);
	vsnprintf(text, sizeof text, format, list);
	va_end(list);
	safe = benchi_utf8_clean(text, 1); /* no control characters reach a terminal */
	fprintf(stderr, "mhz: %s\n", safe ? safe : bench_status_text(BENCH_ERR_MEMORY));
	free(safe);
	return MHZ_BAD;
}

int mhz_flush(void)
{
	errno = 0;
	if (fflush(stdout) == 0 && !ferror(stdout))
		return MHZ_OK;
	return mhz_bad("standard output: %s", errno ? strerror(errno) : "not all could be written");
}

void mhz_result_begin(struct mhz_result *result, const struct mhz_options *options, int processor)
{
	static benchi_machine machine;

	benchi_machine_names(&machine);
	memset(result, 0, sizeof *result);
	result->cpu.mhz = result->cpu.low = result->cpu.high = NAN;
	result->cpu.tick_ns = result->cpu.confidence = NAN;
	result->claimed.current = result->claimed.highest = NAN;
	result->claimed.listed = result->claimed.counter = NAN;
	result->detail = "";
	result->processor = processor;
	result->host = options->host ? options->host
	             : options->replay ? options->replay : machine.host;
}

int mhz_exit_code(bench_status status)
{
	switch (status) {
	case BENCH_OK:
		return MHZ_OK;
	case BENCH_ERR_ARGUMENT:
	case BENCH_ERR_MEMORY:
	case BENCH_ERR_ENVIRONMENT:
		return MHZ_BAD;
	default:
		return MHZ_NO_ANSWER;
	}
}

void mhz_explain(const struct mhz_result *result)
{
	const bench_recording *recording = result->recording;

	fprintf(stderr, "mhz: %s%s%s", bench_status_text(result->status), *result->detail ? ": " : "",
	        result->detail);
	for (size_t i = 0; recording && i < recording->candidates; i++)
		fprintf(stderr, "%s %.4g MHz %.2f", i ? "," : "; candidates and their probabilities:",
		        1000 / recording->candidate[i].ns, recording->candidate[i].probability);
	fputc('\n', stderr);
}

void mhz_measure(struct mhz_result *result, const struct mhz_options *options)
{
	bench_options bounds;

	memset(&bounds, 0, sizeof bounds);
	bounds.time_ns = options->seconds * 1e9;
	result->status = benchi_clock_find(&bounds, &result->recording, &result->cpu);
	result->detail = bench_detail();
}

static int replay(struct mhz_result *result, const char *file)
{
	int code;

	result->recording = bench_recording_new();
	code = result->recording ? mhz_replay(result->recording, file)
	                         : mhz_bad("%s", bench_status_text(BENCH_ERR_MEMORY));
	if (code == MHZ_OK)
		result->status = bench_recording_estimate(result->recording, &result->cpu);
	result->detail = bench_detail();
	return code;
}

/* Makes and prints one estimate. Returns its exit code. */
static int one(const struct mhz_options *options, int processor)
{
	struct mhz_result result;
	int code = MHZ_OK;

	mhz_result_begin(&result, options, processor);
	if (processor >= 0 && mhz_pin(processor) != MHZ_OK)
		return MHZ_BAD;
	if (options->replay)
		code = replay(&result, options->replay);
	else {
		mhz_measure(&result, options);
		if (options->form == MHZ_JSON || options->form == MHZ_TABLE)
			benchi_claimed_clock_find("", processor, &result.claimed);
	}
	if (code == MHZ_OK && options->form == MHZ_DATA && bench_recording_windows(result.recording)) {
		mhz_print_data(result.recording);
	} else if (code == MHZ_OK) {
		code = mhz_exit_code(result.status);
		if (code != MHZ_BAD)
			mhz_print(&result, options->form);
		if (code != MHZ_OK)
			mhz_explain(&result);
	}
	bench_recording_free(result.recording);
	return code;
}

/* Measures processors one after the other. Returns an exit code. */
static int in_turn(const struct mhz_options *options, const int *processors, size_t count)
{
	int code = mhz_heat(options, processors, count);

	if (options->form == MHZ_JSON)
		putchar('[');
	for (size_t i = 0; i < count && code != MHZ_BAD; i++) {
		int now;

		if (options->form == MHZ_JSON && i > 0)
			fputs(",\n ", stdout);
		now = one(options, processors[i]);
		code = now > code ? now : code;
	}
	if (options->form == MHZ_JSON)
		puts("]");
	return code;
}

/* Prints a line, a table, or an object in an array, for each processor. Returns an exit code. */
static int each(const struct mhz_options *options)
{
	int *processors, code = MHZ_OK;
	size_t count;

	if (mhz_processors(options->cpus, &processors, &count) != MHZ_OK)
		return MHZ_BAD;
	if (options->form == MHZ_DATA && count > 1) {
		free(processors);
		return mhz_bad("--data prints one recording, but --cpu %s names several processors",
		               options->cpus);
	}
	if (options->watch && count > 1) {
		free(processors);
		return mhz_bad("--watch follows one clock, but --cpu %s names several processors",
		               options->cpus);
	}
	if (options->together)
		code = mhz_together(options, processors, count);
	else if (options->watch)
		code = mhz_watch(options, processors[0]);
	else
		code = in_turn(options, processors, count);
	free(processors);
	return code;
}

int main(int argc, char **argv)
{
	struct mhz_options options;
	int code = mhz_options_read(&options, argc, argv), flushed;

	if (code == MHZ_OK && !options.done && options.cpus)
		code = each(&options);
	else if (code == MHZ_OK && !options.done && options.watch)
		code = mhz_watch(&options, -1);
	else if (code == MHZ_OK && !options.done) {
		code = mhz_heat(&options, NULL, 0);
		if (code == MHZ_OK)
			code = one(&options, -1);
		if (options.form == MHZ_JSON && code != MHZ_BAD)
			putchar('\n');
	}
	flushed = mhz_flush();
	return flushed == MHZ_OK ? code : flushed;
}
