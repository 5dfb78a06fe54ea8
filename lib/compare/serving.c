/*
 * Looks after a choice while a program serves.
 *
 * Single calls say little, and a median of their ratios is not total time; so batches of calls are
 * timed, the choice's and another routine's after each other in random order.  One pair is a bet
 * at fixed odds on "the other one is faster by the switch margin": if that were so in half of the
 * pairs at most, the stake would not grow on average.  It never falls below 1, so that what was
 * lost long ago does not count, and reaches the goal by chance once in so many pairs at most
 * (e-detector: Shin, Ramdas, Rinaldo, 2023).  Stakes stay between slices of the
 * work: pairs may be minutes apart.
 * Time is spent from an account into which a share of the served time goes.  Each routine has pairs
 * of its own at the beginning, and again after the choice's time has changed; one that has lost
 * eight pairs in a row, or four by a factor of two, has to pay, and waits twice as long each time.
 * Worked: 20 pairs won in a row, each of 2 x 72 calls with 64 between: 4,200 calls.
 * Wrong where one batch of the other routine spoils what the next calls of the choice find.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "compare/compare.h"
#include "host/host.h"

static const double SHARE = 0.001, MARGIN = 0.03;
static const double WON = 0.587786664902119, LOST = -1.6094379124341003;    /* ln 1.8, ln 0.2 */
static const double GOAL = 11.512925464970229;      /* ln 1e5 */
static const double SLOWER = 4.7;                   /* eight in a row */
static const double FAR = 0.6931471805599453;       /* twice as slow: counts twice */
static const double HOPELESS = 4;       /* times the choice after EARLY calls: the batch ends */
static const double CHANGED = 1.25, LEVEL = 0.05, FORGET = 0.98;
enum { COLD = 8, BATCH = 64, LOOK = 16, PLAIN = 256, BETWEEN = 64, GRANT = 28, READINGS = 16,
	ALARM = 4000, WAIT_MOST = 1 << 18, EARLY = 8 };

struct arm {
	double faster, slower;  /* stakes, as logarithms */
	double ns[2];           /* total times of its pairs, the choice's first; they fade */
	uint64_t due;           /* calls before its next pair that is paid for */
	uint64_t wait;
	uint32_t grant;         /* pairs that are free */
};

/* bench_serving. */
struct serving {
	struct benchi_lock lock;
	bench_clock clock;
	double share, margin, reading_ns;
	double account_ns;
	double ns, level_ns;    /* of a call of the choice: of late, and for long; NaN */
	uint64_t random, calls, others, batches, switches;
	uint64_t look, alarm, patience;     /* in calls: the next look at the choice, alarm, and gap */
	uint32_t n, choice, changed, latest;
	struct arm arm[BENCH_SERVING_MOST];
};

enum phase { PLAINLY, LOOKING, FIRST, SECOND };

/* bench_caller's opaque_. */
struct called {
	uint64_t began;
	double ns, first_ns;
	uint16_t phase, other, home, done;   /* home: the choice when it began */
	uint16_t given, calls;              /* calls: of the other routine that were timed */
};

typedef char serving_fits[sizeof(struct serving) <= sizeof(bench_serving) ? 1 : -1];
typedef char caller_fits[sizeof(struct called) <= sizeof(((bench_caller *)0)->opaque_) ? 1 : -1];

static struct serving *serving_of(bench_serving *serving)
{
	return (struct serving *)(void *)serving->opaque_;
}

static struct called *caller_of(bench_caller *caller)
{
	return (struct called *)(void *)caller->opaque_;
}

static uint64_t serving_now(const struct serving *s)
{
	return s->clock.now_ns(s->clock.ctx);
}

/* The routines have pairs of their own again. */
static void serving_grant(struct serving *s)
{
	for (uint32_t i = 0; i < s->n; i++) {
		memset(&s->arm[i], 0, sizeof s->arm[i]);
		s->arm[i].grant = i == s->choice ? 0 : GRANT;
		s->arm[i].wait = PLAIN;
	}
}

