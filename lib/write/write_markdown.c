/*
 * Writes the results as a table of Markdown, as GitHub and pandoc read it:
 *
 *	| benchmark | time | interval | cycles | |
 *	| :-- | --: | --: | --: | :-- |
 *	| copy/64 | 1.53 ns | ±0.12 % | 5.7 | N |
 *
 * Columns that no row fills are left out.  The context stands above in a block of code; under
 * the table a list of what the letters mean, and why something was skipped or is impossible.
 * Characters that Markdown takes for markup are escaped.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <math.h>
#include <stdlib.h>

#include "base/detail.h"
#include "data/escape.h"
#include "data/metric.h"
#include "write/cells.h"
#include "write/counters.h"
#include "write/header.h"
#include "write/output.h"
#include "write/write.h"

static void put_heads(FILE *out, const bool filled[BENCHI_COLUMNS])
{
	fputs("| benchmark |", out);
	for (int c = 0; c < BENCHI_COLUMNS; c++)
		if (filled[c])
			fprintf(out, *benchi_column_name[c] ? " %s |" : "%s |", benchi_column_name[c]);
	fputs("\n| :-- |", out);
	for (int c = 0; c < BENCHI_COLUMNS; c++)
		if (filled[c])
			fputs(c == BENCHI_COLUMN_MARKS ? " :-- |" : " --: |", out);
	putc('\n', out);
}

static void put_table(FILE *out, const benchi_report *report, const benchi_cells *cells)
{
	bool filled[BENCHI_COLUMNS];

	for (int c = 0; c < BENCHI_COLUMNS; c++)
		filled[c] = benchi_column_fixed(c, report);
	for (size_t i = 0; i < report->n; i++)
		for (int c = 0; c < BENCHI_COLUMNS; c++)
			filled[c] = filled[c] || *cells[i].text[c];
	put_heads(out, filled);
	for (size_t i = 0; i < report->n && !ferror(out); i++) {
		fputs("| ", out);
		benchi_markdown_text(out, report->result[i].name);
		fputs(" |", out);
		for (int c = 0; c < BENCHI_COLUMNS; c++)
			if (filled[c]) {
				putc(' ', out);
				benchi_markdown_text(out, cells[i].text[c]);
				fputs(*cells[i].text[c] ? " |" : "|", out);
			}
		putc('\n', out);
	}
}

/* What bodies counted, a column a counter. */
static void put_counters(FILE *out, const benchi_report *report)
{
	const char *name[BENCHI_METRIC_COLUMNS];
	size_t names = benchi_metric_names(report, name);
	char text[BENCHI_COUNTER_TEXT];

	for (size_t k = 0; k < names; k++) {
		fputs(k ? " " : "\n| benchmark | ", out);
		benchi_markdown_text(out, name[k]);
		fputs(" |", out);
	}
	for (size_t k = 0; k < names; k++)
		fputs(k ? " --: |" : "\n| :-- | --: |", out);
	for (size_t i = 0; i < report->n && names; i++) {
		if (!report->result[i].metrics)
			continue;
		fputs("\n| ", out);
		benchi_markdown_text(out, report->result[i].name);
		fputs(" |", out);
		for (size_t k = 0; k < names; k++)
			fprintf(out, benchi_metric_find(&report->result[i], name[k]) ? " %s |" : "%s |",
				benchi_counter_cell(&report->result[i], name[k], text));
	}
	if (names)
		putc('\n', out);
}

static void put_item(FILE *out, bool *begun, const char *what, const char *text)
{
	fputs(*begun ? "* " : "\n* ", out);
	*begun = true;
	benchi_markdown_text(out, what);
	fputs(": ", out);
	benchi_markdown_text(out, text);
	putc('\n', out);
}

/* What the letters mean, and reasons. */
static void put_list(FILE *out, const benchi_report *report)
{
	unsigned all = 0;
	bool begun = false;

	for (size_t i = 0; i < report->n; i++)
		if (!report->result[i].skipped)
			all |= report->result[i].summary.warnings;
	for (int bit = 0; bit < BENCH_WARNINGS; bit++)
		if (all >> bit & 1) {
			const char letter[2] = { benchi_warning_mark(bit), '\0' };

			put_item(out, &begun, letter, bench_warning_text(1u << bit));
		}
	for (size_t i = 0; i < report->n; i++) {
		const benchi_result *r = &report->result[i];

		if (benchi_cells_missing(r))
			put_item(out, &begun, r->name, benchi_cells_missing(r));
		if (r->impossible)
			put_item(out, &begun, r->name, r->impossible);
	}
	if (report->interrupted)
		put_item(out, &begun, "interrupted", "results are incomplete");
}

bench_status benchi_write_markdown(FILE *out, const benchi_report *report,
                                   const benchi_context *context, const benchi_output_style *style)
{
	benchi_cells *cells = calloc(report->n + 1, sizeof *cells);

	if (!cells)
		return benchi_fail(BENCH_ERR_MEMORY, "out of memory for the table");
	for (size_t i = 0; i < report->n; i++)
		benchi_cells_fill(&report->result[i], true, &cells[i]);
	if (context && context->n && !(style && style->brief)) {
		fputs("```text\n", out);
		benchi_put_header(out, context, 80, true);
		fputs("```\n\n", out);
	}
	put_table(out, report, cells);
	put_counters(out, report);
	put_list(out, report);
	free(cells);
	return benchi_output_end(out);
}
