/*
 * The answers: evaluated while runs arrive, and printed at the end.
 *
 * They are evaluated after whole rounds, in less than a twentieth of the time.  The method holds at
 * any time, so stopping on an answer is valid; with --rounds only the last evaluation counts.  With
 * --null the first command is compared with itself: if it "differs", no answer can be trusted.
 *
 * SPDX-License-Identifier: MIT
 */
#include "data/read.h"
#include "tools/plot/plot.h"

#include <fcntl.h>
#include <unistd.h>

#include "tools/sample/sample.h"

/*
 * The chart of times over the values of a parameter, one series per command.
 *
 * Drawn, as by bench plot --over, if a single parameter has at least three numbers as values.
 */

#define SCAN_CHART_LEAST 3
#define SCAN_NAME 200

/* Returns the values of a task's metric; NULL if none was kept. */
static const benchi_set *set_of(const sample *s, const task *t, const char *metric)
{
	for (size_t i = 0; i < s->rows.sets; i++)
		if (!strcmp(s->rows.set[i].benchmark, t->name) && !strcmp(s->rows.set[i].metric, metric))
			return &s->rows.set[i];
	return NULL;
}

/* Draws the medians over the values of a single parameter with at least SCAN_CHART_LEAST
 * numbers; otherwise draws nothing. */
static void scan_chart(const sample *s, FILE *out)
{
	const parameter *of = &s->option.parameter[0];
	size_t n = s->list.n - s->null;
	benchi_side *side = calloc(n, sizeof *side);
	benchi_set *set = calloc(n, sizeof *set);
	benchi_side **sides = calloc(n, sizeof *sides);
	char (*name)[SCAN_NAME] = calloc(n, sizeof *name), key[SCAN_NAME];
	plot p = { .job = { .verb = SAMPLE_VERB, .files = 1 } };
	panel of_metric = { .metric = s->option.metric, .side = sides, .n = n };
	bool drawn = s->option.parameters == 1 && of->n >= SCAN_CHART_LEAST && side && set && sides
		&& name;
	double x;

	for (size_t i = 0; i < of->n && drawn; i++)
		drawn = benchi_number(of->value[i], &x);
	snprintf(p.key, sizeof p.key, "%.60s", of->name ? of->name : "");
	snprintf(key, sizeof key, "/%.60s=", p.key);
	for (size_t i = 0; i < n && drawn; i++) {
		const task *t = &s->list.task[i], *first = t;
		const benchi_set *found = set_of(s, t, s->option.metric);
		const char *at;

		/* Name the set after the operand's first command, up to its own value: "sort/n=4". */
		while (first > s->list.task && first[-1].given == t->given)
			first--;
		at = strstr(first->name, key);
		if (snprintf(name[i], SCAN_NAME, "%.*s%s%s", at ? (int)(at - first->name) : 60,
		             first->name, key, of->value[t->combination]) >= SCAN_NAME)
			*name[i] = '\0'; /* a name that is too long is not drawn */
		set[i] = found ? *found : (benchi_set){ .metric = "" };
		set[i].benchmark = name[i];
		side[i] = (benchi_side){ .set = &set[i], .label = "" };
		sides[i] = &side[i];
		of_metric.unit = found ? plot_unit(found) : "";
	}
	p.kinds = PLOT_OVER;
	p.panel = &of_metric;
	p.panels = 1;
	drawn = drawn && plot_prepare(&p) == BENCH_OK;
	p.utf8 = benchi_look_for(out).utf8;
	if (drawn)
		(void)plot_print_over(&p, &of_metric, out, (size_t)terminal_width(80, 0), 16);
	plot_over_free(&of_metric.over[0]);
	plot_over_free(&of_metric.over[1]);
	free(of_metric.result);
	free(sides);
	free(side);
	free(set);
	free(name);
}

/*
 * The figures of each command, printed at the end.
 *
 * Median with its interval (order statistics, exact for any distribution), range, processor times,
 * outliers. For several commands, a table with each median's ratio to the fastest. Outliers are
 * values over three quartile ranges outside the quartiles.
 */

#define FENCE 3
#define ORDER_LINES 3
#define STARTUP .2 /* start-up above this share of the time gets a line */

/* The figures of one metric of a command. */
typedef struct summary {
	bench_description stats;         /* n is 0 if no run counts */
	double low, high;                /* ends of the median's interval; NaN: too few runs */
	size_t outliers;
} summary;

