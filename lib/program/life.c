/*
 * The life of a case: what an iteration costs later than in the first milliseconds of a process.
 *
 * A process that measures a case begins with empty state and ends after one or two milliseconds.  A
 * cache that fills, a buffer that is flushed, a table that grows or a heap that fragments costs
 * nothing until then.  So a few processes run the case for longer, in similar windows, and then
 * measure it again as at first.  The second measurement shows whether the usual cost has changed;
 * the total of the windows in between shows the cost of rare work.
 *
 * Both are comparisons within one process, so that neither its layout nor the speed of the core
 * matters.  First and last measurement are compared in cycles if both have them, and windows count
 * in nanoseconds of the core's first clock.
 *
 * Windows of constant work in between show what interrupts and other virtual machines took: no
 * system reports that time, and it would pass for rare work.
 *
 * Wrong when: the cost changes after the end of the longest life; a pause of the machine that the
 * system does not report hits most of the lives.
 *
 * SPDX-License-Identifier: MIT
 */

#include "program/program.h"

static const struct {
	double changed;     /* the cost has changed if it differs by this share; allocators and
	                       predictors vary by less */
	double neighbour;   /* the cost has changed by this share, if a neighbour may come and go:
	                       everyday routines took up to 1.94 times as long next to a neighbour */
	double moved;       /* measure again if windows differ from the first ones by this share */
	double rare;        /* run longer if bursts are this share of the cost */
	double burst;       /* a window this many times as long as usual is a burst; a neighbour only
	                       doubles it */
	double states;      /* share by which the mean without bursts may exceed the usual cost; a
	                       neighbour does that too */
	double settled;     /* a life ends when the mean is known to this share */
	double recurs;      /* a burst of at least this share of the size of another recurs */
	double recurs_for;  /* if a larger share of windows costs as much as at first, the first state
	                       recurs and is not over */
	double lasts;       /* the first state is left out of the mean only if the rest lasts this many
	                       times as long */
	double set_up;      /* share of the cost that a function may take before its loop; with more its
	                       windows stay as long as the first ones */
	double window_ns;   /* longest window: longer ones hide bursts, ... */
	double clock;       /* ... but a window is at least this many times the clock's uncertainty */
	double windows;     /* fewest windows in a life */
	double longest;     /* longest elapsed time, as a multiple of the planned processor time */
	double constant;    /* share of time for windows of the reference: at load 10 the machine took
	                       2 % in pieces of 25 to 100 us, and these windows meet enough of them */
} life_policy = { .changed = 0.05, .neighbour = 1, .moved = 0.04, .rare = 0.04, .burst = 3,
	.states = 0.2, .settled = 0.03, .recurs = 0.7, .recurs_for = 0.1, .lasts = 3, .set_up = 0.03,
	.window_ns = 5e3, .clock = 200, .windows = 8, .longest = 3, .constant = 0.25 };

enum {
	WINDOWS_KEPT = 256,         /* windows kept in the evenly spread sample */
	CYCLES_LEAST = 3,           /* fewest cycles for an interval */
	LIVES_MOST = 6,             /* of a row whose cost changes: enough for a 95 % interval */
	LATE_ROW = 3,               /* windows in a row of another state */
	LATEST = 5,                 /* windows of the reference that show the core's clock */
	SHORT_WINDOWS = 8           /* short windows in a row after which the iterations are doubled */
};

/* An evenly spread sample of window times, of bounded size. */
struct kept {
	double ns[WINDOWS_KEPT];
	size_t windows, n, stride;
};

/* From burst to burst, the state of a case goes through the same cycle.  The mean of whole cycles
 * does not depend on where the life ended. */
struct cycles {
	double burst_ns;            /* excess time of the first burst of this kind; 0: no burst yet */
	double since_ns, since;     /* time and iterations since the latest burst */
	double n, ns, done;         /* whole cycles: number, time, iterations */
	double ns_ns, ns_done, done_done;   /* sums of squares and products */
};

