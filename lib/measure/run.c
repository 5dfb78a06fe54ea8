/*
 * One benchmark, window by window: from bench_begin to the end of the run.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include "clock/clock.h"
#include "measure/measure.h"

/*
 * Chooses the body's loops and checks that they are valid.
 *
 * Arms: the low-IPC and the high-IPC reference (if the tick is known), the body's loop with one
 * instance, and its loop with two. Both loops run the same number of iterations, so that the
 * constant cost of a window cancels in their difference. The loop with two is dropped if it adds
 * nothing: the body marks its own regions, the loop's cost is given, or an iteration is so long
 * (20,000 empty iterations) that the loop cannot matter. Short bodies (100 empty iterations) run
 * in loops of two and four instances instead. A core may be unable to run the loop's control as
 * fast as the body (one store or one taken branch per cycle), and that bottleneck would count as
 * the body's time. But if an instance takes longer in these loops than alone, loops of one and two
 * are timed: a call whose function returns to one place only takes fewer cycles, and loops in real
 * programs have one call.
 *
 * A function has its own loop and may do something before it: allocate, fill, open a file. While
 * its windows are sized, it is also called with twice as many iterations. If two windows of n take
 * 2 % longer than one of 2 n, both lengths are timed and their difference is the result. If they
 * take 5 % less, an iteration costs more the longer a call is; the interval then includes both
 * costs.
 */

static const struct loops_policy {
	/* An iteration of this many empty ones is so long that the loop cannot matter; one shorter than
	 * this many is timed in loops of two and four. */
	double long_body, short_body;
	/* Shortest reference window, as a share of the body's window; the longest one, because most
	 * longer windows would contain a preemption. */
	double reference_share, reference_most_ns;
	/* Check for work before the loop only if the run has this many windows: the check takes
	 * three. */
	double set_up_windows;
	/* Shares of a window that a few windows can detect: work before the loop; an iteration that
	 * costs more the longer a call is. */
	double set_up, grows;
	/* Share by which an instance must be faster alone than together: strlen took 11.8 cycles in a
	 * loop with one call, 14.8 with two and 14.3 with four. Fewest empty iterations that the
	 * instance takes, as a call does. */
	double alone, alone_least;
	/* Work shows only above this multiple of the noise, the difference of the windows before and
	 * after: long windows are timed once each, and passes through 64 MB differ by half. */
	double noise_times;
	/* Of a window this many times as long as the shortest one, a single one is enough to check. */
	double long_window;
} loops_policy = { .long_body = 20000, .short_body = 100, .reference_share = 0.1,
	.reference_most_ns = 1e6, .set_up_windows = 8, .set_up = 0.02, .grows = 0.05, .alone = 0.02,
	.alone_least = 3, .noise_times = 2, .long_window = 2 };

enum { SET_UP_GROWS = 4, SET_UP_GROWS_MOST = 10 };

/* Sizes the reference windows to `grow` (at least 1) times the shortest window the clock can
 * resolve. */
static void size_references(struct benchi_recorded *run, double grow)
{
	grow = fmax(grow, 1);
	if (run->arm.low_ipc >= 0)
		benchi_engine_presize(&run->engine, (size_t)run->arm.low_ipc,
			(uint64_t)(grow * (double)run->reference.low_ipc_iterations));
	if (run->arm.high_ipc >= 0)
		benchi_engine_presize(&run->engine, (size_t)run->arm.high_ipc,
			(uint64_t)(grow * (double)run->reference.high_ipc_iterations));
}

/* Drops the loop with many instances: from now on only the loop with few is timed. */
static void drop_many(struct benchi_recorded *run)
{
	benchi_engine_drop_last(&run->engine);
	run->arm.many = -1;
}

/* After the loop with one instance has been sized: chooses the loops and sizes the reference
 * windows. */
static void settle_loops(struct benchi_recorded *run, struct benchi_loops *loops)
{
	size_t few = (size_t)run->arm.few;
	double loop_ns = fmax(run->empty_loop_ns, run->timing.loop_ns);
	/* includes the latest window: a slow first call does not represent the others */
	double window_ns = fmin(loops->iteration_ns[0] * (double)run->engine.sizing[few].iterations,
		run->engine.last.ns);

	loops->settled = 1;
	/* A reference window much shorter than the body's would dominate the uncertainty. A stated
	 * time is not this machine's and has no cycles. */
	size_references(run, run->stated ? 1
		: fmin(loops_policy.reference_share * window_ns, loops_policy.reference_most_ns)
			/ run->timing.enough_ns);
	if (run->arm.many < 0)
		return;
	if (run->regions || (run->function
	    ? !loops->grown && loops_policy.set_up_windows * window_ns > run->engine.plan.time_ns
	    : loops->iteration_ns[0] > loops_policy.long_body * loop_ns)) {
		drop_many(run);
	} else if (!run->function && loops->iteration_ns[0] < loops_policy.short_body * loop_ns) {
		run->few = 2;
		loops->before_ns = loops->iteration_ns[0];
		loops->iteration_ns[0] = NAN;
		benchi_engine_resize(&run->engine, few, (run->engine.sizing[few].iterations + 1) / 2);
	}
}

