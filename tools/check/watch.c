/*
 * Watches a machine, and computes which differences the machine can show.
 *
 * A body that both waits for latencies and fills the core's width is measured repeatedly, for 10 ms
 * each.  The scatter is the median absolute difference of successive measurements.  Successive,
 * because bench_compare and bench versus alternate the sides, so slow drift cancels.  Median,
 * because both compare ranks, which disturbed measurements hardly move.  The measurements that fit
 * into a time make two sets of equal size, and bench_power_delta computes the difference that these
 * show.
 *
 * Two builds are two processes, whose times differ more than those within one process.  On a busy
 * machine their times have far outliers, and `bench versus` needs longer than their scatter says.
 * So check.c runs `bench versus` of the body with itself, and the answer of versus decides.
 *
 * Wrong if the time of the code itself scatters, by layout or by data.  Does not detect
 * interference through shared caches only.
 *
 * SPDX-License-Identifier: MIT
 */

#include "cycle/cycle.h"
#include "stats/stats.h"
#include "timing/timing.h"
#include "tools/check/check.h"

#define PIECE_NS 10e6
#define PAIRS_LEAST 8 /* fewer pairs give no answer, however small the scatter */

const double check_times_s[CHECK_TIMES] = { 1, 10, 60 };

/* The body: multiplications, which every processor does at a constant speed. (On Golden Cove a
 * load from an address just stored scatters by 4 %, multiplications by 0.05 %.) */
static const char LATENCY[] = "(a * k) ^ m";

static void check_body(uint64_t n, void *arg)
{
	((const struct benchi_chain_body *)arg)->run(n);
	benchi_chain_saturate(n);
}

static const struct benchi_chain_body *body_chain(void)
{
	size_t chain = 0;

	while (chain + 1 < benchi_chains_count && strcmp(benchi_chains[chain].expression, LATENCY))
		chain++;
	return &benchi_chains[chain];
}

bench_status check_once(void)
{
	bench_summary s;

	return bench_measure(check_body, (void *)(uintptr_t)body_chain(), NULL, &s);
}

bench_status check_watch(double seconds, check_facts *f)
{
	const bench_options options = { .time_ns = PIECE_NS };
	const bench_clock *clock = &f->timing.clock;
	size_t ns_capacity = 0, cycles_capacity = 0;
	benchi_snapshot from, to;
	bench_status status;
	uint64_t began;

	memset(f, 0, sizeof *f);
	f->width = f->width_now = f->mhz_low = f->mhz_high = (double)NAN;
	f->claimed = (benchi_claimed_clock){ NAN, NAN, NAN, NAN };
	benchi_machine_find("", &f->machine);
	status = bench_calibrate(NULL, &f->timing);
	if (status != BENCH_OK)
		return status;
	f->cpu_status = bench_cpu_clock(NULL, &f->cpu);
	benchi_claimed_clock_find("", benchi_processor_now(), &f->claimed);
	benchi_snapshot_take("", &from);
	began = clock->now_ns(clock->ctx);
	do {
		bench_summary s;

		if (!benchi_grow(&f->ns, sizeof *f->ns, f->n, &ns_capacity)
		    || !benchi_grow(&f->cycles, sizeof *f->cycles, f->n, &cycles_capacity))
			return benchi_fail(BENCH_ERR_MEMORY, "out of memory");
		status = bench_measure(check_body, (void *)(uintptr_t)body_chain(), &options, &s);
		if (status == BENCH_OK) {
			f->ns[f->n] = s.ns;
			f->cycles[f->n++] = s.cycles;
			f->disturbed += (s.warnings & BENCH_WARN_NEIGHBOUR) != 0;
			f->width_now = s.width / s.width_full;
			f->width = fmin(f->width, f->width_now); /* fmin and fmax ignore NaN */
			f->mhz_low = fmin(f->mhz_low, s.mhz);
			f->mhz_high = fmax(f->mhz_high, s.mhz);
		} else if (status != BENCH_ERR_NO_SAMPLES)
			return status;
		f->seconds = benchi_elapsed_ns(clock, began) / 1e9;
	} while (f->seconds < seconds);
	benchi_snapshot_take("", &to);
	benchi_utilisation_between(&from, &to, &f->use);
	return BENCH_OK;
}

