/*
 * The order of commands, and when the sampling ends.
 *
 * Each command is warmed up. Then every command runs once per round, in an order drawn for each
 * round, so that drift and noise affect all commands alike. The first round keeps the given order,
 * because readers take the first name in the file as their base.
 *
 * Sampling ends after --rounds or --time, at the answer (--runs-until), or after the row in which
 * an interrupt comes. Without a limit, sampling ends at the answers: after at least ten rounds, and
 * about three seconds per command at most.
 *
 * SPDX-License-Identifier: MIT
 */
#include "tools/sample/sample.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define SAMPLE_SECONDS 3   /* longest sampling, per command, if no option ends it */
#define EXIT_INTERRUPTED 130 /* status within bench sample; the program exits with 128 plus the
                                signal */

/*
 * Finds rounds in which other programs used the machine.
 *
 * Method: over stretches of whole rounds of at least a second, takes the processor time that the
 * whole machine used, minus that of this program and its children.  A stretch is busy if the rest
 * is over a tenth of a processor, or over a hundredth was stolen by other guests of the hypervisor,
 * or a processor was throttled.
 *
 * Wrong about a command that leaves work to others (a server, the kernel's threads).
 */

static const struct {
	double stretch_s, look_s; /* look_s: the system counts in hundredths of a second */
	double others, stolen;    /* shares of a processor */
} busy_policy = { 1.0, 0.2, 0.10, 0.01 };

static busy_moment moment_now(void)
{
	busy_moment m = { .at_s = now_s() };

	benchi_activity_find(&m.machine);
	return m;
}

/* Returns the processor time that other programs used between two moments. */
static double others_between(const busy_moment *from, const busy_moment *to)
{
	return to->machine.busy_s - from->machine.busy_s - (to->machine.own_s - from->machine.own_s);
}

/* Appends the busy rounds gathered so far, "3-7", to the list. */
static void name_rounds(busy *b)
{
	size_t used = strlen(b->rounds);

	if (!b->from)
		return;
	if (used < sizeof b->rounds - 60)
		snprintf(b->rounds + used, sizeof b->rounds - used, b->from < b->to ? "%s%u-%u" : "%s%u",
		         used ? ", " : "", (unsigned)b->from, (unsigned)b->to);
	else if (b->rounds[used - 1] != '.')
		snprintf(b->rounds + used, sizeof b->rounds - used, ", ...");
	b->from = 0;
}

/* Called after each round: judges the stretch that ends with it, if it is long enough. last: the
 * last round. */
static void end_busy_round(sample *s, bool last)
{
	busy *b = &s->busy;
	double span = now_s() - b->since.at_s, others, stolen, throttled;
	busy_moment now;

	if (span < (last ? busy_policy.stretch_s / 2 : busy_policy.stretch_s) || s->round < b->first)
		return;
	now = moment_now();
	others = others_between(&b->since, &now);
	stolen = now.machine.stolen_s - b->since.machine.stolen_s;
	throttled = now.machine.throttled - b->since.machine.throttled;
	if (others > busy_policy.others * span || stolen > busy_policy.stolen * span
	    || throttled > 0) {
		if (b->from && b->to + 1 < b->first)
			name_rounds(b); /* merge stretches that follow each other */
		if (!b->from)
			b->from = b->first;
		b->to = s->round;
		b->any = true;
		b->span_s += span;
		b->others_s += isnan(others) ? 0 : fmax(others, 0);
		b->stolen_s += isnan(stolen) ? 0 : stolen;
		b->throttled += isnan(throttled) ? 0 : throttled;
	}
	b->since = moment_now();
	b->first = s->round + 1;
}

void sample_busy_report(sample *s)
{
	busy *b = &s->busy;

	if (!b->any)
		return;
	name_rounds(b);
	fprintf(stderr, "bench sample: the machine was busy with something else in rounds %s\n"
	                "    (of %u): other processes took %.0f %% of a processor, %.1f %% was "
	                "stolen%s;\n    stop them (see top), or sample for longer (--time)\n",
	        b->rounds, (unsigned)s->round, 100 * b->others_s / b->span_s,
	        100 * b->stolen_s / b->span_s,
	        b->throttled > 0 ? ", and the processor was throttled by heat" : "");
}

/*
 * Runs a command once, and measures it.
 *
 * --prepare and --conclude run in a shell and are not timed. The command reads --input or
 * nothing; its output goes into a pipe that is drained, or to the file of --output; its errors
 * to an unnamed file, whose end is shown if the command fails. Processes that it leaves in the
 * background are not waited for.
 */

