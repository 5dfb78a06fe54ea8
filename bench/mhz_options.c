/*
 * The options of mhz.
 *
 * Every option is checked before anything is measured. Contradictory options are rejected by name.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "mhz.h"

static const char help[] =
"Usage: mhz [OPTION]...\n"
"Finds the clock of the core it runs on, from execution times alone.\n"
"\n"
"  -c              print only the clock's tick, in nanoseconds\n"
"  -v              print a table: expression, nanoseconds, ticks\n"
"  --json          print JSON\n"
"  --jsonl         print a line of JSON: host and megahertz, for bench compare\n"
"  --host NAME     name the machine NAME in JSON (its own name)\n"
"  --data          print the recording instead of an estimate\n"
"  --cpu LIST      measure each of these processors (0,2-3 or all)\n"
"  --together      measure each processor alone, then all at once\n"
"  --watch         print a line per second, N lines with --lines N\n"
"  --heat SECONDS  warm each processor up for this time first\n"
"  --time SECONDS  stop after this time (5 ms to 0.2 s)\n"
"  --replay FILE   estimate from a recording (- is standard input)\n"
"  --help          print this\n"
"  --version       print the version\n"
"\n"
"Exit status: 0 with an answer; 1 without (the line is then -1 System too busy);\n"
"2 for bad options, bad recordings and output that cannot be written.\n";

enum { CPU = 256, TIME, REPLAY, HOST, HEAT, LINES, TOGETHER, WATCH, JSON, JSONL, DATA,
	SHOW_VERSION };

static const benchi_option known[] = { { 'c', NULL, false }, { 'v', NULL, false },
	{ JSON, "json", false }, { JSONL, "jsonl", false }, { DATA, "data", false },
	{ TOGETHER, "together", false }, { WATCH, "watch", false }, { 'h', "help", false },
	{ SHOW_VERSION, "version", false }, { CPU, "cpu", true }, { TIME, "time", true },
	{ REPLAY, "replay", true }, { HOST, "host", true }, { HEAT, "heat", true },
	{ LINES, "lines", true }, { 0, NULL, false } };

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
	double seconds;

	if (!benchi_number(text, &seconds))
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
	if (!benchi_whole(text, 999999999, &options->lines))
		return mhz_bad("--lines %s: not a number of lines", text);
	return options->lines ? MHZ_OK : mhz_bad("--lines %s: must be above 0", text);
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

static int take(struct mhz_options *options, int letter, const char *value)
{
	switch (letter) {
	case 'c': return set_form(options, MHZ_TICK, "-c");
	case 'v': return set_form(options, MHZ_TABLE, "-v");
	case JSON: return set_form(options, MHZ_JSON, "--json");
	case JSONL: return set_form(options, MHZ_JSONL, "--jsonl");
	case DATA: return set_form(options, MHZ_DATA, "--data");
	case TOGETHER: options->together = 1; break;
	case WATCH: options->watch = 1; break;
	case CPU: options->cpus = value; break;
	case TIME: return read_seconds("--time", value, &options->seconds);
	case REPLAY: options->replay = value; break;
	case HOST: options->host = value; break;
	case HEAT: return read_seconds("--heat", value, &options->heat);
	case LINES: return read_lines(options, value);
	case 'h': options->done = fputs(help, stdout) || 1; break;
	case SHOW_VERSION: options->done = printf("mhz (libbench) %s\n", bench_version()) || 1; break;
	case BENCHI_OPTION_BARE: return mhz_bad("%s: needs an argument", value);
	case BENCHI_OPTION_FULL: return mhz_bad("%s: takes no argument", value);
	default:
		return mhz_bad("%s%s: unknown option (mhz --help lists them)", *value == '-' ? "" : "-",
			value);
	}
	return MHZ_OK;
}

int mhz_options_read(struct mhz_options *options, int argc, char **argv)
{
	benchi_options given;
	int code = MHZ_OK, letter;

	memset(options, 0, sizeof *options);
	benchi_options_start(&given, known, argc ? argc - 1 : 0, argv + 1);
	while (code == MHZ_OK && !options->done
	       && (letter = benchi_options_next(&given)) != BENCHI_OPTION_END)
		code = take(options, letter, given.value);
	if (code == MHZ_OK && !options->done && given.operands)
		code = mhz_bad("%s: unexpected argument (mhz --help lists the options)", given.argv[0]);
	if (options->together && !options->cpus)
		options->cpus = "all";
	return code == MHZ_OK && !options->done ? check(options) : code;
}
