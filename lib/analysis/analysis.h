/*
 * What saved results show: pairs, modes, growth, scalability.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_ANALYSIS_ANALYSIS_H
#define BENCHI_ANALYSIS_ANALYSIS_H

#include "compare/compare.h"
#include "data/data.h"

/*
 * From an interval to one of four answers; additional runs after an inconclusive one.
 */

/* A difference, test minus base; NaN if there is none. */
typedef struct benchi_interval {
	double low, estimate, high;
} benchi_interval;

/* Widens the interval to reach from low to high at least. */
void benchi_interval_widen(benchi_interval *interval, double low, double high);

/*
 * Returns the answer of two intervals.  sure: of confidence 1 - alpha, which must lie
 * beyond the difference of that name for "lower" or "higher"; equal: of 1 - 2 alpha (two
 * one-sided tests of alpha each), which must lie within margin for "same".  Both
 * differences are in the unit of the intervals; margin 0: nothing is the same.
 */
bench_answer benchi_answer_of(const benchi_interval *sure, const benchi_interval *equal,
                               double margin, double beyond);

/* "inconclusive", "same", "lower", "higher". */
const char *benchi_answer_name(bench_answer answer);

/* The data so far, to plan more runs. */
typedef struct benchi_outlook {
	benchi_interval sure; /* of confidence 1 - alpha */
	double margin;        /* as above */
	double sd;            /* standard deviation of one value, or NaN: scale the interval instead */
	double alpha;
	size_t n;             /* values of the smaller set now */
	double beyond;        /* as above */
} benchi_outlook;

/* Additional values that each set needs for a conclusive answer with 80 % power, if the
 * true difference is the estimate; at least 1.  NaN if unknown. */
double benchi_more_runs(const benchi_outlook *plan);

/*
 * Two sets of two sessions, each with a start-up measured beside every value.
 */

/* The metric that carries the start-up of each run, in seconds. */
#define BENCHI_STARTUP "startup"

/* From one session to another. */
typedef struct benchi_session_change {
	double startup;  /* of the start-up, as a share of the first's */
	double low, high; /* of the values beyond that, in their unit, at the first's speed: estimates
	                   * for values that follow the start-up closely, and more than closely */
	double se, df;   /* of both: standard error, degrees of freedom */
} benchi_session_change;

/*
 * The description of a set before its comparison, and its warnings.
 */

/* Warnings about sets: bits. */
#define BENCHI_SET_WARN_FEW        0x01u /* under five values */
#define BENCHI_SET_WARN_MODES      0x02u
#define BENCHI_SET_WARN_OUTLIERS   0x04u
#define BENCHI_SET_WARN_DRIFT      0x08u
#define BENCHI_SET_WARN_NEIGHBOURS 0x10u /* neighbours resemble each other */
#define BENCHI_SET_WARN_NORMAL     0x20u /* not normal */
#define BENCHI_SET_WARN_SPREAD     0x40u /* of two sets: unequal deviations */
#define BENCHI_SET_WARN_CONSTANT   0x80u /* all values equal */
#define BENCHI_SET_WARNINGS 8

typedef struct benchi_shape {
	bench_description description;
	bench_normality normality; /* of at most 5000 values, evenly taken */
	double normal_p;           /* its p, were the values not rounded */
	struct benchi_outlier_test outlier;
	bench_trend trend;         /* NaN for one value */
	benchi_modes modes;
	size_t far;                /* values over three interquartile ranges outside Q1 and Q3 */
	unsigned warnings;
} benchi_shape;

#define BENCHI_SUSPICION 0.01  /* a test's p below it is a warning */

/* set: at least one value; it is sorted.  confidence: of the description's intervals. */
bench_status benchi_shape_find(benchi_prepared *set, double confidence, benchi_shape *shape);

/*
 * Compares a test set with its base.
 */

