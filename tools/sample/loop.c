/*
 * The order of commands, and when the sampling ends.
 *
 * Warm-up of each, then rounds: every command once a round, in an order that is drawn
 * again for each, so that drift and noise are the same for all and no limit excludes one.
 * The first round is in the order given, so that the first name in the file, a reader's base, is
 * the first command.
 * Ends after --rounds or --time, with an answer (--runs-until), or after the row during
 * which an interrupt comes; without a limit with answers, but after ten rounds at least and
 * about three seconds a command at most.
 *
 * SPDX-License-Identifier: MIT
 */
#include "tools/sample/sample.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define SAMPLE_SECONDS 3   /* and maximum per command, unless the answers come earlier */
#define EXIT_INTERRUPTED 130 /* within bench sample: 128 and the signal outside */

/*
 * One run of a command, and what it takes.
 *
 * --prepare and --conclude run in a shell and are not timed.  The command reads --input or
 * nothing; its output goes into a pipe that is drained, or to the file of --output; its errors to
 * an unnamed file, whose end is shown if it fails.  What it leaves in the background is not
 * waited for.
 */

#define SLICE_NS 250e6        /* between looks at the clock and the keyboard */
#define GRACE_NS 2e9
#define ERRORS_MOST (64l << 20)
#define SHOWN 2000
#define LINES 5
#define STARTS 15

/* How a run went besides its numbers. */
typedef struct ending {
	bool timeout, stopped, terminal; /* terminal: it wanted to read from one, or to set it */
	bool left;                       /* a process that it started still runs */
} ending;

/* The file of errors stays small. */
static int trim_errors(const sample *s, off_t most)
{
	struct stat errors;

	if (!fstat(s->errors, &errors) && errors.st_size > most && ftruncate(s->errors, 0))
		return complain(SAMPLE_VERB, "the file of errors: %s", strerror(errno));
	return 0;
}

/* Waits; keeps the table alive, and the time limit.  The first Ctrl-C waits for the run's end. */
static int watch(sample *s, benchi_process *p, ending *e)
{
	double left = s->option.timeout_s > 0 ? s->option.timeout_s * 1e9 : (double)INFINITY;
	pid_t group = (pid_t)p->id;

	for (;;) {
		double part = fmin(left, SLICE_NS);
		bench_status status = benchi_process_wait(p, part);

		if (status != BENCH_ERR_BUSY) {
			e->left = p->group && group > 0 && !kill(-group, 0);
			return status ? complain(SAMPLE_VERB, "%s", bench_detail()) : 0;
		}
		left -= part;
		e->timeout = left <= 0;
		e->stopped = benchi_interrupt_requests() > 1;
		e->terminal = benchi_process_wants_terminal(p);
		if (e->timeout || e->stopped || e->terminal) {
			benchi_process_end(p, e->timeout ? GRACE_NS : 0);
			return 0;
		}
		if (trim_errors(s, ERRORS_MOST))
			return EXIT_MISUSE;
		sample_tick(s);
	}
}

/* The last lines of what the command wrote to its standard error. */
static void show_errors(const sample *s)
{
	char text[SHOWN + 1];
	struct stat errors;
	off_t from;
	ssize_t n;
	int lines = 0;
	char *at;

	if (fstat(s->errors, &errors) || !errors.st_size)
		return;
	from = errors.st_size > SHOWN ? errors.st_size - SHOWN : 0;
	n = pread(s->errors, text, SHOWN, from);
	if (n <= 0)
		return;
	text[n] = '\0';
	if (text[n - 1] == '\n')
		text[--n] = '\0';
	for (at = text + n; at > text; at--)
		if (at[-1] == '\n' && ++lines == LINES)
			break;
	for (char *line = strtok(at, "\n"); line; line = strtok(NULL, "\n")) {
		for (char *tab = strchr(line, '\t'); tab; tab = strchr(tab, '\t'))
			*tab = ' ';
		fputs("    ", stderr);
		benchi_put_line(stderr, line);
		fputc('\n', stderr);
	}
}

