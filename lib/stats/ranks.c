/*
 * Rank tests, exact and with their normal approximations, and the corresponding shifts.
 *
 * SPDX-License-Identifier: MIT
 */

#include "stats/stats.h"

/* Limits of the exact distributions: number of pairs (m n) for the rank sum, number of values for
 * the signed rank and for Kendall's S. */
#define RANKSUM_MOST 20000
#define SIGNEDRANK_MOST 500
#define KENDALL_MOST 100

/* p-values are exact for sets smaller than this, without ties. */
#define EXACT_BELOW 50

/* The lower half of a distribution that is symmetric on 0..top: mass[u] for u from 0 to top / 2.
 * The caller frees mass. mass NULL: the table would be too large, or, if lost is nonzero, out of
 * memory. */
typedef struct masses {
	double *mass;
	double top;
	int lost;
} masses;

/*
 * Exact distributions of rank sum, signed rank and inversions under random order.
 *
 * Rank sum: of j numbers, k are in the first set. The largest of them is in that set with
 * probability k/j, and then exceeds the j - k others: P(j, k, u) = (k/j) P(j-1, k-1, u - (j - k))
 * + (1 - k/j) P(j-1, k, u) (Mann and Whitney 1947, p. 51, divided by binomials so that nothing
 * overflows). Signed rank: rank i is positive or not, each with probability 1/2. Inversions: the
 * i-th number precedes 0..i-1 of the earlier ones, each with probability 1/i (Kendall, Biometrika
 * 30, 1938, p. 81). Only positive numbers are summed, so each mass keeps about 14 digits.
 *
 * Worked: sets of 3 and 3: P(U = 0) = 1/20; n = 3: P(V = 0) = 1/8.
 *
 * Assumes that there are no ties.
 */

static masses ranksum_masses(size_t m, size_t n)
{
	size_t few = m < n ? m : n, many = m < n ? n : m, width;
	masses d = { NULL, (double)few * (double)many, 0 };
	double *table;

	if (few == 0 || many > RANKSUM_MOST / few)
		return d;
	width = few * many / 2 + 1;
	table = calloc((few + 1) * width, sizeof *table);
	d.lost = !table;
	if (!table)
		return d;
	table[0] = 1;
	for (size_t j = 1; j <= few + many; j++)
		for (size_t k = j < few ? j : few; k >= 1 && j - k <= many; k--) {
			/* row k after j numbers, in place: k descends, so row k - 1 is still the old one */
			double *row = table + k * width;
			const double *fewer = table + (k - 1) * width;
			double in = (double)k / (double)j, out = 1 - in;
			size_t shift = j - k;

			for (size_t u = width; u-- > 0;)
				row[u] = out * row[u] + (u >= shift ? in * fewer[u - shift] : 0);
		}
	/* row 0 has one outcome, u = 0, for all j: it stays 1 */
	d.mass = malloc(width * sizeof *d.mass);
	d.lost = !d.mass;
	for (size_t u = 0; d.mass && u < width; u++)
		d.mass[u] = table[few * width + u];
	free(table);
	return d;
}

/* Returns a distribution on 0..top with all probability at 0. */
static masses all_at_zero(size_t top, size_t *width)
{
	masses d = { NULL, (double)top, 0 };

	*width = top / 2 + 1;
	d.mass = calloc(*width, sizeof *d.mass);
	d.lost = !d.mass;
	if (d.mass)
		d.mass[0] = 1;
	return d;
}

/* Returns P(X <= x). */
static double masses_cdf(const masses *d, double x)
{
	bool upper;
	double sum = 0;

	x = floor(x);
	if (x < 0 || x >= d->top)
		return x >= d->top;
	upper = x >= d->top / 2;
	for (size_t u = 0; (double)u <= (upper ? d->top - x - 1 : x); u++)
		sum += d->mass[u];
	return upper ? 1 - sum : sum;
}

/* Returns P(X is at least as far from the middle as x, on either side). */
static double two_sided_p(const masses *d, double x)
{
	double p = 2 * masses_cdf(d, x > d->top / 2 ? d->top - x : x);

	return p > 1 ? 1 : p;
}

