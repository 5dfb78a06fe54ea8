/*
 * Passes results to the program that started this one (`bench run`).
 *
 * The environment names a file; each result is appended with one write, so that threads do not
 * mix their lines.  A program with more rights than its user (set-user-ID) ignores the variable.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <fcntl.h>

#ifdef HAVE_UNISTD_H
#include <unistd.h>
#endif

#include "measure/measure.h"

/* Windows of 1 and 2 iterations, twice to warm up, and once more to be counted. */
enum { STEPPED_WINDOWS = 6 };

static const char UNNAMED[] = "bench_measure";

/* A line under construction; text that does not fit is cut off. */
struct result_line {
	char text[BENCHI_RESULT_TEXT];
	size_t used;
};

static void publish_put(struct result_line *line, const char *text)
{
	for (; *text && line->used + 2 < sizeof line->text; text++)
		line->text[line->used++] = (unsigned char)*text < ' ' && *text != '\t' ? ' ' : *text;
}

static void put_number(struct result_line *line, double x)
{
	char text[BENCHI_NUMBER_TEXT];

	publish_put(line, "\t");
	publish_put(line, benchi_number_text(x, text));
}

static void publish_append(const char *path, const struct result_line *line)
{
#ifdef HAVE_UNISTD_H
	int file = open(path, O_WRONLY | O_APPEND | O_CREAT, 0600);
	ssize_t written;

	if (file < 0)
		return;
	written = write(file, line->text, line->used);
	(void)written;   /* the reader notices a missing result */
	close(file);
#else
	(void)path;
	(void)line;
#endif
}

void bench_at(const char *where)
{
	benchi_thread_self()->where = where;
}

void benchi_publish(const bench_summary *summary)
{
	struct benchi_thread *thread = benchi_thread_self();
	const char *path = benchi_environment_text(BENCHI_RESULTS);
	const char *where = thread->where ? thread->where : UNNAMED;
	const double numbers[BENCHI_RESULT_NUMBERS] = {
		[BENCHI_RESULT_NS] = summary->ns, [BENCHI_RESULT_CYCLES] = summary->cycles,
		[BENCHI_RESULT_NS_RAW] = summary->ns_raw, [BENCHI_RESULT_MHZ] = summary->mhz,
		[BENCHI_RESULT_ITERATIONS] = (double)summary->iterations,
		[BENCHI_RESULT_SAMPLES] = (double)summary->samples,
		[BENCHI_RESULT_WARNINGS] = summary->warnings,
		[BENCHI_RESULT_NS_LOW] = summary->ns_low,
		[BENCHI_RESULT_CYCLES_LOW] = summary->cycles_low,
		[BENCHI_RESULT_WIDTH] = summary->width,
		[BENCHI_RESULT_WIDTH_FULL] = summary->width_full };
	struct result_line line = { "", 0 };

	thread->where = NULL;
	if (!path || !*path || summary->status != BENCH_OK)
		return;
	publish_put(&line, BENCHI_RESULT_LINE);
	for (size_t i = 0; i < BENCHI_RESULT_NUMBERS; i++)
		put_number(&line, numbers[i]);
	publish_put(&line, "\t");
	publish_put(&line, summary->method ? summary->method : "");
	publish_put(&line, "\t");
	publish_put(&line, where);
	line.text[line.used++] = '\n';
	publish_append(path, &line);
}

void benchi_publish_name(const char *kind)
{
	const char *path = benchi_environment_text(BENCHI_RESULTS);
	const char *where = benchi_thread_self()->where;
	struct result_line line = { "", 0 };

	if (!path || !*path)
		return;
	publish_put(&line, kind);
	publish_put(&line, "\t");
	publish_put(&line, where ? where : UNNAMED);
	line.text[line.used++] = '\n';
	publish_append(path, &line);
}

/*
 * Windows for a tracer that counts their instructions.
 *
 * The program raises a signal that is ignored by default where a counted window begins, and where
 * it ends; a tracer sees it all the same, and steps through what is between.  The path from one to
 * the other is the same for 1 and 2 iterations, but for the iterations.
 */

enum { COUNTED = 4 };   /* the first window that is */

int benchi_stepped_begin(void)
{
	const char *wanted = benchi_environment_text(BENCHI_STEPPED);

	if (!wanted || !*wanted)
		return 0;
	benchi_publish_name(BENCHI_STEPPED_LINE);
	return 1;
}

uint64_t benchi_stepped_iterations(int window)
{
	return window < STEPPED_WINDOWS ? 1 + (uint64_t)window % 2 : 0;
}

void benchi_stepped_mark(int window)
{
#ifdef SIGURG
	if (window >= COUNTED)
		raise(SIGURG);
#else
	(void)window;
#endif
}
