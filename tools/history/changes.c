/*
 * Where did the level of a series change?
 *
 * Each place is a bet: do more of the numbers from it on exceed the k-th largest of those before it
 * than would if all were exchangeable?  Then the next one does with probability
 * (k + s) / (n + 1 + i) after s of i did and with n before it, whatever the distribution (Polya's
 * urn), and a stake on a share t of them, mixed over a beta density 4 t^3, is a martingale: it
 * ever reaches the goal with probability 1/goal at most (Ville 1939).  Over all places of a
 * thousand numbers that is 1000/goal (an e-detector: Shin, Ramdas, Rinaldo, 2023).  The stake of a
 * place is the mean over four k and both directions.  Where numbers beyond the limit came together
 * before, in fewer runs than by chance, each factor is taken to the power of that share: still no
 * more than a martingale, and slower.  Once one reaches the goal, its place is a change, and all
 * begins again from there; at the end each place moves to where two levels fit best, and is a
 * change if the bet from there on reaches the goal as well: that of a spell that is over does not.
 * Worked: 30 numbers, then 6 above all of them: the stake of k = 1 is 4 / 10 * (36 over 6), that is
 * 779,117; the mean of eight stakes is then above 97,000, and with 5 it is 20,000 at most.
 *
 * Assumes: numbers between changes are exchangeable, or come together as before the change.
 * Wrong where they are not: a trend, or a spell of other work, is called a change while it lasts
 * and is longer than chance allows; hence the margin.
 *
 * SPDX-License-Identifier: MIT
 */

#include "stats/stats.h"
#include "tools/history/history.h"

enum { LEVELS = 4, STAKES = 2 * LEVELS, REFINEMENTS = 3, RUNS = 3 /* before any is seen */ };

#define FAR 4.         /* from both levels, in median distances */

/* On a share of numbers beyond a limit: above it, or below. */
typedef struct stake {
	double limit, k, wins, value;
	double caution;     /* power of each factor */
} stake;

typedef struct place {
	size_t at, after;   /* numbers since it */
	double before;      /* and before it */
	stake stake[STAKES];
} place;

static double away(double x, double margin, bool up)
{
	return x + (up ? margin : -margin) * fabs(x);
}

/* How many runs the numbers beyond a limit make, as a share of those by chance: below 1 where such
 * numbers come together. */
static double caution_of(const double *x, size_t n, const stake *s, bool up)
{
	double runs = 0, beyond = 0, by_chance;
	bool was = false;

	for (size_t i = 0; i < n; i++) {
		bool is = up ? x[i] > s->limit : x[i] < s->limit;

		runs += is && !was;
		beyond += is;
		was = is;
	}
	by_chance = beyond * ((double)n - beyond + 1) / (double)n;
	return fmin(1, (runs + RUNS) / (by_chance + RUNS));
}

/* A bet that begins at place at, behind the numbers so far, which are those at x. */
static void place_begin(place *p, const double *x, const benchi_runs *so_far, size_t at,
                        double margin)
{
	static const double share[LEVELS] = { 0, .125, .25, .5 };
	size_t n = so_far->n;

	p->at = at;
	p->after = 0;
	p->before = (double)n;
	for (size_t i = 0; i < STAKES; i++) {
		bool up = i % 2;
		size_t k = (size_t)fmax(1, share[i / 2] * (double)n);

		p->stake[i] = (stake){ away(benchi_runs_select(so_far, up ? n - k : k - 1), margin, up),
			(double)k, 0, 1, 1 };
	}
	for (size_t i = STAKES; i-- > 0;)   /* a single number beyond makes one run */
		p->stake[i].caution = i / 2 ? caution_of(x, n, &p->stake[i], i % 2)
			: p->stake[i + 2].caution;
}

/* The mean of the stakes after one number more. */
static double place_step(place *p, double x)
{
	double sum = 0, i = (double)p->after++;

	for (size_t j = 0; j < STAKES; j++) {
		stake *s = &p->stake[j];

		double factor = (p->before + 1 + i) / (5 + i);

		if (j % 2 ? x > s->limit : x < s->limit) {
			factor *= (4 + s->wins) / (s->k + s->wins);
			s->wins++;
		} else
			factor *= (1 + i - s->wins) / (p->before + 1 - s->k + i - s->wins);
		s->value *= s->caution < 1 ? pow(factor, s->caution) : factor;
		/* a stake grows as well where far fewer are beyond the limit than chance has it */
		sum += 2 * s->wins > i ? s->value : 0;
	}
	return sum / STAKES;
}

