/*
 * Charts whose x axis is a number in the names of cases: a size, a thread count, a parameter.
 *
 * The axis is a part of the name ("/4k", "/n=4k", "/threads:8") whose number differs between cases.
 * The rest of the name is the series, and each point is a median with its 95 % interval. Without
 * --over, the part with the most different numbers becomes the axis, if at least one series has two
 * points. A comparison of files needs a series of three points: for two, an overlay is clearer. A
 * second chart below has the values per item. For saved ramps, the charts are throughput and
 * latency over workers.
 *
 * SPDX-License-Identifier: MIT
 */
#include "tools/plot/plot.h"

/* NAME: bytes of a name. KEYS: most keys that are tried as the axis. VALUES_MOST: charts with at
 * most this many points show the values next to them. */
enum { NAME = 200, KEYS = 16, VALUES_MOST = 8 };

/* Ratio of largest to smallest number that makes an axis logarithmic. */
static const double FAR_APART = 32;

/* A numeric part of a name: its key ("" if there is only a number), its number, and the rest of
 * the name. */
typedef struct part {
	char key[NAME], rest[NAME];
	double x;
} part;

/* Finds the i-th numeric part of a name, after a slash and perhaps a key: "4k", "4k-8" (Go
 * appends the number of processors), "0.5". Returns false if not found. */
static bool part_at(const char *name, size_t i, part *p)
{
	for (const char *at = strchr(name, '/'); at; at = strchr(at + 1, '/')) {
		const char *end = at + 1 + strcspn(at + 1, "/"), *sign = at + 1 + strcspn(at + 1, "=:/");
		const char *number = sign < end ? sign + 1 : at + 1, *after;
		uint64_t whole = 0;

		after = benchi_read_size(number, &whole);
		p->x = (double)whole;
		if (!after || (after < end && *after != '-'))
			after = benchi_read_number(number, &p->x);
		if (after && after < end && *after == '-')
			after += 1 + strspn(after + 1, "0123456789");
		if (after != end || i--)
			continue;
		snprintf(p->key, NAME, "%.*s", sign < end ? (int)(sign - at - 1) : 0, at + 1);
		snprintf(p->rest, NAME, "%.*s%.60s", (int)(at - name < 120 ? at - name : 120), name, end);
		return true;
	}
	return false;
}

/* Finds the part of a name with this key. Returns false if not found. */
static bool part_of(const char *name, const char *key, part *p)
{
	for (size_t i = 0; part_at(name, i, p); i++)
		if (!strcmp(p->key, key))
			return true;
	return false;
}

/* Returns how many different numbers the sets of the panel have for this key; 0 if no series has
 * enough points to be a curve: three, of one file two. x: space for one number per set. */
static size_t numbers_at(const panel *a, const char *key, double *x)
{
	size_t least = 2, n = 0, most = 0, different = 0;

	for (size_t i = 0; i < a->n; i++)
		least = a->side[i]->file ? 3 : least;
	for (size_t i = 0; i < a->n; i++) {
		part p, other;
		size_t same = 0;

		if (!part_of(a->side[i]->set->benchmark, key, &p))
			continue;
		x[n++] = p.x;
		for (size_t k = 0; k < a->n && same < least; k++)
			same += a->side[k]->file == a->side[i]->file
			        && part_of(a->side[k]->set->benchmark, key, &other)
			        && !strcmp(p.rest, other.rest);
		most = same > most ? same : most;
	}
	benchi_sort_many(x, n);
	for (size_t i = 0; i < n; i++)
		different += !i || x[i] > x[i - 1];
	return most >= least ? different : 0;
}

bench_status plot_axis_find(const panel *a, const char *wanted, char key[PLOT_LABEL])
{
	double *x;
	char found[KEYS][NAME];
	size_t n = 0, most = 1;
	part p;

	for (size_t i = 0; wanted && i < a->n; i++)
		if (part_of(a->side[i]->set->benchmark, wanted, &p)) {
			snprintf(key, PLOT_LABEL, "%.199s", wanted);
			return BENCH_OK;
		}
	if (wanted)
		return BENCH_ERR_INPUT;
	x = malloc((a->n + 1) * sizeof *x);
	if (!x)
		return benchi_no_memory("the chart");
	for (size_t i = 0; i < a->n; i++)
		for (size_t k = 0; part_at(a->side[i]->set->benchmark, k, &p); k++) {
			size_t at = 0;

			while (at < n && strcmp(found[at], p.key) != 0)
				at++;
			if (at == n && n < KEYS)
				strcpy(found[n++], p.key);
		}
	for (size_t k = 0; k < n; k++) {
		size_t different = numbers_at(a, found[k], x);

		if (different > most) {
			most = different;
			snprintf(key, PLOT_LABEL, "%.199s", found[k]);
		}
	}
	free(x);
	return most > 1 ? BENCH_OK : BENCH_ERR_INPUT;
}

