/*
 * Fits throughput over load, and finds its peak.
 *
 * The universal scalability law (N. J. Gunther, "Guerrilla Capacity Planning", Springer 2007,
 * chapters 4 to 6):
 *
 * 	X(N) = lambda N / (1 + sigma (N - 1) + kappa N (N - 1))
 *
 * The fit minimises the sum of squares of (rate - X) / error with 0 <= sigma <= 1 and kappa >= 0.
 * Without errors, each rate is its own error: all relative errors are equal. The law is linear in
 * lambda, so lambda follows from the other two. Those are found by steps of Levenberg and
 * Marquardt, with both free, with either at 0, and with both at 0; the smallest sum wins.
 *
 * Intervals are by profile likelihood: a value belongs to its interval if fixing it raises the
 * smallest sum by at most t^2 s^2. t is Student's 97.5 % quantile with loads - 3 degrees of
 * freedom, s^2 the mean square of the residuals (at least 1 if errors were given).
 *
 * Worked: rates 90, 170, 240, 300 of 1 to 4 workers: lambda 90.4, sigma 0.055, kappa 0.0015.
 *
 * Assumes the law, and deviations from it that are independent from load to load. Wrong if the
 * machine adds steps: more workers than processors make a kink, which the law rounds off. A peak
 * far beyond the measured loads has a wide interval.
 *
 * SPDX-License-Identifier: MIT
 */

#include "analysis/analysis.h"

enum { STEPS = 200, HALVINGS = 80, DOUBLINGS = 60 };
enum { SIGMA, KAPPA };

static const double MISFIT_MOST = 0.15; /* a larger misfit makes the law meaningless */

/* Values of sigma and kappa, and which of them are fixed; lambda is always the best one. */
typedef struct point {
	double value[2];
	double lambda, sum;
} point;

typedef struct problem {
	const benchi_load *load;
	size_t n;
	int held[2];
	double peak;       /* nonzero: kappa is derived from this peak */
	double lambda;     /* if nonzero, lambda is fixed at this value */
	double most;       /* a value belongs to the interval if the sum of squares is at most this */
} problem;

/* Returns the standard error of a rate; without one, the rate. */
static double error_of(const benchi_load *load)
{
	return load->error > 0 ? load->error : load->rate;
}

static double scalability_shape(const double *value, double n)
{
	return n / (1 + value[SIGMA] * (n - 1) + value[KAPPA] * n * (n - 1));
}

double benchi_scalability_rate(const benchi_scalability *fit, double workers)
{
	double value[2] = { fit->sigma, fit->kappa };

	return fit->lambda * scalability_shape(value, workers);
}

/* Brings the point within the bounds, and finds its lambda and its sum of squares. */
static void scalability_settle(const problem *p, point *at)
{
	double up = 0, down = 0;

	for (int i = 0; i < 2; i++)
		at->value[i] = at->value[i] > 0 ? at->value[i] : 0;
	at->value[SIGMA] = fmin(at->value[SIGMA], 1);
	if (p->peak > 0)
		at->value[KAPPA] = (1 - at->value[SIGMA]) / (p->peak * p->peak);
	for (size_t i = 0; i < p->n; i++) {
		double f = scalability_shape(at->value, p->load[i].workers) / error_of(&p->load[i]);

		up += f * p->load[i].rate / error_of(&p->load[i]);
		down += f * f;
	}
	at->lambda = p->lambda > 0 ? p->lambda : up / down;
	at->sum = 0;
	for (size_t i = 0; i < p->n; i++) {
		double x = at->lambda * scalability_shape(at->value, p->load[i].workers);
		double r = (p->load[i].rate - x) / error_of(&p->load[i]);

		at->sum += r * r;
	}
}

/* Sets h and g to the normal equations of a step in sigma and kappa, h * step = g; lambda is
 * eliminated. */