/* After all loops of a function have been sized: checks for work before the function's loop. A call
 * with twice as many iterations then takes less per iteration than calls before and after. If that
 * work fills most of a window, windows grow until the iterations fill most of them. */
static void check_set_up(struct benchi_recorded *run, struct benchi_loops *loops)
{
	size_t few = (size_t)run->arm.few;
	size_t many = (size_t)run->arm.many;
	uint64_t iterations = run->engine.sizing[few].iterations;
	double few_ns, noise, set_up;

	loops->checked = loops->again;
	loops->again = !loops->again;
	if (!loops->checked) {
		loops->before_ns = loops->iteration_ns[0];
		loops->iteration_ns[0] = NAN;
		benchi_engine_resize(&run->engine, few, iterations);
		run->engine.sizing[few].passed = loops->before_ns * (double)iterations
			> loops_policy.long_window * run->engine.plan.enough_ns;
		return;
	}
	few_ns = (loops->before_ns + loops->iteration_ns[0]) / 2;
	noise = loops_policy.noise_times * fabs(loops->before_ns - loops->iteration_ns[0]) / few_ns;
	set_up = 2 - loops->iteration_ns[1] / few_ns;
	if (set_up < fmax(loops_policy.set_up, noise) && set_up > -fmax(loops_policy.grows, noise)) {
		drop_many(run);
		return;
	}
	if (!(2 * loops->iteration_ns[1] < 3 * fmin(loops->before_ns, loops->iteration_ns[0]))
	    || loops->grown == SET_UP_GROWS_MOST
	    || loops_policy.set_up_windows * few_ns * (double)iterations > run->engine.plan.time_ns)
		return;
	loops->grown++;
	loops->settled = loops->checked = 0;
	loops->iteration_ns[0] = loops->iteration_ns[1] = NAN;
	benchi_engine_resize(&run->engine, few, SET_UP_GROWS * iterations);
	benchi_engine_resize(&run->engine, many, 1);
}

/* After all loops of the library have been sized: chooses loops of one and of two instances instead
 * of two and four in two cases. The compiler merged the instances of an iteration if the difference
 * of the two loops is too small; then only the loop with one instance is valid. And a call may cost
 * more with another one in the same iteration, because the function then returns to several
 * places. */
static void check_instances(struct benchi_recorded *run, struct benchi_loops *loops)
{
	size_t few = (size_t)run->arm.few, many = (size_t)run->arm.many;
	double loop_ns = 2 * loops->iteration_ns[0] - loops->iteration_ns[1];
	double together_ns = fmin(loops->iteration_ns[0] / 2, loops->iteration_ns[1] / 4);
	bool alone = together_ns > (1 + loops_policy.alone) * loops->before_ns
		&& loops->before_ns > loops_policy.alone_least * run->empty_loop_ns;

	run->merged = loop_ns > 1.5 * run->empty_loop_ns + 0.25 * loops->iteration_ns[0];
	if (run->merged)
		drop_many(run);
	if (run->few > 1 && (run->merged || alone)) {
		benchi_engine_resize(&run->engine, few,
			run->engine.sizing[few].iterations * (uint64_t)run->few);
		if (!run->merged)
			benchi_engine_resize(&run->engine, many, 1);
		run->few = 1;
		loops->iteration_ns[0] = loops->iteration_ns[1] = NAN;
	}
}

/* Chooses and checks the loops as soon as their sizes are known. arm: the arm that is timed next.
 * Returns true if arms may have changed. */