static int loop_failed(const sample *s, const char *name, const char *text, const benchi_usage *u,
                       const ending *e, const char *hint)
{
	const bool own = strcmp(name, text) != 0;
	const char *colon = own ? ": " : "";
	char round[40] = "";

	text = own ? text : "";
	if (s->round)
		snprintf(round, sizeof round, " in round %u", (unsigned)s->round);
	if (e->timeout)
		complain(SAMPLE_VERB, "%s: was ended after %g s (--timeout)%s%s%s", name,
		         s->option.timeout_s, round, colon, text);
	else if (e->terminal)
		complain(SAMPLE_VERB, "%s: was ended because it waited for the terminal, which commands "
		         "do not get here%s%s", name, colon, text);
	else if (u->exited)
		complain(SAMPLE_VERB, "%s: ended with status %d%s%s%s%s", name, u->code, round, hint, colon,
		         text);
	else
		complain(SAMPLE_VERB, "%s: was ended by signal %d (%s)%s%s%s", name, u->code,
		         strsignal(u->code), round, colon, text);
	show_errors(s);
	return EXIT_WORSE;
}

/* Why a command may not have been found, if that is what failed. */
static const char *hint(const sample *s, const task *t, bench_status status)
{
	if (status != BENCH_ERR_INPUT || s->option.shell || s->option.script)
		return "";
	return !strcmp(t->name, t->text) && strchr(t->text, ':')
	       ? " (a name before ':' has no blank, quote, slash or '=')"
	       : " (a command of the shell needs -S)";
}

/* Starts a command, and waits for its end.  name: for a message, or NULL; t: of which it is, or
 * NULL. */
static int run_watched(sample *s, const benchi_command *c, const char *name, const task *t,
                       benchi_usage *usage, ending *e)
{
	benchi_process p;
	bench_status begun = benchi_process_start(c, &p);
	int status = begun == BENCH_OK ? watch(s, &p, e) : EXIT_MISUSE;

	if (begun != BENCH_OK && name)
		complain(SAMPLE_VERB, "%s: %s%s", name, bench_detail(), t ? hint(s, t, begun) : "");
	*usage = p.usage;
	return status;
}

/* May it fail so? */
static bool is_accepted(const sample *s, const benchi_usage *u, const ending *e)
{
	uint64_t status;

	if (!s->option.ignored || !s->option.ignore)
		return s->option.ignore;
	for (const char *at = s->option.ignored; at && u->exited && !e->timeout && !e->terminal;) {
		const char *end = benchi_read_whole(at, 255, &status);

		if (status == (uint64_t)u->code)
			return true;
		at = *end ? end + 1 : NULL;
	}
	return false;
}

/* Did it end as it should?  text: what was run; about: how another end is accepted, "" if it is
 * not. */
static int judge_run(const sample *s, const char *name, const char *text, const benchi_usage *u,
                     const ending *e, const char *about)
{
	bool fine = !e->timeout && !e->terminal && u->exited && !u->code;

	/* did what ends this program end the command?  Before a command is in a group of its own,
	 * the signal reaches it too */
	if (e->stopped || (!u->exited && !e->timeout && !e->terminal
	                   && u->code == benchi_interrupt_came()))
		return EXIT_INTERRUPTED;
	if (fine || (*about && !s->option.script && is_accepted(s, u, e)))
		return 0;
	return loop_failed(s, name, text, u, e, about);
}

/* The word of an option that is given once for all, or once each. */
static const char *word_for(const words *list, size_t given, const char *other)
{
	return !list->n ? other : list->word[list->n > 1 ? given : 0];
}

/* The environment of what is run for a command.  *assigned: its variables; both to be freed.
 * padding: one more, or NULL.  An exit status after a message. */
static int environment_for(const sample *s, size_t given, size_t combination, char *padding,
                           char ***environment, char ***assigned)
{
	const char *of = word_for(&s->option.environment, given, "");
	char *text = sample_substitute(&s->option, combination, of), **variable;
	int n = 0, all;

	*environment = NULL;
	*assigned = text && *text ? command_assignments(text, &n) : NULL;
	free(text);
	if (*of && n <= 0)
		return complain(SAMPLE_VERB, "--env: found '%s', expected NAME=VALUE, with blanks between "
			"several", of);
	all = n + (padding != NULL);
	if (!all)
		return 0;
	variable = malloc((size_t)all * sizeof *variable);
	if (variable) {
		for (int i = 0; i < n; i++)
			variable[i] = (*assigned)[i];
		if (padding)
			variable[n] = padding;
		*environment = benchi_child_environment(NULL, NULL, variable, (size_t)all);
	}
	free(variable);
	return *environment ? 0 : complain(SAMPLE_VERB, "out of memory");
}

