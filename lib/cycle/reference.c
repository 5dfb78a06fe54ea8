/*
 * Chooses the chains that measure cycles on this machine.
 *
 * A recording of all chains, continued until one tick is certain, gives the tick and each fitting
 * chain's whole number of ticks. The low-IPC reference is the chain with the fewest instructions
 * per tick: it slows down least if another hardware thread or virtual machine takes issue slots.
 * The high-IPC reference saturates the front end (cycle/width.c).
 *
 * Worked (x86-64, 3.7 GHz): "d * k" fits with 3 ticks, 300 per iteration; 54 iterations make
 * 16 us.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include "cycle/cycle.h"
#include "host/host.h"
#include "stats/stats.h"
#include "timing/timing.h"

/*
 * Confirms the reference that a parent process found.
 *
 * The parent states two chains with their ticks, which have no common factor. So a tick that is
 * wrong by a factor, or ticks of another processor, give a different ratio of times. Windows of
 * the two chains alternate. The shortest and the second shortest of each must show the stated
 * ratio to 1 %, half of the smallest distance between ratios of counts up to 8. Interruptions only
 * lengthen windows, so the shortest ones are valid. The length of the tick is not checked, because
 * clocks change: these windows measure it again.
 *
 * Worked: the parent states 3 and 4 ticks. If the chains really take 4 and 4, the ratio of 1.00
 * refutes 0.75, and this process searches for a reference itself.
 */

enum { CONFIRM_PAIRS = 12 };

static const struct {
	double ratio_agrees;    /* a parent's reference is refuted if the ratio of its chains differs by
	                           more than this share */
	double ticks;           /* length of a window for that, in ticks */
	/* Longest window of a reference passed by a parent. No calibration has longer windows, and a
	 * process with a damaged line must not spend minutes in its first window. */
	double window_ns;
} confirm_policy = { .ratio_agrees = 0.01, .ticks = 15000, .window_ns = 1e9 };

/* Returns the chain with this expression, or NULL. */
static const struct benchi_chain_body *find_chain(const char *expression)
{
	for (size_t i = 0; i < benchi_chains_count; i++)
		if (strcmp(benchi_chains[i].expression, expression) == 0)
			return &benchi_chains[i];
	return NULL;
}

/* Returns the ticks per operation if that is a whole number up to 8, otherwise 0. */
static unsigned whole_ticks(const struct benchi_chain_body *body, double ticks)
{
	double each = body ? ticks / body->operations : 0;

	return each >= 1 && each <= 8 && each == floor(each) ? (unsigned)each : 0;
}

/* Returns true if the numbers of ticks have no common factor, so that their ratio determines
 * them. */
static int ticks_unlike(unsigned a, unsigned b)
{
	while (b != 0) {
		unsigned rest = a % b;

		a = b;
		b = rest;
	}
	return a == 1;
}

/* Returns true if a calibration may have a window of this many iterations. */
static bool window_is_short(const struct benchi_calibration *c, double ticks, double iterations)
{
	return iterations >= 1 && ticks * iterations * c->tick_ns <= confirm_policy.window_ns;
}

/* Times windows of the reference's two chains: up to 15,000 ticks each, which suffice even if the
 * reference's windows are longer. Returns 1, with tick_ns updated, if the ratio of their times is
 * the ratio of their ticks. */
static int reference_confirm(const bench_timing *timing, struct benchi_reference *reference)
{
	const struct benchi_reference_chain *other = &reference->other;
	struct {
		void (*run)(uint64_t);
		double ticks, iterations;
		double tick_ns[2];      /* of the two shortest windows */
	} chain[] = {
		{ reference->low_ipc, reference->low_ipc_ticks, (double)reference->low_ipc_iterations,
		  { INFINITY, INFINITY } },
		{ other->run, other->ticks, (double)other->iterations, { INFINITY, INFINITY } } };

	for (int i = 0; i < CONFIRM_PAIRS; i++) {
		for (int k = 0; k < 2; k++) {
			double *tick_ns = chain[k].tick_ns, ns;
			uint64_t n = 1 + (uint64_t)fmin(chain[k].iterations,
				confirm_policy.ticks / chain[k].ticks);

			ns = benchi_chain_tick_ns(benchi_chain_time(timing, chain[k].run, n), (double)n,
				chain[k].ticks);
			if (ns > 0 && ns < tick_ns[0]) {
				tick_ns[1] = tick_ns[0];
				tick_ns[0] = ns;
			} else if (ns > 0 && ns < tick_ns[1])
				tick_ns[1] = ns;
		}
		if (fabs(chain[1].tick_ns[0] / chain[0].tick_ns[0] - 1) < confirm_policy.ratio_agrees
		    && fabs(chain[1].tick_ns[1] / chain[0].tick_ns[1] - 1) < confirm_policy.ratio_agrees) {
			reference->tick_ns = chain[0].tick_ns[0];
			return 1;
		}
	}
	return 0;
}