/*
 * Selects the k-th smallest of all differences between two sets.
 *
 * With both sets sorted, one walk counts the differences up to any x: as a[i] rises, so does the
 * last b[j] with b[j] - a[i] <= x. The walk also finds the nearest differences below and above x,
 * so each x moves an end of the bracket to a real difference. x is chosen by interpolating the
 * counts, slightly off so that both ends move. If that gains too little, x is a difference drawn
 * at random from the bracket (Monahan, ACM TOMS 10, 1984, p. 265). Once the differences in the
 * bracket fit into the scratch space, they are copied. For large sets, a sample of 4096 numbers of
 * each gives the first bracket.
 *
 * Worked: a = {0, 1}, b = {2, 4}: differences 1 2 3 4, the second is 2.
 *
 * Assumes that rounding is monotone, so that b - a in doubles is sorted along rows. Hostile sets
 * only cost time: log(na nb) walks are expected.
 */

#define THIN 4096 /* size of a sample of a large set */

/* Two ascending sets, and scratch space for `capacity` numbers: at least 1, better na + nb. */
typedef struct two_sets {
	const double *a, *b;
	size_t na, nb;
	double *scratch;
	size_t capacity;
} two_sets;

/* The wanted difference is among those from least to most. under: the number of differences below
 * least; upto: the number up to most. */
typedef struct bracket {
	double least, most;
	uint64_t under, upto;
} bracket;

typedef struct cut {
	uint64_t upto;       /* number of differences <= x */
	double below, above; /* the largest of these, the smallest of the others */
} cut;

static inline double difference(double a, double b)
{
	return benchi_stored(b - a);
}

/* A part of the walk. most: largest -d for d > x, largest d for d <= x. */
typedef struct arm {
	size_t i, j;
	uint64_t upto;
	double most[2];
} arm;

/* Returns the walk after `steps` steps, where its counting begins. */
static arm arm_from(const two_sets *p, double x, size_t steps)
{
	size_t low = steps > p->nb ? steps - p->nb : 0, high = steps < p->na ? steps : p->na;

	while (low < high) {
		size_t i = low + (high - low) / 2;

		if (i == steps || difference(p->a[i], p->b[steps - i - 1]) <= x)
			high = i;
		else
			low = i + 1;
	}
	return (arm){ low, steps - low, 0, { -INFINITY, -INFINITY } };
}

/* Steps right in b while the difference is at most x, otherwise down in a. Has no branch,
 * because a processor cannot predict the direction. */
static inline void step_on(const two_sets *p, double x, arm *l)
{
	static const double sign[2] = { -1, 1 };
	double d, signed_d;
	size_t right;

	if (l->i >= p->na || l->j >= p->nb)
		return;
	d = difference(p->a[l->i], p->b[l->j]);
	right = d <= x;
	signed_d = d * sign[right];
	l->most[right] = signed_d > l->most[right] ? signed_d : l->most[right];
	l->upto += l->j & (right - 1);
	l->j += right;
	l->i += 1 - right;
}

/* Adds the counts of a part, and the remaining rows, which are all below x. */
static void join(const two_sets *p, const arm *l, size_t end, cut *c)
{
	c->upto += l->upto + (uint64_t)(end - l->i) * p->nb;
	c->below = l->most[1] > c->below ? l->most[1] : c->below;
	c->above = -l->most[0] < c->above ? -l->most[0] : c->above;
}

/* Walks three parts at once, because each step of a part depends on its previous step. The largest
 * difference up to x and the smallest above are always found. */
