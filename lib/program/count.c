/*
 * Counts the instructions and events of one iteration of a row.
 *
 * Instructions and allocations are counted one by one and are the same in every run. The
 * kernel's events, and the processor's where it has counters, come from another child that runs
 * about 10 ms of iterations. If an iteration exceeds the limit of single steps, its instructions
 * come from the processor's counter, if there is one.
 *
 * SPDX-License-Identifier: MIT
 */

#include "program/program.h"

#if defined HAVE_FORK && defined HAVE_UNISTD_H
#include <errno.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

void benchi_count_set(benchi_result *result, benchi_count which, double x)
{
	if (!isfinite(x))
		return;
	result->count[which] = x;
	result->counted |= 1u << which;
}

#if defined HAVE_FORK && defined HAVE_UNISTD_H
/* Sets the case up, in the child. Returns false if the case cannot run. */
static bool count_enter(const benchi_row *row)
{
	const struct benchi_worker_context place = { row->parameter, 0, 0, row->parameters };

	benchi_case_enter(&place);
	return benchi_case_set_up(row->item);
}

static void count_prepare(uint64_t n, const benchi_row *row)
{
	if (row->item->prepare)
		row->item->prepare(n, row->item->arg);
}
#endif

#ifdef BENCHI_HAVE_STEPS

#include <signal.h>
#include <sys/ptrace.h>
#include <sys/resource.h>

/*
 * Counts the instructions of one iteration by single steps, or by copies of the code that record
 * what runs (recorder.c), which are as exact.
 *
 * Method: a child process (ptrace) runs the body once, to finish lazy binding, then runs the
 * phases, with a mark before and after each. After the first phase, up to 1000 iterations bring
 * heap and tables into the state of a benchmark; their number depends on steps alone. The work
 * around the body is the same in all phases, so differences of phases are iterations, whatever
 * else the machine does. If three iterations minus two equal two minus one, the count is exact.
 * Otherwise the body has state, or its loop is unrolled. Then 32 minus 16 iterations are counted
 * twice: equal counts are exact (compilers unroll by powers of two), unequal ones show state.
 * Phases of up to 4096 iterations, as many as 20,000 steps allow, show work that is done rarely;
 * the result is then their mean. Signals of other processes and of the terminal are held back.
 *
 * When the program counter reaches malloc, calloc, realloc, aligned_alloc or posix_memalign, an
 * allocation is counted, with the size in the argument registers, and no further one until the
 * function returns.
 *
 * A second process repeats one and two iterations. If it disagrees, the count depends on the
 * process, its number or the time.
 *
 * If two iterations exceed the limit, the first alone is the answer, including the calls around
 * it: some 100 instructions, most of them in raise.
 *
 * Block stepping (PTRACE_SINGLEBLOCK) is not used: a stop shows where a block begins, not how many
 * instructions the previous one had, and under KVM it stops at each instruction anyway.
 *
 * Only the thread that calls the body is counted. A system call is one instruction. A repeated
 * string instruction (rep movsb) counts once per repetition. AArch64: exclusive load/store pairs
 * never succeed under single steps, so code with them reaches the limit.
 */

/* Steps allowed for a phase that is not needed when one and two iterations agree with three:
 * 0.4 s of single steps. */
enum { PHASE_STEPS = 20000, WARM_STEPS = 4000000, WARM_MOST = 1000, MANY_MOST = 4096,
	CHILD_UNTRACED = 217 };
/* A body that waits this long takes few steps, and is warmed up only once. */
static const double SLOW_NS = 10e6;
enum phase { FIRST, ONE, TWO, THREE, SIXTEEN, LONG, MANY, SIXTEEN_AGAIN, LONG_AGAIN, PHASES };

/* Counts of one iteration. */
typedef struct count_steps {
	double instructions;
	double allocations, bytes;  /* calls of malloc and the like, and the bytes requested */
	double low, high;           /* range of the instructions; equal if exact */
	double second;              /* instructions of two iterations minus one */
	bool alone;                 /* a single iteration, including the work around it */
} count_steps;

struct counts {
	uint64_t instructions, allocations, bytes;
	uint64_t allocating;                 /* link of the allocating call, or 0 */
};

