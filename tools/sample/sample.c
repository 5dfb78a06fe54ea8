/*
 * `bench sample`: runs commands alternately and records the time of each run.
 *
 * Reads the options, in hyperfine's names where the two mean the same; the rest is in the
 * other files of this folder.
 *
 * SPDX-License-Identifier: MIT
 */
#include "data/read.h"
#include "tools/sample/sample.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define SAMPLE_ROUNDS 10   /* at least, if the sampling ends by itself, */

/*
 * The commands: their names, their words, and whether they need a shell.
 *
 * "name:command": what stands before the first colon is a name unless it holds a blank, a
 * quote, a slash or an equals sign; a command without a name is its own.  A command that
 * consists of words, quoted as in the shell, is run as it is; if one holds anything that only
 * a shell understands, all go to sh -c.
 */

static int sample_out_of_memory(void)
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

task *sample_task(const sample *s, const char *name)
{
	for (size_t i = 0; i < s->list.n; i++)
		if (!strcmp(s->list.task[i].name, name))
			return &s->list.task[i];
	return NULL;
}

/* Takes over name and text. */
static int sample_add_one(sample *s, char *name, char *text, size_t combination)
{
	bool twice = name && sample_task(s, name);
	task *grown = name && text ? realloc(s->list.task, (s->list.n + 1) * sizeof *grown) : NULL;

	if (!grown) {
		free(name);
		free(text);
		return sample_out_of_memory();
	}
	s->list.task = grown;
	grown[s->list.n++] = (task){ .name = name, .text = text, .given = s->list.given,
		.combination = combination };
	return twice ? complain(SAMPLE_VERB, "two commands are called '%s', expected different names, "
		"such as a:COMMAND b:COMMAND", name) : 0;
}

