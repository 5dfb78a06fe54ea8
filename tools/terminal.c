/*
 * The size of a picture on standard output, as ministat finds it: COLUMNS counts
 * before the terminal, LINES after it, and neither where there is none.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <limits.h>

#include "base/environment.h"
#include "base/whole.h"
#include "host/terminal.h"
#include "tools/terminal.h"

int terminal_width(int other, int margin)
{
	const char *columns = benchi_environment_text("COLUMNS");
	int own = (int)benchi_terminal_columns(stdout);
	uint64_t asked;

	if (!benchi_terminal_is(stdout))
		return other;
	if (columns && benchi_whole(columns, INT_MAX, &asked))
		return (int)asked;
	return own > margin ? own - margin : other;
}

int terminal_height(int other)
{
	const char *lines = benchi_environment_text("LINES");
	int own = (int)benchi_terminal_rows(stdout);
	uint64_t asked;

	if (own > 0 || !benchi_terminal_is(stdout))
		return own > 0 ? own : other;
	return lines && benchi_whole(lines, INT_MAX, &asked) && asked ? (int)asked : other;
}
