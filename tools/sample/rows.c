/*
 * Writes rows so that no crash loses a finished one.
 *
 * Each row, newline and all, goes to the system by one write; nothing is buffered here.
 * Columns: benchmark, cbdr's three times (or a script's numbers), round, run, the rest.
 *
 * SPDX-License-Identifier: MIT
 */
#include "data/read.h"
#include "tools/sample/sample.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

/*
 * The line of facts before the rows of --jsonl: machine, clock of the core, versions, seed, what
 * starting a program takes, and the commands.
 */

#define FACTS "{\"libbench\": 1, \"context\": {"
#define COMMANDS "}, \"commands\": {"

static bench_status sample_rows_gather(const sample *s, benchi_context *context)
{
	benchi_sources sources;
	benchi_machine machine;
	bench_status status;
	bench_cpu cpu;

	memset(&sources, 0, sizeof sources);
	benchi_machine_find(&machine);
	sources.program = "bench sample";
	sources.began = (double)time(NULL);
	sources.seed = s->option.seed;
	sources.machine = &machine;
	sources.cpu = bench_cpu_clock(NULL, &cpu) ? NULL : &cpu;
	status = benchi_context_fill(context, &sources);
	if (!status && s->startup.known)
		status = benchi_context_number(context, "startup_s", s->startup.wall_s);
	if (!status)
		status = benchi_context_text(context, "shell",
		                             s->option.shell ? s->option.shell : "none");
	if (!status && !s->option.script)
		status = benchi_context_text(context, "output", s->option.where.n
		                             ? s->option.where.word[0]
		                             : s->option.show ? "inherit" : "pipe");
	if (!status && s->startup.known)
		status = benchi_context_text(context, "startup",
		                             s->option.subtract ? "subtracted" : "included");
	return status;
}

/* A line that is put together and then written at once. */
typedef struct line {
	FILE *out;
	char *text;
	size_t n;
} line;

/* False after a message. */
static bool line_begin(line *l)
{
	l->out = open_memstream(&l->text, &l->n);
	if (!l->out)
		complain(SAMPLE_VERB, "out of memory");
	return l->out != NULL;
}

/* Ends it and frees it; sends it before, if that is wanted. */
static int line_end(const sample *s, line *l, bool wanted)
{
	int status = fclose(l->out) ? complain(SAMPLE_VERB, "out of memory") : 0;

	for (size_t done = 0; wanted && !status && done < l->n;) {
		ssize_t n = write(s->out, l->text + done, l->n - done);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0 && errno == EPIPE)
			status = EXIT_PIPE;
		else if (n <= 0) {
			status = complain(SAMPLE_VERB, "write failed: %s", strerror(errno));

			/* Cut off the part of a row that was written, where the system lets us: a whole
			 * file stays behind. */
			int file = s->out;
			off_t end = done ? lseek(file, 0, SEEK_CUR) : -1;
			struct stat info;

			if (end >= (off_t)done && !fstat(file, &info) && S_ISREG(info.st_mode)
				&& info.st_size == end
			    && !ftruncate(file, end - (off_t)done))
				(void)lseek(file, end - (off_t)done, SEEK_SET);
		}
		done += n > 0 ? (size_t)n : 0;
	}
	free(l->text);
	return status;
}