typedef enum benchi_method {
	BENCHI_METHOD_NONE = 0,     /* too few values for any method */
	BENCHI_METHOD_WELCH = 1,    /* means */
	BENCHI_METHOD_RANKS = 2,    /* medians; the interval is that of Hodges and Lehmann's shift */
	BENCHI_METHOD_PAIRED = 3,   /* mean of the differences */
	BENCHI_METHOD_SIGNS = 4,    /* median of the differences */
	BENCHI_METHOD_ANYTIME = 5,  /* median of the ratios (differences, if not all are above 0) */
	BENCHI_METHOD_EXACT = 7,    /* counts that are the same in every run */
	BENCHI_METHOD_STREAMS = 6,  /* the same for sets of unequal size: difference of medians */
	BENCHI_METHOD_TOTAL = 8,    /* total times, as there is rare work */
	BENCHI_METHOD_BUILDS = 9    /* mean of the builds' logarithmic ratios, by signs and Student */
} benchi_method;

typedef struct benchi_question {
	double margin; /* largest change that does not matter, as a share of the base */
	double alpha;  /* error probability */
	bool paired;   /* the i-th value of the test belongs to the i-th of the base */
	bool anytime;  /* the answer must be valid at any stopping time */
	bool unplanned; /* leave finding.more unknown where it takes a search (0.3 ms) */
	double beyond; /* a change must certainly exceed this share: margin where stated, else 0 */
	bool even;     /* all comparisons share alpha alike, as where each has a margin */
	bool brief;    /* findings alone are wanted, not the shapes of the sets */
	double focus;  /* of anytime: the number of pairs at which the interval is narrowest; 0: any */
	int processes_most; /* advise so many --processes at most; 0: runs, of any number */
	int method;    /* the benchi_method asked for; 0: as the sets allow */
} benchi_question;

typedef struct benchi_finding {
	benchi_method method;
	bench_answer answer;
	benchi_interval sure, equal; /* confidence 1 - alpha and 1 - 2 alpha; b minus a; equal is
	                              * sure where the narrower one changes nothing */
	double location;             /* |mean| or |median| of the base; NaN if it is 0 */
	double margin, beyond;       /* in the unit of the values */
	double p;                    /* of no difference; NaN where there is none */
	double reached;              /* confidence that so few values can reach */
	double more;                 /* additional values needed; 0 if conclusive; NaN: unknown */
	size_t n;                    /* values of the smaller set, or pairs */
	bool by_total;               /* total times decided, or keep the answer open */
} benchi_finding;

/* The time of all windows over their iterations, with its interval of 95 %; mean 0: unknown. */
typedef struct benchi_totals {
	struct benchi_mean ns;
	bool rare;           /* rare work makes it differ from the median */
} benchi_totals;

/*
 * Lets total times decide a finding about medians.  The median leaves rare work out.  Where either
 * side has some, the change is that of total times, and without them there is no answer.  Elsewhere
 * an answer holds only if total times do not contradict it; otherwise it becomes inconclusive, in
 * an interval that holds both.  Sets finding->by_total.
 */
void benchi_decide_by_total(const benchi_question *question, double alpha,
                            const benchi_totals *base, const benchi_totals *test,
                            benchi_finding *finding);

/* Two sets with their statistics; gap: of the differences, if paired. */
typedef struct benchi_sides {
	benchi_prepared *a, *b;
	const benchi_shape *shape_a, *shape_b, *gap;
	benchi_rank_memo *memo; /* of these two sets */
	const benchi_session_change *session; /* from the base's to the test's; NULL: it is one */
} benchi_sides;

/* The method for these sets at that alpha.  Means where they may be normal, or where so few values
 * have no ranks that prove anything; ranks otherwise. */
benchi_method benchi_choose(const benchi_question *question, double alpha,
                            const benchi_sides *sides);

/* The interval of the mean change over builds, infinite for fewer than two, and p of no change: an
 * interval at level alpha excludes 0 if alpha > p. */
