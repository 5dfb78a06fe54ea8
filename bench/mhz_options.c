/*
 * The options of mhz.
 *
 * Every option is checked before anything is measured; what contradicts is refused
 * and named.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mhz.h"

static const char help[] =
"Usage: mhz [OPTION]...\n"
"Finds the clock of the core it runs on, from execution times alone.\n"
"\n"
"  -c              print the clock's tick in nanoseconds, nothing else\n"
"  -v              print a table: expression, nanoseconds, ticks\n"
"  --json          print JSON\n"
"  --jsonl         print a line of JSON: host and megahertz, for bench compare\n"
"  --host NAME     what JSON calls this machine; by default as it calls itself\n"
"  --data          print the recording that the estimate is made from\n"
"  --cpu LIST      pin to each of these processors (0,2-3 or all): a line each\n"
"  --together      each processor alone, then all of them at once\n"
"  --watch         a line a second, --lines N of them\n"
"  --heat SECONDS  compute so long first, on each processor\n"
"  --time SECONDS  bound the run\n"
"  --replay FILE   estimate from a recording (- is standard input)\n"
"  --help          print this\n"
"  --version       print the version\n"
"\n"
"Exit status: 0 with an answer; 1 without (the line is then -1 System too busy);\n"
"2 for bad options, bad recordings and output that cannot be written.\n";

static int set_form(struct mhz_options *options, enum mhz_form form, const char *name)
{
	if (options->form_name && options->form != form)
		return mhz_bad("%s and %s cannot be combined", options->form_name, name);
	options->form = form;
	options->form_name = name;
	return MHZ_OK;
}

static int read_seconds(const char *name, const char *text, double *value)
{
	char *end;
	double seconds = strtod(text, &end);

	if (end == text || *end || strspn(text, "0123456789.eE+-") != strlen(text))
		return mhz_bad("%s %s: not a number of seconds", name, text);
	if (!(seconds > 0))
		return mhz_bad("%s %s: must be above 0", name, text);
	if (seconds > 86400)
		return mhz_bad("%s %s: must be at most 86400", name, text);
	*value = seconds;
	return MHZ_OK;
}

static int read_lines(struct mhz_options *options, const char *text)
{
	if (!*text || strspn(text, "0123456789") != strlen(text) || strlen(text) > 9)
		return mhz_bad("--lines %s: not a number of lines", text);
	options->lines = strtoul(text, NULL, 10);
	return options->lines ? MHZ_OK : mhz_bad("--lines %s: must be above 0", text);
}

/* The argument of option name at argv[*i]: after its = or the next; NULL if there is
 * none, its message printed. */
static const char *argument(const char *name, int argc, char **argv, int *i)
{
	size_t length = strlen(name);

	if (argv[*i][length] == '=')
		return argv[*i] + length + 1;
	if (*i + 1 < argc)
		return argv[++*i];
	mhz_bad("%s: needs an argument", name);
	return NULL;
}

static int is(const char *text, const char *name)
{
	size_t length = strlen(name);

	return strncmp(text, name, length) == 0 && (text[length] == '\0' || text[length] == '=');
}

static int with_argument(struct mhz_options *options, int argc, char **argv, int *i)
{
	static const char *const names[] = { "--cpu", "--time", "--replay", "--host", "--heat",
		"--lines" };
	const char *text = argv[*i], *value;

	for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
		if (!is(text, names[k]))
			continue;
		value = argument(names[k], argc, argv, i);
		if (!value)
			return MHZ_BAD;
		if (k == 1 || k == 4)
			return read_seconds(names[k], value, k == 1 ? &options->seconds : &options->heat);
		if (k == 5)
			return read_lines(options, value);
		*(k == 0 ? &options->cpus : k == 2 ? &options->replay : &options->host) = value;
		return MHZ_OK;
	}
	if (text[0] == '-' && text[1])
		return mhz_bad("%s: unknown option (mhz --help lists them)", text);
	return mhz_bad("%s: unexpected argument (mhz --help lists the options)", text);
}

static int check(const struct mhz_options *options)
{
	if (options->replay && options->cpus)
		return mhz_bad("--replay and --cpu cannot be combined: a recording has its own processor");
	if (options->host && options->form != MHZ_JSON && options->form != MHZ_JSONL)
		return mhz_bad("--host needs --json or --jsonl: nothing else names the machine");
	if (options->replay && (options->together || options->watch || options->heat > 0))
		return mhz_bad("--replay and %s cannot be combined: nothing is measured",
		               options->together ? "--together" : options->watch ? "--watch" : "--heat");
	if (options->together && options->watch)
		return mhz_bad("--together and --watch cannot be combined");
	if ((options->together || options->watch) && options->form != MHZ_LINE
	    && options->form != MHZ_JSON)
		return mhz_bad("%s and %s cannot be combined", options->together ? "--together" : "--watch",
		               options->form_name);
	if (options->lines && !options->watch)
		return mhz_bad("--lines needs --watch");
	if (options->replay && options->seconds > 0)
		return mhz_bad("--replay and --time cannot be combined: nothing is measured");
	return MHZ_OK;
}

int mhz_options_read(struct mhz_options *options, int argc, char **argv)
{
	int code = MHZ_OK;

	memset(options, 0, sizeof *options);
	for (int i = 1; i < argc && code == MHZ_OK && !options->done; i++) {
		if (strcmp(argv[i], "-c") == 0)
			code = set_form(options, MHZ_TICK, "-c");
		else if (strcmp(argv[i], "-v") == 0)
			code = set_form(options, MHZ_TABLE, "-v");
		else if (strcmp(argv[i], "--json") == 0)
			code = set_form(options, MHZ_JSON, "--json");
		else if (strcmp(argv[i], "--jsonl") == 0)
			code = set_form(options, MHZ_JSONL, "--jsonl");
		else if (strcmp(argv[i], "--data") == 0)
			code = set_form(options, MHZ_DATA, "--data");
		else if (strcmp(argv[i], "--together") == 0)
			options->together = 1;
		else if (strcmp(argv[i], "--watch") == 0)
			options->watch = 1;
		else if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
			options->done = fputs(help, stdout) || 1;
		else if (strcmp(argv[i], "--version") == 0)
			options->done = printf("mhz (libbench) %s\n", bench_version()) || 1;
		else
			code = with_argument(options, argc, argv, &i);
	}
	if (options->together && !options->cpus)
		options->cpus = "all";
	return code == MHZ_OK && !options->done ? check(options) : code;
}
