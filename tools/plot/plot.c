/*
 * `bench plot`: draws measurements.
 *
 * Reads what `bench compare` reads, gathers one panel per metric, chooses suitable charts, and
 * draws them in the terminal or as SVG, PNG, HTML or a Vega-Lite specification. Files are written
 * under a temporary name first, so that they are complete or absent.
 *
 * SPDX-License-Identifier: MIT
 */

#include "tools/plot/plot.h"
#include "tools/history/history.h"

#include <limits.h>

#define PLOT_COLUMNS 90 /* width; longer labels are shortened in the middle */
#define PLOT_SETS 2000  /* most sets drawn per metric */
#define UNUSABLE_TEXT 100 /* after this many bytes of names, other rows are only counted */
#define SAME_MODE .25   /* modes of two sets count as equal if they differ by at most this share of
                           their distance */
#define APART 3         /* from this ratio of medians on, a common scale hides the spread of each
                           set */

/*
 * The points of a set that a plot shows.
 *
 * One sorted copy provides the quantiles and the distribution function: every value of a small
 * set, quantiles at even steps of a large one. A picture of ten million values is therefore as
 * small as one of a thousand.
 *
 * Assumes finite values.
 */

#define STEPS 400 /* points of a distribution function, at most */
#define REACH 4 /* interquartile ranges beyond the quartiles that are still shown */
#define INNER 0.99 /* share of the values that is always on the axis */
#define USUAL 0.97 /* values beyond the reach are hidden only if at least this share is within */

/* Computes a view. The caller frees step_x in any case. BENCH_ERR_ARGUMENT: the set is empty.
 * BENCH_ERR_INPUT: a number is not finite. BENCH_ERR_MEMORY. */
static bench_status view_find(const bench_numbers *set, plot_view *v)
{
	size_t steps = set->n < STEPS ? set->n : STEPS;
	bench_status status = benchi_numbers_check(set, 1);
	double *sorted;

	memset(v, 0, sizeof *v);
	if (status != BENCH_OK)
		return status;
	v->set = *set;
	v->step_x = malloc(2 * steps * sizeof *v->step_x);
	sorted = benchi_numbers_sorted(set);
	if (!v->step_x || !sorted) {
		free(sorted);
		return benchi_no_memory("the values");
	}
	v->step_y = v->step_x + steps;
	size_t n = set->n;
	v->min = sorted[0];
	v->q05 = benchi_quantile(sorted, n, 0.05);
	v->q25 = benchi_quantile(sorted, n, 0.25);
	v->median = benchi_quantile(sorted, n, 0.5);
	v->q75 = benchi_quantile(sorted, n, 0.75);
	v->q95 = benchi_quantile(sorted, n, 0.95);
	v->max = sorted[n - 1];

	/* The axis reaches to the last value near the quartiles, unless too many lie beyond. */
	const double reach = REACH * (v->q75 - v->q25);
	const bool cut = reach > 0 && isfinite(reach);
	const size_t usual = (size_t)(USUAL * (double)(n - 1));
	const size_t inner = (size_t)(INNER * (double)(n - 1));
	size_t first = 0, last = n - 1;

	while (cut && sorted[first] < v->q25 - reach)
		first++;
	while (cut && sorted[last] > v->q75 + reach)
		last--;
	v->shown_low = sorted[first <= n - 1 - usual ? first : n - 1 - inner];
	v->shown_high = sorted[last >= usual ? last : inner];

	/* The distribution function: step_y is the share reached at step_x. */
	v->steps = steps;
	for (size_t i = 0; i < steps; i++) {
		size_t k = n <= STEPS
			? i : (size_t)((double)i * (double)(n - 1) / (double)(steps - 1));

		v->step_x[i] = sorted[k];
		v->step_y[i] = 100 * (double)(k + 1) / (double)n;
	}
	free(sorted);
	return BENCH_OK;
}

benchi_extent plot_extent(const plot_view *of, size_t n, bool log)
{
	double low = (double)INFINITY, high = -(double)INFINITY, least = (double)INFINITY;

	for (size_t i = 0; i < n; i++) {
		low = fmin(low, of[i].shown_low);
		high = fmax(high, of[i].shown_high);
		least = fmin(least, of[i].min);
	}
	if (!(low <= high))
		low = high = 0;
	if (log && least > 0 && low <= 0)
		low = least;
	return benchi_extent_over(low, high, log && low > 0, false);
}

