/*
 * `bench check`: is this machine quiet enough to show a difference, and how long does that take?
 *
 * Watches the machine (watch.c).  Then `bench versus` compares this program with itself: each
 * process times the body once.
 *
 * SPDX-License-Identifier: MIT
 */

#include "program/program.h"
#include "tools/check/check.h"
#include "tools/versus/versus.h"

#define VERB "check"

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
			check_show_json(&f, &a);
		else
			found = check_show(&f, &a, q.question.margin);
	}
	check_free(&f);
	return status ? status : found == BENCH_OK
		? a.unknown ? BENCHI_EXIT_UNDECIDED : a.obstacle != NULL
		: complain(VERB, "%s%s%s", bench_status_text(found), *bench_detail() ? ": " : "",
			bench_detail());
}
