/*
 * Analyses of sets that only verbs need: warnings in words, runs.
 *
 * SPDX-License-Identifier: MIT
 */

#include "tools/compare/compare.h"
#include "tools/tools.h"

/*
 * Warnings of a set in words, and the comparison of two spreads.
 */

/* P(F > f) with m and n degrees of freedom. */
static double f_tail(double f, double m, double n)
{
	return benchi_beta_sf(m * f / (m * f + n), m / 2, n / 2);
}

unsigned benchi_shape_spread(const benchi_shape *a, const benchi_shape *b)
{
	double va = a->description.variance, vb = b->description.variance;
	double na = (double)a->description.n, nb = (double)b->description.n, p;

	if (!(va > 0) || !(vb > 0))
		return 0;
	p = 2 * (va > vb ? f_tail(va / vb, na - 1, nb - 1) : f_tail(vb / va, nb - 1, na - 1));
	return p < BENCHI_SUSPICION && fmax(va, vb) > 4 * fmin(va, vb) ? BENCHI_SET_WARN_SPREAD : 0;
}

static char *modes_text(const benchi_shape *s, const char *unit, char *text, size_t size)
{
	char at[48];
	const benchi_modes *m = &s->modes;
	size_t used = (size_t)snprintf(text, size, "%zu modes, near", m->n), total = 0;

	for (size_t i = 0; i < m->n; i++)
		total += m->count[i];

	for (size_t i = 0; i < m->n && used < size; i++)
		used += (size_t)snprintf(text + used, size - used, "%s %s (%.0f %%)",
		                         i == 0 ? "" : i + 1 < m->n ? "," : " and",
		                         benchi_value_text(m->at[i], unit, 5, false, at, sizeof at),
		                         100 * (double)m->count[i] / (double)total);
	return text;
}

char *benchi_warning_summary(unsigned warning, const benchi_shape *s, const char *unit, char *text,
                             size_t size)
{
	char value[48];

	switch (warning) {
	case BENCHI_SET_WARN_FEW:
		snprintf(text, size, "only %zu value%s", s->description.n, s->description.n > 1 ? "s" : "");
		break;
	case BENCHI_SET_WARN_MODES:
		return modes_text(s, unit, text, size);
	case BENCHI_SET_WARN_OUTLIERS:
		benchi_value_text(s->outlier.value, unit, 5, false, value, sizeof value);
		if (s->far > 1)
			snprintf(text, size, "%zu of %zu values are outliers, the farthest %s (value %zu)",
			         s->far, s->description.n, value, s->outlier.index + 1);
		else
			snprintf(text, size, "%s (value %zu) is an outlier, %.1f std dev", value,
			         s->outlier.index + 1, s->outlier.g);
		break;
	case BENCHI_SET_WARN_DRIFT:
		snprintf(text, size, "drifts: later values are %s", s->trend.s > 0 ? "higher" : "lower");
		break;
	case BENCHI_SET_WARN_NEIGHBOURS:
		snprintf(text, size, "neighbours %s (correlation %.2f): not independent",
		         s->trend.lag1 > 0 ? "resemble each other" : "alternate", s->trend.lag1);
		break;
	case BENCHI_SET_WARN_NORMAL:
		snprintf(text, size, "not normal (Shapiro-Wilk, p = %.2g)", s->normality.p);
		break;
	case BENCHI_SET_WARN_CONSTANT:
		snprintf(text, size, "every value is %.8g", s->description.min);
		break;
	default:
		*text = '\0';
	}
	return text;
}

/*
 * Drops the first values of each run; joins files as runs of one set.
 */

void compare_skip(benchi_rows *rows, size_t n, size_t blocks)
{
	for (size_t s = 0; s < rows->sets; s++) {
		benchi_set *set = &rows->set[s];
		size_t place = 0, kept = 0;
		uint32_t run = 0;

		for (size_t i = 0; i < set->n; i++) {
			if (blocks > 1 ? i % blocks == 0 : set->run && i > 0 && set->run[i] != run)
				place = 0;
			run = set->run ? set->run[i] : 0;
			if (place++ >= n) {
				/* Move value i to place k. */
				size_t k = kept++;
				set->x[k] = set->x[i];
				if (set->run)
					set->run[k] = set->run[i];
				if (set->round)
					set->round[k] = set->round[i];
			}
		}
		set->n = kept;
	}
}

static const char *analysis_unit_name(const char *unit)
{
	return *unit ? unit : "no unit";
}

/* Appends a file's values as separate runs, numbered from `first`. */
static bench_status analysis_append(benchi_rows *to, const benchi_set *from, const char *file,
                                    uint32_t first)
{
	size_t s = benchi_rows_set(to, benchi_word_of(from->benchmark), benchi_word_of(from->metric),
	                           benchi_word_of(from->unit));
	bench_status status = BENCH_OK;

	if (s == SIZE_MAX)
		return benchi_fail(BENCH_ERR_MEMORY, "out of memory for the values");
	if (strcmp(to->set[s].unit, from->unit) != 0)
		return benchi_fail(BENCH_ERR_INPUT, "%.100s: found values in '%s', expected '%s' as in the "
		                   "first file", file, analysis_unit_name(from->unit),
		                   analysis_unit_name(to->set[s].unit));
	for (size_t i = 0; i < from->n && !status; i++) {
		benchi_mark mark = { .run = first + (from->run ? from->run[i] : 0), .has_run = true };

		status = benchi_set_add(&to->set[s], from->x[i], &mark);
	}
	to->set[s].aside = from->aside;
	return status;
}

/* A file's label, or NO_NAME. Labels are separate from file names. */
static uint32_t analysis_label_of(const job *j, size_t f)
{
	return benchi_name_table_find(&j->labels, j->name[f], strlen(j->name[f]));
}

bench_status compare_pool(job *j)
{
	bench_status status = BENCH_OK;
	size_t kept = 0;

	for (size_t to = 0; to < j->files && !status; to++) {
		uint32_t first = (uint32_t)j->rows[to].runs.n + 1;

		for (size_t f = to + 1; f < j->files && j->rows[to].sets && !status; f++)
			if (j->rows[f].sets && analysis_label_of(j, f) == analysis_label_of(j, to)) {
				/* Append file f's sets to file to's, and free them. */
				status = BENCH_OK;

				for (size_t s = 0; s < j->rows[f].sets && !status; s++)
					status = analysis_append(&j->rows[to], &j->rows[f].set[s], j->name[f], first);
				first += (uint32_t)j->rows[f].runs.n + 1;
				benchi_rows_free(&j->rows[f]);
			}
	}
	for (size_t f = 0; f < j->files && !status; f++)
		if (j->rows[f].sets && f != kept++) {
			j->rows[kept - 1] = j->rows[f];
			j->name[kept - 1] = j->name[f];
			memset(&j->rows[f], 0, sizeof j->rows[f]);
		}
	j->files = status ? j->files : kept;
	return status;
}
