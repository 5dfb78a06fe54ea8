/*
 * `bench sample`: runs commands alternately and records the time of each run.
 *
 * Options (with hyperfine's names if they mean the same), commands and parameters, and
 * everything that is opened before the first run.
 *
 * SPDX-License-Identifier: MIT
 * */
#include "data/read.h"
#include "tools/sample/sample.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define SAMPLE_ROUNDS 10   /* fewest rounds, unless an option ends the sampling */

/*
 * The commands: their names, their words, and whether they need a shell.
 *
 * "name:command": the text before the first colon is a name unless it contains a blank, a quote,
 * a slash or an equals sign. Without a name, the command is its own name. Commands are split
 * into words, quoted as in the shell, and started without a shell. Syntax that only a shell
 * understands is an error unless -S is given.
 * */

int sample_no_memory(void)
{
	return complain(SAMPLE_VERB, "out of memory");
}

/* Returns the text without blanks at its ends; changes *length. */
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

/* Adds a command, which takes over name and text. Returns 0, or EXIT_MISUSE after a message. */
static int add_command(sample *s, char *name, char *text, size_t combination)
{
	bool twice = name && sample_task(s, name);
	task *grown = name && text ? realloc(s->list.task, (s->list.n + 1) * sizeof *grown) : NULL;

	if (!grown) {
		free(name);
		free(text);
		return sample_no_memory();
	}
	s->list.task = grown;
	grown[s->list.n++] = (task){ .name = name, .text = text, .given = s->list.given,
		.combination = combination };
	return twice ? complain(SAMPLE_VERB, "two commands are called '%s', expected different names, "
		"such as a:COMMAND b:COMMAND", name) : 0;
}

/*
 * Parameters of commands: {name} stands for each of its values in turn.
 *
 * Every combination of the values of several parameters is run.  A command with a name gets the
 * values appended as in Go's benchmarks, "sort/n=4"; one without a name is named by its text.
 */

/* Splits p->text at its commas into values. Returns 0, or EXIT_MISUSE after a message. */
static int split_values(parameter *p)
{
	for (char *at = p->text; at; p->n++) {
		char *comma = strchr(at, ',');

		if (p->n == SAMPLE_VALUES)
			return complain(SAMPLE_VERB, "%s: found more than %d values", p->name, SAMPLE_VALUES);
		p->value[p->n] = at;
		if (comma)
			*comma++ = '\0';
		at = comma;
	}
	return 0;
}

size_t sample_combinations(const sample_options *w)
{
	size_t n = 1;

	for (size_t i = 0; i < w->parameters; i++)
		n *= w->parameter[i].n;
	return n;
}

/* Returns the value of parameter i in this combination. The last parameter changes fastest. */
const char *sample_value(const sample_options *w, size_t combination, size_t i)
{
	for (size_t k = w->parameters; --k > i;)
		combination /= w->parameter[k].n;
	return w->parameter[i].value[combination % w->parameter[i].n];
}

char *sample_substitute(const sample_options *w, size_t combination, const char *text, bool name)
{
	char *made = NULL;
	size_t size = 0;
	FILE *stream = open_memstream(&made, &size);

	while (stream && *text) {
		size_t i = 0;

		for (; i < w->parameters; i++) {
			size_t n = strlen(w->parameter[i].name);

			if (*text == '{' && !strncmp(text + 1, w->parameter[i].name, n) && text[n + 1] == '}')
				break;
		}
		if (i == w->parameters) {
			putc(*text++, stream);
			continue;
		}
		fputs(sample_value(w, combination, i), stream);
		text += strlen(w->parameter[i].name) + 2;
		name = false;
	}
	for (size_t i = 0; stream && name && i < w->parameters; i++)
		fprintf(stream, "/%s=%s", w->parameter[i].name, sample_value(w, combination, i));
	if (stream && !fclose(stream))
		return made;
	free(made);
	return NULL;
}

/* Marks the parameters that occur in a text as {name} as used. */
static void note_parameters(sample_options *w, const char *text)
{
	for (size_t i = 0; i < w->parameters && text; i++) {
		const char *name = w->parameter[i].name;
		const size_t n = strlen(name);

		for (const char *at = text; (at = strchr(at, '{')); at++)
			if (!strncmp(at + 1, name, n) && at[n + 1] == '}')
				w->parameter[i].used = true;
	}
}

