/*
 * A small file that several processes share: read and replaced as a whole, one writer at
 * a time.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_HOST_FILE_H
#define BENCHI_HOST_FILE_H

#include <bench.h>

/*
 * Reads a whole file of at most limit bytes into *text, from malloc and ended by NUL
 * (the caller frees it).  A missing file is BENCH_OK with *text NULL.
 *
 * BENCH_ERR_INPUT: it cannot be read, is not a plain file, or is larger (see the detail).
 * BENCH_ERR_MEMORY.  BENCH_ERR_UNSUPPORTED: no files here.
 */
bench_status benchi_file_read(const char *path, size_t limit, char **text, size_t *size);

/*
 * Replaces the file atomically: a reader sees the old file or the new one, even after a
 * crash.  Keeps the old one's permissions.  Writes to a temporary file beside it first.
 *
 * BENCH_ERR_OUTPUT: the old file is unchanged; the detail is the cause.  BENCH_ERR_MEMORY,
 * BENCH_ERR_UNSUPPORTED.
 */
bench_status benchi_file_replace(const char *path, const char *text, size_t size);

/* What benchi_file_unlock needs. */
struct benchi_file_lock {
	int file;
	int made;       /* the file did not exist */
};

/*
 * Admits one writer at a time, of all processes, threads and copies of this library: locks the
 * file itself, which it creates, empty, if missing.  Waits for timeout_ns at most.
 *
 * BENCH_ERR_BUSY: another writer kept it; BENCH_ERR_OUTPUT: it cannot be opened or created, is a
 * symbolic link or not a plain file; BENCH_ERR_UNSUPPORTED: no locks.  Then nothing is locked.
 */
bench_status benchi_file_lock(const char *path, double timeout_ns, struct benchi_file_lock *lock);

/* Unlocks, and removes the file if the lock created it and it is still empty. */
void benchi_file_unlock(const char *path, const struct benchi_file_lock *lock);

/* Creates missing folders, up to two above path, for their owner only.  Failures show
 * when the file is created. */
void benchi_file_folders(const char *path);

#endif
