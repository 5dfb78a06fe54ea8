/*
 * bench_main: runs a benchmark program according to its command line.
 *
 * SPDX-License-Identifier: MIT
 */
#include "program/program.h"

#include <errno.h>
#include <time.h>

/*
 * Runs bodies without measuring: once, for sanitizers and continuous integration, where times mean
 * nothing; or repeatedly for a time, so that a profiler sees little else.
 *
 * With several threads, the calling thread runs as worker 0.
 */

/* Sets up, verifies and runs every row, once or for loop_ns, and prints a line for each.
 * Returns the exit status: BENCHI_EXIT_WRONG if a case failed. */
static int dry_run(const benchi_report *rows, double loop_ns)
{
	int status = BENCHI_EXIT_FINE;

	if (loop_ns > 0)
		benchi_interrupt_watch(false);
	for (size_t i = 0; i < rows->n && !benchi_interrupt_came(); i++) {
		const benchi_row *row = &rows->result[i].row;
		const struct benchi_worker_context place = { row->parameter, 0, row->threads,
			row->parameters };
		char said[1024] = ": ran";
		const char *skipped, *failed;
		bench_status began;

		benchi_running_case(row->name);
		began = benchi_case_begin(row->item, &place, &skipped);
		if (began != BENCH_OK)
			snprintf(said, sizeof said, ": failed: %s", bench_detail());
		else if (skipped)
			snprintf(said, sizeof said, ": skipped: %s", skipped);
		else {
			double done = benchi_row_run_for(row->item, loop_ns);

			if (loop_ns > 0)
				snprintf(said, sizeof said, ": %.0f iterations", done);
			if ((failed = benchi_case_failed()) != NULL)
				snprintf(said, sizeof said, ": failed: %s", failed);
			benchi_case_end(row->item, &place);
			if (!failed && (failed = benchi_case_failed()) != NULL)
				snprintf(said, sizeof said, ": failed: %s", failed);
			if (failed)
				began = BENCH_ERR_ARGUMENT;
			benchi_running_case(NULL);
		}
		if (began != BENCH_OK)
			status = BENCHI_EXIT_WRONG;
		benchi_put_line(stdout, row->name);
		benchi_put_line(stdout, said);
		putchar('\n');
	}
	return benchi_interrupt_came() ? BENCHI_EXIT_SIGNAL + benchi_interrupt_came() : status;
}

/*
 * --ramp: each row under growing load.
 */

/* What to ramp, and where to write. */
struct work {
	const benchi_settings *settings;
	benchi_ramp_writer to[2];  /* standard output and, if requested, a file */
	bool wrong;                /* some row failed, has no answer, or is impossible */
};

static bool is_about(const benchi_bound *bound, const char *name)
{
	return !*bound->pattern || benchi_glob(bound->pattern, name);
}

/* Ramps a row. offered: the plan is the open-loop load that follows the ramp. */
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
			benchi_complain(s, "%s: --load: operations are too short to be started one by one; do "
			                "several in one iteration",
			                row->name);
			w->wrong = true;
		} else
			*offered = status == BENCH_OK && benchi_ramp_offer(&ramp, plan);
	}
	benchi_ramp_free(&ramp);
	return status;
}

/* Ramps and writes every row according to the settings. A row that fails or has no answer does not
 * stop the others; an interrupt does. Returns the exit status. */
