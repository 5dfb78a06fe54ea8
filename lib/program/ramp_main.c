/*
 * What does a benchmark program do with --ramp?  Every row is ramped and written, one
 * after the other; an interrupt ends the ramp after its step, and with it the program.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <stdio.h>
#include <string.h>

#include "host/terminal.h"
#include "program/draft.h"
#include "program/interrupt.h"
#include "program/ramp_main.h"
#include "program/ramp_words.h"

void benchi_ramp_progress_end(void)
{
	if (benchi_terminal_is(stderr))
		fprintf(stderr, "\r%-78s\r", "");
}

void benchi_ramp_progress(void *arg, size_t workers, const benchi_step *done)
{
	char count[64], time[64];

	(void)arg;
	if (!benchi_terminal_is(stderr))
		return;
	benchi_ramp_progress_end();
	fprintf(stderr, "%zu worker%s ...", workers, workers == 1 ? "" : "s");
	if (done)
		fprintf(stderr, "  %zu: %s a second, p99 %s", done->workers,
		        benchi_ramp_count(done->throughput_hz, count),
		        benchi_ramp_time(done->p99_ns, false, time));
	fflush(stderr);
}

static bench_status write_to(FILE *out, benchi_form form, const benchi_ramp *ramp, const char *name)
{
	benchi_look look = benchi_look_for(out);
	benchi_ramp_style style = { name, look.columns ? look.columns - 1 : 79, look.utf8 };

	if (form == BENCHI_FORM_CSV)
		return benchi_ramp_csv(out, ramp, name);
	return form == BENCHI_FORM_JSON ? benchi_ramp_json(out, ramp, name)
	                                : benchi_ramp_text(out, ramp, &style);
}

static bench_status write_svg(const benchi_settings *s, const benchi_ramp *ramp, const char *name)
{
	benchi_draft file;
	bench_status status;

	if (!s->svg || !ramp->n)
		return BENCH_OK;
	status = benchi_draft_begin(s->svg, &file);
	if (status != BENCH_OK)
		return status;
	status = benchi_ramp_svg(file.out, ramp, name);
	if (status == BENCH_OK)
		status = benchi_draft_keep(&file);
	benchi_draft_drop(&file);
	return status;
}

/* One row.  *wrong is set if it has no answer. */
static bench_status ramp_row(const benchi_settings *s, const benchi_row *row, FILE *to, bool *wrong)
{
	benchi_ramp_plan plan = s->ramp_plan;
	benchi_ramp ramp;
	const char *skipped;
	bench_status status;

	plan.seed = s->seed;
	plan.stop = benchi_interrupt_came;
	plan.progress = s->quiet ? NULL : benchi_ramp_progress;
	status = benchi_ramp_case(row->c, row->parameter, &plan, &ramp, &skipped);
	if (plan.progress)
		benchi_ramp_progress_end();
	if (status == BENCH_OK && skipped)
		fprintf(stderr, "%s: %s: skipped: %s\n", s->program, row->name, skipped);
	if (status == BENCH_OK && !skipped) {
		*wrong = *wrong || ramp.best == SIZE_MAX;
		status = write_to(stdout, s->output ? BENCHI_FORM_TEXT : s->form, &ramp, row->name);
		if (status == BENCH_OK && to)
			status = write_to(to, s->form, &ramp, row->name);
		if (status == BENCH_OK)
			status = write_svg(s, &ramp, row->name);
	}
	benchi_ramp_free(&ramp);
	return status;
}

/* All rows, until one fails or somebody interrupts. */
static int ramp_all(const benchi_settings *s, const benchi_table *rows, FILE *to)
{
	bool wrong = false;

	for (size_t i = 0; i < rows->n && !benchi_interrupt_came(); i++) {
		bench_status status;

		if (i && s->form == BENCHI_FORM_TEXT)
			putchar('\n');
		status = ramp_row(s, &rows->row[i], to, &wrong);
		if (benchi_interrupt_came())
			break;
		if (status != BENCH_OK) {
			benchi_complain(s, "%s: %s%s%s", rows->row[i].name, bench_status_text(status),
				*bench_detail() ? ": " : "", bench_detail());
			return status == BENCH_ERR_OUTPUT ? BENCHI_EXIT_MISUSE : BENCHI_EXIT_WRONG;
		}
	}
	return wrong ? BENCHI_EXIT_WRONG : BENCHI_EXIT_FINE;
}

int benchi_ramp_rows(const benchi_settings *s, const benchi_table *rows)
{
	benchi_draft file = { NULL, NULL, NULL };
	int status, came;

	if (s->svg && rows->n > 1)
		return benchi_complain(s, "--svg: a picture is of one case, and there are %zu (--filter "
			"chooses)", rows->n);
	if (s->output && benchi_draft_begin(s->output, &file) != BENCH_OK)
		return benchi_complain(s, "--output: %s", bench_detail());
	benchi_interrupt_watch();
	status = ramp_all(s, rows, file.out);
	came = benchi_interrupt_came();
	if (s->output && status != BENCHI_EXIT_MISUSE && benchi_draft_keep(&file) != BENCH_OK)
		status = benchi_complain(s, "--output: %s", bench_detail());
	benchi_draft_drop(&file);
	if (!came)
		return status;
	benchi_complain(s, "interrupted by signal %d", came);
	return 128 + came;
}
