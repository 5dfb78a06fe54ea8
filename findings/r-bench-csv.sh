#!/bin/sh
# R's bench 1.1.2: write.csv of bench::mark's min and median writes texts with three or four digits and a unit that changes from row
# to row, "144ns", "20.2us", blanks in front, no quotes. read.csv reads the column as words: sorting puts 144ns behind 1.2s,
# and the values of two files cannot be compared. On the screen of R and in arithmetic the column is a number of seconds.
# as.numeric() before writing keeps the seconds.
# Guess: a data frame with a numeric column writes numbers; the help of write.csv says so.
# Seen: "numeric TRUE, written ns and us or ms, read as character"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
Rscript -e 'stopifnot(requireNamespace("bench", quietly = TRUE))' >/dev/null 2>&1 ||
	apt-get install -q -y --no-install-recommends r-base-core=4.2.2.20221110-2 r-cran-bench=1.1.2-1+b1 >/dev/null
cat >a.R <<'END_R'
b <- bench::mark(sum(1:10), Sys.sleep(0.002), iterations = 5, check = FALSE)
d <- data.frame(median = b$median)
write.csv(d, "csv", row.names = FALSE)
cat(sprintf("numeric %s, read as %s\n", is.numeric(unclass(d$median)), class(read.csv("csv")$median)))
END_R
Rscript --vanilla a.R | tee seen
cat csv
grep -qx 'numeric TRUE, read as character' seen
sed -n 2p csv | grep -qE '^ *[0-9.]+(ns|.s)$' && sed -n 3p csv | grep -qE '^ *[0-9.]+ms$'
