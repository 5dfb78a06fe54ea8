#!/bin/sh
# scipy 1.15.3: brunnermunzel(x, y), the rank test for samples of unequal spread, has p = nan if every value of x is below every value of y, as for
# two programs of which one is ten times as fast. It warns of a division by zero. One value that overlaps makes p small again, and mannwhitneyu is 0.03 in
# both cases. A gate that asks p < 0.05 passes the largest changes only.
# Guess: the clearest difference has the smallest p.
# Seen: "separate, 4 of each: nan; separate, 30 of each: nan; two values exchanged, 10 of each: 1.4e-12"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip -q install numpy==2.1.3 scipy==1.15.3
v/bin/python -W ignore - <<'END'
import math
from scipy.stats import brunnermunzel
apart = brunnermunzel([10, 11, 12, 13], [100, 101, 102, 103]).pvalue
many = brunnermunzel(range(10, 40), range(100, 130)).pvalue
near = brunnermunzel([10, 11, 12, 13, 14, 15, 16, 17, 18, 101], [19, 100, 102, 103, 104, 105, 106, 107, 108, 109]).pvalue
print('separate, 4 of each: %g; separate, 30 of each: %g; two values exchanged, 10 of each: %.2g' % (apart, many, near))
assert math.isnan(apart) and math.isnan(many) and near < 0.01
END
