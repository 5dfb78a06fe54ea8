/*
 * Tests how often the next start of a program is within the interval of this one.
 *
 *	bench/honest [STARTS [HOGS [FILE]]] [-- COMMAND ARGUMENT...]
 *
 * Starts a program of bench_main STARTS times (40), next to HOGS (0) programs that keep a
 * processor busy. Prints for each of its rows: the median of the starts that saw no noisy
 * neighbour (of all if fewer than FEW did; marked with a star); the share of all starts with an
 * interval that includes it, which should be close to 95 %; how many starts warn of a neighbour,
 * and how many are wrong by more than 5 % without a warning. For the starts without a neighbour:
 * the width of the central 95 % of their medians, and the median width of their intervals as a
 * multiple of that. Cycles are used if known, otherwise nanoseconds. FILE gets the medians of all
 * starts as CSV, for bench plot. COMMAND writes the JSON of bench_main; the default is
 * bench/everyday in the folder of this program.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <bench.h>

#include "processes.h"

enum { ROWS = 64, STARTS = 2000, NAME = 64, LINE = 4096, COMMAND = 4096, FEW = 10 };

static struct row {
	char name[NAME];
	double median[STARTS], low[STARTS], high[STARTS];
	int neighbour[STARTS], warned[STARTS];
	int n;
} rows[ROWS];

static int row_count;
static const double OFF = 0.05;         /* difference from the median that requires a warning */

static struct row *find(const char *name)
{
	for (int i = 0; i < row_count; i++)
		if (!strcmp(rows[i].name, name))
			return &rows[i];
	if (row_count == ROWS)
		return NULL;
	snprintf(rows[row_count].name, NAME, "%s", name);
	return &rows[row_count++];
}

/* Returns the number of a key of a JSON object; NaN for null. */
static double number(const char *line, const char *key)
{
	const char *at = strstr(line, key);
	double x;

	return at && sscanf(at + strlen(key), "%lf", &x) == 1 ? x : (double)NAN;
}

/* Reads one line of summaries. */
static void take(const char *line)
{
	char name[NAME];
	struct row *row;
	int ns;

	if (sscanf(line, " {\"name\": \"%63[^\"]\"", name) != 1 || !strstr(line, "\"ns_low\": ")
	    || !(row = find(name)) || row->n == STARTS)
		return;
	ns = isnan(number(line, "\"cycles\": "));
	row->median[row->n] = number(line, ns ? "\"ns\": " : "\"cycles\": ");
	row->low[row->n] = number(line, ns ? "\"ns_low\": " : "\"cycles_low\": ");
	row->high[row->n] = number(line, ns ? "\"ns_high\": " : "\"cycles_high\": ");
	row->neighbour[row->n] = strstr(line, "NEIGHBOUR") != NULL;
	row->warned[row->n] = strstr(line, "\"warnings\": []") == NULL;
	row->n += !isnan(row->median[row->n]);
}

static int start(const char *command)
{
	static char line[LINE];
	FILE *out = popen(command, "r");

	if (!out)
		return -1;
	while (fgets(line, sizeof line, out))
		if (!strstr(line, "\"values\": "))
			take(line);
	return pclose(out);
}

static double quantile(const double *sorted, int n, double p)
{
	double h = (n - 1) * p;
	int i = (int)h;

	return i + 1 < n ? sorted[i] + (h - i) * (sorted[i + 1] - sorted[i]) : sorted[n - 1];
}

/* Summary of the starts that saw no neighbour, or of all starts if those are fewer than FEW. */
struct centre {
	double median, spread, width;   /* median and spread of the starts' medians; width: mean width
	                                   of their intervals */
	int all;
};

static struct centre centre_of(const struct row *row, int all)
{
	static double median[STARTS], width[STARTS];
	int n = 0;

