/*
 * Many comparisons, a line each.
 *
 * Grouped by metric and by test file, as benchstat does: what was compared, means or medians of
 * base and test, the change with its interval, the answer; the geometric mean of the ratios below.
 * As text of 80 columns, or as Markdown.
 *
 * SPDX-License-Identifier: MIT
 */

#include "tools/draw/draw.h"
#include "tools/compare/compare.h"
#include "tools/ministat/ministat.h"

#define BESIDE 60 /* columns of a line besides the name */
#define TABLE_TEXT 400
#define INTERVAL (2 * FIGURE_TEXT)

/*
 * Names of benchmarks in few columns: "Base/key=value/other=value-8" without the fields between
 * slashes that are the same in all of them, "key=" before values that differ, and "-8".
 */

enum { FIELDS = 16, NAME_TEXT = 4200 };

/* The parts that all names have in common. Zero-filled: names are printed in full. */
typedef struct common {
	size_t fields;          /* number of fields that all names have */
	size_t start[FIELDS];   /* number of bytes that all values of a field begin with; SIZE_MAX: the
	                           whole field */
	const char *end;        /* ending that all names share */
} common;

/* Returns field k of a name (fields are separated by slashes) and its length *n; NULL if the
 * name has fewer. */
static const char *field_of(const char *name, size_t k, size_t *n)
{
	for (; name && k; k--) {
		name = strchr(name, '/');
		name += name != NULL;
	}
	*n = name ? strcspn(name, "/") : 0;
	return name;
}

static const char *benchmark_of(const job *j, size_t i)
{
	return j->comparison[i].test->set->benchmark;
}

/* Returns the ending that all names share and, if a name is longer than `most` bytes, the fields
 * that they share. */
static common find_common(const job *j, size_t most)
{
	const char *first = benchmark_of(j, 0);
	common c = { .fields = FIELDS, .end = benchi_processors(first) };
	size_t longest = 0, n, m;

	for (size_t i = 0; i < j->comparisons; i++) {
		const char *name = benchmark_of(j, i);

		longest = strlen(name) > longest ? strlen(name) : longest;
		c.end = strcmp(benchi_processors(name), c.end) != 0 ? "" : c.end;
		while (!field_of(name, c.fields - 1, &n))
			c.fields--;
	}
	if (longest <= most)
		c.fields = 0;
	for (size_t k = 0; k < c.fields; k++) {
		const char *x = field_of(first, k, &n), *equals = memchr(x, '=', n);
		const size_t key = equals ? (size_t)(equals - x) + 1 : 0;

		c.start[k] = SIZE_MAX;
		for (size_t i = 1; i < j->comparisons; i++) {
			const char *y = field_of(benchmark_of(j, i), k, &m);

			if (n != m || memcmp(x, y, n))
				c.start[k] = strncmp(x, y, key) || !c.start[k] ? 0 : key;
		}
	}
	return c;
}

/* Shortens a name to what differs, "IEEE/15/0"; with star to what is common,
 * "CRC32/poly=*" "/size=*-8". Returns text, or the name if nothing would be left. */
static const char *brief_name(const common *c, const char *name, bool star, char text[NAME_TEXT])
{
	const char *field;
	size_t n, used = 0, end = c->fields ? strlen(c->end) : 0;

	*text = '\0';
	for (size_t k = 0; (field = field_of(name, k, &n)) && used < NAME_TEXT - 1; k++) {
		const size_t start = k < c->fields ? c->start[k] : 0;
		const char *between = used ? "/" : "";

		if (star)
			used += (size_t)snprintf(text + used, NAME_TEXT - used, "%s%.*s%s", between,
			                         (int)(start < n ? start : n), field, start < n ? "*" : "");
		else if (start <= n)
			used += (size_t)snprintf(text + used, NAME_TEXT - used, "%s%.*s", between,
			                         (int)(n - start), field + start);
	}
	used = strlen(text);
	if (star && used && text[used - 1] == '*')
		snprintf(text + used, NAME_TEXT - used, "%s", c->end);
	else if (!star && used > end && !strcmp(text + used - end, c->end))
		text[used - end] = '\0';
	return *text ? text : name;
}

/* The comparisons of a job, group after group: group g begins at comparison[begin[g]] and ends
 * before comparison[begin[g + 1]]. */
