/*
 * Power by simulation: resamples these values.
 *
 * Two sets of n are drawn with replacement from the values, one of them is moved by the
 * difference, and both are tested as bench compare would: by ranks (normal, with ties
 * allowed for) or by Welch's t.  Draws are kept as counts of each value, so that a
 * trial takes n + N steps.  The same seed draws the same sets at every n and
 * difference, which makes the search for either steady.
 * Values as coarse as their clock (a quarter of them or more the same as another) are
 * taken as rounded: a difference of a third of the clock's step moves a third of
 * the draws by one step.  Else the least difference would undo all ties and be seen.
 * Fewer than 20 values repeat too often to be drawn as they are: each draw would show their
 * ties and gaps instead of the distribution behind them.  They are smoothed: the world is made
 * of quantiles of a normal kernel around each value (width 0.9 s n^-1/5, Silverman, Density
 * Estimation, 1986, (3.31)), shrunk to the values' own variance, without a step.
 * Beyond 4000 draws the power follows sqrt(n) times the difference closely enough for
 * 4000 to stand for all.
 * Source: Efron and Tibshirani, An Introduction to the Bootstrap, 1993, chapter 25.
 * Assumes: the values are independent; future ones come from the same distribution.
 * Wrong when: there are so few values (below about 20) that they do not show it: their spread
 * is then uncertain, and what is planned with it (plan.c states the range).
 *
 * SPDX-License-Identifier: MIT
 */
#include "tools/power/power.h"

#include <time.h>

#define MOST_VALUES 5000 /* of larger sets as many quantiles */
#define SMOOTH_VALUES 400 /* quantiles of a smoothed set */
#define MOST_DRAWS 4000.0 /* for larger n: fewer, of a difference larger by the root */

/* The step of coarse values, which become whole numbers of steps. */
static void find_step(world *w)
{
	double step = (double)INFINITY, least = w->value[0];
	size_t same = 0;

	for (size_t i = 1; i < w->n; i++) {
		double gap = w->value[i] - w->value[i - 1];

		same += !(gap > 0);
		if (gap > 0 && gap < step)
			step = gap;
	}
	w->step = 4 * same >= w->n && isfinite(step) && (w->value[w->n - 1] - least) / step < 1e15
	              ? step : 0;
	for (size_t i = 0; i < w->n && w->step > 0; i++)
		w->value[i] = floor((w->value[i] - least) / step + .5);
}

/* The share of the kernels' mass up to x. */
static double smooth_cdf(const double *value, size_t n, double width, double x)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += benchi_normal_cdf((x - value[i]) / width);
	return sum / (double)n;
}

/* Quantiles of the kernels around few values, by bisection.  false: out of memory. */
static bool smooth(world *w, const bench_description *d)
{
	double spread = d->iqr > 0 ? fmin(d->sd, d->iqr / 1.349) : d->sd;
	double width = 0.9 * spread * pow((double)w->n, -0.2);
	double shrink = 1 / sqrt(1 + width * width / (d->variance * (double)(w->n - 1) / (double)w->n));
	double *made = malloc(SMOOTH_VALUES * sizeof *made);

	for (size_t i = 0; i < SMOOTH_VALUES && made; i++) {
		double low = w->value[0] - 8 * width, high = w->value[w->n - 1] + 8 * width;

		for (int half = 0; half < 60; half++) {
			double x = low / 2 + high / 2;

			if (smooth_cdf(w->value, w->n, width, x) < ((double)i + .5) / SMOOTH_VALUES)
				low = x;
			else
				high = x;
		}
		made[i] = d->mean + (low - d->mean) * shrink;
	}
	free(w->value);
	w->value = made;
	w->n = SMOOTH_VALUES;
	return made;
}

static bool world_new(world *w, const bench_numbers *set)
{
	bench_description d;

	w->value = benchi_numbers_sorted(set);
	w->n = set->n;
	if (w->n < POWER_FEW && w->value
	    && (bench_numbers_describe(set, 0.95, &d) || !(d.sd > 0) || !smooth(w, &d)))
		return false;
	if (w->value && w->n > MOST_VALUES) {
		for (size_t i = 0; i < MOST_VALUES; i++)
			w->value[i] = w->value[(size_t)(((double)i + .5) * (double)w->n / MOST_VALUES)];
		w->n = MOST_VALUES;
	}
	w->draws = malloc(3 * w->n * sizeof *w->draws);
	if (w->value && w->draws && set->n >= POWER_FEW)
		find_step(w);
	return w->value && w->draws;
}

/* false: out of memory.  set: at least two values. */
static void world_free(world *w)
{
	free(w->value);
	free(w->draws);
}

static void simulate_draw(world *w, size_t *count, double n)
{
	for (double i = 0; i < n; i++)
		count[benchi_random_below(&w->seed, w->n)]++;
}

/* Draws b; of coarse values that share goes one step farther. */
static void draw_moved(world *w, double n, double share)
{
	size_t *b = w->draws + w->n, *farther = b + w->n;

	for (double i = 0; i < n; i++) {
		size_t k = benchi_random_below(&w->seed, w->n);
		bool more = w->step > 0 && benchi_draw_unit(&w->seed) < share;

		(more ? farther : b)[k]++;
	}
}