	for (int i = 0; i < row->n; i++)
		if (all || !row->neighbour[i]) {
			median[n] = row->median[i];
			width[n++] = row->high[i] - row->low[i];
		}
	if (n < FEW && !all)
		return centre_of(row, 1);
	qsort(median, (size_t)n, sizeof *median, process_ascending);
	qsort(width, (size_t)n, sizeof *width, process_ascending);
	return (struct centre){ .median = quantile(median, n, 0.5), .width = quantile(width, n, 0.5),
		.spread = quantile(median, n, 0.975) - quantile(median, n, 0.025), .all = all };
}

static void print(const struct row *row)
{
	struct centre centre;
	int n = row->n, inside = 0, neighbours = 0, silent = 0;

	if (n == 0)
		return;
	centre = centre_of(row, 0);
	for (int i = 0; i < n; i++) {
		inside += row->low[i] <= centre.median && centre.median <= row->high[i];
		neighbours += row->neighbour[i];
		silent += !row->warned[i] && fabs(row->median[i] / centre.median - 1) > OFF;
	}
	printf("%-12s %5d %12.5g%c%7.1f %% %9d %6d %9.2f %% %8.2f\n", row->name, n, centre.median,
		centre.all ? '*' : ' ', 100.0 * inside / n, neighbours, silent,
		100 * centre.spread / centre.median, centre.width / centre.spread);
}

static void save(const char *path)
{
	FILE *file = fopen(path, "w");

	if (!file) {
		perror(path);
		return;
	}
	fputs("benchmark,cycles\n", file);
	for (int i = 0; i < row_count; i++)
		for (int k = 0; k < rows[i].n; k++)
			fprintf(file, "%s,%.9g\n", rows[i].name, rows[i].median[k]);
	fclose(file);
}

/* The command after "--", or bench/everyday in the folder of this program. */
static void make_command(int argc, char **argv, int after, char *command)
{
	size_t used = 0;

	if (after >= argc) {
		char *slash = strrchr(argv[0], '/');

		snprintf(command, COMMAND, "%.*severyday --format json",
			slash ? (int)(slash + 1 - argv[0]) : 0, argv[0]);
		return;
	}
	for (int i = after; i < argc && used < COMMAND - 1; i++)
		used += (size_t)snprintf(command + used, COMMAND - used, "%s'%s'", i > after ? " " : "",
			argv[i]);
}

int main(int argc, char **argv)
{
	char command[COMMAND];
	int dash = 1, starts, hogs, failed = 0;
	pid_t hog[16];
	bench_clock clock = bench_clock_default();
	uint64_t began;

	while (dash < argc && strcmp(argv[dash], "--"))
		dash++;
	starts = dash > 1 ? process_number(argv[1], 3, STARTS) : 40;
	hogs = dash > 2 ? process_number(argv[2], 0, 16) : 0;
	if (starts < 0 || hogs < 0 || dash > 4) {
		fprintf(stderr, "usage: honest [STARTS [HOGS [FILE]]] [-- COMMAND ARGUMENT...]\n");
		return 2;
	}
	make_command(argc, argv, dash + 1, command);
	process_start_hogs(hog, hogs);
	began = clock.now_ns(clock.ctx);
	for (int i = 0; i < starts; i++)
		failed += start(command) != 0;
	printf("%d starts, %d hogs, %.3f s each, %d failed\n", starts, hogs,
		(double)(clock.now_ns(clock.ctx) - began) / 1e9 / starts, failed);
	process_stop_hogs(hog, hogs);
	if (row_count == 0) {
		fprintf(stderr, "honest: no row in the output of %s: expected what --format json prints\n",
			command);
		return 2;
	}
	printf("%-12s %5s %12s %9s %9s %6s %11s %8s\n", "row", "n", "median", "holds", "neighbour",
		"silent", "spread", "width");
	for (int i = 0; i < row_count; i++)
		print(&rows[i]);
	if (dash > 3)
		save(argv[3]);
	return failed > 0;
}
