/*
 * POSIX's getopt under other names, the same on every system: it
 * ends at the first argument that is no option, or behind "--".
 *
 * SPDX-License-Identifier: MIT
 */
#include "lmbench/lmbench.h"

char *myoptarg;
int myoptind = 1;
int myopterr = 1;
int myoptopt;

static int place;  /* in argv[myoptind], of the next letter; 0: at its beginning */

static int complain(char **argv, const char *letters, const char *what)
{
	if (myopterr && *letters != ':')
		fprintf(stderr, "%s: %s -- %c\n", argv[0], what, myoptopt);
	return *letters == ':' && *what == 'o' ? ':' : '?';
}

/* The letter is done with: on to the next one, or the next argument. */
static void advance(char **argv)
{
	place++;
	if (argv[myoptind][place] == '\0') {
		myoptind++;
		place = 0;
	}
}

static int take_argument(int argc, char **argv, char *letters)
{
	char *rest = argv[myoptind] + place + 1;

	myoptind++;
	place = 0;
	if (*rest)
		myoptarg = rest;
	else if (myoptind < argc)
		myoptarg = argv[myoptind++];
	else
		return complain(argv, letters, "option requires an argument");
	return myoptopt;
}

/* Is there another option?  Skips "--". */
static int more(int argc, char **argv)
{
	if (place > 0)
		return 1;
	if (myoptind >= argc || !argv[myoptind] || argv[myoptind][0] != '-' || !argv[myoptind][1])
		return 0;
	if (streq(argv[myoptind], "--")) {
		myoptind++;
		return 0;
	}
	place = 1;
	return 1;
}

int mygetopt(int argc, char **argv, char *letters)
{
	char *found;

	myoptarg = NULL;
	if (myoptind < 1) {     /* begin again */
		myoptind = 1;
		place = 0;
	}
	if (place > 0 && (myoptind >= argc || strlen(argv[myoptind]) <= (size_t)place))
		place = 0;      /* the program has set myoptind */
	if (!more(argc, argv))
		return -1;
	myoptopt = (unsigned char)argv[myoptind][place];
	found = myoptopt == ':' ? NULL : strchr(letters, myoptopt);
	if (found && found[1] == ':')
		return take_argument(argc, argv, letters);
	advance(argv);
	return found ? myoptopt : complain(argv, letters, "illegal option");
}
