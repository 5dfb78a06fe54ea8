/*
 * Cache sizes, from Linux's files or sysctl.
 *
 * Kept separate from the other machine facts, because everything that times cold memory links this
 * file.
 *
 * SPDX-License-Identifier: MIT
 */
#include "host/host.h"

#ifdef HAVE_UNISTD_H
#include <unistd.h>
#endif
#ifdef HAVE_SYSCTLBYNAME
#include <sys/types.h>
#include <sys/sysctl.h>
#endif

#define PATH_CAPACITY 512

FILE *benchi_system_open(const char *root, const char *path)
{
	char whole[PATH_CAPACITY];

	snprintf(whole, sizeof whole, "%s%s", root, path);
	return fopen(whole, "r");
}

const char *benchi_system_line(const char *root, const char *path, char *line, size_t capacity)
{
	FILE *file = benchi_system_open(root, path);

	*line = '\0';
	if (!file)
		return line;
	if (!fgets(line, (int)capacity, file))
		*line = '\0';
	fclose(file);
	line[strcspn(line, "\r\n")] = '\0';
	return line;
}

#define CPU "/sys/devices/system/cpu/"

void benchi_caches_files(const char *root, int number, double cache_bytes[4])
{
	char path[PATH_CAPACITY], type[32], level[32], size[64];

	for (int i = 0; i < 16; i++) {
		snprintf(path, sizeof path, CPU "cpu%d/cache/index%d/level", number, i);
		benchi_system_line(root, path, level, sizeof level);
		snprintf(path, sizeof path, CPU "cpu%d/cache/index%d/type", number, i);
		benchi_system_line(root, path, type, sizeof type);
		snprintf(path, sizeof path, CPU "cpu%d/cache/index%d/size", number, i);
		benchi_system_line(root, path, size, sizeof size);
		if (*level < '1' || *level > '4' || level[1] || !strcmp(type, "Instruction"))
			continue;

		/* "48K", "1024K" or "260M" */
		uint64_t count;
		const char *unit = benchi_read_whole(size, UINT64_MAX, &count);
		double scale = !unit ? 0 : *unit == 'K' ? 1024 : *unit == 'M' ? 1048576 : *unit ? 0 : 1;

		if (scale > 0)
			cache_bytes[*level - '1'] = scale * (double)count;
	}
}

double benchi_sysctl_number(const char *name)
{
#ifdef HAVE_SYSCTLBYNAME
	unsigned char text[8] = { 0 };
	size_t size = sizeof text;
	uint32_t four;
	uint64_t eight;

	if (sysctlbyname(name, text, &size, NULL, 0))
		return NAN;
	memcpy(&four, text, sizeof four);
	memcpy(&eight, text, sizeof eight);
	return size == sizeof eight ? (double)eight : size == sizeof four ? four : (double)NAN;
#else
	return NAN;
#endif
}

void benchi_caches_system(double cache_bytes[4])
{
	static const char *const names[] = { "hw.l1dcachesize", "hw.l2cachesize", "hw.l3cachesize" };
	long value[4] = { 0, 0, 0, 0 };

#if defined HAVE_SYSCONF && defined _SC_LEVEL1_DCACHE_SIZE
	value[0] = sysconf(_SC_LEVEL1_DCACHE_SIZE);
	value[1] = sysconf(_SC_LEVEL2_CACHE_SIZE);
	value[2] = sysconf(_SC_LEVEL3_CACHE_SIZE);
	value[3] = sysconf(_SC_LEVEL4_CACHE_SIZE);
#endif
	for (size_t i = 0; i < 4; i++) {
		double found = i < 3 ? benchi_sysctl_number(names[i]) : (double)NAN;

		cache_bytes[i] = found > 0 ? found : value[i] > 0 ? (double)value[i] : (double)NAN;
	}
}
