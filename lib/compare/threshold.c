/*
 * From which value of a parameter on is the second of two routines the one to call?
 *
 * Values from low to high, 40 at most and evenly spaced in their logarithm, are timed in passes: a
 * pass is a round of both routines at each value, in random order, so that drift and states of the
 * processor are spread over all values alike.  The median over passes of x = ln(second / first) is
 * the loss or gain at that value.  The threshold is the value with the least summed loss: with
 * the first routine below it and the second from it on, the sum of max(0, -x) below and
 * max(0, x) above is smallest.  A single noisy value moves it little, and routines that cross
 * several times still have one best threshold.
 * The interval is the middle 95 % of the thresholds of 99 bootstrap samples of the passes (Efron,
 * Annals of Statistics 7, 1979, p. 1).  After 3, 5, 8, ... passes it is looked at: where it and two
 * values beside it are at most half of all, these alone are searched again, more finely where
 * values leave gaps; where it reaches the first or last of these, all values are searched again.
 * The search ends when its ends are within 10 % or neighbours, after 5 passes or more and 15 ms or
 * more, since states of the processor outlast a few passes.
 * Worked: 10 + n^2 / 10 against 60 + n: values 4 to 256; at 28 both take 88; below, the first
 * loses nothing, above, the second.
 * The budget is kept within twice its length: a pair of windows at the lowest and at the highest
 * value shows how many values it allows, five at least.
 * Wrong where a state of the processor lasts longer than about half of these 15 ms.
 *
 * SPDX-License-Identifier: MIT
 */

#include "compare/compare.h"

enum { VALUES = 40, VALUES_LEAST = 5, PASSES = 64, PASSES_FIRST = 3, PASSES_LEAST = 5 };
enum { LEVELS = 16 };
enum { SAMPLES = 99, TAIL = 2 };

/* Windows of each that a value takes at least: two to size it, two in each of the first rounds. */
enum { SIZING_PAIRS = 2, VALUE_PAIRS = SIZING_PAIRS + 2 * PASSES_FIRST };

static const double TIME_NS = 200e6, ZONE_SHARE = 0.25, KNOWN = 1.1, LEAST_NS = 15e6;

struct search {
	struct benchi_timing_context context;
	const bench_case *c;
	bench_crossover *crossover;
	double window_ns;
	double pair_ns[2];              /* of a window of each, at the lowest and highest value */
	size_t n, most, passes;         /* most: values that the budget allows */
	double least_until;             /* not SURE before, in nanoseconds since the beginning */
	size_t first, last;             /* the values to be searched again */
	int at_edge;                    /* the interval ends with these values, others lie beyond */
	uint64_t value[VALUES];
	uint64_t iterations[VALUES][2];
	double x[VALUES][PASSES + 1];   /* ln(second / first); the last is not used */
	double median[VALUES];
	double scratch[PASSES];
};

static double left_ns(const struct search *s)
{
	return benchi_timing_context_left(&s->context);
}

/* Values from low to high, all of them if they are few. */
static void make_grid(struct search *s, uint64_t low, uint64_t high)
{
	double from = log((double)low + 1);
	double step = (log((double)high + 1) - from) / (double)(s->most - 1);

	s->n = 0;
	if (high - low < s->most) {
		for (uint64_t v = low; s->n <= high - low; v++)
			s->value[s->n++] = v;
		return;
	}
	for (size_t i = 0; i < s->most; i++) {
		double v = exp(from + step * (double)i) - 1;
		uint64_t value = i == s->most - 1 || v >= (double)high ? high : (uint64_t)(v + 0.5);

		if (s->n == 0 || value > s->value[s->n - 1])
			s->value[s->n++] = value < low ? low : value;
	}
}

static double time_one(struct search *s, size_t i, int which)
{
	uint64_t iterations = s->iterations[i][which];

	s->context.parameter = s->value[i];
	return benchi_timing_context_time(&s->context, &s->c[which], iterations, 0)
		/ (double)iterations;
}

static void note_clock(struct search *s, int sized)
{
	benchi_clock_stopped(&s->context.still, sized,
		benchi_timing_context_elapsed(&s->context));
}

