/*
 * The rounds of two arms, gathered into blocks, and what the blocks prove of their median.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_COMPARE_BLOCKS_H
#define BENCHI_COMPARE_BLOCKS_H

#include <stddef.h>

#include "stats/betting.h"

enum { BENCHI_RECENT = 32, BENCHI_BATCHES = 8 };

/* Values of ln(b / a) that matter. */
struct benchi_thresholds {
	double faster, slower;  /* below, above: b is faster, slower */
	double low, high;       /* between: the difference does not matter */
};

/* What a block can show. */
enum benchi_claim {
	BENCHI_FASTER,          /* it is below thresholds.faster */
	BENCHI_SLOWER,          /* above thresholds.slower */
	BENCHI_ABOVE_LOW,
	BENCHI_BELOW_HIGH,
	BENCHI_CLAIMS
};

/* How many blocks show it, and how unevenly these are spread: batches of 2, 4, 8, ... blocks. */
struct benchi_block_count {
	size_t wins;
	size_t open[BENCHI_BATCHES];    /* wins in the batch that is not complete */
	size_t whole[BENCHI_BATCHES];   /* wins in complete batches */
	double squares[BENCHI_BATCHES]; /* sum of the squares of complete batches' wins */
};

struct benchi_blocks {
	double round[BENCHI_RECENT];    /* ln(b / a) of the open block's latest rounds */
	size_t rounds;                  /* in the open block */
	double recent[BENCHI_RECENT];   /* the latest blocks' values */
	size_t n;                       /* complete blocks */
	struct benchi_block_count count[BENCHI_CLAIMS];
};

/* What a proof takes. */
struct benchi_proof {
	struct benchi_bound bound;      /* stepped once for each block */
	int settled;                    /* the blocks took so long that states have changed */
	double far;                     /* until then: the threshold is so many deviations away, */
	int independent;                /* and, not 0: the latest blocks look independent */
};

/* One round more; NaN counts for nothing. */
void benchi_blocks_round(struct benchi_blocks *blocks, double x);

/* The open block is complete.  Returns its value, NaN if it has none. */
double benchi_blocks_close(struct benchi_blocks *blocks,
                           const struct benchi_thresholds *thresholds);

/* A block of this value; NaN shows nothing. */
void benchi_blocks_put(struct benchi_blocks *blocks, const struct benchi_thresholds *thresholds,
                       double value);

/* The median of the latest blocks, or of the latest rounds while there is no block; NaN
 * without any. */
double benchi_blocks_middle(const struct benchi_blocks *blocks);

/* Is the claim proven of the median? */
int benchi_blocks_prove(const struct benchi_blocks *blocks,
                        const struct benchi_thresholds *thresholds, enum benchi_claim claim,
                        const struct benchi_proof *proof);

/* The median of n > 0 block values and the ends of its interval, infinite where nothing is
 * proven.  scratch: space for n. */
struct benchi_middle {
	double low, median, high;
};
struct benchi_middle benchi_blocks_interval(const double *value, size_t n, double *scratch,
                                            const struct benchi_proof *proof);

#endif
