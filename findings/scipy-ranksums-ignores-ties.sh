#!/bin/sh
# scipy 1.14.1: ranksums() is the rank sum test without a correction for ties, mannwhitneyu() the same test with it. Times of a coarse clock
# tie: of twenty times, 18 and 12 are 10 ms and the rest 11 ms. ranksums says p = 0.105, mannwhitneyu 0.032, R 0.032.
# Guess: one test, one answer, but for continuity.
# Seen: "ranksums 0.1046, mannwhitneyu 0.0319"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip install -q scipy==1.14.1
v/bin/python - <<'END'
from scipy.stats import mannwhitneyu, ranksums
old, new = [10] * 18 + [11] * 2, [10] * 12 + [11] * 8
said = 'ranksums %.4f, mannwhitneyu %.4f' % (ranksums(old, new).pvalue, mannwhitneyu(old, new).pvalue)
print(said)
assert said == 'ranksums 0.1046, mannwhitneyu 0.0319', said
END
