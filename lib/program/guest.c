/*
 * Memory of a traced process: where its code is, and what it shares with the tracer.
 *
 * A process that was forked by the tracer has the tracer's memory already. Another program gets it
 * by system calls that the tracer puts into its registers: the program opens a file of the tracer's
 * memory (memfd) by its name in /proc, and maps it at the addresses where the tracer has it.
 *
 * SPDX-License-Identifier: MIT
 */
#include "program/steps.h"

#ifdef BENCHI_HAVE_RECORDER

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

static const uint64_t USER_END = (uint64_t)1 << 47, GIB = (uint64_t)1 << 30;

uint64_t benchi_code_ranges(long child, char *text, benchi_range *range, size_t *n)
{
	uint64_t hash = BENCHI_HASH;
	char path[40];
	size_t size = 0;
	ssize_t got;
	int maps;

	snprintf(path, sizeof path, "/proc/%ld/maps", child);
	maps = open(path, O_RDONLY | O_CLOEXEC);
	while (maps >= 0 && (got = read(maps, text + size, BENCHI_MAPS_TEXT - 1 - size)) > 0)
		size += (size_t)got;
	if (maps >= 0)
		close(maps);
	text[size] = '\0';
	*n = 0;
	for (const char *line = text, *next; (next = strchr(line, '\n')); line = next + 1) {
		benchi_range *r = &range[*n];
		const char *end = line + strcspn(line, " "), *at;

		at = benchi_read_digits(line, end, 16, UINT64_MAX, &r->start);
		at = at && *at == '-' ? benchi_read_digits(at + 1, end, 16, UINT64_MAX, &r->end) : NULL;
		if (!at || strncmp(end, " r-xp", 5) || r->end > USER_END || *n == BENCHI_RANGES_MOST - 1)
			continue;
		++*n;
		hash = benchi_hash(hash, line, (size_t)(next - line));
	}
	return hash;
}

/*
 * System calls of the child in the tracer's interest.
 */

/* Makes the child execute a system call, and then be where it was. Returns the call's result, or -1
 * if the child cannot execute it. */
static int64_t guest_call(const benchi_guest *g, long number, const uint64_t argument[6])
{
	const pid_t child = (pid_t)g->child;
	struct user_regs_struct before, r;
	int status;
	bool done;

	if (ptrace(PTRACE_GETREGS, child, NULL, &before))
		return -1;
	r = before;
	r.rip = g->pc - 2;          /* the instruction `syscall` */
	r.rax = (uint64_t)number;
	r.orig_rax = UINT64_MAX;    /* no call to restart */
	r.rdi = argument[0];
	r.rsi = argument[1];
	r.rdx = argument[2];
	r.r10 = argument[3];
	r.r8 = argument[4];
	r.r9 = argument[5];
	done = !ptrace(PTRACE_SETREGS, child, NULL, &r)
		&& !ptrace(PTRACE_SINGLESTEP, child, NULL, NULL) && waitpid(child, &status, 0) == child
		&& WIFSTOPPED(status) && !ptrace(PTRACE_GETREGS, child, NULL, &r) && r.rip == g->pc;
	return !ptrace(PTRACE_SETREGS, child, NULL, &before) && done ? (int64_t)r.rax : -1;
}

#define GUEST_CALL(g, number, ...) guest_call(g, number, (const uint64_t[6]){ __VA_ARGS__ })

bool benchi_guest_open(benchi_guest *g, long id, int file)
{
	enum { CODE_64 = 0x33, SYSTEM_CALL = 0x050f, BELOW = 512 };
	const uint64_t others = ~((uint64_t)1 << (SIGTRAP - 1));
	const pid_t child = (pid_t)id;
	struct user_regs_struct r;
	uint64_t text, word;        /* text: unused part of the stack */
	char path[48] = "";

	if (ptrace(PTRACE_GETREGS, child, NULL, &r) || r.cs != CODE_64
	    || (ptrace(PTRACE_PEEKTEXT, child, (void *)(uintptr_t)(r.rip - 2), NULL) & 0xffff)
	       != SYSTEM_CALL)
		return false;
	*g = (benchi_guest){ .child = id, .pc = r.rip, .file = file };
	text = (r.rsp - BELOW) & ~(uint64_t)15;
	if (ptrace((__typeof__(PTRACE_CONT))BENCHI_GET_MASK, child, (void *)sizeof g->mask, &g->mask)
	    || ptrace((__typeof__(PTRACE_CONT))BENCHI_SET_MASK, child, (void *)sizeof others, &others))
		return false;
	g->remote = -1;
	snprintf(path, sizeof path, "/proc/%ld/fd/%d", (long)getpid(), file);
	if (GUEST_CALL(g, SYS_arch_prctl, BENCHI_SHADOW_STATUS, text)
	    || !ptrace(PTRACE_PEEKDATA, child, (void *)(uintptr_t)text, NULL)) {
		for (size_t i = 0; i < sizeof path; i += sizeof word) {
			memcpy(&word, path + i, sizeof word);
			(void)ptrace(PTRACE_POKEDATA, child, (void *)(uintptr_t)(text + i), word);
		}
		g->remote = (int)GUEST_CALL(g, SYS_open, text, O_RDWR | O_CLOEXEC);
	}
	if (g->remote < 0)
		benchi_guest_close(g);
	return g->remote >= 0;
}

void *benchi_guest_map(benchi_guest *g, uint64_t near, size_t bytes, int protection)
{
	enum { PAGE = 4096, ONLY_THERE = 0x100000 };    /* MAP_FIXED_NOREPLACE */
	const int flags = MAP_SHARED | ONLY_THERE;
	const uint64_t offset = g->offset;

	bytes = (bytes + PAGE - 1) / PAGE * PAGE;
	near = near / PAGE * PAGE;
	g->offset += bytes;
	for (uint64_t distance = GIB; distance >= GIB / 4; distance -= GIB / 16)
		for (int below = 0; below < 2; below++) {
			uint64_t at = below ? near - distance : near + distance;
			void *own = at < USER_END ? mmap((void *)(uintptr_t)at, bytes, protection, flags,
				g->file, (off_t)offset) : MAP_FAILED;

			if (own == MAP_FAILED)
				continue;
			if ((uintptr_t)own == at && GUEST_CALL(g, SYS_mmap, at, bytes, (uint64_t)protection,
				(uint64_t)flags, (uint64_t)g->remote, offset) == (int64_t)at)
				return own;
			munmap(own, bytes);
		}
	return MAP_FAILED;
}

void benchi_guest_close(benchi_guest *g)
{
	if (g->remote >= 0)
		(void)GUEST_CALL(g, SYS_close, (uint64_t)g->remote);
	(void)ptrace((__typeof__(PTRACE_CONT))BENCHI_SET_MASK, (pid_t)g->child,
		(void *)sizeof g->mask, &g->mask);
}

#endif
