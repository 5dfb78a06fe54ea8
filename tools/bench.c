/*
 * The command `bench`: runs a verb and checks that all of its output arrived.
 *
 * One table of verbs.  Output is checked at the end, whatever the verb: a full disk is an
 * error, a closed pipe ends quietly with the status of SIGPIPE; never half a table with status 0.
 *
 * SPDX-License-Identifier: MIT
 */
#include "tools/tools.h"

#include <errno.h>
#include <stdarg.h>

static const struct {
	const char *name;
	verb *run;
	const char *purpose; /* NULL: a manner of the verb above */
} verbs[] = {
	{ "versus", verb_versus, "report which of two builds is faster, case by case" },
	{ "history", verb_history, "keep results of commits, and find where they changed" },
	{ "relink", verb_relink, "link a program again with other layouts, for bench versus" },
	{ "compare", verb_compare, "report which set of measurements is faster, with intervals" },
	{ "analyze", verb_compare, NULL },
	{ "describe", verb_describe, "describe a set: centre, spread, shape, run order" },
	{ "sample", verb_sample, "run commands in turn and write down what each run took" },
	{ "run", verb_run, "run a program of BENCH many times: intervals over its processes" },
	{ "plot", verb_plot, "draw measurements: in the terminal, as SVG, as a page" },
	{ "check", verb_check, "report whether this machine is quiet enough, and for what" },
	{ "power", verb_power, "say how many more it takes, or what these can prove" },
	{ "ramp", verb_ramp, "run a command more and more at once: what is done, how fast?" },
	{ "ministat", verb_ministat, "the same command line and output as ministat(1)" },
};

#define VERBS (sizeof verbs / sizeof *verbs)

int complain(const char *verb_name, const char *format, ...)
{
	char program[40], text[4000];
	va_list list;

	va_start(list, format);
	vsnprintf(text, sizeof text, format, list);
	va_end(list);
	snprintf(program, sizeof program, "bench%s%.30s", *verb_name ? " " : "", verb_name);
	return benchi_complain_by(program, "%s", text);
}

static int help(void)
{
	puts("bench: times small pieces of code, and compares what was timed\n"
	     "\n"
	     "usage: bench VERB [OPTION...] [FILE...]\n");
	for (size_t i = 0; i < VERBS; i++)
		if (verbs[i].purpose)
			printf("  %-10s %s\n", verbs[i].name, verbs[i].purpose);
	puts("\n"
	     "'bench VERB --help' explains a verb, 'bench --version' says which bench this is.\n"
	     "'analyze' is 'compare' as cbdr does it.  The manual: bench(1), bench-format(5).");
	return 0;
}

static volatile sig_atomic_t reader_left;

#ifdef SIGPIPE
/* A handler, unlike an ignored signal, is not inherited by the commands that are run. */
static void note_pipe(int number)
{
	reader_left = 1;
}
#endif

/* Whether everything reached standard output.  A reader that has left has seen enough. */
static int close_output(const char *name, int status)
{
	int failed = ferror(stdout);

	errno = 0;
	if (!fclose(stdout) && !failed)
		return status;
	return reader_left ? EXIT_PIPE
	       : complain(name, "write failed%s%s", errno ? ": " : "", errno ? strerror(errno) : "");
}

static int run_verb(int argc, char **argv)
{
	for (size_t i = 0; i < VERBS; i++)
		if (!strcmp(argv[0], verbs[i].name)) {
			int status = verbs[i].run(argc, argv);

			benchi_process_guard_end();
			return close_output(argv[0], status);
		}
	return complain("", "'%s' is not a verb (try 'bench --help')", argv[0]);
}

int main(int argc, char **argv)
{
	char help_option[] = "--help";

	benchi_standard_files();
#ifdef SIGPIPE
	signal(SIGPIPE, note_pipe);
#endif
#ifdef SIGCHLD
	signal(SIGCHLD, SIG_DFL); /* where it is ignored, the exit status of a child is lost */
#endif
#ifdef SIGXFSZ
	signal(SIGXFSZ, SIG_IGN); /* and so is a file at its size limit */
#endif
	if (argc < 2) {
		complain("", "a verb is missing (try 'bench --help')");
		return EXIT_MISUSE;
	}
	if (!strcmp(argv[1], "help") && argc > 2) {
		argv[1] = argv[2];
		argv[2] = help_option;
		return run_verb(2, argv + 1);
	}
	if (!strcmp(argv[1], "help") || !strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"))
		return close_output("", help());
	if (!strcmp(argv[1], "--version") || !strcmp(argv[1], "version")) {
		printf("bench (libbench) %s\n", bench_version());
		return close_output("", 0);
	}
	return run_verb(argc - 1, argv + 1);
}
