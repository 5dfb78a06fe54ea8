/*
 * The clocks return the system's time in nanoseconds, the first one that works is the default, and
 * a sleep requests the intended time.
 *
 * The linker's --wrap replaces the system's functions by those of this file: exact, simulated
 * time, independent of the machine's clocks.
 *
 * SPDX-License-Identifier: MIT
 */
#define _GNU_SOURCE 1	/* RUSAGE_THREAD */
#include "check_main.h"

#ifdef HAVE_GETRUSAGE
#include <sys/resource.h>
#endif
#include <stdarg.h>
#include <time.h>

#include "clock/clock.h"

static int made_up, broken[16], no_calendar, no_kernel;
static int replaced;    /* a preloaded library shows callers of the C library a different time */
static struct timespec slept;

int __real_clock_gettime(clockid_t id, struct timespec *t);
int __wrap_clock_gettime(clockid_t id, struct timespec *t);
int __wrap_clock_gettime(clockid_t id, struct timespec *t)
{
	if (!made_up)
		return __real_clock_gettime(id, t);
	t->tv_sec = id == CLOCK_MONOTONIC ? 30 : id == CLOCK_REALTIME ? 50 : 70;
	t->tv_nsec = id == CLOCK_MONOTONIC ? 250000007 : id == CLOCK_REALTIME ? 1999 : 11;
	t->tv_sec += replaced;
	return broken[id & 15] ? -1 : 0;
}

/* The kernel's clock_gettime; no other system call is made here. */
long __wrap_syscall(long number, ...);
long __wrap_syscall(long number, ...)
{
	va_list list;
	struct timespec *t;
	int id, offset = replaced;
	long status;

	va_start(list, number);
	id = va_arg(list, int);
	t = va_arg(list, struct timespec *);
	va_end(list);
	replaced = 0;
	status = no_kernel ? -1 : __wrap_clock_gettime(id, t);
	replaced = offset;
	return status;
}

int __wrap_timespec_get(struct timespec *t, int base);
int __wrap_timespec_get(struct timespec *t, int base)
{
	t->tv_sec = 90;
	t->tv_nsec = 13;
	return no_calendar ? 0 : base;
}

int __wrap_nanosleep(const struct timespec *asked, struct timespec *left);
int __wrap_nanosleep(const struct timespec *asked, struct timespec *left)
{
	slept = *asked;
	return 0;
}

#ifdef RUSAGE_THREAD
static int no_usage;

int __wrap_getrusage(int who, struct rusage *usage);
int __wrap_getrusage(int who, struct rusage *usage)
{
	usage->ru_nvcsw = 5;
	usage->ru_nivcsw = 7;
	return no_usage ? -1 : 0;
}
#endif

static void begin(void)
{
	made_up = 1;
	slept.tv_sec = -1;
}

static void end(void)
{
	made_up = 0;
}

static uint64_t now(bench_clock clock)
{
	return clock.now_ns(clock.ctx);
}

TEST(the_first_that_works_is_the_default)
{
	ck_assert_str_eq(bench_clock_default().name, "monotonic");
	ck_assert_uint_eq(now(bench_clock_default()), 30250000007u);
	broken[CLOCK_MONOTONIC] = 1;
	ck_assert_str_eq(bench_clock_default().name, "calendar");
	ck_assert_uint_eq(now(bench_clock_default()), 90000000013u);
	no_calendar = 1;
	ck_assert_ptr_null((void *)(uintptr_t)bench_clock_default().now_ns);
}

#if defined __linux__ && UINTPTR_MAX > UINT32_MAX
TEST(a_clock_that_a_library_replaces_is_read_from_the_kernel)
{
	replaced = -1;
	ck_assert_str_eq(bench_clock_default().name, "monotonic");
	replaced = 1700000000;
	no_kernel = 1;
	ck_assert_str_eq(bench_clock_default().name, "monotonic");
	no_kernel = 0;
	ck_assert_str_eq(bench_clock_default().name, "kernel");
	ck_assert_uint_eq(now(bench_clock_default()), 30250000007u);
	ck_assert_double_eq(benchi_thread_cpu_ns(), 70000000011.0);
	ck_assert_double_eq(benchi_steady_ns(), 30250000007.0);
}
#endif

TEST(a_calendar_that_fails_shows_0)
{
	bench_clock clock;

	broken[CLOCK_MONOTONIC] = 1;
	clock = bench_clock_default();
	ck_assert_str_eq(clock.name, "calendar");
	no_calendar = 1;
	ck_assert_uint_eq(now(clock), 0);
}

TEST(the_calendar_is_in_microseconds)
{
	ck_assert_uint_eq(benchi_calendar_us(), 50000001);
	broken[CLOCK_REALTIME] = 1;
	ck_assert_uint_eq(benchi_calendar_us() % 1000000, 0);
	ck_assert_uint_gt(benchi_calendar_us(), 1000000000000000u);
}

TEST(a_threads_own_time_is_read_or_missing)
{
	ck_assert_double_eq(benchi_thread_cpu_ns(), 70000000011.0);
	broken[CLOCK_THREAD_CPUTIME_ID] = 1;
	ck_assert(isnan(benchi_thread_cpu_ns()));
}

TEST(a_steady_clock_that_fails_stands)
{
	ck_assert_double_eq(benchi_steady_ns(), 30250000007.0);
	broken[CLOCK_MONOTONIC] = 1;
	ck_assert_double_eq(benchi_steady_ns(), 0);
}

#ifdef RUSAGE_THREAD
TEST(waits_and_losses_are_counted_or_unknown)
{
	CHECK_NUMBERS({ benchi_thread_waits(), 5 }, { benchi_thread_preemptions(), 7 });
	no_usage = 1;
	ck_assert(benchi_thread_waits() == UINT64_MAX && benchi_thread_preemptions() == 0);
}
#endif

TEST(a_sleep_is_asked_for_as_it_is_meant)
{
	benchi_sleep(2.5e9);
	CHECK_NUMBERS({ slept.tv_sec, 2 }, { slept.tv_nsec, 500000000 });
	benchi_sleep(1);
	CHECK_NUMBERS({ slept.tv_sec, 0 }, { slept.tv_nsec, 1 });
	slept.tv_sec = -1;
	benchi_sleep(0);
	benchi_sleep(-1);
	benchi_sleep(NAN);
	ck_assert_int_eq(slept.tv_sec, -1);
	benchi_sleep(INFINITY);
	CHECK_NUMBERS({ slept.tv_sec, 1000000000 }, { slept.tv_nsec, 0 });
}

CHECK_SUITE_BETWEEN("clock", begin, end)
