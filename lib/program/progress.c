/*
 * Reports progress on standard error.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>

#include "host/terminal.h"
#include "program/progress.h"
#include "timing/window.h"
#include "write/output.h"
#include "write/scale.h"

static const double SOON_NS = 1e9;

void benchi_progress_begin(benchi_progress *progress, size_t steps, bool lines, bool quiet)
{
	progress->steps = steps;
	progress->lines = lines;
	progress->live = !lines && !quiet && benchi_terminal_is(stderr);
	progress->clock = bench_clock_default();
	if (progress->clock.now_ns)
		progress->began = progress->clock.now_ns(progress->clock.ctx);
	else
		progress->live = false;
}

void benchi_progress_end(benchi_progress *progress)
{
	if (progress->shown)
		fputs("\r\033[K", stderr);
	progress->shown = false;
}

void benchi_progress_step(benchi_progress *progress, const benchi_result *result)
{
	char time[BENCHI_SCALED_TEXT];

	progress->step++;
	if (progress->live && benchi_elapsed_ns(&progress->clock, progress->began) < SOON_NS)
		return;
	if (!progress->live && !progress->lines)
		return;
	benchi_progress_end(progress);
	fprintf(stderr, "[%zu/%zu] ", progress->step, progress->steps);
	if (progress->live)
		fprintf(stderr, "%.0f s", benchi_elapsed_ns(&progress->clock, progress->began) / 1e9);
	else {
		benchi_put_line(stderr, result->name);
		fprintf(stderr, ": %s", result->skipped ? "skipped"
		        : benchi_scaled(result->summary.ns, 0, BENCHI_UNITS_TIME, time));
	}
	if (progress->live)
		fflush(stderr);
	else
		putc('\n', stderr);
	progress->shown = progress->live;
}
