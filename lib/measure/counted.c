/*
 * Counters of a body.
 *
 * Sums over all windows of a run, including those for sizing and warm-up, are divided by all
 * iterations. So a count that is the same in each iteration is exact. The first call with a name
 * decides the counter's kind.
 *
 * SPDX-License-Identifier: MIT
 */

#include "measure/measure.h"

static struct benchi_counted *find_counter(struct benchi_counted *of, size_t n, const char *name)
{
	for (size_t i = 0; i < n; i++)
		if (!strncmp(of[i].name, name, BENCHI_COUNTED_NAME - 1))
			return &of[i];
	return NULL;
}

/* Adds x to the counter of this name, adding the counter if there is space. */
static void add_to_counter(const char *name, enum benchi_counted_kind kind, double x)
{
	struct benchi_counting *c = &benchi_thread_self()->counting;
	struct benchi_counted *slot;

	if (!name || !*name)
		return;
	slot = find_counter(c->slot + c->first, c->n - c->first, name);
	if (!slot) {
		if (c->n == BENCHI_COUNTED_SLOTS || c->n - c->first == BENCHI_COUNTED)
			return;
		slot = &c->slot[c->n++];
		memset(slot, 0, sizeof *slot);
		strncat(slot->name, name, sizeof slot->name - 1);
		slot->kind = kind;
	}
	slot->sum += x;
	slot->calls++;
}

void bench_count(const char *name, double x)
{
	add_to_counter(name, BENCHI_COUNTED_PER_OP, x);
}

void bench_count_rate(const char *name, double x)
{
	add_to_counter(name, BENCHI_COUNTED_PER_SECOND, x);
}

void bench_count_value(const char *name, double x)
{
	add_to_counter(name, BENCHI_COUNTED_PLAIN, x);
}

double bench_counted(const char *name)
{
	struct benchi_counted_all *latest = &benchi_thread_self()->counting.latest;
	const struct benchi_counted *found = name ? find_counter(latest->of, latest->n, name) : NULL;

	return found ? benchi_counted_value(latest, (size_t)(found - latest->of), bench_last()->ns)
	             : (double)NAN;
}

void benchi_counted_merge(struct benchi_counted_all *to, const struct benchi_counted_all *from)
{
	to->iterations += from->iterations;
	for (size_t i = 0; i < from->n; i++) {
		struct benchi_counted *same = find_counter(to->of, to->n, from->of[i].name);

		if (same) {
			same->sum += from->of[i].sum;
			same->calls += from->of[i].calls;
		} else if (to->n < BENCHI_COUNTED) {
			to->of[to->n++] = from->of[i];
		}
	}
}

double benchi_counted_value(const struct benchi_counted_all *all, size_t i, double ns)
{
	const struct benchi_counted *c = &all->of[i];

	if (c->kind == BENCHI_COUNTED_PLAIN)
		return c->sum / c->calls;
	if (!(all->iterations > 0))
		return NAN;
	return c->sum / all->iterations * (c->kind == BENCHI_COUNTED_PER_SECOND ? 1e9 / ns : 1);
}
