/*
 * The table of counts, and the functions that explain a change.
 *
 * SPDX-License-Identifier: MIT
 */
#include "program/program.h"

bool benchi_count_functions_of(const benchi_rows *rows, const char *name, benchi_result *to)
{
	size_t mark = sizeof BENCHI_METRIC_FUNCTION - 1;

	for (size_t i = 0; i < rows->sets; i++)
		if (!strncmp(rows->set[i].metric, BENCHI_METRIC_FUNCTION, mark) && rows->set[i].n
		    && !strcmp(rows->set[i].benchmark, name)
		    && !benchi_function_add(to, rows->set[i].metric + mark, rows->set[i].x[0]))
			return false;
	return true;
}

/* Returns true for functions of the C library, which run more or less often because of their
 * callers. */
static bool is_of_libc(const char *name)
{
	const char *file = strchr(name, '@');

	return file && (!strncmp(file, "@libc.", 6) || !strncmp(file, "@ld-", 4));
}

/* Orders by size of the difference, the C library's functions last. */
static int by_difference(const void *a, const void *b)
{
	const benchi_function_count *x = a, *y = b;
	double m = fabs(x->instructions), n = fabs(y->instructions);
	int libc = is_of_libc(x->name) - is_of_libc(y->name);

	return libc ? libc : m < n ? 1 : m > n ? -1 : strcmp(x->name, y->name);
}

/* Returns true for functions of this library. */
static bool is_of_libbench(const char *name)
{
	return !strncmp(name, "bench_", 6) || !strncmp(name, "benchi_", 7)
	       || !strcmp(name, "run_iterations");
}

char *benchi_count_why(const benchi_result *before, const benchi_result *after, char *text)
{
	enum { NAMED = 3 };
	benchi_result all = { .functions = 0 };
	size_t differ = 0, used = 0, n = before->functions + after->functions;

	*text = '\0';
	for (size_t i = 0; before->functions && after->functions && i < n; i++) {
		const benchi_function_count *f = i < after->functions ? &after->function[i]
			: &before->function[i - after->functions];

		if (is_of_libbench(f->name))    /* not the program's doing */
			continue;
		if (!benchi_function_add(&all, f->name, i < after->functions ? f->instructions
			: -f->instructions))
			all.functions = n = 0;
	}
	if (!all.functions)
		return text;
	qsort(all.function, all.functions, sizeof *all.function, by_difference);
	for (size_t i = 0; i < all.functions; i++) {
		if (!(fabs(all.function[i].instructions) > 0))
			continue;
		if (differ < NAMED)
			used += (size_t)sprintf(text + used, "%s%.100s %+.6g%s", differ ? ", " : "",
				all.function[i].name, all.function[i].instructions, differ ? "" : " instructions");
		differ++;
	}
	if (differ > NAMED)
		used += (size_t)sprintf(text + used, ", %zu more", differ - NAMED);
	if (!differ)
		sprintf(text, "all %zu functions have the same instructions", all.functions);
	else if (differ < all.functions)
		sprintf(text + used, "; %zu same", all.functions - differ);
	benchi_result_free(&all);
	return text;
}

enum { SHOWN = 12 };

/* Prints a row's functions, the largest first. Functions of this library are one line, as are those
 * beyond SHOWN. */
static void print_functions(FILE *out, const benchi_result *r)
{
	double rest = 0, ours = 0;
	size_t others = 0;

	fprintf(out, "\n%s\n", r->row.name);
	for (size_t i = 0; i < r->functions; i++) {
		double n = r->function[i].instructions;

		if (is_of_libbench(r->function[i].name))
			ours += n;
		else if (i < SHOWN || r->functions == SHOWN + 1)
			fprintf(out, "%12.15g  %s\n", n, r->function[i].name);
		else {
			rest += n;
			others++;
		}
	}
	if (others)
		fprintf(out, "%12.15g  %zu others\n", rest, others);
	if (ours > 0)
		fprintf(out, "%12.15g  libbench\n", ours);
}

bench_status benchi_count_print(FILE *out, const benchi_report *report,
                                const benchi_output_style *style)
{
	unsigned columns = 0;       /* bit mask of the counts that some row has */
	bool functions = false;
	benchi_grid g = { .columns = 0 };
	bench_status status = BENCH_OK;
	char text[BENCHI_NUMBER_TEXT];

	for (size_t i = 0; i < report->n; i++) {
		const benchi_result *r = &report->result[i];

		functions = functions || r->functions;
		for (size_t k = 0; k < BENCHI_COUNTS; k++)
			if (r->counted >> k & 1 && (r->count[k] > 0 || k == BENCHI_COUNT_INSTRUCTIONS))
				columns |= 1u << k;
	}
	benchi_grid_column(&g, "count", BENCHI_GRID_LEFT);
	for (size_t k = 0; k < BENCHI_COUNTS; k++)
		if (columns >> k & 1)
			benchi_grid_column(&g, benchi_count_name(k), BENCHI_GRID_KEPT);
	for (size_t i = 0; i < report->n; i++) {
		const benchi_result *r = &report->result[i];

		if (!r->counted)
			continue;
		benchi_grid_line(&g, "%s", r->row.name);
		for (size_t k = 0; k < BENCHI_COUNTS; k++) {
			if (!(columns >> k & 1))
				continue;
			*text = '\0';
			if (r->counted >> k & 1 && k <= BENCHI_COUNT_ALLOCATED_BYTES
			    && (!*r->uncounted || r->count[k] <= floor(r->count[k])))
				sprintf(text, "%.15g", r->count[k]);
			else if (r->counted >> k & 1)
				benchi_number_digits(r->count[k], 3, text);
			benchi_grid_put(&g, "%s", text);
		}
	}
	if (columns) {
		putc('\n', out);
		benchi_grid_write(&g, out, style);
	}
	status = benchi_grid_free(&g);
	if (style->markdown && functions)
		fputs("\n```text", out);
	for (size_t i = 0; i < report->n; i++)
		if (report->result[i].functions)
			print_functions(out, &report->result[i]);
	if (style->markdown && functions)
		fputs("```\n", out);
	for (size_t i = 0; i < report->n; i++)
		if (*report->result[i].uncounted)
			fprintf(out, "%s%s: no exact count: %s\n", style->markdown ? "\n" : "",
				report->result[i].row.name, report->result[i].uncounted);
	return status;
}

