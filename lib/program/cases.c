/*
 * The rows of a program: its cases with the values of their ranges and their numbers of threads,
 * as far as the filters select them.
 *
 * SPDX-License-Identifier: MIT
 */
#include "program/program.h"

/*
 * Filters: patterns of names.
 *
 * Own matching code, because fnmatch is not available everywhere. Only the latest star is retried,
 * which is enough: whatever an earlier star could absorb, a later one can too. So the time is
 * bounded by the product of the two lengths.
 */

/* Matches one byte against the head of the pattern. Returns the rest of the pattern, or NULL. */
static const char *match_one(const char *pattern, char byte)
{
	const unsigned char c = (unsigned char)byte;

	if (*pattern == '?')
		return pattern + 1;
	if (*pattern == '[') {
		bool others = pattern[1] == '!', found = false;
		const char *at = pattern + 1 + others, *end = strchr(at + (*at == ']'), ']');

		for (; end && at < end; at++) {
			unsigned char low = (unsigned char)*at, high = low;

			if (at + 2 < end && at[1] == '-') {
				high = (unsigned char)at[2];
				at += 2;
			}
			found = found || (low <= c && c <= high);
		}
		if (end)        /* an unclosed '[' is literal */
			return found != others ? end + 1 : NULL;
	}
	if (*pattern == '\\' && pattern[1])
		pattern++;
	return *pattern == byte && byte ? pattern + 1 : NULL;
}

int benchi_glob(const char *pattern, const char *name)
{
	const char *star = NULL, *again = NULL, *rest;

	while (*name || *pattern == '*') {
		if (*pattern == '*') {
			star = ++pattern;
			again = name;
		} else if (*pattern && (rest = match_one(pattern, *name)) != NULL) {
			pattern = rest;
			name++;
		} else if (star) {
			pattern = star;
			name = ++again;
		} else
			return 0;
	}
	return !*pattern;
}

char *benchi_filter_of_name(const char *name)
{
	char *pattern = malloc(2 * strlen(name) + 2), *to = pattern;

	if (!pattern)
		return NULL;
	for (; *name; name++) {
		if (strchr("*?[\\!", *name) || (to == pattern && *name == BENCHI_FILTER_REGEX[0]))
			*to++ = '\\';
		*to++ = *name;
	}
	*to = '\0';
	return pattern;
}

bool benchi_filter_matches(const char *pattern, const void *name)
{
	if (!strncmp(pattern, BENCHI_FILTER_REGEX, strlen(BENCHI_FILTER_REGEX)))
		return benchi_regex_find(pattern + strlen(BENCHI_FILTER_REGEX), name) > 0;
	return benchi_glob(pattern, name);
}

bool benchi_filter_keeps(const benchi_words *filter, benchi_filter_match *does, const void *what)
{
	bool wanted = false, only_excluding = true;

	for (size_t i = 0; i < filter->n; i++) {
		const char *pattern = filter->word[i];

		if (*pattern == '!' && does(pattern + 1, what))
			return false;
		only_excluding = only_excluding && *pattern == '!';
		wanted = wanted || (*pattern != '!' && does(pattern, what));
	}
	return wanted || only_excluding;
}

/*
 * Cases registered by constructors of the program's files, before main.
 */

static bench_entry *first;
static bench_case *table;

void bench_add(bench_entry *entry)
{
	bench_entry **at = &first;

	/* link-time optimisation may reverse the order of constructors */
	while (*at && !((*at)->file && entry->file && !strcmp((*at)->file, entry->file)
		&& (*at)->line > entry->line))
		at = &(*at)->next;
	entry->next = *at;
	*at = entry;
}

/* The *n cases declared by BENCH_CASE, in order; valid until the next call. NULL: out of
 * memory, or no such case. */
static const bench_case *registry_table(size_t *n)
{
	size_t i = 0;

	*n = 0;
	for (const bench_entry *e = first; e; e = e->next)
		++*n;
	free(table);
	table = *n ? calloc(*n, sizeof *table) : NULL;
	for (const bench_entry *e = first; table && e; e = e->next)
		table[i++] = e->item;
	*n = i;
	return table;
}

