/*
 * Watches a program while it runs: which files it reads, executes or looks for, and whether it
 * executes certain code.
 *
 * Method: ptrace.  For files, each case runs for one round, and the program stops at its system
 * calls; a file opened for reading is recorded by the path that the process passed and by its
 * descriptor's link in /proc, so that links, folders and libraries count as well.  For code, the
 * program runs at full speed with a trap at the first byte of each place, set at exec; x86-64 only.
 *
 * Wrong if a program opens a file only later or when not traced, or if a later process takes
 * another path, for example by the time of day.
 *
 * SPDX-License-Identifier: MIT
 */
#include "tools/versus/versus.h"

#ifdef BENCHI_HAVE_ELF

#include <dirent.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { PATH = 4096, SECONDS = 20, THREADS = 256, SYSCALL_INFO = 0x420e, ENTERS = 1, LEAVES = 2,
	TRAP = 0xcc, ENOUGH = -1, FORKS = 1, CLONES = 3, EXEC = 4,      /* events */
	/* stops at system calls have a signal number with 0x80 set; exec, fork, vfork and clone are
	 * followed; all processes are killed when this program ends */
	FOLLOWED = 0x01 | 0x02 | 0x04 | 0x08 | 0x10 | 0x100000,
	SYSCALL_STOP = SIGTRAP | 0x80,
	MODE = S_IFMT | 0111 };         /* the part of a mode that git keeps */

/* Called at a stop of a process.  Returns the signal to continue with, or ENOUGH to end all
 * processes. */
typedef int at_stop(void *to, pid_t process, int status);

/* Runs a program and its children to the end.  go: the ptrace request, which decides where they
 * stop.  Returns whether the program ended with status 0. */
static bool trace(char *const *argv, char *const *environment, __typeof__(PTRACE_CONT) go,
                  at_stop *stop, void *to)
{
	pid_t first = fork(), process;
	size_t alive = 1;
	bool fine = false;
	int status;

	if (!first) {
		int null = open("/dev/null", O_RDWR);

		if (null >= 0) {
			dup2(null, 0);
			dup2(null, 1);
			dup2(null, 2);
		}
		(void)setpgid(0, 0);    /* one group, so that all can be killed */
		alarm(SECONDS);
		if (!ptrace(PTRACE_TRACEME, 0, NULL, NULL) && !raise(SIGSTOP))
			execve(argv[0], argv, environment);
		_exit(127);
	}
	if (first < 0 || waitpid(first, &status, 0) != first || !WIFSTOPPED(status))
		return false;
	(void)ptrace(PTRACE_SETOPTIONS, first, NULL, (void *)(uintptr_t)FOLLOWED);
	(void)ptrace(go, first, NULL, NULL);
	while (alive > 0 && ((process = waitpid(-1, &status, __WALL)) > 0 || errno == EINTR)) {
		int signal;

		if (benchi_interrupt_came())
			(void)kill(-first, SIGKILL);
		if (process > 0 && !WIFSTOPPED(status)) {
			alive--;
			if (process == first)
				fine = WIFEXITED(status) && !WEXITSTATUS(status);
		} else if (process > 0) {
			alive += status >> 16 >= FORKS && status >> 16 <= CLONES;
			signal = stop(to, process, status);
			if (signal == ENOUGH)
				(void)kill(-first, SIGKILL);
			else
				(void)ptrace(go, process, NULL, (void *)(intptr_t)signal);
		}
	}
	return fine;
}

/*
 * Files.
 */

/* A system call as the kernel reports it: struct ptrace_syscall_info of Linux. */
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

#ifdef __x86_64__
#define NATIVE 0xc000003e       /* AUDIT_ARCH_X86_64 */
#else
#define NATIVE 0xc00000b7       /* AUDIT_ARCH_AARCH64 */
#endif

/* What a system call does with a file. */
typedef enum use { NONE, OPENS, LOOKS } use;

