/*
 * Which files of its tree does a program open?
 *
 * Method: the program runs once, each case for one round, and stops at its system calls (ptrace).
 * A file that was opened for reading is what /proc says of its descriptor, so that links, folders
 * and the libraries that the loader finds count as well.
 *
 * Wrong where a program opens a file only later, or only when it is not traced.
 *
 * SPDX-License-Identifier: MIT
 */
#include "tools/versus/versus.h"

#ifdef BENCHI_HAVE_ELF

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATH = 4096, SECONDS = 20, THREADS = 256, SYSCALL_INFO = 0x420e, ENTERS = 1, LEAVES = 2,
	FORKS = 1, CLONES = 3,  /* events */
	/* stops at system calls have a signal number with 0x80 set; exec, fork, vfork and clone are
	 * followed, up to our end */
	FOLLOWED = 0x01 | 0x02 | 0x04 | 0x08 | 0x10 | 0x100000,
	SYSCALL_STOP = SIGTRAP | 0x80 };

/* What the system says of a system call: struct ptrace_syscall_info of Linux. */
typedef struct call {
	uint8_t op, padding[3];
	uint32_t architecture;
	uint64_t instruction, stack;
	union {
		struct {
			uint64_t number, argument[6];
		} entry;
		struct {
			int64_t value;
			uint8_t is_error;
		} exit;
	} is;
} call;

/* Does the call open a file for reading? */
static bool opens(const call *c)
{
	uint64_t flags;

#ifdef SYS_open
	if (c->is.entry.number == SYS_open)
		flags = c->is.entry.argument[1];
	else
#endif
	if (c->is.entry.number == SYS_openat)
		flags = c->is.entry.argument[2];
	else
		return c->is.entry.number == 437;       /* openat2 */
	return (flags & O_ACCMODE) != O_WRONLY;
}

/* Adds the path of a descriptor of a process, if it is below a folder. */
static bool add_path(versus_files *files, const char *below, long process, int64_t descriptor)
{
	char link[64], path[PATH], *end;
	size_t n = strlen(below);
	ssize_t length;

	snprintf(link, sizeof link, "/proc/%ld/fd/%ld", process, (long)descriptor);
	length = readlink(link, path, sizeof path - 1);
	if (length <= 0)
		return true;
	path[length] = '\0';
	if (strncmp(path, below, n) || path[n] != '/' || !strncmp(path + n, "/.git/", 6))
		return true;
	end = path + n + 1;
	for (size_t i = 0; i < files->n; i++)
		if (!strcmp(files->path[i], end))
			return true;
	if (!benchi_grow(&files->path, sizeof *files->path, files->n, &files->capacity))
		return false;
	files->path[files->n] = benchi_copy(end, strlen(end));
	return files->path[files->n++] != NULL;
}

bool versus_opened(char *const *argv, const char *below, versus_files *files)
{
	struct {
		pid_t process;
		bool opens;
	} in[THREADS] = { { 0, false } };
	size_t n = 0, alive = 1;        /* other children of ours are not waited for */
	pid_t first = fork(), process;
	int status;
	bool fine = false;

	if (!first) {
		int null = open("/dev/null", O_RDWR);

		if (null >= 0) {
			dup2(null, 0);
			dup2(null, 1);
			dup2(null, 2);
		}
		alarm(SECONDS);
		if (!ptrace(PTRACE_TRACEME, 0, NULL, NULL) && !raise(SIGSTOP))
			execv(argv[0], argv);
		_exit(127);
	}
	if (first < 0 || waitpid(first, &status, 0) != first || !WIFSTOPPED(status))
		return false;
	(void)ptrace(PTRACE_SETOPTIONS, first, NULL, (void *)(uintptr_t)FOLLOWED);
	(void)ptrace(PTRACE_SYSCALL, first, NULL, NULL);
	while (alive > 0 && ((process = waitpid(-1, &status, __WALL)) > 0 || errno == EINTR)) {
		int signal = process > 0 && WIFSTOPPED(status) ? WSTOPSIG(status) : 0;
		call c = { .op = 0 };
		size_t i = 0;

		if (process == first && WIFEXITED(status))
			fine = !WEXITSTATUS(status);
		alive -= process > 0 && (WIFEXITED(status) || WIFSIGNALED(status));
		alive += process > 0 && WIFSTOPPED(status) && status >> 16 >= FORKS
			&& status >> 16 <= CLONES;
		if (process <= 0 || !WIFSTOPPED(status))
			continue;
		if (signal == SYSCALL_STOP && ptrace((__typeof__(PTRACE_SYSCALL))SYSCALL_INFO, process,
			(void *)sizeof c, &c) > 0) {
			while (i < n && in[i].process != process)
				i++;
			if (i == n && n < THREADS)
				in[n++].process = process;
			if (i < n && c.op == ENTERS)
				in[i].opens = opens(&c);
			else if (i < n && c.op == LEAVES && in[i].opens && !c.is.exit.is_error
			         && !add_path(files, below, process, c.is.exit.value))
				first = -1;             /* out of memory: not all are known */
		}
		if (signal == SYSCALL_STOP || signal == SIGTRAP || signal == SIGSTOP)
			signal = 0;
		(void)ptrace(PTRACE_SYSCALL, process, NULL, (void *)(intptr_t)signal);
	}
	return fine && first > 0;
}

/* Adds up the names in a folder, in any order; 0: it is no folder. */
static uint64_t names_in(const char *path)
{
	DIR *folder = opendir(path);
	const struct dirent *entry;
	uint64_t sum = folder != NULL;

	while (folder && (entry = readdir(folder)) != NULL) {
		uint64_t h = 14695981039346656037u;

		for (const char *s = entry->d_name; *s; s++)
			h = (h ^ (unsigned char)*s) * 1099511628211u;
		sum += h;
	}
	if (folder)
		closedir(folder);
	return sum;
}

const char *versus_files_differ(const versus_files *files, char *const *tree,
                                const struct versus_sameness *s)
{
	for (size_t i = 0; i < files->n; i++) {
		char path[SIDES][PATH];
		struct stat info[SIDES];
		bool is[SIDES];

		for (int side = 0; side < SIDES; side++) {
			snprintf(path[side], PATH, "%s/%s", tree[side], files->path[i]);
			is[side] = !stat(path[side], &info[side]);
		}
		if ((!is[OLD] && !is[NEW]) || versus_same_has(s, path[OLD]))
			continue;
		if (!is[OLD] || !is[NEW] || (S_ISDIR(info[OLD].st_mode) || S_ISDIR(info[NEW].st_mode)
			? names_in(path[OLD]) != names_in(path[NEW])
			: !versus_same_content(path[OLD], path[NEW])))
			return files->path[i];
	}
	return NULL;
}

void versus_files_free(versus_files *files)
{
	for (size_t i = 0; i < files->n; i++)
		free(files->path[i]);
	free(files->path);
	memset(files, 0, sizeof *files);
}

#endif
