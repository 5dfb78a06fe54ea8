/*
 * A table stays in its place, however the terminal's size changes.
 *
 * The terminal is a pseudo-terminal with a set size; the output goes to a file.
 *
 * SPDX-License-Identifier: MIT
 */
#define _XOPEN_SOURCE 600
#define _DEFAULT_SOURCE

#include "check_main.h"

#if defined HAVE_UNISTD_H && defined HAVE_SYS_IOCTL_H
#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>
#endif

#include "tools/tools.h"

static char drawn[4000];

/* Returns what was written since the last call. */
static const char *since(const screen *s)
{
	static long seen;
	size_t n;

	if (!s) {
		seen = 0;
		return "";
	}
	fseek(s->out, seen, SEEK_SET);
	n = fread(drawn, 1, sizeof drawn - 1, s->out);
	drawn[n] = '\0';
	seen += (long)n;
	fseek(s->out, seen, SEEK_SET);
	return drawn;
}

static void begin(screen *s, FILE *asked)
{
	memset(s, 0, sizeof *s);
	s->out = tmpfile();
	s->terminal = asked;
	ck_assert_ptr_nonnull(s->out);
	since(NULL);
}

static void end(screen *s)
{
	fclose(s->out);
	free(s->drawn);
}

TEST(each_over_the_last)
{
	screen s;

	begin(&s, NULL);
	screen_clear(&s);
	ck_assert_str_eq(since(&s), "");
	screen_draw(&s, "one\ntwo\n");
	ck_assert_str_eq(since(&s), "\rone\033[K\ntwo\033[K\n\033[J");
	screen_draw(&s, "three\n");
	ck_assert_str_eq(since(&s), "\033[2A\rthree\033[K\n\033[J");
	screen_clear(&s);
	ck_assert_str_eq(since(&s), "\033[1A\r\033[K\n\033[K\033[1A\r");
	end(&s);
}

#if defined HAVE_UNISTD_H && defined HAVE_SYS_IOCTL_H && defined TIOCSWINSZ

static FILE *terminal;

static void resize(int columns, int rows)
{
	struct winsize size;

	memset(&size, 0, sizeof size);
	size.ws_col = (unsigned short)columns;
	size.ws_row = (unsigned short)rows;
	ck_assert_int_eq(ioctl(fileno(terminal), TIOCSWINSZ, &size), 0);
}

/* Returns false if the system has no pseudo-terminals. */
static bool open_terminal(int columns, int rows)
{
	int fd = posix_openpt(O_RDWR | O_NOCTTY);

	terminal = fd < 0 ? NULL : fdopen(fd, "r+");
	if (!terminal)
		return false;
	resize(columns, rows);
	return true;
}

TEST(no_wider_and_no_higher)
{
	screen s;

	if (!open_terminal(24, 5))
		return;
	begin(&s, terminal);
	ck_assert_int_eq(screen_columns(&s), 23);
	screen_draw(&s, "\303\244bcdefghijklmnopqrstuvwxyz\n2\n3\n4\n5\nlast\n");
	ck_assert_str_eq(since(&s), "\r\303\244bcdefghijklmnopqrstuvw\033[K\n2\033[K\n3\033[K\n"
	                            "last\033[K\n\033[J");
	end(&s);
	fclose(terminal);
}

TEST(no_narrower_and_no_lower)
{
	screen s;

	if (!open_terminal(12, 3))
		return;
	begin(&s, terminal);
	ck_assert_int_eq(screen_columns(&s), 19);
	screen_draw(&s, "1\n2\n3\nlast\n");
	ck_assert_str_eq(since(&s), "\r1\033[K\n2\033[K\nlast\033[K\n\033[J");
	end(&s);
	fclose(terminal);
}

TEST(narrower_means_more_lines)
{
	screen s;

	if (!open_terminal(80, 24))
		return;
	begin(&s, terminal);
	screen_draw(&s, "a line of thirty-one characters\nb\n");
	since(&s);
	resize(30, 24);
	screen_draw(&s, "c\n");
	ck_assert_str_eq(since(&s), "\033[3A\rc\033[K\n\033[J");
	end(&s);
	fclose(terminal);
}

#endif

CHECK_SUITE("screen")
