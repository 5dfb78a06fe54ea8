/*
 * Writes the answer of a comparison as a sentence.
 *
 * The change leads, in percent of the base, with its confidence interval in parentheses. Figures
 * show two digits of the interval's width. A speed that changed tenfold is stated as a factor,
 * because 97.991 % faster does not tell a reader that it is 50 times as fast.
 *
 * SPDX-License-Identifier: MIT
 */
#include "write/write.h"

#define SHARE 40
#define NAME 60 /* width of a name in a sentence */
#define BRIEF 500
#define MORE_MOST 1e5
#define TIMES 10         /* changes by this factor and more are stated as factors */
#define LONGER 20        /* recommend at most this many times the time */
#define LEAST_P 1e-300 /* smaller p-values have lost their digits */

char *benchi_answer_text_share(const benchi_comparison *c, const benchi_interval *of,
                               double difference, char *text, size_t size)
{
	double location = c->finding.location, width = (of->high - of->low) / 2;
	char number[SHARE];

	if (isnan(location))
		snprintf(text, size, "%s%s", difference >= 0 ? "+" : "",
			benchi_value_text(difference, c->test->set->unit, 4, false, number, sizeof number));
	else
		snprintf(text, size, "%s",
			benchi_signed_percent(difference / location, width / location, number));
	return text;
}

/* The change without its sign. Returns a pointer into text. */
static const char *amount(const benchi_comparison *c, double difference, char text[SHARE])
{
	return benchi_answer_text_share(c, &c->finding.sure, fabs(difference), text, SHARE) + 1;
}

/* Returns a change, with a decrease clamped to 100 %: values that are never negative cannot fall
 * further, whatever the interval says. */
static double possible(const benchi_comparison *c, double difference)
{
	bool positive = c->base->shape.description.min >= 0 && c->test->shape.description.min >= 0;

	return positive && difference < -c->finding.location ? -c->finding.location : difference;
}

/* Shortens a long name in the middle for a sentence. Returns text. */
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

/* "b is 50 times as fast as a (95 % CI 48 to 52 times)". Returns false, without a text, if the
 * factor is below TIMES. */
static bool write_times(const benchi_comparison *c, const benchi_question *question, bool faster,
                        char *text, size_t size)
{
	const benchi_interval *i = &c->finding.sure;
	const double base = c->finding.location;
	double middle = 1 + i->estimate / base, low = 1 + i->low / base, high = 1 + i->high / base;
	char test[BRIEF], other[BRIEF];

	if (middle > 0 && middle < 1) {
		const double least = 1 / high;

		middle = 1 / middle;
		high = low > 0 ? 1 / low : (double)INFINITY;
		low = least;
	}
	if (!(middle >= TIMES && isfinite(middle) && low > 0))
		return false;

	const int digits = (high - low < 0.02 * middle ? 4 : 3) - 1
		- (int)floor(log10(middle));
	const int places = digits > 0 ? digits : 0;
	const int used = snprintf(text, size, "%s %s %.*f times as %s as %s (%.5g %% CI ",
		brief(c->test->label, test), faster ? "is" : "takes", places, middle,
		faster ? "fast" : "long", brief(c->base->label, other), 100 * (1 - question->alpha));

	if ((size_t)used < size && isfinite(high))
		snprintf(text + used, size - (size_t)used, "%.*f to %.*f times)", places, low, places,
			high);
	else if ((size_t)used < size)
		snprintf(text + used, size - (size_t)used, "at least %.*f times)", places, low);
	return true;
}

/* "b is 3.7 % slower than a (95 % CI 1.2 % to 6.1 %)"; "lower" or "higher" for what has no
 * speed. */
