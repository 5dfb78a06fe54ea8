/*
 * Where did the level of a series change?
 *
 * A new level may begin at each place of the series.  A bet on that is placed there, and its stake
 * grows with each number that the old level does not explain.  A place has two kinds of bets:
 *
 * Ranks need no model of the noise.  Do more of the numbers from the place on exceed the k-th
 * largest number before it than chance allows?  If all numbers are exchangeable, the next one does
 * with probability (k + s) / (n + 1 + i), after s of i did, with n numbers before the place,
 * whatever the distribution (Polya's urn).  A stake on a share t of them, mixed over the beta
 * density 4 t^3, is a martingale.  The bet is the mean over four k and both directions.  It finds
 * creep, and changed shares of slow runs.  Example: 30 numbers, then 6 above all of them: the stake
 * of k = 1 is 4 / 10 * (36 over 6) = 779,117.
 *
 * Steps need few numbers.  The bet is the ratio of two likelihoods: of a new level, whose centre is
 * that of the earlier numbers from the place on, and of the old level.  The old level has three
 * explanations, and the best one counts: Student's t around the old centre; the share of old
 * numbers that are as near; an outlier, which is as frequent as before and likely to follow
 * another.  The scale is the scatter between the old numbers and, while these are few, also between
 * the processes of a commit.  A commit whose processes scatter more was disturbed: it says less,
 * and is likelier an outlier.  Numbers that disagree with each other prove no step.
 *
 * A martingale reaches the goal with probability 1/goal at most (Ville 1939), and over all places
 * of n numbers n/goal (an e-detector: Shin, Ramdas, Rinaldo, 2023).  If outliers came in fewer runs
 * than by chance, factors are raised to the power of that share, so that the stake grows more
 * slowly.  After a proven change everything begins again from there.  At the end each change moves
 * to where two levels fit best.  It is dropped if it is not proven there as well, or if it is the
 * end of a spell.  A step must hold to the end of its level: a spell that is over is no change.
 *
 * Assumes: numbers between changes are exchangeable, or come together as before the change.
 * Wrong where they are not: a trend, or a spell of other work, is called a change while it lasts;
 * hence the margin.
 *
 * SPDX-License-Identifier: MIT
 */

#include "stats/stats.h"
#include "tools/history/history.h"

enum { LEVELS = 4, STAKES = 2 * LEVELS, FRESH = 9, LATEST = 5 };

/* Chosen by simulation (tests/sim_history) with recorded and generated noise; bench-history(1) has
 * the figures. */
static const struct history_policy {
	/* ranks: each k is this share of the numbers before the place */
	double share[LEVELS];
	/* runs of outliers assumed before any is seen */
	double runs;
	/* an outlier is farther from the centre than this many median distances, for many numbers;
	 * among n numbers (1 + beyond_few / n) times as far */
	double beyond, beyond_few;
	/* prior: `outliers` in `of` numbers are outliers, and after `of_outliers` outliers `follows`
	 * further ones come at once; for a commit whose processes scatter at most `calm` times as much
	 * as usual, these and `stray` are multiplied by calm_prior */
	double outliers, of, follows, of_outliers, calm, calm_prior;
	/* the scatter between processes has the weight of this many numbers, and is multiplied by
	 * `wider` */
	double processes, wider;
	/* share of a new level's numbers that are outliers */
	double stray;
	/* outliers are spread over this share of the centre, or this many scales if that is more */
	double reach, reach_scales;
	/* a step needs this many numbers before it; after at most `early` numbers, where a series has
	 * few places, its evidence is multiplied by early_weight */
	size_t least, early;
	double early_weight;
	/* a step's stake can grow for this many independent numbers; after that it can only shrink */
	size_t quick;
	/* a step's stake is given up below `vanished`, and limited to `most` so that it can still
	 * shrink */
	double vanished, most;
	/* fit of two levels: a number farther from both than this many median distances fits neither */
	double far;
	int refinements;
	/* a level of at most this many numbers is a spell if the next level differs from the previous
	 * one by less than the share `back` of the spell's distance */
	size_t spell;
	double back;
	/* a suspicion is reported if the evidence reaches this power of the goal, and at most `missing`
	 * more numbers would prove the change */
	double suspicion;
	size_t missing;
	/* a place is given up after this many numbers if its stakes are below `hopeless` */
	size_t patience;
	double hopeless;
	/* numbers this far apart, or n / 8 if that is less, are taken as independent; their scatter
	 * has an error of at most unsure / sqrt(n); wary is the power of the resulting share */
	size_t lag;
	double wary, unsure;
	/* levels are states if the series moves between them this often and stays for this many
	 * numbers each time; their distance is at least `apart` errors of a window's median, and a
	 * level is reached at this share of the distance from it */
	size_t moves, stays;
	double apart, reached;
} policy = { .share = { 0, .125, .25, .5 }, .runs = 3, .beyond = 6, .beyond_few = 4, .outliers = .5,
	.of = 5, .follows = 1, .of_outliers = 4, .calm = 2, .calm_prior = .12, .processes = 3,
	.wider = 1.5, .stray = .1, .reach = .1, .reach_scales = 10, .least = 4, .early = 20,
	.early_weight = 15, .quick = 20, .vanished = .02, .most = 1e100, .far = 4, .refinements = 3,
	.spell = 16, .back = .25, .suspicion = .4, .missing = 50, .patience = 16, .hopeless = .5,
	.lag = 20, .wary = 1.5, .unsure = 8, .moves = 4, .stays = 10, .apart = 8, .reached = .25 };

