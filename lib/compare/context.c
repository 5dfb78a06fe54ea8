/*
 * The context in which cases are timed against each other: budget, clock, window.
 *
 * SPDX-License-Identifier: MIT
 */

#include "clock/clock.h"
#include "compare/compare.h"

static const struct context_policy {
	/* longest elapsed time, as a multiple of the budget of processor time, if the thread waits;
	 * squared if other programs have the processor */
	double patience;
	/* limit of a window that is lengthened only for the clock's uncertainty */
	double longest_ns;
	/* rounds within this time, or within the budget divided by this number, form a block */
	double block_ns, blocks;
	/* after this time, or this share of the budget, processor states have changed; states of a
	 * branch predictor lasted 2 to 5 ms */
	double settled_ns, settled;
	double cold_windows;    /* number in the budget */
	double margin, alpha;   /* defaults */
	double close;           /* largest accepted error of a value's share */
	/* A switch to another thread and back adds 20 to 60 us to a window besides the time off the
	 * processor: scheduler, interrupts, cold caches. Measured at a load of 11 on two processors. */
	double switch_ns;
} policy = { .patience = 10, .longest_ns = 50e3, .block_ns = 50e3, .blocks = 200,
	.settled_ns = 25e6, .settled = 0.5, .cold_windows = 400, .margin = 0.005, .alpha = 0.01,
	.close = 0.02, .switch_ns = 100e3 };

/*
 * The time budget.
 *
 * If many programs start at once, the clock runs while others have the processor: a budget by the
 * clock was spent after the first of several candidates. So with the default clock, the thread's
 * processor time counts if it is known. A thread that sleeps, or leaves the work to others, uses
 * none. Then the budget ends after ten times its length by the clock. After a hundred times it
 * ends in any case.
 *
 * Reading the thread's time is a system call. The thread's time is never longer than the clock's,
 * so it is read only after the clock has reached the budget. Wrong if the thread's time advances
 * in steps longer than the budget (Windows: 15 ms): then up to ten times the budget may be spent.
 */

struct benchi_budget benchi_budget_begin(const bench_clock *clock, uint64_t began, double time_ns,
                                         int punctual)
{
	int real = benchi_clock_is_default(clock);
	double own_ns = real && !punctual ? benchi_thread_cpu_ns() : (double)NAN;
	const struct benchi_budget budget = { *clock, time_ns,
		isnan(own_ns) ? time_ns : policy.patience * time_ns, benchi_thread_waits(), began, own_ns,
		0, 0 };

	return budget;
}

double benchi_budget_elapsed(const struct benchi_budget *budget)
{
	return benchi_elapsed_ns(&budget->clock, budget->began);
}

double benchi_budget_own_ns(const struct benchi_budget *budget)
{
	return isnan(budget->own_began_ns) ? (double)NAN
	     : benchi_thread_cpu_ns() - budget->own_began_ns;
}

double benchi_budget_left_at(const struct benchi_budget *budget, double elapsed_ns)
{
	double ns = elapsed_ns - budget->excluded_ns, most_ns = budget->most_ns;

	if (BENCHI_SMALL || ns < budget->time_ns || isnan(budget->own_began_ns))
		return budget->time_ns - ns;
	if (ns >= most_ns && budget->waits != UINT64_MAX && benchi_thread_waits() == budget->waits)
		most_ns *= policy.patience;
	return fmin(budget->time_ns - (benchi_budget_own_ns(budget) - budget->own_excluded_ns),
		most_ns - ns);
}

double benchi_budget_left(const struct benchi_budget *budget)
{
	return benchi_budget_left_at(budget, benchi_budget_elapsed(budget));
}