void benchi_builds_interval(const double *x, size_t n, double confidence, benchi_interval *to);
double benchi_builds_p(const double *x, size_t n);

/* A method's finding; finding->method is WELCH where ranks were asked for and the medians differ
 * by something else than the shift.  alpha may be smaller than the question's (many comparisons).
 * BENCH_ERR_MEMORY. */
bench_status benchi_find(const benchi_question *question, benchi_method method, double alpha,
                         const benchi_sides *sides, benchi_finding *finding);

/* The alpha of each of n findings after Holm, from their p-values: alpha / (n - k) for
 * the k-th smallest p until one is not below it, and that one's for the rest.
 * BENCH_ERR_MEMORY. */
bench_status benchi_holm_alphas(const double *p, size_t n, double alpha, double *alphas);

/* The median of a set's values with its interval.  BENCH_ERR_MEMORY. */
bench_status benchi_set_median(const benchi_set *set, double confidence,
                               struct benchi_median_interval *m);


/*
 * The unit of replication: values within a run are correlated.
 */

/* The runs of a set, in order of first appearance. */
typedef struct benchi_units {
	double *mean;     /* of each run; freed by benchi_units_free, like unit */
	size_t *unit;     /* of each value: its run, from 0 */
	size_t n;         /* runs */
	size_t most;      /* values in the longest run */
	double between;   /* share of the variance that lies between runs, 0..1, or NaN */
} benchi_units;

/*
 * set: the values; run[i]: the run of value i, numbers from 0 without large gaps.
 * BENCH_ERR_MEMORY.
 */
bench_status benchi_units_find(const bench_numbers *set, const uint32_t *run,
                               benchi_units *units);

void benchi_units_free(benchi_units *units);

/*
 * Comparisons of pairs of sets with the same name, and their results.
 */

/* One set with its statistics; the caller fills in set, label and raw. */
typedef struct benchi_side {
	const benchi_set *set;
	benchi_totals total;  /* of a time, where its file states it */
	const benchi_set *startup; /* measured beside each value and subtracted; or NULL */
	const double *width; /* share of the core's width that each process had beside a neighbour */
	size_t widths;       /* 0: none was noticed */
	const char *label;   /* the file's or the benchmark's name */
	size_t file;
	bench_numbers raw;   /* all values */
	bench_numbers unit;  /* the compared numbers: values, or means of runs */
	benchi_prepared values, means; /* of raw, and of the means of the runs */
	uint32_t *made_runs; /* numbers of blocks, if asked for */
	const uint32_t *run; /* the run of each value, or NULL */
	benchi_units units;  /* the runs; n is 0 if every value is independent */
	benchi_shape shape;  /* of unit */
	bool ready;
} benchi_side;

typedef struct benchi_comparison {
	benchi_side *base, *test;
	benchi_shape gap;  /* of the differences, if paired */
	benchi_finding finding;
	benchi_rank_memo by_unit, by_value; /* rank tests of the units, and of all values */
	double alpha;      /* after correction */
	size_t same;       /* the comparison of the same question that counts, mostly this one, */
	size_t number;     /* and that question's number */
	benchi_session_change session; /* from the base's to the test's */
	bool sessions;     /* they are two */
	bool higher;       /* higher is better */
} benchi_comparison;

/*
 * Makes the runs of each side, finds its shape, and compares all n, each with its corrected
 * alpha.  blocks: values in a run; 0: the runs of the sets.
 * BENCH_ERR_ARGUMENT, with the detail: no whole number of blocks, or no pairs;
 * BENCH_ERR_MEMORY.
 */
bench_status benchi_comparisons_decide(const benchi_question *question, size_t blocks,
                                       benchi_comparison *c, size_t n);


/* Makes the runs of one side and finds its shape, unless done.  Statuses as above. */
bench_status benchi_side_prepare(const benchi_question *question, size_t blocks,
                                 benchi_side *side);

