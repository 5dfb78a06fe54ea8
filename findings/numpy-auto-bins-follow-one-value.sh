#!/bin/sh
# numpy 2.1.3: histogram(x, bins="auto") divides the range by the width of Freedman and Diaconis, which comes from the quartiles. A thousand runs
# of about 100 ns, of which one was interrupted for 1 ms, get several million bins: all runs but one are in the first few, and a plot of them takes
# minutes or all memory. "doane", one of the other rules, takes 21.
# Guess: "auto" gives a histogram that can be drawn.
# Seen: "1000 runs: 35 to 60 bins; with one of 1 ms: more than a million"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip -q install numpy==2.1.3
v/bin/python - <<'END'
import numpy
runs = numpy.random.default_rng(1).normal(100, 1, 1000)
bins = lambda x, rule='auto': len(numpy.histogram_bin_edges(x, rule)) - 1
usual, late = bins(runs), bins(numpy.append(runs, 1e6))
print('1000 runs: %d bins; with one of 1 ms: %d' % (usual, late))
assert 20 < usual < 100 and late > 1000000
END
