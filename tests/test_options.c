/*
 * Command lines are parsed as getopt does, and the output style follows the environment.
 *
 * SPDX-License-Identifier: MIT
 */
#include "check_main.h"

#include <fcntl.h>
#include <unistd.h>

#include "write/write.h"

static const benchi_option known[] = { { 'a', "all", false }, { 'n', "count", true },
	{ 300, "seed", true }, { 0, NULL, false } };
static const benchi_option letters[] = { { 'A', NULL, false }, { 'w', NULL, true },
	{ 0, NULL, false } };

static char word[12][32], *words[12];
static benchi_options o;

/* Starts with these words, separated by blanks. */
static void start(const benchi_option *options, const char *line)
{
	int n = 0;

	while (*line) {
		size_t length = strcspn(line, " ");

		memcpy(word[n], line, length);
		word[n][length] = '\0';
		words[n] = word[n];
		n++;
		line += length + (line[length] == ' ');
	}
	benchi_options_start(&o, options, n, words);
}

/* Expects this option and value; value NULL: not checked. */
static void next(int letter, const char *value)
{
	ck_assert_int_eq(benchi_options_next(&o), letter);
	if (value)
		ck_assert_str_eq(o.value, value);
}

static void ends(int operands, const char *first)
{
	next(BENCHI_OPTION_END, NULL);
	ck_assert_int_eq(o.operands, operands);
	if (first)
		ck_assert_str_eq(o.argv[0], first);
}

TEST(options_and_operands)
{
	start(known, "x -a - --count=3 y --seed 7 -n5 -an 6");
	next('a', NULL);
	next('n', "3");
	next(300, "7");
	next('n', "5");
	next('a', NULL);
	next('n', "6");
	ends(3, "x");
	CHECK_TEXTS({ o.argv[1], "-" }, { o.argv[2], "y" });
	ck_assert(!o.ended);
	start(known, "");
	ends(0, NULL);
}

TEST(two_dashes_end_options)
{
	start(known, "-a -- -a --all x");
	next('a', NULL);
	ends(3, "-a");
	ck_assert(o.ended);
	ck_assert_str_eq(o.argv[1], "--all");
}

TEST(mistakes)
{
	start(known, "-x --al --alls --all=1 --count -ax");
	next(BENCHI_OPTION_UNKNOWN, "x");
	next(BENCHI_OPTION_UNKNOWN, "--al");
	next(BENCHI_OPTION_UNKNOWN, "--alls");
	next(BENCHI_OPTION_FULL, "--all=1");
	next('n', "-ax"); /* the next word is the value, whatever it is */
	start(known, "-n");
	next(BENCHI_OPTION_BARE, "n");
	start(known, "--seed");
	next(BENCHI_OPTION_BARE, "--seed");
	start(known, "--seed=");
	next(300, "");
}

/* Without long options, --Aw is a group of letters in which '-' is unknown. */
TEST(letters_alone)
{
	start(letters, "-Aw5 --A");
	next('A', NULL);
	next('w', "5");
	next(BENCHI_OPTION_UNKNOWN, "-");
	next('A', NULL);
	ends(0, NULL);
}

TEST(encoding_by_the_first_variable_that_is_set)
{
	unsetenv("LC_ALL");
	unsetenv("LC_CTYPE");
	unsetenv("LANG");
	ck_assert(!benchi_look_for(stdout).utf8);
	setenv("LANG", "de_DE.utf8", 1);
	ck_assert(benchi_look_for(stdout).utf8);
	setenv("LC_CTYPE", "C", 1);
	ck_assert(!benchi_look_for(stdout).utf8);
	setenv("LC_ALL", "C.UTF-8", 1);
	ck_assert(benchi_look_for(stdout).utf8);
	setenv("LC_ALL", "", 1);
	setenv("LC_CTYPE", "", 1);
	ck_assert(benchi_look_for(stdout).utf8);
}

#if defined __linux__ && defined _XOPEN_SOURCE  /* pseudo-terminals */

/* Only on a terminal; the other end of a pseudo-terminal is one. */
TEST(colour_unless_refused)
{
	int master = posix_openpt(O_RDWR | O_NOCTTY);
	FILE *terminal = master >= 0 && !grantpt(master) && !unlockpt(master)
		? fopen(ptsname(master), "w") : NULL;
	static const struct { const char *terminal, *no; bool colour; } of[] = { { NULL, NULL, true },
		{ "xterm", NULL, true }, { "dumb", NULL, false }, { "xterm", "1", false },
		{ "xterm", "", true } };

	for (size_t i = 0; terminal && i < sizeof of / sizeof *of; i++) {
		unsetenv("TERM");
		unsetenv("NO_COLOR");
		if (of[i].terminal)
			setenv("TERM", of[i].terminal, 1);
		if (of[i].no)
			setenv("NO_COLOR", of[i].no, 1);
		ck_assert_int_eq(benchi_look_for(terminal).colour, of[i].colour);
	}
	unsetenv("NO_COLOR");
	setenv("TERM", "xterm", 1);
	ck_assert(!benchi_look_for(check_file()).colour);
	if (terminal)
		fclose(terminal);
	if (master >= 0)
		close(master);
}

#endif

CHECK_SUITE("options")