/* A bet by ranks: many of the numbers from the place on are above a limit, or below it. */
typedef struct stake {
	double limit, k;             /* the k-th largest (smallest) number before the place */
	double wins, value;          /* wins: numbers beyond the limit so far; value: the stake, which
	                                began at 1 */
	double caution;              /* power of the value; NaN: not computed yet */
} stake;

/* A bet on a step from an old level to a new one. */
typedef struct step {
	double centre, latest;       /* medians of the old level and of its latest numbers */
	double slack;                /* distances from these medians up to this count as 0 */
	double scale, df, peak;      /* Student's t of the old level; peak: its density at 0 */
	double cut;                  /* distance from the centre beyond which numbers are outliers */
	double error;                /* mean standard error of the old level's numbers */
	double far;                  /* how many old numbers are outliers */
	double beyond, runs;         /* how many are beyond the cut, and in how many runs */
	double caution;              /* power of the evidence; NaN: not computed yet */
	double fresh[FRESH];         /* first n numbers of the new level, sorted */
	size_t n;
	double value;                /* stake so far, which began at 1; 0: given up */
} step;

typedef struct place {
	size_t at, after;            /* at: first number of the new level; after: number of numbers
	                                since then */
	double before;               /* number of numbers in the old level */
	stake stake[STAKES];
	step step;
} place;

/* Numbers from the last change on, sorted. */
typedef struct sorted {
	double *x;
	size_t n;
} sorted;

/* A series, and memory for searching it. */
typedef struct search {
	double *x, *error;           /* n numbers, and capacity for policy.missing more */
	size_t n;
	const history_rule *rule;
	double rounding;             /* all numbers are multiples of this unit, or 0 */
	bool exact;
	double independent;          /* share of the numbers that is new information, used as a power */
	sorted s;                    /* numbers of the level so far */
	place *place;
	double *scratch;             /* as long as x, plus one for each level */
} search;

static void insert(sorted *s, double x)
{
	size_t k = benchi_count_below(s->x, s->n, x, false);

	memmove(s->x + k + 1, s->x + k, (s->n - k) * sizeof *s->x);
	s->x[k] = x;
	s->n++;
}

static double sorted_median(const double *x, size_t n)
{
	return n ? (x[(n - 1) / 2] + x[n / 2]) / 2 : (double)NAN;
}

/* Returns the power for evidence from marked numbers, which counts less if they come together: the
 * number of runs that they form among all n numbers, over the number expected by chance; at most
 * 1. */
static double caution_of(double runs, double marked, double n)
{
	double by_chance = marked * (n - marked + 1) / n;

	return fmin(1, (runs + policy.runs) / (by_chance + policy.runs));
}

/*
 * Ranks.
 */

