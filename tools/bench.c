/*
 * The command `bench`: runs a verb and checks that all of its output arrived.
 *
 * Output is checked at the end, whatever the verb: a full disk is an error; a closed pipe ends
 * quietly with the status of SIGPIPE; a truncated table never exits 0.
 *
 * SPDX-License-Identifier: MIT
 */
#include "tools/tools.h"

#include <errno.h>
#include <stdarg.h>
#include <unistd.h>

#ifdef BENCHI_HAVE_PROCESSES
static verb verb_example;
#define RUNS(run) run
#else
#define RUNS(run) verb_refuse

/* Replaces verbs that run other programs, where processes are not supported. */
static int verb_refuse(int argc, char **argv)
{
	return complain(argv[0], "this system cannot run other programs");
}
#endif

static const struct {
	const char *name;
	verb *run;
	const char *purpose; /* NULL: mentioned below the list */
} verbs[] = {
	{ "sample", RUNS(verb_sample), "time commands, and compare them with each other" },
	{ "versus", RUNS(verb_versus), "find which of two builds is faster, case by case" },
	{ "compare", verb_compare, "compare saved results, with intervals" },
	{ "plot", verb_plot, "draw results: in the terminal, as SVG, as a page" },
	{ "history", RUNS(verb_history), "keep results of commits, and find where they changed" },
	{ "new", verb_new, "write a small benchmark program to begin with" },
	{ "check", verb_check, "find which differences this machine can show, and what disturbs it" },
	{ "run", RUNS(verb_run), "repeat a program that uses BENCH, in fresh processes" },
	{ "ramp", RUNS(verb_ramp), "run a command on more and more workers" },
	{ "choose", RUNS(verb_choose), "let a program choose its fastest functions at install time" },
	{ "relink", RUNS(verb_relink), "link a program in several layouts, for bench versus" },
	{ "describe", verb_describe, "describe a set of values: centre, spread, shape, drift" },
	{ "power", verb_power, "plan how many runs a comparison needs" },
	{ "ministat", verb_ministat, "compute what ministat(1) does, in the same form" },
	{ "analyze", verb_compare, NULL },          /* the name of this verb in cbdr */
	{ "example", RUNS(verb_example), NULL },
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

/*
 * `bench example`: runs an example benchmark from the build tree or the installation.
 */

#ifdef BENCHI_HAVE_PROCESSES

#ifndef EXAMPLES
#define EXAMPLES "/usr/libexec/libbench"
#endif

static const char *const examples[][2] = {
	{ "accuracy", "the error of the library's cycles on this machine" },
	{ "bw_file", "reading a file, by read and mmap" },
	{ "bw_mem", "memory bandwidth, by size and threads" },
	{ "clock", "resolution and cost of the system's clock" },
	{ "inputs", "fresh, rotated, warm and cold inputs" },
	{ "lat_call", "ways of calling a function" },
	{ "lat_ctx", "a switch between processes" },
	{ "lat_mem", "load latency, and the sizes of the caches" },
	{ "lat_ops", "latency of operations, in cycles" },
	{ "lat_rand", "random numbers of the C library" },
	{ "lat_syscall", "system calls" },
	{ "lat_tcp", "a pipe and TCP over loopback" },
	{ "pick_copy", "the fastest way of copying, by length" },
	{ "rand_read", "random reads from a file, by more and more readers" },
	{ "tcp", "a client of an echo server, a web server and Redis" },
};

static int verb_example(int argc, char **argv)
{
	static const char *const folder[] = { "/../bench", "/../libexec/libbench", EXAMPLES };
	char self[4000], path[4100], none[] = "bench", *slash;
	size_t i = 0, n = sizeof examples / sizeof *examples;

	if (argc < 2 || !strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"))
	{
		puts("usage: bench example NAME [OPTION...]\n");
		for (i = 0; i < n; i++)
			printf("  %-11s  %s\n", examples[i][0], examples[i][1]);
		puts("\n'bench example NAME --help' has its options.  More: bench(1).");
		return 0;
	}
	while (i < n && strcmp(argv[1], examples[i][0]) != 0)
		i++;
	if (i == n)
		return complain(argv[0], "found '%s', expected an example (try 'bench example')", argv[1]);
	snprintf(self, sizeof self, "%s", benchi_process_self(none, path, sizeof path));
	slash = strrchr(self, '/');
	for (i = slash ? 0 : 2; i < 3; i++) {
		snprintf(path, sizeof path, "%.*s%s/%s", i < 2 ? (int)(slash - self) : 0, self, folder[i],
		         argv[1]);
		execv(path, argv + 1);
	}
	return complain(argv[0], "%s: %s", path, strerror(errno));
}

#endif

/* Returns whether one letter too many, too few or wrong, or two exchanged, tell a word from a
 * name. */
static bool is_slip(const char *word, const char *name)
{
	size_t a = strlen(word), b = strlen(name);

	while (a > 0 && b > 0 && *word == *name)
		word++, name++, a--, b--;
	while (a > 0 && b > 0 && word[a - 1] == name[b - 1])
		a--, b--;
	return (a <= 1 && b <= 1)
		|| (a == 2 && b == 2 && word[0] == name[1] && word[1] == name[0]);
}

/* Prints all verbs; brief: only the most used ones and an example. */
static void print_help(FILE *out, bool brief)
{
	enum { BRIEF = 6 };

	fputs("bench: time code and commands, compare builds, keep a history\n"
	      "usage: bench VERB [OPTION...] [FILE...]\n\n", out);
	for (size_t i = 0; i < (brief ? BRIEF : VERBS); i++)
		if (verbs[i].purpose)
			fprintf(out, "  %-10s %s\n", verbs[i].name, verbs[i].purpose);
	fputs(brief ? "\nFor example:  bench sample 'sort a.txt' 'sort -u a.txt'\n"
	              "All verbs: bench --help; one verb: bench VERB --help\n"
	            : "\n'bench VERB --help' lists a verb's options, 'bench --version' the version.\n"
	              "'bench example' runs example benchmarks; 'bench analyze' is cbdr's compare.\n"
	              "The manual begins with bench(1).\n", out);
}

static volatile sig_atomic_t reader_left;

#ifdef SIGPIPE
/* A handler, because children would inherit an ignored signal. */
static void note_pipe(int number)
{
	reader_left = 1;
}
#endif

/* Closes standard output and checks that everything was written. A reader that left early is
 * not an error. A failure that already printed a message is not reported again. */
static int close_output(const char *name, int status)
{
	int failed = ferror(stdout);

	errno = 0;
	if ((!fclose(stdout) && !failed) || (failed && status == EXIT_MISUSE && !reader_left))
		return status;
	return reader_left ? EXIT_PIPE
	       : complain(name, "write failed%s%s", errno ? ": " : "", errno ? strerror(errno) : "");
}

int main(int argc, char **argv)
{
	char help_option[] = "--help";

	benchi_standard_files();
#ifdef SIGPIPE
	signal(SIGPIPE, note_pipe);
#endif
#ifdef SIGCHLD
	signal(SIGCHLD, SIG_DFL); /* if SIGCHLD is ignored, exit statuses of children are lost */
#endif
#ifdef SIGXFSZ
	signal(SIGXFSZ, SIG_IGN); /* a write beyond the limit of a file's size fails instead of ending
	                             this program */
#endif
	if (argc < 2) {
		print_help(stdout, true);
		return close_output("", EXIT_MISUSE);
	}
	if (!strcmp(argv[1], "help") && argc > 2) {
		argv[1] = argv[2];
		argv[2] = help_option;
		argc = 3;
	} else if (!strcmp(argv[1], "help") || !strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")) {
		print_help(stdout, false);
		return close_output("", 0);
	} else if (!strcmp(argv[1], "--version") || !strcmp(argv[1], "version")) {
		printf("bench (libbench) %s\n", bench_version());
		return close_output("", 0);
	}
	for (size_t i = 0; i < VERBS; i++)
		if (!strcmp(argv[1], verbs[i].name)) {
			int status = verbs[i].run(argc - 1, argv + 1);

			benchi_process_guard_end();
			return close_output(verbs[i].name, status);
		}
	for (size_t i = 0; i < VERBS; i++)
		if (verbs[i].purpose && is_slip(argv[1], verbs[i].name))
			return complain("", "'%s' is not a verb: did you mean '%s'? (try 'bench --help')",
				argv[1], verbs[i].name);
	return complain("", "'%s' is not a verb (try 'bench --help')", argv[1]);
}
