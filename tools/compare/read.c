/*
 * What the verbs that read files of measurements share.
 *
 * Shares and counts on the command line; reading the files; giving everything back.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/context_guard.h"
#include "base/number.h"
#include "tools/verbs.h"
#include "tools/compare/compare.h"

void compare_begin(job *j, const char *verb_name)
{
	memset(j, 0, sizeof *j);
	j->verb = verb_name;
	j->settings.question.margin = 0.01;
	j->settings.question.alpha = 0.05;
}

bool compare_share(const char *text, bool fractions, double *share)
{
	double value;
	const char *end = benchi_read_number(text, &value);

	if (!end || (*end && strcmp(end, "%")))
		return false;
	*share = fractions && !*end && value < 1 ? value : value / 100;
	return value >= 0 && isfinite(value);
}

int compare_margin(const char *verb_name, const char *text, benchi_question *question)
{
	if (!compare_share(text, false, &question->margin))
		return complain_value(verb_name, "margin", text, "a share such as 1%");
	question->beyond = question->margin;
	return 0;
}

bool compare_count(const char *text, size_t *count)
{
	double value;

	if (!benchi_number(text, &value) || !(value >= 1 && value <= 1e9) || value > floor(value))
		return false;
	*count = (size_t)value;
	return true;
}

/* Opens PATH, or where that is none, LABEL=PATH, whose label is then copied for name. */
static FILE *open_labelled(job *j, const char *path, const char **name)
{
	const char *equals = strchr(path, '=');
	FILE *file = fopen(path, "rb");
	int error = errno;
	uint32_t label;

	*name = path;
	if (file || !equals || equals == path)
		return file;
	file = fopen(equals + 1, "rb");
	label = benchi_name_table_add(&j->labels, path, (size_t)(equals - path));
	if (file && label != BENCHI_NO_NAME)
		*name = j->labels.text[label];
	errno = error;
	return file;
}

static int read_file(job *j, const char *path, const char **name, benchi_rows *rows)
{
	bool standard = !strcmp(path, "-");
	FILE *file = standard ? stdin : open_labelled(j, path, name);
	bench_status status;

	if (standard)
		*name = "<stdin>";
	if (!file)
		return complain(j->verb, "%s: %s", path, strerror(errno));
	if (standard && j->settings.live)
		return compare_read_live(&j->settings, *name, rows);
	status = benchi_read(file, *name, &j->settings.read, rows);
	if (!standard)
		fclose(file);
	return status ? complain(j->verb, "%s", bench_detail()) : 0;
}

int compare_read(job *j, char **paths, size_t count)
{
	int status = 0;

	j->files = count;
	j->name = calloc(j->files, sizeof *j->name);
	j->rows = calloc(j->files, sizeof *j->rows);
	if (!j->name || !j->rows)
		return complain(j->verb, "out of memory");
	for (size_t i = 0; i < j->files && !status; i++)
		status = read_file(j, paths[i], &j->name[i], &j->rows[i]);
	for (size_t i = 0; i < j->files && !status && !j->ramps; i++)
		if (j->rows[i].ramp)
			status = complain(j->verb, "%s: found the steps of a ramp, expected values of one kind "
			                  "(try 'bench plot --scatter workers,throughput_hz')", j->name[i]);
	if (!status)
		compare_convert(j);
	return status;
}

void compare_forget(job *j)
{
	for (size_t i = 0; i < j->sides && j->side; i++)
		benchi_side_free(&j->side[i]);
	free(j->side);
	free(j->comparison);
	free(j->left);
	j->side = NULL;
	j->comparison = NULL;
	j->left = NULL;
	j->sides = j->comparisons = j->lefts = 0;
}

void compare_free(job *j)
{
	for (size_t i = 0; i < j->files && j->rows; i++)
		benchi_rows_free(&j->rows[i]);
	compare_forget(j);
	free(j->name);
	free(j->rows);
	benchi_name_table_free(&j->columns);
	benchi_name_table_free(&j->labels);
}

/* Prints what differs; true: nothing. */
static bool comparable(const char *path, const benchi_context_facts *first, const char *other_path)
{
	benchi_context_facts other;
	char text[BENCHI_GUARD_TEXT];
	bool same = true;

	if (!strcmp(other_path, "-") || !benchi_context_facts_read(other_path, &other))
		return true;
	for (size_t k = 0; k < BENCHI_GUARDED; k++)
		if (benchi_context_differs(first, &other, k, text)) {
			fprintf(stderr, "%s and %s: %s\n", path, other_path, text);
			same = false;
		}
	return same;
}

int compare_guard(const job *j, char **paths, size_t count)
{
	benchi_context_facts first;
	bool same = true;

	if (count < 2 || !strcmp(paths[0], "-") || !benchi_context_facts_read(paths[0], &first))
		return 0;
	for (size_t i = 1; i < count; i++)
		same = comparable(paths[0], &first, paths[i]) && same;
	if (same || j->settings.force)
		return 0;
	complain(j->verb, "not comparable (--force goes on)");
	return BENCHI_EXIT_NOT_COMPARABLE;
}
