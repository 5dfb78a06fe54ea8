/*
 * Picks the fastest routine for each range of a parameter.
 *
 * First come picks at values about a factor of two apart, varied at random by up to an eighth,
 * from low to high, each with its share of half the budget; uncertain ones are repeated
 * with half of the rest.  All picks together share alpha.  Among ties the previous value's
 * choice is kept.  Where neighbouring values differ in choice, the value between them (their
 * geometric mean) is picked, and so on in both halves, until two values with different choices
 * are 3 % apart; this also finds a third routine that is best in between.  Where its share is not
 * enough, a value between is repeated with half of what is left.
 * Worked: 64 to 4096: seven values; a crossover at 700 lies between 512 and 1024; 724, 608,
 * 663, 692, 707 follow, and the second routine begins at 707.
 * Wrong where two crossovers lie between neighbouring values of equal choice: they are missed.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "base/base.h"
#include "compare/compare.h"

static const double TIME_NS = 200e6, KNOWN = 1.03, ALPHA = 0.01;
static const double AGAIN = 0.5;        /* of the remaining time is for uncertain values */

enum { VALUES_MOST = 66, STEPS = 5 };

/* A value and its pick. */
struct probe {
	uint64_t value;
	bench_choice choice;
};

struct search {
	struct benchi_candidates question;
	bench_pick_options options;      /* of one pick */
	bench_ranges *ranges;
	struct benchi_budget budget;
	double alpha;               /* of the whole table */
	uint64_t random;
	size_t unsure;              /* values whose choice is uncertain, or that were not tried */
	size_t last;                /* the choice of the last entry, even if it did not fit */
	bench_status status;
};

static double left_ns(const struct search *search)
{
	return benchi_budget_left(&search->budget, benchi_budget_elapsed(&search->budget));
}

/* Result of picking at a value: nothing, because the time is over or no candidate runs; no
 * complete round, so that the choice is no better than the neighbouring value's; or a choice. */
enum tried { NOTHING, NO_ROUND, CHOSEN };

/* The k-th pick has the error probability alpha / (k (k + 1)): these sum up to alpha. */
static double next_alpha(const struct search *search)
{
	double k = (double)search->ranges->probes + 1;

	return search->alpha / (k * (k + 1));
}

static enum tried try_value(struct search *search, struct probe *probe, uint64_t value,
                            double share_ns, size_t prefer)
{
	double left = left_ns(search);

	if (search->status != BENCH_OK)
		return NOTHING;
	if (search->ranges->probes > 0 && left <= 0) {
		search->unsure++;
		return NOTHING;
	}
	search->options.time_ns = fmax(1, fmin(share_ns, left));
	search->options.confidence = 1 - next_alpha(search);
	search->question.parameter = probe->value = value;
	search->question.prefer = prefer;
	search->status = benchi_candidates_pick(&search->question, &probe->choice);
	if (search->status != BENCH_OK)
		return NOTHING;
	search->ranges->probes++;
	search->unsure += probe->choice.end == BENCH_PICK_END_BUDGET;
	return prefer == BENCH_NONE || probe->choice.end != BENCH_PICK_END_BUDGET
		|| probe->choice.rounds > 0
		? CHOSEN : NO_ROUND;
}

/* Picks once more at an uncertain value, if there is more time for it than it had. */
static int repeat(struct search *search, struct probe *probe, double share_ns, size_t prefer)
{
	struct probe again;

	if (search->status != BENCH_OK || probe->choice.end != BENCH_PICK_END_BUDGET
	    || !(share_ns > probe->choice.elapsed_ns)
	    || try_value(search, &again, probe->value, share_ns, prefer) != CHOSEN)
		return 0;
	*probe = again;
	search->unsure--;
	return 1;
}

/* Extends the entry to here. */
static void extend(bench_range *range, const bench_range *here)
{
	range->tie &= here->tie;
	range->high = here->high;
	if (!(here->lead > range->lead) && !isnan(range->lead))
		return;
	range->at = here->at;
	range->lead = here->lead;
	range->lead_low = here->lead_low;
	range->lead_high = here->lead_high;
}