/* In the child, the tracer sets those that depend on its steps. */
static volatile uint64_t phase_iterations[PHASES] = { 1, 1, 2, 3, 16, 32, 64, 16, 32 };
static volatile uint64_t warm_up;        /* iterations after phase FIRST */

static void run_iterations(const benchi_row *row, uint64_t n, bool marked)
{
	count_prepare(n, row);
	if (marked)
		raise(SIGURG);
	benchi_case_run(n, row->item);
	if (marked)
		raise(SIGURG);
}

static bool has_returned(const benchi_registers *r, uint64_t link)
{
#ifdef __x86_64__
	return r->link > link;
#else
	return r->pc == link;
#endif
}

static void count_stop(const benchi_registers *r, struct counts *to)
{
	const uint64_t entry[] = { (uintptr_t)malloc, (uintptr_t)calloc, (uintptr_t)realloc,
		(uintptr_t)aligned_alloc, (uintptr_t)posix_memalign };

	to->instructions++;
	if (to->allocating && !has_returned(r, to->allocating))
		return;
	to->allocating = 0;
	for (size_t i = 0; i < sizeof entry / sizeof *entry; i++) {
		if (r->pc != entry[i])
			continue;
		to->allocating = r->link;
		to->allocations++;
		to->bytes += i == 0 ? r->argument[0] : i == 1 ? r->argument[0] * r->argument[1]
		           : i == 4 ? r->argument[2] : r->argument[1];
		return;
	}
}

/* One iteration's share of the difference of two phases; of the phase alone if both are the
 * same. */
static double per_iteration(uint64_t less_has, uint64_t more_has, enum phase less, enum phase more)
{
	if (less == more)
		return (double)more_has / (double)phase_iterations[more];
	return ((double)more_has - (double)less_has)
		/ (double)(phase_iterations[more] - phase_iterations[less]);
}

static count_steps steps_between(const struct counts *c, enum phase less, enum phase more)
{
	double x = per_iteration(c[less].instructions, c[more].instructions, less, more);

	return (count_steps){ x, per_iteration(c[less].allocations, c[more].allocations, less, more),
		per_iteration(c[less].bytes, c[more].bytes, less, more), x, x,
		per_iteration(c[ONE].instructions, c[TWO].instructions, ONE, TWO), less == more };
}

/* Returns true if another phase is needed and cheap enough. The first always runs. */
static bool is_another_due(const struct counts *c, int done, uint64_t steps, uint64_t limit)
{
	double two, more;

	if (done <= ONE)
		return done == FIRST || 4 * steps <= limit;
	if (done == TWO)
		return true;
	two = steps_between(c, ONE, TWO).instructions;
	more = fmax(two, 1) * (double)phase_iterations[LONG];
	if (done == THREE)
		return (double)steps + fmax(two, 1) * 3 <= (double)limit;
	if (more > PHASE_STEPS || (double)steps + more > (double)limit)
		return false;
	return done <= MANY || steps_between(c, TWO, THREE).instructions != two
		|| steps_between(c, SIXTEEN, LONG).instructions != two;
}

/* A loop unrolled 32 times or more has fewer instructions per iteration. */
static const double LOOP = 0.125;

/* Concludes from the finished phases: *less and *more hold the two that decide. Sets the range
 * if phases disagree. */
static count_steps count_conclude(const struct counts *c, int done, enum phase *less,
                                  enum phase *more)
{
	static const enum phase ends[][2] = { { ONE, TWO }, { TWO, THREE }, { SIXTEEN, LONG },
		{ SIXTEEN_AGAIN, LONG_AGAIN }, { LONG, MANY } };
	count_steps result, x;
	bool rare = done > MANY && fabs(steps_between(c, LONG, MANY).instructions
		- steps_between(c, SIXTEEN, LONG).instructions) > LOOP;

