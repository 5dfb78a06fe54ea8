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
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/base.h"
#include "data/data.h"
#include "host/host.h"
#include "program/program.h"
#include "tools/sample/sample.h"
#include "tools/tools.h"

#define SAMPLE_ROUNDS 10   /* at least, if the sampling ends by itself, */

/*
 * The commands: their names, their words, and whether they need a shell.
 *
 * "name:command": what stands before the first colon is a name unless it holds a blank, a
 * quote, a slash or an equals sign; a command without a name is its own.  A command that
 * consists of words, quoted as in the shell, is run as it is; if one holds anything that only
 * a shell understands, all go to sh -c.
 */

static char *copy(const char *text, size_t length)
{
	char *made = malloc(length + 1);

	if (made) {
		memcpy(made, text, length);
		made[length] = '\0';
	}
	return made;
}

static int out_of_memory(void)
{
	return complain(SAMPLE_VERB, "out of memory");
}

/* The text without blanks around it. */
static const char *trimmed(const char *text, size_t *length)
{
	while (*length && strchr(" \t\r", *text)) {
		text++;
		--*length;
	}
	while (*length && strchr(" \t\r", text[*length - 1]))
		--*length;
	return text;
}

/* Takes over name and text. */
static int add(sample *s, char *name, char *text, size_t combination)
{
	task *grown = name && text ? realloc(s->list.task, (s->list.n + 1) * sizeof *grown) : NULL, *t;

	if (!grown) {
		free(name);
		free(text);
		return out_of_memory();
	}
	s->list.task = grown;
	t = &grown[s->list.n++];
	memset(t, 0, sizeof *t);
	t->name = name;
	t->text = text;
	t->given = s->list.given;
	t->combination = combination;
	for (size_t i = 0; i + 1 < s->list.n; i++)
		if (!strcmp(s->list.task[i].name, t->name))
			return complain(SAMPLE_VERB, "two commands are called '%s', expected different names",
			                t->name);
	return 0;
}

/* The name of one combination: with its values behind it, where they do not make it unlike the
 * others already.  named: it is not the command itself. */
static char *name_of(const sample *s, const char *name, size_t combination, bool named)
{
	char *made = sample_substitute(&s->option, combination, name), *suffix, *all;

	if (!made || !named || strcmp(made, name) != 0)
		return made;
	suffix = sample_suffix(&s->option, combination);
	all = suffix ? realloc(made, strlen(made) + strlen(suffix) + 1) : NULL;
	if (all)
		strcat(all, suffix);
	else
		free(made);
	free(suffix);
	return all;
}

/* A command, once for every combination of values. */
static int add_each(sample *s, const char *name, const char *text, bool named)
{
	const words *names = &s->option.names;
	int status = sample_scan(&s->option);

	if (s->list.given < names->n) {
		name = names->word[s->list.given];
		named = true;
	}
	for (size_t i = 0; i < sample_combinations(&s->option) && !status; i++)
		status = add(s, name_of(s, name, i, named), sample_substitute(&s->option, i, text), i);
	s->list.given++;
	return status;
}

int sample_add(sample *s, const char *spec)
{
	size_t length = strlen(spec), name_length, name_end = strcspn(spec, ":");
	const char *text, *name = spec;
	char *kept_name, *kept_text;
	bool named;
	int status;

	name_length = strcspn(spec, "\"'/= \t");
	named = spec[name_end] == ':' && name_length >= name_end && name_end;
	if (!named) {
		text = trimmed(spec, &length);
		name = text;
		name_length = length;
	} else {
		name_length = name_end;
		text = spec + name_end + 1;
		length -= name_end + 1;
		text = trimmed(text, &length);
	}
	if (!length)
		return complain(SAMPLE_VERB, "found '%s', expected a command, or name:command", spec);
	kept_name = copy(name, name_length);
	kept_text = copy(text, length);
	status = kept_name && kept_text ? add_each(s, kept_name, kept_text, named) : out_of_memory();
	free(kept_name);
	free(kept_text);
	return status;
}

/* The same, one a line, from standard input. */
static int sample_add_lines(sample *s)
{
	const char *line;
	size_t length;
	benchi_input in;
	int status = benchi_input_open(&in, stdin, "<stdin>") ? out_of_memory() : 0;

	while (!status) {
		char *spec;

		if (benchi_input_line(&in, &line, &length))
			status = complain(SAMPLE_VERB, "%s", bench_detail());
		if (status || !line)
			break;
		line = trimmed(line, &length);
		if (!length || *line == '#')
			continue;
		spec = copy(line, length);
		status = spec ? sample_add(s, spec) : out_of_memory();
		free(spec);
	}
	benchi_input_close(&in);
	return status;
}

