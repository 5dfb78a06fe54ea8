/*
 * Facts of the system come from the right sources, and no file stays open.
 *
 * The linker's --wrap replaces the machine's files in /proc and /sys, its sizes from sysconf and
 * its set of processors by made-up ones.
 *
 * SPDX-License-Identifier: MIT
 */
#define _GNU_SOURCE 1	/* cpu_set_t */
#include "host/host.h"

#include <sched.h>

#include "made_files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/wait.h>

#if defined HAVE_SCHED_GETAFFINITY && defined _SC_LEVEL1_DCACHE_SIZE

static int made_up, no_set, pinned, pins;
static long cache_unit = 100;

FILE *__real_fopen(const char *path, const char *mode);
FILE *__wrap_fopen(const char *path, const char *mode);
FILE *__wrap_fopen(const char *path, const char *mode)
{
	char below[400];

	if (!made_up || (strncmp(path, "/sys/", 5) != 0 && strncmp(path, "/proc/", 6) != 0))
		return __real_fopen(path, mode);
	snprintf(below, sizeof below, "%s%s", made_root, path);
	return __real_fopen(below, mode);
}

/* The name of the function on 32-bit systems. */
FILE *__wrap_fopen64(const char *path, const char *mode);
FILE *__wrap_fopen64(const char *path, const char *mode)
{
	return __wrap_fopen(path, mode);
}

/* On the BSDs only root may set the sticky bit of a file. */
static bool no_sticky;

int __real_fchmod(int file, mode_t mode);
int __wrap_fchmod(int file, mode_t mode);
int __wrap_fchmod(int file, mode_t mode)
{
	if (no_sticky && (mode & S_ISVTX)) {
		errno = EINVAL;
		return -1;
	}
	return __real_fchmod(file, mode);
}

long __real_sysconf(int name);
long __wrap_sysconf(int name);
long __wrap_sysconf(int name)
{
	switch (made_up ? name : -1) {
	case _SC_CLK_TCK: return 50;
	case _SC_PAGESIZE: return 8192;
	case _SC_PHYS_PAGES: return 1000;
	case _SC_LEVEL1_DCACHE_SIZE: return cache_unit;
	case _SC_LEVEL2_CACHE_SIZE: return 2 * cache_unit;
	case _SC_LEVEL3_CACHE_SIZE: return 3 * cache_unit;
	case _SC_LEVEL4_CACHE_SIZE: return 4 * cache_unit;
	default: return __real_sysconf(name);
	}
}

int __wrap_sched_getaffinity(pid_t pid, size_t size, cpu_set_t *set);
int __wrap_sched_getaffinity(pid_t pid, size_t size, cpu_set_t *set)
{
	CHECK_NUMBERS({ pid, 0 }, { size, sizeof *set });
	CPU_ZERO(set);
	CPU_SET(0, set);
	CPU_SET(3, set);
	if (pins == 0)
		CPU_SET(CPU_SETSIZE - 1, set);
	return no_set ? -1 : 0;
}

int __wrap_sched_setaffinity(pid_t pid, size_t size, const cpu_set_t *set);
int __wrap_sched_setaffinity(pid_t pid, size_t size, const cpu_set_t *set)
{
	CHECK_NUMBERS({ pid, 0 }, { size, sizeof *set });
	pins++;
	pinned = -1;
	for (int i = 0; i < CPU_SETSIZE && CPU_COUNT(set) == 1; i++)
		if (CPU_ISSET(i, set))
			pinned = i;
	return 7;
}

static void set_up(void)
{
	begin();
	made_up = 1;
}

static void take_down(void)
{
	made_up = 0;
	end();
}

static int open_files(void)
{
	DIR *folder = opendir("/proc/self/fd");
	int n = 0;

	while (folder && readdir(folder))
		n++;
	if (folder)
		closedir(folder);
	return n;
}

TEST(throttlings_add_up_and_ticks_become_seconds)
{
	benchi_activity activity;

	benchi_activity_find(&activity);
	ck_assert(isnan(activity.throttled) && isnan(activity.busy_s) && isnan(activity.stolen_s));
	put("/sys/devices/system/cpu/cpu0/thermal_throttle/core_throttle_count", "5\n");
	put("/sys/devices/system/cpu/cpu1/thermal_throttle/core_throttle_count", "7\n");
	put("/proc/stat", "cpu  100 20 30 4000 50 6 7 80\ncpu0 1 1 1 1 1 1 1 1\n");
	benchi_activity_find(&activity);
	ck_assert_double_eq(activity.throttled, 12);
	ck_assert_double_eq_tol(activity.busy_s, (100 + 20 + 30 + 6 + 7) / 50., 1e-9);
	ck_assert_double_eq_tol(activity.stolen_s, 80 / 50., 1e-9);
}

