/*
 * Writes the results as a table for people.
 *
 * First the context, then the table with one line per result, then the meaning of its marks and
 * the reasons for skipped or impossible rows.
 *
 * SPDX-License-Identifier: MIT
 */
#include "write/write.h"

#include <stdarg.h>

/*
 * Fills the cells of the table.
 *
 * Figures have three digits, or fewer if their interval is wider. A figure smaller than its
 * uncertainty is shown as an upper bound.
 */

#define LEAST .001 /* smallest figure with three decimals */
#define FULL .945  /* confidence of an interval that needs no remark */

/* The columns after the name. */
enum column {
	COLUMN_TIME,       /* time of one iteration on one thread */
	COLUMN_INTERVAL,   /* half width of the interval, relative */
	COLUMN_WALL,       /* wall time per iteration of all threads */
	COLUMN_CPU,        /* processor time per iteration, with several threads */
	COLUMN_CYCLES,
	COLUMN_CYCLES_INTERVAL,
	COLUMN_RELATIVE,   /* to the baseline */
	COLUMN_THROUGHPUT, /* throughput of all threads */
	COLUMN_WITHIN,     /* spread, with several processes */
	COLUMN_BETWEEN,
	COLUMN_MARKS,      /* one letter per warning, '!' for impossible */
	COLUMNS
};

static const struct {
	const char *name;
	unsigned how;
} column_of[COLUMNS] = {
	[COLUMN_TIME] = { "time", BENCHI_GRID_KEPT },
	[COLUMN_INTERVAL] = { "time CI", BENCHI_GRID_KEPT },
	[COLUMN_WALL] = { "wall", 0 }, [COLUMN_CPU] = { "cpu", 0 },
	[COLUMN_CYCLES] = { "cycles", BENCHI_GRID_KEPT },
	[COLUMN_CYCLES_INTERVAL] = { "cycles CI", BENCHI_GRID_KEPT },
	[COLUMN_RELATIVE] = { "relative", 0 }, [COLUMN_THROUGHPUT] = { "throughput", 0 },
	[COLUMN_WITHIN] = { "within", BENCHI_GRID_SPARE },
	[COLUMN_BETWEEN] = { "between", BENCHI_GRID_SPARE },
	[COLUMN_MARKS] = { "", BENCHI_GRID_LEFT },
};

/* Letters of the warnings: elided, resolution, noisy, drift, bimodal, preempted, migrated,
 * neighbour (shared core), few samples, no clock, overhead, left by break, unpaired, rare work. */
static const char warning_marks[BENCH_WARNINGS + 1] = "ERNDBPMSFCOLUW";

/* The cells of a row; "" without a value. */
typedef char row_cells[COLUMNS][40];

/* Writes a figure, or its upper bound. */
static void put_figure(char *cell, const double figure[3], bool at_most, bool utf8,
                       benchi_units_of units)
{
	char text[BENCHI_SCALED_TEXT];
	double uncertainty = benchi_half_width(figure[0], figure[1], figure[2]);
	double most = fmax(figure[2], LEAST);

	if (isnan(figure[1]))
		return;
	if (at_most && isfinite(figure[2]))
		sprintf(cell, "%s%s", utf8 ? "\xe2\x89\xa4" : "<=",
		        benchi_scaled(most, most / 10, units, text));
	else
		sprintf(cell, "%s", benchi_scaled(figure[1], uncertainty, units, text));
}

static void put_share(char *cell, double share, const char *before)
{
	char text[BENCHI_SCALED_TEXT];

	if (!isnan(share))
		sprintf(cell, "%s%s", before, benchi_percent(share, text));
}

/* Which figures of a row may be quoted, and what the table says. */
static const struct {
	const char *label;  /* text before the names of the rows; NULL: print nothing */
	const char *more;   /* text after the number of rows that are not named */
} use_words[] = {
	{ "do not use: ", ", with E, U, !, 0 % or intervals wider than 25 %" },
	{ "do not use the time, only the cycles: ", "" },
	{ "do not use the cycles, only the time: ", "" },
	{ NULL, "" }
};

enum use { USE_NOTHING, USE_CYCLES, USE_TIME, USE_BOTH };

const char *benchi_cells_missing(const benchi_result *result)
{
	if (result->skipped)
		return *result->skipped ? result->skipped : "skipped";
	if (result->answer.summary.status)
		return bench_status_text(result->answer.summary.status);
	return isnan(result->answer.summary.ns) ? "no result" : NULL;
}

