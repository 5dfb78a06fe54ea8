/*
 * `bench ministat`: prints the output of ministat for these sets.
 *
 * A stand-in for Debian's ministat(1): the same options, the same bytes, the same exit
 * statuses, since scripts depend on them, with what it gets wrong (see
 * bench-ministat(1)).  Where ministat crashes, this prints an error.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/utf8.h"
#include "base/options.h"
#include "base/whole.h"
#include "tools/verbs.h"
#include "tools/ministat/ministat.h"
#include "data/read.h"
#include "stats/order.h"
#include "tools/terminal.h"

#define DEFAULT_WIDTH 74
#define WIDTH_MOST 100000   /* its plot takes 8 bytes a column and set */
#define PIECE 8191 /* of a longer line, read as a line of its own */

typedef struct settings {
	benchi_plain plain;
	size_t level; /* of confidence */
	int width;
	bool no_test, no_plot, separate;
} settings;

static int usage(const char *why)
{
	fprintf(stderr, "%s\n", why);
	fputs("Usage: ministat [-C column] [-c confidence] [-d delimiter(s)] [-Ans] [-w width] "
	      "[file [file ...]]\n"
	      "\tconfidence = {80%, 90%, 95%, 98%, 99%, 99.5%}\n"
	      "\t-A : print statistics only. suppress the graph.\n"
	      "\t-C : column number to extract (starts and defaults to 1)\n"
	      "\t-d : delimiter(s) string, default to \" \\t\"\n"
	      "\t-n : print summary statistics only, no graph/test\n"
	      "\t-s : print avg/median/stddev bars on separate lines\n"
	      "\t-w : width of graph/test output (default 74 or terminal width)\n", stderr);
	return EXIT_MISUSE;
}

static int help(void)
{
	puts("bench ministat: the command line and the output of ministat(1)\n"
	     "\n"
	     "usage: bench ministat [OPTION...] [FILE...]\n"
	     "\n"
	     "  -A             no plot\n"
	     "  -n             no plot and no test\n"
	     "  -s             bars of mean and deviation on lines of their own\n"
	     "  -C COLUMN      read this field of each line (1)\n"
	     "  -d CHARS       characters between fields (blank and tab)\n"
	     "  -c LEVEL       80, 90, 95, 98, 99 or 99.5 (95)\n"
	     "  -w WIDTH       columns of the plot (74, or the terminal's)\n"
	     "\n"
	     "Up to seven files, '-' or none for standard input.  Where its answers are not to\n"
	     "be trusted stands in bench-ministat(1); 'bench compare' is the better question.");
	return 0;
}

/* A whole number; below 0 as -1. */
static bool whole(const char *text, int *value)
{
	bool negative = *text == '-';
	uint64_t found;

	if (!benchi_whole(text + negative, INT_MAX, &found))
		return false;
	*value = negative ? -1 : (int)found;
	return true;
}

static int take_level(settings *s, const char *text)
{
	double level = 0;
	const char *end = benchi_read_number_c(text, &level);

	if (*(end ? end : text))
		return usage("Not a floating point number");
	for (s->level = 0; s->level < MINISTAT_LEVELS; s->level++)
		if (level == ministat_confidence[s->level])
			return 0;
	return usage("No support for confidence level");
}

static int take_column(settings *s, const char *text)
{
	int column;

	if (!whole(text, &column))
		return usage("Invalid column number.");
	if (column <= 0)
		return usage("Column number should be positive.");
	s->plain.column = (size_t)column;
	return 0;
}

static int take_width(settings *s, const char *text)
{
	if (!whole(text, &s->width))
		return usage("Invalid width, not a number.");
	if (s->width > WIDTH_MOST)
		return usage("Invalid width, more than 100000.");
	return s->width < 0 ? usage("Unable to move beyond left margin.") : 0;
}

static int take_option(settings *s, int letter, const char *value)
{
	switch (letter) {
	case 'A':
		s->no_plot = true;
		return 0;
	case 'n':
		s->no_plot = s->no_test = true;
		return 0;
	case 's':
		s->separate = true;
		return 0;
	case 'C':
		return take_column(s, value);
	case 'c':
		return take_level(s, value);
	case 'd':
		s->plain.delimiters = value;
		return *value ? 0 : usage("Can't use empty delimiter string");
	case 'w':
		return take_width(s, value);
	default:
		fprintf(stderr, letter == BENCHI_OPTION_BARE
		                ? "ministat: option requires an argument -- '%s'\n"
		                : "ministat: invalid option -- '%s'\n", value);
		return usage("Unknown option");
	}
}

/* Reads one file, or prints an error. */
static int read_set(const settings *s, const char *path, ministat_set *set)
{
	bool standard = !strcmp(path, "-");
	FILE *file = standard ? stdin : fopen(path, "r");
	int error = errno;
	benchi_set values = { .benchmark = "", .metric = "", .unit = "", .config = "" };
	bench_status status;
	benchi_input in;
	size_t line;

	set->name = benchi_utf8_clean(standard ? "<stdin>" : path, 1);
	if (!file) {
		fprintf(stderr, "ministat: Cannot open %s: %s\n", set->name ? set->name : "",
			strerror(error));
		return 1;
	}
	status = benchi_input_open(&in, file, path);
	in.piece = PIECE;
	if (!status)
		status = benchi_read_plain(&in, &s->plain, &values);
	line = in.line;
	benchi_input_close(&in);
	if (!standard)
		fclose(file);
	set->x = values.x;
	set->n = values.n;
	if (!set->name)
		return complain("ministat", "out of memory");
	if (status == BENCH_ERR_INPUT)
		fprintf(stderr, "ministat: Invalid data on line %zu in %s\n", line, set->name);
	else if (status)
		fprintf(stderr, "ministat: %s\n", bench_detail());
	else if (set->n < 3)
		fprintf(stderr, "Dataset %s must contain at least 3 data points\n", set->name);
	return status || set->n < 3 ? EXIT_MISUSE : 0;
}

