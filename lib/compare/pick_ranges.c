/*
 * Picks the fastest routine for each range of a parameter, and finds the threshold from which the
 * second of two routines is faster.
 *
 * First, values about a factor of two apart, varied at random by up to an eighth, are picked from
 * low to high. They share half the budget. All picks together share alpha. Ties keep the choice of
 * the next lower value. If neighbouring values differ in choice, a value between them (their
 * geometric mean) is picked, and so on in both parts, until values with different choices are 3 %
 * apart. This also finds a third routine that is best in between. The interval that can lose most
 * comes first: its length times the lead at its ends. So ties do not take the time that crossovers
 * need. Uncertain values of the first pass are picked again with half of the remaining time, and
 * all uncertain values with what is left at the end.
 *
 * Worked: 64 to 4096 has seven values; a crossover at 700 is between 512 and 1024. Then 724, 608,
 * 663, 692 and 707 follow, and the second routine begins at 707.
 *
 * Wrong if two crossovers fall between neighbouring values with the same choice: both are missed.
 *
 * A threshold is the same search with two routines. With x = ln(second / first) at a value, the
 * threshold minimizes the sum of max(0, -x) below it and max(0, x) from it on. Values are weighted
 * by the logarithm of the distance to their neighbours, and x is interpolated linearly between the
 * two values around the threshold. So a single noisy value moves the result little, and routines
 * that cross several times still have one best threshold. The interval reaches to the nearest
 * values at which either routine is proven faster; values within the interval are tried until it
 * is narrow.
 *
 * Worked: 10 + x against 110 + x / 2: at 197 the second takes 0.7 % longer, at 203 it is 0.7 %
 * faster: 200.
 *
 * SPDX-License-Identifier: MIT
 */

#include "compare/compare.h"

static const struct ranges_policy {
	double time_ns;         /* default budget */
	double known;           /* ratio of neighbouring values that need no value between them */
	double alpha;           /* default error probability of the table */
	double narrow;          /* ratio of the ends of a threshold's interval that is narrow enough */
	double again;           /* share of the remaining time for uncertain values */
	double least_loss;      /* assumed loss of a wrong choice if the lead is unknown */
} policy = { .time_ns = 200e6, .known = 1.03, .alpha = 0.01, .narrow = 1.1, .again = 0.5,
	.least_loss = 0.01 };

enum { VALUES_MOST = 66, PROBES_MOST = 2 * VALUES_MOST, STEPS = 5 };
enum { MEMORY = 8192 };      /* bytes of the caller's memory, in addition to the bytes of a pick */

/* A value and its pick. */
struct probe {
	uint64_t value;
	size_t index;
	double lead, lead_low, lead_high;
	double elapsed_ns;
	signed char tie, unsure;
	signed char done;           /* nonzero: try nothing more between this value and the next */
	signed char done_at;        /* nonzero: do not repeat this value */
};

struct search {
	struct benchi_candidates question;
	bench_pick_options options;      /* options of a single pick */
	bench_ranges *ranges;
	bench_crossover *crossover;     /* NULL: make a table */
	struct benchi_budget budget;
	double alpha;               /* error probability of the whole table */
	uint64_t random;
	int complete;               /* nonzero: all first values from low to high were tried */
	size_t omitted;             /* values without a choice because the budget ran out */
	size_t last;                /* choice of the last entry, even if the entry did not fit */
	bench_status status;
	size_t n;
	struct probe probe[PROBES_MOST];    /* in ascending order of the value */
};

typedef char memory_fits[sizeof(struct search) <= MEMORY ? 1 : -1];

/* Outcome of a pick at a value: nothing, because the time is up or no candidate runs; no
 * complete round, so the choice is no better than the neighbour's; or a choice. */
enum tried { NOTHING, NO_ROUND, CHOSEN };

