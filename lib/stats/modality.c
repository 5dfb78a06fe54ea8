/*
 * The test of Hartigan's dip: its p-value, interpolated in a table, linearly in n and in
 * sqrt(n) dip.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "base/detail.h"
#include "base/stored.h"
#include "stats/dip.h"
#include "stats/prepared_tests.h"

/* The p-value of a dip; repeated quantiles count once, with the mean of their p-values. */
static double chance(size_t n, double dip)
{
	double row[BENCHI_DIP_COLUMNS], x = 0, p = 0;
	double scaled = benchi_stored(sqrt((double)n) * dip); /* may be equal to one of the row */

	if (n < 4)
		return 1;
	for (int k = 0; k < BENCHI_DIP_COLUMNS; k++)
		row[k] = benchi_dip_quantile(n, &benchi_dip_quantiles[0][k], BENCHI_DIP_COLUMNS);
	for (int k = 0, next; k < BENCHI_DIP_COLUMNS; k = next) {
		double sum = 0, mean;

		for (next = k; next < BENCHI_DIP_COLUMNS && row[next] == row[k]; next++)
			sum += benchi_dip_p[next];
		mean = sum / (next - k);
		if (scaled <= row[k])
			return 1 - (k == 0 ? (scaled < row[k] ? 0 : mean)
			                   : p + (mean - p) * (scaled - x) / (row[k] - x));
		x = row[k];
		p = mean;
	}
	return 0;
}

bench_status benchi_modality(benchi_prepared *p, bench_modality *out)
{
	bench_status status = benchi_result_begin(out, sizeof *out, sizeof *out / sizeof(double));
	size_t n = p->set.n;
	struct benchi_dip dip;

	if (status == BENCH_OK)
		status = benchi_prepared_sort(p);
	if (status == BENCH_OK && benchi_dip(p->sorted, n, &dip))
		status = benchi_fail(BENCH_ERR_MEMORY, "%.0f numbers", (double)n);
	if (status != BENCH_OK)
		return status;
	out->dip = dip.dip;
	out->p = chance(n, dip.dip);
	out->low = dip.low;
	out->high = dip.high;
	return BENCH_OK;
}

bench_status bench_modality_test(const bench_numbers *set, bench_modality *out)
{
	bench_status status = benchi_result_begin(out, sizeof *out, sizeof *out / sizeof(double));
	benchi_prepared p;

	if (status == BENCH_OK)
		status = benchi_prepare(set, 1, &p);
	if (status != BENCH_OK)
		return status;
	status = benchi_modality(&p, out);
	benchi_prepared_free(&p);
	return status;
}
