#!/bin/sh
# scipy 1.15.3: sigmaclip(x), with its defaults of 4 standard deviations, removes nothing from up to 17 values, however large one of them is: a value among n cannot
# be more than (n - 1) / sqrt(n) deviations from the mean, since it moves both (3.88 for 17). Nine runs of 10 s and one of an hour are kept whole, and 18
# runs with the same outlier lose it. A rule of 3 deviations, as many scripts have, keeps everything up to ten runs.
# Guess: a value 100,000 times the others is an outlier.
# Seen: "17 values: 17 kept; 18 values: 17 kept; 3 deviations, 10 values: 10 kept; 11 values: 10 kept"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip -q install numpy==2.1.3 scipy==1.15.3
v/bin/python - <<'END'
from scipy.stats import sigmaclip
kept = lambda n, by: len(sigmaclip([10 + i % 2 / 10 for i in range(n - 1)] + [1e6], by, by)[0])
said = '17 values: %d kept; 18 values: %d kept; 3 deviations, 10 values: %d kept; 11 values: %d kept' % (
    kept(17, 4), kept(18, 4), kept(10, 3), kept(11, 3))
print(said)
assert said == '17 values: 17 kept; 18 values: 17 kept; 3 deviations, 10 values: 10 kept; 11 values: 10 kept'
END
