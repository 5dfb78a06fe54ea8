/*
 * Measures how much of the core was available.
 *
 * The other hardware thread of the core, perhaps in another virtual machine, takes slots of the
 * front end. A chain of dependent instructions hardly slows down, but code with many instructions
 * per tick takes up to three times as long. So the high-IPC reference is code that only the front
 * end limits, and its rate relative to the low-IPC reference is the available width.
 *
 * The undisturbed rate is a property of the core. It is the fastest rate seen in this process or
 * in the parent that passed its calibration. If the process starts next to a noisy neighbour, the
 * first rate is too slow. So a rate counts as certain only if its windows agree, if it is a whole
 * number of instructions per tick, and if a chain of three operations per tick, measured next to
 * each of those windows, keeps its whole number of ticks, or nearly so.
 *
 * Measured on x86-64, quiet: with six instructions per tick 800 nops take 133.8 ticks, half of the
 * windows within 0.2 %, and three operations 1.004 ticks (Intel: 1.024). With twelve instructions
 * per tick: 67.0 ticks, three operations 1.003 to 1.015. With a neighbour: of six, 2.7 to 4.4 are
 * left, three operations 1.02 to 1.5; of twelve, six are left for seconds, to 0.2 %, three
 * operations 1.17 to 1.5.
 *
 * Wrong if a neighbour always leaves a whole number, and three operations per tick too.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include "cycle/cycle.h"
#include "host/host.h"
#include "stats/stats.h"
#include "timing/timing.h"

enum { WINDOWS = 84, WINDOWS_ASKED = 4, WINDOWS_LEAST = 8, AGREE_LEAST = 6, AGREE_SHARE = 16,
	STEADY_LEAST = 64 };

static const struct width_policy {
	/* Instructions of the loop, count and branch: one or two, depending on fusion. */
	double loop_instructions;
	/* Shares by which times and widths may differ: windows of a steady core, a whole number of
	 * instructions per tick, and two equal widths. */
	double steady, whole_slots, same;
	/* How far the time of three parallel operations may be from one tick. On a core of more than
	 * slots_at_once, a neighbour raises it to at least 1.17. */
	double whole_wide, whole_wide_at_once;
	/* A neighbour that never waits steadily leaves half of the width: three of six, four of eight.
	 * Nearly all x86 cores are at least four wide, so there a width below this is taken for half
	 * of the core's. Elsewhere a core may be as narrow as one instruction per tick. */
	double slots_least;
	/* Widths below this count only if they are steady for a long time. */
	double slots_at_once;
	/* Narrower cores cannot run three operations per tick. */
	double slots_narrow;
	double slots_common, slots_widest;  /* widths of current cores */
	/* Time limits while the width is uncertain: in all, per call. */
	double learn_ns, learn_at_once_ns;
} policy = { .loop_instructions = 1.5, .steady = 0.004, .whole_slots = 0.006, .same = 0.01,
	.whole_wide = 0.016, .whole_wide_at_once = 0.05,
#if defined __x86_64__ || defined __i386__
	.slots_least = 3.5,
#else
	.slots_least = 1,
#endif
	.slots_at_once = 5.5, .slots_narrow = 3.5, .slots_common = 6, .slots_widest = 12,
	.learn_ns = 200e6, .learn_at_once_ns = 6e6 };

/* Windows here are parts of a round's windows, so that a neighbour's burst hits fewer of them.
 * With parts of a quarter, a half and a quarter the width was certain after 0.18 to 0.38 ms
 * (medians of 60, quiet to load 7), with whole windows after 0.55 to 1.2 ms. A quarter of the
 * nops scatters, because their code is fetched again. */
enum { LOW_PARTS = 4, HIGH_PARTS = 2 };

/* Returns the iterations for a part of a window, as far as the clock resolves its time. */
static uint64_t part_of(const bench_timing *timing, uint64_t iterations, int parts)
{
	double share = fmin(1, 4.0 / parts * benchi_window_short_ns(timing) / timing->enough_ns);

	return 1 + (uint64_t)(share * (double)iterations);
}

/* Returns the instructions per tick of the high-IPC reference, given its ticks per iteration. */
static double slots_of(double ticks)
{
	return (BENCHI_SATURATE_INSTRUCTIONS + policy.loop_instructions) / ticks;
}

/* Returns true if the reference ran at nearly a whole number of instructions per tick. */
static int whole_slots(double ticks)
{
	double slots = slots_of(ticks);

	return slots >= policy.slots_least && fabs(slots / floor(slots + 0.5) - 1) < policy.whole_slots;
}

/* Returns true if the wide chain keeps its ticks in at least half of the windows that took low
 * to high ticks. */
static int wide_whole(const double *ticks, const double *wide, size_t n, double low, double high)
{
	size_t in = 0, whole = 0;

	for (size_t i = 0; wide && i < n; i++)
		if (ticks[i] >= low && ticks[i] <= high) {
			in++;
			whole += fabs(wide[i] - 1) < (slots_of(ticks[i]) > policy.slots_at_once
				? policy.whole_wide_at_once : policy.whole_wide);
		}
	return in > 0 && 2 * whole >= in;
}

