/*
 * Least squares fit of a line y = a + b x.
 *
 * Least squares with weights 1/sig^2 (P. R. Bevington, Data Reduction and Error Analysis
 * for the Physical Sciences, 1969, chapter 6), x taken from its weighted mean, so that
 * nothing cancels.  Without sig all weights are equal, and the errors of a and b come
 * from the scatter about the line: chi2 / (n - 2) is one point's variance.
 *
 * Worked: (0, 1), (1, 3), (2, 5) lie on y = 1 + 2 x; chi2 is 0, and so are the errors.
 * With fewer than two unlike x there is no line: b is 0, its error NaN.
 *
 * SPDX-License-Identifier: MIT
 */
#include "lmbench/lmbench.h"

#include <math.h>

static double weight(const double *sig, int i)
{
	return sig ? 1 / (sig[i] * sig[i]) : 1;
}

void regression(double *x, double *y, double *sig, int n, double *a, double *b, double *sig_a,
                double *sig_b, double *chi2)
{
	double sum = 0, mean_x = 0, mean_y = 0, xx = 0, xy = 0, scale = 1;

	for (int i = 0; i < n; i++) {
		sum += weight(sig, i);
		mean_x += weight(sig, i) * x[i];
		mean_y += weight(sig, i) * y[i];
	}
	mean_x /= sum;
	mean_y /= sum;
	for (int i = 0; i < n; i++) {
		xx += weight(sig, i) * (x[i] - mean_x) * (x[i] - mean_x);
		xy += weight(sig, i) * (x[i] - mean_x) * (y[i] - mean_y);
	}
	*b = xx > 0 ? xy / xx : 0;
	*a = mean_y - *b * mean_x;
	*chi2 = 0;
	for (int i = 0; i < n; i++)
		*chi2 += weight(sig, i) * (y[i] - *a - *b * x[i]) * (y[i] - *a - *b * x[i]);
	if (!sig)
		scale = n > 2 ? sqrt(*chi2 / (n - 2)) : 0;
	*sig_b = xx > 0 ? scale / sqrt(xx) : (double)NAN;
	*sig_a = scale * sqrt(1 / sum + (xx > 0 ? mean_x * mean_x / xx : 0));
}
