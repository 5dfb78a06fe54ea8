/*
 * How many cycles, instructions and misses was that?
 *
 * Method: perf_event_open on this thread, disabled, inherited by children and enabled
 * on exec, so that counting begins with the program's first instruction and takes in
 * all that it starts; each counter alone, since groups are not inherited.  Where the
 * kernel lets nobody look into itself, only what ran outside of it is counted.
 *
 * Wrong about children that still run when the counters are read.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <errno.h>
#include <math.h>
#include <string.h>

#include "base/detail.h"
#include "host/counters.h"

#if defined HAVE_LINUX_PERF_EVENT_H && defined HAVE_SYS_SYSCALL_H
#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

static const char *const names[BENCHI_COUNTERS] = { "cycles", "instructions", "branches",
	"branch_misses", "cache_misses" };

const char *benchi_counter_name(size_t i)
{
	return i < BENCHI_COUNTERS ? names[i] : NULL;
}

#if defined HAVE_LINUX_PERF_EVENT_H && defined SYS_perf_event_open

static const unsigned long long events[BENCHI_COUNTERS] = { PERF_COUNT_HW_CPU_CYCLES,
	PERF_COUNT_HW_INSTRUCTIONS, PERF_COUNT_HW_BRANCH_INSTRUCTIONS, PERF_COUNT_HW_BRANCH_MISSES,
	PERF_COUNT_HW_CACHE_MISSES };

static int open_one(unsigned long long event, unsigned outside)
{
	struct perf_event_attr attr;

	memset(&attr, 0, sizeof attr);
	attr.type = PERF_TYPE_HARDWARE;
	attr.size = sizeof attr;
	attr.config = event;
	attr.disabled = 1;
	attr.inherit = 1;
	attr.enable_on_exec = 1;
	attr.exclude_kernel = outside;
	attr.exclude_hv = outside;
	attr.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
	return (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

bench_status benchi_counters_open(benchi_counters *counters)
{
	int found = 0, error = 0;

	for (size_t i = 0; i < BENCHI_COUNTERS; i++) {
		int fd = open_one(events[i], 0);

		if (fd < 0 && (errno == EACCES || errno == EPERM))
			fd = open_one(events[i], 1);
		if (fd < 0 && !error)
			error = errno;
		found += fd >= 0;
		counters->fd[i] = fd;
	}
	if (found)
		return BENCH_OK;
	return benchi_fail(BENCH_ERR_UNSUPPORTED, "no counters of the processor: %s",
		error == EACCES || error == EPERM ? "the kernel forbids it (perf_event_paranoid)"
		: error == ENOENT || error == ENODEV || error == EOPNOTSUPP
			? "this machine shows none" : strerror(error));
}

void benchi_counters_read(const benchi_counters *counters, double *value)
{
	for (size_t i = 0; i < BENCHI_COUNTERS; i++) {
		unsigned long long got[3];

		value[i] = NAN;
		if (counters->fd[i] >= 0 && read(counters->fd[i], got, sizeof got) == (ssize_t)sizeof got
		    && got[2])
			value[i] = (double)got[0] * ((double)got[1] / (double)got[2]);
	}
}

void benchi_counters_close(benchi_counters *counters)
{
	for (size_t i = 0; i < BENCHI_COUNTERS; i++)
		if (counters->fd[i] >= 0)
			close(counters->fd[i]);
}

#else

bench_status benchi_counters_open(benchi_counters *counters)
{
	(void)counters;
	return benchi_fail(BENCH_ERR_UNSUPPORTED,
		"no counters of the processor: this system has no perf_event_open");
}

void benchi_counters_read(const benchi_counters *counters, double *value)
{
	(void)counters;
	for (size_t i = 0; i < BENCHI_COUNTERS; i++)
		value[i] = NAN;
}

void benchi_counters_close(benchi_counters *counters)
{
	(void)counters;
}

#endif