/* Runs a command of the shell to its end; what: "--prepare" ...; for that operand and values. */
static int sample_run_shell(sample *s, const char *what, const char *command, size_t given,
                            size_t combination)
{
	char **argv = sample_by_shell(s, command), **assigned = NULL, **environment = NULL;
	benchi_command c = { argv, NULL, -1, -1, s->errors, true };
	ending e = { .left = false };
	benchi_usage u;
	int status = argv ? trim_errors(s, 0) : complain(SAMPLE_VERB, "out of memory");

	if (!status)
		status = environment_for(s, given, combination, NULL, &environment, &assigned);
	c.environment = environment;
	if (!status)
		status = run_watched(s, &c, what, NULL, &u, &e);
	free(argv);
	free(environment);
	free(assigned);
	return status ? status : judge_run(s, what, command, &u, &e, "");
}

/* Opened again for every run, so that each begins at the start. */
static int loop_open_input(const sample *s, int *in)
{
	*in = s->option.input ? open(s->option.input, O_RDONLY | O_CLOEXEC) : -1;
	if (s->option.input && *in < 0)
		return complain(SAMPLE_VERB, "--input %s: %s", s->option.input, strerror(errno));
	return 0;
}

int sample_open_unnamed(int *out)
{
	FILE *file = tmpfile();

	*out = file ? fcntl(fileno(file), F_DUPFD_CLOEXEC, 3) : -1;
	if (file)
		fclose(file);
	return *out < 0 ? complain(SAMPLE_VERB, "a temporary file: %s", strerror(errno)) : 0;
}

/* The file of --output-of, or the one that --output names for this command. */
static int open_file(const char *option, const task *t, const char *path, int how, int *out)
{
	*out = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | how, 0666);
	return *out < 0 ? complain(SAMPLE_VERB, "--%s of %s: %s: %s", option, t->name, path,
	                           strerror(errno)) : 0;
}

static int open_output(const sample *s, const task *t, int *out)
{
	const char *where = word_for(&s->option.where, t->given, s->option.show ? "inherit" : "pipe");

	*out = -1;
	if (s->option.script)
		return sample_open_unnamed(out);
	if (sample_has_word(&s->option.output_of, t->name)) {
		char last[200], *path;
		int status;

		snprintf(last, sizeof last, "%.150s.out", t->name);
		path = observation_path(sample_stem(s), last);
		status = path ? open_file("output-of", t, path, O_APPEND, out)
		              : complain(SAMPLE_VERB, "out of memory");
		free(path);
		return status;
	}
	if (!strcmp(where, "null"))
		return 0;
	if (strcmp(where, "inherit") && strcmp(where, "pipe"))
		return open_file("output", t, where, O_TRUNC, out);
	*out = fcntl(*where == 'i' ? STDOUT_FILENO : s->drain, F_DUPFD_CLOEXEC, 3);
	return *out < 0 ? complain(SAMPLE_VERB, "%s: its output: %s", t->name, strerror(errno)) : 0;
}

/* Runs it, and counts meanwhile. */
static int timed(sample *s, const task *t, const benchi_command *c, benchi_usage *usage,
                 double *counts, ending *e)
{
	benchi_counters counters;
	bool counting = s->counting && !benchi_counters_open(&counters);
	struct timespec now;
	int status;

	clock_gettime(CLOCK_REALTIME, &now);
	s->started = (double)now.tv_sec + floor((double)now.tv_nsec / 1e6) / 1e3;
	status = run_watched(s, c, t->name, t, usage, e);
	if (counting) {
		benchi_counters_read(&counters, counts);
		benchi_counters_close(&counters);
	}
	return status;
}

static int run_command(sample *s, task *t, int in, int out, measures *m)
{
	char padding[BENCHI_PADDING], **environment = NULL, **assigned = NULL;
	benchi_command c = { t->argv, NULL, in, out, s->option.show ? STDERR_FILENO : s->errors, true };
	double counts[BENCHI_COUNTERS];
	ending e = { .left = false };
	benchi_usage u;
	int status = trim_errors(s, 0);

	for (size_t i = 0; i < BENCHI_COUNTERS; i++)
		counts[i] = NAN;
	if (s->option.vary)
		benchi_child_padding(&s->random, padding); /* the stack begins elsewhere */
	if (!status)
		status = environment_for(s, t->given, t->combination, s->option.vary ? padding : NULL,
			&environment, &assigned);
	c.environment = environment;
	if (!status)
		status = timed(s, t, &c, &u, counts, &e);
	free(environment);
	free(assigned);
	if (!status && !(u.wall_ns > 0))
		return complain(SAMPLE_VERB, "%s: took %g ns: the clock does not advance, or goes back "
			"(a faked one?)", t->name, u.wall_ns);
	if (!status)
		status = judge_run(s, t->name, t->text, &u, &e, " (-i accepts that)");
	if (status)
		return status;
	t->left += s->round && e.left;
	m->killed = e.timeout || e.terminal || !u.exited;
	m->failed = !m->killed && u.code;
	m->status = u.code;
	if (s->option.script)
		return sample_parse(t, out, m);
	s->busy.share = sample_busy_share(s);
	sample_fill(s, &u, counts, m);
	return 0;
}