/* Updates the stakes with number x.  Returns their mean without caution, which is an upper bound
 * of stakes_value. */
static double stakes_take(place *p, double x)
{
	double sum = 0, i = (double)p->after, n = (p->before + 1 + i) / (5 + i);

	for (size_t j = 0; j < STAKES; j++) {
		stake *s = &p->stake[j];
		bool won = j % 2 ? x > s->limit : x < s->limit;
		double of = won ? 4 + s->wins : 1 + i - s->wins;

		s->value *= n * of / (won ? s->k + s->wins : p->before + 1 - s->k + i - s->wins);
		s->wins += won;
		sum += 2 * s->wins <= i ? 0 : s->value > 1 ? s->value : 1;
	}
	return sum / STAKES;
}

/* Returns the mean of the stakes with caution.  x: the numbers before the place.  share: power for
 * numbers that depend on each other (search.independent). */
static double stakes_value(place *p, const double *x, double share)
{
	double sum = 0;

	for (size_t j = 0; j < STAKES; j++) {
		stake *s = &p->stake[j];
		bool was = false, up = j % 2;
		double runs = 0, marked = 0;

		/* skip stakes that grew because few numbers are beyond the limit */
		if (2 * s->wins <= (double)p->after - 1 || s->value <= 1)
			continue;
		for (size_t i = 0; isnan(s->caution) && i < (size_t)p->before; i++) {
			bool is = up ? x[i] > s->limit : x[i] < s->limit;

			runs += is && !was;
			marked += is;
			was = is;
		}
		if (isnan(s->caution))   /* a single number beyond makes one run */
			s->caution = j / 2 ? caution_of(runs, marked, p->before) : caution_of(1, 1, p->before);
		sum += pow(s->value, s->caution * share);
	}
	return sum / STAKES;
}

/*
 * Steps.
 */

/* Describes the old level, [from, at), for a bet on a step at number `at`. */
static void step_begin(step *t, const search *c, size_t from, size_t at)
{
	const sorted *s = &c->s;
	double n = (double)s->n, inside = 0, sum = 0, errors = 0, known = 0, variance;
	double last[LATEST], distance;
	sorted latest = { last, 0 };
	size_t low, high;

	*t = (step){ .value = s->n >= policy.least, .caution = (double)NAN };
	if (!(t->value > 0))
		return;
	t->centre = sorted_median(s->x, s->n);
	t->slack = c->rule->margin * fabs(t->centre);
	for (size_t i = at > from + LATEST ? at - LATEST : from; i < at; i++)
		insert(&latest, c->x[i]);
	t->latest = sorted_median(latest.x, latest.n);
	/* the window [low, high) around the centre contains half of the numbers, so its half width is
	 * their median distance */
	low = high = benchi_count_below(s->x, s->n, t->centre, false);
	for (size_t taken = 0; taken < (s->n + 1) / 2; taken++)
		if (high == s->n || (low && t->centre - s->x[low - 1] <= s->x[high] - t->centre))
			low--;
		else
			high++;
	distance = fmax(low < high ? t->centre - s->x[low] : 0, high ? s->x[high - 1] - t->centre : 0);
	t->cut = policy.beyond * (1 + policy.beyond_few / n) * fmax(distance, c->rounding / 2);
	for (size_t i = 0; i < s->n; i++) {
		double off = s->x[i] - t->centre;

		inside += fabs(off) <= t->cut;
		sum += fabs(off) <= t->cut ? off * off : 0;
	}
	for (size_t i = at > from + 20 ? at - 20 : from; i < at; i++)
		if (c->error[i] >= 0) {
			errors += c->error[i];
			known++;
		}
	t->error = known ? errors / known : 0;
	t->df = inside - 1;
	variance = t->df > 0 ? sum / t->df : 0;
	if (known) {    /* the scatter between processes counts less if commits scatter more */
		double wider = pow(policy.wider * t->error, 2);
		double weight = policy.processes * (wider < variance ? wider / variance : 1);

		variance = (t->df * variance + weight * fmax(wider, variance)) / (t->df + weight);
		t->df += weight;
	}
	t->scale = sqrt(variance);
	t->scale = fmax(t->scale, fmax(c->rounding / 2, 1e-6 * fabs(t->centre)));
	t->cut = fmax(t->cut, 4 * t->scale);
	if (t->df < 2 || !(t->scale > 0))
		t->value = 0;
	t->far = n - inside;
	t->peak = exp(lgamma((t->df + 1) / 2) - lgamma(t->df / 2)) / sqrt(t->df * 3.14159265358979);
}

