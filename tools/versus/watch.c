/*
 * Does a program execute some of its code?
 *
 * Method: breakpoints.  The program runs at full speed, with those that it starts, and stops at
 * exec (ptrace), where the first byte of each place becomes a trap.
 *
 * Wrong where a later process takes another path, as one that depends on the time.  Only x86-64.
 *
 * SPDX-License-Identifier: MIT
 */
#include "tools/versus/versus.h"

#ifdef BENCHI_HAVE_ELF

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined __x86_64__ && !defined __ILP32__

enum { PATH = 4096, SECONDS = 20, TRAP = 0xcc, EXEC = 4, FORKS = 1, CLONES = 3, /* events */
	FOLLOWED = 0x02 | 0x04 | 0x08 | 0x10 | 0x100000 };      /* up to our end */

/* How far a process's program is from where its file says; false: the process runs another one. */
static bool find_bias(pid_t process, const char *program, uint64_t entry, uint64_t *bias)
{
	char link[64], path[PATH];
	Elf64_auxv_t a;
	ssize_t length;
	FILE *file;
	bool found = false;

	snprintf(link, sizeof link, "/proc/%ld/exe", (long)process);
	length = readlink(link, path, sizeof path - 1);
	if (length <= 0)
		return false;
	path[length] = '\0';
	snprintf(link, sizeof link, "/proc/%ld/auxv", (long)process);
	file = strcmp(path, program) ? NULL : fopen(link, "rb");
	while (file && !found && fread(&a, sizeof a, 1, file) == 1)
		found = a.a_type == AT_ENTRY;
	if (file)
		fclose(file);
	*bias = found ? a.a_un.a_val - entry : 0;
	return found;
}

static bool set_traps(pid_t process, uint64_t bias, const uint64_t *address, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		void *at = (void *)(uintptr_t)(bias + address[i]);
		long word;

		errno = 0;
		word = ptrace(PTRACE_PEEKTEXT, process, at, NULL);
		if (errno || ptrace(PTRACE_POKETEXT, process, at, (void *)((word & ~0xffL) | TRAP)))
			return false;
	}
	return true;
}

static bool is_trap(pid_t process, uint64_t bias, const uint64_t *address, size_t n)
{
	struct user_regs_struct r;

	if (ptrace(PTRACE_GETREGS, process, NULL, &r))
		return true;
	for (size_t i = 0; i < n; i++)
		if (r.rip - 1 == bias + address[i])
			return true;
	return false;
}

versus_executed versus_executes(char *const *argv, char *const *environment, uint64_t entry,
                                const uint64_t *address, size_t n)
{
	char *program = realpath(argv[0], NULL);
	pid_t first = program ? fork() : -1, process;
	versus_executed answer = VERSUS_NOT_KNOWN;
	uint64_t bias = 0;
	size_t alive = 1;
	bool set = false;
	int status;

	if (!first) {
		int null = open("/dev/null", O_RDWR);

		if (null >= 0) {
			dup2(null, 0);
			dup2(null, 1);
			dup2(null, 2);
		}
		(void)setpgid(0, 0);    /* they are ended together */
		alarm(SECONDS);
		if (!ptrace(PTRACE_TRACEME, 0, NULL, NULL) && !raise(SIGSTOP))
			execve(argv[0], argv, environment);
		_exit(127);
	}
	if (first < 0 || waitpid(first, &status, 0) != first || !WIFSTOPPED(status)) {
		free(program);
		return answer;
	}
	(void)ptrace(PTRACE_SETOPTIONS, first, NULL, (void *)(uintptr_t)FOLLOWED);
	(void)ptrace(PTRACE_CONT, first, NULL, NULL);
	while (alive > 0 && ((process = waitpid(-1, &status, __WALL)) > 0 || errno == EINTR)) {
		int signal = process > 0 && WIFSTOPPED(status) ? WSTOPSIG(status) : 0;
		int event = status >> 16;

		if (process == first && WIFEXITED(status) && !WEXITSTATUS(status) && set
			&& answer == VERSUS_NOT_KNOWN)
			answer = VERSUS_NOT_RUN;
		alive -= process > 0 && (WIFEXITED(status) || WIFSIGNALED(status));
		if (process <= 0 || !WIFSTOPPED(status))
			continue;
		alive += event >= FORKS && event <= CLONES;
		if (event == EXEC && find_bias(process, program, entry, &bias)) {
			set = set_traps(process, bias, address, n);
			if (!set) {
				(void)kill(-first, SIGKILL);
				answer = VERSUS_NOT_KNOWN;
			}
		} else if (signal == SIGTRAP && !event && is_trap(process, bias, address, n)) {
			answer = VERSUS_RUN;
			(void)kill(-first, SIGKILL);
			continue;
		}
		if (event || signal == SIGSTOP)
			signal = 0;
		(void)ptrace(PTRACE_CONT, process, NULL, (void *)(intptr_t)signal);
	}
	free(program);
	return answer;
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
