/*
 * Pins each process of a benchmark to a processor according to the environment variable
 * LMBENCH_SCHED; if it is unset, the system chooses.
 *
 * Processes of a benchmark are numbered by child and, within it, by role: 0 the
 * benchmark, 1 to nbenchprocs those it started.
 *
 *	SINGLE            all on one
 *	BALANCED          each child and its own on one, children side by side
 *	BALANCED_SPREAD   the same, neighbours far apart
 *	UNIQUE            each process on one
 *	UNIQUE_SPREAD     the same, neighbours far apart
 *	CUSTOM 0 2 ...    each child and its own on the next of the list
 *	CUSTOM_UNIQUE 0 2 ...  each process
 *
 * Far apart: the place's bits in reverse order, as many bits as the number of processors
 * has; 0, 4, 2, 6, 1, 5, 3, 7 of eight.  With more processes than processors it begins again.
 *
 * SPDX-License-Identifier: MIT
 */
#include "lmbench/lmbench.h"

#include "base/environment.h"
#include "base/whole.h"
#include "host/affinity.h"

enum { LIST_MOST = 1024, ANY = -1, NONSENSE = -2 };

/* The place-th of so many, in an order in which neighbours are far apart. */
static int spread(int place, int processors)
{
	int bits = 0, reversed, found = -1;

	place %= processors;
	while (1 << bits < processors)
		bits++;
	for (int i = 0; i < 1 << bits; i++) {
		reversed = 0;
		for (int bit = 0; bit < bits; bit++)
			reversed |= ((i >> bit) & 1) << (bits - 1 - bit);
		if (reversed < processors && ++found == place)
			return reversed;
	}
	return place;
}

/* The place-th number of a list of them, again from its beginning behind its end. */
static int in_list(const char *list, int place)
{
	int number[LIST_MOST], count = 0;

	for (; count < LIST_MOST; count++) {
		uint64_t value;
		const char *end;

		list += strspn(list, " \t,");
		end = benchi_read_whole(list, 1000000, &value);
		if (!end)
			break;
		number[count] = (int)value;
		list = end;
	}
	return *list || count == 0 ? NONSENSE : number[place % count];
}

/* What follows the word that text begins with; NULL if it is another. */
static const char *behind(const char *text, const char *word)
{
	size_t length = strlen(word);

	if (strncmp(text, word, length) != 0 || (text[length] && !strchr(" \t,", text[length])))
		return NULL;
	return text + length;
}

int benchi_lm_place(const char *text, int childno, int benchproc, int nbenchprocs, int processors,
                    int *number)
{
	int child = childno < 0 ? 0 : childno, role = benchproc < 0 ? 0 : benchproc;
	int roles = nbenchprocs < 0 ? 1 : nbenchprocs % 1000000 + 1;
	int unique = (int)(((long long)child * roles + role) % 1000000007);
	const char *list;

	*number = 0;
	if (!text || !*text || streq(text, "DEFAULT"))
		return ANY;
	if (streq(text, "SINGLE"))
		return 0;
	if (streq(text, "BALANCED"))
		return child % processors;
	if (streq(text, "BALANCED_SPREAD"))
		return spread(child, processors);
	if (streq(text, "UNIQUE"))
		return unique % processors;
	if (streq(text, "UNIQUE_SPREAD"))
		return spread(unique, processors);
	*number = 1;
	if ((list = behind(text, "CUSTOM_UNIQUE")))
		return in_list(list, unique);
	if ((list = behind(text, "CUSTOM")))
		return in_list(list, child);
	return NONSENSE;
}

int handle_scheduler(int childno, int benchproc, int nbenchprocs)
{
	const char *text = benchi_environment_schedule();
	int number, place = benchi_lm_place(text, childno, benchproc, nbenchprocs,
		benchi_processors_allowed(), &number);

	if (place == ANY)
		return 0;
	if (place == NONSENSE)
		benchi_lm_die("LMBENCH_SCHED is '%.80s', expected DEFAULT, SINGLE, BALANCED, "
			"BALANCED_SPREAD, UNIQUE, UNIQUE_SPREAD, CUSTOM or CUSTOM_UNIQUE with a list of "
			"processors", text);
	return benchi_processor_pin(number ? place : benchi_processor_number(place));
}