/*
 * Chooses the sets to draw together.
 *
 * One panel per metric, with all benchmarks on one scale: logarithmic with --log, or if medians
 * differ by more than a factor of 100. Some metrics imply their unit by name (wall_time of cbdr's
 * tables is in seconds).
 */

/* Returns whether a metric is named by a unit of time only. */
static bool is_time(const char *metric)
{
	return !strcmp(metric, "ns") || !strcmp(metric, "us") || !strcmp(metric, "ms");
}

const char *plot_unit(const benchi_set *set)
{
	static const char *const names[][2] = { { "wall_time user_time sys_time _seconds", "s" },
		{ "_ns", "ns" }, { "_us", "us" }, { "_ms _millis", "ms" }, { "_bytes", "B" },
		{ "_hz", "Hz" }, { "mhz", "MHz" } };

	if (*set->unit || is_time(set->metric))
		return *set->unit ? set->unit : set->metric;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (benchi_ends_in(set->metric, names[i][0]))
			return names[i][1];
	return "";
}

bench_status plot_prepare(plot *p)
{
	bench_status status = BENCH_OK;

	p->utf8 = p->svg || p->png || p->html || p->vega
		|| (!p->ascii && benchi_look_for(stdout).utf8);
	for (panel *a = p->panel; a < p->panel + p->panels && status == BENCH_OK; a++) {
		a->result = calloc(a->n, sizeof *a->result);
		if (!a->result)
			return benchi_no_memory("the results");
		for (size_t i = 0; i < a->n && status == BENCH_OK; i++) {
			struct benchi_median_interval *m = &a->result[i].interval;

			if (a->side[i]->set->n && !(a->result[i].stated = result_stated(
				&p->job.rows[a->side[i]->file], a->side[i]->set, &a->result[i].interval,
				&a->result[i].unusable))
			    && p->kinds & (PLOT_OVER | PLOT_FOREST | PLOT_OVERLAY))
				status = benchi_set_median(a->side[i]->set, .95, m);
			m->low = isfinite(m->low) ? m->low : m->centre;
			m->high = isfinite(m->high) ? m->high : m->centre;
		}
		for (int second = 0; second < 2 && status == BENCH_OK && p->kinds & PLOT_OVER; second++)
			status = plot_over_find(p, a, second, &a->over[second]);
		if (status == BENCH_OK && p->kinds & PLOT_FOREST)
			status = plot_forest_find(p, a);
		if (status || !(p->kinds & PLOT_ECDF))
			continue;
		/* distribution functions: a series per set, as far as the axis reaches */
		benchi_series *s = calloc(a->n, sizeof *s);

		if (!s)
			return benchi_no_memory("the chart");
		for (size_t i = 0; i < a->n; i++) {
			const plot_view *v = &a->view[i];
			size_t first = 0, last = v->steps;

			while (first < last && v->step_x[first] < a->extent.low)
				first++;
			while (last > first && v->step_x[last - 1] > a->extent.high)
				last--;
			s[i] = (benchi_series){ .name = a->label[i], .kind = BENCHI_MARK_STEPS,
				.x = v->step_x + first, .y = v->step_y + first, .n = last - first };
		}
		a->ecdf = (benchi_chart){ .series = s, .n = a->n, .x = plot_scale(a),
			.y = { .label = "share of values up to here", .unit = "%", .from_zero = true } };
	}
	return status;
}

const char *plot_unusable(const panel *a, const char *mark, char text[PLOT_LABEL])
{
	size_t used = 0, more = 0;

	*text = '\0';
	for (size_t i = 0; i < a->n; i++) {
		if (!a->result[i].unusable)
			continue;
		if (used > UNUSABLE_TEXT)
			more++;
		else
			used += (size_t)sprintf(text + used, used ? "%s%.100s" : "do not use%s: %.100s",
				used ? ", " : mark, a->label[i]);
	}
	if (more)
		sprintf(text + used, " and %zu more", more);
	return text;
}