/* Takes back what the shape says of the order of the side's values, where they are unordered. */
void benchi_shape_order(benchi_side *side);

/* Frees what benchi_side_prepare made. */
void benchi_side_free(benchi_side *side);


/*
 * What the answers of several comparisons make of the exit status, for every program that compares:
 * 0 nothing is worse, 1 something is, 3 something is undecided; 2: usage error, 4: not comparable.
 */
enum { BENCHI_EXIT_SLOWER = 1, BENCHI_EXIT_UNDECIDED = 3, BENCHI_EXIT_NOT_COMPARABLE = 4 };

/* Which of these fail a build: --fail-on, in the order of its words. */
typedef enum benchi_fail_on { BENCHI_FAIL_NEVER, BENCHI_FAIL_SLOWER, BENCHI_FAIL_UNDECIDED
} benchi_fail_on;

#define BENCHI_FAIL_WORDS "never|slower|undecided"

/* How many comparisons have each answer. */
typedef struct benchi_outcomes {
	size_t better, worse, same, undecided;
} benchi_outcomes;

void benchi_outcomes_add(benchi_outcomes *outcomes, const benchi_comparison *c);
int benchi_outcomes_status(const benchi_outcomes *outcomes, benchi_fail_on fail);

/* +1: the test is better, -1: it is worse, 0: neither, or the metric's direction is unknown. */
int benchi_comparison_better(const benchi_comparison *c);

/* p of the means, Welch's, and of the ranks; NaN unless the answer is by one of the two.
 * BENCH_ERR_MEMORY. */
bench_status benchi_comparison_second(const benchi_question *question, benchi_comparison *c,
                                      double p[2]);

/* Whether both sides are compared by their runs. */
bool benchi_comparison_by_run(const benchi_comparison *c);

/*
 * Results beside a noisy neighbour, in a comparison.
 */

/* The share of the core's width that each process had, of that benchmark; NULL if no neighbour was
 * noticed. */
const benchi_set *benchi_metric_set(const benchi_rows *rows, const char *benchmark,
                                    const char *metric);

/* Total time of a benchmark, from the summaries of rows that were read with them. */
benchi_totals benchi_total_of(const benchi_rows *rows, const char *benchmark);

/* The least share of the core's width that a side had; 1 if no neighbour was noticed. */
double benchi_width_least(const benchi_side *side);

/* Takes a difference back that a side's neighbour may explain.  To be called once, on a decided
 * comparison. */
void benchi_allow_for_neighbour(benchi_comparison *c);

/*
 * Were two sets of results measured under the same conditions?
 */

enum { BENCHI_FACT_TEXT = 256 };  /* of a fact are looked at */

/* OTHER_BUILD: only in how the program was built, not in how it was measured. */
typedef enum benchi_guard_answer { BENCHI_COMPARABLE, BENCHI_OTHER_BUILD, BENCHI_OTHER_CONDITIONS
} benchi_guard_answer;

/* Prints a line for each fact of benchi_guarded that differs, "processor: 'x' and 'y'", each behind
 * a text; first: before all of them. */
benchi_guard_answer benchi_context_guard(FILE *out, const char *first, const char *each,
                                         const benchi_context *a, const benchi_context *b);

/*
 * Throughput over load: Gunther's universal scalability law.
 */

/* One load and its throughput. */
typedef struct benchi_load {
	double workers;
	double rate;       /* operations a second, above 0 */
	double error;      /* its standard error; 0 or NaN: unknown */
} benchi_load;

/* How much of the law the data determine. */
typedef enum benchi_scalability_kind {
	BENCHI_SCALING_NONE = 0,    /* too few loads: see enough */
	BENCHI_SCALING_PEAK = 1,    /* there is a peak */
	BENCHI_SCALING_NO_PEAK = 2, /* the data do not show that throughput ever falls */
	BENCHI_SCALING_LINEAR = 3,  /* nor that it grows more slowly than the workers */
	BENCHI_SCALING_UNCLEAR = 4, /* nor that it grows at all: both extremes are possible */
	BENCHI_SCALING_MISFIT = 5   /* the law is off by more than 15 % */
} benchi_scalability_kind;

