/*
 * Combines the results of several processes.
 *
 * All windows of a process share its memory layout, the place of its code and its cores.  Their
 * interval does not cover what the next process finds.  So the process is the unit: the result is
 * the median of the processes' medians, with the interval of stats/describe.c.  A single process
 * keeps its own interval.
 *
 * A few processes ran the row for longer (a life, program/life.c).  If three of four lives agree
 * that the usual cost has changed, the result is the cost at their end, with the warning DRIFT; the
 * time of the first milliseconds becomes a metric.  If they found rare work, the mean is that of
 * the lives.
 *
 * Some processes do not count:
 * - Those with a noisy neighbour, if at least six had none, or three had none and they are half of
 * all.  Otherwise the result is a guess with a warning: the median of the processes without a
 * neighbour, or of all if every process had one.  The interval then covers what each process allows
 * for.  If one had the whole core, the interval reaches above the processes' values by at most
 * their range, and below by the factor of the largest and the least.  Each process's share of the
 * core's width becomes a metric, for later comparisons.
 *
 * - Those of one or two windows that an interruption lengthened (engine/engine.h), if these are at
 * most a quarter; if they are more, the interval reaches up to them, but not down.  A process with
 * more windows has dropped such a window.
 *
 * - Those whose threads never ran at the same time (program/row.c), if they did in another process.
 * If they did in fewer than three, the interval covers all processes.
 *
 * The mean never leaves out a process with three times the usual mean, or with windows as long in
 * processor time: that may be rare work.
 *
 * The result also has two standard deviations: of the windows from their process's median, and of
 * the processes' medians.  Both are computed from quartiles, which a single interrupted window does
 * not change.
 *
 * SPDX-License-Identifier: MIT
 */

#include "program/program.h"

static const struct {
	double confidence;
	double neighbour_most;      /* a mean this many times the usual one is not due to a neighbour */
	size_t alone;               /* undisturbed processes that suffice, whatever their share */
	size_t least;               /* fewest processes that show a spread; undisturbed, they suffice if
	                               they are half of all */
	size_t lives_agree;         /* one life in this many may disagree */
	size_t outlier_from;        /* from this many processes on, one outlying mean is left out */
	size_t student_from;        /* with fewer processes the interval covers every process's mean */
	size_t windows_few;         /* so few windows cannot show that one of them was interrupted */
	size_t interrupted_part;    /* one process in this many may be left out as interrupted */
} policy = { .confidence = 0.95, .neighbour_most = 3, .alone = 6, .least = 3, .lives_agree = 4,
	.outlier_from = 11, .student_from = 4, .windows_few = 2, .interrupted_part = 4 };

/* distance of the quartiles of a normal distribution, in standard deviations */
static const double QUARTILES = 1.34898;

/* Returns the double at this offset in a part. */
static double member_of(const benchi_observed *part, size_t offset)
{
	double x;

	memcpy(&x, (const char *)part + offset, sizeof x);
	return x;
}

/* Returns the median, with its interval, of the doubles at this offset in n parts, ignoring NaN.
 * scratch: 2 n numbers; afterwards its first half holds the doubles, sorted. */
static struct benchi_median_interval over_parts(const benchi_observed *part, size_t n,
                                                size_t offset, double *scratch)
{
	for (size_t i = 0; i < n; i++)
		scratch[n + i] = member_of(&part[i], offset);
	return benchi_median_interval_of(scratch + n, n, policy.confidence, scratch);
}

/* Returns the robust standard deviation of a normal sample with outliers; NaN for n < 2.  Sorts x
 * in place. */
static double robust_deviation(double *x, size_t n)
{
	if (n < 2)
		return (double)NAN;
	benchi_sort_many(x, n);
	return (benchi_quantile(x, n, 0.75) - benchi_quantile(x, n, 0.25)) / QUARTILES;
}

/* Returns the robust standard deviation of windows from the median of their process.  The readings
 * are ordered by process. */
static double deviation_within(const benchi_result *result, double *scratch)
{
	double *x = scratch, *from = scratch + result->n;
	size_t all = 0;

	for (size_t i = 0; i < result->n;) {
		size_t n = 0;
		uint32_t process = result->reading[i].process;
		double median;

		for (; i < result->n && result->reading[i].process == process; i++)
			x[all + n] = from[n] = result->reading[i].ns, n++;
		median = benchi_median_many(from, n);
		for (size_t k = 0; k < n; k++)
			x[all + k] -= median;
		all += n > 1 ? n : 0;
	}
	return robust_deviation(x, all);
}

static int had_neighbour(const benchi_observed *part, double usual_ns)
{
	return (part->summary.warnings & BENCH_WARN_NEIGHBOUR) != 0
	       && !(usual_ns > 0 && part->summary.mean_ns > policy.neighbour_most * usual_ns);
}

