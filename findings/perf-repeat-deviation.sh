#!/bin/sh
# perf stat 6.1: -r N prints "average + stddev", says its man page, and "( +- 2.46% )". That is the standard error of the
# mean, the deviation over the root of N; with -r 100 the printed spread is a tenth of the deviation of the runs.
# Guess: the standard deviation, as documented.
# Seen with -r 25: +- is 0.2 of the standard deviation of the 25 times that --table lists
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
command -v perf >/dev/null || apt-get install -q -y --no-install-recommends linux-perf >/dev/null
perf stat -e task-clock -r 25 --table -o said sleep .001
grep -A 40 individual said
python3 - <<'END_PYTHON'
import re, statistics
t = open('said').read()
x = [float(v) for v in re.findall(r'^\s+([\d.]+) \([+-]', t, re.M)]
plus_minus = float(re.search(r'\+- ([\d.]+) seconds', t)[1])
ratio = plus_minus / statistics.stdev(x)
print(f'{len(x)} runs, +- {plus_minus}, standard deviation {statistics.stdev(x):.7f}, ratio {ratio:.3f}')
assert len(x) == 25 and abs(ratio - .2) < .02
END_PYTHON
