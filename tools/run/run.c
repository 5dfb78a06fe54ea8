/*
 * `bench run`: runs a program of BENCH or bench_measure many times, for intervals over processes.
 *
 * The program appends its results to a file (lib/measure/publish.c). Each start inherits the
 * calibration of the clock, and the results of all processes become one table, printed as by
 * bench_main. Every fourth process calibrates again, so that the error of the calibration is part
 * of the spread.
 *
 * SPDX-License-Identifier: MIT
 */
#include "tools/tools.h"

#include <errno.h>
#include <time.h>
#include <unistd.h>

#define RUN_VERB "run"

/*
 * `bench run --count`: the instructions of one iteration of each BENCH.
 *
 * One more process of the program is traced.  Its library appends the name of what it is about to
 * measure to the file, and runs it in windows of 1 and 2 iterations; it raises SIGURG where a
 * window that counts begins and ends (lib/measure/publish.c).  Between the two the tracer steps and
 * counts; the difference of the windows is one iteration.  Only the program's first thread is
 * counted.
 */

#ifdef BENCHI_HAVE_STEPS
#include <fcntl.h>
#include <sys/ptrace.h>

enum { OVER = -1, TRAPS = -2 };

extern char **environ;

typedef struct tracer {
	long child;
	size_t limit;
	double until_ns;    /* as in benchi_stepping */
	double *count;      /* of each window that was counted, in order; OVER the limit */
	size_t n, capacity;
} tracer;

/* Counts window after window, between two marks each, until the process ends. */
static void trace(tracer *t)
{
	benchi_trace end = BENCHI_TRACE_MARK;

	while (end == BENCHI_TRACE_MARK && !benchi_interrupt_came()
	       && (end = benchi_trace_run(t->child, true, NULL)) == BENCHI_TRACE_MARK
	       && benchi_grow(&t->count, sizeof *t->count, t->n, &t->capacity)) {
		benchi_stepping s = { .limit = t->limit, .until_ns = t->until_ns };

		end = benchi_trace_run(t->child, true, &s);
		if (end == BENCHI_TRACE_MARK)
			t->count[t->n++] = (double)s.steps;
		if ((end == BENCHI_TRACE_LIMIT || end == BENCHI_TRACE_LATE || end == BENCHI_TRACE_TRAPS)
		    && benchi_trace_run(t->child, true, NULL) == BENCHI_TRACE_MARK) {
			t->count[t->n++] = end == BENCHI_TRACE_TRAPS ? TRAPS : OVER;
			end = BENCHI_TRACE_MARK;
		}
	}
}

/* Each name of the file has its counts, in order. */
static void run_verb_give(const tracer *t, FILE *names, benchi_report *results)
{
	benchi_row_reader reader;
	benchi_passes passes;
	bool fits = benchi_passes_begin(results, &passes);

	if (benchi_row_reader_open(&reader, names, "the names") != BENCH_OK)
		fits = false;
	for (size_t k = 0; fits && benchi_row_next(&reader) > 0; k++) {
		size_t row = benchi_passes_next(&passes, &reader);
		benchi_result *r = row != SIZE_MAX ? &results->result[row] : NULL;

		/* The k-th name's: windows 2 k and 2 k + 1. */
		if (!r)
			continue;
		if (2 * k + 1 >= t->n)
			strcpy(r->uncounted, "its process ended before");
		else if (t->count[2 * k] == TRAPS || t->count[2 * k + 1] == TRAPS)
			strcpy(r->uncounted, BENCHI_COUNT_TRAPS);
		else if (t->count[2 * k] < 0 || t->count[2 * k + 1] < 0)
			strcpy(r->uncounted, "over the limit of single steps");
		else if (t->count[2 * k + 1] < t->count[2 * k])
			strcpy(r->uncounted, "two iterations have fewer than one: the body keeps a state");
		else
			benchi_count_set(r, BENCHI_COUNT_INSTRUCTIONS,
				t->count[2 * k + 1] - t->count[2 * k]);
	}
	benchi_row_reader_close(&reader);
	benchi_passes_free(&passes);
}