static void fill_cells(const benchi_result *result, bool utf8, row_cells cell)
{
	const bench_summary *s = &result->answer.summary;
	const benchi_row *row = &result->row;
	const double time[3] = { s->ns_low, s->ns, s->ns_high };
	const double cycles[3] = { s->cycles_low, s->cycles, s->cycles_high };
	const double half = benchi_half_width(s->ns_low, s->ns, s->ns_high);
	const double cycles_half = benchi_half_width(s->cycles_low, s->cycles, s->cycles_high);
	const double share = s->ns > 0 ? half / s->ns : (double)NAN;
	const bool unresolved = s->warnings & BENCH_WARN_BELOW_RESOLUTION
		|| (s->warnings & BENCH_WARN_ELIDED && s->ns_high - s->ns_low > s->ns);
	const bool at_most = unresolved && isfinite(s->ns_high), bytes = row->bytes > 0;
	const double ns = benchi_throughput_ns(result), amount = bytes ? row->bytes : row->items;
	const double rate = amount * 1e9 / ns;
	const char *sign = utf8 ? "\xc2\xb1" : "+-";
	char text[BENCHI_SCALED_TEXT], *mark = cell[COLUMN_MARKS];

	memset(cell, 0, sizeof(row_cells));
	if (benchi_cells_missing(result)) {
		strcpy(cell[COLUMN_TIME], benchi_row_was_skipped(result) ? "skipped" : "failed");
		return;
	}
	put_figure(cell[COLUMN_TIME], time, at_most, utf8, BENCHI_UNITS_TIME);
	put_figure(cell[COLUMN_CYCLES], cycles, at_most, utf8, BENCHI_UNITS_COUNT);
	if (result->impossible)
		*mark++ = '!';
	for (int bit = 0; bit < BENCH_WARNINGS; bit++)
		if (s->warnings >> bit & 1)
			*mark++ = warning_marks[bit];
	if (at_most)
		return;
	put_share(cell[COLUMN_INTERVAL], share, sign);
	if (*cell[COLUMN_INTERVAL] && s->confidence < FULL)
		sprintf(cell[COLUMN_INTERVAL] + strlen(cell[COLUMN_INTERVAL]), " (%.0f %%)",
			100 * s->confidence); /* all that a few windows or starts allow; 0 for a bare range */
	put_share(cell[COLUMN_CYCLES_INTERVAL], s->cycles > 0 ? cycles_half / s->cycles
		: (double)NAN, sign);
	if (result->relative > 0)
		sprintf(cell[COLUMN_RELATIVE], "%.*f", result->relative < 10 ? 3 : 1,
		        fmin(result->relative, 1e9));
	if ((row->threads > 1 || result->answer.cpu_ns > 0) && result->answer.wall_ns > 0)
		strcpy(cell[COLUMN_WALL], benchi_scaled(
			result->answer.wall_ns, result->answer.wall_ns * share, BENCHI_UNITS_TIME, text));
	if (result->answer.cpu_ns > 0)
		strcpy(cell[COLUMN_CPU], benchi_scaled(
			result->answer.cpu_ns, result->answer.cpu_ns * share, BENCHI_UNITS_TIME, text));
	if (amount > 0 && ns > 0 && isfinite(rate))
		sprintf(cell[COLUMN_THROUGHPUT], "%s%s%.12s/s", benchi_scaled(rate, rate * share,
			bytes ? BENCHI_UNITS_BYTES : BENCHI_UNITS_COUNT, text),
			bytes || !row->unit ? "" : " ", bytes || !row->unit ? "" : row->unit);
	if (result->answer.processes > 1) {
		put_share(cell[COLUMN_WITHIN], result->answer.within / s->ns, "");
		put_share(cell[COLUMN_BETWEEN], result->answer.between / s->ns, "");
	}
}

static const double SCALED_FROM = 1e5;

/* Writes the table of the bodies' counters after an empty line, if there are any: five digits, or a
 * time with half its interval; "" if unknown. */