const char *plot_points(const panel *a, char text[PLOT_LABEL])
{
	double least = .95;

	for (size_t i = 0; i < a->n; i++)
		if (a->result[i].interval.low < a->result[i].interval.high)
			least = fmin(least, a->result[i].interval.confidence);
	if (least < .945) {
		char few[24] = "the range";     /* without a confidence */

		if (least > 0)
			snprintf(few, sizeof few, "%.0f %%", 100 * least);
		snprintf(text, PLOT_LABEL, "a median, with its interval (95 %%, of few values %s)", few);
	} else
		snprintf(text, PLOT_LABEL, "a median, with its 95 %% interval");
	return text;
}

/* Returns the panel of a metric and unit, which is added if new. There is space for a panel per
 * set. */
static panel *find_panel(plot *p, const benchi_side *s)
{
	for (size_t i = 0; i < p->panels; i++)
		if (!strcmp(p->panel[i].metric, s->set->metric)
		    && !strcmp(p->panel[i].unit, plot_unit(s->set)))
			return &p->panel[i];
	p->panel[p->panels].metric = s->set->metric;
	p->panel[p->panels].unit = plot_unit(s->set);
	return &p->panel[p->panels++];
}

size_t plot_series(const panel *a, size_t i)
{
	if (a->grouped)
		return a->side[i]->file < BENCHI_COLOURS ? a->side[i]->file : 0;
	return a->n <= BENCHI_COLOURS && !a->plain ? i : 0;
}

/* Adds a side to its panel, with a label of its benchmark, file or both, as needed to tell it
 * apart: "benchmark: file", shortened and safe for a terminal. several: benchmarks have different
 * names. Returns 0, or EXIT_MISUSE after a message. */
static int add_side(plot *p, benchi_side *s, bool several)
{
	const bool one_file = p->job.files < 2;
	const char *benchmark = s->set->benchmark, *file = last_part(p->job.name[s->file]);
	panel *a = find_panel(p, s);
	/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): plot_gather chose the same sides */
	char *label = a->label[a->n], *name, *clean;
	size_t capacity;

	a->side[a->n] = s;
	if (!one_file && s->label && *s->label)
		file = s->label;
	if (one_file && *benchmark)
		file = "";
	else if (one_file || !several || !strcmp(file, benchmark))
		benchmark = "";
	capacity = strlen(benchmark) + strlen(file) + 3;
	name = malloc(capacity);
	if (name)
		snprintf(name, capacity, "%s%s%s", benchmark, *benchmark && *file ? ": " : "", file);
	clean = name ? benchi_utf8_clean(name, 1) : NULL;
	if (clean) {
		benchi_utf8_shorten(clean, PLOT_COLUMNS);
		snprintf(label, PLOT_LABEL, "%s", clean);
	}
	free(name);
	free(clean);
	if (!clean)
		return complain("plot", "out of memory");
	if (view_find(&s->raw, &a->view[a->n++]))
		return complain(p->job.verb, "%s: %s", label, bench_detail());
	a->values += s->raw.n;
	return 0;
}