static void write_differs(const benchi_comparison *c, const benchi_question *question, char *text,
                          size_t size)
{
	const benchi_interval *i = &c->finding.sure;
	const bool lower = i->estimate < 0, higher = c->finding.answer == BENCH_HIGHER;
	const benchi_set *set = c->test->set;
	const bool speed = !*set->metric || !strcmp(set->unit, "cycles")
		|| benchi_unit_ns(set->unit) > 0 || benchi_unit_ns(set->metric) > 0
		|| benchi_ends_in(set->metric, "time _ns _us _ms ns/op /s _per_second");
	char middle[SHARE], low[SHARE], high[SHARE], test[BRIEF], base[BRIEF];

	if (speed && write_times(c, question, higher == c->higher, text, size))
		return;
	snprintf(text, size, "%s is %s %s than %s (%.5g %% CI %s to %s)%s", brief(c->test->label, test),
	         amount(c, i->estimate, middle), !speed ? higher ? "higher" : "lower"
	         : higher == c->higher ? "faster" : "slower", brief(c->base->label, base),
	         100 * (1 - question->alpha), amount(c, lower ? i->high : i->low, low),
	         amount(c, lower ? possible(c, i->low) : i->high, high), speed ? ""
	         : (const char *const[]){ ": worse", "", ": better" }[benchi_comparison_better(c) + 1]);
}

/* "b is the same as a within 1 %: +0.1 % (95 % CI -0.3 % to +0.5 %)". */
static void same(const benchi_comparison *c, const benchi_question *question, char *text,
                 size_t size)
{
	const benchi_interval *i = &c->finding.equal, *sure = &c->finding.sure;
	bool narrower = i->low > sure->low || i->high < sure->high; /* two one-sided tests */
	char low[SHARE], middle[SHARE], high[SHARE], test[BRIEF], base[BRIEF];

	benchi_answer_text_share(c, i, i->estimate, middle, sizeof middle);
	benchi_answer_text_share(c, i, i->low, low, sizeof low);
	benchi_answer_text_share(c, i, i->high, high, sizeof high);
	snprintf(text, size, "%s is the same as %s within %.5g %%: %s (%.5g %% CI %s to %s)%s",
	         brief(c->test->label, test), brief(c->base->label, base), 100 * question->margin,
	         middle, 100 * (1 - question->alpha * (narrower ? 2 : 1)), low, high,
	         sure->low > 0 || sure->high < 0
	         ? "; there is a difference, but it is too small to matter" : "");
}

