/*
 * What saved results show: pairs, modes, scalability.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_ANALYSIS_ANALYSIS_H
#define BENCHI_ANALYSIS_ANALYSIS_H

#include "compare/compare.h"
#include "data/data.h"

/*
 * Makes one of four answers from an interval, and computes the additional runs that an inconclusive
 * answer needs.
 */

/* A difference, test minus base; NaN: none. */
typedef struct benchi_interval {
	double low, estimate, high;
} benchi_interval;

/* Widens the interval to reach at least from low to high. */
void benchi_interval_widen(benchi_interval *interval, double low, double high);

/*
 * Returns the answer given by two intervals, in the unit of their values.
 *
 * sure: confidence 1 - alpha; entirely beyond `beyond` means lower or higher. equal: confidence 1
 * - 2 alpha (two one-sided tests at alpha); entirely within `margin` means the same. margin 0:
 * never the same.
 */
bench_answer benchi_answer_of(const benchi_interval *sure, const benchi_interval *equal,
                              double margin, double beyond);

/* Returns "inconclusive", "same", "lower" or "higher". */
const char *benchi_answer_name(bench_answer answer);

/* The data so far, to plan more runs. */
typedef struct benchi_outlook {
	benchi_interval sure; /* interval of confidence 1 - alpha */
	double margin;        /* as above */
	double sd;            /* standard deviation of one value, or NaN: scale the interval instead */
	double alpha;
	size_t n;             /* present number of values of the smaller set */
	double beyond;        /* as above */
} benchi_outlook;

/* Returns how many additional values each set needs for a conclusive answer with 80 % power, if the
 * true difference is the estimate; at least 1. NaN if unknown. */
double benchi_more_runs(const benchi_outlook *plan);

/*
 * Two sets from two sessions, each with a start-up measured next to every value.
 */

/* The metric that carries the start-up of each run, in seconds. */
#define BENCHI_STARTUP "startup"

/* The change from one session to another. */
typedef struct benchi_session_change {
	double startup;  /* change of the start-up, as a share of the first session's */
	/* change of the values beyond the start-up's, in their unit, at the first session's speed:
	 * estimates for values that follow the start-up closely (low), and more than closely (high) */
	double low, high;
	double se, df;   /* standard error and degrees of freedom of both */
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
#define BENCHI_SET_WARN_SPREAD     0x40u /* two sets have unequal deviations */
#define BENCHI_SET_WARN_CONSTANT   0x80u /* all values equal */
#define BENCHI_SET_WARNINGS 8

typedef struct benchi_shape {
	bench_description description;
	bench_normality normality; /* test of normality, of at most 5000 values, spread evenly over the
	                              set */
	double normal_p;           /* p of the test, as if the values were not rounded */
	struct benchi_outlier_test outlier;
	bench_trend trend;         /* NaN for one value */
	benchi_modes modes;
	size_t far;                /* values over three interquartile ranges outside Q1 and Q3 */
	unsigned warnings;
} benchi_shape;

#define BENCHI_SUSPICION 0.01  /* a smaller p-value is a warning: one false alarm in 100 sets */

/* Returns the shape of a set of at least one value, which is sorted. confidence: confidence of the
 * intervals in the description. */
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
	BENCHI_METHOD_ANYTIME = 5,  /* median of ratios; of differences if not all are above 0 */
	BENCHI_METHOD_EXACT = 7,    /* counts that are the same in every run */
	BENCHI_METHOD_STREAMS = 6,  /* difference of medians, for sets of unequal size; otherwise as
	                               ANYTIME */
	BENCHI_METHOD_TOTAL = 8,    /* total times, because of rare work */
	BENCHI_METHOD_BUILDS = 9    /* mean of the builds' logarithmic ratios, by signs and Student */
} benchi_method;

typedef struct benchi_question {
	double margin; /* largest change that does not matter, a share of the base */
	double alpha;  /* error probability */
	bool paired;   /* value i of the test belongs to value i of the base */
	bool anytime;  /* the answer must be valid at any stopping time */
	bool unplanned; /* do not compute finding.more if that takes a search (0.3 ms) */
	double beyond; /* a change must certainly exceed this share: the stated margin, else 0 */
	bool even;     /* all comparisons share alpha equally, as with a margin each */
	bool brief;    /* only findings are needed, not the shapes of the sets */
	double focus;  /* number of pairs at which an anytime interval is narrowest; 0: default */
	int processes_most; /* recommend at most this many --processes; 0: any number of runs */
	int method;    /* a benchi_method to use; 0: choose by the sets */
} benchi_question;

