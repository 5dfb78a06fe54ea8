/*
 * `bench sample`: how long do these commands take?
 *
 * Reads the options; the rest is in sample_*.c.
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

#include "base/number.h"
#include "base/options.h"
#include "base/random.h"
#include "tools/verbs.h"
#include "host/terminal.h"
#include "tools/sample/sample.h"

enum { ROUNDS = 'r', TIME = 't', SCRIPT = 'b', OUTPUT = 'o', MARGIN = 'm', CONFIDENCE = 'c',
	INPUT = 'i', HELP = 'h', QUIET = 'q', TIMEOUT = 256, WARMUP, PREPARE, CLEANUP, SETUP, SHELL,
	OUTPUT_OF, UNTIL, NULLED, VARY, IGNORE, RESUME, OBSERVE, SNAPSHOT, SUBTRACT, JSONL, SEED, KEEP,
	METRIC, NO_COUNTERS };

static const benchi_option known[] = { { ROUNDS, "rounds", true }, { TIME, "time", true },
	{ SCRIPT, "bench", true }, { OUTPUT, "output", true }, { MARGIN, "margin", true },
	{ CONFIDENCE, "confidence", true }, { INPUT, "input", true }, { HELP, "help", false },
	{ QUIET, "quiet", false }, { TIMEOUT, "timeout", true }, { WARMUP, "warmup", true },
	{ PREPARE, "prepare", true }, { CLEANUP, "cleanup", true }, { SETUP, "setup", true },
	{ SHELL, "shell", false }, { OUTPUT_OF, "output-of", true }, { UNTIL, "runs-until", true },
	{ NULLED, "null", false }, { VARY, "vary-environment", false },
	{ IGNORE, "ignore-failure", false }, { RESUME, "resume", true }, { OBSERVE, "observe", true },
	{ SNAPSHOT, "snapshot", true }, { SUBTRACT, "subtract-startup", false },
	{ JSONL, "jsonl", false }, { SEED, "seed", true }, { KEEP, "keep", true },
	{ METRIC, "metric", true }, { NO_COUNTERS, "no-counters", false }, { 0, NULL, false } };

static int help(void)
{
	puts("bench sample: run commands in turn, and write down what each run took\n"
	     "usage: bench sample [OPTION...] NAME:COMMAND...   (or a line each on input)\n"
	     "\n"
	     "  -r, --rounds N, -t, --time 30s    when to end; without: on Ctrl-C\n"
	     "      --runs-until answer   end when each is answered against the first, given\n"
	     "  -m, --margin 1%, -c, --confidence 95%, --metric wall_time\n"
	     "      --null                the first command against itself, as an alarm\n"
	     "  -o, --output FILE         where rows go, as CSV; --jsonl: JSON with all facts\n"
	     "      --resume FILE         go on from what it holds\n"
	     "      --setup CMD, --prepare CMD, --cleanup CMD    once; before, after each run\n"
	     "  -i, --input FILE          what commands read; else nothing\n"
	     "      --output-of NAME      keep what it prints; else it is discarded\n"
	     "      --timeout 10s, --ignore-failure, --shell, --warmup 1     how they are run\n"
	     "      --vary-environment    another placement of the stack every run\n"
	     "      --subtract-startup    take off what starting a program takes\n"
	     "      --observe CMD, --snapshot FILE|linux         watch; before and after\n"
	     "      --keep STEM           names of files beside the results begin so\n"
	     "  -b, --bench SCRIPT        runs each command, prints JSON: an object of numbers\n"
	     "      --seed N, --no-counters, -q, --quiet\n"
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

static int take_more(const char *name, const char *text, const char **list, size_t *n)
{
	if (*n == SAMPLE_BESIDE)
		return complain(SAMPLE_VERB, "--%s: at most %d", name, SAMPLE_BESIDE);
	list[(*n)++] = text;
	return 0;
}

static int take_snapshot(sample_wishes *w, const char *value)
{
	static const char *const usual[] = { "/proc/stat", "/proc/vmstat", "/proc/interrupts",
		"/proc/loadavg" };
	int status = 0;

	if (strcmp(value, "linux"))
		return take_more("snapshot", value, w->snapshot, &w->snapshots);
	for (size_t i = 0; i < 4 && !status; i++)
		status = take_more("snapshot", usual[i], w->snapshot, &w->snapshots);
	return status;
}

static int take_seed(sample_wishes *w, const char *value)
{
	char *end;

	w->seeded = true;
	errno = 0;
	w->seed = strtoull(value, &end, 10);
	return errno || *end || !*value || *value == '-'
	       ? complain_value(SAMPLE_VERB, "seed", value, "a whole number") : 0;
}

static int take_number(sample_wishes *w, int letter, const char *value)
{
	double share;
	int status;

	switch (letter) {
	case ROUNDS:
		return take_count("rounds", value, 1, &w->rounds);
	case WARMUP:
		return take_count("warmup", value, 0, &w->warmup);
	case TIME:
		return take_seconds("time", value, &w->time_s);
	case TIMEOUT:
		return take_seconds("timeout", value, &w->timeout_s);
	case MARGIN:
		return take_share("margin", value, 0, 1, &w->margin);
	case CONFIDENCE:
		status = take_share("confidence", value, .5, 1, &share);
		w->alpha = 1 - share;
		return status;
	case SEED:
		return take_seed(w, value);
	case UNTIL:
		w->until = true;
		return strcmp(value, "answer")
		       ? complain_value(SAMPLE_VERB, "runs-until", value, "'answer'") : 0;
	case OBSERVE:
		return take_more("observe", value, w->observe, &w->observers);
	case OUTPUT_OF:
		return take_more("output-of", value, w->output_of, &w->outputs);
	default:
		return take_snapshot(w, value);
	}
}

/* Where an option's word, or its yes, is kept; one of both is NULL. */
static const char **word_of(sample_wishes *w, int letter)
{
	switch (letter) {
	case SCRIPT:
		return &w->script;
	case OUTPUT:
		return &w->output;
	case INPUT:
		return &w->input;
	case PREPARE:
		return &w->prepare;
	case CLEANUP:
		return &w->cleanup;
	case SETUP:
		return &w->setup;
	case RESUME:
		return &w->resume;
	case KEEP:
		return &w->keep;
	case METRIC:
		return &w->metric;
	default:
		return NULL;
	}
}