typedef struct groups {
	const benchi_comparison **comparison;
	size_t *begin, n;
} groups;

/* Groups comparisons in the order of their first members: with means by both benchmarks and
 * files (a block each), otherwise by metric and test file (a table each). The caller frees
 * g->comparison and g->begin in any case. BENCH_ERR_MEMORY. */
static bench_status group_comparisons(const job *j, bool means, groups *g)
{
	size_t n = j->comparisons;
	benchi_name_table names = { 0 }, keys = { 0 };
	uint32_t *number = malloc((n + 1) * sizeof *number);
	bool whole;

	g->comparison = malloc((n + 1) * sizeof *g->comparison);
	g->begin = calloc(n + 3, sizeof *g->begin);
	whole = number && g->comparison && g->begin;
	for (size_t i = 0; i < n && whole; i++) {
		const benchi_comparison *c = &j->comparison[i];
		const char *x = means ? c->base->set->benchmark : c->base->set->metric;
		const char *y = means ? c->test->set->benchmark : "";
		uint32_t a = benchi_name_table_add(&names, x, strlen(x));
		uint32_t b = benchi_name_table_add(&names, y, strlen(y));
		char text[80];
		int length = snprintf(text, sizeof text, "%zu %zu %lu %lu", means ? c->base->file : 0,
			c->test->file, (unsigned long)a, (unsigned long)b);

		number[i] = a == BENCHI_NO_NAME || b == BENCHI_NO_NAME ? BENCHI_NO_NAME
			: benchi_name_table_add(&keys, text, (size_t)length);
		whole = number[i] != BENCHI_NO_NAME;
		if (whole)
			g->begin[number[i] + 2]++;
	}
	g->n = keys.n;
	for (size_t k = 2; k < n + 2 && whole; k++)
		g->begin[k] += g->begin[k - 1];
	for (size_t i = 0; i < n && whole; i++) /* begin[k + 1] moves to the end of group k */
		g->comparison[g->begin[number[i] + 1]++] = &j->comparison[i];
	benchi_name_table_free(&names);
	benchi_name_table_free(&keys);
	free(number);
	return whole ? BENCH_OK : benchi_no_memory("the output");
}

/* Returns the unit of a set's values as shown in cells. Go's metrics contain the unit: "ns/op". */
static const char *unit_of(const benchi_set *set, char text[16])
{
	const char *slash = strchr(set->metric, '/');
	size_t n;

	if (!strcmp(set->unit, "cycles"))
		return "";
	if (!*set->unit && benchi_unit_factor(set->metric, "B/s") > 0)
		return set->metric;
	if (*set->unit || !slash || strcmp(slash, "/op") || slash - set->metric > 8)
		return set->unit;
	snprintf(text, 16, "%.*s", (int)(slash - set->metric), set->metric);
	return benchi_unit_begin(text, text + strlen(text), &n) && strcmp(text, "cycles") ? text : "";
}

/* Returns whether a comparison is about means rather than medians. */
static bool of_means(const benchi_comparison *c)
{
	return c->finding.method == BENCHI_METHOD_WELCH || c->finding.method == BENCHI_METHOD_PAIRED;
}

/* Returns the mean or median of a side, whichever was compared. */
static double compared(const benchi_comparison *c, const benchi_side *s)
{
	if (c->finding.method == BENCHI_METHOD_TOTAL && !strcmp(s->set->unit, "ns"))
		return s->total.ns.mean;
	return of_means(c) ? s->shape.description.mean : s->shape.description.median;
}

/* Formats the interval of a change: in shares of the base, or in the unit of the values if the base
 * is 0; "" without an interval. possible: clamp to -100 % for values that are never negative.
 * Returns text. */
static char *put_interval(const benchi_comparison *c, bool possible, char text[INTERVAL])
{
	const benchi_interval *i = &c->finding.sure;
	const double low = i->low / c->finding.location;
	char high[FIGURE_TEXT];

	if (isnan(c->finding.location) && isfinite(i->high - i->low)) {
		benchi_answer_text_share(c, i, i->low, text, FIGURE_TEXT);
		snprintf(text + strlen(text), INTERVAL - FIGURE_TEXT, " to %s",
			benchi_answer_text_share(c, i, i->high, high, sizeof high));
		return text;
	}
	possible = possible && c->base->shape.description.min >= 0
		&& c->test->shape.description.min >= 0;
	return figure_shares(possible ? fmax(low, -1) : low, i->high / c->finding.location, text);
}

