/*
 * Counts the instructions of one iteration by single-stepping.
 *
 * Method: a child process runs the body for 1, 2, 1 and 2 iterations, so that lazy binding and
 * first allocations are over, stops, and runs 1 and 2 again while its parent lets it execute one
 * instruction at a time (ptrace) and counts.  The call around the body is the same for both, so
 * the difference is one iteration, whatever else the machine does.  Where the program counter
 * reaches malloc, calloc, realloc, aligned_alloc or posix_memalign, an allocation is
 * counted, with the size in the argument registers.
 *
 * Only the thread that calls the body is counted.  A system call is one instruction.  A repeated
 * string instruction (rep movsb) counts once for each repetition.  AArch64: exclusive load and
 * store pairs never succeed in single steps, so code with those reaches the limit.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <string.h>

#include "base/detail.h"
#include "program/single_step.h"

#if defined HAVE_SYS_PTRACE_H && defined HAVE_FORK && defined __linux__ \
	&& (defined __x86_64__ || defined __aarch64__)

#include <elf.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ENTRIES = 5, ITERATIONS = 2, LOOK = 1024 };
enum child { CHILD_BEGAN, CHILD_READY, CHILD_UNTRACED, CHILD_NOTHING, CHILD_DONE };

/* What child and parent share. */
struct page {
	volatile uint64_t phase;             /* iterations of the body that runs, or 0 */
	volatile int state;
	volatile uint64_t entry[ENTRIES];    /* of functions that allocate: see be_child */
};

struct registers {
	uint64_t pc, argument[3];
};

struct counts {
	uint64_t instructions, allocations, bytes;
};

static int read_registers(pid_t child, struct registers *to)
{
	struct user_regs_struct regs;
	struct iovec vector = { &regs, sizeof regs };

	if (ptrace(PTRACE_GETREGSET, child, (void *)NT_PRSTATUS, &vector))
		return -1;
#ifdef __x86_64__
	to->pc = regs.rip;
	to->argument[0] = regs.rdi;
	to->argument[1] = regs.rsi;
	to->argument[2] = regs.rdx;
#else
	to->pc = regs.pc;
	for (int i = 0; i < 3; i++)
		to->argument[i] = regs.regs[i];
#endif
	return 0;
}

/* Both numbers of iterations take this one way. */
static void run_phase(const benchi_step_target *target, struct page *page, uint64_t n)
{
	if (target->prepare)
		target->prepare(n, target->to);
	page->phase = n;
	target->body(n, target->to);
	page->phase = 0;
}

static void run_phases(const benchi_step_target *target, struct page *page)
{
	for (volatile uint64_t n = 1; n <= ITERATIONS; n++)
		run_phase(target, page, n);
}

static void be_child(const benchi_step_target *target, struct page *page)
{
	const struct rlimit none = { 0, 0 };

	setrlimit(RLIMIT_CORE, &none);
	signal(SIGINT, SIG_IGN);
	page->entry[0] = (uint64_t)(uintptr_t)malloc;
	page->entry[1] = (uint64_t)(uintptr_t)calloc;
	page->entry[2] = (uint64_t)(uintptr_t)realloc;
	page->entry[3] = (uint64_t)(uintptr_t)aligned_alloc;
	page->entry[4] = (uint64_t)(uintptr_t)posix_memalign;
	page->state = CHILD_NOTHING;
	if (target->setup && target->setup(target->to))
		_exit(0);
	run_phases(target, page);
	run_phases(target, page);
	page->state = CHILD_UNTRACED;
	if (ptrace(PTRACE_TRACEME, 0, NULL, NULL))
		_exit(0);
	page->state = CHILD_READY;
	raise(SIGSTOP);
	run_phases(target, page);
	page->state = CHILD_DONE;
	_exit(0);
}

