#!/bin/sh
# R 4.2.2: wilcox.test(x, y, conf.int = TRUE) gives another shift and another interval for the same samples in another unit.
# Where values repeat, or with 50 or more, the shift is a root that is searched for with the tolerance 1e-4 of the data's unit.
# Times in seconds with differences of microseconds get an "estimate" that is the end of the search range: here the second
# sample is 3 units slower; in seconds (1e-6 a unit) the answer is that the first one is 16 slower, from -26 to 16.
# The p-value is right, so that it contradicts the interval. tol.root = 1e-12 mends the result.
# Guess: an interval of ranks, which scales with the data.
# Seen: "1: -3.0 (-4.0 to -1.0)", "1e-06: 16.0 (-26.0 to 16.0)", "1e-06 with tol.root: -3.0 (-4.0 to -1.0)"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
command -v Rscript >/dev/null || apt-get install -q -y --no-install-recommends r-base-core=4.2.2.20221110-2 >/dev/null
cat >a.R <<'END_R'
set.seed(1)
a <- round(rnorm(60, 100, 5))
b <- round(rnorm(60, 103, 5))
show <- function(unit, tolerance, text) {
	w <- wilcox.test(a * unit, b * unit, conf.int = TRUE, tol.root = tolerance)
	cat(sprintf("%g%s: %.1f (%.1f to %.1f)\n", unit, text, w$estimate / unit, w$conf.int[1] / unit, w$conf.int[2] / unit))
}
show(1, 1e-4, "")
show(1e-6, 1e-4, "")
show(1e-6, 1e-12, " with tol.root")
END_R
Rscript --vanilla a.R | tee seen
printf '%s\n' '1: -3.0 (-4.0 to -1.0)' '1e-06: 16.0 (-26.0 to 16.0)' '1e-06 with tol.root: -3.0 (-4.0 to -1.0)' | diff - seen