/* Adds a comparison to a table. mark: printed after an answer about means. */
static void add_line(benchi_grid *grid, const benchi_comparison *c, const char *name,
                     const char *mark)
{
	const double x = compared(c, c->base), y = compared(c, c->test), a = fabs(x), b = fabs(y);
	const bool constant = !(c->base->shape.description.sd > 0)
		&& !(c->test->shape.description.sd > 0) && c->base->raw.n > 1;
	const double spread = constant ? 0 : .01;
	const int better = benchi_comparison_better(c);
	const benchi_interval *sure = &c->finding.sure;
	char text[INTERVAL], unit_text[16];
	const char *unit = unit_of(c->base->set, unit_text), *answer;
	figure_form f = figures_of(unit, a, a * spread, NULL);

	answer = benchi_answer_name(c->finding.answer);
	if (c->base->raw.n < 2 && c->test->raw.n < 2 && c->finding.method != BENCHI_METHOD_EXACT)
		answer = "one value";
	else if (better && c->finding.answer >= BENCH_LOWER)
		answer = benchi_unit_factor(unit, "s") > 0 ? better > 0 ? "faster" : "slower"
			: better > 0 ? "better" : "worse";

	benchi_grid_line(grid, "%s", name);
	benchi_grid_put(grid, "%s", figure(&f, x, text));
	if (b > 0 && (a > 10 * b || b > 10 * a)) /* otherwise both are shown in one unit */
		f = figures_of(unit, b, b * spread, NULL);
	benchi_grid_put(grid, "%s", figure(&f, y, text));
	/* The change as a share of the base; without an interval, the change of the printed values. */
	double share = sure->estimate / c->finding.location;

	if (isnan(c->finding.location) && isfinite(sure->estimate))
		benchi_answer_text_share(c, sure, sure->estimate, text, FIGURE_TEXT);
	else {
		if (!isfinite(share))
			share = a > 0 ? (y - x) / a : y - x == 0 ? 0 : (double)NAN;
		benchi_signed_percent(share, (sure->high - sure->low) / 2 / c->finding.location, text);
	}
	benchi_grid_put(grid, "%s", text);
	benchi_grid_put(grid, "%s", put_interval(c, true, text));
	benchi_grid_put(grid, "%s%s", answer, of_means(c) ? mark : "");
}

/* Prints a table of n comparisons of one metric, and the geometric mean of their ratios. */
static bench_status print_group(const job *j, const benchi_comparison *const *of, size_t n,
                                const common *names, const char *mark)
{
	benchi_output_style style = benchi_look_for(stdout);
	const char *metric = of[0]->base->set->metric;
	benchi_grid grid = { .columns = 0 };
	char text[TABLE_TEXT], brief[NAME_TEXT];
	double sum = 0, ratios = 0;

	style.markdown = j->settings.output == OUTPUT_MARKDOWN;
	snprintf(text, sizeof text, "%.300s%s", *metric ? metric : "name",
	         of[0]->higher ? ", more is better" : "");
	benchi_grid_column(&grid, text, BENCHI_GRID_LEFT);
	benchi_grid_heads(&grid, "base|test|change");
	snprintf(text, sizeof text, "%.4g %% CI", 100 * (1 - j->settings.question.alpha));
	benchi_grid_column(&grid, text, BENCHI_GRID_KEPT);
	benchi_grid_column(&grid, "answer", BENCHI_GRID_LEFT);
	for (size_t i = 0; i < n; i++) {
		const char *name = of[i]->test->set->benchmark;
		double ratio = compared(of[i], of[i]->test) / compared(of[i], of[i]->base);

		add_line(&grid, of[i], *name ? brief_name(names, name, false, brief)
			: of[i]->test->label, mark);
		if (ratio > 0 && isfinite(ratio)) {
			sum += log(ratio);
			ratios++;
		}
	}
	if (ratios >= 2) {
		benchi_grid_line(&grid, ratios >= (double)n ? "geometric mean" : "geometric mean of %.0f",
			ratios);
		benchi_grid_put(&grid, "%s", "");
		benchi_grid_put(&grid, "%s", "");
		benchi_grid_put(&grid, "%s", benchi_signed_percent(exp(sum / ratios) - 1, .01, text));
	}
	return benchi_grid_end(&grid, stdout, &style);
}

