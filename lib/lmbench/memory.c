/*
 * Helpers of lmbench's programs: memory and files, time, options, processors, sizes as text,
 * statistics.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include "lmbench/lmbench.h"

#include "clock/clock.h"
#include "host/host.h"
#include "timing/timing.h"

/*
 * Memory and files, and the sink for unused results.
 */

static volatile unsigned used_int;
static void *volatile used_pointer;

void use_int(int result)
{
	used_int += (unsigned)result;
}

void use_pointer(void *result)
{
	used_pointer = result;
}

void touch(char *buffer, int size)
{
	volatile char *byte = buffer;
	int page = 4096;

#ifdef _SC_PAGESIZE
	long stated = sysconf(_SC_PAGESIZE);

	if (stated > 0 && stated < 1 << 30)
		page = (int)stated;
#endif
	for (int i = 0; i < size; i += page) {
		byte[i] = 1;
		if (size - i <= page)
			break;
	}
}

long bread(void *buffer, long size)
{
	const int *word = buffer;
	unsigned long sum = 0;
	long i;

	for (i = 0; i < size / (long)sizeof *word; i++)
		sum += (unsigned long)word[i];
	for (i *= (long)sizeof *word; i < size; i++)
		sum += ((const unsigned char *)buffer)[i];
	return (long)sum;
}

size_t *permutation(int max, int scale)
{
	static uint64_t state = 20;
	size_t count = max > 0 ? (size_t)max : 0, *order = malloc((count ? count : 1) * sizeof *order);

	if (!order)
		return NULL;
	for (size_t i = 0; i < count; i++)
		order[i] = i * (size_t)scale;
	benchi_random_shuffle(&state, order, count);
	return order;
}

void morefds(void)
{
#ifdef HAVE_SETRLIMIT
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
		limit.rlim_cur = limit.rlim_max;
		setrlimit(RLIMIT_NOFILE, &limit);
	}
#endif
}

#ifndef O_BINARY
#define O_BINARY 0
#endif

int cp(char *from, char *to, mode_t mode)
{
	FILE *in = fopen(from, "rb"), *out;
	int made = in ? open(to, O_WRONLY | O_CREAT | O_TRUNC | O_BINARY, mode) : -1;
	bool copied;
	char buffer[8192];
	size_t got;

	out = made < 0 ? NULL : fdopen(made, "wb");     /* fdopen(-1) would end programs on Windows */
	if (made >= 0 && !out)
		close(made);
	copied = out;
	while (copied && (got = fread(buffer, 1, sizeof buffer, in)) > 0)
		copied = fwrite(buffer, 1, got, out) == got;
	copied = copied && !ferror(in);
	if (in)
		fclose(in);
	return out && !fclose(out) && copied ? 0 : -1;
}

/*
 * Time of day, intervals, and the cost of clock and loop.
 *
 * start and stop read the calendar clock, as their struct timeval promises, so that one process
 * can stop what another has started. They are for programs that time something long once. BENCH
 * and benchmp use the library's own clock.
 */

static const double BUDGET_LEAST_NS = 12e6, BUDGET_MOST_NS = 0.2e9;

static struct timeval started, stopped;

void benchi_lm_die(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	fflush(stdout);
	fputs("libbench: ", stderr);
	vfprintf(stderr, format, arguments);
	fputc('\n', stderr);
	va_end(arguments);
	exit(1);
}

const bench_timing *benchi_lm_timing(void)
{
	const bench_timing *found;
	bench_status status = benchi_timing_default(&found);

	if (status != BENCH_OK)
		benchi_lm_die("%s: %s", bench_status_text(status), bench_detail());
	return found;
}

double benchi_lm_stated_enough_ns(void)
{
	struct benchi_environment stated;
	bench_status status = benchi_environment_read(&stated);

	if (status != BENCH_OK)
		benchi_lm_die("%s: %s", bench_status_text(status), bench_detail());
	return stated.enough_ns > 0 ? stated.enough_ns : 0;
}

double benchi_lm_budget_ns(double enough_us)
{
	return fmin(BUDGET_MOST_NS, fmax(BUDGET_LEAST_NS, enough_us * 1e3));
}

static struct timeval calendar(void)
{
	struct timeval time;
	uint64_t us = benchi_calendar_us();

	time.tv_sec = (time_t)(us / 1000000);
	time.tv_usec = (int)(us % 1000000);
	return time;
}