/* rate(N) = lambda N / (1 + sigma (N - 1) + kappa N (N - 1)).  Intervals of 95 %. */
typedef struct benchi_scalability {
	benchi_scalability_kind kind;
	double lambda, lambda_low, lambda_high;  /* of one worker, alone */
	double sigma, sigma_low, sigma_high;     /* contention: the serial share, 0 to 1 */
	double kappa, kappa_low, kappa_high;     /* coherence: the cost of each pair */
	double peak, peak_low, peak_high;        /* sqrt((1 - sigma) / kappa) workers; high may be
	                                            infinite */
	double peak_rate;                        /* the law's rate there; without a peak its bound */
	double knee;                             /* where lambda N reaches peak_rate */
	double misfit;                           /* typical distance from the law, as a share */
	size_t loads;                            /* different ones */
} benchi_scalability;

/* Loads required: three parameters, and one more to check the fit. */
#define BENCHI_SCALING_LEAST 4

/* Fits.  With too few different loads .kind is NONE and the numbers are NaN.
 * BENCH_ERR_ARGUMENT: a load below 1 or a rate that is not above 0. */
bench_status benchi_scalability_fit(const benchi_load *load, size_t n, benchi_scalability *fit);

/* The law's rate. */
double benchi_scalability_rate(const benchi_scalability *fit, double workers);

/*
 * A queueing model of a ramp: how long requests would take if they only waited for free servers.
 */

/* A number of workers and the mean latency of their requests. */
typedef struct benchi_queue_load {
	double workers;
	double rate_hz;      /* starts a second of each; 0: the next when the last has ended */
	double mean_ns;      /* NaN, infinite or 0: left out */
} benchi_queue_load;

/* The model that fits best.  servers 0: none, because there are fewer than two loads that the
 * model has a finite latency for. */
typedef struct benchi_queueing {
	size_t servers;      /* that work at once */
	double service_ns;   /* of a request that need not wait */
	double misfit;       /* typical distance of the means from the model, as a share */
	size_t worst;        /* the load that is furthest from it */
} benchi_queueing;

/* The number of servers, from 1 to most, with which the model is nearest to the loads.
 * service_ns: as measured with one worker. */
benchi_queueing benchi_queueing_fit(const benchi_queue_load *load, size_t n, double service_ns,
                                    size_t most);

/* The model's mean latency of a load; infinite if more is offered than the servers can do. */
double benchi_queueing_mean(const benchi_queueing *model, const benchi_queue_load *load);

/* M/M/c: the mean latency of requests that arrive at random, rate_hz in all, at one queue. */
double benchi_queueing_open(size_t servers, double service_ns, double rate_hz);

/*
 * How a case's time grows with its parameter.
 */

enum { BENCHI_GROWTH_ORDERS = 6, BENCHI_GROWTH_LEAST = 4 };

typedef struct benchi_growth {
	int order;            /* 0: O(1), log n, n, n log n, n^2, n^3; -1: none fits, or too few */
	int other;            /* another one that fits about as well, or -1 */
	double fixed, each;   /* time = fixed + each * f(n) */
	double off;           /* root mean square of the relative errors; NaN: too few values */
	double from;          /* least parameter that was used, if smaller ones fit none; else NaN */
} benchi_growth;

/* Fits to n pairs of parameter and time; those that are not above 0 do not count.  It takes
 * BENCHI_GROWTH_LEAST of them, and a factor of 8 between the smallest and the largest. */
benchi_growth benchi_growth_fit(const double *parameter, const double *time, size_t n);

/* "O(n log n)"; "" for -1. */
const char *benchi_growth_name(int order);

#endif
