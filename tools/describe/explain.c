/*
 * Finds other metrics that separate the modes or the outliers of this one.
 *
 * The values are parted: those nearest to the highest mode and the others, or the outliers
 * (beyond three quartile ranges outside the quartiles) and the others.  Every other metric of
 * the same values is parted alike, and both parts are compared by ranks; the metric with the
 * smallest p is named if p, times their number, is below 1 %.  Parts of fewer than three values
 * prove nothing and are not looked at.
 * Assumes: the metrics' values belong together one by one, as in a row of a table.
 * Wrong when: both follow a third cause: it is a correlation, not a proof.
 *
 * SPDX-License-Identifier: MIT
 */

#include "tools/describe/describe.h"

#define ALPHA 0.01
#define EXPLAIN_FEWEST 3

/* Of one other metric: p, and the centres of both parts. */
typedef struct contrast {
	const benchi_set *set;
	double p, in, out;
} contrast;

/* Medians, or means where the medians are equal or no ratio can be made of them. */
static bench_status find_centres(const bench_numbers *in, const bench_numbers *out, contrast *c)
{
	bench_description a, b;
	bench_status status = bench_numbers_describe(in, 0, &a);

	if (!status)
		status = bench_numbers_describe(out, 0, &b);
	if (status)
		return status;
	c->in = a.median;
	c->out = b.median;
	if (a.median <= 0 || b.median <= 0 || a.median == b.median) {
		c->in = a.mean;
		c->out = b.mean;
	}
	return BENCH_OK;
}

/* Compares the parts of another metric; part: of each value, whether it is in. */
static bench_status compare_parts(const benchi_set *set, const bool *part, double *capacity,
                                  contrast *c)
{
	bench_numbers in = { capacity, 0 }, out = { capacity + set->n, 0 };
	bench_ranksum r;
	bench_status status;

	for (size_t i = 0; i < set->n; i++)
		if (part[i])
			capacity[in.n++] = set->x[i];
		else
			capacity[set->n + out.n++] = set->x[i];
	c->p = 1;
	if (in.n < EXPLAIN_FEWEST || out.n < EXPLAIN_FEWEST)
		return BENCH_OK;
	status = bench_ranksum_test(&in, &out, 0, &r);
	if (!status && r.p < 1) {
		c->p = r.p;
		status = find_centres(&in, &out, c);
	}
	c->set = set;
	return status;
}

/* The other metric that separates the parts best; .set is NULL if none does. */
static bench_status find_contrast(const job *j, const figures *f, const bool *part,
                                  contrast *best)
{
	const benchi_rows *rows = &j->rows[f->side->file];
	const benchi_set *own = f->side->set;
	double *capacity = malloc(2 * own->n * sizeof *capacity), tried = 0;
	bench_status status = BENCH_OK;
	contrast c = { NULL, 1, 0, 0 };

	*best = c;
	if (!capacity)
		return benchi_fail(BENCH_ERR_MEMORY, "out of memory for the metrics");
	for (size_t i = 0; i < rows->sets && !status; i++) {
		const benchi_set *set = &rows->set[i];

		if (set == own || set->n != own->n || strcmp(set->benchmark, own->benchmark) != 0)
			continue;
		tried++;
		status = compare_parts(set, part, capacity, &c);
		if (c.p < best->p)
			*best = c;
	}
	if (best->p * tried > ALPHA)
		best->set = NULL;
	free(capacity);
	return status;
}

static char *write_contrast(const contrast *c, const char *part, char *text, size_t size)
{
	char in[80], out[80];

	benchi_value_text(c->in, c->set->unit, 3, false, in, sizeof in);
	benchi_value_text(c->out, c->set->unit, 3, false, out, sizeof out);
	if (c->out > 0 && c->in > c->out)
		snprintf(text, size, "%s %.3g times the %.60s (%s against %s, p = %.2g)", part,
		         c->in / c->out, c->set->metric, in, out, c->p);
	else
		snprintf(text, size, "%s %s %.60s (%s against %s, p = %.2g)", part,
		         c->in > c->out ? "more" : "less", c->set->metric, in, out, c->p);
	return text;
}

/* Parts the values by a function, and names what goes with it. */
static bench_status explain(const job *j, const figures *f, bool (*in)(const figures *, double),
                            const char *what, char *text, size_t size)
{
	const benchi_set *set = f->side->set;
	bool *part = malloc((set->n ? set->n : 1) * sizeof *part);
	bench_status status;
	contrast best;

	*text = '\0';
	if (!part)
		return benchi_fail(BENCH_ERR_MEMORY, "out of memory for the metrics");
	for (size_t i = 0; i < set->n; i++)
		part[i] = in(f, set->x[i]);
	status = find_contrast(j, f, part, &best);
	if (!status && best.set)
		write_contrast(&best, what, text, size);
	free(part);
	return status;
}

static bool in_high_mode(const figures *f, double x)
{
	const benchi_modes *m = &f->side->shape.modes;

	return x > m->at[m->n - 2] / 2 + m->at[m->n - 1] / 2;
}

static bool is_outlier(const figures *f, double x)
{
	return x < f->d.q25 - 3 * f->d.iqr || x > f->d.q75 + 3 * f->d.iqr;
}

bench_status describe_modes(const job *j, const figures *f, char *text, size_t size)
{
	*text = '\0';
	if (f->side->shape.modes.n < 2)
		return BENCH_OK;
	return explain(j, f, in_high_mode, "the highest mode has", text, size);
}

bench_status describe_outliers(const job *j, const figures *f, char *text, size_t size)
{
	return explain(j, f, is_outlier, "the outliers have", text, size);
}

/*
 * Finds a periodic pattern in the run order.
 *
 * A timer, a garbage collector or a buffer that is flushed disturbs every k-th value.  The
 * autocorrelation has a peak at such a lag: it is taken where it exceeds what independent values
 * reach at any of the lags with a probability of 1 % (normal quantile over sqrt(n), corrected
 * for their number), and where it was below 0 at a shorter lag, which a drift is not.
 * Worked: 1 1 1 5 1 1 1 5 ...: the lags 1 to 3 have -1/3, lag 4 nearly 1.
 * Assumes: values taken at even steps.  Of more than 5000 values the first 5000 are looked at.
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
		return benchi_fail(BENCH_ERR_MEMORY, "out of memory for the autocorrelation");
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
			/* its multiples are as high: the first is taken, unless a later one is clearer */
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
