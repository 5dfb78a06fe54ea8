/*
 * bench_main --ramp: ramps and writes every row, one after the other. An interrupt ends the ramp
 * and the program.
 *
 * SPDX-License-Identifier: MIT
 */
#include "program/program.h"

#include <time.h>

/* What to ramp, and where to write. */
struct work {
	const benchi_settings *settings;
	benchi_ramp_writer to[2];  /* standard output and, if requested, a file */
	size_t rows;
	bool wrong;                /* some row failed, has no answer, or is impossible */
};

void benchi_ramp_progress_end(void)
{
	if (benchi_terminal_is(stderr))
		fprintf(stderr, "\r%-78s\r", "");
}

void benchi_ramp_progress(void *arg, size_t workers, const benchi_step *done)
{
	char count[64], time[64];

	if (!benchi_terminal_is(stderr))
		return;
	benchi_ramp_progress_end();
	fprintf(stderr, "%zu worker%s ...", workers, workers == 1 ? "" : "s");
	if (done)
		fprintf(stderr, "  %zu: %s per second, p99 %s", done->workers,
		        benchi_ramp_count(done->throughput_hz, count),
		        benchi_ramp_time(done->p99_ns, false, time));
	fflush(stderr);
}

static bool is_about(const benchi_bound *bound, const char *name)
{
	return !*bound->pattern || benchi_glob(bound->pattern, name);
}

/* Ramps a row. offered: the plan is an open loop that follows the ramp. */
static bench_status ramp_once(struct work *w, const benchi_row *row, benchi_ramp_plan *plan,
                              bool *offered)
{
	const benchi_settings *s = w->settings;
	/* with a machine-readable format, limits and expectations go to standard error */
	FILE *out = w->to[0].form == BENCHI_FORMAT_TEXT ? stdout : stderr;
	benchi_ramp ramp;
	const char *skipped;
	bench_status status;

	*offered = false;
	benchi_running_case(row->name);
	benchi_case_enter(&(struct benchi_worker_context){ row->parameter, 0, 0, row->parameters });
	status = benchi_ramp_case(row->item, row->parameter, plan, &ramp, &skipped);
	benchi_running_case(NULL);
	if (plan->progress)
		benchi_ramp_progress_end();
	if (status == BENCH_OK && skipped)
		benchi_complain(s, "%s: skipped: %s", row->name, skipped);
	if (status == BENCH_OK && !skipped) {
		w->wrong = w->wrong || ramp.best == SIZE_MAX;
		for (int i = 0; i < 2 && status == BENCH_OK; i++)
			status = benchi_ramp_writer_add(&w->to[i], &ramp, row->name);
		for (size_t i = 0; i < s->limit.n; i++)
			if (is_about(&s->limits[i], row->name))
				w->wrong = benchi_ramp_judge(out, &ramp, &s->limits[i]) || w->wrong;
		for (size_t i = 0; i < s->expect.n; i++)
			if (is_about(&s->expected[i], row->name))
				benchi_ramp_expectation(out, &ramp, &s->expected[i]);
		if (plan->load > 0 && ramp.batch > 1) {
			benchi_complain(s, "%s: --load: operations are too short to be started one by one",
			                row->name);
			w->wrong = true;
		} else
			*offered = status == BENCH_OK && benchi_ramp_offer(&ramp, plan);
	}
	benchi_ramp_free(&ramp);
	return status;
}

/* Runs all rows, or until an interrupt. A row that fails or has no answer does not stop the
 * others. */
static int ramp_all(struct work *w, const benchi_report *rows)
{
	const benchi_settings *s = w->settings;

	for (size_t i = 0; i < rows->n && !benchi_interrupt_came(); i++) {
		const benchi_row *row = &rows->result[i].row;
		benchi_ramp_plan plan = s->ramp_plan;
		bench_status status;
		bool offered;

		plan.seed = s->seed;
		if (s->time_ns > 0)
			plan.step_ns = s->time_ns / (double)w->rows
				/ (double)(benchi_ramp_most(&plan) - (plan.least ? plan.least : 1) + 1);
		plan.stop = benchi_interrupt_came;
		plan.observe = true;
		plan.bytes = row->item->bytes * (row->has_parameter ? (double)row->parameter : 1);
		plan.progress = s->quiet ? NULL : benchi_ramp_progress;
		status = ramp_once(w, row, &plan, &offered);
		if (offered)
			status = ramp_once(w, row, &plan, &offered);
		if (benchi_interrupt_came())
			break;
		if (status != BENCH_OK) {
			benchi_complain(s, "%s: %s%s%s", row->name, bench_status_text(status),
				*bench_detail() ? ": " : "", bench_detail());
			if (status == BENCH_ERR_OUTPUT)
				return BENCHI_EXIT_MISUSE;
			w->wrong = true;
		}
	}
	return w->wrong ? BENCHI_EXIT_WRONG : BENCHI_EXIT_FINE;
}

int benchi_ramp_rows(const benchi_settings *s, const benchi_report *rows)
{
	const bool several = rows->n > 1 || s->ramp_plan.load > 0;
	benchi_report none = { .program = s->program, .seed = s->seed, .began = (double)time(NULL) };
	benchi_atomic_file file = { .out = NULL };
	benchi_context context = { .n = 0 };
	int status = BENCHI_EXIT_FINE, came;

	if (s->output && benchi_atomic_file_begin(s->output, &file) != BENCH_OK)
		return benchi_complain(s, "--output: %s", bench_detail());
	benchi_interrupt_watch(false);
	if (!s->quiet && benchi_finish_context(&none, &context) != BENCH_OK)
		status = benchi_complain(s, "out of memory for the machine's description");
	else {
		struct work w = { .settings = s, .rows = rows->n, .to = {
			{ stdout, s->output ? BENCHI_FORMAT_TEXT : s->form, several, &context, 0 },
			{ file.out, s->form, several, &context, 0 } } };

		for (int i = 0; i < 2; i++)
			benchi_ramp_writer_begin(&w.to[i]);
		status = ramp_all(&w, rows);
		for (int i = 0; i < 2; i++)
			benchi_ramp_writer_end(&w.to[i]);
		benchi_context_free(&context);
	}
	came = benchi_interrupt_came();
	if (s->output && status != BENCHI_EXIT_MISUSE && benchi_atomic_file_keep(&file) != BENCH_OK)
		status = benchi_complain(s, "--output: %s", bench_detail());
	benchi_atomic_file_drop(&file);
	if (!came)
		return status;
	benchi_complain(s, "interrupted by signal %d", came);
	return 128 + came;
}

