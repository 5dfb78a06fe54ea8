/*
 * The answers: looked at while runs come, and printed at the end.
 *
 * Looked at after whole rounds, as often as it costs under a twentieth of the time; the
 * method holds at any time, so that stopping on an answer is valid.  With --null
 * the first command competes with itself: if that "differs", nothing here can be trusted.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/verbs.h"
#include "tools/live_answer.h"
#include "tools/sample/sample.h"

#define SHARE 20 /* interim results may take one part in this many */
#define ROOMY 70 /* columns from which on the hint has capacity */

/* The columns of a summary, beside the one that answers are about. */
static bool is_kept(const sample *s, const char *name)
{
	return !strcmp(name, s->option.metric) || !strcmp(name, "wall_time")
	       || !strcmp(name, "user_time") || !strcmp(name, "sys_time")
	       || !strcmp(name, "exit_status");
}

int sample_keep(sample *s, const task *t, const measures *m)
{
	benchi_mark mark = { .round = s->round, .has_round = true };
	bool found = false;

	for (size_t i = 0; i < m->n; i++) {
		const char *name = m->name[i];
		size_t set;

		if (!is_kept(s, name))
			continue;
		found = found || !strcmp(name, s->option.metric);
		set = benchi_rows_set(&s->rows, benchi_word_of(t->name), benchi_word_of(name),
		                      benchi_word_of(benchi_name_unit(name)));
		if (set == SIZE_MAX || benchi_set_add(&s->rows.set[set], m->value[i], &mark))
			return complain(SAMPLE_VERB, "out of memory");
	}
	return found ? 0 : complain(SAMPLE_VERB, "--metric: found no '%s' among the columns",
	                            s->option.metric);
}

const benchi_set *sample_set(const sample *s, const task *t, const char *metric)
{
	for (size_t i = 0; i < s->rows.sets; i++)
		if (!strcmp(s->rows.set[i].benchmark, t->name) && !strcmp(s->rows.set[i].metric, metric))
			return &s->rows.set[i];
	return NULL;
}

static settings asked(const sample *s)
{
	settings a;

	memset(&a, 0, sizeof a);
	a.question.margin = s->option.margin;
	a.question.beyond = s->option.stated ? s->option.margin : 0;
	a.question.alpha = s->option.alpha;
	a.metric[0] = s->option.metric;
	a.metrics = 1;
	a.base = s->list.task[0].name;
	return a;
}

/* Sets whether all pairs are answered, and whether the command differs from itself. */
static void judge(sample *s, const live *l)
{
	const char *twin = s->null ? s->list.task[s->list.n - 1].name : "";

	s->answered = l->job.comparisons > (s->null ? 1u : 0u);
	s->alarmed = false;
	for (size_t i = 0; i < l->job.comparisons; i++) {
		const benchi_comparison *c = &l->job.comparison[i];

		if (!strcmp(c->test->label, twin))
			s->alarmed = benchi_comparison_better(c) != 0;
		else if (c->finding.answer == BENCH_UNSURE)
			s->answered = false;
	}
}

static void write_left(const sample *s, FILE *out)
{
	double gone = sample_now_s() - s->began_s, left = NAN;

	fprintf(out, "round %u", (unsigned)s->round);
	if (s->option.rounds > 0)
		fprintf(out, " of %.0f", s->option.rounds);
	fprintf(out, ", %.1f s", gone);
	if (s->option.rounds > 0 && s->round > 1)
		left = gone / (s->round - 1) * (s->option.rounds - s->round + 1);
	if (s->option.time_s > 0)
		left = isnan(left) ? s->option.time_s - gone : fmin(left, s->option.time_s - gone);
	if (!isnan(left))
		fprintf(out, ", about %.0f s left%s", fmax(left, 0), s->option.until ? " at most" : "");
	fputs(screen_columns(&s->screen) < ROOMY ? "\n" : "; Ctrl-C ends it\n", out);
}

/* The latest table, and the time. */
static void draw(sample *s)
{
	char *text = NULL;
	size_t size = 0;
	FILE *stream = open_memstream(&text, &size);

	if (stream) {
		fputs(s->table ? s->table : "", stream);
		write_left(s, stream);
		if (!fclose(stream))
			screen_draw(&s->screen, text);
	}
	free(text);
	s->drawn_s = sample_now_s();
}

static void draw_table(sample *s, const live *l)
{
	size_t size = 0;
	FILE *stream;

	free(s->table);
	s->table = NULL;
	stream = open_memstream(&s->table, &size);
	if (stream) {
		live_write(stream, l, screen_columns(&s->screen));
		fclose(stream);
	}
	draw(s);
}

/* The summary, beside the rows if those are on standard output. */
static int conclude(sample *s, live *l)
{
	bool missing = s->option.until && !s->answered;

	FILE *out = s->rowless || s->option.rows || s->option.resume ? stdout : stderr;

	if (s->screen.out)
		screen_clear(&s->screen);
	if (!s->option.quiet)
		sample_summary(s, out);
	if (!s->option.quiet || s->option.until)
		live_answers(s->option.quiet ? stderr : out, l, 80);
	if (!s->option.quiet)
		sample_busy_report(s);
	if (s->alarmed) {
		fprintf(stderr, "bench sample: the same command under two names differs: something "
		                "else than the commands makes the difference here, and no "
		                "answer above counts\n");
		return EXIT_UNSURE;
	}
	return missing ? EXIT_UNSURE : 0;
}

/* --limit and --expect, where the summary goes.  EXIT_WORSE: beyond a limit. */
static int judge_bounds(const sample *s)
{
	const bounds *b = &s->option.bounds;
	FILE *out = s->rowless || s->option.rows || s->option.resume ? stdout : stderr;
	int status = bounds_check(b, SAMPLE_VERB, &s->rows, 1);
	bool beyond = false;

	if (!status && bounds_judge(b, &s->rows, out, &beyond) != BENCH_OK)
		status = complain(SAMPLE_VERB, "out of memory for the limits");
	return !status && beyond ? EXIT_WORSE : status;
}

int sample_look(sample *s, bool final)
{
	double now = sample_now_s();
	settings a = asked(s);
	int status;
	live l;

	if (!final && (now - s->looked_s < SHARE * s->look_cost_s
	               || (!s->option.until && !s->option.ends && !s->null
	                   && now - s->drawn_s < LIVE_SECONDS)))
		return 0;
	status = live_look(&s->rows, &a, "the rows", &l);
	s->looked_s = sample_now_s();
	s->look_cost_s = s->looked_s - now;
	if (!status)
		judge(s, &l);
	if (!status && final) {
		int exported = sample_export(s);

		status = conclude(s, &l);
		if (!status)
			status = judge_bounds(s);
		status = exported ? exported : status;
	}
	else if (!status && s->screen.out && now - s->drawn_s >= LIVE_SECONDS)
		draw_table(s, &l);
	live_free(&l);
	return status;
}

/* Between rounds, and while a command runs: the time that is left goes on. */
void sample_tick(sample *s)
{
	if (s->screen.out && s->began_s > 0 && sample_now_s() - s->drawn_s >= 1)
		draw(s);
}