/* A case that runs on. */
struct living {
	const bench_case *item;
	const bench_timing *timing;
	uint64_t n;         /* iterations of a window */
	double least_window_ns;     /* shorter windows get more iterations */
	size_t short_windows;
	struct benchi_presence moment;
	double usual_ns;    /* usual time of an iteration */
	double least_ns;    /* time of an iteration in the fastest window */
	double burst_ns;    /* total excess of the windows that are bursts */
	struct benchi_total total;
	struct cycles cycles;
	double own_ns;              /* total time of the case */
	struct kept kept;           /* an iteration's time */
	/* The reference's windows are constant work: their excess over the usual time is what the
	 * machine took. */
	struct benchi_reference reference;
	double constant_ns;                 /* total time of these windows */
	struct kept constant;
	double latest_ns[LATEST];           /* the latest of them, a ring */
	double first_tick_ns;               /* a tick of the core's clock in the first measurement */
};

/* Adds a window's time.  Returns false if the sample leaves this window out. */
static bool keep(struct kept *k, double ns)
{
	if (k->n == WINDOWS_KEPT) {
		for (size_t i = 0; i < WINDOWS_KEPT / 2; i++)
			k->ns[i] = k->ns[2 * i];
		k->n = WINDOWS_KEPT / 2;
		k->stride *= 2;
	}
	if (k->windows++ % k->stride)
		return false;
	k->ns[k->n++] = ns;
	return true;
}

/* Returns the median of the latest n times of the sample. */
static double median_of_last(const struct kept *k, size_t n)
{
	double last[WINDOWS_KEPT];

	memcpy(last, k->ns + k->n - n, n * sizeof *last);
	return benchi_median_many(last, n);
}

/* Returns the share of windows with a cost nearer to first_ns than to late_ns, after the first
 * windows in a row that cost about late_ns. NaN if both costs are alike. */
static double share_as_first(const struct kept *k, double first_ns, double late_ns)
{
	size_t row = 0, after = 0, as_first = 0;

	if (fabs(log(late_ns / first_ns)) < life_policy.moved)
		return (double)NAN;
	for (size_t i = 0; i < k->n; i++) {
		bool first = fabs(log(k->ns[i] / first_ns)) < fabs(log(k->ns[i] / late_ns));

		if (row >= LATE_ROW) {
			after++;
			as_first += first;
		} else
			row = first ? 0 : row + 1;
	}
	return after ? (double)as_first / (double)after : 0;
}

static double settled_ns(const struct living *l)
{
	return median_of_last(&l->kept, (l->kept.n + 1) / 2);
}

/* Returns the time of one window of the case, or with `empty` of the loop without its call.  NaN if
 * START and STOP are unpaired. */
static double window_ns(const struct living *l, int empty)
{
	struct benchi_calls loop = { l->item, empty ? 0 : 1 };
	struct benchi_regions *regions = benchi_regions_clear();
	uint64_t opened = benchi_window_open(l->timing);
	double ns;

	if (empty || l->item->call)
		benchi_calls_loop(l->n, &loop);
	else
		l->item->body(l->n, l->item->arg);
	ns = benchi_window_close(l->timing, opened);
	if (benchi_regions_unpaired(regions))
		return (double)NAN;
	return benchi_regions_marked(regions) ? regions->ns : ns;
}

/* Records a window of own_ns, the time without what the system reported as lost. */
static void take(struct living *l, double own_ns)
{
	struct cycles *c = &l->cycles;
	double excess_ns = own_ns - l->usual_ns * (double)l->n;
	bool burst = own_ns > life_policy.burst * (l->usual_ns * (double)l->n);

	if (!(own_ns > 0))
		return;
	benchi_total_add(&l->total, own_ns, (double)l->n);
	c->since_ns += own_ns;
	c->since += (double)l->n;
	if (burst && life_policy.recurs * excess_ns > c->burst_ns
	    && excess_ns >= life_policy.recurs * c->burst_ns) {
		/* smaller bursts are part of the cycle of this larger kind */
		*c = (struct cycles){ .burst_ns = excess_ns };
	} else if (burst && excess_ns >= life_policy.recurs * c->burst_ns) {
		c->n++;
		c->ns += c->since_ns;
		c->done += c->since;
		c->ns_ns += c->since_ns * c->since_ns;
		c->ns_done += c->since_ns * c->since;
		c->done_done += c->since * c->since;
		c->since_ns = c->since = 0;
	}
	l->burst_ns += burst ? excess_ns : 0;
	l->own_ns += own_ns;
	if (keep(&l->kept, own_ns / (double)l->n) && l->kept.n % (WINDOWS_KEPT / 8) == 0) {
		double now_ns = settled_ns(l);

		/* a cycle that began in another state says nothing about the present state */
		if (fabs(log(now_ns / l->usual_ns)) > log(life_policy.burst))
			l->cycles = (struct cycles){ 0 };
		l->usual_ns = now_ns;
	}
}

