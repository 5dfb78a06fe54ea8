/*
 * The activity of the whole machine: processor time, steal, throttling.
 *
 * Method: the first line of Linux's /proc/stat (user, nice, system, idle, iowait, irq,
 * softirq, steal, in clock ticks), and the counts of thermal throttling of the first 64
 * processors.  A tick is 10 ms, so that differences over less than a second mean little.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdio.h>

#ifdef HAVE_UNISTD_H
#include <unistd.h>
#endif

#include "host/activity.h"

#define PROCESSORS 64

static double ticks_per_second(void)
{
#if defined HAVE_SYSCONF && defined _SC_CLK_TCK
	return (double)sysconf(_SC_CLK_TCK);
#else
	return 100;
#endif
}

static double throttled(void)
{
	double sum = NAN;

	for (int i = 0; i < PROCESSORS; i++) {
		char path[96];
		double count;
		FILE *file;

		snprintf(path, sizeof path,
		         "/sys/devices/system/cpu/cpu%d/thermal_throttle/core_throttle_count", i);
		file = fopen(path, "r");
		if (!file)
			break;
		if (fscanf(file, "%lf", &count) == 1)
			sum = (isnan(sum) ? 0 : sum) + count;
		fclose(file);
	}
	return sum;
}

void benchi_activity_find(benchi_activity *activity)
{
	double t[8] = { 0, 0, 0, 0, 0, 0, 0, 0 }, unit = ticks_per_second();
	FILE *file = fopen("/proc/stat", "r");
	int found = 0;

	activity->busy_s = activity->stolen_s = NAN;
	activity->throttled = throttled();
	if (!file)
		return;
	found = fscanf(file, "cpu %lf %lf %lf %lf %lf %lf %lf %lf", &t[0], &t[1], &t[2], &t[3], &t[4],
	               &t[5], &t[6], &t[7]);
	fclose(file);
	if (found < 4)
		return;
	activity->busy_s = (t[0] + t[1] + t[2] + t[5] + t[6]) / unit;
	activity->stolen_s = t[7] / unit;
}
