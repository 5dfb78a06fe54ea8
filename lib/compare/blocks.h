/*
 * The rounds of two arms, gathered into blocks, and tests of the blocks' median.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCHI_COMPARE_BLOCKS_H
#define BENCHI_COMPARE_BLOCKS_H

#include <stddef.h>

#include "stats/betting.h"

enum { BENCHI_RECENT = 32, BENCHI_BATCHES = 8 };

/* Thresholds of ln(b / a). */
struct benchi_thresholds {
	double faster, slower;  /* below, above: b is faster, slower */
	double low, high;       /* between: the difference does not matter */
};

/* The claims that a block can support. */
enum benchi_claim {
	BENCHI_FASTER,          /* the median is below thresholds.faster */
	BENCHI_SLOWER,          /* above thresholds.slower */
	BENCHI_ABOVE_LOW,
	BENCHI_BELOW_HIGH,
	BENCHI_CLAIMS
};

/* The blocks that support a claim, and their variance in batches of 2, 4, 8, ... blocks. */
struct benchi_block_count {
	size_t wins;
	size_t open[BENCHI_BATCHES];    /* wins in the open batch */
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

/* The conditions of a proof. */
struct benchi_proof {
	struct benchi_wins_bound bound;      /* stepped once for each block */
	int settled;                    /* the blocks took long enough for states to change */
	double far;                     /* until then: least distance of the threshold, deviations, */
	int independent;                /* and if nonzero: the latest blocks must look independent */
};

/* Adds a round; NaN is ignored. */
void benchi_blocks_round(struct benchi_blocks *blocks, double x);

/* Closes the open block.  Returns its value, NaN if it has none. */
double benchi_blocks_close(struct benchi_blocks *blocks,
                           const struct benchi_thresholds *thresholds);

/* Adds a block of this value; NaN is ignored. */
void benchi_blocks_put(struct benchi_blocks *blocks, const struct benchi_thresholds *thresholds,
                       double value);

/* The median of the latest blocks, or of the latest rounds before the first block; NaN
 * without rounds. */
double benchi_blocks_middle(const struct benchi_blocks *blocks);

/* Do the blocks prove the claim about the median? */
int benchi_blocks_prove(const struct benchi_blocks *blocks,
                        const struct benchi_thresholds *thresholds, enum benchi_claim claim,
                        const struct benchi_proof *proof);

/* The median of n > 0 block values and the ends of its interval, infinite where the blocks
 * prove nothing.  scratch: space for n. */
struct benchi_middle {
	double low, median, high;
};
struct benchi_middle benchi_blocks_interval(const double *value, size_t n, double *scratch,
                                            const struct benchi_proof *proof);

#endif