static cut cut_at(const two_sets *p, double x)
{
	size_t all = p->na + p->nb, part = all / 3;
	arm first = { 0, 0, 0, { -INFINITY, -INFINITY } };
	arm second = arm_from(p, x, part), third = arm_from(p, x, 2 * part);
	size_t second_from = second.i, third_from = third.i;
	cut c = { 0, -INFINITY, INFINITY };

	for (size_t k = 0; k < part; k++) {
		step_on(p, x, &first);
		step_on(p, x, &second);
		step_on(p, x, &third);
	}
	for (size_t k = 3 * part; k < all; k++)
		step_on(p, x, &third);
	join(p, &first, second_from, &c);
	join(p, &second, third_from, &c);
	join(p, &third, p->na, &c);
	return c;
}

/* Walks over the candidates, b[from..to) - a[i] in row i. skip NULL: copies them to the scratch
 * space. Otherwise returns the candidate after *skip others. */
static double visit(const two_sets *p, const bracket *k, uint64_t *skip)
{
	size_t from = 0, to = 0, used = 0;

	for (size_t i = 0; i < p->na; i++) {
		double a = p->a[i];

		while (from < p->nb && difference(a, p->b[from]) < k->least)
			from++;
		while (to < p->nb && difference(a, p->b[to]) <= k->most)
			to++;
		if (skip) {
			if (*skip < to - from)
				return difference(a, p->b[from + (size_t)*skip]);
			*skip -= to - from;
			continue;
		}
		for (size_t j = from; j < to; j++)
			p->scratch[used++] = difference(a, p->b[j]);
	}
	return k->most;
}

/* Walks at x once: moves one end of the bracket to a difference next to x. */
static void cut_bracket(const two_sets *p, bracket *b, uint64_t k, double x)
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

/* Returns the k-th smallest difference, k from 1 to na nb. */
static double pairs_select(const two_sets *p, uint64_t k)
{
	bracket b = { p->b[0] - p->a[p->na - 1], p->b[p->nb - 1] - p->a[0], 0,
		(uint64_t)p->na * p->nb };
	uint64_t random = 1;
	int gained = 1;

	if (p->na > 4 * THIN && p->nb > 4 * THIN && p->capacity > 3 * THIN) {
		/* for large sets, a regular sample gives the first bracket */
		two_sets thin = { p->scratch, p->scratch + THIN, THIN, THIN, p->scratch + 2 * THIN,
			p->capacity - 2 * THIN };
		double all = (double)p->na * (double)p->nb, few = (double)THIN * (double)THIN;

		for (size_t i = 0; i < THIN; i++) {
			p->scratch[i] = p->a[(2 * i + 1) * p->na / (2 * THIN)];
			p->scratch[THIN + i] = p->b[(2 * i + 1) * p->nb / (2 * THIN)];
		}
		for (int side = -1; side <= 1; side += 2) {
			double want = ((double)k - 0.5) / all * few + side * few * 1e-5, x;

			x = pairs_select(&thin, want < 1 ? 1 : want > few ? (uint64_t)few : (uint64_t)want);
			if (x >= b.least && x < b.most)
				cut_bracket(p, &b, k, x);
		}
	}
	while (b.upto - b.under > p->capacity && b.least < b.most) {
		uint64_t before = b.upto - b.under;
		uint64_t skip = (uint64_t)(benchi_draw_unit(&random) * (double)before);

		/* interpolates the counts, slightly off the k-th so that both ends move */
		double want = (double)(k - b.under) - 0.5, x;
		double margin = (double)before / 500 + (double)p->capacity / 4;
		double off = want + (want > (double)before / 2 ? -margin : margin);

		want = off < 0 || off > (double)before ? want : off;
		x = b.least + (b.most - b.least) * (want / (double)before);
		x = x >= b.least && x < b.most ? x : b.least;
		cut_bracket(p, &b, k, gained ? x : visit(p, &b, &skip));
		gained = (b.upto - b.under) < before / 4 * 3;
	}
	if (b.least >= b.most)
		return b.most;
	visit(p, &b, NULL);
	return benchi_select(p->scratch, (size_t)(b.upto - b.under), (size_t)(k - 1 - b.under));
}

