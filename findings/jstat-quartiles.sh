#!/bin/sh
# jStat 1.9.6 (npm jstat): the second of quartiles(x) is not median(x). Of 2, 4, 10, 33 it is 4, a value of the lower half, while the
# median is 7; and percentile(x, 0.99) of 1, 2, 3, 4 is 3, which is not above the 75th.
# Guess: quartiles()[1] is the median.
# Seen: "quartiles 2,4,10, median 7; p99 of 1..4 3"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-audit --no-fund jstat@1.9.6 >/dev/null
said=$(node -e "const { jStat } = require('jstat')
console.log('quartiles ' + jStat.quartiles([2, 4, 10, 33]) + ', median ' + jStat.median([2, 4, 10, 33]) + '; p99 of 1..4 ' + jStat.percentile([1, 2, 3, 4], 0.99))")
echo "$said"
[ "$said" = 'quartiles 2,4,10, median 7; p99 of 1..4 3' ]