static bench_status print_table(const job *j)
{
	const bool markdown = j->settings.output == OUTPUT_MARKDOWN;
	const int others = terminal_width(80, 0) - BESIDE;
	const common names = find_common(j, markdown ? SIZE_MAX : others > 0 ? (size_t)others : 0);
	size_t means = 0, unsure = 0;
	char pattern[NAME_TEXT];
	const char *estimator;
	groups all = { .n = 0 };
	bench_status status = group_comparisons(j, false, &all);

	for (size_t i = 0; i < j->comparisons; i++) {
		means += of_means(&j->comparison[i]);
		unsure += j->comparison[i].finding.answer == BENCH_UNSURE;
	}
	estimator = !means ? "medians" : means == j->comparisons ? "means"
	          : markdown ? "medians; \\* means" : "medians; * means";
	for (size_t k = 0; k < all.n && !status; k++) {
		const benchi_comparison *const *of = all.comparison + all.begin[k];

		fputs(k ? "\n" : "", stdout);
		if (!k || j->files > 2) { /* with at most two files, each group has the same files */
			if (j->files > 1)
				words_printf("", "base %.120s, test %.120s; %s", of[0]->base->label,
					of[0]->test->label, estimator);
			else
				words_printf("", "base %.120s; %s", of[0]->base->label, estimator);
			fputs(markdown ? "\n" : "", stdout);
		}
		status = print_group(j, of, all.begin[k + 1] - all.begin[k], &names,
			means == j->comparisons ? "" : " *");
	}
	free(all.comparison);
	free(all.begin);
	if (names.fields && strchr(brief_name(&names, benchmark_of(j, 0), true, pattern), '*'))
		words_printf("", "names are %.300s", pattern);
	if (unsure && !markdown)
		words_print("", "inconclusive: --details says what would decide");
	return status;
}

/*
 * A table of means and standard deviations, as cbdr analyze prints it.
 *
 * A block for each pair of benchmarks, a line for each metric: mean and standard deviation of
 * both in one unit, and the interval of the answer as a share of the base.
 */

enum { CELL = 2 * FIGURE_TEXT + 8 };

static bench_status print_means(const job *j)
{
	benchi_output_style style = benchi_look_for(stdout);
	groups all = { .n = 0 };
	bench_status status = group_comparisons(j, true, &all);
	char text[CELL], mean[FIGURE_TEXT], sd[FIGURE_TEXT];
	bool noted = false;

	style.markdown = j->settings.output == OUTPUT_MARKDOWN;
	for (size_t k = 0; k < all.n && !status; k++) {
		const benchi_comparison *const *of = all.comparison + all.begin[k];
		benchi_grid g = { .columns = 0 };

		fputs(k ? "\n" : "", stdout);
		benchi_grid_column(&g, "", BENCHI_GRID_LEFT);
		benchi_grid_column(&g, of[0]->base->label, 0);
		benchi_grid_column(&g, of[0]->test->label, 0);
		snprintf(text, sizeof text, "difference (%.4g %% CI)",
		         100 * (1 - j->settings.question.alpha));
		benchi_grid_column(&g, text, 0);
		for (size_t i = 0; i < all.begin[k + 1] - all.begin[k]; i++) {
			const bench_description *d[] = { &of[i]->base->shape.description,
				&of[i]->test->shape.description };
			figure_form f = figures_of(of[i]->base->set->unit, fabs(d[0]->mean),
				fmax(d[0]->sd, d[1]->sd), NULL);

			if (!*f.unit) /* use cbdr's digits */
				f.decimals = 3;
			benchi_grid_line(&g, "%s", of[i]->base->set->metric);
			for (size_t side = 0; side < 2; side++)
				benchi_grid_put(&g, "%s %s %s", figure_bare(&f, d[side]->mean, mean),
					style.utf8 ? "±" : "+-", figure(&f, d[side]->sd, sd));
			/* With few samples, no interval is valid at every look, but an interval for this number
			 * of samples exists. */
			benchi_comparison fixed = *of[i];
			benchi_question question = j->settings.question;
			const bool missing = question.anytime && !*put_interval(of[i], false, text);

			question.anytime = false;
			question.method = BENCHI_METHOD_WELCH;
			if (missing && benchi_comparisons_decide(&question, j->settings.blocks, &fixed, 1)) {
				status = BENCH_ERR_MEMORY;
				break;
			}
			noted = noted || missing;
			const benchi_interval *sure = &fixed.finding.sure;
			const double percent = 100 / fixed.finding.location;

			if (isfinite(sure->low * percent) && isfinite(sure->high * percent))
				snprintf(text, sizeof text, "%+.1f to %+.1f %%", sure->low * percent,
					sure->high * percent);
			else if (!*put_interval(&fixed, false, text))
				strcpy(text, "-");
			benchi_grid_put(&g, "%s%s", text, missing ? " *" : "");
		}
		benchi_grid_line(&g, "samples");
		benchi_grid_put(&g, "%zu", of[0]->base->raw.n);
		benchi_grid_put(&g, "%zu", of[0]->test->raw.n);
		if (benchi_grid_end(&g, stdout, &style) && !status)
			status = BENCH_ERR_MEMORY;
	}
	if (noted)
		words_print("* ", "holds only for a number of samples fixed in advance: do not stop "
			"sampling because of this interval.");
	free(all.comparison);
	free(all.begin);
	return status;
}