/* Returns the figures of a task's metric; NaN if it has no value. */
static bench_description description_of(const sample *s, const task *t, const char *metric)
{
	const benchi_set *set = set_of(s, t, metric);
	bench_description d;

	memset(&d, 0, sizeof d);
	d.mean = d.sd = d.median = d.min = d.max = NAN;
	if (set && set->n && bench_numbers_describe(&(bench_numbers){ set->x, set->n }, 0, &d))
		d.mean = d.sd = NAN;
	return d;
}

/* Returns unit and decimals for numbers of metric k around `middle` that differ by `spread`. */
static figure_form form_of(const sample *s, size_t k, double middle, double spread)
{
	const char *wanted = s->option.metric_unit[k] ? s->option.metric_unit[k] : s->option.unit;

	return figures_of(benchi_name_unit(s->option.metrics.word[k]), middle, spread, wanted);
}

/* Prints the summary of a single command: a line per fact. m: one summary per metric. */
static void write_one(const sample *s, const task *t, const summary *m, FILE *out)
{
	char a[FIGURE_TEXT], b[FIGURE_TEXT], c[FIGURE_TEXT];

	benchi_put_line(out, t->name);
	for (size_t k = 0; k < s->option.metrics.n; k++, m++) {
		figure_form f = form_of(s, k, m->stats.median, m->stats.iqr > 0 ? m->stats.iqr
			: m->stats.max - m->stats.min);

		fprintf(out, "\n  %-8s %s", k ? s->option.metrics.word[k] : "median",
			figure(&f, m->stats.median, a));
		if (isfinite(m->low))
			fprintf(out, "   (%.4g %% CI %s to %s)", 100 * (1 - s->option.question.alpha),
			        figure(&f, m->low, b), figure(&f, m->high, c));
		if (!k && !s->option.script) {
			figure_form g = figures_of("s", m->stats.median, m->stats.median / 1e3, s->option.unit);

			fprintf(out, "\n  user     %s, system %s",
				figure(&g, description_of(s, t, "user_time").median, a),
				figure(&g, description_of(s, t, "sys_time").median, b));
		}
		fprintf(out, "\n  min, max %s, %s of %zu run%s", figure(&f, m->stats.min, a),
		        figure(&f, m->stats.max, b), m->stats.n, m->stats.n == 1 ? "" : "s");
		if (m->outliers)
			fprintf(out, "\n  outliers %zu (over %d interquartile ranges from the quartiles)",
			        m->outliers, FENCE);
	}
	fputc('\n', out);
}

/* Returns the index of the command that the others are compared with: the first one given. */
static size_t reference(const sample *s)
{
	size_t i = 0;

	while (s->list.task[i].null || s->list.task[i].given || s->list.task[i].combination)
		i++;
	return i;
}

/* Returns x / base for command i; NaN unless both are positive and no run of either command was
 * killed. */
static double ratio_of(const sample *s, size_t i, double x, double base)
{
	return x > 0 && base > 0 && !s->list.task[i].killed && !s->list.task[reference(s)].killed
		? x / base : (double)NAN;
}

/* Prints the table of metric k, a row per command. m: summaries of this metric; answers:
 * comparisons of all metrics, for the ratios. */
