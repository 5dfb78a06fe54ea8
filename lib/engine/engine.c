/*
 * Chooses the next arm and decides when to stop.
 *
 * First each arm is sized alone (engine.c).  Then come rounds.  A round is one
 * window of every arm in random order; the next round runs the same order
 * backwards (ABBA), so that a steady drift of the core's speed affects every arm
 * alike within two rounds, and random orders keep a periodic disturbance from
 * falling on one arm.  Rounds are discarded until the lead arm takes the same
 * time, to 1 %, three times in a row, within a bound: caches fill, the core
 * wakes up, its clock ramps.
 *
 * The caller may drop an arm between rounds; the others keep their order.  Windows that turn out
 * far shorter than asked for are sized anew: data that were cold while their arm was sized are
 * warm in rounds (a ring of 128 KiB, sized to 4 iterations in 16 us, soon took 1 us).
 *
 * The engine stops when the time is over and rounds_least are complete, at rounds_most,
 * or, for very long windows, when time_most is over; if that happens before the first round,
 * the last sizing window of an arm is its only sample.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "engine/engine.h"

/*
 * Finds how many iterations make a window long enough.
 *
 * The paper's rules (Staelin and McVoy 1998, section 6.4): a time too short to be meaningful
 * multiplies the iterations by ten; otherwise the needed count follows from it, enlarged by
 * 2 %; a window of at least 95 % of the interval suffices.  Worked: enough is
 * 16 us; 1, 10 and 100 iterations take under 0.3 us; 1000 take 2.1 us, so 16/2.1 * 1000
 * * 1.02 = 7772 iterations are next.
 *
 * Beyond the paper: two such windows in a row are required, because an interrupted
 * one looks long enough at any count.  And a body that takes no time at
 * all (the compiler removed it) ends at a bound instead of growing for ever.
 */

static const double ITERATIONS_A_NS = 20;   /* no processor runs a loop faster */
static const double LONG_NS = 1e8;     /* one window this long is enough */

struct benchi_sizing benchi_sizing_begin(double enough_ns, double meaningless_ns)
{
	struct benchi_sizing sizing = { enough_ns, meaningless_ns, 0, 1, 0, 0 };
	double most = enough_ns * ITERATIONS_A_NS;

	sizing.most = most < 1 ? 1 : most > 1e15 ? (uint64_t)1e15 : (uint64_t)most;
	return sizing;
}

static uint64_t needed(const struct benchi_sizing *sizing, double ns)
{
	double iterations = (double)sizing->iterations;

	if (!(ns > sizing->meaningless_ns))
		iterations *= 10;
	else
		iterations = iterations * sizing->enough_ns / ns * 1.02 + 1;
	return iterations >= (double)sizing->most ? sizing->most : (uint64_t)iterations;
}

void benchi_sizing_step(struct benchi_sizing *sizing, double ns)
{
	if (ns >= 0.95 * sizing->enough_ns && ns > 0) {
		sizing->passed++;
		sizing->done = sizing->passed == 2 || ns > LONG_NS;
		return;
	}
	sizing->passed = 0;
	if (sizing->iterations == sizing->most)
		sizing->done = 1;
	else
		sizing->iterations = needed(sizing, ns);
}

static const double SHORT_WINDOW = 4;   /* times shorter than asked for: sized anew, */

enum { ANEW_MOST = 4 };                 /* so often at most */

struct state {
	struct benchi_plan plan;
	struct benchi_engine_memory memory;
	uint64_t random;
	size_t running;         /* arms that were not left out: the first so many of the order */
	size_t arm;             /* whose window is next */
	size_t position;           /* in the order of this round */
	size_t begun;           /* rounds begun, those of warming up with them */
	size_t rounds;          /* complete ones that count */
	unsigned char ordered;  /* the order is that of the round which begins, or is under way */
	unsigned char sized;    /* arms all know their iterations */
	unsigned char steady;   /* warming up is over */
	unsigned char spent;    /* the time was over when the arms were sized */
	unsigned char anew;     /* how often they were sized anew */
	double before_ns[2];    /* the lead's, in the two rounds before, while warming up */
	size_t last_arm;        /* the arm sized last, */
	struct benchi_sample last;  /* and its last window then */
};

typedef char state_fits[sizeof(struct state) <= sizeof(struct benchi_engine) ? 1 : -1];

static struct state *inside(struct benchi_engine *engine)
{
	return (struct state *)(void *)engine->opaque_;
}

static const struct state *look(const struct benchi_engine *engine)
{
	return (const struct state *)(const void *)engine->opaque_;
}

