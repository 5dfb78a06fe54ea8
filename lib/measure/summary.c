/*
 * The table of a summary's numbers, used by all code that writes, reads, combines or tests
 * summaries.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <string.h>

#include "measure/summary.h"

#define MEMBER(name, unit, missing) { #name, unit, offsetof(bench_summary, name), missing }
#define NTH(name, member, i, unit) { name, unit, offsetof(bench_summary, member) \
	+ (i) * sizeof(double), NAN }

const struct benchi_member benchi_members[] = {
	MEMBER(ns, "ns", NAN), MEMBER(ns_low, "ns", NAN), MEMBER(ns_high, "ns", NAN),
	MEMBER(cycles, "cycles", NAN), MEMBER(cycles_low, "cycles", NAN),
	MEMBER(cycles_high, "cycles", NAN), MEMBER(ns_raw, "ns", NAN),
	MEMBER(overhead_ns, "ns", NAN), MEMBER(min_ns, "ns", NAN), MEMBER(p05_ns, "ns", NAN),
	MEMBER(p95_ns, "ns", NAN), MEMBER(mad_ns, "ns", NAN), MEMBER(confidence, "", 0),
	MEMBER(mhz, "MHz", NAN), NTH("mode1_ns", mode_ns, 0, "ns"), NTH("mode2_ns", mode_ns, 1, "ns"),
	MEMBER(layout_ns, "ns", NAN), MEMBER(width, "instructions a cycle", NAN),
	MEMBER(width_full, "instructions a cycle", NAN), MEMBER(elapsed_ns, "ns", NAN),
	NTH("mode1_share", mode_share, 0, ""), NTH("mode2_share", mode_share, 1, ""),
	MEMBER(mean_ns, "ns", NAN), MEMBER(mean_ns_low, "ns", NAN), MEMBER(mean_ns_high, "ns", NAN),
};
const size_t benchi_members_count = sizeof benchi_members / sizeof *benchi_members;

double benchi_member_value(const bench_summary *summary, const struct benchi_member *member)
{
	double value;

	memcpy(&value, (const char *)summary + member->offset, sizeof value);
	return value;
}

void benchi_member_set(bench_summary *summary, const struct benchi_member *member, double value)
{
	memcpy((char *)summary + member->offset, &value, sizeof value);
}

const char *benchi_method_of(const char *text, size_t length)
{
	static const char *const methods[] = { "function", "regions", "two-loops", "loop", "threads",
		"cold" };

	for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
		if (strlen(methods[i]) == length && !memcmp(methods[i], text, length))
			return methods[i];
	return NULL;
}

bench_summary benchi_summary_none(bench_status status)
{
	bench_summary summary = { .status = status, .method = "none" };

	for (size_t i = 0; i < benchi_members_count; i++)
		benchi_member_set(&summary, &benchi_members[i], benchi_members[i].missing);
	return summary;
}

/* The larger of x and 0; NaN stays. */
static double positive(double x)
{
	return x < 0 ? 0 : x;
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
}

void benchi_summary_set_mean(bench_summary *summary, const struct benchi_mean *mean)
{
	summary->mean_ns = positive(mean->mean);
	summary->mean_ns_low = positive(mean->low);
	summary->mean_ns_high = positive(mean->high);
	if ((mean->low > summary->ns_high && mean->low > summary->ns * (1 + BENCHI_RARE_SHARE))
	    || (mean->high < summary->ns_low && mean->high < summary->ns * (1 - BENCHI_RARE_SHARE))
	    || fabs(mean->mean - summary->ns) > BENCHI_RARE_UNSURE * summary->ns)
		summary->warnings |= BENCH_WARN_RARE;
}

void benchi_summary_set_cycles(bench_summary *summary, const struct benchi_estimate *cycles,
                               struct benchi_reach reach)
{
	double both = reach.share * fabs(cycles->centre);

	summary->cycles = positive(cycles->centre);
	summary->cycles_low = positive(cycles->low - both - reach.down);
	summary->cycles_high = positive(cycles->high + both);
}