	*less = rare ? LONG : done > LONG ? SIXTEEN : done > TWO ? ONE : FIRST;
	*more = rare ? MANY : done > LONG ? LONG : done > TWO ? TWO : FIRST;
	result = steps_between(c, *less, *more);
	if (done > TWO && done < PHASES)        /* the phase after it is incomplete, if it began */
		result.high = fmax(result.high, steps_between(c, ONE, (enum phase)done).instructions);
	for (size_t i = done > MANY ? 2 : 0; i < sizeof ends / sizeof *ends - !rare; i++)
		if (done > (int)ends[i][1]) {
			x = steps_between(c, ends[i][0], ends[i][1]);
			result.low = fmin(result.low, fmax(0, x.instructions));
			result.high = fmax(result.high, x.instructions);
		}
	if (!(result.instructions < 0 || result.allocations < 0 || result.bytes < 0))
		return result;
	/* less work for more iterations: state decides, and the longest phase gives the mean */
	*less = *more = done > MANY ? MANY : done > LONG ? LONG : done > TWO ? TWO : FIRST;
	x = steps_between(c, *less, *more);
	x.low = fmax(0, fmin(result.low, x.instructions));
	x.high = fmax(result.high, x.instructions);
	x.alone = false;
	return x;
}

/*
 * Steps of each function, or of each call stack, by phase.
 *
 * A call is a step to elsewhere that leaves the address of the next instruction where functions of
 * this processor expect the return address; has_returned ends it. So no frame pointers are needed,
 * and a tail call replaces its caller.
 */

enum { CALLS_MOST = 512, STACK_TEXT = 4000 };

#define NO_CALLER SIZE_MAX

struct step_functions {
	benchi_functions *functions;    /* NULL: not requested */
	struct function_steps {
		benchi_elf_symbol *symbol;
		size_t caller;              /* index of the caller; NO_CALLER: not requested */
		uint64_t steps[PHASES];
	} *of;
	size_t n, capacity, last;
	bool stacks;
	struct call {
		uint64_t link, sp;
		size_t caller;
	} call[CALLS_MOST];             /* calls that have not returned */
	size_t calls;
};

static uint64_t count_peek(void *child, uint64_t address)
{
	return (uint64_t)ptrace(PTRACE_PEEKDATA, *(pid_t *)child, (void *)(uintptr_t)address, NULL);
}

static bool functions_step(struct step_functions *t, const benchi_registers *r, uint64_t phase)
{
	benchi_elf_symbol *symbol = benchi_functions_at(t->functions, r->pc);
	size_t caller = NO_CALLER;

	if (t->stacks) {
		/* End and begin calls according to this step. */
		while (t->calls && has_returned(r, t->call[t->calls - 1].link)
		       && r->sp >= t->call[t->calls - 1].sp)
			t->calls--;
		if (t->n && t->calls < CALLS_MOST && r->called)
			t->call[t->calls++] = (struct call){ r->link, r->sp, t->last };
	}
	if (t->calls)
		caller = t->call[t->calls - 1].caller;
	if (!t->n || t->of[t->last].symbol != symbol || t->of[t->last].caller != caller) {
		for (t->last = 0; t->last < t->n && (t->of[t->last].symbol != symbol
		                                     || t->of[t->last].caller != caller);)
			t->last++;
		if (t->last == t->n) {
			if (!benchi_grow(&t->of, sizeof *t->of, t->n, &t->capacity))
				return false;
			memset(&t->of[t->n], 0, sizeof *t->of);
			t->of[t->n].caller = caller;
			t->of[t->n++].symbol = symbol;
		}
	}
	t->of[t->last].steps[phase]++;
	return true;
}

/* Writes the stack that leads to a function: outermost first, separated by semicolons, starting
 * below the row's loop; "" for the loop itself. */
static void stack_text(const struct step_functions *t, size_t i, char *text)
{
	const benchi_elf_symbol *loop = benchi_functions_at(t->functions, (uintptr_t)benchi_case_run);
	char name[BENCHI_FUNCTION_TEXT];
	size_t used = 0;

	*text = '\0';
	for (; t->of[i].caller != NO_CALLER && t->of[i].symbol != loop; i = t->of[i].caller) {
		size_t n = strlen(benchi_functions_name(t->functions, t->of[i].symbol, name));

		if (used + n + 2 > STACK_TEXT)
			break;
		memmove(text + n + (used > 0), text, used + 1);
		memcpy(text, name, n);
		if (used)
			text[n] = ';';
		used += n + (used > 0);
	}
}

