/*
 * `bench ramp`: runs a command at increasing concurrency; measures throughput and latency.
 *
 * Reads the options.  lib/load/ramp.c adds workers one by one, each of which runs the command.
 * Prints the result.  An interrupt ends the step and the running commands; the results so far are
 * reported.
 *
 * SPDX-License-Identifier: MIT
 */

#include "tools/draw/draw.h"
#include "tools/tools.h"

#include <ctype.h>
#include <errno.h>

#define RAMP_WORKERS_MOST 1024
#define MIX_WEIGHT_MOST 1000
#define SIZE "{size}" /* in a command that replays a trace */

/* An operation of a trace: when it begins, and how many bytes it moves. */
struct ramp_operation {
	double start_s, bytes;
	double place;            /* offset on the device, in bytes; NaN: unknown */
	char kind;               /* 'R', 'W', or 0: unknown */
};

struct ramp_trace {
	struct ramp_operation *operation;
	double *gap_ns;          /* time from each start to the next; the last element is the mean of
	                            the others */
	size_t n, capacity;
};

/* One of the commands that workers run, and how often. */
struct ramp_mixed {
	const char *text;
	char **argv;             /* ends in NULL */
	uint64_t weight;
	bool sized;              /* {size} in it is replaced by the size of the trace's operation */
	benchi_histogram latency;    /* latencies of the runs, from start to end */
};

/* What workers run again and again. */
typedef struct ramp_command {
	struct ramp_mixed mixed[BENCHI_WORDS];
	size_t n;
	int64_t lack[RAMP_WORKERS_MOST][BENCHI_WORDS]; /* for each worker, how many runs each command is
	                                                  behind its share */
	double timeout_ns;       /* time limit of a run */
	bool ignore_failure;     /* failed runs do not end the ramp */
	bool show;               /* output of the command goes to standard error */
	struct ramp_trace trace;
	bool endless;            /* commands never end; an operation is a read or write call */
	struct ramp_endless {
		benchi_process process;
		double calls;        /* read and write calls so far */
	} running[RAMP_WORKERS_MOST];
	size_t done[RAMP_WORKERS_MOST]; /* runs in this step */
	struct benchi_lock lock;
	bool failed;             /* a run failed: the others are ended */
} ramp_command;

/*
 * Makes a command a load: each worker starts it, waits for its end, and starts it again.
 *
 * A run that exceeds the time limit is ended with its whole process group, first with SIGTERM
 * and then by force.  A run that fails ends the ramp, because a command that fails at once
 * would be the fastest of all.  If one run fails or the ramp is interrupted, the others are
 * ended within a tenth of a second.
 */

static const double LOOK_NS = 100e6, GRACE_NS = 500e6;
static const double RUN_ON_NS = 20e6; /* time between two readings of the calls of an endless
                                         command */

enum { STANDARD_ERROR = 2 };

static bool called_off(ramp_command *c)
{
	bool failed;

	benchi_lock_take(&c->lock);
	failed = c->failed;
	benchi_lock_give(&c->lock);
	return failed || benchi_interrupt_came();
}

static bench_status fail(ramp_command *c)
{
	benchi_lock_take(&c->lock);
	c->failed = true;
	benchi_lock_give(&c->lock);
	return BENCH_ERR_NO_SAMPLES;
}

/* Returns the worker's next command: the command furthest behind its share. After any number of
 * commands that is a multiple of the sum of the weights, each has had exactly its share. */
static struct ramp_mixed *mix_next(ramp_command *c, size_t worker)
{
	int64_t *lack = c->lack[worker], sum = 0;
	size_t next = 0;

	for (size_t i = 0; i < c->n; i++) {
		lack[i] += (int64_t)c->mixed[i].weight;
		sum += (int64_t)c->mixed[i].weight;
		next = lack[i] > lack[next] ? i : next;
	}
	lack[next] -= sum;
	return &c->mixed[next];
}

/* Returns the words of a command with a number in place of each {size}, in one block that the
 * caller frees; NULL when out of memory. */
static char **with_size(ramp_command *c, char *const *words_of, size_t worker)
{
	/* The bytes of this worker's next operation. Workers begin at different operations, as their
	 * times do. */
	size_t n = c->trace.n, first = worker * n / bench_workers();
	double bytes = c->trace.operation[(first + c->done[worker]++) % n].bytes;
	size_t words = 0, length = 0;
	char **argv, *to;

	for (; words_of[words]; words++)
		/* up to 24 characters replace the six of {size} */
		length += 4 * strlen(words_of[words]) + 1;
	argv = malloc((words + 1) * sizeof *argv + length);
	if (!argv)
		return NULL;
	to = (char *)(argv + words + 1);
	argv[words] = NULL;
	for (size_t i = 0; i < words; i++) {
		argv[i] = to;
		for (const char *from = words_of[i]; *from;)
			if (!strncmp(from, SIZE, sizeof SIZE - 1)) {
				to += sprintf(to, "%.0f", fmin(bytes, 1e20));
				from += sizeof SIZE - 1;
			} else {
				*to++ = *from++;
			}
		*to++ = '\0';
	}
	return argv;
}

