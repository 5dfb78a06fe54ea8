#!/bin/sh
# tdigest 0.5.2.2 (Python): a percentile may lie far below every value. Of the latencies 1, 1, 1, 100 the 10th percentile is -53.45: the
# line between two values that differ is continued beyond the smaller one. percentile(0) is 1, as if it were above. Digests are made for
# tails, where values are few and far apart.
# Guess: between 1 and 100, as every percentile.
# Seen: "p0 1, p10 -53.45, p50 25.75"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip install -q tdigest==0.5.2.2
v/bin/python - <<'END'
from tdigest import TDigest
digest = TDigest()
for value in 1, 1, 1, 100:
    digest.update(value)
said = 'p0 %g, p10 %.2f, p50 %.2f' % tuple(digest.percentile(p) for p in (0, 10, 50))
print(said)
assert said == 'p0 1, p10 -53.45, p50 25.75', said
END
