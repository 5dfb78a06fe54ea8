/*
 * `bench sample`: runs commands in turn and records the time of each run.
 *
 * Reads the options, in hyperfine's names where the two mean the same; the rest is in the
 * other files of this folder.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/duration.h"
#include "base/number.h"
#include "base/options.h"
#include "base/whole.h"
#include "tools/verbs.h"
#include "tools/sample/sample.h"

enum { ROUNDS = 'r', TIME = 't', SCRIPT = 'b', ROWS = 'o', LEAST = 'm', MOST = 'M', CLEANUP = 'c',
	HELP = 'h', QUIET = 'q', WARMUP = 'w', SETUP = 's', PREPARE = 'p', CONCLUDE = 'C', NAME = 'n',
	NO_SHELL = 'N', SHELL_NAME = 'S', IGNORE = 'i', LIST = 'L', SCAN = 'P', STEP = 'D', UNIT = 'u',
	TIMEOUT = 256, SHELL, MARGIN, CONFIDENCE, INPUT, OUTPUT, OUTPUT_OF, UNTIL, NULLED, VARY, RESUME,
	OBSERVE, SNAPSHOT, SUBTRACT, JSONL, SEED, KEEP, METRIC, NO_COUNTERS, SHOW, STYLE, EXPORT_JSON,
	EXPORT_CSV, EXPORT_MARKDOWN, FORMAT, LIMIT, EXPECT };

static const benchi_option known[] = { { ROUNDS, "rounds", true }, { ROUNDS, "runs", true },
	{ TIME, "time", true }, { SCRIPT, "bench", true }, { ROWS, "rows", true },
	{ LEAST, "min-runs", true }, { MOST, "max-runs", true }, { MARGIN, "margin", true },
	{ CONFIDENCE, "confidence", true }, { INPUT, "input", true }, { HELP, "help", false },
	{ QUIET, "quiet", false }, { TIMEOUT, "timeout", true }, { WARMUP, "warmup", true },
	{ SETUP, "setup", true }, { PREPARE, "prepare", true }, { CONCLUDE, "conclude", true },
	{ CLEANUP, "cleanup", true }, { SHELL, "shell", false }, { SHELL_NAME, NULL, true },
	{ NO_SHELL, NULL, false }, { OUTPUT, "output", true }, { OUTPUT_OF, "output-of", true },
	{ UNTIL, "runs-until", true }, { NULLED, "null", false }, { VARY, "vary-environment", false },
	{ IGNORE, "ignore-failure", false }, { RESUME, "resume", true }, { OBSERVE, "observe", true },
	{ SNAPSHOT, "snapshot", true }, { SUBTRACT, "subtract-startup", false },
	{ JSONL, "jsonl", false }, { SEED, "seed", true }, { KEEP, "keep", true },
	{ METRIC, "metric", true }, { NO_COUNTERS, "no-counters", false },
	{ SHOW, "show-output", false }, { STYLE, "style", true }, { UNIT, "time-unit", true },
	{ NAME, "command-name", true }, { SCAN, "parameter-scan", true },
	{ STEP, "parameter-step-size", true }, { LIST, "parameter-list", true },
	{ EXPORT_JSON, "export-json", true }, { EXPORT_CSV, "export-csv", true },
	{ EXPORT_MARKDOWN, "export-markdown", true }, { FORMAT, "format", true },
	{ LIMIT, "limit", true }, { EXPECT, "expect", true }, { 0, NULL, false } };

static int help(void)
{
	puts("bench sample: run commands in turn, and write down what each run took\n"
	     "usage: bench sample [OPTION...] [NAME:]COMMAND...   (or a line each on input)\n"
	     "\n"
	     "  -r, --rounds N (--runs), -m, --min-runs N, -M, --max-runs N, -t, --time 30s\n"
	     "      --runs-until answer   else it ends with answers, or after 3 s a command\n"
	     "      --margin 1%, --confidence 95%, --metric wall_time, --null    of answers\n"
	     "      --limit 'wall_time<1', --expect 'a:wall_time=1..2'  cannot be; prediction\n"
	     "  -o, --rows FILE           every run, as CSV; --jsonl: JSON; --resume FILE\n"
	     "      --export-json, --export-csv, --export-markdown FILE; --format markdown\n"
	     "  -w, --warmup 1, -i, --ignore-failure, --timeout 10s, --vary-environment\n"
	     "  -s, --setup CMD, -c, --cleanup CMD      before and after everything\n"
	     "  -p, --prepare CMD, -C, --conclude CMD   before and after each run\n"
	     "  -N, -S SHELL, --shell     no shell for any, this one, sh for all\n"
	     "      --subtract-startup    take off what starting takes, measured each run\n"
	     "      --input FILE, --output null|pipe|inherit|FILE, --show-output\n"
	     "      --output-of NAME, --keep STEM       keep what it prints beside the rows\n"
	     "      --observe CMD, --snapshot FILE|linux         watch; before and after\n"
	     "  -n, --command-name NAME, -L, --parameter-list VAR A,B,C\n"
	     "  -P, --parameter-scan VAR MIN MAX, -D, --parameter-step-size N\n"
	     "  -b, --bench SCRIPT        runs each command, prints JSON: an object of numbers\n"
	     "  -u, --time-unit ms, --style none, --seed N, --no-counters, -q, --quiet\n"
	     "\n"
	     "More: bench-sample(1).");
	return 0;
}

static int take_count(const char *name, const char *text, double least, double *count)
{
	if (!benchi_number(text, count) || !(*count >= least && *count <= 4e9)
	    || *count > floor(*count))
		return complain_value(SAMPLE_VERB, name, text,
		                      least > 0 ? "a count from 1" : "a count from 0");
	return 0;
}

static int take_seconds(const char *name, const char *text, double *seconds)
{
	if (!benchi_duration(text, true, seconds))
		return complain_value(SAMPLE_VERB, name, text, "a time such as 30s, 500ms or 2m");
	*seconds /= 1e9;
	return 0;
}

static int take_share(const char *name, const char *text, double low, double high, double *share)
{
	const char *end = benchi_read_number(text, share);

	*share /= 100;
	if (!end || (*end && strcmp(end, "%")) || !(*share >= low && *share < high))
		return complain_value(SAMPLE_VERB, name, text, "a share such as 1%");
	return 0;
}

static int take_more(const char *name, const char *text, words *list)
{
	return benchi_words_add(list, text) ? 0
	       : complain(SAMPLE_VERB, "--%s: at most %d", name, BENCHI_WORDS);
}

static int take_snapshot(sample_options *w, const char *value)
{
	return benchi_words_add_snapshot(&w->snapshot, value) ? 0
	       : complain(SAMPLE_VERB, "--snapshot: at most %d", BENCHI_WORDS);
}

static int take_seed(sample_options *w, const char *value)
{
	w->seeded = true;
	return benchi_whole(value, UINT64_MAX, &w->seed)
	       ? 0 : complain_value(SAMPLE_VERB, "seed", value, "a whole number");
}

/* hyperfine's names of its units, and ours. */
static int take_unit(sample_options *w, const char *value)
{
	static const char *const names[] = { "second", "millisecond", "microsecond", "nanosecond", "s",
		"ms", "us", "ns" };

	for (size_t i = 0; i < 8; i++)
		if (!strcmp(value, names[i])) {
			w->unit = names[4 + i % 4];
			return 0;
		}
	return complain_value(SAMPLE_VERB, "time-unit", value, "s, ms, us or ns");
}

