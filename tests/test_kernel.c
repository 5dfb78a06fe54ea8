/*
 * Kernel event counters, the outcome of a trial in a child process, and waiting times of threads,
 * with made-up counters and files.
 *
 * The linker's --wrap replaces the system's functions.
 *
 * SPDX-License-Identifier: MIT
 */
#include "host/host.h"

#include "made_files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/resource.h>
#include <sys/wait.h>

#if defined HAVE_LINUX_PERF_EVENT_H && defined HAVE_SYS_SYSCALL_H && defined HAVE_FORK
#include <linux/perf_event.h>
#include <sys/syscall.h>

enum { EVENTS = 32 };

static struct perf_event_attr asked[EVENTS];
static long where[EVENTS][4];
static size_t asks;
static int error_inside, error_outside;     /* error of opening a counter; 0: none */
static uint64_t counts[3];                  /* reading of event k: this, the first times k + 1 */
static size_t count_bytes;
static char order[200];                     /* log of actions: e enable, d disable, w work */

static void did(char what)
{
	size_t n = strlen(order);

	ck_assert_uint_lt(n + 1, sizeof order);
	order[n] = what;
}

static int event_file(size_t number)
{
	char path[100];
	uint64_t x[3];
	int file;

	for (size_t i = 0; i < 3; i++)
		x[i] = counts[i] * (i == 0 ? number : 1);
	snprintf(path, sizeof path, "%s/event", made_root);
	file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
	ck_assert_int_eq(write(file, x, count_bytes), (int)count_bytes);
	lseek(file, 0, SEEK_SET);
	unlink(path);
	return file;
}

long __wrap_syscall(long number, ...);
long __wrap_syscall(long number, ...)
{
	va_list list;

	CHECK_NUMBERS({ number, SYS_perf_event_open }, { asks < EVENTS, true });
	va_start(list, number);
	asked[asks] = *va_arg(list, struct perf_event_attr *);
	for (int i = 0; i < 3; i++)
		where[asks][i] = va_arg(list, int);
	where[asks][3] = (long)va_arg(list, unsigned long);
	va_end(list);
	errno = asked[asks].exclude_kernel ? error_outside : error_inside;
	asks++;
	return errno ? -1 : event_file(asks);
}

int __wrap_ioctl(int file, unsigned long request, ...);
int __wrap_ioctl(int file, unsigned long request, ...)
{
	ck_assert_int_ne(fcntl(file, F_GETFD), -1);
	ck_assert(request == PERF_EVENT_IOC_ENABLE || request == PERF_EVENT_IOC_DISABLE);
	did(request == PERF_EVENT_IOC_ENABLE ? 'e' : 'd');
	return 0;
}

int __real_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...)
{
	char below[100];

	if (strcmp(path, "/proc/thread-self/schedstat") == 0) {
		snprintf(below, sizeof below, "%s/schedstat", made_root);
		path = below;
	}
	return __real_open(path, flags, 0600);
}

/* The name of the function on 32-bit systems. */
int __wrap_open64(const char *path, int flags, ...);
int __wrap_open64(const char *path, int flags, ...)
{
	return __wrap_open(path, flags);
}

/* Returns the lowest unused descriptor. It stays the same if all opened files are closed. */
static int next_file(void)
{
	int file = dup(2);

	close(file);
	return file;
}

static void set_up(void)
{
	begin();
	counts[0] = 1000;
	counts[1] = 300;
	counts[2] = 100;
	count_bytes = sizeof counts;
}

