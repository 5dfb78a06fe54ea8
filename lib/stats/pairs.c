/*
 * Selects the k-th smallest of all differences between two sets.
 *
 * With both sets sorted, one walk over them counts the differences up to any x: as
 * a[i] rises, so does the last b[j] with b[j] - a[i] <= x.  The walk also finds the
 * difference next below x and the one next above it, so that each x moves an end of
 * the bracket to a true difference.  x is chosen by interpolation in the counts, a
 * little to the far side so that both ends move; when that gains too little, it is a
 * difference drawn at random from the bracket (Monahan, ACM TOMS 10, 1984, p. 265).
 * The differences in the bracket are copied once they fit into the scratch space.  Of large sets a
 * sample of 4096 numbers each gives the first bracket.
 * Worked: a = {0, 1}, b = {2, 4}: differences 1 2 3 4, the second is 2.
 * Assumes: rounding is monotone, so that b - a in doubles is sorted along rows.
 * Hostile sets cost time only: log(na nb) walks expected.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "base/stored.h"
#include "stats/random_draw.h"
#include "stats/order.h"
#include "stats/pairs.h"

#define THIN 4096 /* numbers of a sample of a large set */

/* The candidates: differences from least to most.  under: how many lie below. */
typedef struct bracket {
	double least, most;
	uint64_t under, upto;
} bracket;

typedef struct cut {
	uint64_t upto;       /* differences <= x */
	double below, above; /* the largest of them, the smallest of the others */
} cut;

static inline double apart(double a, double b)
{
	return benchi_stored(b - a);
}

size_t benchi_pairs_capacity(size_t na, size_t nb)
{
	return (na + nb) / 4 + 4096;
}

/* A part of the walk.  most: of -d for d > x, of d for d <= x. */
typedef struct arm {
	size_t i, j;
	uint64_t upto;
	double most[2];
} arm;

/* Where the walk stands after so many steps: i, with j the rest of them. */
static size_t walked(const benchi_pairs *p, double x, size_t steps)
{
	size_t low = steps > p->nb ? steps - p->nb : 0, high = steps < p->na ? steps : p->na;

	while (low < high) {
		size_t i = low + (high - low) / 2;

		if (i == steps || apart(p->a[i], p->b[steps - i - 1]) <= x)
			high = i;
		else
			low = i + 1;
	}
	return low;
}

static arm arm_from(const benchi_pairs *p, double x, size_t steps)
{
	arm l = { walked(p, x, steps), 0, 0, { -INFINITY, -INFINITY } };

	l.j = steps - l.i;
	return l;
}

/* A step right in b while the difference is at most x, else a step down in a, without a
 * branch, since no processor can predict which. */
static inline void step(const benchi_pairs *p, double x, arm *l)
{
	static const double sign[2] = { -1, 1 };
	double d, signed_d;
	size_t right;

	if (l->i >= p->na || l->j >= p->nb)
		return;
	d = apart(p->a[l->i], p->b[l->j]);
	right = d <= x;
	signed_d = d * sign[right];
	l->most[right] = signed_d > l->most[right] ? signed_d : l->most[right];
	l->upto += l->j & (right - 1);
	l->j += right;
	l->i += 1 - right;
}

/* Adds the counts of a part, and the remaining rows, all below x. */
static void join(const benchi_pairs *p, const arm *l, size_t end, cut *c)
{
	c->upto += l->upto + (uint64_t)(end - l->i) * p->nb;
	c->below = l->most[1] > c->below ? l->most[1] : c->below;
	c->above = -l->most[0] < c->above ? -l->most[0] : c->above;
}

/* The walk, in three parts at once, since each step waits for the one before.  The
 * largest difference up to x and the smallest above it are always met. */
static cut cut_at(const benchi_pairs *p, double x)
{
	size_t all = p->na + p->nb, part = all / 3;
	arm first = { 0, 0, 0, { -INFINITY, -INFINITY } };
	arm second = arm_from(p, x, part), third = arm_from(p, x, 2 * part);
	size_t second_from = second.i, third_from = third.i;
	cut c = { 0, -INFINITY, INFINITY };

	for (size_t k = 0; k < part; k++) {
		step(p, x, &first);
		step(p, x, &second);
		step(p, x, &third);
	}
	for (size_t k = 3 * part; k < all; k++)
		step(p, x, &third);
	join(p, &first, second_from, &c);
	join(p, &second, third_from, &c);
	join(p, &third, p->na, &c);
	return c;
}