/* Uses the reference in BENCH_CALIBRATION if it is confirmed. Otherwise returns 0, for example if
 * this library has no such chains, the numbers contradict each other, a window would take too long,
 * or the processor differs. */
static int reference_adopt(const bench_timing *timing, struct benchi_reference *reference)
{
	const struct benchi_chain_body *low, *other;
	struct benchi_calibration c;
	char processor[sizeof c.processor];

	if (!benchi_calibration_given(&c))
		return 0;
	benchi_processor_name(processor, sizeof processor);
	low = find_chain(c.low);
	other = find_chain(c.other);
	if (!(c.tick_ns > 0) || !low || !low->low_ipc || !other || low == other
	    || !ticks_unlike(whole_ticks(low, c.low_ticks), whole_ticks(other, c.other_ticks))
	    || !window_is_short(&c, c.low_ticks, c.low_iterations)
	    || !window_is_short(&c, c.other_ticks, c.other_iterations)
	    || strcmp(processor, c.processor) != 0)
		return 0;
	*reference = (struct benchi_reference){ .low_ipc = low->run, .expression = low->expression,
		.low_ipc_ticks = c.low_ticks, .low_ipc_iterations = (uint64_t)c.low_iterations,
		.other = { other->run, other->expression, c.other_ticks, (uint64_t)c.other_iterations },
		.tick_ns = c.tick_ns };
	if (!reference_confirm(timing, reference))
		return 0;
	if (strcmp(c.high, benchi_chain_saturate_name) == 0 && c.high_ticks > 0
	    && window_is_short(&c, c.high_ticks, c.high_iterations)) {
		reference->high_ipc = benchi_chain_saturate;
		reference->high_ipc_ticks = c.high_ticks;
		reference->high_ipc_iterations = (uint64_t)c.high_iterations;
		reference->width_sure = c.width_sure == 1;
		benchi_width_learn((struct benchi_width){ c.high_ticks, c.width_sure == 1 }, NULL);
	}
	return 1;
}

enum { WIDE_STEPS = 100, TRIES = 12, SHORT_TRIES = 2, REFERENCE_ROUNDS = 6 };
enum { TICKS_MOST = 8 };    /* most ticks per operation of a reference: longer chains, if disturbed,
                               fit any multiple */

static const struct {
	double first_ns;        /* a recording is evaluated for the first time after this time */
	double record_ns;       /* longest recording of the first SHORT_TRIES tries */
	double long_ns;         /* longest recording of later tries */
	double sure;            /* confidence at which the search ends */
	/* Slower processors are microprogrammed, with many ticks per operation; there, few windows
	 * mislead. */
	double slow_mhz;
	double same_tick;       /* ticks of two recordings are the same if they differ by less */
	/* Searches that find no reference stop after patience_ns, unless that is less than
	 * patience_share of the time since the first search. */
	double patience_ns, patience_share;
	/* How far a reference may be from its whole number, as a share. A noisy neighbour that is
	 * active now spreads references by 2 or 3 %, but the whole numbers stay. */
	double whole;
	/* Chains this close are preferred. Without optimisation an iteration also stores and loads its
	 * variable: with "d * k" at 4.05 ticks, 13 multiplications read 0.9875 of the truth. */
	double closely_whole;
	/* A chain must have clearly fewer instructions, so that rounding does not decide: the first of
	 * equals is used. */
	double fewer;
} search_policy = { .first_ns = 0.3e6, .record_ns = 27e6, .long_ns = 54e6, .sure = 0.995,
	.slow_mhz = 100, .same_tick = 0.03, .patience_ns = 300e6, .patience_share = 0.1,
	.whole = 0.015, .closely_whole = 0.004, .fewer = 1 - 1e-9 };

/* Returns the estimate's result for a chain; NaN ticks if the chain has no windows. */
static bench_cpu_chain seen(const bench_recording *recording, const char *expression)
{
	bench_cpu_chain chain = { expression, NAN, NAN };

	for (size_t i = 0; i < bench_recording_chains(recording); i++)
		if (strcmp(bench_recording_chain(recording, i).name, expression) == 0)
			chain = bench_recording_chain(recording, i);
	return chain;
}