void plot_over_free(plot_over *o)
{
	for (size_t i = 0; i < o->n; i++)
		free(o->series[i].x);
	free(o->series);
	memset(o, 0, sizeof *o);
}

/* Adds a series of this name, with capacity for n points, in one block that begins at x. Returns
 * NULL when out of memory. */
static benchi_series *add_series(plot_over *o, const char *name, size_t n)
{
	double *x = calloc(1, n * (4 * sizeof *x + sizeof(bool)) + strlen(name) + 1);
	bool *unusable = (bool *)(x + 4 * n);

	if (!x)
		return NULL;
	o->series[o->n] = (benchi_series){ .name = strcpy((char *)(unusable + n), name), .x = x,
		.y = x + n, .low = x + 2 * n, .high = x + 3 * n, .unusable = unusable };
	return &o->series[o->n++];
}

/* Inserts a point into a series in order of x, after points with the same x. */
static void add_point(benchi_series *s, double x, const plot_result *r)
{
	double *const column[] = { s->x, s->y, s->low, s->high };
	const double point[] = { x, r->interval.centre, r->interval.low, r->interval.high };
	size_t at = s->n++;

	for (; at > 0 && s->x[at - 1] > x; at--) {
		for (int k = 0; k < 4; k++)
			column[k][at] = column[k][at - 1];
		s->unusable[at] = s->unusable[at - 1];
	}
	for (int k = 0; k < 4; k++)
		column[k][at] = point[k];
	s->unusable[at] = r->unusable;
}

/* Returns whether the medians, or the numbers in the names, span a factor of at least `ratio`. */
static bool far_apart(const plot_over *o, bool medians, double ratio)
{
	double low = (double)INFINITY, high = 0;

	for (size_t i = 0; i < o->n; i++)
		for (size_t k = 0; k < o->series[i].n; k++) {
			double x = medians ? o->series[i].y[k] : o->series[i].x[k];

			low = fmin(low, x);
			high = fmax(high, x);
		}
	return low > 0 && high >= ratio * low;
}

bool plot_of_ramps(const plot *p)
{
	return p->job.rows && p->job.rows[0].ramp;
}

/* Makes series of the steps of saved ramps: throughput with two standard errors, or latencies.
 * BENCH_ERR_MEMORY. */
static bench_status gather_ramps(const plot *p, bool latency, plot_over *o)
{
	static const char *const metrics[2][3][2] = { { { "throughput_hz", "" } },
		{ { "p50_ns", "p50" }, { "p99_ns", "p99" }, { "mean_ns", "mean" } } };

	for (size_t i = 0; i < p->job.sides; i++) {
		const benchi_side *side = &p->job.side[i];
		const benchi_rows *rows = &p->job.rows[side->file];
		const benchi_set *x = side->set, *e = benchi_metric_set(rows, x->benchmark, "error_hz");
		/* ramps without a name, or with the same name in several files, are named after their
		 * file */
		bool file = !*x->benchmark && (!latency || p->job.files > 1);

		if (strcmp(x->metric, "workers"))
			continue;
		for (size_t f = 0; f < p->job.files; f++)
			file = file || (f != side->file
				&& benchi_metric_set(&p->job.rows[f], x->benchmark, "workers"));
		for (size_t m = 0; m < (latency ? 3 : 1); m++) {
			const benchi_set *y = benchi_metric_set(rows, x->benchmark, metrics[latency][m][0]);
			const char *piece[3] = { !file ? "" : p->job.files > 1 ? side->label
				: last_part(p->job.name[0]), x->benchmark, metrics[latency][m][1] };
			char name[2 * NAME] = "";
			benchi_series *s;

			if (!y)
				continue;
			for (int k = 0; k < 3; k++)
				snprintf(name + strlen(name), sizeof name - strlen(name), "%s%.200s",
					*name && *piece[k] ? ", " : "", piece[k]);
			s = add_series(o, name, x->n);
			if (!s)
				return benchi_no_memory("the chart");
			for (size_t k = 0; k < x->n && k < y->n; k++) {
				const double error = e && e->n > k && !latency ? 2 * e->x[k] : 0;

				add_point(s, x->x[k], &(plot_result){ .interval = { .centre = y->x[k],
					.low = y->x[k] - error, .high = y->x[k] + error } });
			}
		}
	}
	return BENCH_OK;
}

