/*
 * What a thread keeps: state, memory, latest summary, regions and counters.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include "clock/clock.h"
#include "measure/measure.h"
#include "stats/stats.h"

/*
 * The table of a summary's numbers, used wherever summaries are written, read, combined or tested.
 */

/* X(name in every format, member, value if not measured), in the struct's order */
#define MEMBERS(X) \
	X("ns", ns, NAN) X("ns_low", ns_low, NAN) X("ns_high", ns_high, NAN) \
	X("cycles", cycles, NAN) X("cycles_low", cycles_low, NAN) \
	X("cycles_high", cycles_high, NAN) X("ns_raw", ns_raw, NAN) \
	X("overhead_ns", overhead_ns, NAN) X("min_ns", min_ns, NAN) \
	X("p05_ns", p05_ns, NAN) X("p95_ns", p95_ns, NAN) X("mad_ns", mad_ns, NAN) \
	X("confidence", confidence, 0) X("mhz", mhz, NAN) \
	X("mode1_ns", mode_ns[0], NAN) X("mode2_ns", mode_ns[1], NAN) \
	X("layout_ns", layout_ns, NAN) X("width", width, NAN) \
	X("width_full", width_full, NAN) \
	X("elapsed_ns", elapsed_ns, NAN) X("mode1_share", mode_share[0], NAN) \
	X("mode2_share", mode_share[1], NAN) X("mean_ns", mean_ns, NAN) \
	X("mean_ns_low", mean_ns_low, NAN) X("mean_ns_high", mean_ns_high, NAN)

#define ROW(name, member, missing) { name, offsetof(bench_summary, member) },
#define MISSING(name, member, missing) summary.member = missing;

const struct benchi_member benchi_members[] = { MEMBERS(ROW) };
const size_t benchi_members_count = sizeof benchi_members / sizeof *benchi_members;

const char *benchi_method_of(const char *text, size_t length)
{
	static const char *const methods[] = { "function", "regions", "two-loops", "loop", "threads",
		"cold", "stated" };

	for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
		if (strlen(methods[i]) == length && !memcmp(methods[i], text, length))
			return methods[i];
	return NULL;
}

bench_summary benchi_summary_none(bench_status status)
{
	bench_summary summary = { .status = status, .method = "none" };

	MEMBERS(MISSING)
	return summary;
}

/* The larger of x and 0; NaN stays NaN. */
static double positive(double x)
{
	return x < 0 ? 0 : x;
}

void benchi_summary_judge_width(bench_summary *summary)
{
	summary->warnings &= ~BENCH_WARN_NOISY;
	if (fmax(summary->ns_high - summary->ns, summary->ns - summary->ns_low)
	    > BENCHI_NOISY_SHARE * summary->ns)
		summary->warnings |= BENCH_WARN_NOISY;
}

void benchi_summary_set_ns(bench_summary *summary, const struct benchi_estimate *ns,
                           struct benchi_reach reach)
{
	double both = reach.share * fabs(ns->centre);

	summary->ns = positive(ns->centre);
	summary->ns_low = positive(ns->low - both - reach.down);
	summary->ns_high = positive(ns->high + both);
	summary->min_ns = positive(ns->min);
	summary->p05_ns = positive(ns->p05);
	summary->p95_ns = positive(ns->p95);
	summary->mad_ns = ns->mad;
	summary->confidence = ns->confidence;
	if (ns->high - ns->low > ns->centre || !(ns->centre > 0))
		summary->warnings |= BENCH_WARN_BELOW_RESOLUTION;
	benchi_summary_judge_width(summary);
}

void benchi_summary_reach(bench_summary *summary, double ns, double cycles)
{
	/* one window has no interval: then it holds the window, too */
	summary->ns_low = fmin(fmin(summary->ns_low, summary->ns), ns);
	summary->ns_high = fmax(fmax(summary->ns_high, summary->ns), ns);
	summary->cycles_low = fmin(fmin(summary->cycles_low, summary->cycles), cycles);
	summary->cycles_high = fmax(fmax(summary->cycles_high, summary->cycles), cycles);
	benchi_summary_judge_width(summary);
}