/* Returns true if the part's result is from windows that had the whole core. */
static bool whole_core(const benchi_observed *part)
{
	const bench_summary *s = &part->summary;

	return !had_neighbour(part, 0) || s->width > (1 - BENCHI_WIDTH_MISSING) * s->width_full;
}

/* Returns the warnings that at least half of the parts have, and ELIDED and BREAK if any part has
 * them. A neighbour counts only if the part lost width of the core. */
static unsigned shared_warnings(const benchi_observed *part, size_t n)
{
	unsigned warnings = 0;

	for (int bit = 0; bit < BENCH_WARNINGS; bit++) {
		size_t have = 0;

		for (size_t i = 0; i < n; i++)
			have += (part[i].summary.warnings >> bit & 1)
				&& !(1u << bit == BENCH_WARN_NEIGHBOUR && whole_core(&part[i]));
		if (2 * have >= n || (have && 1u << bit & (BENCH_WARN_ELIDED | BENCH_WARN_BREAK_IN_BODY)))
			warnings |= 1u << bit;
	}
	return warnings;
}

/* Returns the distribution of the windows of all processes, with the median and interval of e. */
static struct benchi_estimate distribution_around(const struct benchi_median_interval *e,
                                                  const benchi_result *result, double *scratch)
{
	struct benchi_estimate all;

	for (size_t i = 0; i < result->n; i++)
		scratch[i] = result->reading[i].ns;
	all = benchi_estimate_of(scratch, result->n);
	all.centre = e->centre;
	all.low = e->low;
	all.high = e->high;
	all.confidence = e->confidence;
	return all;
}

/* Returns true if the part has one or two windows, lengthened by an interruption. */
static int interrupted(const benchi_observed *part, double usual_ns)
{
	const bench_summary *s = &part->summary;
	double iterations = (double)s->iterations / (double)s->samples;

	return s->samples <= policy.windows_few
	       && benchi_interrupted(s->ns * iterations, usual_ns * iterations);
}

/* Moves the parts for which `is_last` is zero to the front, keeping their order.  Returns their
 * number. */
static size_t others_first(benchi_observed *part, size_t n,
                           int (*is_last)(const benchi_observed *, double), double usual_ns)
{
	size_t others = 0;

	for (size_t i = 0; i < n; i++)
		if (!is_last(&part[i], usual_ns)) {
			benchi_observed keep = part[i];

			for (size_t j = i; j > others; j--)
				part[j] = part[j - 1];
			part[others++] = keep;
		}
	return others;
}

/* Returns nonzero if the part's threads never ran at the same time: many windows, but a confidence
 * of 0. */
static int never_together(const benchi_observed *part, double usual_ns)
{
	return part->summary.samples > policy.windows_few && part->summary.confidence <= 0;
}

/* Moves parts that an interruption lengthened to the end, if they are at most a quarter.  Returns
 * the number of parts to use. */
static size_t leave_out_interrupted(benchi_observed *part, size_t n, double *scratch)
{
	double usual = over_parts(part, n, offsetof(benchi_observed, summary.ns), scratch).centre;
	size_t left = 0;

	for (size_t i = 0; i < n; i++)
		left += !interrupted(&part[i], usual);
	return left < n && policy.interrupted_part * (n - left) <= n
	       ? others_first(part, n, interrupted, usual) : n;
}

/* Raises the low end of an interval over parts to that without the parts that an interruption
 * lengthened, if two others remain: these tell how much the case costs at least.  offset: of the
 * member. */
static void raise_low(const benchi_observed *part, size_t n, size_t offset, double *scratch,
                      double *low)
{
	double usual = over_parts(part, n, offsetof(benchi_observed, summary.ns), scratch).centre;
	struct benchi_median_interval m;

	for (size_t i = 0; i < n; i++)
		scratch[n + i] = interrupted(&part[i], usual) ? (double)NAN : member_of(&part[i], offset);
	m = benchi_median_interval_of(scratch + n, n, policy.confidence, scratch);
	if (m.n > 1 && m.n < n)
		*low = fmax(*low, m.low);
}

/* Removes the readings of all processes but the n given ones. */
static void keep_parts(const benchi_observed *part, size_t n, benchi_result *result)
{
	size_t kept = 0;

	for (size_t i = 0; i < result->n; i++)
		for (size_t j = 0; j < n; j++)
			if (part[j].process == (result->reading[i].process & ~BENCHI_LATE)) {
				result->reading[kept++] = result->reading[i];
				break;
			}
	result->n = kept;
}

/* Widens the interval *from to *to, which assumes what a neighbour took, to cover the intervals of
 * all parts. value, low: offsets of the members that hold a part's value and low end. If a part had
 * the whole core, the values of the parts already show what a neighbour does to the body. The
 * interval then reaches above these values by at most their range, and below by their factor: by
 * their range, if an overhead was subtracted that left nothing of some. */