static int ramp_rows(const benchi_settings *s, const benchi_report *rows)
{
	const bool several = rows->n > 1 || s->ramp_plan.load > 0;
	benchi_report none = { .program = s->program, .seed = s->seed, .began = (double)time(NULL) };
	benchi_atomic_file file = { .out = NULL };
	benchi_context context = { .n = 0 };
	struct work w = { .settings = s };
	int status = BENCHI_EXIT_FINE, came;
	bool ready;

	if (s->output && benchi_atomic_file_begin(s->output, &file) != BENCH_OK)
		return benchi_complain(s, "--output: %s", bench_detail());
	benchi_interrupt_watch(false);
	if (!s->quiet && benchi_finish_context(&none, &context) != BENCH_OK)
		status = benchi_complain(s, "out of memory for the machine's description");
	w.to[0] = (benchi_ramp_writer){ stdout, s->output ? BENCHI_FORMAT_TEXT : s->form, several,
		&context, 0 };
	w.to[1] = (benchi_ramp_writer){ file.out, s->form, several, &context, 0 };
	ready = !status;
	for (int i = 0; i < 2 && ready; i++)
		benchi_ramp_writer_begin(&w.to[i]);
	for (size_t i = 0; i < rows->n && !status && !benchi_interrupt_came(); i++) {
		const benchi_row *row = &rows->result[i].row;
		benchi_ramp_plan plan = s->ramp_plan;
		bench_status ramped;
		bool offered;

		plan.seed = s->seed;
		if (s->time_ns > 0)
			plan.step_ns = s->time_ns / (double)rows->n
				/ (double)(benchi_ramp_most(&plan) - (plan.least ? plan.least : 1) + 1);
		plan.stop = benchi_interrupt_came;
		plan.observe = true;
		plan.bytes = row->item->bytes * (row->has_parameter ? (double)row->parameter : 1);
		plan.progress = s->quiet ? NULL : benchi_ramp_progress;
		ramped = ramp_once(&w, row, &plan, &offered);
		if (offered)
			ramped = ramp_once(&w, row, &plan, &offered);
		if (ramped == BENCH_OK || benchi_interrupt_came())
			continue;
		benchi_complain(s, "%s: %s%s%s", row->name, bench_status_text(ramped),
			*bench_detail() ? ": " : "", bench_detail());
		if (ramped == BENCH_ERR_OUTPUT)
			status = BENCHI_EXIT_MISUSE;
		w.wrong = true;
	}
	status = status ? status : w.wrong ? BENCHI_EXIT_WRONG : BENCHI_EXIT_FINE;
	for (int i = 0; i < 2 && ready; i++)
		benchi_ramp_writer_end(&w.to[i]);
	benchi_context_free(&context);
	came = benchi_interrupt_came();
	if (s->output && status != BENCHI_EXIT_MISUSE && benchi_atomic_file_keep(&file) != BENCH_OK)
		status = benchi_complain(s, "--output: %s", bench_detail());
	benchi_atomic_file_drop(&file);
	if (!came)
		return status;
	benchi_complain(s, "interrupted by signal %d", came);
	return BENCHI_EXIT_SIGNAL + came;
}

/*
 * Measuring, in this process or in several.
 */

/* A run of the program. */
struct program {
	benchi_settings settings;
	benchi_report report;
	size_t rows;                /* number of rows at the start */
	benchi_atomic_file file;
	benchi_rows saved;   /* the run to compare with */
	benchi_relative *relative;  /* rows against the baseline */
	benchi_pass pass;
	FILE *parent;    /* stream to the process that started this one; NULL: none */
	struct progress {          /* on standard error: */
		bool live;             /* one line that is overwritten, instead of one per finished row */
		bool shown;            /* the live line is on the screen */
		size_t step, steps;    /* rows finished, and rows of all processes */
		double began_ns;       /* begin of the first row */
	} progress;
	double began_ns; /* begin of the program; NaN without a clock */
	char **argv;
	int status;      /* exit status so far */
	bool measuring;  /* measured results are not written yet */
	bool left;       /* a case ended the program */
};

static const struct {
	/* time for starting processes in addition to the rows' time, if no time was stated */
	double start_ns, start_least_ns;
	/* extra time for waiting while another workload shares the core, as a multiple of the measuring
	 * time */
	double patience;
	/* time of the process that runs rows for longer: a share of the stated time; without a stated
	 * time also */
	double life, life_ns;
	size_t processes;   /* fewest processes: six give a median a 95 % interval; ... */
	/* ... they may take this time, or this multiple of a stated one */
	double processes_ns, late;
} run_policy = { 20e6, 10e6, 2, 0.1, 5e6, 6, 5e9, 1.5 };

static int out_of_memory(const struct program *p)
{
	return benchi_complain(&p->settings, "out of memory for the results");
}

