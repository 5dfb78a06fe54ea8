/*
 * What do cpufreq, /proc/cpuinfo and the time stamp counter claim of a core's clock?
 *
 * The counter of x86 runs at a constant rate, mostly the nominal clock; it is read against the
 * default clock at both ends of 2 ms, good to 0.01 %.  Wrong in virtual machines that scale it
 * or invent /proc/cpuinfo, which is one reason to measure.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <bench.h>

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "host/claimed_clock.h"
#include "host/system_file.h"

#define FREQUENCY "/sys/devices/system/cpu/cpu%d/cpufreq/%s"
#define COUNTED_NS 2e6

/* A file of kHz. */
static double khz_file(const char *root, int number, const char *name)
{
	char path[100];
	double khz;

	snprintf(path, sizeof path, FREQUENCY, number, name);
	khz = benchi_system_number(root, path);
	return khz > 0 ? khz / 1000 : (double)NAN;
}

/* The number behind the colon of a line that begins so. */
static bool member(const char *line, const char *name, double *value)
{
	const char *colon = strchr(line, ':');
	char text[40];

	if (strncmp(line, name, strlen(name)) != 0 || !colon)
		return false;
	colon += 1 + strspn(colon + 1, " \t");
	snprintf(text, sizeof text, "%.*s", (int)strspn(colon, "0123456789."), colon);
	return benchi_number(text, value);
}

struct listed {
	double number, at, mhz; /* the processor wanted, the one whose lines come, its clock */
};

static bool take_line(void *to, const char *line)
{
	struct listed *l = to;
	double value;

	(void)member(line, "processor", &l->at);
	if (l->at == l->number && (member(line, "cpu MHz", &value) || member(line, "clock", &value)))
		l->mhz = value > 0 ? value : (double)NAN;
	return isnan(l->mhz);
}

void benchi_claimed_clock_files(const char *root, int number, benchi_claimed_clock *claimed)
{
	int processor = number < 0 ? 0 : number;
	struct listed l = { processor, 0, (double)NAN };

	claimed->current = khz_file(root, processor, "scaling_cur_freq");
	claimed->highest = khz_file(root, processor, "cpuinfo_max_freq");
	benchi_system_lines(root, "/proc/cpuinfo", take_line, &l);
	claimed->listed = l.mhz;
	claimed->counter = (double)NAN;
}

#if defined __GNUC__ && (defined __x86_64__ || defined __i386__)
static uint64_t counter(void)
{
	uint32_t low, high;

	__asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
	return (uint64_t)high << 32 | low;
}

static double counter_mhz(void)
{
	bench_clock clock = bench_clock_default();
	uint64_t began, ticks, now;

	if (!clock.now_ns)
		return (double)NAN;
	began = clock.now_ns(clock.ctx);
	ticks = counter();
	do
		now = clock.now_ns(clock.ctx);
	while ((double)(now - began) < COUNTED_NS);
	return (double)(counter() - ticks) / (double)(now - began) * 1000;
}
#else
static double counter_mhz(void)
{
	return (double)NAN;
}
#endif

void benchi_claimed_clock_find(int number, benchi_claimed_clock *claimed)
{
	benchi_claimed_clock_files("", number, claimed);
	claimed->counter = counter_mhz();
}