/* Does only a shell understand this character here? */
static bool for_shell(const char *text, const char *at, char quote)
{
	if (quote == '\'')
		return false;
	if (quote == '"')
		return *at == '$' || *at == '`';
	if (strchr("|&;<>()$`*?[\n", *at))
		return true;
	if (*at == '~' || *at == '#')
		return at == text || strchr(" \t", at[-1]);
	return (*at == '=' && !memchr(text, ' ', (size_t)(at - text))) || (*at == '!' && at == text);
}

/* Splits text into words, each ended by NUL; returns their number, or -1: it needs a shell. */
static int split(const char *text, char *to)
{
	int n = 0;
	bool inside = false;
	char quote = 0;

	for (const char *at = text; *at; at++) {
		if (for_shell(text, at, quote))
			return -1;
		if (!quote && strchr(" \t", *at)) {
			if (inside)
				*to++ = '\0';
			inside = false;
			continue;
		}
		n += !inside;
		inside = true;
		if (*at == quote)
			quote = 0;
		else if (!quote && (*at == '\'' || *at == '"'))
			quote = *at;
		else if (*at == '\\' && at[1] && (!quote || (quote == '"' && strchr("\"\\", at[1]))))
			*to++ = *++at;
		else
			*to++ = *at;
	}
	*to = '\0';
	return quote ? -1 : n;
}

static int set_words(task *t, size_t n)
{
	char *word = t->words;

	t->argv = calloc(n + 1, sizeof *t->argv);
	if (!t->argv)
		return out_of_memory();
	for (size_t i = 0; i < n; i++) {
		t->argv[i] = word;
		word += strlen(word) + 1;
	}
	return 0;
}

/* FIRST, SECOND and the command as one word. */
static int set_three(task *t, const char *first, const char *second)
{
	size_t capacity = strlen(first) + strlen(second) + strlen(t->text) + 3, n = 0;

	t->words = malloc(capacity);
	if (!t->words)
		return out_of_memory();
	strcpy(t->words, first);
	n = strlen(first) + 1;
	if (*second) {
		strcpy(t->words + n, second);
		n += strlen(second) + 1;
	}
	strcpy(t->words + n, t->text);
	return set_words(t, *second ? 3 : 2);
}

static int split_one(const sample *s, task *t)
{
	int n;

	if (s->option.script)
		return set_three(t, s->option.script, "");
	t->words = malloc(strlen(t->text) + 1);
	if (!t->words)
		return out_of_memory();
	n = s->option.shell || s->option.shell_name ? -1 : split(t->text, t->words);
	if (n > 0)
		return set_words(t, (size_t)n);
	if (s->option.no_shell)
		return complain(SAMPLE_VERB, "%s: needs a shell, which -N excludes: %s", t->name, t->text);
	t->shell = true;
	return 0;
}

/* What one command needs all get, since a shell's start would be compared else. */
int sample_split(sample *s)
{
	bool shell = false;
	int status = 0;

	for (size_t i = 0; i < s->list.n && !status; i++) {
		status = split_one(s, &s->list.task[i]);
		shell = shell || s->list.task[i].shell;
	}
	for (size_t i = 0; i < s->list.n && !status && shell; i++) {
		task *t = &s->list.task[i];

		t->shell = true;
		free(t->words);
		free(t->argv);
		t->argv = NULL;
		t->words = NULL;
		status = set_three(t, sample_shell(s), "-c");
	}
	return status;
}

const char *sample_shell(const sample *s)
{
	return s->option.shell_name ? s->option.shell_name : "sh";
}

void sample_free_list(tasks *list)
{
	for (size_t i = 0; i < list->n; i++) {
		free(list->task[i].name);
		free(list->task[i].text);
		free(list->task[i].argv);
		free(list->task[i].words);
	}
	free(list->task);
}

/*
 * From the options to what is run: commands and their parameters, contradictions, where rows,
 * tables and errors go, and what ends the sampling.
 */

/* Two names may lead to one file, because '/' does not stand in one. */
static bool same_file(const char *a, const char *b)
{
	while (*a && (*a == *b || (strchr("/_", *a) && *b && strchr("/_", *b)))) {
		a++;
		b++;
	}
	return !*a && !*b;
}