/*
 * Times one window of a case, for comparisons and picks.
 *
 * The clock is calibrated as far as a short budget allows (timing/quick.c): its step
 * and the time of an empty window, some 60 us. The full calibration (10 ms) and the reference
 * chain (50 ms) are not needed, because the result is a ratio of times within a round, in which
 * the core's speed cancels.
 *
 * Windows are long enough to keep the clock's uncertainty a small share of the margin. With steps
 * of 10 ns it is 4.4 ns, and a quarter of 0.5 % requires windows of 3.5 us. Longer windows are
 * interrupted more often, so they end at 50 us.
 *
 * A clock with steps of 10 ns puts times on a grid, and biases the median of ratios towards it:
 * 1.0012 instead of 1.0010, in all rounds. The mean over random phases is unbiased. So each time
 * is shifted by a random part of a step, from -1/2 to 1/2, reproducibly for a seed. The sum of
 * four such times has a smooth distribution, and its median equals its mean to a fiftieth of a
 * step (dither: Widrow and Kollar, Quantization Noise, 2008, chapter 19).
 *
 * Cold iterations are timed one by one, each against an equally cold empty window, and summed. The
 * uncertainty then applies to each iteration, not to the window.
 *
 * The thread's state (regions, layout, parameter) is saved and restored, so that a comparison may
 * run inside a body that is being timed.
 */

/*
 * A mixture: how often each value is called, so that calls follow the weights.
 *
 * An iteration makes up to 100 calls and calls each value at least once. The smallest number of
 * calls is used that keeps every value's share within 2 % of its weight, or else the number with
 * the smallest error. Worked: weights 0.5, 0.2, 0.3: 10 calls, 5, 2 and 3. If the error stays above
 * 2 %, values are timed separately, and each time is weighted. Worked: a value with a weight of
 * 0.1 % gets 1 of 100 calls, so its time counts 0.1.
 */

enum { CALLS_MOST = 100 };

/* Distributes about `calls` calls by weight. Returns the largest relative error of a share. */
static double distribute(const bench_value *values, double sum, unsigned calls,
                         struct benchi_mixture *m)
{
	double worst = 0;

	m->calls = 0;
	for (size_t i = 0; i < m->n; i++) {
		m->count[i] = (unsigned)fmax(1, floor(values[i].weight / sum * calls + 0.5));
		m->calls += m->count[i];
	}
	for (size_t i = 0; i < m->n; i++)
		worst = fmax(worst, fabs(m->count[i] / (double)m->calls / (values[i].weight / sum) - 1));
	return worst;
}

/* Fills in the context's zero-filled mixture. BENCH_ERR_ARGUMENT, BENCH_ERR_UNSUPPORTED. */
static bench_status mix(const bench_pick_options *options, struct benchi_mixture *m)
{
	const bench_value *values = options->values;
	double sum = 0, least = INFINITY;
	unsigned best = 1;

	m->calls = 1;
	if (!values || options->value_count == 0)
		return BENCH_OK;
	if (BENCHI_SMALL)
		return benchi_fail(BENCH_ERR_UNSUPPORTED, "no options.values in a small build");
	if (options->value_count > BENCH_VALUES_MOST)
		return benchi_fail(BENCH_ERR_ARGUMENT, "options.value_count is %.0f, expected at most %d",
			(double)options->value_count, BENCH_VALUES_MOST);
	for (size_t i = 0; i < options->value_count; i++) {
		if (!(values[i].weight > 0) || !(values[i].weight <= 1e300))
			return benchi_fail(BENCH_ERR_ARGUMENT, "options.values[%.0f].weight is %g, expected "
				"above 0", (double)i, values[i].weight);
		m->value[i] = values[i].value;
		sum += values[i].weight;
	}
	if (!isfinite(sum))
		return benchi_fail(BENCH_ERR_ARGUMENT, "the sum of options.values[].weight is too large");
	m->n = options->value_count;
	for (unsigned calls = (unsigned)m->n; calls <= CALLS_MOST && least > policy.close; calls++) {
		double error = distribute(values, sum, calls, m);

		if (error < least) {
			least = error;
			best = calls;
		}
	}
	m->apart = distribute(values, sum, best, m) > policy.close;
	for (size_t i = 0; i < m->n; i++)
		m->factor[i] = m->apart ? values[i].weight / sum * m->calls / m->count[i] : 1;
	return BENCH_OK;
}