static enum tried try_value(struct search *search, struct probe *probe, uint64_t value,
                            double share_ns, size_t prefer)
{
	double left = benchi_budget_left(&search->budget);
	bench_choice choice;
	int unsure;

	if (search->status != BENCH_OK)
		return NOTHING;
	if (search->ranges->probes > 0 && left <= 0)
		return NOTHING;
	search->options.time_ns = fmax(1, fmin(share_ns, left));
	/* Pick k has the error probability alpha / (k (k + 1)), which sums to alpha. */
	double k = (double)search->ranges->probes + 1;

	search->options.confidence = 1 - search->alpha / (k * (k + 1));
	search->question.parameter = value;
	search->question.prefer = prefer;
	search->status = benchi_candidates_pick(&search->question, &choice);
	if (search->status != BENCH_OK)
		return NOTHING;
	search->ranges->probes++;
	unsure = choice.end == BENCH_PICK_END_BUDGET;
	*probe = (struct probe){ value, choice.index, choice.lead, choice.lead_low, choice.lead_high,
		choice.elapsed_ns, choice.tie != 0, (signed char)unsure, 0, 0 };
	return prefer == BENCH_NONE || !unsure || choice.rounds > 0 ? CHOSEN : NO_ROUND;
}

/* NOLINTBEGIN(clang-analyzer-core.*): the analyzer does not see that range[n - 1] exists */
/* Extends the last entry to the value, or begins a new entry. */
static void search_put(struct search *search, const struct probe *probe)
{
	bench_ranges *ranges = search->ranges;
	const bench_range entry = { probe->value, ranges->high, probe->index, probe->tie,
		probe->value, probe->lead, probe->lead_low, probe->lead_high };
	int goes_on = ranges->n > 0 && search->last == probe->index;
	bench_range *last = ranges->n > 0 && ranges->n <= ranges->capacity
		? &ranges->range[ranges->n - 1]
	                                                               : NULL;

	search->last = probe->index;
	if (goes_on) {
		if (last) {
			/* Extend the entry to this value. */
			last->tie &= entry.tie;
			last->high = entry.high;
			if (entry.lead > last->lead || isnan(last->lead)) {
				last->at = entry.at;
				last->lead = entry.lead;
				last->lead_low = entry.lead_low;
				last->lead_high = entry.lead_high;
			}
		}
		return;
	}
	if (last)
		last->high = probe->value - 1;
	if (ranges->n++ < ranges->capacity)
		ranges->range[ranges->n - 1] = entry;
}
/* NOLINTEND(clang-analyzer-core.*) */

/* Returns the next value of the first pass: double, or the highest. */
static uint64_t next_value(const bench_ranges *ranges, uint64_t value)
{
	if (value > ranges->high / 2)
		return ranges->high;
	return value == 0 ? 1 : 2 * value;
}

/* Picks at a new value and inserts the result. Counts the value as omitted if there is no
 * result. */
static enum tried search_add(struct search *search, uint64_t value, double share_ns)
{
	size_t i = 0;       /* position among the values already tried */
	struct probe probe;
	enum tried tried;

	while (i < search->n && search->probe[i].value < value)
		i++;
	tried = try_value(search, &probe, value, share_ns,
		i > 0 ? search->probe[i - 1].index : BENCH_NONE);
	if (tried != CHOSEN) {
		search->omitted++;
		return tried;
	}
	memmove(&search->probe[i + 1], &search->probe[i], (search->n - i) * sizeof probe);
	search->probe[i] = probe;
	search->n++;
	return CHOSEN;
}

/* Returns true if a value between i and the next one should be tried: the choices at the two values
 * differ, or the values are within the threshold's interval. */
static int open_after(const struct search *search, size_t i)
{
	const struct probe *low = &search->probe[i], *high = low + 1;
	const bench_crossover *to = search->crossover;

	return i + 1 < search->n && !low->done
	    && (to ? low->value + 1 >= to->at_low && high->value <= to->at_high
	        : low->index != high->index)
	    && high->value - low->value >= 2 && (double)high->value > policy.known * (double)low->value;
}

/* Returns ln of the ratio of value i + 1 to value i; 0 for the last. */
static double length_after(const struct search *search, size_t i)
{
	const struct probe *low = &search->probe[i];

	return i + 1 < search->n ? log((double)low[1].value / fmax(1, (double)low->value)) : 0;
}

/* Returns the largest loss if the crossover between values i and i + 1 is in the wrong place, from
 * the leads at both values. */
