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
#define LONG_NS 10e9 /* a process that runs longer than this is named */

/*
 * `bench run --count`: the instructions of one iteration of each BENCH.
 *
 * One more process of the program is traced.  Its library appends the name of what it is about to
 * measure to the file, and runs it in windows of 1 and 2 iterations; it raises SIGURG where a
 * window that counts begins and ends (lib/measure/publish.c).  Between the two the tracer steps and
 * counts; the difference of the windows is one iteration.  Two more windows run the empty loop, the
 * instructions of which are not the body's; without such a loop they are empty.  Only the program's
 * first thread is counted.
 */

#ifdef BENCHI_HAVE_STEPS
#include <fcntl.h>
#include <sys/ptrace.h>

enum { OVER = -1, TRAPS = -2, WINDOWS = 4 };

extern char **environ;

typedef struct tracer {
	double *count;      /* instructions of each counted window, in order; or OVER, or TRAPS */
	size_t n, capacity;
} tracer;

/* Gives the k-th name of the file the counts of the k-th group of windows: of one and two
 * iterations, and of the empty loop. In a loop of more than two instructions (-O0, -Os) one loop
 * instruction may be counted as the body's. */
static void give_counts(const tracer *t, FILE *names, benchi_report *results)
{
	size_t n;
	benchi_result **row = benchi_published_rows(names, results, &n);

	for (size_t k = 0; k < n; k++) {
		benchi_result *r = row[k];
		const double *count = &t->count[WINDOWS * k];

		if (!r)
			continue;
		if (WINDOWS * k + WINDOWS > t->n)
			strcpy(r->uncounted, "its process ended too early");
		else if (count[0] == TRAPS || count[1] == TRAPS)
			strcpy(r->uncounted, BENCHI_COUNT_TRAPS);
		else if (count[0] < 0 || count[1] < 0)
			strcpy(r->uncounted, "over the limit of instructions: raise --count-limit");
		else if (count[1] < count[0])
			strcpy(r->uncounted, "two iterations have fewer instructions than one: the body keeps "
				"state");
		else {
			double loop = fmax(0, count[3] - count[2]), body = count[1] - count[0] - loop;

			benchi_count_set(r, BENCHI_COUNT_INSTRUCTIONS, body > (loop > 2) ? body : 0);
		}
	}
	free(row);
}

/* Starts the program once more in this environment, and counts the instructions of one iteration of
 * each of its results within the settings' limits.  path: where the program appends its results.
 * Returns 0, or an exit status after a message. */
static int run_steps(char *const *argv, char **environment, const benchi_settings *s,
                     const char *path, benchi_report *results)
{
	const double until_ns = s->count_ns > 0 ? 1e9 * now_s() + s->count_ns : 0;
	tracer t = { .n = 0 };
	benchi_trace end = BENCHI_TRACE_MARK;
	benchi_recorder *recorder = NULL;   /* NULL: single steps */
	long child = fork();
	FILE *published;
	int status;

	if (child == 0) {
		int nowhere = open("/dev/null", O_WRONLY);

		if (nowhere >= 0)
			dup2(nowhere, STDOUT_FILENO);
		environ = environment;
		if (ptrace(PTRACE_TRACEME, 0, NULL, NULL))
			_exit(126);
		execvp(argv[0], argv);
		_exit(127);
	}
	if (child < 0)
		return complain(RUN_VERB, "cannot start a process: %s", strerror(errno));
	if (!benchi_trace_begin(child, &status))
		return s->count ? complain(RUN_VERB, "--count: the system forbids tracing") : 0;

	/* Window after window, between two marks each, until the process ends. */
	while (end == BENCHI_TRACE_MARK && !benchi_interrupt_came()
	       && (end = benchi_trace_run(child, true, NULL)) == BENCHI_TRACE_MARK
	       && benchi_grow(&t.count, sizeof *t.count, t.n, &t.capacity)) {
#ifdef BENCHI_HAVE_RECORDER
		if (!t.n)
			recorder = benchi_recorder_attach(child);
#endif
		benchi_stepping steps = { .limit = s->count_limit ? s->count_limit
			: recorder ? BENCHI_COUNT_RECORDED : BENCHI_COUNT_LIMIT,
			.single_limit = s->count_limit ? 0 : BENCHI_COUNT_LIMIT, .until_ns = until_ns,
			.recorder = recorder };

		end = benchi_trace_run(child, true, &steps);
		if (end == BENCHI_TRACE_MARK)
			t.count[t.n++] = (double)steps.steps;
		if ((end == BENCHI_TRACE_LIMIT || end == BENCHI_TRACE_LATE || end == BENCHI_TRACE_TRAPS)
		    && benchi_trace_run(child, true, NULL) == BENCHI_TRACE_MARK) {
			t.count[t.n++] = end == BENCHI_TRACE_TRAPS ? TRAPS : OVER;
			end = BENCHI_TRACE_MARK;
		}
	}
	benchi_trace_end(child);
#ifdef BENCHI_HAVE_RECORDER
	benchi_recorder_free(recorder);
#endif
	published = fopen(path, "r");
	if (published) {
		give_counts(&t, published, results);
		fclose(published);
	}
	free(t.count);
	return 0;
}

