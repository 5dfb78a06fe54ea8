/*
 * Times two cases against each other until one is faster with confidence.
 *
 * A round has four windows, in the order first, second, second, first or the reverse,
 * at random: a steady drift of the core's speed cancels within the round, and on
 * identical code each round falls on either side with the same probability,
 * whatever the machine does and whatever happened before.
 * A round's number is ln(second / first) of the sums; the result is its median
 * (race.c).  An interruption spoils a round, not the median.
 * Both run the same number of iterations per window if they take about the same time, so
 * that the loop's cost is the same share of both.
 * Worked: windows of 3.5 us, rounds of 14 us; of 20 rounds 18 are above 0.02 %: slower,
 * proven at 1 %, after 0.3 ms.
 *
 * SPDX-License-Identifier: MIT
 */

#include "clock/clock.h"
#include "compare/compare.h"

/*
 * How much is left of the time that may be spent?
 *
 * Where many programs start at once, the clock runs while others have the processor: a budget by
 * the clock was spent after the first of several candidates.  So where the clock is the default
 * one and the thread's processor time is known, that is what counts.  A thread that sleeps, or has
 * others do the work, uses none: then the budget ends after ten times its length by the clock, and
 * after a hundred times in any case.
 * The thread's time takes a system call.  It is no longer than the clock's: until this has
 * reached the budget it is not asked.
 * Wrong where the thread's time has steps longer than the budget: then ten times the budget may be
 * spent (Windows, 15 ms).
 */

static const double PATIENCE = 10;