/*
 * Wilcoxon's rank sum test, and Hodges and Lehmann's shift.
 *
 * W counts the pairs in which b is larger (ties count half). Without ties and with fewer than 50
 * numbers in each set its distribution is exact. Otherwise it is normal with mean mn/2 and
 * variance mn/12 (N + 1 - sum(t^3 - t) / (N (N - 1))); N is m + n, t are the sizes of the ties
 * (Lehmann, Nonparametrics, 1975, (1.35)). The shift is the median of all mn differences (Hodges
 * and Lehmann 1963). The ends of its interval are the differences of rank k from either end. k is
 * the smallest u with P(W <= u) >= (1-confidence)/2, or, in the normal case, ceil(mn/2 - 1/2 - z
 * sigma), where sigma counts only the ties within a and within b.
 *
 * Worked: {1, 2, 3} and {4, 5, 6}: W = 9, p = 2/20, shift 3, interval 1 to 5.
 *
 * Assumes independent numbers and, for the shift, two distributions of the same shape. If the
 * shapes differ, W may be significant without any shift.
 */

#define RANKSUM_RESULT_DOUBLES (offsetof(bench_ranksum, exact) / sizeof(double))

static double cubic(double t)
{
	return t * (t - 1) * (t + 1);
}

/* Returns W, and the sums of t^3 - t over ties: in both sets together, and within each. One walk
 * over both sorted sets, a group of equal numbers per step. */
static double count_pairs(const two_sets *p, double *ties, double *own_ties)
{
	double w = 0;
	size_t i = 0, j = 0;

	while (i < p->na || j < p->nb) {
		double x = j == p->nb || (i < p->na && p->a[i] < p->b[j]) ? p->a[i] : p->b[j];
		size_t from_i = i, from_j = j;
		double ta, tb;

		while (i < p->na && p->a[i] == x)
			i++;
		while (j < p->nb && p->b[j] == x)
			j++;
		ta = (double)(i - from_i);
		tb = (double)(j - from_j);
		w += tb * ((double)from_i + ta / 2);
		*ties += cubic(ta + tb);
		*own_ties += cubic(ta) + cubic(tb);
	}
	return w;
}

/* Returns z with the continuity correction: half a step closer to the mean. */
static double corrected(double distance, double sigma)
{
	return (distance - (distance > 0 ? 0.5 : distance < 0 ? -0.5 : 0)) / sigma;
}

static double deviation_of(const two_sets *p, double ties)
{
	double m = (double)p->na, n = (double)p->nb, all = m + n;

	return sqrt(m * n / 12 * (all + 1 - ties / (all * (all - 1))));
}

static void find_ends(const two_sets *p, double rank, benchi_rank_memo *m, double *low,
                      double *high)
{
	uint64_t all = (uint64_t)p->na * p->nb, k = (uint64_t)rank;
	size_t i = 0;

	while (i < m->n && m->ends[i].rank != rank)
		i++;
	if (i == m->n) {
		benchi_rank_ends found = { rank, pairs_select(p, k),
			pairs_select(p, all + 1 - k) };

		i = m->n < sizeof m->ends / sizeof *m->ends ? m->n++ : m->n - 1;
		m->ends[i] = found;
	}
	*low = m->ends[i].low;
	*high = m->ends[i].high;
}

