/*
 * What is the k-th smallest number, while numbers keep coming?
 *
 * The numbers stand in sorted runs whose lengths are the bits of n, the longest
 * first; a new number is a run of one, and runs of equal length merge: log2(n) moves
 * a number in all (Bentley and Saxe, Journal of Algorithms 1, 1980, p. 301).  The
 * k-th is found by halving the longest of the parts that are still possible in each
 * run; what lies below the halving point is counted by bisection in the others.
 * Worked: n = 11 is runs of 8, 2 and 1.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "stats/runs.h"

static int grow(benchi_runs *r)
{
	size_t size = r->size ? 2 * r->size : 64;
	double *x, *capacity;

	if (r->n < r->size)
		return 1;
	x = realloc(r->x, size * sizeof *x);
	if (x)
		r->x = x;
	capacity = realloc(r->capacity, size / 2 * sizeof *capacity);
	if (capacity)
		r->capacity = capacity;
	if (!x || !capacity)
		return 0;
	r->size = size;
	return 1;
}

/* Merges the last two runs, of equal length; only the second moves out of the way. */
static void merge_last(benchi_runs *r)
{
	size_t length = r->length[r->runs - 1], i = length, j = length, to = 2 * length;
	double *first = r->x + r->n - 2 * length;

	memcpy(r->capacity, first + length, length * sizeof *first);
	while (j > 0)
		if (i > 0 && first[i - 1] > r->capacity[j - 1])
			first[--to] = first[--i];
		else
			first[--to] = r->capacity[--j];
	r->length[--r->runs - 1] = 2 * length;
}

int benchi_runs_add(benchi_runs *r, double x)
{
	if (!grow(r))
		return 0;
	r->x[r->n++] = x;
	r->length[r->runs++] = 1;
	while (r->runs >= 2 && r->length[r->runs - 1] == r->length[r->runs - 2])
		merge_last(r);
	return 1;
}

void benchi_runs_free(benchi_runs *r)
{
	free(r->x);
	free(r->capacity);
	memset(r, 0, sizeof *r);
}

/* How many of x[from..to) are below value, or, with equal, not above it. */
static size_t bisect(const double *x, size_t from, size_t to, double value, int equal)
{
	while (from < to) {
		size_t middle = from + (to - from) / 2;

		if (x[middle] < value || (equal && x[middle] == value))
			from = middle + 1;
		else
			to = middle;
	}
	return from;
}

static size_t count(const benchi_runs *r, double value, int equal)
{
	size_t at = 0, sum = 0;

	for (int i = 0; i < r->runs; i++) {
		sum += bisect(r->x, at, at + r->length[i], value, equal) - at;
		at += r->length[i];
	}
	return sum;
}

size_t benchi_runs_below(const benchi_runs *r, double x)
{
	return count(r, x, 0);
}

size_t benchi_runs_upto(const benchi_runs *r, double x)
{
	return count(r, x, 1);
}

double benchi_runs_select(const benchi_runs *r, size_t k)
{
	size_t from[BENCHI_RUNS_MOST], to[BENCHI_RUNS_MOST], cut[BENCHI_RUNS_MOST], at = 0;

	for (int i = 0; i < r->runs; i++) {
		from[i] = at;
		to[i] = at += r->length[i];
	}
	for (;;) {
		size_t below = 0, upto = 0, longest = 0;
		double pivot;

		for (int i = 1; i < r->runs; i++)
			if (to[i] - from[i] > to[longest] - from[longest])
				longest = (size_t)i;
		/* cppcheck-suppress uninitvar; k < n, so there is a run */
		/* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): the same */
		pivot = r->x[from[longest] + (to[longest] - from[longest]) / 2];
		for (int i = 0; i < r->runs; i++) {
			cut[i] = bisect(r->x, from[i], to[i], pivot, 0);
			below += cut[i] - from[i];
			upto += bisect(r->x, cut[i], to[i], pivot, 1) - from[i];
		}
		if (k >= below && k < upto)
			return pivot;
		for (int i = 0; i < r->runs; i++)
			if (k < below)
				to[i] = cut[i];
			else
				from[i] = bisect(r->x, cut[i], to[i], pivot, 1);
		if (k >= upto)
			k -= upto;
	}
}
