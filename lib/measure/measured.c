/*
 * The summary of windows of one kind, and moving it to others. Programs that choose among loops do
 * not link this.
 *
 * SPDX-License-Identifier: MIT
 */

#include "measure/measure.h"

/* Sets cycles, their interval and the clock from the time, given the length of a tick. */
static void set_clock(bench_summary *summary, double tick_ns)
{
	summary->cycles = summary->ns / tick_ns;
	summary->cycles_low = summary->ns_low / tick_ns;
	summary->cycles_high = summary->ns_high / tick_ns;
	summary->mhz = 1e3 / tick_ns;
}

void benchi_summary_move(bench_summary *summary, const struct benchi_estimate *ns, double less_ns,
                         double tick_ns)
{
	summary->ns = fmax(0, ns->centre - less_ns);
	summary->ns_low = fmax(0, ns->low - less_ns);
	summary->ns_high = fmax(0, ns->high - less_ns);
	set_clock(summary, tick_ns);
	summary->warnings &= ~(unsigned)(BENCH_WARN_NOISY | BENCH_WARN_DRIFT | BENCH_WARN_BIMODAL
		| BENCH_WARN_OVERHEAD_DOMINATES | BENCH_WARN_BELOW_RESOLUTION | BENCH_WARN_FEW_SAMPLES);
}

bench_summary benchi_summary_of(const struct benchi_measured *m)
{
	bench_summary s = benchi_summary_none(BENCH_OK);

	s.method = m->method;
	s.warnings = m->warnings;
	s.iterations = m->iterations;
	s.samples = m->samples;
	s.dropped = m->dropped;
	s.elapsed_ns = m->elapsed_ns;
	benchi_summary_set_ns(&s, &m->ns, m->reach);
	s.ns_raw = isnan(m->ns_raw) ? s.ns : m->ns_raw;
	s.overhead_ns = s.ns_raw - s.ns;
	if (isnan(m->cycles.centre))
		set_clock(&s, m->tick_ns);
	else {
		benchi_summary_set_cycles(&s, &m->cycles, m->reach);
		s.mhz = s.ns > 0 ? 1e3 * s.cycles / s.ns : (double)NAN;
	}
	if (s.ns_high - s.ns_low > s.ns)
		s.warnings |= BENCH_WARN_BELOW_RESOLUTION;
	if (s.confidence < 0.95)
		s.warnings |= BENCH_WARN_FEW_SAMPLES;
	if (isnan(s.cycles))
		s.warnings |= BENCH_WARN_NO_TICK;
	if (s.overhead_ns > s.ns)
		s.warnings |= BENCH_WARN_OVERHEAD_DOMINATES;
	s.warnings = benchi_warnings_tidy(s.warnings);
	return s;
}