/* What a window of each takes at a value, all in all; the second time, if that is quick. */
static double try_pair(struct search *s, uint64_t value)
{
	double least = INFINITY, began;

	s->value[0] = value;
	s->iterations[0][0] = s->iterations[0][1] = 1;
	for (int i = 0; i < 2 && (i == 0 || least < left_ns(s) / VALUE_PAIRS); i++) {
		began = benchi_timing_context_elapsed(&s->context);
		time_one(s, 0, 0);
		time_one(s, 0, 1);
		least = fmin(least, benchi_timing_context_elapsed(&s->context) - began);
	}
	return fmax(least, s->context.cold.cold ? 0 : 2 * s->window_ns);
}

/* Fails where so many values take twice the budget, a pair of windows taking pair_ns. */
static bench_status afford_least(const struct search *s, size_t values, double pair_ns)
{
	double ns = (double)values * VALUE_PAIRS * pair_ns;

	if (ns <= 2 * s->context.budget_ns)
		return BENCH_OK;
	return benchi_fail(BENCH_ERR_NO_SAMPLES, "a budget of %.3g ms is too short: %d values take "
		"%.3g ms", s->context.budget_ns / 1e6, (int)values, ns / 1e6);
}

/* How many values the budget allows.  Values lie evenly in their logarithm: where the time is a
 * power of the value, its mean is the logarithmic one. */
static bench_status afford(struct search *s)
{
	uint64_t more = s->crossover->high - s->crossover->low;
	size_t least = more < VALUES_LEAST ? (size_t)more + 1 : VALUES_LEAST;
	uint64_t random = s->context.random;
	double low = s->pair_ns[0] = try_pair(s, s->crossover->low), high, mean;
	bench_status status = afford_least(s, least, low);

	if (status != BENCH_OK)
		return status;
	high = s->pair_ns[1] = try_pair(s, s->crossover->high);
	mean = fabs(log(high / low)) > 0.01 ? (high - low) / log(high / low) : high;
	s->context.random = random;
	s->most = (size_t)fmin(VALUES, fmax((double)least, left_ns(s) / VALUE_PAIRS / mean));
	return afford_least(s, least, mean);
}

/* So many iterations that a window is long enough. */
static void size(struct search *s, size_t i)
{
	for (int which = 0; which < 2; which++) {
		struct benchi_sizing sizing = benchi_sizing_begin(s->window_ns, s->window_ns / 8);

		if (s->context.cold.cold)       /* each is evicted for: so many as the budget allows */
			sizing.most = (uint64_t)fmax(1, fmin((double)sizing.most, left_ns(s)
				/ ((double)s->most * VALUE_PAIRS * fmax(s->pair_ns[0], s->pair_ns[1]))));
		while (!sizing.passed && !sizing.done && !s->context.still.stopped) {
			s->iterations[i][which] = sizing.iterations;
			benchi_sizing_step(&sizing, time_one(s, i, which) * (double)sizing.iterations);
			note_clock(s, 0);
		}
	}
}

/* A round at a value: first, second, second, first, or the other way round. */
static double round_at(struct search *s, size_t i)
{
	int first = (int)(benchi_random(&s->context.random) >> 63);
	double ns[2] = { 0, 0 };

	ns[first] = time_one(s, i, first);
	ns[!first] = time_one(s, i, !first);
	ns[!first] += time_one(s, i, !first);
	ns[first] += time_one(s, i, first);
	return ns[0] > 0 && ns[1] > 0 ? log(ns[1] / ns[0]) : (double)NAN;
}

/* More passes than there is space for: a random sample of them is kept (reservoir sampling). */
static void pass(struct search *s)
{
	size_t order[VALUES];

	size_t row = s->passes;

	if (row >= PASSES)
		row = (size_t)benchi_random_below(&s->context.random, s->passes + 1);
	if (row > PASSES)
		row = PASSES;
	s->passes++;
	for (size_t i = 0; i < s->n; i++)
		order[i] = i;
	benchi_random_shuffle(&s->context.random, order, s->n);
	for (size_t i = 0; i < s->n; i++)
		s->x[order[i]][row] = round_at(s, order[i]);
}

static size_t kept_passes(const struct search *s)
{
	return s->passes < PASSES ? s->passes : PASSES;
}

/* The medians of the passes that pick names; NULL: of all. */
static void set_medians(struct search *s, const size_t *pick)
{
	for (size_t i = 0; i < s->n; i++) {
		size_t kept = 0;

		for (size_t p = 0; p < kept_passes(s); p++) {
			double x = s->x[i][pick ? pick[p] : p];

			if (!isnan(x))
				s->scratch[kept++] = x;
		}
		s->median[i] = kept ? benchi_median(s->scratch, kept) : 0;
	}
}