static int by_instructions(const void *a, const void *b)
{
	const benchi_function_count *x = a, *y = b;

	return x->instructions > y->instructions ? -1 : x->instructions < y->instructions ? 1
		: strcmp(x->name, y->name);
}

/* Adds the instructions of one iteration by function; parts of a function that the compiler
 * split are added up. */
static bool functions_conclude(const struct step_functions *t, enum phase less, enum phase more,
                           benchi_result *result)
{
	char name[STACK_TEXT];

	for (size_t i = 0; i < t->n; i++) {
		double x = per_iteration(t->of[i].steps[less], t->of[i].steps[more], less, more);

		if (!(fabs(x) > 0))
			continue;
		if (t->stacks)
			stack_text(t, i, name);
		else
			benchi_functions_name(t->functions, t->of[i].symbol, name);
		if (!benchi_function_add(result, name, x))
			return false;
	}
	if (result->functions)
		qsort(result->function, result->functions, sizeof *result->function, by_instructions);
	return true;
}

/* A process being stepped through, and what it has shown. */
struct stepped {
	pid_t child;
	int phase;                  /* running phase; at the end, number of finished phases */
	struct counts counts[PHASES];
	struct step_functions by;
	benchi_recorder *recorder;  /* NULL: step everything */
	const char *why;            /* why it cannot go on, or NULL */
};

static bool stepped_count(void *to, const benchi_registers *r)
{
	struct stepped *p = to;

	count_stop(r, &p->counts[p->phase]);
	if (p->by.functions && !functions_step(&p->by, r, (uint64_t)p->phase))
		p->why = "out of memory";
	return !p->why;
}

/* Sets a variable here and in the child. */
static void tell(pid_t child, volatile uint64_t *variable, double x)
{
	*variable = (uint64_t)x;
	ptrace(PTRACE_POKEDATA, child, (void *)(uintptr_t)variable, (void *)(uintptr_t)*variable);
}

/* A multiple of 16. */
static double many_of(const struct counts *c)
{
	double two = fmax(steps_between(c, ONE, TWO).instructions, 1);

	return fmax(64, 16 * floor(fmin(MANY_MOST, PHASE_STEPS / two) / 16));
}

/* Steps until enough phases are finished. stated: limit of steps, 0: the default. Returns NULL, or
 * why that failed. */
static const char *step_all(struct stepped *p, uint64_t stated, double until_ns, int phases)
{
	const uint64_t limit = stated ? stated
		: p->recorder ? BENCHI_COUNT_RECORDED : BENCHI_COUNT_LIMIT;
	benchi_stepping s = { .limit = limit, .single_limit = stated ? 0 : BENCHI_COUNT_LIMIT,
		.until_ns = until_ns, .calls = p->by.stacks,
		.each = stepped_count, .to = p, .recorder = p->recorder };

	while (p->phase < phases && is_another_due(p->counts, p->phase, s.steps, limit)) {
		benchi_trace end = benchi_trace_run(p->child, false, NULL);

		p->by.calls = 0;
		if (end == BENCHI_TRACE_MARK)
			end = benchi_trace_run(p->child, false, &s);
		if (end == BENCHI_TRACE_LIMIT || end == BENCHI_TRACE_LATE)
			return p->phase > FIRST ? NULL : end == BENCHI_TRACE_LATE ? "over the time"
			       : "over the limit of steps";
		if (end != BENCHI_TRACE_MARK)
			return end == BENCHI_TRACE_ENDED ? "the body ended its process"
			       : end == BENCHI_TRACE_TRAPS ? BENCHI_COUNT_TRAPS
			       : p->why ? p->why : "interrupted";
		if (p->phase == FIRST)
			tell(p->child, &warm_up, fmin(WARM_MOST, (double)(WARM_STEPS / (s.steps + 1))));
		if (p->phase == TWO)
			tell(p->child, &phase_iterations[MANY], many_of(p->counts));
		p->phase++;
	}
	return NULL;
}