static double simulate_cubic(double t)
{
	return t * (t - 1) * (t + 1);
}

/* Adds the draws that lie at x or below, from *i on. */
static double simulate_take(const world *w, const size_t *count, double moved, double x, size_t *i)
{
	double taken = 0;

	for (; *i < w->n && w->value[*i] + moved <= x; ++*i)
		taken += (double)count[*i];
	return taken;
}

/* |z| of the rank sum of a's draws and b's: one walk over a, b and those of b that are
 * moved a step more. */
static double rank_z(const world *w, double n, double delta)
{
	const double moved[3] = { 0, delta, delta + 1 };
	double below = 0, sum = 0, ties = 0, all = 2 * n, sigma;
	size_t at[3] = { 0, 0, w->step > 0 ? 0 : w->n };

	for (;;) {
		double x = (double)INFINITY, took[3];

		for (int k = 0; k < 3; k++)
			if (at[k] < w->n)
				x = fmin(x, w->value[at[k]] + moved[k]);
		if (isinf(x))
			break;
		for (int k = 0; k < 3; k++)
			took[k] = simulate_take(w, w->draws + (size_t)k * w->n, moved[k], x, &at[k]);
		sum += (took[1] + took[2]) * (below + took[0] / 2);
		below += took[0];
		ties += simulate_cubic(took[0] + took[1] + took[2]);
	}
	sigma = sqrt(n * n / 12 * (all + 1 - ties / (all * (all - 1))));
	return sigma > 0 ? fmax(fabs(sum - n * n / 2) - .5, 0) / sigma : 0;
}

/* Mean and variance of n draws: count, and farther (or NULL) a step more. */
static void moments(const world *w, const size_t *count, const size_t *farther, double n,
                    double *mean, double *variance)
{
	double base = w->value[w->n / 2], sum = 0, squares = 0;

	for (size_t i = 0; i < w->n; i++) {
		double x = w->value[i] - base, k = (double)count[i];
		double more = farther ? (double)farther[i] : 0;

		sum += k * x + more * (x + 1);
		squares += k * x * x + more * (x + 1) * (x + 1);
	}
	*mean = base + sum / n;
	*variance = fmax(0, squares - sum * sum / n) / (n - 1);
}

/* Is Welch's t beyond its quantile? */
static bool means_differ(const world *w, double n, double delta)
{
	const size_t *b = w->draws + w->n;
	double ma, va, mb, vb, df, se;

	moments(w, w->draws, NULL, n, &ma, &va);
	moments(w, b, w->step > 0 ? b + w->n : NULL, n, &mb, &vb);
	se = sqrt((va + vb) / n);
	df = (n - 1) * (va + vb) * (va + vb) / (va * va + vb * vb);
	return se > 0 && fabs(mb + delta - ma) / se > benchi_student_quantile(1 - w->alpha / 2, df);
}

/* Prints progress, a few times a second.  Returns whether it did. */
static bool show_progress(const world *w, size_t done, size_t tries, clock_t *next)
{
	clock_t now = clock();

	if (now < *next)
		return false;
	fprintf(stderr, "\rsimulating %.40s: %zu %% ", w->name, 100 * done / tries);
	*next = now + CLOCKS_PER_SEC / 4;
	return true;
}

/* The share of tries in which two sets of n, one shifted by delta, differ significantly. */
static double world_chance(world *w, double n, double delta, size_t tries)
{
	double z = benchi_normal_quantile(1 - w->alpha / 2), steps = delta, share = 0;
	bool shown = false, terminal = benchi_terminal_is(stderr);
	clock_t next = clock() + CLOCKS_PER_SEC;
	uint64_t seed = w->seed;
	size_t found = 0;

	if (n > MOST_DRAWS) {
		delta *= sqrt(n / MOST_DRAWS);
		steps = delta;
		n = MOST_DRAWS;
	}
	if (w->step > 0) {
		steps = floor(delta / w->step);
		share = delta / w->step - steps;
	}
	for (size_t i = 0; i < tries; i++) {
		memset(w->draws, 0, 3 * w->n * sizeof *w->draws);
		simulate_draw(w, w->draws, n);
		draw_moved(w, n, share);
		found += w->ranks ? rank_z(w, n, steps) > z : means_differ(w, n, steps);
		if (terminal && i % 16 == 0)
			shown = show_progress(w, i, tries, &next) || shown;
	}
	if (shown)
		fputs("\r\033[K", stderr);
	w->seed = seed;
	return (double)found / (double)tries;
}

/*
 * Plans a comparison of two sets that are there, with the spread of both.
 *
 * Method: normal theory of means with the mean of both variances; the number of values that
 * sets of unlike size are worth is the harmonic mean of theirs.  The margin is a share of the
 * base's mean.
 *
 * Wrong where a set is not normal: then each set's own plan, by simulation, is the safer one.
 */

