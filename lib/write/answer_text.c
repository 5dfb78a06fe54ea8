/*
 * What does an answer sound like?
 *
 * Words first, numbers in per cent of the base, jargon last and in brackets.  Figures
 * carry two digits of their interval's width, not more.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "base/utf8.h"
#include "write/answer_text.h"

#define COLUMNS 79
#define SHARE 40
#define NAME 60 /* columns of a name in a sentence */
#define BRIEF 500

static bool ends_in(const char *text, const char *end)
{
	size_t n = strlen(text), m = strlen(end);

	return n >= m && !strcmp(text + n - m, end);
}

/* Is it a time or a rate, so that "faster" makes sense? */
static bool is_speed(const benchi_set *set)
{
	static const char *const ends[] = { "time", "_ns", "_us", "_ms", "ns/op", "/s", "_per_second" };

	static const char *const units[] = { "s", "ms", "us", "ns" };

	if (!*set->metric)
		return true;
	for (size_t i = 0; i < sizeof units / sizeof *units; i++)
		if (!strcmp(set->unit, units[i]) || !strcmp(set->metric, units[i]))
			return true;
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
		if (ends_in(set->metric, ends[i]))
			return true;
	return false;
}

/* "faster", "slower", or "lower", "higher" for what has no speed. */
static const char *direction(const benchi_comparison *c, bool higher)
{
	if (!is_speed(c->test->set))
		return higher ? "higher" : "lower";
	return higher == c->higher ? "faster" : "slower";
}

/* Digits behind the point so that two digits of width are shown. */
static int decimals(double width)
{
	int digits = width > 0 && isfinite(width) ? 1 - (int)floor(log10(width)) : 1;

	return digits < 0 ? 0 : digits > 9 ? 9 : digits;
}

/* format: with %.*f for a share; a difference without one is written as it is. */
static char *share(const benchi_comparison *c, const benchi_interval *of, double difference,
                   const char *sign, char *text, size_t size)
{
	double location = c->finding.location, width = (of->high - of->low) / 2;
	char number[BENCHI_NUMBER_TEXT];

	if (isnan(location)) {
		benchi_number_digits(difference, 5, number);
		snprintf(text, size, "%s%s%s%s", *sign && difference >= 0 ? "+" : "", number,
		         *c->test->set->unit ? " " : "", c->test->set->unit);
		return text;
	}
	snprintf(text, size, *sign ? "%+.*f %%" : "%.*f %%", decimals(100 * width / location),
	         100 * difference / location);
	return text;
}

char *benchi_answer_text_share(const benchi_comparison *c, const benchi_interval *of,
                               double difference,
                         char *text, size_t size)
{
	return share(c, of, difference, "+", text, size);
}

/* Values that are never below 0 do not become less by more than all of it, whatever an
 * interval of their difference says. */
static double possible(const benchi_comparison *c, double difference)
{
	bool positive = c->base->shape.description.min >= 0 && c->test->shape.description.min >= 0;

	return positive && difference < -c->finding.location ? -c->finding.location : difference;
}

/* "3.2 % (between 2.0 % and 4.4 %, 95 % sure)" of a difference of one sign. */
static void size_of(const benchi_comparison *c, const benchi_question *question, char *text,
                    size_t size)
{
	const benchi_interval *i = &c->finding.sure;
	bool lower = i->estimate < 0;
	char middle[SHARE], low[SHARE], high[SHARE];

	share(c, i, fabs(i->estimate), "", middle, sizeof middle);
	share(c, i, fabs(lower ? i->high : i->low), "", low, sizeof low);
	share(c, i, fabs(lower ? possible(c, i->low) : i->high), "", high, sizeof high);
	snprintf(text, size, "%s (between %s and %s, %.5g %% sure)", middle, low, high,
	         100 * (1 - question->alpha));
}

/* A name for a sentence: the middle of a long one becomes dots. */
static const char *brief(const char *name, char text[BRIEF])
{
	size_t length = strlen(name), part = BRIEF / 2 - 1;

	if (length < BRIEF)
		strcpy(text, name);
	else {
		memcpy(text, name, part);
		strcpy(text + part, name + length - part);
	}
	benchi_utf8_shorten(text, NAME);
	return text;
}