static void widen_one(const benchi_observed *part, size_t n, size_t value, size_t low,
                      double *from, double *to)
{
	double least = HUGE_VAL, most = -HUGE_VAL, lowest = *from, whole = HUGE_VAL, low_end;

	for (size_t i = 0; i < n; i++) {
		double x = member_of(&part[i], value);

		least = fmin(least, x);
		most = fmax(most, x);
		lowest = fmin(lowest, member_of(&part[i], low));
		if (whole_core(&part[i]))
			whole = fmin(whole, member_of(&part[i], low));
	}
	if (least > most)
		return;     /* no part knows it, such as the cycles */
	low_end = fmin(whole, least);
	*from = whole < HUGE_VAL ? fmax(lowest, low_end > 0 ? low_end * least / most
		: low_end - (most - least)) : lowest;
	*to = fmax(most, whole < HUGE_VAL ? fmin(*to, 2 * most - least) : *to);
}

static void widen_to_parts(const benchi_observed *part, size_t n, bench_summary *s)
{
	widen_one(part, n, offsetof(benchi_observed, summary.ns), offsetof(benchi_observed,
		summary.ns_low),
		&s->ns_low, &s->ns_high);
	widen_one(part, n, offsetof(benchi_observed, summary.cycles),
		offsetof(benchi_observed, summary.cycles_low), &s->cycles_low, &s->cycles_high);
}

/* Returns the medians over parts of all members of *first, whose other members stay, and the
 * intervals of time and cycles. */
static benchi_answer medians_of(const benchi_observed *part, size_t n, const bench_summary *first,
                                const benchi_result *result, double *scratch)
{
	static const struct benchi_reach none = { 0, 0 };
	benchi_answer answer = { .summary = *first };
	bench_summary *s = &answer.summary;
	struct benchi_median_interval ns, cycles;
	struct benchi_estimate e;
	size_t with_cpu = 0;

	for (size_t i = 0; i < n; i++)
		with_cpu += part[i].cpu_ns >= 0;
	for (size_t i = 0; i < benchi_members_count; i++)
		benchi_member_set(s, &benchi_members[i], over_parts(part, n,
			offsetof(benchi_observed, summary) + benchi_members[i].offset, scratch).centre);
	answer.wall_ns = over_parts(part, n, offsetof(benchi_observed, wall_ns), scratch).centre;
	/* only long bodies have a processor time; a single interrupted window does not make a body
	 * long */
	answer.cpu_ns = 2 * with_cpu > n
		? over_parts(part, n, offsetof(benchi_observed, cpu_ns), scratch).centre : (double)NAN;
	cycles = over_parts(part, n, offsetof(benchi_observed, summary.cycles), scratch);
	ns = over_parts(part, n, offsetof(benchi_observed, summary.ns), scratch);
	answer.between = robust_deviation(scratch, ns.n);
	e = distribution_around(&cycles, result, scratch);
	benchi_summary_set_cycles(s, &e, none);
	e = distribution_around(&ns, result, scratch);
	e.min = e.centre;
	for (size_t i = 0; i < n; i++)
		e.min = fmin(e.min, isnan(part[i].summary.min_ns) ? part[i].summary.ns
			: part[i].summary.min_ns);
	benchi_summary_set_ns(s, &e, none);
	s->overhead_ns = s->ns_raw - s->ns;
	return answer;
}

/*
 * Returns total time over total iterations, with the interval of a ratio (Cochran 1977, 6.3).  A
 * mean of the processes' means would be too high, because a process that ended after a long window
 * took more time for fewer iterations.  NaN unless half of the processes have a mean.
 *
 * All processes end at about the same point of their state's history and may miss the same burst,
 * so the interval is never narrower than a process's own edge.  With few processes it covers each
 * mean, since Student's factor for one or two degrees of freedom is useless.
 *
 * The low end is reduced by the share of time that the machine took unreported: the mean over
 * processes plus its standard error.  At load 10 that is 2 to 5 %, as much as the rest of the
 * interval.
 */
static struct benchi_mean mean_over(const benchi_observed *part, size_t n)
{
	struct benchi_mean m = { NAN, NAN, NAN };
	double ns = 0, done = 0, own = 0, edge = 0, taken = 0, apart = 0, squares = 0, shares = 0, half;
	size_t have = 0;

	for (size_t i = 0; i < n; i++)
		if (part[i].summary.mean_ns > 0 && part[i].basis.done > 0) {
			const struct benchi_basis *basis = &part[i].basis;

			ns += part[i].summary.mean_ns * basis->done;
			own += (part[i].summary.mean_ns_high - part[i].summary.mean_ns) * basis->done;
			edge += basis->edge_ns * basis->done;
			done += basis->done;
			taken += basis->taken;
			have++;
		}
	if (2 * have < n || !have)
		return m;
	m.mean = ns / done;
	taken /= (double)have;
	for (size_t i = 0; i < n && have > 1; i++)
		if (part[i].summary.mean_ns > 0 && part[i].basis.done > 0) {
			double beyond = part[i].summary.mean_ns - m.mean;

			apart = fmax(apart, fabs(beyond));
			squares += beyond * beyond * part[i].basis.done * part[i].basis.done;
			shares += (part[i].basis.taken - taken) * (part[i].basis.taken - taken);
		}
	half = have < policy.student_from ? fmax(own / done, apart)
		: benchi_student_quantile(1 - (1 - policy.confidence) / 2, (double)have - 1)
		* sqrt(squares * (double)have / (double)(have - 1)) / done;
	half = fmax(half, edge / done);
	if (have > 1)
		taken += sqrt(shares / (double)have / (double)(have - 1));
	m.low = m.mean * (1 - taken) - half;
	m.high = m.mean + half;
	return m;
}

