/*
 * Which processor does this thread run on, and what is it called?
 *
 * Where a thread runs is old news when it arrives; two unlike answers tell that it has
 * moved.  The name is the one that Linux shows in /proc/cpuinfo, under one of several
 * keys that differ by architecture, or sysctl's.  ARM's kernel tells numbers only
 * ("0x41 0xd0c"): they are kept, as they name the core exactly.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <stdio.h>
#include <string.h>

#ifdef HAVE_SCHED_GETCPU
#include <sched.h>
#endif
#ifdef HAVE_SYSCTLBYNAME
#include <sys/types.h>
#include <sys/sysctl.h>
#endif

#include "host/processor.h"

int benchi_processor_now(void)
{
#ifdef HAVE_SCHED_GETCPU
	return sched_getcpu();
#else
	return -1;
#endif
}

static int is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Appends text with single blanks between its words; none at either end. */
static void append(char *name, size_t room, const char *text)
{
	size_t n = strlen(name);
	int blank = n > 0;

	for (; *text; text++) {
		if (is_blank(*text)) {
			blank = n > 0;
			continue;
		}
		if (n + 1 + (size_t)blank >= room)
			break;
		if (blank)
			name[n++] = ' ';
		name[n++] = *text;
		blank = 0;
	}
	name[n] = '\0';
}

/* The text behind "key   : " if the line has that key. */
static const char *value_of(const char *line, const char *key)
{
	size_t n = strlen(key);

	if (strncmp(line, key, n))
		return NULL;
	for (line += n; is_blank(*line); line++)
		;
	return *line == ':' ? line + 1 : NULL;
}

char *benchi_processor_name_from(const char *path, char *name, size_t room)
{
	static const char *const keys[] = { "model name", "Model Name", "cpu model", "uarch",
		"Processor", "processor 0" };
	FILE *file = fopen(path, "r");
	char line[512], numbers[64] = "";
	const char *value;

	*name = '\0';
	if (!file)
		return name;
	while (!*name && fgets(line, sizeof line, file)) {
		for (size_t i = 0; i < sizeof keys / sizeof *keys && !*name; i++)
			if ((value = value_of(line, keys[i])))
				append(name, room, value);
		if (!*name && (value = value_of(line, "cpu"))) /* POWER */
			append(name, room, value);
		if ((value = value_of(line, "CPU implementer")) && !*numbers)
			append(numbers, sizeof numbers, value);
		if ((value = value_of(line, "CPU part")) && *numbers) {
			append(numbers, sizeof numbers, value);
			break;
		}
	}
	fclose(file);
	if (!*name)
		append(name, room, numbers);
	return name;
}

char *benchi_processor_name(char *name, size_t room)
{
	benchi_processor_name_from("/proc/cpuinfo", name, room);
#ifdef HAVE_SYSCTLBYNAME
	{
		static const char *const keys[] = { "machdep.cpu.brand_string", "hw.model" };
		char text[256] = "";
		size_t size = sizeof text - 1;

		for (size_t i = 0; i < 2 && !*name; i++, size = sizeof text - 1)
			if (!sysctlbyname(keys[i], text, &size, NULL, 0))
				append(name, room, text);
	}
#endif
	return name;
}