/* At most 64 processors are read, up to the first one without a count. */
TEST(throttlings_of_64_processors)
{
	benchi_activity activity;
	char path[100];

	for (int i = 0; i < 66; i++) {
		snprintf(path, sizeof path,
			"/sys/devices/system/cpu/cpu%d/thermal_throttle/core_throttle_count", i);
		put(path, "2\n");
	}
	benchi_activity_find(&activity);
	ck_assert_double_eq(activity.throttled, 128);
	put("/sys/devices/system/cpu/cpu3/thermal_throttle/core_throttle_count", "");
	benchi_activity_find(&activity);
	ck_assert_double_eq(activity.throttled, 6);
}

/* 1.5 times the largest cache, in whole pages; 64 MB if it is unknown. */
TEST(a_sweep_is_larger_than_the_caches)
{
	static const struct { long unit; size_t bytes; } cases[] = { { 100000, 146 * 4096 },
		{ 4096, 6 * 4096 }, { 0, 64000000 } };

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct benchi_sweep sweep;

		cache_unit = cases[i].unit;
		ck_assert_int_eq(benchi_sweep_begin(&sweep), 0);
#if defined HAVE_CPUID_H && (defined __x86_64__ || defined __i386__)
		/* the processor says how large its caches are */
		CHECK_ALL(sweep.bytes > 0, sweep.bytes <= 512000000, sweep.bytes % 4096 == 0);
#else
		ck_assert_uint_eq(sweep.bytes, cases[i].bytes);
#endif
		ck_assert_int_eq(sweep.memory[0] + sweep.memory[sweep.bytes - 1], 2);
		benchi_sweep_all(&sweep);
		benchi_sweep_end(&sweep);
		ck_assert_ptr_null(sweep.memory);
	}
}

TEST(what_is_evicted_stays_in_memory)
{
	char memory[512];

	memset(memory, 7, sizeof memory);
	benchi_evict_lines(memory + 5, 300);
	for (size_t i = 0; i < sizeof memory; i++)
		ck_assert_int_eq(memory[i], 7);
}

TEST(sizes_are_those_of_their_names)
{
	benchi_machine machine;

	benchi_machine_find("", &machine);
	CHECK_NUMBERS({ machine.page_bytes, 8192 }, { machine.memory_bytes, 8192000 });
	for (int i = 0; i < 4; i++)
		ck_assert_double_eq(machine.cache_bytes[i], 100 * (i + 1));
}

TEST(processors_are_those_of_the_set)
{
	CHECK_NUMBERS({ benchi_processors_allowed(), 3 }, { benchi_processor_number(0), 0 },
		{ benchi_processor_number(1), 3 }, { benchi_processor_number(2), CPU_SETSIZE - 1 });
	ck_assert_int_eq(benchi_processor_pin(5), 7);
	ck_assert_int_eq(pinned, 5);
	ck_assert_int_eq(benchi_processor_pin(0), 7);
	CHECK_STATUS(-1, benchi_processor_pin(-1), benchi_processor_pin(CPU_SETSIZE));
	ck_assert_int_eq(pinned, 0);
}

/* The number of processors before pinning; afterwards there is only one. */
TEST(the_first_to_pin_looks_at_the_set)
{
	ck_assert_int_eq(benchi_processor_pin(3), 7);
	ck_assert_int_eq(benchi_processors_allowed(), 3);
}

TEST(without_a_set_there_is_processor_0)
{
	no_set = 1;
	CHECK_NUMBERS({ benchi_processors_allowed(), 1 }, { benchi_processor_number(0), 0 });
}

TEST(expressions)
{
	CHECK_NUMBERS({ benchi_regex_find("b+", "abba"), 1 }, { benchi_regex_find("^b", "abba"), 0 },
		{ benchi_regex_find("(", "abba"), -1 });
}

static bool first(void *to, const char *line)
{
	strcpy(to, line);
	return false;
}

static struct benchi_lock held = BENCHI_LOCK_INIT;
static int waits[2], begun[2];