#define SLICE_NS 250e6        /* time between checks of the clock and the keyboard */
#define GRACE_NS 2e9
#define ERRORS_MOST (64l << 20)
#define SHOWN 2000
#define LINES 5
#define STARTS 15

/* How a run ended. */
typedef struct ending {
	benchi_usage usage;
	bool timeout, stopped, terminal; /* terminal: the process was stopped for reading or setting the
	                                    terminal */
	bool left;                       /* a process that the command started still runs */
} ending;

/* Empties the file of standard error if it is larger than `most` bytes. Returns 0, or the exit
 * status after a message. */
static int trim_errors(const sample *s, off_t most)
{
	struct stat errors;

	if (!fstat(s->errors, &errors) && errors.st_size > most && ftruncate(s->errors, 0))
		return complain(SAMPLE_VERB, "cannot make a file for standard error: %s", strerror(errno));
	return 0;
}

/* Starts a program and waits for its end; redraws the table meanwhile, and enforces the time limit.
 * The first Ctrl-C lets the run finish. own: the task whose own command this is, or NULL. name: for
 * messages; NULL: a failed start prints nothing. Returns 0, or an exit status. */
static int run_watched(sample *s, const benchi_command *c, const char *name, const task *own,
                       ending *e)
{
	double left = s->option.timeout_s > 0 ? s->option.timeout_s * 1e9 : (double)INFINITY;
	bool told = s->option.quiet || s->screen.out; /* the live table reports the first Ctrl-C */
	benchi_process p;
	bench_status status = benchi_process_start(c, &p);
	const pid_t group = (pid_t)p.id;

	*e = (ending){ .usage = p.usage };
	if (status != BENCH_OK) {
		const bool not_found = own && status == BENCH_ERR_INPUT && !s->option.shell
			&& !s->option.script;

		return !name ? EXIT_MISUSE : complain(SAMPLE_VERB, "%s: %s%s", name, bench_detail(),
			!not_found ? "" : !strcmp(own->name, own->text) && strchr(own->text, ':')
			? " (a name before ':' has no blank, quote, slash or '=')"
			: " (a command of the shell needs -S)");
	}
	while ((status = benchi_process_wait(&p, fmin(left, SLICE_NS))) == BENCH_ERR_BUSY) {
		left -= fmin(left, SLICE_NS);
		e->timeout = left <= 0;
		e->stopped = benchi_interrupt_requests() > 1;
		if (benchi_interrupt_requests() == 1 && !told) {
			complain(SAMPLE_VERB, "interrupted: ends after this run; Ctrl-C again ends it now");
			told = true;
		}
		e->terminal = benchi_process_wants_terminal(&p);
		if (e->timeout || e->stopped || e->terminal) {
			benchi_process_end(&p, e->timeout ? GRACE_NS : 0);
			e->usage = p.usage;
			return 0;
		}
		if (trim_errors(s, ERRORS_MOST))
			return EXIT_MISUSE;
		sample_tick(s);
	}
	e->left = p.group && group > 0 && !kill(-group, 0);
	e->usage = p.usage;
	return status ? complain(SAMPLE_VERB, "%s", bench_detail()) : 0;
}

/* Decides whether a run ended as it should. hint: the option that accepts other statuses, for the
 * message; "" if there is none. Returns 0, EXIT_INTERRUPTED, or EXIT_WORSE after a message. */
