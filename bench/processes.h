/*
 * Shared by benchmarks that run in many processes: a function in a new process, programs that keep
 * the processors busy, sorting, parsing numbers.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef PROCESSES_H
#define PROCESSES_H

#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>

#ifdef __wasi__ /* no processes: everything happens in this one, and hogs are not started */
static inline int process_apart(void (*fill)(void *result, const void *how), const void *how,
                                void *result, size_t size)
{
	fill(result, how);
	return size > 0;
}

static inline void process_start_hogs(pid_t *hog, int hogs)
{
	for (int i = 0; i < hogs; i++)
		hog[i] = -1;
}

static inline void process_stop_hogs(const pid_t *hog, int hogs)
{
	(void)hog;
	(void)hogs;
}
#else
#include <sys/wait.h>

/* Fills result, of the given size, in a new process with its own memory layout. Returns 0 on
 * failure. */
static inline int process_apart(void (*fill)(void *result, const void *how), const void *how,
                                void *result, size_t size)
{
	int ends[2], status;
	pid_t child;
	ssize_t got;

	if (pipe(ends) || (child = fork()) < 0)
		return 0;
	if (child == 0) {
		fill(result, how);
		_exit(write(ends[1], result, size) != (ssize_t)size);
	}
	close(ends[1]);
	got = read(ends[0], result, size);
	close(ends[0]);
	waitpid(child, &status, 0);
	return got == (ssize_t)size;
}

/* Starts programs that only keep a processor busy until this one ends them or exits. */
static inline void process_start_hogs(pid_t *hog, int hogs)
{
	pid_t self = getpid();

	for (int i = 0; i < hogs; i++)
		if ((hog[i] = fork()) == 0) {
			for (volatile unsigned n = 0; n % 65536 || getppid() == self; n++)
				continue;
			_exit(0);
		}
}

static inline void process_stop_hogs(const pid_t *hog, int hogs)
{
	for (int i = 0; i < hogs; i++)
		if (hog[i] > 0 && kill(hog[i], SIGKILL) == 0)
			waitpid(hog[i], NULL, 0);
}

#endif

/* Compares for qsort; NaN sorts last. */
static inline int process_ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return isnan(x) ? !isnan(y) : (x > y) - (x < y);
}

/* Returns the number in an argument, from low to high; -1 for anything else. */
static inline int process_number(const char *text, int low, int high)
{
	char *end;
	long n = text && *text ? strtol(text, &end, 10) : -1;

	return n >= low && n <= high && !*end ? (int)n : -1;
}

#endif