/* --prepare or --conclude, with the values of the command's parameters. */
static int run_around(sample *s, const task *t, const char *what, const words *list)
{
	const char *command = word_for(list, t->given, NULL);
	char *text;
	int status;

	if (!command)
		return 0;
	text = sample_substitute(&s->option, t->combination, command);
	status = text ? sample_run_shell(s, what, text, t->given, t->combination)
		: complain(SAMPLE_VERB, "out of memory");
	free(text);
	return status;
}

/* One start of a program that does nothing, by the shell if commands have one. */
static int start_nothing(sample *s, startup *found)
{
	char **argv = s->option.shell ? sample_by_shell(s, ":")
		: command_copy((const char *const[]){ "true", NULL });
	benchi_command c = { argv, NULL, -1, -1, -1, true };
	ending e = { .left = false };
	benchi_usage u = { .exited = false };
	int status = argv ? run_watched(s, &c, NULL, NULL, &u, &e) : EXIT_MISUSE;

	*found = (startup){ u.wall_ns / 1e9, u.user_ns / 1e9, u.system_ns / 1e9,
		!status && u.exited && !u.code };
	free(argv);
	return status;
}

/* run.c: runs a benchmark once; its numbers. */
static int sample_run(sample *s, task *t, measures *m)
{
	int in = -1, out = -1, status = 0, later = 0;

	memset(&s->nothing, 0, sizeof s->nothing);
	if (s->option.subtract)
		status = start_nothing(s, &s->nothing);
	if (!status)
		status = run_around(s, t, "--prepare", &s->option.prepare);
	if (status)
		return status;
	status = loop_open_input(s, &in);
	if (!status)
		status = open_output(s, t, &out);
	if (!status)
		status = run_command(s, t, in, out, m);
	if (in >= 0)
		close(in);
	if (out >= 0)
		close(out);
	if (status != EXIT_INTERRUPTED)
		later = run_around(s, t, "--conclude", &s->option.conclude);
	return status ? status : later;
}

static int sample_find_startup(sample *s)
{
	double x[3][STARTS];
	size_t n = 0;

	for (size_t i = 0; i < STARTS; i++) {
		startup one;

		if (start_nothing(s, &one) || !one.known)
			break;
		x[0][n] = one.wall_s;
		x[1][n] = one.user_s;
		x[2][n++] = one.sys_s;
	}
	s->startup = (startup){ benchi_median(x[0], n), benchi_median(x[1], n), benchi_median(x[2], n),
		n == STARTS };
	if (s->startup.known && !(s->startup.wall_s > 0))
		return complain(SAMPLE_VERB, "the clock does not advance, or goes back (a faked one?)");
	return s->startup.known || !s->option.subtract ? 0
	       : complain(SAMPLE_VERB, "--subtract-startup: '%s' cannot be run, to find what starting "
	                  "takes", s->option.shell ? s->option.shell : "true");
}

/* Are the metrics that are compared among the columns?  Those of a preset may be missing. */
static int check_metrics(sample *s)
{
	words *list = &s->option.metrics;
	size_t kept = 0;
	double x;

	for (size_t i = 0; i < list->n; i++)
		if (sample_value_of(&s->header, list->word[i], &x)) {
			s->option.metric_unit[kept] = s->option.metric_unit[i];
			list->word[kept++] = list->word[i];
		} else if (!s->option.preset) {
			return complain(SAMPLE_VERB, "found no '%s' among the columns%s", list->word[i],
				s->counting || s->option.script ? "" : ": this machine shows no counters");
		}
	list->n = kept;
	return 0;
}

