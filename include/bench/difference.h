/*
 * Tests of two sets of numbers: which is larger, by how much, with what confidence.
 *
 * a is the base, "before"; b is the test, "after".  Every difference is b minus a.
 * bench/stats.h explains levels, statuses, NaN and thread safety.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_DIFFERENCE_H
#define BENCH_DIFFERENCE_H
#ifndef BENCH_H_INSIDE_
#error "include <bench.h> instead"
#endif

/* The second set, or test, compared with the first, or base. */
typedef enum bench_answer {
	BENCH_UNSURE = 0,                  /* inconclusive: more data needed */
	BENCH_SAME = 1,                    /* proven closer than the margin (the absence of a
	                                      significant difference is not enough) */
	BENCH_LOWER = 2, BENCH_FASTER = 2, /* the test has lower values: it takes less time */
	BENCH_HIGHER = 3, BENCH_SLOWER = 3
} bench_answer;

/* Result of a t test.  Unit of the numbers; t, df and p have none. */
typedef struct bench_ttest {
	double difference, low, high; /* of the means, and its interval */
	double t, df, p;              /* p: two-sided */
	double se;                    /* standard error of the difference */
	double sd;                    /* of the differences; NaN for unpaired sets */
	double confidence;            /* of the interval */
} bench_ttest;

/*
 * bench_welch_test, bench_paired_test: do the means differ?
 *
 * a, b: at least two numbers each; for the paired test equally many, in pairs, otherwise
 * BENCH_ERR_ARGUMENT.  confidence: of the interval.
 * Welch's test does not assume equal standard deviations, the paired test uses only
 * b[i] - a[i]; both assume normal numbers, or many.  If the standard deviation is 0
 * (all numbers of a set are equal), t, df, p and the interval are NaN: the spread is
 * unknown.
 * Source: Student, Biometrika 6, 1908, p. 1; Welch, Biometrika 34, 1947, p. 28.
 */
BENCH_API BENCH_MUST_CHECK bench_status bench_welch_test(const bench_numbers *a,
	const bench_numbers *b, double confidence, bench_ttest *out);
BENCH_API BENCH_MUST_CHECK bench_status bench_paired_test(const bench_numbers *a,
	const bench_numbers *b, double confidence, bench_ttest *out);

/* Result of Wilcoxon's rank sum test. */
typedef struct bench_ranksum {
	double w;                /* pairs with b > a, and half of the pairs with b = a */
	double p;                /* two-sided: p_exact if exact, else p_normal */
	double p_exact;          /* NaN with ties, and above 20000 pairs */
	double p_normal, z;      /* normal, corrected for continuity and ties */
	double p_plain, z_plain; /* the same without the correction for continuity */
	double shift;            /* Hodges and Lehmann: median of all differences b[j] - a[i] */
	double low, high;        /* its interval: differences rank and pairs + 1 - rank */
	double rank;             /* from 1 */
	double reached;          /* confidence reached; equals .confidence unless exact */
	double low_normal, high_normal, rank_normal; /* by the normal formula also if exact */
	double confidence;       /* requested confidence */
	int exact;               /* nonzero: p and interval are exact */
} bench_ranksum;

/*
 * bench_ranksum_test: is b mostly larger than a, and by how much?
 *
 * a, b: at least one number each.  confidence: of the interval.
 * Exact for fewer than 50 numbers in each and no ties, otherwise normal.  With few
 * numbers the confidence cannot always be reached; the interval is then the range of
 * all differences and .reached its confidence.  If all numbers are equal, p
 * and z are NaN.  (m + n) log(m + n) steps for the shift; stores about (m + n) of the
 * m n differences.
 * Assumes independent numbers; the shift assumes two distributions of one shape.
 * Source: Mann and Whitney, Annals of Mathematical Statistics 18, 1947, p. 50;
 * Hodges and Lehmann, ibid. 34, 1963, p. 598; Lehmann, Nonparametrics, 1975,
 * (1.35) and section 2.4; selection after Monahan, ACM TOMS 10, 1984, p. 265.
 */
BENCH_API BENCH_MUST_CHECK bench_status bench_ranksum_test(const bench_numbers *a,
	const bench_numbers *b, double confidence, bench_ranksum *out);