static bench_status write_metric(const sample *s, size_t k, const summary *m, const job *answers,
                                 FILE *out)
{
	static const char *const ratios[] = { [BENCHI_METHOD_WELCH] = "ratio of the means",
		[BENCHI_METHOD_RANKS] =
			"1 + the median difference of two runs / the reference's median",
		[BENCHI_METHOD_PAIRED] =
			"1 + the mean of the rounds' differences / the reference's mean",
		[BENCHI_METHOD_SIGNS] =
			"1 + the median of the rounds' differences / the reference's median",
		[BENCHI_METHOD_ANYTIME] = "median of the rounds' ratios",
		[BENCHI_METHOD_STREAMS] = "ratio of the medians" };
	const size_t methods = sizeof ratios / sizeof *ratios;
	const char *metric = s->option.metrics.word[k];
	bool used[sizeof ratios / sizeof *ratios] = { false };
	const bool times = !strcmp(metric, "wall_time") && !s->option.script;
	const benchi_output_style style = benchi_look_for(out);
	const double base = m[reference(s)].stats.median;
	double least = INFINITY, spread = INFINITY, outliers = 0, runs = 0;
	benchi_grid g = { .columns = 0 };
	char a[FIGURE_TEXT], b[FIGURE_TEXT], title[100];
	figure_form f;
	bench_status status;

	for (size_t i = 0; i < s->list.n; i++) {
		least = fmin(least, m[i].stats.median);
		spread = m[i].stats.iqr > 0 ? fmin(spread, m[i].stats.iqr) : spread;
		outliers += (double)m[i].outliers;
		runs += (double)m[i].stats.n;
	}
	f = form_of(s, k, least, fmax(spread, fabs(least) / 1e4));
	snprintf(title, sizeof title, "%.60s%s%s%s", strcmp(metric, "wall_time") ? metric : "command",
	         *f.unit ? " (" : "", f.unit, *f.unit ? ")" : "");
	benchi_grid_column(&g, title, BENCHI_GRID_LEFT);
	benchi_grid_heads(&g, "runs|median|CI|min|max");
	benchi_grid_heads(&g, times ? "user|system|ratio|<" : "ratio|<");
	for (size_t i = 0; i < s->list.n; i++, m++) {
		const task *t = &s->list.task[i];
		double ratio = ratio_of(s, i, m->stats.median, base);

		/* the answer's ratio, which for pairs is not the ratio of the medians */
		for (size_t c = 0; c < answers->comparisons && isfinite(ratio); c++) {
			const benchi_comparison *of = &answers->comparison[c];
			const benchi_finding *found = &of->finding;

			if (!strcmp(of->test->set->benchmark, t->name) && !strcmp(of->test->set->metric, metric)
			    && isfinite(found->sure.estimate / found->location)) {
				ratio = 1 + found->sure.estimate / found->location;
				if (found->method < methods)
					used[found->method] = true;
			}
		}
		benchi_grid_line(&g, "%s", t->name);
		benchi_grid_put(&g, "%zu", m->stats.n);
		benchi_grid_put(&g, "%s", figure_bare(&f, m->stats.median, a));
		benchi_grid_put(&g, isfinite(m->low) ? "%s..%s" : "-", figure_bare(&f, m->low, a),
			figure_bare(&f, m->high, b));
		benchi_grid_put(&g, "%s", figure_bare(&f, m->stats.min, a));
		benchi_grid_put(&g, "%s", figure_bare(&f, m->stats.max, a));
		for (size_t p = 0; p < 2 && times; p++)
			benchi_grid_put(&g, "%s", figure_bare(&f, description_of(s, t, p ? "sys_time"
				: "user_time").median, a));
		benchi_grid_put(&g, isfinite(ratio) ? "%.2f" : "-", ratio);
		benchi_grid_put(&g, "%s", m->outliers ? "*" : "");
	}
	status = benchi_grid_end(&g, out, &style);
	for (size_t i = 0; i < methods; i++)
		if (used[i] && ratios[i])
			fprintf(out, "ratio: %s\n", ratios[i]);
	if (outliers > 0)
		fprintf(out, "* %.0f of %.0f runs are over %d interquartile ranges from the quartiles\n",
		        outliers, runs, FENCE);
	return status;
}

/* Says of up to ORDER_LINES commands that their runs drift, or are like their neighbours, in the
 * words of bench compare and bench plot. */
static void print_order(const sample *s, FILE *out)
{
	size_t found = 0;

	for (size_t i = 0; i < s->list.n; i++) {
		const task *t = &s->list.task[i];
		benchi_side side = { .set = set_of(s, t, s->option.metric), .label = t->name };
		char line[400], warning[200];
		unsigned order = 0;

		if (!side.set || !side.set->n)
			continue;
		side.raw = (bench_numbers){ side.set->x, side.set->n };
		if (benchi_side_prepare(&s->option.question, 0, &side) == BENCH_OK)
			order = side.shape.warnings & (BENCHI_SET_WARN_DRIFT | BENCHI_SET_WARN_NEIGHBOURS);
		if (order & BENCHI_SET_WARN_DRIFT) /* which makes neighbours alike, too */
			order = BENCHI_SET_WARN_DRIFT;
		found += order != 0;
		snprintf(line, sizeof line, "%.90s: %s", t->name,
			benchi_warning_summary(order, &side.shape, "", warning, sizeof warning));
		if (order && found <= ORDER_LINES)
			words_write(out, "note: ", line, 80);
		benchi_side_free(&side);
	}
	if (found > ORDER_LINES)
		fprintf(out, "note: and %zu more such remark%s\n", found - ORDER_LINES,
			found > ORDER_LINES + 1 ? "s" : "");
}