/* Stores instructions by function or by stack in the result. */
static bench_status count_follow(pid_t child, benchi_recorder *recorder,
                                 const benchi_settings *settings, double until_ns, int phases,
                                 benchi_result *result, count_steps *steps)
{
	struct stepped p = { .child = child, .by.stacks = settings->count_stacks,
		.recorder = recorder };
	enum phase less, more;
	int status = 0;
	const char *why;

	if (!benchi_trace_begin(child, &status))
		return benchi_interrupt_came() ? benchi_fail(BENCH_ERR_NO_SAMPLES, "interrupted")
		       : WIFEXITED(status) && WEXITSTATUS(status) == CHILD_UNTRACED
		       ? benchi_fail(BENCH_ERR_UNSUPPORTED, "the system forbids tracing")
		       : benchi_fail(BENCH_ERR_NO_SAMPLES, "the case was skipped or ended its process");
	if (settings->count_functions || settings->count_stacks)
		p.by.functions = benchi_functions_new(child, count_peek, &child);
	why = step_all(&p, settings->count_limit, until_ns, phases);
	*steps = count_conclude(p.counts, p.phase, &less, &more);
	if (!why && p.by.functions && !functions_conclude(&p.by, less, more, result))
		why = "out of memory";
	free(p.by.of);
	benchi_functions_free(p.by.functions);
	benchi_trace_end(child);
	return why ? benchi_fail(BENCH_ERR_NO_SAMPLES, "%s", why) : BENCH_OK;
}

/* Steps through a child. phases: at most. Forks up to eight children for a process ID whose
 * parity differs from the last one's. */
static bench_status single_step(const benchi_settings *settings, double until_ns, int phases,
                                benchi_result *result, count_steps *steps)
{
	static pid_t last;
	benchi_recorder *recorder = settings->count_by_steps ? NULL : benchi_recorder_new();
	bench_status status;
	pid_t child = fork();

	for (int tries = 0; child > 0 && child % 2 == last % 2 && tries < 8; tries++) {
		benchi_trace_end(child);
		child = fork();
	}
	if (child == 0) {
		const struct rlimit none = { 0, 0 };
		double first_ns;

		setrlimit(RLIMIT_CORE, &none);
		benchi_interrupt_restore(); /* it ends at once, or stops for the tracer */
		signal(SIGURG, SIG_DFL);
		if (!count_enter(&result->row))
			_exit(0);
		first_ns = benchi_now_ns();
		run_iterations(&result->row, 1, false);
		first_ns = benchi_now_ns() - first_ns;
		if (ptrace(PTRACE_TRACEME, 0, NULL, NULL))
			_exit(CHILD_UNTRACED);
		raise(SIGSTOP);
		for (volatile int i = 0; i < PHASES; i++) {
			run_iterations(&result->row, phase_iterations[i], true);
			if (i == FIRST && warm_up)
				run_iterations(&result->row, first_ns > SLOW_NS ? 1 : warm_up, false);
		}
		_exit(0);
	}
	last = child;
	status = child > 0 ? count_follow(child, recorder, settings, until_ns, phases, result, steps)
		: benchi_fail(BENCH_ERR_MEMORY, "for a child process: %s", strerror(errno));
	benchi_recorder_free(recorder);
	return status;
}

void benchi_count_steps(const benchi_settings *settings, double ns, benchi_result *result)
{
	const double parts = result->row.parts > 1 ? result->row.parts : 1;
	const double until_ns = benchi_now_ns() + ns;
	count_steps steps = { .low = 0 }, other = { .low = 0 };
	benchi_settings quick = *settings;
	benchi_result unused = *result;

	if (result->row.threads > 1) {
		strcpy(result->uncounted, "several threads");
		return;
	}
	if (single_step(settings, until_ns, PHASES, result, &steps) != BENCH_OK) {
		strncat(result->uncounted, bench_detail(), sizeof result->uncounted - 1);
		return;
	}
	quick.count_functions = quick.count_stacks = false;
	if (steps.high > steps.low)
		sprintf(result->uncounted, "%.5g to %.5g instructions, with the body's state",
			steps.low / parts, steps.high / parts);
	else if (!steps.alone && single_step(&quick, until_ns, THREE, &unused, &other) == BENCH_OK
	         && !other.alone && other.second != steps.second)
		sprintf(result->uncounted, "%.5g and %.5g instructions in two processes",
			steps.second / parts, other.second / parts);
	else if (steps.alone)
		/* eight times one iteration is enough, see is_another_due */
		sprintf(result->uncounted, "one iteration, some 100 too high; --count-limit %.0f is exact",
			1e4 * ceil(9e-4 * steps.instructions));
	benchi_count_set(result, BENCHI_COUNT_INSTRUCTIONS, steps.instructions / parts);
	benchi_count_set(result, BENCHI_COUNT_ALLOCATIONS, steps.allocations / parts);
	benchi_count_set(result, BENCHI_COUNT_ALLOCATED_BYTES, steps.bytes / parts);
	for (size_t i = 0; i < result->functions; i++)
		result->function[i].instructions /= parts;
}

