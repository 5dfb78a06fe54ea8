/*
 * The life of a case: what an iteration costs later than in the first milliseconds of a process.
 *
 * A process that measures a case begins with empty state and ends after one or two milliseconds.  A
 * cache that fills, a buffer that is flushed, a table that grows or a heap that fragments costs
 * nothing until then.  So a few processes run the case on for long, in windows like those before,
 * and then measure it again as at first.  The second measurement says whether the usual
 * cost has changed; the total of the windows between says what work costs that is done rarely.
 *
 * Both are comparisons within one process, so that neither its layout nor the speed of the core
 * matters.  A start is compared with what follows in cycles where both are known.
 *
 * Windows of constant work in between show what interrupts and other virtual machines took: no
 * system reports that, and it would pass for rare work.
 *
 * Wrong when: the cost changes after the end of the longest life; a pause of the machine that the
 * system does not report hits most of the lives.
 *
 * SPDX-License-Identifier: MIT
 */

#include "program/program.h"

static const struct {
	double changed;     /* share of the cost: allocators and predictors move by less from one
	                       millisecond to the next */
	double neighbour;   /* the same, while another workload on the core may come and go */
	double moved;       /* windows that differ by less from the first ones do not ask for a second
	                       measurement */
	double rare;        /* share of the cost that is in bursts: more processes are to see them */
	double burst;       /* times the usual window: a neighbour on the core makes it twice as long */
	double states;      /* of the cost, in the mean without bursts: also a neighbour's doing */
	double settled;     /* half of the mean's interval: a longer life would say little more */
	double recurs;      /* of the size of a burst: the next one of its kind */
	double window_ns;   /* longer ones would hide bursts, */
	double clock;       /* but a window is as many times the clock's uncertainty */
	double windows;     /* in a life; fewer say nothing */
	double longest;     /* times the longest life, with the time that the system took */
	double constant;    /* of the case's time, in windows of the reference: at load 10 the machine
	                       took 2 % in pieces of 25 to 100 us, and a sixth as many show how much */
} life_policy = { 0.05, 2, 0.04, 0.04, 3, 0.2, 0.03, 0.7, 5e3, 200, 8, 3, 0.25 };

enum {
	WINDOWS_KEPT = 256,         /* of all, evenly spread */
	CYCLES_LEAST = 3,           /* their differences make an interval */
	SHORT_WINDOWS = 8           /* in a row: then windows have twice as many iterations */
};

/* Windows' times, of all of which evenly spread ones are kept. */
struct kept {
	double ns[WINDOWS_KEPT];
	size_t windows, n, stride;
};

/* From burst to burst, the state of a case goes through the same cycle.  The mean of whole cycles
 * does not depend on where the life ended. */
struct cycles {
	double burst_ns;            /* excess of the first burst of this size; 0: none so far */
	double since_ns, since;     /* time and iterations since the last one */
	double n, ns, done;         /* whole cycles: number, sums, */
	double ns_ns, ns_done, done_done;   /* and sums of products */
};

/* A case that runs on. */
struct living {
	const bench_case *item;
	const bench_timing *timing;
	uint64_t n;         /* iterations of a window */
	double least_window_ns;     /* of a usual window */
	size_t short_windows;
	struct benchi_presence moment;
	double usual_ns;    /* of an iteration */
	double least_ns;    /* of an iteration, in the shortest window */
	double burst_ns;    /* beyond the usual, of windows that are bursts */
	struct benchi_total total;
	struct cycles cycles;
	double own_ns;              /* of the case, in all windows */
	struct kept kept;           /* an iteration's time */
	struct benchi_reference reference;  /* windows of constant work: what they take beyond their */
	double constant_ns;                 /* median is the machine's; their sum */
	struct kept constant;
};

/* Keeps one more.  True if its place is the next one: not left out. */
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

/* The median of the last n of those that were kept. */
static double median_of_last(const struct kept *k, size_t n)
{
	double last[WINDOWS_KEPT];

	memcpy(last, k->ns + k->n - n, n * sizeof *last);
	return benchi_median(last, n);
}

static double settled_ns(const struct living *l)
{
	return median_of_last(&l->kept, (l->kept.n + 1) / 2);
}

/* Follows the bursts.  A larger one starts from scratch: it recurs less often, and the smaller ones
 * are part of its cycle. */
static void follow(struct cycles *c, double ns, double done, double excess_ns, bool burst)
{
	c->since_ns += ns;
	c->since += done;
	if (!burst || excess_ns < life_policy.recurs * c->burst_ns)
		return;
	if (life_policy.recurs * excess_ns > c->burst_ns) {
		*c = (struct cycles){ .burst_ns = excess_ns };
		return;
	}
	c->n++;
	c->ns += c->since_ns;
	c->done += c->since;
	c->ns_ns += c->since_ns * c->since_ns;
	c->ns_done += c->since_ns * c->since;
	c->done_done += c->since * c->since;
	c->since_ns = c->since = 0;
}