typedef struct benchi_finding {
	benchi_method method;
	bench_answer answer;
	/* confidence 1 - alpha and 1 - 2 alpha, test minus base; equal is sure if the narrower one
	 * makes no difference */
	benchi_interval sure, equal;
	double location;             /* |mean| or |median| of the base; NaN if it is 0 */
	double margin, beyond;       /* in the unit of the values */
	double p;                    /* p if there is no difference; NaN: unknown */
	double reached;              /* confidence that this few values can reach */
	double more;                 /* additional values needed; 0 if conclusive; NaN: unknown */
	size_t n;                    /* values of the smaller set, or pairs */
	bool by_total;               /* total times decided, or keep the answer open */
} benchi_finding;

/* Time of all windows over their iterations, with its 95 % interval; mean 0: unknown. */
typedef struct benchi_totals {
	struct benchi_mean ns;
	bool rare;           /* rare work separates the mean from the median */
} benchi_totals;

/* Two sets with their statistics. gap: shape of the differences, if paired. */
typedef struct benchi_sides {
	benchi_prepared *a, *b;
	const benchi_shape *shape_a, *shape_b, *gap;
	benchi_rank_memo *memo; /* memo of the rank tests of a and b */
	/* change from the base's session to the test's; NULL: one session */
	const benchi_session_change *session;
} benchi_sides;

/* Interval of the mean change over builds, infinite for fewer than two; and p of no change: an
 * interval at level alpha excludes 0 if alpha > p. */
void benchi_builds_interval(const double *x, size_t n, double confidence, benchi_interval *to);
double benchi_builds_p(const double *x, size_t n);

/* Chooses the method, and applies it. finding->method becomes WELCH if ranks were requested but
 * the medians do not differ by the shift. alpha may be smaller than the question's (several
 * comparisons).
 * BENCH_ERR_MEMORY. */
bench_status benchi_find(const benchi_question *question, double alpha, const benchi_sides *sides,
                         benchi_finding *finding);

/* Holm's alpha for each of n findings from their p-values: alpha / (n - k) for the k-th
 * smallest p, until one is not below that; that alpha for the rest. BENCH_ERR_MEMORY. */
bench_status benchi_holm_alphas(const double *p, size_t n, double alpha, double *alphas);

/* Median of a set's values with its interval. BENCH_ERR_MEMORY. */
bench_status benchi_set_median(const benchi_set *set, double confidence,
                               struct benchi_median_interval *m);


/*
 * The unit of replication: values within a run are correlated.
 */

/* The runs of a set, in order of first appearance. */
typedef struct benchi_units {
	double *mean;     /* mean of each run; freed by benchi_side_free, like unit */
	size_t *unit;     /* the run of each value, from 0 */
	size_t n;         /* number of runs */
	size_t most;      /* values in the longest run */
	double between;   /* share of the variance that is due to runs, 0 to 1; NaN: unknown */
} benchi_units;

/*
 * Comparisons of pairs of sets with the same name, and their results.
 */

/* One set with its statistics. The caller fills in set, label and raw. */
typedef struct benchi_side {
	const benchi_set *set;
	benchi_totals total;  /* total time, if the file has it */
	const benchi_set *startup; /* start-up measured next to each value and subtracted; or NULL */
	const double *width; /* share of the core's width per process, next to a neighbour */
	size_t widths;       /* 0: no neighbour noticed */
	const char *label;   /* the file's or the benchmark's name */
	size_t file;
	bench_numbers raw;   /* all values */
	bench_numbers unit;  /* the compared numbers: values, or means of runs */
	benchi_prepared values, means; /* raw, prepared; means of the runs, prepared */
	uint32_t *made_runs; /* numbers of blocks, if requested */
	const uint32_t *run; /* the run of each value, or NULL */
	benchi_units units;  /* the runs; n is 0 if every value is independent */
	benchi_shape shape;  /* shape of unit */
	bool ready;
} benchi_side;

