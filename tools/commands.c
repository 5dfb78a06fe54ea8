/*
 * Commands: splitting them into words, and capturing what other programs print.
 *
 * SPDX-License-Identifier: MIT
 */
#include "tools/tools.h"

/* Returns whether only a shell can interpret this character here. */
static bool for_shell(const char *text, const char *at, char quote)
{
	if (quote == '\'')
		return false;
	if (quote == '"')
		return *at == '$' || *at == '`';
	if (strchr("|&;<>()$`*?[\n", *at))
		return true;
	if (*at == '~' || *at == '#')
		return at == text || strchr(" \t", at[-1]);
	return (*at == '=' && !memchr(text, ' ', (size_t)(at - text))) || (*at == '!' && at == text);
}

char **command_copy(const char *const *words)
{
	size_t n = 0, length = 0;
	char **argv, *to;

	for (; words[n]; n++)
		length += strlen(words[n]) + 1;
	argv = calloc(1, (n + 1) * sizeof *argv + length);
	to = argv ? (char *)(argv + n + 1) : NULL;
	for (size_t i = 0; argv && i < n; i++) {
		argv[i] = strcpy(to, words[i]);
		to += strlen(to) + 1;
	}
	return argv;
}

char **command_words(const char *text, bool command, int *n, const char **why)
{
	/* shell builtins; POSIX has all of these except source */
	static const char builtins[] = ". : alias cd command eval exec exit export hash read return "
		"set shift source times trap type ulimit umask unset wait";
	const size_t length = strlen(text) + 1, most = length / 2 + 1;
	char **argv = calloc(1, (most + 1) * sizeof *argv + length);
	char *to = argv ? (char *)(argv + most + 1) : NULL;
	bool inside = false;
	char quote = 0, first[16];  /* longer than any builtin */

	*n = 0;
	*why = text + strspn(text, " \t");
	snprintf(first, sizeof first, "%.*s", (int)strcspn(*why, " \t"), *why);
	if (argv && command && benchi_listed(builtins, first))
		*n = -1;
	for (const char *at = text; argv && *at && *n >= 0; at++) {
		if (command && for_shell(text, at, quote)) {
			*why = at;
			*n = -1;
		} else if (!quote && strchr(" \t", *at)) {
			to += inside; /* the block is zero-filled */
			inside = false;
		} else {
			if (!inside)
				argv[(*n)++] = to;
			inside = true;
			if (*at == quote)
				quote = 0;
			else if (!quote && (*at == '\'' || *at == '"')) {
				quote = *at;
				*why = at;
			} else if (*at == '\\' && at[1] && (!quote || (quote == '"' && strchr("\"\\", at[1]))))
				*to++ = *++at;
			else
				*to++ = *at;
		}
	}
	if (quote)
		*n = -1;
	return argv;
}

/*
 * Output of other programs.
 */

#ifdef BENCHI_HAVE_PROCESSES

enum { SCRIPT_WORDS = 8 };

int program_run(const char *verb_name, char *const *argv, char *const *environment, bool silent,
                benchi_output *o)
{
	const benchi_command command = { argv, environment, -1, -1, silent ? -1 : STDERR_FILENO, true };
	char end[BENCHI_USAGE_TEXT];
	benchi_usage usage;
	bench_status status = BENCH_OK;

	memset(o, 0, sizeof *o);
	if (!benchi_interrupt_came())
		status = benchi_process_run(&command, o, &usage);
	if (benchi_interrupt_came())
		return RUN_STOPPED;
	if (status != BENCH_OK)
		return complain(verb_name, "%s", bench_detail());
	if (silent)
		return !usage.exited || usage.code;
	return usage.exited && usage.code <= EXIT_WORSE ? 0
		: complain(verb_name, "%s %s", argv[0], benchi_usage_text(&usage, end));
}

int script_run(const char *verb_name, const char *script, const char *const *words,
               benchi_output *o, char **behind)
{
	const char *word[4 + SCRIPT_WORDS + 1] = { "/bin/sh", "-c", script, verb_name };
	char **argv;
	int status;

	for (size_t n = 4; *words && n < 4 + SCRIPT_WORDS; n++)
		word[n] = *words++;
	argv = command_copy(word);
	memset(o, 0, sizeof *o);
	status = argv ? program_run(verb_name, argv, NULL, false, o)
		: complain(verb_name, "out of memory");
	free(argv);
	*behind = o->text && !status ? strchr(o->text, '\t') : NULL;
	if (*behind) {
		*(*behind)++ = '\0';
		(*behind)[strcspn(*behind, "\n")] = '\0';
	}
	return status;
}

bench_status rows_of_text(const char *text, size_t size, const char *name,
                          const benchi_read_options *options, benchi_rows *rows)
{
	FILE *file = fmemopen((char *)(uintptr_t)text, size ? size : 1, "rb");
	bench_status status = file ? benchi_read(file, name, options, rows)
		: benchi_no_memory("the results");

	if (file)
		fclose(file);
	return status;
}

#endif