static bool choose_loops(struct benchi_recorded *run, struct benchi_loops *loops, int arm)
{
	struct benchi_engine *engine = &run->engine;
	int sized = engine->sized, many = arm >= 0 && arm == run->arm.many;

	if (!loops->settled && (sized || many)) {
		settle_loops(run, loops);
		return true;
	}
	if (!sized && many) {
		/* The loop with many instances starts with the iterations of few. One window is enough
		 * for a long function. */
		const struct benchi_sizing *few = &engine->sizing[run->arm.few];
		struct benchi_sizing *sizing = &engine->sizing[arm];

		if (sizing->iterations == 1)
			sizing->iterations = few->iterations;
		if (run->function && !sizing->passed
		    && loops->iteration_ns[0] * (double)few->iterations
		       > loops_policy.long_window * engine->plan.enough_ns)
			sizing->passed = 1;
	}
	if (loops->checked || !sized)
		return false;
	loops->checked = 1;
	if (run->arm.many >= 0 && run->function)
		check_set_up(run, loops);
	else if (run->arm.many >= 0)
		check_instances(run, loops);
	return true;
}

/*
 * Plans a run: its time, its rounds and the length of its windows.
 *
 * A run takes the time that the caller requests, or 12 ms, or less if its interval is narrow
 * enough earlier: 0.2 % to each side. BENCH accepts a wider interval the longer it has measured:
 * 1 % for every 2 ms. Twice the time makes an interval narrower by a third at best, and processes
 * differ by 1 to 5 %, which no time in a single one shows. A run has at least eleven rounds, which
 * give a 95 % interval. Windows are as long as calibration found, or longer if the caller says so,
 * never shorter. A window above 100 ms is taken once, as in the paper: a body of one second is not
 * run eleven times.
 */

static const struct run_policy {
	/* The half width at which a run without a stated time ends. Coverage of twelve everyday
	 * bodies, one process each, two cores with a neighbour: 0.1 % after 5 ms: 87 and 88 %;
	 * 0.2 % after 1 ms: 88 %; 0.5 %: 84 %. */
	double precision;
	/* BENCH also ends at this half width times the milliseconds that it has measured, but not
	 * before wide_ns. 20 recordings of each of seven everyday bodies, intervals that hold the
	 * median of 50 ms of the same process: 91 % with 12 ms, 91 % with 1.5 to 3 ms. */
	double wide, wide_ns;
	/* Number of rounds at the first check; each later check has half as many more, or is at
	 * wide_ns. Simulated coverage without correlation and with a correlation of 0.6: 24 rounds 97
	 * and 92 %, 16 rounds 98 and 88 %. */
	size_t look;
	/* The shortest run of BENCH and of a function, because rare work needs time to show.
	 * Functions have state more often: after this time, 20 of 20 with bursts 3 ms apart are
	 * noticed. */
	double loop_ns, function_ns;
	/* The shortest time in the body of BENCH and BENCH_LOOP: of a run of BENCH_LOOP two thirds are
	 * windows of the references, and bursts after 0.55 ms were silently missed in 8 of 11. */
	double body_ns;
	/* A run ends after most_ns even before ROUNDS_LEAST rounds, or after most_times the stated
	 * time if that is longer. */
	double most_ns, most_times;
	/* Longer windows are taken once. */
	double once_ns;
} run_policy = { 0.002, 0.005, 2e6, 24, 1e6, 5e6, 6e5, 1e9, 20, 100e6 };

enum { ROUNDS_LEAST = 11, ROUNDS_BOUND = 6 };

bench_status benchi_plan_check(const struct benchi_beginning *beginning)
{
	const bench_options *options = beginning->options;

	if (!(beginning->enough_ns >= 0) || !(beginning->enough_ns <= 1e13))
		return benchi_fail(BENCH_ERR_ARGUMENT, "enough is %g us, expected 0 to 1e10",
			beginning->enough_ns / 1e3);
	if (!options)
		return BENCH_OK;
	if (!(options->enough_ns >= 0) || !(options->enough_ns <= 1e13))
		return benchi_fail(BENCH_ERR_ARGUMENT, "options.enough_ns is %g, expected 0 to 1e13",
			options->enough_ns);
	if (!(options->time_ns >= 0) || !(options->time_ns <= 1e14))
		return benchi_fail(BENCH_ERR_ARGUMENT, "options.time_ns is %g, expected 0 to 1e14",
			options->time_ns);
	if (!(options->precision >= 0) || !(options->precision < 1))
		return benchi_fail(BENCH_ERR_ARGUMENT, "options.precision is %g, expected 0 to under 1",
			options->precision);
	return BENCH_OK;
}