static void begin_worker(void *arg, size_t worker)
{
	ramp_command *c = arg;

	c->done[worker] = 0;
	memset(c->lack[worker], 0, sizeof c->lack[worker]);
	for (size_t i = 0; i < worker; i++)    /* workers begin at different ones */
		mix_next(c, worker);
}

/* Lets a command that never ends run until its next read or write calls. Returns BENCH_OK, or an
 * error that ends the ramp. */
static bench_status run_on(ramp_command *c, size_t worker, benchi_done *done)
{
	static const char *const names[] = { "syscr: ", "syscw: " };
	struct ramp_endless *e = &c->running[worker];
	const char *text = c->mixed[0].text;
	const int out = c->show ? STANDARD_ERROR : -1;
	benchi_command command = { c->mixed[0].argv, NULL, -1, out, out, true };
	double calls, waited = 0;
	bench_status status = BENCH_OK;
	size_t size;

	if (!e->process.id) {
		status = benchi_process_start(&command, &e->process);
		e->calls = 0;
	}
	for (calls = e->calls; !status && calls <= e->calls; waited += RUN_ON_NS) {
		const bench_status ended = benchi_process_wait(&e->process, RUN_ON_NS);

		/* The calls of the process and its ended children so far; NaN if unknown. */
		char path[60], *counts = NULL;

		snprintf(path, sizeof path, "/proc/%ld/io", e->process.id);
		calls = NAN;
		if (ended == BENCH_ERR_BUSY && benchi_file_read(path, 4096, &counts, &size) == BENCH_OK)
			calls = 0;
		for (size_t i = 0; i < 2 && counts; i++) {
			const char *at = strstr(counts, names[i]);
			double x;

			calls += at && benchi_read_number(at + strlen(names[i]), &x) ? x : (double)NAN;
		}
		free(counts);
		if (called_off(c))
			return benchi_fail(BENCH_ERR_NO_SAMPLES, "'%.120s' was interrupted", text);
		if (ended != BENCH_ERR_BUSY)
			status = benchi_fail(BENCH_ERR_NO_SAMPLES, "'%.120s' ended on its own: leave --endless "
				"out", text);
		else if (isnan(calls))
			status = benchi_fail(BENCH_ERR_NO_SAMPLES, "--endless: the system does not count the "
				"calls of '%.120s' (/proc/%ld/io)", text, e->process.id);
		else if (waited >= c->timeout_ns)
			status = benchi_fail(BENCH_ERR_NO_SAMPLES, "'%.120s' made no read or write call within "
				"%g s (--timeout)", text, c->timeout_ns / 1e9);
	}
	if (status)
		fail(c);
	done->n = status ? 0 : (uint64_t)(calls - e->calls);
	e->calls = calls;
	return status;
}

static void end_worker(void *arg, size_t worker)
{
	struct ramp_endless *e = &((ramp_command *)arg)->running[worker];

	if (e->process.id)
		benchi_process_end(&e->process, GRACE_NS);
	memset(e, 0, sizeof *e);
}

/* Runs the worker's next command to its end, within the time limit. Returns BENCH_OK, or an error
 * with a detail, which ends the ramp. */
