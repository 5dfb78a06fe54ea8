/*
 * `bench ministat`: prints what ministat prints for these sets.
 *
 * A stand-in for Debian's ministat(1): the same options, the same bytes and the same exit statuses,
 * since scripts depend on them, and the same errors (bench-compare(1)).  Where ministat crashes,
 * this program prints an error.
 *
 * SPDX-License-Identifier: MIT
 */
#include "tools/read/read.h"
#include "tools/tools.h"

#include <errno.h>
#include <limits.h>

#include "tools/ministat/ministat.h"

#define MINISTAT_SETS 7

/* The marks of the sets. Where two sets share a place, the mark is the one with the bitwise OR of
 * their numbers. */
#define MINISTAT_MARKS " x+*%#@O"

/*
 * Orders values as ministat does.
 *
 * With a NaN or a negative zero the order depends on the sorting algorithm: a merge sort of halves,
 * left before right, as in the qsort of common C libraries.
 */

/* Stable merge sort of the halves, then of the whole; NaN compares equal to everything. scratch:
 * space for n numbers. */
static void merge_sort(double *x, double *scratch, size_t n)
{
	size_t left = n / 2, i = 0, j = left, out = 0;

	if (n < 2)
		return;
	merge_sort(x, scratch, left);
	merge_sort(x + left, scratch, n - left);
	while (i < left && j < n)
		scratch[out++] = x[i] > x[j] ? x[j++] : x[i++];
	memcpy(scratch + out, x + i, (left - i) * sizeof *x);
	memcpy(x, scratch, (out + left - i) * sizeof *x);
}

/*
 * Draws ministat's plot: all values on one scale.
 *
 * A column of the plot is a bin. The values of a set are stacked in it, the sets over each
 * other. Below is one bar per set: mean +/- one deviation, median M, mean A. Two quirks of
 * ministat are kept, since people compare outputs: an earlier set is cut off at the height of a
 * later, lower one; and a bin that several sets share shows the mark whose number is the bitwise
 * OR of theirs.
 * */

typedef struct plot {
	size_t sets, width, bars;
	double x0, dx;               /* a value's column is (value - x0) / dx, truncated */
	size_t *count;               /* sets * width: values in each bin */
	char *bar;                   /* bars, width columns each */
} plot;

/* Returns the column of a value; -1 if it is outside the plot. */
static long column(const plot *p, double value)
{
	double x = (value - p->x0) / p->dx;

	return x > -1 && x < (double)p->width ? (long)x : -1;
}

/* Counts the values of each set per bin and draws its bar. Returns the height of the plot, which is
 * the height of the last set. As in ministat, a set is cut at the height of the lowest set after
 * it. */
static size_t fill_plot(plot *p, const ministat_set *set)
{
	size_t lowest = SIZE_MAX, height = 0;

	for (size_t k = p->sets; k-- > 0;) {
		size_t *count = p->count + k * p->width, highest = p->width ? 0 : set[k].n;

		for (size_t i = 0; i < set[k].n && p->width; i++) {
			long x = column(p, set[k].x[i]);

			if (x >= 0)
				count[x]++;
		}
		for (size_t x = 0; x < p->width; x++)
			highest = count[x] > highest ? count[x] : highest;
		lowest = highest < lowest ? highest : lowest;
		height = k + 1 == p->sets ? highest : height;
		for (size_t x = 0; x < p->width; x++)
			count[x] = count[x] > lowest ? lowest : count[x];
	}
	for (size_t k = 0; k < p->sets && p->width; k++) {
		char *bar = p->bar + (p->bars > 1 ? k : 0) * p->width;
		long first = column(p, set[k].mean - set[k].deviation);
		long end = column(p, set[k].mean + set[k].deviation);
		long median = column(p, set[k].median), mean = column(p, set[k].mean);

		if (first >= 0 && end >= 0) {
			bar[first] = '|';
			for (long x = first + 1; x < end; x++)
				bar[x] = bar[x] == ' ' ? '_' : bar[x];
			bar[end] = '|';
		}
		if (median >= 0)
			bar[median] = 'M';
		if (mean >= 0)
			bar[mean] = 'A';
	}
	return height;
}