static void live_once(struct living *l)
{
	const size_t n = l->constant.windows < LATEST ? l->constant.windows : LATEST;
	double ns, own, usual = l->usual_ns * (double)l->n, latest[LATEST], scale;

	/* Clocks change by 3 to 10 % within milliseconds: times are scaled to the clock of the first
	 * measurement, if both clocks are known. */
	memcpy(latest, l->latest_ns, sizeof latest);
	scale = l->first_tick_ns / benchi_chain_tick_ns(benchi_median_many(latest, n),
		(double)l->reference.low_ipc_iterations, l->reference.low_ipc_ticks);
	if (!(scale > 0))
		scale = 1;
	if (l->item->prepare)
		l->item->prepare(l->n, l->item->arg);
	benchi_thread_self()->round++;
	/* do not count a processor lost during prepare */
	benchi_presence_own_ns(&l->moment, 0, 0);
	ns = window_ns(l, 0);
	benchi_counting_ran((double)l->n);
	if (!(ns >= 0))
		return;
	own = benchi_presence_own_ns(&l->moment, ns, benchi_interrupted(ns, usual));
	if (isnan(own))
		return;
	l->least_ns = fmin(l->least_ns, scale * ns / (double)l->n);
	take(l, scale * fmax(own, fmin(ns, usual)));
	/* lengthen windows if the case has become much faster */
	l->short_windows = ns < l->least_window_ns ? l->short_windows + 1 : 0;
	if (l->short_windows == SHORT_WINDOWS) {
		l->short_windows = 0;
		l->n *= 2;
	}
	while (l->reference.low_ipc && l->constant_ns < life_policy.constant * l->own_ns) {
		const struct benchi_reference *r = &l->reference;

		usual = r->tick_ns * r->low_ipc_ticks * (double)r->low_ipc_iterations;
		ns = benchi_chain_time(l->timing, r->low_ipc, r->low_ipc_iterations);
		own = benchi_presence_own_ns(&l->moment, ns, benchi_interrupted(ns, usual));
		if (!(own > 0))
			break;
		l->constant_ns += own;
		l->latest_ns[l->constant.windows % LATEST] = own;
		keep(&l->constant, own);
	}
}

/* Evaluation of the windows so far. */
struct said {
	struct benchi_mean mean;
	struct benchi_basis basis;      /* basis of the mean */
	double beyond_ns;       /* mean minus median */
	double bursts;          /* share of the time that is in bursts */
};

/* Returns the evaluation of the windows so far. former: an early state is known to be over, so the
 * mean leaves it out. */
static struct said say(const struct living *l, bool former)
{
	struct benchi_total warm = l->total;
	const struct cycles *c = &l->cycles;
	double all, ns = benchi_total_ns(&l->total, &all), later;
	struct said s = { .bursts = l->burst_ns / ns };