/* Plans a run with known timing and reference, chooses its arms, and begins its engine. */
static void begin_engine(struct benchi_run *run, const struct benchi_beginning *beginning)
{
	struct benchi_recorded *rounds = &run->rounds;
	const struct benchi_engine_memory memory = { run->sizing, run->order, rounds->memory.sample };
	const bench_options *options = beginning->options;
	const bool time_given = options && (options->time_ns > 0 || options->rounds > 0);
	const double most_ns = beginning->sink ? beginning->sink->most_ns : 0;
	struct benchi_plan plan = { .enough_ns = fmax(rounds->timing.enough_ns, beginning->enough_ns),
		.time_ns = BENCHI_PLAN_TIME_NS, .rounds_least = ROUNDS_LEAST,
		.meaningless_ns = benchi_window_meaningless_ns(&rounds->timing),
		.seed = options ? options->seed : 0 };
	struct benchi_environment given;
	int arms = 0;

	if (options && options->enough_ns > 0)
		plan.enough_ns = fmax(plan.enough_ns, options->enough_ns);
	if (options && options->time_ns > 0)
		plan.time_ns = options->time_ns;
	plan.time_most_ns = fmax(run_policy.most_ns, run_policy.most_times * plan.time_ns);
	if (plan.enough_ns > run_policy.once_ns)
		plan.rounds_least = 1;
	plan.rounds_most = plan.rounds_kept = rounds->memory.rounds;
	if (options && options->rounds > 0) {
		plan.rounds_least = plan.rounds_most = options->rounds;
		plan.time_most_ns = INFINITY;
	}
	plan.warm_ns = rounds->reference.low_ipc ? plan.time_ns : plan.time_ns / 10;
	if (most_ns > 0) {
		/* a time limit: fewer rounds, less warm-up */
		if (plan.rounds_least < plan.rounds_most && plan.rounds_least > ROUNDS_BOUND)
			plan.rounds_least = ROUNDS_BOUND;
		plan.time_most_ns = fmin(plan.time_most_ns, most_ns);
		plan.warm_ns = fmin(plan.warm_ns, most_ns / 4);
	}

	/* Arms: references, few instances, and many if the library has the loops. */
	rounds->arm = (struct benchi_arms){ -1, -1, -1, -1 };
	if (rounds->reference.low_ipc)
		rounds->arm.low_ipc = arms++;
	if (rounds->reference.low_ipc && rounds->reference.high_ipc)
		rounds->arm.high_ipc = arms++;
	rounds->arm.few = arms++;
	if (rounds->function || (beginning->loops && !rounds->timing.loop_given))
		rounds->arm.many = arms++;
	plan.arms = (size_t)arms;

	/* The half width at which the run may end, as a share; 0: never. */
	run->budget_ns = plan.time_ns;
	if (options && options->precision > 0) {
		run->precision = options->precision;
	} else if (time_given || beginning->sink) {
		run->precision = 0;     /* the caller chose the time */
	} else if (benchi_environment_read(&given) == BENCH_OK && !isnan(given.precision)) {
		run->precision = given.precision;
	} else {
		run->precision = run_policy.precision;
		run->wide = beginning->function ? 0 : run_policy.wide;
	}
	run->own_time = !beginning->sink && !BENCHI_SMALL && !time_given
		&& benchi_clock_is_default(&rounds->timing.clock);
	run->look = run_policy.look;
	benchi_engine_begin(&rounds->engine, &plan, &memory);
	if (rounds->arm.low_ipc >= 0)
		benchi_engine_expect(&rounds->engine,
			rounds->reference.tick_ns * rounds->reference.low_ipc_ticks);
	size_references(rounds, 1);
}

/*
 * Chooses and opens the next window, and ends the run.
 *
 * With regions, their measured time sizes the windows. The whole time of a window is limited,
 * because code outside the regions may take far longer.
 */

static const struct windows_policy {
	double regions_whole;   /* longest window with regions, as a multiple of enough_ns */
	double neighbour_most;  /* a round this many times longer is not due to a neighbour */
	double lost_most;       /* preemptions extend a run by at most this many budgets */
	double lost_share;      /* the thread had a processor if others took less than this share */
	double more_time;       /* time limit under a noisy neighbour, in budgets */
} windows_policy = { .regions_whole = 20, .neighbour_most = 3, .lost_most = 20, .lost_share = 0.01,
	.more_time = 2 };

enum { BREAKS_MOST = 64, EMPTY_WINDOWS = 5, EMPTY_ITERATIONS = 10000 };

bench_status benchi_self_reference(struct benchi_reference *reference)
{
	const bench_timing *timing;
	const struct benchi_reference *found;
	bench_status status = benchi_timing_default(&timing);

	reference->low_ipc = NULL;
	if (status == BENCH_OK)
		status = benchi_reference_default(timing, &found);
	if (status != BENCH_OK)
		return status;
	*reference = *found;
	benchi_width_settle(timing, reference);
	return BENCH_OK;
}