bench_status bench_serving_init(bench_serving *serving, size_t n,
                                const bench_serving_options *options)
{
	static const bench_serving_options defaults;
	static const struct benchi_lock open = BENCHI_LOCK_INIT;
	struct serving *s;

	if (!options)
		options = &defaults;
	if (!serving || n == 0 || n > BENCH_SERVING_MOST || options->first >= n)
		return benchi_fail(BENCH_ERR_ARGUMENT, "%.0f routines, the first %.0f: expected 1 to %d",
			(double)n, (double)options->first, BENCH_SERVING_MOST);
	if (!(options->share >= 0 && options->share <= 0.5)
	    || !(options->switch_margin >= 0) || isinf(options->switch_margin))
		return benchi_fail(BENCH_ERR_ARGUMENT, "options.share is %g, expected 0 to 0.5, "
			"options.switch_margin %g, 0 or more", options->share, options->switch_margin);
	s = serving_of(serving);
	memset(serving, 0, sizeof *serving);
	s->lock = open;
	s->clock = options->clock.now_ns ? options->clock : bench_clock_default();
	if (!s->clock.now_ns)
		return benchi_fail(BENCH_ERR_CLOCK_MISSING, "none of the backends works here");
	s->share = options->share > 0 ? options->share : SHARE;
	s->margin = log1p(options->switch_margin > 0 ? options->switch_margin : MARGIN);
	s->reading_ns = INFINITY;
	for (int i = 0; i < READINGS; i++) {
		uint64_t began = serving_now(s);

		s->reading_ns = fmin(s->reading_ns, (double)(serving_now(s) - began));
	}
	s->ns = s->level_ns = NAN;
	s->random = options->seed;
	s->n = (uint32_t)n;
	s->choice = (uint32_t)options->first;
	s->patience = ALARM;
	serving_grant(s);
	return BENCH_OK;
}

/* What the choice took in a batch. */
static void serving_saw(struct serving *s, double ns)
{
	int changed = ns > CHANGED * s->level_ns || ns < s->level_ns / CHANGED;

	s->ns = ns;
	s->changed = changed ? s->changed + 1 : 0;
	if (isnan(s->level_ns))
		s->level_ns = ns;
	if (s->changed >= 2) {
		s->level_ns = ns;
		s->changed = 0;
		if (s->calls >= s->alarm) {
			s->patience = s->calls > s->alarm + 4 * s->patience ? ALARM : 2 * s->patience;
			s->alarm = s->calls + s->patience / 2;
			serving_grant(s);
		}
	} else if (!changed) {
		s->level_ns += LEVEL * (ns - s->level_ns);
	}
}

static void serving_switch(struct serving *s, uint32_t to, double ns)
{
	s->choice = to;
	s->switches++;
	s->ns = s->level_ns = ns;
	s->changed = 0;
	s->patience = ALARM;
	serving_grant(s);
}

/* A pair of batches; one that ended early is paid for as far as it went. */
static void serving_judge(struct serving *s, const struct called *t, double choice_ns,
                          double other_ns)
{
	const uint32_t other = t->other;
	struct arm *arm = &s->arm[other];
	double x = log(other_ns / choice_ns);

	s->account_ns -= arm->grant > 0 ? 0 : fmax(0, other_ns - choice_ns) * t->calls / BATCH
		+ 2 * (BATCH + t->calls) * s->reading_ns;
	arm->grant -= arm->grant > 0;
	arm->faster = fmax(0, arm->faster + (x < -s->margin ? WON : LOST));
	arm->slower = fmax(0, arm->slower + (x > -s->margin ? WON : LOST) + (x > FAR ? WON : 0));
	arm->ns[0] = FORGET * arm->ns[0] + choice_ns;
	arm->ns[1] = FORGET * arm->ns[1] + other_ns;
	serving_saw(s, choice_ns / BATCH);
	if (arm->faster >= GOAL && arm->ns[1] < arm->ns[0] * exp(-s->margin)) {
		serving_switch(s, other, other_ns / BATCH);
		return;
	}
	if (arm->slower >= SLOWER) {
		arm->grant = 0;
		arm->wait *= arm->wait < WAIT_MOST ? 2 : 1;
		arm->slower = 0;
	}
	arm->due = s->calls + arm->wait;
	if (x < -FAR && arm->grant == 0)
		arm->grant = 1;
}

/* The routine to be timed now, or the choice: none. */
static uint32_t serving_next(struct serving *s)
{
	for (uint32_t k = 1; k <= s->n; k++) {
		uint32_t i = (s->latest + k) % s->n;
		const struct arm *arm = &s->arm[i];

		if (i != s->choice && (arm->grant > 0 || (s->account_ns > 0 && s->calls >= arm->due)))
			return s->latest = i;
	}
	return s->choice;
}

/* When the choice itself is looked at again: a third of the share is for that. */
static uint64_t serving_look(const struct serving *s)
{
	double calls = 3 * 2 * LOOK * s->reading_ns / (s->share * s->ns);

	if (s->changed || isnan(s->ns))
		return s->calls + PLAIN;
	return s->calls + (uint64_t)fmin(fmax(calls, PLAIN), 1e9);
}