static int judge_run(const sample *s, const char *name, const char *text, const ending *e,
                     const char *hint)
{
	const benchi_usage *u = &e->usage;
	const bool exited = u->exited && !e->timeout && !e->terminal;
	const char *accepting = s->option.ignored;
	uint64_t accepted;
	const bool own = strcmp(name, text) != 0;
	const char *colon = own ? ": " : "";
	char round[40] = "", shown[SHOWN + 1], *at;
	struct stat errors;
	ssize_t n = 0;
	int lines = 0;

	/* Did the signal that ends this program end the command too? Before a command is in its own
	 * group, the signal reaches it as well. */
	if (e->stopped || (!u->exited && !e->timeout && !e->terminal
	                   && u->code == benchi_interrupt_came()))
		return EXIT_INTERRUPTED;
	if (exited && !u->code)
		return 0;
	if (*hint && !s->option.script && s->option.ignore) {
		if (!accepting)
			return 0;
		for (; accepting && exited; accepting = *accepting ? accepting + 1 : NULL) {
			accepting = benchi_read_whole(accepting, 255, &accepted);
			if (accepted == (uint64_t)u->code)
				return 0;
		}
	}

	/* Report the failure, with the last lines of what the run wrote to standard error. */
	text = own ? text : "";
	if (s->round)
		snprintf(round, sizeof round, " in round %u", (unsigned)s->round);
	if (e->timeout)
		complain(SAMPLE_VERB, "%s: was ended after %g s (--timeout)%s%s%s", name,
		         s->option.timeout_s, round, colon, text);
	else if (e->terminal)
		complain(SAMPLE_VERB, "%s: was ended because it waited for the terminal, which it "
		         "cannot use here%s%s", name, colon, text);
	else if (u->exited)
		complain(SAMPLE_VERB, "%s: ended with status %d%s%s%s%s", name, u->code, round, hint, colon,
		         text);
	else
		complain(SAMPLE_VERB, "%s: was ended by signal %d (%s)%s%s%s", name, u->code,
		         strsignal(u->code), round, colon, text);

	if (!fstat(s->errors, &errors))
		n = pread(s->errors, shown, SHOWN, errors.st_size > SHOWN ? errors.st_size - SHOWN : 0);
	if (n <= 0)
		return EXIT_WORSE;
	shown[shown[n - 1] == '\n' ? n - 1 : n] = '\0';
	for (at = shown + strlen(shown); at > shown; at--)
		if (at[-1] == '\n' && ++lines == LINES)
			break;
	for (char *line = strtok(at, "\n"); line; line = strtok(NULL, "\n")) {
		for (char *tab = strchr(line, '\t'); tab; tab = strchr(tab, '\t'))
			*tab = ' ';
		fputs("    ", stderr);
		benchi_put_line(stderr, line);
		fputc('\n', stderr);
	}
	return EXIT_WORSE;
}

/* Returns the argument of an option that is given once for all commands, or once per command;
 * `other` if the option is not given. */
static const char *word_for(const words *list, size_t given, const char *other)
{
	return !list->n ? other : list->word[list->n > 1 ? given : 0];
}

/* Makes the environment of what is run for a command, from --env. *environment: NULL for our own;
 * *assigned: its variables.  The caller frees both.  Returns 0, or an exit status after a
 * message. */
static int environment_for(const sample *s, size_t given, size_t combination, char ***environment,
                           char ***assigned)
{
	const char *of = word_for(&s->option.environment, given, "");
	char *text = sample_substitute(&s->option, combination, of, false);
	const char *why;
	int n = 0;

	*environment = NULL;
	*assigned = text && *text ? command_words(text, false, &n, &why) : NULL;
	free(text);
	for (int i = 0; i < n; i++)
		if (*(*assigned)[i] == '=' || !strchr((*assigned)[i], '='))
			n = -1;
	if (*of && n <= 0)
		return complain(SAMPLE_VERB, "--env: found '%s', expected NAME=VALUE, with blanks between "
			"several", of);
	if (!n)
		return 0;
	*environment = benchi_child_environment(NULL, NULL, *assigned, (size_t)n);
	return *environment ? 0 : sample_no_memory();
}

/* Runs a shell command to its end, with the values of a combination in place of {name}, and in the
 * environment of operand `given`. what: "--prepare" and the like, for messages; pattern: NULL: runs
 * nothing. Returns 0, or an exit status after a message. */
static int run_shell(sample *s, const char *what, const char *pattern, size_t given,
                     size_t combination)
{
	char *text = pattern ? sample_substitute(&s->option, combination, pattern, false) : NULL;
	char **argv = text ? sample_by_shell(s, text) : NULL, **assigned = NULL, **environment = NULL;
	benchi_command c = { argv, NULL, -1, -1, s->errors, true };
	ending e;
	int status = argv ? trim_errors(s, 0) : pattern ? sample_no_memory() : 0;

	if (!status && argv)
		status = environment_for(s, given, combination, &environment, &assigned);
	c.environment = environment;
	if (!status && argv) {
		status = run_watched(s, &c, what, NULL, &e);
		status = status ? status : judge_run(s, what, text, &e, "");
	}
	free(text);
	free(argv);
	free(environment);
	free(assigned);
	return status;
}

int sample_open_unnamed(int *out)
{
	FILE *file = scratch_unnamed();

	*out = file ? fcntl(fileno(file), F_DUPFD_CLOEXEC, 3) : -1;
	if (file)
		fclose(file);
	return *out >= 0 ? 0
		: complain(SAMPLE_VERB, "cannot make a temporary file: %s", strerror(errno));
}

