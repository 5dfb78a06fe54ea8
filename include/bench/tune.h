/*
 * The best combination of parameters.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_TUNE_H
#define BENCH_TUNE_H
#ifndef BENCH_H_INSIDE_
#error "include <bench.h> instead"
#endif

#define BENCH_TUNE_MOST 5000        /* combinations */
#define BENCH_TUNE_FINALISTS 8

/* The combination that was chosen. */
typedef struct bench_tuned {
	size_t row;               /* in the order of the range, the last parameter fastest; or
	                             BENCH_NONE */
	uint64_t value[8];        /* values of the parameters; for a word its index */
	char text[256];           /* "mr=4/nr=8", truncated if too long */
	size_t rows, unusable;    /* combinations; those that are not usable */
	size_t tried, wrong;      /* combinations that ran; that failed their check */
	size_t finalists;         /* combinations compared in the final */
	size_t open;              /* other combinations, untried or possibly better */
	bench_choice choice;      /* among the finalists; .index and .runner_up are rows */
	double elapsed_ns;        /* total time */
	double needed_ns;         /* approximate extra budget to prove more; 0: none */
	bench_pick_end end;       /* SURE: the choice is, and no other combination is open */
	bench_status status;
	double reserved[4];
} bench_tuned;

/*
 * bench_tune: finds the combination of parameters with which a case is the fastest.
 *
 *	static int fits(void *arg) { return bench_parameter_named("mr") * 4 <= 32; }
 *
 *	const bench_case tile = { .body = multiply, .range = "mr=1..8 +1; nr=4..32 x2",
 *		.usable = fits, .verify = right };
 *	bench_tuned best;
 *
 *	bench_tune(&tile, NULL, &best);         best.value[0] is mr
 *
 * c:       a case with a range of 2 to BENCH_TUNE_MOST combinations.  Its functions get the values
 *          from bench_parameter_named.  Combinations that are not usable are left out.  verify is
 *          called only for finalists.
 * options: as for bench_pick, with .time_ns 0: 100 ms; .seed also determines the order in which
 *          combinations are tried.  values, report, incumbent, variable and log are ignored.  NULL
 *          for the defaults.
 * tuned:   filled in any case.
 * Method: every combination runs once, in random order, for at most half of the budget.  If that is
 * too short, the search continues with the combinations that ran and the neighbours of the best.
 * The best third runs again, then the best half of these, and so on (successive halving: Karnin and
 * others, ICML 2013).  A combination is ranked by its shortest time, or by its median relative to
 * the windows just before and after, whichever agrees better between two halves of its windows.
 * The best BENCH_TUNE_FINALISTS are verified and compared in paired rounds as by bench_pick.  If
 * the result is sure, open combinations run again in the remaining time; if not, all windows
 * decide.
 * A combination is open if it was not tried, or if disturbances as long as those of others could
 * hide, with a probability above 1 - .confidence, that it beats the choice by the margin.
 * Equal seeds and times give equal results.
 * Returns what bench_pick returns; BENCH_ERR_ARGUMENT also for a missing or invalid range;
 * BENCH_ERR_NO_SAMPLES if no combination is usable, or all finalists are wrong.
 * Thread-safe; needs malloc and a stack of 24 KiB, the thread's own use included.  Since 0.1.0.
 */
BENCH_API BENCH_MUST_CHECK bench_status bench_tune(const bench_case *c,
	const bench_pick_options *options, bench_tuned *tuned);

#endif