static void normal_equations(const problem *p, const point *at, double h[2][2], double g[2])
{
	double full[3][3] = { { 0 } }, right[3] = { 0 }; /* with lambda, as the third */

	for (size_t i = 0; i < p->n; i++) {
		double n = p->load[i].workers, e = error_of(&p->load[i]);
		double f = scalability_shape(at->value, n), r = (p->load[i].rate - at->lambda * f) / e;
		double down = -at->lambda * f * f / n / e;
		double d[3] = { down * (n - 1), down * n * (n - 1), f / e }; /* derivatives */

		if (p->peak > 0) /* kappa follows sigma */
			d[SIGMA] -= d[KAPPA] / (p->peak * p->peak);
		for (int j = 0; j < 3; j++) {
			right[j] += d[j] * r;
			for (int k = 0; k < 3; k++)
				full[j][k] += d[j] * d[k];
		}
	}
	for (int j = 0; j < 2; j++) {
		double share = p->lambda > 0 ? 0 : full[j][2] / full[2][2];

		g[j] = right[j] - share * right[2];
		for (int k = 0; k < 2; k++)
			h[j][k] = full[j][k] - share * full[2][k];
	}
}

/* Returns the minimum near a point, by the method of Levenberg and Marquardt: the damping grows
 * until a step leads downwards. */
static point descend(const problem *p, point at)
{
	double damping = 1e-3, h[2][2], g[2];

	scalability_settle(p, &at);
	for (int step = 0; step < STEPS; step++) {
		double before = at.sum;

		normal_equations(p, &at, h, g);
		for (int tries = 0; tries < 30; tries++) {
			double a = h[0][0] * (1 + damping), b = h[0][1], c = h[1][1] * (1 + damping);
			double determinant = a * c - b * b;
			int fixed[2] = { p->held[SIGMA], p->held[KAPPA] || p->peak > 0 };
			point to = at;

			for (int i = 0; i < 2; i++)  /* a parameter at its bound stays there */
				if ((!(at.value[i] > 0) && g[i] < 0)
				    || (i == SIGMA && !(at.value[i] < 1) && g[i] > 0))
					fixed[i] = 1;
			if (!fixed[0] && !fixed[1] && determinant > 0) {
				to.value[0] += (c * g[0] - b * g[1]) / determinant;
				to.value[1] += (a * g[1] - b * g[0]) / determinant;
			} else if (!fixed[0] && a > 0) {
				to.value[0] += g[0] / a;
			} else if (!fixed[1] && c > 0) {
				to.value[1] += g[1] / c;
			}
			scalability_settle(p, &to);
			if (to.sum < at.sum) {
				at = to;
				damping = fmax(damping / 10, 1e-12);
				break;
			}
			damping = fmin(damping * 4, 1e12);
		}
		if (!(before - at.sum > 1e-15 * before))
			break;
	}
	return at;
}

/* Returns the minimum of a problem, from several starts, since a step may get stuck at a bound. */
static point solve(const problem *p, const point *near)
{
	static const double start[][2] = { { 0, 0 }, { 0.1, 0 }, { 0, 0.01 }, { 0.02, 1e-4 } };
	point best = descend(p, *near);

	for (size_t i = 0; i < sizeof start / sizeof *start; i++) {
		point at = *near;

		for (int j = 0; j < 2; j++)
			if (!p->held[j])
				at.value[j] = start[i][j];
		at = descend(p, at);
		if (at.sum < best.sum)
			best = at;
	}
	return best;
}

/* The parameter of an interval. */
enum parameter { OF_SIGMA, OF_KAPPA, OF_LAMBDA, OF_PEAK };

/* Returns nonzero if a value of a parameter belongs to its interval. */
static int belongs(problem p, const point *best, enum parameter which, double value)
{
	point at = *best;

	if (which == OF_LAMBDA)
		p.lambda = value;
	else if (which == OF_PEAK)
		p.peak = value;
	else {
		p.held[which] = 1;
		at.value[which] = value;
	}
	return solve(&p, &at).sum <= p.most;
}

/* Returns the end of the interval between a value inside and one outside. */
static double end_between(const problem *p, const point *best, enum parameter which,
                          double inside, double outside)
{
	for (int i = 0; i < HALVINGS && fabs(outside - inside) > 1e-9 * fabs(inside); i++) {
		double middle = inside / 2 + outside / 2;

		if (belongs(*p, best, which, middle))
			inside = middle;
		else
			outside = middle;
	}
	return inside;
}