struct benchi_width benchi_width_of(const double *ticks, const double *wide, size_t n,
                                    double *sorted)
{
	size_t least = n / AGREE_SHARE > AGREE_LEAST ? n / AGREE_SHARE : AGREE_LEAST;
	struct benchi_width width = { (double)NAN, 0 };

	if (n < WINDOWS_LEAST)
		return width;
	memcpy(sorted, ticks, n * sizeof *ticks);
	benchi_sort(sorted, n);
	for (size_t i = 0; i + least <= n && !width.sure; i++) {
		width.ticks = sorted[i + least / 2];
		width.sure = sorted[i + least - 1] < (1 + policy.steady) * sorted[i]
		             && slots_of(width.ticks) > policy.slots_at_once && whole_slots(width.ticks)
		             && wide_whole(ticks, wide, n, sorted[i], sorted[i + least - 1]);
	}
	if (width.sure)
		return width;
	width.ticks = benchi_quantile(sorted, n, 0.2);
	width.sure = n >= STEADY_LEAST && slots_of(width.ticks) > policy.slots_least
	             && (slots_of(width.ticks) < policy.slots_narrow ? whole_slots(width.ticks)
	                 : wide_whole(ticks, wide, n, 0, INFINITY))
	             && benchi_quantile(sorted, n, 0.5)
	                < (1 + policy.steady) * benchi_quantile(sorted, n, 0.1);
	return width;
}

double benchi_width_most(double slots)
{
	return fmax(slots, fmax(policy.slots_common, fmin(2 * slots, policy.slots_widest)));
}

/* Times one window of the low-IPC reference, which gives the tick, and then one of the high-IPC
 * reference. Returns the latter's ticks per iteration; infinite if a window failed. *wide, unless
 * wide is NULL: ticks of the wide chain as a multiple of its undisturbed ticks; infinite if its
 * window failed or the chain is not used. */
static double high_ticks(const bench_timing *timing, const struct benchi_reference *reference,
                         double *wide)
{
	uint64_t low = part_of(timing, reference->low_ipc_iterations, LOW_PARTS);
	uint64_t high = part_of(timing, reference->high_ipc_iterations, HIGH_PARTS);
	double tick_ns = benchi_chain_tick_ns(benchi_chain_time(timing, reference->low_ipc, low),
		(double)low, reference->low_ipc_ticks);
	double ticks = benchi_chain_time(timing, reference->high_ipc, high) / (double)high / tick_ns;

	if (wide) {
		/* as many iterations as in a window of the other chains */
		double whole = 1.02 * timing->enough_ns / (reference->wide_ticks * reference->tick_ns);
		uint64_t n = reference->wide_ticks ? part_of(timing, 1 + (uint64_t)whole, LOW_PARTS) : 0;

		*wide = n ? benchi_chain_time(timing, benchi_chain_wide, n) / (double)n / tick_ns
		            / reference->wide_ticks : (double)NAN;
		if (isnan(*wide))
			*wide = INFINITY;
	}
	return isnan(ticks) ? (double)INFINITY : ticks;
}

double benchi_width_wait(const bench_timing *timing, const struct benchi_reference *reference,
                         double most_ns)
{
	uint64_t began = timing->clock.now_ns(timing->clock.ctx);
	double elapsed = 0, before = -1;        /* the wait ends if the clock stops */

	while (elapsed < most_ns && elapsed > before) {
		double ticks = high_ticks(timing, reference, NULL);

		before = elapsed;
		elapsed = benchi_elapsed_ns(&timing->clock, began);
		if (ticks < reference->high_ipc_ticks * (1 + BENCHI_WIDTH_MISSING))
			break;
	}
	return elapsed;
}

static struct benchi_lock lock = BENCHI_LOCK_INIT;
static struct benchi_width known;
static int any_known;
static double learning_ns;      /* time spent on learning the width so far */

void benchi_width_learn(struct benchi_width seen, struct benchi_reference *reference)
{
	benchi_lock_take(&lock);
	if (seen.ticks > 0 && !isinf(seen.ticks)) {
		/* keep the faster width, unless it is less certain */
		bool same = any_known && fabs(known.ticks / seen.ticks - 1) < policy.same;

		if (!any_known || (same || known.sure != seen.sure ? !known.sure
		                   : seen.ticks < known.ticks))
			known = seen;
		any_known = 1;
	}
	if (reference && reference->high_ipc && any_known) {
		reference->high_ipc_ticks = known.ticks;
		reference->width_sure = known.sure;
	}
	benchi_lock_give(&lock);
}

void benchi_width_settle(const bench_timing *timing, struct benchi_reference *reference)
{
	double elapsed = 0, left;
	uint64_t began;

	benchi_width_learn((struct benchi_width){ NAN, 0 }, reference);
	if (!reference->high_ipc || reference->width_sure)
		return;
	began = timing->clock.now_ns(timing->clock.ctx);
	benchi_lock_take(&lock);
	left = fmin(policy.learn_at_once_ns, policy.learn_ns - learning_ns);
	benchi_lock_give(&lock);
	while (!reference->width_sure && elapsed < left) {
		/* Time windows of the high-IPC reference and of the wide chain, each next to a window of
		 * the low-IPC reference, until the width is certain. */
		double high[WINDOWS], ratio[WINDOWS], sorted[WINDOWS];
		struct benchi_width width = { (double)NAN, 0 };

		for (size_t i = 0; i < WINDOWS && !width.sure; i++) {
			high[i] = high_ticks(timing, reference, &ratio[i]);
			if ((i + 1) % WINDOWS_ASKED == 0)       /* WINDOWS_ASKED divides WINDOWS */
				width = benchi_width_of(high, ratio, i + 1, sorted);
		}
		benchi_width_learn(width, reference);
		elapsed = benchi_elapsed_ns(&timing->clock, began);
	}
	benchi_lock_take(&lock);
	learning_ns += elapsed;
	benchi_lock_give(&lock);
}
