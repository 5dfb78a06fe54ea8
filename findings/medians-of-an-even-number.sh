#!/bin/sh
# The median of 1, 2, 3, 4 is 2.5 in R, numpy, datamash and spreadsheets. ministat 20150715, Miller 6.6.0 (median, p50) and numaverage -M
# of num-utils 0.5 say 3: they take the upper of the two middle values. With two runs of 10 and 20 s the "median" is 20.
# Guess: 2.5 in all; the values need not be averaged for percentiles, but for a median they are.
# Seen: "ministat 3, miller 3, numaverage 3, datamash 2.5"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download ministat=20150715-1+b1 miller=6.6.0-2+b3 num-utils=0.5-15 datamash=1.7-2 2>/dev/null
for d in *.deb; do dpkg -x "$d" x; done
seq 4 >n
said="ministat $(x/usr/bin/ministat -n n | awk '$1 == "x" && NF == 7 { print $5 }'), miller $(x/usr/bin/mlr --inidx --onidx stats1 -a median -f 1 n)"
said="$said, numaverage $(x/usr/bin/numaverage -M n), datamash $(x/usr/bin/datamash median 1 <n)"
echo "$said"
[ "$said" = 'ministat 3, miller 3, numaverage 3, datamash 2.5' ]