/* least: smallest possible value; first: first step if the value is 0. */
static void scalability_interval(const problem *p, const point *best, enum parameter which,
                                 double value, double least, double first, double *low,
                                 double *high)
{
	const double most = which == OF_SIGMA ? 1 : (double)INFINITY;
	double step = value > 0 ? value : first, outside = value;

	*low = *high = value;
	if (value > least && belongs(*p, best, which, least))
		*low = least;
	else if (value > least)
		*low = end_between(p, best, which, value, least);
	for (int i = 0; i < DOUBLINGS && *high < most; i++) {
		outside = fmin(outside + step, most);
		step *= 2;
		if (!belongs(*p, best, which, outside)) {
			*high = end_between(p, best, which, *high, outside);
			return;
		}
		*high = outside;
	}
	*high = most;
}

bench_status benchi_scalability_fit(const benchi_load *load, size_t n, benchi_scalability *fit)
{
	problem p = { .load = load, .n = n };
	point best = { .sum = 0 };
	const benchi_scalability none = { BENCHI_SCALING_NONE, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN,
		NAN, NAN, NAN, NAN, NAN, NAN, NAN, 0 };

	*fit = none;
	/* Count the distinct numbers of workers. */
	for (size_t i = 0; i < n; i++) {
		size_t j = 0;

		while (j < i && (load[j].workers < load[i].workers || load[j].workers > load[i].workers))
			j++;
		fit->loads += j == i;
	}
	for (size_t i = 0; i < n; i++)
		if (!(load[i].workers >= 1 && load[i].rate > 0 && isfinite(load[i].rate)))
			return benchi_fail(BENCH_ERR_ARGUMENT, "load[%zu] has %g workers and rate %g, "
			                   "expected at least 1 and a rate above 0", i,
			                   load[i].workers, load[i].rate);
	if (fit->loads < BENCHI_SCALING_LEAST)
		return BENCH_OK;
	best = solve(&p, &best);
	/* How far may the sum exceed the smallest one? */
	double freedom = (double)n - 3, t = benchi_student_quantile(0.975, freedom);
	double square = best.sum / freedom;
	int known = 1;

	for (size_t i = 0; i < n; i++)
		known = known && load[i].error > 0;
	if (known && square < 1)
		square = 1;
	p.most = best.sum + t * t * square;
	p.most += 1e-12 * p.most;
	fit->lambda = best.lambda;
	fit->sigma = best.value[SIGMA];
	fit->kappa = best.value[KAPPA];
	scalability_interval(&p, &best, OF_SIGMA, fit->sigma, 0, 1e-6, &fit->sigma_low,
		&fit->sigma_high);
	scalability_interval(&p, &best, OF_KAPPA, fit->kappa, 0, 1e-9, &fit->kappa_low,
		&fit->kappa_high);
	scalability_interval(&p, &best, OF_LAMBDA, fit->lambda, 1e-9 * fit->lambda, 1, &fit->lambda_low,
	                     &fit->lambda_high);
	/* The peak and its interval, which has no upper end unless a peak is proven. */
	static const double FIRST = 0.01; /* lowest peak that is tried, in workers; below one worker
	                                     throughput only falls */
	double low;

	fit->peak = fit->kappa > 0 ? sqrt(fmax(1 - fit->sigma, 0) / fit->kappa) : (double)INFINITY;
	fit->peak_high = INFINITY;
	low = isfinite(fit->peak) ? fit->peak : 1e9;
	fit->peak_low = low;
	if (fit->peak > FIRST)
		fit->peak_low = belongs(p, &best, OF_PEAK, FIRST) ? 0
		                : end_between(&p, &best, OF_PEAK, low, FIRST);
	if (fit->kappa_low > 0)
		scalability_interval(&p, &best, OF_PEAK, fit->peak, fit->peak, FIRST, &low,
			&fit->peak_high);

	if (isfinite(fit->peak))
		fit->peak_rate = benchi_scalability_rate(fit, fmax(fit->peak, 1));
	else
		fit->peak_rate = fit->sigma > 0 ? fit->lambda / fit->sigma : (double)INFINITY;
	fit->knee = fit->peak_rate / fit->lambda;
	double squares = 0;

	for (size_t i = 0; i < p.n; i++) {
		double r = p.load[i].rate / benchi_scalability_rate(fit, p.load[i].workers) - 1;

		squares += r * r;
	}
	fit->misfit = sqrt(squares / (double)p.n);
	/* Do the data allow the law with linear growth, and with none? */
	point linear = { { 0, 0 }, 0, 0 }, flat = { { 1, 0 }, 0, 0 };

	scalability_settle(&p, &linear);
	scalability_settle(&p, &flat);
	fit->kind = fit->misfit > MISFIT_MOST ? BENCHI_SCALING_MISFIT
		: linear.sum <= p.most
		? flat.sum <= p.most ? BENCHI_SCALING_UNCLEAR : BENCHI_SCALING_LINEAR
		: fit->kappa_low > 0 ? BENCHI_SCALING_PEAK : BENCHI_SCALING_NO_PEAK;
	return BENCH_OK;
}

