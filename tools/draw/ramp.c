/*
 * Draws a ramp: throughput over workers with error bars, the fitted law as a line, and the answer,
 * knee and peak marked on the axis. Latency is below, as a heat map of each step's operations: in a
 * picture with lines of its quantiles, which the table in the terminal has. An open loop shows only
 * latency over offered load, because its throughput is what was offered.
 *
 * SPDX-License-Identifier: MIT
 */

#include "tools/draw/draw.h"

enum { CURVE_POINTS = 200, SERIES = 5, NOTES = 4, ROWS = 14, CELL_WIDEST = 7, LABEL = 10 };

/* Smallest share of a step's operations for each shade of the heat map; 0: any share above 0. */
static const double shades[BENCHI_SHADES] = { 0, .01, .1, .25, .5 };

typedef struct drawing {
	benchi_chart chart;
	char law[48];
	benchi_series series[SERIES];
	benchi_note note[NOTES];
	double *memory, *free;   /* memory of all points and cells, and its unused rest */
	benchi_heat *heat;       /* the cells, at the end of memory */
} drawing;

/* Returns the shade of a share; 0 if the share is 0. */
static int shade_of(double share)
{
	int shade = 0;

	while (share > 0 && shade < BENCHI_SHADES && share >= shades[shade])
		shade++;
	return shade;
}

static double *take(drawing *d, size_t n)
{
	double *taken = d->free;

	d->free += n;
	return taken;
}

static void add_note(drawing *d, double x, const char *text)
{
	if (d->chart.notes < NOTES)
		d->note[d->chart.notes++] = (benchi_note){ x, text };
}

static void draw_latency(drawing *d, const benchi_ramp *ramp)
{
	static const char *const names[SERIES] = { "p50", "p99", "p99.9", "mean", "mean, model" };
	const int n = benchi_ramp_model_fits(ramp) ? SERIES : SERIES - 1;

	for (int k = 0; k < n; k++) {
		double *x = take(d, ramp->n), *y = take(d, ramp->n);
		size_t used = 0;

		for (size_t i = 0; i < ramp->n; i++) {
			const benchi_step *s = &ramp->step[i];
			const double value[SERIES] = { s->p50_ns, s->p99_ns, s->p999_ns, s->mean_ns,
				s->model_ns };

			if (!isfinite(value[k]))
				continue;
			x[used] = ramp->plan.rate_hz > 0 ? s->offered_hz : (double)s->workers;
			y[used++] = value[k];
		}
		d->series[d->chart.n++] = (benchi_series){ .name = names[k], .x = x, .y = y, .n = used };
	}
	for (size_t i = 0; i < ramp->n; i++) {
		const benchi_step *s = &ramp->step[i];
		const bool open = ramp->plan.rate_hz > 0;
		const double x = open ? s->offered_hz : (double)s->workers;
		const double half = open ? x / (double)s->workers / 2 : .5;

		for (size_t k = 0; k < BENCHI_LATENCY_BINS; k++)
			if (shade_of(s->latency[k]))
				d->heat[d->chart.heats++] = (benchi_heat){ { x - half, x + half },
					{ exp2((double)k / 4), exp2((double)(k + 1) / 4) }, shade_of(s->latency[k]) };
	}
	d->chart.heat = d->heat;
	d->chart.x.counts = d->chart.x.from_zero = !(ramp->plan.rate_hz > 0);
	d->chart.x.label = d->chart.x.counts ? "workers" : "offered operations per second";
	d->chart.y.label = "latency; grey: most of a step's operations";
	d->chart.y.unit = "ns";
	d->chart.y.log = true;
}

/* Makes the chart of throughput, or of latency. The caller frees the chart in any case.
 * BENCH_ERR_MEMORY. */
static bench_status begin(drawing *d, const benchi_ramp *ramp, const char *title, bool latency)
{
	const size_t points = 2 * SERIES * ramp->n + 2 * CURVE_POINTS;

	*d = (drawing){ .chart = { .title = title } };
	d->memory = d->free = malloc(points * sizeof *d->memory
		+ ramp->n * BENCHI_LATENCY_BINS * sizeof *d->heat);
	if (!d->memory)
		return benchi_no_memory("the chart");
	d->heat = (benchi_heat *)(d->memory + points);
	d->chart.series = d->series;
	d->chart.note = d->note;
	if (latency)
		draw_latency(d, ramp);
	else {
		double *x = take(d, ramp->n), *y = take(d, ramp->n);
		double *low = take(d, ramp->n), *high = take(d, ramp->n);
		const benchi_scalability *law = &ramp->scaling;
		const bool peaks = law->kind == BENCHI_SCALING_PEAK;
		double first = (double)ramp->step[0].workers, end = (double)ramp->step[ramp->n - 1].workers;

		for (size_t i = 0; i < ramp->n; i++) {
			const benchi_step *s = &ramp->step[i];

			x[i] = (double)s->workers;
			y[i] = s->throughput_hz;
			low[i] = fmax(y[i] - 2 * s->error_hz, 0);
			high[i] = y[i] + 2 * s->error_hz;
		}
		d->series[d->chart.n++] = (benchi_series){ .name = "measured",
			.kind = BENCHI_MARK_POINTS, .x = x, .y = y, .low = low, .high = high, .n = ramp->n };
		d->chart.x.label = "workers";
		d->chart.x.from_zero = d->chart.x.counts = true;
		d->chart.y.label = "operations per second";
		d->chart.y.from_zero = true;

		/* the law, if one fits: to the last step, or to the peak if that is near */
		if (law->kind != BENCHI_SCALING_NONE && law->kind != BENCHI_SCALING_MISFIT) {
			end = peaks && law->peak > end && law->peak < 1.5 * end ? law->peak : end;
			x = take(d, CURVE_POINTS);
			y = take(d, CURVE_POINTS);
			for (int i = 0; i < CURVE_POINTS; i++) {
				x[i] = first + (end - first) * i / (CURVE_POINTS - 1);
				y[i] = benchi_scalability_rate(law, x[i]);
			}
			snprintf(d->law, sizeof d->law, "scalability law, off by %.1f %%", 100 * law->misfit);
			d->series[d->chart.n++] = (benchi_series){ .name = d->law, .x = x, .y = y,
				.n = CURVE_POINTS };
			if (law->kind != BENCHI_SCALING_LINEAR && law->knee >= first && law->knee <= end)
				add_note(d, law->knee, "knee");
			if (peaks && law->peak >= first && law->peak <= end)
				add_note(d, law->peak, "peak");
		}
	}
	if (ramp->best != SIZE_MAX)
		add_note(d, ramp->plan.rate_hz > 0 ? ramp->step[ramp->best].offered_hz
		                                   : (double)ramp->step[ramp->best].workers, "answer");
	return BENCH_OK;
}

