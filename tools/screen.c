/*
 * Redraws a table on the terminal in place.
 *
 * Each drawing first moves up over the previous one. The terminal's size is read before each
 * drawing, because windows change. No line is wider than the terminal, so that each printed line
 * occupies one row. If the window became narrower, old lines occupy more rows, as in terminals
 * that rewrap (xterm does not; a line or two above may be lost there). Nothing is taller than the
 * terminal, because scrolled lines cannot be reached.
 *
 * SPDX-License-Identifier: MIT
 */
#include "tools/tools.h"

#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

#define NARROWEST 20
#define LOWEST 4

static int columns_now(const screen *s)
{
	size_t own = benchi_terminal_size(s->terminal ? s->terminal : s->out, false);

	return own ? (int)own : 80;
}

int screen_columns(const screen *s)
{
	int columns = columns_now(s);

	return columns > NARROWEST ? columns - 1 : NARROWEST - 1;
}

/* Moves back to the first line of the drawing. columns: present width of the terminal. Returns the
 * number of terminal rows that the drawing occupies. */
static size_t rewind_to_it(const screen *s, int columns)
{
	const char *text = s->drawn ? s->drawn : "";
	benchi_character c;
	size_t lines = 0;

	for (const char *end; (end = strchr(text, '\n')); text = end + 1) {
		size_t width = 0;

		while (text < end && benchi_utf8_next(&text, &c))
			width += benchi_utf8_width(&c);
		lines += width > (size_t)columns ? (width + (size_t)columns - 1) / (size_t)columns : 1;
	}
	if (lines)
		fprintf(s->out, "\033[%zuA", lines);
	fputc('\r', s->out);
	return lines;
}

void screen_draw(screen *s, const char *text)
{
	const int columns = columns_now(s);
	const size_t own = benchi_terminal_size(s->terminal ? s->terminal : s->out, true);
	const size_t rows = (own ? own : 24) > LOWEST ? (own ? own : 24) - 1 : LOWEST - 1;
	size_t lines = 0, line = 0;
	char *made = malloc(strlen(text) + 2), *to = made;

	if (!made)
		return;
	/* Cut the text to the lines that fit. */
	for (const char *c = text; *c; c++)
		lines += *c == '\n';
	for (const char *end; (end = strchr(text, '\n')); text = end + 1, line++) {
		const char *at = text, *next = text;
		benchi_character c;
		size_t width = 0;

		if (line + 1 >= rows && line + 1 < lines)
			continue;
		while (benchi_utf8_next(&next, &c) && c.code != '\n'
		       && (width += benchi_utf8_width(&c)) <= (size_t)screen_columns(s))
			at = next;
		memcpy(to, text, (size_t)(at - text));
		to += at - text;
		*to++ = '\n';
	}
	*to = '\0';

	rewind_to_it(s, columns);
	for (const char *begin = made, *end; (end = strchr(begin, '\n')); begin = end + 1)
		fprintf(s->out, "%.*s\033[K\n", (int)(end - begin), begin);
	fputs("\033[J", s->out);
	fflush(s->out);
	free(s->drawn);
	s->drawn = made;
}

/* Clears line by line, because some terminals keep the old text if all of the screen is cleared at
 * once. */
void screen_clear(screen *s)
{
	int columns = columns_now(s);
	size_t lines;

	if (!s->drawn)
		return;
	lines = rewind_to_it(s, columns);
	for (size_t i = 0; i <= lines; i++)
		fputs(i < lines ? "\033[K\n" : "\033[K", s->out);
	rewind_to_it(s, columns);
	fflush(s->out);
	free(s->drawn);
	s->drawn = NULL;
}

/*
 * Width of a picture on standard output, by ministat's rules: COLUMNS takes precedence over the
 * terminal, and does not count without a terminal.
 */

int terminal_width(int other, int margin)
{
	const char *columns = benchi_environment_text("COLUMNS");
	int own = (int)benchi_terminal_size(stdout, false);
	uint64_t asked;

	if (!benchi_terminal_is(stdout))
		return other;
	if (columns && benchi_whole(columns, INT_MAX, &asked))
		return (int)asked;
	return own > margin ? own - margin : other;
}

bool input_is_piped(void)
{
#ifdef BENCHI_HAVE_PROCESSES
	struct stat info;

	return !fstat(STDIN_FILENO, &info) && (S_ISFIFO(info.st_mode) || S_ISREG(info.st_mode));
#else
	return false;
#endif
}
