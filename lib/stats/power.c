/*
 * Power of Student's test: numbers needed, detectable difference, probability to detect it.
 *
 * With n in each set, Student's t follows the noncentral t distribution with
 * 2 (n - 1) degrees of freedom and shift sqrt(n/2) delta/sd; the difference is found
 * if t exceeds the quantile of the confidence (Cohen 1988, section 2.5).  The other two
 * questions solve that equation, starting from the normal approximation.
 * Worked: delta 3.248128, sd 2.938169, power 0.8: n = 13.8739577.
 * Assumes: normal numbers of the same deviation in both sets.
 * Wrong when: sd comes from few numbers: then n is uncertain, too.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "base/detail.h"
#include "stats/numbers.h"
#include "stats/root.h"

static double chance(const bench_power *p)
{
	double df = 2 * (p->n - 1), shift = sqrt(p->n / 2) * (p->delta / p->sd);
	double t = bench_student_quantile(0.5 + p->confidence / 2, df), found;

	found = bench_noncentral_sf(t, df, shift);
	return p->strict ? found + bench_noncentral_cdf(-t, df, shift) : found;
}

typedef enum question { ASK_N, ASK_DELTA, ASK_CHANCE } question;

static bench_status check(const bench_power *p, question asked)
{
	double least = (1 - p->confidence) / (p->strict ? 1 : 2);

	if (!(p->sd >= 0) || isinf(p->sd))
		return benchi_fail(BENCH_ERR_ARGUMENT, "sd %g", p->sd);
	if (asked != ASK_N && !(p->n >= 2 && p->n < 1e15))
		return benchi_fail(BENCH_ERR_ARGUMENT, "n %g, but at least 2 are needed", p->n);
	if (asked != ASK_DELTA && !(p->delta >= 0 && p->delta < (double)INFINITY))
		return benchi_fail(BENCH_ERR_ARGUMENT, "delta %g", p->delta);
	if (asked != ASK_CHANCE && !(p->power > least && p->power < 1))
		return benchi_fail(BENCH_ERR_ARGUMENT, "power %g is not between %g and 1", p->power, least);
	return BENCH_OK;
}

/* Fills in the defaults of a plan and NaN as the answer. */
static bench_status begin(bench_power *p, const bench_power *plan, question asked, double *answer)
{
	static const bench_power none;
	bench_status status;

	if (answer)
		*answer = (double)NAN;
	*p = plan ? *plan : none;
	if (!plan || !answer)
		return benchi_fail(BENCH_ERR_ARGUMENT, "plan or result is NULL");
	p->delta = fabs(p->delta);
	if (p->power == 0)
		p->power = 0.8;
	status = benchi_confidence_check(&p->confidence);
	return status == BENCH_OK ? check(p, asked) : status;
}

/* The sufficient shift if the standard deviation were known. */
static double normal_shift(const bench_power *p)
{
	double shift = bench_normal_quantile(0.5 + p->confidence / 2) + bench_normal_quantile(p->power);

	return shift > 0.05 ? shift : 0.05;
}

static double miss_at_n(double ln_n, const void *plan)
{
	bench_power p = *(const bench_power *)plan;

	p.n = fmax(2, exp(ln_n));
	return chance(&p) - p.power;
}

static double miss_at_delta(double ln_delta, const void *plan)
{
	bench_power p = *(const bench_power *)plan;

	p.delta = exp(ln_delta);
	return chance(&p) - p.power;
}

bench_status bench_power_chance(const bench_power *plan, double *out)
{
	bench_power p;
	bench_status status = begin(&p, plan, ASK_CHANCE, out);

	if (status != BENCH_OK)
		return status;
	if (p.sd > 0)
		*out = chance(&p);
	else
		*out = p.delta > 0 ? 1 : (1 - p.confidence) / (p.strict ? 1 : 2);
	return BENCH_OK;
}

bench_status bench_power_n(const bench_power *plan, double *n)
{
	bench_power p;
	bench_status status = begin(&p, plan, ASK_N, n);
	double guess, z;

	if (status != BENCH_OK)
		return status;
	if (p.delta == 0) {
		*n = (double)INFINITY;
		return BENCH_OK;
	}
	if (p.sd == 0 || miss_at_n(0, &p) >= 0) {
		*n = 2;
		return BENCH_OK;
	}
	guess = normal_shift(&p) * p.sd / p.delta;
	z = bench_normal_quantile(0.5 + p.confidence / 2); /* Guenther 1981: what t has more than z */
	*n = exp(benchi_root_near(miss_at_n, &p, log(2 * guess * guess + z * z / 4), 0.01));
	return BENCH_OK;
}

bench_status bench_power_delta(const bench_power *plan, double *delta)
{
	bench_power p;
	bench_status status = begin(&p, plan, ASK_DELTA, delta);

	if (status != BENCH_OK)
		return status;
	if (p.sd == 0)
		*delta = 0;
	else
		*delta = exp(benchi_root_near(miss_at_delta, &p,
		                              log(normal_shift(&p) * p.sd * sqrt(2 / p.n)), 0.1));
	return BENCH_OK;
}
