/*
 * An axis: its extent, its ticks and their texts.
 *
 * A linear axis has ticks at multiples of 1, 2 or 5 times a power of ten of the unit shown, all in
 * one unit. A logarithmic axis has decades, with 2 and 5 in between where they fit (powers of two
 * for bytes), each tick in a suitable unit; without one, all ticks have letters (1k, 1M), or none.
 *
 * Worked: 0 to 47 with at most 6 ticks: step 10, ticks 0 10 20 30 40.
 *
 * Source: Heckbert, Nice numbers for graph labels, Graphics Gems, 1990, p. 61.
 *
 * Assumes finite numbers of any size, even if high - low overflows.
 *
 * SPDX-License-Identifier: MIT
 */

#include "tools/draw/draw.h"

#define AIR 0.02 /* of the range, beyond each of its ends */
#define CUT_FROM .05 /* an axis that begins at this share of its end, or later, is cut */
#define ARROW_AIR .05 /* the same below bars that end in an arrow */
#define LOG_AIR 1e-12 /* logarithms, up to 745, are accurate to 1e-13 */
#define LETTERS_FROM 1e5 /* an axis that ends here, or later, has letters, as figures have; */
#define LETTERS_FROM_AT 1e8 /* at places that names have, from here on */
#define LEAST (DBL_MIN * DBL_EPSILON) /* the smallest positive number of type double */

static double clamp(double x)
{
	return x > DBL_MAX ? DBL_MAX : x < -DBL_MAX ? -DBL_MAX : x;
}

benchi_extent benchi_extent_over(double low, double high, bool log_scale, bool from_zero)
{
	benchi_extent e = { low, high, false };
	double air = (high / 2 - low / 2) * 2 * AIR;

	if (log_scale && low > 0) {
		air = low < high ? fmax((log(high) - log(low)) * AIR, LOG_AIR) : log(2);
		e.log = true;
		e.low = fmin(low, fmax(exp(log(low) - air), LEAST));
		e.high = fmax(high, clamp(exp(log(high) + air)));
		if (!(e.low < e.high))
			e.high = 4 * e.low;
		return e;
	}
	if (!(air > 0))
		air = low < 0 || low > 0 ? fabs(low) * .05 : 1;
	if (!(benchi_stored(low - air) < low))
		air = fmax(fabs(low), DBL_MIN) * 8 * DBL_EPSILON;
	e.low = from_zero && low >= 0 ? 0 : clamp(low - air);
	e.high = from_zero && high <= 0 && low < 0 ? 0 : clamp(high + air);
	return e;
}

bool benchi_extent_cut(const benchi_extent *e)
{
	return !e->log && (e->low > CUT_FROM * e->high || e->high < CUT_FROM * e->low);
}

double benchi_extent_place(const benchi_extent *e, double x)
{
	if (e->log) {
		double low = benchi_stored(log(e->low)), high = benchi_stored(log(e->high));

		return x > 0 ? (benchi_stored(log(x)) - low) / (high - low) : (double)NAN;
	}
	if (isfinite(e->high - e->low))
		return (x - e->low) / (e->high - e->low);
	return (x / 2 - e->low / 2) / (e->high / 2 - e->low / 2);
}

size_t benchi_place_cell(double place, size_t n)
{
	double cell = place * (double)n;

	return cell >= (double)n ? n - 1 : cell > 0 ? (size_t)cell : 0;
}

static void add_tick(benchi_ticks *ticks, double at, const char *text)
{
	ticks->at[ticks->n] = at;
	snprintf(ticks->text[ticks->n++], BENCHI_TICK_TEXT, "%s", text);
}

/* Returns the smallest of 1, 2, 5, 10, ... that is at least x. */
static double nice_step(double x)
{
	double ten = pow(10, floor(log10(x)));

	return x <= ten * (1 + 1e-9) ? ten
	       : x <= 2 * ten * (1 + 1e-9) ? 2 * ten
	       : x <= 5 * ten * (1 + 1e-9) ? 5 * ten : 10 * ten;
}

static double ticks_within(double low, double high, double step)
{
	return floor(high / step + 1e-9) - ceil(low / step - 1e-9) + 1;
}