/* Returns the time since the start of the program, after finding clock and reference here. */
static double calibrated_ns(const struct program *p)
{
	struct benchi_reference reference;

	benchi_self_reference(&reference);
	return fmax(0, benchi_now_ns() - p->began_ns);
}

/* Returns the remainder of time_ns; 0 means unlimited. */
static double time_left(const struct program *p, double time_ns)
{
	return time_ns > 0 && !isnan(p->began_ns) ? fmax(1, time_ns - calibrated_ns(p)) : 0;
}

static double rows_time_ns(const struct program *p)
{
	double rows = 0;

	for (size_t i = 0; i < p->report.n; i++)
		rows += benchi_row_time_ns(&p->report.result[i].row);
	return rows;
}

/* Returns the default time of all processes together. */
static double usual_time_ns(const struct program *p)
{
	return rows_time_ns(p) + fmax(run_policy.start_least_ns,
		run_policy.start_ns - calibrated_ns(p));
}

/* Returns the default number of processes: 1 if this program cannot start itself. */
static size_t processes_default(void)
{
#ifdef BENCHI_HAVE_PROCESSES
	/* a child with more rights than its user ignores BENCH_TASK */
	return benchi_privileged() ? 1 : BENCHI_PROCESSES;
#else
	return 1;
#endif
}

/* Returns the number of processes for the rows. A fixed number of rounds implies one process unless
 * --processes says otherwise. A program started by bench run is itself one of several. A stated
 * time above the usual one goes into more processes. */
static size_t count_processes(const struct program *p)
{
	const benchi_settings *s = &p->settings;
	/* valgrind, which preloads its library, does not follow children by default */
	const char *preloaded = benchi_environment_text("LD_PRELOAD");
	const double usual = (double)processes_default();
	double usual_ns;

	if (benchi_task("results") || benchi_task("count"))
		return 1;
	if (s->processes || s->rounds)
		return s->processes ? s->processes : 1;
	if (preloaded && strstr(preloaded, "vgpreload_")) {
		benchi_complain(s, "valgrind checks this process only: all cases run in it (as with "
			"--processes 1)");
		return 1;
	}
	usual_ns = usual_time_ns(p);
	return usual > 1 && usual_ns > 0 && s->time_ns > usual_ns
		? (size_t)fmin(usual * s->time_ns / usual_ns, BENCHI_PROCESSES * usual) : (size_t)usual;
}

static void progress_end(struct progress *progress)
{
	if (progress->shown)
		fputs("\r\033[K", stderr);
	progress->shown = false;
}

/* Takes the outcome of a row. Reports the row on standard error: as a line on request, otherwise in
 * the live line of a terminal, after a second. */
static void row_done(void *to, size_t row, benchi_outcome outcome, benchi_result *result)
{
	struct program *p = to;
	struct progress *progress = &p->progress;
	double passed_ns = benchi_now_ns() - progress->began_ns;
	char time[BENCHI_SCALED_TEXT];

	if (outcome != BENCHI_TIMED && !result->skipped)
		p->status = out_of_memory(p);   /* copying the reason failed */
	else if (outcome >= BENCHI_DISTURBED && !p->status)
		p->status = BENCHI_EXIT_WRONG;
	progress->step++;
	if (!p->settings.progress && !(progress->live && passed_ns >= 1e9))
		return;
	progress_end(progress);
	fprintf(stderr, "[%zu/%zu] ", progress->step, progress->steps);
	if (progress->live) {
		fprintf(stderr, "%.0f s", passed_ns / 1e9);
		fflush(stderr);
	} else {
		benchi_put_line(stderr, result->row.name);
		fprintf(stderr, ": %s\n", result->skipped ? "skipped"
			: benchi_scaled(result->seen.summary.ns, 0, BENCHI_UNITS_TIME, time));
	}
	progress->shown = progress->live;
}

/* Measures the rows in this process or in several, within the stated time or the default one.
 * Returns 0, or the exit status if not all rows could be measured; p->status tells of rows that
 * failed. */