/* Returns true if the mean differs from the median because of a single process, and a life found no
 * rare work: most likely the machine took that time.  (If the processes are too short for a burst
 * and one met it by chance, the life meets it too.) */
static bool one_process_alone(const benchi_observed *part, size_t n, double median_ns)
{
	double ns = 0, done = 0, most = 0, most_ns = 0, most_done = 0;
	bool lived = false;

	for (size_t i = 0; i < n; i++) {
		double iterations = part[i].basis.done;
		double beyond = (part[i].summary.mean_ns - median_ns) * iterations;

		lived = lived || part[i].life;
		if (!(part[i].summary.mean_ns > 0 && iterations > 0))
			continue;
		ns += part[i].summary.mean_ns * iterations;
		done += iterations;
		if (beyond > most) {
			most = beyond;
			most_ns = part[i].summary.mean_ns * iterations;
			most_done = iterations;
		}
	}
	return lived && n >= policy.outlier_from && most > 0
	       && fabs((ns - most_ns) / (done - most_done) / median_ns - 1) <= BENCHI_RARE_SHARE;
}

/* Stores the mean.  Warns of rare work if the mean surely differs from the median, and unusually
 * long windows explain the difference (beyond_ns).  A core that was slower for a while lengthens
 * all windows instead; only another state shortens them.  With the warning, each process's mean
 * becomes a metric, which comparisons need. */
static bench_status store_mean(const benchi_observed *part, size_t n,
                               const struct benchi_mean *mean, double beyond_ns, bench_summary *s,
                               benchi_result *result)
{
	const double usual_ns = mean->mean - beyond_ns;
	double least_ns = s->min_ns;
	bench_status status = BENCH_OK;

	/* the means may be of lives, which are measured in more windows than the readings */
	for (size_t i = 0; i < n; i++)
		if (part[i].summary.mean_ns > 0)
			least_ns = fmin(least_ns, fmin(part[i].summary.min_ns, part[i].summary.mean_ns));
	benchi_summary_set_mean(s, mean, least_ns);
	/* a mean below the median shows another state of the case, or a neighbour that paused */
	if (fabs(beyond_ns) <= BENCHI_RARE_SHARE * s->ns
	    && (!(mean->mean < s->ns) || s->warnings & BENCH_WARN_NEIGHBOUR))
		s->warnings &= ~(unsigned)BENCH_WARN_RARE;
	else if (mean->low > (1 + BENCHI_RARE_SHARE) * usual_ns)
		s->warnings |= BENCH_WARN_RARE;
	if (!(s->warnings & BENCH_WARN_RARE))
		return BENCH_OK;
	for (size_t i = 0; i < n && status == BENCH_OK; i++)
		status = benchi_metric_add(result, BENCHI_METRIC_MEAN, part[i].process,
			part[i].summary.mean_ns / part[i].summary.ns);
	return status;
}

/* Processes that ran a row for longer, as parts with what they found at the end. */
struct lives {
	benchi_observed *part;
	size_t n;           /* number of lives; 0: most found no change and no rare work */
	int change;         /* 1: the usual cost is higher than at first; -1: lower; 0: not surely */
	double first_ns;    /* median cost in the first milliseconds */
	double late_ns;     /* median cost at the end, if most lives agree, even unsurely; else 0 */
	bool better;        /* no change, but the cost at the end varies less between processes than in
	                       the first milliseconds */
};

/* Returns the width of the interval over parts, as a share of the median; infinite with too few
 * parts. */
static double width_over(const benchi_observed *part, size_t n, double *scratch)
{
	struct benchi_median_interval m = over_parts(part, n, offsetof(benchi_observed, summary.ns),
		scratch);

	return n < policy.least ? HUGE_VAL : (m.high - m.low) / m.centre;
}

/* Collects the lives among n parts in memory, which holds n.  The cost has changed if three of four
 * lives say so; with few lives each must be sure.  Returns what the lives say. */
