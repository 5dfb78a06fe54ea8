/*
 * What does a benchmark program do with --ramp?  Every row is ramped and written, one
 * after the other; an interrupt ends the ramp after its step, and with it the program.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <stdio.h>
#include <string.h>

#include "base/detail.h"
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

/* What stands before the first row, and behind the last: several make an array of JSON. */
static void write_ends(FILE *out, benchi_form form, size_t rows, bool begin)
{
	if (out && form == BENCHI_FORM_CSV && begin)
		benchi_ramp_csv_heads(out);
	if (out && form == BENCHI_FORM_JSON && rows > 1)
		fputs(begin ? "[\n" : "]\n", out);
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

/* What stands between two rows that were written. */
static void write_between(FILE *out, benchi_form form)
{
	if (out && form == BENCHI_FORM_TEXT)
		putc('\n', out);
	if (out && form == BENCHI_FORM_JSON)
		fputs(",\n", out);
}

/* One row; *written of them were.  *wrong is set if it has no answer. */
static bench_status ramp_row(const benchi_settings *s, const benchi_row *row, FILE *to,
                             size_t *written, bool *wrong)
{
	benchi_form form = s->output ? BENCHI_FORM_TEXT : s->form;
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
		if ((*written)++) {
			write_between(stdout, form);
			write_between(to, s->form);
		}
		status = write_to(stdout, form, &ramp, row->name);
		if (status == BENCH_OK && to)
			status = write_to(to, s->form, &ramp, row->name);
		if (status == BENCH_OK)
			status = write_svg(s, &ramp, row->name);
	}
	benchi_ramp_free(&ramp);
	return status;
}

/* All rows, until somebody interrupts; one that fails does not end the others. */
static int ramp_all(const benchi_settings *s, const benchi_table *rows, FILE *to)
{
	bool wrong = false;
	size_t written = 0;

	for (size_t i = 0; i < rows->n && !benchi_interrupt_came(); i++) {
		bench_status status = ramp_row(s, &rows->row[i], to, &written, &wrong);

		if (benchi_interrupt_came())
			break;
		if (status != BENCH_OK) {
			benchi_complain(s, "%s: %s%s%s", rows->row[i].name, bench_status_text(status),
				*bench_detail() ? ": " : "", bench_detail());
			if (status == BENCH_ERR_OUTPUT)
				return BENCHI_EXIT_MISUSE;
			wrong = true;
		}
	}
	return wrong ? BENCHI_EXIT_WRONG : BENCHI_EXIT_FINE;
}

static int ramp_and_write(const benchi_settings *s, const benchi_table *rows, FILE *to)
{
	benchi_form form = s->output ? BENCHI_FORM_TEXT : s->form;
	int status;

	write_ends(stdout, form, rows->n, true);
	write_ends(to, s->form, rows->n, true);
	status = ramp_all(s, rows, to);
	write_ends(stdout, form, rows->n, false);
	write_ends(to, s->form, rows->n, false);
	return status;
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
	status = ramp_and_write(s, rows, file.out);
	came = benchi_interrupt_came();
	if (s->output && status != BENCHI_EXIT_MISUSE && benchi_draft_keep(&file) != BENCH_OK)
		status = benchi_complain(s, "--output: %s", bench_detail());
	benchi_draft_drop(&file);
	if (!came)
		return status;
	benchi_complain(s, "interrupted by signal %d", came);
	return 128 + came;
}
