#!/bin/sh
# sysbench 1.0.20: the percentile is the lower end of a bucket, and neighbouring buckets are 1.8 % apart: 1024 of them, with equal
# ratios, from 0.001 to 100000 ms. It is printed with two decimals next to least, mean and largest, which are exact, and says
# nothing of a change below 1.8 %; two runs whose 95th percentiles are equal may differ by that.
# Guess: exact to the two decimals, or interpolated.
# Seen: 8 percentiles of cpu tests, all on the grid
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
command -v sysbench >/dev/null || apt-get install -q -y --no-install-recommends sysbench >/dev/null
sysbench --version | grep -q ' 1\.0\.20' || exit 77
for prime in 200000 250000 300000 350000; do
	for p in 50 90; do
		sysbench cpu --cpu-max-prime=$prime --time=1 --percentile=$p run | sed -n 's/.*th percentile: *//p'
	done
done >values
python3 - <<'END_PYTHON'
import math
values = [float(v) for v in open('values')]
step = (math.log(1e5) - math.log(1e-3)) / 1023
grid = [math.exp(math.log(1e-3) + k * step) for k in range(1024)]
off = [min(abs(v - g) for g in grid) for v in values]
between = [(grid[k + 1] - grid[k]) for k in range(1023)]
print(values, 'off the grid by at most', max(off))
assert min(values) > 5 and max(off) <= .0051
END_PYTHON
