/*
 * Writes numbers and texts so that they can be read back.
 *
 * SPDX-License-Identifier: MIT
 */
#include "write/write.h"

#include <errno.h>
#include <stdarg.h>

bench_status benchi_output_end(FILE *out)
{
	if (!fflush(out) && !ferror(out))
		return BENCH_OK;
	return benchi_fail(BENCH_ERR_OUTPUT, "write failed%s%s",
	                   errno ? ": " : "", errno ? strerror(errno) : "");
}

void benchi_put_number(FILE *out, double x)
{
	char text[BENCHI_NUMBER_TEXT];

	fputs(benchi_number_text(x, text), out);
}

void benchi_put_key(FILE *out, const char *key)
{
	fprintf(out, ", \"%s\": ", key);
}

void benchi_put_pair(FILE *out, const char *key, double x)
{
	benchi_put_key(out, key);
	benchi_put_number(out, x);
}

void benchi_put_pair_text(FILE *out, const char *key, const char *text)
{
	benchi_put_key(out, key);
	benchi_json_text(out, text);
}

/* Writes length bytes of text. A character cut off at the end is not valid UTF-8. */
static void put_safe(FILE *out, const char *text, size_t length)
{
	const char *end = text + length, *safe = text;

	while (text < end && *text) {
		size_t n = benchi_utf8_safe(&text, &safe);

		fwrite(safe, 1, n, out);
	}
}

void benchi_put_line(FILE *out, const char *text)
{
	put_safe(out, text, strlen(text));
}

void benchi_put_context(FILE *out, const benchi_context *context, benchi_context_form form)
{
	static const struct {
		const char *begin, *between, *key, *key_end, *end;
	} texts[] = { [BENCHI_CONTEXT_OBJECT] = { "{", ",", "\n  \"", "\": ", "}" },
		[BENCHI_CONTEXT_MEMBERS] = { "", ", ", "\"", "\": ", "" },
		[BENCHI_CONTEXT_LINES] = { "", "\n", "# ", ": ", "\n" } };
	const size_t n = context ? context->n : 0;

	fputs(texts[form].begin, out);
	for (size_t i = 0; i < n; i++) {
		const benchi_fact *fact = &context->fact[i];

		fprintf(out, "%s%s%s%s", i ? texts[form].between : "", texts[form].key, fact->key,
			texts[form].key_end);
		if (!fact->text)
			benchi_put_number(out, fact->number);
		else
			(form == BENCHI_CONTEXT_LINES ? benchi_put_line : benchi_json_text)(out, fact->text);
	}
	fputs(n || form != BENCHI_CONTEXT_LINES ? texts[form].end : "", out);
}

/*
 * The style that the environment asks for: colour and encoding.
 *
 * Colour follows the NO_COLOR convention. The encoding follows the name of the locale, read from
 * the environment because a library must not call setlocale.
 *
 * Wrong for UTF-8 locales without "UTF-8" in their name.
 */

benchi_output_style benchi_look_for(FILE *out)
{
	static const char *const names[] = { "LC_ALL", "LC_CTYPE", "LANG" };
	static const char *const words[] = { "UTF-8", "utf-8", "UTF8", "utf8" };
	const char *no = benchi_environment_text("NO_COLOR"), *locale = NULL;
	const char *terminal = benchi_environment_text("TERM");
	benchi_output_style look = { .columns = benchi_terminal_size(out, false) };

	for (size_t i = 0; i < 3 && (!locale || !*locale); i++)
		locale = benchi_environment_text(names[i]);
	for (size_t i = 0; i < 4 && locale; i++)
		look.utf8 = look.utf8 || strstr(locale, words[i]);
	look.colour = benchi_terminal_is(out) && (!no || !*no)
		&& !(terminal && !strcmp(terminal, "dumb"));
	return look;
}

/*
 * Rows, and words in lines.
 */

bool benchi_row_was_skipped(const benchi_result *result)
{
	bench_status status = result->answer.summary.status;

	return result->skipped && (!status || status == BENCH_ERR_NO_SAMPLES);
}

double benchi_throughput_ns(const benchi_result *result)
{
	return result->row.threads > 1 && result->answer.wall_ns > 0 ? result->answer.wall_ns
		: result->answer.summary.ns;
}