/* Makes a series of each name without its number. Points are medians of the sets with their
 * intervals. BENCH_ERR_MEMORY. */
static bench_status gather_medians(const plot *p, const panel *a, plot_over *o)
{
	for (size_t i = 0; i < a->n; i++) {
		const benchi_side *s = a->side[i];
		const char *file = p->job.files > 1 ? s->label : "";
		char name[2 * NAME];
		benchi_series *to;
		part at;

		if (!s->set->n || !part_of(s->set->benchmark, p->key, &at))
			continue;
		snprintf(name, sizeof name, "%s%s%.60s", at.rest, *at.rest && *file ? ": " : "", file);
		to = NULL;
		for (size_t k = 0; k < o->n; k++)
			if (!strcmp(o->series[k].name, name))
				to = &o->series[k];
		to = to ? to : add_series(o, name, a->n);
		if (!to)
			return BENCH_ERR_MEMORY;
		add_point(to, at.x, &a->result[i]);
	}
	return BENCH_OK;
}

/* Returns whether a key counts items, so that time per item is meaningful: no name, "n", "size", or
 * a plural, but not workers or units of time. */
static bool counts_items(const char *key)
{
	static const char names[] = " n N items size len length count bytes ";
	static const char others[] = " threads workers processes cores cpus clients connections "
		"ns us ms s seconds ";
	char word[NAME + 3];

	snprintf(word, sizeof word, " %.*s ", NAME, key);
	return !*key || strstr(names, word) || (benchi_ends_in(key, "s") && !strstr(others, word));
}

/* Says what a chart of ramps shows. Latencies: a mean above p99, which is the series before the
 * mean. Throughput of a single ramp, `only`: where it is highest or, if fewer workers have an
 * overlapping band, where the gain ends. */
static void remark_on_ramps(plot_over *o, const benchi_series *only)
{
	size_t best = 0, least = 0;

	for (size_t i = 1; i < o->n; i++)
		for (size_t k = 0; k < o->series[i].n && benchi_ends_in(o->series[i - 1].name, "p99"); k++)
			if (benchi_ends_in(o->series[i].name, "mean")
			    && o->series[i].y[k] > o->series[i - 1].y[k])
				strcpy(o->remark, "a mean above p99: fewer than 1 in 100 operations, such as those "
					"that wait for a processor, take most of the time");
	if (!only || only->n < 2)
		return;
	for (size_t k = 1; k < only->n; k++)
		best = only->y[k] > only->y[best] ? k : best;
	while (least < best && only->high[least] < only->low[best])
		least++;
	o->note[o->chart.notes++] = (benchi_note){ .x = only->x[least],
		.text = least < best ? "no clear gain from here on" : "highest" };
	if (least < best)
		snprintf(o->remark, sizeof o->remark, "no clear gain beyond %.0f worker%s: the highest, of "
			"%.0f workers, may be chance (their errors overlap)", only->x[least],
			only->x[least] > 1 ? "s" : "", only->x[best]);
}

/* Writes what the chart's y axis shows to o->name, "time per call of sum", and the title of the
 * chart. line: name of the only line; "" if there are several. */
static void name_chart(const plot *p, const panel *a, bool second, const char *line, plot_over *o)
{
	const char *value = plot_of_ramps(p)
		? second ? "latency of an operation" : "operations per second"
		: strcmp(a->metric, "ns") ? plot_name(a) : second ? "time" : "time per call";
	const bool in_each = !second && !strcmp(a->metric, "ns") && !strcmp(p->key, "threads")
		&& a->result->stated;
	/* the key without a plural's s, as the name of one item; a letter is no name */
	const int singular = (int)strlen(p->key) - (benchi_ends_in(p->key, "s") ? 1 : 0);
	size_t used;

	if (second && !plot_of_ramps(p))
		snprintf(o->name, sizeof o->name, "%.150s per %.*s", value, singular > 1 ? singular : 4,
			singular > 1 ? o->key : "item");
	else
		snprintf(o->name, sizeof o->name, "%.150s", value);
	used = strlen(o->name);
	snprintf(o->name + used, sizeof o->name - used, "%s%.150s%s", *line ? " of " : "", line,
		in_each ? ", in each thread" : "");
	snprintf(o->title, sizeof o->title, "%s%s over %.150s", o->name, in_each ? "," : "", o->key);
}