/* The median, of a copy. */
static double changes_middle(const double *x, size_t n, double *scratch)
{
	memcpy(scratch, x, n * sizeof *x);
	return benchi_median(scratch, n);
}

static double misfit(double x, double level, double spread)
{
	return fmin(fabs(x - level), FAR * spread);
}

/* Moves a place within [from, to) to where two levels fit best; numbers far from both fit neither,
 * on whichever side they are.  scratch: capacity for the numbers. */
static void changes_refine(const double *x, size_t from, size_t to, size_t *at, double *scratch)
{
	double before = changes_middle(x + from, *at - from, scratch);
	double after = changes_middle(x + *at, to - *at, scratch), spread, sum = 0;
	double least = (double)INFINITY;
	size_t best = *at;

	for (size_t i = from; i < to; i++)
		scratch[i - from] = fabs(x[i] - (i < *at ? before : after));
	spread = benchi_median(scratch, to - from);
	if (!(spread > 0))
		spread = fabs(after - before) / FAR;
	for (size_t i = from; i + 1 < to && spread > 0; i++) {
		sum += misfit(x[i], before, spread) - misfit(x[i], after, spread);
		if (sum < least) {
			least = sum;
			best = i + 1;
		}
	}
	*at = best;
}

/* The first change behind from that the numbers prove; n: none.  place: capacity for n. */
static bool next_change(const double *x, size_t from, size_t n, double margin, double goal,
                        place *p, size_t *at)
{
	benchi_runs so_far = { .n = 0 };
	bool fine = true;
	size_t places = 0;

	*at = n;
	for (size_t i = from; i < n && fine && *at == n; i++) {
		double most = goal;

		if (so_far.n)
			place_begin(&p[places++], x + from, &so_far, i, margin);
		for (size_t k = 0; k < places; k++) {
			double value = place_step(&p[k], x[i]);

			if (value >= most) {
				most = value;
				*at = p[k].at;
			}
		}
		fine = benchi_runs_add(&so_far, x[i]);
	}
	benchi_runs_free(&so_far);
	return fine;
}

/* Do the numbers of [at, to) prove a change from those of [from, at)? */
static bool is_proven(const double *x, size_t from, size_t to, size_t at, double margin,
                      double goal, bool *proven)
{
	benchi_runs before = { .n = 0 };
	bool fine = true;
	place p;

	*proven = false;
	for (size_t i = from; i < at && fine; i++)
		fine = benchi_runs_add(&before, x[i]);
	if (fine)
		place_begin(&p, x + from, &before, at, margin);
	for (size_t i = at; i < to && fine && !*proven; i++)
		*proven = place_step(&p, x[i]) >= goal;
	benchi_runs_free(&before);
	return fine;
}

/* Moves each change to where it fits best, and leaves out those that are none there. */
static bool changes_settle(const double *x, size_t n, double margin, double goal, size_t *at,
                           size_t *found, double *scratch)
{
	bool fine = true;
	size_t kept = 0;

	for (size_t k = 0; k < *found; k++)
		changes_refine(x, k ? at[k - 1] : 0, k + 1 < *found ? at[k + 1] : n, &at[k], scratch);
	for (size_t k = 0; k < *found && fine; k++) {
		bool proven;

		fine = is_proven(x, kept ? at[kept - 1] : 0, k + 1 < *found ? at[k + 1] : n, at[k],
			margin, goal, &proven);
		if (proven)
			at[kept++] = at[k];
	}
	*found = kept;
	return fine;
}

bench_status history_changes(const double *x, size_t n, double margin, double goal, size_t *at,
                             size_t *found)
{
	place *p = malloc((n + 1) * sizeof *p);
	double *scratch = malloc((n + 1) * sizeof *scratch);
	bool fine = p && scratch;
	size_t from = 0;

	*found = 0;
	while (fine && from < n) {
		fine = next_change(x, from, n, margin, goal, p, &from);
		if (fine && from < n)
			at[(*found)++] = from;
	}
	for (int i = 0; i < REFINEMENTS && fine; i++)
		fine = changes_settle(x, n, margin, goal, at, found, scratch);
	free(scratch);
	free(p);
	return fine ? BENCH_OK : benchi_fail(BENCH_ERR_MEMORY, "out of memory for the history");
}
