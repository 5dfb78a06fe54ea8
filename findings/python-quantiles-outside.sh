#!/bin/sh
# Python 3.11: statistics.quantiles of few values lie outside of the values. The default method, "exclusive", continues the
# line through the last two values beyond them: the 99th percentile of ten times, of which the largest is 50, is 78.48, and
# the first percentile of 10, 11 and 30 is 9.04; of 1, 10 and 30 it is negative, which no time is. numpy's and R's defaults,
# and method="inclusive", never leave the range.
# Guess: at most the largest value. The documentation says that the method is for data that may be exceeded, without how.
# Seen: 78.48, 9.04, -7.64
# SPDX-License-Identifier: MIT
set -eu
seen=$(python3 -c '
from statistics import quantiles
print(*(round(x, 2) for x in (quantiles([10, 11, 12, 13, 14, 15, 16, 17, 18, 50], n=100)[98],
    quantiles([10, 11, 30], n=100)[0], quantiles([1, 10, 30], n=100)[0])),
    quantiles([10, 11, 30], n=100, method="inclusive")[98] <= 30)')
echo "$seen"
[ "$seen" = "78.48 9.04 -7.64 True" ]