#else

static int run_steps(char *const *argv, char **environment, const benchi_settings *s,
                     const char *path, benchi_report *results)
{
	return s->count ? complain(RUN_VERB, "--count: " BENCHI_NO_STEPS) : 0;
}

#endif

typedef struct request {
	benchi_settings settings; /* settings of a program: number of processes, and output */
	char **argv;              /* command line of the program */
	bool show;
	benchi_fresh fresh;
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
	BENCHI_FLAG(0, "count", "also count instructions, in one more process", AT(settings.count)),
	BENCHI_FLAG('q', "quiet", "print only the table and the key to its letters",
		AT(settings.quiet)),
	BENCHI_HELP("Other"),
	BENCHI_LIMITED(0, "count-limit", "N",
		"count at most N instructions per row (" BENCHI_QUOTED(BENCHI_COUNT_RECORDED) ")",
		benchi_setting_count_limit, AT(settings.count_limit), 1, BENCHI_COUNT_LIMIT_MOST),
	BENCHI_FLAG(0, "show-output", "send the program's output to standard error", AT(show)),
	BENCHI_SETTINGS_END
};

/* Runs the program in each process, as the settings say. Returns 0, EXIT_WORSE if a process
 * failed, or EXIT_MISUSE after a message. */
static int run_all(request *r, benchi_report *results)
{
	const benchi_settings *s = &r->settings;
	char *file = scratch_make(RUN_VERB, false), **environment, end[BENCHI_USAGE_TEXT];
	int status = file ? 0 : EXIT_MISUSE, failures = 0;
	bool elided = false; /* a process may have measured work that the compiler removed */

	for (size_t k = 0; k < s->processes && !status && failures < BENCHI_FAILURES_MOST
	     && !benchi_interrupt_came(); k++) {
		benchi_command command = { r->argv, NULL, -1, r->show ? STDERR_FILENO : -1,
			STDERR_FILENO, true };
		benchi_process process = { .usage = { .exited = true } };
		const benchi_usage *usage = &process.usage;
		bench_status ran;

		environment = benchi_fresh_environment(&r->fresh, k, "results", file);
		command.environment = environment;
		ran = environment ? benchi_process_start(&command, &process)
			: benchi_no_memory("the environment");
		if (ran == BENCH_OK) {
			benchi_interrupt_tells(process.id);
			if (benchi_process_wait(&process, LONG_NS) == BENCH_ERR_BUSY
			    && !benchi_interrupt_came())
				complain(RUN_VERB, "process %zu has run for %g s; if it never ends, Ctrl-C ends it",
					k + 1, LONG_NS / 1e9);
			ran = benchi_process_finish(&process);
		}
		free(environment);
		if (ran == BENCH_OK && !benchi_interrupt_came() && (!usage->exited || usage->code)) {
			complain(RUN_VERB, "process %zu of %zu %s", k + 1, s->processes,
				benchi_usage_text(usage, end));
			failures++;
		}
		if (ran != BENCH_OK
		    || benchi_published_take(file, (uint32_t)k, true, results) != BENCH_OK)
			status = complain(RUN_VERB, "%s", bench_detail());
	}
	for (size_t i = 0; i < results->n; i++)
		for (size_t k = 0; k < results->result[i].each.n; k++)
			elided = elided
				|| results->result[i].each.part[k].summary.warnings & BENCH_WARN_ELIDED;
	if (!status && results->n && !benchi_interrupt_came() && (s->count || elided)) {
		/* Count instructions in one more process. Without --count, a failure leaves it open whether
		 * the letter E is right. */
		char *variable[] = { r->fresh.calibration };

		environment = benchi_child_environment("count", file, variable,
			*r->fresh.calibration ? 1 : 0);
		status = environment ? run_steps(r->argv, environment, s, file, results)
			: complain(RUN_VERB, "out of memory");
		free(environment);
	}
	scratch_remove(file);
	if (!status && !results->n && failures)
		return complain(RUN_VERB, "no process had a result; run %s on its own to see why",
			r->argv[0]);
	if (!status && !results->n && !benchi_interrupt_came())
		return complain(RUN_VERB, "%s published no result: does it use BENCH, and did it measure "
			"anything?", r->argv[0]);
	return status ? status : failures ? EXIT_WORSE : 0;
}