static double loss_between(const struct search *search, size_t i)
{
	const struct probe *low = &search->probe[i];
	double lead = fmax(fabs(log(low->lead)), fabs(log(low[1].lead)));

	return open_after(search, i) ? fmax(policy.least_loss, lead) * length_after(search, i) / 2 : 0;
}

/* Returns the number of uncertain values. *first: the one that took the least time. */
static size_t uncertain(const struct search *search, size_t *first)
{
	size_t n = 0;

	for (size_t i = 0; i < search->n; i++) {
		const struct probe *probe = &search->probe[i];

		if (!probe->unsure || probe->done_at)
			continue;
		if (n++ == 0 || probe->elapsed_ns < search->probe[*first].elapsed_ns)
			*first = i;
	}
	return n;
}

/* Picks again at an uncertain value, if there is more time than that value had before. */
static void repeat(struct search *search, size_t i, double share_ns)
{
	struct probe again, *probe = &search->probe[i];

	if (!(share_ns > probe->elapsed_ns) || try_value(search, &again, probe->value, share_ns,
			i > 0 ? probe[-1].index : BENCH_NONE) != CHOSEN) {
		probe->done_at = 1;
		return;
	}
	*probe = again;
}

/* Returns ln(second / first). If one routine does not work at this value, the other is far
 * ahead. */
static double gain_of_first(const struct probe *probe)
{
	double x = !isnan(probe->lead) ? log(probe->lead) : probe->unsure ? 0 : 1;

	return probe->index == 0 ? x : -x;
}

/* Returns the mean loss over the parameter on a logarithmic scale: of the table, or, for a
 * threshold, if the first routine is used for the lowest `firsts` values and the second for the
 * rest. */
static double mean_loss(const struct search *search, size_t firsts)
{
	double sum = 0, whole = 0;

	for (size_t i = 0; i < search->n; i++) {
		const struct probe *probe = &search->probe[i];
		double length = (i > 0 ? length_after(search, i - 1) : 0) + length_after(search, i);

		length = search->n > 1 ? length : 1;
		/* upper bound on the share by which the choice is slower than the best; 1: unknown */
		double loss = 1 / probe->lead_low - 1;

		loss = !probe->unsure ? 0 : loss < 1 ? fmax(loss, 0) : 1;
		sum += length * (!search->crossover ? loss
			: fmax(0, i < firsts ? -gain_of_first(probe) : gain_of_first(probe)));
		whole += length;
	}
	return whole > 0 ? sum / whole : 1;
}

/*
 * The threshold from which the second of two routines is faster.
 */

/* Returns true if routine `index` is proven faster at this value. */
static int ahead(const struct probe *probe, size_t index)
{
	if (isnan(probe->lead))
		return !probe->unsure && probe->index == index;
	return probe->index == index ? probe->lead_low > 1 : probe->lead_high < 1;
}

/* Sets the threshold and its interval from the values tried. Returns true if the interval is
 * narrow enough. */
static int search_conclude(const struct search *search)
{
	const struct probe *probe = search->probe;
	bench_crossover *to = search->crossover;
	uint64_t behind = to->high < UINT64_MAX ? to->high + 1 : to->high;
	size_t n = search->n, at = 0, low, high;

	for (size_t i = 1; i <= n; i++)
		if (mean_loss(search, i) < mean_loss(search, at))
			at = i;
	for (low = at; low > 0 && !ahead(&probe[low - 1], 0);)
		low--;
	for (high = at; high < n && !ahead(&probe[high], 1);)
		high++;
	to->at = at == 0 ? to->low : behind;
	if (at > 0 && at < n) {
		/* Interpolate the first value between the two from which the second routine is faster. */
		double gain = gain_of_first(&probe[at - 1]), loss = -gain_of_first(&probe[at]);
		double part = gain > 0 && loss > 0 ? loss / (gain + loss) : 0;

		to->at = probe[at].value - (uint64_t)((double)(probe[at].value - probe[at - 1].value)
			* part);
	}
	to->at_low = low == 0 ? to->low : probe[low - 1].value < to->high ? probe[low - 1].value + 1
	           : behind;
	to->at_high = high == n ? behind : probe[high].value;
	to->loss = expm1(mean_loss(search, at));
	return search->complete
		&& ((double)to->at_high <= policy.narrow * (double)to->at_low
		    || to->at_high - to->at_low <= 1);
}

