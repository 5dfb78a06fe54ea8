/*
 * `bench choose`: makes a program's choices when the program is installed.
 *
 * A program that calls bench_fastest, or bench_wisdom_pick with .starts, uses a choice only after
 * several starts agreed.  This verb runs the program that many times, with a private file in place
 * of the user's and without the system's choices.  Choices on which the starts agree go into the
 * system's file.
 *
 * SPDX-License-Identifier: MIT
 */
#include "tools/tools.h"

#include "wisdom/wisdom.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define VERB "choose"

typedef struct choose {
	size_t starts;
	const char *output;
	char *const *command;    /* ends in NULL */
} choose;

#define AT(member) offsetof(choose, member)
static const benchi_setting table[] = {
	BENCHI_SETTING('o', "output", "FILE", "write the choices there (/etc/libbench/wisdom)",
		benchi_setting_text, AT(output)),
	BENCHI_LIMITED('n', "starts", "N", "start N times; save what 3 in a row agree on (3)",
		benchi_setting_count, AT(starts), BENCH_STARTS_AGREE, 100),
	BENCHI_SETTINGS_END
};

/* Prints each line's key and choice.  Removes the lines on which starts disagree.  Returns the
 * number of lines left. */
static size_t report(char *text)
{
	size_t agreed = 0;

	for (char *line = text, *next; *line; line = next) {
		size_t length = strcspn(line, "\n"), key = strcspn(line, "\t\n");
		size_t chosen = key < length ? strcspn(line + key + 1, "\t\n") : 0;
		const char *starts = strstr(line, "/starts/");
		bool open = starts && starts < line + length && starts[9] == '\t'
			&& starts[8] < '0' + BENCH_STARTS_AGREE;

		next = line + length + (line[length] == '\n');
		if (*line == '#' || key == length)
			continue;
		printf("%.*s: %.*s%s\n", (int)key, line, (int)chosen, line + key + 1,
			open ? " (starts disagree, not written)" : "");
		agreed += !open;
		if (open) {
			memmove(line, next, strlen(next) + 1);
			next = line;
		}
	}
	return agreed;
}

int verb_choose(int argc, char **argv)
{
	choose c = { .starts = BENCH_STARTS_AGREE, .output = "/etc/libbench/wisdom" };
	benchi_command_line line = { .program = "bench " VERB, .table = table, .to = &c,
		.usage = "bench choose: let a program choose its fastest functions when it is installed\n"
			"usage: bench choose [OPTION...] -- PROGRAM [ARGUMENT...]\n\n",
		.more = "\nPROGRAM calls bench_fastest or bench_wisdom_pick.\n"
			"Exit status: 0 written, 1 no choice was made, 2 usage error.  More: bench(1).\n",
		.command = "'PROGRAM ...'" };
	char folder[40], path[80], below[80], *text = NULL;
	bench_wisdom *wisdom = NULL;
	size_t size;
	int status = 0;

	if (!benchi_line_read(&line, argc, argv, &status))
		return status;
	c.command = line.behind;
	snprintf(folder, sizeof folder, "/tmp/bench-choose.%ld", (long)getpid());
	if (mkdir(folder, 0700) != 0)
		return complain(VERB, "%s: %s", folder, strerror(errno));
	if (setenv("XDG_CACHE_HOME", folder, 1) != 0 || setenv("BENCH_SYSTEM_WISDOM", "", 1) != 0)
		status = complain(VERB, "out of memory");
	for (size_t i = 0; i < c.starts && status == 0; i++) {
		benchi_command command = { c.command, NULL, STDIN_FILENO, STDERR_FILENO, STDERR_FILENO,
			false };
		char end[BENCHI_USAGE_TEXT];
		benchi_usage usage;

		if (benchi_process_run(&command, NULL, &usage) != BENCH_OK)
			status = complain(VERB, "%s", bench_detail());
		else if (!usage.exited || usage.code)
			status = complain(VERB, "%s %s", c.command[0], benchi_usage_text(&usage, end));
	}
	snprintf(below, sizeof below, "%s/libbench", folder);
	snprintf(path, sizeof path, "%s/libbench/wisdom", folder);
	if (status == 0 && benchi_file_read(path, BENCHI_WISDOM_BYTES, &text, &size) != BENCH_OK)
		status = complain(VERB, "%s", bench_detail());
	else if (status == 0 && (!text || report(text) == 0)) {
		complain(VERB, text ? "%s: its starts did not agree on a choice"
			: "%s made no choice: does it call bench_fastest or bench_wisdom_pick?", c.command[0]);
		status = EXIT_WORSE;
	} else if (status == 0 && (bench_wisdom_load(c.output, &wisdom) == BENCH_ERR_MEMORY
	           || benchi_wisdom_adopt(wisdom, text, strlen(text)) != BENCH_OK
	           || bench_wisdom_save(wisdom) != BENCH_OK))
		status = complain(VERB, "%s", bench_detail());
	bench_wisdom_free(wisdom);
	free(text);
	unlink(path);
	rmdir(below);
	rmdir(folder);
	return status;
}