/* What this thread does next. */
static void serving_plan(struct serving *s, bench_caller *caller)
{
	struct called *t = caller_of(caller);
	uint32_t other;

	s->calls += t->given;
	s->account_ns = fmin(s->account_ns + (double)t->given * s->share * (s->ns > 0 ? s->ns : 0),
		BATCH * BATCH * (s->ns > 0 ? s->ns : 0));
	other = serving_next(s);
	memset(t, 0, sizeof *t);
	caller->index_ = t->home = (uint16_t)s->choice;
	if (other != s->choice) {
		t->phase = FIRST;
		t->other = (uint16_t)other;
		t->given = 2 * (COLD + BATCH);
		t->calls = BATCH;
		t->first_ns = s->ns * BATCH;
		if (benchi_random(&s->random) >> 63)
			caller->index_ = other;
	} else if (s->calls >= s->look && s->n > 1) {
		t->phase = LOOKING;
		t->given = COLD + LOOK;
		s->look = serving_look(s);
	}
}

/* Plain calls: fewer while routines have pairs of their own. */
static void serving_plainly(bench_caller *caller, int soon)
{
	struct called *t = caller_of(caller);

	t->phase = PLAINLY;
	t->given = soon ? BETWEEN : PLAIN;
	caller->timed_ = 0;
	caller->left_ = t->given - 1;
}

void bench_serving_next(bench_serving *serving, bench_caller *caller)
{
	struct serving *s = serving_of(serving);
	struct called *t = caller_of(caller);

	caller->left_ = 0;
	if (!caller->timed_) {
		if (!benchi_lock_try(&s->lock)) {
			caller->left_ = PLAIN - 1;    /* these are not counted */
			return;
		}
		serving_plan(s, caller);
		benchi_lock_give(&s->lock);
		if (t->phase == PLAINLY) {
			serving_plainly(caller, 0);
			return;
		}
		caller->timed_ = 1;
	}
	t->began = serving_now(s);
}

/* A batch has ended. */
static void serving_close(struct serving *s, bench_caller *caller)
{
	struct called *t = caller_of(caller);
	double ns = fmax(t->ns, s->reading_ns);
	int first = t->phase == FIRST, other_now = caller->index_ == t->other, soon = 0;

	if (first) {
		t->first_ns = ns;
		t->phase = SECOND;
		t->done = 0;
		t->ns = 0;
		caller->index_ = other_now ? t->home : t->other;
		return;
	}
	caller->index_ = t->home;
	if (benchi_lock_try(&s->lock)) {
		s->batches += t->phase == LOOKING ? 1 : 2;
		s->others += t->phase == LOOKING ? 0 : COLD + t->calls;
		if (t->phase == LOOKING)
			serving_saw(s, ns / LOOK);
		else if (t->home == s->choice)
			serving_judge(s, t, other_now ? t->first_ns : ns, other_now ? ns : t->first_ns);
		caller->index_ = s->choice;
		for (uint32_t i = 0; i < s->n; i++)
			soon |= s->arm[i].grant > 0;
		s->calls += t->given;
		benchi_lock_give(&s->lock);
	}
	memset(t, 0, sizeof *t);
	serving_plainly(caller, soon);
	caller->left_++;              /* after a call, not before one */
}

void bench_serving_timed(bench_serving *serving, bench_caller *caller)
{
	const struct serving *s = serving_of(serving);
	struct called *t = caller_of(caller);
	double ns = (double)(serving_now(s) - t->began) - s->reading_ns;

	if (++t->done > COLD)
		t->ns += fmax(0, ns);
	if (t->done == COLD + EARLY && t->phase != LOOKING && caller->index_ == t->other
	    && t->ns * (BATCH / EARLY) > HOPELESS * t->first_ns) {
		t->ns *= BATCH / EARLY;
		t->calls = EARLY;
		t->given -= BATCH - EARLY;
		t->done += BATCH - EARLY;
	}
	if (t->done == COLD + (t->phase == LOOKING ? LOOK : BATCH))
		serving_close(serving_of(serving), caller);
}

bench_served bench_serving_report(bench_serving *serving)
{
	bench_served report = { 0, 0, 0, 0, 0, NAN, { 0 } };
	struct serving *s;

	if (!serving)
		return report;
	s = serving_of(serving);
	benchi_lock_take(&s->lock);
	report.index = s->choice;
	report.calls = s->calls;
	report.others = s->others;
	report.batches = s->batches;
	report.switches = s->switches;
	report.ns = s->ns;
	benchi_lock_give(&s->lock);
	return report;
}
