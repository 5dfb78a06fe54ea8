/*
 * How the time of a case with a range grows: n, n log n, ... ; and rows that lost their work to the
 * compiler.
 *
 * For each order, time = fixed + each * f(n) with neither below 0 is fitted by least squares of the
 * relative errors: a nanosecond matters at ten but not at a thousand. Every order has two numbers
 * to fit (O(1): one), so their errors are comparable. The choice is the simplest order whose error
 * is at most 1.5 times that of the best plus one percent, and no order if that is above 10 %.
 *
 * If no order fits, the smallest values are left out one by one while enough are left: the order
 * is about large n, and at n = 1 most of the time is the cost of the call.
 *
 * Worked: 12, 22, 42, 82 ns at n = 5, 10, 20, 40 are 2 ns and 2 ns each, without error. The same
 * times at 1, 2, 3, 4 give no result: too close together.
 *
 * If time jumps between values because a cache overflows, usually no order fits.
 *
 * SPDX-License-Identifier: MIT
 */
#include "program/program.h"

static const double FITS = 0.1, SPAN = 8;

static double growth_shape(int order, double n)
{
	switch (order) {
	case 0: return 0;
	case 1: return log2(n);
	case 2: return n;
	case 3: return n * log2(n);
	case 4: return n * n;
	default: return n * n * n;
	}
}

/* Returns nonzero if a pair counts: its parameter is above `above`, its time above 0. */
static int counts(double parameter, double time, double above)
{
	return parameter > above && time > 0 && isfinite(time);
}

/* Returns the fit of one order, which minimises the sum of (1 - fixed u - each v)^2. */
static benchi_growth fit_order(int order, const double *parameter, const double *time,
                               size_t n, double above)
{
	/* sums over the pairs that count, of u = 1 / time and v = f / time */
	struct { double u, v, uu, uv, vv, n; } s = { 0, 0, 0, 0, 0, 0 };
	benchi_growth g = { order, -1, (double)NAN, 0, 0, (double)NAN };
	double det, left = 0;

	for (size_t i = 0; i < n; i++) {
		double u = 1 / time[i], v = growth_shape(order, parameter[i]) / time[i];

		if (!counts(parameter[i], time[i], above))
			continue;
		s.n++;
		s.u += u;
		s.v += v;
		s.uu += u * u;
		s.uv += u * v;
		s.vv += v * v;
	}
	g.fixed = s.u / s.uu;
	det = s.uu * s.vv - s.uv * s.uv;

	if (order > 0 && det > 1e-12 * s.uu * s.vv) {
		g.fixed = (s.u * s.vv - s.v * s.uv) / det;
		g.each = (s.v * s.uu - s.u * s.uv) / det;
	}
	if (order > 0 && g.fixed < 0) {
		g.fixed = 0;
		g.each = s.v / s.vv;
	}
	if (g.each < 0 || (order > 0 && !(g.each > 0))) {
		g.off = (double)INFINITY;
		return g;
	}
	for (size_t i = 0; i < n; i++)
		if (counts(parameter[i], time[i], above))
			left += pow(1 - (g.fixed + g.each * growth_shape(order, parameter[i])) / time[i], 2);
	g.off = sqrt(left / (s.n - 2));
	return g;
}

/* Returns the fit to the values with parameters above `above`; order -1 if no order fits. */
static benchi_growth fit_above(const double *parameter, const double *time, size_t n,
                               double above)
{
	benchi_growth none = { -1, -1, (double)NAN, (double)NAN, (double)NAN, (double)NAN };
	benchi_growth g[BENCHI_GROWTH_ORDERS];
	double best = INFINITY;
	int chosen = -1;

	/* Are there enough values, far enough apart? */
	double low = INFINITY, high = 0;
	size_t count = 0;

	for (size_t i = 0; i < n; i++)
		if (counts(parameter[i], time[i], above)) {
			low = fmin(low, parameter[i]);
			high = fmax(high, parameter[i]);
			count++;
		}
	if (!(count >= BENCHI_GROWTH_LEAST && high >= SPAN * low))
		return none;
	for (int order = 0; order < BENCHI_GROWTH_ORDERS; order++) {
		g[order] = fit_order(order, parameter, time, n, above);
		best = fmin(best, g[order].off);
	}
	for (int order = BENCHI_GROWTH_ORDERS - 1; order >= 0; order--)
		if (g[order].off <= 1.5 * best + 0.01) {
			if (chosen >= 0)
				g[order].other = chosen;
			chosen = order;
		}
	none.off = best;
	return chosen < 0 || g[chosen].off > FITS ? none : g[chosen];
}

benchi_growth benchi_growth_fit(const double *parameter, const double *time, size_t n)
{
	const benchi_growth all = fit_above(parameter, time, n, 0);
	benchi_growth g = all;

	for (double above = 0; g.order < 0 && isfinite(g.off); ) {
		double least = INFINITY, from = INFINITY;

		for (size_t i = 0; i < n; i++)
			if (counts(parameter[i], time[i], above))
				least = fmin(least, parameter[i]);
		for (size_t i = 0; i < n; i++)
			if (counts(parameter[i], time[i], least))
				from = fmin(from, parameter[i]);
		above = least;
		g = fit_above(parameter, time, n, above);
		g.from = from;
	}
	return g.order < 0 ? all : g;
}