/* --output-of names commands, and each a file of its own. */
static int check_kept(const sample *s)
{
	const words *kept = &s->option.output_of;

	for (size_t i = 0; i < kept->n; i++) {
		bool found = false;

		for (size_t k = 0; k < s->list.n; k++)
			found = found || !strcmp(kept->word[i], s->list.task[k].name);
		if (!found)
			return complain(SAMPLE_VERB, "--output-of: found no command called '%s'",
			                kept->word[i]);
		for (size_t k = 0; k < i; k++)
			if (strcmp(kept->word[i], kept->word[k]) && same_file(kept->word[i], kept->word[k]))
				return complain(SAMPLE_VERB, "--output-of: '%s' and '%s' are kept in one file",
				                kept->word[k], kept->word[i]);
	}
	return 0;
}

/* One for all commands, or one for each. */
static int check_each(const sample *s, const char *name, const words *list)
{
	return list->n < 2 || list->n == s->list.given ? 0
	       : complain(SAMPLE_VERB, "--%s: found %zu for %zu commands, expected one or one each",
	                  name,
	                  list->n, s->list.given);
}

static bool limited(const sample_options *w)
{
	return w->rounds || w->time_s || w->until || w->most;
}

/* Options that contradict each other. */
static int check(const sample *s)
{
	const sample_options *w = &s->option;

	if (!s->list.n)
		return complain(SAMPLE_VERB, "a command is missing (try 'bench sample --help')");
	if (w->stream && limited(w))
		return complain(SAMPLE_VERB, "--stream: rows without end, and another option ends them");
	if (w->rows && w->resume)
		return complain(SAMPLE_VERB, "--rows and --resume: rows go to one of them");
	if (w->until && s->list.n < 2)
		return complain(SAMPLE_VERB, "--runs-until: one command has nothing to be compared with");
	if (w->script && (!w->warmup || w->subtract || (s->keeping && !w->metric)))
		return complain(SAMPLE_VERB, "--bench: %s",
		                !w->warmup ? "needs a warm-up, to learn the columns"
		                : w->subtract ? "what starting takes is the script's business"
		                              : "--metric must name the number that is compared");
	if (w->no_shell && (w->shell || w->shell_name))
		return complain(SAMPLE_VERB, "-N and --shell: with a shell or without");
	if (check_each(s, "prepare", &w->prepare) || check_each(s, "conclude", &w->conclude)
	    || check_each(s, "output", &w->where))
		return EXIT_MISUSE;
	return check_kept(s);
}

/* The first command once more. */
static int add_null(sample *s)
{
	const task *first = &s->list.task[0];
	size_t capacity = strlen(first->name) + strlen(first->text) + 20;
	char *spec = malloc(capacity);
	int status = 0;

	if (!spec)
		return complain(SAMPLE_VERB, "out of memory");
	snprintf(spec, capacity, "null:%s", first->text);
	status = sample_add(s, spec);
	free(spec);
	s->null = true;
	return status;
}

static bool inherits(const sample_options *w)
{
	for (size_t i = 0; i < w->where.n; i++)
		if (!strcmp(w->where.word[i], "inherit"))
			return true;
	return w->show;
}

/* Goes a summary to standard output, in place of the rows? */
static bool summarised(const sample_options *w)
{
	const char *const path[] = { w->json, w->csv, w->markdown };
	bool found = false;

	for (size_t i = 0; i < 3; i++)
		found = found || (path[i] && !strcmp(path[i], "-"));
	return found;
}

const char *sample_stem(const sample *s)
{
	return s->option.keep ? s->option.keep : s->option.resume ? s->option.resume
	       : s->option.rows ? s->option.rows : "bench-sample";
}

static bool is_piped(void)
{
	struct stat info;

	return !fstat(STDOUT_FILENO, &info) && S_ISFIFO(info.st_mode);
}

/* Is there a table to be drawn, and on what?  Never beside a reader that draws one, nor between
 * what commands print. */
static void find_screen(sample *s)
{
	bool rows_elsewhere = s->option.rows || s->option.resume, shown = inherits(&s->option);

	s->rowless = !rows_elsewhere && (shown || benchi_terminal_is(stdout) || summarised(&s->option));
	if (s->option.quiet || shown || (is_piped() && !rows_elsewhere && !s->rowless))
		return;
	s->live = benchi_terminal_is(stderr) && (!s->option.script || s->option.metric);
	if (!s->live)
		return;
	s->screen.out = fdopen(fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3), "w");
	s->live = s->screen.out != NULL;
}