bench_status benchi_timing_context_begin(struct benchi_timing_context *context,
                                         const bench_pick_options *o, double default_ns,
                                         int punctual)
{
	const struct { double value, below; const char *name, *most; } range[] = {
		{ o->enough_ns, nextafter(1e13, INFINITY), "enough_ns", "1e13" },
		{ o->time_ns, nextafter(1e14, INFINITY), "time_ns", "1e14" },
		{ o->margin, 1, "margin", "below 1" }, { o->confidence, 1, "confidence", "below 1" } };
	const bench_options options = { .clock = o->clock };
	struct benchi_thread *thread = benchi_thread_self();
	bench_status status;
	bench_clock clock;

	memset(context, 0, sizeof *context);
	for (size_t i = 0; i < sizeof range / sizeof *range; i++)
		if (!(range[i].value >= 0) || !(range[i].value < range[i].below))
			return benchi_fail(BENCH_ERR_ARGUMENT, "options.%s is %g, expected 0 to %s",
				range[i].name, range[i].value, range[i].most);
	context->budget_ns = o->time_ns > 0 ? o->time_ns : default_ns;
	context->block_ns = fmin(policy.block_ns, context->budget_ns / policy.blocks);
	context->settled_ns = fmin(policy.settled_ns, context->budget_ns * policy.settled);
	context->enough_ns = o->enough_ns;
	context->margin = o->margin > 0 ? o->margin : policy.margin;
	context->alpha = o->confidence > 0 ? 1 - o->confidence : policy.alpha;
	context->seed = context->random = o->seed;
	clock = o->clock.now_ns ? o->clock : bench_clock_default();
	context->budget = benchi_budget_begin(&clock, clock.now_ns ? clock.now_ns(clock.ctx) : 0,
		context->budget_ns, punctual);
	status = benchi_timing_quick(&options, context->budget_ns, o->memory, &context->timing);
	benchi_thread_save(&context->outer);
	context->worker_context = thread->worker_context;
	context->skipped = thread->skipped;
	context->colds = thread->colds;
	if (status == BENCH_OK && (status = mix(o, &context->mixture)) != BENCH_OK)
		benchi_timing_context_end(context);
	return status;
}

void benchi_timing_context_end(struct benchi_timing_context *context)
{
	struct benchi_thread *thread = benchi_thread_self();

	benchi_sweep_end(&context->cold.sweep);
	benchi_thread_restore(&context->outer, &context->timing.clock);
	thread->worker_context = context->worker_context;
	thread->skipped = context->skipped;
	thread->colds = context->colds;
}

double benchi_timing_context_window(const struct benchi_timing_context *context, double share)
{
	double wanted = benchi_window_uncertainty_ns(&context->timing) / share / context->margin;
	double window = fmax(context->timing.enough_ns, fmin(wanted, policy.longest_ns));

	return fmax(window, context->enough_ns);
}

double benchi_timing_context_tick(const struct benchi_timing_context *context)
{
	return benchi_clock_is_default(&context->timing.clock) ? benchi_tick_noted() : (double)NAN;
}

/* Sets the thread's state for a case at this value of the parameter. If cases have parameters of
 * their own, the leading one replaces the value. */
static void enter(const struct benchi_timing_context *context, const bench_case *c, uint64_t value)
{
	const struct benchi_parameters *set = context->sets ? &context->sets[c - context->cases] : NULL;
	const struct benchi_worker_context worker_context = { .parameters = set,
		.parameter = !set ? value : set->lead < set->n ? set->of[set->lead].value : 0 };
	struct benchi_thread *thread = benchi_thread_self();
	size_t colds = thread->colds.n;

	benchi_case_enter(&worker_context);
	thread->colds.n = colds;    /* keep what any case has named: it is evicted for all of them */
	thread->offset = 0;
}

enum benchi_fitness benchi_timing_context_set_up(const struct benchi_timing_context *context,
                                                 const bench_case *c)
{
	int right = 1;

	enter(context, c, context->parameter);
	if (benchi_case_set_up(c) && c->verify) {
		/* Verify at each of the values. */
		right = c->verify(c->arg);

		for (size_t i = 0, n = benchi_mixture_n(&context->mixture);
		     i < n && right && !benchi_case_skipped(); i++) {
			enter(context, c, context->mixture.value[i]);
			right = c->verify(c->arg);
		}
	}
	if (benchi_case_skipped())
		return BENCHI_UNWILLING;
	if (right)
		return BENCHI_FIT;
	benchi_timing_context_take_down(context, c);
	return BENCHI_UNFIT;
}

void benchi_timing_context_take_down(const struct benchi_timing_context *context,
                                     const bench_case *c)
{
	enter(context, c, context->parameter);
	if (c->teardown)
		c->teardown(c->arg);
}