void benchi_run_begin(struct benchi_run *run, const struct benchi_beginning *beginning)
{
	struct benchi_thread *thread = benchi_thread_self();
	bool fit = false;   /* the reference was found with another clock */

	memset(run, 0, sizeof *run);
	run->rounds.function = beginning->function;
	run->rounds.empty = beginning->empty;
	run->sink = beginning->sink;
	run->rounds.varied = beginning->options && beginning->options->vary_layout;
	run->status = benchi_plan_check(beginning);
	if (beginning->reference)
		run->rounds.reference = *beginning->reference;
	else if (run->status == BENCH_OK)
		fit = benchi_self_reference(&run->rounds.reference) == BENCH_OK
			&& beginning->options && beginning->options->clock.now_ns;
	if (beginning->memory)
		run->rounds.memory = *beginning->memory;
	else if (run->status == BENCH_OK) {
		run->storage = benchi_storage_take(&thread->storages, run);
		if (run->storage)
			run->rounds.memory = (struct benchi_run_memory){ run->storage->sample,
				run->storage->number, BENCHI_RUN_ROUNDS };
		else
			run->status = benchi_no_memory("the windows of a run");
	}
	if (run->status == BENCH_OK)
		run->status = benchi_timing_choose(beginning->options, &run->rounds.timing);
	if (fit && run->status == BENCH_OK)
		benchi_reference_fit(&run->rounds.timing, &run->rounds.reference);
	benchi_thread_save(&run->outer);
	thread->offset = 0;
	thread->round = 0;
	run->result = beginning->result;
	run->prepare = beginning->options ? beginning->options->prepare : NULL;
	run->arg = beginning->arg;
	if (run->status != BENCH_OK) {
		run->phase = BENCHI_ROUNDS;
		return;
	}
	benchi_regions_begin(&run->rounds.timing);
	begin_engine(run, beginning);
	run->phase = beginning->loops ? BENCHI_EMPTY_LOOP : BENCHI_ROUNDS;
	run->rounds.few = 1;
	run->loops.empty_left = EMPTY_WINDOWS;
	run->rounds.empty_loop_ns = run->apart.least_ns = INFINITY;
	run->loops.iteration_ns[0] = run->loops.iteration_ns[1] = NAN;
	run->processor = benchi_processor_now();
	run->began = run->rounds.timing.clock.now_ns(run->rounds.timing.clock.ctx);
	run->moment = benchi_presence_now();
	run->began_ns = run->moment.ns;
	run->began_cpu_ns = run->moment.cpu_ns;
}

/* Begins a window of the body. */
static void open_window(struct benchi_run *run, uint64_t iterations)
{
	(void)benchi_regions_clear();
	run->iterations = iterations;
	run->window = benchi_window_open(&run->rounds.timing);
}

/* Returns the time without a processor that a run does not count, at most lost_most budgets: rare
 * work would not show in the time that a busy machine leaves. 0 if the caller stated a time. */
static double lost_ns(const struct benchi_run *run)
{
	return run->own_time ? fmin(run->moment.lost_ns, windows_policy.lost_most * run->budget_ns) : 0;
}

/* Returns the time since the run began, without waiting and lost time; infinite after the caller
 * stopped the run. */
static double elapsed_ns(const struct benchi_run *run)
{
	if (benchi_round_sink_stopped(run->sink))
		return INFINITY;
	return benchi_elapsed_ns(&run->rounds.timing.clock, run->began) - run->waited_ns
	       - lost_ns(run);
}

/* Returns the time limit of a run under a noisy neighbour; 0: no more than the budget. More time
 * helps only if the full width is known: otherwise no round is known to be undisturbed. */
static double most_ns(const struct benchi_run *run)
{
	if ((run->sink && run->sink->most_ns > 0) || !run->rounds.reference.width_sure)
		return 0;
	return windows_policy.more_time * run->budget_ns;
}

/* Before a round, waits while a noisy neighbour shares the core, as long as the caller allows.
 * The previous round shows the neighbour; before the first round, the references do. */
static void wait_for_core(struct benchi_run *run)
{
	double *given = run->sink ? run->sink->patience_ns : NULL;
	double patience = given ? *given : most_ns(run) - run->budget_ns - run->waited_ns, waited;
	unsigned rounds = (unsigned)run->rounds.engine.rounds;

	if (!run->rounds.reference.high_ipc || !run->rounds.reference.width_sure
	    || rounds + 1 == run->waited_for || !(patience > 0))
		return;
	run->waited_for = rounds + 1;
	if (rounds > 0 && !benchi_recorded_disturbed(&run->rounds, rounds - 1))
		return;
	waited = benchi_width_wait(&run->rounds.timing, &run->rounds.reference, patience);
	run->waited_ns += waited;
	if (given)
		*given -= waited;
}