/* "inconclusive: b against a -28 % to +117 % (95 % CI)". */
static void inconclusive(const benchi_comparison *c, const benchi_question *question, char *text,
                         size_t size)
{
	const benchi_finding *f = &c->finding;
	size_t used = (size_t)snprintf(text, size, "inconclusive: ");
	char low[SHARE], high[SHARE], test[BRIEF], base[BRIEF];

	brief(c->test->label, test);
	brief(c->base->label, base);
	if (isnan(f->location) && fabs(f->sure.low) <= 0 && fabs(f->sure.high) <= 0) {
		snprintf(text, size, "%s and %s are 0 in every run: no change", test, base);
		return;
	}
	if (question->anytime && !isfinite(f->sure.high - f->sure.low)) {
		used += (size_t)snprintf(text + used, size - used, "%zu value%s of %s and of %s are too "
			"few to decide at %.5g %%", f->n, f->n == 1 ? "" : "s", base, test,
			100 * (1 - question->alpha));
		if (isfinite(f->more) && used < size)
			snprintf(text + used, size - used, "; %.0f more of each are needed", f->more);
		return;
	}
	if (benchi_shares_unknown(f->sure.low / f->location, f->sure.high / f->location))
		used += (size_t)snprintf(text + used, size - used, "%s and %s have values that scatter too "
			"widely", base, test);
	else if (isfinite(f->sure.low) && isfinite(f->sure.high)) {
		const double least = possible(c, f->sure.low);

		benchi_answer_text_share(c, &f->sure, least, low, sizeof low);
		benchi_answer_text_share(c, &f->sure, f->sure.high, high, sizeof high);
		used += (size_t)snprintf(text + used, size - used, "%s against %s %s%s%s (%.5g %% CI)",
		                         test, base, least > f->sure.low ? "at most" : low,
		                         least > f->sure.low ? " " : " to ", high,
		                         100 * fmin(1 - question->alpha, f->reached));
	} else
		used += (size_t)snprintf(text + used, size - used, "%s and %s have too few values",
		                         base, test);
	if (used >= size)
		return;
	text += used;
	size -= used;

	/* What would decide the comparison. */
	const double most = question->processes_most, all = 10 * ceil((f->more + (double)f->n) / 10);
	const double seen = fabs(f->sure.estimate), half = (f->sure.high - f->sure.low) / 2;
	/* an interval shrinks with the root of the time */
	const double longer = fmax(2, ceil(pow(half / fmax(f->margin, seen), 2)));

	if (f->by_total && f->method != BENCHI_METHOD_TOTAL)
		snprintf(text, size, "; medians and total times do not agree: measure both again, or use "
			"bench versus");
	else if (f->by_total && half > 0 && longer <= LONGER)
		snprintf(text, size, "; total times decide: about %.0f times the --time on both sides is "
			"needed", longer);
	else if (f->by_total)
		snprintf(text, size, "; total times decide, but are too uncertain: use bench versus, or a "
			"quieter machine");
	else if ((most > 0 || !isfinite(f->more)) /* more processes do not drive a neighbour away */
	         && fmin(benchi_width_least(c->base), benchi_width_least(c->test)) < 1)
		snprintf(text, size, "; a noisy neighbour took part of the core: measure again later%s",
			most > 0 && question->paired ? "" : ", or use bench versus");
	else if (!isfinite(f->more))
		snprintf(text, size, "; how many more runs are needed is not known");
	else if (most > 0 && all > most)
		snprintf(text, size, "; %.0f processes on both sides would not decide it, bench versus may",
		         most);
	else if (most > 0)
		snprintf(text, size, "; --processes %.0f on both sides would decide it", all);
	else if (f->more > MORE_MOST)
		snprintf(text, size, "; more than %.0f more runs of each are needed", MORE_MOST);
	else /* what those runs would show, as benchi_more_runs plans them */
		snprintf(text, size, "; about %.0f more %s needed%s", f->more,
		         f->more > 1 ? "runs of each are" : "run of each is", !(f->location > 0) ? ""
		         : f->margin - seen > seen - f->beyond ? " to show that both are the same"
		         : f->beyond > 0 ? " to show that it is above the margin"
		         : " to show that it is a change");
}

char *benchi_answer_text_answer(const benchi_comparison *c, const benchi_question *question,
                                char *text, size_t size)
{
	static void (*const sentence[])(const benchi_comparison *, const benchi_question *, char *,
		size_t) = { [BENCH_UNSURE] = inconclusive, [BENCH_SAME] = same,
		[BENCH_LOWER] = write_differs, [BENCH_HIGHER] = write_differs };

	sentence[c->finding.answer](c, question, text, size);
	if (c->finding.by_total && c->finding.answer != BENCH_UNSURE && strlen(text) < size)
		snprintf(text + strlen(text), size - strlen(text), ", by total times");
	return text;
}

char *benchi_answer_text_method(const benchi_comparison *c, char *text, size_t size)
{
	static const char *const methods[] = { "none: too few values", "means compared (Welch's t",
		"medians compared (by ranks, Hodges and Lehmann", "pairs compared (t of their means",
		"pairs compared (sign test, median of the differences",
		"valid at any time (confidence sequence of the median ratio",
		"valid at any time (confidence sequences of the medians", "counts compared (exact",
		"total times compared: rare work (between the ends of their intervals" };
	const benchi_finding *f = &c->finding;
	size_t used = (size_t)snprintf(text, size, "%s", methods[f->method]);

	if (f->method != BENCHI_METHOD_NONE && used < size)
		snprintf(text + used, size - used, isnan(f->p) ? ")" : f->p < LEAST_P ? "; p < 1e-300)"
		         : "; p = %.2g)", f->p);
	return text;
}
