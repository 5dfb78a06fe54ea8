/*
 * `bench run`: runs a program of BENCH or bench_measure many times; intervals over processes.
 *
 * The program publishes its results in a file that the environment names (lib/measure/
 * publish.c); it is started again and again, with the clock's calibration handed down, and
 * the results of all processes become one table, as bench_main prints it.  Every fourth
 * process calibrates again, so that the calibration's error is part of the spread.
 *
 * SPDX-License-Identifier: MIT
 */
#include "tools/run/run.h"

#include <errno.h>
#include <time.h>
#include <unistd.h>

#define RUN_VERB "run"

/*
 * Collects the results that each process of a program published.
 *
 * A result is known by its text, file, line and body, and by how often the process had that
 * text before: a BENCH in a loop gives a row for each pass.
 */

enum { NAME = BENCHI_RESULT_TEXT + 24 };

/* The text without the folders of its file. */
static char *without_folders(char *where)
{
	char *end = where + strcspn(where, ": "), *slash = where;

	for (char *at = where; at < end; at++)
		if (*at == '/')
			slash = at + 1;
	return slash;
}

/* "a.c:12 f(x)" becomes "a.c f(x)". */
static void take_out_line(char *name)
{
	char *colon = strchr(name, ':'), *blank = strchr(name, ' ');

	if (colon && blank && colon < blank && colon + 1 + strspn(colon + 1, "0123456789") == blank)
		memmove(colon, blank, strlen(blank) + 1);
}

/* A line's numbers; returns the name behind them, NULL if it is no such line. */
static char *parse(char *line, double *number, const char **method)
{
	size_t mark = strlen(BENCHI_RESULT_LINE), length;
	const char *at = strncmp(line, BENCHI_RESULT_LINE, mark) ? NULL
		: benchi_message_numbers(line + mark, number, BENCHI_RESULT_NUMBERS);

	if (!at || *at++ != '\t')
		return NULL;
	length = strcspn(at, "\t");
	*method = benchi_method_of(at, length);
	return at[length] ? without_folders(line + (at - line) + length + 1) : NULL;
}

/* The row of that name, made if it is new; SIZE_MAX when memory is out. */
static size_t find_row(run_results *results, const char *name)
{
	benchi_report *report = &results->report;
	benchi_result *row;

	for (size_t i = 0; i < report->n; i++)
		if (!strcmp(report->result[i].name, name))
			return i;
	if (!benchi_grow(&results->parts, sizeof *results->parts, report->n, &results->capacity))
		return SIZE_MAX;
	memset(&results->parts[report->n], 0, sizeof *results->parts);
	row = benchi_report_add(report);
	if (!row || !(row->name = benchi_copy(name, strlen(name))))
		return SIZE_MAX;
	row->benchmark = row->name;
	row->threads = 1;
	row->cpu_ns = row->wall_ns = (double)NAN;
	return report->n - 1;
}

/* The name of the row that this text has in this process: "text", "text #2", ... */
static size_t next_row(run_results *results, const char *text, uint32_t process)
{
	char name[NAME];
	size_t row;

	for (unsigned occurrence = 1;; occurrence++) {
		const benchi_result *r;

		snprintf(name, sizeof name, occurrence > 1 ? "%s #%u" : "%s", text, occurrence);
		row = find_row(results, name);
		if (row == SIZE_MAX)
			return row;
		r = &results->report.result[row];
		if (!r->n || r->reading[r->n - 1].process != process)
			return row;
	}
}

