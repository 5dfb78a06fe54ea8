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
#include <config.h>

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/options.h"
#include "base/random.h"
#include "measure/publish.h"
#include "measure/hand_down.h"
#include "measure/stepped.h"
#include "program/atomic_file.h"
#include "program/child_environment.h"
#include "program/count.h"
#include "program/finish.h"
#include "program/interrupt.h"
#include "program/process.h"
#include "tools/compare/compare.h"
#include "tools/run/run.h"
#include "tools/scratch.h"
#include "tools/verbs.h"
#include "write/write.h"


enum { PROCESSES = 'p', OUTPUT = 'o', QUIET = 'q', FORMAT = 256, SHOW, COUNT, COUNT_LIMIT, HELP };
enum { COUNT_LIMIT_DEFAULT = 200000 };
enum { PROCESSES_DEFAULT = 20, PROCESSES_MOST = 10000, PATH = 4096, ANEW = 4,
	FORMATS = 80 };

static const benchi_option known[] = { { PROCESSES, "processes", true },
	{ FORMAT, "format", true }, { OUTPUT, "output", true }, { QUIET, "quiet", false },
	{ SHOW, "show-output", false }, { COUNT, "count", false },
	{ COUNT_LIMIT, "count-limit", true }, { HELP, "help", false }, { 'h', NULL, false },
	{ 0, NULL, false } };

typedef struct request {
	char **argv;             /* of the program */
	size_t processes;
	benchi_format format;
	const char *output;      /* NULL: none */
	bool has_format, quiet, show;
	size_t count_limit;      /* single steps a window; 0: nothing is counted */
	char *results;           /* file where the program publishes; NULL: none yet */
	char calibration[BENCHI_CALIBRATION_TEXT + 64];  /* a variable; "": none */
	uint64_t random;
} request;

static int help(void)
{
	char formats[FORMATS];

	printf("bench run: run a program of BENCH or bench_measure; intervals over its processes\n"
	     "usage: bench run [OPTION...] -- PROGRAM [ARGUMENT...]\n"
	     "\n"
	     "  -p, --processes N     so many fresh processes, one after the other (%d)\n"
	     "      --format NAME     %s\n"
	     "  -o, --output FILE     write the results to FILE as well\n"
	     "      --count           instructions of an iteration, in one more process\n"
	     "      --count-limit N   single steps at most, of one or two iterations (%d)\n"
	     "      --show-output     the program's output goes to standard error\n"
	     "  -q, --quiet           the table alone: nothing about the machine, no advice\n"
	     "\n"
	     "A row is one BENCH: its file, line and body.\n"
	     "Exit status: 0, 1 a process failed, 2 misuse or no result.  More: bench-run(1).\n",
	     PROCESSES_DEFAULT, benchi_format_list(false, formats, sizeof formats),
	     COUNT_LIMIT_DEFAULT);
	return 0;
}

static int take(request *r, int letter, const char *value)
{
	char formats[FORMATS];

	switch (letter) {
	case PROCESSES:
		return compare_count(value, &r->processes) && r->processes <= PROCESSES_MOST
			? 0 : complain_value(RUN_VERB, "processes", value, "a count from 1 to 10000");
	case FORMAT:
		r->has_format = true;
		return benchi_format_find(value, &r->format) ? 0 : complain_value(RUN_VERB, "format",
			value, benchi_format_list(false, formats, sizeof formats));
	case OUTPUT:
		r->output = benchi_is_standard_output(value) ? NULL : value;
		r->format = r->has_format ? r->format : BENCHI_FORMAT_JSON;
		return 0;
	case QUIET: r->quiet = true; return 0;
	case SHOW: r->show = true; return 0;
	case COUNT: r->count_limit = r->count_limit ? r->count_limit : COUNT_LIMIT_DEFAULT; return 0;
	case COUNT_LIMIT:
		return compare_count(value, &r->count_limit) ? 0 : complain_value(RUN_VERB,
			"count-limit", value, "a count from 1");
	default: return complain_option(RUN_VERB, letter, value);
	}
}

/* An empty file for the results, and the calibration to be handed down. */
static int prepare(request *r)
{
	size_t name = sizeof BENCHI_CALIBRATION_VARIABLE;

	r->results = scratch_make(RUN_VERB, false);
	if (!r->results)
		return EXIT_MISUSE;
	memcpy(r->calibration, BENCHI_CALIBRATION_VARIABLE "=", name);
	if (!benchi_calibration_text(r->calibration + name, sizeof r->calibration - name))
		*r->calibration = '\0';
	return 0;
}

/* Runs the program once, as process k; 0, 1 if it failed, or EXIT_MISUSE after a message. */
static int run_once(request *r, size_t k)
{
	char padding[BENCHI_PADDING], path[sizeof BENCHI_RESULTS + PATH];
	char *variable[] = { path, benchi_child_padding(&r->random, padding), r->calibration };
	bool adopts = *r->calibration && k % ANEW != ANEW - 1;
	benchi_command command = { r->argv, NULL, -1, r->show ? STDERR_FILENO : -1, STDERR_FILENO,
		true };
	benchi_process process;
	bench_status status;
	char **environment;

	snprintf(path, sizeof path, BENCHI_RESULTS "=%s", r->results);
	environment = benchi_child_environment(variable, adopts ? 3 : 2);
	if (!environment)
		return complain(RUN_VERB, "out of memory");
	command.environment = environment;
	status = benchi_process_start(&command, &process);
	free(environment);
	if (status != BENCH_OK)
		return complain(RUN_VERB, "%s", bench_detail());
	benchi_interrupt_tells(process.id);
	benchi_process_wait(&process, (double)INFINITY);
	benchi_interrupt_tells(0);
	if (benchi_interrupt_came() || (process.usage.exited && !process.usage.code))
		return 0;
	complain(RUN_VERB, "process %zu of %zu %s %d", k + 1, r->processes,
		process.usage.exited ? "ended with status" : "was ended by signal", process.usage.code);
	return EXIT_WORSE;
}