/* Returns what a call does with a file. *at: the argument that is the file's path.  If there is an
 * argument before it, that is the descriptor of the folder where the path begins. */
static use use_of(const call *c, size_t *at)
{
	uint64_t flags = 0;

	*at = 1;
	switch (c->is.entry.number) {
#ifdef SYS_open
	case SYS_open:
		*at = 0;
		flags = c->is.entry.argument[1];
		break;
	case SYS_access: case SYS_stat: case SYS_lstat: case SYS_readlink:
		*at = 0;
		return LOOKS;
#endif
	case SYS_execve:
		*at = 0;
		return LOOKS;
#ifdef SYS_execveat
	case SYS_execveat:
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

/* Returns a file, adding it if new; NULL if out of memory. */
static versus_file *file_of(versus_files *files, const char *path)
{
	for (size_t i = 0; i < files->n; i++)
		if (!strcmp(files->file[i].path, path))
			return &files->file[i];
	if (!benchi_grow(&files->file, sizeof *files->file, files->n, &files->capacity))
		return NULL;
	files->file[files->n] = (versus_file){ .path = benchi_copy(path, strlen(path)) };
	return files->file[files->n].path ? &files->file[files->n++] : NULL;
}

/* Returns a path relative to the folder that keeps a build, for a path given there or at the place
 * where the build was made; NULL if the path is elsewhere. */
static const char *within(const char *path, const char *kept)
{
	char place[VERSUS_PATH];
	size_t n = strlen(kept), k;

	versus_place(kept, place);
	k = strlen(place);
	return !strncmp(path, kept, n) && path[n] == '/' ? path + n + 1
		: !strncmp(path, place, k) && path[k] == '/' ? path + k + 1 : NULL;
}

/* Adds the target of a process's link in /proc: "exe", or "fd/N".  Returns false if out of
 * memory. */
static bool add_link(versus_files *files, const char *kept, long process, const char *what)
{
	char link[64], path[PATH];
	const char *inside;
	versus_file *file;
	ssize_t length;

	snprintf(link, sizeof link, "/proc/%ld/%s", process, what);
	length = readlink(link, path, sizeof path - 1);
	if (length <= 0)
		return true;
	path[length] = '\0';
	inside = within(path, kept);
	if (inside && !strncmp(inside, "tree/.git/", 10))
		return true;
	file = file_of(files, inside ? inside : path);
	if (!file)
		return false;
	file->executed = file->executed || *what == 'e';
	file->opened += *what == 'f';
	return true;
}

/* Adds a path as a process passes it, before links are followed, if it is in the folder `kept`: in
 * the other build a link may lead elsewhere.  base: descriptor of the folder that a relative path
 * starts from.  Folders count only if the process opens them; the file may be missing. */
static bool add_named(versus_files *files, const char *kept, pid_t process, int base, uint64_t at,
                      use how)
{
	char path[2 * PATH], link[64];
	const char *name, *inside;
	struct stat info;
	size_t n = 0;
	ssize_t length;

	snprintf(link, sizeof link, base < 0 ? "/proc/%ld/cwd" : "/proc/%ld/fd/%d", (long)process,
		base);
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
	inside = within(name, kept);
	return !inside || !strncmp(inside, "tree/.git/", 10)
		|| (how == LOOKS && !stat(name, &info) && S_ISDIR(info.st_mode)) || file_of(files, inside);
}

/* State while files are collected. */
typedef struct reading {
	versus_files *files;     /* files that were opened */
	const char *kept;        /* folder of the build, whose files are noted */
	struct {
		pid_t process;
		use use;
	} in[THREADS];
	size_t n;
} reading;

static int at_call(void *to, pid_t process, int status)
{
	reading *r = to;
	int signal = WSTOPSIG(status);
	call c = { .op = 0 };
	bool fine = true;
	size_t i = 0, at;

	if (signal == SYSCALL_STOP && ptrace((__typeof__(PTRACE_SYSCALL))SYSCALL_INFO, process,
		(void *)sizeof c, &c) > 0) {
		while (i < r->n && r->in[i].process != process)
			i++;
		if (i == r->n && r->n < THREADS)
			r->in[r->n++].process = process;
		/* 32-bit programs number their system calls otherwise; those of x32 have bit 30 set */
		fine = c.op != ENTERS || (c.architecture == NATIVE
			&& (c.is.entry.number ^ SYS_execve) >> 30 != 1);
		if (i < r->n && c.op == ENTERS && fine) {
			r->in[i].use = use_of(&c, &at);
			if (r->in[i].use != NONE)
				fine = add_named(r->files, r->kept, process,
					at ? (int)c.is.entry.argument[at - 1] : AT_FDCWD, c.is.entry.argument[at],
					r->in[i].use);
		} else if (i < r->n && c.op == LEAVES && r->in[i].use == OPENS && !c.is.exit.is_error) {
			char what[32];

			snprintf(what, sizeof what, "fd/%ld", (long)c.is.exit.value);
			fine = add_link(r->files, r->kept, process, what);
		}
	}
	if (status >> 16 == EXEC) {
		r->files->programs++;
		fine = fine && add_link(r->files, r->kept, process, "exe");
	}
	if (!fine)
		return ENOUGH;          /* an unknown call, or out of memory: the list is incomplete */
	return signal == SYSCALL_STOP || signal == SIGTRAP || signal == SIGSTOP ? 0 : signal;
}

bool versus_opened(char *const *argv, const char *kept, versus_files *files)
{
	reading r = { .files = files, .kept = kept };

	return trace(argv, environ, PTRACE_SYSCALL, at_call, &r);
}

/* Returns a sum over the names in a folder that does not depend on their order; 0: not a folder. */
static uint64_t names_in(const char *path)
{
	DIR *folder = opendir(path);
	const struct dirent *entry;
	uint64_t sum = folder != NULL;

	while (folder && (entry = readdir(folder)) != NULL)
		sum += benchi_hash(BENCHI_HASH, entry->d_name, strlen(entry->d_name));
	if (folder)
		closedir(folder);
	return sum;
}

static bool is_before(struct timespec a, struct timespec b)
{
	return a.tv_sec != b.tv_sec ? a.tv_sec < b.tv_sec : a.tv_nsec < b.tv_nsec;
}

/* Returns whether a file was last written during the build that this folder keeps. */
static bool is_written(const char *path, const char *kept)
{
	static const char *const marks[] = { "began", "ended" };
	char mark[2 * PATH];
	struct stat file, build[2];

	for (int i = 0; i < 2; i++) {
		snprintf(mark, sizeof mark, "%s/%s", kept, marks[i]);
		if (stat(mark, &build[i]))
			return false;
	}
	return !stat(path, &file) && S_ISREG(file.st_mode) && !is_before(file.st_mtim, build[0].st_mtim)
		&& !is_before(build[1].st_mtim, file.st_mtim);
}

const char *versus_files_differ(const versus_files *files, char *const *kept,
                                const struct versus_sameness *s)
{
	for (size_t i = 0; i < files->n; i++) {
		const versus_file *file = &files->file[i];
		char path[SIDES][PATH];
		struct stat info[SIDES];
		bool is[SIDES], same;

		if (*file->path == '/') {
			if (is_written(file->path, kept[OLD]) || is_written(file->path, kept[NEW]))
				return file->path;
			continue;
		}
		for (int side = 0; side < SIDES; side++) {
			snprintf(path[side], PATH, "%s/%s", kept[side], file->path);
			is[side] = !stat(path[side], &info[side]);
		}
		/* the kernel executes a program, and the loader opens a library, once per program: if there
		 * are more opens, the program itself read the file */
		if ((!is[OLD] && !is[NEW]) || (versus_same_has(s, path[OLD])
			&& file->opened <= (file->executed ? 0 : files->programs)))
			continue;
		same = is[OLD] && is[NEW] && !((info[OLD].st_mode ^ info[NEW].st_mode) & MODE);
		if (same && S_ISDIR(info[OLD].st_mode)) {
			/* the same folder in both trees, with the same names in it; links are followed */
			char *old = realpath(path[OLD], NULL), *new = realpath(path[NEW], NULL);
			bool inside = old && new && !strncmp(old, kept[OLD], strlen(kept[OLD]))
				&& !strncmp(new, kept[NEW], strlen(kept[NEW]));

			same = old && new && names_in(path[OLD]) == names_in(path[NEW])
				&& !strcmp(old + (inside ? strlen(kept[OLD]) : 0),
					new + (inside ? strlen(kept[NEW]) : 0));
			free(old);
			free(new);
		} else if (same) {
			same = versus_same_content(path[OLD], path[NEW]);
		}
		if (!same)
			return file->path;
	}
	return NULL;
}

void versus_files_free(versus_files *files)
{
	for (size_t i = 0; i < files->n; i++)
		free(files->file[i].path);
	free(files->file);
	memset(files, 0, sizeof *files);
}

/*
 * Code.
 */

#if defined __x86_64__ && !defined __ILP32__

/* State while waiting for a process to execute one of n places. */
typedef struct waiting {
	const char *program;
	uint64_t entry;              /* its entry point, as linked */
	const uint64_t *address;     /* n addresses, as linked, which get a trap */
	size_t n;
	bool set;                    /* the traps are set */
	versus_executed answer;      /* so far */
} waiting;

/* At exec of the program, sets the traps: its load bias is the difference of the entry points. */
static int at_trap(void *to, pid_t process, int status)
{
	waiting *w = to;
	int signal = WSTOPSIG(status), event = status >> 16;
	char link[64], path[PATH];
	Elf64_auxv_t a = { .a_type = AT_NULL };
	ssize_t length = 0;
	FILE *file = NULL;

	if (event == EXEC) {
		snprintf(link, sizeof link, "/proc/%ld/exe", (long)process);
		length = readlink(link, path, sizeof path - 1);
	}
	if (length > 0) {
		path[length] = '\0';
		snprintf(link, sizeof link, "/proc/%ld/auxv", (long)process);
		file = strcmp(path, w->program) ? NULL : fopen(link, "rb");
	}
	while (file && a.a_type != AT_ENTRY && fread(&a, sizeof a, 1, file) == 1)
		;
	if (file)
		fclose(file);
	if (a.a_type == AT_ENTRY) {
		for (size_t i = 0; i < w->n; i++) {
			void *at = (void *)(uintptr_t)(a.a_un.a_val - w->entry + w->address[i]);
			long word;

			errno = 0;
			word = ptrace(PTRACE_PEEKTEXT, process, at, NULL);
			if (errno || ptrace(PTRACE_POKETEXT, process, at, (void *)((word & ~0xffL) | TRAP)))
				return ENOUGH;
		}
		w->set = true;
	} else if (signal == SIGTRAP && !event && w->set) {
		w->answer = VERSUS_RUN; /* the program has its own traps: time the case */
		return ENOUGH;
	}
	return event || signal == SIGSTOP ? 0 : signal;
}

versus_executed versus_executes(char *const *argv, char *const *environment, uint64_t entry,
                                const uint64_t *address, size_t n)
{
	char *program = realpath(argv[0], NULL);
	waiting w = { .program = program, .entry = entry, .address = address, .n = n,
		.answer = VERSUS_NOT_KNOWN };
	bool ended = program && trace(argv, environment, PTRACE_CONT, at_trap, &w);

	free(program);
	return ended && w.set && w.answer == VERSUS_NOT_KNOWN ? VERSUS_NOT_RUN : w.answer;
}

#else

versus_executed versus_executes(char *const *argv, char *const *environment, uint64_t entry,
                                const uint64_t *address, size_t n)
{
	(void)argv, (void)environment, (void)entry, (void)address, (void)n;
	return VERSUS_NOT_KNOWN;
}

#endif

#endif