int verb_run(int argc, char **argv)
{
	request r = { .settings = { .program = "bench " RUN_VERB, .processes = BENCHI_PROCESSES },
		.fresh = { .anew = SIZE_MAX } };
	benchi_settings *s = &r.settings;
	benchi_command_line line = { .program = "bench " RUN_VERB, .table = table, .to = &r,
		.usage = "bench run: repeat a program that uses BENCH, in fresh processes"
			"\n"
			"usage: bench run [OPTION...] -- PROGRAM [ARGUMENT...]\n\n",
		.more = "\nEach BENCH of the program makes a row, named by its file, line and body.\n"
			"Exit status: 0 fine, 1 a process failed, 2 usage error or no result.\n"
			"More: bench-program(1).\n",
		.command = "a program" };
	benchi_report results = { .n = 0 };
	benchi_context context = { .n = 0 };
	benchi_atomic_file output = { .out = NULL };
	int status, interrupt;

	if (!benchi_line_read(&line, argc, argv, &status))
		return status;
	if (s->output && !benchi_line_given(&line, "format"))
		s->form = BENCHI_FORMAT_JSON;
	if (s->output && benchi_is_standard_output(s->output))
		s->output = NULL;
	if (s->form == BENCHI_FORMAT_FOLDED)
		return complain(RUN_VERB, "--format folded: only a program of bench_main writes "
			"it, if run on its own");
	r.argv = line.behind;
	if (s->output && benchi_atomic_file_begin(s->output, &output) != BENCH_OK)
		return complain(RUN_VERB, "%s", bench_detail());
	benchi_interrupt_watch(false);
	status = run_all(&r, &results);
	interrupt = benchi_interrupt_came();
	if (status != EXIT_MISUSE) {
		int written = 0;

		results.program = last_part(r.argv[0]);
		results.began = (double)time(NULL);
		results.interrupted = interrupt != 0;
		if (benchi_parts_combine(&results) != BENCH_OK)
			written = complain(RUN_VERB, "%s", bench_detail());
		for (size_t i = 0; i < results.n && !s->count; i++) {
			results.result[i].counted = 0;      /* counted only to decide about the letter */
			*results.result[i].uncounted = '\0';
		}
		if (!written && benchi_finish_context(&results, &context) != BENCH_OK)
			written = complain(RUN_VERB, "%s", bench_detail());
		if (!written)
			written = benchi_finish_save(s, &results, &context, &output);
		if (!written)
			written = benchi_finish_show(s, &results, &context);
		status = written ? written : status;
		if (!written && interrupt)
			status = 128 + interrupt;
		benchi_context_free(&context);
	} else if (interrupt)
		status = 128 + interrupt;
	benchi_atomic_file_drop(&output);
	benchi_report_free(&results);
	benchi_interrupt_restore();
	return status;
}
