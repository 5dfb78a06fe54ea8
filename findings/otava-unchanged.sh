#!/bin/sh
# SPDX-License-Identifier: MIT
# apache-otava 0.8.0: how often does a series without a change get change points?
#
# Its p-value of 0.001 (the default) is that of one test of one window.  A long series is many windows, so a
# series of 1,000 independent, normal numbers, which has no change, gets one in about half of the cases.
# Seen with Python 3.11: 10 of 20 series, 22 change points.
# A guess from the p-value would be one series in a thousand, or one in fifty by the number of windows.
set -e
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" -q install apache-otava==0.8.0
"$work/venv/bin/python" - <<'END'
import random, sys
from otava.analysis import compute_change_points

random.seed(1)
series = points = 0
for k in range(20):
    x = [100 + random.gauss(0, 0.5) for i in range(1000)]
    found, _ = compute_change_points(x, window_len=50, max_pvalue=0.001, min_magnitude=0.0)
    series += len(found) > 0
    points += len(found)
print(f"{series} of 20 unchanged series have a change, {points} change points")
sys.exit(not 4 <= series <= 18)
END