/* Starts the program once more, in this environment, and counts the instructions of one iteration
 * of each of its results, within the settings' limits.  published: the file of its
 * results.  0, or an exit status after a message. */
static int run_steps(char *const *argv, char **environment, const benchi_settings *s,
                     const char *path, benchi_report *results)
{
	tracer t = { .limit = s->count_limit,
		.until_ns = s->count_ns > 0 ? 1e9 * now_s() + s->count_ns : 0 };
	FILE *published;
	int status;
	bool traced;

	t.child = fork();
	if (t.child == 0) {
		int nowhere = open("/dev/null", O_WRONLY);

		if (nowhere >= 0)
			dup2(nowhere, STDOUT_FILENO);
		environ = environment;
		if (ptrace(PTRACE_TRACEME, 0, NULL, NULL))
			_exit(126);
		execvp(argv[0], argv);
		_exit(127);
	}
	if (t.child < 0)
		return complain(RUN_VERB, "cannot start a process: %s", strerror(errno));
	traced = benchi_trace_begin(t.child, &status);
	if (!traced)
		return complain(RUN_VERB, "--count: the system forbids tracing");
	trace(&t);
	benchi_trace_end(t.child);
	published = fopen(path, "r");
	if (published) {
		run_verb_give(&t, published, results);
		fclose(published);
	}
	free(t.count);
	return 0;
}

#else

static int run_steps(char *const *argv, char **environment, const benchi_settings *s,
                     const char *path, benchi_report *results)
{
	return complain(RUN_VERB, "--count: " BENCHI_NO_STEPS);
}

#endif

typedef struct request {
	benchi_settings settings; /* of those of a program: how many processes, and what is written */
	char **argv;              /* of the program */
	bool show;
	char *file;               /* to which the program appends results; NULL: none yet */
	benchi_fresh fresh;
	benchi_atomic_file output;
} request;

#define AT(member) offsetof(request, member)

static const benchi_setting table[] = {
	BENCHI_LIMITED('p', "processes", "N",
		"start N fresh processes, one after the other (" BENCHI_QUOTED(BENCHI_PROCESSES) ")",
		benchi_setting_count, AT(settings.processes), 1, BENCHI_PROCESSES_MOST),
	BENCHI_SETTING('o', "output", "FILE", "write the results to FILE as well", benchi_setting_text,
		AT(settings.output)),
	BENCHI_SETTING(0, "format", BENCHI_FORMAT_NAMES, "choose the output (text)",
		benchi_setting_choice, AT(settings.form)),
	BENCHI_FLAG(0, "count", "count instructions, in one more process", AT(settings.count)),
	BENCHI_FLAG('q', "quiet", "print only the table", AT(settings.quiet)),
	BENCHI_HELP("Other"),
	BENCHI_LIMITED(0, "count-limit", "N",
		"count in at most N steps (" BENCHI_QUOTED(BENCHI_COUNT_LIMIT) ")",
		benchi_setting_count_limit, AT(settings.count_limit), 1, BENCHI_COUNT_LIMIT_MOST),
	BENCHI_FLAG(0, "show-output", "send the program's output to standard error", AT(show)),
	BENCHI_SETTINGS_END
};

/* Runs the program once, as process k; 0, 1 if it failed, or EXIT_MISUSE after a message. */
static int run_once(request *r, size_t k)
{
	char **environment = benchi_fresh_environment(&r->fresh, k, "results", r->file);
	benchi_command command = { r->argv, environment, -1, r->show ? STDERR_FILENO : -1,
		STDERR_FILENO, true };
	char end[BENCHI_USAGE_TEXT];
	benchi_usage usage;
	bench_status status;

	if (!environment)
		return complain(RUN_VERB, "out of memory");
	status = benchi_process_run(&command, NULL, &usage);
	free(environment);
	if (status != BENCH_OK)
		return complain(RUN_VERB, "%s", bench_detail());
	if (benchi_interrupt_came() || (usage.exited && !usage.code))
		return 0;
	complain(RUN_VERB, "process %zu of %zu %s", k + 1, r->settings.processes,
		benchi_usage_text(&usage, end));
	return EXIT_WORSE;
}