TEST(programs_are_counted_from_their_first_instruction)
{
	static const uint64_t config[] = { PERF_COUNT_HW_CPU_CYCLES, PERF_COUNT_HW_INSTRUCTIONS,
		PERF_COUNT_HW_BRANCH_INSTRUCTIONS, PERF_COUNT_HW_BRANCH_MISSES,
		PERF_COUNT_HW_CACHE_MISSES };
	double value[BENCHI_COUNTERS];
	benchi_counters counters;
	int next = next_file();

	ck_assert_int_eq(benchi_counters_open(&counters), BENCH_OK);
	ck_assert_uint_eq(asks, BENCHI_COUNTERS);
	benchi_counters_read(&counters, value);
	for (size_t i = 0; i < BENCHI_COUNTERS; i++) {
		CHECK_NUMBERS({ asked[i].type == PERF_TYPE_HARDWARE && asked[i].config == config[i], true },
			{ asked[i].size == sizeof *asked && asked[i].disabled, true },
			{ asked[i].inherit && asked[i].enable_on_exec, true },
			{ !asked[i].exclude_kernel && !asked[i].exclude_hv, true },
			{ asked[i].read_format, PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING
			}, { where[i][0], 0 }, { where[i][1], -1 }, { where[i][2], -1 },
			{ where[i][3], PERF_FLAG_FD_CLOEXEC });
		/* the counter ran a third of the time */
		ck_assert_double_eq(value[i], 3000 * ((double)i + 1));
	}
	benchi_counters_close(&counters);
	ck_assert_int_eq(next_file(), next);
	ck_assert_str_eq(order, "");
}

TEST(what_the_kernel_forbids_is_counted_outside_of_it)
{
	static const int errors[] = { EACCES, EPERM };
	benchi_counters counters;

	for (size_t k = 0; k < 2; k++) {
		asks = 0;
		error_inside = errors[k];
		ck_assert_int_eq(benchi_counters_open(&counters), BENCH_OK);
		ck_assert_uint_eq(asks, 2 * BENCHI_COUNTERS);
		for (size_t i = 0; i < asks; i++) {
			CHECK_NUMBERS({ asked[i].exclude_kernel, i % 2 }, { asked[i].exclude_hv, i % 2 },
				{ asked[i].config, asked[i - i % 2].config });
		}
		benchi_counters_close(&counters);
	}
}

TEST(without_counters_the_cause_is_named)
{
	static const struct { int inside, outside; size_t asks; const char *cause; } cases[] = {
		{ ENOENT, 0, 5, "machine has none" }, { ENODEV, 0, 5, "machine has none" },
		{ EOPNOTSUPP, 0, 5, "machine has none" }, { EACCES, EACCES, 10, "perf_event_paranoid" },
		{ EPERM, EPERM, 10, "perf_event_paranoid" }, { EMFILE, 0, 5, NULL } };
	double value[BENCHI_COUNTERS];
	benchi_counters counters;

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		asks = 0;
		error_inside = cases[i].inside;
		error_outside = cases[i].outside;
		ck_assert_int_eq(benchi_counters_open(&counters), BENCH_ERR_UNSUPPORTED);
		ck_assert_uint_eq(asks, cases[i].asks);
		ck_assert_ptr_nonnull(strstr(bench_detail(), cases[i].cause ? cases[i].cause
			: strerror(cases[i].inside)));
		benchi_counters_read(&counters, value);
		for (size_t k = 0; k < BENCHI_COUNTERS; k++)
			ck_assert(counters.fd[k] == -1 && isnan(value[k]));
		benchi_counters_close(&counters);
	}
}

TEST(counts_that_never_ran_are_unknown)
{
	double value[BENCHI_COUNTERS];
	benchi_counters counters;

	for (int k = 0; k < 2; k++) {
		asks = 0;
		counts[2] = (uint64_t)k;
		count_bytes = k ? sizeof counts - 1 : sizeof counts;
		ck_assert_int_eq(benchi_counters_open(&counters), BENCH_OK);
		benchi_counters_read(&counters, value);
		for (size_t i = 0; i < BENCHI_COUNTERS; i++)
			ck_assert(isnan(value[i]));
		benchi_counters_close(&counters);
	}
}

static void note_work(uint64_t n, void *to)
{
	*(uint64_t *)to += n;
	did('w');
}