static double student_density(const step *t, double off, double scale)
{
	double z = off / scale;

	return t->peak / scale * pow(1 + z * z / t->df, -(t->df + 1) / 2);
}

/*
 * Both kinds of bets.
 */

/* Starts all bets at place `at` of the level that begins at `from`. */
static void place_begin(place *p, const search *c, size_t from, size_t at)
{
	p->at = at;
	p->after = 0;
	p->before = (double)c->s.n;
	const sorted *s = &c->s;

	for (size_t i = 0; i < STAKES; i++) {
		bool up = i % 2;
		size_t k = (size_t)fmax(1, policy.share[i / 2] * (double)s->n);
		double limit = s->x[up ? s->n - k : k - 1];

		p->stake[i] = (stake){ limit + (up ? 1 : -1) * c->rule->margin * fabs(limit), (double)k, 0,
			1, (double)NAN };
	}

	step_begin(&p->step, c, from, at);
}

/* Updates the bets of a place with number i of the level that begins at `from`.  Returns the
 * evidence so far (exact from the goal on, below it an upper bound); *ranks: the part by ranks. */
static double place_take(place *p, const search *c, size_t from, size_t i, double goal,
                         double *ranks)
{
	double steps;

	*ranks = stakes_take(p, c->x[i]) / 2;
	if (p->step.value > 0) {
		step *t = &p->step;
		double x = c->x[i], old, fresh, ratio, prior, follows;
		double off = fmax(0, fmin(fabs(x - t->centre), fabs(x - t->latest)) - t->slack);
		double reach = fmax(policy.reach * fabs(t->centre), policy.reach_scales * t->scale);
		double stray = 1 / (3.14159265358979 * reach * (1 + pow((x - t->centre) / reach, 2)));
		double extra = c->error[i] > t->error ? c->error[i] * c->error[i] - t->error * t->error : 0;
		double near = 2 * sqrt(t->scale * t->scale + extra);
		double count = (double)(benchi_count_below(c->s.x, c->s.n, x + near, false)
			- benchi_count_below(c->s.x, c->s.n, x - near, false));

		for (size_t k = p->at; k < i; k++)
			count -= fabs(c->x[k] - x) < near;
		old = student_density(t, off, sqrt(t->scale * t->scale * (1 + 1 / p->before) + extra));
		old = fmax(old, count / (p->before * 2 * near));
		/* a spell of other work shows in the scatter between processes */
		prior = t->error > 0 && c->error[i] <= policy.calm * t->error ? policy.calm_prior : 1;
		if (!t->n)
			ratio = stray / fmax(old, stray * (prior * policy.outliers + t->far)
				/ (policy.of + p->before));
		else {
			double m = sorted_median(t->fresh, t->n);

			if (isnan(t->caution)) {   /* find how outliers came in runs before the place */
				bool was = false;

				for (size_t k = from; k < p->at; k++) {
					bool is = fabs(c->x[k] - t->centre) > t->cut;

					t->runs += is && !was;
					t->beyond += is;
					was = is;
				}
				t->caution = caution_of(t->runs, t->beyond, (double)(p->at - from));
			}
			follows = (prior * policy.follows + t->beyond - t->runs)
				/ (policy.of_outliers + t->beyond);
			fresh = (1 - prior * policy.stray) * student_density(t, x - m,
				sqrt(t->scale * t->scale * (1 + 1 / (double)t->n) + extra))
				+ prior * policy.stray * stray;
			ratio = pow(fresh / fmax(old, follows * stray), t->caution * c->independent);
		}
		/* the centres are only estimates, and a slight bias adds up in the long run */
		if ((double)p->after * c->independent >= (double)policy.quick)
			ratio = fmin(ratio, 1);
		t->value = fmin(t->value * ratio, policy.most);
		if (t->n < FRESH)
			insert(&(sorted){ t->fresh, t->n++ }, x);
		if (t->value < policy.vanished)
			t->value = 0;
	}
	p->after++;
	steps = p->step.value / 2 * (p->before <= (double)policy.early ? policy.early_weight : 1);
	if (*ranks + steps >= goal)
		*ranks = stakes_value(p, c->x + from, c->independent) / 2;
	return *ranks + steps;
}