	benchi_total_settle(&warm);
	/* one early state is over, or several states recur: only a long time without that state
	 * decides */
	later = benchi_total_ns(&warm, NULL);
	if (!former && later < life_policy.lasts * (ns - later))
		warm = l->total;
	benchi_total_ns(&warm, &s.basis.done);
	s.mean = benchi_total_mean(&warm);
	s.basis.edge_ns = benchi_total_edge(&warm);
	/* Prefer the mean of whole cycles: a total without warm-up may lack a burst and still have a
	 * narrow interval. */
	if (c->n >= CYCLES_LEAST) {
		/* the interval of a ratio (Cochran 1977, 6.3) */
		double mean = c->ns / c->done;
		double squares = c->ns_ns - 2 * mean * c->ns_done + mean * mean * c->done_done;
		double half = benchi_student_quantile(0.975, c->n - 1)
			* sqrt(fmax(0, squares) * c->n / (c->n - 1)) / c->done;

		s.mean = (struct benchi_mean){ mean, mean - half, mean + half };
		s.basis.done = c->done;
		s.basis.edge_ns = half;
	}
	if (l->constant.n)
		s.basis.taken = fmax(0, 1 - (double)l->constant.windows
			* median_of_last(&l->constant, l->constant.n) / l->constant_ns);
	s.beyond_ns = s.mean.mean - median_of_last(&l->kept, l->kept.n);
	return s;
}

/* Runs the case for time_ns of processor time.  If bursts recur, continues until the mean is
 * settled, for at most most_ns.  Returns the evaluation of the windows. */
static struct said live(struct living *l, double time_ns, double most_ns, double *elapsed)
{
	struct benchi_thread_state outer;
	uint64_t began = l->timing->clock.now_ns(l->timing->clock.ctx);
	struct said s;

	benchi_thread_save(&outer);
	benchi_regions_use(&l->timing->clock);
	l->moment = benchi_presence_now();
	*elapsed = 0;
	for (;;) {
		while (*elapsed - l->moment.lost_ns - l->constant_ns < time_ns
		       && *elapsed < life_policy.longest * most_ns && !benchi_interrupt_came()) {
			live_once(l);
			*elapsed = benchi_elapsed_ns(&l->timing->clock, began);
			/* the time may have been lost since the figures were read */
			if (*elapsed - l->moment.lost_ns - l->constant_ns >= time_ns)
				benchi_presence_own_ns(&l->moment, 0, 1);
		}
		s = say(l, false);
		if (time_ns >= most_ns || benchi_interrupt_came() || !(s.bursts > life_policy.rare)
		    || s.mean.high - s.mean.low <= 2 * life_policy.settled * s.mean.mean)
			break;
		time_ns = fmin(1.5 * time_ns, most_ns);
	}
	benchi_thread_restore(&outer, &l->timing->clock);
	return s;
}

bench_status benchi_life_run(const bench_case *c, double time_ns, double most_ns,
                             benchi_life_measure *again, void *to, const bench_summary *early,
                             benchi_result *result, benchi_life **life)
{
	const bench_timing *timing;
	struct living l = { .item = c, .least_ns = INFINITY, .kept.stride = 1, .constant.stride = 1 };
	bench_summary late = *early;
	bench_status status = BENCH_OK;
	const size_t first = result->n;
	struct said s;
	double loop, elapsed, most, window, recurs;

	*life = NULL;
	if (benchi_timing_default(&timing) != BENCH_OK || early->samples == 0
	    || early->ns * life_policy.windows > time_ns)
		return BENCH_OK;
	l.timing = timing;
	window = fmax(life_policy.window_ns, life_policy.clock * benchi_window_uncertainty_ns(timing));
	/* Windows are no longer than the first ones. What a function does before its loop is subtracted
	 * as in the first windows, by their length. */
	l.n = early->iterations / early->samples;
	if ((double)l.n * early->ns > window
	    && (c->call || !(early->overhead_ns > life_policy.set_up * early->ns)))
		l.n = (uint64_t)(window / early->ns);
	l.n += l.n == 0;
	l.usual_ns = early->ns;
	l.first_tick_ns = 1e3 / early->mhz;
	l.least_window_ns = early->ns * (double)l.n / 4;
	if (benchi_self_reference(&l.reference) != BENCH_OK)
		l.reference.low_ipc = NULL;
	s = live(&l, time_ns, most_ns, &elapsed);
	if (s.bursts > life_policy.rare
	    || fabs(log(settled_ns(&l) / early->ns)) > life_policy.moved) {
		const double began = benchi_now_ns();

		late = again(to);
		elapsed += fmax(0, benchi_now_ns() - began);
	}
	if (late.status != BENCH_OK || !(s.basis.done > 0))
		return BENCH_OK;
	/* Upper bound of the loop's cost: for calls the cost of an empty loop; for a body its overhead,
	 * which includes work before the loop and may contain a burst. */
	most = c->call ? window_ns(&l, 1) / (double)l.n : fmin(early->overhead_ns, late.overhead_ns);
	loop = fmax(0, fmin(l.least_ns - late.min_ns, most));
	recurs = share_as_first(&l.kept, early->ns, late.ns);
	if (recurs <= life_policy.recurs_for)
		s = say(&l, true);
	benchi_summary_set_mean(&late, &(struct benchi_mean){ s.mean.mean - loop, s.mean.low - loop,
		s.mean.high - loop }, fmin(late.min_ns, l.least_ns - loop));
	if (s.bursts > life_policy.rare) {
		/* Replace the repeated measurement by the windows of the life: a measurement of one
		 * millisecond would be somewhere between two bursts. */
		const double tick_ns = 1e3 / (early->mhz > 0 ? early->mhz : late.mhz);
		struct benchi_estimate e;

		result->n = first;
		for (size_t i = 0; i < l.kept.n && status == BENCH_OK; i++) {
			double ns = fmax(0, l.kept.ns[i] - loop);

			status = benchi_result_add(result, &(benchi_reading){ ns, ns / tick_ns, (double)l.n,
				result->reading[0].process | BENCHI_LATE, (uint32_t)i });
		}
		e = benchi_estimate_of(l.kept.ns, l.kept.n);
		benchi_summary_move(&late, &e, loop, tick_ns);
	}
	*life = malloc(sizeof **life);
	if (!*life)
		return benchi_no_memory("a long run");
	**life = (benchi_life){ .late = late, .basis = s.basis, .beyond_ns = s.beyond_ns,
		.bursts = s.bursts, .again = recurs, .elapsed_ns = elapsed };
	return status;
}