/* The values of scans are made here, since the option with the step may follow the scan. */
int sample_add(sample *s, const char *spec)
{
	sample_options *w = &s->option;
	const words *names = &w->names;
	const size_t first = w->reference != NULL, at = s->list.given;
	size_t name_length = strcspn(spec, ":"), length;
	bool named = spec[name_length] == ':' && name_length
		&& strcspn(spec, "\"'/= \t") >= name_length;
	const char *text = named ? spec + name_length + 1 : spec;
	char *kept_name, *kept_text;
	int status = 0;

	note_parameters(w, spec);
	length = strlen(text);
	text = trimmed(text, &length);
	if (!length)
		return complain(SAMPLE_VERB, "found '%s', expected a command, or name:command", spec);
	for (size_t i = 0; i < w->parameters && !status; i++) {
		parameter *p = &w->parameter[i];
		const double n = floor((p->high - p->low) / w->step + 1e-9) + 1;
		char number[BENCHI_NUMBER_TEXT], *to;

		if (!p->scan || p->text)
			continue;
		if (!w->stepped && (p->low > floor(p->low) || p->high > floor(p->high))
		    && p->low < p->high)
			return complain(SAMPLE_VERB, "--parameter-scan %s: from %g to %g by which step? Add "
				"-D, such as -D %g", p->name, p->low, p->high, (p->high - p->low) / 4);
		if (n > SAMPLE_VALUES)
			return complain(SAMPLE_VERB, "%s: found more than %d values", p->name, SAMPLE_VALUES);
		to = p->text = calloc((size_t)n, BENCHI_NUMBER_TEXT + 1);
		if (!to)
			return sample_no_memory();
		for (double k = 0; k < n; k++)
			to += sprintf(to, "%s%s", k > 0 ? "," : "",
			              benchi_number_digits(p->low + k * w->step, 12, number));
		status = split_values(p);
	}
	if (status)
		return status;
	if (at >= first && at - first < names->n)
		kept_name = benchi_copy(names->word[at - first], strlen(names->word[at - first]));
	else
		kept_name = named ? benchi_copy(spec, name_length) : benchi_copy(text, length);
	kept_text = benchi_copy(text, length);
	status = kept_name && kept_text ? 0 : sample_no_memory();
	for (size_t i = 0; !status && i < sample_combinations(w); i++)
		status = add_command(s, sample_substitute(w, i, kept_name, true),
			sample_substitute(w, i, kept_text, false), i);
	s->list.given++;
	free(kept_name);
	free(kept_text);
	return status;
}

/* Adds the commands of standard input, one per line. Returns 0, or EXIT_MISUSE after a message. */
static int add_lines(sample *s)
{
	const char *line;
	size_t length;
	benchi_input in;
	int status = benchi_input_open(&in, stdin, "<stdin>") ? sample_no_memory() : 0;

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
		status = spec ? sample_add(s, spec) : sample_no_memory();
		free(spec);
	}
	benchi_input_close(&in);
	return status;
}