void start(struct timeval *begin)
{
	started = calendar();
	if (begin)
		*begin = started;
}

uint64 stop(struct timeval *begin, struct timeval *end)
{
	stopped = calendar();
	if (end)
		*end = stopped;
	settime(tvdelta(begin ? begin : &started, &stopped));
	return gettime();
}

uint64 now(void)
{
	return benchi_calendar_us();
}

double Now(void)
{
	return (double)benchi_calendar_us();
}

uint64 delta(void)
{
	static uint64 before;
	uint64 time = now(), since = before == 0 || time < before ? 0 : time - before;

	before = time;
	return since;
}

double Delta(void)
{
	struct timeval time = calendar();

	return (double)tvdelta(&started, &time) / 1e6;
}

double timespent(void)
{
	return (double)tvdelta(&started, &stopped) / 1e6;
}

void tvsub(struct timeval *difference, struct timeval *t1, struct timeval *t0)
{
	int64 us = ((int64)t1->tv_sec - (int64)t0->tv_sec) * 1000000 + (t1->tv_usec - t0->tv_usec);

	if (us < 0)
		us = 0;         /* the calendar was set back */
	difference->tv_sec = (time_t)(us / 1000000);
	difference->tv_usec = (int)(us % 1000000);
}

uint64 tvdelta(struct timeval *from, struct timeval *to)
{
	struct timeval difference;

	tvsub(&difference, to, from);
	return (uint64)difference.tv_sec * 1000000 + (uint64)difference.tv_usec;
}

int get_enough(int microseconds)
{
	double found = benchi_lm_timing()->enough_ns / 1e3;

	if (benchi_lm_stated_enough_ns() > 0 || microseconds < found)
		return (int)ceil(found);
	return microseconds;
}

uint64 t_overhead(void)
{
	double us = benchi_lm_timing()->empty_ns / 1e3;

	return us > 0 ? (uint64)(us + 0.5) : 0;
}

double l_overhead(void)
{
	return benchi_lm_timing()->loop_ns / 1e3;
}

/* As called by lmbench's clock.c. Everything has been found already, so the arguments are
 * ignored. */
int compute_enough(int tries)
{
	(void)tries;
	return get_enough(0);
}

double timing_overhead(int enough)
{
	(void)enough;
	return fmax(0, benchi_lm_timing()->empty_ns / 1e3);
}

double loop_overhead(int enough, double timing)
{
	(void)enough;
	(void)timing;
	return l_overhead();
}

/*
 * POSIX's getopt under other names, the same on every system: stops at the first argument that is
 * not an option, or after "--".
 */

char *myoptarg;
int myoptind = 1;
int myopterr = 1;
int myoptopt;

static int getopt_place;  /* index of the next letter in argv[myoptind]; 0: at its beginning */

static int getopt_error(char **argv, const char *letters, const char *what)
{
	if (myopterr && *letters != ':')
		fprintf(stderr, "%s: %s -- %c\n", argv[0], what, myoptopt);
	return *letters == ':' && *what == 'o' ? ':' : '?';
}

int mygetopt(int argc, char **argv, char *letters)
{
	char *found;

	myoptarg = NULL;
	if (myoptind < 1) {     /* start again */
		myoptind = 1;
		getopt_place = 0;
	}
	if (getopt_place > 0 && (myoptind >= argc || strlen(argv[myoptind]) <= (size_t)getopt_place))
		getopt_place = 0;      /* the program has changed myoptind */
	if (getopt_place == 0) {
		if (myoptind >= argc || !argv[myoptind] || argv[myoptind][0] != '-'
		    || !argv[myoptind][1])
			return -1;
		if (streq(argv[myoptind], "--")) {
			myoptind++;
			return -1;
		}
		getopt_place = 1;
	}
	myoptopt = (unsigned char)argv[myoptind][getopt_place];
	found = myoptopt == ':' ? NULL : strchr(letters, myoptopt);
	if (found && found[1] == ':') {
		char *rest = argv[myoptind] + getopt_place + 1;

		myoptind++;
		getopt_place = 0;
		if (*rest)
			myoptarg = rest;
		else if (myoptind < argc)
			myoptarg = argv[myoptind++];
		else
			return getopt_error(argv, letters, "option requires an argument");
		return myoptopt;
	}

	/* Advance to the next letter, or the next argument. */
	getopt_place++;
	if (argv[myoptind][getopt_place] == '\0') {
		myoptind++;
		getopt_place = 0;
	}

	return found ? myoptopt : getopt_error(argv, letters, "illegal option");
}