/* While there is time, tries values between those that differ, then repeats uncertain ones. */
static void search_refine(struct search *search)
{
	size_t open = 0, i, n;
	double share_ns;

	for (i = 0; i < search->n; i++)
		open += (size_t)open_after(search, i);
	share_ns = benchi_budget_left(&search->budget) / STEPS / fmax(1, (double)open);
	while (search->status == BENCH_OK && search->n < PROBES_MOST
	       && !(search->crossover && search_conclude(search))) {
		/* Find the gap in which most can be lost. */
		size_t best = BENCH_NONE;
		double most = 0;

		for (i = 0; i < search->n; i++)
			if (loss_between(search, i) > most) {
				best = i;
				most = loss_between(search, i);
			}
		if ((i = best) != BENCH_NONE) {
			uint64_t low = search->probe[i].value, high = search->probe[i + 1].value;
			uint64_t middle = (uint64_t)(sqrt((double)low) * sqrt((double)high));

			middle = middle <= low ? low + 1 : middle >= high ? high - 1 : middle;
			if (search_add(search, middle, share_ns) != CHOSEN)
				search->probe[i].done = 1;
		} else if ((n = uncertain(search, &i)) > 0) {
			double left_ns = benchi_budget_left(&search->budget);

			repeat(search, i, fmin(left_ns, fmax(left_ns / (double)n,
				2 * search->probe[i].elapsed_ns)));
		} else {
			break;
		}
	}
}

/* Runs the search and fills the table or the threshold. */
static bench_status search_run(struct search *search)
{
	bench_ranges *ranges = search->ranges;
	bench_crossover *crossover = search->crossover;
	const uint64_t low = ranges->low, high = ranges->high;
	double values = 1, share_ns;
	enum tried tried = CHOSEN;
	size_t first;

	/* First pass: pick at values about a factor of two apart, up to an eighth lower at random, so
	 * that not only powers of two are tried. */
	for (uint64_t value = low; value < high; value = next_value(ranges, value))
		values++;
	share_ns = search->budget.time_ns / 2 / values;
	for (uint64_t value = low; tried != NOTHING && !search->complete;
	     value = next_value(ranges, value)) {
		uint64_t near = value == low || value == high ? value
			: value - benchi_random_below(&search->random, value / 8 + 1);

		tried = search_add(search, near, share_ns);
		search->complete = tried != NOTHING && value == high;
	}

	/* Repeat uncertain values with part of the remaining time. */
	share_ns = policy.again * benchi_budget_left(&search->budget)
		/ fmax(1, (double)uncertain(search, &first));

	for (size_t i = 0; i < search->n && !search->crossover; i++)
		if (search->probe[i].unsure) {
			repeat(search, i, share_ns);
			search->probe[i].done_at = 0;
		}

	search_refine(search);
	ranges->elapsed_ns = benchi_budget_elapsed(&search->budget);
	if (search->status == BENCH_OK && crossover)
		crossover->end = search_conclude(search) ? BENCH_PICK_END_SURE : BENCH_PICK_END_BUDGET;
	if (search->status != BENCH_OK || crossover)
		return search->status;
	ranges->loss = mean_loss(search, 0);
	ranges->end = search->omitted > 0 ? BENCH_PICK_END_BUDGET : BENCH_PICK_END_SURE;
	for (size_t i = 0; i < search->n; i++) {
		search_put(search, &search->probe[i]);
		if (search->probe[i].unsure)
			ranges->end = BENCH_PICK_END_BUDGET;
	}
	if (ranges->n > ranges->capacity)
		return benchi_fail(BENCH_ERR_ARGUMENT, "ranges.capacity is %.0f, expected %.0f or more",
			(double)ranges->capacity, (double)ranges->n);
	return BENCH_OK;
}

/* Searches from ranges->low to ranges->high, in the first part of the caller's memory (the rest is
 * for the picks) or in allocated memory. */
