/*
 * POSIX regcomp; compiled again for each text, which is fast enough for names of cases.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include "host/regex.h"

#if defined(__unix__) || defined(__APPLE__)

#include <stddef.h>

#ifdef __TINYC__
#define _REGEX_NELTS(n)    /* its regexec has a parameter that names another: not known there */
#endif
#include <regex.h>

int benchi_regex_find(const char *expression, const char *text)
{
	regex_t compiled;
	int found;

	if (regcomp(&compiled, expression, REG_EXTENDED | REG_NOSUB))
		return -1;
	found = regexec(&compiled, text, 0, NULL, 0);
	regfree(&compiled);
	return !found;
}

#else

int benchi_regex_find(const char *expression, const char *text)
{
	(void)expression;
	(void)text;
	return -1;
}

#endif