/*
 * Rows: one per value of a range and number of threads.
 */

enum { NUMBER = 24 };

static int row_out_of_memory(const benchi_settings *settings)
{
	return benchi_complain(settings, "out of memory for the cases");
}

int benchi_parameters_alike(const struct benchi_parameters *a, const struct benchi_parameters *b)
{
	if (!a || !b || a->n != b->n || a->lead != b->lead)
		return !a && !b;
	for (size_t i = 0; i < a->n; i++)
		if (i != a->lead && a->of[i].value != b->of[i].value)
			return 0;
	return 1;
}

const benchi_result *benchi_relative_baseline(const benchi_report *report, const char *name,
                                              const benchi_result *result)
{
	for (size_t i = 0; i < report->n; i++) {
		const benchi_result *r = &report->result[i];
		const benchi_row *row = &r->row;
		char others[BENCHI_PARAMETERS_TEXT];
		size_t n = strlen(row->benchmark);

		if (!strcmp(row->name, name))
			return r;
		if (row->threads != result->row.threads || row->parameter != result->row.parameter)
			continue;
		if (!strcmp(row->benchmark, name)
		    && benchi_parameters_alike(row->parameters, result->row.parameters))
			return r;
		/* the variant of a case, named "sort/alg=a" */
		if (row->parameters && row->parameters->n > 1 && !strncmp(row->benchmark, name, n)
		    && !strcmp(benchi_parameters_name(row->parameters, row->parameters->lead, others),
				name + n))
			return r;
	}
	return NULL;
}

/* Returns true if the pattern matches the row's name, its name without threads, or the case's
 * name. */
static bool matches(const char *pattern, const void *of)
{
	const benchi_row *row = of;
	char *threads = strstr(row->name + strlen(row->benchmark), "/threads:");
	bool found = benchi_filter_matches(pattern, row->name)
	             || benchi_filter_matches(pattern, row->benchmark);

	if (!found && threads) {
		*threads = '\0';
		found = benchi_filter_matches(pattern, row->name);
		*threads = '/';
	}
	return found;
}

bool *benchi_rows_wanted(const benchi_settings *settings, const benchi_report *report)
{
	bool *wanted = calloc(report->n + 1, sizeof *wanted);

	for (size_t i = 0; i < report->n && wanted; i++) {
		const benchi_result *r = &report->result[i], *overhead = NULL;

		if (!benchi_filter_keeps(&settings->filter, matches, &r->row))
			continue;
		if (r->row.overhead)
			overhead = benchi_relative_baseline(report, r->row.overhead, r);
		wanted[i] = true;
		if (overhead)
			wanted[overhead - report->result] = true;
	}
	return wanted;
}

/* Removes the rows that the settings do not select. */
static int keep_wanted(const benchi_settings *settings, benchi_report *report)
{
	bool *wanted = benchi_rows_wanted(settings, report);
	size_t kept = 0;

	if (!wanted)
		return row_out_of_memory(settings);
	for (size_t i = 0; i < report->n; i++)
		if (wanted[i])
			report->result[kept++] = report->result[i];
		else
			benchi_result_free(&report->result[i]);
	report->n = kept;
	free(wanted);
	return 0;
}

/* Adds the row on each number of threads. name holds the row's name, followed in memory by the
 * case's name. */