const char *benchi_growth_name(int order)
{
	static const char *const names[BENCHI_GROWTH_ORDERS] = { "O(1)", "O(log n)", "O(n)",
		"O(n log n)", "O(n^2)", "O(n^3)" };

	return order >= 0 && order < BENCHI_GROWTH_ORDERS ? names[order] : "";
}

/*
 * The lines below a table.
 */

static const struct {
	/* Usual items and bytes per cycle. Wide vectors can do more, so a row above these rates has
	 * lost its work only if it also takes no longer than a smaller row. */
	double bytes_usual, items_usual;
	double loads;         /* bytes per cycle that no core exceeds */
	/* work was removed if the work grows by at least this factor but the time by less than
	 * `longer` */
	double work, longer;
} work_policy = { 32, 8, 128, 4, 1.1 };

/* Lists the rows of one case that differ only in the leading parameter from row `first`. Returns
 * their number; 0 if an earlier row belongs to them, or the row has no parameter. */
static size_t family_of(const benchi_report *report, size_t first, const benchi_result **member)
{
	const benchi_row *of = &report->result[first].row;
	size_t n = 0;

	for (size_t i = 0; of->has_parameter && i < report->n; i++) {
		const benchi_row *row = &report->result[i].row;

		if (!row->has_parameter || strcmp(row->benchmark, of->benchmark)
		    || row->threads != of->threads
		    || !benchi_parameters_alike(row->parameters, of->parameters))
			continue;
		if (i < first)
			return 0;
		member[n++] = &report->result[i];
	}
	return n;
}

/* Returns the cycles of one iteration at the usual rate. */
static double usual_cycles(const benchi_result *r)
{
	return fmax(r->row.items / work_policy.items_usual, r->row.bytes / work_policy.bytes_usual);
}

/* Names a family's largest row if the row is too fast: no core can load that much, or the row takes
 * no longer than the smallest one for several times the work. The usual cause is an array that
 * nothing writes, which the compiler takes for a constant. Wrong when an item is a bit, or is never
 * touched. */
static void print_lost_work(FILE *out, const benchi_result *const *member, size_t n)
{
	const benchi_result *least = *member, *most = least;

	for (size_t i = 0; i < n; i++) {
		if (!member[i]->skipped && usual_cycles(member[i]) < usual_cycles(least))
			least = member[i];
		if (!member[i]->skipped && usual_cycles(member[i]) > usual_cycles(most))
			most = member[i];
	}
	if (usual_cycles(most) >= work_policy.work * usual_cycles(least)
	    && most->answer.summary.ns < work_policy.longer * least->answer.summary.ns
	    && usual_cycles(most) > most->answer.summary.cycles)
		fprintf(out, "\n%s takes no longer than %s, with %.3g times the work: "
			"the compiler may have\nremoved it; bench_keep(3)\n", most->row.name, least->row.name,
			usual_cycles(most) / usual_cycles(least));
	else if (fmax(most->row.items, most->row.bytes) / work_policy.loads
	         > most->answer.summary.cycles)
		fprintf(out, "\n%s does more per cycle than a core can load: the compiler may have\n"
			"removed the work; bench_keep(3)\n", most->row.name);
}

bench_status benchi_growth_print(FILE *out, const benchi_report *report)
{
	const benchi_result **member = malloc((report->n + 1) * sizeof *member);
	double *parameter = malloc((2 * report->n + 1) * sizeof *parameter);
	double *time = parameter ? parameter + report->n : NULL;
	char each[BENCHI_NUMBER_TEXT], fixed[BENCHI_NUMBER_TEXT], others[BENCHI_PARAMETERS_TEXT];
	size_t said = 0, members;

	for (size_t i = 0; i < report->n && member && parameter; i++) {
		const benchi_row *of = &report->result[i].row;
		const char *order;
		benchi_growth g;
		size_t n = 0;

		members = family_of(report, i, member);
		for (size_t k = 0; k < members; k++)
			if (benchi_time_is_usable(member[k])) {
				parameter[n] = (double)member[k]->row.parameter;
				time[n++] = member[k]->answer.summary.ns;
			}
		g = benchi_growth_fit(parameter, time, n);
		if (g.order < 0)
			continue;
		/* what the rows of one growth share: the case, its other parameters, the threads */
		fprintf(out, "%s%s%s", said++ ? "" : "\n", of->benchmark, benchi_parameters_name(
			of->parameters, of->parameters ? of->parameters->lead : 0, others));
		if (of->threads > 1)
			fprintf(out, " on %zu threads", of->threads);
		order = benchi_growth_name(g.order);
		fprintf(out, " grows like %s", order);
		if (isfinite(g.from))
			fprintf(out, " from %s on", benchi_number_text(g.from, each));
		benchi_number_digits(g.fixed, 3, fixed);
		benchi_number_digits(g.each, 3, each);
		if (g.order == 0)
			fprintf(out, ": %s ns", fixed);
		else
			fprintf(out, ": %s ns + %s ns * %.*s", fixed, each, (int)strlen(order) - 3, order + 2);
		fprintf(out, ", %.2g %% off", 100 * g.off);
		if (g.other >= 0)
			fprintf(out, "; %s fits as well", benchi_growth_name(g.other));
		putc('\n', out);
	}
	for (size_t i = 0; i < report->n && member && parameter; i++)
		if ((members = family_of(report, i, member)) > 0)
			print_lost_work(out, member, members);
	said = member && parameter;
	free(member);
	free(parameter);
	return said ? BENCH_OK : benchi_no_memory("how the times grow");
}