int plot_gather(plot *p)
{
	const job *j = &p->job;
	bool several = false, *seen; /* several: benchmarks have different names */
	int status = 0;

	p->panels = 0;
	p->panel = calloc(j->sides, sizeof *p->panel);
	seen = calloc(j->sides + 1, sizeof *seen);
	if (!p->panel || !seen)
		status = complain(j->verb, "out of memory");
	for (size_t i = 0; i < j->sides && !status; i++) {
		several = several || strcmp(j->side[i].set->benchmark, j->side[0].set->benchmark);
		if (compare_asked(&j->settings, j->side[i].set))
			find_panel(p, &j->side[i])->n++;
	}
	for (size_t i = 0; i < p->panels && !status; i++) {
		panel *a = &p->panel[i];
		size_t n = a->n;

		a->n = 0;
		if (n > PLOT_SETS && j->settings.output == OUTPUT_TEXT) {
			status = complain(j->verb, "%zu sets of %s, expected at most %d to draw: choose some "
				"with -f GLOB", n, plot_name(a), PLOT_SETS);
			break;
		}
		a->grouped = several && j->files > 1;
		a->plain = j->files == 1 && !j->comparisons;
		a->view = calloc(n, sizeof *a->view);
		/* NOLINTNEXTLINE(bugprone-sizeof-expression): the array holds pointers */
		a->side = calloc(n, sizeof *a->side);
		a->label = calloc(n, sizeof *a->label);
		if (!a->view || !a->side || !a->label)
			status = complain(j->verb, "out of memory");
	}
	/* Put each side into its panel, keeping the sides of a benchmark together. */
	for (size_t i = 0; i < j->sides && !status; i++)
		for (size_t k = seen[i] ? j->sides : i; k < j->sides && !status; k++) {
			benchi_side *s = &j->side[k];

			if (strcmp(s->set->benchmark, j->side[i].set->benchmark) != 0)
				continue;
			seen[k] = true;
			if (compare_asked(&j->settings, s->set))
				status = add_side(p, s, several);
		}
	free(seen);
	for (size_t k = 0; k < p->panels && !status; k++) {
		panel *a = &p->panel[k];
		double low = (double)INFINITY, high = 0;
		bool positive = true;

		a->constant = true;
		for (size_t i = 0; i < a->n; i++) {
			const plot_view *v = &a->view[i];

			a->constant = a->constant && v->min == a->view->min && v->max == a->view->min;
			positive = positive && v->min > 0;
			low = fmin(low, v->median);
			high = fmax(high, v->median);
		}
		a->extent = plot_extent(a->view, a->n, p->log || (!p->linear && positive
		                                                         && high / low > PLOT_LOG_FROM));
	}
	return status;
}

void plot_free(plot *p)
{
	for (size_t i = 0; i < p->panels; i++) {
		panel *a = &p->panel[i];

		for (size_t k = 0; k < a->n && a->view; k++)
			free(a->view[k].step_x);
		free(a->view);
		free(a->side);
		free(a->result);
		free(a->label);
		plot_over_free(&a->over[0]);
		plot_over_free(&a->over[1]);
		free(a->forest);
		free(a->ecdf.series);
	}
	free(p->panel);
	compare_free(&p->job);
}

const char *plot_name(const panel *a)
{
	return !*a->metric ? "values" : is_time(a->metric) ? "time" : a->metric;
}

benchi_axis plot_scale(const panel *a)
{
	return (benchi_axis){ .label = plot_name(a), .unit = a->unit, .log = a->extent.log,
		.measured = true };
}

/* If set i and the one that it is compared with have the same two modes, writes which set is in
 * the higher mode more often: once, for the test. Returns false for other sets. */
static bool two_modes(const plot *p, const panel *a, size_t i, char line[400])
{
	for (size_t k = 0; k < p->job.comparisons; k++) {
		const benchi_comparison *c = &p->job.comparison[k];
		const benchi_modes *m[2] = { &c->base->shape.modes, &c->test->shape.modes };
		const char *name[2] = { "", "" };
		double share[2], error = 0;
		char low[80], high[80];
		bool clear;
		size_t more;

		if ((c->base != a->side[i] && c->test != a->side[i]) || m[0]->n != 2 || m[1]->n != 2)
			continue;
		for (size_t side = 0; side < 2; side++) {
			const double n = (double)(m[side]->count[0] + m[side]->count[1]);

			if (fabs(m[0]->at[side] - m[1]->at[side]) > SAME_MODE * (m[0]->at[1] - m[0]->at[0]))
				return false;
			share[side] = (double)m[side]->count[1] / n;
			error += share[side] * (1 - share[side]) / n;
			for (size_t j = 0; j < a->n; j++)
				if (a->side[j] == (side ? c->test : c->base))
					name[side] = a->label[j];
		}
		more = share[1] > share[0];
		clear = fabs(share[1] - share[0]) > 2 * sqrt(error);
		benchi_value_text(m[0]->at[0], a->unit, 3, p->utf8, low, sizeof low);
		benchi_value_text(m[0]->at[1], a->unit, 3, p->utf8, high, sizeof high);
		if (c->base == a->side[i])
			*line = '\0';
		else
			snprintf(line, 400, "%.80s is near %s %s often (%.0f %% of the values) %s %.80s "
				"(%.0f %%); the others are near %s", name[more], high, clear ? "more" : "about as",
				100 * share[more], clear ? "than" : "as", name[!more], 100 * share[!more], low);
		return true;
	}
	return false;
}

