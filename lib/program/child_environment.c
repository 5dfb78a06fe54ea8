/*
 * The environment of child processes.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "program/child_environment.h"

#define PADDING "BENCH_PADDING"

#ifdef HAVE_UNISTD_H
extern char **environ;

/* Do two texts name the same variable? */
static int same_name(const char *a, const char *b)
{
	size_t length = strcspn(a, "=");

	return !strncmp(a, b, length) && b[length] == '=';
}

static int is_replaced(const char *text, char *const *variable, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (same_name(text, variable[i]))
			return 1;
	return same_name(text, BENCHI_CALIBRATION_VARIABLE "=");
}

char **benchi_child_environment(char *const *variable, size_t n)
{
	size_t have = 0, kept = 0;
	char **all;

	while (environ[have])
		have++;
	all = malloc((have + n + 1) * sizeof *all);
	if (!all)
		return NULL;
	for (size_t i = 0; i < have; i++)
		if (!is_replaced(environ[i], variable, n))
			all[kept++] = environ[i];
	for (size_t i = 0; i < n; i++)
		all[kept++] = variable[i];
	all[kept] = NULL;
	return all;
}
#else
char **benchi_child_environment(char *const *variable, size_t n)
{
	(void)variable;
	(void)n;
	return NULL;
}
#endif

char *benchi_child_padding(uint64_t *random, char *text)
{
	size_t length = (size_t)benchi_random_below(random, BENCHI_PADDING - 32);

	memset(text, 'x', BENCHI_PADDING);
	memcpy(text, PADDING "=", sizeof PADDING);
	text[sizeof PADDING + length] = '\0';
	return text;
}
