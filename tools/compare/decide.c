/*
 * Decides every comparison by lib/analysis/comparison.h, with messages for errors.
 *
 * SPDX-License-Identifier: MIT
 */
#include <config.h>

#include <string.h>

#include "analysis/neighbour.h"
#include "tools/verbs.h"
#include "tools/compare/compare.h"
#include "tools/parallel.h"

int compare_prepare(const job *j, benchi_side *s)
{
	if (benchi_side_prepare(&j->settings.question, j->settings.blocks, s) == BENCH_OK)
		return 0;
	return complain(j->verb, "%s: %s", *s->label ? s->label : j->name[s->file], bench_detail());
}

typedef struct preparation {
	const job *j;
	benchi_side *side;
} preparation;

static void prepare(void *arg)
{
	const preparation *p = arg;

	/* what fails here fails again in benchi_comparisons_decide, with the detail */
	(void)benchi_side_prepare(&p->j->settings.question, p->j->settings.blocks, p->side);
}

int compare_decide(job *j)
{
	j->settings.question.unplanned = !j->alone && compare_as_table(j);
	for (size_t i = 0; i < j->comparisons; i++) {
		preparation a = { j, j->comparison[i].base }, b = { j, j->comparison[i].test };
		size_t n = a.side->raw.n + b.side->raw.n;

		if (n >= PARALLEL_MIN && !a.side->ready && !b.side->ready)
			parallel_two(n, prepare, &a, &b);
	}
	if (benchi_comparisons_decide(&j->settings.question, j->settings.blocks, j->comparison,
	                              j->comparisons) != BENCH_OK)
		return complain(j->verb, "%s", bench_detail());
	for (size_t i = 0; i < j->comparisons; i++)
		benchi_allow_for_neighbour(&j->comparison[i]);
	return 0;
}

bool compare_iteration(const benchi_side *s, size_t k, size_t *seen, double *x)
{
	size_t found = 0;

	memset(seen, 0, s->units.n * sizeof *seen);
	for (size_t i = 0; i < s->raw.n; i++)
		if (seen[s->units.unit[i]]++ == k) {
			x[s->units.unit[i]] = s->raw.x[i];
			found++;
		}
	return found > 0 && found == s->units.n;
}