static int measure(struct program *p)
{
	const benchi_settings *s = &p->settings;
	size_t processes = count_processes(p), ran;
	struct benchi_processes_budget budget;
	const bench_timing *timing;
	bench_status clock;
	char why[400];
	int status;

	clock = benchi_timing_default(&timing);
	if (clock == BENCH_ERR_CLOCK_MISSING || clock == BENCH_ERR_CLOCK_STILL
	    || clock == BENCH_ERR_CLOCK_BACKWARD) {
		/* no process could time a row, and each would search for a clock for seconds */
		snprintf(why, sizeof why, "%s%s%s", bench_status_text(clock), *bench_detail() ? ": " : "",
			bench_detail());
		for (size_t i = 0; i < p->report.n; i++)
			benchi_row_fail(&p->report.result[i], clock, why);
		p->status = BENCHI_EXIT_WRONG;
		return benchi_parts_combine(&p->report) == BENCH_OK ? 0 : out_of_memory(p);
	}
	p->pass.seed = s->seed;
	p->pass.done = row_done;
	p->pass.shuffled = s->has_seed || s->rounds || processes > 1;
	p->progress.steps = p->report.n * processes;
	p->progress.began_ns = benchi_now_ns();
	p->progress.live = !s->progress && !s->quiet && !isnan(p->progress.began_ns)
		&& benchi_terminal_is(stderr);
	if (processes == 1) {
		p->pass.left_ns = time_left(p, s->time_ns);
		benchi_interrupt_bound(benchi_overdue_ns(p->pass.left_ns));
		ran = benchi_pass_run(&p->pass);
		benchi_interrupt_bound(0);
		return ran == SIZE_MAX || benchi_parts_combine(&p->report) != BENCH_OK
			? out_of_memory(p) : 0;
	}
	budget = (struct benchi_processes_budget){ .time_ns = time_left(p, s->time_ns),
		.processes = processes, .calibration_ns = calibrated_ns(p) };
	budget.life_ns = s->time_ns > 0 ? run_policy.life * s->time_ns
		: run_policy.life * rows_time_ns(p) + run_policy.life_ns;
	if (s->time_ns > 0 && !s->processes && !s->rounds && s->time_ns >= usual_time_ns(p)) {
		/* no fewer than without a stated time */
		budget.least = run_policy.processes;
		budget.least_ns = run_policy.late * budget.time_ns;
	}
	if (!(s->time_ns > 0) && !s->rounds && !isnan(p->began_ns)) {
		budget.time_ns = usual_time_ns(p)
			* fmax(1, (double)processes / (double)processes_default());
		budget.least = run_policy.processes;
		budget.least_ns = run_policy.processes_ns;
		budget.all = s->processes > 0;
		/* comparisons see smaller differences with more processes */
		budget.narrow = !s->processes && !s->output && !s->against && !s->baseline;
		budget.patience_ns = run_policy.patience * budget.time_ns;
	}
	status = benchi_processes_run(&p->pass, &budget, p->argv);
	if (status == BENCHI_EXIT_WRONG && !p->status)
		p->status = status;
	return status == BENCHI_EXIT_MISUSE ? status : 0;
}

static void send_row(void *to, size_t row, benchi_outcome outcome, benchi_result *result)
{
	struct program *p = to;

	if (benchi_row_write(p->parent, row, outcome, result))
		p->status = BENCHI_EXIT_UNSENT;
}

/* Compares this run with a saved one, and its rows with the baseline. Names the rows that only one
 * side has, because a row that failed or is gone must not pass as "not slower". Returns 0, or
 * BENCHI_EXIT_MISUSE after a message; p->status receives the outcome. */
