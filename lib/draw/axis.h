/*
 * An axis: its extent, its ticks and their texts.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_DRAW_AXIS_H
#define BENCHI_DRAW_AXIS_H

#include <stdbool.h>
#include <stddef.h>

#define BENCHI_TICKS_MOST 24
#define BENCHI_UNIT_TEXT 40
#define BENCHI_TICK_TEXT 72  /* capacity for one tick's text: a number, a blank, a unit, a NUL */

/* The numbers that an axis spans; low < high, both finite, above 0 if log. */
typedef struct benchi_extent {
	double low, high;
	bool log;
} benchi_extent;

typedef struct benchi_ticks {
	size_t n;
	double at[BENCHI_TICKS_MOST];                /* in the axis's own unit */
	char text[BENCHI_TICKS_MOST][BENCHI_TICK_TEXT];
	char unit[BENCHI_UNIT_TEXT]; /* of all; "" if there is none or each has its own */
} benchi_ticks;

/*
 * An extent over [low, high] (finite; low above 0 if log), widened where both are
 * the same, with a little air at either end; from_zero: reaching to 0 without air
 * there.
 */
benchi_extent benchi_extent_over(double low, double high, bool log, bool from_zero);

/* The position of x: 0 at low, 1 at high; NaN if x has none. */
double benchi_extent_place(const benchi_extent *extent, double x);

/* The number at a position: the inverse. */
double benchi_extent_at(const benchi_extent *extent, double place);

/* A number with its unit, "1.234 ms"; digits: 1 to 17.  text: capacity for size.
 * Returns text. */
char *benchi_value_text(double x, const char *unit, int digits, bool utf8, char *text,
                        size_t size);

/* How many ticks at most, of `most`, for counts: as many as there are whole numbers. */
size_t benchi_ticks_whole(const benchi_extent *extent, size_t most);

/* At most `most` (2 to BENCHI_TICKS_MOST) round ticks within the extent. */
void benchi_ticks_choose(const benchi_extent *extent, const char *unit, size_t most, bool utf8,
                         benchi_ticks *ticks);

#endif
