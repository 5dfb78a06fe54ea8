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
 * Wrong when: the cost changes after the end of the longest life; a pause of the machine that the
 * system does not report hits most of the lives.
 *
 * SPDX-License-Identifier: MIT
 */

#include "program/program.h"

static const struct {
	double changed;     /* share of the cost: allocators and predictors move by less from one
	                       millisecond to the next */
	double neighbour;   /* beside another workload on the core, which may come and go */
	double rare;        /* share of the cost: more processes are to see what is beyond the median */
	double longest;     /* times the life, with the time that the system took */
} life_policy = { 0.05, 2, 0.04, 2 };

enum { WINDOWS_KEPT = 256 };    /* of all, evenly spread */

/* A case that runs on. */
struct living {
	const bench_case *item;
	const bench_timing *timing;
	uint64_t n;         /* iterations of a window */
	struct benchi_presence moment;
	double usual_ns;    /* of a window */
	double least_ns;    /* of an iteration, in the shortest window */
	double lost_ns;     /* that the system took */
	struct benchi_total total;
	double kept_ns[WINDOWS_KEPT];   /* every stride-th window, of an iteration */
	size_t windows, kept, stride;
};

/* Keeps a window's time; at most 256, of all of them alike. */
static void keep(struct living *l, double ns)
{
	if (l->windows++ % l->stride)
		return;
	if (l->kept == WINDOWS_KEPT) {
		for (size_t i = 0; i < WINDOWS_KEPT / 2; i++)
			l->kept_ns[i] = l->kept_ns[2 * i];
		l->kept = WINDOWS_KEPT / 2;
		l->stride *= 2;
	}
	l->kept_ns[l->kept++] = ns;
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
	double ns, own;

	if (l->item->prepare)
		l->item->prepare(l->n, l->item->arg);
	thread->round++;
	ns = window_ns(l, 0);
	thread->counting.iterations += (double)l->n;
	if (!(ns >= 0))
		return;
	own = benchi_presence_own_ns(&l->moment, ns, benchi_interrupted(ns, l->usual_ns));
	if (isnan(own))
		return;
	own = fmax(own, fmin(ns, l->usual_ns));
	l->lost_ns += ns - own;
	l->least_ns = fmin(l->least_ns, ns / (double)l->n);
	if (!(own > 0))
		return;
	benchi_total_add(&l->total, own, (double)l->n);
	keep(l, own / (double)l->n);
}

/* Runs the case for that time of the processor, without overhead: its mean, once warm. */
static struct benchi_mean live(struct living *l, double time_ns, double *done)
{
	struct benchi_thread_state outer;
	uint64_t began = l->timing->clock.now_ns(l->timing->clock.ctx);
	double elapsed = 0;

	benchi_thread_save(&outer);
	benchi_regions_use(&l->timing->clock);
	l->moment = benchi_presence_now();
	while (elapsed - l->lost_ns < time_ns && elapsed < life_policy.longest * time_ns
	       && !benchi_interrupt_came()) {
		live_once(l);
		elapsed = benchi_elapsed_ns(&l->timing->clock, began);
	}
	benchi_thread_restore(&outer, &l->timing->clock);
	benchi_total_settle(&l->total);
	benchi_total_ns(&l->total, done);
	return benchi_total_mean(&l->total);
}

/* What is not the body's in an iteration: the loop around calls takes no more than an empty one,
 * what a function does before its loop is in the overhead. */
static double loop_ns(const struct living *l, const bench_summary *late)
{
	double most = l->item->call ? window_ns(l, 1) / (double)l->n : late->overhead_ns;

	return fmax(0, fmin(l->least_ns - late->min_ns, most));
}

bench_status benchi_life_run(const bench_case *c, double time_ns, benchi_life_measure *again,
                             void *to, benchi_result *result)
{
	const bench_summary *early = &result->summary;
	const bench_timing *timing;
	struct living l = { .item = c, .least_ns = INFINITY, .stride = 1 };
	struct benchi_mean mean;
	double loop, done;

	if (benchi_timing_default(&timing) != BENCH_OK || early->samples == 0
	    || early->elapsed_ns >= time_ns)
		return BENCH_OK;    /* it lived as long already */
	result->life = calloc(1, sizeof *result->life);
	if (!result->life)
		return benchi_no_memory("a long run");
	l.timing = timing;
	l.n = early->iterations / early->samples;
	l.n += l.n == 0;
	l.usual_ns = early->ns * (double)l.n;
	mean = live(&l, time_ns, &done);
	result->life->after_ns = early->elapsed_ns + time_ns;
	result->life->late = again(to);
	if (result->life->late.status != BENCH_OK || !(done > 0)) {
		free(result->life);
		result->life = NULL;
		return BENCH_OK;
	}
	loop = loop_ns(&l, &result->life->late);
	mean.mean -= loop;
	mean.low -= loop;
	mean.high -= loop;
	result->life->done = done;
	result->life->edge_ns = benchi_total_edge(&l.total);
	result->life->beyond_ns = mean.mean + loop - benchi_median(l.kept_ns, l.kept);
	result->life->late.warnings &= ~(unsigned)BENCH_WARN_RARE;
	benchi_summary_set_mean(&result->life->late, &mean);
	return BENCH_OK;
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

bool benchi_life_suspect(const benchi_part *part)
{
	const bench_summary *early = &part->summary, *late = part->life ? &part->life->late : NULL;
	bool sure;

	if (!late)
		return false;
	return (benchi_life_change(early, late, &sure) != 0 && sure)
	       || (early->warnings | late->warnings) & BENCH_WARN_RARE
	       || fabs(part->life->beyond_ns) > life_policy.rare * late->ns
	       || fabs(log(late->ns / early->ns)) > BENCHI_RARE_UNSURE;
}