static struct lives find_lives(const benchi_observed *part, size_t n, benchi_observed *memory,
                               double *scratch)
{
	struct lives lives = { .part = memory };
	size_t changes[4] = { 0 }, unsure = 0, with, known;
	double width, clock;
	bool sure;

	if (!benchi_life_suspicions(part, n, &with)
	    || 2 * benchi_life_suspicions(part, n, &with) < with)
		return lives;
	for (size_t i = 0; i < n; i++) {
		if (!part[i].life)
			continue;
		changes[1 + benchi_life_change(&part[i].summary, part[i].life, &sure)]++;
		unsure += !sure;
		scratch[lives.n] = part[i].summary.ns;
		benchi_observed *late = &memory[lives.n++];

		*late = part[i];
		late->summary = late->life->late;
		late->basis = late->life->basis;
		late->wall_ns = late->summary.ns;
		/* the mean is on the first measurement's clock */
		clock = part[i].summary.mhz / late->summary.mhz;
		if (clock > 0) {
			late->summary.mean_ns *= clock;
			late->summary.mean_ns_low *= clock;
			late->summary.mean_ns_high *= clock;
			late->basis.edge_ns *= clock;
		}
	}
	lives.first_ns = benchi_median_many(scratch, lives.n);
	/* lives that began with "at most" have no vote */
	known = lives.n - changes[1 + BENCHI_LIFE_UNKNOWN];
	for (int way = -1; way <= 1; way += 2)
		if (2 * known >= lives.n && policy.lives_agree * (known - changes[1 + way]) <= known) {
			lives.late_ns = over_parts(memory, lives.n, offsetof(benchi_observed, summary.ns),
				scratch).centre;
			lives.change = lives.n > policy.lives_agree || !unsure ? way : 0;
		}
	width = width_over(part, n, scratch);
	lives.better = !lives.change && width > 2 * BENCHI_NOISY_SHARE
	               && width_over(memory, lives.n, scratch) < width;
	return lives;
}

/*
 * Copies the lives to memory, which holds n parts, with their means scaled to the usual layout:
 * that of the medians over all parts. The mean of a life is better than that of its process's short
 * measurement, which is a tenth as long: a few interrupts change the short measurement's mean, and
 * a burst at its end is cut off. (Work of 9 % that recurs every 40 us showed as 2 to 4 %.)
 * Suspicious lives are left out. Wrong if the share of rare work depends on the layout. Returns the
 * number copied.
 *
 * The medians of two processes differ also if most windows of one contain a burst, and their
 * shortest windows differ by noise. The layout is what both show.
 */
static size_t lives_as_usual(const benchi_observed *part, size_t n, const bench_summary *usual,
                             benchi_observed *memory)
{
	size_t lives = 0;

	for (size_t i = 0; i < n; i++) {
		const benchi_life *life = part[i].life;
		double median = usual->ns / part[i].summary.ns;
		double least = usual->min_ns / part[i].summary.min_ns;
		double layout = median > 1 ? fmax(1, fmin(median, least)) : fmin(1, fmax(median, least));
		bench_summary *s = &memory[lives].summary;
		size_t with;

		if (!life || !(life->late.mean_ns > 0 && isfinite(layout))
		    || benchi_life_suspicions(&part[i], 1, &with))
			continue;
		memory[lives] = part[i];
		memory[lives].basis = life->basis;
		memory[lives++].basis.edge_ns *= layout;
		s->ns = usual->ns;
		s->min_ns = layout * fmin(s->min_ns, life->late.min_ns);
		s->mean_ns = layout * life->late.mean_ns;
		s->mean_ns_low = layout * life->late.mean_ns_low;
		s->mean_ns_high = layout * life->late.mean_ns_high;
	}
	return lives;
}

/* Stores the parts' time, iterations and windows together. */
static void add_up(const benchi_observed *part, size_t n, bench_summary *s)
{
	s->elapsed_ns = 0;
	s->iterations = s->samples = s->dropped = 0;
	for (size_t i = 0; i < n; i++) {
		s->elapsed_ns += part[i].summary.elapsed_ns;
		s->iterations += part[i].summary.iterations;
		s->samples += part[i].summary.samples;
		s->dropped += part[i].summary.dropped;
	}
}

/* Returns how much the means of lives exceed their medians; NaN without lives.  A case with two
 * states can have its median in one state in some lives and in the other in the rest.  So the mean
 * of a life is compared with the median of the same life. */
static double beyond_medians(const benchi_observed *part, size_t n)
{
	double ns = 0, done = 0;

	for (size_t i = 0; i < n; i++) {
		ns += fabs(part[i].life->beyond_ns) * part[i].life->basis.done;
		done += part[i].life->basis.done;
	}
	return ns / done;
}

/* Combines all parts, at least two. Reorders them, removes the readings of those that do not count,
 * and adds metrics to the result. summary.status: BENCH_ERR_MEMORY. */
