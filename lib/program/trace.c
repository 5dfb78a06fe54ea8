/*
 * Stepping through a process with ptrace. The process raises SIGURG, which is ignored by default,
 * where counting begins and ends.
 *
 * SPDX-License-Identifier: MIT
 */
#include "program/program.h"

#ifdef BENCHI_HAVE_STEPS

#include <elf.h>
#include <errno.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>

bool benchi_trace_begin(long child, int *status)
{
	benchi_interrupt_tells(child);
	while (waitpid((pid_t)child, status, 0) < 0)
		if (errno != EINTR)
			return false;
	if (WIFSTOPPED(*status))
		ptrace(PTRACE_SETOPTIONS, (pid_t)child, NULL,
			(void *)(intptr_t)(PTRACE_O_EXITKILL | PTRACE_O_TRACEEXEC));
	else
		benchi_interrupt_tells(0);
	return WIFSTOPPED(*status);
}

void benchi_trace_end(long child)
{
	int status;

	kill((pid_t)child, SIGKILL);
	while (waitpid((pid_t)child, &status, 0) < 0 && errno == EINTR)
		continue;
	benchi_interrupt_tells(0);
}

/* Returns the signal that stopped the child, or -1 if the child ended. */
static int next_stop(pid_t child)
{
	int status;

	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR)
			return -1;
	return WIFSTOPPED(status) ? WSTOPSIG(status) : -1;
}

/* Returns true if the child caused the signal itself. Its instructions belong to the body then. */
static bool is_own(pid_t child, int signal_number)
{
	siginfo_t info;

	if (ptrace(PTRACE_GETSIGINFO, child, NULL, &info))
		return false;   /* stopped with its group */
	if (info.si_code == SI_USER || info.si_code == SI_QUEUE || info.si_code == SI_TKILL)
		return info.si_pid == child;
	return signal_number != SIGWINCH && signal_number != SIGHUP && signal_number != SIGQUIT
		&& signal_number != SIGTSTP && signal_number != SIGCONT;        /* sent by the terminal */
}

/* Returns true for traps of steps and of exec. Others belong to the program: raised, or from a
 * breakpoint. */
static bool is_trap_of_tracer(pid_t child)
{
	siginfo_t info;

	if (ptrace(PTRACE_GETSIGINFO, child, NULL, &info))
		return true;
#ifdef __x86_64__
	return info.si_code > 0 && info.si_code != SI_KERNEL;
#else
	return info.si_code > 0 && info.si_code != TRAP_BRKPT;
#endif
}

static bool read_registers(pid_t child, benchi_registers *to)
{
	struct user_regs_struct regs;
	struct iovec vector = { &regs, sizeof regs };

	if (ptrace(PTRACE_GETREGSET, child, (void *)NT_PRSTATUS, &vector))
		return false;
	*to = (benchi_registers){ .system_call = -1 };
#ifdef __x86_64__
	to->pc = regs.rip;
	to->sp = regs.rsp;
	to->argument[0] = regs.rdi;
	to->argument[1] = regs.rsi;
	to->argument[2] = regs.rdx;
	to->link = regs.rsp;
	to->system_call = (int)regs.orig_rax;
	/* Linux's ERESTARTSYS to ERESTART_RESTARTBLOCK */
	to->restarts = to->system_call >= 0 && regs.rax >= (uint64_t)-516 && regs.rax <= (uint64_t)-512;
#else
	to->pc = regs.pc;
	to->sp = regs.sp;
	for (int i = 0; i < 3; i++)
		to->argument[i] = regs.regs[i];
	to->link = regs.regs[30];
#endif
	return true;
}

/* Counts a single step of the child. Returns false if stepping has to end. A step was a call if the
 * child is now elsewhere, and the address of the next instruction is where functions expect their
 * return address. */
static bool step_done(benchi_stepping *s, pid_t child)
{
	benchi_registers r;

	if (!read_registers(child, &r))
		return false;
	s->singles++;
#ifdef __x86_64__
	enum { INSTRUCTION_MOST = 15 };
	const uint64_t before = s->last.pc;
	uint64_t link = s->calls && r.sp + 8 == s->last.sp && r.pc - before > INSTRUCTION_MOST
		? (uint64_t)ptrace(PTRACE_PEEKDATA, child, (void *)(uintptr_t)r.sp, NULL) : 0;

	r.called = link > before && link - before <= INSTRUCTION_MOST;
#else
	r.called = s->calls && r.link == s->last.pc + 4 && r.pc != r.link;
#endif
#ifdef BENCHI_HAVE_RECORDER
	if (s->recorder)
		benchi_recorder_stepped(s->recorder, child, &r);
#endif
	return benchi_step_done(s, &r);
}

/* Lets the recorder run the child as far as it can. Returns the signal of a stop that is still to
 * be dealt with, 0 if the next instruction has to be stepped, or -1 if the child ended. */
static int run_recorded(benchi_stepping *s, pid_t child)
{
#ifdef BENCHI_HAVE_RECORDER
	benchi_recorder_state state = BENCHI_RECORDED_RUNS;
	int stop = 0;

	if (!s->recorder || !s->last.pc || s->last.restarts || s->steps == s->limit
	    || !benchi_recorder_enter(s->recorder, s->last.pc))
		return 0;
	while (state == BENCHI_RECORDED_RUNS) {
		if (ptrace(PTRACE_CONT, child, NULL, NULL))
			return -1;
		stop = next_stop(child);
		if (stop < 0)
			return -1;
		if (is_own(child, stop))
			state = benchi_recorder_stopped(s->recorder, child, stop, s);
	}
	return state == BENCHI_RECORDED_SIGNAL ? stop : 0;
#else
	return 0;
#endif
}

benchi_trace benchi_trace_run(long id, bool all, benchi_stepping *s)
{
	pid_t child = (pid_t)id;

	if (s)
		s->last.pc = 0;
#ifdef BENCHI_HAVE_RECORDER
	if (s && s->recorder)
		benchi_recorder_begin(s->recorder, child);
#endif
	for (int give = 0, stop;;) {
		stop = s && !give ? run_recorded(s, child) : 0;
		if (s && s->refused)
			return BENCHI_TRACE_STOPPED;
		if (s && (s->steps == s->limit || (s->single_limit && s->singles == s->single_limit)))
			return BENCHI_TRACE_LIMIT;
		if (benchi_interrupt_came())
			return BENCHI_TRACE_STOPPED;
		if (s && s->until_ns > 0 && isfinite(s->until_ns) && benchi_now_ns() > s->until_ns)
			return BENCHI_TRACE_LATE;
		if (!stop) {
			if (ptrace(s ? PTRACE_SINGLESTEP : PTRACE_CONT, child, NULL, (void *)(intptr_t)give))
				return BENCHI_TRACE_ENDED;
			stop = next_stop(child);
		}
		if (stop < 0)
			return BENCHI_TRACE_ENDED;
		if (stop == SIGURG && is_own(child, stop))
			return BENCHI_TRACE_MARK;
		if (stop != SIGTRAP || !is_trap_of_tracer(child)) {
			/* a step within the handler would reset it, because the handler blocks the step
			 * signal */
			if (s && stop == SIGTRAP && is_own(child, stop))
				return BENCHI_TRACE_TRAPS;
			give = all || is_own(child, stop) ? stop : 0;
			continue;
		}
		give = 0;
		if (s && !step_done(s, child))
			return BENCHI_TRACE_STOPPED;
	}
}

#endif