static int run_all(request *r, benchi_report *results)
{
	int status = 0, failures = 0;

	r->file = scratch_make(RUN_VERB, false);
	if (!r->file)
		return EXIT_MISUSE;
	for (size_t k = 0; k < r->settings.processes && !status && failures < BENCHI_FAILURES_MOST
	     && !benchi_interrupt_came(); k++) {
		int one = run_once(r, k);

		failures += one == EXIT_WORSE;
		status = one == EXIT_MISUSE ? one
			: benchi_published_take(r->file, (uint32_t)k, true, results) == BENCH_OK ? 0
			: complain(RUN_VERB, "%s", bench_detail());
	}
	if (!status && r->settings.count && results->n) {
		/* Count instructions in one more process. */
		char *variable[] = { r->fresh.calibration };
		char **environment = benchi_child_environment("count", r->file, variable,
			*r->fresh.calibration ? 1 : 0);

		status = environment ? run_steps(r->argv, environment, &r->settings, r->file, results)
			: complain(RUN_VERB, "out of memory");

		free(environment);
	}
	scratch_remove(r->file);
	if (!status && !results->n)
		return complain(RUN_VERB, "%s has published no result: it is no program of libbench, or "
			"measures nothing", r->argv[0]);
	return status ? status : failures ? EXIT_WORSE : 0;
}

static int report_all(request *r, benchi_report *results)
{
	const benchi_settings *s = &r->settings;
	benchi_context context = { .n = 0 };
	int status = 0, shown = 0;

	results->program = last_part(r->argv[0]);
	results->began = (double)time(NULL);
	results->interrupted = benchi_interrupt_came() != 0;
	if (benchi_parts_combine(results) != BENCH_OK
	    || benchi_finish_context(results, &context) != BENCH_OK)
		status = complain(RUN_VERB, "%s", bench_detail());
	if (!status)
		status = benchi_finish_save(s, results, &context, &r->output);
	if (!status)
		shown = benchi_finish_show(s, results, &context);
	benchi_context_free(&context);
	return status ? status : shown;
}

static int run_verb_act(request *r)
{
	benchi_report results = { .n = 0 };
	int status, written = 0;

	if (r->settings.output
	    && benchi_atomic_file_begin(r->settings.output, &r->output) != BENCH_OK)
		return complain(RUN_VERB, "%s", bench_detail());
	benchi_interrupt_watch(false);
	status = run_all(r, &results);
	if (status != EXIT_MISUSE)
		written = report_all(r, &results);
	benchi_atomic_file_drop(&r->output);
	benchi_report_free(&results);
	status = written ? written : benchi_interrupt_came() ? 128 + benchi_interrupt_came() : status;
	benchi_interrupt_restore();
	return status;
}

int verb_run(int argc, char **argv)
{
	request r = { .settings = { .program = "bench " RUN_VERB, .processes = BENCHI_PROCESSES,
		.count_limit = BENCHI_COUNT_LIMIT }, .fresh = { .anew = SIZE_MAX } };
	benchi_settings *s = &r.settings;
	benchi_command_line line = { .program = "bench " RUN_VERB, .table = table, .to = &r,
		.usage = "bench run: run a program of BENCH or bench_measure; intervals over its processes"
			"\n"
			"usage: bench run [OPTION...] -- PROGRAM [ARGUMENT...]\n\n",
		.more = "\nEach BENCH of the program is a row: its file, line and body.\n"
			"Exit status: 0 fine, 1 a process failed, 2 misuse or no result.\n"
			"More: bench-program(1).\n",
		.command = "a program" };
	int status;

	if (!benchi_line_read(&line, argc, argv, &status))
		return status;
	if (s->output && !benchi_line_given(&line, "format"))
		s->form = BENCHI_FORMAT_JSON;
	if (s->output && benchi_is_standard_output(s->output))
		s->output = NULL;
	if (s->form == BENCHI_FORMAT_FOLDED)
		return complain(RUN_VERB, "--format: found 'folded', expected another: a program of "
			"bench_main counts stacks itself, with --format folded");
	r.argv = line.behind;
	return run_verb_act(&r);
}
