/*
 * Which files of its tree does a program read, execute or look for?
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
	FORKS = 1, CLONES = 3, EXEC = 4,        /* events */
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

/* What a system call does with a file. */
typedef enum use { NONE, OPENS, LOOKS } use;

/* Which use a call makes of a file; *at: the argument that has its path, if it only looks. */
static use use_of(const call *c, size_t *at)
{
	uint64_t flags = 0;

	*at = 1;
	switch (c->is.entry.number) {
#ifdef SYS_open
	case SYS_open:
		flags = c->is.entry.argument[1];
		break;
	case SYS_access: case SYS_stat: case SYS_lstat: case SYS_readlink:
		*at = 0;
		return LOOKS;
#endif
#ifdef SYS_newfstatat
	case SYS_newfstatat:
#endif
#ifdef SYS_statx
	case SYS_statx:
#endif
	case SYS_faccessat: case SYS_readlinkat: case 439:      /* faccessat2 */
		return LOOKS;
	case SYS_openat:
		flags = c->is.entry.argument[2];
		break;
	case 437:       /* openat2 */
		break;
	default:
		return NONE;
	}
	return (flags & O_ACCMODE) != O_WRONLY ? OPENS : NONE;
}

/* Adds a path, if it is below a folder.  False: memory is out. */
static bool add_file(versus_files *files, const char *below, const char *path)
{
	size_t n = strlen(below);
	const char *end = path + n + 1;

	if (strncmp(path, below, n) || path[n] != '/' || !strncmp(path + n, "/.git/", 6))
		return true;
	for (size_t i = 0; i < files->n; i++)
		if (!strcmp(files->path[i], end))
			return true;
	if (!benchi_grow(&files->path, sizeof *files->path, files->n, &files->capacity))
		return false;
	files->path[files->n] = benchi_copy(end, strlen(end));
	return files->path[files->n++] != NULL;
}

/* The same for what a link of /proc says of a process: "exe", or "fd/" and a descriptor. */
static bool add_link(versus_files *files, const char *below, long process, const char *what)
{
	char link[64], path[PATH];
	ssize_t length;

	snprintf(link, sizeof link, "/proc/%ld/%s", process, what);
	length = readlink(link, path, sizeof path - 1);
	if (length <= 0)
		return true;
	path[length] = '\0';
	return add_file(files, below, path);
}

/* The same for a path in a process's memory, unless that is a folder.  The file may be missing. */
static bool add_looked(versus_files *files, const char *below, pid_t process, uint64_t at)
{
	char path[2 * PATH], link[64], *name;
	struct stat info;
	size_t n = 0;
	ssize_t length;

	snprintf(link, sizeof link, "/proc/%ld/cwd", (long)process);
	length = readlink(link, path, PATH - 2);
	if (length <= 0)
		return true;
	path[length++] = '/';
	for (;; n += sizeof(long)) {
		long word;

		errno = 0;
		word = ptrace(PTRACE_PEEKDATA, process, (void *)(uintptr_t)(at + n), NULL);
		if (errno || n + sizeof word > PATH)
			return true;
		memcpy(path + length + n, &word, sizeof word);
		if (memchr(&word, '\0', sizeof word))
			break;
	}
	name = path + (path[length] == '/' ? length : 0);
	return (!stat(name, &info) && S_ISDIR(info.st_mode)) || add_file(files, below, name);
}

bool versus_opened(char *const *argv, const char *below, versus_files *files)
{
	struct {
		pid_t process;
		use use;
	} in[THREADS] = { { 0, NONE } };
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
		char what[32];
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
			if (i < n && c.op == ENTERS) {
				size_t at;

				in[i].use = use_of(&c, &at);
				if (in[i].use == LOOKS
					&& !add_looked(files, below, process, c.is.entry.argument[at]))
					first = -1;     /* out of memory: not all are known */
			} else if (i < n && c.op == LEAVES && in[i].use == OPENS && !c.is.exit.is_error) {
				snprintf(what, sizeof what, "fd/%ld", (long)c.is.exit.value);
				if (!add_link(files, below, process, what))
					first = -1;
			}
		}
		if (status >> 16 == EXEC && !add_link(files, below, process, "exe"))
			first = -1;
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