/* The results of process k, which the file holds; it is empty again. */
static int take_results(const request *r, size_t k, run_results *results)
{
	FILE *file = fopen(r->results, "r");
	size_t n = file ? run_gather(file, (uint32_t)k, results) : 0;

	if (file)
		fclose(file);
	if (n == SIZE_MAX)
		return complain(RUN_VERB, "out of memory for the results");
	if (!file || truncate(r->results, 0))
		return complain(RUN_VERB, "%s: %s", r->results, strerror(errno));
	return 0;
}

/* Counts instructions in one more process. */
static int count(request *r, run_results *results)
{
	char wanted[] = BENCHI_STEPPED "=1", path[sizeof BENCHI_RESULTS + PATH];
	char *variable[] = { path, wanted, r->calibration };
	char **environment = benchi_child_environment(variable, *r->calibration ? 3 : 2);
	int status;

	if (!environment)
		return complain(RUN_VERB, "out of memory");
	snprintf(path, sizeof path, BENCHI_RESULTS "=%s", r->results);
	status = run_steps(r->argv, environment, r->count_limit, r->results, results);
	free(environment);
	return status;
}

static int run_all(request *r, run_results *results)
{
	int status = prepare(r), failures = 0;

	for (size_t k = 0; k < r->processes && !status && failures < 3 && !benchi_interrupt_came();
	     k++) {
		int one = run_once(r, k);

		failures += one == EXIT_WORSE;
		status = one == EXIT_MISUSE ? one : take_results(r, k, results);
	}
	if (!status && r->count_limit && results->report.n)
		status = count(r, results);
	scratch_remove(r->results);
	if (!status && !results->report.n)
		return complain(RUN_VERB, "%s has published no result: it is no program of libbench, or "
			"measures nothing", r->argv[0]);
	return status ? status : failures ? EXIT_WORSE : 0;
}

/* The table, or the selected format; and the file. */
static bench_status write_results(const request *r, const benchi_report *report,
                                  const benchi_context *context)
{
	benchi_output_style style = benchi_look_for(stdout);
	benchi_atomic_file file;
	bench_status status = BENCH_OK;

	style.brief = r->quiet;
	if (r->output) {
		status = benchi_atomic_file_begin(r->output, &file);
		if (status == BENCH_OK)
			status = benchi_write(r->format, file.out, report, context, NULL);
		if (status == BENCH_OK)
			status = benchi_atomic_file_keep(&file);
		benchi_atomic_file_drop(&file);
	}
	if (status == BENCH_OK)
		status = benchi_write(r->output ? BENCHI_FORMAT_TEXT : r->format, stdout, report, context,
			&style);
	return status;
}

static int report_all(const request *r, run_results *results)
{
	const char *slash = strrchr(r->argv[0], '/');
	bench_status status = run_combine(results);
	benchi_context context;

	memset(&context, 0, sizeof context);
	results->report.program = slash ? slash + 1 : r->argv[0];
	results->report.began = (double)time(NULL);
	results->report.interrupted = benchi_interrupt_came() != 0;
	if (status == BENCH_OK)
		status = benchi_finish_context(&results->report, &context);
	if (status == BENCH_OK)
		status = write_results(r, &results->report, &context);
	if (status == BENCH_OK && r->count_limit && (r->output || r->format == BENCHI_FORMAT_TEXT))
		status = benchi_count_print(stdout, &results->report);
	benchi_context_free(&context);
	return status == BENCH_OK ? 0 : complain(RUN_VERB, "%s", bench_detail());
}

static int act(request *r)
{
	run_results results;
	int status, written = 0;

	memset(&results, 0, sizeof results);
	benchi_interrupt_watch();
	status = run_all(r, &results);
	if (status != EXIT_MISUSE)
		written = report_all(r, &results);
	run_free(&results);
	status = written ? written : benchi_interrupt_came() ? 128 + benchi_interrupt_came() : status;
	benchi_interrupt_restore();
	return status;
}

int verb_run(int argc, char **argv)
{
	static request r;
	benchi_options o;
	int letter, status = 0;

	memset(&r, 0, sizeof r);
	r.processes = PROCESSES_DEFAULT;
	benchi_options_start(&o, known, argc - 1, argv + 1);
	while (!status && (letter = benchi_options_next(&o)) != BENCHI_OPTION_END) {
		if (letter == HELP || letter == 'h')
			return help();
		status = take(&r, letter, o.value);
	}
	if (status)
		return status;
	if (!o.operands || !o.ended)
		return complain(RUN_VERB, "expected a program behind -- (try 'bench run --help')");
	r.argv = o.argv;
	r.argv[o.operands] = NULL;
	return act(&r);
}