/* Returns true if the interval is narrow enough. Checked rarely, each time with half as many
 * rounds more: an interval that is checked often is narrow by chance at some point. */
static int is_narrow(struct benchi_run *run)
{
	double elapsed = elapsed_ns(run), enough = run->precision;

	if (!(run->precision > 0) || run->rounds.engine.rounds < run->look
	    || elapsed < (run->rounds.function ? run_policy.function_ns : run_policy.loop_ns)
	    || (!run->rounds.regions && !run->rounds.function
	        && benchi_total_ns(&run->rounds.total, NULL) + run->apart.ns < run_policy.body_ns))
		return 0;
	/* the next check is when a wide interval suffices, if that is earlier */
	run->look = (size_t)ceil((double)run->rounds.engine.rounds * (elapsed < run_policy.wide_ns
		? fmin(1.5, run_policy.wide_ns / elapsed) : 1.5));
	if (elapsed >= run_policy.wide_ns)
		enough = fmax(enough, run->wide * elapsed / 1e6);
	return benchi_result_half_width(&run->rounds) <= enough;
}

/* Returns the arm to time next, or -1 if the run is over. A run is over when its time is up, unless
 * a noisy neighbour spoilt too many rounds, or when the clock stopped (run->status). */
static int next_arm(struct benchi_run *run)
{
	struct benchi_engine *engine = &run->rounds.engine;

	for (;;) {
		double elapsed = elapsed_ns(run);
		int arm = benchi_engine_next(engine, elapsed);

		if (benchi_clock_stopped(&run->still, engine->sized, elapsed + lost_ns(run))) {
			run->status = benchi_clock_fail_stopped(&run->rounds.timing.clock, &run->still);
			return -1;
		}
		if (choose_loops(&run->rounds, &run->loops, arm))
			continue;
		if (arm >= 0 && !(engine->sized && engine->position == 0))
			return arm;     /* sizing, or within a round */

		/* Add the complete round to the total, or the windows of sizing to their own total. If a
		 * noisy neighbour may have made the round longer, its usual time counts. */
		const size_t rounds = engine->rounds;
		double ns = run->round.ns;

		if (!run->round.sizing && !(ns > windows_policy.neighbour_most * run->round.usual_ns)
		    && rounds > 0 && benchi_recorded_disturbed(&run->rounds, rounds - 1))
			ns = fmin(ns, run->round.usual_ns);
		if (run->round.done > 0 && ns > 0 && !run->round.lost && run->round.sizing) {
			run->apart.ns += ns;
			run->apart.done += run->round.done;
		} else if (run->round.done > 0 && ns > 0 && !run->round.lost) {
			benchi_total_add(&run->rounds.total, ns, run->round.done);
			benchi_total_spare(&run->rounds.total, run->round.ns - ns);
		}
		memset(&run->round, 0, sizeof run->round);

		if (arm >= 0) {
			/* Windows may be far shorter than requested: data that were cold while the loops
			 * were sized are warm by then. */
			if (!run->rounds.regions
			    && benchi_engine_size_again(engine, (size_t)run->rounds.arm.few)) {
				if (run->rounds.arm.many >= 0)
					benchi_engine_resize(engine, (size_t)run->rounds.arm.many, 1);
				continue;
			}
			if (is_narrow(run)) {
				engine->plan.time_ns = 0;
				continue;
			}
			wait_for_core(run);
			return arm;
		}
		if (elapsed + run->waited_ns > most_ns(run) || !benchi_recorded_wants_more(&run->rounds))
			return -1;
		engine->plan.time_ns += run->budget_ns / 4;
		if (engine->rounds >= engine->plan.rounds_most)
			benchi_recorded_keep_clean(&run->rounds);
	}
}