static benchi_answer combine_many(benchi_observed *part, size_t all, const struct lives *lives,
                                  const bench_summary *first, benchi_result *result,
                                  double *scratch)
{
	size_t together = others_first(part, all, never_together, 0), some = together ? together : all;
	size_t n = leave_out_interrupted(part, some, scratch);
	double usual = over_parts(part, n, offsetof(benchi_observed, summary.ns), scratch).centre;
	size_t clean = others_first(part, n, had_neighbour, usual), processes;
	benchi_answer answer;
	bench_summary *s = &answer.summary;
	struct benchi_mean mean;
	bench_status status;
	double beyond_ns, within;
	bool guess = clean < n && clean < policy.alone && (2 * clean < n || clean < policy.least);

	processes = guess ? n : clean;
	keep_parts(part, processes, result);
	within = deviation_within(result, scratch);
	/* a guess is of the processes without a neighbour, if there are any: one next to a neighbour
	 * that was much slower than usual is not one of these */
	if (guess)
		clean = others_first(part, clean, had_neighbour, 0);
	answer = medians_of(part, guess && clean ? clean : processes, first, result, scratch);
	answer.processes = processes;
	answer.within = within;
	add_up(part, processes, s);
	raise_low(part, processes, offsetof(benchi_observed, summary.ns), scratch, &s->ns_low);
	raise_low(part, processes, offsetof(benchi_observed, summary.cycles), scratch, &s->cycles_low);
	s->warnings = shared_warnings(part, processes);
	if (s->method && !strcmp(s->method, "regions")) {
		/* START and STOP may cost more than was subtracted, equally in all processes */
		s->ns_low = fmin(s->ns_low, over_parts(part, processes,
			offsetof(benchi_observed, summary.ns_low), scratch).centre);
		s->cycles_low = fmin(s->cycles_low, over_parts(part, processes,
			offsetof(benchi_observed, summary.cycles_low), scratch).centre);
	}
	if (s->warnings & BENCH_WARN_ELIDED) {
		/* the loop may hide cost, equally in all processes */
		s->ns_high = fmax(s->ns_high, over_parts(part, processes,
			offsetof(benchi_observed, summary.ns_high), scratch).centre);
		s->cycles_high = fmax(s->cycles_high, over_parts(part, processes,
			offsetof(benchi_observed, summary.cycles_high), scratch).centre);
	}
	if (guess)
		widen_to_parts(part, n, s);
	if (together < all && together < policy.least)
		widen_to_parts(part, all, s);
	if (!together) {
		/* widen the interval up to the bound that concurrent threads impose */
		for (size_t i = 0; i < all; i++)
			s->ns_high = fmax(s->ns_high, part[i].summary.ns_high);
		s->confidence = 0;
	}

	const bench_summary usual_of = { .ns = s->ns, .min_ns = over_parts(part, processes,
		offsetof(benchi_observed, summary.min_ns), scratch).centre };
	size_t ran_on = lives->n ? lives->n
		: lives_as_usual(part, processes, &usual_of, lives->part);
	size_t over_n = ran_on;

	/* without lives, the mean is also over processes that an interruption lengthened */
	for (size_t i = 0; i < some && !ran_on; i++)
		if (i < processes || i >= n)
			lives->part[over_n++] = part[i];
	mean = mean_over(lives->part, over_n);
	beyond_ns = beyond_medians(lives->part, ran_on);

	const bench_summary medians = *s;

	if (!lives->n && ran_on) /* a life's windows are shorter, so a larger share of them has no
	                              burst */
		beyond_ns = fmin(beyond_ns, fabs(mean.mean - s->ns));
	status = store_mean(lives->part, over_n, &mean, beyond_ns, s, result);
	if (!lives->n && !(s->warnings & BENCH_WARN_RARE)
	    && one_process_alone(part, processes, s->ns)) {
		s->ns_low = medians.ns_low;
		s->ns_high = medians.ns_high;
		s->cycles_low = medians.cycles_low;
		s->cycles_high = medians.cycles_high;
	}
	/* most lives found something, but how much it costs is not sure */
	if (lives->n && !(s->warnings & BENCH_WARN_RARE) && beyond_ns > BENCHI_RARE_SHARE * s->ns)
		benchi_summary_reach(s, s->mean_ns, s->mean_ns / s->ns * s->cycles);
	/* Warnings about the interval apply to the combined one. The result is an upper bound only if
	 * most processes have an upper bound. */
	s->warnings &= ~(unsigned)BENCH_WARN_FEW_SAMPLES;
	if (s->confidence < 0.95)
		s->warnings |= BENCH_WARN_FEW_SAMPLES;
	if (!isnan(s->cycles))      /* some process found the core's clock */
		s->warnings &= ~(unsigned)BENCH_WARN_NO_TICK;
	benchi_summary_judge_width(s);
	s->warnings = benchi_warnings_tidy(s->warnings);
	for (size_t i = 0; i < n && guess && s->warnings & BENCH_WARN_NEIGHBOUR && status == BENCH_OK;
	     i++) {
		double share = part[i].summary.width / part[i].summary.width_full;

		status = benchi_metric_add(result, BENCHI_METRIC_CORE_WIDTH, part[i].process,
			had_neighbour(&part[i], 0) ? fmin(1, share) : 1);
	}
	s->status = status;
	return answer;
}