static bench_status operate(void *arg, size_t worker, benchi_done *done)
{
	ramp_command *c = arg;
	const int out = c->show ? STANDARD_ERROR : -1;

	done->cpu_ns = NAN;     /* processor time is known only at the end of a process */
	if (c->endless)
		return run_on(c, worker, done);
	if (called_off(c))
		return benchi_fail(BENCH_ERR_NO_SAMPLES, "called off");

	struct ramp_mixed *m = mix_next(c, worker);
	char **argv = m->sized ? with_size(c, m->argv, worker) : m->argv;
	benchi_command command = { argv, NULL, -1, out, out, true };
	const double look = fmin(LOOK_NS, c->timeout_ns);
	const benchi_usage *usage;
	benchi_process process;
	bench_status status = argv ? benchi_process_start(&command, &process)
		: benchi_no_memory("the command");

	if (m->sized)
		free(argv);
	if (status != BENCH_OK) {
		fail(c);
		return status;
	}
	for (double waited = look; benchi_process_wait(&process, look) == BENCH_ERR_BUSY;
	     waited += look) {
		const bool off = called_off(c);

		if (!off && waited < c->timeout_ns)
			continue;
		benchi_process_end(&process, GRACE_NS);
		if (off)
			return benchi_fail(BENCH_ERR_NO_SAMPLES, "'%.120s' was interrupted", m->text);
		benchi_fail(BENCH_ERR_NO_SAMPLES, "'%.120s' did not end within %g s (--timeout; --endless "
		            "if it never does)", m->text, c->timeout_ns / 1e9);
		return fail(c);
	}
	usage = &process.usage;
	done->cpu_ns = usage->user_ns + usage->system_ns;
	done->failed = !usage->exited || usage->code;
	if (!done->failed) {
		benchi_lock_take(&c->lock);
		benchi_histogram_add(&m->latency, usage->wall_ns, 1);
		benchi_lock_give(&c->lock);
	}
	if (!done->failed || c->ignore_failure)
		return BENCH_OK;
	benchi_fail(BENCH_ERR_NO_SAMPLES, usage->exited
		? "'%.120s' ended with exit status %d (--ignore-failure goes on)"
		: "'%.120s' was ended by signal %d", m->text, usage->code);
	return fail(c);
}

#define VERB "ramp"

/*
 * A trace: what strace -T, -tt or -ttt prints of reading and writing, what blkparse prints of
 * queued requests, or CSV of seconds and bytes.
 */

enum { TRACE_LIMIT = 1 << 30, SECTOR = 512 };

/* Parses a line of strace. A call begins at the time before it ("12:00:01.5" or "1700000000.5", not
 * a process id) or, without a time, where the last call ended. Returns whether the call moved
 * bytes. */
static bool strace_line(const char *line, double *now_s, struct ramp_operation *o)
{
	const char *end = strchr(line, '('), *result = NULL, *call = end, *taken = strrchr(line, '<');
	const char *word;
	char name[40];
	double s, part, sum = 0;

	if (!end)
		return false;
	for (const char *at = end; (at = strstr(at, " = ")); at++)
		result = at + 3;
	while (call > line && (isalnum((unsigned char)call[-1]) || call[-1] == '_'))
		call--;
	snprintf(name, sizeof name, "%.*s", (int)(end - call), call);
	o->start_s = *now_s;
	for (word = call; word > line && word[-1] == ' ';)
		word--;
	while (word > line && word[-1] != ' ')
		word--;
	const char *at = word;

	for (int i = 0; i < 3 && (at = benchi_read_number(at, &part)); i++) {
		sum = 60 * sum + part;
		if (*at++ != ':') {
			if (i == 2 || memchr(word, '.', (size_t)(call - word)))
				o->start_s = sum;
			break;
		}
	}
	if (taken && benchi_read_number(taken + 1, &s))
		*now_s += s;
	o->kind = strstr(name, "write") || strstr(name, "send") ? 'W' : 'R';
	return result && benchi_read_number(result, &o->bytes) && o->bytes >= 0
	       && (strstr(name, "read") || strstr(name, "write") || strstr(name, "send")
	           || strstr(name, "recv"));
}

/* Returns 1 for an operation, 0 for another line of a trace, -1 for a line that no trace has.
 *
 * blkparse: "8,0 1 42 0.000123 697 Q R 223490 + 8 [dd]": device, processor, number, seconds,
 * process, action (Q: queued), kind, place, sectors. */
static int trace_line(const char *line, double *now_s, struct ramp_operation *o)
{
	enum { NUMBERS = 4, WORDS = 10 };
	double number[NUMBERS + 1], sectors, place;
	const char *at = benchi_read_number(line + strspn(line, " "), &number[0]), *word[WORDS];
	size_t n = 0;

	if (at && *at == ',' && benchi_system_numbers(at + 1, number + 1, NUMBERS) == NUMBERS) {
		for (at = line; n < WORDS && *(at += strspn(at, " \t")); at += strcspn(at, " \t"))
			word[n++] = at;
		o->start_s = number[NUMBERS];
		if (n < WORDS || *word[5] != 'Q' || word[5][1] != ' '
		    || benchi_system_numbers(word[9], &sectors, 1) < 1)
			return 0;
		o->bytes = SECTOR * sectors;
		o->kind = strchr("RW", *word[6]) ? *word[6] : 0;
		if (benchi_system_numbers(word[7], &place, 1) == 1)
			o->place = SECTOR * place;
		return 1;
	}
	if (strchr(line, '(') || strstr(line, "+++ ") || strstr(line, "--- ")
	    || strstr(line, " resumed>"))
		return strace_line(line, now_s, o);
	at = benchi_read_number(line, &o->start_s);
	o->bytes = 0;
	if (!at || !isfinite(o->start_s) || (*at && !strchr(",; \t", *at)))
		return *line == '#' || !*line ? 0 : -1;
	at += strspn(at, ",; \t");
	return !*at || (benchi_read_number(at, &o->bytes) && o->bytes >= 0) ? 1 : -1;
}