/* Ends the run: makes the summary and lets an outer run continue. */
static void finish(struct benchi_run *run)
{
	struct benchi_thread *thread = benchi_thread_self();

	/* Long windows are the body's doing if the thread had a processor for all but a hundredth. */
	struct benchi_presence now = benchi_presence_now();
	double lasted_ns = now.ns - run->began_ns;

	run->phase = BENCHI_OVER;
	run->rounds.own = !BENCHI_SMALL && benchi_clock_is_default(&run->rounds.timing.clock)
		&& lasted_ns - (now.cpu_ns - run->began_cpu_ns) < windows_policy.lost_share * lasted_ns;

	/* Include the windows of sizing if they took long because of rare work, not because memory
	 * was cold: cold memory gets warmer from window to window. */
	double done, ns = benchi_total_ns(&run->rounds.total, &done);

	if (run->burst && !((ns + run->apart.ns) / (done + run->apart.done)
	    < (1 + BENCHI_RARE_UNSURE) * ns / done))
		benchi_total_add(&run->rounds.total, run->apart.ns, run->apart.done);

	if (!benchi_storage_leave(&thread->storages, run, run->storage) && run->status == BENCH_OK
	    && run->storage)
		run->status = benchi_fail(BENCH_ERR_MEMORY,
			"more than %d measurements are open: nested, or left by return, goto or longjmp",
			BENCHI_STORAGES);
	benchi_thread_restore(&run->outer, &run->rounds.timing.clock);
	if (run->status == BENCH_OK && run->rounds.reference.high_ipc == benchi_chain_saturate) {
		benchi_width_learn(benchi_recorded_high_ipc(&run->rounds), &run->rounds.reference);
	}
	bench_summary summary = run->status == BENCH_OK ? benchi_result_make(&run->rounds, run->sink,
			benchi_elapsed_ns(&run->rounds.timing.clock, run->began))
		: benchi_summary_none(run->status);

	benchi_summary_store(&summary, run->result);
}

int benchi_run_next(struct benchi_run *run, uint64_t *iterations)
{
	struct benchi_engine *engine = &run->rounds.engine;
	int arm = -1, instances;

	if (run->phase == BENCHI_EMPTY_LOOP) {
		open_window(run, *iterations = EMPTY_ITERATIONS);
		return 0;
	}
	while (run->phase == BENCHI_ROUNDS && run->status == BENCH_OK
	       && run->rounds.breaks < BREAKS_MOST) {
		arm = next_arm(run);
		if (arm < 0 || arm == run->rounds.arm.few || arm == run->rounds.arm.many)
			break;
		/* a window of a reference chain */
		*iterations = benchi_engine_iterations(engine);
		benchi_engine_store(engine, benchi_chain_time(&run->rounds.timing,
			arm == run->rounds.arm.low_ipc ? run->rounds.reference.low_ipc
			                               : run->rounds.reference.high_ipc,
			*iterations), *iterations);
	}
	if (run->phase == BENCHI_OVER)
		return -1;
	if (arm < 0 || run->status != BENCH_OK || run->rounds.breaks >= BREAKS_MOST) {
		finish(run);
		return -1;
	}
	*iterations = benchi_engine_iterations(engine);
	benchi_thread_self()->round++;
	instances = arm == run->rounds.arm.many ? 2 * run->rounds.few : run->rounds.few;
	if (run->prepare)
		run->prepare(*iterations * (uint64_t)instances, run->arg);
	/* processor time lost before does not count against this window */
	benchi_presence_own_ns(&run->moment, 0, 0);
	open_window(run, *iterations);
	return instances;
}

/* Adds a window of the body to the open round. The very first window only warms the body up. */
static void add_window(struct benchi_run *run, double ns, uint64_t iterations)
{
	const struct benchi_engine *engine = &run->rounds.engine;
	int many = (int)engine->arm == run->rounds.arm.many;
	double usual_ns = run->loops.iteration_ns[many] * (double)iterations;
	double done = (double)iterations * (run->rounds.few << many);
	int first = !engine->sized && isinf(run->apart.least_ns);
	double own_ns;

	if (!(ns >= 0))
		return;
	if (!engine->sized) {
		/* Note a window that took more than three times as long as earlier ones. */
		run->burst |= ns / done > windows_policy.neighbour_most * run->apart.least_ns;
		run->apart.least_ns = fmin(run->apart.least_ns, ns / done);
	}
	if (first)
		return;
	/* Check at the end of the window, because the processor may also be lost between windows, or in
	 * a window of the reference. */
	own_ns = benchi_presence_own_ns(&run->moment, ns,
		!engine->sized || benchi_interrupted(ns, usual_ns));
	run->round.lost |= isnan(own_ns);
	run->round.ns += own_ns;
	run->round.usual_ns += usual_ns;
	run->round.done += done;
	run->round.sizing |= !engine->sized;
}