static bench_status ranksum_fill(bench_ranksum *out, const two_sets *p, benchi_rank_memo *m)
{
	masses d = { NULL, 0, 0 };

	if (!m->counted)
		m->w = count_pairs(p, &m->ties, &m->own_ties);
	if (!m->counted && p->scratch) {
		/* the median of all differences */
		const uint64_t all = (uint64_t)p->na * p->nb;

		m->shift = pairs_select(p, (all + 1) / 2);
		if (all % 2 == 0) {
			const cut c = cut_at(p, m->shift);

			m->shift = c.upto > all / 2 ? m->shift : 0.5 * m->shift + 0.5 * c.above;
		}
	}
	m->counted = m->counted || p->scratch;
	out->w = m->w;
	double middle = (double)p->na * (double)p->nb / 2;
	double sigma = deviation_of(p, m->ties);
	double distance = out->w - middle;

	if (sigma > 0) {
		out->z_plain = distance / sigma;
		out->z = corrected(distance, sigma);
		out->p_plain = 2 * benchi_normal_sf(fabs(out->z_plain));
		out->p_normal = 2 * benchi_normal_sf(fabs(out->z));
	}

	if (m->ties == 0)
		d = ranksum_masses(p->na, p->nb);
	if (d.lost)
		return benchi_no_memory("the distribution of the rank sum");
	if (d.mass)
		out->p_exact = two_sided_p(&d, m->w);
	out->exact = d.mass && p->na < EXACT_BELOW && p->nb < EXACT_BELOW;
	out->p = out->exact ? out->p_exact : out->p_normal;
	if (p->scratch) {
		/* the rank of the interval's ends, and the confidence that it gives */
		double half = (double)p->na * (double)p->nb / 2, tail = (1 - out->confidence) / 2;
		double normal = ceil(half - 0.5 + benchi_normal_quantile(tail) * deviation_of(p,
			m->own_ties));

		out->rank_normal = out->rank = normal >= 1 ? normal : 1;
		out->reached = out->confidence;
		if (out->exact) {
			/* the smallest u with P(U <= u) >= tail, which is reduced by one part in 10^13, so that
			 * a probability that equals it on paper counts */
			double sum = 0;
			size_t u = 0;

			while ((double)u < floor(d.top / 2) && (sum += d.mass[u]) < tail * (1 - 1e-13))
				u++;
			out->rank = fmax(1, (double)u);
			out->reached = 1 - 2 * masses_cdf(&d, out->rank - 1);
		}

		out->shift = m->shift;
		find_ends(p, out->rank, m, &out->low, &out->high);
		find_ends(p, out->rank_normal, m, &out->low_normal, &out->high_normal);
	}
	free(d.mass);
	return BENCH_OK;
}

bench_status benchi_ranksum(benchi_prepared *a, benchi_prepared *b, double confidence,
                            benchi_rank_memo *memo, bench_ranksum *out)
{
	bench_status status = benchi_result_begin(out, sizeof *out, RANKSUM_RESULT_DOUBLES);
	two_sets p = { NULL, NULL, a->set.n, b->set.n, NULL,
	               (a->set.n + b->set.n) / 16 + 3 * THIN + 1 };

	if (status == BENCH_OK)
		status = benchi_prepared_sort(a);
	if (status == BENCH_OK)
		status = benchi_prepared_sort(b);
	if (status != BENCH_OK)
		return status;
	out->confidence = confidence;
	p.a = a->sorted;
	p.b = b->sorted;
	if (!isnan(confidence)) {
		p.scratch = malloc(p.capacity * sizeof *p.scratch);
		if (!p.scratch)
			return benchi_no_memory("the numbers to be ranked");
	}
	status = ranksum_fill(out, &p, memo);
	free(p.scratch);
	return status;
}

bench_status bench_ranksum_test(const bench_numbers *a, const bench_numbers *b, double confidence,
                                bench_ranksum *out)
{
	bench_status status = benchi_result_begin(out, sizeof *out, RANKSUM_RESULT_DOUBLES);
	benchi_rank_memo memo = { 0 };
	benchi_prepared pa, pb;

	if (status == BENCH_OK)
		status = benchi_confidence_check(&confidence);
	if (status == BENCH_OK)
		status = benchi_prepare(a, 1, &pa);
	if (status == BENCH_OK)
		status = benchi_prepare(b, 1, &pb);
	if (status != BENCH_OK)
		return status;
	status = benchi_ranksum(&pa, &pb, confidence, &memo, out);
	benchi_prepared_free(&pa);
	benchi_prepared_free(&pb);
	return status;
}

