/*
 * Lines and numbers of Linux's files in /proc and /sys.
 *
 * root: "" for the system's own, else a folder with its files (tests).
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_HOST_SYSTEM_FILE_H
#define BENCHI_HOST_SYSTEM_FILE_H

#include <stdbool.h>
#include <stddef.h>

/* The first line of the file root/path, without its end; "" if there is none.  Returns line. */
const char *benchi_system_line(const char *root, const char *path, char *line, size_t capacity);

/* The number that is that line, or NaN. */
double benchi_system_number(const char *root, const char *path);

/* Calls take with each line, with its end, until it returns false.  Lines of over 4095 bytes come
 * in pieces.  Without the file there are none. */
void benchi_system_lines(const char *root, const char *path,
                         bool (*take)(void *to, const char *line), void *to);

/* Reads up to n numbers with blanks between them and before; returns how many there are. */
size_t benchi_system_numbers(const char *text, double *x, size_t n);

/* Processor time in ticks since the system's start, of all processors; NaN if unknown. */
typedef struct benchi_processor_times {
	double processors;  /* how many there are; 0 if unknown */
	double user, system, stolen, idle;
} benchi_processor_times;

/* Reads it from /proc/stat (user, nice, system, idle, iowait, irq, softirq, steal); proc(5) has the
 * fields.  Waiting for a disk counts as idle. */
benchi_processor_times benchi_processor_times_read(const char *root);

#endif