static int earlier(const void *a, const void *b)
{
	const struct ramp_operation *x = a, *y = b;

	return (x->start_s > y->start_s) - (x->start_s < y->start_s);
}

/* Reads a trace, which may begin with a header of CSV, sorts it and computes the gaps.  *rate_hz:
 * wanted operations per second; 0 is replaced by the trace's rate.  Returns 0, or an exit status
 * after a message. */
static int read_trace(struct ramp_trace *t, const char *path, double *rate_hz)
{
	double now_s = 0, duration, scale;
	size_t lines = 0, size;    /* lines read so far */
	char *text;
	int status = 0;

	if (benchi_file_read(path, TRACE_LIMIT, &text, &size) != BENCH_OK)
		return complain(VERB, "%s", bench_detail());
	if (!text)
		return complain(VERB, "%s: %s", path, strerror(ENOENT));
	for (char *line = text, *next; line && !status; line = next) {
		struct ramp_operation o = { .place = (double)NAN };
		int found;

		if ((next = strchr(line, '\n')))
			*next++ = '\0';
		line[strcspn(line, "\r")] = '\0';
		found = trace_line(line, &now_s, &o);
		if (found < 0 && lines++)
			status = complain(VERB, "%s:%zu: found '%.40s', expected strace -T, blkparse or "
			                  "seconds,bytes", path, lines, line);
		lines += found >= 0;
		if (found <= 0)
			continue;
		if (benchi_grow(&t->operation, sizeof o, t->n, &t->capacity))
			t->operation[t->n++] = o;
		else
			status = complain(VERB, "out of memory");
	}
	free(text);
	if (status)
		return status;
	if (t->n)
		qsort(t->operation, t->n, sizeof *t->operation, earlier);
	duration = t->n ? t->operation[t->n - 1].start_s - t->operation[0].start_s : 0;
	if (!(duration > 0) || !isfinite(duration))
		return complain(VERB, "%s: found %zu operations in %g s, expected two at least, at two "
		                "times", path, t->n, duration);
	t->gap_ns = malloc(t->n * sizeof *t->gap_ns);
	if (!t->gap_ns)
		return complain(VERB, "out of memory");
	scale = *rate_hz > 0 ? (double)(t->n - 1) / duration / *rate_hz : 1;
	*rate_hz = (double)(t->n - 1) / duration / scale;
	for (size_t i = 0; i + 1 < t->n; i++)
		t->gap_ns[i] = 1e9 * scale * (t->operation[i + 1].start_s - t->operation[i].start_s);
	t->gap_ns[t->n - 1] = 1e9 / *rate_hz;
	return 0;
}

typedef struct request {
	benchi_ramp_plan plan;
	ramp_command command;
	int form;                    /* a benchi_format */
	benchi_ramp_writer to;
	const char *svg, *replay, *like; /* like: a trace to compare the replayed trace with */
	benchi_words mix;            /* WEIGHT:COMMAND */
	bool quiet;
	benchi_atomic_file picture;  /* file of the picture */
	char name[256];
	bounds bounds;
	observation observed;
} request;

#define AT(member) offsetof(request, member)

/* Option reader for --mix. */
static int take_mix(benchi_command_line *line, const benchi_setting *row, const char *value)
{
	uint64_t weight;
	const char *end = benchi_read_whole(value, MIX_WEIGHT_MOST, &weight);

	if (!end || !weight || *end != ':' || !end[1 + strspn(end + 1, " \t")])
		return benchi_line_bad(line, row, value, "WEIGHT:COMMAND, as in 3:'gzip -1 file'");
	line->command = "";
	return benchi_setting_more(line, row, value);
}