/* Returns the first change at `first` or later that the numbers prove, in a level that begins at
 * `from`; n: no change.  *suspect: if no change is proven, the place with the most evidence, if
 * that is worth a line; otherwise n. */
static size_t next_change(search *c, size_t from, size_t first, size_t *suspect)
{
	size_t at = c->n, places = 0;

	c->s.n = 0;
	*suspect = c->n;
	for (size_t i = from; i < c->n && at == c->n; i++) {
		double most = i + 1 < c->n ? c->rule->goal : pow(c->rule->goal, policy.suspicion);
		double ranks;

		if (i > from && i >= first)
			place_begin(&c->place[places++], c, from, i);
		for (size_t k = 0; k < places;) {
			place *p = &c->place[k];
			double value = place_take(p, c, from, i, most, &ranks);
			bool hopeless = p->after >= policy.patience && !(p->step.value > 0);

			if (value >= most) {
				most = value;
				*(value >= c->rule->goal ? &at : suspect) = p->at;
			}
			for (size_t j = 0; j < STAKES && hopeless; j++)
				hopeless = !(p->stake[j].value > policy.hopeless
				             && 3 * p->stake[j].wins > (double)p->after);
			if (hopeless)   /* a bet that begins later is more promising */
				*p = c->place[--places];
			else
				k++;
		}
		insert(&c->s, c->x[i]);
	}
	return at;
}

/* Bets on a change at `at` only, in a level that begins at `from`.  Returns the number with which
 * the evidence reaches the goal, or `to`.  hold: the evidence of a step counts only at the end. */
static size_t prove(search *c, size_t from, size_t at, size_t to, bool hold)
{
	double goal = c->rule->goal, ranks, value = 0;
	place *p = c->place;

	c->s.n = 0;
	for (size_t i = from; i < at; i++)
		insert(&c->s, c->x[i]);
	place_begin(p, c, from, at);
	for (size_t i = at; i < to; i++) {
		value = place_take(p, c, from, i, goal, &ranks);
		if ((hold && i + 1 < to ? ranks : value) >= goal)
			return i;
		insert(&c->s, c->x[i]);
	}
	return to;
}

/* Returns the median of the numbers [from, to). */
static double middle_of(search *c, size_t from, size_t to)
{
	memcpy(c->scratch, c->x + from, (to - from) * sizeof *c->x);
	return benchi_median_many(c->scratch, to - from);
}

/* Returns how badly x fits a level: its distance, limited for outliers. */
static double misfit(double x, double level, double spread)
{
	return fmin(fabs(x - level), policy.far * spread);
}

/* Returns whether [begin, at) is a spell: short, no longer than [from, begin) before it, and
 * followed by a return, in [at, to), to nearly the level before. False for exact numbers. merged:
 * number of spells already found; each lets a longer one pass. */
static bool is_return(search *c, size_t from, size_t begin, size_t at, size_t to, size_t merged)
{
	double before, between, after;

	if (c->exact || at - begin > policy.spell * (1 + merged) || begin - from < at - begin)
		return false;
	before = middle_of(c, from, begin);
	between = middle_of(c, begin, at);
	after = middle_of(c, at, to);
	return fabs(after - before) < policy.back * fabs(between - before);
}

/* Moves each change to the place between its neighbours where two levels fit best: those before and
 * after it.  Numbers far from both levels do not matter, and places between which only they lie fit
 * equally well: the new level begins after the last of them that is nearer to the old one.  Where
 * the old level scatters more than the new one, its ordinary numbers are far as well. Drops changes
 * that are not proven there, and both sides of a spell. Returns the number of changes that
 * remain. */
