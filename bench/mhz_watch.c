/*
 * Watches a clock: one line per second, with a mark that shows the change.
 *
 * The plot covers 10 % on both sides of the first answer, 0.5 % per column. Values outside are
 * shown at its edge as < or >.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "mhz.h"

enum { HALF = 20 }; /* columns on each side */

static void plot(double first, double mhz)
{
	double columns = (mhz / first - 1) / 0.1 * HALF;
	char text[2 * HALF + 2];

	memset(text, ' ', 2 * HALF + 1);
	text[2 * HALF + 1] = '\0';
	text[HALF] = '|';
	if (columns < -HALF)
		text[0] = '<';
	else if (columns > HALF)
		text[2 * HALF] = '>';
	else
		text[HALF + (int)floor(columns + 0.5)] = 'o';
	printf("  %+5.1f %%  [%s]\n", 100 * (mhz / first - 1), text);
}

/* Prints the second that has begun since the start, and its answer. */
static void print_line(const struct mhz_result *r, double second, double *first)
{
	if (r->status != BENCH_OK) {
		printf("%6.0f s  -1 System too busy\n", second);
		return;
	}
	if (isnan(*first))
		*first = r->cpu.mhz;
	printf("%6.0f s  %7.1f MHz", second, r->cpu.mhz);
	plot(*first, r->cpu.mhz);
}

/* Prints one line. Returns its exit code. */
static int line(const struct mhz_options *options, int processor, double second, double *first)
{
	struct mhz_result r;
	int code;

	mhz_result_begin(&r, options, processor);
	mhz_measure(&r, options);
	code = mhz_exit_code(r.status);
	if (code == MHZ_BAD)
		mhz_explain(&r);
	else if (options->form == MHZ_JSON) {
		benchi_claimed_clock_find("", processor, &r.claimed);
		mhz_print(&r, MHZ_JSON);
	} else
		print_line(&r, second, first);
	bench_recording_free(r.recording);
	return code == MHZ_OK ? mhz_flush() : code;
}

static double now_ns(const bench_clock *clock)
{
	return clock->now_ns ? (double)clock->now_ns(clock->ctx) : 0;
}

int mhz_watch(const struct mhz_options *options, int processor)
{
	bench_clock clock = bench_clock_default();
	int code = processor < 0 ? MHZ_OK : mhz_pin(processor);
	double first = NAN, began;

	if (code == MHZ_OK)
		code = mhz_heat(options, NULL, 0);
	began = now_ns(&clock);
	if (options->form == MHZ_JSON)
		putchar('[');
	for (unsigned long i = 0; code != MHZ_BAD && (!options->lines || i < options->lines); i++) {
		double left = began + (double)i * 1e9 - now_ns(&clock);
		int now;

		if (left > 0)
			benchi_sleep(left);
		if (options->form == MHZ_JSON && i)
			fputs(",\n ", stdout);
		now = line(options, processor, (double)i, &first);
		code = now > code ? now : code;
	}
	if (options->form == MHZ_JSON)
		puts("]");
	return code;
}