/* Prints the figures of each command, and how the sampling ended. */
static void print_summary(const sample *s, const job *answers, FILE *out)
{
	size_t n = s->list.n, metrics = s->option.metrics.n;
	summary *m = calloc(n * metrics, sizeof *m);
	double fastest = INFINITY, lowest = INFINITY;
	bool all = m != NULL;

	for (size_t i = 0; i < n * metrics && all; i++) {
		const task *t = &s->list.task[i % n];
		const benchi_set *set = set_of(s, t, s->option.metrics.word[i / n]);
		struct benchi_median_interval e = { .low = (double)NAN, .high = (double)NAN };

		m[i].stats = description_of(s, t, s->option.metrics.word[i / n]);
		all = !set || !set->n || (!isnan(m[i].stats.mean)
			&& benchi_set_median(set, 1 - s->option.question.alpha, &e) == BENCH_OK);
		m[i].low = set && set->n > 2 ? e.low : (double)NAN;
		m[i].high = set && set->n > 2 ? e.high : (double)NAN;
		for (size_t k = 0; set && k < set->n; k++)
			m[i].outliers += set->x[k] < m[i].stats.q25 - FENCE * m[i].stats.iqr
			                 || set->x[k] > m[i].stats.q75 + FENCE * m[i].stats.iqr;
		lowest = fmin(lowest, m[i].stats.min);
		if (i < n)
			fastest = fmin(fastest, m[i].stats.median);
	}
	for (size_t k = 0; k < metrics && all && n > 1; k++)
		all = write_metric(s, k, m + k * n, answers, out) == BENCH_OK;
	if (all && n == 1)
		write_one(s, &s->list.task[0], m, out);
	if (all) {
		const words *where = &s->option.where;

		fprintf(out, "%u round%s, ended by %s; output: ", (unsigned)s->round,
		        s->round == 1 ? "" : "s", s->ended ? s->ended : "an interrupt");
		if (s->option.script)
			fputs("the script's", out);
		else if (!where->n)
			fputs(s->option.show ? "inherit" : "pipe", out);
		for (size_t i = 0; i < where->n; i++)
			fprintf(out, "%s%s", i ? ", " : "", where->word[i]);
		if (s->option.shell)
			fprintf(out, "; by %s", s->option.shell);
		if (s->startup.known && s->option.subtract)
			fprintf(out, ", %.2f ms of start-up subtracted", s->startup.wall_s * 1e3);
		fputc('\n', out);
	}
	if (all && s->startup.known && !s->option.subtract && !strcmp(s->option.metric, "wall_time")
	    && s->startup.wall_s > STARTUP * fastest)
		fprintf(out, "starting %s takes %.2f ms of this (--subtract-startup)\n",
			s->option.shell ? s->option.shell : "a program", s->startup.wall_s * 1e3);
	if (all && s->option.subtract && lowest < 0)
		fprintf(out, "some values are negative: starting %s took longer than the run after it\n",
			s->option.shell ? s->option.shell : "true");
	if (all)
		print_order(s, out);
	if (all)
		scan_chart(s, out);
	free(m);
}

/*
 * Summaries in hyperfine's formats, for programs that read hyperfine's.
 *
 * Times are in seconds.  The interval and the answers are in our own formats only.
 */

/* hyperfine's figures of a command, in its order. */
enum { FIGURES = 7 };

static const char *const names[FIGURES] = { "mean", "stddev", "median", "user", "system", "min",
	"max" };

static void figures_for(const sample *s, const task *t, double x[FIGURES])
{
	const bench_description d = description_of(s, t, s->option.metric);
	const double found[FIGURES] = { d.mean, d.sd, d.median,
		description_of(s, t, "user_time").mean, description_of(s, t, "sys_time").mean, d.min,
		d.max };

	memcpy(x, found, sizeof found);
}