size_t benchi_put_words(FILE *out, const char *text, size_t *column, size_t indent, size_t columns)
{
	char piece[256];
	size_t breaks = 0;

	while (*text) {
		size_t word = strcspn(text, " "), width;

		if (text[word] == ' ' && text[word + 1] == '%') /* a number and its % stay together */
			word += 1 + strcspn(text + word + 1, " ");
		snprintf(piece, sizeof piece, "%.*s", word > 250 ? 250 : (int)word, text);
		width = benchi_utf8_columns(piece);
		if (*column > indent && *column + 1 + width >= columns) {
			fprintf(out, "\n%*s", (int)indent, "");
			*column = indent;
			breaks++;
		} else if (*column > indent) {
			putc(' ', out);
			++*column;
		}
		put_safe(out, text, word);
		*column += width;
		text += word;
		while (*text == ' ')
			text++;
	}
	return breaks;
}

size_t benchi_put_wrapped(FILE *out, const char *label, const char *text, size_t columns)
{
	size_t indent = benchi_utf8_columns(label), column = indent, lines;

	fputs(label, out);
	lines = 1 + benchi_put_words(out, text, &column, indent, columns);
	putc('\n', out);
	return lines;
}

void benchi_put_sentence(FILE *out, const char *format, ...)
{
	char text[1000];
	va_list list;

	va_start(list, format);
	vsnprintf(text, sizeof text, format, list);
	va_end(list);
	benchi_put_wrapped(out, "", text, 80);
}

/*
 * Numbers for people.
 *
 * The last digit shown is the third one, or the first digit of the uncertainty if that is coarser.
 * At least one digit is shown, and none beyond the third decimal. Rounding comes before the choice
 * of a unit, so that 999.7 ns become 1.00 us.
 */

#define DECIMALS 3 /* caps the width: 0.000 ns */

/* Returns the exponent of x's first digit. */
static int magnitude(double x)
{
	int e = (int)floor(log10(x));

	if (x >= pow(10, e + 1)) /* log10 may round to the wrong integer */
		e++;
	return x < pow(10, e) ? e - 1 : e;
}

/* Returns the exponent of the last digit shown of x >= 0. */
static int last_place(double x, double uncertainty)
{
	int first = x > 0 ? magnitude(x) : -1, place = first - 2;

	if (uncertainty > 0 && isfinite(uncertainty) && magnitude(uncertainty) > place)
		place = magnitude(uncertainty);
	place = place > first ? first : place;
	return place < -DECIMALS ? -DECIMALS : place;
}

char *benchi_scaled(double value, double uncertainty, benchi_units_of units, char *text)
{
	const benchi_unit *step = benchi_units_family(units);
	double shown;
	char number[BENCHI_NUMBER_TEXT];
	int place;

	if (!isfinite(value))
		return strcpy(text, "-");
	for (;; step++) {
		double scaled = fabs(value) / step->size, unit;

		place = last_place(scaled, uncertainty / step->size);
		unit = pow(10, abs(place));
		shown = place < 0 ? floor(scaled * unit + .5) / unit : floor(scaled / unit + .5) * unit;
		if (!step[1].name || shown * step->size < step[1].size)
			break;
	}
	place = last_place(shown, uncertainty / step->size); /* 9.996 became 10.0 */
	benchi_number_fixed(value < 0 ? -shown : shown, place < 0 ? -place : 0, number);
	snprintf(text, BENCHI_SCALED_TEXT, "%.24s%s%s", number, units == BENCHI_UNITS_COUNT ? "" : " ",
	         step->name);
	return text;
}

char *benchi_percent(double share, char *text)
{
	double percent = 100 * share, unit = percent < 0.995 ? 100 : percent < 9.95 ? 10 : 1;
	char number[BENCHI_NUMBER_TEXT];

	if (isnan(share))
		return strcpy(text, "");
	if (percent > 999)
		return strcpy(text, ">999 %");
	percent = fmax(1, ceil(percent * unit - 1e-9)) / unit; /* no measurement is exact */
	benchi_number_fixed(percent, unit > 10 ? 2 : unit > 1 ? 1 : 0, number);
	snprintf(text, BENCHI_SCALED_TEXT, "%.24s %%", number);
	return text;
}

