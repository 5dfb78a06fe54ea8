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
 * also after a crash.  The old one's permissions are kept.  It is written under a name of its own
 * beside it first.
 *
 * BENCH_ERR_OUTPUT: the old one is untouched; the detail says why.  BENCH_ERR_MEMORY,
 * BENCH_ERR_UNSUPPORTED.
 */
bench_status benchi_file_replace(const char *path, const char *text, size_t size);

/* What benchi_file_unlock needs. */
struct benchi_file_lock {
	int file;
	int made;       /* the file did not exist */
};

/*
 * One writer at a time, of whatever process, thread or copy of this library: locks the file
 * itself, which is made, empty, where there is none.  Waits for timeout_ns at most.
 *
 * BENCH_ERR_BUSY: another writer kept it; BENCH_ERR_OUTPUT: it cannot be opened or made, is a
 * symbolic link or no plain file; BENCH_ERR_UNSUPPORTED: no locks here.  Then nothing is locked.
 */
bench_status benchi_file_lock(const char *path, double timeout_ns, struct benchi_file_lock *lock);

/* Gives the lock back, and removes the file if it was made and is still empty. */
void benchi_file_unlock(const char *path, const struct benchi_file_lock *lock);

/* Makes the two folders above path that do not exist, for their owner alone.  What goes
 * wrong is found when the file is made. */
void benchi_file_folders(const char *path);

#endif