/* Runs the command of a task once, with hardware counters if available. *m: receives the
 * measurements. Returns 0, or an exit status after a message. */
static int run_command(sample *s, task *t, int in, int out, measures *m)
{
	char **environment = NULL, **assigned = NULL;
	benchi_command c = { t->argv, NULL, in, out, s->option.show ? STDERR_FILENO : s->errors, true };
	const busy_moment before = s->busy.latest;
	double counts[BENCHI_COUNTERS];
	benchi_counters counters;
	struct timespec now;
	bool counting;
	ending e;
	int status = trim_errors(s, 0);

	for (size_t i = 0; i < BENCHI_COUNTERS; i++)
		counts[i] = NAN;
	if (!status)
		status = environment_for(s, t->given, t->combination, &environment, &assigned);
	c.environment = environment;
	if (!status) {
		counting = s->counting && !benchi_counters_open(&counters);
		clock_gettime(CLOCK_REALTIME, &now);
		s->started = (double)now.tv_sec + floor((double)now.tv_nsec / 1e6) / 1e3;
		status = run_watched(s, &c, t->name, t, &e);
		if (counting) {
			benchi_counters_read(&counters, counts);
			benchi_counters_close(&counters);
		}
	}
	free(environment);
	free(assigned);
	if (!status && !(e.usage.wall_ns > 0))
		return complain(SAMPLE_VERB, "%s: took %g ns: the clock does not advance, or goes back "
			"(a faked one?)", t->name, e.usage.wall_ns);
	if (!status)
		status = judge_run(s, t->name, t->text, &e, " (-i continues after failures)");
	if (status)
		return status;
	t->left += s->round && e.left;
	m->killed = e.timeout || e.terminal || !e.usage.exited;
	m->failed = !m->killed && e.usage.code;
	m->status = e.usage.code;
	if (s->option.script)
		return sample_parse(t, out, m);

	/* Measure the processors that other programs use now, over at least busy_policy.look_s. */
	if (now_s() - before.at_s >= busy_policy.look_s) {
		s->busy.latest = moment_now();
		if (before.at_s > 0) {
			double share = fmax(0, others_between(&before, &s->busy.latest))
				/ (s->busy.latest.at_s - before.at_s);

			s->busy.share = isfinite(share) ? round(1000 * share) / 1000 : 0;
		}
	}
	sample_fill(s, &e.usage, counts, m);
	return 0;
}

/* Times one start of a program that does nothing, in the shell if commands use one. *found: unknown
 * if the start failed. Returns 0, or an exit status. */
static int start_nothing(sample *s, startup *found)
{
	char **argv = s->option.shell ? sample_by_shell(s, ":")
		: command_copy((const char *const[]){ "true", NULL });
	benchi_command c = { argv, NULL, -1, -1, -1, true };
	ending e = { .left = false };
	const benchi_usage *u = &e.usage;
	int status = argv ? run_watched(s, &c, NULL, NULL, &e) : EXIT_MISUSE;

	*found = (startup){ u->wall_ns / 1e9, u->user_ns / 1e9, u->system_ns / 1e9,
		!status && u->exited && !u->code };
	free(argv);
	return status;
}

/* Runs a task once, between --prepare and --conclude, with its output where --output says. Returns
 * 0, or an exit status after a message. */
static int run_task(sample *s, task *t, measures *m)
{
	const char *input = s->option.input;
	const char *where = word_for(&s->option.where, t->given, s->option.show ? "inherit" : "pipe");
	const bool inherit = !strcmp(where, "inherit");
	int in = -1, out = -1, status = 0, later = 0;

	memset(&s->nothing, 0, sizeof s->nothing);
	if (s->option.subtract)
		status = start_nothing(s, &s->nothing);
	if (!status)
		status = run_shell(s, "--prepare", word_for(&s->option.prepare, t->given, NULL), t->given,
			t->combination);
	if (status)
		return status;
	if (input && (in = open(input, O_RDONLY | O_CLOEXEC)) < 0) /* each run reads from the start */
		status = complain(SAMPLE_VERB, "--input %s: %s", input, strerror(errno));
	else if (s->option.script)
		status = sample_open_unnamed(&out);
	else if (inherit || !strcmp(where, "pipe")) {
		out = fcntl(inherit ? STDOUT_FILENO : s->drain, F_DUPFD_CLOEXEC, 3);
		if (out < 0)
			status = complain(SAMPLE_VERB, "%s: cannot open its output: %s", t->name,
				strerror(errno));
	} else if (strcmp(where, "null")) {
		out = open(where, O_WRONLY | O_CREAT | O_CLOEXEC | O_TRUNC, 0666);
		if (out < 0)
			status = complain(SAMPLE_VERB, "--output of %s: %s: %s", t->name, where,
				strerror(errno));
	}
	if (!status)
		status = run_command(s, t, in, out, m);
	if (in >= 0)
		close(in);
	if (out >= 0)
		close(out);
	if (status != EXIT_INTERRUPTED)
		later = run_shell(s, "--conclude", word_for(&s->option.conclude, t->given, NULL), t->given,
			t->combination);
	return status ? status : later;
}

