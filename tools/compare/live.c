/*
 * The answer while data comes.
 *
 * The reader asks for more bytes when it has used up what is there, and then the rows
 * are whole: a good moment to look.  So nothing is read twice, and the table is at most
 * a quarter of a second old.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include "tools/verbs.h"
#include "tools/compare/compare.h"
#include "host/terminal.h"
#include "tools/live_answer.h"
#include "tools/screen.h"

#ifdef HAVE_POLL_H

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SHARE 20 /* interim results may take one part in this many */

/* What the reader's hook knows. */
typedef struct watch {
	const settings *asked;
	const char *name;
	benchi_rows *rows;
	double looked_s, cost_s;
	size_t rows_then;
	int status;
	bool terminal;
	screen screen;
} watch;

static double now_s(void)
{
	bench_clock clock = bench_clock_default();

	return clock.now_ns ? (double)clock.now_ns(clock.ctx) / 1e9 : 0;
}

static void draw(watch *w, const live *l)
{
	char *text = NULL;
	size_t size = 0;
	FILE *stream = open_memstream(&text, &size);

	if (stream) {
		live_write(stream, l, screen_columns(&w->screen));
		if (!fclose(stream))
			screen_draw(&w->screen, text);
	}
	free(text);
}

/* Redraws the table if due. */
static void look(watch *w)
{
	double now = now_s();
	live l;

	if (w->status || !w->rows->sets || w->rows->set[0].n == w->rows_then)
		return;
	w->status = live_look(w->rows, w->asked, w->name, &l);
	if (!w->status && w->terminal)
		draw(w, &l);
	else if (!w->status) {
		live_write(stdout, &l, 80);
		putchar('\n');
		fflush(stdout);
	}
	live_free(&l);
	w->rows_then = w->rows->set[0].n;
	w->looked_s = now_s();
	w->cost_s = w->looked_s - now;
}

/* Bytes as soon as there are some; a look meanwhile. */
static size_t more(void *context, char *to, size_t capacity)
{
	watch *w = context;
	struct pollfd input = { STDIN_FILENO, POLLIN, 0 };
	ssize_t n;

	if (now_s() - w->looked_s >= LIVE_SECONDS + SHARE * w->cost_s)
		look(w);
	if (poll(&input, 1, (int)(LIVE_SECONDS * 1000)) == 0) {
		look(w);
		(void)poll(&input, 1, -1);
	}
	if (w->status)
		return 0;
	do
		n = read(STDIN_FILENO, to, capacity);
	while (n < 0 && errno == EINTR);
	if (n <= 0)
		look(w);
	return n > 0 ? (size_t)n : 0;
}

/* The last answer is about the same values as the looks before it. */
static void cut(benchi_rows *rows)
{
	size_t n = SIZE_MAX;

	for (size_t i = 0; i < rows->sets; i++)
		n = rows->set[i].n < n ? rows->set[i].n : n;
	for (size_t i = 0; i < rows->sets; i++)
		rows->set[i].n = n;
}

bool compare_wants_live(const settings *s, int operands, char **paths)
{
	struct stat info;
	bool standard = !operands || (operands == 1 && !strcmp(paths[0], "-"));

	if (!standard || s->live)
		return standard;
	return s->output == OUTPUT_TEXT && !fstat(STDIN_FILENO, &info) && S_ISFIFO(info.st_mode)
	       && benchi_terminal_is(stdout);
}

bool compare_standard_input(void)
{
	struct stat info;

	return !fstat(STDIN_FILENO, &info) && (S_ISFIFO(info.st_mode) || S_ISREG(info.st_mode));
}

int compare_read_live(const settings *s, const char *name, benchi_rows *rows)
{
	watch w = { s, name, rows, now_s(), 0, 0, 0, benchi_terminal_is(stdout), { .out = stdout } };
	bench_status status;
	benchi_input in;

	signal(SIGINT, SIG_IGN); /* it ends the writer; the answer is still printed */
	status = benchi_input_open(&in, stdin, name);
	if (!status) {
		in.more = more;
		in.context = &w;
		status = benchi_read_from(&in, &s->read, rows);
	}
	benchi_input_close(&in);
	cut(rows);
	signal(SIGINT, SIG_DFL);
	screen_clear(&w.screen);
	if (w.status)
		return w.status;
	return status ? complain("compare", "%s", bench_detail()) : 0;
}

#else

bool compare_wants_live(const settings *s, int operands, char **paths)
{
	(void)s;
	(void)operands;
	(void)paths;
	return false;
}

bool compare_standard_input(void)
{
	return false;
}

int compare_read_live(const settings *s, const char *name, benchi_rows *rows)
{
	(void)s;
	(void)name;
	(void)rows;
	return complain("compare", "--live: not supported on this system");
}

#endif