static size_t settle(search *c, size_t *at, size_t found)
{
	size_t kept = 0;

	for (size_t k = 0; k < found; k++) {
		size_t from = k ? at[k - 1] : 0, to = k + 1 < found ? at[k + 1] : c->n, best = at[k];
		double before = middle_of(c, from, at[k]), after = middle_of(c, at[k], to), spread;
		double sum = 0, least = (double)INFINITY;

		for (size_t i = from; i < to; i++)
			c->scratch[i - from] = fabs(c->x[i] - (i < at[k] ? before : after));
		spread = benchi_median_many(c->scratch, to - from);
		if (!(spread > 0))
			spread = fabs(after - before) / policy.far;
		for (size_t i = from; i + 1 < to && spread > 0; i++) {
			bool old = fabs(c->x[i] - before) < fabs(c->x[i] - after);

			sum += misfit(c->x[i], before, spread) - misfit(c->x[i], after, spread);
			if (old ? sum <= least : sum < least) {
				least = sum;
				best = i + 1;
			}
		}
		at[k] = best;
	}
	for (size_t k = 0; k < found; k++) {
		size_t from = kept ? at[kept - 1] : 0, to = k + 1 < found ? at[k + 1] : c->n;

		if (k + 1 < found && is_return(c, from, at[k], to, k + 2 < found ? at[k + 2] : c->n, 0))
			k++;
		else if (prove(c, from, at[k], to, true) < to)
			at[kept++] = at[k];
	}
	return kept;
}

/* Returns the typical difference of numbers that are `lag` apart, without what a trend adds.
 * Medians, since changes and outliers are few. */
static double lag_scatter(search *c, size_t lag)
{
	size_t n = c->n - lag;
	double usual;

	for (size_t i = 0; i < n; i++)
		c->scratch[i] = c->x[i + lag] - c->x[i];
	usual = benchi_median_many(c->scratch, n);
	for (size_t i = 0; i < n; i++)
		c->scratch[i] = fabs(c->x[i + lag] - c->x[i] - usual);
	return fmax(benchi_median_many(c->scratch, n), c->rounding / 2);
}

/*
 * Returns the share of the numbers that is new information: a power for their evidence.
 *
 * If a series wanders, neighbours differ by less than numbers far apart. In an autoregressive
 * series with coefficient r the squares of these differences have the ratio 1 / (1 - r), and the
 * mean varies like the mean of (1 - r) / (1 + r) times as many independent numbers. Only a ratio
 * beyond its own error counts. The search looks at every place and finds the widest excursion, so
 * the share is raised to the power policy.wary.
 */
static double independent_share(search *c)
{
	double sure = 1 - policy.unsure / sqrt((double)c->n), near, ratio;
	size_t lag = c->n / 8 < policy.lag ? c->n / 8 : policy.lag;

	if (c->exact || sure <= 0 || lag < 2)
		return 1;
	near = lag_scatter(c, 1);
	ratio = near > 0 ? sure * pow(lag_scatter(c, lag) / near, 2) : 1;
	return pow(2 * fmax(1, ratio) - 1, -policy.wary);
}

/* Returns how often the series goes from one of two levels to the other and stays there for some
 * commits. spread: scatter of single numbers around their level. Medians of windows that are long
 * enough for the distance between the levels decide where the series is. */
static size_t count_moves(search *c, double low, double high, double spread)
{
	double noise = policy.apart * spread / (high - low);
	size_t window = (size_t)fmin(fmax(3, noise * noise), (double)c->n), since = 0, moves = 0;
	enum { UNKNOWN, LOW, HIGH };
	int level = UNKNOWN, latest = UNKNOWN;

	for (size_t i = 0; i + window <= c->n; i++) {
		double share = (middle_of(c, i, i + window) - low) / (high - low);
		int now = share < policy.reached ? LOW : share > 1 - policy.reached ? HIGH : latest;

		since = now == latest ? since : i;
		latest = now;
		if (latest != level && i - since >= policy.stays) {
			moves += level != UNKNOWN;
			level = latest;
		}
	}
	return moves;
}

/*
 * Drops changes that are moves between states of the machine, or a part of its wandering: levels
 * between which the series moves again and again.  A commit that is reverted, and lands again, is
 * three changes; what repeats more often is not the work of commits.  Returns how many remain;
 * *widest: the largest dropped change as a share of its level, or 0.
 */