static bench_status put_counters(FILE *out, const benchi_report *report,
                                 const benchi_output_style *style)
{
	const char *name[BENCHI_METRIC_COLUMNS];
	size_t names = benchi_metric_names(report, name);
	benchi_grid g = { .columns = 0 };
	char text[BENCHI_SCALED_TEXT], share[BENCHI_SCALED_TEXT];

	if (!names)
		return BENCH_OK;
	benchi_grid_column(&g, "benchmark", BENCHI_GRID_LEFT);
	for (size_t i = 0; i < names; i++)
		benchi_grid_column(&g, name[i], 0);
	for (size_t i = 0; i < report->n; i++) {
		if (!report->result[i].metrics)
			continue;
		benchi_grid_line(&g, "%s", report->result[i].row.name);
		for (size_t k = 0; k < names; k++) {
			const benchi_metric *m = benchi_metric_find(&report->result[i], name[k]);

			*text = *share = '\0';
			if (m && m->half > 0)
				benchi_percent(m->half / m->value, share);
			if (m && (m->half > 0 || benchi_ends_in(name[k], "_ns")))
				benchi_scaled(m->value, m->half, BENCHI_UNITS_TIME, text);
			else if (m && fabs(m->value) < SCALED_FROM)
				benchi_number_digits(m->value, 5, text);
			else if (m)
				benchi_scaled(m->value, m->value / 1e4, BENCHI_UNITS_COUNT, text);
			benchi_grid_put(&g, "%s%s%s", text, !*share ? "" : style->utf8 ? " \xc2\xb1" : " +-",
				share);
		}
	}
	putc('\n', out);
	return benchi_grid_end(&g, out, style);
}

/*
 * Writes the context of a table: what ran, on which machine, by which clock, and how it was
 * compiled.
 */

#define SURE 0.99 /* required probability that the clock is not wrong by a factor */
#define WIDE 0.2  /* relative interval of the clock that is too wide to show */

/* A line built from parts, each followed by NUL. */
typedef struct header_line {
	char text[1024];
	size_t n;
} header_line;

BENCHI_PRINTF(2, 3)
static void add_part(header_line *line, const char *format, ...)
{
	size_t capacity = sizeof line->text - line->n;
	int length;
	va_list list;

	va_start(list, format);
	length = vsnprintf(line->text + line->n, capacity, format, list);
	va_end(list);
	if (length > 0 && capacity > 1) /* truncates a part that is too long */
		line->n += (size_t)length < capacity ? (size_t)length + 1 : capacity;
}

/* Adds a fact, with text before and after it, if it is known. */
static void part_text(header_line *line, const benchi_context *context, const char *key,
                      const char *before, const char *behind)
{
	const char *text = benchi_context_word(context, key);

	if (*text)
		add_part(line, "%s%s%s", before, text, behind);
}

/* Writes the parts, separated by commas. Lines break between parts where possible. */
static void put_parts(FILE *out, const char *label, const header_line *line, size_t columns)
{
	size_t indent = strlen(label), column = indent;

	if (!line->n)
		return;
	fputs(label, out);
	for (size_t i = 0, next; i < line->n; i = next) {
		const char *text = line->text + i;
		size_t width = benchi_utf8_columns(text);

		next = i + strlen(text) + 1;
		if (column + 2 + width >= columns && column > indent && indent + width < columns) {
			fprintf(out, "\n%*s", (int)indent, "");
			column = indent;
		}
		benchi_put_words(out, text, &column, indent, columns);
		if (next < line->n) {
			putc(',', out);
			column++;
		}
	}
	putc('\n', out);
}

/* Adds the compiler and its flags, after a word. */
static void build_part(header_line *line, const benchi_context *context, const char *before,
                       const char *compiler, const char *flags)
{
	const char *by = benchi_context_word(context, compiler);
	const char *with = benchi_context_word(context, flags);

	if (*by)
		add_part(line, "%s%s%s%s", before, by, *with ? " " : "", with);
}