/* The mean of whole cycles, with the interval of a ratio (Cochran 1977, 6.3). */
static struct benchi_mean mean_of_cycles(const struct cycles *c)
{
	double mean = c->ns / c->done;
	double squares = c->ns_ns - 2 * mean * c->ns_done + mean * mean * c->done_done, half;

	if (c->n < CYCLES_LEAST)
		return (struct benchi_mean){ NAN, NAN, NAN };
	half = benchi_student_quantile(0.975, c->n - 1)
		* sqrt(fmax(0, squares) * c->n / (c->n - 1)) / c->done;
	return (struct benchi_mean){ mean, mean - half, mean + half };
}

/* Times one window: of the case, or (empty) of the loop without its call. */
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

static void live_once(struct living *l)
{
	struct benchi_thread *thread = benchi_thread_self();
	double ns, own, usual = l->usual_ns * (double)l->n;

	if (l->item->prepare)
		l->item->prepare(l->n, l->item->arg);
	thread->round++;
	/* the processor may have been lost in prepare */
	benchi_presence_own_ns(&l->moment, 0, 0);
	ns = window_ns(l, 0);
	thread->counting.iterations += (double)l->n;
	if (!(ns >= 0))
		return;
	own = benchi_presence_own_ns(&l->moment, ns, benchi_interrupted(ns, usual));
	if (isnan(own))
		return;
	own = fmax(own, fmin(ns, usual));
	l->least_ns = fmin(l->least_ns, ns / (double)l->n);
	if (own > 0) {
		bool burst = own > life_policy.burst * usual;

		benchi_total_add(&l->total, own, (double)l->n);
		follow(&l->cycles, own, (double)l->n, own - usual, burst);
		l->burst_ns += burst ? own - usual : 0;
		l->own_ns += own;
		if (keep(&l->kept, own / (double)l->n) && l->kept.n % (WINDOWS_KEPT / 8) == 0)
			l->usual_ns = settled_ns(l);
	}
	/* what was slow at first may be far faster by now */
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
		keep(&l->constant, own);
	}
}

/* What the windows so far say. */
struct said {
	struct benchi_mean mean;
	struct benchi_basis basis;      /* of the mean */
	double beyond_ns;       /* the mean less the median */
	double bursts;          /* share of the mean that is in them */
};

static struct said say(const struct living *l)
{
	struct benchi_total warm = l->total;
	struct benchi_mean cycles = mean_of_cycles(&l->cycles);
	double all, ns = benchi_total_ns(&l->total, &all);
	struct said s = { .bursts = l->burst_ns / ns };

	benchi_total_settle(&warm);
	benchi_total_ns(&warm, &s.basis.done);
	s.mean = benchi_total_mean(&warm);
	s.basis.edge_ns = benchi_total_edge(&warm);
	/* A total without its warm-up may have left out a burst, and look sure. */
	if (l->cycles.n >= CYCLES_LEAST) {
		s.mean = cycles;
		s.basis.done = l->cycles.done;
		s.basis.edge_ns = (cycles.high - cycles.low) / 2;
	}
	if (l->constant.n)
		s.basis.taken = fmax(0, 1 - (double)l->constant.windows
			* median_of_last(&l->constant, l->constant.n) / l->constant_ns);
	s.beyond_ns = s.mean.mean - median_of_last(&l->kept, l->kept.n);
	return s;
}

/* Runs the case for the first time of the processor, and, where something recurs that its first
 * windows did not have, on until its mean is settled, for the second time at most. */
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
		}
		s = say(l);
		if (time_ns >= most_ns || benchi_interrupt_came() || !(s.bursts > life_policy.rare)
		    || s.mean.high - s.mean.low <= 2 * life_policy.settled * s.mean.mean)
			break;
		time_ns = fmin(1.5 * time_ns, most_ns);
	}
	benchi_thread_restore(&outer, &l->timing->clock);
	return s;
}

/* The row's last measurement is of the windows of its life, since one of a millisecond would lie
 * somewhere between two bursts. */
static bench_status take_windows(struct living *l, size_t first, double loop_ns,
                                 benchi_result *result)
{
	bench_summary *late = &result->seen.life->late;
	double tick_ns = 1e3 / (late->mhz > 0 ? late->mhz : result->seen.summary.mhz);
	bench_status status = BENCH_OK;
	struct benchi_estimate e;

	result->n = first;
	for (size_t i = 0; i < l->kept.n && status == BENCH_OK; i++) {
		double ns = fmax(0, l->kept.ns[i] - loop_ns);

		status = benchi_result_add(result, &(benchi_reading){ ns, ns / tick_ns, (double)l->n,
			result->reading[0].process | BENCHI_LATE, (uint32_t)i });
	}
	e = benchi_estimate_of(l->kept.ns, l->kept.n);
	late->ns = fmax(0, e.centre - loop_ns);
	late->ns_low = fmax(0, e.low - loop_ns);
	late->ns_high = fmax(0, e.high - loop_ns);
	late->cycles = late->ns / tick_ns;
	late->cycles_low = late->ns_low / tick_ns;
	late->cycles_high = late->ns_high / tick_ns;
	/* of a measurement between two bursts */
	late->warnings &= ~(unsigned)(BENCH_WARN_NOISY | BENCH_WARN_DRIFT | BENCH_WARN_BIMODAL
		| BENCH_WARN_OVERHEAD_DOMINATES | BENCH_WARN_BELOW_RESOLUTION | BENCH_WARN_FEW_SAMPLES);
	return status;
}

