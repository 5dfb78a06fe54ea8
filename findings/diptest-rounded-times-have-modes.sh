#!/bin/sh
# diptest 0.12.0 (Python, Hartigan's test for more than one mode): 200 times from one normal distribution have p = 0.98. The same times rounded to their
# standard deviation, as a coarse clock or a log with few digits does, have p = 0: every value that occurs often counts as a mode. Rounded to a tenth
# of the deviation p is still 0.08. A value that is nan makes the answer "one mode, p = 1" without a word.
# Guess: seven values that form one bell are one mode.
# Seen: "as measured 0.975, rounded to 0.1 sd 0.082, to 1 sd 0, with a nan 1"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip -q install numpy==2.1.3 diptest==0.12.0
v/bin/python -W ignore - <<'END'
import numpy
from diptest import diptest
times = numpy.random.default_rng(1).normal(100, 1, 200)
p = lambda x: diptest(x)[1]
found = p(times), p(numpy.round(times, 1)), p(numpy.round(times)), p(numpy.append(times, numpy.nan))
print('as measured %.3f, rounded to 0.1 sd %.3f, to 1 sd %.3g, with a nan %g' % found)
assert found[0] > 0.9 and found[1] < 0.2 and found[2] < 0.001 and found[3] == 1
END