void benchi_engine_begin(struct benchi_engine *engine, const struct benchi_plan *plan,
                         const struct benchi_engine_memory *memory)
{
	struct state *e = inside(engine);

	memset(e, 0, sizeof *e);
	e->plan = *plan;
	e->memory = *memory;
	e->random = plan->seed;
	e->last_arm = plan->arms;
	e->running = plan->arms;
	for (size_t i = 0; i < plan->arms; i++) {
		memory->sizing[i] = benchi_sizing_begin(plan->enough_ns, plan->meaningless_ns);
		memory->order[i] = i;
	}
}

size_t benchi_engine_arm(const struct benchi_engine *engine)
{
	return look(engine)->arm;
}

uint64_t benchi_engine_iterations(const struct benchi_engine *engine)
{
	return benchi_engine_size(engine, look(engine)->arm);
}

int benchi_engine_round_begins(const struct benchi_engine *engine)
{
	return look(engine)->position == 0;
}

int benchi_engine_counts(const struct benchi_engine *engine)
{
	return look(engine)->sized && look(engine)->steady;
}

int benchi_engine_paired(const struct benchi_engine *engine)
{
	const struct state *e = look(engine);

	return e->sized && e->position == e->running && e->begun % 2 == 0;
}

size_t benchi_engine_arms(const struct benchi_engine *engine)
{
	return look(engine)->plan.arms;
}

size_t benchi_engine_rounds(const struct benchi_engine *engine)
{
	return look(engine)->rounds;
}

static struct benchi_sample *sample_of(const struct state *e, size_t round, size_t arm)
{
	return &e->memory.sample[round % e->plan.rounds_kept * e->plan.arms + arm];
}

struct benchi_sample *benchi_engine_sample(const struct benchi_engine *engine, size_t round,
                                           size_t arm)
{
	return sample_of(look(engine), round, arm);
}

int benchi_engine_sized(const struct benchi_engine *engine)
{
	return look(engine)->sized;
}

int benchi_engine_arm_sized(const struct benchi_engine *engine, size_t arm)
{
	return look(engine)->memory.sizing[arm].done;
}

uint64_t benchi_engine_size(const struct benchi_engine *engine, size_t arm)
{
	return look(engine)->memory.sizing[arm].iterations;
}

double benchi_engine_last_ns(const struct benchi_engine *engine)
{
	return look(engine)->last.ns;
}

double benchi_engine_enough_ns(const struct benchi_engine *engine)
{
	return look(engine)->plan.enough_ns;
}

void benchi_engine_set_size(struct benchi_engine *engine, size_t arm, uint64_t iterations)
{
	inside(engine)->memory.sizing[arm].iterations = iterations;
}

void benchi_engine_presize(struct benchi_engine *engine, size_t arm, uint64_t iterations)
{
	benchi_engine_set_size(engine, arm, iterations);
	inside(engine)->memory.sizing[arm].done = 1;
}

void benchi_engine_resize(struct benchi_engine *engine, size_t arm, uint64_t iterations)
{
	struct state *e = inside(engine);

	e->memory.sizing[arm] = benchi_sizing_begin(e->plan.enough_ns, e->plan.meaningless_ns);
	e->memory.sizing[arm].iterations = iterations;
	e->sized = 0;
	e->arm = e->position = 0;
}

/* Were both windows of some running arm, from this one on, far too short in rounds n - 2 and
 * n - 1? */
static int too_short(const struct state *e, size_t from, size_t n)
{
	for (size_t i = 0; i < e->running; i++) {
		size_t arm = e->memory.order[i];

		if (arm >= from && SHORT_WINDOW * fmax(sample_of(e, n - 2, arm)->ns,
		    sample_of(e, n - 1, arm)->ns) < e->plan.enough_ns)
			return 1;
	}
	return 0;
}

int benchi_engine_size_anew(struct benchi_engine *engine, size_t from)
{
	struct state *e = inside(engine);
	int complete = e->position == e->running;
	size_t n = e->rounds + (size_t)complete;

	if (!e->steady || e->anew == ANEW_MOST || n < 2 || (n & (n - 1)) != 0
	    || !too_short(e, from, n))
		return 0;
	for (size_t i = 0; i < e->running; i++)
		if (e->memory.order[i] >= from)
			benchi_engine_resize(engine, e->memory.order[i],
				benchi_engine_size(engine, e->memory.order[i]));
	e->anew++;
	e->rounds = 0;
	if (complete)
		e->ordered = 0;
	return 1;
}

void benchi_engine_limit(struct benchi_engine *engine, size_t arm, uint64_t most)
{
	inside(engine)->memory.sizing[arm].most = most;
}

void benchi_engine_drop(struct benchi_engine *engine, const unsigned char *out)
{
	struct state *e = inside(engine);
	size_t *order = e->memory.order, to = 0;
	int complete = e->position == e->running;

	for (size_t i = 0; i < e->running; i++)
		if (out[order[i]])
			e->memory.sizing[order[i]].done = 1;
		else
			order[to++] = order[i];
	e->running = to;
	if (complete)
		e->position = to;
}