void benchi_put_header(FILE *out, const benchi_context *context, size_t columns, bool utf8)
{
	header_line run = { "", 0 }, machine = { "", 0 }, system = { "", 0 }, build = { "", 0 };
	const char *host = benchi_context_word(context, "host");
	char before[80];

	if (*host || *benchi_context_word(context, "program"))
		add_part(&run, "%s%s%s", benchi_context_word(context, "program"), *host ? " on " : "",
			host);
	part_text(&run, context, "date", "", "");
	part_text(&run, context, "seed", "seed ", "");
	if (benchi_context_value(context, "processes") > 1)
		add_part(&run, "%.0f processes", benchi_context_value(context, "processes"));
	const char *hypervisor = benchi_context_word(context, "hypervisor");
	double turbo = benchi_context_value(context, "turbo");
	double processors = benchi_context_value(context, "processors");
	double load = benchi_context_value(context, "load");
	double mhz = benchi_context_value(context, "mhz");
	double low = benchi_context_value(context, "mhz_low");
	double high = benchi_context_value(context, "mhz_high");
	char number[BENCHI_NUMBER_TEXT], text[BENCHI_SCALED_TEXT];

	part_text(&machine, context, "processor", "", "");
	if (high - low < WIDE * mhz) { /* an interval of 84 % is not a clock */
		benchi_percent(fmax(high - mhz, mhz - low) / mhz, text);
		add_part(&machine, "%s MHz%s%s%s%s", benchi_number_fixed(mhz, mhz < 1000, number),
			*text ? " " : "", !*text ? "" : utf8 ? "\xc2\xb1" : "+-", text,
			benchi_context_value(context, "mhz_confidence") < SURE ? " (or off by a factor)" : "");
	}
	if (*hypervisor)
		add_part(&machine, "%s%s", hypervisor,
		         strcmp(hypervisor, "virtual machine") ? " virtual machine" : "");
	part_text(&machine, context, "governor", "governor ", "");
	if (!isnan(turbo))
		add_part(&machine, "turbo %s", turbo > 0 ? "on" : "off");
	if (processors > 0)
		add_part(&machine, "%s processor%s", benchi_number_fixed(processors, 0, number),
		         processors > 1 ? "s" : "");
	if (!isnan(load))
		add_part(&machine, "load %s", benchi_number_fixed(load, 1, number));

	part_text(&system, context, "system", "", "");
	part_text(&system, context, "architecture", "", "");
	part_text(&system, context, "clock", "clock ", "");
	if (!isnan(benchi_context_value(context, "clock_step_ns")))
		add_part(&system, "steps of %s", benchi_scaled(benchi_context_value(context,
			"clock_step_ns"), 1, BENCHI_UNITS_TIME, text));

	build_part(&build, context, "", "compiler", "flags");
	snprintf(before, sizeof before, "libbench %.30s by ",
	         benchi_context_word(context, "libbench_version"));
	build_part(&build, context, before, "libbench_compiler", "libbench_flags");
	put_parts(out, "run      ", &run, columns);
	put_parts(out, "machine  ", &machine, columns);
	put_parts(out, "system   ", &system, columns);
	put_parts(out, "build    ", &build, columns);
}

typedef struct table {
	FILE *out;
	const benchi_report *report;
	benchi_output_style look;
	size_t columns;   /* width of lines of words */
	bool said;        /* something was written below the table */
} table;

/* Writes a line of the legend after a label, or a list item of Markdown: a letter or a column, and
 * its meaning. between: text between its two parts. */
static void put_legend(table *t, const char *label, const char *text, const char *between,
                       const char *more)
{
	char line[1024], name[40];
	char *clean;

	snprintf(line, sizeof line, "%.400s%s%.600s", text, *more ? between : "", more);
	if (!t->said)
		putc('\n', t->out);
	t->said = true;
	if (t->look.markdown) {
		snprintf(name, sizeof name, "%s", label + strspn(label, " -!"));
		for (size_t n = strlen(name); n && name[n - 1] == ' '; n--)
			name[n - 1] = '\0';
		fputs("* ", t->out);
		benchi_markdown_text(t->out, name);
		fputs(*name ? ": " : "", t->out);
		benchi_markdown_text(t->out, line);
		putc('\n', t->out);
		return;
	}
	clean = benchi_utf8_clean(line, t->look.utf8 ? 1 : 2);
	if (clean)
		benchi_put_wrapped(t->out, label, clean, t->columns);
	free(clean);
}

/* Explains columns and rows: what they are, less which overheads, and what an interval covers. */
static void put_meaning(table *t, const benchi_grid *g)
{
	const benchi_report *report = t->report;
	bool width = false, process = false;
	char text[160];

	for (size_t i = 0; i < report->n; i++) {
		width = width || benchi_metric_find(&report->result[i], BENCHI_METRIC_CORE_WIDTH);
		process = process
			|| (!report->result[i].skipped && report->result[i].answer.processes == 1);
	}
	if (width)
		put_legend(t, "  " BENCHI_METRIC_CORE_WIDTH "  ", "the share of the core that a noisy "
		           "neighbour left", "", "");
	if (!t->look.brief && (benchi_grid_filled(g, COLUMN_WALL + 1)
	                       || benchi_grid_filled(g, COLUMN_CPU + 1)))
		put_legend(t, "  wall, cpu  ",
			"wall time and processor time per iteration, all threads together", "", "");
	if (!t->look.brief && (benchi_grid_filled(g, COLUMN_WITHIN + 1)
	                       || benchi_grid_filled(g, COLUMN_BETWEEN + 1)))
		put_legend(t, "  within, between  ", "standard deviation, by quartiles, of the windows "
		           "within a process, and of the processes' medians", "", "");
	for (size_t i = 0; i < report->n; i++) {
		const benchi_row *row = &report->result[i].row;

		if (!row->overhead || report->result[i].skipped)
			continue;
		snprintf(text, sizeof text, row->parts > 1 ? "less the time of %.100s, divided by %g"
			: "less the time of %.100s", row->overhead, row->parts);
		put_legend(t, "  ", row->name, ": ", text);
	}
	for (size_t i = 0; i < report->n; i++)
		if (*report->result[i].label)
			put_legend(t, "  ", report->result[i].row.name, ": ", report->result[i].label);
	if (process)
		put_legend(t, "", t->look.brief ? "scope: process: another start may differ "
		           "by more" : "scope: process: intervals hold "
		           "within one process; another start of the program may differ by more", "", "");
}

