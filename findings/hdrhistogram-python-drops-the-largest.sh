#!/bin/sh
# hdrhistogram 0.10.3 (Python): a value above the stated largest one is not counted; record_value() returns False, which nobody reads, and raises nothing.
# Of 98 requests of 100 us and two that hang for 2 s the maximum is 100, and so is every percentile. The Java library throws.
# Guess: an exception, or the value counts as the largest.
# Seen: "98 of 100 counted, maximum 100, 99.9 % 100"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip install -q hdrhistogram==0.10.3
v/bin/python - <<'END' | tee said
from hdrh.histogram import HdrHistogram
h = HdrHistogram(1, 1000000, 2)
for us in [100] * 98 + [2000000] * 2:
    h.record_value(us)
print(f"{h.get_total_count()} of 100 counted, maximum {h.get_max_value()}, 99.9 % {h.get_value_at_percentile(99.9)}")
END
[ "$(cat said)" = '98 of 100 counted, maximum 100, 99.9 % 100' ]