int sample_open(sample *s)
{
	int how = O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC;
	const char *path = s->option.resume ? s->option.resume : s->option.rows;

	if (!path) {
		s->out = STDOUT_FILENO;
		return 0;
	}
	s->out = open(path, how, 0666);
	if (s->out < 0)
		return complain(SAMPLE_VERB, "%s: %s", path, strerror(errno));
	if (flock(s->out, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK)
		return complain(SAMPLE_VERB, "%s: another process is writing it", path);
	return 0;
}

/* The header as it stands in the file. */
static void put_header(const sample *s, FILE *out)
{
	fputs("benchmark", out);
	for (size_t i = 0; i <= s->header.n; i++) {
		if (i == s->columns_before)
			fputs(",round,run", out);
		if (i < s->header.n) {
			putc(',', out);
			benchi_csv_field(out, s->header.of[i].name);
		}
	}
	putc('\n', out);
}

int sample_write_header(sample *s)
{
	line l;

	if (s->option.rows && ftruncate(s->out, 0) && errno != EINVAL)
		return complain(SAMPLE_VERB, "%s: %s", s->option.rows, strerror(errno));
	if (s->option.jsonl) {
		/* The line of facts that begins --jsonl. */
		benchi_context context = { NULL, 0, 0 };
		int status = sample_rows_gather(s, &context) ? complain(SAMPLE_VERB, "%s", bench_detail())
			: 0;

		if (!status && !line_begin(&l))
			status = EXIT_MISUSE;
		if (!status) {
			fputs(FACTS, l.out);
			benchi_put_context_members(l.out, &context);
			fputs(COMMANDS, l.out);
			FILE *out = l.out;
			for (size_t i = 0; i < s->list.n; i++) {
				fputs(i ? ", " : "", out);
				benchi_json_text(out, s->list.task[i].name);
				fputs(": ", out);
				benchi_json_text(out, s->list.task[i].text);
			}

			fputs("}}\n", l.out);
			status = line_end(s, &l, true);
		}
		benchi_context_free(&context);
		return status;
	}
	if (!line_begin(&l))
		return EXIT_MISUSE;
	put_header(s, l.out);
	return line_end(s, &l, true);
}

static int check_columns(const sample *s, const task *t, const measures *m)
{
	for (size_t i = 0; i < s->header.n; i++)
		if (i >= m->n || strcmp(m->of[i].name, s->header.of[i].name))
			return complain(SAMPLE_VERB, "%s: found no '%s' this time%s", t->name,
			                s->header.of[i].name,
			                s->option.script ? "; a script prints the same names every time"
			                               : ": the counter was not scheduled (--no-counters "
			                                 "leaves it out)");
	return m->n == s->header.n ? 0
	       : complain(SAMPLE_VERB, "%s: found '%s', which was not there before", t->name,
	                  m->of[s->header.n].name);
}

/* How a row of this benchmark begins. */
static void put_name(const sample *s, const task *t, FILE *out)
{
	fputs(s->option.jsonl ? "{\"benchmark\": " : "", out);
	(s->option.jsonl ? benchi_json_text : benchi_csv_field)(out, t->name);
}

int sample_write_row(sample *s, const task *t, const measures *m)
{
	line l;

	if (check_columns(s, t, m) || !line_begin(&l))
		return EXIT_MISUSE;
	put_name(s, t, l.out);

	/* The measures, with round and run after the columns before them. */
	FILE *out = l.out;
	const bool json = s->option.jsonl;

	for (size_t i = 0; i <= m->n; i++) {
		if (i == s->columns_before)
			fprintf(out, json ? ", \"round\": %u, \"run\": %.0f" : ",%u,%.0f",
			        (unsigned)s->round, s->run_id);
		if (i == m->n)
			break;
		fputs(json ? ", " : ",", out);
		if (json) {
			benchi_json_text(out, m->of[i].name);
			fputs(": ", out);
		}
		benchi_put_number(out, m->of[i].value);
	}
	fputs(json ? "}\n" : "\n", out);

	s->rows_written++;
	return line_end(s, &l, !s->rowless);
}

/*
 * Goes on with the rows of a file (--resume).
 *
 * The whole file is checked first: its header must be this call's, each of its benchmarks a
 * command of this call, and what stands behind its last whole row the beginning of a row of this
 * call's.  Only then is that cut off: a row that a crash has torn, also within a quoted name that
 * holds a newline, and never more.  Each benchmark goes on after its last round.
 */

/* A file: its text, how much of that is header, and where its last whole row ends. */
typedef struct held {
	char *text;
	size_t size, header, whole;
} held;

static int sample_rows_refuse(const sample *s, const char *why)
{
	return complain(SAMPLE_VERB, "%s: %s", s->option.resume, why);
}

static int sample_rows_slurp(const sample *s, held *h)
{
	struct stat info;

	if (fstat(s->out, &info))
		return sample_rows_refuse(s, strerror(errno));
	if (!S_ISREG(info.st_mode))
		h->text = calloc(1, 1);
	else if (benchi_file_read(s->option.resume, SIZE_MAX, &h->text, &h->size) != BENCH_OK)
		return complain(SAMPLE_VERB, "%s", bench_detail());
	return h->text ? 0 : sample_rows_refuse(s, "out of memory");
}

/* Is the first line one of facts and commands, whole? */
static bool has_facts(const held *h)
{
	static const char first[] = FACTS, last[] = "}}\n";
	size_t n = sizeof last - 1;
	const char *commands = strstr(h->text, COMMANDS);

	return !strncmp(h->text, first, sizeof first - 1) && commands
	       && commands < h->text + h->header && !memcmp(h->text + h->header - n, last, n);
}

/* Whether the first row is this call's; a torn one of CSV must be its beginning. */
static int check_header(const sample *s, const held *h)
{
	bool torn = !h->header, fits;
	size_t n = torn ? h->size : h->header;
	int shown = (int)strcspn(h->text, "\r\n");
	line l;

	if (s->option.jsonl)
		return has_facts(h) ? 0
		       : complain(SAMPLE_VERB, "%s: found '%.40s', expected a line of facts and commands "
		                  "as --jsonl writes", s->option.resume, h->text);
	if (!line_begin(&l))
		return EXIT_MISUSE;
	put_header(s, l.out);
	fflush(l.out);
	fits = (torn || n == l.n) && !memcmp(h->text, l.text, n < l.n ? n : l.n);
	if (line_end(s, &l, false))
		return EXIT_MISUSE;
	return fits ? 0 : complain(SAMPLE_VERB, "%s: its columns are not those of this call (%.*s...)",
	                s->option.resume, shown < 60 ? shown : 60, h->text);
}

/* Whether what stands behind the last whole row is the beginning of one of this call's. */
static int check_tail(const sample *s, const held *h)
{
	const char *tail = h->text + h->whole;
	size_t n = h->size - h->whole;
	bool known = !n || !h->header;   /* the header has been checked */
	line l;

	for (size_t i = 0; i < s->list.n && !known; i++) {
		if (!line_begin(&l))
			return EXIT_MISUSE;
		put_name(s, &s->list.task[i], l.out);
		putc(',', l.out);
		fflush(l.out);
		known = !memcmp(tail, l.text, n < l.n ? n : l.n)
		        && (n <= l.n || !memchr(tail + l.n, '\n', n - l.n));
		if (line_end(s, &l, false))
			return EXIT_MISUSE;
	}
	return known ? 0
	       : complain(SAMPLE_VERB, "%s: from byte %zu on it is no row of this call: '%.40s'",
	                  s->option.resume, h->whole, tail);
}

/* The last round of each benchmark, and the number of the run. */
static int take_up(sample *s)
{
	for (size_t i = 0; i < s->rows.sets; i++) {
		const benchi_set *set = &s->rows.set[i];
		task *t = sample_task(s, set->benchmark);

		if (!t)
			return complain(SAMPLE_VERB, "%s: holds '%s', expected only the commands of this call",
			                s->option.resume, set->benchmark);
		for (size_t k = 0; k < set->n && set->round; k++)
			if (set->round[k] > t->last_round)
				t->last_round = set->round[k];
		if (t->last_round > s->round)
			s->round = t->last_round;
	}
	return 0;
}

int sample_resume(sample *s)
{
	held h = { NULL, 0, 0, 0 };
	int status = sample_rows_slurp(s, &h);

	if (!status && h.size) {
		/* Find the ends of the first and of the last whole row. */
		const char *end = h.text + h.size, *line_end;
		bool quoted = false; /* our rows have quotes around a field only, and two for one in it */

		for (const char *begin = h.text; begin < end; begin = line_end) {
			line_end = memchr(begin, '\n', (size_t)(end - begin));
			if (!line_end)
				break;
			line_end++;
			for (const char *at = begin; at < line_end && !s->option.jsonl; at++)
				quoted = quoted != (*at == '"');
			if (quoted)
				continue;
			h.whole = (size_t)(line_end - h.text);
			h.header = h.header ? h.header : h.whole;
		}

		status = check_header(s, &h);
	}
	if (!status)
		status = check_tail(s, &h);
	if (!status) {
		if (h.whole == h.header)
			status = 0;
		else
			status = rows_of_text(h.text, h.whole, s->option.resume, NULL, &s->rows) == BENCH_OK
				? take_up(s) : complain(SAMPLE_VERB, "%s", bench_detail());
	}
	if (!status) {
		if (h.whole == h.size)
			status = 0;
		else {
			complain(SAMPLE_VERB, "%s: cut off an incomplete last row of %zu bytes",
				s->option.resume,
			         h.size - h.whole);
			status = ftruncate(s->out, (off_t)h.whole) ? sample_rows_refuse(s, strerror(errno)) : 0;
		}
	}
	if (!status && !h.whole)
		status = sample_write_header(s);
	else if (!status)
		complain(SAMPLE_VERB, "%s goes on after round %u", s->option.resume, (unsigned)s->round);
	free(h.text);
	return status;
}

/*
 * Parameters of commands: {name} stands for each of its values in turn.
 *
 * Of several parameters every combination is run.  A command with a name gets the values
 * behind it as Go's benchmarks do, "sort/n=4"; one without a name is named by its text.
 */

/* NULL after a message. */
static parameter *parameter_begin(sample_options *w, const char *name)
{
	parameter *p = &w->parameter[w->parameters];

	if (w->parameters == SAMPLE_PARAMETERS || !*name) {
		complain(SAMPLE_VERB, "expected at most %d parameters, each with a name",
		         SAMPLE_PARAMETERS);
		return NULL;
	}
	w->parameters++;
	memset(p, 0, sizeof *p);
	p->name = name;
	return p;
}

/* Takes text, of values with commas between, apart. */
static int sample_rows_take_values(parameter *p)
{
	for (char *at = p->text; at; p->n++) {
		char *comma = strchr(at, ',');

		if (p->n == SAMPLE_VALUES)
			return complain(SAMPLE_VERB, "%s: at most %d values", p->name, SAMPLE_VALUES);
		p->value[p->n] = at;
		if (comma)
			*comma++ = '\0';
		at = comma;
	}
	return 0;
}

int sample_take_list(sample_options *w, const char *name, const char *values)
{
	parameter *p = parameter_begin(w, name);

	if (!p)
		return EXIT_MISUSE;
	p->text = strdup(values);
	return p->text ? sample_rows_take_values(p) : complain(SAMPLE_VERB, "out of memory");
}

/* The step is applied when commands are added, since its option may come later: "MIN,MAX". */
int sample_take_scan(sample_options *w, const char *name, const char *low, const char *high)
{
	double first, last;
	parameter *p = parameter_begin(w, name);

	if (!p)
		return EXIT_MISUSE;
	if (!benchi_number(low, &first) || !benchi_number(high, &last) || first > last)
		return complain(SAMPLE_VERB, "--parameter-scan %s: found '%s' and '%s', expected a number "
		                "and one not below it", name, low, high);
	p->low = first;
	p->high = last;
	p->scan = true;
	return 0;
}

int sample_scan(sample_options *w)
{
	for (size_t i = 0; i < w->parameters; i++) {
		parameter *p = &w->parameter[i];

		if (p->scan && !w->stepped && (p->low > floor(p->low) || p->high > floor(p->high))
		    && p->low < p->high)
			return complain(SAMPLE_VERB, "--parameter-scan %s: from %g to %g by which step? Add "
				"-D, such as -D %g", p->name, p->low, p->high, (p->high - p->low) / 4);
	}
	for (size_t i = 0; i < w->parameters; i++) {
		parameter *p = &w->parameter[i];
		double n = floor((p->high - p->low) / w->step + 1e-9) + 1;
		char number[BENCHI_NUMBER_TEXT], *at;

		if (!p->scan || p->text)
			continue;
		if (n > SAMPLE_VALUES)
			return complain(SAMPLE_VERB, "%s: at most %d values", p->name, SAMPLE_VALUES);
		at = p->text = calloc((size_t)n, BENCHI_NUMBER_TEXT + 1);
		if (!at)
			return complain(SAMPLE_VERB, "out of memory");
		for (double k = 0; k < n; k++)
			at += sprintf(at, "%s%s", k > 0 ? "," : "",
			              benchi_number_digits(p->low + k * w->step, 12, number));
		if (sample_rows_take_values(p))
			return EXIT_MISUSE;
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

/* The i-th parameter's value in a combination; the last one changes fastest. */
const char *sample_value(const sample_options *w, size_t combination, size_t i)
{
	for (size_t k = w->parameters; --k > i;)
		combination /= w->parameter[k].n;
	return w->parameter[i].value[combination % w->parameter[i].n];
}

/* Ends a text in memory; NULL: out of memory. */
static char *text_end(FILE *stream, char *const *made)
{
	if (stream && !fclose(stream))
		return *made;
	free(*made);
	return NULL;
}

char *sample_substitute(const sample_options *w, size_t combination, const char *text)
{
	char *made = NULL;
	size_t size = 0;
	FILE *stream = open_memstream(&made, &size);

	while (stream && *text) {
		/* The parameter that "{name}" at text stands for, or w->parameters. */
		size_t i = 0;

		for (; i < w->parameters; i++) {
			size_t n = strlen(w->parameter[i].name);

			if (*text == '{' && !strncmp(text + 1, w->parameter[i].name, n) && text[n + 1] == '}')
				break;
		}

		if (i < w->parameters) {
			fputs(sample_value(w, combination, i), stream);
			text += strlen(w->parameter[i].name) + 2;
		} else
			putc(*text++, stream);
	}
	return text_end(stream, &made);
}

char *sample_suffix(const sample_options *w, size_t combination)
{
	char *made = NULL;
	size_t size = 0;
	FILE *stream = open_memstream(&made, &size);

	for (size_t i = 0; stream && i < w->parameters; i++)
		fprintf(stream, "/%s=%s", w->parameter[i].name, sample_value(w, combination, i));
	return text_end(stream, &made);
}

void sample_free_parameters(sample_options *w)
{
	for (size_t i = 0; i < w->parameters; i++)
		free(w->parameter[i].text);
}

/*
 * Finds rounds in which other programs used the machine.
 *
 * Method: over stretches of whole rounds of at least a second, the processor time that
 * all of the machine used, less that of our own children and of ourselves.  A stretch is
 * busy if the rest is over a tenth of a processor, or over a hundredth was stolen by the
 * hypervisor's other guests, or a processor was throttled.
 *
 * Wrong about a command that leaves work to others (a server, the kernel's threads).
 */

#define STRETCH_S 1.0
#define SHARE_S 0.2 /* the system counts in hundredths of a second */
#define OTHERS 0.10
#define STOLEN 0.01

static double sample_rows_seconds(struct timeval t)
{
	return (double)t.tv_sec + (double)t.tv_usec / 1e6;
}

/* Processor time of this program and of all the children that it has waited for. */
static double ours_s(void)
{
	struct rusage self, children;

	getrusage(RUSAGE_SELF, &self);
	getrusage(RUSAGE_CHILDREN, &children);
	return sample_rows_seconds(self.ru_utime) + sample_rows_seconds(self.ru_stime)
	       + sample_rows_seconds(children.ru_utime) + sample_rows_seconds(children.ru_stime);
}

static busy_moment moment_now(void)
{
	busy_moment m = { .at_s = now_s(), .ours_s = ours_s() };

	benchi_activity_find(&m.machine);
	return m;
}

/* Processor time that others took. */
static double others_between(const busy_moment *from, const busy_moment *to)
{
	return to->machine.busy_s - from->machine.busy_s - (to->ours_s - from->ours_s);
}

double sample_busy_share(sample *s)
{
	busy *b = &s->busy;
	const busy_moment before = b->latest;

	if (now_s() - before.at_s < SHARE_S)
		return b->share;
	b->latest = moment_now();
	if (before.at_s > 0) {
		double share = fmax(0, others_between(&before, &b->latest))
			/ (b->latest.at_s - before.at_s);

		return isfinite(share) ? round(1000 * share) / 1000 : 0;
	}
	return b->share;
}

void sample_busy_start(sample *s)
{
	s->busy.since = moment_now();
	s->busy.first = s->round + 1;
}

/* Adds the stretch that was gathered to the list. */
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

void sample_busy_round(sample *s, bool last)
{
	busy *b = &s->busy;
	double span = now_s() - b->since.at_s, others, stolen, throttled;
	busy_moment now;

	if (span < (last ? STRETCH_S / 2 : STRETCH_S) || s->round < b->first)
		return;
	now = moment_now();
	others = others_between(&b->since, &now);
	stolen = now.machine.stolen_s - b->since.machine.stolen_s;
	throttled = now.machine.throttled - b->since.machine.throttled;
	if (others > OTHERS * span || stolen > STOLEN * span || throttled > 0) {
		/* Stretches that follow each other are one. */
		if (b->from && b->to + 1 < b->first)
			name_rounds(b);
		if (!b->from)
			b->from = b->first;
		b->to = s->round;

		b->any = true;
		b->span_s += span;
		b->others_s += isnan(others) ? 0 : fmax(others, 0);
		b->stolen_s += isnan(stolen) ? 0 : stolen;
		b->throttled += isnan(throttled) ? 0 : throttled;
	}
	sample_busy_start(s);
}

void sample_busy_report(sample *s)
{
	busy *b = &s->busy;

	if (!b->any)
		return;
	name_rounds(b);
	fprintf(stderr, "bench sample: the machine was busy with something else in rounds %s\n"
	                "    (of %u): other processes took %.0f %% of a processor, %.1f %% was "
	                "stolen%s\n", b->rounds, (unsigned)s->round, 100 * b->others_s / b->span_s,
	        100 * b->stolen_s / b->span_s,
	        b->throttled > 0 ? ", and it was slowed down for its heat" : "");
}
