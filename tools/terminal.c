/*
 * How wide is the terminal?  The one place in tools/ that asks the system; without
 * <sys/ioctl.h> or <unistd.h> the answer is the default.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#ifdef HAVE_UNISTD_H
#include <unistd.h>
#endif
#ifdef HAVE_SYS_IOCTL_H
#include <sys/ioctl.h>
#endif

#include "terminal.h"

#if defined HAVE_UNISTD_H
int terminal_width(int other, int margin)
{
	const char *columns = getenv("COLUMNS");

	if (!isatty(STDOUT_FILENO))
		return other;
	if (columns && *columns)
		return atoi(columns);
#if defined HAVE_SYS_IOCTL_H && defined TIOCGWINSZ
	{
		struct winsize size;

		if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != -1 && size.ws_col > margin)
			return size.ws_col - margin;
	}
#endif
	return other;
}

int terminal_height(int other)
{
	const char *lines = getenv("LINES");

	if (!isatty(STDOUT_FILENO))
		return other;
#if defined HAVE_SYS_IOCTL_H && defined TIOCGWINSZ
	{
		struct winsize size;

		if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != -1 && size.ws_row > 0)
			return size.ws_row;
	}
#endif
	return lines && atoi(lines) > 0 ? atoi(lines) : other;
}

void terminal_size(int fd, int *columns, int *rows)
{
	*columns = 80;
	*rows = 24;
#if defined HAVE_SYS_IOCTL_H && defined TIOCGWINSZ
	{
		struct winsize size;

		if (ioctl(fd, TIOCGWINSZ, &size) == -1 || !size.ws_col || !size.ws_row)
			return;
		*columns = size.ws_col;
		*rows = size.ws_row;
	}
#else
	(void)fd;
#endif
}

bool terminal_errors(void)
{
	return isatty(STDERR_FILENO);
}

bool terminal_colour(void)
{
	const char *none = getenv("NO_COLOR"), *terminal = getenv("TERM");

	return isatty(STDOUT_FILENO) && !(none && *none) && terminal && strcmp(terminal, "dumb");
}
#else
int terminal_height(int other)
{
	return other;
}

void terminal_size(int fd, int *columns, int *rows)
{
	(void)fd;
	*columns = 80;
	*rows = 24;
}

bool terminal_errors(void)
{
	return false;
}

bool terminal_colour(void)
{
	return false;
}

int terminal_width(int other, int margin)
{
	(void)margin;
	return other;
}
#endif

bool terminal_utf8(void)
{
	static const char *const names[] = { "LC_ALL", "LC_CTYPE", "LANG" };

	for (size_t i = 0; i < 3; i++) {
		const char *value = getenv(names[i]);

		if (value && *value)
			return strstr(value, "UTF-8") || strstr(value, "utf8") || strstr(value, "UTF8")
			       || strstr(value, "utf-8");
	}
	return false;
}
