/*
 * Fills the cells of the table of results.
 *
 * Figures have three digits, or fewer where their interval is wider.  A figure that is smaller
 * than its own uncertainty is shown as its upper bound.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "write/cells.h"
#include "data/repetition.h"
#include "write/scale.h"

#define LEAST .001 /* a figure with its last decimal */
#define FULL .945  /* the confidence of an interval that needs no remark */
#define USABLE .25 /* half of an interval, as a share, beyond which a figure is not to be used */

const char *const benchi_column_name[BENCHI_COLUMNS] = { "time", "time CI", "wall", "cpu",
	"cycles", "cycles CI", "relative", "throughput", "within", "between", "" };

char benchi_warning_mark(int bit)
{
	/* elided, resolution, noisy, drift, bimodal, preempted, migrated, neighbour (shared
	 * core), few, no clock, overhead, left by break, unpaired, rare work */
	static const char marks[BENCH_WARNINGS + 1] = "ERNDBPMSFCOLUW";

	return bit >= 0 && bit < BENCH_WARNINGS ? marks[bit] : '?';
}

/* Half of an interval's width, its larger half. */
static double half(double low, double middle, double high)
{
	return fmax(high - middle, middle - low);
}

/* A figure, or what it is at most. */
static void put_figure(char *cell, const double figure[3], bool at_most, bool utf8,
                       benchi_units_of units)
{
	char text[BENCHI_SCALED_TEXT];
	double uncertainty = half(figure[0], figure[1], figure[2]), most = fmax(figure[2], LEAST);

	if (isnan(figure[1]))
		return;
	if (at_most && isfinite(figure[2]))
		sprintf(cell, "%s%s", utf8 ? "\xe2\x89\xa4" : "<=",
		        benchi_scaled(most, most / 10, units, text));
	else
		sprintf(cell, "%s", benchi_scaled(figure[1], uncertainty, units, text));
}

static void put_throughput(char *cell, const benchi_result *result, double share)
{
	double ns = benchi_throughput_ns(result);
	double of = result->bytes > 0 ? result->bytes : result->items, rate = of * 1e9 / ns;
	char text[BENCHI_SCALED_TEXT];

	if (of > 0 && ns > 0 && isfinite(rate))
		sprintf(cell, "%s/s", benchi_scaled(rate, rate * share, result->bytes > 0
		                                    ? BENCHI_UNITS_BYTES : BENCHI_UNITS_COUNT, text));
}

static void put_share(char *cell, double share, const char *before)
{
	char text[BENCHI_SCALED_TEXT];

	if (!isnan(share))
		sprintf(cell, "%s%s", before, benchi_percent(share, text));
}

/* An interval of less than 95 %: few windows give no more. */
static void put_confidence(char *cell, double confidence)
{
	if (*cell && confidence > 0 && confidence < FULL)
		sprintf(cell + strlen(cell), " (%.0f %%)", 100 * confidence);
}

static void put_marks(char *cell, const benchi_result *result)
{
	if (result->impossible)
		*cell++ = '!';
	for (int bit = 0; bit < BENCH_WARNINGS; bit++)
		if (result->summary.warnings >> bit & 1)
			*cell++ = benchi_warning_mark(bit);
	*cell = '\0';
}

bool benchi_column_fixed(int column, const benchi_report *report)
{
	switch (column) {
	case BENCHI_COLUMN_TIME:
	case BENCHI_COLUMN_INTERVAL:
	case BENCHI_COLUMN_CYCLES:
	case BENCHI_COLUMN_CYCLES_INTERVAL:
		return true;
	case BENCHI_COLUMN_BETWEEN:
		for (size_t i = 0; i < report->n; i++)
			if (report->result[i].processes > 1)
				return true;
		return false;
	default:
		return false;
	}
}

bool benchi_cells_usable(const benchi_result *result)
{
	const bench_summary *s = &result->summary;

	return !result->impossible && !(s->warnings & (BENCH_WARN_ELIDED | BENCH_WARN_UNPAIRED))
	       && (s->warnings & BENCH_WARN_BELOW_RESOLUTION
	           || half(s->ns_low, s->ns, s->ns_high) <= USABLE * s->ns
	           || half(s->cycles_low, s->cycles, s->cycles_high) <= USABLE * s->cycles);
}

const char *benchi_cells_missing(const benchi_result *result)
{
	if (result->skipped)
		return *result->skipped ? result->skipped : "skipped";
	if (result->summary.status)
		return bench_status_text(result->summary.status);
	return isnan(result->summary.ns) ? "no result" : NULL;
}

void benchi_cells_fill(const benchi_result *result, bool utf8, benchi_cells *cells)
{
	const bench_summary *s = &result->summary;
	const double time[3] = { s->ns_low, s->ns, s->ns_high };
	const double cycles[3] = { s->cycles_low, s->cycles, s->cycles_high };
	bool unresolved = s->warnings & BENCH_WARN_BELOW_RESOLUTION
	                  || (s->warnings & BENCH_WARN_ELIDED && s->ns_high - s->ns_low > s->ns);
	bool at_most = unresolved && isfinite(s->ns_high);
	double share = s->ns > 0 ? half(s->ns_low, s->ns, s->ns_high) / s->ns : (double)NAN;
	double cycles_share = s->cycles > 0
	                    ? half(s->cycles_low, s->cycles, s->cycles_high) / s->cycles : (double)NAN;
	const char *sign = utf8 ? "\xc2\xb1" : "+-";
	char text[BENCHI_SCALED_TEXT];

	memset(cells, 0, sizeof *cells);
	if (benchi_cells_missing(result)) {
		strcpy(cells->text[BENCHI_COLUMN_TIME], result->skipped ? "skipped" : "failed");
		return;
	}
	put_figure(cells->text[BENCHI_COLUMN_TIME], time, at_most, utf8, BENCHI_UNITS_TIME);
	put_figure(cells->text[BENCHI_COLUMN_CYCLES], cycles, at_most, utf8, BENCHI_UNITS_COUNT);
	put_marks(cells->text[BENCHI_COLUMN_MARKS], result);
	if (at_most)
		return;
	put_share(cells->text[BENCHI_COLUMN_INTERVAL], share, sign);
	put_confidence(cells->text[BENCHI_COLUMN_INTERVAL], s->confidence);
	put_share(cells->text[BENCHI_COLUMN_CYCLES_INTERVAL], cycles_share, sign);
	if (result->relative > 0)
		sprintf(cells->text[BENCHI_COLUMN_RELATIVE], "%.*f", result->relative < 10 ? 3 : 1,
		        fmin(result->relative, 1e9));
	if ((result->threads > 1 || result->cpu_ns > 0) && result->wall_ns > 0)
		strcpy(cells->text[BENCHI_COLUMN_WALL], benchi_scaled(
			result->wall_ns, result->wall_ns * share, BENCHI_UNITS_TIME, text));
	if (result->cpu_ns > 0)
		strcpy(cells->text[BENCHI_COLUMN_CPU], benchi_scaled(
			result->cpu_ns, result->cpu_ns * share, BENCHI_UNITS_TIME, text));
	put_throughput(cells->text[BENCHI_COLUMN_THROUGHPUT], result, share);
	if (result->processes > 1) {
		put_share(cells->text[BENCHI_COLUMN_WITHIN], result->within / s->ns, "");
		put_share(cells->text[BENCHI_COLUMN_BETWEEN], result->between / s->ns, "");
	}
}
