/*
 * Writes a file atomically (host/file.c), through a stream.
 *
 * Devices and pipes are written in place. So is standard output, under the names "-" and
 * /dev/stdout; the program reports its failures at the end. Systems without fsync or flock write
 * in place. A second signal removes the temporary file.
 *
 * SPDX-License-Identifier: MIT
 */
#include "program/program.h"

#include <errno.h>

#if defined HAVE_FCNTL && defined HAVE_UNISTD_H
#include <fcntl.h>
#endif
#ifdef HAVE_UNISTD_H
#include <unistd.h>
#endif

static bench_status atomic_refuse(const char *path)
{
	return benchi_fail(BENCH_ERR_OUTPUT, "%.180s: %s", path, strerror(errno));
}

void benchi_standard_files(void)
{
#if defined HAVE_FCNTL && defined HAVE_UNISTD_H
	static const int how[] = { O_RDONLY, O_RDONLY, O_WRONLY };

	for (int i = 0; i < 3; i++)    /* open returns the lowest free descriptor */
		if (fcntl(i, F_GETFD) < 0 && open("/dev/null", how[i]) < 0)
			break;
#endif
}

bool benchi_is_standard_output(const char *path)
{
	return !strcmp(path, "-") || !strcmp(path, "/dev/stdout");
}

bench_status benchi_atomic_file_begin(const char *path, benchi_atomic_file *file)
{
	bench_status status;

	memset(file, 0, sizeof *file);
	if (benchi_is_standard_output(path)) {
		file->out = stdout;
		return BENCH_OK;
	}
	status = benchi_replacement_begin(path, &file->replacement);
	if (status == BENCH_ERR_UNSUPPORTED) {
		file->out = fopen(path, "wb");
		return file->out ? BENCH_OK : atomic_refuse(path);
	}
#ifdef HAVE_UNISTD_H
	if (status == BENCH_OK && !(file->out = fdopen(file->replacement.file, "wb"))) {
		status = atomic_refuse(path);
		close(file->replacement.file);
		benchi_replacement_drop(&file->replacement);
	}
#endif
	if (status == BENCH_OK && file->replacement.temporary)
		benchi_interrupt_removes(file->replacement.temporary);
	return status;
}

bench_status benchi_atomic_file_keep(benchi_atomic_file *file)
{
	bench_status status = BENCH_OK;
	char path[200];

	if (file->out == stdout)
		return BENCH_OK;
	snprintf(path, sizeof path, "%s", file->replacement.path ? file->replacement.path : "the file");
	benchi_interrupt_spares(file->replacement.temporary);
	errno = 0;
	if (fflush(file->out) || ferror(file->out)) {
		if (!errno)
			errno = EIO;
		status = atomic_refuse(path);
		benchi_replacement_drop(&file->replacement);
	} else if (file->replacement.path)
		status = benchi_replacement_keep(&file->replacement);
	if (fclose(file->out) && !status) /* the content is already on disk */
		status = atomic_refuse(path);
	memset(file, 0, sizeof *file);
	return status;
}

void benchi_atomic_file_drop(benchi_atomic_file *file)
{
	benchi_interrupt_spares(file->replacement.temporary);
	benchi_replacement_drop(&file->replacement);
	if (file->out && file->out != stdout)
		fclose(file->out);
	memset(file, 0, sizeof *file);
}
