/*
 * Warnings of a set in words, and the comparison of two spreads.
 *
 * SPDX-License-Identifier: MIT
 */

#include "tools/tools.h"

unsigned benchi_shape_spread(const benchi_shape *a, const benchi_shape *b)
{
	const bench_description *wide = &a->description, *narrow = &b->description;
	double m, n, x;

	if (wide->variance < narrow->variance) {
		wide = &b->description;
		narrow = &a->description;
	}
	if (!(wide->variance > 0) || !(narrow->variance > 0))
		return 0;
	m = (double)wide->n - 1;
	n = (double)narrow->n - 1;
	x = m * (wide->variance / narrow->variance);
	return wide->variance > 4 * narrow->variance
	       && 2 * benchi_beta_tails(x / (x + n), n / (x + n), m / 2, n / 2).upper
	          < BENCHI_SUSPICION
	       ? BENCHI_SET_WARN_SPREAD : 0;
}

char *benchi_warning_summary(unsigned warning, const benchi_shape *s, const char *unit, char *text,
                             size_t size)
{
	const benchi_modes *m = &s->modes;
	char value[48];
	size_t used, total = 0;
	int digits = 3;

	switch (warning) {
	case BENCHI_SET_WARN_FEW:
		snprintf(text, size, "only %zu value%s", s->description.n, s->description.n > 1 ? "s" : "");
		break;
	case BENCHI_SET_WARN_MODES:
		for (size_t i = 0; i < m->n; i++) {
			total += m->count[i];
			if (i && !(fabs(m->at[i] - m->at[i - 1]) > .02 * fabs(m->at[i])))
				digits = 5;     /* tell modes within 2 % of each other apart */
		}
		used = (size_t)snprintf(text, size, "%zu modes, near", m->n);
		for (size_t i = 0; i < m->n && used < size; i++)
			used += (size_t)snprintf(text + used, size - used, "%s %s (%.0f %%)",
			                         i == 0 ? "" : i + 1 < m->n ? "," : " and",
			                         benchi_value_text(m->at[i], unit, digits, false, value,
			                                           sizeof value),
			                         100 * (double)m->count[i] / (double)total);
		break;
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
		snprintf(text, size, "successive values %s (correlation %.2f): not independent",
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
