/*
 * bench_main --ramp: ramps and writes every row, one after the other.  An interrupt ends the
 * ramp, and with it the program.
 *
 * SPDX-License-Identifier: MIT
 */
#include "program/program.h"

#include <time.h>

/* What is ramped, and where it goes. */
struct work {
	const benchi_settings *settings;
	benchi_format form;        /* of standard output */
	FILE *to;                  /* a file beside it, or NULL */
	size_t rows;
	benchi_context context;
	size_t written;            /* rows */
	bool wrong;                /* one of them failed, has no answer, or is impossible */
	benchi_bound limit[BENCHI_LIMITS_MOST], expected[BENCHI_LIMITS_MOST];
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

/* What stands behind the last row, and before the first: several make an array of JSON. */
static void write_end(FILE *out, benchi_format form, size_t rows)
{
	if (out && form == BENCHI_FORMAT_JSON && rows > 1)
		fputs("]\n", out);
}

static void write_begin(FILE *out, benchi_format form, size_t rows, const benchi_context *context)
{
	benchi_output_style look = benchi_look_for(out ? out : stdout);

	if (out && form == BENCHI_FORMAT_CSV)
		benchi_ramp_csv_heads(out, context);
	if (out && form == BENCHI_FORMAT_JSON && rows > 1)
		fputs("[\n", out);
	if (out && form == BENCHI_FORMAT_TEXT && context->n) {
		benchi_put_header(out, context, look.columns ? look.columns : 80, look.utf8);
		putc('\n', out);
	}
}

static bench_status write_to(FILE *out, benchi_format form, const benchi_ramp *ramp,
                             const char *name)
{
	if (form == BENCHI_FORMAT_CSV)
		return benchi_ramp_csv(out, ramp, name);
	return form == BENCHI_FORMAT_JSON ? benchi_ramp_json(out, ramp, name)
	       : benchi_ramp_text(out, ramp, name, benchi_look_for(out).utf8);
}

/* What stands between two rows that were written. */
static void write_between(FILE *out, benchi_format form)
{
	if (out && form == BENCHI_FORMAT_TEXT)
		putc('\n', out);
	if (out && form == BENCHI_FORMAT_JSON)
		fputs(",\n", out);
}

/* A row that was ramped. */
static bench_status write_row(struct work *w, benchi_ramp *ramp, const char *name)
{
	const benchi_settings *s = w->settings;
	bench_status status;

	ramp->context = w->context.n ? &w->context : NULL;
	if (w->written++) {
		write_between(stdout, w->form);
		write_between(w->to, s->form);
	}
	status = write_to(stdout, w->form, ramp, name);
	if (status == BENCH_OK && w->to)
		status = write_to(w->to, s->form, ramp, name);
	return status;
}

/* Limits and expectations; beside a format for programs they go to standard error. */
static void judge(struct work *w, const benchi_ramp *ramp, const char *name)
{
	const benchi_settings *s = w->settings;
	FILE *out = w->form == BENCHI_FORMAT_TEXT ? stdout : stderr;

	for (size_t i = 0; i < s->limit.n; i++)
		if (!*w->limit[i].pattern || benchi_glob(w->limit[i].pattern, name))
			w->wrong = benchi_ramp_judge(out, ramp, &w->limit[i]) || w->wrong;
	for (size_t i = 0; i < s->expect.n; i++)
		if (!*w->expected[i].pattern || benchi_glob(w->expected[i].pattern, name))
			benchi_ramp_expectation(out, ramp, &w->expected[i]);
}

/* One ramp of a row; offered: an open loop follows, and the plan is that. */
static bench_status ramp_once(struct work *w, const benchi_row *row, benchi_ramp_plan *plan,
                              bool *offered)
{
	const benchi_settings *s = w->settings;
	benchi_ramp ramp;
	const char *skipped;
	bench_status status;

	*offered = false;
	benchi_running_case(row->name);
	benchi_case_enter(&(struct benchi_worker_context){ row->parameter, 0, 0, &row->parameters });
	status = benchi_ramp_case(row->c, row->parameter, plan, &ramp, &skipped);
	benchi_running_case(NULL);
	if (plan->progress)
		benchi_ramp_progress_end();
	if (status == BENCH_OK && skipped)
		benchi_complain(s, "%s: skipped: %s", row->name, skipped);
	if (status == BENCH_OK && !skipped) {
		w->wrong = w->wrong || ramp.best == SIZE_MAX;
		status = write_row(w, &ramp, row->name);
		judge(w, &ramp, row->name);
		if (plan->load > 0 && ramp.batch > 1) {
			benchi_complain(s, "%s: --load: one operation alone is too short to be offered",
			                row->name);
			w->wrong = true;
		} else
			*offered = status == BENCH_OK && benchi_ramp_offer(&ramp, plan);
	}
	benchi_ramp_free(&ramp);
	return status;
}

/* One row.  It is wrong if it has no answer. */
static bench_status ramp_row(struct work *w, const benchi_row *row)
{
	const benchi_settings *s = w->settings;
	benchi_ramp_plan plan = s->ramp_plan;
	bench_status status;
	bool offered;

	plan.seed = s->seed;
	if (s->time_ns > 0)
		plan.step_ns = s->time_ns / (double)w->rows
			/ (double)(benchi_ramp_most(&plan) - (plan.least ? plan.least : 1) + 1);
	plan.stop = benchi_interrupt_came;
	plan.observe = true;
	plan.bytes = row->c->bytes * (row->has_parameter ? (double)row->parameter : 1);
	plan.progress = s->quiet ? NULL : benchi_ramp_progress;
	status = ramp_once(w, row, &plan, &offered);
	return offered ? ramp_once(w, row, &plan, &offered) : status;
}

/* Runs all rows until an interrupt; a failing row does not end the others. */
static int ramp_all(struct work *w, const benchi_table *rows)
{
	for (size_t i = 0; i < rows->n && !benchi_interrupt_came(); i++) {
		bench_status status = ramp_row(w, &rows->row[i]);

		if (benchi_interrupt_came())
			break;
		if (status != BENCH_OK) {
			benchi_complain(w->settings, "%s: %s%s%s", rows->row[i].name,
				bench_status_text(status), *bench_detail() ? ": " : "", bench_detail());
			if (status == BENCH_ERR_OUTPUT)
				return BENCHI_EXIT_MISUSE;
			w->wrong = true;
		}
	}
	return w->wrong ? BENCHI_EXIT_WRONG : BENCHI_EXIT_FINE;
}

static int ramp_and_write(const benchi_settings *s, const benchi_table *rows, FILE *to)
{
	benchi_report none = { .program = s->program, .seed = s->seed, .began = (double)time(NULL) };
	struct work w = { s, s->output ? BENCHI_FORMAT_TEXT : s->form, to, rows->n, { .n = 0 },
		0, false, { { .text = NULL } }, { { .text = NULL } } };
	int status = benchi_limits_read(s, benchi_ramp_metrics, w.limit, w.expected);
	size_t ramps;

	if (status)
		return status;
	if (!s->quiet && benchi_finish_context(&none, &w.context) != BENCH_OK)
		return benchi_complain(s, "out of memory for the machine's description");
	ramps = s->ramp_plan.load > 0 ? 2 * rows->n : rows->n;
	write_begin(stdout, w.form, ramps, &w.context);
	write_begin(to, s->form, ramps, &w.context);
	status = ramp_all(&w, rows);
	write_end(stdout, w.form, ramps);
	write_end(to, s->form, ramps);
	benchi_context_free(&w.context);
	return status;
}

int benchi_ramp_rows(const benchi_settings *s, const benchi_table *rows)
{
	benchi_atomic_file file = { NULL, { NULL, NULL, 0, 0 } };
	int status, came;

	if (s->output && benchi_atomic_file_begin(s->output, &file) != BENCH_OK)
		return benchi_complain(s, "--output: %s", bench_detail());
	benchi_interrupt_watch(false);
	status = ramp_and_write(s, rows, file.out);
	came = benchi_interrupt_came();
	if (s->output && status != BENCHI_EXIT_MISUSE && benchi_atomic_file_keep(&file) != BENCH_OK)
		status = benchi_complain(s, "--output: %s", bench_detail());
	benchi_atomic_file_drop(&file);
	if (!came)
		return status;
	benchi_complain(s, "interrupted by signal %d", came);
	return 128 + came;
}