bench_status plot_over_find(const plot *p, const panel *a, bool second, plot_over *o)
{
	static const char *const caches[3][2] = { { "cache1_bytes", "L1" }, { "cache2_bytes", "L2" },
		{ "cache3_bytes", "L3" } };
	const bool ramps = plot_of_ramps(p), per_item = second && !ramps;
	const bool picture = p->svg || p->png || p->html;
	const benchi_series *longest;
	bool log_x, log_y, few;

	if (per_item && !(counts_items(p->key)
	    && (isfinite(benchi_unit_factor(a->unit, "s")) || !strcmp(a->metric, "cycles"))))
		return BENCH_OK;
	snprintf(o->key, sizeof o->key, "%s", *p->key ? p->key : "n");
	o->series = calloc(3 * p->job.sides + a->n + 1, sizeof *o->series);
	if (!o->series || (ramps ? gather_ramps(p, second, o) : gather_medians(p, a, o)) != BENCH_OK) {
		plot_over_free(o);
		return benchi_no_memory("the chart");
	}
	log_x = !p->linear && far_apart(o, false, FAR_APART);
	if (per_item && !log_x) /* sizes that are close to each other need no second chart */
		plot_over_free(o);
	if (!o->n)
		return BENCH_OK;
	longest = o->series;
	for (size_t i = 0; i < o->n; i++) {
		benchi_series *s = &o->series[i];

		longest = s->n > longest->n ? s : longest;
		for (size_t k = 0; k < s->n && per_item; k++) {
			s->y[k] /= s->x[k];
			s->low[k] /= s->x[k];
			s->high[k] /= s->x[k];
		}
	}
	few = o->n * longest->n <= VALUES_MOST;
	/* both axes of a time over n, so that the line of O(n) is straight */
	log_y = (second || !p->linear) && (p->log
		|| far_apart(o, true, log_x && !second && !ramps ? FAR_APART : PLOT_LOG_FROM));
	name_chart(p, a, second, o->n == 1 ? longest->name : "", o);
	o->chart = (benchi_chart){ .title = p->title ? p->title : o->title, .series = o->series,
		.n = o->n, .direct = o->n <= BENCHI_DIRECT_MOST, .note = o->note, .values = !second && few,
		.x = { .label = o->key, .log = log_x, .at = longest->x, .n = longest->n,
			.counts = !strcmp(o->key, "workers") || !strcmp(o->key, "threads") },
		.y = { .label = o->name, .unit = !ramps ? a->unit : second ? "ns" : "", .log = log_y,
			.from_zero = !log_y } };
	for (size_t i = 0; i < o->n; i++) /* a band of few points would be mostly invention */
		o->series[i].kind = picture && !few ? BENCHI_MARK_RIBBON : BENCHI_MARK_LINE;
	if (ramps)
		remark_on_ramps(o, second || o->n > 1 ? NULL : longest);
	else if (!second)
		plot_unusable(a, picture ? " (hollow)" : " (?)", o->remark);
	/* the sizes of caches that the file states, if the axis is one of bytes */
	for (size_t i = 0; i < 3 && p->job.rows && benchi_listed("bytes size", o->key); i++) {
		const double bytes = benchi_context_value(&p->job.rows[0].facts, caches[i][0]);

		if (bytes > 0 && bytes >= o->series->x[0] && bytes <= o->series->x[o->series->n - 1])
			o->note[o->chart.notes++] = (benchi_note){ .x = bytes, .text = caches[i][1] };
	}
	return BENCH_OK;
}

/* Returns whether an interval of a picture goes below its logarithmic axis. */
static bool has_arrow(const plot *p, const plot_over *o)
{
	bool found = false;

	for (size_t i = 0; i < o->n && o->chart.y.log && (p->svg || p->png || p->html); i++)
		for (size_t k = 0; k < o->series[i].n; k++)
			found |= o->series[i].y[k] > 0 && o->series[i].low[k] <= 0;
	return found;
}

const char *plot_over_caption(const plot *p, const panel *a, char text[PLOT_LABEL])
{
	char point[PLOT_LABEL];

	if (plot_of_ramps(p))
		strcpy(text, "throughput with two standard errors; latencies have no interval");
	else
		snprintf(text, PLOT_LABEL, "each point: %.80s%s", plot_points(a, point),
			has_arrow(p, &a->over[0]) || has_arrow(p, &a->over[1]) ? "; an arrow: beyond the axis"
			: "");
	return text;
}

