#!/bin/sh
# data.table 1.14.8 and bit64 4.0.5 (Debian 12): fread makes a column of whole numbers integer64 as soon as one is above 2147483647, as
# nanoseconds are from 2.1 s on. mean(x) is right, but what forgets the class reads the bits as a double and says nothing: sapply(list(x), mean)
# is 1.48e-314, tapply the same, and boxplot.stats(x) has five numbers near 0. t.test(x, y) of two files 10 % apart has p = NA. The same file with
# ".0" behind each number, or by read.csv, is right everywhere.
# Guess: a number above the range of an integer becomes a double.
# Seen: "integer64 mean 3000000004 by sapply below 1e-300, t.test NA; read.csv 3000000004 TRUE" (TRUE: p below 1e-9)
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
Rscript -e 'library(data.table); library(bit64)' >/dev/null 2>&1 ||
	apt-get install -q -y --no-install-recommends r-base-core r-cran-data.table r-cran-bit64 >/dev/null
printf '%s\n' ns 3000000001 3000000005 3000000002 3000000009 >a.csv
printf '%s\n' ns 3300000001 3300000005 3300000002 3300000009 >b.csv
cat >x.R <<'END'
a <- data.table::fread("a.csv")$ns
b <- data.table::fread("b.csv")$ns
c <- read.csv("a.csv")$ns
d <- read.csv("b.csv")$ns
by <- sapply(list(a), mean)
cat(class(a), "mean", format(mean(a)), "by sapply", if (by > 0 && by < 1e-300) "below 1e-300," else by, "t.test",
	paste0(format(t.test(a, b)$p.value), "; read.csv"), format(sapply(list(c), mean), digits = 10), t.test(c, d)$p.value < 1e-9)
END
said=$(Rscript x.R 2>/dev/null)
echo "$said"
[ "$said" = 'integer64 mean 3000000004 by sapply below 1e-300, t.test NA; read.csv 3000000004 TRUE' ]
