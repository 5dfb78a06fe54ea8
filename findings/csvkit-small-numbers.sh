#!/bin/sh
# csvkit 2.0.1: csvstat rounds to three decimals, with no regard for the size of the numbers: 2.5e-06 s is "0", least and most common value,
# and the median of three times of microseconds is 0. A column of 0 and 1, failures say, is "Boolean" and has no sum and no mean.
# Guess: three significant digits; 0 and 1 are numbers.
# Seen: "median 0, smallest 0; failed is Boolean"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip install -q csvkit==2.0.1
printf 'seconds,failed\n2.5e-06,0\n3.5e-06,1\n4.5e-06,0\n' >a.csv
v/bin/csvstat a.csv >out
said="median $(sed -n 's/.*Median: *//p' out), smallest $(sed -n 's/.*Smallest value: *//p' out); failed is $(sed -n 's/.*Type of data: *//p' out | tail -1)"
echo "$said"
[ "$said" = 'median 0, smallest 0; failed is Boolean' ]