/* For rows of BENCH, whose counted instructions are only the body's: distinguishes removed work
 * from work that costs the core nearly nothing, such as x += 1. Such rows lose the warning, and
 * show how many instructions there are. */
static void judge_elided(bench_summary *s, benchi_result *result)
{
	double body = !result->row.item && result->counted >> BENCHI_COUNT_INSTRUCTIONS & 1
		? result->count[BENCHI_COUNT_INSTRUCTIONS] : 0;

	if (!(s->warnings & BENCH_WARN_ELIDED) || body < 1)
		return;
	s->warnings &= ~(unsigned)BENCH_WARN_ELIDED;
	if (s->ns_high - s->ns_low > s->ns)
		s->warnings |= BENCH_WARN_BELOW_RESOLUTION;
	if (!*result->label)
		snprintf(result->label, sizeof result->label, "%.0f instruction%s per iteration, done for "
			"nearly nothing", body, body > 1 ? "s" : "");
}

/* Returns the answer of a row's processes: of the only one, or combined. Removes the readings of
 * processes that do not count, and reorders the parts. summary.status: BENCH_ERR_MEMORY. */
static benchi_answer combine(benchi_result *result)
{
	benchi_observed *part = result->each.part;
	const size_t n = result->each.n;
	const benchi_observed *first = n ? part : &result->seen;
	benchi_answer answer = { first->summary, n ? n : 1, (double)NAN, (double)NAN, first->wall_ns,
		first->cpu_ns };
	bench_summary *s = &answer.summary;
	benchi_observed *late;
	bench_status status = BENCH_OK;
	struct lives lives;
	size_t kept = 0;
	double *scratch;
	bool of_lives;

	if (!n)
		return answer;
	/* two numbers for each process (over_parts) or each reading (deviation_within) */
	scratch = malloc(2 * (n > result->n ? n : result->n) * sizeof *scratch);
	late = malloc(n * sizeof *late);
	if (!scratch || !late) {
		s->status = benchi_fail(BENCH_ERR_MEMORY, "out of memory for the processes of %s",
			result->row.name);
		free(scratch);
		free(late);
		return answer;
	}
	lives = find_lives(part, n, late, scratch);
	of_lives = lives.change || lives.better;
	/* keep the readings of the lives, or the others */
	for (size_t i = 0; i < result->n; i++) {
		benchi_reading r = result->reading[i];

		if (((r.process & BENCHI_LATE) != 0) != of_lives)
			continue;
		r.process &= ~BENCHI_LATE;
		result->reading[kept++] = r;
	}
	result->n = kept;
	for (size_t i = 0; i < n && status == BENCH_OK && lives.change; i++)
		if (part[i].life)
			status = benchi_metric_add(result, BENCHI_METRIC_FIRST, part[i].process,
				part[i].summary.ns);
	if (of_lives) {
		/* Lives are long runs (life.c), and the result is the cost at their end. A spread needs
		 * three: with fewer, the interval is widened to the cost of the first milliseconds. */
		double share;

		if (lives.n > 1)
			answer = combine_many(lives.part, lives.n, &lives, s, result, scratch);
		else
			*s = lives.part[0].summary;
		s->warnings |= lives.change ? BENCH_WARN_DRIFT : 0;
		share = lives.first_ns / s->ns;
		if (lives.n < policy.least)
			benchi_summary_reach(s, share * s->ns, share * s->cycles);
	} else if (n > 1)
		answer = combine_many(part, n, &lives, s, result, scratch);
	if (!of_lives && lives.late_ns > 0)
		benchi_summary_reach(s, lives.late_ns, lives.late_ns / s->ns * s->cycles);
	judge_elided(s, result);
	if (status != BENCH_OK)
		s->status = status;
	free(scratch);
	free(late);
	return answer;
}

double benchi_parts_half_width(const benchi_observed *part, size_t n)
{
	double *scratch = malloc((2 * n + 1) * sizeof *scratch), half = HUGE_VAL, mean;
	struct benchi_median_interval m;
	size_t with_cycles = 0, disturbed = 0;

	for (size_t i = 0; i < n; i++) {
		with_cycles += part[i].summary.cycles > 0;
		disturbed += (size_t)had_neighbour(&part[i], 0);
	}
	if (scratch && n && !disturbed) {
		m = over_parts(part, n, offsetof(benchi_observed, summary.ns), scratch);
		mean = mean_over(part, n).mean / m.centre;
		if (with_cycles == n)
			m = over_parts(part, n, offsetof(benchi_observed, summary.cycles), scratch);
		if (m.n == n && fabs(mean - 1) <= BENCHI_RARE_SHARE)
			half = (m.high - m.low) / 2 / m.centre;
	}
	free(scratch);
	return half;
}

