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
#include "tools/tools.h"

#include <time.h>

#define RUN_VERB "run"

typedef struct request {
	benchi_settings settings; /* of those of a program: how many processes, and what is written */
	char **argv;              /* of the program */
	bool show;
	char *file;               /* where the program publishes; NULL: none yet */
	char *results;            /* a variable that names it */
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
	r->results = benchi_published_variable(r->file);
	if (!r->results)
		status = complain(RUN_VERB, "out of memory");
	for (size_t k = 0; k < r->settings.processes && !status && failures < BENCHI_FAILURES_MOST
	     && !benchi_interrupt_came(); k++) {
		int one = run_once(r, k);

		failures += one == EXIT_WORSE;
		status = one == EXIT_MISUSE ? one
			: benchi_published_take(r->file, (uint32_t)k, true, results) == BENCH_OK ? 0
			: complain(RUN_VERB, "%s", bench_detail());
	}
	scratch_remove(r->file);
	free(r->results);
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

static int act(request *r)
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
		}, .fresh = { .anew = SIZE_MAX } };
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