/* There are no colours: a style only switches output on or off. */
static int take_style(sample_options *w, const char *value)
{
	static const char *const names[] = { "auto", "basic", "full", "nocolor", "color", "none" };

	for (size_t i = 0; i < 6; i++)
		if (!strcmp(value, names[i])) {
			w->quiet = w->quiet || i == 5;
			return 0;
		}
	return complain_value(SAMPLE_VERB, "style", value, "auto, basic, full or none");
}

/* What goes to standard output in place of the rows; csv, jsonl: how those are written. */
static int take_format(sample_options *w, const char *value)
{
	static const char *const names[] = { "csv", "jsonl", "json", "markdown" };
	size_t i = 0;

	while (i < 4 && strcmp(value, names[i]) != 0)
		i++;
	w->jsonl = w->jsonl || i == 1;
	w->json = i == 2 ? "-" : w->json;
	w->markdown = i == 3 ? "-" : w->markdown;
	return i < 4 ? 0 : complain_value(SAMPLE_VERB, "format", value, "csv, jsonl, json or markdown");
}

static int take_confidence(sample_options *w, const char *value)
{
	double share = 0;
	int status = take_share("confidence", value, .5, 1, &share);

	w->alpha = 1 - share;
	return status;
}

static int take_until(sample_options *w, const char *value)
{
	w->until = true;
	return strcmp(value, "answer")
	       ? complain_value(SAMPLE_VERB, "runs-until", value, "'answer'") : 0;
}

static int take_number(sample_options *w, int letter, const char *value)
{
	switch (letter) {
	case ROUNDS:
		return take_count("rounds", value, 1, &w->rounds);
	case LEAST:
		return take_count("min-runs", value, 1, &w->least);
	case MOST:
		return take_count("max-runs", value, 1, &w->most);
	case WARMUP:
		return take_count("warmup", value, 0, &w->warmup);
	case TIME:
		return take_seconds("time", value, &w->time_s);
	case TIMEOUT:
		return take_seconds("timeout", value, &w->timeout_s);
	case MARGIN:
		w->stated = true;
		return take_share("margin", value, 0, 1, &w->margin);
	case CONFIDENCE:
		return take_confidence(w, value);
	case SEED:
		return take_seed(w, value);
	case STEP:
		return benchi_number(value, &w->step) && w->step > 0
		       ? 0 : complain_value(SAMPLE_VERB, "parameter-step-size", value, "a number above 0");
	case UNTIL:
		return take_until(w, value);
	case UNIT:
		return take_unit(w, value);
	case STYLE:
		return take_style(w, value);
	case FORMAT:
		return take_format(w, value);
	default:
		return take_snapshot(w, value);
	}
}