/* Returns the number of iterations for a window that is long enough for the clock, at this many
 * ticks per iteration. */
static uint64_t iterations_of(const bench_timing *timing, double ticks, double tick_ns)
{
	return 1 + (uint64_t)(1.02 * timing->enough_ns / (ticks * tick_ns));
}

/* The search, with the estimate of the recording so far. */
struct search {
	const bench_timing *timing;
	struct benchi_reference *reference;
	bench_cpu cpu;
	bench_status status;
	double before_ns;   /* tick of the previous check; 0 or NaN: no such check */
	int sure;           /* the tick was certain twice */
	int last;           /* the recording is complete */
};

/* Chooses and sizes the low-IPC chain, and the chain that confirms it. BENCH_ERR_NO_TICK: no
 * chain has whole ticks. BENCH_ERR_BUSY: the two chains disagree. */
static bench_status reference_choose(struct search *search, const bench_recording *recording)
{
	const double whole[] = { search_policy.closely_whole, search_policy.whole };
	struct benchi_reference *reference = search->reference;
	double fewest = INFINITY;

	reference->tick_ns = search->cpu.tick_ns;
	reference->low_ipc = NULL;
	reference->other.run = NULL;
	/* The chain with the fewest instructions per tick: of those with ticks that are closely a
	 * whole number, or else a whole number. */
	for (size_t w = 0; w < sizeof whole / sizeof *whole && !reference->low_ipc; w++)
		for (size_t i = 0; i < benchi_chains_count; i++) {
			const struct benchi_chain_body *body = &benchi_chains[i];
			bench_cpu_chain chain = seen(recording, body->expression);

			if (!body->low_ipc || !(chain.ticks >= 1) || chain.ticks > TICKS_MOST
			    || !(fabs(chain.ns / reference->tick_ns / chain.ticks - 1) < whole[w])
			    || body->instructions / chain.ticks >= search_policy.fewer * fewest)
				continue;
			fewest = body->instructions / chain.ticks;
			reference->low_ipc = body->run;
			reference->low_ipc_ticks = body->operations * chain.ticks;
			reference->expression = body->expression;
		}
	if (!reference->low_ipc)
		return benchi_fail(BENCH_ERR_NO_TICK,
			"no chain is close enough to a whole number of ticks to be a reference");
	reference->low_ipc_iterations = iterations_of(search->timing, reference->low_ipc_ticks,
		reference->tick_ns);

	/* Choose the chain with which a child process confirms the reference: whole ticks without a
	 * common factor with the reference's, and few instructions per tick. */
	bench_cpu_chain low = seen(recording, reference->expression);

	fewest = INFINITY;
	for (size_t i = 0; i < benchi_chains_count; i++) {
		const struct benchi_chain_body *body = &benchi_chains[i];
		bench_cpu_chain chain = seen(recording, body->expression);
		double ipc = body->instructions / chain.ticks + (body->low_ipc ? 0 : 10);

		if (!(ipc < search_policy.fewer * fewest) || chain.ticks > TICKS_MOST
		    || !(fabs(chain.ns / reference->tick_ns / chain.ticks - 1) < search_policy.whole)
		    || !ticks_unlike((unsigned)low.ticks, (unsigned)chain.ticks))
			continue;
		fewest = ipc;
		reference->other.run = body->run;
		reference->other.expression = body->expression;
		reference->other.ticks = body->operations * chain.ticks;
	}
	if (reference->other.run)
		reference->other.iterations = iterations_of(search->timing, reference->other.ticks,
			reference->tick_ns);
	if (reference->other.run && !reference_confirm(search->timing, reference))
		return benchi_fail(BENCH_ERR_BUSY, "the reference chains '%s' and '%s' do not keep their "
		                   "ticks", reference->expression, reference->other.expression);
	return BENCH_OK;
}

/* Finds the tick and the low-IPC chain. Returns nonzero if the recording makes both certain. */
static int found(void *to, bench_recording *recording)
{
	struct search *search = to;

	search->status = bench_recording_estimate(recording, &search->cpu);
	search->sure = search->status == BENCH_OK && search->cpu.confidence >= search_policy.sure
	               && search->cpu.mhz > search_policy.slow_mhz
	               && fabs(search->cpu.tick_ns / search->before_ns - 1) < search_policy.same_tick;
	search->before_ns = search->cpu.tick_ns;
	if (search->status == BENCH_OK && (search->sure || search->last))
		search->status = reference_choose(search, recording);
	return search->sure && search->status == BENCH_OK;
}