/* Without a limit it ends by itself, but for --stream.  A reader of the rows learns of both. */
static void find_end(sample *s)
{
	sample_options *w = &s->option;
	bool read = is_piped() && !w->rows && !w->resume && !s->rowless;

	w->ends = !limited(w) && !w->stream;
	if (w->ends && read && !w->quiet)
		complain(SAMPLE_VERB, "ends with answers, or after 3 s for each command; for rows until "
		         "the reader leaves: --stream | bench analyze --live");
	if (w->ends && !w->least)
		w->least = SAMPLE_ROUNDS;
}

static int add_commands(sample *s, int operands, char **operand)
{
	int status = 0;

	for (int i = 0; i < operands && !status; i++)
		status = strcmp(operand[i], "-") ? sample_add(s, operand[i]) : sample_add_lines(s);
	if (!status && !operands && !benchi_terminal_is(stdin))
		status = sample_add_lines(s);
	return status;
}

static int sample_prepare(sample *s, int operands, char **operand)
{
	int status = add_commands(s, operands, operand);

	if (s->option.rows && benchi_is_standard_output(s->option.rows))
		s->option.rows = NULL;
	find_screen(s);
	find_end(s);
	s->keeping = s->live || s->option.until || s->option.null || s->option.json || s->option.csv
	             || s->option.markdown || s->option.bounds.limits || s->option.bounds.expects
	             || (s->option.ends && (!s->option.script || s->option.metric))
	             || (!s->option.quiet && (!s->option.script || s->option.metric));
	if (!status)
		status = check(s);
	if (!status && s->option.null)
		status = add_null(s);
	if (!status)
		status = sample_split(s);
	if (!s->option.metric)
		s->option.metric = "wall_time";
	return status;
}

/* sample.c: from the options to what is run; where rows go. */
static int sample_open_all(sample *s)
{
	FILE *errors = tmpfile();
	uint64_t entropy = (uint64_t)time(NULL) << 20 ^ (uint64_t)getpid() << 40
	                   ^ (uint64_t)(sample_now_s() * 1e9);

	if (!errors)
		return complain(SAMPLE_VERB, "a temporary file: %s", strerror(errno));
	s->errors = fcntl(fileno(errors), F_DUPFD_CLOEXEC, 3);
	fclose(errors);
	if (s->errors < 0 || fcntl(s->errors, F_SETFL, O_APPEND))
		return complain(SAMPLE_VERB, "a temporary file: %s", strerror(errno));
	s->run_id = (double)(benchi_random(&entropy) >> 33);
	if (!s->option.seeded)
		s->option.seed = benchi_random(&entropy) >> 32;
	s->random = s->option.seed;
	if (sample_drain(s))
		return EXIT_MISUSE;
	return sample_open(s);
}

enum { ROUNDS = 'r', TIME = 't', SCRIPT = 'b', ROWS = 'o', LEAST = 'm', MOST = 'M', CLEANUP = 'c',
	HELP = 'h', QUIET = 'q', WARMUP = 'w', SETUP = 's', PREPARE = 'p', CONCLUDE = 'C', NAME = 'n',
	NO_SHELL = 'N', SHELL_NAME = 'S', IGNORE = 'i', LIST = 'L', SCAN = 'P', STEP = 'D', UNIT = 'u',
	TIMEOUT = 256, SHELL, MARGIN, CONFIDENCE, INPUT, OUTPUT, OUTPUT_OF, UNTIL, NULLED, VARY, RESUME,
	OBSERVE, SNAPSHOT, SUBTRACT, JSONL, SEED, KEEP, METRIC, NO_COUNTERS, SHOW, STYLE, EXPORT_JSON,
	EXPORT_CSV, EXPORT_MARKDOWN, FORMAT, LIMIT, EXPECT, STREAM };

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
	{ LIMIT, "limit", true }, { EXPECT, "expect", true }, { STREAM, "stream", false },
	{ 0, NULL, false } };

static int help(void)
{
	puts("bench sample: run commands in turn, and write down what each run took\n"
	     "usage: bench sample [OPTION...] [NAME:]COMMAND...   (or a line each on input)\n"
	     "\n"
	     "  -r, --rounds N (--runs), -m, --min-runs N, -M, --max-runs N, -t, --time 30s\n"
	     "      --runs-until answer, --stream    else it ends by itself, 3 s each at most\n"
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
		&w->subtract, &w->jsonl, &w->no_counters, &w->show, &w->stream };
	static const int letters[] = { QUIET, SHELL, NO_SHELL, NULLED, VARY, IGNORE, SUBTRACT, JSONL,
		NO_COUNTERS, SHOW, STREAM };

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