/*
 * Pins each process of a benchmark to a processor according to the environment variable
 * LMBENCH_SCHED. If it is unset, the system chooses.
 *
 * Processes of a benchmark are numbered by child and, within a child, by role: 0 is the
 * benchmark, 1 to nbenchprocs are the processes that it started.
 *
 *	SINGLE            all processes on one processor
 *	BALANCED          each child with its processes on one, neighbours next to each other
 *	BALANCED_SPREAD   the same, neighbours far apart
 *	UNIQUE            each process on one
 *	UNIQUE_SPREAD     the same, neighbours far apart
 *	CUSTOM 0 2 ...    each child with its processes on the next of the list
 *	CUSTOM_UNIQUE 0 2 ...  each process on the next of the list
 *
 * Far apart: the bits of the place in reverse order, as many bits as the number of processors
 * has; 0, 4, 2, 6, 1, 5, 3, 7 for eight. With more processes than processors it starts again.
 */

enum { LIST_MOST = 1024, ANY = -1, NONSENSE = -2 };

/* Returns place number `place` of an order in which neighbours are far apart. */
static int memory_spread(int place, int processors)
{
	int bits = 0, reversed, found = -1;

	place %= processors;
	while (1 << bits < processors)
		bits++;
	for (int i = 0; i < 1 << bits; i++) {
		reversed = 0;
		for (int bit = 0; bit < bits; bit++)
			reversed |= ((i >> bit) & 1) << (bits - 1 - bit);
		if (reversed < processors && ++found == place)
			return reversed;
	}
	return place;
}

/* Returns the text after the word that text begins with; NULL if it begins with another word. */
static const char *memory_behind(const char *text, const char *word)
{
	size_t length = strlen(word);

	if (strncmp(text, word, length) != 0 || (text[length] && !strchr(" \t,", text[length])))
		return NULL;
	return text + length;
}

int benchi_lm_place(const char *text, int childno, int benchproc, int nbenchprocs, int processors,
                    int *number)
{
	int child = childno < 0 ? 0 : childno, role = benchproc < 0 ? 0 : benchproc;
	int roles = nbenchprocs < 0 ? 1 : nbenchprocs % 1000000 + 1;
	int unique = (int)(((long long)child * roles + role) % 1000000007);
	int place = unique, count = 0, listed[LIST_MOST];
	const char *list;

	*number = 0;
	if (!text || !*text || streq(text, "DEFAULT"))
		return ANY;
	if (streq(text, "SINGLE"))
		return 0;
	if (streq(text, "BALANCED"))
		return child % processors;
	if (streq(text, "BALANCED_SPREAD"))
		return memory_spread(child, processors);
	if (streq(text, "UNIQUE"))
		return unique % processors;
	if (streq(text, "UNIQUE_SPREAD"))
		return memory_spread(unique, processors);

	/* The value is a list of system numbers; the children use it cyclically. */
	*number = 1;
	if (!(list = memory_behind(text, "CUSTOM_UNIQUE"))) {
		list = memory_behind(text, "CUSTOM");
		place = child;
	}
	for (uint64_t value; list && count < LIST_MOST; count++) {
		const char *at = list + strspn(list, " \t,"), *end = benchi_read_whole(at, 1000000, &value);

		if (!end && *at)
			return NONSENSE;
		if (!end)
			break;
		listed[count] = (int)value;
		list = end;
	}
	return count ? listed[place % count] : NONSENSE;
}

int handle_scheduler(int childno, int benchproc, int nbenchprocs)
{
	const char *text = benchi_environment_text("LMBENCH_SCHED");
	int number, place = benchi_lm_place(text, childno, benchproc, nbenchprocs,
		benchi_processors_allowed(), &number);

	if (place == ANY)
		return 0;
	if (place == NONSENSE)
		benchi_lm_die("LMBENCH_SCHED is '%.80s', expected DEFAULT, SINGLE, BALANCED, "
			"BALANCED_SPREAD, UNIQUE, UNIQUE_SPREAD, CUSTOM or CUSTOM_UNIQUE with a list of "
			"processors", text);
	return benchi_processor_pin(number ? place : benchi_processor_number(place));
}

int sched_pin(int processor)
{
	return benchi_processor_pin(processor);
}

/*
 * Sizes and other values as text.
 */

enum { TEXTS = 10, TEXT = 24 };