/* The name of one combination: with its values behind it, unless they are in it already. */
static char *name_of(const sample *s, const char *name, size_t combination)
{
	char *made = sample_substitute(&s->option, combination, name), *suffix, *all;

	if (!made || strcmp(made, name) != 0)
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
static int add_each(sample *s, const char *name, const char *text)
{
	const words *names = &s->option.names;
	const size_t first = s->option.reference != NULL, at = s->list.given;
	int status = sample_scan(&s->option);

	if (at >= first && at - first < names->n)
		name = names->word[at - first];
	for (size_t i = 0; i < sample_combinations(&s->option) && !status; i++)
		status = sample_add_one(s, name_of(s, name, i),
			sample_substitute(&s->option, i, text), i);
	s->list.given++;
	return status;
}

int sample_add(sample *s, const char *spec)
{
	size_t name_length = strcspn(spec, ":"), length;
	bool named = spec[name_length] == ':' && name_length
		&& strcspn(spec, "\"'/= \t") >= name_length;
	const char *text = named ? spec + name_length + 1 : spec;
	char *kept_name, *kept_text;
	int status;

	length = strlen(text);
	text = trimmed(text, &length);
	if (!length)
		return complain(SAMPLE_VERB, "found '%s', expected a command, or name:command", spec);
	kept_name = named ? benchi_copy(spec, name_length) : benchi_copy(text, length);
	kept_text = benchi_copy(text, length);
	status = kept_name && kept_text ? add_each(s, kept_name, kept_text)
		: sample_out_of_memory();
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
	int status = benchi_input_open(&in, stdin, "<stdin>") ? sample_out_of_memory() : 0;

	while (!status) {
		char *spec;

		if (benchi_input_line(&in, &line, &length))
			status = complain(SAMPLE_VERB, "%s", bench_detail());
		if (status || !line)
			break;
		line = trimmed(line, &length);
		if (!length || *line == '#')
			continue;
		spec = benchi_copy(line, length);
		status = spec ? sample_add(s, spec) : sample_out_of_memory();
		free(spec);
	}
	benchi_input_close(&in);
	return status;
}

char **sample_by_shell(const sample *s, const char *command)
{
	int n;
	char **shell = command_words(s->option.shell ? s->option.shell : "sh", &n), **argv = NULL;
	const char **list = shell && n > 0 ? malloc(((size_t)n + 3) * sizeof *list) : NULL;

	if (list) {
		memcpy(list, shell, (size_t)n * sizeof *list);
		list[n] = "-c";
		list[n + 1] = command;
		list[n + 2] = NULL;
		argv = command_copy(list);
	}
	free(list);
	free(shell);
	return argv;
}

/* Takes each command apart.  Only what the shell is asked to run goes to one: its start would be
 * measured as well. */
int sample_split(sample *s)
{
	const sample_options *w = &s->option;

	for (size_t i = 0; i < s->list.n; i++) {
		task *t = &s->list.task[i];
		int n = 1;

		t->argv = w->script ? command_copy((const char *const[]){ w->script, t->text, NULL })
			: w->shell ? sample_by_shell(s, t->text) : command_words(t->text, &n);
		if (!t->argv)
			return sample_out_of_memory();
		if (n <= 0)
			return complain(SAMPLE_VERB, "%s: only a shell runs '%s': add -S, or quote what is "
				"meant for the program", t->name, t->text);
	}
	return 0;
}

void sample_free_list(tasks *list)
{
	for (size_t i = 0; i < list->n; i++) {
		free(list->task[i].name);
		free(list->task[i].text);
		free(list->task[i].argv);
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

/* How many summaries are written, only to standard output in place of the rows? */
static size_t summaries(const sample_options *w, bool standard)
{
	size_t n = 0;

	for (size_t i = 0; i < SAMPLE_EXPORTS; i++)
		n += w->export[i] && (!standard || benchi_is_standard_output(w->export[i]));
	return n;
}

/* Options that contradict each other. */
static int sample_check(const sample *s)
{
	const sample_options *w = &s->option;

	if (!s->list.n)
		return complain(SAMPLE_VERB, "a command is missing (try 'bench sample --help')");
	if (w->stream && limited(w))
		return complain(SAMPLE_VERB, "--stream: rows without end, and another option ends them");
	if (summaries(w, true) > 1)
		return complain(SAMPLE_VERB, "two summaries on standard output, expected one at most");
	if (w->until && s->list.n < 2)
		return complain(SAMPLE_VERB, "--runs-until: one command has nothing to be compared with");
	if (w->script && (!w->warmup || w->subtract || (s->keeping && !w->metric)))
		return complain(SAMPLE_VERB, "--bench: %s",
		                !w->warmup ? "needs a warm-up, to learn the columns"
		                : w->subtract ? "what starting takes is the script's business"
		                              : "--metric must name the number that is compared");
	if (w->no_shell && w->shell)
		return complain(SAMPLE_VERB, "-N excludes -S and --shell");
	if (w->metrics.n > 1 && w->script)
		return complain(SAMPLE_VERB, "--bench: --metrics takes one of the script's numbers");
	if (check_each(s, "env", &w->environment) || check_each(s, "prepare", &w->prepare)
	    || check_each(s, "conclude", &w->conclude)
	    || check_each(s, "output", &w->where))
		return EXIT_MISUSE;
	/* --output-of names commands, each with its own file. */
	const words *kept = &s->option.output_of;

	for (size_t i = 0; i < kept->n; i++) {
		if (!sample_task(s, kept->word[i]))
			return complain(SAMPLE_VERB, "--output-of: found no command called '%s'",
			                kept->word[i]);
		for (size_t k = 0; k < i; k++)
			if (strcmp(kept->word[i], kept->word[k]) && same_file(kept->word[i], kept->word[k]))
				return complain(SAMPLE_VERB, "--output-of: '%s' and '%s' are kept in one file",
				                kept->word[k], kept->word[i]);
	}
	return 0;
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

bool sample_has_word(const words *list, const char *word)
{
	for (size_t i = 0; i < list->n; i++)
		if (!strcmp(list->word[i], word))
			return true;
	return false;
}

/* Does the output of commands appear here? */
static bool shows(const sample_options *w)
{
	return w->show || sample_has_word(&w->where, "inherit");
}

const char *sample_stem(const sample *s)
{
	return s->option.keep ? s->option.keep : s->option.resume ? s->option.resume
	       : s->option.rows ? s->option.rows : "bench-sample";
}

static int add_commands(sample *s, int operands, char **operand)
{
	const sample_options *w = &s->option;
	const char *name = w->reference_name ? w->reference_name : w->reference;
	int status = 0;

	if (w->reference) {
		status = sample_add_one(s, benchi_copy(name, strlen(name)), benchi_copy(w->reference,
			strlen(w->reference)), 0);
		s->list.given++;
	}
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

	/* Decide whether and where to draw a table: never if the reader draws one, nor between the
	 * output of commands. */
	bool rows_elsewhere = s->option.rows || s->option.resume, shown = shows(&s->option);

	s->rowless = !rows_elsewhere && (shown || benchi_terminal_is(stdout)
		|| summaries(&s->option, true));
	if (!s->option.quiet && !shown && (!output_is_pipe() || rows_elsewhere || s->rowless)) {
		s->live = benchi_terminal_is(stderr) && (!s->option.script || s->option.metric);
		if (s->live) {
			s->screen.out = fdopen(fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3), "w");
			s->live = s->screen.out != NULL;
		}
	}

	/* Without a limit it ends by itself, but for --stream. */
	sample_options *w = &s->option;

	w->ends = !limited(w) && !w->stream;
	if (w->ends && !w->least)
		w->least = SAMPLE_ROUNDS;

	s->keeping = s->live || s->option.until || s->option.null || summaries(&s->option, false)
	             || s->option.bounds.limits || s->option.bounds.expects
	             || (s->option.ends && (!s->option.script || s->option.metric))
	             || (!s->option.quiet && (!s->option.script || s->option.metric));
	if (!status)
		status = sample_check(s);
	if (!status && s->option.null)
		status = add_null(s);
	if (!status)
		status = sample_split(s);
	if (!s->option.metric)
		s->option.metric = "wall_time";
	if (!s->option.metrics.n)
		s->option.metrics = (words){ { s->option.metric }, 1 };
	return status;
}

/* sample.c: from the options to what is run; where rows go. */
static int sample_open_all(sample *s)
{
	uint64_t entropy = (uint64_t)time(NULL) << 20 ^ (uint64_t)getpid() << 40
	                   ^ (uint64_t)(now_s() * 1e9);

	if (sample_open_unnamed(&s->errors))
		return EXIT_MISUSE;
	if (fcntl(s->errors, F_SETFL, O_APPEND))
		return complain(SAMPLE_VERB, "a temporary file: %s", strerror(errno));
	s->run_id = (double)(benchi_random(&entropy) >> 33);
	if (!s->option.seeded)
		s->option.seed = benchi_random(&entropy) >> 32;
	s->random = s->option.seed;
	if (sample_drain(s) || sample_open(s))
		return EXIT_MISUSE;
	/* Before any command runs: a summary that cannot be written, or would replace the rows. */
	for (size_t i = 0; i < SAMPLE_EXPORTS; i++) {
		const char *path = s->option.export[i];
		struct stat rows, there;

		if (path && s->out != STDOUT_FILENO && !fstat(s->out, &rows) && S_ISREG(rows.st_mode)
		    && !stat(path, &there) && there.st_dev == rows.st_dev
		    && there.st_ino == rows.st_ino)
			return complain(SAMPLE_VERB, "%s: the rows and a summary cannot share a file", path);
		if (path && benchi_atomic_file_begin(path, &s->export[i]) != BENCH_OK)
			return complain(SAMPLE_VERB, "%s", bench_detail());
	}
	return 0;
}

#define AT(member) offsetof(sample_options, member)

/* hyperfine's names of its units, and ours. */
static int take_unit(benchi_command_line *line, const benchi_setting *row, const char *value)
{
	static const char *const names[] = { "second", "millisecond", "microsecond", "nanosecond", "s",
		"ms", "us", "ns" };

	for (size_t i = 0; i < 8; i++)
		if (!strcmp(value, names[i])) {
			((sample_options *)line->to)->unit = names[4 + i % 4];
			return 0;
		}
	return benchi_line_bad(line, row, value, "s, ms, us or ns");
}

/* Exit statuses with commas between. */
static int take_statuses(benchi_command_line *line, const benchi_setting *row, const char *value)
{
	sample_options *w = line->to;
	uint64_t status;

	for (const char *at = value; strcmp(value, "all-non-zero"); at++) {
		const char *end = benchi_read_whole(at, 255, &status);

		if (!end || (*end && *end != ','))
			return benchi_line_bad(line, row, value, "exit statuses such as 1,2");
		w->ignored = value;
		at = end;
		if (!*at)
			break;
	}
	w->ignore = true;
	return 0;
}

#define TIMES "time_wall_clock,time_cpu,time_user,time_system"

/* Metrics with their units, in hyperfine's names or ours; or a preset. */
static int take_metrics(benchi_command_line *line, const benchi_setting *row, const char *value)
{
	static const char *const known[][2] = { { "time_wall_clock", "wall_time" },
		{ "time_cpu", "cpu_time" }, { "time_user", "user_time" }, { "time_system", "sys_time" },
		{ "memory_peak_resident", "max_rss" }, { "cpu_cycles", "cycles" } };
	sample_options *w = line->to;
	const char *list = value;

	w->preset = true;
	if (!strcmp(value, "default"))
		list = "time_wall_clock,memory_peak_resident";
	else if (!strcmp(value, "time"))
		list = TIMES;
	else if (!strcmp(value, "all"))
		list = TIMES ",memory_peak_resident,cycles,instructions,cache_misses,branch_misses";
	else
		w->preset = false;
	free(w->metric_words);
	w->metric_words = benchi_copy(list, strlen(list));
	w->metrics.n = 0;
	if (!w->metric_words)
		return sample_out_of_memory();
	for (char *at = w->metric_words, *next; at; at = next) {
		char *unit;
		const char *name = at;

		if ((next = strchr(at, ',')))
			*next++ = '\0';
		if ((unit = strchr(at, ':')))
			*unit++ = '\0';
		for (size_t i = 0; i < sizeof known / sizeof *known; i++)
			name = strcmp(at, known[i][0]) ? name : known[i][1];
		if (!*name || w->metrics.n == SAMPLE_METRICS || sample_has_word(&w->metrics, name))
			return benchi_line_bad(line, row, value, "names of metrics, each once");
		if (unit && !(benchi_unit_factor(benchi_name_unit(name), unit) > 0))
			return benchi_line_bad(line, row, value, "units of the metrics' kinds, as ms or MiB");
		w->metric_unit[w->metrics.n] = unit;
		w->metrics.word[w->metrics.n++] = name;
	}
	return 0;
}

/* The words after one that names a parameter. */
static int take_parameter(benchi_command_line *line, const benchi_setting *row, const char *name)
{
	benchi_options *o = &line->options;
	bool scan = row->letter == 'P';
	int more = scan ? 2 : 1;
	char **value = o->argv + o->next;

	if (o->argc - o->next < more)
		return benchi_line_complain(line, "--parameter-%s: expected %s", scan ? "scan" : "list",
		                            scan ? "VAR MIN MAX" : "VAR and values with commas between");
	o->next += more;
	return scan ? sample_take_scan(line->to, name, value[0], value[1])
	            : sample_take_list(line->to, name, value[0]);
}

static const benchi_setting table[] = {
	BENCHI_SETTING('t', "time", "TIME", "stop after this time per command, answered or not (3s)",
		benchi_setting_seconds, AT(time_s)),
	BENCHI_LIMITED('r', "rounds", "N", NULL, benchi_setting_count, AT(rounds), 1, 4e9),
	BENCHI_LIMITED(0, "runs", "N", "run each command exactly N times", benchi_setting_count,
		AT(rounds), 1, 4e9),
	BENCHI_LIMITED('w', "warmup", "N", "run each command N times first, without timing it (1)",
		benchi_setting_count, AT(warmup), 0, 4e9),
	BENCHI_SETTING('p', "prepare", "CMD", "run this before each timed run, without timing it",
		benchi_setting_more, AT(prepare)),
	BENCHI_SETTING(0, "export-json", "FILE", "write the results as hyperfine's JSON",
		benchi_setting_text, AT(export[SAMPLE_JSON])),
	BENCHI_HELP("When to stop"),
	BENCHI_LIMITED('m', "min-runs", "N", "run each command at least N times", benchi_setting_count,
		AT(least), 1, 4e9),
	BENCHI_LIMITED('M', "max-runs", "N", "run each command at most N times", benchi_setting_count,
		AT(most), 1, 4e9),
	BENCHI_SETTING(0, "runs-until", "answer", "stop as soon as every comparison is answered",
		benchi_setting_choice, AT(answer)),
	BENCHI_FLAG(0, "stream", "continue until interrupted", AT(stream)),
	BENCHI_SETTING(0, "timeout", "10s", "kill a run that takes longer", benchi_setting_seconds,
		AT(timeout_s)),
	BENCHI_FLAG('i', "ignore-failure", "count runs that end with another status than 0, too",
		AT(ignore)),
	BENCHI_SETTING(0, "ignore-failure", "1,2", "count those with these only; needs the '='",
		take_statuses, AT(ignored)),
	BENCHI_HELP("The answer"),
	BENCHI_LIMITED(0, "margin", "1%", "ignore differences up to this share (1%)", take_margin,
		AT(question), 0, 1),
	BENCHI_SETTING(0, "confidence", "95%", "set the confidence of all answers together (95%)",
		take_confidence, AT(question)),
	BENCHI_SETTING(0, "metric", "wall_time", "compare this metric", benchi_setting_text,
		AT(metric)),
	BENCHI_SETTING(0, "metrics", "time_cpu,memory_peak_resident:MiB",
		"compare these; or a preset: default, time, all", take_metrics, 0),
	BENCHI_SETTING(0, "reference", "CMD", "compare the others with this command",
		benchi_setting_text, AT(reference)),
	BENCHI_SETTING(0, "reference-name", "NAME", "give that command this name", benchi_setting_text,
		AT(reference_name)),
	BENCHI_FLAG(0, "null", "compare each command with itself", AT(null)),
	BENCHI_SETTING(0, "limit", "'wall_time<1'", "fail if a value is impossible", take_bound,
		AT(bounds)),
	BENCHI_SETTING(0, "expect", "'a:wall_time=1..2'",
		"state a prediction, and report whether it held", take_bound, AT(bounds)),
	BENCHI_HELP("What to run"),
	BENCHI_SETTING('n', "command-name", "NAME", "give the next command this name",
		benchi_setting_more, AT(names)),
	BENCHI_SETTING('L', "parameter-list", "VAR A,B,C",
		"run once for each value, put in place of {VAR}", take_parameter, 0),
	BENCHI_SETTING('P', "parameter-scan", "VAR MIN MAX", "do the same for a range of numbers",
		take_parameter, 0),
	BENCHI_SETTING('D', "parameter-step-size", "N", "step through that range by N",
		benchi_setting_number, AT(step)),
	BENCHI_SETTING('s', "setup", "CMD", "run this before the first run of a command",
		benchi_setting_text, AT(setup)),
	BENCHI_SETTING('c', "cleanup", "CMD", "run this after the last run of a command",
		benchi_setting_text, AT(cleanup)),
	BENCHI_SETTING('C', "conclude", "CMD", "run this after each timed run", benchi_setting_more,
		AT(conclude)),
	BENCHI_SETTING('b', "bench", "SCRIPT", "run a script that prints its own numbers as JSON",
		benchi_setting_text, AT(script)),
	{ 'S', NULL, NULL, "have sh run the commands", benchi_setting_flag, AT(by_shell), 0, 0, NULL,
	  NULL },
	BENCHI_SETTING(0, "shell", "SHELL|none|default", "have this shell run them",
		benchi_setting_text, AT(shell)),
	{ 'N', NULL, NULL, "start commands directly, which is the default", benchi_setting_flag,
	  AT(no_shell), 0, 0, NULL, NULL },
	BENCHI_SETTING(0, "env", "'A=1 B=2'", "set these variables; once for all, or once per command",
		benchi_setting_more, AT(environment)),
	BENCHI_FLAG(0, "subtract-startup", "subtract the time that the shell takes to start",
		AT(subtract)),
	BENCHI_SETTING(0, "input", "FILE", "give commands this standard input", benchi_setting_text,
		AT(input)),
	BENCHI_SETTING(0, "output", "null|pipe|inherit|FILE", "send their output there (pipe)",
		benchi_setting_more, AT(where)),
	BENCHI_FLAG(0, "show-output", "show their output", AT(show)),
	BENCHI_SETTING(0, "output-of", "NAME", "send only this command's output there",
		benchi_setting_more, AT(output_of)),
	BENCHI_FLAG(0, "vary-environment", "give each run an environment of another size", AT(vary)),
	BENCHI_SETTING(0, "seed", "N", "seed the order of runs", benchi_setting_seed, AT(seed)),
	BENCHI_HELP("Output"),
	{ 'o', "rows", "FILE", "write each run as a row of CSV", benchi_setting_text, AT(rows), 0, 0,
	  NULL, "resume" },
	BENCHI_SETTING(0, "resume", "FILE", "continue the runs of this file", benchi_setting_text,
		AT(resume)),
	BENCHI_FLAG(0, "jsonl", "write these rows as JSON Lines", AT(jsonl)),
	BENCHI_SETTING(0, "export-csv", "FILE", "write the results as hyperfine's CSV",
		benchi_setting_text, AT(export[SAMPLE_CSV])),
	BENCHI_SETTING(0, "export-markdown", "FILE", "write the results as a Markdown table",
		benchi_setting_text, AT(export[SAMPLE_MARKDOWN])),
	BENCHI_SETTING(0, "format", "csv|jsonl|json|markdown", "print every run in this form",
		benchi_setting_choice, AT(format)),
	BENCHI_SETTING(0, "sort", "auto|command|mean-time", "order the table", benchi_setting_choice,
		AT(sort)),
	BENCHI_SETTING('u', "time-unit", "ms", "print times in this unit", take_unit, 0),
	BENCHI_SETTING(0, "style", "auto|basic|full|nocolor|color|none", "choose colour and progress",
		benchi_setting_choice, AT(style)),
	BENCHI_SETTING(0, "keep", "STEM", "store what commands print in files STEM...",
		benchi_setting_text, AT(keep)),
	BENCHI_SETTING(0, "observe", "CMD", "run this meanwhile, and store what it prints",
		benchi_setting_more, AT(observed.observe)),
	BENCHI_SETTING(0, "snapshot", "FILE|linux", "store this file before and after each run",
		take_snapshot, AT(observed.snapshot)),
	BENCHI_FLAG(0, "no-counters", "read no hardware counters", AT(no_counters)),
	BENCHI_FLAG('q', "quiet", "print nothing but the answer", AT(quiet)),
	BENCHI_SETTINGS_END
};

/* What options mean for others. */
static void sample_settle(sample_options *w, const benchi_command_line *line)
{
	enum { JSONL = 1, JSON, MARKDOWN, STYLE_NONE = 5 };

	w->until = benchi_line_given(line, "runs-until");
	if (!limited(w) && !w->least && !w->stream)
		w->time_s = w->timeout_s; /* as in cbdr */
	w->seeded = benchi_line_given(line, "seed");
	w->jsonl = w->jsonl || w->format == JSONL;
	if (w->format == JSON || w->format == MARKDOWN)
		w->export[w->format == JSON ? SAMPLE_JSON : SAMPLE_MARKDOWN] = "-";
	if (w->shell && !strcmp(w->shell, "none"))
		w->shell = NULL;
	else if (w->shell ? !strcmp(w->shell, "default") : w->by_shell)
		w->shell = "sh";
	w->stepped = benchi_line_given(line, "parameter-step-size");
	w->ignore = w->ignore || w->ignored;
	if (w->metrics.n && !w->metric)
		w->metric = w->metrics.word[0];
	w->quiet = w->quiet || w->style == STYLE_NONE; /* without colours a style is output or none */
}

int verb_sample(int argc, char **argv)
{
	sample s;
	benchi_command_line line = { .program = "bench " SAMPLE_VERB, .table = table, .to = &s.option,
		.usage = "bench sample: time commands, and compare them with each other\n"
			"usage: bench sample [OPTION...] [NAME:]COMMAND...\n\n",
		.more = "\nReads commands from standard input, one per line, if none is given.\n"
			"Has all options of hyperfine.  More: bench-sample(1).\n" };
	int status = 0;

	memset(&s, 0, sizeof s);
	s.option.warmup = 1;
	s.option.step = 1;
	s.option.question.margin = 0.01;
	s.option.question.alpha = 0.05;
	s.out = s.errors = s.drain = -1;
	if (benchi_line_read(&line, argc, argv, &status) && line.bare && !input_is_piped()) {
		status = benchi_line_brief(&line);
	} else if (!status && !line.helped) {
		sample_settle(&s.option, &line);
		status = sample_prepare(&s, line.operands, line.operand);
		if (!status)
			status = sample_open_all(&s);
		if (!status)
			status = sample_loop(&s);
	}
	for (size_t i = 0; i < SAMPLE_EXPORTS; i++)
		benchi_atomic_file_drop(&s.export[i]);
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
	free(s.option.metric_words);
	return status;
}