static void linear_ticks(const benchi_extent *e, const char *unit, size_t most, bool utf8,
                         benchi_ticks *ticks)
{
	benchi_shown how = benchi_shown_for(unit, fmax(fabs(e->low), fabs(e->high)), utf8);
	double low = e->low / how.divisor, high = e->high / how.divisor, step, first, decimals;
	char number[BENCHI_NUMBER_TEXT], text[BENCHI_TICK_TEXT];
	benchi_shown letter = how;

	step = nice_step(fmax((high / 2 - low / 2) / (double)most * 2, DBL_MIN));
	while (ticks_within(low, high, step) > (double)most)
		step = nice_step(step * 1.5);
	for (int finer = 0; finer < 2 && ticks_within(low, high, step) < 2; finer++)
		step = nice_step(step / 2.5);   /* a single tick would show no scale */
	first = ceil(low / step - 1e-9);
	decimals = step < 1 ? -floor(log10(step) + 1e-9) : 0;
	if (!how.glued) {
		strcpy(ticks->unit, how.unit);
		letter.unit[0] = '\0';
	}
	for (size_t i = 0; i < BENCHI_TICKS_MOST && (double)i < ticks_within(low, high, step); i++) {
		double x = (first + (double)i) * step + 0.0;

		if (!isfinite(x * how.divisor))
			break;
		/* Use the step's decimals, or as many digits as needed. */
		double digits = x < 0 || x > 0 ? floor(log10(fabs(x)) + 1e-9) + 1 : 1;

		if (decimals <= 6 && digits < 8)
			benchi_number_fixed(x, (int)decimals, number);
		else {
			digits -= floor(log10(step) + 1e-9);
			benchi_number_digits(x, digits < 1 ? 1 : digits > 17 ? 17 : (int)digits, number);
		}
		benchi_shown_join(number, &letter, text, sizeof text);
		add_tick(ticks, x * how.divisor, how.glued && fabs(x) < step / 2 ? "0" : text);
	}
}

/* Writes a tick of a logarithmic axis, or at one of its stated places. letters: without a known
 * unit, write 1000 as 1k. */
static const char *tick_text(double x, const char *unit, bool letters, bool utf8,
                             char text[BENCHI_TICK_TEXT])
{
	const benchi_unit *letter = benchi_unit_suited(benchi_units_family(BENCHI_UNITS_COUNT),
		letters ? x : 1);
	char number[BENCHI_NUMBER_TEXT];
	size_t at;

	if (benchi_unit_find(unit, &at))
		return benchi_value_text(x, unit, 6, utf8, text, BENCHI_TICK_TEXT);
	benchi_number_digits(x / letter->size, letters ? 6 : 8, number);
	snprintf(text, BENCHI_TICK_TEXT, "%s%s%s%.24s", number, letter->name, *unit ? " " : "", unit);
	return text;
}

/* Returns whether an axis that ends at `high` has letters. The last is T. */
static bool has_letters(double high, double from)
{
	return high >= from && high < 1e15;
}

/* Adds ticks at every `every`-th power base^k. with: also at 2 and 5 times the power. */
static void powers(const benchi_extent *e, const char *unit, double base, long every, bool with,
                   bool utf8, benchi_ticks *ticks)
{
	static const double times[] = { 1, 2, 5 };
	long k = (long)floor(log(e->low) / log(base) / (double)every) * every;
	const bool letters = has_letters(e->high, LETTERS_FROM);
	char text[BENCHI_TICK_TEXT];

	for (; pow(base, (double)k) * (1 - 1e-9) <= e->high && ticks->n < BENCHI_TICKS_MOST; k += every)
		for (size_t i = 0; i < (with ? 3u : 1u) && ticks->n < BENCHI_TICKS_MOST; i++) {
			double x = times[i] * pow(base, (double)k);

			if (x >= e->low * (1 - 1e-9) && x <= e->high * (1 + 1e-9))
				add_tick(ticks, x, tick_text(x, unit, letters, utf8, text));
		}
}

void benchi_ticks_choose(const benchi_extent *extent, const char *unit, size_t most, bool utf8,
                         benchi_ticks *ticks)
{
	ticks->n = 0;
	ticks->unit[0] = '\0';
	unit = unit ? unit : "";
	most = most < 2 ? 2 : most > BENCHI_TICKS_MOST ? BENCHI_TICKS_MOST : most;
	if (extent->log) {
		size_t at;
		bool bytes = benchi_unit_find(unit, &at) == benchi_units_family(BENCHI_UNITS_SIZE);
		double base = bytes ? 2 : 10, span = (log(extent->high) - log(extent->low)) / log(base);
		long every = (long)ceil(span / (double)most);

		if (!bytes && 3 * span + 1 <= (double)most)
			powers(extent, unit, base, 1, true, utf8, ticks);
		else
			do {
				ticks->n = 0;
				powers(extent, unit, base, every < 1 ? 1 : every, false, utf8, ticks);
			} while (ticks->n < 2 && --every > 0);
		if (ticks->n < 2) {
			ticks->n = 0;
			linear_ticks(extent, unit, most, utf8, ticks);
		}
	} else
		linear_ticks(extent, unit, most, utf8, ticks);
}

