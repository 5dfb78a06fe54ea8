/*
 * A file shared by processes, on Windows.
 *
 * As file.c with the means of Windows: a file opened without sharing is the
 * lock, and the system closes it when its holder dies; MoveFileEx replaces a file in one
 * step.  A file that another process has open for ordinary reading cannot be replaced:
 * the write fails, and the caller may try again.
 *
 * SPDX-License-Identifier: MIT
 */

#include "host/host.h"

#ifdef _WIN32
#include <stdlib.h>
#include <string.h>
#include <windows.h>
#undef far /* a macro of the system's headers */
#undef near

enum { NAME = 4200 };

static const double MILLISECOND_NS = 1e6;

static bench_status failed(bench_status status, const char *verb, const char *path)
{
	return benchi_fail(status, "cannot %s '%.120s': Windows' error %lu", verb, path,
	                   (unsigned long)GetLastError());
}

/* path followed by more; false if too long. */
static int beside(char name[NAME], const char *path, const char *more)
{
	if (strlen(path) + strlen(more) >= NAME)
		return 0;
	strcpy(name, path);
	strcat(name, more);
	return 1;
}

/* Reads size bytes of an open file, which must be all of it. */
static bench_status read_all(HANDLE file, const char *path, size_t limit, char **text, size_t *size)
{
	LARGE_INTEGER length;
	DWORD got = 0;

	if (GetFileType(file) != FILE_TYPE_DISK || !GetFileSizeEx(file, &length))
		return benchi_fail(BENCH_ERR_INPUT, "'%.120s' is no plain file", path);
	if (length.QuadPart > (LONGLONG)limit)
		return benchi_fail(BENCH_ERR_INPUT, "'%.120s' is larger than %lu bytes", path,
		                   (unsigned long)limit);
	*text = malloc((size_t)length.QuadPart + 1);
	if (!*text)
		return benchi_fail(BENCH_ERR_MEMORY, "no memory to read '%.120s'", path);
	if (!ReadFile(file, *text, (DWORD)length.QuadPart, &got, NULL))
		return failed(BENCH_ERR_INPUT, "read", path);
	(*text)[got] = '\0';
	*size = got;
	return BENCH_OK;
}

bench_status benchi_file_read(const char *path, size_t limit, char **text, size_t *size)
{
	HANDLE file = CreateFileA(path, GENERIC_READ,
		FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, OPEN_EXISTING, 0, NULL);
	bench_status status;

	*text = NULL;
	*size = 0;
	if (file == INVALID_HANDLE_VALUE)
		return GetLastError() == ERROR_FILE_NOT_FOUND || GetLastError() == ERROR_PATH_NOT_FOUND
		       ? BENCH_OK : failed(BENCH_ERR_INPUT, "open", path);
	status = read_all(file, path, limit, text, size);
	CloseHandle(file);
	if (status != BENCH_OK) {
		free(*text);
		*text = NULL;
	}
	return status;
}

bench_status benchi_file_replace(const char *path, const char *text, size_t size)
{
	char name[NAME];
	HANDLE file;
	DWORD put = 0;
	int written;

	if (!beside(name, path, ".new"))
		return benchi_fail(BENCH_ERR_OUTPUT, "'%.80s...' is too long", path);
	file = CreateFileA(name, GENERIC_WRITE, 0, NULL, CREATE_ALWAYS, FILE_ATTRIBUTE_NORMAL, NULL);
	if (file == INVALID_HANDLE_VALUE)
		return failed(BENCH_ERR_OUTPUT, "make", name);
	written = WriteFile(file, text, (DWORD)size, &put, NULL) && put == size
		&& FlushFileBuffers(file);
	if (!CloseHandle(file) || !written) {
		bench_status status = failed(BENCH_ERR_OUTPUT, "write", name);

		DeleteFileA(name);
		return status;
	}
	if (!MoveFileExA(name, path, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH)) {
		bench_status status = failed(BENCH_ERR_OUTPUT, "replace", path);

		DeleteFileA(name);
		return status;
	}
	return BENCH_OK;
}

/* A handle has 32 bits that count, so that it may travel as an int. */
bench_status benchi_file_lock(const char *path, double timeout_ns, struct benchi_file_lock *lock)
{
	char name[NAME];

	if (!beside(name, path, ".lock"))
		return benchi_fail(BENCH_ERR_OUTPUT, "'%.80s...' is too long", path);
	for (double waited = 0; ; waited += MILLISECOND_NS) {
		HANDLE file = CreateFileA(name, GENERIC_WRITE, 0, NULL, OPEN_ALWAYS,
			FILE_ATTRIBUTE_NORMAL, NULL);

		if (file != INVALID_HANDLE_VALUE) {
			lock->file = (int)(intptr_t)file;
			return BENCH_OK;
		}
		if (GetLastError() != ERROR_SHARING_VIOLATION)
			return failed(BENCH_ERR_OUTPUT, "make", name);
		if (waited >= timeout_ns)
			return benchi_fail(BENCH_ERR_BUSY, "another process keeps '%.120s' locked", name);
		Sleep(1);
	}
}

void benchi_file_unlock(const char *path, const struct benchi_file_lock *lock)
{
	CloseHandle((HANDLE)(intptr_t)lock->file);
}

void benchi_file_folders(const char *path)
{
	char folder[NAME];

	for (const char *slash = path; (slash = strchr(slash + 1, '/')) && beside(folder, path, ""); ) {
		folder[slash - path] = '\0';
		CreateDirectoryA(folder, NULL);
	}
}

#else

typedef int benchi_file_win32_is_elsewhere;  /* ISO C wants a declaration in every file */

#endif