bench_status benchi_life_run(const bench_case *c, double time_ns, double most_ns,
                             benchi_life_measure *again, void *to, benchi_result *result)
{
	const bench_summary *early = &result->seen.summary;
	const bench_timing *timing;
	struct living l = { .item = c, .least_ns = INFINITY, .kept.stride = 1, .constant.stride = 1 };
	bench_summary *late;
	size_t first = result->n;
	struct said s;
	double loop, elapsed, most, window;

	if (benchi_timing_default(&timing) != BENCH_OK || early->samples == 0
	    || early->ns * life_policy.windows > time_ns)
		return BENCH_OK;
	result->seen.life = calloc(1, sizeof *result->seen.life);
	if (!result->seen.life)
		return benchi_no_memory("a long run");
	late = &result->seen.life->late;
	l.timing = timing;
	l.n = early->iterations / early->samples;
	window = fmax(life_policy.window_ns, life_policy.clock * benchi_window_uncertainty_ns(timing));
	if ((double)l.n * early->ns > window)
		l.n = (uint64_t)(window / early->ns);
	l.n += l.n == 0;
	l.usual_ns = early->ns;
	l.least_window_ns = early->ns * (double)l.n / 4;
	if (benchi_self_reference(&l.reference) != BENCH_OK)
		l.reference.low_ipc = NULL;
	s = live(&l, time_ns, most_ns, &elapsed);
	*late = *early;
	if (s.bursts > life_policy.rare
	    || fabs(log(settled_ns(&l) / early->ns)) > life_policy.moved) {
		const double began = benchi_now_ns();

		*late = again(to);
		elapsed += fmax(0, benchi_now_ns() - began);
	}
	if (late->status != BENCH_OK || !(s.basis.done > 0)) {
		free(result->seen.life);
		result->seen.life = NULL;
		return BENCH_OK;
	}
	/* Not the body's part of an iteration: the loop around calls takes no more than an empty one,
	 * what a function does before its loop is in the overhead, which a burst may have changed. */
	most = c->call ? window_ns(&l, 1) / (double)l.n : fmin(early->overhead_ns, late->overhead_ns);
	loop = fmax(0, fmin(l.least_ns - late->min_ns, most));
	result->seen.life->basis = s.basis;
	result->seen.life->beyond_ns = s.beyond_ns;
	result->seen.life->bursts = s.bursts;
	result->seen.life->elapsed_ns = elapsed;
	late->min_ns = fmin(late->min_ns, l.least_ns - loop);
	late->warnings &= ~(unsigned)BENCH_WARN_RARE;
	benchi_summary_set_mean(late, &(struct benchi_mean){ s.mean.mean - loop, s.mean.low - loop,
		s.mean.high - loop });
	return s.bursts > life_policy.rare ? take_windows(&l, first, loop, result) : BENCH_OK;
}

int benchi_life_change(const bench_summary *early, const bench_summary *late, bool *sure)
{
	const unsigned unknown = BENCH_WARN_ELIDED | BENCH_WARN_BELOW_RESOLUTION;
	bool cycles = early->cycles > 0 && late->cycles > 0;
	double ratio = cycles ? late->cycles / early->cycles : late->ns / early->ns, share;
	double up = cycles ? late->cycles_low - early->cycles_high : late->ns_low - early->ns_high;
	double down = cycles ? early->cycles_low - late->cycles_high : early->ns_low - late->ns_high;
	unsigned warnings = early->warnings | late->warnings;

	share = 1 + (warnings & BENCH_WARN_NEIGHBOUR ? life_policy.neighbour : life_policy.changed);
	*sure = up > 0 || down > 0;
	return warnings & unknown ? 0 : ratio > share ? 1 : ratio < 1 / share ? -1 : 0;
}

size_t benchi_life_suspicions(const benchi_observed *part, size_t n, size_t *lives)
{
	size_t suspicions = 0;
	bool sure;

	*lives = 0;
	for (size_t i = 0; i < n; i++) {
		const benchi_life *life = part[i].life;
		double ns = part[i].summary.ns;

		if (!life)
			continue;
		++*lives;
		/* The median of the life's windows may lie between two states; the first windows, where a
		 * neighbour slowed them, far above. */
		if (part[i].summary.warnings & BENCH_WARN_NEIGHBOUR)
			ns = life->late.mean_ns;
		suspicions += (part[i].summary.warnings & BENCH_WARN_RARE) != 0
			|| (benchi_life_change(&part[i].summary, &life->late, &sure) != 0 && sure)
			|| life->bursts > life_policy.rare
			|| fabs(life->beyond_ns) > life_policy.states * life->late.ns
			|| fabs(life->late.mean_ns - ns) > life_policy.states * ns;
	}
	return suspicions;
}
