/*
 * Watches a machine, computes which differences the machine can show, and prints both.
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
#include "tools/tools.h"

enum { LINE = 300 };

#define PIECE_NS 10e6
#define OTHERS_SHOWN .2 /* report other programs if they use at least this share of the
                           processors */
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

/* Formats seconds as "3.1 ms". Returns text. */
static char *duration(double s, char *text)
{
	return benchi_scaled(s * 1e9, s * 1e7, BENCHI_UNITS_TIME, text);
}

/* Describes the noisy neighbour in a sentence: its load now, and the number of measurements that
 * it disturbed. text: `size` bytes. */
static void neighbour(const check_facts *f, char *text, size_t size)
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

/* Prints what was found: clock, cycles, neighbour, load, quota. */
static void show_facts(const check_facts *f)
{
	const benchi_claimed_clock *c = &f->claimed;
	const benchi_utilisation *u = &f->use;
	const benchi_machine *m = &f->machine;
	char step[BENCHI_SCALED_TEXT], reading[BENCHI_SCALED_TEXT], text[LINE];
	int n;

	words_printf("clock      ", "%s, in steps of %s, read in %s", f->timing.clock.name,
		duration(f->timing.step_ns / 1e9, step), duration(f->timing.reading_ns / 1e9, reading));
	if (f->cpu_status == BENCH_OK)
		n = snprintf(text, sizeof text, "found: %.0f MHz (%.0f to %.0f)", f->cpu.mhz, f->cpu.low,
			f->cpu.high);
	else
		n = snprintf(text, sizeof text, "not found: %s", bench_status_text(f->cpu_status));
	if (c->current > 0 || c->listed > 0)
		snprintf(text + n, sizeof text - (size_t)n, "; the system says %.0f MHz",
			c->current > 0 ? c->current : c->listed);
	words_print("cycles     ", text);
	if (isfinite(f->mhz_high))
		words_printf("frequency  ", "%.0f to %.0f MHz in %s: times differ by up to %.2g %%%s",
			f->mhz_low, f->mhz_high, duration(f->seconds, step),
			100 * (f->mhz_high / f->mhz_low - 1),
			f->cpu_status == BENCH_OK ? ", cycles do not" : "");
	neighbour(f, text, sizeof text);
	words_print("neighbour  ", text);
	n = snprintf(text, sizeof text, "%.2f on %.0f processor%s", m->load, m->processors,
		m->processors > 1 ? "s" : "");
	if (isfinite(u->user))
		n += snprintf(text + n, sizeof text - (size_t)n, "; %.0f %% busy, %.0f %% by this program",
			100 * (u->user + u->system), 100 * u->own);
	if (u->stolen > .005)
		snprintf(text + n, sizeof text - (size_t)n, ", %.0f %% stolen by the hypervisor",
			100 * u->stolen);
	words_print("load       ", text);
	if (u->quota > 0)
		words_printf("quota      ", "%.3g processors; it stopped programs %.0f %% of the time",
			u->quota, u->throttled > 0 ? 100 * u->throttled : 0);
	words_printf("scaling    ", "governor %s, boost %s", *m->governor ? m->governor : "unknown",
		m->turbo > 0 ? "on" : isnan(m->turbo) ? "unknown" : "off");
	words_print("virtual    ", *m->hypervisor ? m->hypervisor : "no, or unknown");
	putchar('\n');
}

static const char *const answers[] = { "inconclusive", "same", "faster", "slower" };

/* Prints the differences that can be seen, whether `margin` is among them, and what to do if
 * not. Returns BENCH_OK, or the status of the table. */