static size_t drop_moves(search *c, size_t *at, size_t found, double *widest)
{
	double *level = c->scratch + c->n;
	double spread;
	size_t kept = 0;

	*widest = 0;
	if (c->exact || !found)
		return found;
	spread = lag_scatter(c, 1);
	for (size_t k = 0; k <= found; k++)
		level[k] = middle_of(c, k ? at[k - 1] : 0, k < found ? at[k] : c->n);
	for (size_t k = 0; k < found; k++) {
		double low = fmin(level[k], level[k + 1]), high = fmax(level[k], level[k + 1]);

		if (count_moves(c, low, high, spread) < policy.moves)
			at[kept++] = at[k];
		else
			*widest = fmax(*widest, fabs(level[k + 1] / level[k] - 1));
	}
	return kept;
}

/* Finds all changes that are proven when the search meets them. Returns how many; *suspect: set by
 * next_change in the last level. *spells: spells of the series that are known already; receives how
 * many were found. */
static size_t search_all(search *c, size_t *at, size_t *spells, size_t *suspect)
{
	size_t from = 0, first = 0, known = *spells, merged = 0, found = 0;

	*suspect = c->n;
	*spells = 0;
	while ((first = next_change(c, from, first, suspect)) < c->n)
		if (found && is_return(c, found > 1 ? at[found - 2] : 0, from, first, from + c->s.n,
		                       known + merged)) {
			from = --found ? at[found - 1] : 0;
			merged++;
			++*spells;
		} else {
			at[found++] = from = first;
			merged = 0;
		}
	return found;
}

bench_status history_changes(const history_numbers *of, const history_rule *rule, size_t *at,
                             size_t *found, history_remark *remark)
{
	size_t capacity = of->n + policy.missing, suspect, spells = 0, from;
	double *block = malloc((4 * capacity + of->n + 1) * sizeof *block);
	search c = { .x = block, .error = block + capacity, .n = of->n, .rule = rule,
		.exact = of->exact, .s = { block + 2 * capacity, 0 },
		.place = malloc((of->n + 1) * sizeof *c.place), .scratch = block + 3 * capacity };

	*found = 0;
	*remark = (history_remark){ .at = of->n };
	if (!block || !c.place) {
		free(block);
		free(c.place);
		return benchi_no_memory("the history");
	}
	memcpy(c.x, of->x, of->n * sizeof *c.x);
	for (size_t i = 0; i < of->n; i++)
		c.error[i] = of->error ? of->error[i] : (double)NAN;
	/* the largest power of ten up to 1 that all numbers are multiples of */
	c.rounding = of->exact ? 0 : 1;
	for (size_t i = 0; i < c.n && c.rounding > 0; i++)
		while (c.rounding > 0 && fabs(c.x[i] / c.rounding - nearbyint(c.x[i] / c.rounding))
		                         > 1e-6 + 1e-13 * fabs(c.x[i] / c.rounding))
			c.rounding = c.rounding > 1e-9 ? c.rounding / 10 : 0;
	c.independent = independent_share(&c);
	*found = search_all(&c, at, &spells, &suspect);
	if (*found && spells)         /* a series with spells may also have longer spells */
		*found = search_all(&c, at, &spells, &suspect);
	for (int i = 0; i < policy.refinements; i++)
		*found = settle(&c, at, *found);
	*found = drop_moves(&c, at, *found, &remark->moves);

	/* How many numbers like those after the suspected place would prove a change there? */
	from = *found ? at[*found - 1] : 0;
	if (suspect > from && suspect < c.n) {
		double like = middle_of(&c, suspect, c.n);
		size_t proven;

		for (size_t i = c.n; i < capacity; i++) {
			c.x[i] = like;
			c.error[i] = (double)NAN;
		}
		proven = prove(&c, from, suspect, capacity, false);
		if (proven >= c.n && proven < capacity) {
			remark->at = suspect;
			remark->missing = proven - c.n + 1;
		}
	}
	free(block);
	free(c.place);
	return BENCH_OK;
}