/* How many values the first routine is to have, and the mean loss then. */
static size_t least_loss(const struct search *s, double *loss)
{
	double sum = 0, least;
	size_t at = 0;

	for (size_t i = 0; i < s->n; i++)
		sum += fmax(0, s->median[i]);
	least = sum;
	for (size_t i = 0; i < s->n; i++) {
		sum -= s->median[i];
		if (sum < least) {
			least = sum;
			at = i + 1;
		}
	}
	*loss = expm1(fmax(0, least) / (double)s->n);
	return at;
}

/* The thresholds of bootstrap samples, sorted. */
static void resample(struct search *s, double at[SAMPLES])
{
	double loss;
	size_t pick[PASSES];

	for (int k = 0; k < SAMPLES; k++) {
		for (size_t p = 0; p < kept_passes(s); p++)
			pick[p] = (size_t)benchi_random_below(&s->context.random, kept_passes(s));
		set_medians(s, pick);
		at[k] = (double)least_loss(s, &loss);
	}
	benchi_sort(at, SAMPLES);
}

/* The value with that many below it; behind the last the one after high. */
static uint64_t value_of(const struct search *s, size_t at)
{
	uint64_t last = s->value[s->n - 1];

	return at < s->n ? s->value[at] : last < UINT64_MAX ? last + 1 : last;
}

/* The threshold, its interval and the values around it, from the passes so far. */
static void conclude(struct search *s)
{
	bench_crossover *to = s->crossover;
	double at[SAMPLES];
	size_t best;

	set_medians(s, NULL);
	best = least_loss(s, &to->loss);
	resample(s, at);
	s->first = (size_t)fmin(at[TAIL], (double)best);
	s->last = (size_t)fmax(at[SAMPLES - 1 - TAIL], (double)best);
	to->at = value_of(s, best);
	to->at_low = value_of(s, s->first);
	to->at_high = value_of(s, s->last);
	to->passes = s->passes;
	s->at_edge = (s->first == 0 && s->value[0] > to->low)
		|| (s->last == s->n && s->value[s->n - 1] < to->high);
	s->first = s->first > 1 ? s->first - 2 : 0;
	s->last = s->last + 1 < s->n ? s->last + 1 : s->n - 1;
}

static int is_narrow(const bench_crossover *to)
{
	return (double)to->at_high <= KNOWN * (double)to->at_low || to->at_high - to->at_low <= 1;
}

/* Narrow after so long that states of the processor which outlast a few passes were seen. */
static int is_known(const struct search *s)
{
	return is_narrow(s->crossover) && !s->at_edge && s->passes >= PASSES_LEAST
	    && benchi_timing_context_elapsed(&s->context) >= s->least_until;
}

/* Times the values from low to high until the threshold is known, or lies among few of them. */
static void level(struct search *s, uint64_t low, uint64_t high)
{
	double until = benchi_timing_context_elapsed(&s->context) + left_ns(s) / 2;
	size_t due = PASSES_FIRST;

	make_grid(s, low, high);
	s->passes = 0;
	for (size_t i = 0; i < s->n; i++)
		size(s, i);
	for (;; due += due / 2 + 1) {
		while (s->passes < due && !s->context.still.stopped && (s->passes < PASSES_FIRST
			|| benchi_timing_context_elapsed(&s->context) < until)) {
			pass(s);
			note_clock(s, 1);
		}
		conclude(s);
		if (s->context.still.stopped || s->passes < due || 2 * (s->last - s->first + 1) <= s->n
		    || s->at_edge || is_known(s)
		    || (s->passes >= PASSES && !is_narrow(s->crossover)))
			break;
	}
	s->crossover->values += s->n;
}

/* Are the values around the threshold worth another search? */
static int goes_on(const struct search *s, uint64_t low, uint64_t high)
{
	double level_ns = (double)s->most * VALUE_PAIRS * fmax(s->pair_ns[0], s->pair_ns[1]);

	if (s->context.still.stopped || left_ns(s) <= level_ns
		|| (!s->at_edge && s->first == 0 && s->last == s->n - 1))
		return 0;
	return s->n <= high - low || !is_known(s);
}