static bench_status search_all(const struct benchi_candidates *question, bench_ranges *ranges,
                               bench_crossover *crossover)
{
	const bench_pick_options *given = question->options;
	const bench_clock clock = given->clock.now_ns ? given->clock : bench_clock_default();
	const double bytes = (double)MEMORY + (double)bench_pick_size(question->n);
	struct benchi_kept outer = { NULL, NULL };
	struct search *search;
	bench_status status;

	if (ranges->low > ranges->high)
		return benchi_fail(BENCH_ERR_ARGUMENT, "low is %.0f, above high, %.0f",
			(double)ranges->low, (double)ranges->high);
	if (given->memory && (double)given->memory_bytes < bytes)
		return benchi_fail(BENCH_ERR_ARGUMENT, "options.memory_bytes is %.0f, expected at "
			"least %.0f", (double)given->memory_bytes, bytes);
	search = given->memory ? given->memory
		: benchi_kept_new(BENCHI_RANGES, question, sizeof *search, &outer);
	if (!search)
		return benchi_fail(BENCH_ERR_MEMORY, "out of memory for %d values", PROBES_MOST);

	memset(search, 0, sizeof *search);
	search->ranges = ranges;
	search->crossover = crossover;
	search->options = *given;
	search->options.report = NULL;
	search->options.values = NULL;
	if (given->memory) {
		search->options.memory = (char *)given->memory + MEMORY;
		search->options.memory_bytes -= MEMORY;
	}
	search->question = *question;
	search->question.options = &search->options;
	search->question.whole = &search->budget;
	search->alpha = given->confidence > 0 ? 1 - given->confidence : policy.alpha;
	search->random = given->seed;
	if (!clock.now_ns) {
		status = benchi_fail(BENCH_ERR_CLOCK_MISSING, "no clock works on this system");
	} else if (!(given->time_ns >= 0)) {
		status = benchi_fail(BENCH_ERR_ARGUMENT, "options.time_ns is %g, expected 0 to 1e14",
			given->time_ns);
	} else {
		search->budget = benchi_budget_begin(&clock, clock.now_ns(clock.ctx),
			given->time_ns > 0 ? given->time_ns : policy.time_ns, 0);
		status = search_run(search);
	}
	if (!given->memory)
		benchi_kept_free(BENCHI_RANGES, search, &outer);
	return status;
}

bench_status bench_pick_ranges(const bench_case *c, size_t n, const bench_pick_options *options,
                               bench_ranges *ranges)
{
	const struct benchi_candidates question = benchi_candidates_of(c, n, options);
	bench_status status;

	if (!ranges)
		return benchi_fail(BENCH_ERR_ARGUMENT, "ranges is NULL");
	ranges->n = ranges->probes = 0;
	ranges->elapsed_ns = ranges->loss = NAN;
	ranges->end = BENCH_PICK_END_FAILED;
	status = benchi_candidates_check(&question);
	if (status == BENCH_OK && (!ranges->range || ranges->capacity == 0))
		status = benchi_fail(BENCH_ERR_ARGUMENT, "ranges.range is NULL or ranges.capacity is 0");
	if (status == BENCH_OK)
		status = search_all(&question, ranges, NULL);
	return ranges->status = status;
}

bench_status bench_threshold(const bench_case c[2], const bench_pick_options *options,
                             bench_crossover *crossover)
{
	const struct benchi_candidates question = benchi_candidates_of(c, 2, options);
	bench_ranges ranges = { 0 };
	bench_status status;

	if (!crossover)
		return benchi_fail(BENCH_ERR_ARGUMENT, "crossover is NULL");
	crossover->at = crossover->at_low = crossover->at_high = 0;
	crossover->loss = NAN;
	crossover->end = BENCH_PICK_END_FAILED;
	ranges.low = crossover->low;
	ranges.high = crossover->high;
	ranges.elapsed_ns = NAN;
	status = benchi_candidates_check(&question);
	for (int i = 0; i < 2 && status == BENCH_OK; i++)
		if (!benchi_candidate_passes(&c[i], crossover->high, NULL))
			status = benchi_fail(BENCH_ERR_NO_SAMPLES, "'%.40s' does not work at %llu: "
				"it skipped, or failed its check", c[i].name,
				(unsigned long long)crossover->high);
	if (status == BENCH_OK)
		status = search_all(&question, &ranges, crossover);
	crossover->values = ranges.probes;
	crossover->elapsed_ns = ranges.elapsed_ns;
	return crossover->status = status;
}
