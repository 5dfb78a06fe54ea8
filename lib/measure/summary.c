/*
 * The latest summary of a thread, and the table of a summary's numbers, used wherever summaries are
 * written, read, combined or tested.
 *
 * SPDX-License-Identifier: MIT
 */

#include "measure/measure.h"

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

bench_summary benchi_summary_none(bench_status status)
{
	bench_summary summary = { .status = status, .method = "none" };

	MEMBERS(MISSING)
	return summary;
}

/* The latest result of this thread. Not in benchi_thread, because programs that only compare have
 * no result. */
static BENCHI_THREAD_LOCAL struct {
	bench_summary summary;
	bool stored;
} latest;

void benchi_summary_store(const bench_summary *summary, bench_summary *to)
{
	*(to ? to : &latest.summary) = *summary;
	latest.stored = latest.stored || !to;
}

const bench_summary *bench_last(void)
{
	const bench_summary none = benchi_summary_none(BENCH_ERR_NO_SAMPLES);

	if (!latest.stored)
		benchi_summary_store(&none, NULL);
	return &latest.summary;
}