/* Once for each different text that the values of parameters make of it. */
static int run_for_values(sample *s, const char *what, const char *command)
{
	size_t n = command ? sample_combinations(&s->option) : 0;
	char *before = NULL;
	int status = 0;

	for (size_t i = 0; i < n && !status; i++) {
		char *text = sample_substitute(&s->option, i, command);

		if (!text)
			status = complain(SAMPLE_VERB, "out of memory");
		else if (!before || strcmp(before, text) != 0)
			status = sample_run_shell(s, what, text, 0, i);
		free(before);
		before = text;
	}
	free(before);
	return status;
}

static int loop_begin(sample *s)
{
	int status = run_for_values(s, "--setup", s->option.setup);

	if (!status) {
		/* The columns of a command's row. */
		static const benchi_usage nothing;
		double counts[BENCHI_COUNTERS];
		benchi_counters counters;

		if (!s->option.script) {
			s->counting = !s->option.no_counters && !benchi_counters_open(&counters);
			for (size_t i = 0; i < BENCHI_COUNTERS && s->counting; i++)
				counts[i] = counters.fd[i] < 0 ? (double)NAN : 0;
			if (s->counting)
				benchi_counters_close(&counters);
			sample_fill(s, &nothing, counts, &s->header);
			s->header_known = true;
		}
	}
	if (!status && !s->option.script)
		status = sample_find_startup(s);
	if (!status && !s->option.script)
		status = check_metrics(s);
	if (!status) {
		/* Run each without keeping its numbers; a script's first run gives the columns. */
		status = 0;
		measures m;

		for (size_t i = 0; i < s->list.n && !status; i++) {
			task *t = &s->list.task[i];

			if (s->null && i + 1 == s->list.n)
				break;
			if (!s->option.quiet && benchi_terminal_is(stderr)) {
				fputs("Warming up ", stderr);
				benchi_put_line(stderr, t->name);
				fputs("...\n", stderr);
			}
			for (size_t k = 0; k < s->option.warmup && !status && !benchi_interrupt_came(); k++) {
				status = sample_run(s, t, &m);
				if (!status && !s->header_known) {
					s->header = m;
					s->header_known = true;
				}
			}
		}
	}
	if (benchi_interrupt_came() && (!status || status == EXIT_INTERRUPTED)) {
		complain(SAMPLE_VERB, "interrupted while warming up: nothing was collected");
		return 128 + benchi_interrupt_came();
	}
	if (status)
		return status;
	s->columns_before = s->option.script ? s->header.n : 3;
	status = s->option.resume ? sample_resume(s)
	         : s->rowless ? 0 : sample_write_header(s);
	return status;
}

static bool out_of_time(const sample *s)
{
	return s->option.time_s > 0 && now_s() - s->began_s >= s->option.time_s;
}

/* One row of a benchmark.  A run that was broken off leaves none. */
static int loop_one(sample *s, task *t)
{
	measures m;
	int status = sample_run(s, t, &m);

	if (!status)
		status = sample_write_row(s, t, &m);
	if (status)
		return status;
	t->last_round = s->round;
	t->failed += m.failed;
	t->killed += m.killed;
	if (m.failed)
		t->status = m.status;
	return s->keeping ? sample_keep(s, t, &m) : 0;
}

/* Those that this round still lacks; the first round of --resume may have some. */
static int round_of(sample *s, size_t *order)
{
	int status = 0;

	for (size_t i = 0; i < s->list.n; i++)
		order[i] = i;
	if (s->round > 1)
		benchi_random_shuffle(&s->random, order, s->list.n);
	for (size_t i = 0; i < s->list.n && !status; i++) {
		task *t = &s->list.task[order[i]];

		if (benchi_interrupt_came())
			return 0;
		if (t->last_round < s->round)
			status = loop_one(s, t);
		sample_tick(s);
	}
	return status;
}

static bool loop_complete(const sample *s)
{
	for (size_t i = 0; i < s->list.n; i++)
		if (s->list.task[i].last_round < s->round)
			return false;
	return true;
}

/* Why it ends after this round; NULL: it goes on. */
static const char *loop_enough(const sample *s)
{
	const sample_options *o = &s->option;
	bool answers = s->answered && s->list.n > 1;

	if (s->alarmed)
		return "--null";
	if ((o->rounds > 0 && s->round >= o->rounds) || (o->most > 0 && s->round >= o->most))
		return "the number of runs";
	if (s->round < o->least)
		return NULL;
	if (out_of_time(s))
		return "--time";
	if ((o->until || o->ends) && answers)
		return "every answer is there";
	return o->ends && now_s() - s->began_s >= SAMPLE_SECONDS * (double)s->list.n
	       ? "3 s for each command" : NULL;
}

