/*
 * The line of facts before the rows of --jsonl: machine, clock of the core, versions, seed, what
 * starting a program takes, and the commands.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/number.h"
#include "tools/verbs.h"
#include "tools/row_text.h"
#include "data/context.h"
#include "tools/sample/sample.h"

static void add_facts(line *l, const benchi_context *context)
{
	char number[BENCHI_NUMBER_TEXT];

	for (size_t i = 0; i < context->n; i++) {
		const benchi_fact *f = &context->fact[i];

		line_say(l, i ? ", " : "");
		line_json(l, f->key);
		line_say(l, ": ");
		if (f->text)
			line_json(l, f->text);
		else
			line_say(l, "%s", benchi_number_text(f->number, number));
	}
}

static void add_commands(line *l, const sample *s)
{
	for (size_t i = 0; i < s->list.n; i++) {
		line_say(l, i ? ", " : "");
		line_json(l, s->list.task[i].name);
		line_say(l, ": ");
		line_json(l, s->list.task[i].text);
	}
}

static bench_status gather(const sample *s, benchi_context *context)
{
	benchi_sources sources;
	benchi_machine machine;
	bench_status status;
	bench_cpu cpu;

	memset(&sources, 0, sizeof sources);
	benchi_machine_find(&machine);
	sources.program = "bench sample";
	sources.began = (double)time(NULL);
	sources.seed = s->option.seed;
	sources.machine = &machine;
	sources.cpu = bench_cpu_clock(NULL, &cpu) ? NULL : &cpu;
	status = benchi_context_fill(context, &sources);
	if (!status && s->startup.known)
		status = benchi_context_number(context, "startup_s", s->startup.wall_s);
	if (!status)
		status = benchi_context_text(context, "shell",
		                             s->list.task[0].shell ? sample_shell(s) : "none");
	if (!status && !s->option.script)
		status = benchi_context_text(context, "output", s->option.where.n
		                             ? s->option.where.word[0]
		                             : s->option.show ? "inherit" : "pipe");
	if (!status && s->startup.known)
		status = benchi_context_text(context, "startup",
		                             s->option.subtract ? "taken off" : "included");
	return status;
}

int sample_write_context(sample *s)
{
	benchi_context context = { NULL, 0, 0 };
	bench_status status = gather(s, &context);
	int result;
	line l;

	l.n = 0;
	line_say(&l, "{\"libbench\": 1, \"context\": {");
	add_facts(&l, &context);
	line_say(&l, "}, \"commands\": {");
	add_commands(&l, s);
	line_say(&l, "}}\n");
	benchi_context_free(&context);
	result = status ? complain(SAMPLE_VERB, "%s", bench_detail()) : sample_send(s, &l);
	return result;
}
