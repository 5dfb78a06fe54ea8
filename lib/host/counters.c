/*
 * Hardware counters: cycles, instructions, branches and misses.
 *
 * Method: perf_event_open on this thread, disabled, inherited by children and enabled on exec.
 * Counting therefore begins with the program's first instruction and includes its children. Each
 * counter is opened separately, because groups are not inherited. If the kernel forbids counting
 * itself, only user-mode events are counted.
 *
 * Wrong about children that are still running when the counters are read.
 *
 * SPDX-License-Identifier: MIT
 */
#include "host/host.h"

#include <errno.h>

#if defined HAVE_LINUX_PERF_EVENT_H && defined HAVE_SYS_SYSCALL_H
#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

const char *benchi_counter_name(size_t i)
{
	static const char *const names[BENCHI_COUNTERS] = { "cycles", "instructions", "branches",
		"branch_misses", "cache_misses" };

	return i < BENCHI_COUNTERS ? names[i] : NULL;
}

#if defined HAVE_LINUX_PERF_EVENT_H && defined SYS_perf_event_open
#define HAS_COUNTERS 1

static const struct {
	unsigned type;
	unsigned long long config;
} events[BENCHI_EVENTS] = { { PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES },
	{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS },
	{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_INSTRUCTIONS },
	{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES },
	{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES },
	{ PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS },
	{ PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES },
	{ PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_MIGRATIONS } };

/* Opens a disabled counter, which includes kernel mode where that is permitted. Returns a
 * descriptor, or -1 with errno. on_exec: count the next program and its children; otherwise count
 * only this thread. */
static int open_counter(size_t event, unsigned on_exec)
{
	struct perf_event_attr attr;
	int fd;

	memset(&attr, 0, sizeof attr);
	attr.type = events[event].type;
	attr.size = sizeof attr;
	attr.config = events[event].config;
	attr.disabled = 1;
	attr.inherit = on_exec;
	attr.enable_on_exec = on_exec;
	attr.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
	fd = (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
	if (fd < 0 && (errno == EACCES || errno == EPERM)) {
		attr.exclude_kernel = attr.exclude_hv = 1;
		fd = (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
	}
	return fd;
}

/* Returns the count of a counter, extrapolated if it was multiplexed. */
static double read_one(int fd)
{
	unsigned long long got[3];

	if (fd < 0 || read(fd, got, sizeof got) != (ssize_t)sizeof got || !got[2])
		return NAN;
	return (double)got[0] * ((double)got[1] / (double)got[2]);
}
#endif

bench_status benchi_counters_open(benchi_counters *counters)
{
#ifdef HAS_COUNTERS
	int found = 0, error = 0;

	for (size_t i = 0; i < BENCHI_COUNTERS; i++) {
		int fd = open_counter(i, 1);

		if (fd < 0 && !error)
			error = errno;
		found += fd >= 0;
		counters->fd[i] = fd;
	}
	if (found)
		return BENCH_OK;
	return benchi_fail(BENCH_ERR_UNSUPPORTED, "no hardware counters: %s",
		error == EACCES || error == EPERM ? "the kernel forbids it (perf_event_paranoid)"
		: error == ENOENT || error == ENODEV || error == EOPNOTSUPP
			? "this machine has none" : strerror(error));
#else
	return benchi_fail(BENCH_ERR_UNSUPPORTED,
		"no hardware counters: this system has no perf_event_open");
#endif
}

void benchi_counters_read(const benchi_counters *counters, double *value)
{
	for (size_t i = 0; i < BENCHI_COUNTERS; i++) {
		value[i] = NAN;
#ifdef HAS_COUNTERS
		value[i] = read_one(counters->fd[i]);
#endif
	}
}

void benchi_events_of(void (*work)(uint64_t n, void *to), uint64_t n, void *to, double *value)
{
#ifdef HAS_COUNTERS
	int fd[BENCHI_EVENTS];

	for (size_t i = 0; i < BENCHI_EVENTS; i++)
		fd[i] = open_counter(i, 0);
	for (size_t i = 0; i < BENCHI_EVENTS; i++)
		if (fd[i] >= 0)
			ioctl(fd[i], PERF_EVENT_IOC_ENABLE, 0);
	work(n, to);
	for (size_t i = 0; i < BENCHI_EVENTS; i++) {
		if (fd[i] >= 0)
			ioctl(fd[i], PERF_EVENT_IOC_DISABLE, 0);
		value[i] = read_one(fd[i]);
		if (fd[i] >= 0)
			close(fd[i]);
	}
#else
	work(n, to);
	for (size_t i = 0; i < BENCHI_EVENTS; i++)
		value[i] = NAN;
#endif
}

void benchi_counters_close(benchi_counters *counters)
{
#ifdef HAS_COUNTERS
	for (size_t i = 0; i < BENCHI_COUNTERS; i++)
		if (counters->fd[i] >= 0)
			close(counters->fd[i]);
#endif
}
