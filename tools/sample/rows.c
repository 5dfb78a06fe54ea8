/*
 * Writes rows so that a crash loses no finished row.
 *
 * Each row, with its newline, goes to the system by one write; nothing is buffered here. Columns:
 * benchmark, cbdr's three times (or a script's numbers), round, run, anytime, the rest.
 *
 * SPDX-License-Identifier: MIT
 */
#include "data/read.h"
#include "tools/sample/sample.h"

#include <errno.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* The beginning of the line of facts before rows of JSON, and of its commands. */
#define FACTS "{\"libbench\": 1, \"context\": {"
#define COMMANDS "}, \"commands\": {"

/* A line that is composed in memory and written by one call. */
typedef struct line {
	FILE *out;
	char *text;
	size_t n;
} line;

/* Begins a line. Returns false after a message. */
static bool line_begin(line *l)
{
	l->out = open_memstream(&l->text, &l->n);
	if (!l->out)
		complain(SAMPLE_VERB, "out of memory");
	return l->out != NULL;
}

/* Ends a line: writes it if `wanted`, and frees it. Returns 0, or an exit status after a
 * message. */
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

			/* Remove the part of a row that was written, if the file allows that, so that only
			 * whole rows remain. */
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

/* Writes the header of CSV. */
static void put_header(const sample *s, FILE *out)
{
	fputs("benchmark", out);
	for (size_t i = 0; i <= s->header.n; i++) {
		if (i == s->columns_before)
			fputs(",round,run," BENCHI_ROW_ANYTIME, out);
		if (i < s->header.n) {
			putc(',', out);
			benchi_csv_field(out, s->header.measure[i].name);
		}
	}
	putc('\n', out);
}

/* Writes the header of CSV or, before rows of JSON, a line of facts: machine, clock of the core,
 * versions, seed, what starting a program takes, and the commands. */
int sample_write_header(sample *s)
{
	const sample_options *w = &s->option;
	benchi_context context = { .n = 0 };
	benchi_machine machine;
	bench_cpu cpu;
	bench_status status = BENCH_OK;
	line l;

	if (w->rows && ftruncate(s->out, 0) && errno != EINVAL)
		return complain(SAMPLE_VERB, "%s: %s", w->rows, strerror(errno));
	if (w->jsonl) {
		benchi_sources sources = { .program = "bench sample", .began = (double)time(NULL),
			.seed = w->seed, .machine = &machine,
			.cpu = bench_cpu_clock(NULL, &cpu) ? NULL : &cpu };

		benchi_machine_find("", &machine);
		status = benchi_context_fill(&context, &sources);
		if (!status && s->startup.known)
			status = benchi_context_number(&context, "startup_s", s->startup.wall_s);
		if (!status)
			status = benchi_context_text(&context, "shell", w->shell ? w->shell : "none");
		if (!status && !w->script)
			status = benchi_context_text(&context, "output", w->where.n ? w->where.word[0]
			                             : w->show ? "inherit" : "pipe");
		if (!status && s->startup.known)
			status = benchi_context_text(&context, "startup",
				w->subtract ? "subtracted" : "included");
		if (status)
			complain(SAMPLE_VERB, "%s", bench_detail());
	}
	if (status || !line_begin(&l)) {
		benchi_context_free(&context);
		return EXIT_MISUSE;
	}
	if (w->jsonl) {
		fputs(FACTS, l.out);
		benchi_put_context(l.out, &context, BENCHI_CONTEXT_MEMBERS);
		fputs(COMMANDS, l.out);
		for (size_t i = 0; i < s->list.n; i++) {
			fputs(i ? ", " : "", l.out);
			benchi_json_text(l.out, s->list.task[i].name);
			fputs(": ", l.out);
			benchi_json_text(l.out, s->list.task[i].text);
		}
		fputs("}}\n", l.out);
	} else
		put_header(s, l.out);
	benchi_context_free(&context);
	return line_end(s, &l, true);
}

/* Writes the beginning of a row: its benchmark. */
static void put_name(const sample *s, const task *t, FILE *out)
{
	fputs(s->option.jsonl ? "{\"benchmark\": " : "", out);
	(s->option.jsonl ? benchi_json_text : benchi_csv_field)(out, t->name);
}

int sample_write_row(sample *s, const task *t, const measures *m)
{
	const bool json = s->option.jsonl;
	line l;

	for (size_t i = 0; i < s->header.n; i++)
		if (i >= m->n || strcmp(m->measure[i].name, s->header.measure[i].name))
			return complain(SAMPLE_VERB, s->option.script
				? "%s: the script did not print '%s' this time, expected the same names each time"
				: "%s: could not count '%s': the processor has too few counters (--no-counters "
				  "reads none)",
				t->name, s->header.measure[i].name);
	if (m->n > s->header.n)
		return complain(SAMPLE_VERB, "%s: the script printed '%s' for the first time, expected the "
			"same names each time", t->name, m->measure[s->header.n].name);
	if (!line_begin(&l))
		return EXIT_MISUSE;
	put_name(s, t, l.out);
	for (size_t i = 0; i <= m->n; i++) {
		if (i == s->columns_before)
			fprintf(l.out, json ? ", \"round\": %u, \"run\": %.0f, \"" BENCHI_ROW_ANYTIME "\": %d"
				: ",%u,%.0f,%d", (unsigned)s->round, s->run_id, s->rows.anytime);
		if (i == m->n)
			break;
		fputs(json ? ", " : ",", l.out);
		if (json) {
			benchi_json_text(l.out, m->measure[i].name);
			fputs(": ", l.out);
		}
		benchi_put_number(l.out, m->measure[i].value);
	}
	fputs(json ? "}\n" : "\n", l.out);
	s->rows_written++;
	return line_end(s, &l, !s->rowless);
}