static const benchi_setting table[] = {
	BENCHI_LIMITED('n', "max", "N", "stop at N workers (64)", benchi_setting_count, AT(plan.most),
		1, RAMP_WORKERS_MOST),
	BENCHI_LIMITED(0, "step-time", "1s", "measure each number of workers for this time (1s)",
		benchi_setting_ns, AT(plan.step_ns), 0, 1e15),
	BENCHI_SETTING(0, "latency-limit", "10ms@p99",
		"find the highest rate within this latency (no limit)", benchi_setting_latency,
		AT(plan)),
	BENCHI_LIMITED(0, "rate", "R", "start R runs per second and worker (open loop)",
		benchi_setting_number, AT(plan.rate_hz), 1e-6, 1e6),
	BENCHI_SETTING(0, "svg", "FILE", "draw throughput and latency over workers",
		benchi_setting_text, AT(svg)),
	BENCHI_HELP("The load"),
	BENCHI_LIMITED(0, "min", "N", "begin with N workers (1)", benchi_setting_count, AT(plan.least),
		1, RAMP_WORKERS_MOST),
	BENCHI_SETTING(0, "mix", "3:CMD", "run CMD 3 times as often as one of weight 1", take_mix,
		AT(mix)),
	{ 0, "load", "80%", "offer this share of the highest rate, after the ramp", benchi_setting_load,
	  AT(plan.load), 0, 0, NULL, "rate" },
	{ 0, "even", NULL, "space starts evenly instead of at random", benchi_setting_flag,
	  AT(plan.even), 0, 0, "rate", NULL },
	{ 0, "replay", "FILE", "start at the times of a trace; {size}: request bytes",
	  benchi_setting_text, AT(replay), 0, 0, NULL, "load even" },
	{ 0, "like", "FILE", "compare that trace with FILE, a trace of this load", benchi_setting_text,
	  AT(like), 0, 0, "replay", NULL },
	BENCHI_SETTING(0, "seed", "N", "seed the random times", benchi_setting_seed, AT(plan.seed)),
	BENCHI_FLAG(0, "all", "continue to --max even if throughput stops rising", AT(plan.all)),
	BENCHI_SETTING(0, "bytes", "N", "report bytes per second, for N bytes per run",
		benchi_setting_number, AT(plan.bytes)),
	BENCHI_HELP("Runs"),
	BENCHI_LIMITED(0, "timeout", "60s", "end the ramp if a run takes longer than this (60s)",
		benchi_setting_ns, AT(command.timeout_ns), 0, 1e15),
	{ 0, "endless", NULL, "keep COMMAND running; count its reads and writes",
	  benchi_setting_flag, AT(command.endless), 0, 0, NULL, "rate replay mix" },
	BENCHI_FLAG(0, "ignore-failure", "continue after failed runs, without counting them",
		AT(command.ignore_failure)),
	BENCHI_FLAG(0, "show-output", "send the output of COMMAND to standard error", AT(command.show)),
	BENCHI_SETTING(0, "observe", "CMD", "run CMD meanwhile; write bench-ramp.observe.N",
		benchi_setting_more, AT(observed.observe)),
	BENCHI_SETTING(0, "snapshot", "FILE|linux",
		"copy FILE at start and end (linux: 4 files of /proc)", take_snapshot,
		AT(observed.snapshot)),
	BENCHI_HELP("Output"),
	BENCHI_SETTING(0, "limit", "'bytes/s<1e9'", "fail if a step is beyond this limit",
		take_ramp_bound,
		AT(bounds)),
	BENCHI_SETTING(0, "expect", "'p99_ns=1e6..2e6'",
		"report whether this prediction came true", take_ramp_bound, AT(bounds)),
	BENCHI_SETTING(0, "format", "text|csv|json", "choose the output (text)",
		benchi_setting_choice, AT(form)),
	{ 0, "json", NULL, "print all results as JSON", benchi_setting_constant, AT(form), 0,
	  BENCHI_FORMAT_JSON, NULL, "format csv" },
	{ 0, "csv", NULL, "print all results as CSV", benchi_setting_constant, AT(form), 0,
	  BENCHI_FORMAT_CSV, NULL, "format" },
	BENCHI_FLAG('q', "quiet", "print no progress", AT(quiet)),
	BENCHI_SETTINGS_END
};

/* Facts of a trace; NaN: unknown. */
enum trace_fact { TRACE_OPERATIONS, TRACE_HZ, TRACE_GAP, TRACE_GAP_SD = TRACE_GAP + 4, TRACE_SIZE,
	TRACE_WRITES = TRACE_SIZE + 4, TRACE_SEQUENCE, TRACE_FACTS };

static const char *const trace_facts[TRACE_FACTS] = { "operations", "per second", "gap p50",
	"gap p90", "gap p99", "gap max", "gap std dev / mean", "size p50", "size p90", "size p99",
	"size max", "writes", "in sequence" };

