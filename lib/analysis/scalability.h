/*
 * Throughput over load: Gunther's universal scalability law.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_ANALYSIS_SCALABILITY_H
#define BENCHI_ANALYSIS_SCALABILITY_H

#include <bench.h>

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
	BENCHI_SCALING_LINEAR = 3   /* nor that it grows more slowly than the workers */
} benchi_scalability_kind;

/* rate(N) = lambda N / (1 + sigma (N - 1) + kappa N (N - 1)).  Intervals of 95 %. */
typedef struct benchi_scalability {
	benchi_scalability_kind kind;
	double lambda, lambda_low, lambda_high;  /* of one worker, alone */
	double sigma, sigma_low, sigma_high;     /* contention: the serial share */
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

#endif
