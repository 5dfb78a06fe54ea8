/*
 * The numbers of a run.
 *
 * Of a command: cbdr's three times first, in its order, then what the system knows of the
 * process, then the processor's counters.  Of a script: the numbers of the JSON object
 * that it prints, sorted by name.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tools/verbs.h"
#include "host/counters.h"
#include "data/json_record.h"
#include "tools/sample/sample.h"

static void add(measures *m, const char *name, double value)
{
	snprintf(m->name[m->n], sizeof m->name[0], "%s", name);
	m->value[m->n++] = value;
}

/* The start-up of the same round is taken off, so that its spread is in every value; a run of
 * less than nothing stays below 0, or the median would be biased. */
static void add_times(const sample *s, const benchi_usage *u, measures *m)
{
	const startup *c = &s->nothing;
	double sys = u->system_ns / 1e9, user = u->user_ns / 1e9, wall = u->wall_ns / 1e9;

	add(m, "sys_time", sys - c->sys_s);
	add(m, "user_time", user - c->user_s);
	add(m, "wall_time", wall - c->wall_s);
}

void sample_fill(const sample *s, const benchi_usage *u, const double *counts, measures *m)
{
	m->n = 0;
	add_times(s, u, m);
	add(m, "max_rss", u->max_rss_bytes);
	add(m, "voluntary_switches", u->voluntary);
	add(m, "involuntary_switches", u->involuntary);
	add(m, "minor_faults", u->minor_faults);
	add(m, "major_faults", u->major_faults);
	add(m, "exit_status", u->exited ? u->code : 128 + u->code);
	add(m, "started", s->started);
	add(m, "others", s->busy.share);
	if (s->option.subtract)
		add(m, "startup", s->nothing.wall_s);
	for (size_t i = 0; i < BENCHI_COUNTERS && s->counting; i++)
		if (!isnan(counts[i]))
			add(m, benchi_counter_name(i), counts[i]);
}

static void sort(measures *m)
{
	for (size_t i = 1; i < m->n; i++)
		for (size_t k = i; k > 0 && strcmp(m->name[k - 1], m->name[k]) > 0; k--) {
			char name[sizeof m->name[0]];
			double value = m->value[k];

			strcpy(name, m->name[k]);
			strcpy(m->name[k], m->name[k - 1]);
			strcpy(m->name[k - 1], name);
			m->value[k] = m->value[k - 1];
			m->value[k - 1] = value;
		}
}

static int take(const task *t, const benchi_record *record, measures *m)
{
	m->n = 0;
	for (size_t i = 0; i < record->n; i++) {
		const benchi_field *f = &record->field[i];

		if (f->kind != BENCHI_FIELD_NUMBER)
			return complain(SAMPLE_VERB, "%s: the script's '%.40s' is no number", t->name, f->key);
		if (m->n == SAMPLE_MEASURES || strlen(f->key) >= sizeof m->name[0] || !*f->key)
			return complain(SAMPLE_VERB, "%s: the script printed '%.60s', expected at most %d "
			                "names of 1 to %zu bytes", t->name, f->key, SAMPLE_MEASURES,
			                sizeof m->name[0] - 1);
		if (benchi_record_find(record, f->key) == f)
			add(m, f->key, f->number);
	}
	sort(m);
	return m->n ? 0 : complain(SAMPLE_VERB, "%s: the script printed no number", t->name);
}

static int parse(const task *t, FILE *file, measures *m)
{
	benchi_record record = { NULL, 0, 0, 0 };
	benchi_input in;
	benchi_json json;
	bench_status status = benchi_input_open(&in, file, "the script's output");
	int result;

	if (status)
		return complain(SAMPLE_VERB, "%s", bench_detail());
	benchi_json_open(&json, &in);
	status = benchi_json_next(&json);
	if (!status && json.token != BENCHI_JSON_OBJECT)
		status = benchi_input_error(&in, "another value", 13, "an object of numbers in braces");
	if (!status)
		status = benchi_record_read(&record, &json);
	if (!status)
		status = benchi_json_next(&json);
	result = status ? complain(SAMPLE_VERB, "%s: %s", t->name, bench_detail())
	                : take(t, &record, m);
	benchi_record_free(&record);
	benchi_json_close(&json);
	benchi_input_close(&in);
	return result;
}

int sample_parse(const task *t, int file, measures *m)
{
	int own = fcntl(file, F_DUPFD_CLOEXEC, 3);
	FILE *stream = own >= 0 ? fdopen(own, "r") : NULL;
	int status;

	if (!stream)
		return complain(SAMPLE_VERB, "the script's output cannot be read");
	rewind(stream);
	status = parse(t, stream, m);
	fclose(stream);
	return status;
}