void benchi_axis_ticks(const benchi_axis *axis, const benchi_extent *extent, size_t most, bool utf8,
                       benchi_ticks *ticks)
{
	double whole = floor(extent->high) - ceil(extent->low) + 1; /* whole numbers on the axis */
	char text[BENCHI_TICK_TEXT];

	if (axis->counts && whole < (double)most)
		most = whole < 2 ? 2 : (size_t)whole;
	benchi_ticks_choose(extent, axis->unit, most, utf8, ticks);
	if (!axis->at || axis->n < 2 || axis->n > BENCHI_TICKS_MOST)
		return;
	for (size_t i = 1; i < axis->n; i++)
		if (benchi_extent_place(extent, axis->at[i]) - benchi_extent_place(extent, axis->at[i - 1])
		    < 1 / (double)most)
			return;
	ticks->n = 0;
	ticks->unit[0] = '\0';
	for (size_t i = 0; i < axis->n; i++)
		add_tick(ticks, axis->at[i], tick_text(axis->at[i], axis->unit ? axis->unit : "",
			has_letters(axis->at[axis->n - 1], LETTERS_FROM_AT), utf8, text));
}

void benchi_axis_title(const benchi_axis *axis, const benchi_extent *extent, bool measured,
                       const char *unit, char *text, size_t size)
{
	const char *label = axis->label ? axis->label : "";
	const char *scale = axis->log ? "logarithmic"
		: measured && benchi_extent_cut(extent) ? "not from 0" : "";

	snprintf(text, size, "%s%s%s%s%s%s", label, *unit && *label ? " (" : "", unit,
	         *unit && *label ? ")" : "", *scale && (*label || *unit) ? ", " : "", scale);
}

size_t benchi_count_parts(const bench_numbers *set, const benchi_extent *e, size_t n,
                          size_t *counts, size_t outside[2])
{
	size_t fullest = 1;

	memset(counts, 0, n * sizeof *counts);
	outside[0] = outside[1] = 0;
	for (size_t i = 0; i < set->n; i++) {
		double x = set->x[i], place = e->low < e->high ? benchi_extent_place(e, x) : .5;

		if (x < e->low || x > e->high)
			outside[x > e->high]++;
		else if (++counts[benchi_place_cell(place, n)] > fullest)
			fullest++;
	}
	return fullest;
}

/*
 * The range that a chart spans.
 */

bool benchi_series_point(const benchi_chart *chart, const benchi_series *s, size_t i)
{
	double x = s->x[i], y = s->y[i];

	return isfinite(x) && isfinite(y) && (!chart->x.log || x > 0) && (!chart->y.log || y > 0);
}

bool benchi_series_bar(const benchi_series *s, size_t i)
{
	return s->low && s->high && isfinite(s->low[i]) && isfinite(s->high[i]);
}

/* Widens range to n numbers; ignores those that are not finite or, on a logarithmic axis, not
 * positive. */
static void stretch(double range[2], const benchi_axis *axis, const double *x, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (isfinite(x[i]) && (!axis->log || x[i] > 0)) {
			range[0] = fmin(range[0], x[i]);
			range[1] = fmax(range[1], x[i]);
		}
}

benchi_box benchi_chart_box(const benchi_chart *chart)
{
	const benchi_axis *axis[2] = { &chart->x, &chart->y };
	double range[2][2] = { { HUGE_VAL, -HUGE_VAL }, { HUGE_VAL, -HUGE_VAL } };
	benchi_extent of[2];
	bool arrows = false;

	for (size_t k = 0; k < chart->n; k++) {
		const benchi_series *s = &chart->series[k];

		for (size_t i = 0; i < s->n; i++) {
			if (!benchi_series_point(chart, s, i))
				continue;
			stretch(range[0], axis[0], &s->x[i], 1);
			stretch(range[1], axis[1], &s->y[i], 1);
			if (!benchi_series_bar(s, i))
				continue;
			stretch(range[1], axis[1], (double[]){ s->low[i], s->high[i] }, 2);
			arrows |= axis[1]->log && s->low[i] <= 0;
		}
	}
	for (size_t i = 0; i < chart->heats; i++) {
		stretch(range[0], axis[0], chart->heat[i].x, 2);
		stretch(range[1], axis[1], chart->heat[i].y, 2);
	}
	if (arrows)
		range[1][0] = fmax(exp(log(range[1][0]) * (1 + ARROW_AIR) - log(range[1][1]) * ARROW_AIR),
			LEAST);
	for (int k = 0; k < 2; k++) {
		const bool any = range[k][0] <= range[k][1], log = axis[k]->log;

		if (any && axis[k]->counts && !(range[k][0] < range[k][1])) { /* a single whole number:
		                                                                 extend the axis to its
		                                                                 neighbours */
			range[k][0] = fmax(range[k][0] - 1, 0);
			range[k][1] += 1;
		}
		of[k] = benchi_extent_over(any ? range[k][0] : log ? 1 : 0,
			any ? range[k][1] : log ? 10 : 1, log, any && axis[k]->from_zero);
	}
	return (benchi_box){ of[0], of[1] };
}
