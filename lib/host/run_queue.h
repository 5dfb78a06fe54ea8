/*
 * The time that a thread has waited for a processor.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_HOST_RUN_QUEUE_H
#define BENCHI_HOST_RUN_QUEUE_H

/* Zero-filled is not open. */
struct benchi_run_queue {
	int file;      /* its descriptor plus one; 0: none */
};

/* Opens the calling thread's own count, where the system has one. */
void benchi_run_queue_open(struct benchi_run_queue *queue);

/* The time that the thread which opened it was runnable without a processor, in nanoseconds
 * since it began; NaN where the system does not state it.  Takes some 0.6 us. */
double benchi_run_queue_waited_ns(const struct benchi_run_queue *queue);

void benchi_run_queue_close(struct benchi_run_queue *queue);

#endif