/* Returns one of several buffers in rotation, so that one printf can use several. */
static char *next_text(void)
{
	static char text[TEXTS][TEXT];
	static int next;

	next = (next + 1) % TEXTS;
	return text[next];
}

uint64 bytes(char *text)
{
	uint64_t count = 0;
	const char *end = benchi_read_whole(text, UINT64_MAX, &count);
	char unit = (char)tolower((unsigned char)(end ? *end : 0));
	int bits = unit == 'k' ? 10 : unit == 'm' ? 20 : unit == 'g' ? 30 : unit == 't' ? 40 : 0;

	return count << bits;
}

char last(char *text)
{
	return *text ? text[strlen(text) - 1] : '\0';
}

char *p64(uint64 number)
{
	char *text = next_text();

	snprintf(text, TEXT, "%llu", (unsigned long long)number);
	return text;
}

/* Returns a size in bytes, or in the largest unit of 1024 that fits: 512, 8K, 1.50M. */
char *p64sz(uint64 number)
{
	static const char unit[] = "KMGTPE";
	char *text = next_text();
	int power = 0;
	double size = (double)number;

	for (; size >= 1024 && power < 6; power++)
		size /= 1024;
	if (power == 0)
		return p64(number);
	snprintf(text, TEXT, size == (double)(int)size ? "%.0f%c" : "%.2f%c", size, unit[power - 1]);
	return text;
}

void lmbench_usage(int argc, char **argv, char *usage)
{
	fprintf(stderr, "Usage: %s %s\n", argc > 0 ? argv[0] : "", usage);
	exit(-1);
}

/*
 * Statistics: the functions of statistics.h for int, uint64 and double.
 */

enum { SAMPLES = 200 };

static void *capacity(size_t size)
{
	void *memory = malloc(size);

	if (!memory)
		benchi_lm_die("out of memory for %.0f bytes of numbers", (double)size);
	return memory;
}

#define T int
#define NAME(function) int_ ## function
#define STAT int_stat
#include "lmbench/statistics.h"

#define T uint64
#define NAME(function) uint64_ ## function
#define STAT uint64_stat
#include "lmbench/statistics.h"

#define T double
#define NAME(function) double_ ## function
#define STAT double_stat
#include "lmbench/statistics.h"

/*
 * Least squares fit of a line y = a + b x.
 *
 * Weighted least squares with weights 1/sig^2 (P. R. Bevington, Data Reduction and Error Analysis
 * for the Physical Sciences, 1969, chapter 6). x is relative to its weighted mean, so that nothing
 * cancels. Without sig all weights are equal, and the errors of a and b come from the scatter
 * about the line: chi2 / (n - 2) is the variance of a point.
 *
 * Worked: (0, 1), (1, 3), (2, 5) are on y = 1 + 2 x; chi2 is 0, and so are the errors. With fewer
 * than two different x there is no line: b is 0, its error NaN.
 */

void regression(double *x, double *y, double *sig, int n, double *a, double *b, double *sig_a,
                double *sig_b, double *chi2)
{
	double sum = 0, mean_x = 0, mean_y = 0, xx = 0, xy = 0, scale = 1;

	for (int i = 0; i < n; i++) {
		double weight = sig ? 1 / (sig[i] * sig[i]) : 1;

		sum += weight;
		mean_x += weight * x[i];
		mean_y += weight * y[i];
	}
	mean_x /= sum;
	mean_y /= sum;
	for (int i = 0; i < n; i++) {
		double weight = sig ? 1 / (sig[i] * sig[i]) : 1;

		xx += weight * (x[i] - mean_x) * (x[i] - mean_x);
		xy += weight * (x[i] - mean_x) * (y[i] - mean_y);
	}
	*b = xx > 0 ? xy / xx : 0;
	*a = mean_y - *b * mean_x;
	*chi2 = 0;
	for (int i = 0; i < n; i++) {
		double weight = sig ? 1 / (sig[i] * sig[i]) : 1;

		*chi2 += weight * (y[i] - *a - *b * x[i]) * (y[i] - *a - *b * x[i]);
	}
	if (!sig)
		scale = n > 2 ? sqrt(*chi2 / (n - 2)) : 0;
	*sig_b = xx > 0 ? scale / sqrt(xx) : (double)NAN;
	*sig_a = scale * sqrt(1 / sum + (xx > 0 ? mean_x * mean_x / xx : 0));
}
