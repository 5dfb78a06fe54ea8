#!/bin/sh
# Octave 7.3 (Debian 12): csvread and dlmread read a cell that is no number, n/a or the title of a column, and an empty cell, as 0. Nothing is said.
# The mean of 10, n/a, 12 and an empty cell is 5.5.
# Guess: NaN, or an error.
# Seen: "0 10 0 12 0, mean 5.5"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
command -v octave-cli >/dev/null || apt-get install -q -y --no-install-recommends octave >/dev/null
printf '%s\n' run,ms 1,10 2,n/a 3,12 4, >x.csv
said=$(octave-cli --norc --eval 'x = csvread("x.csv"); printf("%d %d %d %d %d, mean %g\n", x(:, 2), mean(x(2:end, 2)))' 2>errors)
cat errors
echo "$said"
[ "$said" = '0 10 0 12 0, mean 5.5' ] && ! grep -qi warning errors
