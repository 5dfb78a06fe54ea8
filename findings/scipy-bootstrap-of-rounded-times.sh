#!/bin/sh
# SciPy 1.17.1: bootstrap() of a median, by its default method BCa, is (nan, nan) as soon as most values are equal, as times are that a clock of
# milliseconds rounds: nine times 5 and once 6. The reason is a warning about degenerate data; method="percentile" says (5, 5).
# Guess: (5, 5), or an interval as wide as the rounding.
# Seen: "BCa nan nan, percentile 5.0 5.0"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip install -q scipy==1.17.1 numpy==2.2.6
cat >a.py <<'END'
import numpy
from scipy.stats import bootstrap
interval = lambda **how: '%s %s' % tuple(bootstrap(([5.] * 9 + [6.],), numpy.median, random_state=1, **how).confidence_interval)
print('BCa %s, percentile %s' % (interval(), interval(method='percentile')))
END
said=$(v/bin/python -W ignore a.py)
echo "$said"
[ "$said" = 'BCa nan nan, percentile 5.0 5.0' ]