/*
 * Continues a file of rows (--resume).
 *
 * The whole file is checked first: its header must be the one that this call would write, each
 * benchmark must be a command of this call, and the text after the last whole row must begin such a
 * row. Only that text is cut off: a row torn by a crash, perhaps within a quoted name that contains
 * a newline. Each benchmark continues after its last round.
 */

/* A file to resume: its text, the length of its header, and the end of its last whole row. */
typedef struct held {
	char *text;
	size_t size, header, whole;
} held;

/* Keeps the whole rows, each of which must be of one of these commands, and cuts off the rest,
 * which must begin a row. Returns 0, or EXIT_MISUSE after a message. */
static int take_up(sample *s, const held *h)
{
	const char *tail = h->text + h->whole;
	const size_t n = h->size - h->whole;
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
	if (!known)
		return complain(SAMPLE_VERB, "%s: byte %zu: found '%.40s', expected a row of one of these "
			"commands", s->option.resume, h->whole, tail);
	if (h->whole > h->header && rows_of_text(h->text, h->whole, s->option.resume, NULL, &s->rows))
		return complain(SAMPLE_VERB, "%s", bench_detail());
	for (size_t i = 0; i < s->rows.sets; i++) {
		const benchi_set *set = &s->rows.set[i];
		task *t = sample_task(s, set->benchmark);

		if (!t)
			return complain(SAMPLE_VERB, "%s: found rows of '%s', which is not one of these "
				"commands", s->option.resume, set->benchmark);
		for (size_t k = 0; k < set->n && set->round; k++)
			if (set->round[k] > t->last_round)
				t->last_round = set->round[k];
		if (t->last_round > s->round)
			s->round = t->last_round;
	}
	if (n) {
		complain(SAMPLE_VERB, "%s: cut off an incomplete last row of %zu bytes", s->option.resume,
			n);
		if (ftruncate(s->out, (off_t)h->whole))
			return complain(SAMPLE_VERB, "%s: %s", s->option.resume, strerror(errno));
	}
	if (!h->whole)
		return sample_write_header(s);
	complain(SAMPLE_VERB, "%s continues after round %u", s->option.resume, (unsigned)s->round);
	return 0;
}

int sample_resume(sample *s)
{
	static const char facts[] = FACTS, last[] = "}}\n";
	held h = { NULL, 0, 0, 0 };
	bool quoted = false; /* our rows have quotes only around fields, and a quote within a field is
	                        doubled */
	const char *commands;
	struct stat info;
	line l;
	int status = 0;

	if (fstat(s->out, &info))
		return complain(SAMPLE_VERB, "%s: %s", s->option.resume, strerror(errno));
	if (!S_ISREG(info.st_mode))
		h.text = calloc(1, 1);
	else if (benchi_file_read(s->option.resume, SIZE_MAX, &h.text, &h.size) != BENCH_OK)
		return complain(SAMPLE_VERB, "%s", bench_detail());
	if (!h.text)
		return complain(SAMPLE_VERB, "%s: out of memory", s->option.resume);
	for (const char *begin = h.text, *end = h.text + h.size, *next; begin < end; begin = next) {
		next = memchr(begin, '\n', (size_t)(end - begin));
		if (!next)
			break;
		next++;
		for (const char *at = begin; at < next && !s->option.jsonl; at++)
			quoted = quoted != (*at == '"');
		if (quoted)
			continue;
		h.whole = (size_t)(next - h.text);
		h.header = h.header ? h.header : h.whole;
	}
	/* The first line must be what these options write; a CSV header that was cut off must be the
	 * beginning of that line. */
	commands = strstr(h.text, COMMANDS);
	if (h.size && s->option.jsonl) {
		if (strncmp(h.text, facts, sizeof facts - 1) || !commands
		    || commands >= h.text + h.header
		    || memcmp(h.text + h.header - (sizeof last - 1), last, sizeof last - 1))
			status = complain(SAMPLE_VERB, "%s: found '%.40s', expected the first line that "
				"--format jsonl writes", s->option.resume, h.text);
	} else if (h.size && line_begin(&l)) {
		const size_t n = h.header ? h.header : h.size;
		const int shown = (int)strcspn(h.text, "\r\n");

		put_header(s, l.out);
		fflush(l.out);
		if ((h.header && n != l.n) || memcmp(h.text, l.text, n < l.n ? n : l.n))
			status = complain(SAMPLE_VERB, "%s: found the columns '%.*s...', expected those of "
				"these options", s->option.resume, shown < 60 ? shown : 60, h.text);
		if (line_end(s, &l, false))
			status = EXIT_MISUSE;
	} else if (h.size)
		status = EXIT_MISUSE;
	if (!status)
		status = take_up(s, &h);
	free(h.text);
	return status;
}