size_t plot_remarks(const plot *p, bool overlay, const panel *a, char (*text)[400], size_t most)
{
	static const unsigned warnings[] = { 0, BENCHI_SET_WARN_MODES, BENCHI_SET_WARN_DRIFT };
	size_t n = *plot_unusable(a, "", text[0]) != 0, left = 0;
	char line[400], first[200], last[80];

	/* first all values beyond the axis, then all modes, then all drifts */
	for (size_t w = 0; w < sizeof warnings / sizeof *warnings; w++)
		for (size_t i = 0; i < a->n; i++) {
			const unsigned warning = warnings[w];
			const plot_view *v = &a->view[i];
			const benchi_side *s = a->side[i];
			const benchi_extent e = a->extent;
			size_t one, outside[2], all;

			(void)benchi_count_parts(&v->set, &e, 1, &one, outside);
			all = outside[0] + outside[1];
			*line = '\0';
			if (warning == BENCHI_SET_WARN_MODES && two_modes(p, a, i, line))
				;
			else if (s->shape.warnings & warning
			    && !(warning == BENCHI_SET_WARN_DRIFT && s->set->unordered))
				snprintf(line, sizeof line, "%.90s: %s", a->label[i],
					benchi_warning_summary(warning, &s->shape, a->unit, first, sizeof first));
			else if (!warning && all && !overlay)
				snprintf(line, sizeof line, "%zu of %zu values of %.100s %s beyond the axis: "
					"%s%s%s%s%s", all, v->set.n, a->label[i], all > 1 ? "lie" : "lies",
					outside[0] ? "down to " : "", outside[0] ? benchi_value_text(v->min, a->unit, 4,
						p->utf8, first, sizeof first) : "", outside[0] && outside[1] ? ", " : "",
					outside[1] ? "up to " : "", outside[1] ? benchi_value_text(v->max, a->unit, 4,
						p->utf8, last, sizeof last) : "");
			for (size_t k = 0; k < v->set.n && *line && !warning && all == 1; k++)
				if (v->set.x[k] < e.low || v->set.x[k] > e.high)
					snprintf(line + strlen(line), sizeof line - strlen(line), " in run %zu", k + 1);
			if (*line && n + 1 < most)
				strcpy(text[n++], line);
			else
				left += *line != 0;
		}
	if (left)
		snprintf(text[n++], 400, "and %zu more such remark%s", left, left > 1 ? "s" : "");
	return n;
}

#define VERB "plot"

#define AT(member) offsetof(plot, member)
#define ASKED(member) AT(job.settings.member)

static int take_kind(benchi_command_line *line, const benchi_setting *row, const char *value)
{
	((plot *)line->to)->kinds |= (unsigned)row->most;
	return 0;
}