/*
 * Fits a queueing model of c equal servers to mean latencies.
 *
 * A closed loop without pauses has all N workers' requests in the system at once: c are served,
 * the others wait, and the mean latency is S max(1, N / c), whatever the distribution of the
 * service time S (Little's law with a throughput of min(N, c) / S).
 *
 * In an open loop requests arrive at random. With c servers and one queue this is M/M/c: a request
 * waits with the probability of Erlang's formula C, on average for S / (c - a), where a = rate S is
 * the load in servers (Jain, The Art of Computer Systems Performance Analysis, 1991, chapter 31).
 * But a worker makes one request at a time, so its own requests also queue for one server (M/M/1).
 * The model takes the longer of the two times.
 *
 * Wrong if workers disturb each other by locks or caches, for which the scalability law has
 * parameters; and for open loops whose service times are not exponential: with equal service
 * times, requests wait half as long.
 */

enum { LOADS_LEAST = 2 };

double benchi_queueing_open(size_t servers, double service_ns, double rate_hz)
{
	double load = rate_hz * service_ns / 1e9, c = (double)servers, b = 1;

	if (!(load < c))
		return INFINITY;
	/* Erlang's C, the probability that a request finds all servers busy, by recursion of
	 * Erlang's B over the number of servers. */
	for (size_t k = 1; k <= servers; k++)
		b = load * b / ((double)k + load * b);
	return service_ns * (1 + c * b / (c - load * (1 - b)) / (c - load));
}

double benchi_queueing_mean(const benchi_queueing *model, const benchi_queue_load *load)
{
	if (!(load->rate_hz > 0))
		return model->service_ns * fmax(1, load->workers / (double)model->servers);
	return fmax(benchi_queueing_open(1, model->service_ns, load->rate_hz),
		benchi_queueing_open(model->servers, model->service_ns, load->rate_hz * load->workers));
}

benchi_queueing benchi_queueing_fit(const benchi_queue_load *load, size_t n, double service_ns,
                                    size_t most)
{
	benchi_queueing best = { 0, service_ns, NAN, 0 };
	size_t reached = 0;

	for (size_t c = 1; c <= most && service_ns > 0; c++) {
		benchi_queueing model = { c, service_ns, NAN, 0 };
		double squares = 0, furthest = -1;
		size_t used = 0; /* loads with a latency in the model: with too few servers not all */

		for (size_t i = 0; i < n; i++) {
			double off = fabs(log(load[i].mean_ns / benchi_queueing_mean(&model, &load[i])));

			if (!isfinite(off))
				continue;
			squares += off * off;
			used++;
			if (off > furthest) {
				furthest = off;
				model.worst = i;
			}
		}
		model.misfit = expm1(sqrt(squares / (double)used));
		if (used >= LOADS_LEAST && (!best.servers || used > reached
		                            || (used == reached && model.misfit < best.misfit))) {
			best = model;
			reached = used;
		}
	}
	return best;
}