/* Where an option's text is kept; NULL: it has none. */
static const char **word_of(sample_options *w, int letter)
{
	const char **const kept[] = { &w->script, &w->rows, &w->input, &w->cleanup, &w->setup,
		&w->resume, &w->keep, &w->metric, &w->shell_name, &w->json, &w->csv, &w->markdown };
	static const int letters[] = { SCRIPT, ROWS, INPUT, CLEANUP, SETUP, RESUME, KEEP, METRIC,
		SHELL_NAME, EXPORT_JSON, EXPORT_CSV, EXPORT_MARKDOWN };

	for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
		if (letter == letters[i])
			return kept[i];
	return NULL;
}

/* The same of those that repeat. */
static words *list_of(sample_options *w, int letter, const char **name)
{
	words *const lists[] = { &w->prepare, &w->conclude, &w->where, &w->names, &w->observe,
		&w->output_of };
	static const int letters[] = { PREPARE, CONCLUDE, OUTPUT, NAME, OBSERVE, OUTPUT_OF };
	static const char *const names[] = { "prepare", "conclude", "output", "command-name",
		"observe", "output-of" };

	for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
		if (letter == letters[i]) {
			*name = names[i];
			return lists[i];
		}
	return NULL;
}

/* The same of those without an argument. */
static bool *yes_of(sample_options *w, int letter)
{
	bool *const flags[] = { &w->quiet, &w->shell, &w->no_shell, &w->null, &w->vary, &w->ignore,
		&w->subtract, &w->jsonl, &w->no_counters, &w->show };
	static const int letters[] = { QUIET, SHELL, NO_SHELL, NULLED, VARY, IGNORE, SUBTRACT, JSONL,
		NO_COUNTERS, SHOW };

	for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
		if (letter == letters[i])
			return flags[i];
	return NULL;
}

/* The words after one that names a parameter. */
static int take_parameter(sample_options *w, benchi_options *o, int letter, const char *name)
{
	int more = letter == SCAN ? 2 : 1;
	char **value = o->argv + o->next;

	if (o->argc - o->next < more)
		return complain(SAMPLE_VERB, "--parameter-%s: expected %s",
		                letter == SCAN ? "scan" : "list",
		                letter == SCAN ? "VAR MIN MAX" : "VAR and values with commas between");
	o->next += more;
	return letter == SCAN ? sample_take_scan(w, name, value[0], value[1])
	                      : sample_take_list(w, name, value[0]);
}

static int take_option(sample_options *w, benchi_options *o, int letter)
{
	const char **word, *name;
	words *list;
	bool *yes;

	if (letter < 0)
		return complain_option(SAMPLE_VERB, letter, o->value);
	if (letter == SCAN || letter == LIST)
		return take_parameter(w, o, letter, o->value);
	if (letter == LIMIT || letter == EXPECT)
		return bounds_take(&w->bounds, SAMPLE_VERB, letter == LIMIT ? "limit" : "expect", o->value);
	list = list_of(w, letter, &name);
	if (list)
		return take_more(name, o->value, list);
	word = word_of(w, letter);
	yes = yes_of(w, letter);
	if (word)
		*word = o->value;
	else if (yes)
		*yes = true;
	return word || yes ? 0 : take_number(w, letter, o->value);
}

int verb_sample(int argc, char **argv)
{
	sample s;
	benchi_options o;
	int letter, status = 0;

	memset(&s, 0, sizeof s);
	s.option.warmup = 1;
	s.option.step = 1;
	s.option.margin = 0.01;
	s.option.alpha = 0.05;
	s.out = s.errors = s.drain = -1;
	benchi_options_start(&o, known, argc - 1, argv + 1);
	while (!status && (letter = benchi_options_next(&o)) != BENCHI_OPTION_END) {
		if (letter == HELP)
			return help();
		status = take_option(&s.option, &o, letter);
	}
	if (!status)
		status = sample_prepare(&s, o.operands, o.argv);
	if (!status)
		status = sample_open_all(&s);
	if (!status)
		status = sample_loop(&s);
	benchi_guard_end(&s.guard);
	if (s.screen.out)
		fclose(s.screen.out);
	free(s.screen.drawn);
	free(s.table);
	if (s.errors >= 0)
		close(s.errors);
	if (s.out > STDOUT_FILENO && close(s.out) && !status)
		status = complain(SAMPLE_VERB, "write failed: %s", strerror(errno));
	benchi_rows_free(&s.rows);
	sample_free_list(&s.list);
	sample_free_parameters(&s.option);
	return status;
}