/* The plan that this one is compared with: the first of its metric; NULL: it is that. */
static const plan *base_of(const power *p, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (!strcmp(p->plan[k].side->set->metric, p->plan[i].side->set->metric))
			return &p->plan[k];
	return NULL;
}

bench_status power_theory(const power *p, double delta, double sd, double n, struct theory *found)
{
	bench_power t = { n, delta, sd, p->power, 1 - p->job.settings.question.alpha, 0 };
	bench_status status;

	found->n = n;
	if (bench_power_delta(&t, &found->provable) != BENCH_OK)
		found->provable = NAN;
	if (bench_power_chance(&t, &found->chance) != BENCH_OK)
		found->chance = NAN;
	status = bench_power_n(&t, &found->needed);
	found->needed = status ? (double)NAN : ceil(found->needed * (1 - 1e-9));
	return status;
}

static struct theory plan_both(const power *p, const plan *a, const plan *b)
{
	const bench_description *d = &a->side->shape.description, *e = &b->side->shape.description;
	double n = 2 / (1 / (double)a->side->unit.n + 1 / (double)b->side->unit.n);
	double mean = fabs(d->mean), sd = sqrt((d->sd * d->sd + e->sd * e->sd) / 2);
	struct theory both = { p->n > 0 ? (double)p->n : n, NAN, NAN, NAN };

	if (sd > 0 && p->share * mean > 0)
		(void)power_theory(p, p->share * mean, sd, both.n, &both);
	both.provable /= mean;
	return both;
}

void power_print_both(const power *p)
{
	for (size_t i = 0; i < p->plans; i++) {
		const plan *b = &p->plan[i], *a = base_of(p, i);
		struct theory both;

		if (!a)
			continue;
		both = plan_both(p, a, b);
		if (isnan(both.needed))
			continue;
		putchar('\n');
		words_printf("", "%.100s against %.100s%s%.60s, with both spreads: %.3g %% is found with "
			"power %.3g %% by %.0f of each; these find %.3g %%, and %.3g %% with power %.3g %% "
			"(Student's t)", b->side->label, a->side->label, *b->side->set->metric ? ", " : "",
			b->side->set->metric, 100 * p->share, 100 * p->power, both.needed,
			100 * both.provable, 100 * p->share, 100 * both.chance);
	}
}

void power_json_both(const power *p)
{
	const char *between = "";

	fputs("],\n  \"pairs\": [", stdout);
	for (size_t i = 0; i < p->plans; i++) {
		const plan *a = base_of(p, i);
		struct theory both;

		if (!a)
			continue;
		both = plan_both(p, a, &p->plan[i]);
		printf("%s{\"base\": ", between);
		benchi_json_text(stdout, a->side->label);
		fputs(", \"test\": ", stdout);
		benchi_json_text(stdout, p->plan[i].side->label);
		fputs(", \"metric\": ", stdout);
		benchi_json_text(stdout, a->side->set->metric);
		benchi_put_pair(stdout, "n", both.n);
		benchi_put_pair(stdout, "needed", both.needed);
		benchi_put_pair(stdout, "provable", both.provable);
		benchi_put_pair(stdout, "chance", both.chance);
		putchar('}');
		between = ",\n    ";
	}
}

/*
 * The values that a difference needs, and the difference that values detect.
 *
 * Where a set may be normal, from the noncentral t distribution (lib/stats/ttest.c); where
 * it is not, or when asked to, by simulation (power_simulate.c): n is moved by the
 * square of the ratio of the shifts of the wanted power and the simulated power,
 * until both are the same within the noise of the simulation.
 * Runs are the unit where the file has them.
 */

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
	return benchi_normal_quantile(1 - alpha_of(p) / 2) + benchi_normal_quantile(chance);
}

static void by_theory(const power *p, plan *a, double n)
{
	struct theory found;

	(void)power_theory(p, p->share * a->location, a->sd, n, &found);
	a->needed = a->normal_needed = found.needed;
	a->provable = a->normal_provable = found.provable / a->location;
	a->chance = found.chance;
}

/* Is a simulated power the wanted one, within a standard error? */
static bool close_to(const power *p, double chance, size_t tries)
{
	return fabs(chance - p->power) <= sqrt(p->power * (1 - p->power) / (double)tries);
}

static size_t simulate_more(size_t tries)
{
	return 2 * tries < POWER_TRIES ? 2 * tries : POWER_TRIES;
}

static double find_needed(const power *p, world *w, const plan *a)
{
	double n = fmin(fmax(a->normal_needed, 4), POWER_MOST), delta = p->share * a->location;

	for (size_t i = 0, tries = FIRST_TRIES; i < ROUNDS; i++, tries = simulate_more(tries)) {
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

	for (size_t i = 0, tries = FIRST_TRIES; i < ROUNDS; i++, tries = simulate_more(tries)) {
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
	double n = p->n > 0 ? (double)p->n : (double)a->side->unit.n;
	int status = 0;

	a->ranks = !p->theory && a->side->shape.warnings & POWER_NOT_NORMAL;
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