static bench_status add(run_results *results, size_t row, const double *number, const char *method,
                        uint32_t process)
{
	benchi_result *r = &results->report.result[row];
	const benchi_reading reading = { number[BENCHI_RESULT_NS], number[BENCHI_RESULT_CYCLES],
		number[BENCHI_RESULT_ITERATIONS], process, 0 };
	bench_summary *s = &r->summary;

	*s = benchi_summary_none(BENCH_OK);
	r->wall_ns = s->ns = s->ns_high = reading.ns;
	s->ns_low = fmin(reading.ns, number[BENCHI_RESULT_NS_LOW]);
	s->cycles = s->cycles_high = reading.cycles;
	s->cycles_low = fmin(reading.cycles, number[BENCHI_RESULT_CYCLES_LOW]);
	s->width = number[BENCHI_RESULT_WIDTH];
	s->width_full = number[BENCHI_RESULT_WIDTH_FULL];
	s->ns_raw = number[BENCHI_RESULT_NS_RAW];
	s->overhead_ns = s->ns_raw - s->ns;
	s->mhz = number[BENCHI_RESULT_MHZ];
	s->iterations = (uint64_t)reading.iterations;
	s->samples = (size_t)number[BENCHI_RESULT_SAMPLES];
	s->warnings = (unsigned)number[BENCHI_RESULT_WARNINGS];
	s->confidence = (double)NAN;    /* is not published */
	s->method = method;
	return benchi_parts_add(&results->parts[row], r, process) ? benchi_result_add(r, &reading)
		: BENCH_ERR_MEMORY;
}

size_t run_gather(FILE *in, uint32_t process, bool numbered, run_results *results)
{
	char line[BENCHI_RESULT_TEXT + 2];
	size_t n = 0;

	while (fgets(line, sizeof line, in)) {
		double number[BENCHI_RESULT_NUMBERS];
		const char *method;
		char *where;
		size_t row;

		line[strcspn(line, "\n")] = '\0';
		where = parse(line, number, &method);
		if (!where)
			continue;
		if (!numbered)
			take_out_line(where);
		row = next_row(results, where, process);
		if (row == SIZE_MAX || add(results, row, number, method, process) != BENCH_OK)
			return SIZE_MAX;
		n++;
	}
	return n;
}

void run_free(run_results *results)
{
	benchi_parts_free(results->parts, results->report.n);
	benchi_report_free(&results->report);
}

/*
 * `bench run --count`: the instructions of one iteration of each BENCH.
 *
 * One more process of the program is traced.  Its library appends the name of what it is about to
 * measure to the results, and runs it in windows of 1 and 2 iterations; it raises SIGURG where a
 * window that counts begins and ends (lib/measure/publish.c).  Between the two the tracer steps and
 * counts; the difference of the windows is one iteration.  Only the program's first thread is
 * counted.
 */

#ifdef BENCHI_HAVE_STEPS
#include <fcntl.h>
#include <sys/ptrace.h>

enum { OVER = -1 };

extern char **environ;

typedef struct tracer {
	long child;
	size_t limit;
	double until_ns;    /* as in benchi_stepping */
	double *count;      /* of each window that was counted, in order; OVER the limit */
	size_t n, capacity;
} tracer;

/* The row of a text that comes for the so manieth time in a process, from 1; SIZE_MAX: none. */
static size_t row_of(const run_results *results, const char *text, unsigned occurrence)
{
	char name[NAME];

	snprintf(name, sizeof name, occurrence > 1 ? "%s #%u" : "%s", text, occurrence);
	for (size_t i = 0; i < results->report.n; i++)
		if (!strcmp(results->report.result[i].name, name))
			return i;
	return SIZE_MAX;
}

static void be_child(char *const *argv, char **environment)
{
	int nowhere = open("/dev/null", O_WRONLY);

	if (nowhere >= 0)
		dup2(nowhere, STDOUT_FILENO);
	environ = environment;
	if (ptrace(PTRACE_TRACEME, 0, NULL, NULL))
		_exit(126);
	execvp(argv[0], argv);
	_exit(127);
}

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
		if ((end == BENCHI_TRACE_LIMIT || end == BENCHI_TRACE_LATE)
		    && benchi_trace_run(t->child, true, NULL) == BENCHI_TRACE_MARK) {
			t->count[t->n++] = OVER;
			end = BENCHI_TRACE_MARK;
		}
	}
}

/* The k-th name's: windows 2 k and 2 k + 1. */
static void give_one(const tracer *t, size_t k, benchi_result *r)
{
	if (2 * k + 1 >= t->n) {
		strcpy(r->uncounted, "its process ended before");
	} else if (t->count[2 * k] < 0 || t->count[2 * k + 1] < 0) {
		strcpy(r->uncounted, "over the limit of single steps");
	} else {
		benchi_count_set(r, BENCHI_COUNT_INSTRUCTIONS, t->count[2 * k + 1] - t->count[2 * k]);
	}
}