static int compare(benchi_answers *out, struct program *p, const benchi_context *context)
{
	const benchi_settings *s = &p->settings;
	benchi_name_table here = { .n = 0 };
	benchi_outcomes outcomes = { .worse = 0 };
	bench_status status;

	benchi_expectations_print(out, s, &p->report);
	if (p->relative)
		benchi_relative_print(out, p->relative, NULL, &outcomes);
	if (!s->against) {
		p->status = p->status ? p->status : benchi_outcomes_status(&outcomes, s->fail_on);
		return 0;
	}
	if (benchi_context_guard(out->out, "\n", "", &p->saved.facts, context) != BENCHI_COMPARABLE) {
		fprintf(out->out, "not comparable with %s%s\n", s->against,
			s->force ? ", compared because of --force" : " (--force compares anyway)");
		if (!s->force) {
			p->status = p->status ? p->status : BENCHI_EXIT_NOT_COMPARABLE;
			return 0;
		}
	}
	status = benchi_saved_run_compare(out, &p->report, &p->saved, s->against, s->margin,
		&outcomes);
	for (size_t i = 0; i < p->report.n && !status; i++) {
		const benchi_result *r = &p->report.result[i];

		if (benchi_name_table_add(&here, r->row.name, strlen(r->row.name)) == BENCHI_NO_NAME)
			status = benchi_no_memory("the names");
		if (r->skipped && benchi_metric_set(&p->saved, r->row.name, "ns"))
			benchi_answers_put(out, r->row.name, "%s: %s in this run (%s): not compared",
				r->row.name, benchi_row_was_skipped(r) ? "skipped" : "failed", r->skipped);
	}
	for (size_t i = 0; i < p->saved.sets && !status && !p->report.interrupted; i++) {
		const char *name = p->saved.set[i].benchmark;

		if (!strcmp(p->saved.set[i].metric, "ns")
		    && benchi_filter_keeps(&s->filter, benchi_filter_matches, name)
		    && benchi_name_table_find(&here, name, strlen(name)) == BENCHI_NO_NAME)
			benchi_answers_put(out, name, "%s: missing in this run", name);
	}
	benchi_name_table_free(&here);
	if (status)
		return benchi_complain(s, "--compare: %s", bench_detail());
	if (!p->status)
		p->status = outcomes.undecided + outcomes.same + outcomes.worse + outcomes.better
			? benchi_outcomes_status(&outcomes, s->fail_on) : BENCHI_EXIT_NOT_COMPARABLE;
	return 0;
}

/* Writes the results, also after a run that failed with status. Returns that status, or else 0 or
 * the exit status of a failure to write or to compare; p->status tells of the results. */
static int report(struct program *p, int status)
{
	const benchi_settings *s = &p->settings;
	/* with a machine-readable format, answers go to standard error */
	benchi_answers answers = { .markdown = !s->output && s->form == BENCHI_FORMAT_MARKDOWN,
		.out = s->output || benchi_formats[s->form].people ? stdout : stderr };
	const benchi_output_style markdown = { .utf8 = true, .markdown = true };
	const bench_timing *timing;
	benchi_context context;
	size_t impossible, kept = 0;
	int saved, shown;

	benchi_interrupt_no_pipes();
	for (size_t i = 0; s->count && i < p->report.n && !p->left && !benchi_interrupt_came(); i++)
		if (!p->report.result[i].skipped && p->report.result[i].n)
			benchi_count_events(&p->report.result[i]);
	p->report.interrupted = p->left || benchi_interrupt_came();
	for (size_t i = 0; i < p->report.n; i++) { /* removes rows that were never run */
		if (p->report.result[i].n > 0 || p->report.result[i].skipped)
			p->report.result[kept++] = p->report.result[i];
		else
			benchi_result_free(&p->report.result[i]);
	}
	p->report.n = kept;
	if (benchi_show_finish(&s->show, &p->report) != BENCH_OK)
		p->status = out_of_memory(p);
	if (status && !p->report.n)
		return status;
	if (s->baseline && benchi_relative_find(&p->report, s->baseline, s->margin, &p->relative)
	                   != BENCH_OK) {
		p->status = out_of_memory(p);
		benchi_relative_free(p->relative);
		p->relative = NULL;
	}
	impossible = benchi_finish_judge(s, benchi_timing_default(&timing) == BENCH_OK
		? timing->step_ns : 0, &p->report);
	if (impossible == SIZE_MAX)
		p->status = out_of_memory(p);
	else if (impossible && !p->status)
		p->status = BENCHI_EXIT_WRONG;
	if (benchi_finish_context(&p->report, &context) != BENCH_OK)
		p->status = benchi_complain(s, "out of memory for the context of the results");
	/* save first: a closed pipe may cut off what is shown */
	saved = benchi_finish_save(s, &p->report, &context, &p->file);
	shown = benchi_finish_show(s, &p->report, &context);
	benchi_show_missing(s, &p->report);
	if (!shown) {
		shown = compare(&answers, p, &context);
		if (answers.grid.rows)  /* answers collected for a Markdown table */
			putc('\n', answers.out);
		if ((answers.grid.rows ? benchi_grid_end(&answers.grid, answers.out, &markdown)
		     : benchi_grid_free(&answers.grid)) != BENCH_OK && !shown)
			shown = out_of_memory(p);
	}
	benchi_context_free(&context);
	return status ? status : saved ? saved : shown;
}