/* Returns the width of the range that holds all sets, and its lower end in *min. NaN is ignored. */
static double scale(const ministat_set *set, size_t sets, double *min)
{
	double max = -HUGE_VAL;

	*min = HUGE_VAL;
	for (size_t k = 0; k < sets; k++) {
		const double x[] = { set[k].min, set[k].max, set[k].mean - set[k].deviation,
			set[k].mean + set[k].deviation };

		for (size_t i = 0; i < sizeof x / sizeof *x; i++) {
			*min = x[i] < *min ? x[i] : *min;
			max = x[i] > max ? x[i] : max;
		}
	}
	return max - *min;
}

bool ministat_plottable(const ministat_set *set, size_t sets, int width)
{
	double min, span = scale(set, sets, &min);

	if (span == 0)
		return true;
	for (size_t k = 0; k < sets; k++)
		if (!isfinite(set[k].mean))
			return false;
	return isfinite(span) && width != 1;
}

int ministat_plot(const ministat_set *set, size_t sets, int width, bool separate)
{
	double min, span = scale(set, sets, &min);
	plot p = { .sets = sets, .width = (size_t)width, .bars = separate ? sets : 1,
		.dx = span / (width - 1.0) };
	char *edge, *line;
	bool whole;

	if (span == 0) {
		puts("[no plot, span is zero width]");
		return 0;
	}
	p.x0 = min - .5 * p.dx;
	p.count = calloc(p.sets * p.width + 1, sizeof *p.count);
	p.bar = malloc(p.bars * p.width + 1);
	edge = malloc(p.width + 3);
	line = malloc(p.width + 3);
	whole = p.count && p.bar && edge && line;
	if (whole) {
		memset(p.bar, ' ', p.bars * p.width + 1);
		memset(edge, '-', p.width + 2);
		edge[0] = edge[p.width + 1] = '+';
		line[0] = line[p.width + 1] = '|';
		edge[p.width + 2] = line[p.width + 2] = '\n';
		const size_t height = fill_plot(&p, set);

		fwrite(edge, 1, p.width + 3, stdout);
		for (size_t row = height; row > 0; row--) {
			for (size_t x = 0; x < p.width; x++) {
				unsigned mark = 0;

				for (size_t k = 0; k < sets; k++)
					if (p.count[k * p.width + x] >= row)
						mark |= (unsigned)k + 1;
				line[x + 1] = MINISTAT_MARKS[mark];
			}
			fwrite(line, 1, p.width + 3, stdout);
		}
		for (size_t i = 0; i < p.bars; i++) {
			memcpy(line + 1, p.bar + i * p.width, p.width);
			fwrite(line, 1, p.width + 3, stdout);
		}
		fwrite(edge, 1, p.width + 3, stdout);
	}
	free(p.count);
	free(p.bar);
	free(edge);
	free(line);
	return whole ? 0 : -1;
}

/*
 * The quantiles of Student's t that ministat uses: three decimals, from 4 degrees of freedom
 * (two sets of three) to 100; beyond that the normal distribution's. They are two-sided. The
 * last level, called 99.5 %, is really 99.8 %; for 7 to 12 degrees ministat has it from a
 * printed table that is off by up to 0.003.
 * */

enum { LEVELS = 6, LAST = 100, PRINTED_FIRST = 7, PRINTED_LAST = 12 };

static const double confidence[LEVELS] = { 80, 90, 95, 98, 99, 99.5 };

#define DEFAULT_WIDTH 74
#define WIDTH_MOST 100000   /* the plot takes 8 bytes per column and set */
#define PIECE 8191 /* a longer line is read in pieces of this many bytes */

typedef struct settings {
	benchi_plain plain;
	size_t level; /* index of the confidence */
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

/* Reads a whole number; negative numbers become -1. Returns false if it is not one. */
static bool read_int(const char *text, int *value)
{
	bool negative = *text == '-';
	uint64_t found;

	if (!benchi_whole(text + negative, INT_MAX, &found))
		return false;
	*value = negative ? -1 : (int)found;
	return true;
}

static int take_option(settings *s, int letter, const char *value)
{
	double level = NAN;
	const char *end;
	int column;

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
		if (!read_int(value, &column))
			return usage("Invalid column number.");
		s->plain.column = (size_t)column;
		return column > 0 ? 0 : usage("Column number should be positive.");
	case 'c':
		end = benchi_read_number_c(value, &level);
		if (*(end ? end : value))
			return usage("Not a floating point number");
		for (s->level = 0; s->level < LEVELS; s->level++)
			if (level == confidence[s->level])
				return 0;
		return usage("No support for confidence level");
	case 'd':
		s->plain.delimiters = value;
		return *value ? 0 : usage("Can't use empty delimiter string");
	case 'w':
		if (!read_int(value, &s->width))
			return usage("Invalid width, not a number.");
		return s->width > WIDTH_MOST ? usage("Invalid width, more than 100000.")
			: s->width < 0 ? usage("Unable to move beyond left margin.") : 0;
	default:
		fprintf(stderr, letter == BENCHI_OPTION_BARE
		                ? "ministat: option requires an argument -- '%s'\n"
		                : "ministat: invalid option -- '%s'\n", value);
		return usage("Unknown option");
	}
}