/*
 * Wilcoxon's signed rank test: are paired differences mostly of one sign?
 *
 * The nonzero differences are ranked by size; V sums the ranks of the positive ones. With fewer
 * than 50 differences and without ties and zeros, its distribution is exact. Otherwise it is
 * normal with mean n(n+1)/4 and variance n(n+1)(2n+1)/24 - sum(t^3 - t)/48 (Lehmann,
 * Nonparametrics, 1975, (3.13)).
 *
 * Worked: differences -3.96, -5.89, -2.10: V = 0, p = 2/8.
 *
 * Assumes independent pairs, and differences that are symmetric about their middle. If they are
 * skewed, the test is not one of a median of 0.
 */

#define SIGNEDRANK_RESULT_DOUBLES (offsetof(bench_signedrank, used) / sizeof(double))

bench_status bench_signedrank_test(const bench_numbers *a, const bench_numbers *b,
                                   bench_signedrank *out)
{
	bench_status status = benchi_result_begin(out, sizeof *out, SIGNEDRANK_RESULT_DOUBLES);
	double n, ups, ties = 0, own_ties = 0, sigma, distance, *down, *up, *sizes;
	masses d = { NULL, 0, 0 };
	size_t width = 0;
	two_sets s;

	sizes = status == BENCH_OK ? benchi_numbers_differences(a, b, 1, &status) : NULL;
	if (!sizes)
		return status;
	/* negative differences to the front, positive ones to the back, as sizes */
	down = sizes;
	up = sizes + a->n;
	for (double *at = sizes; at < up;)
		if (*at > 0) {
			double size = *at;

			*at = *--up;
			*up = size;
		} else if (*at < 0)
			*down++ = -*at++;
		else
			at++;
	s = (two_sets){ sizes, up, (size_t)(down - sizes), (size_t)(sizes + a->n - up), NULL, 0 };
	benchi_sort_many(sizes, s.na);
	benchi_sort_many(up, s.nb);
	/* V is the number of pairs in which a positive difference is the larger, plus the positive
	 * differences' ranks among themselves */
	out->used = s.na + s.nb;
	n = (double)out->used;
	ups = (double)s.nb;
	out->v = count_pairs(&s, &ties, &own_ties) + ups * (ups + 1) / 2;
	free(sizes);
	sigma = sqrt(n * (n + 1) * (2 * n + 1) / 24 - ties / 48);
	distance = out->v - n * (n + 1) / 4;
	if (sigma > 0) {
		out->z = corrected(distance, sigma);
		out->p_normal = 2 * benchi_normal_sf(fabs(out->z));
	}
	if (ties == 0 && out->used == a->n && out->used > 0 && out->used <= SIGNEDRANK_MOST)
		d = all_at_zero(out->used * (out->used + 1) / 2, &width);
	for (size_t i = 1; d.mass && i <= out->used; i++) /* of the sum of the positive ranks */
		for (size_t v = width; v-- > 0;)
			d.mass[v] = (d.mass[v] + (v >= i ? d.mass[v - i] : 0)) / 2;
	if (d.lost)
		return benchi_no_memory("the distribution of the signed rank");
	if (d.mass)
		out->p_exact = two_sided_p(&d, out->v);
	out->exact = d.mass && out->used < EXACT_BELOW;
	out->p = out->exact ? out->p_exact : out->p_normal;
	free(d.mass);
	return status;
}

/*
 * Kendall's test for a trend in the course of the run.
 *
 * Over all pairs, the later number is larger (rises) or smaller (falls); S is the difference. A
 * merge sort counts the falls in n log n steps (Knight, JASA 61, 1966, p. 436). Without a trend S
 * has mean 0 and variance (n (n-1) (2n+5) - sum t (t-1) (2t+5)) / 18 (Kendall 1970, (4.5)). z = (S
 * - sign S) / sqrt(variance). tau-b is S over sqrt(untied pairs * pairs). Its own p-value is exact
 * for few numbers without ties; otherwise it has no continuity correction.
 *
 * Worked: {3, 2, 1}: S = -3, tau = -1, tau_p = 2/6.
 *
 * Assumes independent numbers if there is no trend. Wrong if neighbours are correlated without a
 * trend: look at lag1 first.
 */

/* Sorts x. Returns the number of pairs in which the later number is smaller. second: space for the
 * left half of the largest merge. */