void benchi_summary_set_mean(bench_summary *summary, const struct benchi_mean *mean)
{
	double centre = mean->mean < summary->min_ns ? summary->min_ns : mean->mean;
	double low = mean->low < summary->min_ns ? summary->min_ns : mean->low;
	double high = mean->high < centre ? centre : mean->high;
	double share = centre / summary->ns;

	summary->mean_ns = positive(centre);
	summary->mean_ns_low = positive(low);
	summary->mean_ns_high = positive(high);
	if ((low > summary->ns_high && low > summary->ns * (1 + BENCHI_RARE_SHARE))
	    || (high < summary->ns_low && high < summary->ns * (1 - BENCHI_RARE_SHARE))) {
		summary->warnings |= BENCH_WARN_RARE;
	} else if (fabs(share - 1) > BENCHI_RARE_UNSURE) {
		benchi_summary_reach(summary, summary->mean_ns, share * summary->cycles);
	}
}

void benchi_summary_set_cycles(bench_summary *summary, const struct benchi_estimate *cycles,
                               struct benchi_reach reach)
{
	double both = reach.share * fabs(cycles->centre);

	summary->cycles = positive(cycles->centre);
	summary->cycles_low = positive(cycles->low - both - reach.down);
	summary->cycles_high = positive(cycles->high + both);
}

/*
 * Beginning and ending a run's counters.
 */

/* Begins a run's counting at zero. */
static void counted_begin(struct benchi_counting *c, struct benchi_counted_outer *outer)
{
	outer->first = c->first;
	outer->iterations = c->iterations;
	c->first = c->n;
	c->iterations = 0;
}

void benchi_counted_end(struct benchi_counting *c, const struct benchi_counted_outer *outer)
{
	c->latest.n = c->n - c->first;
	c->latest.iterations = c->iterations;
	memcpy(c->latest.of, c->slot + c->first, c->latest.n * sizeof *c->slot);
	c->n = c->first;
	c->first = outer->first;
	c->iterations = outer->iterations;
}

/*
 * The state of this thread: one thread-local variable. Nothing to free, nothing shared.
 */

static BENCHI_THREAD_LOCAL struct benchi_thread self;

struct benchi_thread *benchi_thread_self(void)
{
	return &self;
}

struct benchi_latest *benchi_thread_latest(void)
{
	static BENCHI_THREAD_LOCAL struct benchi_latest latest;

	return &latest;
}

const bench_summary *bench_last(void)
{
	struct benchi_latest *latest = benchi_thread_latest();

	if (!latest->begun) {
		latest->summary = benchi_summary_none(BENCH_ERR_NO_SAMPLES);
		latest->begun = 1;
	}
	return &latest->summary;
}

void benchi_thread_save(struct benchi_thread_state *state)
{
	state->regions = self.regions;
	state->round = self.round;
	state->offset = self.offset;
	counted_begin(&self.counting, &state->counted);
}

static int same_clock(const bench_clock *a, const bench_clock *b)
{
	return a->now_ns == b->now_ns && a->ctx == b->ctx;
}

void benchi_thread_restore(const struct benchi_thread_state *state, const bench_clock *clock)
{
	struct benchi_regions used = self.regions;

	if (state->regions.clock.now_ns || !benchi_clock_is_default(clock))
		self.regions = state->regions;
	if (same_clock(&self.regions.clock, &used.clock))
		self.regions.cost_ns = used.cost_ns;    /* may have been found since */
	self.regions.open = state->regions.open;
	self.round = state->round;
	self.offset = state->offset;
	benchi_counted_end(&self.counting, &state->counted);
}

void *benchi_kept_new(enum benchi_keeper kind, const void *owner, size_t size,
                      struct benchi_kept *outer)
{
	struct benchi_kept *kept = &self.kept[kind];
	void *memory;

	if (kept->owner == owner) {
		free(kept->memory);
		kept->owner = NULL;
	}
	memory = calloc(1, size);
	*outer = *kept;
	if (memory)
		*kept = (struct benchi_kept){ owner, memory };
	return memory;
}

void benchi_kept_free(enum benchi_keeper kind, void *memory, const struct benchi_kept *outer)
{
	if (memory)
		self.kept[kind] = *outer;
	free(memory);
}

