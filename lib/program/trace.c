/*
 * Stepping through a process with ptrace. The process raises SIGURG, which is ignored by default,
 * where counting begins and ends.
 *
 * SPDX-License-Identifier: MIT
 */
#include "program/program.h"

#ifdef BENCHI_HAVE_STEPS

#include <errno.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/types.h>
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

/* The signal that stopped the child, or -1 if the child ended. */
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

benchi_trace benchi_trace_run(long id, bool all, benchi_stepping *s)
{
	pid_t child = (pid_t)id;

	for (int give = 0, stop;;) {
		if (s && s->steps == s->limit)
			return BENCHI_TRACE_LIMIT;
		if (benchi_interrupt_came())
			return BENCHI_TRACE_STOPPED;
		if (s && s->until_ns > 0 && isfinite(s->until_ns) && benchi_now_ns() > s->until_ns)
			return BENCHI_TRACE_LATE;
		if (ptrace(s ? PTRACE_SINGLESTEP : PTRACE_CONT, child, NULL, (void *)(intptr_t)give))
			return BENCHI_TRACE_ENDED;
		stop = next_stop(child);
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
		if (!s)
			continue;
		s->steps++;
		if (s->each && !s->each(s->to))
			return BENCHI_TRACE_STOPPED;
	}
}

#endif
