/*
 * Counts what an iteration of each row does: instructions and allocations, which are the same in
 * every run, and events of the kernel and the processor.
 *
 * Instructions are counted in a fresh process. The program is started again with its arguments,
 * under fixed conditions: no address randomisation; an environment filled up so that the stack
 * begins at the same address, whatever the variables, arguments and paths; variables sorted and at
 * least VARIABLES of them, because getenv walks past those before a match; LC_ALL=C; empty standard
 * input; GLIBC_TUNABLES hides this processor's features from the C library's choice of routines.
 * Variables and the working folder are kept, because cases may need them.
 *
 * Events, the processor's where it has counters, come from a forked child that runs about 10 ms of
 * iterations. If an iteration exceeds the limit of single steps, its instructions come from the
 * processor's counter, if there is one.
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

#if defined HAVE_FORK && defined HAVE_UNISTD_H
static void run_body(uint64_t n, void *to)
{
	const benchi_row *row = *(const benchi_row *const *)to;

	benchi_case_run(n, row->item);
}

#endif

void benchi_count_events(benchi_result *result)
{
#if defined HAVE_FORK && defined HAVE_UNISTD_H
	static const benchi_count which[BENCHI_EVENTS] = { BENCHI_COUNT_HARDWARE_CYCLES,
		BENCHI_COUNT_INSTRUCTIONS, BENCHI_COUNT_BRANCHES, BENCHI_COUNT_BRANCH_MISSES,
		BENCHI_COUNT_CACHE_MISSES, BENCHI_COUNT_PAGE_FAULTS, BENCHI_COUNT_CONTEXT_SWITCHES,
		BENCHI_COUNT_MIGRATIONS };
	const benchi_row *row = &result->row;
	const double events_ns = 10e6, parts = fmax(row->parts, 1);
	double value[BENCHI_EVENTS], ns = fmax(result->answer.summary.ns_raw * parts,
		0.1);     /* without overhead the value may be 0 */
	const uint64_t n = isfinite(ns) ? (uint64_t)fmax(events_ns / ns, 1) : 1;
	bool got = false;
	int end[2], ended;
	pid_t child;

	if (row->threads > 1 || pipe(end))
		return;
	child = fork();
	if (child == 0) {
		/* as many iterations without counting, then those that count */
		benchi_interrupt_restore();
		benchi_case_enter(&(struct benchi_worker_context){ row->parameter, 0, 0, row->parameters });
		if (!benchi_case_set_up(row->item))
			_exit(0);
		if (row->item->prepare)
			row->item->prepare(n, row->item->arg);
		run_body(n, &row);
		if (row->item->prepare)
			row->item->prepare(n, row->item->arg);
		benchi_events_of(run_body, n, &row, value);
		_exit(write(end[1], value, sizeof value) != (ssize_t)sizeof value);
	}
	close(end[1]);
	if (child > 0) {
		benchi_interrupt_tells(child);
		got = read(end[0], value, sizeof value) == (ssize_t)sizeof value;
		while (waitpid(child, &ended, 0) < 0 && errno == EINTR)
			continue;
		benchi_interrupt_tells(0);
	}
	close(end[0]);
	if (!got)       /* the case cannot run in a child */
		return;
	if (result->answer.summary.warnings & BENCH_WARN_RARE && !*result->uncounted
	    && result->counted >> BENCHI_COUNT_INSTRUCTIONS & 1)
		strcpy(result->uncounted, "rare work is not counted");
	for (size_t i = 0; i < BENCHI_EVENTS; i++)
		if (!(result->counted >> which[i] & 1))
			benchi_count_set(result, which[i], value[i] / (double)n / parts);
#else
	(void)result;
#endif
}

/*
 * The process that counts instructions, and its parent.
 */

#ifdef BENCHI_HAVE_STEPS

#include <sys/personality.h>
#include <sys/resource.h>

#define TUNABLES "GLIBC_TUNABLES="

#define FILL "~~BENCH_FILL="     /* two characters that no other name starts with */

enum { FILLED = 192 * 1024, FILL_MOST = 120 * 1024, FILL_LEAST = 32, FILLS = 2, VARIABLES = 128,
	PATH = 4096, STACK = 8 << 20, WORDS = 2 };