/* "1.2 % faster" of one end of an interval. */
static void end_of(const benchi_comparison *c, double difference, char *text, size_t size)
{
	char number[SHARE];

	difference = possible(c, difference);
	share(c, &c->finding.sure, fabs(difference), "", number, sizeof number);
	snprintf(text, size, "%s %s", number, direction(c, difference > 0));
}

static void same(const benchi_comparison *c, const benchi_question *question, char *text,
                 size_t size)
{
	const benchi_interval *i = &c->finding.equal, *sure = &c->finding.sure;
	char low[SHARE], middle[SHARE], high[SHARE], test[BRIEF], base[BRIEF];

	benchi_answer_text_share(c, i, i->estimate, middle, sizeof middle);
	benchi_answer_text_share(c, i, i->low, low, sizeof low);
	benchi_answer_text_share(c, i, i->high, high, sizeof high);
	snprintf(text, size, "%s is the same as %s within %.5g %%: %s (between %s and %s, %.5g %% "
	         "sure)%s", brief(c->test->label, test), brief(c->base->label, base),
	         100 * question->margin, middle, low, high, 100 * (1 - question->alpha),
	         sure->low > 0 || sure->high < 0 ? "; there is a difference, but it is too small to "
	                                           "matter" : "");
}

static void inconclusive(const benchi_comparison *c, const benchi_question *question, char *text,
                         size_t size)
{
	const benchi_finding *f = &c->finding;
	size_t used = (size_t)snprintf(text, size, "not enough data: ");
	char low[SHARE + 10], high[SHARE + 10], test[BRIEF], base[BRIEF];

	brief(c->test->label, test);
	brief(c->base->label, base);
	if (isnan(f->location) && fabs(f->sure.low) <= 0 && fabs(f->sure.high) <= 0) {
		snprintf(text + used, size - used, "%s and %s lie at 0, of which there are no per cents",
		         test, base);
		return;
	}
	if (isfinite(f->sure.low) && isfinite(f->sure.high)) {
		end_of(c, f->sure.low, low, sizeof low);
		end_of(c, f->sure.high, high, sizeof high);
		used += (size_t)snprintf(text + used, size - used, "%s is between %s and %s than %s "
		                         "(%.5g %% sure)", test, low, high, base,
		                         100 * fmin(1 - question->alpha, f->reached));
	} else
		used += (size_t)snprintf(text + used, size - used, "%s and %s have too few values",
		                         base, test);
	if (used >= size)
		return;
	if (isfinite(f->more))
		snprintf(text + used, size - used, "; about %.0f more run%s of each would do", f->more,
		         f->more > 1 ? "s" : "");
	else
		snprintf(text + used, size - used, "; how many more runs would do is not known");
}

char *benchi_answer_text_answer(const benchi_comparison *c, const benchi_question *question,
                                char *text,
                          size_t size)
{
	char by[4 * SHARE], test[BRIEF], base[BRIEF];
	bool higher = c->finding.answer == BENCHI_HIGHER;

	switch (c->finding.answer) {
	case BENCHI_SAME:
		same(c, question, text, size);
		break;
	case BENCHI_LOWER:
	case BENCHI_HIGHER:
		size_of(c, question, by, sizeof by);
		snprintf(text, size, "%s is %s than %s by %s%s", brief(c->test->label, test),
		         direction(c, higher), brief(c->base->label, base), by,
		         is_speed(c->test->set) ? ""
		         : benchi_comparison_better(c) > 0 ? ": better" : ": worse");
		break;
	default:
		inconclusive(c, question, text, size);
	}
	return text;
}

char *benchi_answer_text_method(const benchi_comparison *c, char *text, size_t size)
{
	static const char *const methods[] = { "none: too few values", "means compared (Welch's t",
		"ranks compared (Wilcoxon, shift by Hodges and Lehmann", "pairs compared (t of their means",
		"pairs compared (sign test, median of the differences",
		"valid at any time (confidence sequence of the median ratio",
		"valid at any time (confidence sequences of the medians" };
	const benchi_finding *f = &c->finding;
	size_t used = (size_t)snprintf(text, size, "%s", methods[f->method]);

	if (f->method != BENCHI_METHOD_NONE && used < size)
		snprintf(text + used, size - used, isnan(f->p) ? ")" : "; p = %.2g)", f->p);
	return text;
}