enum { NAMED_MOST = 20 };

/* Returns which figures of a row may be quoted: none if work was optimised away, a limit says that
 * the row is impossible, or only one of several starts was undisturbed; otherwise those whose
 * interval is at most a quarter of them. Unknown cycles need no advice: their cell is empty. */
static enum use use_of(const benchi_result *result)
{
	const bench_summary *s = &result->answer.summary;
	const bool at_most = s->warnings & BENCH_WARN_BELOW_RESOLUTION;
	const bool time = at_most || benchi_is_usable(s->ns_low, s->ns, s->ns_high);
	const bool cycles = (at_most && !isnan(s->cycles))
		|| benchi_is_usable(s->cycles_low, s->cycles, s->cycles_high);

	if (result->impossible || (result->answer.processes > 1 && s->confidence <= 0)
	    || s->warnings & (BENCH_WARN_ELIDED | BENCH_WARN_UNPAIRED) || (!time && !cycles))
		return USE_NOTHING;
	return !time ? USE_CYCLES : cycles || isnan(s->cycles) ? USE_BOTH : USE_TIME;
}

/* Explains the marks: warnings, rare work, and why rows have no figures or impossible ones. */
static void put_reasons(table *t)
{
	unsigned all = 0;
	char label[] = "  ?  ", text[4][BENCHI_SCALED_TEXT], line[5 * BENCHI_SCALED_TEXT];
	bool advise = !t->look.brief;   /* or if a row may not be used */

	for (size_t i = 0; i < t->report->n; i++)
		if (!t->report->result[i].skipped) {
			all |= t->report->result[i].answer.summary.warnings;
			advise = advise || use_of(&t->report->result[i]) == USE_NOTHING;
		}
	for (int bit = 0; bit < BENCH_WARNINGS; bit++)
		if (all >> bit & 1) {
			label[2] = warning_marks[bit];
			put_legend(t, label, bench_warning_text(1u << bit), "; advice: ",
			           advise || 1u << bit == BENCH_WARN_NEIGHBOUR ? bench_warning_advice(1u << bit)
			           : "");
		}
	for (size_t i = 0; i < t->report->n; i++) {
		const benchi_result *r = &t->report->result[i];
		const bench_summary *s = &r->answer.summary;
		const char *missing = benchi_cells_missing(r);

		if (!missing && s->warnings & BENCH_WARN_RARE && s->mean_ns > 0) {
			/* a program with one process may publish no mean */
			snprintf(line, sizeof line, "the mean is %s (%s to %s), the median %s",
				benchi_scaled(s->mean_ns, 0, BENCHI_UNITS_TIME, text[0]),
				benchi_scaled(s->mean_ns_low, NAN, BENCHI_UNITS_TIME, text[1]),
				benchi_scaled(s->mean_ns_high, NAN, BENCHI_UNITS_TIME, text[2]),
				benchi_scaled(s->ns, 0, BENCHI_UNITS_TIME, text[3]));
			put_legend(t, "  W  ", r->row.name, ": ", line);
		}
		if (missing)
			put_legend(t, "  -  ", r->row.name, ": ", missing);
		if (r->impossible)
			put_legend(t, "  !  ", r->row.name, ": ", r->impossible);
	}
}

bool benchi_time_is_usable(const benchi_result *result)
{
	return !benchi_cells_missing(result) && use_of(result) >= USE_TIME;
}

/* Names the rows with figures that should not be used: the first few of many. A percentile may be
 * unusable where the time is not. */