static void count(const struct page *page, const struct registers *r, struct counts *to)
{
	to->instructions++;
	for (int i = 0; i < ENTRIES; i++) {
		if (r->pc != page->entry[i])
			continue;
		to->allocations++;
		to->bytes += i == 0 ? r->argument[0] : i == 1 ? r->argument[0] * r->argument[1]
		           : i == 4 ? r->argument[2] : r->argument[1];
		return;
	}
}

/* The child's next stop.  The signal that it is to get, or -1: it has ended. */
static int next_stop(pid_t child)
{
	int status;

	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR)
			return -1;
	if (!WIFSTOPPED(status))
		return -1;
	return WSTOPSIG(status) == SIGTRAP || WSTOPSIG(status) == SIGSTOP ? 0 : WSTOPSIG(status);
}

/* Steps until all phases are over.  NULL, or why that did not come. */
static const char *step_all(pid_t child, const benchi_step_target *target, struct page *page,
                            uint64_t limit, struct counts *counts)
{
	struct registers r;
	int signal_number = 0;

	for (uint64_t steps = 0; steps < limit; steps++) {
		if (steps % LOOK == 0 && target->interrupted && target->interrupted())
			return "interrupted";
		if (ptrace(PTRACE_SINGLESTEP, child, NULL, (void *)(intptr_t)signal_number))
			return "the child cannot be stepped";
		signal_number = next_stop(child);
		if (signal_number < 0)
			return page->state == CHILD_DONE ? NULL : "the body ended its process";
		if (page->phase >= 1 && page->phase <= ITERATIONS) {
			if (read_registers(child, &r))
				return "no registers";
			count(page, &r, &counts[page->phase - 1]);
		}
		if (page->state == CHILD_DONE)
			return NULL;
	}
	return "over the limit of single steps";
}

static bench_status follow(pid_t child, const benchi_step_target *target, struct page *page,
                           uint64_t limit, benchi_steps *steps)
{
	struct counts counts[ITERATIONS];
	const char *why;

	memset(counts, 0, sizeof counts);
	if (next_stop(child) < 0)
		return page->state == CHILD_UNTRACED
		       ? benchi_fail(BENCH_ERR_UNSUPPORTED, "the system forbids tracing")
		       : benchi_fail(BENCH_ERR_NO_SAMPLES, page->state == CHILD_NOTHING
		                     ? "the case was skipped or ended its process" : "the child ended");
	ptrace(PTRACE_SETOPTIONS, child, NULL, (void *)(intptr_t)PTRACE_O_EXITKILL);
	why = step_all(child, target, page, limit, counts);
	if (why)
		return benchi_fail(BENCH_ERR_NO_SAMPLES, "%s", why);
	steps->instructions = (double)counts[1].instructions - (double)counts[0].instructions;
	steps->allocations = (double)counts[1].allocations - (double)counts[0].allocations;
	steps->bytes = (double)counts[1].bytes - (double)counts[0].bytes;
	return BENCH_OK;
}

bench_status benchi_single_step(const benchi_step_target *target, uint64_t limit,
                                benchi_steps *steps)
{
	struct page *page = mmap(NULL, sizeof *page, PROT_READ | PROT_WRITE,
		MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	bench_status status;
	int ended;
	pid_t child;

	if (page == MAP_FAILED)
		return benchi_fail(BENCH_ERR_MEMORY, "for a shared page: %s", strerror(errno));
	child = fork();
	if (child == 0)
		be_child(target, page);
	if (child > 0) {
		status = follow(child, target, page, limit, steps);
		kill(child, SIGKILL);
		while (waitpid(child, &ended, 0) < 0 && errno == EINTR)
			continue;
	} else {
		status = benchi_fail(BENCH_ERR_MEMORY, "for a child process: %s", strerror(errno));
	}
	munmap(page, sizeof *page);
	return status;
}

#else

bench_status benchi_single_step(const benchi_step_target *target, uint64_t limit,
                                benchi_steps *steps)
{
	(void)target;
	(void)limit;
	(void)steps;
	return benchi_fail(BENCH_ERR_UNSUPPORTED,
		"single steps are known on x86-64 and AArch64 Linux only");
}

#endif