bench_status plot_print_over(const plot *p, const panel *a, FILE *out, size_t columns, size_t rows)
{
	char text[PLOT_LABEL];

	for (int second = 0; second < 2; second++) {
		const plot_over *o = &a->over[second];

		if (second && o->n)
			putc('\n', out);
		if (o->n && benchi_chart_text(out, &o->chart, columns, rows, p->utf8) != BENCH_OK)
			return BENCH_ERR_MEMORY;
		/* "sum: 245 ns (240 to 246) at 1000, 2.77 us (2.44 to 2.78) at 10000" */
		for (size_t i = 0; i < o->n && o->chart.values && !plot_of_ramps(p); i++) {
			const benchi_series *s = &o->series[i];
			char words[VALUES_MOST * (4 * FIGURE_TEXT + 20)] = "", value[FIGURE_TEXT],
				low[FIGURE_TEXT], high[FIGURE_TEXT], at[BENCHI_NUMBER_TEXT], name[NAME + 4];

			for (size_t k = 0, used = 0; k < s->n; k++) {
				figure_form form = figures_of(a->unit, fabs(s->y[k]), s->high[k] - s->low[k], NULL);

				form.utf8 = p->utf8;
				used += (size_t)sprintf(words + used, "%s%s (%s to %s) at %s", k ? ", " : "",
					figure(&form, s->y[k], value), figure_bare(&form, s->low[k], low),
					figure_bare(&form, s->high[k], high), benchi_number_digits(s->x[k], 8, at));
			}
			snprintf(name, sizeof name, "%.*s", NAME, s->name);
			benchi_utf8_shorten(name, columns / 2);
			strcat(name, *name ? ": " : "");
			words_write(out, name, words, (int)columns);
		}
		if (*o->remark)
			words_write(out, "note: ", o->remark, (int)columns);
	}
	words_write(out, "", plot_over_caption(p, a, text), (int)columns);
	return BENCH_OK;
}

bench_status plot_write_vega_over(FILE *out, const panel *a)
{
	static const char *const layers[] = {
		"\"area\",\"opacity\":0.2},\"encoding\":{\"y\":{\"field\":\"low\",\"type\":"
		"\"quantitative\"},\"y2\":{\"field\":\"high\"}}}",
		"\"line\",\"point\":true},\"encoding\":{\"y\":{\"field\":\"median\",\"type\":"
		"\"quantitative\",\"title\":" };

	fputs("\"vconcat\":[", out);
	for (int second = 0; second < 2; second++) {
		const plot_over *o = &a->over[second];
		char title[2 * PLOT_LABEL];
		bool first = true;

		if (!o->n)
			break;
		fputs(second ? ",\n{\"title\":" : "\n{\"title\":", out);
		benchi_json_text(out, o->chart.title);
		if (*o->remark) {
			fputs(",\"description\":", out);
			benchi_json_text(out, o->remark);
		}
		fputs(",\"width\":640,\"height\":400,\n\"data\":{\"values\":[", out);
		for (size_t i = 0; i < o->n; i++)
			for (size_t k = 0; k < o->series[i].n; k++) {
				const benchi_series *s = &o->series[i];

				fputs(first ? "\n{\"series\":" : ",\n{\"series\":", out);
				first = false;
				benchi_json_text(out, s->name);
				benchi_put_pair(out, "x", s->x[k]);
				benchi_put_pair(out, "median", s->y[k]);
				benchi_put_pair(out, "low", s->low[k]);
				benchi_put_pair(out, "high", s->high[k]);
				fputs(s->unusable[k] ? ",\"unusable\":true}" : "}", out);
			}
		fprintf(out, "\n]},\n\"encoding\":{\"x\":{\"field\":\"x\",\"type\":\"quantitative\","
			"\"scale\":{\"type\":\"%s\"},\"title\":", o->chart.x.log ? "log" : "linear");
		benchi_json_text(out, o->chart.x.label);
		fprintf(out, "},\n\"color\":{\"field\":\"series\",\"type\":\"nominal\",\"title\":null},"
			"\"y\":{\"scale\":{\"type\":\"%s\"}}},\n\"layer\":[{\"mark\":{\"type\":%s,\n"
			"{\"mark\":{\"type\":%s", o->chart.y.log ? "log" : "linear", layers[0], layers[1]);
		snprintf(title, sizeof title, "%s%s%.40s%s", o->name, *o->chart.y.unit ? " (" : "",
			o->chart.y.unit, *o->chart.y.unit ? ")" : "");
		benchi_json_text(out, title);
		fputs("}}}]}", out);
	}
	fputs("\n]}\n", out);
	return ferror(out) ? BENCH_ERR_OUTPUT : BENCH_OK;
}