/* Each name of the file has its counts, in order. */
static void give(const tracer *t, FILE *published, run_results *results)
{
	char line[BENCHI_RESULT_TEXT + 2];
	size_t mark = strlen(BENCHI_STEPPED_LINE);
	unsigned *had = calloc(results->report.n + 1, sizeof *had);

	for (size_t k = 0; had && fgets(line, sizeof line, published);) {
		size_t first, row;
		char *text;

		if (strncmp(line, BENCHI_STEPPED_LINE "\t", mark + 1))
			continue;
		line[strcspn(line, "\n")] = '\0';
		text = without_folders(line + mark + 1);
		first = row_of(results, text, 1);
		row = first == SIZE_MAX ? first : row_of(results, text, ++had[first]);
		if (row != SIZE_MAX)
			give_one(t, k, &results->report.result[row]);
		k++;
	}
	free(had);
}

/* Starts the program once more, in this environment, and counts the instructions of one iteration
 * of each of its results, within the settings' limits.  published: the file of its
 * results.  0, or an exit status after a message. */
static int run_steps(char *const *argv, char **environment, const benchi_settings *s,
                     const char *path, run_results *results)
{
	tracer t = { .limit = s->count_limit,
		.until_ns = s->count_ns > 0 ? 1e9 * now_s() + s->count_ns : 0 };
	FILE *published;
	int status;
	bool traced;

	t.child = fork();
	if (t.child == 0)
		be_child(argv, environment);
	if (t.child < 0)
		return complain(RUN_VERB, "cannot start a process: %s", strerror(errno));
	traced = benchi_trace_begin(t.child, &status);
	if (!traced)
		return complain(RUN_VERB, "--count: the system forbids tracing");
	trace(&t);
	benchi_trace_end(t.child);
	published = fopen(path, "r");
	if (published) {
		give(&t, published, results);
		fclose(published);
	}
	free(t.count);
	return 0;
}

#else

static int run_steps(char *const *argv, char **environment, const benchi_settings *s,
                     const char *path, run_results *results)
{
	return complain(RUN_VERB, "--count: " BENCHI_NO_STEPS);
}

#endif

enum { PATH = 4096 };

typedef struct request {
	benchi_settings settings; /* of those of a program: how many processes, and what is written */
	char **argv;              /* of the program */
	bool show;
	char *file;               /* where the program publishes; NULL: none yet */
	char results[sizeof BENCHI_RESULTS + PATH];      /* a variable that names it */
	benchi_fresh fresh;
	benchi_atomic_file output;
} request;

#define AT(member) offsetof(request, member)

static const benchi_setting table[] = {
	BENCHI_LIMITED('p', "processes", "N", "start N fresh processes, one after the other ("
		BENCHI_QUOTED(BENCHI_PROCESSES) ")", benchi_setting_count, AT(settings.processes), 1,
		BENCHI_PROCESSES_MOST),
	BENCHI_SETTING(0, "format", BENCHI_FORMAT_NAMES, "of the results", benchi_setting_choice,
		AT(settings.form)),
	BENCHI_SETTING('o', "output", "FILE", "write the results to FILE as well",
		benchi_setting_text, AT(settings.output)),
	BENCHI_FLAG(0, "count", "count instructions, in one more process",
		AT(settings.count)),
	BENCHI_LIMITED(0, "count-limit", "N", "count in at most N steps ("
		BENCHI_QUOTED(BENCHI_COUNT_LIMIT) ")", benchi_setting_count_limit,
		AT(settings.count_limit), 1, BENCHI_COUNT_LIMIT_MOST),
	BENCHI_FLAG(0, "show-output", "send the program's output to standard error", AT(show)),
	BENCHI_FLAG('q', "quiet", "print the table alone, without context and advice",
		AT(settings.quiet)),
	BENCHI_SETTINGS_END
};