void benchi_engine_drop_last(struct benchi_engine *engine)
{
	struct state *e = inside(engine);

	e->running = --e->plan.arms;
	e->begun = e->position = 0;
	e->ordered = 0;
	for (size_t i = 0; i < e->plan.arms; i++)
		e->memory.order[i] = i;
}

void benchi_engine_extend(struct benchi_engine *engine, double more_ns)
{
	inside(engine)->plan.time_ns += more_ns;
}

void benchi_engine_finish(struct benchi_engine *engine)
{
	inside(engine)->plan.time_ns = 0;
}

int benchi_engine_full(const struct benchi_engine *engine)
{
	return look(engine)->rounds >= look(engine)->plan.rounds_most;
}

int benchi_engine_rounds_given(const struct benchi_engine *engine)
{
	return look(engine)->plan.rounds_least == look(engine)->plan.rounds_most;
}

void benchi_engine_keep(struct benchi_engine *engine, int (*keep)(const void *to, size_t round),
                        const void *to)
{
	struct state *e = inside(engine);
	size_t kept = 0, rounds = e->rounds;

	for (size_t round = 0; round < rounds; round++)
		if (keep(to, round))
			memmove(sample_of(e, kept++, 0), sample_of(e, round, 0),
				e->plan.arms * sizeof(struct benchi_sample));
	e->rounds = kept;
}

/* Sets the order of the next round: a new one, or the last one backwards. */
static void shuffle(struct state *e)
{
	size_t *order = e->memory.order, n = e->running;
	int mirror = e->begun++ % 2 != 0;

	e->ordered = 1;
	for (size_t i = 0; i < n; i++) {
		size_t j, keep = order[i];

		if (mirror && i >= n / 2)
			break;
		j = mirror ? n - 1 - i : i + (size_t)benchi_random_below(&e->random, n - i);
		order[i] = order[j];
		order[j] = keep;
	}
}

static int stop(const struct state *e, double elapsed_ns)
{
	if (e->rounds >= e->plan.rounds_most)
		return 1;
	if (e->rounds >= e->plan.rounds_least && elapsed_ns >= e->plan.time_ns)
		return 1;
	return e->rounds > 0 && elapsed_ns >= e->plan.time_most_ns;
}

/* Has the lead arm taken the same time three rounds in a row? */
static int settled(struct state *e)
{
	double *before = e->before_ns;
	double now = sample_of(e, e->rounds, e->plan.lead)->ns;
	double low = fmin(now, fmin(before[0], before[1]));
	double high = fmax(now, fmax(before[0], before[1]));

	before[0] = before[1];
	before[1] = now;
	return low > 0 && high <= 1.01 * low;
}

/* A complete round counts unless the engine is still warming up.  Warm-up ends after a mirror,
 * so that round 2i and its mirror 2i + 1 belong together. */
static void close_round(struct state *e, double elapsed_ns)
{
	e->position = 0;
	e->ordered = 0;
	if (e->steady)
		e->rounds++;
	else if (settled(e) || elapsed_ns >= e->plan.warm_ns)
		e->steady = e->begun % 2 == 0;
}

/* An arm so slow that sizing used up the time is not run again: its sizing window is its only
 * sample. */
static int filled(struct state *e)
{
	if (!e->spent || e->arm != e->last_arm)
		return 0;
	*sample_of(e, e->rounds, e->arm) = e->last;
	e->position++;
	return 1;
}

/* The next arm to be sized, or -1 when all are. */
static int next_unsized(struct state *e)
{
	while (e->arm < e->plan.arms && e->memory.sizing[e->arm].done)
		e->arm++;
	return e->arm < e->plan.arms ? (int)e->arm : -1;
}

int benchi_engine_next(struct benchi_engine *engine, double elapsed_ns)
{
	struct state *e = inside(engine);

	if (!e->sized) {
		if (next_unsized(e) >= 0)
			return (int)e->arm;
		e->sized = 1;
		e->steady = elapsed_ns >= e->plan.warm_ns;
		e->spent = elapsed_ns >= e->plan.time_most_ns;
	}
	do {
		if (e->position == e->running)
			close_round(e, elapsed_ns);
		if (e->position == 0) {
			if (stop(e, elapsed_ns))
				return -1;
			if (!e->ordered)
				shuffle(e);
		}
		e->arm = e->memory.order[e->position];
	} while (filled(e));
	return (int)e->arm;
}

void benchi_engine_store(struct benchi_engine *engine, double ns, uint64_t iterations)
{
	struct state *e = inside(engine);
	struct benchi_sample sample = { iterations, ns };

	if (!e->sized) {
		e->last_arm = e->arm;
		e->last = sample;
		benchi_sizing_step(&e->memory.sizing[e->arm], sample.ns);
		return;
	}
	*sample_of(e, e->rounds, e->arm) = sample;
	e->position++;
}