/*
 * A comparison for people.
 *
 * The answer in a sentence; the two sets on one scale; one line of figures per set; the method;
 * warnings.  Many comparisons are printed as a table instead, unless --details is given.
 */

#define LABEL "    warning "
#define CHART 66 /* most columns of a strip chart, which has 14 more at its sides */
#define BOX 74
#define TEXT_LEAST 26
#define TEXT_TEXT 1000
#define DETAILS 3 /* up to this many comparisons are shown in full */
#define DIFFERENCES 20 /* up to this many pairs are listed */
#define MOST_ITERATIONS 20
#define MOST_RUNS 10000

/* Returns the terminal's width minus `others`, at least TEXT_LEAST and at most `most`. */
static int columns_beside(int most, int others)
{
	int columns = terminal_width(most + others, 0) - others;

	return columns < TEXT_LEAST ? TEXT_LEAST : columns < most ? columns : most;
}

/* Prints both sides as strip charts on one scale, which ends four quartile ranges outside the
 * quartiles. f: unit and decimals of its ends. */
static void print_strips(const benchi_comparison *c, const figure_form *f)
{
	const bench_description *a = &c->base->shape.description, *b = &c->test->shape.description;
	const size_t columns = (size_t)columns_beside(CHART, 14);
	char line[CHART + 1], low[FIGURE_TEXT], high[FIGURE_TEXT];
	benchi_extent scale = { fmin(a->min, b->min), fmax(a->max, b->max), false };
	size_t used;

	if (a->iqr > 0 && b->iqr > 0) {
		scale.low = fmax(scale.low, fmin(a->q25 - 4 * a->iqr, b->q25 - 4 * b->iqr));
		scale.high = fmin(scale.high, fmax(a->q75 + 4 * a->iqr, b->q75 + 4 * b->iqr));
	}
	printf("    base   |%s|\n", benchi_strip_line(&c->base->unit, &scale, columns, line));
	printf("    test   |%s|\n", benchi_strip_line(&c->test->unit, &scale, columns, line));
	figure(f, scale.low, low);
	figure(f, scale.high, high);
	used = strlen(low) + strlen(high);
	printf("            %s%*s%s\n", low, used < columns ? (int)(columns - used) : 1, "", high);
}

/* Draws both sets as ministat does. */
static bench_status print_box(const benchi_comparison *c)
{
	const benchi_side *sides[] = { c->base, c->test };
	ministat_set set[2];
	bench_status status = BENCH_OK;

	memset(set, 0, sizeof set);
	for (size_t i = 0; i < 2 && !status; i++) {
		set[i].name = sides[i]->label;
		set[i].n = sides[i]->unit.n;
		set[i].x = malloc(set[i].n * sizeof *set[i].x);
		if (set[i].x)
			memcpy(set[i].x, sides[i]->unit.x, set[i].n * sizeof *set[i].x);
		if (!set[i].x || ministat_describe(&set[i]))
			status = benchi_no_memory("the output");
	}
	if (!status && ministat_plottable(set, 2, columns_beside(BOX, 6))
	    && ministat_plot(set, 2, columns_beside(BOX, 6), false))
		status = benchi_no_memory("the output");
	free(set[0].x);
	free(set[1].x);
	return status;
}