/*
 * Keeps the memory of a thread's runs.
 *
 * A run's samples take 26 KB, too much for the stack of a small thread. They are allocated once
 * per thread, before anything is timed, and freed when the thread ends.
 *
 * A body may leave its run by return, goto or longjmp, which the library cannot see. Such a run
 * keeps its storage until a run at the same address begins, or until all storages are in use.
 */

#ifdef HAVE_PTHREAD_H

static pthread_key_t key;
static int key_made;

/* Frees what a thread kept for its runs; the destructor of the thread's key. */
static void free_storages(void *of_thread)
{
	struct benchi_storages *storages = of_thread;

	for (int i = 0; i < BENCHI_STORAGES; i++) {
		free(storages->slot[i].storage);
		storages->slot[i].storage = NULL;
		storages->slot[i].owner = NULL;
	}
}

static void make_key(void)
{
	key_made = pthread_key_create(&key, free_storages) == 0;
}

/* Called when the program exits or closes the shared library that contains this code (dlclose):
 * a thread that ended later would call code that no longer exists. Other threads may be timing
 * while a program exits, so their storages are leaked: 26 KB for each thread that outlives a
 * closed library. */
#ifdef __GNUC__
__attribute__((destructor))
static void unload(void)
{
	if (!key_made)
		return;
	key_made = 0;
	pthread_key_delete(key);
	free_storages(&self.storages);
}
#endif

/* Arranges for the storages to be freed when this thread ends. */
static void free_at_end(struct benchi_storages *storages)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, make_key);
	if (key_made)
		pthread_setspecific(key, storages);
}

#else

static void free_at_end(struct benchi_storages *storages)
{
	(void)storages;
}

#endif

struct benchi_storage *benchi_storage_take(struct benchi_storages *storages, const void *owner)
{
	/* Choose a slot for this owner: its own, else a free one with memory, else a free one, else
	 * the oldest. */
	int best = 0, best_rank = -1;

	for (int k = 0; k < BENCHI_STORAGES; k++) {
		int rank = storages->slot[k].owner == owner ? 3
		         : storages->slot[k].owner ? 0 : storages->slot[k].storage ? 2 : 1;

		if (rank > best_rank
		    || (rank == best_rank && storages->slot[k].since < storages->slot[best].since)) {
			best = k;
			best_rank = rank;
		}
	}
	int i = best;

	if (!storages->slot[i].storage) {
		storages->slot[i].storage = malloc(sizeof *storages->slot[i].storage);
		if (!storages->slot[i].storage)
			return NULL;
		free_at_end(storages);
	}
	storages->slot[i].owner = owner;
	storages->slot[i].since = ++storages->taken;
	return storages->slot[i].storage;
}

int benchi_storage_is(const struct benchi_storages *storages, const void *owner,
                   const struct benchi_storage *storage)
{
	for (int i = 0; i < BENCHI_STORAGES; i++)
		if (storages->slot[i].storage == storage)
			return storages->slot[i].owner == owner;
	return 0;
}

void benchi_storage_leave(struct benchi_storages *storages, const void *owner)
{
	for (int i = 0; i < BENCHI_STORAGES; i++)
		if (storages->slot[i].owner == owner)
			storages->slot[i].owner = NULL;
}

/*
 * START and STOP: timing code that takes less time than reading the clock.
 *
 * Fences surround each reading of the clock. So earlier code cannot overlap the reading, the timed
 * code cannot begin before it ends, and START and STOP cost the same whatever code surrounds them.
 * Two equations give that cost, as for a loop. Regions of one chain and of two take R1 = cost +
 * chain and R2 = cost + 2 chains, so cost = 2 R1 - R2. (An empty region costs half a nanosecond
 * more, because real work overlaps the call of STOP.) The cost is a mean, because a clock with
 * steps of 10 ns reads 20 or 30 for 25; so is the sum over a window's many regions. Calibration
 * waits for varying times between regions, so that they do not stay in phase with the clock's
 * steps.
 */

enum { BLOCKS = 5, REGIONS = 256 };

static volatile uint64_t factor = 0x9e3779b97f4a7c15u;