#else

void benchi_count_steps(const benchi_settings *settings, double ns, benchi_result *result)
{
	strcpy(result->uncounted, result->row.threads > 1 ? "several threads" : BENCHI_NO_STEPS);
}

#endif

#define EVENTS_NS 10e6

#if defined HAVE_FORK && defined HAVE_UNISTD_H

static void run_body(uint64_t n, void *to)
{
	const benchi_row *row = *(const benchi_row *const *)to;

	benchi_case_run(n, row->item);
}

static void count_be_child(const benchi_row *row, uint64_t n, int to)
{
	double value[BENCHI_EVENTS];

	benchi_interrupt_restore();
	if (!count_enter(row))
		_exit(0);
	count_prepare(n, row);
	run_body(n, &row);
	count_prepare(n, row);
	benchi_events_of(run_body, n, &row, value);
	_exit(write(to, value, sizeof value) != (ssize_t)sizeof value);
}

/* Reads the events of n iterations. False: none came. */
static bool read_events(const benchi_row *row, uint64_t n, double *value)
{
	int end[2], ended;
	bool got = false;
	pid_t child;

	if (pipe(end))
		return false;
	child = fork();
	if (child == 0)
		count_be_child(row, n, end[1]);
	close(end[1]);
	if (child > 0) {
		benchi_interrupt_tells(child);
		got = read(end[0], value, BENCHI_EVENTS * sizeof *value)
		      == (ssize_t)(BENCHI_EVENTS * sizeof *value);
		while (waitpid(child, &ended, 0) < 0 && errno == EINTR)
			continue;
		benchi_interrupt_tells(0);
	}
	close(end[0]);
	return got;
}

#else

static bool read_events(const benchi_row *row, uint64_t n, double *value)
{
	return false;
}

#endif

void benchi_count_events(benchi_result *result)
{
	static const benchi_count which[BENCHI_EVENTS] = { BENCHI_COUNT_HARDWARE_CYCLES,
		BENCHI_COUNT_INSTRUCTIONS, BENCHI_COUNT_BRANCHES, BENCHI_COUNT_BRANCH_MISSES,
		BENCHI_COUNT_CACHE_MISSES, BENCHI_COUNT_PAGE_FAULTS, BENCHI_COUNT_CONTEXT_SWITCHES,
		BENCHI_COUNT_MIGRATIONS };
	double value[BENCHI_EVENTS], parts = result->row.parts > 1 ? result->row.parts : 1;
	double ns = fmax(result->answer.summary.ns_raw * parts,
		0.1);     /* without overhead it may be 0 */
	uint64_t n = isfinite(ns) ? (uint64_t)fmax(EVENTS_NS / ns, 1) : 1;

	if (result->row.threads > 1 || !read_events(&result->row, n, value))
		return;
	if (result->answer.summary.warnings & BENCH_WARN_RARE && !*result->uncounted
		&& result->counted >> BENCHI_COUNT_INSTRUCTIONS & 1)
		strcpy(result->uncounted, "work that is done rarely is not in it");
	for (size_t i = 0; i < BENCHI_EVENTS; i++)
		if (!(result->counted >> which[i] & 1))
			benchi_count_set(result, which[i], value[i] / (double)n / parts);
}
