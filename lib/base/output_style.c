/*
 * The style of output that the environment asks for: colour, encoding.
 *
 * Colour by the convention of NO_COLOR; the encoding by the name of the locale, read
 * here because a library must not call setlocale.
 *
 * Wrong for UTF-8 locales without "UTF-8" in their name.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "base/environment.h"
#include "base/output_style.h"

int benchi_output_colour(void)
{
	const char *no = benchi_environment_text("NO_COLOR");
	const char *terminal = benchi_environment_text("TERM");

	return (!no || !*no) && !(terminal && !strcmp(terminal, "dumb"));
}

int benchi_look_utf8(void)
{
	static const char *const names[] = { "LC_ALL", "LC_CTYPE", "LANG" };
	static const char *const words[] = { "UTF-8", "utf-8", "UTF8", "utf8" };
	const char *text = NULL;

	for (size_t i = 0; i < 3 && (!text || !*text); i++)
		text = benchi_environment_text(names[i]);
	for (size_t i = 0; text && i < 4; i++)
		if (strstr(text, words[i]))
			return 1;
	return 0;
}
