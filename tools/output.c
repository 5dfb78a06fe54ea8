/*
 * Output of verbs: wrapped text, warnings, figures in one unit, records as JSON or CSV, and
 * pictures as SVG or PNG, in a file that is complete or absent.
 *
 * SPDX-License-Identifier: MIT
 */
#include "tools/tools.h"
#include "tools/draw/draw.h"

#include <errno.h>
#include <stdarg.h>

#define PRINT_MOST 80
#define LEAST 40

size_t words_write(FILE *out, const char *label, const char *text, int columns)
{
	int used = columns > PRINT_MOST ? PRINT_MOST : columns < LEAST ? LEAST : columns;

	return benchi_put_wrapped(out, label, text, (size_t)used);
}

void words_print(const char *label, const char *text)
{
	words_write(stdout, label, text, terminal_width(PRINT_MOST, 0));
}

void words_printf(const char *label, const char *format, ...)
{
	char text[1400];
	va_list list;

	va_start(list, format);
	vsnprintf(text, sizeof text, format, list);
	va_end(list);
	words_print(label, text);
}

void warnings_print(const char *label, const char *who, const benchi_shape *shape,
                    const char *unit)
{
	char warning[1000];

	for (unsigned bit = 0; bit < BENCHI_SET_WARNINGS; bit++)
		if (shape->warnings >> bit & 1)
			words_printf(label, "%s%s", who, benchi_warning_summary(1u << bit, shape, unit,
				warning, sizeof warning));
}

/*
 * One unit and one number of decimals for several numbers.
 */

#define DIGITS 6
#define FIGURE_MOST 1e7 /* larger percentages have three digits and an exponent */
#define PERCENT 100

figure_form figures_of(const char *unit, double middle, double spread, const char *wanted)
{
	static const benchi_units_of known[] = { BENCHI_UNITS_TIME, BENCHI_UNITS_SIZE, BENCHI_UNITS_HZ,
		BENCHI_UNITS_RATE };
	double typical = middle != 0 || !isfinite(spread) ? middle : 10 * spread;
	figure_form f = { .factor = 1, .decimals = -1, .unit = unit };

	if (wanted && benchi_unit_factor(unit, wanted) > 0)
		f.unit = wanted;
	else if (typical != 0)
		for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
			const benchi_unit *family = benchi_units_family(known[i]);
			double size = benchi_unit_factor(unit, family->name);

			if (size > 0)
				f.unit = benchi_unit_suited(family, typical * size)->name;
		}
	f.factor = benchi_unit_factor(unit, f.unit);
	middle = fabs(middle * f.factor);
	spread *= f.factor;
	if (spread > 0 && isfinite(spread)) {
		/* Two digits of spread, but no more than DIGITS digits of middle. */
		double n = 1 - floor(log10(spread));

		if (middle > 0)
			n = fmin(n, DIGITS - 1 - floor(log10(middle)));
		f.decimals = (int)fmin(fmax(n, 0), 9);
	}
	return f;
}

char *figure_bare(const figure_form *f, double x, char *text)
{
	x *= f->factor;
	if (f->decimals >= 0 && fabs(x) < pow(10, -f->decimals) / 2)
		x = 0; /* avoid "-0.0" */
	if (!isfinite(x))
		strcpy(text, "-");
	else if (f->decimals < 0 || fabs(x) >= FIGURE_MOST)
		benchi_number_digits(x, fabs(x) >= FIGURE_MOST ? 3 : DIGITS, text);
	else
		snprintf(text, FIGURE_TEXT, "%.*f", f->decimals, x);
	return text;
}

char *figure(const figure_form *f, double x, char *text)
{
	figure_bare(f, x, text);
	if (*f->unit && isfinite(x))
		snprintf(text + strlen(text), FIGURE_TEXT - strlen(text), " %.12s",
			f->utf8 && !strcmp(f->unit, "us") ? "µs" : f->unit);
	return text;
}

char *figure_shares(double low, double high, char text[2 * FIGURE_TEXT])
{
	char a[FIGURE_TEXT], b[FIGURE_TEXT];

	*text = '\0';
	if (!isfinite(high - low))
		return text;
	if (benchi_shares_unknown(low, high))
		return strcpy(text, "unknown");
	*strchr(benchi_signed_percent(low, (high - low) / 2, a), ' ') = '\0';
	snprintf(text, 2 * FIGURE_TEXT, "%.40s to %.40s", a,
	         benchi_signed_percent(high, (high - low) / 2, b));
	return text;
}

/*
 * Records as JSON or CSV.
 */

records records_begin(bool csv, const char *member)
{
	if (!csv)
		printf("{\n  \"libbench\": 1,\n  \"%s\": [", member);
	return (records){ .out = stdout, .csv = csv };
}

void records_end(const records *r)
{
	fputs(r->csv ? "" : "]\n}\n", r->out);
}