/* Computes the facts of a trace. BENCH_ERR_MEMORY. */
static bench_status describe_trace(const struct ramp_trace *t, double fact[TRACE_FACTS])
{
	static const double share[] = { .5, .9, .99, 1 };
	double *x = malloc(t->n * sizeof *x), mean = 0, square = 0, writes = 0, kinds = 0;
	double placed = 0, sequent = 0, bytes = 0;

	if (!x)
		return benchi_no_memory("the trace");
	for (size_t i = 0; i < t->n; i++) {
		const struct ramp_operation *o = &t->operation[i], *before = o - (i > 0);

		mean += t->gap_ns[i] / (double)t->n;
		square += t->gap_ns[i] * t->gap_ns[i] / (double)t->n;
		bytes += o->bytes;
		kinds += o->kind != 0;
		writes += o->kind == 'W';
		placed += i && isfinite(o->place) && isfinite(before->place);
		sequent += i && fabs(o->place - before->place - before->bytes) < SECTOR;
	}
	for (int size = 0; size < 2; size++) { /* the last gap is the mean of the others */
		const size_t n = size ? t->n : t->n - 1;

		for (size_t i = 0; i < n; i++)
			x[i] = size ? t->operation[i].bytes : t->gap_ns[i];
		benchi_sort_many(x, n);
		for (size_t k = 0; k < 4; k++)
			fact[(size ? TRACE_SIZE : TRACE_GAP) + k] = size && !(bytes > 0) ? (double)NAN
				: x[(size_t)fmin((double)n - 1, share[k] * (double)n)];
	}
	fact[TRACE_OPERATIONS] = (double)t->n;
	fact[TRACE_HZ] = 1e9 / mean;
	fact[TRACE_GAP_SD] = sqrt(fmax(0, square - mean * mean)) / mean;
	fact[TRACE_WRITES] = kinds > 0 ? writes / kinds : (double)NAN;
	fact[TRACE_SEQUENCE] = placed > 0 ? sequent / placed : (double)NAN;
	free(x);
	return BENCH_OK;
}

/* Prints the facts of a trace in a table, next to the facts of another trace (or NULL) and the
 * ratios. Returns 0, or EXIT_MISUSE after a message. */
static int trace_print(const struct ramp_trace *t, const struct ramp_trace *other, const char *name,
                       bool sized)
{
	const benchi_output_style style = benchi_look_for(stdout);
	double fact[2][TRACE_FACTS];
	benchi_grid g = { .columns = 0 };
	char text[BENCHI_SCALED_TEXT > 64 ? BENCHI_SCALED_TEXT : 64];

	if (describe_trace(t, fact[0]) || (other && describe_trace(other, fact[1])))
		return complain(VERB, "%s", bench_detail());
	benchi_grid_heads(&g, "<the trace|");
	if (other) {
		benchi_grid_column(&g, last_part(name), 0);
		benchi_grid_column(&g, "ratio", 0);
	}
	for (size_t i = 0; i < TRACE_FACTS; i++) {
		if (isnan(fact[0][i]) && (!other || isnan(fact[1][i])))
			continue;
		benchi_grid_line(&g, "%s", trace_facts[i]);
		for (size_t k = 0; k < (other ? 2 : 1); k++) {
			const double x = fact[k][i];

			if (isnan(x))
				benchi_grid_put(&g, "-");
			else if (i == TRACE_GAP_SD)
				benchi_grid_put(&g, "%.2g", x);
			else if (i >= TRACE_WRITES)
				benchi_grid_put(&g, "%.0f %%", 100 * x);
			else
				benchi_grid_put(&g, "%s", i >= TRACE_SIZE
					? benchi_scaled(x, (double)NAN, BENCHI_UNITS_SIZE, text)
					: i >= TRACE_GAP ? benchi_ramp_time(x, style.utf8, text)
					: benchi_ramp_count(x, text));
		}
		if (other && fact[0][i] > 0 && isfinite(fact[1][i]))
			benchi_grid_put(&g, "%.3g", fact[1][i] / fact[0][i]);
	}
	if (benchi_grid_end(&g, stdout, &style))
		return complain(VERB, "%s", bench_detail());
	puts("gap std dev / mean: 0 at even distances, 1 at random times, above 1 in bursts");
	if (fact[0][TRACE_SIZE] >= 0 && !sized)
		words_print("", "The command does not use the sizes of the trace: put {size} in it.");
	putchar('\n');
	return 0;
}

/* Reads the trace, prints its facts, and plans its rate and gaps. Returns 0, or EXIT_MISUSE
 * after a message. */
