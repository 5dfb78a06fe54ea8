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
	uint64_t value[8];        /* of each parameter; of a word its index */
	char text[256];           /* "mr=4/nr=8", cut to the space */
	size_t rows, unusable;    /* combinations; those that may not run */
	size_t tried, wrong;      /* those that ran; those that failed their check */
	size_t finalists;         /* those that were compared with each other at last */
	size_t open;              /* others that were not tried, or may be better */
	bench_choice choice;      /* among the finalists; .index and .runner_up are rows */
	double elapsed_ns;        /* total time */
	double needed_ns;         /* additional budget with which more may be proven, about; 0: none */
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
 * c:       a case with a range of 2 to BENCH_TUNE_MOST combinations.  usable, setup, verify, body
 *          or call, prepare and teardown ask bench_parameter_named for the values; a combination
 *          that is not usable is left out.  verify is called for finalists only.
 * options: as of bench_pick; .time_ns 0: 100 ms, .seed also of the order in which combinations
 *          are tried.  values, report, incumbent, variable and log are ignored.  NULL: the
 *          defaults.
 * tuned:   filled in any case.
 * Method: every combination runs once, in random order, for at most half of the budget; if that
 * does not suffice, those that came, and then the neighbours of the best.  The best third runs
 * again, of these the best half, and so on (successive halving: Karnin and others, ICML 2013),
 * each known by its shortest time, or by its median relative to what ran just before and after:
 * whichever agrees better between two halves of its windows.  The best BENCH_TUNE_FINALISTS are
 * verified and compared in paired rounds, as by bench_pick, with what is left; while these are not
 * sure, all windows decide.  If they are, combinations that are open run again in what is left.
 * A combination is open if it was not tried, or if it would be better than the choice by the margin
 * but for disturbances as long as those of others, with a probability above 1 - .confidence.
 * Equal seeds and times give equal results.
 * Returns what bench_pick returns; BENCH_ERR_ARGUMENT also for a range that is missing or invalid;
 * BENCH_ERR_NO_SAMPLES: none is usable, or all finalists are wrong.
 * Thread-safe; needs 24 KiB of stack and malloc.  Since 0.1.0.
 */
BENCH_API BENCH_MUST_CHECK bench_status bench_tune(const bench_case *c,
	const bench_pick_options *options, bench_tuned *tuned);

#endif
