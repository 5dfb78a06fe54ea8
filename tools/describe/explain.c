/*
 * Finds other metrics that separate the modes or the outliers of this one.
 *
 * The values are split into those nearest to the highest mode and the others, or into outliers
 * (beyond three quartile ranges outside the quartiles) and the others.  Every other metric is split
 * in the same way, and both parts are compared by ranks; the metric with the smallest p is named if
 * p, times their number, is below 1 %.  Parts of fewer than three values prove nothing and are not
 * looked at.  Assumes: the metrics' values belong together one by one, as in a row of a table.
 * Wrong when: both follow a third cause: it is a correlation, not a proof.
 *
 * SPDX-License-Identifier: MIT
 */

#include "tools/describe/describe.h"

#define ALPHA 0.01
#define EXPLAIN_FEWEST 3

/* How another metric differs between the two parts: the p-value, and the centre of each part. */
typedef struct contrast {
	const benchi_set *set;
	double p, in, out;
} contrast;

/* Compares both parts of another metric by ranks. part[i]: whether value i belongs to the first
 * part; capacity: scratch for 2 * set->n numbers. The centres are medians, or means if the
 * medians are equal or not positive. BENCH_ERR_MEMORY. */
static bench_status compare_parts(const benchi_set *set, const bool *part, double *capacity,
                                  contrast *c)
{
	bench_numbers in = { capacity, 0 }, out = { capacity + set->n, 0 };
	bench_description a, b;
	bench_ranksum r;
	bench_status status;

	*c = (contrast){ .set = set, .p = 1 };
	for (size_t i = 0; i < set->n; i++)
		if (part[i])
			capacity[in.n++] = set->x[i];
		else
			capacity[set->n + out.n++] = set->x[i];
	if (in.n < EXPLAIN_FEWEST || out.n < EXPLAIN_FEWEST)
		return BENCH_OK;
	status = bench_ranksum_test(&in, &out, 0, &r);
	if (!status)
		status = bench_numbers_describe(&in, 0, &a);
	if (!status)
		status = bench_numbers_describe(&out, 0, &b);
	if (status)
		return status;
	bool medians = a.median > 0 && b.median > 0 && a.median != b.median;

	c->p = fmin(r.p, 1);
	c->in = medians ? a.median : a.mean;
	c->out = medians ? b.median : b.mean;
	return BENCH_OK;
}

bench_status describe_explain(const job *j, const figures *f, bool outliers, char *text,
                              size_t size)
{
	const benchi_rows *rows = &j->rows[f->side->file];
	const benchi_set *own = f->side->set;
	const benchi_modes *m = &f->side->shape.modes;
	const char *part = outliers ? "the outliers have" : "the highest mode has";
	double low = -INFINITY, high, tried = 0, *capacity;
	bench_status status = BENCH_OK;
	contrast best = { .p = 1 }, c; /* best: the strongest contrast among the other metrics */
	char x[80], y[80];
	bool *in;

	*text = '\0';
	if (!outliers && m->n < 2)
		return BENCH_OK;
	if (outliers) {
		low = f->d.q25 - 3 * f->d.iqr;
		high = f->d.q75 + 3 * f->d.iqr;
	} else
		high = m->at[m->n - 2] / 2 + m->at[m->n - 1] / 2;
	in = malloc((own->n + 1) * sizeof *in);
	capacity = malloc((2 * own->n + 1) * sizeof *capacity);
	if (!in || !capacity)
		status = benchi_no_memory("the metrics");
	for (size_t i = 0; i < own->n && !status; i++)
		in[i] = own->x[i] < low || own->x[i] > high;
	for (size_t i = 0; i < rows->sets && !status; i++) {
		const benchi_set *set = &rows->set[i];

		if (set == own || set->n != own->n || strcmp(set->benchmark, own->benchmark) != 0)
			continue;
		tried++;
		status = compare_parts(set, in, capacity, &c);
		if (!status && c.p < best.p)
			best = c;
	}
	free(in);
	free(capacity);
	if (status || !best.set || best.p * tried > ALPHA)
		return status;
	benchi_value_text(best.in, best.set->unit, 3, false, x, sizeof x);
	benchi_value_text(best.out, best.set->unit, 3, false, y, sizeof y);
	if (best.out > 0 && best.in > best.out)
		snprintf(text, size, "%s %.3g times the %.60s (%s against %s, p = %.2g)", part,
		         best.in / best.out, best.set->metric, x, y, best.p);
	else
		snprintf(text, size, "%s %s %.60s (%s against %s, p = %.2g)", part,
		         best.in > best.out ? "more" : "less", best.set->metric, x, y, best.p);
	return BENCH_OK;
}

/*
 * Finds a periodic pattern in the run order.
 *
 * A timer, a garbage collector or a buffer that is flushed disturbs every k-th value. The
 * autocorrelation has a peak at such a lag. A lag counts if its peak exceeds what independent
 * values reach at any of the lags with a probability of 1 % (normal quantile over sqrt(n),
 * corrected for the number of lags), and if the autocorrelation was below 0 at a shorter lag, which
 * excludes a drift. Worked: 1 1 1 5 1 1 1 5 ...: the lags 1 to 3 have -1/3, lag 4 nearly 1. Assumes
 * that values were taken at even steps. Of more than 5000 values only the first 5000 count.
 */

#define MOST 5000
#define PERIOD_FEWEST 20

bench_status describe_period(const benchi_prepared *set, period *found)
{
	size_t n = set->set.n < MOST ? set->set.n : MOST, lags = n / 3;
	bench_numbers some = { set->set.x, n };
	double *r = malloc((lags + 2) * sizeof *r), bound, lowest = 1, highest;
	benchi_moments m = benchi_moments_of(&some);

	found->length = 0;
	found->correlation = (double)NAN;
	if (!r)
		return benchi_no_memory("the autocorrelation");
	if (n >= PERIOD_FEWEST && m.squares > 0) {
		bound = benchi_normal_quantile(1 - ALPHA / (double)lags / 2) / sqrt((double)n);
		highest = bound;
		for (size_t k = 1; k <= lags + 1; k++) {
			double mean = benchi_mean(&m);
			double sum = 0;

			for (size_t i = k; i < n; i++)
				sum += (some.x[i] - mean) * (some.x[i - k] - mean);
			r[k] = sum / m.squares;
		}
		for (size_t k = 2; k <= lags; k++) {
			lowest = fmin(lowest, r[k - 1]);
			/* multiples of a period have peaks as high: take the first, unless a later peak is
			 * clearer */
			if (lowest < 0 && r[k] > highest && r[k] >= r[k - 1] && r[k] >= r[k + 1]) {
				found->length = k;
				found->correlation = r[k];
				highest = r[k] + bound;
			}
		}
	}
	free(r);
	return BENCH_OK;
}