static int take_trace(request *r)
{
	struct ramp_trace *t = &r->command.trace, other = { .operation = NULL };
	double bytes = 0, rate_hz = r->plan.rate_hz, own_hz = 0;
	bool sized = false;
	int status = read_trace(t, r->replay, &rate_hz);

	for (size_t i = 0; i < r->command.n; i++) {
		struct ramp_mixed *m = &r->command.mixed[i];

		for (char **word = m->argv; *word; word++)
			m->sized = m->sized || strstr(*word, SIZE);
		sized = sized || m->sized;
	}
	if (!status && r->like)
		status = read_trace(&other, r->like, &own_hz);
	if (!status && r->form == BENCHI_FORMAT_TEXT)
		status = trace_print(t, r->like ? &other : NULL, r->like, sized);
	free(other.operation);
	free(other.gap_ns);
	for (size_t i = 0; i < t->n; i++)
		bytes += t->operation[i].bytes / (double)t->n;
	r->plan.bytes = r->plan.bytes > 0 ? r->plan.bytes : bytes;
	if (status)
		return status;
	r->plan.rate_hz = rate_hz;
	r->plan.gap_ns = t->gap_ns;
	r->plan.gaps = t->n;
	if (!(r->plan.step_ns > 0))
		r->plan.step_ns = 1e9 * (double)t->n / rate_hz;
	return 0;
}

/* Sets the commands to run: the commands of --mix, otherwise the one after "--". Returns 0, or
 * EXIT_MISUSE after a message. */
static int take_commands(request *r, char **behind)
{
	ramp_command *c = &r->command;
	int status = 0;

	for (size_t i = 0; i < r->mix.n && !status; i++) {
		uint64_t weight = 0;
		const char *end = benchi_read_whole(r->mix.word[i], MIX_WEIGHT_MOST, &weight);

		/* Split the text as a command of the mix. */
		const char *text = end + 1;
		const char *const by_shell[] = { "sh", "-c", text, NULL };
		struct ramp_mixed *m = &c->mixed[c->n++];
		const char *why;
		int words;

		m->weight = weight;
		m->text = text;
		m->argv = command_words(text, true, &words, &why);
		if (m->argv && words <= 0) {
			free(m->argv);
			m->argv = command_copy(by_shell);
		}
		status = m->argv ? 0 : complain(VERB, "out of memory");
	}
	if (!r->mix.n)
		c->mixed[c->n++] = (struct ramp_mixed){ .text = *behind, .argv = behind, .weight = 1 };
	return status;
}

static int print_ramp(request *r, benchi_ramp *ramp)
{
	const bool utf8 = benchi_look_for(stdout).utf8;
	bench_status status = benchi_ramp_writer_add(&r->to, ramp, r->name);

	if (status == BENCH_OK && r->form == BENCHI_FORMAT_TEXT) {
		status = benchi_ramp_chart(stdout, ramp, (size_t)terminal_width(79, 1), utf8);
		if (r->command.endless)
			words_print("", "An operation is a read or write call; a latency is a mean over "
				"20 ms.");
		else if (!(r->plan.rate_hz > 0))
			words_print("", "Each operation starts a process.  The capacity of a server shows "
				"with a client that keeps running: EXAMPLES in bench-ramp(1).");
	}
	if (status == BENCH_OK && r->mix.n) {
		/* The commands of a mix, in all steps. */
		FILE *out = r->form == BENCHI_FORMAT_TEXT ? stdout : stderr;
		ramp_command *c = &r->command;
		const benchi_output_style style = benchi_look_for(out);
		benchi_grid g = { .columns = 0 };
		char text[64];

		benchi_grid_heads(&g, "weight|runs|p50|p90|p99|max|<command");
		for (size_t i = 0; i < c->n; i++) {
			benchi_histogram *h = &c->mixed[i].latency;
			const double latency[] = { benchi_histogram_quantile(h, 0.5),
				benchi_histogram_quantile(h, 0.9), benchi_histogram_quantile(h, 0.99), h->max };

			benchi_grid_line(&g, "%.0f", (double)c->mixed[i].weight);
			benchi_grid_put(&g, "%.0f", h->total);
			for (size_t k = 0; k < 4; k++)
				benchi_grid_put(&g, "%s", benchi_ramp_time(h->total > 0 ? latency[k] : (double)NAN,
				                                           style.utf8, text));
			benchi_grid_put(&g, "%s", c->mixed[i].text);
			memset(h, 0, sizeof *h);
		}
		fputs("\nThe commands in all steps; latency from start to end:\n", out);
		status = benchi_grid_end(&g, out, &style);
	}
	if (status != BENCH_OK && !ferror(stdout))
		return complain(VERB, "%s: %s", bench_status_text(status), bench_detail());
	return 0;
}

/* Runs one ramp and prints the result. *offered: set to whether an open loop must follow, which the
 * plan then describes. Returns the exit status. */
