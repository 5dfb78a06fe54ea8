/*
 * The size of a picture on standard output, as ministat finds it: COLUMNS counts
 * before the terminal, LINES after it, and neither where there is none.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <stdlib.h>

#include "base/environment.h"
#include "host/terminal.h"
#include "tools/terminal.h"

int terminal_width(int other, int margin)
{
	const char *columns = benchi_environment_text("COLUMNS");
	int own = (int)benchi_terminal_columns(stdout);

	if (!benchi_terminal_is(stdout))
		return other;
	if (columns && *columns)
		return atoi(columns);
	return own > margin ? own - margin : other;
}

int terminal_height(int other)
{
	const char *lines = benchi_environment_text("LINES");
	int own = (int)benchi_terminal_rows(stdout);

	if (own > 0 || !benchi_terminal_is(stdout))
		return own > 0 ? own : other;
	return lines && atoi(lines) > 0 ? atoi(lines) : other;
}
