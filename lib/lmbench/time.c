/*
 * Time of day, intervals, and the cost of clock and loop.
 *
 * start and stop read the calendar's clock, as their struct timeval promises, so that
 * one process can stop what another has started.  They are for programs that time
 * something long once; BENCH and benchmp use the library's own clock.
 *
 * SPDX-License-Identifier: MIT
 */
#include "lmbench/lmbench.h"

#include <math.h>

#include "base/environment.h"
#include "clock/calendar.h"
#include "timing/calibrate.h"

static const double BUDGET_LEAST_NS = 12e6, BUDGET_MOST_NS = 0.2e9;

static struct timeval started, stopped;

void benchi_lm_die(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	fflush(stdout);
	fputs("libbench: ", stderr);
	vfprintf(stderr, format, arguments);
	fputc('\n', stderr);
	va_end(arguments);
	exit(1);
}

const bench_timing *benchi_lm_timing(void)
{
	const bench_timing *found;
	bench_status status = benchi_timing_default(&found);

	if (status != BENCH_OK)
		benchi_lm_die("%s: %s", bench_status_text(status), bench_detail());
	return found;
}

double benchi_lm_stated_enough_ns(void)
{
	struct benchi_environment stated;
	bench_status status = benchi_environment_read(&stated);

	if (status != BENCH_OK)
		benchi_lm_die("%s: %s", bench_status_text(status), bench_detail());
	return stated.enough_ns > 0 ? stated.enough_ns : 0;
}

double benchi_lm_budget_ns(double enough_us)
{
	return fmin(BUDGET_MOST_NS, fmax(BUDGET_LEAST_NS, enough_us * 1e3));
}

static struct timeval calendar(void)
{
	struct timeval time;
	uint64_t us = benchi_calendar_us();

	time.tv_sec = (time_t)(us / 1000000);
	time.tv_usec = (int)(us % 1000000);
	return time;
}

void start(struct timeval *begin)
{
	started = calendar();
	if (begin)
		*begin = started;
}

uint64 stop(struct timeval *begin, struct timeval *end)
{
	uint64 us;

	stopped = calendar();
	if (end)
		*end = stopped;
	us = tvdelta(begin ? begin : &started, &stopped);
	settime(us);
	return us;
}

uint64 now(void)
{
	return benchi_calendar_us();
}

double Now(void)
{
	return (double)benchi_calendar_us();
}

uint64 delta(void)
{
	static uint64 before;
	uint64 time = now(), since = before == 0 || time < before ? 0 : time - before;

	before = time;
	return since;
}

double Delta(void)
{
	struct timeval time = calendar();

	return (double)tvdelta(&started, &time) / 1e6;
}

double timespent(void)
{
	return (double)tvdelta(&started, &stopped) / 1e6;
}

void tvsub(struct timeval *difference, struct timeval *t1, struct timeval *t0)
{
	int64 us = ((int64)t1->tv_sec - (int64)t0->tv_sec) * 1000000 + (t1->tv_usec - t0->tv_usec);

	if (us < 0)
		us = 0;         /* the calendar was set back */
	difference->tv_sec = (time_t)(us / 1000000);
	difference->tv_usec = (int)(us % 1000000);
}

uint64 tvdelta(struct timeval *from, struct timeval *to)
{
	struct timeval difference;

	tvsub(&difference, to, from);
	return (uint64)difference.tv_sec * 1000000 + (uint64)difference.tv_usec;
}

int get_enough(int microseconds)
{
	double found = benchi_lm_timing()->enough_ns / 1e3;

	if (benchi_lm_stated_enough_ns() > 0 || microseconds < found)
		return (int)ceil(found);
	return microseconds;
}

uint64 t_overhead(void)
{
	double us = benchi_lm_timing()->empty_ns / 1e3;

	return us > 0 ? (uint64)(us + 0.5) : 0;
}

double l_overhead(void)
{
	return benchi_lm_timing()->loop_ns / 1e3;
}