static bool *yes_of(sample_wishes *w, int letter)
{
	switch (letter) {
	case QUIET:
		return &w->quiet;
	case SHELL:
		return &w->shell;
	case NULLED:
		return &w->null;
	case VARY:
		return &w->vary;
	case IGNORE:
		return &w->ignore;
	case SUBTRACT:
		return &w->subtract;
	case JSONL:
		return &w->jsonl;
	case NO_COUNTERS:
		return &w->no_counters;
	default:
		return NULL;
	}
}

static int take_option(sample_wishes *w, int letter, const char *value)
{
	const char **word;
	bool *yes;

	if (letter < 0)
		return complain_option(SAMPLE_VERB, letter, value);
	word = word_of(w, letter);
	yes = yes_of(w, letter);
	if (word)
		*word = value;
	else if (yes)
		*yes = true;
	return word || yes ? 0 : take_number(w, letter, value);
}

/* Wishes that contradict each other. */
static int check(const sample *s)
{
	const sample_wishes *w = &s->wish;

	if (!s->list.n)
		return complain(SAMPLE_VERB, "a command is missing (try 'bench sample --help')");
	if (w->output && w->resume)
		return complain(SAMPLE_VERB, "--output and --resume: rows go to one of them");
	if (w->until && s->list.n < 2)
		return complain(SAMPLE_VERB, "--runs-until: one command has nothing to be compared with");
	if (w->script && (!w->warmup || w->subtract || (s->keeping && !w->metric)))
		return complain(SAMPLE_VERB, "--bench: %s",
		                !w->warmup ? "needs a warm-up, to learn the columns"
		                : w->subtract ? "what starting takes is the script's business"
		                              : "say with --metric which of its numbers is compared");
	if (!w->warmup && !w->script)
		return 0;
	for (size_t i = 0; i < w->outputs; i++) {
		bool found = false;

		for (size_t k = 0; k < s->list.n; k++)
			found = found || !strcmp(w->output_of[i], s->list.task[k].name);
		if (!found)
			return complain(SAMPLE_VERB, "--output-of: found no command called '%s'",
			                w->output_of[i]);
	}
	return 0;
}

/* The first command once more. */
static int add_null(sample *s)
{
	const task *first = &s->list.task[0];
	size_t room = strlen(first->name) + strlen(first->text) + 20;
	char *spec = malloc(room);
	int status = 0;

	if (!spec)
		return complain(SAMPLE_VERB, "out of memory");
	snprintf(spec, room, "null:%s", first->text);
	status = sample_add(s, spec);
	free(spec);
	s->null = true;
	return status;
}

/* Is there a table to be drawn, and on what?  Never beside a reader that draws one. */
static void find_screen(sample *s)
{
	bool rows_elsewhere = s->wish.output || s->wish.resume;
	struct stat info;
	bool pipe = !fstat(STDOUT_FILENO, &info) && S_ISFIFO(info.st_mode);

	if (s->wish.quiet || (pipe && !rows_elsewhere))
		return;
	s->live = benchi_terminal_is(stderr) && (!s->wish.script || s->wish.metric);
	if (!s->live)
		return;
	s->screen.out = fdopen(fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3), "w");
	s->live = s->screen.out != NULL;
	s->rowless = s->live && benchi_terminal_is(stdout) && !rows_elsewhere;
	if (s->rowless)
		fputs("bench sample: the rows are not kept: -o FILE, or '>' FILE, keeps them\n", stderr);
}

static int prepare(sample *s, benchi_options *o)
{
	int status = 0;

	for (int i = 0; i < o->operands && !status; i++)
		status = strcmp(o->argv[i], "-") ? sample_add(s, o->argv[i]) : sample_add_lines(s);
	if (!status && !o->operands && !benchi_terminal_is(stdin))
		status = sample_add_lines(s);
	find_screen(s);
	s->keeping = s->live || s->wish.until || s->wish.null;
	if (!status)
		status = check(s);
	if (!status && s->wish.null)
		status = add_null(s);
	if (!status)
		status = sample_split(s);
	if (!s->wish.metric)
		s->wish.metric = "wall_time";
	return status;
}

static int open_all(sample *s)
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
	if (!s->wish.seeded)
		s->wish.seed = benchi_random(&entropy) >> 32;
	s->random = s->wish.seed;
	return sample_open(s);
}

int verb_sample(int argc, char **argv)
{
	sample s;
	benchi_options o;
	int letter, status = 0;

	memset(&s, 0, sizeof s);
	s.wish.warmup = 1;
	s.wish.margin = 0.01;
	s.wish.alpha = 0.05;
	s.out = s.errors = -1;
	benchi_options_start(&o, known, argc - 1, argv + 1);
	while (!status && (letter = benchi_options_next(&o)) != BENCHI_OPTION_END) {
		if (letter == HELP)
			return help();
		status = take_option(&s.wish, letter, o.value);
	}
	if (!status)
		status = prepare(&s, &o);
	if (!status)
		status = open_all(&s);
	if (!status)
		status = sample_loop(&s);
	sample_guard_end(&s);
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
	return status;
}
