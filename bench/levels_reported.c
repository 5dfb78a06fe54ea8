/*
 * The sizes of the data caches as reported by the system.
 *
 * Method: Linux describes each cache of a processor in files. Other systems may have POSIX's
 * sysconf, which on Linux is less exact (it adds up the caches of several cores). Wrong if a
 * virtual machine sees caches that it shares with others.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <stdio.h>
#ifdef HAVE_UNISTD_H
#include <unistd.h>
#endif

#include "levels.h"

enum { CACHES = 8 };

/* Reads the word in a file about cache `which` of the first processor. Returns 0 if there is
 * none. */
static int look(int which, const char *what, char word[32])
{
	char path[96];
	FILE *file;
	int found;

	snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu0/cache/index%d/%s", which, what);
	file = fopen(path, "r");
	if (!file)
		return 0;
	found = fscanf(file, "%31s", word) == 1;
	fclose(file);
	return found;
}

static size_t asked(size_t level)
{
#if defined HAVE_SYSCONF && defined _SC_LEVEL1_DCACHE_SIZE
	static const int name[] = { _SC_LEVEL1_DCACHE_SIZE, _SC_LEVEL2_CACHE_SIZE,
		_SC_LEVEL3_CACHE_SIZE, _SC_LEVEL4_CACHE_SIZE };
	long bytes = level >= 1 && level <= 4 ? sysconf(name[level - 1]) : 0;

	return bytes > 0 ? (size_t)bytes : 0;
#else
	return 0 * level;
#endif
}

size_t levels_reported(size_t level)
{
	char word[32], letter = 0;
	unsigned long bytes;

	for (int i = 0; i < CACHES; i++) {
		if (!look(i, "type", word) || word[0] == 'I')
			continue;  /* an instruction cache */
		if (!look(i, "level", word) || word[0] != (char)('0' + level) || word[1])
			continue;
		if (look(i, "size", word) && sscanf(word, "%lu%c", &bytes, &letter) >= 1)
			return (size_t)bytes * (letter == 'K' ? 1024 : letter == 'M' ? 1024 * 1024 : 1);
	}
	return asked(level);
}
