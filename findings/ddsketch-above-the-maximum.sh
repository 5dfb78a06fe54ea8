#!/bin/sh
# ddsketch 3.0.1: the 100th percentile can be larger than every value that was added, and a quantile of equal values is not that value. The
# error of 1 % is promised; that the exact minimum and maximum, which the sketch keeps, do not bound the answer is not. A service
# whose every request takes 1000 us has a median of 1002.4 and a "maximum" of 1002.4 beside an exact mean of 1000.
# Guess: an answer between the smallest and the largest value.
# Seen: "median 1002.4, largest 1002.4, mean 1000.0"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip install -q ddsketch==3.0.1
v/bin/python - <<'END' | tee said
from ddsketch import DDSketch
d = DDSketch()
for k in range(1000):
    d.add(1000.0)
print(f"median {d.get_quantile_value(0.5):.1f}, largest {d.get_quantile_value(1):.1f}, mean {d.avg:.1f}")
END
[ "$(cat said)" = 'median 1002.4, largest 1002.4, mean 1000.0' ]