static void write_json(const sample *s, FILE *out)
{
	fputs("{\n  \"results\": [", out);
	for (size_t i = 0; i < s->list.n; i++) {
		const task *t = &s->list.task[i];
		char number[BENCHI_NUMBER_TEXT];
		double x[FIGURES];

		figures_for(s, t, x);
		fprintf(out, "%s\n    {\n      \"command\": ", i ? "," : "");
		benchi_json_text(out, t->name);
		for (size_t k = 0; k < FIGURES; k++)
			fprintf(out, ",\n      \"%s\": %s", names[k], benchi_number_text(x[k], number));
		for (int codes = 0; codes < 2; codes++) {
			const benchi_set *set = set_of(s, t, codes ? "exit_status" : s->option.metric);

			fprintf(out, ",\n      \"%s\": [", codes ? "exit_codes" : "times");
			for (size_t k = 0; set && k < set->n; k++)
				fprintf(out, "%s%s", k ? ", " : "", benchi_number_text(set->x[k], number));
			fputc(']', out);
		}
		if (s->option.parameters)
			fputs(",\n      \"parameters\": {", out);
		for (size_t k = 0; k < s->option.parameters; k++) {
			fputs(k ? ", " : "", out);
			benchi_json_text(out, s->option.parameter[k].name);
			fputs(": ", out);
			benchi_json_text(out, sample_value(&s->option, t->combination, k));
		}
		fputs(s->option.parameters ? "}\n    }" : "\n    }", out);
	}
	fputs("\n  ]", out);
	if (benchi_utilisation_known(&s->machine)) {
		fputs(",\n  \"machine\": ", out);
		benchi_put_utilisation(out, &s->machine);
	}
	fputs("\n}\n", out);
}

static void write_csv(const sample *s, FILE *out)
{
	records r = { .out = out, .csv = true };

	for (size_t i = 0; i < s->list.n; i++) {
		const task *t = &s->list.task[i];
		double x[FIGURES];
		char key[80];

		figures_for(s, t, x);
		record_texts(&r, { "command", t->name });
		for (size_t k = 0; k < FIGURES; k++)
			record_numbers(&r, { names[k], x[k] });
		for (size_t k = 0; k < s->option.parameters; k++) {
			snprintf(key, sizeof key, "parameter_%.60s", s->option.parameter[k].name);
			record_texts(&r, { key, sample_value(&s->option, t->combination, k) });
		}
		record_end(&r);
	}
}

static void write_markdown(const sample *s, FILE *out)
{
	static const benchi_output_style style = { .utf8 = true, .markdown = true };
	static const char *const heads[] = { "Mean", "Min", "Max" };
	const size_t base = reference(s);
	const bench_description first = description_of(s, &s->list.task[base], s->option.metric);
	const figure_form f = form_of(s, 0, first.mean, first.sd);
	benchi_grid g = { .columns = 0 };
	char a[FIGURE_TEXT], b[FIGURE_TEXT];

	benchi_grid_column(&g, "Command", BENCHI_GRID_LEFT);
	for (size_t i = 0; i < 3; i++) {
		snprintf(a, sizeof a, "%s%s%.12s%s", heads[i], *f.unit ? " [" : "", f.unit,
		         *f.unit ? "]" : "");
		benchi_grid_column(&g, a, BENCHI_GRID_PLAIN);
	}
	benchi_grid_column(&g, "Relative", 0);
	for (size_t i = 0; i < s->list.n; i++) {
		const bench_description d = description_of(s, &s->list.task[i], s->option.metric);
		const double ratio = ratio_of(s, i, d.mean, first.mean);

		benchi_grid_row(&g);
		benchi_grid_paint(&g, BENCHI_PAINT_CODE, s->list.task[i].name);
		benchi_grid_put(&g, "%s ± %s", figure_bare(&f, d.mean, a), figure_bare(&f, d.sd, b));
		benchi_grid_put(&g, "%s", figure_bare(&f, d.min, a));
		benchi_grid_put(&g, "%s", figure_bare(&f, d.max, a));
		if (i == base || !isfinite(ratio))
			benchi_grid_put(&g, isfinite(ratio) ? "%.2f" : "-", ratio);
		else
			benchi_grid_put(&g, "%.2f ± %.2f", ratio, ratio * hypot(d.sd / d.mean,
				first.sd / first.mean));
	}
	(void)benchi_grid_end(&g, out, &style);
}

#define SHARE 20 /* intermediate results may take one part of this many */
#define ROOMY 70 /* terminals at least this wide show the hint */