/* Prints the heat map of latencies: one column per step (or every few steps), one row per part
 * of an octave. */
static void print_heat(FILE *out, const benchi_ramp *ramp, size_t columns, bool utf8)
{
	static const char *const marks[2][BENCHI_SHADES + 1] = { { " ", ".", ":", "|", "%", "#" },
		{ " ", "\302\267", "\342\226\221", "\342\226\222", "\342\226\223", "\342\226\210" } };
	const bool open = ramp->plan.rate_hz > 0;
	const size_t capacity = columns > LABEL + 20 ? columns - LABEL - 2 : 20;
	const size_t every = (ramp->n + capacity - 1) / capacity, shown = (ramp->n + every - 1) / every;
	const size_t wide = capacity / shown < CELL_WIDEST ? capacity / shown : CELL_WIDEST;
	size_t first = BENCHI_LATENCY_BINS, end = 0, group, next = 0;
	char text[64];

	for (size_t i = 0; i < ramp->n; i++)
		for (size_t k = 0; k < BENCHI_LATENCY_BINS; k++)
			if (ramp->step[i].latency[k] > 0) {
				first = k < first ? k : first;
				end = k >= end ? k + 1 : end;
			}
	if (first >= end)
		return;
	group = (end - first + ROWS - 1) / ROWS;
	fprintf(out, "latency, share of each step's operations: %s some", marks[utf8][1]);
	for (int s = 1; s < BENCHI_SHADES; s++)
		fprintf(out, "  %s %.0f %%", marks[utf8][s + 1], 100 * shades[s]);
	for (size_t k = (end - first + group - 1) / group; k-- > 0;) {
		benchi_ramp_time(exp2((double)(first + k * group) / 4), utf8, text);
		fprintf(out, "\n%*s %s", LABEL + (strstr(text, "\302\265") ? 1 : 0), text,
			utf8 ? "\342\224\202" : "|");
		for (size_t i = 0; i < ramp->n; i += every) {
			double share = 0;

			for (size_t b = 0; b < group && first + k * group + b < end; b++)
				share += ramp->step[i].latency[first + k * group + b];
			for (size_t c = 0; c < wide; c++)
				fputs(wide > 2 && c + 1 == wide ? " " : marks[utf8][shade_of(share)], out);
		}
	}
	fprintf(out, "\n%*s  ", LABEL, "");
	for (size_t i = 0; i < ramp->n; i += every) {
		const size_t at = i / every * wide;

		if (open)
			benchi_ramp_count(ramp->step[i].offered_hz, text);
		else
			snprintf(text, sizeof text, "%zu", ramp->step[i].workers);
		if (at >= next)
			next += (size_t)fprintf(out, "%*s%s ", (int)(at - next), "", text);
	}
	fprintf(out, "\n%*s  %s\n", LABEL, "", open ? "offered operations per second" : "workers");
}

bench_status benchi_ramp_chart(FILE *out, const benchi_ramp *ramp, size_t columns, bool utf8)
{
	bench_status status = BENCH_OK;
	drawing d;

	if (ramp->n < 2)
		return BENCH_OK;
	if (!(ramp->plan.rate_hz > 0)) {
		status = begin(&d, ramp, NULL, false);
		fputc('\n', out);
		if (status == BENCH_OK)
			status = benchi_chart_text(out, &d.chart, columns, ROWS, utf8);
		free(d.memory);
	}
	fputc('\n', out);
	print_heat(out, ramp, columns, utf8);
	return status;
}

bench_status benchi_ramp_svg(benchi_picture *to, const benchi_ramp *ramp, const char *name)
{
	char answer[BENCHI_RAMP_TEXT], title[2 * BENCHI_RAMP_TEXT];
	bool open = ramp->plan.rate_hz > 0;
	drawing d, below = { .memory = NULL };
	const benchi_chart *const charts[] = { &d.chart, &below.chart };
	bench_status status;

	snprintf(title, sizeof title, "%s%s%s", name ? name : "", name && *name ? ": " : "",
	         benchi_ramp_answer(ramp, true, answer));
	status = begin(&d, ramp, title, open);
	if (status == BENCH_OK && !open)
		status = begin(&below, ramp, title, true);
	if (status == BENCH_OK)
		status = benchi_chart_svg(to, charts, open ? 1 : 2);
	free(d.memory);
	free(below.memory);
	return status;
}
