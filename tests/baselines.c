/*
 * Simpler estimators of the clock, to compare with.
 *
 * The paper's (Staelin and McVoy 1998, sections 4.2 and 7), reimplemented from its text: take the
 * smallest time of each chain. Assume that the smallest of a subset is i ticks, count the ticks of
 * the others, and regress. Accept i if its chi-squared, weighted by i * i, is smaller than all
 * before. The answers of all subsets vote (here 400 drawn subsets), and the second smallest times
 * must give the same result within 1 %.
 *
 * The sketch: the tick with the smallest sum of min(C, misfit + log count).
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "baselines.h"

#include "world.h"

enum { SUBSETS = 400, GUESSES = 40 };

/* The smallest and the second smallest time of each chain. */
static size_t smallest(const bench_recording *recording, double *first, double *second)
{
	size_t n = bench_recording_chains(recording), windows = bench_recording_windows(recording);

	for (size_t i = 0; i < n; i++) {
		const char *name = bench_recording_chain(recording, i).name;

		first[i] = second[i] = INFINITY;
		for (size_t w = 0; w < windows; w++) {
			bench_cpu_window window = bench_recording_window(recording, w);
			double ns = window.ns / window.operations;

			if (window.expression != name)
				continue;
			if (ns < first[i]) {
				second[i] = first[i];
				first[i] = ns;
			} else if (ns < second[i]) {
				second[i] = ns;
			}
		}
	}
	return n;
}

/* Slope and chi-squared of the regression of times on counts. */
static double regress(const double *ns, const double *counts, size_t n, double *chi)
{
	double sc = 0, st = 0, scc = 0, sct = 0, slope, intercept;

	for (size_t i = 0; i < n; i++) {
		sc += counts[i];
		st += ns[i];
		scc += counts[i] * counts[i];
		sct += counts[i] * ns[i];
	}
	slope = ((double)n * sct - sc * st) / ((double)n * scc - sc * sc);
	intercept = (st - slope * sc) / (double)n;
	*chi = 0;
	for (size_t i = 0; i < n; i++)
		*chi += pow(ns[i] - intercept - slope * counts[i], 2);
	return slope;
}

static double divisor_of(const double *ns, size_t n)
{
	double least = INFINITY, answer = NAN, best = 0;

	for (size_t j = 0; j < n; j++)
		least = fmin(least, ns[j]);
	for (int i = 1; i <= GUESSES; i++) {
		double counts[CHAINS_MOST], chi, slope, first;
		int differ = 0;

		for (size_t j = 0; j < n; j++)
			counts[j] = floor(ns[j] * i / least + 0.5);
		first = counts[0];
		for (size_t j = 1; j < n; j++)
			differ |= fabs(counts[j] - first) > 0.5;
		if (!differ)
			continue;
		slope = regress(ns, counts, n, &chi);
		if (isnan(answer) || i * i * chi < best) {
			best = chi;
			answer = slope;
		}
	}
	return answer;
}

static double vote(const double *ns, size_t n)
{
	double answers[SUBSETS], answer = NAN;
	uint64_t state = 1;
	int most = 0;

	for (int k = 0; k < SUBSETS; k++) {
		double some[CHAINS_MOST];
		uint64_t bits = world_bits(&state);
		size_t m = 0;

		for (size_t i = 0; i < n; i++)
			if (bits >> i & 1)
				some[m++] = ns[i];
		answers[k] = m >= 2 ? divisor_of(some, m) : (double)NAN;
	}
	for (int k = 0; k < SUBSETS; k++) {
		int votes = 0;

		for (int j = 0; j < SUBSETS; j++)
			votes += fabs(answers[j] / answers[k] - 1) < 0.01;
		if (votes > most) {
			most = votes;
			answer = answers[k];
		}
	}
	return answer;
}

double baseline_paper(const bench_recording *recording)
{
	double first[CHAINS_MOST], second[CHAINS_MOST], a, b;
	size_t n = smallest(recording, first, second);

	a = vote(first, n);
	b = vote(second, n);
	return fabs(a / b - 1) < 0.01 ? 1000 / a : (double)NAN;
}

static double sketch_cost(const double *ns, size_t n, double tick)
{
	const double outlier = 6, error = 0.004;
	double cost = 0;

	for (size_t i = 0; i < n; i++) {
		double x = ns[i] / tick, c = fmax(1, floor(x + 0.5)), off = (x - c) / (error * c);

		cost += fmin(outlier, off * off / 2 + log(c));
	}
	return cost;
}

double baseline_sketch(const bench_recording *recording)
{
	double first[CHAINS_MOST], second[CHAINS_MOST], least = INFINITY, answer = NAN;
	size_t n = smallest(recording, first, second);

	for (size_t j = 0; j < n; j++)
		for (int c = 1; c <= GUESSES; c++) {
			double tick = first[j] / c, cost = sketch_cost(first, n, tick);

			if (cost < least) {
				least = cost;
				answer = tick;
			}
		}
	return 1000 / answer;
}