/* The first descriptor may be any, even 0. */
TEST(a_threads_events_are_counted_around_its_work)
{
	static const uint64_t kernel[] = { PERF_COUNT_SW_PAGE_FAULTS, PERF_COUNT_SW_CONTEXT_SWITCHES,
		PERF_COUNT_SW_CPU_MIGRATIONS };
	double value[BENCHI_EVENTS];
	uint64_t done = 0;
	int next;

	close(0);
	next = next_file();
	ck_assert_int_eq(next, 0);
	benchi_events_of(note_work, 7, &done, value);
	ck_assert_str_eq(order, "eeeeeeeewdddddddd");
	CHECK_NUMBERS({ done, 7 }, { asks, BENCHI_EVENTS });
	for (size_t i = 0; i < BENCHI_EVENTS; i++) {
		CHECK_NUMBERS({ !asked[i].inherit && !asked[i].enable_on_exec && asked[i].disabled, true },
			{ asked[i].type, i < BENCHI_COUNTERS ? PERF_TYPE_HARDWARE : PERF_TYPE_SOFTWARE });
		if (i >= BENCHI_COUNTERS)
			ck_assert_uint_eq(asked[i].config, kernel[i - BENCHI_COUNTERS]);
		ck_assert_double_eq(value[i], 3000 * ((double)i + 1));
	}
	ck_assert_int_eq(next_file(), next);
	error_inside = ENOENT;
	memset(order, 0, sizeof order);
	benchi_events_of(note_work, 1, &done, value);
	ck_assert_str_eq(order, "w");
	ck_assert(isnan(value[0]) && isnan(value[BENCHI_EVENTS - 1]));
}

TEST(events_have_names)
{
	ck_assert_str_eq(benchi_counter_name(0), "cycles");
	ck_assert_str_eq(benchi_counter_name(BENCHI_COUNTERS - 1), "cache_misses");
	ck_assert_ptr_null(benchi_counter_name(BENCHI_COUNTERS));
}

/* The second number of the line is the waiting time. */
TEST(the_second_number_is_what_a_thread_waited)
{
	static const struct { const char *text; double waited; } cases[] = {
		{ "123 456 7\n", 456 }, { "0 18446744073709551615", 18446744073709551615.0 },
		{ "123\n", NAN }, { "123,456\n", NAN }, { "123 x", NAN }, { "x 456", NAN }, { "", NAN } };

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct benchi_run_queue queue;
		int next = next_file();
		double waited;

		put("/schedstat", cases[i].text);
		benchi_run_queue_open(&queue);
		ck_assert_int_gt(queue.file, 0);
		waited = benchi_run_queue_waited_ns(&queue);
		ck_assert(isnan(cases[i].waited) ? isnan(waited) : waited == cases[i].waited);
		benchi_run_queue_close(&queue);
		ck_assert_int_eq(next_file(), next);
	}
}

static void returns(void *arg)
{
	struct rlimit core;

	getrlimit(RLIMIT_CORE, &core);
	if (core.rlim_cur != 0 || *(int *)arg != 3)
		abort();
}

static void exits(void *arg)
{
	exit(0);
}

static void crashes(void *arg)
{
	raise(*(int *)arg);
}

static void hangs(void *arg)
{
	for (;;)
		continue;
}

static void survive(int number)
{
}

TEST(a_child_returns_crashes_or_hangs)
{
	static int fatal[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS, SIGKILL };
	int three = 3, next = next_file();

	ck_assert_int_eq(benchi_trial_run(returns, &three, 10e9), BENCHI_TRIAL_GOOD);
	ck_assert_int_eq(benchi_trial_run(exits, NULL, 10e9), BENCHI_TRIAL_CRASHED);
	for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++) {
		signal(fatal[i], survive);      /* the host's handler must not be called */
		ck_assert_int_eq(benchi_trial_run(crashes, &fatal[i], 10e9), BENCHI_TRIAL_CRASHED);
	}
	ck_assert_int_eq(benchi_trial_run(hangs, NULL, 1e6), BENCHI_TRIAL_HUNG);
	ck_assert_int_eq(waitpid(-1, NULL, WNOHANG), -1);   /* no child is left */
	ck_assert_int_eq(errno, ECHILD);
	ck_assert_int_eq(next_file(), next);
}

CHECK_SUITE_BETWEEN("kernel", set_up, end)

#else

int main(void)
{
	return puts("1..0 # SKIP the system has no such counters") < 0;
}

#endif