/* Prints the figures of both sides (of their runs, if they have runs) in one unit. */
static bench_status print_figures(const benchi_comparison *c, const figure_form *f)
{
	const benchi_output_style style = benchi_look_for(stdout);
	benchi_grid g = { .indent = 4 };
	char text[FIGURE_TEXT] = "";

	if (*f->unit)
		snprintf(text, sizeof text, "(%.6s)", f->unit);
	benchi_grid_column(&g, text, BENCHI_GRID_LEFT);
	benchi_grid_column(&g, c->base->units.n ? "runs" : "n", 0);
	benchi_grid_heads(&g, "min|Q1|median|Q3|max|mean|std dev");
	for (int test = 0; test < 2; test++) {
		const bench_description *d = &(test ? c->test : c->base)->shape.description;
		const double x[] = { d->min, d->q25, d->median, d->q75, d->max, d->mean, d->sd };

		benchi_grid_line(&g, test ? "test" : "base");
		benchi_grid_put(&g, "%zu", d->n);
		for (size_t i = 0; i < sizeof x / sizeof *x; i++)
			benchi_grid_put(&g, "%s", figure_bare(f, x[i], text));
	}
	return benchi_grid_end(&g, stdout, &style);
}

/* Collects value k of every run of a side in x. seen: scratch; both have space for units.n.
 * Returns false if a run has no such value. */
static bool iteration_of(const benchi_side *s, size_t k, size_t *seen, double *x)
{
	size_t found = 0;

	memset(seen, 0, s->units.n * sizeof *seen);
	for (size_t i = 0; i < s->raw.n; i++)
		if (seen[s->units.unit[i]]++ == k) {
			x[s->units.unit[i]] = s->raw.x[i];
			found++;
		}
	return found > 0 && found == s->units.n;
}

/* Compares the k-th values of all runs, for each k, if every run has the same small number of
 * values (warm-up shows here). */
static bench_status print_iterations(const benchi_comparison *c, const settings *s)
{
	const benchi_units *u = &c->base->units, *v = &c->test->units;
	const size_t runs = u->n + v->n;
	bench_status status;
	size_t *seen;
	double *x;

	if (u->most != v->most || u->most < 2 || u->most > MOST_ITERATIONS || runs < 2
	    || runs > MOST_RUNS)
		return BENCH_OK;
	x = malloc(runs * sizeof *x);
	seen = malloc(runs * sizeof *seen);
	status = x && seen ? BENCH_OK : benchi_no_memory("the output");
	for (size_t k = 0; k < u->most && !status; k++) {
		bench_numbers a = { x, u->n }, b = { x + u->n, v->n };
		char low[60], middle[60], high[60], label[32];
		benchi_interval i;
		bench_ttest t;

		if (!iteration_of(c->base, k, seen, x) || !iteration_of(c->test, k, seen, x + a.n))
			continue;
		/* cppcheck-suppress uninitvar; the test fills this struct */
		status = (s->question.paired ? bench_paired_test : bench_welch_test)(&a, &b,
			1 - c->alpha / (double)u->most, &t);
		if (status && status != BENCH_ERR_MEMORY) {
			status = BENCH_OK;
			continue;
		}
		i.low = t.low;
		i.high = t.high;
		i.estimate = t.difference;
		benchi_answer_text_share(c, &i, i.low, low, sizeof low);
		benchi_answer_text_share(c, &i, i.estimate, middle, sizeof middle);
		benchi_answer_text_share(c, &i, i.high, high, sizeof high);
		snprintf(label, sizeof label, "    value %-2zu", k + 1 + s->skip);
		if (!status && isnan(i.low))
			words_printf(label, "of each run: %s", middle);
		else if (!status)
			words_printf(label, "of each run: %s (%s to %s)%s", middle, low, high,
				i.low > 0 || i.high < 0 ? ": significant" : "");
	}
	free(x);
	free(seen);
	return status;
}

