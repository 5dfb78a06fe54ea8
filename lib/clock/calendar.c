/*
 * What does the calendar's clock show?
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <time.h>

#include "clock/calendar.h"

uint64_t benchi_calendar_us(void)
{
#if defined HAVE_CLOCK_GETTIME && defined CLOCK_REALTIME
	struct timespec shown;

	if (clock_gettime(CLOCK_REALTIME, &shown) == 0)
		return (uint64_t)shown.tv_sec * 1000000u + (uint64_t)shown.tv_nsec / 1000u;
#endif
	return (uint64_t)time(NULL) * 1000000u;
}