/* NOLINTBEGIN(clang-analyzer-core.*): an existing entry has its memory */
/* Extends the last entry to the value, or begins a new entry. */
static void put(struct search *search, const struct probe *probe)
{
	bench_ranges *ranges = search->ranges;
	const bench_choice *choice = &probe->choice;
	const bench_range entry = { probe->value, ranges->high, choice->index, choice->tie,
		probe->value, choice->lead, choice->lead_low, choice->lead_high };
	int goes_on = ranges->n > 0 && search->last == choice->index;
	bench_range *last = ranges->n > 0 && ranges->n <= ranges->capacity
		? &ranges->range[ranges->n - 1]
	                                                               : NULL;

	search->last = choice->index;
	if (goes_on) {
		if (last)
			extend(last, &entry);
		return;
	}
	if (last)
		last->high = probe->value - 1;
	if (ranges->n++ < ranges->capacity)
		ranges->range[ranges->n - 1] = entry;
}
/* NOLINTEND(clang-analyzer-core.*) */

static uint64_t between(uint64_t low, uint64_t high)
{
	uint64_t middle = (uint64_t)(sqrt((double)low) * sqrt((double)high));

	return middle <= low ? low + 1 : middle >= high ? high - 1 : middle;
}

/* Picks at a value, with half of the remaining time once more if its share was not enough. */
static int try_middle(struct search *search, struct probe *probe, uint64_t value,
                      double share_ns, size_t prefer)
{
	enum tried tried = try_value(search, probe, value, share_ns, prefer);

	return (tried != NOTHING && repeat(search, probe, AGAIN * left_ns(search), prefer))
	    || tried == CHOSEN;
}

/* Fills in the entries between two values, in ascending order, including the second. */
static void fill(struct search *search, const struct probe *low, const struct probe *high,
                 double share_ns)
{
	struct probe middle;
	int known = high->value - low->value < 2
		|| (double)high->value <= KNOWN * (double)low->value;

	if (low->choice.index != high->choice.index && !known
	    && try_middle(search, &middle, between(low->value, high->value), share_ns,
		low->choice.index)) {
		fill(search, low, &middle, share_ns);
		fill(search, &middle, high, share_ns);
		return;
	}
	put(search, high);
}

/* The next value, a factor of two away, or the last one. */
static uint64_t next_value(const bench_ranges *ranges, uint64_t value)
{
	if (value > ranges->high / 2)
		return ranges->high;
	return value == 0 ? 1 : 2 * value;
}

static size_t count_values(const bench_ranges *ranges)
{
	size_t n = 1;

	for (uint64_t value = ranges->low; value < ranges->high; value = next_value(ranges, value))
		n++;
	return n;
}

/* A value up to an eighth lower, so that sizes other than powers of two are tried, too. */
static uint64_t near(struct search *search, uint64_t value)
{
	return value == search->ranges->low || value == search->ranges->high ? value
	     : value - benchi_random_below(&search->random, value / 8 + 1);
}

/* Picks at values about a factor of two apart; omits those without a result. */
static size_t try_grid(struct search *search, struct probe *probe)
{
	const bench_ranges *ranges = search->ranges;
	double share_ns = search->budget.time_ns / 2 / (double)count_values(ranges);
	size_t n = 0, prefer = BENCH_NONE;
	uint64_t value = ranges->low;
	enum tried tried;

	while ((tried = try_value(search, &probe[n], near(search, value), share_ns, prefer))
		!= NOTHING) {
		if (tried == CHOSEN)
			prefer = probe[n++].choice.index;
		if (value == ranges->high)
			break;
		value = next_value(ranges, value);
	}
	return n;
}

