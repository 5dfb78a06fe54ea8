/*
 * Charts of a history: medians of commits with their intervals, levels, and changes.
 *
 * SPDX-License-Identifier: MIT
 */
#include "tools/draw/draw.h"
#include "tools/history/history.h"

enum { NOTES = 9, CHART_ROWS = 9 };

/* A chart of a series: its commits' medians, the levels, and the commits of changes. */
typedef struct drawn {
	benchi_chart chart;
	benchi_series list[2];
	benchi_note note[NOTES];
	char title[3 * HISTORY_WORD], picture[3 * HISTORY_WORD], label[3 * HISTORY_WORD];
	char text[NOTES][HISTORY_WORD + FIGURE_TEXT + 20];
	double *x;                   /* memory of the points */
} drawn;

static bench_status draw_series(const history *h, const series *s, drawn *d)
{
	double *x = malloc(5 * s->n * sizeof *x), *y = x + s->n, *level = y + s->n;
	double *low = level + s->n, *high = low + s->n;
	char between[HISTORY_WORD], share[FIGURE_TEXT];
	const bool machine = history_several(h, false);
	struct benchi_median_interval m;

	if (!x)
		return benchi_no_memory("a chart");
	*d = (drawn){ .x = x };
	snprintf(d->title, sizeof d->title, "%.500s%s%.500s", s->benchmark, machine ? ", " : "",
		machine ? s->machine : "");
	snprintf(d->label, sizeof d->label, "%.1000s: %.400s", d->title, s->metric);
	d->list[0] = (benchi_series){ .name = "commits", .kind = BENCHI_MARK_POINTS, .x = x, .y = y,
		.low = low, .high = high, .n = s->n };
	d->list[1] = (benchi_series){ .name = "level", .kind = BENCHI_MARK_STEPS, .x = x, .y = level,
		.n = s->n };
	d->chart = (benchi_chart){ .title = d->title, .series = d->list, .n = 2, .note = d->note,
		.x = { .label = "commit", .counts = true },
		.y = { .label = s->metric, .unit = strcmp(s->metric, s->unit) ? s->unit : "" } };
	for (size_t k = 0; k < s->levels; k++)
		for (size_t i = s->level[k].from; i < s->level[k].to; i++) {
			x[i] = (double)i + 1;
			y[i] = s->point[i].median;
			level[i] = s->level[k].median;
			low[i] = high[i] = (double)NAN;
			if (!s->point[i].set)
				continue;
			if (benchi_set_median(s->point[i].set, .95, &m) != BENCH_OK)
				return BENCH_ERR_MEMORY;
			low[i] = m.low;
			high[i] = m.high;
		}
	for (size_t k = 1; k < s->levels && d->chart.notes < NOTES; k++) {
		const struct level *l = &s->level[k];
		char *text = d->text[d->chart.notes];

		snprintf(text, sizeof *d->text, "%s: %s%s", history_between(s, l, between),
			benchi_signed_percent(l->change, .005, share), l->missing ? ", suspected" : "");
		d->note[d->chart.notes++] = (benchi_note){ .x = (double)l->from + 1, .text = text };
	}
	return BENCH_OK;
}

bench_status history_draw(FILE *out, const history *h, enum history_form form, bool all)
{
	drawn *of = calloc(h->n, sizeof *of);
	const benchi_chart **chart = calloc(h->n, sizeof *chart);
	bench_status status = of && chart ? BENCH_OK : benchi_no_memory("the charts");
	size_t n = 0;

	for (size_t i = 0; i < h->n && status == BENCH_OK; i++) {
		const series *s = &h->of[i];
		benchi_chart *c = &of[n].chart;

		if (!s->shown || s->n < 2 || !(all || s->levels > 1))
			continue;
		status = draw_series(h, s, &of[n]);
		if (status)
			break;
		chart[n++] = c;
		if (form == HISTORY_PICTURE) {  /* only the first chart of a picture has a title */
			snprintf(of[n - 1].picture, sizeof of->picture, "Medians and levels by commit: %s",
				last_part(h->settings.file));
			c->title = of[n - 1].picture;
			c->y.label = of[n - 1].label;
		} else if (form == HISTORY_PAGE) {
			benchi_page_figure_begin(out, s->benchmark, s->metric);
			status = benchi_chart_svg(out, &chart[n - 1], 1);
			benchi_page_figure_end(out);
		} else {
			putc('\n', out);
			status = benchi_chart_text(out, c, (size_t)terminal_width(80, 0), CHART_ROWS,
				benchi_look_for(out).utf8);
		}
	}
	if (form == HISTORY_PICTURE && status == BENCH_OK)
		status = n ? benchi_chart_svg(out, chart, n)
			: benchi_fail(BENCH_ERR_INPUT, "found no series of two commits to draw");
	for (size_t i = 0; of && i < h->n; i++)
		free(of[i].x);
	free(of);
	free(chart);
	return status;
}

bench_status history_pictures(FILE *out, const void *of)
{
	return history_draw(out, of, HISTORY_PICTURE, true);
}

bench_status history_page(FILE *out, const void *of)
{
	bench_status status;

	benchi_page_begin(out, "History");
	fputs("<div class=\"figures\">\n", out);
	status = history_draw(out, of, HISTORY_PAGE, true);
	fputs("</div>\n", out);
	benchi_page_end(out, NULL, "bench history");
	return status;
}