static int run_ramp(request *r, bool *offered)
{
	static const struct benchi_lock lock = BENCHI_LOCK_INIT;
	benchi_job job = { .operate = operate, .arg = &r->command, .batch = 1,
		.enter = begin_worker, .leave = end_worker };
	FILE *judged = r->form == BENCHI_FORMAT_TEXT ? stdout : stderr;
	benchi_ramp ramp;
	bench_status status;
	int code;

	r->command.lock = lock;
	r->plan.stop = benchi_interrupt_came;
	r->plan.progress = r->quiet ? NULL : benchi_ramp_progress;
	r->plan.observe = true;
	status = benchi_ramp_run(&job, &r->plan, &ramp);
	benchi_ramp_progress_end();
	if (status != BENCH_OK) {
		char why[256];

		snprintf(why, sizeof why, "%s", bench_detail());
		if (ramp.n)
			print_ramp(r, &ramp);
		benchi_ramp_free(&ramp);
		complain(VERB, "%s", benchi_interrupt_came() ? "interrupted"
		         : *why ? why : bench_status_text(status));
		return status == BENCH_ERR_NO_SAMPLES ? EXIT_WORSE : EXIT_MISUSE;
	}
	code = print_ramp(r, &ramp);
	for (size_t i = 0; i < r->bounds.expects && code != EXIT_MISUSE; i++)
		benchi_ramp_expectation(judged, &ramp, &r->bounds.expected[i]);
	for (size_t i = 0; i < r->bounds.limits && code != EXIT_MISUSE; i++)
		if (benchi_ramp_judge(judged, &ramp, &r->bounds.limit[i]))
			code = EXIT_WORSE;
	if (code != EXIT_MISUSE && r->svg && ramp.n) { /* the picture appears completely or not at
	                                                  all */
		benchi_picture to = { .out = r->picture.out, .png = benchi_ends_in(r->svg, ".png") };

		status = benchi_ramp_svg(&to, &ramp, r->name);
		if (status == BENCH_OK)
			status = benchi_atomic_file_keep(&r->picture);
		if (status != BENCH_OK)
			code = complain(VERB, "--svg: %s", bench_detail());
	}
	if (!code && (ramp.best == SIZE_MAX || ramp.end == BENCHI_RAMP_STOPPED))
		code = EXIT_WORSE;
	*offered = !code && benchi_ramp_offer(&ramp, &r->plan);
	benchi_ramp_free(&ramp);
	return code;
}

int verb_ramp(int argc, char **argv)
{
	static request r;
	bool offered = false;
	benchi_command_line line = { .program = "bench " VERB, .table = table, .to = &r,
		.usage = "bench ramp: run a command at increasing concurrency; throughput and latency\n"
			"usage: bench ramp [OPTION...] -- COMMAND [ARGUMENT...]\n\n",
		.more = "\nExit status: 0 fine, 1 no answer, a failed run or beyond a limit,\n"
			"2 usage error.  More: bench-ramp(1).\n", .command = "a command" };
	int status, later;

	r.command.timeout_ns = 60e9;
	r.observed.stem = "bench-ramp";
	if (!benchi_line_read(&line, argc, argv, &status))
		return status;
	if (r.plan.most && r.plan.least > r.plan.most)
		return complain(VERB, "--min %.0f is above --max %.0f", (double)r.plan.least,
		                (double)r.plan.most);
	if (r.mix.n && (line.operands || *line.behind))
		return complain(VERB, "found '%s', but --mix already names the commands",
		                line.operands ? *line.operand : *line.behind);

	/* The name: the command as typed, or all commands of the mix. */
	char **words_of = line.behind;
	struct benchi_sink to = { r.name, sizeof r.name, 0 };

	for (size_t i = 0; words_of[i]; i++)
		benchi_sink_put(&to, "%s%s", i ? " " : "", words_of[i]);
	for (size_t i = 0; i < r.mix.n; i++)
		benchi_sink_put(&to, "%s%s", i ? " + " : "", r.mix.word[i]);

	if (take_commands(&r, line.behind) || (r.replay && take_trace(&r)))
		return EXIT_MISUSE;
	if (r.svg && benchi_atomic_file_begin(r.svg, &r.picture) != BENCH_OK)
		return complain(VERB, "--svg: %s", bench_detail());
	benchi_interrupt_watch(false);
	status = observation_start(&r.observed, VERB);
	r.to = (benchi_ramp_writer){ stdout, (benchi_format)r.form, r.plan.load > 0, NULL, 0 };
	if (!status) {
		benchi_ramp_writer_begin(&r.to);
		status = run_ramp(&r, &offered);
		if (offered) {
			r.svg = NULL;
			status = run_ramp(&r, &offered);
		}
		benchi_ramp_writer_end(&r.to);
	}
	later = observation_end(&r.observed, VERB);
	benchi_atomic_file_drop(&r.picture);
	for (size_t i = 0; i < r.mix.n; i++)
		free(r.command.mixed[i].argv);
	free(r.command.trace.operation);
	free(r.command.trace.gap_ns);
	return later ? later : status;
}
