/*
 * The activity of the whole machine: processor time, steal, throttling.
 *
 * Method: the first line of Linux's /proc/stat, in clock ticks, and the counts of thermal
 * throttling of the first 64 processors.  A tick is 10 ms, so that differences over less than a
 * second mean little.
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
#include "host/system_file.h"

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

		snprintf(path, sizeof path,
		         "/sys/devices/system/cpu/cpu%d/thermal_throttle/core_throttle_count", i);
		count = benchi_system_number("", path);
		if (isnan(count))
			break;
		sum = (isnan(sum) ? 0 : sum) + count;
	}
	return sum;
}

void benchi_activity_find(benchi_activity *activity)
{
	benchi_processor_times times = benchi_processor_times_read("");
	double unit = ticks_per_second();

	activity->busy_s = (times.user + times.system) / unit;
	activity->stolen_s = times.stolen / unit;
	activity->throttled = throttled();
}
