/*
 * Reads a thread's waiting time from the second number of /proc/thread-self/schedstat (Linux
 * since 3.17, with scheduler statistics; Documentation/scheduler/sched-stats.rst).  Waiting
 * for a lock or for a device is not in it.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>

#include "base/whole.h"
#include "host/run_queue.h"

#ifdef __linux__

#include <fcntl.h>
#include <unistd.h>

void benchi_run_queue_open(struct benchi_run_queue *queue)
{
	queue->file = open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC) + 1;
}

double benchi_run_queue_waited_ns(const struct benchi_run_queue *queue)
{
	char text[96];
	const char *second;
	uint64_t waited;
	ssize_t n = queue->file ? pread(queue->file - 1, text, sizeof text - 1, 0) : -1;

	if (n <= 0)
		return NAN;
	text[n] = '\0';
	second = benchi_read_whole(text, UINT64_MAX, &waited);
	if (!second || *second != ' ' || !benchi_read_whole(second + 1, UINT64_MAX, &waited))
		return NAN;
	return (double)waited;
}

void benchi_run_queue_close(struct benchi_run_queue *queue)
{
	if (queue->file)
		close(queue->file - 1);
	queue->file = 0;
}

#else

void benchi_run_queue_open(struct benchi_run_queue *queue)
{
	queue->file = 0;
}

double benchi_run_queue_waited_ns(const struct benchi_run_queue *queue)
{
	(void)queue;
	return NAN;
}

void benchi_run_queue_close(struct benchi_run_queue *queue)
{
	(void)queue;
}

#endif