/* Checks that every overhead that a row names is a row without an overhead, and that at least one
 * row uses the baseline. Returns 0, or BENCHI_EXIT_MISUSE after a message. */
static int check_references(const benchi_settings *s, const benchi_report *report)
{
	bool known = !s->baseline;

	for (size_t i = 0; i < report->n; i++) {
		const benchi_result *result = &report->result[i], *overhead;

		known = known || benchi_relative_baseline(report, s->baseline, result);
		if (!result->row.overhead)
			continue;
		overhead = benchi_relative_baseline(report, result->row.overhead, result);
		if (!overhead)
			return benchi_complain(s, "case '%s': overhead '%s' is not a case of this program",
				result->row.name, result->row.overhead);
		if (overhead->row.overhead)
			return benchi_complain(s, "case '%s': overhead '%s' has an overhead itself",
				result->row.name, overhead->row.name);
	}
	return known ? 0 : benchi_complain(s, "--baseline: no row of case '%s' is measured (--list "
		"names all cases; --filter leaves some out)", s->baseline);
}

/* Reads the JSON that a benchmark program writes, with its summaries. rows: zero-filled; the caller
 * frees it in any case. BENCH_ERR_INPUT; BENCH_ERR_MEMORY. */
static bench_status read_saved(const char *path, benchi_rows *rows)
{
	FILE *file = fopen(path, "rb");
	benchi_input in = { .buffer = NULL };
	bench_status status;

	if (!file)
		return benchi_fail(BENCH_ERR_INPUT, "%.180s: %s", path, strerror(errno));
	rows->keep_summaries = true;
	status = benchi_input_open(&in, file, path);
	if (!status) {
		const size_t n = benchi_input_fill(&in, 200), blanks = strspn(in.buffer, "{ \t\r\n");

		in.line = 1;
		if (n && strncmp(in.buffer + blanks, "\"libbench\"", 10))
			status = benchi_input_error(&in, in.buffer, strcspn(in.buffer, "\r\n"),
				"what this program writes with -o FILE.json (bench compare reads other files)");
	}
	status = status ? status : benchi_read_json(&in, rows);
	status = status ? status : benchi_rows_name_configs(rows);
	status = status ? status : benchi_rows_check(rows, &in);
	benchi_input_close(&in);
	fclose(file);
	return status;
}