static int rounds(sample *s)
{
	size_t *order = calloc(s->list.n, sizeof *order);
	int status = 0;

	if (!order)
		return complain(SAMPLE_VERB, "out of memory");
	if (!s->round || loop_complete(s))
		s->round++;
	while (!status && !benchi_interrupt_came()) {
		status = round_of(s, order);
		if (status || benchi_interrupt_came())
			break;
		sample_busy_round(s, false);
		if (s->keeping)
			status = sample_look(s, false);
		s->ended = loop_enough(s);
		if (s->ended)
			break;
		s->round++;
	}
	free(order);
	return status;
}

/* Were all the rounds that are wanted already there? */
static bool nothing_left(const sample *s)
{
	return s->option.rounds > 0 && s->round >= s->option.rounds && loop_complete(s);
}

static int loop_collect(sample *s)
{
	observation *o = &s->option.observed;
	int status, later, answer = 0;

	o->stem = sample_stem(s);
	status = observation_start(o, SAMPLE_VERB);
	sample_busy_start(s);
	benchi_snapshot_take("", &s->before);
	s->began_s = now_s();
	if (!status && !nothing_left(s))
		status = rounds(s);

	/* What processors, disks and network did during the rounds. */
	benchi_snapshot now;

	benchi_snapshot_take("", &now);
	benchi_utilisation_between(&s->before, &now, &s->machine);

	sample_busy_round(s, true);
	/* what was collected before a failure is shown as well */
	if (s->keeping && (!status || status == EXIT_INTERRUPTED
	                   || (status == EXIT_WORSE && s->rows_written))) {
		s->ended = s->ended ? s->ended : status == EXIT_WORSE ? "a failure" : NULL;
		answer = sample_look(s, true);
	}
	later = observation_end(o, SAMPLE_VERB);
	return status ? status : later ? later : answer;
}

int sample_loop(sample *s)
{
	int status, later = 0;

	benchi_interrupt_watch(true);
	status = loop_begin(s);
	if (!status)
		status = loop_collect(s);
	if (!benchi_interrupt_came())
		later = run_for_values(s, "--cleanup", s->option.cleanup);
	if (!status)
		status = later;
	if (!s->round)
		return status;
	if (benchi_interrupt_came() && status != EXIT_MISUSE) {
		size_t whole = s->round - (loop_complete(s) ? 0 : 1);

		fprintf(stderr, "bench sample: interrupted: %zu rows were written, %zu rounds are whole\n",
		        s->rows_written, whole);
		return 128 + benchi_interrupt_came();
	}
	return status;
}

/*
 * Reads what commands print and throws it away.
 *
 * A thread of this program reads one pipe for all runs, so that commands see a pipe as they do
 * in use: some programs take a short cut where they find /dev/null (GNU grep stops at its
 * first match).  The thread sleeps while nothing is printed.  Signals are for the main thread.
 */

#define BLOCK 65536

static void drain(void *end)
{
	static char block[BLOCK];
	ssize_t n;

	do
		n = read(*(int *)end, block, sizeof block);
	while (n > 0 || (n < 0 && errno == EINTR));
}

/* Only if a command writes there. */
static bool is_needed(const sample_options *w)
{
	return (!w->where.n || sample_has_word(&w->where, "pipe")) && !w->script && !w->show;
}

int sample_drain(sample *s)
{
	static struct benchi_os_thread thread;
	static int ends[2];
	sigset_t all, before;
	bench_status status;

	if (!is_needed(&s->option))
		return 0;
	if (pipe(ends))
		return complain(SAMPLE_VERB, "a pipe for the commands' output: %s", strerror(errno));
	fcntl(ends[0], F_SETFD, FD_CLOEXEC);
	fcntl(ends[1], F_SETFD, FD_CLOEXEC);
	sigfillset(&all);
	benchi_signal_mask(SIG_BLOCK, &all, &before);
	status = benchi_os_thread_start(&thread, drain, &ends[0]);
	benchi_signal_mask(SIG_SETMASK, &before, NULL);
	s->drain = ends[1];
	return status == BENCH_OK ? 0 : complain(SAMPLE_VERB, "%s", bench_detail());
}