/* A case to time in one window, at the current value or, with a mixture, at all values. */
struct timed {
	const struct benchi_timing_context *context;
	const bench_case *c;
	const struct benchi_mixture *mixture;   /* NULL: one value */
	int layout;
};

/* A bench_body that runs n iterations. */
static void run_timed(uint64_t n, void *arg)
{
	const struct timed *timed = arg;
	const struct benchi_mixture *m = timed->mixture;

	if (!m)
		benchi_case_run(n, timed->c);
	for (size_t i = 0; m && i < m->n; i++) {
		enter(timed->context, timed->c, m->value[i]);
		benchi_case_run(n * m->count[i], timed->c);
	}
}

/*
 * The page of the stack that a body uses.
 *
 * Loads wait for earlier stores to another page if the low bits of both physical addresses agree.
 * A radix sort that counts in a table on the stack took four times as long in a twelfth of all
 * pages, and in other starts on other pages. So a body runs on three pages in turn, a group of
 * windows on each: the median is that of most pages. Small stacks have no space for that.
 */

enum { PAGES = 3, PAGE = 4096 };

int benchi_timing_context_layout(size_t window)
{
	int page = (int)(window / BENCHI_GROUP % PAGES);

	return benchi_layout_of(window)
		+ (!BENCHI_SMALL && benchi_stack_is_large() ? page * BENCHI_LAYOUTS : 0);
}

static void call_pages_below(int layout, bench_body *body, uint64_t n, void *arg);

/* volatile, so that the frames of the calls are not merged */
static void (*const volatile page_below)(int, bench_body *, uint64_t, void *) = call_pages_below;

/* Calls the body a page further down the stack for every BENCHI_LAYOUTS in layout. */
static void call_pages_below(int layout, bench_body *body, uint64_t n, void *arg)
{
	char frame[BENCHI_SMALL ? 1 : PAGE];
	char *volatile held = frame;

	if (layout < 2 * BENCHI_LAYOUTS)
		benchi_layout_call(layout - BENCHI_LAYOUTS, body, n, arg);
	else
		page_below(layout - BENCHI_LAYOUTS, body, n, arg);
	(void)held;
}

double benchi_timing_context_cold_window(const struct benchi_timing_context *context,
                                         double window_ns, double ns, double each_ns)
{
	double iterations = fmin(window_ns / ns, context->budget_ns / policy.cold_windows / each_ns);

	return ns * fmax(iterations, 1);
}

static double time_window(struct benchi_timing_context *context, struct timed *timed,
                          uint64_t iterations)
{
	const bench_case *c = timed->c;
	const struct benchi_regions *regions = benchi_regions_clear();
	int direct = !timed->mixture && !c->call;
	uint64_t opened;
	double ns;

	if (benchi_cold_asked(&context->cold)) {
		/* The sum of n cold iterations. */
		uint64_t n = iterations;
		ns = 0;

		for (; n > 0; n--) {
			if (c->prepare)
				c->prepare(1, c->arg);
			ns += benchi_cold_window_time(&context->cold, &context->timing, c)
				- benchi_cold_window_empty(&context->cold, &context->timing, c);
		}
	} else {
		opened = benchi_window_open(&context->timing);
		(timed->layout < BENCHI_LAYOUTS ? benchi_layout_call : page_below)(timed->layout,
			direct ? c->body : run_timed, iterations, direct ? c->arg : timed);
		ns = benchi_window_close(&context->timing, opened);
	}
	if (benchi_regions_unpaired(regions) && context->unpaired[0] != c)
		context->unpaired[context->unpaired[0] != NULL] = c;
	if (regions->count > 0) {
		/* Only the regions that the body marked count. NaN: they used another clock. */
		int ours = regions->clock.now_ns == context->timing.clock.now_ns
			&& regions->clock.ctx == context->timing.clock.ctx;

		ns = ours ? regions->ns : (double)NAN;
		regions->use(&context->timing.clock);
		return ns;
	}
	if (benchi_cold_asked(&context->cold))
		return ns;
	/* Shift the time by a random part of the clock's step, from -1/2 to 1/2. */
	return ns + (context->timing.vernier ? context->timing.reading_ns : context->timing.step_ns)
		* (benchi_random_share(&context->random) - 0.5);
}