/* Walks over the candidates, b[from..to) - a[i] in row i.  With skip = NULL they are
 * copied to the scratch space; otherwise the one after *skip others is returned. */
static double visit(const benchi_pairs *p, const bracket *k, uint64_t *skip)
{
	size_t from = 0, to = 0, used = 0;

	for (size_t i = 0; i < p->na; i++) {
		double a = p->a[i];

		while (from < p->nb && apart(a, p->b[from]) < k->least)
			from++;
		while (to < p->nb && apart(a, p->b[to]) <= k->most)
			to++;
		if (skip) {
			if (*skip < to - from)
				return apart(a, p->b[from + (size_t)*skip]);
			*skip -= to - from;
			continue;
		}
		for (size_t j = from; j < to; j++)
			p->scratch[used++] = apart(a, p->b[j]);
	}
	return k->most;
}

/* An estimate of the k-th in [least, most). */
static double aim(const bracket *b, uint64_t k, size_t capacity)
{
	double all = (double)(b->upto - b->under), want = (double)(k - b->under) - 0.5;
	double margin = all / 500 + (double)capacity / 4, x;

	want += want > all / 2 ? -margin : margin;
	if (want < 0 || want > all)
		want = (double)(k - b->under) - 0.5;
	x = b->least + (b->most - b->least) * (want / all);
	return x >= b->least && x < b->most ? x : b->least;
}

/* One walk at x: one end of the bracket moves to a difference beside x. */
static void cut_bracket(const benchi_pairs *p, bracket *b, uint64_t k, double x)
{
	cut c = cut_at(p, x < b->most ? x : nextafter(b->most, -INFINITY));

	if (c.upto >= k) {
		b->upto = c.upto;
		b->most = c.below;
	} else {
		b->under = c.upto;
		b->least = c.above;
	}
}

/* Large sets: a regular sample of both gives the first bracket. */
static void cut_by_sample(const benchi_pairs *p, bracket *b, uint64_t k)
{
	benchi_pairs thin = { p->scratch, p->scratch + THIN, THIN, THIN, p->scratch + 2 * THIN,
		p->capacity - 2 * THIN };
	double all = (double)p->na * (double)p->nb, few = (double)THIN * (double)THIN;

	for (size_t i = 0; i < THIN; i++) {
		p->scratch[i] = p->a[(2 * i + 1) * p->na / (2 * THIN)];
		p->scratch[THIN + i] = p->b[(2 * i + 1) * p->nb / (2 * THIN)];
	}
	for (int side = -1; side <= 1; side += 2) {
		double want = ((double)k - 0.5) / all * few + side * few * 1e-5, x;

		x = benchi_pairs_select(&thin, want < 1 ? 1 : want > few ? (uint64_t)few : (uint64_t)want);
		if (x >= b->least && x < b->most)
			cut_bracket(p, b, k, x);
	}
}

double benchi_pairs_select(const benchi_pairs *p, uint64_t k)
{
	bracket b = { p->b[0] - p->a[p->na - 1], p->b[p->nb - 1] - p->a[0], 0,
		(uint64_t)p->na * p->nb };
	uint64_t random = 1;
	int gained = 1;

	if (p->na > 4 * THIN && p->nb > 4 * THIN && p->capacity > 3 * THIN)
		cut_by_sample(p, &b, k);
	while (b.upto - b.under > p->capacity && b.least < b.most) {
		uint64_t before = b.upto - b.under, skip = benchi_draw_below(&random, before);

		cut_bracket(p, &b, k, gained ? aim(&b, k, p->capacity) : visit(p, &b, &skip));
		gained = (b.upto - b.under) < before / 4 * 3;
	}
	if (b.least >= b.most)
		return b.most;
	visit(p, &b, NULL);
	return benchi_select(p->scratch, (size_t)(b.upto - b.under), (size_t)(k - 1 - b.under));
}

double benchi_pairs_median(const benchi_pairs *p)
{
	uint64_t all = (uint64_t)p->na * p->nb;
	double middle = benchi_pairs_select(p, (all + 1) / 2);
	cut c;

	if (all % 2)
		return middle;
	c = cut_at(p, middle);
	return c.upto > all / 2 ? middle : 0.5 * middle + 0.5 * c.above;
}