bool sample_value_of(const measures *m, const char *name, double *x)
{
	double user, sys;

	for (size_t i = 0; i < m->n; i++)
		if (!strcmp(m->measure[i].name, name)) {
			*x = m->measure[i].value;
			return true;
		}
	if (strcmp(name, "cpu_time") || !sample_value_of(m, "user_time", &user)
	    || !sample_value_of(m, "sys_time", &sys))
		return false;
	*x = user + sys;
	return true;
}

/* Adds the metrics of a run to the rows in memory; a killed run adds only its exit status. */
int sample_keep(sample *s, const task *t, const measures *m)
{
	benchi_mark mark = { .round = s->round, .has_round = true };
	words kept = s->option.metrics;

	for (size_t i = 0; i < 3; i++) {
		const char *more = (const char *const[]){ "exit_status", "user_time", "sys_time" }[i];

		if (!sample_has_word(&kept, more))
			kept.word[kept.n++] = more;
	}
	for (size_t i = 0; i < kept.n; i++) {
		const char *name = kept.word[i];
		size_t set;
		double x;

		if (!sample_value_of(m, name, &x)) {
			if (i < s->option.metrics.n)
				return complain(SAMPLE_VERB, "found no '%s' among the columns", name);
			continue;
		}
		if (m->killed && strcmp(name, "exit_status"))
			continue;
		set = benchi_rows_set(&s->rows, benchi_word_of(t->name), benchi_word_of(name),
		                      benchi_word_of(benchi_name_unit(name)));
		if (set == SIZE_MAX || benchi_set_add(&s->rows.set[set], x, &mark))
			return sample_no_memory();
	}
	return 0;
}

/* Draws the latest table and a line with round, time and time left. */
static void draw_screen(sample *s)
{
	char *text = NULL;
	size_t size = 0;
	FILE *stream = open_memstream(&text, &size);

	if (stream) {
		fputs(s->table ? s->table : "", stream);
		double gone = now_s() - s->began_s, left = NAN;

		fprintf(stream, "round %u", (unsigned)s->round);
		if (s->option.rounds > 0)
			fprintf(stream, " of %zu", s->option.rounds);
		fprintf(stream, ", %.1f s", gone);
		if (s->option.rounds > 0 && s->round > 1)
			left = gone / (s->round - 1) * ((double)s->option.rounds - s->round + 1);
		if (s->option.time_s > 0)
			left = isnan(left) ? s->option.time_s - gone : fmin(left, s->option.time_s - gone);
		if (!isnan(left))
			fprintf(stream, ", about %.0f s left%s", fmax(left, 0), s->option.until ? " at most"
				: "");
		fputs(benchi_interrupt_came() ? "; ends after this run" : "", stream);
		fputs(screen_columns(&s->screen) < ROOMY ? "\n" : benchi_interrupt_came()
			? "; Ctrl-C again ends it now\n" : "; Ctrl-C ends it\n", stream);

		if (!fclose(stream))
			screen_draw(&s->screen, text);
	}
	free(text);
	s->drawn_s = now_s();
}

/* At the end: orders the commands, writes the summaries of --export-json and the like, prints
 * figures, answers and remarks. Returns the exit status. */