char **sample_by_shell(const sample *s, const char *command)
{
	const char *why;
	int n;
	char **shell = command_words(s->option.shell ? s->option.shell : "sh", true, &n,
		&why), **argv = NULL;
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

/* Splits each command into words.  Only with --shell does a shell run them, because its start is
 * measured as well: without it, a command that needs a shell is refused.  Returns 0, or EXIT_MISUSE
 * after a message. */
int sample_split(sample *s)
{
	const sample_options *w = &s->option;

	for (size_t i = 0; i < s->list.n; i++) {
		task *t = &s->list.task[i];
		const char *why = t->text;
		int n = 1;

		t->argv = w->script ? command_copy((const char *const[]){ w->script, t->text, NULL })
			: w->shell ? sample_by_shell(s, t->text) : command_words(t->text, true, &n, &why);
		if (!t->argv)
			return sample_no_memory();
		if (!n)
			return complain(SAMPLE_VERB, "found '%s', expected a command", t->text);
		if (n < 0)
			return complain(SAMPLE_VERB, "'%s': %.*s needs a shell: add -S, or quote it to pass it "
				"to the program", t->text, isalpha((unsigned char)*why) || *why == '.'
				? (int)strcspn(why, " \t") : 1, why);
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
 * Makes from the options what is run: commands and their parameters, contradictions, where rows,
 * tables and errors go, and what ends the sampling.
 */

/* Returns whether an option ends the sampling. */
static bool limited(const sample_options *w)
{
	return w->rounds || w->time_s || w->until || w->most;
}

/* Returns the number of summaries to write. standard: counts only those on standard output,
 * which replace the rows. */
static size_t summaries(const sample_options *w, bool standard)
{
	size_t n = 0;

	for (size_t i = 0; i < SAMPLE_EXPORTS; i++)
		n += w->export[i] && (!standard || benchi_is_standard_output(w->export[i]));
	return n;
}

/* Refuses options that contradict each other. Returns 0, or EXIT_MISUSE after a message. */
static int check_options(const sample *s)
{
	const sample_options *w = &s->option;
	const struct {
		const char *name;
		const words *list;
	} each[] = { { "env", &w->environment }, { "prepare", &w->prepare },
		{ "conclude", &w->conclude }, { "output", &w->where } };

	if (!s->list.n)
		return complain(SAMPLE_VERB, "a command is missing (try 'bench sample --help')");
	if (w->stream && limited(w))
		return complain(SAMPLE_VERB, "--stream: runs without end; leave out options that end the "
			"runs");
	if (summaries(w, true) > 1)
		return complain(SAMPLE_VERB, "two summaries on standard output, expected one at most");
	if (w->most && w->least > w->most)
		return complain(SAMPLE_VERB, "--min-runs %zu is above --max-runs %zu", w->least, w->most);
	for (size_t i = 0; i < w->parameters; i++)
		if (!w->parameter[i].used)
			return complain(SAMPLE_VERB, "no command has {%s}, expected one with it",
				w->parameter[i].name);
	if (w->until && s->list.n < 2)
		return complain(SAMPLE_VERB, "--runs-until: found one command, expected two or more to "
			"compare");
	if (w->script && (!w->warmup || w->subtract || (s->keeping && !w->metric)))
		return complain(SAMPLE_VERB, "--bench: %s",
		                !w->warmup ? "needs a warm-up, to learn the columns"
		                : w->subtract ? "--subtract-startup: scripts time themselves"
		                              : "--metric must name the number that is compared");
	if (w->no_shell && w->shell)
		return complain(SAMPLE_VERB, "-N excludes -S and --shell");
	if (w->metrics.n > 1 && w->script)
		return complain(SAMPLE_VERB, "--bench: --metrics accepts only one of the script's numbers");
	for (size_t i = 0; i < sizeof each / sizeof *each; i++)
		if (each[i].list->n > 1 && each[i].list->n != s->list.given)
			return complain(SAMPLE_VERB, "--%s: found %zu for %zu commands, expected one for all "
				"or one for each", each[i].name, each[i].list->n, s->list.given);
	return 0;
}

bool sample_has_word(const words *list, const char *word)
{
	for (size_t i = 0; i < list->n; i++)
		if (!strcmp(list->word[i], word))
			return true;
	return false;
}

/* Makes the list of commands, and decides whether rows and a table are written and what ends the
 * sampling. Returns 0, or EXIT_MISUSE after a message. */
static int set_up(sample *s, int operands, char **operand)
{
	sample_options *w = &s->option;
	const bool shown = w->show || sample_has_word(&w->where, "inherit");
	const char *name = w->reference_name ? w->reference_name : w->reference;
	struct stat output;
	const bool to_pipe = !fstat(STDOUT_FILENO, &output) && S_ISFIFO(output.st_mode);
	bool rows_elsewhere, metric;
	int status = 0;

	if (w->reference) {
		status = add_command(s, benchi_copy(name, strlen(name)), benchi_copy(w->reference,
			strlen(w->reference)), 0);
		s->list.given++;
	}
	for (int i = 0; i < operands && !status; i++)
		status = strcmp(operand[i], "-") ? sample_add(s, operand[i]) : add_lines(s);
	if (!status && !operands && !benchi_terminal_is(stdin))
		status = add_lines(s);

	/* Draw a table, unless the reader of a pipe draws one, or commands print to the terminal. */
	if (w->rows && benchi_is_standard_output(w->rows))
		w->rows = NULL;
	rows_elsewhere = w->rows || w->resume;
	metric = !w->script || w->metric;
	s->document = summaries(w, true);
	s->rowless = !rows_elsewhere && (shown || benchi_terminal_is(stdout) || s->document);
	if (!w->quiet && !shown && (!to_pipe || rows_elsewhere || s->rowless)
	    && benchi_terminal_is(stderr) && metric)
		s->screen.out = fdopen(fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3), "w");

	note_parameters(w, w->setup);
	note_parameters(w, w->cleanup);
	for (size_t i = 0; i < 3; i++) {
		const words *list = (const words *const[]){ &w->prepare, &w->conclude, &w->environment }[i];

		for (size_t k = 0; k < list->n; k++)
			note_parameters(w, list->word[k]);
	}
	w->ends = !limited(w) && !w->stream;
	if (w->ends && !w->least)
		w->least = SAMPLE_ROUNDS;
	s->keeping = s->screen.out || w->until || w->null || summaries(w, false) || w->bounds.limits
	             || w->bounds.expects || (metric && !(w->quiet && w->stream));
	if (!status)
		status = check_options(s);
	if (!status && w->null) {
		const char *text = s->list.task[0].text;

		status = add_command(s, benchi_copy("null", 4), benchi_copy(text, strlen(text)), 0);
		if (!status) {
			s->null = s->list.task[s->list.n - 1].null = true;
			s->list.task[s->list.n - 1].given = 0; /* prepared as the first task is */
		}
	}
	if (!status)
		status = sample_split(s);
	if (!w->metric)
		w->metric = "wall_time";
	if (!w->metrics.n)
		w->metrics = (words){ { w->metric }, 1 };
	return status;
}

/*
 * Reads what commands print, and discards it.
 *
 * A thread of this program reads one pipe for all runs, so that commands see a pipe, as in normal
 * use.  Some programs take a shortcut if they write to /dev/null (GNU grep stops at its first
 * match).  The thread sleeps while nothing is printed.  Signals are for the main thread.
 */
static void drain(void *end)
{
	static char block[65536];
	ssize_t n;

	do
		n = read(*(int *)end, block, sizeof block);
	while (n > 0 || (n < 0 && errno == EINTR));
}

/* Opens everything before the first run: the file of errors, the pipe for output, rows,
 * summaries. Returns 0, or EXIT_MISUSE after a message. */
static int open_files(sample *s)
{
	static struct benchi_os_thread thread;
	static int ends[2];
	const sample_options *w = &s->option;
	const char *path = w->resume ? w->resume : w->rows;
	uint64_t entropy = (uint64_t)time(NULL) << 20 ^ (uint64_t)getpid() << 40
	                   ^ (uint64_t)(now_s() * 1e9);
	struct stat rows, there;

	if (sample_open_unnamed(&s->errors))
		return EXIT_MISUSE;
	if (fcntl(s->errors, F_SETFL, O_APPEND))
		return complain(SAMPLE_VERB, "cannot make a temporary file: %s", strerror(errno));
	s->run_id = (double)(benchi_random(&entropy) >> 33);
	if (!w->seeded)
		s->option.seed = benchi_random(&entropy) >> 32;
	s->random = w->seed;
	if ((!w->where.n || sample_has_word(&w->where, "pipe")) && !w->script && !w->show) {
		sigset_t all, before;
		bench_status status;

		if (pipe(ends))
			return complain(SAMPLE_VERB, "cannot make a pipe for the commands' output: %s",
				strerror(errno));
		fcntl(ends[0], F_SETFD, FD_CLOEXEC);
		fcntl(ends[1], F_SETFD, FD_CLOEXEC);
		sigfillset(&all);
		benchi_signal_mask(SIG_BLOCK, &all, &before);
		status = benchi_os_thread_start(&thread, drain, &ends[0]);
		benchi_signal_mask(SIG_SETMASK, &before, NULL);
		s->drain = ends[1];
		if (status != BENCH_OK)
			return complain(SAMPLE_VERB, "%s", bench_detail());
	}
	s->out = path ? open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666) : STDOUT_FILENO;
	if (s->out < 0)
		return complain(SAMPLE_VERB, "%s: %s", path, strerror(errno));
	if (path && flock(s->out, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK)
		return complain(SAMPLE_VERB, "%s: another process is writing it", path);
	/* Before any command runs, find summaries that cannot be written, or would replace the rows. */
	for (size_t i = 0; i < SAMPLE_EXPORTS; i++) {
		path = w->export[i];
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

/* Option reader: a unit of time, by hyperfine's names or ours. */
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

/* Option reader: exit statuses separated by commas, or "all-non-zero". */
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

/* Option reader: metrics with their units, by hyperfine's names or ours, or a preset. */
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
		return sample_no_memory();
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

static int take_least(benchi_command_line *line, const benchi_setting *row, const char *value)
{
	return strchr(value, '%') ? benchi_line_bad(line, row, value,
		"a count from 1 (the margin is --margin)") : benchi_setting_count(line, row, value);
}

/* Reads -L VAR A,B,C and -P VAR MIN MAX: the words after the name are part of the option.  The step
 * of a scan may follow later, so values are made when commands are added.  Returns 0, or the exit
 * status after a message. */
static int take_parameter(benchi_command_line *line, const benchi_setting *row, const char *name)
{
	sample_options *w = line->to;
	benchi_options *o = &line->options;
	parameter *p = &w->parameter[w->parameters];
	bool scan = row->letter == 'P';
	char **value = o->argv + o->next;

	if (o->argc - o->next < 1 + scan)
		return benchi_line_complain(line, "--parameter-%s: expected %s", scan ? "scan" : "list",
		                            scan ? "VAR MIN MAX" : "VAR and values with commas between");
	o->next += 1 + scan;
	if (w->parameters == SAMPLE_PARAMETERS || !*name)
		return complain(SAMPLE_VERB, "expected at most %d parameters, each with a name",
		                SAMPLE_PARAMETERS);
	w->parameters++;
	*p = (parameter){ .name = name, .scan = scan };
	if (!scan) {
		p->text = strdup(value[0]);
		return p->text ? split_values(p) : sample_no_memory();
	}
	if (!benchi_number(value[0], &p->low) || !benchi_number(value[1], &p->high)
	    || p->low > p->high)
		return complain(SAMPLE_VERB, "--parameter-scan %s: found '%s' and '%s', expected a number "
		                "and one that is not smaller", name, value[0], value[1]);
	return 0;
}

static const benchi_setting table[] = {
	BENCHI_SETTING('t', "time", "TIME", "stop after this total time (3 s per command)",
		benchi_setting_seconds, AT(time_s)),
	{ 'r', "rounds", "N", NULL, benchi_setting_count, AT(rounds), 1, 4e9, NULL, "time" },
	{ 0, "runs", "N", "run each command exactly N times", benchi_setting_count, AT(rounds), 1,
	  4e9, NULL, "time" },
	BENCHI_LIMITED('w', "warmup", "N", "run each command N times first, without timing it (1)",
		benchi_setting_count, AT(warmup), 0, 4e9),
	BENCHI_SETTING('p', "prepare", "CMD", "run CMD before each timed run; CMD is not timed",
		benchi_setting_more, AT(prepare)),
	BENCHI_SETTING(0, "export-json", "FILE", "write the results as hyperfine's JSON",
		benchi_setting_text, AT(export[SAMPLE_JSON])),
	BENCHI_HELP("When to stop"),
	BENCHI_LIMITED('m', "min-runs", "N", "run each command at least N times (not the margin)",
		take_least, AT(least), 1, 4e9),
	BENCHI_LIMITED('M', "max-runs", "N", "run each command at most N times", benchi_setting_count,
		AT(most), 1, 4e9),
	BENCHI_SETTING(0, "runs-until", "answer", "stop when all is answered; exit 3 if -t ends first",
		benchi_setting_choice, AT(answer)),
	BENCHI_FLAG(0, "stream", "run until interrupted or until the reader exits", AT(stream)),
	BENCHI_SETTING(0, "timeout", "10s", "kill a run that takes longer than this",
		benchi_setting_seconds, AT(timeout_s)),
	BENCHI_FLAG('i', "ignore-failure", "continue after failed runs, and use their times",
		AT(ignore)),
	BENCHI_SETTING(0, "ignore-failure", "1,2", "continue only after these exit statuses",
		take_statuses, AT(ignored)),
	BENCHI_HELP("The answer"),
	BENCHI_LIMITED(0, "margin", "1%", "set the largest difference that does not matter (1%)",
		take_margin, AT(question), 0, 1),
	BENCHI_SETTING(0, "confidence", "95%", "set the confidence of all answers together (95%)",
		take_confidence, AT(question)),
	BENCHI_SETTING(0, "metric", "wall_time", "compare this column of the results (wall_time)",
		benchi_setting_text, AT(metric)),
	BENCHI_SETTING(0, "metrics", "time_cpu,memory_peak_resident:MiB",
		"compare these columns, or a preset: default, time, all", take_metrics, 0),
	BENCHI_SETTING(0, "reference", "CMD", "compare the other commands with CMD (the first)",
		benchi_setting_text, AT(reference)),
	BENCHI_SETTING(0, "reference-name", "NAME", "name the command of --reference",
		benchi_setting_text, AT(reference_name)),
	BENCHI_FLAG(0, "null", "also compare the first command with itself, as a check", AT(null)),
	BENCHI_SETTING(0, "limit", "'wall_time<1'", "fail if a median is certainly beyond this limit",
		take_bound, AT(bounds)),
	BENCHI_SETTING(0, "expect", "'a:wall_time=1..2'",
		"report whether this prediction came true", take_bound, AT(bounds)),
	BENCHI_HELP("What to run"),
	BENCHI_SETTING('n', "command-name", "NAME", "give the next command this name",
		benchi_setting_more, AT(names)),
	BENCHI_SETTING('L', "parameter-list", "VAR A,B,C",
		"run with A, B and C in place of {VAR}", take_parameter, 0),
	BENCHI_SETTING('P', "parameter-scan", "VAR MIN MAX",
		"run with the numbers from MIN to MAX for {VAR}", take_parameter, 0),
	BENCHI_SETTING('D', "parameter-step-size", "N", "go from MIN to MAX in steps of N (1)",
		benchi_setting_number, AT(step)),
	BENCHI_SETTING('s', "setup", "CMD", "run CMD once, before everything",
		benchi_setting_text, AT(setup)),
	BENCHI_SETTING('c', "cleanup", "CMD", "run CMD once, after everything",
		benchi_setting_text, AT(cleanup)),
	BENCHI_SETTING('C', "conclude", "CMD", "run CMD after each timed run; CMD is not timed",
		benchi_setting_more, AT(conclude)),
	BENCHI_SETTING('b', "bench", "SCRIPT", "run a script that prints its own numbers as JSON",
		benchi_setting_text, AT(script)),
	{ 'S', NULL, NULL, "run the commands in sh", benchi_setting_flag, AT(by_shell), 0, 0, NULL,
	  NULL },
	BENCHI_SETTING(0, "shell", "SHELL|none|default", "run the commands in this shell, or in none",
		benchi_setting_text, AT(shell)),
	{ 'N', NULL, NULL, "run the commands without a shell (the default)", benchi_setting_flag,
	  AT(no_shell), 0, 0, NULL, NULL },
	BENCHI_SETTING(0, "env", "'A=1 B=2'", "set variables; give this once, or once per command",
		benchi_setting_more, AT(environment)),
	BENCHI_FLAG(0, "subtract-startup", "subtract the time that starting a process takes",
		AT(subtract)),
	BENCHI_SETTING(0, "input", "FILE", "read standard input from FILE (default: empty)",
		benchi_setting_text, AT(input)),
	BENCHI_SETTING(0, "output", "null|pipe|inherit|FILE",
		"send standard output there (pipe: read and dropped)", benchi_setting_more, AT(where)),
	BENCHI_FLAG(0, "show-output", "show what the commands print", AT(show)),
	BENCHI_SETTING(0, "seed", "N", "seed the random order of runs", benchi_setting_seed, AT(seed)),
	BENCHI_HELP("Output"),
	{ 'o', "rows", "FILE", "write each run as a row of CSV", benchi_setting_text, AT(rows), 0, 0,
	  NULL, "resume" },
	BENCHI_SETTING(0, "resume", "FILE", "add runs to FILE, which --rows wrote", benchi_setting_text,
		AT(resume)),
	BENCHI_SETTING(0, "export-csv", "FILE", "write the results as hyperfine's CSV",
		benchi_setting_text, AT(export[SAMPLE_CSV])),
	BENCHI_SETTING(0, "export-markdown", "FILE", "write the results as a Markdown table",
		benchi_setting_text, AT(export[SAMPLE_MARKDOWN])),
	{ 0, "jsonl", NULL, "print each run as a line of JSON", benchi_setting_constant, AT(format), 0,
	  1, NULL, "format" },
	BENCHI_SETTING(0, "format", "csv|jsonl|json|markdown",
		"print runs (csv, jsonl) or a summary (the others)", benchi_setting_choice, AT(format)),
	BENCHI_SETTING(0, "sort", "auto|command|mean-time",
		"order the table by command or mean time (auto)", benchi_setting_choice, AT(sort)),
	BENCHI_SETTING('u', "time-unit", "ms", "print times in s, ms, us or ns", take_unit, 0),
	BENCHI_SETTING(0, "style", "auto|basic|full|nocolor|color|none",
		"only 'none' has an effect: print only the answers", benchi_setting_choice, AT(style)),
	BENCHI_SETTING(0, "observe", "CMD", "run CMD meanwhile; write its output next to -o FILE",
		benchi_setting_more, AT(observed.observe)),
	BENCHI_SETTING(0, "snapshot", "FILE|linux",
		"copy FILE at start and end (linux: 4 files of /proc)",
		take_snapshot, AT(observed.snapshot)),
	BENCHI_FLAG(0, "no-counters", "read no hardware counters", AT(no_counters)),
	BENCHI_FLAG('q', "quiet", "print only the answers", AT(quiet)),
	BENCHI_SETTINGS_END
};

int verb_sample(int argc, char **argv)
{
	enum { JSONL = 1, JSON, MARKDOWN, STYLE_NONE = 5 };
	sample s;
	sample_options *w = &s.option;
	benchi_command_line line = { .program = "bench " SAMPLE_VERB, .table = table, .to = &s.option,
		.usage = "bench sample: time commands, and compare them with each other\n"
			"usage: bench sample [OPTION...] [NAME:]COMMAND...\n\n",
		.more = "\nReads commands from standard input, one per line, if none is given.\n"
			"Takes the options of hyperfine, but exports neither AsciiDoc nor Org.\n"
			"Exit status: 0 fine, 1 a failed command or beyond a limit, 2 usage error, 3 no\n"
			"answer (--runs-until) or a wrong one (--null).  More: bench-sample(1).\n" };
	int status = 0;

	memset(&s, 0, sizeof s);
	w->warmup = 1;
	w->step = 1;
	w->question.margin = 0.01;
	w->question.alpha = 0.05;
	s.out = s.errors = s.drain = -1;
	if (benchi_line_read(&line, argc, argv, &status) && line.bare && !input_is_piped()) {
		status = benchi_line_brief(&line);
	} else if (!status && !line.helped) {
		w->until = benchi_line_given(&line, "runs-until");
		w->seeded = benchi_line_given(&line, "seed");
		w->stepped = benchi_line_given(&line, "parameter-step-size");
		if (!limited(w) && !w->least && !w->stream)
			w->time_s = w->timeout_s; /* as in cbdr */
		w->jsonl = w->format == JSONL;
		if (w->format == JSON || w->format == MARKDOWN)
			w->export[w->format == JSON ? SAMPLE_JSON : SAMPLE_MARKDOWN] = "-";
		if (w->shell && !strcmp(w->shell, "none"))
			w->shell = NULL;
		else if (w->shell ? !strcmp(w->shell, "default") : w->by_shell)
			w->shell = "sh";
		w->ignore = w->ignore || w->ignored;
		if (w->metrics.n && !w->metric)
			w->metric = w->metrics.word[0];
		w->quiet = w->quiet || w->style == STYLE_NONE; /* other styles differ in colours only */
		status = set_up(&s, line.operands, line.operand);
		if (!status)
			status = open_files(&s);
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
	for (size_t i = 0; i < w->parameters; i++)
		free(w->parameter[i].text);
	free(w->metric_words);
	return status;
}