/* Compares for qsort: calls all elements equal. */
static int no_order(const void *a, const void *b)
{
	return 0;
}

/* Records the chains for up to time_ns, and makes the reference from the recording. seed 0: the
 * first try, with short windows. */
static bench_status make(const bench_timing *timing, uint64_t seed, double time_ns,
                         struct benchi_reference *reference)
{
	bench_recording *recording = bench_recording_new();
	struct search search = { .timing = timing, .reference = reference, .status = BENCH_ERR_BUSY };
	const struct benchi_recording_end end = { .time_ns = time_ns,
		.first_ns = search_policy.first_ns, .first_rounds = REFERENCE_ROUNDS, .enough = found,
		.to = &search,
		.window_ns = seed == 0 ? benchi_window_short_ns(timing) : 0 };
	bench_status status;

	*reference = (struct benchi_reference){ .low_ipc = NULL };

	/* Call now, while the stack is nearly empty, what the search calls at its deepest. With lazy
	 * binding the first call of a function looks it up, which takes up to 2.7 KB of stack on a
	 * processor with AVX-512: a thread of 16 KB would overflow. */
	volatile double x = 2;
	const char *volatile text = "x";
	char one[1] = { 0 };

	x = fmod(x, 3) + hypot(x, x) + floor(x) + log(x) + exp(x) + sqrt(x);
	x += strpbrk(text, text) == strstr(text, text);
	qsort(one, 1, 1, no_order);

	if (!recording)
		return benchi_no_memory("a recording");
	status = benchi_record_windows(timing, &end, seed, recording);
	if (status == BENCH_OK) {
		search.last = 1;
		if (!search.sure || search.status != BENCH_OK)
			found(&search, recording);
		status = search.status;
	}
	if (status == BENCH_OK && benchi_chain_saturate_name[0] != '\0') {
		/* Add the code that fills the front end. The wide chain confirms the width, because on an
		 * undisturbed core it takes as long as a single chain. */
		double wide_ticks = WIDE_STEPS * seen(recording, benchi_chain_wide_like).ticks;

		reference->high_ipc_iterations = benchi_chain_iterations(timing, timing->enough_ns,
			benchi_chain_saturate);
		reference->high_ipc = reference->high_ipc_iterations ? benchi_chain_saturate : NULL;
		reference->wide_ticks = isnan(wide_ticks) ? 0 : (int)wide_ticks;
	}
	bench_recording_free(recording);
	return status;
}

void benchi_reference_fit(const bench_timing *timing, struct benchi_reference *reference)
{
	reference->low_ipc_iterations = benchi_chain_iterations(timing, timing->enough_ns,
		reference->low_ipc);
	if (reference->low_ipc_iterations == 0) {
		reference->low_ipc = reference->high_ipc = NULL;
		return;
	}
	if (reference->high_ipc)
		reference->high_ipc_iterations = benchi_chain_iterations(timing, timing->enough_ns,
			reference->high_ipc);
	if (reference->high_ipc_iterations == 0)
		reference->high_ipc = NULL;
}

bench_status benchi_reference_default(const bench_timing *timing,
                                      const struct benchi_reference **reference)
{
	static struct benchi_lock lock = BENCHI_LOCK_INIT;
	static struct benchi_reference cached;
	static bench_status status = BENCH_ERR_BUSY;
	static double spent_ns;
	static uint64_t first, tries;
	uint64_t now, begin;
	bench_status result;

	benchi_lock_take(&lock);
	now = timing->clock.now_ns(timing->clock.ctx);
	if (first == 0)
		first = now;
	if (status != BENCH_OK && tries == 0 && reference_adopt(timing, &cached))
		status = BENCH_OK;
	begin = now;
	for (int i = 0; i < TRIES && status != BENCH_OK; i++) {
		if (spent_ns >= search_policy.patience_ns
		    && spent_ns >= search_policy.patience_share * (double)(now - first))
			break;
		status = make(timing, tries, tries < SHORT_TRIES ? search_policy.record_ns
			: search_policy.long_ns, &cached);
		tries++;
		now = timing->clock.now_ns(timing->clock.ctx);
		spent_ns += (double)(now - begin);
		begin = now;
	}
	if (status == BENCH_OK && isnan(benchi_tick_noted()))
		benchi_tick_note(cached.tick_ns);
	result = status;
	benchi_lock_give(&lock);
	*reference = &cached;
	return result;
}
