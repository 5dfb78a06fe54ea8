/*
 * `bench check`: is this machine quiet enough to show a difference, and how long does that take?
 *
 * Prints what the library finds out about the machine, and what follows from that (watch.c).  Then
 * `bench versus` compares this program with itself: each process times the body once.
 *
 * SPDX-License-Identifier: MIT
 */

#include "program/program.h"
#include "tools/check/check.h"
#include "tools/versus/versus.h"

#define VERB "check"

enum { LINE = 300 };

#define OTHERS_SHOWN .2  /* report other programs if they use at least this share of the
                            processors */
#define PROCESSES_FROM_S .1 /* with less time, start no processes: starting them would take as
                               long */
#define WATCHED .25         /* share of the time for which the machine is watched first */

typedef struct request {
	benchi_question question;
	double seconds;
	int form;                    /* 0: text, 1: JSON */
} request;

#define AT(member) offsetof(request, member)

static const benchi_setting table[] = {
	BENCHI_LIMITED('m', "margin", "1%", "report whether this difference can be seen (1%)",
		take_margin, AT(question), 0, .5),
	BENCHI_LIMITED('t', "time", "TIME", "take at most about this time (6s)",
		benchi_setting_seconds, AT(seconds), 0, 3600e9),
	BENCHI_SETTING(0, "format", "text|json", "choose the output (text)", benchi_setting_choice,
		AT(form)),
	{ 0, "json", NULL, "print all results as JSON", benchi_setting_constant, AT(form), 0, 1, NULL,
	  "format" },
	BENCHI_SETTINGS_END
};

/* Formats seconds as "3.1 ms". Returns text. */
static char *duration(double s, char *text)
{
	return benchi_scaled(s * 1e9, s * 1e7, BENCHI_UNITS_TIME, text);
}

/* Prints what was found: clock, cycles, neighbour, load, quota. */
static void print_facts(const check_facts *f)
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
	check_neighbour(f, text, sizeof text);
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
static bench_status print_answer(const check_facts *f, const check_answer *a, double margin)
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
			if (isnan(a->seen[i][k])) /* too few measurements fit into the time */
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
			? "By the scatter, a difference of %.3g %% between two %s can be seen here in %s; "
				"versus has no answer yet."
			: "A difference of %.3g %% between two %s can be seen here in %s.",
			100 * margin, f->pairs ? "builds" : "routines", duration(a->needed_s, text));
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

static void print_json(const check_facts *f, const check_answer *a)
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

#ifdef BENCHI_HAVE_PROCESSES
/* Compares the body with itself as bench versus does, for at most `seconds`. Fills f->pairs,
 * f->builds, f->builds_s and f->half. Returns 0, or an exit status after a message. */
static int watch_builds(char *program, const request *q, double seconds, check_facts *f)
{
	char path[4096], *self = benchi_process_self(program, path, sizeof path), verb_name[] = VERB;
	char *arguments[] = { NULL, verb_name, NULL };
	versus v = { .settings = { .question = { .margin = q->question.margin, .alpha = .05 },
		.time_s = seconds, .seed = 1, .quiet = q->form != 0 },
		.name = { "bench", "bench" }, .arguments = arguments };
	int status = 0;

	if (!versus_add_variant(&v.side[OLD], self) || !versus_add_variant(&v.side[NEW], self))
		status = complain(VERB, "out of memory");
	benchi_interrupt_watch(false);
	if (!status)
		status = versus_measure(&v);
	if (!status && benchi_interrupt_came())
		status = BENCHI_EXIT_SIGNAL + benchi_interrupt_came();
	if (!status && v.cases) {
		f->pairs = v.pairs;
		f->builds = v.c->answer;
		f->builds_s = v.seconds;
		f->half = (expm1(v.c->change.high) - expm1(v.c->change.low)) / 2;
	}
	benchi_interrupt_restore();
	versus_free(&v);
	return status;
}
#endif

int verb_check(int argc, char **argv)
{
	request q = { .question = { .margin = .01 }, .seconds = 6 };
	benchi_command_line line = { .program = "bench " VERB, .table = table, .to = &q,
		.usage = "bench check: find which differences this machine can show, and what disturbs it\n"
			"usage: bench check [OPTION...]\n\n",
		.more = "\nWatches clock, frequency, noisy neighbours and load.\n"
			"Exit status: 0 a 60 s benchmark can show the margin, 1 it cannot, 2 usage error\n"
			"or unusable clock, 3 unknown: --time is too short.  More: bench(1).\n" };
	bench_status found;
	check_answer a;
	check_facts f;
	int status = 0;

	if (benchi_task("results")) /* a process of watch_builds */
		return check_once() != BENCH_OK;
	if (!benchi_line_read(&line, argc, argv, &status))
		return status;
	if (line.operands)
		return complain(VERB, "unexpected argument '%s'", line.operand[0]);
	if (!(q.question.margin > 0))
		return complain(VERB, "--margin: found 0, expected a share above 0, such as 1%%");
	found = check_watch(q.seconds >= PROCESSES_FROM_S ? q.seconds * WATCHED : q.seconds, &f);
#ifdef BENCHI_HAVE_PROCESSES
	if (found == BENCH_OK && q.seconds >= PROCESSES_FROM_S)
		status = watch_builds(argv[0], &q, q.seconds * (1 - WATCHED), &f);
	if (status < BENCHI_EXIT_SIGNAL)
		status = 0;     /* without bench versus, whose message is printed, the rest is known */
#endif
	if (found == BENCH_OK && !status) {
		check_judge(&f, q.question.margin, &a);
		if (q.form)
			print_json(&f, &a);
		else {
			print_facts(&f);
			found = print_answer(&f, &a, q.question.margin);
		}
	}
	check_free(&f);
	return status ? status : found == BENCH_OK
		? a.unknown ? BENCHI_EXIT_UNDECIDED : a.obstacle != NULL
		: complain(VERB, "%s%s%s", bench_status_text(found), *bench_detail() ? ": " : "",
			bench_detail());
}