double benchi_timing_context_time(struct benchi_timing_context *context, const bench_case *c,
                                  uint64_t iterations, int layout)
{
	const struct benchi_mixture *m = &context->mixture;
	size_t n = benchi_mixture_n(m);
	int cold = benchi_cold_asked(&context->cold) != 0;
	struct timed timed = { context, c, n > 0 && !m->apart && !cold ? m : NULL, layout };
	double ns = 0;

	enter(context, c, context->parameter);
	if (c->prepare && !cold)
		c->prepare(n > 0 ? iterations * m->calls : iterations, c->arg);
	if (timed.mixture || n == 0)
		return time_window(context, &timed, iterations);
	for (size_t i = 0; i < n; i++) {
		enter(context, c, m->value[i]);
		ns += m->factor[i] * time_window(context, &timed, iterations * m->count[i]);
	}
	return ns;
}

/*
 * Rounds of windows in a timing context.
 */

void benchi_rounds_begin(struct benchi_engine *engine, const struct benchi_engine_memory *memory,
                         const struct benchi_timing_context *context, size_t n, double window_ns)
{
	const struct benchi_plan plan = { .arms = n, .enough_ns = window_ns,
		.meaningless_ns = benchi_window_meaningless_ns(&context->timing), .time_ns = INFINITY,
		.time_most_ns = INFINITY, .rounds_most = SIZE_MAX, .rounds_kept = 2,
		.seed = context->seed };

	benchi_engine_begin(engine, &plan, memory);
}

size_t benchi_rounds_next(struct benchi_engine *engine, double now_ns)
{
	int was_sized = engine->sized;
	size_t arm = (size_t)benchi_engine_next(engine, now_ns);

	if (engine->sized && !was_sized) {
		/* Cases up to twice as slow as the fastest run the same number of iterations, so that
		 * the loop's cost is the same share of each. */
		uint64_t most = 0;

		for (size_t i = 0; i < engine->running; i++)
			if (engine->sizing[engine->order[i]].iterations > most)
				most = engine->sizing[engine->order[i]].iterations;
		for (size_t i = 0; i < engine->plan.arms; i++)
			if (engine->sizing[i].iterations > most / 2)
				engine->sizing[i].iterations = most;
	}
	return arm;
}

double benchi_rounds_time(struct benchi_engine *engine, struct benchi_timing_context *context,
                          const bench_case *c, uint64_t *iterations)
{
	int layout = engine->sized ? benchi_timing_context_layout(engine->rounds) : 0;
	double ns;

	*iterations = benchi_engine_iterations(engine);
	if (engine->sized) {
		/* A round and its mirror have windows of equal length, 1 to 1.5 times the requested one,
		 * at random. So work that a routine does once in n calls cannot stay in step with the
		 * windows. */
		uint64_t state = engine->plan.seed ^ (engine->begun - 1) / 2;
		double part = benchi_random_share(&state);

		*iterations += (uint64_t)((double)*iterations * part / 2 + 0.5);
	}
	ns = benchi_timing_context_time(context, c, *iterations, layout);
	benchi_engine_store(engine, ns, *iterations);
	return ns;
}

double benchi_rounds_pair_ns(const struct benchi_engine *engine, size_t arm, uint64_t *iterations)
{
	const struct benchi_sample *a = benchi_engine_sample(engine, 0, arm);
	const struct benchi_sample *b = benchi_engine_sample(engine, 1, arm);

	*iterations = a->iterations + b->iterations;
	return (a->ns + b->ns) / (double)*iterations;
}

double benchi_window_own_ns(struct benchi_presence *moment, double *least_ns, double ns,
                            uint64_t iterations)
{
	uint64_t preemptions = moment->preemptions;
	double usual_ns, own_ns;

	if (ns > 0 && !(*least_ns <= ns / (double)iterations))
		*least_ns = ns / (double)iterations;
	usual_ns = *least_ns * (double)iterations;
	own_ns = benchi_presence_own_ns(moment, ns, benchi_interrupted(ns, usual_ns));
	return moment->preemptions != preemptions && own_ns < ns && own_ns < usual_ns + policy.switch_ns
		? usual_ns : own_ns;
}