static int conclude(sample *s, live *l)
{
	void (*const write[SAMPLE_EXPORTS])(const sample *, FILE *) = { write_json, write_csv,
		write_markdown };
	task *list = s->list.task; /* sorted by insertion */
	/* Text goes to standard error if rows or a document are on standard output. */
	const bool no_rows = s->rowless || s->option.rows || s->option.resume;
	FILE *out = no_rows && !s->document ? stdout : stderr;
	int exported = 0;

	for (size_t i = 1; i < s->list.n && s->option.sort == SAMPLE_BY_MEAN; i++)
		for (size_t k = i; k && description_of(s, &list[k], s->option.metric).mean
		     < description_of(s, &list[k - 1], s->option.metric).mean; k--) {
			task swapped = list[k];

			list[k] = list[k - 1];
			list[k - 1] = swapped;
		}
	for (size_t i = 0; i < SAMPLE_EXPORTS; i++) {
		if (!s->export[i].out)
			continue;
		write[i](s, s->export[i].out);
		if (benchi_atomic_file_keep(&s->export[i]) != BENCH_OK)
			exported = complain(SAMPLE_VERB, "%s", bench_detail());
	}
	if (s->screen.out)
		screen_clear(&s->screen);
	if (!s->option.quiet)
		print_summary(s, &l->job, out);
	for (size_t k = 0; k < s->option.metrics.n; k++) {
		FILE *to = s->option.quiet ? stderr : out;

		if (s->option.metrics.n > 1 && l->job.comparisons)
			fprintf(to, "%s:\n", s->option.metrics.word[k]);
		live_answers(to, l, s->option.metrics.word[k], 80);
	}

	/* Report failed runs: those with a status, whose times are used, and killed ones, whose times
	 * are not. */
	for (size_t i = 0; i < s->list.n; i++) {
		const task *t = &s->list.task[i];

		if (t->failed)
			complain(SAMPLE_VERB, "%s: %zu of %u runs ended with status %d; their times are used",
				t->name, t->failed, (unsigned)t->last_round, t->status);
		if (t->killed)
			complain(SAMPLE_VERB, "%s: %zu of %u runs were ended by %s; their times do not count, "
				"and this command is not compared", t->name, t->killed,
				(unsigned)t->last_round, s->option.timeout_s > 0 ? "--timeout" : "a signal");
		if (t->left)
			complain(SAMPLE_VERB, "%s: in %zu of %u runs a process that it started was still "
				"running at its end; the times do not include that%s", t->name, t->left,
				(unsigned)t->last_round,
				s->option.shell && strstr(t->text, "&>") ? " (&> is bash's: --shell bash)" : "");
	}

	if (!s->option.quiet)
		sample_busy_report(s);
	if (s->alarmed) {
		fprintf(stderr, "bench sample: the same command under two names differs: the "
			"difference does not come from the commands, so trust no answer above\n");
	}
	if (s->alarmed || (s->option.until && !s->answered))
		return exported ? exported : BENCHI_EXIT_UNDECIDED;
	return exported ? exported
		: bounds_judge(&s->option.bounds, SAMPLE_VERB, &s->rows, 1, out);
}

int sample_look(sample *s, bool final)
{
	const sample_options *o = &s->option;
	const char *twin = s->null ? s->list.task[s->list.n - 1].name : "";
	const double now = now_s();
	benchi_rows compared = s->rows;
	settings a;
	live l;
	int status;

	if (!final && (now - s->looked_s < SHARE * s->look_cost_s
	               || (!o->until && !o->ends && !s->null && now - s->drawn_s < LIVE_SECONDS)))
		return 0;

	memset(&a, 0, sizeof a);
	a.question = o->question;
	a.question.anytime = !final || !s->ended || s->rows.anytime; /* s->ended is NULL after Ctrl-C */
	a.metric = o->metrics;
	a.metric.n = final ? a.metric.n : 1;
	a.base = s->list.task[0].name;

	/* Commands with a killed run are not compared. */
	compared.set = malloc((s->rows.sets + 1) * sizeof *compared.set);
	compared.sets = 0;
	for (size_t i = 0; compared.set && i < s->rows.sets; i++) {
		const task *t = sample_task(s, s->rows.set[i].benchmark);

		if (t && !t->killed)
			compared.set[compared.sets++] = s->rows.set[i];
	}
	if (!compared.set)
		return sample_no_memory();
	status = live_look(&compared, &a, "the rows", &l);
	s->looked_s = now_s();
	s->look_cost_s = s->looked_s - now;

	/* Answered: every pair is conclusive.  Alarmed: the first command differs from itself. */
	s->answered = l.job.comparisons > (s->null ? 1u : 0u);
	s->alarmed = false;
	for (size_t i = 0; i < l.job.comparisons && !status; i++) {
		const benchi_comparison *c = &l.job.comparison[i];

		if (!strcmp(c->test->label, twin))
			s->alarmed = c->finding.answer >= BENCH_LOWER;
		else if (c->finding.answer == BENCH_UNSURE)
			s->answered = false;
	}
	if (!status && final)
		status = conclude(s, &l);
	else if (!status && s->screen.out && now - s->drawn_s >= LIVE_SECONDS) {
		size_t size = 0;
		FILE *stream;

		free(s->table);
		s->table = NULL;
		stream = open_memstream(&s->table, &size);
		if (stream) {
			live_write(stream, &l, screen_columns(&s->screen));
			fclose(stream);
		}
		draw_screen(s);
	}
	live_free(&l);
	free(compared.set);
	return status;
}

