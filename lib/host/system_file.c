/*
 * Reads Linux's files in /proc and /sys.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "host/system_file.h"

#define PATH_CAPACITY 512

static FILE *open_below(const char *root, const char *path)
{
	char whole[PATH_CAPACITY];

	snprintf(whole, sizeof whole, "%s%s", root, path);
	return fopen(whole, "r");
}

const char *benchi_system_line(const char *root, const char *path, char *line, size_t capacity)
{
	FILE *file = open_below(root, path);

	*line = '\0';
	if (!file)
		return line;
	if (!fgets(line, (int)capacity, file))
		*line = '\0';
	fclose(file);
	line[strcspn(line, "\r\n")] = '\0';
	return line;
}

double benchi_system_number(const char *root, const char *path)
{
	char line[80];
	double value;

	return benchi_number(benchi_system_line(root, path, line, sizeof line), &value)
	       ? value : (double)NAN;
}

void benchi_system_lines(const char *root, const char *path,
                         bool (*take)(void *to, const char *line), void *to)
{
	char line[4096];
	FILE *file = open_below(root, path);

	if (!file)
		return;
	while (fgets(line, sizeof line, file) && take(to, line))
		;
	fclose(file);
}

size_t benchi_system_numbers(const char *text, double *x, size_t n)
{
	size_t k = 0;

	for (; k < n; k++) {
		text = benchi_read_number(text + strspn(text, " \t"), &x[k]);
		if (!text)
			break;
	}
	return k;
}

/* A line of /proc/stat; those of processors come first. */
static bool take_processor(void *to, const char *line)
{
	double t[8] = { 0, 0, 0, 0, 0, 0, 0, 0 };
	benchi_processor_times *times = to;

	if (strncmp(line, "cpu", 3))
		return false;
	if (line[3] != ' ')
		times->processors++;
	else if (benchi_system_numbers(line + 3, t, 8) >= 4) {
		times->user = t[0] + t[1];
		times->system = t[2] + t[5] + t[6];
		times->idle = t[3] + t[4];
		times->stolen = t[7];
	}
	return true;
}

benchi_processor_times benchi_processor_times_read(const char *root)
{
	benchi_processor_times times = { 0, NAN, NAN, NAN, NAN };

	benchi_system_lines(root, "/proc/stat", take_processor, &times);
	return times;
}
