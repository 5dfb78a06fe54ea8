#!/bin/sh
# R's strucchange 1.5-3: breakpoints() finds no step in the last 15 % of a series (h = 0.15), and does not say so: it puts the step at
# 85 %. Of 100 values the last 5 are 50 standard deviations higher, and the break is "85", not 95. In a history of benchmarks the newest
# commits are what one asks about, and the one that is blamed is ten commits too old.
# Guess: 95, or none.
# Seen: "step after 95: 85; step after 80: 80"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
command -v Rscript >/dev/null || apt-get install -q -y --no-install-recommends r-base-core=4.2.2.20221110-2 >/dev/null
for p in r-cran-strucchange=1.5-3-1 r-cran-sandwich r-cran-zoo r-cran-lattice; do apt-get -qq download $p 2>/dev/null; done
for d in *.deb; do dpkg -x "$d" x; done
cat >a.R <<'END'
suppressMessages(library(strucchange))
at <- function(n) { v <- 100 + c(-1, 1) + c(rep(0, n), rep(50, 100 - n)); breakpoints(v ~ 1)$breakpoints }
cat("step after 95: ", at(95), "; step after 80: ", at(80), "\n", sep = "")
END
said=$(R_LIBS=x/usr/lib/R/site-library:x/usr/lib/R/library Rscript a.R)
echo "$said"
[ "$said" = "step after 95: 85; step after 80: 80" ]