/* Redraws the line of time once a second, also while a command runs. */
void sample_tick(sample *s)
{
	if (s->screen.out && s->began_s > 0 && now_s() - s->drawn_s >= 1)
		draw_screen(s);
}

/*
 * The numbers of a run.
 *
 * For a command: cbdr's three times first, in cbdr's order, then what the system knows of the
 * process, then the processor's counters.  For a script: the numbers of the JSON object that the
 * script prints, sorted by name.
 */

static void add_measure(measures *m, const char *name, double value)
{
	struct measure *one = &m->measure[m->n++];

	snprintf(one->name, sizeof one->name, "%s", name);
	one->value = value;
}

void sample_fill(const sample *s, const benchi_usage *u, const double *counts, measures *m)
{
	m->n = 0;

	/* The start-up of the same round is subtracted, so that its spread is in every value.
	 * Negative results are kept, because dropping them would bias the median. */
	const startup *c = &s->nothing;
	double sys = u->system_ns / 1e9, user = u->user_ns / 1e9, wall = u->wall_ns / 1e9;

	add_measure(m, "sys_time", sys - c->sys_s);
	add_measure(m, "user_time", user - c->user_s);
	add_measure(m, "wall_time", wall - c->wall_s);

	add_measure(m, "max_rss", u->max_rss_bytes);
	add_measure(m, "voluntary_switches", u->voluntary);
	add_measure(m, "involuntary_switches", u->involuntary);
	add_measure(m, "minor_faults", u->minor_faults);
	add_measure(m, "major_faults", u->major_faults);
	add_measure(m, "exit_status", u->exited ? u->code : 128 + u->code);
	add_measure(m, "started", s->started);
	add_measure(m, "others", s->busy.share);
	if (s->option.subtract)
		add_measure(m, "startup", s->nothing.wall_s);
	for (size_t i = 0; i < BENCHI_COUNTERS && s->counting; i++)
		if (!isnan(counts[i]))
			add_measure(m, benchi_counter_name(i), counts[i]);
}

static int by_name(const void *a, const void *b)
{
	return strcmp(((const struct measure *)a)->name, ((const struct measure *)b)->name);
}

int sample_parse(const task *t, int file, measures *m)
{
	int own = fcntl(file, F_DUPFD_CLOEXEC, 3), result = 0;
	FILE *stream = own >= 0 ? fdopen(own, "r") : NULL;
	benchi_record record = { NULL, 0, 0, 0 };
	bench_status status;
	benchi_input in;
	benchi_json json;

	if (!stream)
		return complain(SAMPLE_VERB, "the script's output cannot be read");
	rewind(stream);
	status = benchi_input_open(&in, stream, "the script's output");
	benchi_json_open(&json, &in);
	if (!status)
		status = benchi_json_next(&json);
	if (!status && json.token != BENCHI_JSON_OBJECT)
		status = benchi_input_error(&in, "another value", 13, "an object of numbers in braces");
	if (!status)
		status = benchi_record_read(&record, &json);
	if (!status)
		status = benchi_json_next(&json);
	if (status)
		result = complain(SAMPLE_VERB, "%s: %s", t->name, bench_detail());
	m->n = 0;
	for (size_t i = 0; i < record.n && !result; i++) {
		const benchi_field *f = &record.field[i];

		if (f->kind != BENCHI_FIELD_NUMBER)
			result = complain(SAMPLE_VERB, "%s: the script's '%.40s' is not a number", t->name,
				f->key);
		else if (m->n == SAMPLE_MEASURES)
			result = complain(SAMPLE_VERB, "%s: the script printed more than %d numbers", t->name,
				SAMPLE_MEASURES);
		else if (strlen(f->key) >= sizeof m->measure->name || !*f->key)
			result = complain(SAMPLE_VERB, "%s: the script's name '%.60s' has %zu bytes, expected "
				"1 to %zu", t->name, f->key, strlen(f->key), sizeof m->measure->name - 1);
		else if (benchi_record_find(&record, f->key) == f)
			add_measure(m, f->key, f->number);
	}
	qsort(m->measure, m->n, sizeof *m->measure, by_name);
	if (!result && !m->n)
		result = complain(SAMPLE_VERB, "%s: the script printed no number", t->name);
	benchi_record_free(&record);
	benchi_json_close(&json);
	benchi_input_close(&in);
	fclose(stream);
	return result;
}