/* Finds the columns of commands, measures how long starting a program takes, and checks the
 * names of metrics. Returns 0, or an exit status after a message. */
static int find_columns(sample *s)
{
	static const benchi_usage nothing;
	double counts[BENCHI_COUNTERS], x[3][STARTS], value;
	words *list = &s->option.metrics;
	benchi_counters counters;
	size_t n = 0, kept = 0;

	s->counting = !s->option.no_counters && !benchi_counters_open(&counters);
	for (size_t i = 0; i < BENCHI_COUNTERS && s->counting; i++)
		counts[i] = counters.fd[i] < 0 ? (double)NAN : 0;
	if (s->counting)
		benchi_counters_close(&counters);
	sample_fill(s, &nothing, counts, &s->header);
	s->header_known = true;

	for (startup one; n < STARTS && !start_nothing(s, &one) && one.known; n++) {
		x[0][n] = one.wall_s;
		x[1][n] = one.user_s;
		x[2][n] = one.sys_s;
	}
	s->startup = (startup){ benchi_median(x[0], n), benchi_median(x[1], n), benchi_median(x[2], n),
		n == STARTS };
	if (s->startup.known && !(s->startup.wall_s > 0))
		return complain(SAMPLE_VERB, "the clock does not advance, or goes back (a faked one?)");
	if (!s->startup.known && s->option.subtract)
		return complain(SAMPLE_VERB, "--subtract-startup: '%s' cannot be run, to find what "
			"starting takes", s->option.shell ? s->option.shell : "true");

	for (size_t i = 0; i < list->n; i++)
		if (sample_value_of(&s->header, list->word[i], &value)) {
			s->option.metric_unit[kept] = s->option.metric_unit[i];
			list->word[kept++] = list->word[i];
		} else if (!s->option.preset) { /* a preset's metrics may be missing */
			return complain(SAMPLE_VERB, "--metric: found no column '%s'%s", list->word[i],
				s->counting ? "" : ": this machine shows no counters");
		}
	list->n = kept;
	return 0;
}

/* Runs --setup or --cleanup once for each different text that results from the parameters' values.
 * Returns 0, or an exit status after a message. */
static int run_for_values(sample *s, const char *what, const char *command)
{
	size_t n = command ? sample_combinations(&s->option) : 0;
	char *before = NULL;
	int status = 0;

	for (size_t i = 0; i < n && !status; i++) {
		char *text = sample_substitute(&s->option, i, command, false);

		if (!text)
			status = sample_no_memory();
		else if (!before || strcmp(before, text) != 0)
			status = run_shell(s, what, command, 0, i);
		free(before);
		before = text;
	}
	free(before);
	return status;
}

/* Runs --setup, finds the columns, warms up, writes the header or reads the file of --resume.
 * Returns 0, or an exit status after a message. */