static double sort_counting_falls(double *x, size_t n, double *second)
{
	uint64_t falls = 0;

	for (size_t run = 1; run < n; run *= 2)
		for (size_t at = 0; at + run < n; at += 2 * run) {
			/* merges x[at..at + run) and x[at + run..end), without a branch that depends on the
			 * side that is next, because that is not predictable */
			size_t end = n - at < 2 * run ? n : at + 2 * run, i = 0, j = at + run;
			double *out = x + at;

			memcpy(second, out, run * sizeof *x);
			while (i < run && j < end) {
				double left = second[i], right = x[j];
				size_t fall = right < left;

				*out++ = fall ? right : left;
				falls += (run - i) & (0 - fall);
				j += fall;
				i += 1 - fall;
			}
			memcpy(out, second + i, (run - i) * sizeof *x);
		}
	return (double)falls;
}

bench_status benchi_trend(const benchi_prepared *p, bench_trend *out)
{
	bench_status status = benchi_result_begin(out, sizeof *out, sizeof *out / sizeof(double));
	double m = (double)p->set.n, pairs = m * (m - 1) / 2, tied = 0, loss = 0, falls, *x;
	masses d = { NULL, 0, 0 };
	size_t n = p->set.n, run = 1; /* run: length of the left half of the largest merge */
	size_t width = 0;

	if (status == BENCH_OK && n < 2)
		status = benchi_fail(BENCH_ERR_ARGUMENT, "%.0f numbers, expected at least 2", m);
	if (status != BENCH_OK)
		return status;
	while (2 * run < n)
		run *= 2;
	x = malloc((n + run) * sizeof *x);
	if (!x)
		return benchi_no_memory("the numbers to be sorted");
	memcpy(x, p->set.x, n * sizeof *x);
	falls = sort_counting_falls(x, n, x + n);
	for (size_t i = 0, j; i < n; i = j) {
		double t;

		for (j = i + 1; j < n && x[j] == x[i]; j++)
			;
		t = (double)(j - i);
		tied += t * (t - 1) / 2;
		loss += t * (t - 1) * (2 * t + 5);
	}
	free(x);
	out->s = pairs - tied - 2 * falls;
	out->variance = (m * (m - 1) * (2 * m + 5) - loss) / 18;
	out->z = out->s == 0 ? 0 : (out->s - (out->s > 0 ? 1 : -1)) / sqrt(out->variance);
	out->p = 2 * benchi_normal_sf(fabs(out->z));
	if (p->moments.squares > 0)
		out->lag1 = p->moments.products / p->moments.squares;
	if (tied == pairs)
		return BENCH_OK;
	out->tau = out->s / sqrt((pairs - tied) * pairs);
	if (tied == 0 && n < EXACT_BELOW && n <= KENDALL_MOST)
		d = all_at_zero(n * (n - 1) / 2, &width);
	/* the number of pairs in descending order among n numbers in random order */
	for (size_t i = 2; d.mass && i <= n; i++) { /* mass[u] = the mean of mass[u - i + 1 .. u] */
		for (size_t u = 1; u < width; u++)
			d.mass[u] += d.mass[u - 1];
		for (size_t u = width; u-- > 0;)
			d.mass[u] = (d.mass[u] - (u >= i ? d.mass[u - i] : 0)) / (double)i;
	}
	if (d.lost)
		return benchi_no_memory("the distribution of Kendall's tau");
	out->tau_p = d.mass ? two_sided_p(&d, falls)
	                    : 2 * benchi_normal_sf(fabs(out->s) / sqrt(out->variance));
	free(d.mass);
	return BENCH_OK;
}

bench_status bench_trend_test(const bench_numbers *set, bench_trend *out)
{
	bench_status status = benchi_result_begin(out, sizeof *out, sizeof *out / sizeof(double));
	benchi_prepared p;

	if (status == BENCH_OK)
		status = benchi_prepare(set, 2, &p);
	return status == BENCH_OK ? benchi_trend(&p, out) : status;
}