/* Returns the standard deviation of successive values as a share, estimated from the median
 * absolute difference of logarithms. NaN: fewer than five values, a missing one, or out of
 * memory. */
static double scatter_of(const double *x, size_t n)
{
	static const double NORMAL = 0.6744897501960817 * 1.4142135623730951; /* of |x - y| */
	double *d = n > 4 ? malloc((n - 1) * sizeof *d) : NULL, middle = (double)NAN;

	for (size_t i = 1; d && i < n; i++)
		d[i - 1] = fabs(log(x[i] / x[i - 1]));
	if (d) {
		benchi_sort_many(d, n - 1);
		middle = benchi_quantile(d, n - 1, .5);
	}
	free(d);
	return middle / NORMAL;
}

void check_judge(const check_facts *f, double margin, check_answer *a)
{
	/* a comparison leaves out measurements next to a neighbour; most of them are an obstacle */
	const double kept = fmax(1 - (double)f->disturbed / (double)f->n, .5);
	const double piece_s = f->n ? f->seconds / (double)f->n / kept : (double)NAN;
	bench_power plan = { .delta = margin };
	size_t routines;
	double n;

	memset(a, 0, sizeof *a);
	a->scatter[CHECK_CYCLES] = scatter_of(f->cycles, f->n);
	a->scatter[CHECK_TIME] = scatter_of(f->ns, f->n);
	a->cycles = isfinite(a->scatter[CHECK_CYCLES]);
	routines = a->cycles ? CHECK_CYCLES : CHECK_TIME;
	for (size_t k = 0; k < CHECK_TIMES; k++) {
		for (size_t i = 0; i < CHECK_BUILDS; i++) {
			plan.sd = a->scatter[i];
			plan.n = check_times_s[k] / piece_s / 2;
			if (!(plan.n >= PAIRS_LEAST) || bench_power_delta(&plan, &a->seen[i][k]) != BENCH_OK)
				a->seen[i][k] = (double)NAN;
		}
		/* twice as many pairs: an interval narrower by the root of two */
		a->seen[CHECK_BUILDS][k]
			= (double)f->pairs * check_times_s[k] >= PAIRS_LEAST * f->builds_s && f->pairs
			? f->half * sqrt(f->builds_s / check_times_s[k]) : (double)NAN;
	}
	plan = (bench_power){ .delta = margin, .sd = a->scatter[routines] };
	if (f->pairs && f->builds == BENCH_SAME)
		a->needed_s = f->builds_s;
	else if (f->pairs) /* an unknown interval makes this unknown */
		a->needed_s = f->builds_s * (f->half < margin ? 1 : pow(f->half / margin, 2));
	else
		a->needed_s = bench_power_n(&plan, &n) == BENCH_OK
			? 2 * ceil(fmax(n, PAIRS_LEAST)) * piece_s : (double)NAN;
	const bool in_time = a->needed_s <= check_times_s[CHECK_TIMES - 1];

	if (f->pairs && in_time && f->builds <= BENCH_SAME)
		return; /* bench versus bears the disturbance */
	if (f->use.throttled > CHECK_THROTTLED && !in_time)
		a->obstacle = "a quota stops this program again and again";
	else if (2 * f->disturbed > f->n)
		a->obstacle = "another workload shares the core most of the time";
	else if (f->pairs && f->builds != BENCH_UNSURE)
		a->obstacle = "bench versus found a program different from itself";
	else if (!isfinite(a->needed_s)) {
		a->obstacle = "too few measurements";
		a->unknown = true;
	} else if (!in_time)
		a->obstacle = "measurements scatter too much";
}

void check_neighbour(const check_facts *f, char *text, size_t size)
{
	char now[60] = "now unknown", low[30] = "";

	if (f->width_now > .975)
		sprintf(now, "none now");
	else if (isfinite(f->width_now))
		sprintf(now, "now: %.0f %% of the core is left", 100 * f->width_now);
	if (f->width < .995)
		sprintf(low, ", down to %.0f %%", 100 * f->width);
	if (f->disturbed)
		snprintf(text, size, "%s; in %zu of %zu measurements%s", now, f->disturbed, f->n, low);
	else
		snprintf(text, size, "%s; in none of %zu measurements", now, f->n);
}

void check_free(check_facts *f)
{
	free(f->ns);
	free(f->cycles);
}