/* Reads one file into a set. Returns 0, or an exit status after a message. */
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
	if (!plain_order) {
		double *scratch = malloc(set->n * sizeof *scratch);

		if (!scratch)
			return -1;
		merge_sort(set->x, scratch, set->n);
		free(scratch);
	}
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

/* Prints the plot, the figures of each set, and its difference from the first. */
static int print_all(const settings *s, ministat_set *set, size_t sets)
{
	static const double two_sided[LEVELS] = { .8, .9, .95, .98, .99, .998 };
	static const double printed[] = { 4.782, 4.499, 4.296, 4.143, 4.024, 3.929 };
	const double level = confidence[s->level], p = .5 + two_sided[s->level] / 2;

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
		const size_t freedom = set[0].n + set[i].n - 2;
		const double n1 = (double)set[0].n, n2 = (double)set[i].n;
		const double pooled = sqrt(((n1 - 1) * set[0].variance + (n2 - 1) * set[i].variance)
			/ (n1 + n2 - 2));
		const double difference = set[i].mean - set[0].mean;
		double t, width;

		printf("%c %3d %13.8g %13.8g %13.8g %13.8g %13.8g\n", MINISTAT_MARKS[i + 1],
		       (int)set[i].n, set[i].min, set[i].max, set[i].median, set[i].mean,
		       set[i].deviation);
		if (!i || s->no_test)
			continue;
		if (s->level == LEVELS - 1 && freedom >= PRINTED_FIRST && freedom <= PRINTED_LAST)
			t = printed[freedom - PRINTED_FIRST];
		else {
			t = freedom > LAST ? benchi_normal_quantile(p)
				: benchi_student_quantile(p, (double)freedom);
			t = floor(1000 * t + .5) / 1000;
		}
		width = t * (pooled * sqrt(1.0 / n1 + 1.0 / n2));
		if (!(fabs(difference) > width)) {
			printf("No difference proven at %.1f%% confidence\n", level);
			continue;
		}
		printf("Difference at %.1f%% confidence\n", level);
		printf("\t%g +/- %g\n", difference, width);
		printf("\t%g%% +/- %g%%\n", difference * 100 / set[0].mean, width * 100 / set[0].mean);
		printf("\t(Student's t, pooled s = %g)\n", pooled);
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
	int letter, status = 0;
	size_t sets;
	benchi_options o;

	if (argc == 2 && !strcmp(argv[1], "--help")) {
		puts("bench ministat: compare sets of values as ministat(1) does\n"
		     "usage: bench ministat [OPTION...] [FILE...]\n"
		     "\n"
		     "  -A             print no plot\n"
		     "  -n             print neither plot nor test\n"
		     "  -s             draw mean and deviation on separate lines\n"
		     "  -C COLUMN      read this field of each line (1)\n"
		     "  -d CHARS       split fields at these characters (blank and tab)\n"
		     "  -c LEVEL       set the confidence: 80, 90, 95, 98, 99 or 99.5 (95)\n"
		     "  -w WIDTH       make the plot this wide (74, or the terminal's width)\n"
		     "\n"
		     "Reads up to seven files; '-' or no file is standard input.  Repeats ministat's\n"
		     "errors, which bench-compare(1) lists; 'bench compare' has none of them.\n"
		     "Exit status: 0 fine, 1 a file cannot be opened, 2 usage error or bad input.");
		return 0;
	}
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
		status = read_set(&s, o.operands ? o.argv[i] : "-", &set[i]);
	if (!status)
		status = print_all(&s, set, sets);
	for (size_t i = 0; i < sets; i++) {
		free(set[i].x);
		free((char *)(uintptr_t)set[i].name);
	}
	return status;
}