/*
 * Subtracts the time of one case (the overhead) from another's, with its error, and divides by the
 * parts of an iteration.
 *
 * Errors add.  Within a process, the interval reaches from the low end minus the overhead's high
 * end to the high end minus the overhead's low end, as if both were wrong in opposite directions.
 * Over processes, each process's overhead is subtracted from its own time: the spread of the
 * differences contains both errors, and what the two cases share in a process cancels.
 *
 * Wrong if the overhead costs more or less within the case than on its own, because the processor
 * overlaps it with other work.
 */

enum { WHY = 300 };

static void take_summary(bench_summary *s, const bench_summary *less, double parts)
{
	double *const place[] = { &s->min_ns, &s->p05_ns, &s->p95_ns, &s->mode_ns[0], &s->mode_ns[1] };
	double *const from[][3] = { { &s->ns, &s->ns_low, &s->ns_high },
		{ &s->cycles, &s->cycles_low, &s->cycles_high },
		{ &s->mean_ns, &s->mean_ns_low, &s->mean_ns_high } };
	const double take[][3] = { { less->ns, less->ns_high, less->ns_low },
		{ less->cycles, less->cycles_high, less->cycles_low },
		{ less->mean_ns, less->mean_ns_high, less->mean_ns_low } };

	for (int i = 0; i < 3; i++)
		for (int k = 0; k < 3; k++)
			*from[i][k] = (*from[i][k] - take[i][k]) / parts;
	for (size_t i = 0; i < sizeof place / sizeof *place; i++)
		*place[i] = (*place[i] - less->ns) / parts;
	s->ns_raw /= parts;
	s->mad_ns /= parts;
	s->layout_ns /= parts;
	s->overhead_ns = s->ns_raw - s->ns;
	s->confidence = fmin(s->confidence, less->confidence);
	s->warnings |= less->warnings & (BENCH_WARN_NEIGHBOUR | BENCH_WARN_FEW_SAMPLES);
	benchi_summary_judge_width(s);
	if (s->ns_low <= 0)
		s->warnings |= BENCH_WARN_BELOW_RESOLUTION;
}

/* Returns what a process saw without what the overhead cost in that process, divided by the parts.
 * Its life is changed in place. */
static benchi_observed take_part(const benchi_observed *part, const benchi_observed *less,
                                 double parts)
{
	benchi_observed rest = *part;

	take_summary(&rest.summary, &less->summary, parts);
	rest.basis.edge_ns /= parts;
	rest.wall_ns = (part->wall_ns - less->wall_ns) / parts;
	rest.cpu_ns = (part->cpu_ns - less->cpu_ns) / parts;
	if (part->life) {
		benchi_life *life = part->life;

		take_summary(&life->late, less->life ? &less->life->late : &less->summary, parts);
		life->basis.edge_ns /= parts;
		life->beyond_ns /= parts;
	}
	return rest;
}

/* Takes from each process of a result what the overhead cost in that process, and divides by the
 * parts. Drops processes in which the overhead was not measured. overhead: NULL takes nothing. */
static bench_status take_off(benchi_result *result, const benchi_result *overhead)
{
	struct benchi_parts *of = &result->each;
	const double parts = result->row.parts;
	size_t kept = 0;
	char why[WHY];

	for (size_t i = 0; i < of->n; i++) {
		const uint32_t process = of->part[i].process;
		const benchi_observed nothing = { .summary = { .confidence = 1 }, .process = process };
		const benchi_observed *less = overhead ? NULL : &nothing;

		for (size_t k = 0; overhead && k < overhead->each.n && !less; k++)
			if (overhead->each.part[k].process == process)
				less = &overhead->each.part[k];
		if (!less) {
			free(of->part[i].life);
			continue;
		}
		of->part[kept++] = take_part(&of->part[i], less, parts);
		for (size_t k = 0; k < result->n; k++) {
			benchi_reading *r = &result->reading[k];

			if ((r->process & ~BENCHI_LATE) != process)
				continue;
			r->ns = (r->ns - less->summary.ns) / parts;
			r->cycles = (r->cycles - less->summary.cycles) / parts;
		}
	}
	of->n = kept;
	keep_parts(of->part, kept, result);
	if (kept)
		return BENCH_OK;
	snprintf(why, sizeof why, "its overhead '%.200s' has no result", overhead->row.name);
	return benchi_result_skip(result, why) ? BENCH_OK : benchi_no_memory("the results");
}

bench_status benchi_parts_combine(benchi_report *report)
{
	bench_status status = BENCH_OK;

	for (size_t i = 0; i < report->n && status == BENCH_OK; i++) {
		benchi_result *result = &report->result[i];
		const benchi_result *overhead = result->row.overhead
			? benchi_relative_baseline(report, result->row.overhead, result) : NULL;

		if (result->each.n && (overhead || result->row.parts > 1))
			status = take_off(result, overhead);
	}
	for (size_t i = 0; i < report->n && status == BENCH_OK; i++) {
		report->result[i].answer = combine(&report->result[i]);
		if (report->result[i].each.n
		    && report->result[i].answer.summary.status == BENCH_ERR_MEMORY)
			status = BENCH_ERR_MEMORY;
	}
	return status;
}