static const benchi_setting table[] = {
	BENCHI_SETTING(0, "svg", "OUT", "write an SVG picture, for light and dark pages",
		benchi_setting_text, AT(svg)),
	BENCHI_SETTING(0, "png", "OUT", "write a PNG picture, 1600 pixels wide", benchi_setting_text,
		AT(png)),
	BENCHI_SETTING(0, "html", "OUT", "write a web page: charts, answers, table",
		benchi_setting_text, AT(html)),
	{ 0, "over", "n", "draw medians over n, for names such as sort/n=4", benchi_setting_text,
	  AT(over),
	  0, 0, NULL, "strip histogram ecdf forest" },
	BENCHI_LIMITED(0, "forest", NULL, "draw a row per case: its change, or its median", take_kind,
		0, 0, PLOT_FOREST),
	BENCHI_HELP("Other charts"),
	BENCHI_LIMITED(0, "strip", NULL, "draw every value, with median and quartiles", take_kind, 0, 0,
		PLOT_STRIP),
	BENCHI_LIMITED(0, "histogram", NULL, "draw how many values are in each range", take_kind, 0, 0,
		PLOT_HISTOGRAM),
	BENCHI_LIMITED(0, "ecdf", NULL, "draw the cumulative share of values", take_kind, 0, 0,
		PLOT_ECDF),
	BENCHI_HELP("Form"),
	BENCHI_FLAG(0, "vega", "print the chart as JSON of Vega-Lite", AT(vega)),
	BENCHI_SETTING(0, "title", "TEXT", "put this title above the chart", benchi_setting_text,
		AT(title)),
	{ 0, "log", NULL, "use a logarithmic axis (default: by range)", benchi_setting_flag,
	  AT(log), 0, 0, NULL, "linear" },
	BENCHI_FLAG(0, "linear", "use a linear axis", AT(linear)),
	BENCHI_LIMITED('w', "width", "80", "make charts in the terminal N columns wide (80)",
		benchi_setting_count, AT(width), 30, 500),
	BENCHI_FLAG(0, "ascii", "draw with ASCII characters only", AT(ascii)),
	BENCHI_HELP("The answer"),
	BENCHI_SETTING('m', "margin", "1%", "set the largest difference that does not matter (1%)",
		take_margin, ASKED(question)),
	BENCHI_SETTING('c', "confidence", "95%", "set the confidence of all answers together (95%)",
		take_confidence, ASKED(question)),
	BENCHI_SETTING(0, "base", "NAME", "compare the file's other cases with case NAME",
		benchi_setting_text, ASKED(base)),
	BENCHI_FLAG(0, "force", "compare files of different machines", ASKED(force)),
	BENCHI_FLAG(0, "higher-is-better", "treat unknown metrics as rates", ASKED(higher)),
	COMPARE_FILES(offsetof(plot, job.settings)),
	BENCHI_SETTINGS_END
};

/* Chooses the charts if no option does: over a number in the names, an overlay per comparison,
 * strips; a forest for many sets or comparisons, and for sets that are far apart. Returns 0, or
 * EXIT_MISUSE after a message. */
static int choose_charts(plot *p)
{
	const panel *a = p->panel;
	const char *wanted = p->over && *p->over == '/' ? p->over + 1 : p->over;
	bench_status axis = BENCH_ERR_INPUT;
	char names[300] = "";
	size_t compared = 0;

	if (!p->panels)
		return complain(VERB, "nothing to draw in %s", p->job.name[0]);
	if (plot_of_ramps(p))
		snprintf(p->key, sizeof p->key, "workers");
	else if (!p->kinds)
		axis = plot_axis_find(a, wanted, p->key);
	if (axis == BENCH_ERR_MEMORY)
		return complain(VERB, "out of memory");
	if (plot_of_ramps(p) || axis == BENCH_OK) {
		p->other_charts = !plot_of_ramps(p) && !p->over;
		p->kinds = PLOT_OVER;
		return 0;
	}
	for (size_t i = 0; p->over && i < a->n && i < 3; i++)
		snprintf(names + strlen(names), sizeof names - strlen(names), "%s%.60s", i ? ", " : "",
		         a->side[i]->set->benchmark);
	if (p->over)
		return complain(VERB, "--over %s: no case has the key '%s' in its name; the cases are "
		                "%s%s; to add the key, write .range = \"%s=1..64k\"", wanted, wanted, names,
		                a->n > 3 ? ", ..." : "", wanted);
	for (size_t i = 0; i < p->job.comparisons; i++)
		compared += !strcmp(p->job.comparison[i].test->set->metric, a->metric);
	p->other_charts = !p->kinds;
	if (p->kinds)
		return 0;
	p->kinds = compared > PLOT_FEW || (!compared && a->n > PLOT_FEW) ? PLOT_FOREST
	           : compared ? PLOT_OVERLAY : PLOT_STRIP;
	for (size_t i = 0; i < a->n && p->kinds == PLOT_STRIP; i++)
		for (size_t k = 0; k < a->n; k++)
			if (a->view[i].median > APART * fabs(a->view[k].median) && !a->extent.log)
				p->kinds = PLOT_FOREST;
	return 0;
}

/* Returns the number of rows: the terminal's, or LINES; `other` if both are unknown or standard
 * output is not a terminal. */
