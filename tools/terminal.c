/*
 * How wide is the terminal?  The one place in tools/ that asks the system; without
 * <sys/ioctl.h> or <unistd.h> the answer is the default.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <stdlib.h>

#ifdef HAVE_UNISTD_H
#include <unistd.h>
#endif
#ifdef HAVE_SYS_IOCTL_H
#include <sys/ioctl.h>
#endif

#include "base/environment.h"
#include "base/look.h"
#include "terminal.h"

#if defined HAVE_UNISTD_H
int terminal_width(int other, int margin)
{
	const char *columns = benchi_environment_text("COLUMNS");

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
	const char *lines = benchi_environment_text("LINES");

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

bool terminal_errors(void)
{
	return isatty(STDERR_FILENO);
}

bool terminal_colour(void)
{
	return isatty(STDOUT_FILENO) && benchi_environment_text("TERM") && benchi_look_colour();
}
#else
int terminal_height(int other)
{
	return other;
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
	return benchi_look_utf8() != 0;
}
