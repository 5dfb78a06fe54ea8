/*
 * Is a file a terminal, and how large is it?  Without <unistd.h> there are
 * no terminals, without <sys/ioctl.h> their size is unknown.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#ifdef HAVE_UNISTD_H
#include <unistd.h>
#endif
#ifdef HAVE_SYS_IOCTL_H
#include <sys/ioctl.h>
#endif

#include "host/terminal.h"

#if defined HAVE_UNISTD_H && !defined _WIN32
bool benchi_terminal_is(FILE *file)
{
	return isatty(fileno(file)) == 1;
}
#else
bool benchi_terminal_is(FILE *file)
{
	(void)file;
	return false;
}
#endif

#if defined HAVE_SYS_IOCTL_H && defined TIOCGWINSZ
size_t benchi_terminal_columns(FILE *file)
{
	struct winsize size;

	return benchi_terminal_is(file) && !ioctl(fileno(file), TIOCGWINSZ, &size) ? size.ws_col : 0;
}

size_t benchi_terminal_rows(FILE *file)
{
	struct winsize size;

	return benchi_terminal_is(file) && !ioctl(fileno(file), TIOCGWINSZ, &size) ? size.ws_row : 0;
}
#else
size_t benchi_terminal_columns(FILE *file)
{
	(void)file;
	return 0;
}

size_t benchi_terminal_rows(FILE *file)
{
	(void)file;
	return 0;
}
#endif