/* Repeats uncertain picks with a part of the remaining time. */
static void try_again(struct search *search, struct probe *probe, size_t n)
{
	size_t open = 0;
	double share_ns;

	for (size_t i = 0; i < n; i++)
		open += probe[i].choice.end == BENCH_PICK_END_BUDGET;
	share_ns = AGAIN * left_ns(search) / fmax(1, (double)open);
	for (size_t i = 0; i < n; i++)
		repeat(search, &probe[i], share_ns, i > 0 ? probe[i - 1].choice.index : BENCH_NONE);
}

static void search_all(struct search *search)
{
	struct probe probe[VALUES_MOST];
	size_t n = try_grid(search, probe), changes = 0;
	double share_ns;

	if (search->status != BENCH_OK)
		return;
	try_again(search, probe, n);
	for (size_t i = 1; i < n; i++)
		changes += probe[i].choice.index != probe[i - 1].choice.index;
	share_ns = left_ns(search) / STEPS / fmax(1, (double)changes);
	put(search, &probe[0]);
	for (size_t i = 1; i < n; i++)
		fill(search, &probe[i - 1], &probe[i], share_ns);
}

static bench_status check(const struct benchi_candidates *question, const bench_ranges *ranges)
{
	bench_status status = benchi_candidates_check(question);

	if (status != BENCH_OK)
		return status;
	if (ranges->low > ranges->high)
		return benchi_fail(BENCH_ERR_ARGUMENT, "ranges.low is %.0f, above ranges.high, %.0f",
			(double)ranges->low, (double)ranges->high);
	if (!ranges->range || ranges->capacity == 0)
		return benchi_fail(BENCH_ERR_ARGUMENT, "ranges.range has no space");
	return BENCH_OK;
}

/* The status of a finished search. */
static bench_status end(const struct search *search)
{
	const bench_ranges *ranges = search->ranges;

	if (search->status == BENCH_OK && ranges->n > ranges->capacity)
		return benchi_fail(BENCH_ERR_ARGUMENT, "ranges.capacity is %.0f, expected %.0f or more",
			(double)ranges->capacity, (double)ranges->n);
	return search->status;
}

bench_status bench_pick_ranges(const bench_case *c, size_t n, const bench_pick_options *options,
                               bench_ranges *ranges)
{
	struct search search = { .question = { .c = c, .n = n, .prefer = BENCH_NONE },
		.ranges = ranges };
	bench_clock clock;

	if (!ranges)
		return benchi_fail(BENCH_ERR_ARGUMENT, "ranges is NULL");
	ranges->n = ranges->probes = 0;
	ranges->elapsed_ns = NAN;
	ranges->end = BENCH_PICK_END_FAILED;
	ranges->status = check(&search.question, ranges);
	if (ranges->status != BENCH_OK)
		return ranges->status;
	if (options)
		search.options = *options;
	search.question.options = &search.options;
	search.question.whole = &search.budget;
	clock = search.options.clock.now_ns ? search.options.clock : bench_clock_default();
	if (!clock.now_ns)
		return ranges->status = benchi_fail(BENCH_ERR_CLOCK_MISSING,
			"none of the backends works here");
	if (!(search.options.time_ns >= 0))
		return ranges->status = benchi_fail(BENCH_ERR_ARGUMENT,
			"options.time_ns is %g, expected 0 to 1e14", search.options.time_ns);
	search.budget = benchi_budget_begin(&clock, clock.now_ns(clock.ctx),
		search.options.time_ns > 0 ? search.options.time_ns : TIME_NS, 0);
	search.alpha = search.options.confidence > 0 ? 1 - search.options.confidence : ALPHA;
	search.random = search.options.seed;
	search.options.report = NULL;
	search.options.values = NULL;
	search_all(&search);
	ranges->end = search.unsure > 0 ? BENCH_PICK_END_BUDGET : BENCH_PICK_END_SURE;
	ranges->elapsed_ns = benchi_budget_elapsed(&search.budget);
	ranges->status = end(&search);
	if (search.status != BENCH_OK)
		ranges->end = BENCH_PICK_END_FAILED;
	return ranges->status;
}
