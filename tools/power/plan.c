/*
 * The values that a difference needs, and the difference that values detect.
 *
 * Where a set may be normal, from the noncentral t distribution (lib/stats/power.c); where
 * it is not, or when asked to, by simulation (power_simulate.c): n is moved by the
 * square of the ratio of the shifts of the wanted power and the simulated power,
 * until both are the same within the noise of the simulation.
 * Runs are the unit where the file has them.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdlib.h>

#include "tools/verbs.h"
#include "tools/power/power.h"

#define NOT_NORMAL (BENCHI_SET_WARN_NORMAL | BENCHI_SET_WARN_MODES | BENCHI_SET_WARN_OUTLIERS)
#define ROUNDS 12
#define FIRST_TRIES 500 /* twice as many each round, up to POWER_TRIES */

static double alpha_of(const power *p)
{
	return p->job.settings.question.alpha;
}

/* The shift, in standard errors, that is detected with that power. */
static double shift_of(const power *p, double chance)
{
	chance = fmin(fmax(chance, .01), .999);
	return bench_normal_quantile(1 - alpha_of(p) / 2) + bench_normal_quantile(chance);
}

static void by_theory(const power *p, plan *a, double n)
{
	bench_power t = { 0, p->share * a->location, a->sd, p->power, 1 - alpha_of(p), 0 };

	a->normal_needed = a->normal_provable = a->chance = (double)NAN;
	if (bench_power_n(&t, &a->normal_needed) == BENCH_OK)
		a->normal_needed = ceil(a->normal_needed * (1 - 1e-9));
	t.n = n;
	if (bench_power_delta(&t, &a->normal_provable) == BENCH_OK)
		a->normal_provable /= a->location;
	if (bench_power_chance(&t, &a->chance))
		a->chance = (double)NAN;
	a->needed = a->normal_needed;
	a->provable = a->normal_provable;
}

/* Is a simulated power the wanted one, within a standard error? */
static bool close_to(const power *p, double chance, size_t tries)
{
	return fabs(chance - p->power) <= sqrt(p->power * (1 - p->power) / (double)tries);
}

static size_t more(size_t tries)
{
	return 2 * tries < POWER_TRIES ? 2 * tries : POWER_TRIES;
}

static double find_needed(const power *p, world *w, const plan *a)
{
	double n = fmin(fmax(a->normal_needed, 4), POWER_MOST), delta = p->share * a->location;

	for (size_t i = 0, tries = FIRST_TRIES; i < ROUNDS; i++, tries = more(tries)) {
		double chance = world_chance(w, n, delta, tries);
		double ratio = shift_of(p, p->power) / shift_of(p, chance);

		if (tries == POWER_TRIES && close_to(p, chance, tries))
			break;
		n = fmin(fmax(ceil(n * fmin(fmax(ratio * ratio, .25), 4)), 4), POWER_MOST);
	}
	return n;
}

static double find_provable(const power *p, world *w, const plan *a, double n)
{
	double delta = a->normal_provable * a->location;

	for (size_t i = 0, tries = FIRST_TRIES; i < ROUNDS; i++, tries = more(tries)) {
		double chance = world_chance(w, n, delta, tries);

		if (tries == POWER_TRIES && close_to(p, chance, tries))
			break;
		delta *= fmin(fmax(shift_of(p, p->power) / shift_of(p, chance), .5), 2);
	}
	return delta / a->location;
}

static int by_simulation(const power *p, plan *a, double n)
{
	world w = { a->side->label, NULL, 0, NULL, 0, p->seed, alpha_of(p), a->ranks };

	if (!world_new(&w, &a->side->unit)) {
		world_free(&w);
		return complain(p->job.verb, "out of memory");
	}
	a->simulated = true;
	a->needed = find_needed(p, &w, a);
	a->provable = n >= 4 ? find_provable(p, &w, a, n) : (double)NAN;
	a->chance = n >= 4 ? world_chance(&w, n, p->share * a->location, POWER_TRIES)
	                   : (double)NAN;
	a->step = w.step;
	world_free(&w);
	return 0;
}

int power_make(const power *p, plan *a)
{
	const bench_description *d = &a->side->shape.description;
	double n = p->n > 0 ? p->n : (double)a->side->unit.n;
	int status = 0;

	a->ranks = !p->theory && a->side->shape.warnings & NOT_NORMAL;
	a->location = fabs(a->ranks ? d->median : d->mean);
	a->sd = d->sd;
	a->needed = a->provable = a->chance = (double)NAN;
	a->normal_needed = a->normal_provable = (double)NAN;
	a->needed_low = a->needed_high = (double)NAN;
	if (!(a->location > 0) || !isfinite(a->sd) || (a->sd <= 0 && d->min < d->max))
		return 0;
	by_theory(p, a, n);
	if (!p->theory && (a->ranks || p->simulate) && a->sd > 0)
		status = by_simulation(p, a, n);
	if (a->sd > 0) {
		a->needed_low = a->needed * (d->sd_low / d->sd) * (d->sd_low / d->sd);
		a->needed_high = a->needed * (d->sd_high / d->sd) * (d->sd_high / d->sd);
	}
	return status;
}
