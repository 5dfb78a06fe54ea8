/*
 * Fills a summary with estimates.
 *
 * SPDX-License-Identifier: MIT
 */

#include "measure/measure.h"
#include "stats/stats.h"

/* Returns the larger of x and 0; NaN stays NaN. */
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
	/* the difference of two windows may be less than the shortest window tells */
	summary->p05_ns = positive(fmax(ns->p05, ns->min));
	summary->p95_ns = positive(fmax(ns->p95, ns->min));
	summary->mad_ns = ns->mad;
	summary->confidence = ns->confidence;
	if (ns->high - ns->low > ns->centre || !(ns->centre > 0))
		summary->warnings |= BENCH_WARN_BELOW_RESOLUTION;
	benchi_summary_judge_width(summary);
}

void benchi_summary_reach(bench_summary *summary, double ns, double cycles)
{
	/* a single window has no interval of its own: the interval is extended to include it */
	summary->ns_low = fmin(fmin(summary->ns_low, summary->ns), ns);
	summary->ns_high = fmax(fmax(summary->ns_high, summary->ns), ns);
	summary->cycles_low = fmin(fmin(summary->cycles_low, summary->cycles), cycles);
	summary->cycles_high = fmax(fmax(summary->cycles_high, summary->cycles), cycles);
	benchi_summary_judge_width(summary);
}

void benchi_summary_set_mean(bench_summary *summary, const struct benchi_mean *mean,
                             double least_ns)
{
	double centre = mean->mean < least_ns ? least_ns : mean->mean;
	double low = mean->low < least_ns ? least_ns : mean->low;
	double high = mean->high < centre ? centre : mean->high;
	double share = centre / summary->ns;
	bool apart = low > summary->ns_high || high < summary->ns_low;

	summary->min_ns = least_ns;
	summary->warnings &= ~(unsigned)BENCH_WARN_RARE;
	summary->mean_ns = positive(centre);
	summary->mean_ns_low = positive(low);
	summary->mean_ns_high = positive(high);
	if ((low > summary->ns_high && low > summary->ns * (1 + BENCHI_RARE_SHARE))
	    || (high < summary->ns_low && high < summary->ns * (1 - BENCHI_RARE_SHARE))) {
		summary->warnings |= BENCH_WARN_RARE;
	} else if (fabs(share - 1) > (apart ? BENCHI_RARE_SHARE : BENCHI_RARE_UNSURE)) {
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

unsigned benchi_warnings_tidy(unsigned warnings)
{
	const unsigned follow = BENCH_WARN_BELOW_RESOLUTION | BENCH_WARN_NOISY | BENCH_WARN_DRIFT
	                      | BENCH_WARN_BIMODAL | BENCH_WARN_OVERHEAD_DOMINATES | BENCH_WARN_RARE;

	return warnings & BENCH_WARN_ELIDED ? warnings & ~follow : warnings;
}