/* Prints the pairs of a paired comparison and their differences, if they are few. */
static bench_status print_differences(const benchi_comparison *c)
{
	const bench_numbers *a = &c->base->unit, *b = &c->test->unit;
	const bench_description *d = &c->base->shape.description, *gap = &c->gap.description;
	const bench_description *e = &c->test->shape.description;
	const figure_form f = figures_of(c->base->set->unit, fabs(d->mean), gap->sd / 10, NULL);
	const benchi_output_style style = benchi_look_for(stdout);
	benchi_grid g = { .indent = 4 };
	char text[FIGURE_TEXT];

	if (a->n != b->n || a->n > DIFFERENCES || a->n < 2)
		return BENCH_OK;
	benchi_grid_heads(&g, "<run|base|test|difference");
	for (size_t i = 0; i < a->n + 2; i++) {
		const double x[] = { i < a->n ? a->x[i] : i == a->n ? d->mean : d->sd,
			i < a->n ? b->x[i] : i == a->n ? e->mean : e->sd,
			i < a->n ? b->x[i] - a->x[i] : i == a->n ? gap->mean : gap->sd };

		if (i < a->n)
			benchi_grid_line(&g, "%zu", i + 1);
		else
			benchi_grid_line(&g, "%s", i == a->n ? "mean" : "std dev");
		for (size_t k = 0; k < 3; k++)
			benchi_grid_put(&g, "%s", figure(&f, x[k], text));
	}
	return benchi_grid_end(&g, stdout, &style);
}

static void print_warnings(const benchi_comparison *c, const settings *s)
{
	const benchi_shape *a = &c->base->shape, *b = &c->test->shape;

	/* a run is one value of those that are compared */
	warnings_print(LABEL, c->base->units.n ? "base's runs: " : "base: ", a, c->base->set->unit);
	warnings_print(LABEL, c->test->units.n ? "test's runs: " : "test: ", b, c->base->set->unit);
	if (s->question.paired)
		warnings_print(LABEL, "differences: ", &c->gap, c->base->set->unit);
	if (benchi_shape_spread(a, b)) {
		double times = fmax(a->description.sd / b->description.sd,
		                    b->description.sd / a->description.sd);
		char number[BENCHI_NUMBER_TEXT];

		words_printf(LABEL, "standard deviations differ by a factor of %s%s",
			times < 10 ? benchi_number_digits(times, 2, number)
			           : benchi_number_fixed(times, 0, number),
			c->finding.method == BENCHI_METHOD_RANKS
			? ": the shift describes whole sets only if their shapes are alike" : "");
	}
	if (c->sessions) {
		words_printf("    note    ", "two sessions: starting a program took %+.1f %% in the "
			"test's; the interval covers the values with and without this change",
			100 * c->session.startup);
	}
	for (int test = 0; test < 2; test++) {
		const benchi_side *side = test ? c->test : c->base;

		if (side->widths > 0)
			words_printf(LABEL, "%s: a noisy neighbour left %.0f %% of the core; the interval "
				"includes what this may explain", test ? "test" : "base",
				100 * benchi_width_least(side));
	}
	if (c->base->units.n && !c->test->units.n)
		words_print(LABEL, "only the base has runs");
	if (!c->base->units.n && c->test->units.n)
		words_print(LABEL, "only the test has runs");
	if (isnan(c->finding.location) && c->finding.method != BENCHI_METHOD_NONE)
		words_print(LABEL, "the base is 0, or nearly 0: compared by difference, without a "
		                   "margin");
}