/* A chain of some sixty cycles that no compiler folds. */
#define STEP x = (x * k) ^ m;
#define CHAIN STEP STEP STEP STEP STEP STEP STEP STEP STEP STEP STEP STEP STEP STEP STEP STEP

/* The mean time of regions with one chain, or with two. */
static double mean_region_ns(struct benchi_regions *regions, int chains)
{
	uint64_t x = factor, k = factor, m = factor;

	regions->ns = 0;
	for (int i = 0; i < REGIONS; i++) {
		for (int wait = i % 13; wait > 0; wait--)
			STEP
		for (int wait = i % 3; wait > 0; wait--)
			regions->clock.now_ns(regions->clock.ctx);
		(void)bench_region(1);
		CHAIN
		BENCH_KEEP(x);
		if (chains == 2) {
			CHAIN
			BENCH_KEEP(x);
		}
		bench_region(0);
	}
	return regions->ns / REGIONS;
}

/* Sets the cost: from the parent process if it found the cost for this clock, or measured in
 * 0.3 ms. */
static void find_cost(struct benchi_regions *regions)
{
	struct benchi_regions before = *regions;
	struct benchi_calibration stated;
	bench_timing timing;
	double cost[BLOCKS];

	/* NOLINTNEXTLINE(clang-analyzer-core.CallAndMessage): its callers set the clock */
	uint64_t began = before.clock.now_ns(before.clock.ctx);

	if (benchi_calibration_given(&stated) && !isnan(stated.region_ns)
	    && benchi_timing_adopt(&before.clock, &timing)) {
		before.cost_ns = stated.region_ns;
	} else {
		regions->cost_ns = 0;
		for (int i = 0; i < BLOCKS; i++)
			cost[i] = 2 * mean_region_ns(regions, 1) - mean_region_ns(regions, 2);
		before.cost_ns = benchi_median(cost, BLOCKS);
	}
	*regions = before;
	regions->finding_ns += benchi_elapsed_ns(&before.clock, began);
}

void benchi_regions_clock(const bench_clock *clock)
{
	struct benchi_regions *regions = &benchi_thread_self()->regions;

	if (!same_clock(&regions->clock, clock))
		*regions = (struct benchi_regions){ .clock = *clock, .cost_ns = NAN,
			.use = benchi_regions_use };
}

void benchi_regions_use(const bench_clock *clock)
{
	struct benchi_regions *regions = &benchi_thread_self()->regions;

	benchi_regions_clock(clock);
	if (isnan(regions->cost_ns))
		find_cost(regions);
}

/* Begins to read a clock: the run's, or outside of runs the default one. */
static void region_open(struct benchi_regions *regions)
{
	if (!regions->clock.now_ns) {
		bench_clock clock = bench_clock_default();

		if (!clock.now_ns)
			return;
		benchi_regions_clock(&clock);
	}
	if (isnan(regions->cost_ns))
		find_cost(regions);
	regions->unpaired |= regions->open;
	regions->open = 1;
	benchi_clock_fence();
	/* NOLINTNEXTLINE(clang-analyzer-core.CallAndMessage): benchi_regions_clock set the clock */
	regions->opened = regions->clock.now_ns(regions->clock.ctx);
	benchi_clock_fence();
}

double bench_region(int opens)
{
	struct benchi_regions *regions;
	uint64_t now;
	double ns;

	benchi_clock_fence();
	regions = &benchi_thread_self()->regions;
	if (opens) {
		region_open(regions);
		return NAN;
	}
	if (!regions->clock.now_ns)
		return NAN;
	now = regions->clock.now_ns(regions->clock.ctx);
	if (!regions->open) {
		regions->unpaired = 1;
		return NAN;
	}
	regions->open = 0;
	ns = now >= regions->opened ? (double)(now - regions->opened) - regions->cost_ns : (double)NAN;
	regions->ns += ns;
	regions->count++;
	return ns < 0 ? 0 : ns;
}

void bench_time_ns(double ns)
{
	struct benchi_regions *regions = &benchi_thread_self()->regions;

	regions->ns += ns >= 0 && isfinite(ns) ? ns : (double)NAN;
	regions->stated = 1;
}