static void put_unusable(table *t)
{
	char more[64];

	for (enum use use = USE_NOTHING; use_words[use].label; use++) {
		size_t n = 0;

		for (size_t i = 0; i < t->report->n; i++) {
			const benchi_result *result = &t->report->result[i];

			if (!benchi_cells_missing(result) && use_of(result) == use && n++ < NAMED_MOST)
				put_legend(t, "", use_words[use].label, "", result->row.name);
		}
		snprintf(more, sizeof more, "%zu more of %zu rows", n - NAMED_MOST, t->report->n);
		if (n > NAMED_MOST)
			put_legend(t, "", use_words[use].label, more, use_words[use].more);
	}
	for (size_t i = 0, n = 0; i < t->report->n; i++) {
		const benchi_result *result = &t->report->result[i];

		for (size_t k = 0; k < result->metrics; k++) {
			const benchi_metric *m = &result->metric[k];
			const double size = fabs(m->value);     /* a program's own figure may be negative */

			snprintf(more, sizeof more, "do not use %s: ", m->name);
			if (m->half > 0 && !benchi_is_usable(size, size, size + m->half) && n++ < NAMED_MOST)
				put_legend(t, "", more, "", result->row.name);
		}
	}
}

/* Text, or Markdown as GitHub and pandoc read it:
 *
 *	| benchmark | time | interval | cycles | |
 *	| :-- | --: | --: | --: | :-- |
 *	| copy/64 | 1.53 ns | +-0.12 % | 5.7 | N |
 *
 * In Markdown the context is a block of code, and the text below the table is a list. */
static bench_status write_people(table t, const benchi_context *context)
{
	const benchi_report *report = t.report;
	FILE *out = t.out;
	const char *fence = t.look.markdown ? "```" : "";
	benchi_grid g = { .columns = 0 };
	bench_status status;

	t.columns = t.look.columns ? t.look.columns : 80;
	if (context && context->n && !t.look.brief) {
		fputs(t.look.markdown ? "```text\n" : "", out);
		benchi_put_header(out, context, t.columns, t.look.utf8);
		fprintf(out, "%s%s\n", fence, t.look.markdown ? "\n" : "");
	}
	bool utf8 = t.look.utf8;
	bool processes = false;
	row_cells cell;

	for (size_t i = 0; i < report->n; i++)
		processes = processes || report->result[i].answer.processes > 1;
	benchi_grid_column(&g, "benchmark", BENCHI_GRID_LEFT);
	for (int c = 0; c < COLUMNS; c++)
		benchi_grid_column(&g, column_of[c].name, column_of[c].how
		                   | (c == COLUMN_BETWEEN && processes ? BENCHI_GRID_KEPT : 0u));
	for (size_t i = 0; i < report->n; i++) {
		const benchi_result *r = &report->result[i];

		fill_cells(r, utf8, cell);
		benchi_grid_row(&g);
		benchi_grid_paint(&g, r->skipped ? BENCHI_PAINT_DIM : BENCHI_PAINT_NONE, r->row.name);
		for (int c = 0; c < COLUMNS; c++)
			benchi_grid_paint(&g, r->impossible ? BENCHI_PAINT_RED : c == COLUMN_MARKS
			                  ? BENCHI_PAINT_YELLOW : BENCHI_PAINT_NONE, cell[c]);
	}

	if (report->n)
		benchi_grid_write(&g, out, &t.look);
	status = put_counters(out, report, &t.look);
	put_meaning(&t, &g);
	put_reasons(&t);
	put_unusable(&t);
	if (t.look.brief && context && !strncmp(benchi_context_word(context, "flags"), "NOT ", 4))
		put_legend(&t, "", "NOT optimised: compile with -O2", "", "");
	if (report->interrupted)
		put_legend(&t, "", "interrupted: results are incomplete", "", "");
	if (benchi_grid_free(&g))
		status = BENCH_ERR_MEMORY;
	return status ? status : benchi_output_end(out);
}

bench_status benchi_write_text(FILE *out, const benchi_report *report,
                               const benchi_context *context, const benchi_output_style *look)
{
	table t = { .out = out, .report = report };
	size_t *columns = &t.look.columns;

	if (look)
		t.look = *look;
	*columns = !*columns ? 0 : *columns < 60 ? 60 : *columns > 200 ? 200 : *columns;
	return write_people(t, context);
}

bench_status benchi_write_markdown(FILE *out, const benchi_report *report,
                                   const benchi_context *context, const benchi_output_style *look)
{
	const table t = { .out = out, .report = report,
		.look = { .utf8 = true, .markdown = true, .brief = look && look->brief } };

	return write_people(t, context);
}