static const unsigned unknown_cost = BENCH_WARN_ELIDED | BENCH_WARN_BELOW_RESOLUTION;

int benchi_life_change(const bench_summary *early, const benchi_life *life, bool *sure)
{
	const bench_summary *late = &life->late;
	const unsigned warnings = early->warnings | late->warnings;
	bool cycles = early->cycles > 0 && late->cycles > 0;
	double ratio = cycles ? late->cycles / early->cycles : late->ns / early->ns;
	double up = cycles ? late->cycles_low - early->cycles_high : late->ns_low - early->ns_high;
	double down = cycles ? early->cycles_low - late->cycles_high : early->ns_low - late->ns_high;
	double most = 1 + (warnings & BENCH_WARN_NEIGHBOUR ? life_policy.neighbour
		: life_policy.changed);

	*sure = up > 0 || down > 0;
	if (warnings & unknown_cost)
		return BENCHI_LIFE_UNKNOWN;
	if (life->again > life_policy.recurs_for)
		return 0;
	return (ratio > most) - (ratio < 1 / most);
}

size_t benchi_life_suspicions(const benchi_observed *part, size_t n, size_t *lives)
{
	size_t suspicions = 0;

	*lives = 0;
	for (size_t i = 0; i < n; i++) {
		const benchi_life *life = part[i].life;
		const bench_summary *first = &part[i].summary;
		bool sure;
		int change;

		if (!life)
			continue;
		++*lives;
		change = benchi_life_change(first, life, &sure);
		/* an interval may be missing because the process had little time */
		sure = sure || isnan(first->ns_low) || isnan(life->late.ns_low);
		suspicions += (first->warnings & BENCH_WARN_RARE) != 0
			|| (change == BENCHI_LIFE_UNKNOWN ? !(life->late.warnings & unknown_cost)
				: change && sure)
			|| life->bursts > life_policy.rare
			|| fabs(life->beyond_ns) > life_policy.states * life->late.ns
			|| fabs(life->late.mean_ns - first->ns) > life_policy.states * first->ns;
	}
	return suspicions;
}

bool benchi_life_wanted(const benchi_observed *part, size_t n)
{
	size_t lives, suspicions = benchi_life_suspicions(part, n, &lives);

	return 2 * suspicions >= lives && lives < LIVES_MOST;
}