int ministat_describe(ministat_set *set)
{
	double sum = 0, squares = 0, n = (double)set->n;
	bool plain_order = true;

	for (size_t i = 0; i < set->n; i++) {
		double x = set->x[i];

		sum += x;
		squares += x * x;
		plain_order = plain_order && (x < 0 || x > 0 || (x == 0 && !signbit(x)));
	}
	set->mean = sum / n;
	set->variance = (squares - sum * sum / n) / (n - 1.0);
	set->deviation = sqrt(set->variance);
	if (!plain_order && ministat_merge_sort(set->x, set->n))
		return -1;
	set->median = plain_order ? benchi_select(set->x, set->n, set->n / 2) : set->x[set->n / 2];
	set->min = set->max = set->x[0];
	for (size_t i = 0; plain_order && i < set->n; i++) {
		set->min = set->x[i] < set->min ? set->x[i] : set->min;
		set->max = set->x[i] > set->max ? set->x[i] : set->max;
	}
	if (!plain_order)
		set->max = set->x[set->n - 1];
	return 0;
}

/* The difference of a set from the first, and whether it is proven. */
static void print_test(const ministat_set *base, const ministat_set *set, size_t level)
{
	double n1 = (double)base->n, n2 = (double)set->n;
	double t = ministat_quantile(base->n + set->n - 2, level);
	double pooled = sqrt(((n1 - 1) * base->variance + (n2 - 1) * set->variance) / (n1 + n2 - 2));
	double difference = set->mean - base->mean;
	double width = t * (pooled * sqrt(1.0 / n1 + 1.0 / n2));

	if (!(fabs(difference) > width)) {
		printf("No difference proven at %.1f%% confidence\n", ministat_confidence[level]);
		return;
	}
	printf("Difference at %.1f%% confidence\n", ministat_confidence[level]);
	printf("\t%g +/- %g\n", difference, width);
	printf("\t%g%% +/- %g%%\n", difference * 100 / base->mean, width * 100 / base->mean);
	printf("\t(Student's t, pooled s = %g)\n", pooled);
}

static int print_all(const settings *s, ministat_set *set, size_t sets)
{
	for (size_t i = 0; i < sets; i++)
		if (ministat_describe(&set[i]))
			return complain("ministat", "out of memory");
	if (!s->no_plot && !ministat_plottable(set, sets, s->width))
		return complain("ministat", "%s cannot be plotted (try -A)",
		                s->width == 1 ? "a width of 1" : "what is not finite");
	for (size_t i = 0; i < sets; i++)
		printf("%c %s\n", MINISTAT_MARKS[i + 1], set[i].name);
	if (!s->no_plot && ministat_plot(set, sets, s->width, s->separate))
		return complain("ministat", "out of memory");
	puts("    N           Min           Max        Median           Avg        Stddev");
	for (size_t i = 0; i < sets; i++) {
		printf("%c %3d %13.8g %13.8g %13.8g %13.8g %13.8g\n", MINISTAT_MARKS[i + 1],
		       (int)set[i].n, set[i].min, set[i].max, set[i].median, set[i].mean,
		       set[i].deviation);
		if (i && !s->no_test)
			print_test(&set[0], &set[i], s->level);
	}
	return 0;
}

int verb_ministat(int argc, char **argv)
{
	static const benchi_option known[] = { { 'A', NULL, false }, { 'n', NULL, false },
		{ 's', NULL, false }, { 'C', NULL, true }, { 'c', NULL, true }, { 'd', NULL, true },
		{ 'w', NULL, true }, { 0, NULL, false } };
	settings s = { { NULL, 1, true }, 2, terminal_width(DEFAULT_WIDTH, 2), false, false, false };
	ministat_set set[MINISTAT_SETS];
	char dash[] = "-", *standard[] = { dash };
	int letter, status = 0;
	size_t sets;
	benchi_options o;

	if (argc == 2 && !strcmp(argv[1], "--help"))
		return help();
	benchi_options_start(&o, known, argc - 1, argv + 1);
	while (!status && (letter = benchi_options_next(&o)) != BENCHI_OPTION_END)
		status = take_option(&s, letter, o.value);
	if (!status && o.operands > MINISTAT_SETS)
		status = usage("Too many datasets.");
	if (status)
		return status;
	sets = o.operands ? (size_t)o.operands : 1;
	memset(set, 0, sizeof set);
	for (size_t i = 0; i < sets && !status; i++)
		status = read_set(&s, o.operands ? o.argv[i] : standard[0], &set[i]);
	if (!status)
		status = print_all(&s, set, sets);
	for (size_t i = 0; i < sets; i++) {
		free(set[i].x);
		free((char *)(uintptr_t)set[i].name);
	}
	return status;
}