/* Result of Wilcoxon's signed rank test. */
typedef struct bench_signedrank {
	double v;           /* sum of the ranks of the positive differences */
	double p;           /* two-sided: p_exact if exact, else p_normal */
	double p_exact;     /* NaN with ties or zeros, and above 500 differences */
	double p_normal, z; /* normal, corrected for continuity and ties */
	size_t used;        /* differences that are not zero */
	int exact;          /* nonzero: p is exact */
} bench_signedrank;

/*
 * bench_signedrank_test: are the paired differences b[i] - a[i] mostly positive?
 *
 * a, b: equally many, at least one, otherwise BENCH_ERR_ARGUMENT.
 * Zeros are ignored.  Exact for fewer than 50 differences without ties and zeros.
 * If all are zero, p is NaN.
 * Assumes independent pairs and symmetric differences.
 * Source: Wilcoxon, Biometrics Bulletin 1, 1945, p. 80; ties: Pratt, JASA 54, 1959,
 * p. 655, for the problem; Lehmann 1975, (3.13).
 */
BENCH_API BENCH_MUST_CHECK bench_status bench_signedrank_test(const bench_numbers *a,
	const bench_numbers *b, bench_signedrank *out);

/* Options of the equivalence test; all zero: the defaults. */
typedef struct bench_equivalence_options {
	double margin; /* largest difference that does not matter; 0: 1 % of |mean of a| */
	double confidence;  /* of each one-sided test; 0: 0.95, which means a 90 % interval */
	int ranks;     /* nonzero: Wilcoxon's interval of the shift instead of Welch's */
} bench_equivalence_options;

/* Result.  Unit of the numbers; p has none. */
typedef struct bench_equivalence {
	double margin;          /* as used */
	double difference;      /* of the means; with ranks, the shift */
	double low, high;       /* its interval, with confidence 2 c - 1 for c = options.confidence */
	double p;               /* larger of the two one-sided Welch tests; NaN with ranks */
	bench_answer answer;    /* BENCH_UNSURE also without an interval */
} bench_equivalence;

/*
 * bench_equivalence_test: are a and b the same for all practical purposes?
 *
 * a, b: at least two numbers each (one with ranks).  options: NULL for the
 * defaults; a negative margin, or a confidence not between 1/2 and 1, is
 * BENCH_ERR_ARGUMENT.
 * Source: Schuirmann, Journal of Pharmacokinetics and Biopharmaceutics 15, 1987,
 * p. 657 (two one-sided tests).
 */
BENCH_API BENCH_MUST_CHECK bench_status bench_equivalence_test(const bench_numbers *a,
	const bench_numbers *b, const bench_equivalence_options *options, bench_equivalence *out);

/* A planned comparison of two sets of n numbers each by Student's test. */
typedef struct bench_power {
	double n;     /* numbers in each set, 2 and above; need not be whole */
	double delta; /* difference of the means, unit of sd; its sign does not matter */
	double sd;    /* standard deviation of either set, 0 and above */
	double power; /* probability to detect the difference; 0: 0.8 */
	double confidence; /* 1 - probability of a false alarm; 0: 0.95 */
	int strict;   /* nonzero: a significant difference of the wrong sign counts, too */
} bench_power;

/*
 * bench_power_n, bench_power_delta, bench_power_chance: compute the numbers needed, the
 * detectable difference, or the power.
 *
 * plan:  all fields except the one to compute, which is ignored.  power must be above
 *        (1 - confidence) / 2 (above 1 - confidence if strict) and below 1, otherwise
 *        BENCH_ERR_ARGUMENT.
 * n:     the smallest n, a real number: round up.  2 if two numbers are enough, as always for
 *        sd = 0; +inf for delta = 0.
 * delta: the smallest detectable difference, 0 or above.
 * power: the power, 0..1.
 * Source: the noncentral t distribution; Cohen, Statistical Power Analysis, 1988.
 * To about 1e-10 relative.
 */
BENCH_API BENCH_MUST_CHECK bench_status bench_power_n(const bench_power *plan, double *n);
BENCH_API BENCH_MUST_CHECK bench_status bench_power_delta(const bench_power *plan, double *delta);
BENCH_API BENCH_MUST_CHECK bench_status bench_power_chance(const bench_power *plan, double *power);

#endif