static bench_status print_comparison(const job *j, benchi_comparison *c)
{
	const bool exact = c->finding.method == BENCHI_METHOD_EXACT; /* for exact counts one value is
	                                                                enough */
	const benchi_set *set = c->base->set;
	const char *benchmark = j->files > 1 && c->base->label != set->benchmark ? set->benchmark : "";
	const bench_description *base = &c->base->shape.description;
	const bench_description *test = &c->test->shape.description;
	const double spread = base->sd > 0 && test->sd > 0 ? fmin(base->sd, test->sd)
		: fmax(base->sd, test->sd);
	bench_status status = BENCH_OK;
	char text[TEXT_TEXT], unit[16];
	const figure_form f = figures_of(unit_of(set, unit), base->median,
		isnan(spread) ? 0 : spread / 10, NULL);
	double p[2];

	if (*benchmark || *set->metric) {
		benchi_put_line(stdout, benchmark);
		fputs(*benchmark && *set->metric ? ", " : "", stdout);
		benchi_put_line(stdout, set->metric);
		puts(c->higher ? " (higher is better)" : "");
	}
	words_print("", benchi_answer_text_answer(c, &j->settings.question, text, sizeof text));
	putchar('\n');
	if (j->settings.box)
		status = print_box(c);
	else
		print_strips(c, &f);
	status = status ? status : print_figures(c, &f);
	if (j->settings.question.paired && !status)
		status = print_differences(c);
	if (benchi_comparison_by_run(c)) {
		double a = c->base->units.between, b = c->test->units.between;

		if (!isnan(a) && !isnan(b))
			words_printf("    runs    ",
				"%.0f %% of the base's variance and %.0f %% of the test's lie "
				"between runs: runs are compared, not values", 100 * a, 100 * b);
		status = status ? status : print_iterations(c, &j->settings);
	}
	if (c->base->raw.n == 1 && c->test->raw.n == 1 && !exact) {
		double a = c->base->raw.x[0], b = c->test->raw.x[0];

		if (fabs(a) > 0)
			words_printf("    change  ", "%s (one value each, no interval)",
				benchi_signed_percent((b - a) / fabs(a), 0, text));
	}
	words_print("    method  ", benchi_answer_text_method(c, text, sizeof text));
	status = status ? status : benchi_comparison_second(&j->settings.question, c, p);
	if (!status && (p[0] < c->alpha) != (p[1] < c->alpha) && !isnan(p[0] + p[1]))
		words_printf("      note  ", "means and ranks disagree: p = %.2g by means, %.2g by ranks "
			"(--test welch, ranks)", p[0], p[1]);
	if (!exact)
		print_warnings(c, &j->settings);
	return status;
}

bool compare_as_table(const job *j)
{
	const settings *s = &j->settings;

	return s->means || s->output == OUTPUT_MARKDOWN || (s->table && s->output == OUTPUT_TEXT)
	       || (s->output == OUTPUT_TEXT && j->comparisons > DETAILS && !s->details && !s->box);
}

void compare_note_unusable(const job *j)
{
	unusable_rows rows = { .used = 0 };

	for (const benchi_side *s = j->side; s < j->side + j->sides; s++)
		if (compare_wants(&j->settings, s->set) && result_unusable(&j->rows[s->file], s->set))
			unusable_add(&rows, s->set->benchmark, j->name[s->file]);
	unusable_print(&rows);
}

int compare_print_text(const job *j)
{
	bench_status status = BENCH_OK;
	size_t questions = 0; /* metrics of a benchmark that are functions of each other are one
	                         question */
	char apart[60] = "";

	for (size_t i = 0; i < j->comparisons; i++)
		questions += j->comparison[i].same == i;
	if (j->comparisons > 1 && !j->settings.consecutive) {
		if (questions < j->comparisons)
			snprintf(apart, sizeof apart, " (%zu that are no functions of others)", questions);
		words_printf("", "%zu comparisons%s, family-wise error at most %.3g %% (Holm)",
			j->comparisons, apart, 100 * j->settings.question.alpha);
		if (!compare_as_table(j))
			putchar('\n');
	}
	if (j->settings.means)
		status = print_means(j);
	else if (compare_as_table(j))
		status = print_table(j);
	for (size_t i = 0; i < j->comparisons && !status && !compare_as_table(j); i++) {
		if (i)
			putchar('\n');
		status = print_comparison(j, &j->comparison[i]);
	}
	if (j->lefts || j->rows[0].notes.n)
		putchar('\n');
	/* List the columns that are compared on request only. */
	char text[TEXT_TEXT] = "compared on request (--metric):";
	const benchi_rows *rows = &j->rows[0];
	size_t used = strlen(text), before = used;

	for (size_t i = 0; i < rows->sets && !j->settings.metric.n; i++)
		if (rows->set[i].aside && !strcmp(rows->set[i].benchmark, rows->set[0].benchmark)
		    && used < sizeof text - 80)
			used += (size_t)snprintf(text + used, sizeof text - used, " %.70s",
			                         rows->set[i].metric);
	if (used != before) {
		if (!j->lefts && !rows->notes.n)
			putchar('\n');
		words_print("note: ", text);
	}

	compare_note_unusable(j);
	for (size_t i = 0; i < j->lefts; i++)
		words_printf("note: ", "unmatched: %.200s", j->left[i]);
	for (size_t f = 0; f < j->files; f++)
		for (size_t i = 0; i < j->rows[f].notes.n; i++)
			words_printf("note: ", "%s: %s", j->name[f], j->rows[f].notes.text[i]);

	return status ? -1 : 0;
}