static int terminal_height(int other)
{
	const char *lines = benchi_environment_text("LINES");
	int own = (int)benchi_terminal_size(stdout, true);
	uint64_t asked;

	if (own > 0 || !benchi_terminal_is(stdout))
		return own > 0 ? own : other;
	return lines && benchi_whole(lines, INT_MAX, &asked) && asked ? (int)asked : other;
}

/* Reads the files and draws them. Returns the exit status. */
static int plot_files(plot *p, char **paths, size_t count)
{
	job *j = &p->job;
	benchi_words *metric = &j->settings.metric;
	const char *headline;
	int status, columns = p->width ? (int)p->width : terminal_width(80, 0);

	j->ramps = true;
	status = compare_read(j, paths, count);
#ifdef BENCHI_HAVE_PROCESSES /* the verb history also needs processes */
	if (!status && count == 1 && j->rows[0].sets && !p->kinds && !p->over && !p->vega
	    && strcmp(paths[0], "-")) {
		size_t commits = 0;

		while (commits < j->rows[0].sets && strstr(j->rows[0].set[commits].benchmark, "/commit="))
			commits++;
		if (commits == j->rows[0].sets)
			return history_plot(&(history_picture){ paths[0], metric->n ? metric->word[0] : NULL,
				p->svg, p->png, p->html, &j->settings.filter });
	}
#endif
	if (!status)
		status = compare_guard(j);
	if (!status)
		status = compare_match(j);
	if (status)
		return status;
	if (j->files == 2)
		snprintf(p->two, sizeof p->two, "%.80s against %.80s", last_part(j->name[1]),
		         last_part(j->name[0]));
	headline = compare_headline(j);
	if (!metric->n && *headline) /* without --metric, draw the metric that comparisons use */
		metric->word[metric->n++] = headline;
	status = plot_gather(p);
	if (!status)
		status = choose_charts(p);
	for (size_t i = 0; i < p->panels && !(p->kinds & (PLOT_OVER | PLOT_FOREST)); i++)
		for (size_t k = 0; k < p->panel[i].n && !status; k++) /* for remarks on their shapes */
			status = compare_prepare(j, p->panel[i].side[k]);
	if (!status && j->comparisons && (p->html || p->kinds & (PLOT_FOREST | PLOT_OVERLAY)))
		status = compare_decide(j);
	if (!status && p->svg && p->html && !strcmp(p->svg, p->html))
		return complain(VERB, "--svg and --html: found '%s' twice, expected two files", p->svg);
	if (!status && plot_prepare(p) != BENCH_OK)
		status = complain(VERB, "out of memory");
	if (p->svg && !status)
		status = picture_save(VERB, p->svg, benchi_ends_in(p->svg, ".png"), plot_write_svg, p);
	if (p->png && !status)
		status = picture_save(VERB, p->png, true, plot_write_svg, p);
	if (p->html && !status)
		status = picture_save(VERB, p->html, false, plot_write_html, p);
	if (p->vega && !status)
		status = picture_save(VERB, "-", false, plot_write_vega, p);
	if (!status && !p->svg && !p->png && !p->html && !p->vega)
		status = plot_print_text(p, columns > 0 ? (size_t)columns : 80,
			(size_t)terminal_height(24));
	return status;
}

int verb_plot(int argc, char **argv)
{
	plot p;
	benchi_command_line line = { .program = "bench " VERB, .table = table, .to = &p,
		.usage = "bench plot: draw measurements\n"
			"usage: bench plot [OPTION...] FILE...\n\n",
		.more = "\nWithout an option, chooses the chart that fits and draws in the terminal.\n"
			"Reads the files that bench compare reads; '-' is standard input.\n"
			"Exit status: 0 fine, 2 usage error or bad input, 4 not comparable (--force).\n"
			"More: bench-plot(1).\n" };
	int status;

	memset(&p, 0, sizeof p);
	compare_begin(&p.job, VERB);
	p.job.alone = true;
	if (benchi_line_read(&line, argc, argv, &status) && compare_line_files(&line, &status)) {
		/* result_stated needs the summaries */
		p.job.settings.read.keep_summaries = !p.job.settings.skip;
		status = plot_files(&p, line.operand, (size_t)line.operands);
	}
	plot_free(&p);
	return status;
}