static int begin(sample *s)
{
	const size_t n = s->list.n - s->null;
	int status = run_for_values(s, "--setup", s->option.setup);
	measures m;

	if (!status && !s->option.script)
		status = find_columns(s);
	for (size_t i = 0; i < n && !status && !benchi_interrupt_came(); i++) {
		task *t = &s->list.task[i];

		if (!s->option.quiet && benchi_terminal_is(stderr)) {
			fputs("Warming up ", stderr);
			benchi_put_line(stderr, t->name);
			fputs("...\n", stderr);
		}
		for (size_t k = 0; k < s->option.warmup && !status && !benchi_interrupt_came(); k++) {
			status = run_task(s, t, &m);
			if (!status && !s->header_known) { /* a script's first run gives the columns */
				s->header = m;
				s->header_known = true;
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
	status = s->option.resume ? sample_resume(s) : s->rowless ? 0 : sample_write_header(s);
	/* If no answer chooses the end, a test for a fixed number of runs is valid, and finds smaller
	 * differences. */
	s->rows.in_rounds = true;
	s->rows.anytime = s->option.ends || s->option.until || s->option.null || s->option.resume
		|| s->option.stream;
	return status;
}

/* Returns whether every command has a run of the current round. */
static bool round_is_complete(const sample *s)
{
	for (size_t i = 0; i < s->list.n; i++)
		if (s->list.task[i].last_round < s->round)
			return false;
	return true;
}

/* Runs round after round. A resumed first round may already have some rows; an interrupted run
 * writes none. Returns 0, or an exit status after a message. */
static int rounds(sample *s)
{
	const sample_options *o = &s->option;
	size_t *order = calloc(s->list.n, sizeof *order), n = s->list.n;
	int status = order ? 0 : sample_no_memory();

	if (!s->round || round_is_complete(s))
		s->round++;
	for (; !status && !s->ended && !benchi_interrupt_came(); s->round += !s->ended) {
		for (size_t i = 0; i < n; i++)
			order[i] = i;
		if (s->round > 1)
			benchi_random_shuffle(&s->random, order, n);
		for (size_t i = 0; i < n && !status && !benchi_interrupt_came(); i++) {
			task *t = &s->list.task[order[i]];
			measures m;

			if (t->last_round >= s->round)
				continue;
			status = run_task(s, t, &m);
			if (!status)
				status = sample_write_row(s, t, &m);
			if (status)
				break;
			t->last_round = s->round;
			t->failed += m.failed;
			t->killed += m.killed;
			if (m.failed)
				t->status = m.status;
			if (s->keeping)
				status = sample_keep(s, t, &m);
			sample_tick(s);
		}
		if (status || benchi_interrupt_came())
			break;
		end_busy_round(s, false);
		if (s->keeping)
			status = sample_look(s, false);

		const double gone = now_s() - s->began_s;

		s->ended = s->alarmed ? "--null"
			: (o->rounds && s->round >= o->rounds) || (o->most && s->round >= o->most)
				? "the number of runs"
			: s->round < o->least ? NULL
			: o->time_s > 0 && gone >= o->time_s ? "--time"
			: (o->until || o->ends) && s->answered && n > 1 ? "the last answer"
			: o->ends && gone >= SAMPLE_SECONDS * (double)n ? "3 s for each command" : NULL;
	}
	free(order);
	return status;
}

int sample_loop(sample *s)
{
	observation *o = &s->option.observed;
	benchi_snapshot before, after;
	int status, later = 0, answer = 0;

	benchi_interrupt_watch(true);
	status = begin(s);
	if (!status) { /* includes all rounds between the observations, and the answers */
		o->stem = s->option.resume ? s->option.resume : s->option.rows ? s->option.rows
			: "bench-sample";
		status = observation_start(o, SAMPLE_VERB);
		s->busy.since = moment_now();
		s->busy.first = s->round + 1;
		benchi_snapshot_take("", &before);
		s->began_s = now_s();
		if (!status && (!s->option.rounds || s->round < s->option.rounds || !round_is_complete(s)))
			status = rounds(s);
		benchi_snapshot_take("", &after);
		benchi_utilisation_between(&before, &after, &s->machine);
		end_busy_round(s, true);
		/* what was collected before a failure is shown, too */
		if (s->keeping && (!status || status == EXIT_INTERRUPTED
		                   || (status == EXIT_WORSE && s->rows_written))) {
			s->ended = s->ended ? s->ended : status == EXIT_WORSE ? "a failure" : NULL;
			answer = sample_look(s, true);
		}
		later = observation_end(o, SAMPLE_VERB);
		status = status ? status : later ? later : answer;
		later = 0;
	}
	if (!benchi_interrupt_came())
		later = run_for_values(s, "--cleanup", s->option.cleanup);
	if (!status)
		status = later;
	if (!s->round)
		return status;
	if (benchi_interrupt_came() && status != EXIT_MISUSE) {
		size_t whole = s->round - (round_is_complete(s) ? 0 : 1);

		fprintf(stderr, s->rowless ? "bench sample: interrupted: %zu runs, %zu complete rounds\n"
			: "bench sample: interrupted: %zu rows written, %zu complete rounds\n",
			s->rows_written, whole);
		return 128 + benchi_interrupt_came();
	}
	return status;
}
