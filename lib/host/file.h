/*
 * A small file that several processes share: read whole, replaced whole, one writer at
 * a time.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_HOST_FILE_H
#define BENCHI_HOST_FILE_H

#include <bench.h>

/*
 * Reads a whole file of at most limit bytes into *text, which malloc made and a NUL
 * ends (free it).  A file that does not exist is BENCH_OK with *text NULL.
 *
 * BENCH_ERR_INPUT: it cannot be read, is no plain file, or is larger; the detail says
 * which.  BENCH_ERR_MEMORY.  BENCH_ERR_UNSUPPORTED: no files here.
 */
bench_status benchi_file_read(const char *path, size_t limit, char **text, size_t *size);

/*
 * Replaces the file at once or not at all: a reader sees the old one or the new one,
 * also after a crash.  The old one's permissions are kept.  It is written as "PATH.new"
 * first: one writer at a time (benchi_file_lock).
 *
 * BENCH_ERR_OUTPUT: the old one is untouched; the detail says why.  BENCH_ERR_MEMORY,
 * BENCH_ERR_UNSUPPORTED.
 */
bench_status benchi_file_replace(const char *path, const char *text, size_t size);

/*
 * One process at a time, and one thread of it: locks "PATH.lock", which is made and
 * stays.  Waits for timeout_ns at most.  *lock is for benchi_file_unlock.
 *
 * BENCH_ERR_BUSY: somebody else kept it; BENCH_ERR_OUTPUT: it cannot be made;
 * BENCH_ERR_UNSUPPORTED: no locks here; BENCH_ERR_MEMORY.  Then nothing is locked.
 */
bench_status benchi_file_lock(const char *path, double timeout_ns, int *lock);
void benchi_file_unlock(int lock);

/* Makes the folders above path that do not exist, for their owner alone.  What goes
 * wrong is found when the file is made. */
void benchi_file_folders(const char *path);

#endif