struct benchi_budget benchi_budget_begin(const bench_clock *clock, uint64_t began, double time_ns,
                                         int punctual)
{
	int real = benchi_clock_is_default(clock);
	double own_ns = real && !punctual ? benchi_thread_cpu_ns() : (double)NAN;
	const struct benchi_budget budget = { *clock, time_ns,
		isnan(own_ns) ? time_ns : PATIENCE * time_ns, benchi_thread_waits(), began, own_ns, 0, 0 };

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

struct benchi_moment benchi_budget_now(const struct benchi_budget *budget)
{
	return (struct benchi_moment){ benchi_budget_elapsed(budget), benchi_budget_own_ns(budget),
		benchi_thread_waits() };
}

void benchi_budget_exclude(struct benchi_budget *budget, const struct benchi_moment *since)
{
	struct benchi_moment now = benchi_budget_now(budget);

	budget->excluded_ns += fmax(0, now.ns - since->ns);
	if (BENCHI_SMALL)
		return;
	budget->own_excluded_ns += fmax(0, now.own_ns - since->own_ns);
	budget->waits += now.waits - since->waits;
}

double benchi_budget_left(const struct benchi_budget *budget, double elapsed_ns)
{
	double ns = elapsed_ns - budget->excluded_ns, most_ns = budget->most_ns;

	if (BENCHI_SMALL || ns < budget->time_ns || isnan(budget->own_began_ns))
		return budget->time_ns - ns;
	if (ns >= most_ns && budget->waits != UINT64_MAX && benchi_thread_waits() == budget->waits)
		most_ns *= PATIENCE;
	return fmin(budget->time_ns - (benchi_budget_own_ns(budget) - budget->own_excluded_ns),
		most_ns - ns);
}

/*
 * Times one window of a case, for comparisons and picks.
 *
 * The clock is calibrated as far as a short budget allows (timing/calibrate.c, quick): its
 * step and the time of an empty window, some 60 us.  The full calibration, ten milliseconds,
 * and the reference, fifty, are not needed: the result is a ratio of times within a round,
 * in which the core's speed cancels.
 * Windows are long enough to make the clock's uncertainty a small share of the margin: with
 * steps of 10 ns it is 4.4 ns, and a quarter of 0.5 % requires windows of 3.5 us; at most
 * 50 us, because long windows are interrupted more often.
 * A clock with steps of 10 ns puts times on a grid, and the median of ratios is biased to the
 * grid: 1.0012 where the true ratio is 1.0010, in all rounds alike.  The
 * mean over random phases is unbiased.  So each time is shifted by a random part of
 * a step, from -1/2 to 1/2, reproducibly for a seed: four such times
 * make a number whose distribution is smooth, and whose median is its mean to a fiftieth
 * of a step (dither, as in Widrow and Kollar, Quantization Noise, 2008, chapter 19).
 * Cold iterations are timed one by one, each against an empty window as cold as its own, and
 * summed.  Then the uncertainty is not one window's but each iteration's.
 * The thread's state (regions, layout, parameter) is saved and restored, so that a comparison
 * may run inside a body that is being timed.
 */

static const double LONGEST_FOR_UNCERTAINTY_NS = 50e3;
/* States of a branch predictor were seen to last 2 to 5 ms (doc/internals/method-pick.md). */
static const double BLOCK_NS = 50e3, BLOCKS = 200, SETTLED_NS = 25e6, SETTLED = 0.5;
static const double COLD_WINDOWS = 400;     /* in the budget */
static const double MARGIN = 0.005, ALPHA = 0.01;

struct benchi_timing_request benchi_pick_request(const bench_pick_options *options)
{
	return (struct benchi_timing_request){ options->clock, options->enough_ns, options->time_ns,
		options->margin, options->confidence, options->seed, options->memory, 0 };
}

static bench_status paired_check(const struct benchi_timing_request *request)
{
	const struct { double value, below; const char *name, *most; } range[] = {
		{ request->enough_ns, nextafter(1e13, INFINITY), "enough_ns", "1e13" },
		{ request->time_ns, nextafter(1e14, INFINITY), "time_ns", "1e14" },
		{ request->margin, 1, "margin", "below 1" },
		{ request->confidence, 1, "confidence", "below 1" } };

	for (size_t i = 0; i < sizeof range / sizeof *range; i++)
		if (!(range[i].value >= 0) || !(range[i].value < range[i].below))
			return benchi_fail(BENCH_ERR_ARGUMENT, "options.%s is %g, expected 0 to %s",
				range[i].name, range[i].value, range[i].most);
	return BENCH_OK;
}

bench_status benchi_timing_context_begin(struct benchi_timing_context *context,
                                         const struct benchi_timing_request *request,
                                         double default_ns)
{
	const bench_options options = { .clock = request->clock };
	struct benchi_thread *thread = benchi_thread_self();
	bench_status status = paired_check(request);
	bench_clock clock;

	memset(context, 0, sizeof *context);
	if (status != BENCH_OK)
		return status;
	context->budget_ns = request->time_ns > 0 ? request->time_ns : default_ns;
	context->enough_ns = request->enough_ns;
	context->margin = request->margin > 0 ? request->margin : MARGIN;
	context->alpha = request->confidence > 0 ? 1 - request->confidence : ALPHA;
	context->seed = context->random = request->seed;
	clock = request->clock.now_ns ? request->clock : bench_clock_default();
	context->budget = benchi_budget_begin(&clock, clock.now_ns ? clock.now_ns(clock.ctx) : 0,
		context->budget_ns, request->punctual);
	status = benchi_timing_quick(&options, context->budget_ns, request->scratch,
		&context->timing);
	benchi_thread_save(&context->outer);
	context->worker_context = thread->worker_context;
	context->skipped = thread->skipped;
	context->colds = thread->colds;
	return status;
}

void benchi_timing_context_end(struct benchi_timing_context *context)
{
	struct benchi_thread *thread = benchi_thread_self();

	benchi_cold_window_end(&context->cold);
	benchi_thread_restore(&context->outer, &context->timing.clock);
	thread->worker_context = context->worker_context;
	thread->skipped = context->skipped;
	thread->colds = context->colds;
}

double benchi_timing_context_elapsed(const struct benchi_timing_context *context)
{
	return benchi_budget_elapsed(&context->budget);
}

double benchi_timing_context_left(const struct benchi_timing_context *context)
{
	return benchi_budget_left(&context->budget, benchi_timing_context_elapsed(context));
}

double benchi_timing_context_window(const struct benchi_timing_context *context, double share)
{
	double wanted = benchi_window_uncertainty_ns(&context->timing) / share / context->margin;
	double window = fmax(context->timing.enough_ns, fmin(wanted, LONGEST_FOR_UNCERTAINTY_NS));

	return fmax(window, context->enough_ns);
}

double benchi_timing_context_uncertainty(const struct benchi_timing_context *context,
                                         double window_ns)
{
	return benchi_window_uncertainty_ns(&context->timing) / window_ns;
}

double benchi_timing_context_block_ns(const struct benchi_timing_context *context)
{
	return fmin(BLOCK_NS, context->budget_ns / BLOCKS);
}

double benchi_timing_context_settled_ns(const struct benchi_timing_context *context)
{
	return fmin(SETTLED_NS, context->budget_ns * SETTLED);
}

double benchi_timing_context_tick(const struct benchi_timing_context *context)
{
	return benchi_clock_is_default(&context->timing.clock) ? benchi_tick_noted() : (double)NAN;
}

static void enter_at(uint64_t parameter)
{
	const struct benchi_worker_context worker_context = { parameter, 0, 0, NULL };
	struct benchi_thread *thread = benchi_thread_self();
	size_t colds = thread->colds.n;

	benchi_case_enter(&worker_context);
	thread->colds.n = colds;    /* what any of the cases names is evicted for all */
	thread->offset = 0;
}

enum benchi_fitness benchi_timing_context_set_up(const struct benchi_timing_context *context,
                                                 const bench_case *c)
{
	int right = 1;

	enter_at(context->parameter);
	if (benchi_case_set_up(c) && c->verify) {
		/* Is its work right, at each of the values? */
		right = c->verify(c->arg);

		for (size_t i = 0, n = benchi_mixture_n(&context->mixture);
		     i < n && right && !benchi_case_skipped(); i++) {
			enter_at(context->mixture.value[i]);
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
	enter_at(context->parameter);
	if (c->teardown)
		c->teardown(c->arg);
}

/* If the body marks regions, only they count, and they must read this clock. */
static double regions_ns(const struct benchi_timing_context *context)
{
	struct benchi_regions *regions = &benchi_thread_self()->regions;
	double ns = regions->ns;
	int ours = regions->clock.now_ns == context->timing.clock.now_ns
		&& regions->clock.ctx == context->timing.clock.ctx;

	regions->use(&context->timing.clock);
	return ours ? ns : (double)NAN;
}

/* A random part of the clock's step, from -1/2 to 1/2. */
static double off_grid_ns(struct benchi_timing_context *context)
{
	double grid = context->timing.vernier ? context->timing.reading_ns : context->timing.step_ns;

	return grid * ((double)(benchi_random(&context->random) >> 11) / 9007199254740992.0 - 0.5);
}

/* A case in one window, at the value that was entered; or, with a mixture, at all of them. */
struct timed {
	const bench_case *c;
	const struct benchi_mixture *mixture;   /* NULL: none */
	int layout;
};

/* n iterations: a bench_body. */
static void run_timed(uint64_t n, void *arg)
{
	const struct timed *timed = arg;
	const struct benchi_mixture *m = timed->mixture;

	if (!m)
		benchi_case_run(n, timed->c);
	for (size_t i = 0; m && i < m->n; i++) {
		enter_at(m->value[i]);
		benchi_case_run(n * m->count[i], timed->c);
	}
}

bench_status benchi_timing_context_chill(struct benchi_timing_context *context,
                                         const bench_case *c)
{
	return c->cold ? benchi_cold_window_begin(&context->cold, c->cold, &context->timing) : BENCH_OK;
}

double benchi_timing_context_cold_window(const struct benchi_timing_context *context,
                                         double window_ns, double ns, double each_ns)
{
	double iterations = fmin(window_ns / ns, context->budget_ns / COLD_WINDOWS / each_ns);

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
		benchi_layout_call(timed->layout, direct ? c->body : run_timed, iterations,
			direct ? c->arg : timed);
		ns = benchi_window_close(&context->timing, opened);
	}
	if (benchi_regions_unpaired(regions) && context->unpaired[0] != c)
		context->unpaired[context->unpaired[0] != NULL] = c;
	if (regions->count > 0)
		return regions_ns(context);
	return benchi_cold_asked(&context->cold) ? ns : ns + off_grid_ns(context);
}

double benchi_timing_context_time(struct benchi_timing_context *context, const bench_case *c,
                                  uint64_t iterations, int layout)
{
	const struct benchi_mixture *m = &context->mixture;
	size_t n = benchi_mixture_n(m);
	int cold = benchi_cold_asked(&context->cold) != 0;
	struct timed timed = { c, n > 0 && !m->apart && !cold ? m : NULL, layout };
	double ns = 0;

	enter_at(context->parameter);
	if (c->prepare && !cold)
		c->prepare(n > 0 ? iterations * m->calls : iterations, c->arg);
	if (timed.mixture || n == 0)
		return time_window(context, &timed, iterations);
	for (size_t i = 0; i < n; i++) {
		enter_at(m->value[i]);
		ns += m->factor[i] * time_window(context, &timed, iterations * m->count[i]);
	}
	return ns;
}

static const double ROUNDING = 1e-12, FAR = 6;
static const double ROUND_SHARE = 0.05;
static const double CLEAR = 1.3;        /* half widths of 95 %: 99 % */

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
		/* Give all cases about as fast as the fastest the same iterations, so that the loop's
		 * cost is the same share of each. */
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

/* A round and its mirror have windows of one length, 1 to 1.5 times what was asked for, at random:
 * work that a routine does once in so many calls keeps no step with the windows. */
static uint64_t lengthened(const struct benchi_engine *engine, uint64_t iterations)
{
	uint64_t state = engine->plan.seed ^ (engine->begun - 1) / 2;
	double part = (double)(benchi_random(&state) >> 11) / 9007199254740992.0;

	return iterations + (uint64_t)((double)iterations * part / 2 + 0.5);
}

double benchi_rounds_time(struct benchi_engine *engine, struct benchi_timing_context *context,
                          const bench_case *c, uint64_t *iterations)
{
	int layout = engine->sized ? benchi_layout_of(engine->rounds) : 0;
	double ns;

	*iterations = benchi_engine_iterations(engine);
	if (engine->sized)
		*iterations = lengthened(engine, *iterations);
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

/* A switch to another thread and back leaves 20 to 60 us in a window beside the loss itself:
 * scheduler, interrupts, cold caches.  Measured at a load of 11 on two processors. */
static const double SWITCH_NS = 100e3;

double benchi_window_own_ns(struct benchi_presence *moment, double *least_ns, double ns,
                            uint64_t iterations)
{
	uint64_t preemptions = moment->preemptions;
	double usual_ns, own_ns;

	if (ns > 0 && !(*least_ns <= ns / (double)iterations))
		*least_ns = ns / (double)iterations;
	usual_ns = *least_ns * (double)iterations;
	own_ns = benchi_presence_own_ns(moment, ns, benchi_interrupted(ns, usual_ns));
	return moment->preemptions != preemptions && own_ns < ns && own_ns < usual_ns + SWITCH_NS
		? usual_ns : own_ns;
}

/* Is a round under way that takes little of the time?  It is completed before the run ends: a burst
 * that takes the rest of the time lies in it. */
static int round_open(const struct benchi_paired_run *paired, const struct benchi_engine *engine)
{
	double ns = 0;

	for (int i = 0; i < 2; i++)
		ns += 2 * paired->least_ns[i] * (double)engine->sizing[i].iterations;
	return paired->open_done[0] + paired->open_done[1] > 0
	    && ns < ROUND_SHARE * paired->context->budget_ns;
}

/* Records a round and its mirror. */
static void paired_note(struct benchi_paired_run *paired, const struct benchi_engine *engine)
{
	uint64_t iterations[2];
	double a = benchi_rounds_pair_ns(engine, 0, &iterations[0]);
	double b = benchi_rounds_pair_ns(engine, 1, &iterations[1]);

	/* Count the round that is over to the totals. */
	int both = paired->open_done[0] > 0 && paired->open_done[1] > 0;

	for (int i = 0; i < 2; i++) {
		if (both)
			benchi_total_add(&paired->total[i], paired->open_ns[i], paired->open_done[i]);
		paired->open_ns[i] = paired->open_done[i] = 0;
	}

	if (!(a > 0) || !(b > 0))
		return;
	benchi_blocks_round(&paired->blocks, log(b / a));
	paired->ns[0][paired->n] = a;
	paired->ns[1][paired->n++] = b;
	paired->done[0] += iterations[0];
	paired->done[1] += iterations[1];
}

static void paired_close_block(struct benchi_paired_run *paired, double now_ns)
{
	benchi_bound_step(&paired->proof.bound);
	paired->x[paired->kept++] = benchi_blocks_close(&paired->blocks, &paired->thresholds);
	paired->opened_ns = now_ns;
	paired->proof.settled = now_ns - paired->first_ns >= paired->settled_ns;
}

static int paired_proven(const struct benchi_paired_run *paired, enum benchi_claim claim)
{
	return benchi_blocks_prove(&paired->blocks, &paired->thresholds, claim, &paired->proof);
}

bench_answer benchi_paired_run_answer(const struct benchi_paired_run *paired)
{
	if (paired_proven(paired, BENCHI_ABOVE_LOW) && paired_proven(paired, BENCHI_BELOW_HIGH))
		return BENCH_SAME;
	return paired_proven(paired, BENCHI_FASTER) ? BENCH_FASTER
	     : paired_proven(paired, BENCHI_SLOWER) ? BENCH_SLOWER : BENCH_UNSURE;
}

struct benchi_total_ratio benchi_paired_run_totals(const struct benchi_paired_run *paired)
{
	double burst = 0;

	for (int i = 0; i < 2; i++)
		burst = fmax(burst, paired->burst_ns[i] / benchi_total_ns(&paired->total[i], NULL));
	return benchi_total_ratio(&paired->total[0], &paired->total[1], fmin(burst, 0.99));
}

bench_answer benchi_paired_run_answer_by_total(const struct benchi_paired_run *paired)
{
	struct benchi_total_ratio ratio = benchi_paired_run_totals(paired);
	double low = log(ratio.low), high = log(ratio.high);
	const struct benchi_thresholds *t = &paired->thresholds;

	if (low > t->low && high < t->high)
		return BENCH_SAME;
	return high < t->faster ? BENCH_FASTER : low > t->slower ? BENCH_SLOWER : BENCH_UNSURE;
}

/* Median of n numbers that stay as they are. */
static double median_of(const struct benchi_paired_run *paired, const double *x, size_t n)
{
	memcpy(paired->scratch, x, n * sizeof *x);
	return benchi_median(paired->scratch, n);
}

int benchi_paired_run_rare(const struct benchi_paired_run *paired)
{
	struct benchi_total_ratio ratio = benchi_paired_run_totals(paired);
	double gap = fabs(log(ratio.mean) - median_of(paired, paired->x, paired->kept));

	if (gap > BENCHI_RARE_UNSURE || (gap > paired->context->margin && gap > CLEAR * ratio.half))
		return 1;
	for (int i = 0; i < 2; i++) {
		double ns = median_of(paired, paired->ns[i], paired->n);
		struct benchi_mean mean = benchi_total_mean(&paired->total[i]);

		if (fabs(mean.mean - ns) > BENCHI_RARE_UNSURE * ns
		    || mean.low > ns * (1 + BENCHI_RARE_SHARE) || mean.high < ns * (1 - BENCHI_RARE_SHARE))
			return 1;
	}
	return 0;
}

int benchi_paired_run_looked(const struct benchi_paired_run *paired, double look_ns)
{
	return paired->c[0]->cold
	    || fmin(benchi_total_ns(&paired->total[0], NULL), benchi_total_ns(&paired->total[1], NULL))
	       >= look_ns;
}

int benchi_paired_run_supported(const struct benchi_paired_run *paired)
{
	double ln = log(benchi_paired_run_totals(paired).mean);
	const struct benchi_thresholds *t = &paired->thresholds;

	switch (benchi_paired_run_answer(paired)) {
	case BENCH_SAME:
		return !(ln < t->low) && !(ln > t->high);
	case BENCH_FASTER:
		return !(ln > 0);
	case BENCH_SLOWER:
		return !(ln < 0);
	default:
		return 1;
	}
}

/* Once rare work has shown, the run goes on to the end of its time. */
static int paired_over(struct benchi_paired_run *paired)
{
	if (paired->n >= paired->capacity)
		return 1;
	if (paired->patient || paired->blocks.rounds > 0 || paired->kept == 0
	    || !benchi_paired_run_looked(paired, paired->look_ns)
	    || benchi_paired_run_answer(paired) == BENCH_UNSURE
	    || !benchi_paired_run_supported(paired))
		return 0;
	paired->patient = benchi_paired_run_rare(paired);
	return !paired->patient;
}

static void paired_begin_counting(struct benchi_paired_run *paired)
{
	paired->n = paired->kept = 0;
	paired->context->still.windows = 0;
	paired->done[0] = paired->done[1] = 0;
	paired->first_ns = NAN;
	paired->moment = benchi_presence_now();
	paired->least_ns[0] = paired->least_ns[1] = NAN;
	paired->open_ns[0] = paired->open_ns[1] = paired->open_done[0] = paired->open_done[1] = 0;
	paired->burst_ns[0] = paired->burst_ns[1] = 0;
	memset(paired->total, 0, sizeof paired->total);
	memset(&paired->blocks, 0, sizeof paired->blocks);
	paired->proof.bound = benchi_bound_make(paired->alpha / 2);
	paired->proof.settled = 0;
	paired->proof.far = FAR;
	paired->proof.part = 16;
	paired->proof.independent = 0;
}

void benchi_paired_run_run(struct benchi_paired_run *paired)
{
	struct benchi_sizing sizing[2];
	struct benchi_sample sample[4];
	size_t order[2], arm;
	const struct benchi_engine_memory memory = { sizing, order, sample };
	struct benchi_engine engine;
	uint64_t iterations;
	double now, ns;

	paired_begin_counting(paired);
	benchi_rounds_begin(&engine, &memory, paired->context, 2, paired->window_ns);
	for (;;) {
		now = benchi_timing_context_elapsed(paired->context);
		if (paired->blocks.rounds > 0 && now - paired->opened_ns >= paired->block_ns)
			paired_close_block(paired, now);
		if (!round_open(paired, &engine) && (paired_over(paired)
		    || benchi_budget_left(&paired->context->budget, now) <= 0))
			break;
		arm = benchi_rounds_next(&engine, now);
		if (benchi_clock_stopped(&paired->context->still, engine.sized, now))
			break;
		if (engine.sized && isnan(paired->first_ns))
			paired->first_ns = paired->opened_ns = now;
		ns = benchi_rounds_time(&engine, paired->context, paired->c[arm], &iterations);
		if (engine.sized) {
			/* Keep a window of the open round for the totals. */
			double own_ns = benchi_window_own_ns(&paired->moment, &paired->least_ns[arm], ns,
				iterations);

			if (!isnan(own_ns)) {
				paired->open_ns[arm] += own_ns;
				paired->open_done[arm] += (double)iterations;
				paired->burst_ns[arm] = fmax(paired->burst_ns[arm],
					own_ns - paired->least_ns[arm] * (double)iterations);
			}
		}
		if (benchi_engine_paired(&engine)) {
			paired_note(paired, &engine);
			if (benchi_engine_size_anew(&engine, 0))
				paired_begin_counting(paired);
		}
	}
	if (paired->blocks.rounds > 0 && (paired->kept == 0 || paired->block_ns <= 0))
		paired_close_block(paired, benchi_timing_context_elapsed(paired->context));
}

/* Makes the interval's ends agree with the claims proven during the run. */
struct benchi_middle benchi_paired_run_ratio(const struct benchi_paired_run *paired)
{
	struct benchi_middle ln = benchi_blocks_interval(paired->x, paired->kept, paired->scratch,
		&paired->proof);
	const struct benchi_thresholds *thresholds = &paired->thresholds;

	if (paired_proven(paired, BENCHI_SLOWER))
		ln.low = fmax(ln.low, thresholds->slower + ROUNDING);
	if (paired_proven(paired, BENCHI_FASTER))
		ln.high = fmin(ln.high, thresholds->faster - ROUNDING);
	if (benchi_paired_run_answer(paired) == BENCH_SAME) {
		ln.low = fmax(ln.low, thresholds->low + ROUNDING);
		ln.high = fmin(ln.high, thresholds->high - ROUNDING);
	}
	ln.low = exp(ln.low);
	ln.median = exp(ln.median);
	ln.high = exp(ln.high);
	return ln;
}
