/*
 * A set with its moments and its order, which several statistics share.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>

#include "stats/prepared.h"

bench_status benchi_prepare(const bench_numbers *set, size_t min, benchi_prepared *p)
{
	bench_status status = benchi_numbers_check(set, min);

	p->sorted = NULL;
	if (status)
		return status;
	p->set = *set;
	if (set->n)
		p->moments = benchi_moments_of(set);
	return BENCH_OK;
}

bench_status benchi_prepared_sort(benchi_prepared *p)
{
	if (!p->sorted)
		p->sorted = benchi_numbers_sorted(&p->set);
	return p->sorted ? BENCH_OK : BENCH_ERR_MEMORY;
}

void benchi_prepared_free(benchi_prepared *p)
{
	free(p->sorted);
	p->sorted = NULL;
}
