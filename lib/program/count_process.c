/*
 * The process that counts instructions, and its parent.
 *
 * The program is started again with the same arguments, under fixed conditions: no address
 * randomisation; an environment filled up so that the stack begins at the same address, whatever
 * the variables, arguments and paths; variables sorted and at least VARIABLES of them, because
 * getenv walks past those before a match; LC_ALL=C; empty standard input; GLIBC_TUNABLES hides
 * this processor's features from the C library's choice of routines. Variables and the working
 * folder are kept, because cases may need them.
 *
 * SPDX-License-Identifier: MIT
 */

#include "program/program.h"

#ifdef BENCHI_HAVE_STEPS

#include <errno.h>
#include <sys/personality.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

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

/* The user's tunables, then ours, which win. The caller frees the result. */
static char *tunables(bool native)
{
	const char *own = benchi_environment_text("GLIBC_TUNABLES");
	size_t size = sizeof TUNABLES + sizeof BASELINE + (own ? strlen(own) : 0) + 1;
	char *text = malloc(size);

	if (text)
		snprintf(text, size, TUNABLES "%s%s%s", own ? own : "", own && !native ? ":" : "",
			native ? "" : BASELINE);
	return text;
}

/* Bytes of the strings at the end of the stack and of the pointers to them. */
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

/* Sorts the variables and fills the environment up to FILLED bytes. The kernel rounds the
 * number of pointers up to an even one. The caller frees the result and *fill. NULL: too large
 * already, or out of memory. */
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

static bench_status start_filled(const benchi_settings *s, char **argv, char *fixed,
                                 benchi_process *process, FILE **from)
{
	char locale[] = "LC_ALL=C", *routines = tunables(s->count_native);
	char *variable[WORDS] = { locale, routines }, *fill = NULL;
	char **plain = routines ? benchi_child_environment("steps", "", variable, WORDS) : NULL;
	char **filled = plain ? fill_up(plain, argv, &fill) : NULL;
	benchi_command command = { argv, filled ? filled : plain, -1, -1, STDERR_FILENO, true };
	bench_status status = benchi_fail(BENCH_ERR_MEMORY, "out of memory");
	bool addresses = false;

	if (plain) {
		/* Start it with addresses and stack fixed, as far as the system allows. */
		int before = personality(0xffffffff);
		struct rlimit stack, own;
		bool limited = !getrlimit(RLIMIT_STACK, &stack) && (stack.rlim_max == RLIM_INFINITY
			|| stack.rlim_max >= STACK);

		own = stack;
		own.rlim_cur = STACK;
		addresses = before != -1 && personality((unsigned)before | ADDR_NO_RANDOMIZE) != -1
			&& limited && !setrlimit(RLIMIT_STACK, &own);
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

static bench_status count_elsewhere(const benchi_settings *s, char **argv, benchi_report *report)
{
	benchi_process process;
	benchi_row_reader reader;
	benchi_outcome outcome;
	size_t row;
	FILE *in;
	int got;
	bench_status status = start_filled(s, argv, report->counted_with, &process, &in);

	if (status != BENCH_OK)
		return status;
	if (s->count_ns > 0)
		benchi_interrupt_bound(benchi_overdue_ns(s->count_ns));
	got = benchi_row_reader_open(&reader, in, "the counting process") == BENCH_OK ? 1 : -1;
	while (got > 0)
		got = benchi_row_read(&reader, report, &row, &outcome);
	benchi_row_reader_close(&reader);
	if (benchi_interrupt_killed())
		status = benchi_fail(BENCH_ERR_INPUT, "not ended long after --count-limit");
	else if (got < 0)
		status = benchi_fail(BENCH_ERR_INPUT, "the counting process wrote something else");
	fclose(in);
	benchi_process_finish(&process);
	if (s->count_ns > 0)
		benchi_interrupt_bound(0);
	return status;
}

void benchi_count_start(const benchi_settings *settings, char **argv, benchi_report *report)
{
	char path[PATH], *first = argv[0];
	bench_status status;

	argv[0] = benchi_process_self(first, path, sizeof path);
	fflush(stdout);
	status = count_elsewhere(settings, argv, report);
	argv[0] = first;
	for (size_t i = 0; i < report->n; i++) {
		benchi_result *r = &report->result[i];

		if (!r->counted && !*r->uncounted)
			snprintf(r->uncounted, sizeof r->uncounted, "%.90s",
				status == BENCH_OK ? "its process ended before" : bench_detail());
	}
}

FILE *benchi_count_asked(void)
{
	if (!benchi_task("steps"))
		return NULL;
	unsetenv(BENCHI_TASK);
	benchi_process_end_with_parent();
	return benchi_process_reply();
}

int benchi_count_serve(const benchi_settings *settings, benchi_report *rows, FILE *out)
{
	const double began = benchi_now_ns();
	const double time_ns = settings->count_ns > 0 && !isnan(began) ? settings->count_ns
	                                                               : (double)INFINITY;
	bool *wanted = benchi_rows_wanted(settings, rows);
	size_t n = 0;

	for (size_t i = 0; i < rows->n && wanted; i++)
		n += wanted[i];
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
			double ns = left / (double)(n - k);
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
	return fclose(out) ? BENCHI_EXIT_MISUSE : 0;
}

#else

void benchi_count_start(const benchi_settings *settings, char **argv, benchi_report *report)
{
	for (size_t i = 0; i < report->n; i++)
		strcpy(report->result[i].uncounted, BENCHI_NO_STEPS);
}

FILE *benchi_count_asked(void)
{
	return NULL;
}

int benchi_count_serve(const benchi_settings *settings, benchi_report *rows, FILE *out)
{
	return BENCHI_EXIT_MISUSE;
}

#endif