static void *hold(void *unused)
{
	char byte = 0;

	benchi_lock_take(&held);
	ck_assert_int_eq(write(begun[1], &byte, 1), 1);
	ck_assert_int_eq(read(waits[0], &byte, 1), 1);
	benchi_lock_give(&held);
	return unused;
}

TEST(a_child_has_the_locks_of_its_parents_threads)
{
	pthread_t thread;
	char byte = 0;
	int status;
	pid_t child;

	if (check_in_valgrind())
		return;
	ck_assert(!pipe(waits) && !pipe(begun));
	ck_assert_int_eq(pthread_create(&thread, NULL, hold, NULL), 0);
	ck_assert_int_eq(read(begun[0], &byte, 1), 1);
	if ((child = fork()) == 0) {
		alarm(10);
		for (int i = 0; i < 2; i++) {
			benchi_lock_take(&held);
			benchi_lock_give(&held);
		}
		_exit(0);
	}
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert_int_eq(status, 0);
	ck_assert_int_eq(write(waits[1], &byte, 1), 1);
	ck_assert_int_eq(pthread_join(thread, NULL), 0);
	benchi_lock_take(&held);
	benchi_lock_give(&held);
}

TEST(nothing_stays_open)
{
	int before = open_files(), opened;
	struct benchi_run_queue queue = { 0 };
	struct benchi_file_lock lock;
	char path[100], line[80], *text;
	size_t size;

	snprintf(path, sizeof path, "%s/file", made_root);
	ck_assert_int_eq(benchi_file_replace(path, "one\ntwo\n", 8), BENCH_OK);
	ck_assert_int_eq(benchi_file_read(path, 100, &text, &size), BENCH_OK);
	ck_assert_uint_eq(size, 8);
	free(text);
	ck_assert_str_eq(benchi_system_line(made_root, "/file", line, sizeof line), "one");
	benchi_system_lines(made_root, "/file", first, line);
	ck_assert_str_eq(line, "one\n");
	ck_assert_int_eq(benchi_file_lock(path, 1e9, &lock), BENCH_OK);
	ck_assert_int_gt(open_files(), before);
	benchi_file_unlock(path, &lock);
	benchi_run_queue_open(&queue);
	ck_assert(isnan(benchi_run_queue_waited_ns(&queue)) || benchi_run_queue_waited_ns(&queue) >= 0);
	opened = queue.file - 1;
	benchi_run_queue_close(&queue);
	ck_assert_int_eq(fcntl(opened, F_GETFD), -1);       /* its own descriptor, and no other */
	ck_assert_int_eq(queue.file, 0);
	ck_assert(isnan(benchi_run_queue_waited_ns(&queue)));
	benchi_run_queue_close(&queue);
	ck_assert_int_eq(open_files(), before);
}

TEST(permissions_are_kept_where_no_file_may_be_sticky)
{
	char path[400];
	struct stat about;
	mode_t mask = umask(022);

	snprintf(path, sizeof path, "%s/kept", made_root);
	ck_assert_int_eq(benchi_file_replace(path, "one", 3), BENCH_OK);
	ck_assert_int_eq(chmod(path, 0664), 0);
	no_sticky = true;
	ck_assert_int_eq(benchi_file_replace(path, "two", 3), BENCH_OK);
	ck_assert_int_eq(stat(path, &about), 0);
	ck_assert_int_eq(about.st_mode & 07777, 0664);
	umask(mask);
	no_sticky = false;
	unlink(path);
}

TEST(a_terminal_has_columns_and_rows)
{
	int file = posix_openpt(O_RDWR | O_NOCTTY);
	struct winsize size = { .ws_row = 7, .ws_col = 99 };
	FILE *terminal = file < 0 ? NULL : fdopen(file, "r+");

	if (!terminal || ioctl(file, TIOCSWINSZ, &size) || !isatty(file))
		return;     /* the system has no pseudo-terminals */
	CHECK_NUMBERS({ benchi_terminal_size(terminal, false), 99 },
		{ benchi_terminal_size(terminal, true), 7 });
	fclose(terminal);
	ck_assert_ptr_nonnull(terminal = tmpfile());
	ck_assert_uint_eq(benchi_terminal_size(terminal, false), 0);
	ck_assert_uint_eq(benchi_terminal_size(terminal, true), 0);
	fclose(terminal);
}

CHECK_SUITE_BETWEEN("system", set_up, take_down)

#else

int main(void)
{
	return puts("1..0 # SKIP the system has no such calls") < 0;
}

#endif