void benchi_run_close(struct benchi_run *run, uint64_t left)
{
	struct benchi_recorded *rounds = &run->rounds;
	struct benchi_engine *engine = &rounds->engine;
	double whole_ns = benchi_window_close(&rounds->timing, run->window), ns = whole_ns;
	const struct benchi_regions *regions = &benchi_thread_self()->regions;
	uint64_t iterations = run->iterations;

	run->iterations = 0;
	if (run->phase == BENCHI_EMPTY_LOOP) {
		if (ns >= 0)
			run->rounds.empty_loop_ns = fmin(run->rounds.empty_loop_ns, ns / EMPTY_ITERATIONS);
		if (--run->loops.empty_left == 0) {
			run->phase = BENCHI_ROUNDS;
			if (isinf(run->rounds.empty_loop_ns))
				run->rounds.empty_loop_ns = run->rounds.timing.loop_ns;
		}
		return;
	}
	if (benchi_regions_marked(regions)) {
		rounds->regions = 1;
		rounds->stated |= regions->stated;
		ns = regions->ns;
		rounds->region_gap_ns = (whole_ns - ns) / (double)regions->count;
		rounds->region_cost_ns = (double)regions->count * regions->cost_ns / (double)iterations;
	}
	benchi_counting_ran((double)(iterations - left) * (rounds->function ? 1 : rounds->few)
		* ((int)engine->arm == rounds->arm.many ? 2 : 1));
	rounds->unpaired |= regions->unpaired || (regions->open && left == 0);
	if (left > 0) {
		rounds->breaks++;
		ns = NAN;
	}
	if (!engine->sized && 2 * ns >= engine->plan.enough_ns) {
		/* While a loop is sized, keep its shortest time per iteration: interruptions only add
		 * time. */
		double iteration_ns = ns / (double)iterations;
		double *least = &run->loops.iteration_ns[(int)engine->arm == rounds->arm.many];

		if (!(*least <= iteration_ns))
			*least = iteration_ns;
	}
	add_window(run, ns, iterations);
	rounds->migrated |= benchi_processor_now() != run->processor;
	benchi_engine_store(engine, ns, iterations);
	whole_ns -= regions->finding_ns;
	if (benchi_regions_marked(regions) && left == 0 && !engine->sized && whole_ns > 0) {
		/* Limit the whole time of a window while sizing, because code outside regions may make it
		 * any length. Noise may make a window look shorter than an empty one: then there is no
		 * limit. */
		double most = windows_policy.regions_whole * engine->plan.enough_ns * (double)iterations
			/ whole_ns;

		if ((double)benchi_engine_iterations(engine) > most)
			benchi_engine_presize(engine, engine->arm, most < 1 ? 1 : (uint64_t)most);
	}
}

/*
 * bench_begin and bench_next, the loops of BENCH and BENCH_LOOP.
 */

/* The public run provides the memory of the inner one. */
typedef char run_fits[sizeof(struct benchi_run) <= sizeof ((bench_run *)0)->opaque_ ? 1 : -1];

static struct benchi_run *inside(bench_run *run)
{
	return (struct benchi_run *)(void *)run->opaque_;
}

static size_t begin_loops(bench_run *run, double enough_us, int loops)
{
	struct benchi_beginning beginning = { .enough_ns = enough_us * 1e3,
		.loops = loops };

	benchi_run_begin(inside(run), &beginning);
	run->iterations = 0;
	run->instances = 0;
	run->stepped_ = benchi_stepped_begin() ? 0 : -1;
	return 0;
}

size_t bench_begin(bench_run *run, double enough_us)
{
	return begin_loops(run, enough_us, 1);
}

size_t bench_begin_loop(bench_run *run, double enough_us)
{
	return begin_loops(run, enough_us, 0);
}

int bench_next(bench_run *run, size_t left)
{
	uint64_t iterations = 0;

	if (run->stepped_ >= 0) {
		/* opens the next window for a tracer */
		int window = run->stepped_++;

		if (window > 0)
			benchi_stepped_mark(window - 1);
		run->instances = window < BENCHI_STEPPED_EMPTY;
		run->iterations = (size_t)benchi_stepped_iterations(window,
			inside(run)->phase == BENCHI_EMPTY_LOOP);
		if (run->iterations > 0) {
			benchi_stepped_mark(window);
			return 1;
		}
		run->stepped_ = -1;
	}
	if (inside(run)->iterations > 0)
		benchi_run_close(inside(run), left);
	run->instances = benchi_run_next(inside(run), &iterations);
	run->iterations = (size_t)iterations;
	if (run->instances < 0)
		benchi_publish(bench_last());
	return run->instances >= 0;
}
