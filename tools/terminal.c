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
#else
int terminal_width(int other, int margin)
{
	(void)margin;
	return other;
}
#endif