char *benchi_signed_percent(double share, double spread, char *text)
{
	double percent = 100 * share;

	if (!isfinite(percent))
		return strcpy(text, "-");
	snprintf(text, BENCHI_SCALED_TEXT, fabs(percent) < 1e9 ? "%+.*f %%" : "%+.*g %%",
		benchi_number_decimals(percent, 100 * spread), percent);
	return text;
}

bool benchi_shares_unknown(double low, double high)
{
	return low < -0.9 && high > 9;
}

const benchi_unit *benchi_unit_find(const char *unit, size_t *place)
{
	static const benchi_units_of known[] = { BENCHI_UNITS_TIME, BENCHI_UNITS_SIZE, BENCHI_UNITS_HZ,
		BENCHI_UNITS_RATE };
	const char *name = !strcmp(unit, "\302\265s") ? "us" : !strcmp(unit, "bytes") ? "B" : unit;

	for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
		const benchi_unit *family = benchi_units_family(known[k]);

		for (*place = 0; family[*place].name; ++*place)
			if (!strcmp(family[*place].name, name))
				return family;
	}
	return NULL;
}

benchi_shown benchi_shown_for(const char *unit, double largest, bool utf8)
{
	benchi_shown s = { 1, "", false };
	const benchi_unit *family, *best;
	size_t at;

	unit = unit ? unit : "";
	family = benchi_unit_find(unit, &at);
	if (family) {
		best = largest > 0 ? benchi_unit_suited(family, largest * family[at].size)
		                   : &family[at]; /* 0 in the given unit */
		s.divisor = best->size / family[at].size;
		strcpy(s.unit, utf8 && !strcmp(best->name, "us") ? "\302\265s" : best->name);
	} else if (*unit)
		snprintf(s.unit, sizeof s.unit, "%.*s", BENCHI_UNIT_TEXT - 1, unit);
	else if (largest >= 1e5 && largest < 1e15) {
		best = benchi_unit_suited(benchi_units_family(BENCHI_UNITS_COUNT), largest);
		s.divisor = best->size;
		strcpy(s.unit, best->name);
		s.glued = true;
	}
	return s;
}

char *benchi_shown_join(const char *number, const benchi_shown *how, char *text, size_t size)
{
	snprintf(text, size, "%s%s%s", number, *how->unit && !how->glued ? " " : "", how->unit);
	return text;
}

char *benchi_value_text(double x, const char *unit, int digits, bool utf8, char *text, size_t size)
{
	benchi_shown how = benchi_shown_for(unit, fabs(x), utf8);
	const double most = pow(10, digits);
	char number[BENCHI_NUMBER_TEXT];

	/* 999.9 with three digits is 1000, in the unit for that */
	if (fabs(x) / how.divisor < most && fabs(x) / how.divisor >= most - .5)
		how = benchi_shown_for(unit, most * how.divisor, utf8);
	x /= how.divisor;
	if (fabs(x) >= most - .5 && fabs(x) < 1e6) { /* a whole number, without an exponent */
		const double last = pow(10, floor(log10(fabs(x))) - digits + 1);

		snprintf(number, sizeof number, "%.0f", floor(x / last + .5) * last);
	} else
		benchi_number_digits(x, digits, number);
	return benchi_shown_join(number, &how, text, size);
}

/*
 * Answers about cases.
 */

enum { ANSWER_TEXT = 1000 };

void benchi_answers_begin(benchi_answers *a)
{
	if (!a->markdown)
		putc('\n', a->out);
	else if (!a->grid.columns)
		benchi_grid_heads(&a->grid, "<case|<answer");
}

void benchi_answers_put(benchi_answers *a, const char *name, const char *format, ...)
{
	char text[ANSWER_TEXT];
	va_list list;

	va_start(list, format);
	vsnprintf(text, sizeof text, format, list);
	va_end(list);
	if (a->markdown) {
		benchi_grid_line(&a->grid, "%s", name);
		benchi_grid_put(&a->grid, "%s", text);
	} else
		benchi_put_sentence(a->out, "%s", text);
}