#ifdef __x86_64__
#define BASELINE "glibc.cpu.hwcaps=-AVX512F,-AVX512VL,-AVX512BW,-AVX512CD,-AVX512DQ,-AVX512ER,"\
	"-AVX2,-AVX2_Usable,-AVX2_Unaligned,-AVX,-AVX_Usable,-AVX_Fast_Unaligned_Load,-FMA,"\
	"-FMA_Usable,-FMA4,-FMA4_Usable,-ERMS,-FSRM,-BMI1,-BMI2,-LZCNT,-MOVBE,-POPCNT,-SSE4_2,"\
	"-SSE4_1,-SSSE3,-RTM,-Fast_Rep_String,-Fast_Copy_Backward,-Slow_BSF,-Prefer_ERMS,"\
	"-Prefer_FSRM,-Fast_Unaligned_Copy,Fast_Unaligned_Load"\
	":glibc.cpu.x86_data_cache_size=32768:glibc.cpu.x86_shared_cache_size=1048576"\
	":glibc.cpu.x86_non_temporal_threshold=786432:glibc.cpu.x86_rep_movsb_threshold=2048"\
	":glibc.cpu.x86_rep_stosb_threshold=2048"
#else
#define BASELINE "glibc.cpu.name=generic"
#endif

/* Returns the bytes of the strings at the end of the stack and of the pointers to them. */
static size_t stack_bytes(char *const *texts)
{
	size_t bytes = 0;

	for (; *texts; texts++)
		bytes += strlen(*texts) + 1 + sizeof *texts;
	return bytes;
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Returns the environment with its variables sorted, filled up to FILLED bytes. The kernel rounds
 * the number of pointers up to an even one. The caller frees the result and *fill. NULL: already
 * too large, or out of memory. */
static char **fill_up(char *const *environment, char *const *argv, char **fill)
{
	size_t n = 0, words = 0, fills, used = stack_bytes(environment) + stack_bytes(argv)
		+ strlen(argv[0]) + 1, left;
	char **all;

	while (environment[n])
		n++;
	fills = n + FILLS < VARIABLES ? VARIABLES - n : FILLS;
	while (argv[words])
		words++;
	used += (fills + (n + words + fills) % 2) * sizeof *all;
	left = used + fills * FILL_LEAST < FILLED ? FILLED - used : 0;
	all = left ? malloc((n + fills + 1) * sizeof *all) : NULL;
	*fill = all ? malloc(FILLED) : NULL;
	if (!*fill) {
		free(all);
		return NULL;
	}
	memset(*fill, 'x', FILLED);
	memcpy(all, environment, n * sizeof *all);
	qsort(all, n, sizeof *all, by_text);
	for (char *at = *fill; fills; fills--) {
		size_t most = left - (fills - 1) * FILL_LEAST, size = most < FILL_MOST ? most : FILL_MOST;

		memcpy(at, FILL, sizeof FILL - 1);
		at[size - 1] = '\0';
		all[n++] = at;
		at += size;
		left -= size;
	}
	all[n] = NULL;
	return all;
}

/* Starts the counting process, and opens *from, the stream of its rows. fixed: receives the names
 * of the conditions that are the same in every such process, for the report. */
static bench_status start_filled(const benchi_settings *s, char **argv, char *fixed,
                                 benchi_process *process, FILE **from)
{
	const char *own = benchi_environment_text("GLIBC_TUNABLES");
	size_t size = sizeof TUNABLES + sizeof BASELINE + (own ? strlen(own) : 0) + 1;
	char locale[] = "LC_ALL=C", *routines = malloc(size);
	char *variable[WORDS] = { locale, routines }, *fill = NULL, **plain, **filled;
	benchi_command command = { argv, NULL, -1, -1, STDERR_FILENO, true };
	bench_status status = benchi_fail(BENCH_ERR_MEMORY, "out of memory");
	bool addresses = false;

	if (routines)   /* the user's tunables, then ours, which win */
		snprintf(routines, size, TUNABLES "%s%s%s", own ? own : "", own && !s->count_native ? ":"
			: "", s->count_native ? "" : BASELINE);
	plain = routines ? benchi_child_environment("steps", "", variable, WORDS) : NULL;
	filled = plain ? fill_up(plain, argv, &fill) : NULL;
	command.environment = filled ? filled : plain;
	if (plain) {
		/* Start it with addresses and stack fixed, as far as the system allows. */
		int before = personality(0xffffffff);
		struct rlimit stack, ours;
		bool limited = !getrlimit(RLIMIT_STACK, &stack) && (stack.rlim_max == RLIM_INFINITY
			|| stack.rlim_max >= STACK);

		ours = stack;
		ours.rlim_cur = STACK;
		addresses = before != -1 && personality((unsigned)before | ADDR_NO_RANDOMIZE) != -1
			&& limited && !setrlimit(RLIMIT_STACK, &ours);
		status = benchi_process_listen(&command, process, from);
		if (before != -1)
			personality((unsigned)before);
		if (limited)
			setrlimit(RLIMIT_STACK, &stack);
	}
	sprintf(fixed, "%s%slocale, input, libc's routines %s%s%s", addresses ? "addresses, " : "",
		filled ? "stack, " : "", s->count_native ? "of this processor" : "of any processor",
		addresses ? "" : "; not fixed: addresses (refused)",
		filled ? "" : "; not fixed: stack (large environment)");
	free(filled);
	free(fill);
	free(plain);
	free(routines);
	return status;
}

#endif

void benchi_count_start(const benchi_settings *settings, char **argv, benchi_report *report)
{
	const char *why = BENCHI_NO_STEPS;
#ifdef BENCHI_HAVE_STEPS
	char path[PATH], *first = argv[0];
	benchi_process process;
	benchi_row_reader reader;
	benchi_outcome outcome;
	bench_status status;
	size_t row;
	FILE *in;
	int got;

	argv[0] = benchi_process_self(first, path, sizeof path);
	fflush(stdout);
	status = start_filled(settings, argv, report->counted_with, &process, &in);
	argv[0] = first;
	if (status == BENCH_OK) {
		if (settings->count_ns > 0)
			benchi_interrupt_bound(benchi_overdue_ns(settings->count_ns));
		got = benchi_row_reader_open(&reader, in, "the counting process") == BENCH_OK ? 1 : -1;
		while (got > 0)
			got = benchi_row_read(&reader, report, &row, &outcome);
		benchi_row_reader_close(&reader);
		if (benchi_interrupt_killed())
			status = benchi_fail(BENCH_ERR_INPUT, "the counting process ran long after "
				"--count-limit");
		else if (got < 0)
			status = benchi_fail(BENCH_ERR_INPUT, "the counting process sent a malformed result");
		fclose(in);
		benchi_process_finish(&process);
		if (settings->count_ns > 0)
			benchi_interrupt_bound(0);
	}
	why = status == BENCH_OK ? "its process ended before" : bench_detail();
#endif
	for (size_t i = 0; i < report->n; i++) {
		benchi_result *r = &report->result[i];

		if (!r->counted && !*r->uncounted)
			snprintf(r->uncounted, sizeof r->uncounted, "%.90s", why);
	}
}

bool benchi_count_serve(const benchi_settings *settings, const bench_case *cases, size_t n,
                        benchi_report *rows, int *status)
{
#ifdef BENCHI_HAVE_STEPS
	const double began = benchi_now_ns();
	const double time_ns = settings->count_ns > 0 && !isnan(began) ? settings->count_ns
	                                                               : (double)INFINITY;
	benchi_settings all = *settings;
	size_t due = 0;
	bool *wanted;
	FILE *out;

	if (!benchi_task("steps"))
		return false;
	unsetenv(BENCHI_TASK);
	benchi_process_end_with_parent();
	out = benchi_process_reply();
	if (!out)
		return false;
	all.filter.n = 0;   /* the heap must not depend on the filters */
	*status = benchi_rows_make(&all, cases, n, rows);
	benchi_interrupt_watch(false);
	if (*status)
		return true;
	wanted = benchi_rows_wanted(settings, rows);
	for (size_t i = 0; i < rows->n && wanted; i++)
		due += wanted[i];
	for (size_t i = 0, k = 0; i < rows->n && wanted && !benchi_interrupt_came(); i++) {
		double left = isfinite(time_ns) ? time_ns - (benchi_now_ns() - began) : time_ns;
		pid_t child;
		int ended;

		if (!wanted[i])
			continue;
		child = fork();
		if (child == 0) {
			/* In a forked process, so that rows do not find each other's traces on the heap. */
			benchi_result *row = &rows->result[i];
			double ns = left / (double)(due - k);
			benchi_count_steps(settings, ns, row);
			_exit(benchi_row_write(out, k, BENCHI_TIMED, row) != 0);
		}
		benchi_interrupt_tells(child > 0 ? child : 0);
		while (child > 0 && waitpid(child, &ended, 0) < 0 && errno == EINTR)
			continue;
		benchi_interrupt_tells(0);
		k++;
	}
	free(wanted);
	*status = fclose(out) ? BENCHI_EXIT_MISUSE : 0;
	return true;
#else
	return false;
#endif
}