static bench_status show_answer(const check_facts *f, const check_answer *a, double margin)
{
	static const char *const names[] = { "two routines of a program", "two routines of a program",
		"two builds" };
	const double others = f->use.user + f->use.system - f->use.own;
	benchi_output_style style = benchi_look_for(stdout);
	benchi_grid g = { .columns = 0 };
	char text[BENCHI_SCALED_TEXT], found[BENCHI_SCALED_TEXT], width[40] = "";
	bench_status status = BENCH_OK;
	bool any = false;

	benchi_grid_column(&g, "smallest difference, by scatter", BENCHI_GRID_LEFT);
	for (size_t k = 0; k < CHECK_TIMES; k++) {
		snprintf(text, sizeof text, "in %.0f s", check_times_s[k]);
		benchi_grid_column(&g, text, 0);
	}
	for (size_t i = 0; i < CHECK_KINDS; i++) {
		if (i == CHECK_BUILDS ? !f->pairs : isnan(a->scatter[i]) || (i == CHECK_TIME && a->cycles))
			continue;
		any = true;
		benchi_grid_line(&g, "%s", names[i]);
		for (size_t k = 0; k < CHECK_TIMES; k++)
			if (!isfinite(a->seen[i][k])) /* too few measurements fit into the time */
				benchi_grid_put(&g, "-");
			else
				benchi_grid_put(&g, "%.2g %%", 100 * a->seen[i][k]);
	}
	if (any)
		status = benchi_grid_end(&g, stdout, &style);
	fputs(any ? "\n" : "", stdout);
	if (f->pairs) {
		snprintf(found, sizeof found, "%s", duration(f->builds_s, text));
		if (isfinite(f->half))
			snprintf(width, sizeof width, " (interval +-%.2g %%)", 100 * f->half);
		words_printf("versus     ", "a program against itself: %s, in %s by %zu pairs%s",
			answers[f->builds], found, f->pairs, width);
	}
	if (a->unknown) {
		words_print("unknown  ", "There were too few measurements to judge this machine.");
		words_printf("         ", "To do: watch it for longer, with --time %.0fs.",
			ceil(fmax(6, 2 * (f->seconds + (f->pairs ? f->builds_s : 0)))));
		return status;
	}
	if (a->obstacle)
		words_printf("no   ", "A difference of %.3g %% cannot be seen reliably here within %.0f s: "
			"%s.", 100 * margin, check_times_s[CHECK_TIMES - 1], a->obstacle);
	else
		words_printf("yes  ", f->pairs && f->builds == BENCH_UNSURE
			? "By the scatter, a difference of %.3g %% between two %s can be seen here in %s%s; "
				"versus has no answer yet."
			: "A difference of %.3g %% between two %s can be seen here in %s%s.",
			100 * margin, f->pairs ? "builds" : "routines", duration(a->needed_s, text),
			2 * f->disturbed > f->n ? ", while the neighbour stays as now" : "");
	if (a->obstacle && f->disturbed)
		words_print("     ", "To do: measure at another time, or on a machine without neighbours.");
	if (others > OTHERS_SHOWN)
		words_printf("     ", a->obstacle ? "To do: stop other programs: they take %.0f %% of the "
			"processors." : "Other programs take %.0f %% of the processors: without them it takes "
			"less time.", 100 * others);
	if (f->use.throttled > CHECK_THROTTLED)
		words_print("     ", "To do: raise the quota: it stops this program.");
	words_print("     ", "Code with times that vary needs more time.  Builds may also differ by "
		"layout: bench relink averages that out.");
	return status;
}

bench_status check_show(const check_facts *f, const check_answer *a, double margin)
{
	show_facts(f);
	return show_answer(f, a, margin);
}

void check_show_json(const check_facts *f, const check_answer *a)
{
	records r = records_begin(false, "check");
	char key[40];

	record_texts(&r, { "answer", a->unknown ? "unknown" : a->obstacle ? "no" : "yes" },
		{ "obstacle", a->obstacle ? a->obstacle : "" });
	record_numbers(&r, { "needed_s", a->needed_s });
	for (size_t k = 0; k < CHECK_TIMES; k++) {
		snprintf(key, sizeof key, "seen_cycles_%.0fs", check_times_s[k]);
		record_numbers(&r, { key, a->seen[0][k] });
		snprintf(key, sizeof key, "seen_time_%.0fs", check_times_s[k]);
		record_numbers(&r, { key, a->seen[1][k] });
		snprintf(key, sizeof key, "seen_builds_%.0fs", check_times_s[k]);
		record_numbers(&r, { key, a->seen[CHECK_BUILDS][k] });
	}
	record_numbers(&r, { "scatter_cycles", a->scatter[0] }, { "scatter_time", a->scatter[1] },
		{ "pairs", (double)f->pairs }, { "builds_s", f->builds_s }, { "builds_half", f->half },
		{ "cycles", f->n ? f->cycles[0] : (double)NAN }, { "ns", f->n ? f->ns[0] : (double)NAN });
	record_texts(&r, { "builds", f->pairs ? answers[f->builds] : "" },
		{ "clock", f->timing.clock.name });
	record_numbers(&r, { "step_ns", f->timing.step_ns }, { "reading_ns", f->timing.reading_ns },
		{ "mhz", f->cpu.mhz > 0 ? f->cpu.mhz : (double)NAN }, { "mhz_low", f->mhz_low },
		{ "mhz_high", f->mhz_high }, { "watched_s", f->seconds },
		{ "measurements", (double)f->n }, { "disturbed", (double)f->disturbed },
		{ "width", f->width }, { "width_now", f->width_now }, { "load", f->machine.load },
		{ "processors", f->machine.processors }, { "busy", f->use.user + f->use.system },
		{ "own", f->use.own }, { "stolen", f->use.stolen }, { "quota", f->use.quota },
		{ "throttled", f->use.throttled });
	record_texts(&r, { "governor", f->machine.governor });
	record_numbers(&r, { "turbo", f->machine.turbo });
	record_texts(&r, { "hypervisor", f->machine.hypervisor });
	record_end(&r);
	records_end(&r);
}

void check_free(check_facts *f)
{
	free(f->ns);
	free(f->cycles);
}