static void add_field(records *r, const char *key, const char *text, double x)
{
	struct record_field *f = &r->field[r->fields];

	r->fields += r->fields + 1 < RECORD_FIELDS;
	snprintf(f->key, sizeof f->key, "%s%s", r->prefix ? r->prefix : "", key);
	f->text = text;
	f->x = x;
}

void record_end(records *r)
{
	for (size_t i = 0; i < r->fields && r->csv && !r->n; i++)
		fprintf(r->out, "%s%s", r->field[i].key, i + 1 < r->fields ? "," : "\n");
	fputs(r->csv ? "" : r->n ? ", {" : "{", r->out);
	for (size_t i = 0; i < r->fields; i++) {
		fputs(i ? "," : "", r->out);
		if (!r->csv)
			fprintf(r->out, "\n    \"%s\": ", r->field[i].key);
		const struct record_field *f = &r->field[i];
		if (f->text)
			(r->csv ? benchi_csv_text : benchi_json_text)(r->out, f->text);
		else if (!r->csv || isfinite(f->x))
			benchi_put_number(r->out, f->x);
	}
	fputs(r->csv ? "\n" : "\n  }", r->out);
	r->fields = 0;
	r->n++;
}

void record_number_list(records *r, const record_item *item, size_t n)
{
	for (size_t i = 0; i < n; i++)
		add_field(r, item[i].key, NULL, item[i].x);
}

void record_text_list(records *r, const record_word *word, size_t n)
{
	for (size_t i = 0; i < n; i++)
		add_field(r, word[i].key, word[i].text, (double)NAN);
}

int picture_save(const char *verb_name, const char *path, bool png, picture_writer *writer,
                 const void *of)
{
	const char *prefix = "", *colon = "";   /* the path, if the detail does not name it */
	benchi_atomic_file file;
	bench_status status = benchi_atomic_file_begin(path, &file);

	if (status == BENCH_OK) {
		benchi_picture to = { .out = file.out, .png = png };

		status = writer(&to, of);
		if (status == BENCH_OK || status == BENCH_ERR_OUTPUT)
			status = benchi_atomic_file_keep(&file); /* the detail names the path */
		else {
			prefix = path;
			colon = ": ";
		}
	}
	benchi_atomic_file_drop(&file);
	return status ? complain(verb_name, "%s%s%s", prefix, colon, bench_detail()) : 0;
}

bool result_stated(const benchi_rows *rows, const benchi_set *set,
                   struct benchi_median_interval *m, bool *unusable)
{
	static const char *const members[] = { "", "_low", "_high" };
	static const char *const never[] = { "ELIDED", "UNPAIRED", "impossible" };
	const benchi_set *found, *starts;
	double *const to[] = { &m->centre, &m->low, &m->high };
	char key[80];

	if (strcmp(set->unit, set->metric)) /* our own files name a metric after its unit: ns, ns */
		return false;
	for (size_t n = 0; n < 3; n++) { /* a set that is merged from several files has several
	                                    results */
		snprintf(key, sizeof key, BENCHI_SUMMARY "%.40s%s", set->metric, members[n]);
		found = benchi_metric_set(rows, set->benchmark, key);
		if (!found || found->n != 1)
			return false;
		*to[n] = found->x[0];
	}
	found = benchi_metric_set(rows, set->benchmark, BENCHI_SUMMARY "confidence");
	m->confidence = found && found->n ? found->x[0] : .95;
	starts = benchi_metric_set(rows, set->benchmark, BENCHI_SUMMARY "processes");
	*unusable = !benchi_metric_set(rows, set->benchmark, BENCHI_SUMMARY "BELOW_RESOLUTION")
		&& !benchi_is_usable(m->low, m->centre, m->high);
	*unusable |= m->confidence <= 0 && starts && starts->n && starts->x[0] > 1;
	for (size_t i = 0; i < sizeof never / sizeof *never; i++) {
		snprintf(key, sizeof key, BENCHI_SUMMARY "%s", never[i]);
		*unusable |= benchi_metric_set(rows, set->benchmark, key) != NULL;
	}
	return true;
}

bool result_unusable(const benchi_rows *rows, const benchi_set *set)
{
	struct benchi_median_interval m;
	bool unusable;

	return result_stated(rows, set, &m, &unusable) && unusable;
}

void unusable_add(unusable_rows *u, const char *benchmark, const char *of)
{
	char row[160];

	snprintf(row, sizeof row, " %.60s of %.60s;", benchmark, of);
	if (strstr(u->text, row))
		return;                  /* named already, for another metric */
	if (u->used + strlen(row) < sizeof u->text)
		u->used += (size_t)sprintf(u->text + u->used, "%s", row);
	else
		u->more = true;
}

void unusable_print(const unusable_rows *u)
{
	if (u->used)    /* without the last semicolon */
		words_printf("note: ", "do not use:%.*s%s", (int)u->used - 1, u->text,
			u->more ? "; and more" : "");
}