/* Runs the program once, as process k; 0, 1 if it failed, or EXIT_MISUSE after a message. */
static int run_once(request *r, size_t k)
{
	char **environment = benchi_fresh_environment(&r->fresh, k, r->results);
	benchi_command command = { r->argv, environment, -1, r->show ? STDERR_FILENO : -1,
		STDERR_FILENO, true };
	benchi_process process;
	bench_status status;

	if (!environment)
		return complain(RUN_VERB, "out of memory");
	status = benchi_process_start(&command, &process);
	free(environment);
	if (status != BENCH_OK)
		return complain(RUN_VERB, "%s", bench_detail());
	benchi_interrupt_tells(process.id);
	benchi_process_finish(&process);
	if (benchi_interrupt_came() || (process.usage.exited && !process.usage.code))
		return 0;
	complain(RUN_VERB, "process %zu of %zu %s %d", k + 1, r->settings.processes,
		process.usage.exited ? "ended with status" : "was ended by signal", process.usage.code);
	return EXIT_WORSE;
}

/* The results of process k, which the file holds; it is empty again. */
static int take_results(const request *r, size_t k, run_results *results)
{
	FILE *file = fopen(r->file, "r");
	size_t n = file ? run_gather(file, (uint32_t)k, true, results) : 0;

	if (file)
		fclose(file);
	if (n == SIZE_MAX)
		return complain(RUN_VERB, "out of memory for the results");
	if (!file || truncate(r->file, 0))
		return complain(RUN_VERB, "%s: %s", r->file, strerror(errno));
	return 0;
}

/* Counts instructions in one more process. */
static int count(request *r, run_results *results)
{
	char wanted[] = BENCHI_STEPPED "=1", *variable[] = { r->results, wanted, r->fresh.calibration };
	char **environment = benchi_child_environment(variable, *r->fresh.calibration ? 3 : 2);
	int status = environment ? run_steps(r->argv, environment, &r->settings, r->file,
		results) : complain(RUN_VERB, "out of memory");

	free(environment);
	return status;
}

static int run_all(request *r, run_results *results)
{
	int status = 0, failures = 0;

	r->file = scratch_make(RUN_VERB, false);
	if (!r->file)
		return EXIT_MISUSE;
	snprintf(r->results, sizeof r->results, BENCHI_RESULTS "=%s", r->file);
	for (size_t k = 0; k < r->settings.processes && !status && failures < BENCHI_FAILURES_MOST
	     && !benchi_interrupt_came(); k++) {
		int one = run_once(r, k);

		failures += one == EXIT_WORSE;
		status = one == EXIT_MISUSE ? one : take_results(r, k, results);
	}
	if (!status && r->settings.count && results->report.n)
		status = count(r, results);
	scratch_remove(r->file);
	if (!status && !results->report.n)
		return complain(RUN_VERB, "%s has published no result: it is no program of libbench, or "
			"measures nothing", r->argv[0]);
	return status ? status : failures ? EXIT_WORSE : 0;
}

static int report_all(request *r, run_results *results)
{
	const benchi_settings *s = &r->settings;
	benchi_context context = { .n = 0 };
	int status = 0, shown = 0;

	results->report.program = last_part(r->argv[0]);
	results->report.began = (double)time(NULL);
	results->report.interrupted = benchi_interrupt_came() != 0;
	if (benchi_parts_combine(results->parts, &results->report) != BENCH_OK
	    || benchi_finish_context(&results->report, &context) != BENCH_OK)
		status = complain(RUN_VERB, "%s", bench_detail());
	if (!status)
		status = benchi_finish_save(s, &results->report, &context, &r->output);
	if (!status)
		shown = benchi_finish_show(s, &results->report, &context);
	benchi_context_free(&context);
	return status ? status : shown;
}

static int act(request *r)
{
	run_results results = { .capacity = 0 };
	int status, written = 0;

	if (r->settings.output
	    && benchi_atomic_file_begin(r->settings.output, &r->output) != BENCH_OK)
		return complain(RUN_VERB, "%s", bench_detail());
	benchi_interrupt_watch(false);
	status = run_all(r, &results);
	if (status != EXIT_MISUSE)
		written = report_all(r, &results);
	benchi_atomic_file_drop(&r->output);
	run_free(&results);
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
		.more = "\nA row is one BENCH: its file, line and body.\n"
			"Exit status: 0, 1 a process failed, 2 misuse or no result.  More: bench-run(1).\n",
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
	return act(&r);
}
