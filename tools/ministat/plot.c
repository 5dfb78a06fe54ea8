/*
 * Draws ministat's plot: all values on one scale.
 *
 * A column of the plot is a bin; the values of a set are stacked in it, the sets over
 * each other, and below stands a bar a set: mean +/- one deviation, median M, mean A.
 * Kept from ministat, since people compare its output: a set whose highest stack is
 * lower than that of an earlier one cuts the earlier one off, and a bin of several
 * sets shows the mark of their numbers or-ed.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/ministat/ministat.h"

typedef struct plot {
	size_t sets, width, bars;
	double x0, dx;               /* a value's column is (value - x0) / dx, cut */
	size_t *count;               /* sets * width: how many stand in the bin */
	size_t highest[MINISTAT_SETS];
	char *bar;                   /* bars * width */
} plot;

/* The column of a value.  -1 (never drawn) where it lies outside. */
static long column(const plot *p, double value)
{
	double x = (value - p->x0) / p->dx;

	return x > -1 && x < (double)p->width ? (long)x : -1;
}

/* Widens the scale to a value; a NaN widens nothing. */
static void widen(double value, double *min, double *max)
{
	if (value < *min)
		*min = value;
	if (value > *max)
		*max = value;
}

static void fill_bins(plot *p, const ministat_set *set, size_t k)
{
	size_t *count = p->count + k * p->width, inside = 0;

	for (size_t i = 0; i < set->n; i++) {
		long x = column(p, set->x[i]);

		if (p->width && x >= 0)
			count[x]++;
		inside += !p->width;
	}
	p->highest[k] = inside;
	for (size_t x = 0; x < p->width; x++)
		if (count[x] > p->highest[k])
			p->highest[k] = count[x];
}

static void draw_bar(plot *p, const ministat_set *set, size_t k)
{
	char *bar = p->bar + (p->bars > 1 ? k : 0) * p->width;
	long first = column(p, set->mean - set->deviation);
	long last = column(p, set->mean + set->deviation);
	long median = column(p, set->median), mean = column(p, set->mean);

	if (first >= 0 && last >= 0) {
		bar[first] = '|';
		for (long x = first + 1; x < last; x++)
			if (bar[x] == ' ')
				bar[x] = '_';
		bar[last] = '|';
	}
	if (median >= 0)
		bar[median] = 'M';
	if (mean >= 0)
		bar[mean] = 'A';
}

/* Later sets cut earlier ones off: no set is seen above the lowest that follows it. */
static void cut_stacks(plot *p)
{
	size_t limit = SIZE_MAX;

	for (size_t k = p->sets; k-- > 0;) {
		limit = p->highest[k] < limit ? p->highest[k] : limit;
		for (size_t x = 0; x < p->width; x++)
			if (p->count[k * p->width + x] > limit)
				p->count[k * p->width + x] = limit;
	}
}

/* A frame's edge: +---+. */
static void print_edge(const plot *p)
{
	putchar('+');
	for (size_t x = 0; x < p->width; x++)
		putchar('-');
	puts("+");
}

/* A line of the frame: |...|. */
static void print_line(const plot *p, char *line)
{
	line[0] = line[p->width + 1] = '|';
	line[p->width + 2] = '\n';
	fwrite(line, 1, p->width + 3, stdout);
}

static int print_plot(const plot *p)
{
	char *line = malloc(p->width + 3);

	if (!line)
		return -1;
	print_edge(p);
	for (size_t row = p->highest[p->sets - 1]; row > 0; row--) {
		for (size_t x = 0; x < p->width; x++) {
			unsigned mark = 0;

			for (size_t k = 0; k < p->sets; k++)
				if (p->count[k * p->width + x] >= row)
					mark |= (unsigned)k + 1;
			line[x + 1] = MINISTAT_MARKS[mark];
		}
		print_line(p, line);
	}
	for (size_t i = 0; i < p->bars; i++) {
		memcpy(line + 1, p->bar + i * p->width, p->width);
		print_line(p, line);
	}
	print_edge(p);
	free(line);
	return 0;
}

static int draw(plot *p, const ministat_set *set)
{
	p->count = calloc(p->sets * p->width + 1, sizeof *p->count);
	p->bar = malloc(p->bars * p->width + 1);
	if (!p->count || !p->bar)
		return -1;
	memset(p->bar, ' ', p->bars * p->width + 1);
	for (size_t k = 0; k < p->sets; k++) {
		fill_bins(p, &set[k], k);
		if (p->width)
			draw_bar(p, &set[k], k);
	}
	cut_stacks(p);
	return print_plot(p);
}

/* The length of the scale that holds all sets; its lower end through *min. */
static double scale(const ministat_set *set, size_t sets, double *min)
{
	double max = -HUGE_VAL;

	*min = HUGE_VAL;
	for (size_t k = 0; k < sets; k++) {
		widen(set[k].min, min, &max);
		widen(set[k].max, min, &max);
		widen(set[k].mean - set[k].deviation, min, &max);
		widen(set[k].mean + set[k].deviation, min, &max);
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
	plot p;
	int status;

	if (span == 0) {
		puts("[no plot, span is zero width]");
		return 0;
	}
	memset(&p, 0, sizeof p);
	p.sets = sets;
	p.width = (size_t)width;
	p.bars = separate ? sets : 1;
	p.dx = span / (width - 1.0);
	p.x0 = min - .5 * p.dx;
	status = draw(&p, set);
	free(p.count);
	free(p.bar);
	return status;
}