typedef struct benchi_comparison {
	benchi_side *base, *test;
	benchi_shape gap;  /* shape of the differences, if paired */
	benchi_finding finding;
	benchi_rank_memo by_unit, by_value; /* rank tests of the units, and of all values */
	double alpha;      /* after correction */
	/* index of the comparison that represents the question, mostly this comparison, ... */
	size_t same;
	size_t number;     /* ... and the number of the question */
	benchi_session_change session; /* change from the base's session to the test's */
	bool sessions;     /* base and test are two sessions */
	bool higher;       /* higher is better */
} benchi_comparison;

/*
 * Prepares both sides of each comparison (runs, shape), and compares all n, each with its
 * corrected alpha. blocks: values in a run; 0: the runs of the sets. BENCH_ERR_ARGUMENT, with the
 * detail: no whole number of blocks, or no pairs. BENCH_ERR_MEMORY.
 */
bench_status benchi_comparisons_decide(const benchi_question *question, size_t blocks,
                                       benchi_comparison *c, size_t n);


/* Makes the runs of one side and finds its shape, unless already done. Statuses as above. */
bench_status benchi_side_prepare(const benchi_question *question, size_t blocks,
                                 benchi_side *side);

/* Removes findings about the order of values from the shape, if the values are unordered. */
void benchi_shape_order(benchi_side *side);

/* Frees what benchi_side_prepare allocated. */
void benchi_side_free(benchi_side *side);


/* Exit statuses of every program and verb. */
enum benchi_exit {
	BENCHI_EXIT_FINE = 0,
	BENCHI_EXIT_WRONG = 1,          /* something is slower, failed, or beyond a limit */
	BENCHI_EXIT_MISUSE = 2,
	BENCHI_EXIT_UNDECIDED = 3,
	BENCHI_EXIT_NOT_COMPARABLE = 4,
	BENCHI_EXIT_UNSENT = 74,        /* exit status of a child that could not send its results */
	BENCHI_EXIT_SIGNAL = 128        /* plus the number of the signal that came */
};

/* Which answers fail a build: --fail-on, in the order of its words. */
typedef enum benchi_fail_on { BENCHI_FAIL_NEVER, BENCHI_FAIL_SLOWER, BENCHI_FAIL_UNDECIDED
} benchi_fail_on;

#define BENCHI_FAIL_WORDS "never|slower|undecided"

/* Number of comparisons with each answer. */
typedef struct benchi_outcomes {
	size_t better, worse, same, undecided;
} benchi_outcomes;

void benchi_outcomes_add(benchi_outcomes *outcomes, const benchi_comparison *c);
int benchi_outcomes_status(const benchi_outcomes *outcomes, benchi_fail_on fail);

/* Returns 1 if the test is better, -1 if it is worse, 0 if neither, or if the metric's direction is
 * unknown. */
int benchi_comparison_better(const benchi_comparison *c);

/* Computes p by means (Welch) and by ranks; NaN unless one of the two methods gave the answer.
 * BENCH_ERR_MEMORY. */
bench_status benchi_comparison_second(const benchi_question *question, benchi_comparison *c,
                                      double p[2]);

/* Returns whether both sides are compared by their runs. */
bool benchi_comparison_by_run(const benchi_comparison *c);

/* Returns the total time of a benchmark, if its rows were read with summaries; members without a
 * metric are 0. */
benchi_totals benchi_total_of(const benchi_rows *rows, const char *benchmark);

/*
 * Comparing results measured next to a noisy neighbour.
 */

/* Returns the smallest share of the core's width on a side; 1 if no neighbour was noticed. */
double benchi_width_least(const benchi_side *side);

/* Returns the least share of unit i's time that it would have taken with the whole core, by the
 * unit's own width if known, otherwise by the smallest one. */
double benchi_whole_core_share(const benchi_side *side, size_t i);

/* Withdraws a difference that a neighbour of either side may explain. Call it once, on a
 * decided comparison. */
void benchi_allow_for_neighbour(benchi_comparison *c);

/*
 * Were two sets of results measured under the same conditions?
 */

enum { BENCHI_FACT_TEXT = 256 };  /* bytes of a fact that are compared */