static void search_all(struct search *s)
{
	bench_crossover *to = s->crossover;
	uint64_t low = to->low, high = to->high;

	s->least_until = benchi_timing_context_elapsed(&s->context) + LEAST_NS;
	for (int i = 0; i < LEVELS; i++) {
		level(s, low, high);
		if (!goes_on(s, low, high))
			break;
		low = s->at_edge ? to->low : s->value[s->first];
		high = s->at_edge ? to->high : s->value[s->last];
	}
	to->end = is_known(s) ? BENCH_PICK_END_SURE : BENCH_PICK_END_BUDGET;
}

/* Sets both up with the largest value, and checks them there. */
static bench_status set_up(struct search *s, int *ready)
{
	s->context.parameter = s->crossover->high;
	for (*ready = 0; *ready < 2; ++*ready) {
		enum benchi_fitness fitness = benchi_timing_context_set_up(&s->context, &s->c[*ready]);

		if (fitness != BENCHI_FIT)
			return benchi_fail(BENCH_ERR_NO_SAMPLES, "case %d %s", *ready,
				fitness == BENCHI_UNFIT ? "failed its check" : "skipped");
	}
	return BENCH_OK;
}

static bench_status run(struct search *s, const bench_pick_options *options)
{
	struct benchi_timing_request request = benchi_pick_request(options);
	bench_status status;
	int ready;

	request.scratch = (uint32_t *)(void *)s->x;
	status = benchi_timing_context_begin(&s->context, &request, TIME_NS);
	if (status != BENCH_OK)
		return status;
	s->window_ns = benchi_timing_context_window(&s->context, ZONE_SHARE);
	status = set_up(s, &ready);
	if (status == BENCH_OK)
		status = benchi_timing_context_chill(&s->context, s->c);
	if (status == BENCH_OK)
		status = afford(s);
	if (status == BENCH_OK)
		search_all(s);
	if (s->context.still.stopped)
		status = benchi_clock_fail_stopped(&s->context.timing.clock, &s->context.still);
	s->context.parameter = s->crossover->high;
	while (ready-- > 0)
		benchi_timing_context_take_down(&s->context, &s->c[ready]);
	s->crossover->elapsed_ns = benchi_timing_context_elapsed(&s->context);
	benchi_timing_context_end(&s->context);
	return status;
}

/* The caller's, or allocated. */
static bench_status take_memory(const struct benchi_candidates *question, struct search **s,
                                struct benchi_kept *outer)
{
	const bench_pick_options *options = question->options;

	if (options->memory && options->memory_bytes < sizeof **s)
		return benchi_fail(BENCH_ERR_ARGUMENT, "options.memory_bytes is %.0f, expected %.0f",
			(double)options->memory_bytes, (double)sizeof **s);
	*s = options->memory ? options->memory
	   : benchi_kept_new(BENCHI_THRESHOLD, question, sizeof **s, outer);
	return *s ? BENCH_OK : benchi_fail(BENCH_ERR_MEMORY, "for %d values", VALUES);
}

bench_status bench_threshold(const bench_case c[2], const bench_pick_options *options,
                             bench_crossover *crossover)
{
	const struct benchi_candidates question = benchi_candidates_of(c, 2, options);
	struct search *s = NULL;
	struct benchi_kept outer = { NULL, NULL };
	bench_status status;

	if (!crossover)
		return benchi_fail(BENCH_ERR_ARGUMENT, "crossover is NULL");
	crossover->at = crossover->at_low = crossover->at_high = 0;
	crossover->loss = crossover->elapsed_ns = NAN;
	crossover->values = crossover->passes = 0;
	crossover->end = BENCH_PICK_END_FAILED;
	status = benchi_candidates_check(&question);
	if (status == BENCH_OK && crossover->low > crossover->high)
		status = benchi_fail(BENCH_ERR_ARGUMENT, "low is %.0f, above high, %.0f",
			(double)crossover->low, (double)crossover->high);
	if (status == BENCH_OK)
		status = take_memory(&question, &s, &outer);
	if (s) {
		memset(s, 0, sizeof *s);
		s->c = c;
		s->crossover = crossover;
		status = run(s, question.options);
	}
	if (!question.options->memory)
		benchi_kept_free(BENCHI_THRESHOLD, s, &outer);
	return crossover->status = status;
}