static int run_and_report(struct program *p)
{
	int status, came;

	p->rows = p->report.n;
	p->report.program = p->settings.program;
	p->report.seed = p->settings.seed;
	p->report.began = (double)time(NULL);
	benchi_interrupt_watch(false);
	if (p->parent) {
		/* One of several processes: results go to the parent. */
		size_t ran;

		p->pass.shuffled = true;
		p->pass.left_ns = time_left(p, p->pass.left_ns);
		p->pass.done = send_row;
		ran = benchi_pass_run(&p->pass);
		free(p->pass.life_rows);
		if (ran == SIZE_MAX)
			return out_of_memory(p);
		came = benchi_interrupt_came();
		return fclose(p->parent) || p->status ? BENCHI_EXIT_UNSENT
			: came ? BENCHI_EXIT_SIGNAL + came : 0;
	}
	status = check_references(&p->settings, &p->report);
	if (status)
		return status;
	if (p->settings.against && read_saved(p->settings.against, &p->saved) != BENCH_OK)
		return benchi_complain(&p->settings, "--compare: %s", bench_detail());
	if (p->settings.output && benchi_atomic_file_begin(p->settings.output, &p->file) != BENCH_OK)
		return benchi_complain(&p->settings, "--output: %s", bench_detail());
	if (p->settings.count) {
		const double counting = benchi_now_ns();

		benchi_count_start(&p->settings, p->argv, &p->report);
		p->began_ns += benchi_now_ns() - counting;   /* counting is not part of the time for
		                                                measuring */
	}
	p->measuring = true;
	status = measure(p);
	p->measuring = false;
	progress_end(&p->progress);
	status = report(p, status);
	came = benchi_interrupt_came();
	if (status || !came)
		return status ? status : p->status;
	benchi_complain(&p->settings, "interrupted by signal %d: %zu of %zu results", came, p->report.n,
		p->rows);
	return BENCHI_EXIT_SIGNAL + came;
}

static int act(struct program *p, const bench_case *cases, size_t n)
{
	const benchi_settings *s = &p->settings;
	int status;

	if (benchi_count_serve(s, cases, n, &p->report, &status))
		return status;
	if (s->list)
		benchi_interrupt_no_pipes();
	status = benchi_rows_make(s, cases, n, &p->report);
	if (status)
		return status;
	for (size_t i = 0; s->list && i < p->report.n; i++) {
		benchi_put_line(stdout, p->report.result[i].row.name);
		putchar('\n');
	}
	if (s->list)
		return 0;
	if (s->has_cpu && benchi_processor_pin((int)s->cpu))
		return benchi_complain(s, "--cpu: cannot run on processor %zu", s->cpu);
	return s->dry_run || s->loop_ns > 0 ? dry_run(&p->report, s->loop_ns)
	       : s->ramp ? ramp_rows(s, &p->report) : run_and_report(p);
}

static struct program *running;

/* Called when a case calls exit or does not return. Writes the results so far, unless a parent
 * process has them. */
static void write_left(const char *name, bool overdue)
{
	struct program *p = running;
	int written = 0, came = benchi_interrupt_came();

	if (p->parent)
		return;
	if (!overdue)
		benchi_complain(&p->settings, "case '%s' ended the program: a case must return", name);
	p->left = true;
	if (p->measuring)
		written = report(p, 0);
	benchi_process_guard_end();
	benchi_atomic_file_drop(&p->file);
	fflush(NULL);
	_Exit(written ? written : overdue && came ? BENCHI_EXIT_SIGNAL + came : BENCHI_EXIT_WRONG);
}

int bench_program(int argc, char **argv, const bench_case *cases, size_t n)
{
	struct program p;
	int status;
	bool unwritten;

	memset(&p, 0, sizeof p);
	p.pass = (benchi_pass){ .settings = &p.settings, .report = &p.report, .to = &p };
	benchi_standard_files();
	running = &p;
	benchi_running_begin(&p.settings, write_left);
	p.began_ns = benchi_now_ns();
	p.argv = argv;
	status = benchi_settings_read(argc, argv, &p.settings);
	if (!status && !p.settings.help && benchi_processes_child(&p.pass, &p.parent) < 0)
		status = benchi_complain(&p.settings,
			"BENCH_TASK is malformed: this process was not started by bench_main");
	if (!status && !p.settings.help)
		status = act(&p, cases, n);
	benchi_running_begin(&p.settings, NULL);
	benchi_process_guard_end();
	benchi_atomic_file_drop(&p.file);
	/* an earlier failure was already reported */
	unwritten = ferror(stdout);
	errno = 0;
	if ((fflush(stdout) || unwritten) && !(unwritten && status == BENCHI_EXIT_MISUSE))
		status = benchi_complain(&p.settings, "write failed%s%s", errno ? ": " : "",
			errno ? strerror(errno) : "");
	benchi_interrupt_restore();
	benchi_rows_free(&p.saved);
	benchi_relative_free(p.relative);
	benchi_report_free(&p.report);
	return status;
}