/* OTHER_BUILD: only the build of the program differs, not how it was measured. */
typedef enum benchi_guard_answer { BENCHI_COMPARABLE, BENCHI_OTHER_BUILD, BENCHI_OTHER_CONDITIONS
} benchi_guard_answer;

/* Prints a line for each fact of benchi_guarded that differs, "processor: 'x' and 'y'". each: text
 * before every line; first: text before all lines. Returns BENCHI_COMPARABLE, or why not. */
benchi_guard_answer benchi_context_guard(FILE *out, const char *first, const char *each,
                                         const benchi_context *a, const benchi_context *b);

/*
 * Throughput over load: Gunther's universal scalability law.
 */

/* One load and its throughput. */
typedef struct benchi_load {
	double workers;
	double rate;       /* operations per second, above 0 */
	double error;      /* standard error of rate; 0 or NaN: unknown */
} benchi_load;

/* How much of the law is determined by the data. */
typedef enum benchi_scalability_kind {
	BENCHI_SCALING_NONE = 0,    /* too few loads: see `loads` */
	BENCHI_SCALING_PEAK = 1,    /* there is a peak */
	BENCHI_SCALING_NO_PEAK = 2, /* no evidence that throughput ever falls */
	BENCHI_SCALING_LINEAR = 3,  /* no evidence that it grows more slowly than the workers */
	BENCHI_SCALING_UNCLEAR = 4, /* no evidence that it grows at all: both extremes are possible */
	BENCHI_SCALING_MISFIT = 5   /* the law misses the data by more than 15 % */
} benchi_scalability_kind;

/* Gunther's universal scalability law: N workers have the rate
 * lambda N / (1 + sigma (N - 1) + kappa N (N - 1)). The intervals are 95 %. */
typedef struct benchi_scalability {
	benchi_scalability_kind kind;
	double lambda, lambda_low, lambda_high;  /* rate of a single worker */
	double sigma, sigma_low, sigma_high;     /* contention: the serial share, 0 to 1 */
	double kappa, kappa_low, kappa_high;     /* coherence: cost of each pair */
	double peak, peak_low, peak_high;        /* sqrt((1 - sigma) / kappa) workers; high may be
	                                            infinite */
	/* rate of the law at the peak; without a peak, upper bound of the rate */
	double peak_rate;
	double knee;                             /* where lambda N reaches peak_rate */
	double misfit;                           /* typical distance from the law, as a share */
	size_t loads;                            /* number of different loads */
} benchi_scalability;

/* Loads required: three parameters, and one more to check the fit. */
#define BENCHI_SCALING_LEAST 4

/* Fits the law. With too few different loads, kind is NONE and the numbers are NaN.
 * BENCH_ERR_ARGUMENT: a load below 1 or a rate that is not above 0. */
bench_status benchi_scalability_fit(const benchi_load *load, size_t n, benchi_scalability *fit);

/* Returns the law's rate. */
double benchi_scalability_rate(const benchi_scalability *fit, double workers);

/*
 * A queueing model of a ramp: latency if requests only waited for free servers.
 */

/* A number of workers and the mean latency of their requests. */
typedef struct benchi_queue_load {
	double workers;
	double rate_hz;      /* starts per second of each worker; 0: closed loop */
	double mean_ns;      /* NaN, infinite or 0: ignored */
} benchi_queue_load;

/* The best model. servers 0: no model has a finite latency for at least two loads. */
typedef struct benchi_queueing {
	size_t servers;      /* number of servers that work at the same time */
	double service_ns;   /* latency of a request that does not wait */
	double misfit;       /* typical relative distance of the means from the model */
	size_t worst;        /* index of the load farthest from the model */
} benchi_queueing;

/* Returns the model whose number of servers, up to most, is closest to the loads; 0 servers if too
 * few loads have a latency. service_ns: measured with one worker. */
benchi_queueing benchi_queueing_fit(const benchi_queue_load *load, size_t n, double service_ns,
                                    size_t most);

/* Returns the mean latency of a load by the model; infinite if more is offered than the servers can
 * do. */
double benchi_queueing_mean(const benchi_queueing *model, const benchi_queue_load *load);

/* Returns M/M/c's mean latency of requests that arrive at random, rate_hz in total, at one
 * queue. */
double benchi_queueing_open(size_t servers, double service_ns, double rate_hz);

#endif