static int add_threads(const benchi_settings *settings, benchi_report *report, benchi_row *row)
{
	size_t own[BENCHI_THREAD_COUNTS] = { 1 }, n = settings->threads;
	const size_t *thread = n ? settings->thread : own;
	const char *expected = NULL;

	if (!n && row->item->threads && !settings->ramp)
		expected = benchi_threads_read(row->item->threads, own, &n);
	if (expected)
		return benchi_complain(settings, "case '%s': threads: found '%s', expected %s",
			row->benchmark, row->item->threads, expected);
	row->pool = n > 0;
	for (size_t i = 0; i < n + !n; i++) {
		benchi_result *added = benchi_report_add(report);
		char value[BENCHI_PARAMETERS_TEXT];
		const size_t length = strlen(row->benchmark), size = length + 2 * NUMBER
			+ strlen(benchi_parameters_name(row->parameters, SIZE_MAX, value));
		char *name = added ? malloc(size + length + 1) : NULL;

		if (!name)
			return row_out_of_memory(settings);
		row->threads = thread[i];
		added->row = *row;
		added->row.name = name;
		if (row->parameters && !(added->row.parameters = malloc(sizeof *row->parameters)))
			return row_out_of_memory(settings);
		if (row->parameters)
			*added->row.parameters = *row->parameters;
		snprintf(name, size, "%s%s", row->benchmark, value);
		if (row->pool)
			snprintf(name + strlen(name), 2 * NUMBER, "/threads:%zu", row->threads);
		added->row.benchmark = strcpy(name + size, row->benchmark);
	}
	return 0;
}

/* Adds a row for each combination of values. */
static int add_case(const benchi_settings *settings, benchi_report *report, benchi_row *row)
{
	struct benchi_space *axes;
	int status = 0;

	if (benchi_case_check(row->item) != BENCH_OK)
		return benchi_complain(settings, "case '%s': %s", row->benchmark, bench_detail());
	if (!row->item->range)
		return add_threads(settings, report, row);
	axes = malloc(sizeof *axes);
	if (!axes)
		return row_out_of_memory(settings);
	if (benchi_space_read(row->item->range, BENCHI_RANGE_MOST, axes)) {
		free(axes);
		return benchi_complain(settings, "case '%s': %s", row->benchmark, bench_detail());
	}
	for (size_t i = 0; i < axes->rows && !status; i++) {
		struct benchi_parameters set;
		double of;

		benchi_space_row(axes, i, &set);
		row->parameters = &set;
		row->has_parameter = set.lead < set.n;
		row->parameter = set.of[row->has_parameter ? set.lead : 0].value;
		of = row->has_parameter ? (double)row->parameter : 1;
		row->bytes = row->item->bytes * of / row->parts;
		row->items = row->item->items * of / row->parts;
		status = add_threads(settings, report, row);
	}
	free(axes);
	return status;
}

int benchi_rows_make(const benchi_settings *settings, const bench_case *cases, size_t n,
                     benchi_report *report)
{
	benchi_name_table names = { .n = 0 };
	int status = 0;

	if (!cases && n > 0)
		return benchi_complain(settings, "cases is NULL");
	if (!cases)
		cases = registry_table(&n);
	for (size_t i = 0; i < n && !status; i++) {
		const bench_case *c = &cases[i];
		double parts = c->parts ? c->parts : 1;
		char number[NUMBER];
		benchi_row row = { .item = c, .benchmark = c->name ? c->name : number,
			.overhead = c->overhead, .parts = parts, .bytes = c->bytes / parts,
			.items = c->items / parts, .unit = c->unit };

		snprintf(number, sizeof number, "%zu", i);
		status = benchi_name_table_add(&names, row.benchmark, strlen(row.benchmark))
			== BENCHI_NO_NAME ? row_out_of_memory(settings)
			: names.n <= i ? benchi_complain(settings, "two cases are called '%s'", row.benchmark)
			: add_case(settings, report, &row);
	}
	benchi_name_table_free(&names);
	if (!status && settings->filter.n)
		status = keep_wanted(settings, report);
	if (!status && report->n == 0 && settings->filter.n == 1)
		return benchi_complain(settings, "no case matches '%s' (--list names them)",
			settings->filter.word[0]);
	if (!status && report->n == 0)
		return benchi_complain(settings, settings->filter.n
			? "no case matches the filters (--list names them)" : "there are no cases");
	return status;
}

double benchi_row_time_ns(const benchi_row *row)
{
	const double usual_ns = 12e6, threads_ns = 50e6;

	return row->item->time_ns > 0 ? row->item->time_ns : row->pool ? threads_ns : usual_ns;
}
