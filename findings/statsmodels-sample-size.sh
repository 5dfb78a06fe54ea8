#!/bin/sh
# statsmodels 0.14.4: solve_power, which plans sample sizes, returns 10 where its search finds nothing, with a warning on standard error. Two
# runs of each suffice for a difference of 5 standard deviations (2.1), and for one of 10, which is easier, it says 10; an array, too.
# Guess: fewer runs for a larger difference, or an error.
# Seen: "5: 2.1, 10: [10.]"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip install -q statsmodels==0.14.4 numpy==2.2.6 scipy==1.15.3
cat >a.py <<'END'
from statsmodels.stats.power import TTestIndPower
runs = lambda effect: TTestIndPower().solve_power(effect_size=effect, power=.8, alpha=.05)
print('5: %.1f, 10: %s' % (runs(5), runs(10)))
END
said=$(v/bin/python -W ignore a.py)
echo "$said"
[ "$said" = '5: 2.1, 10: [10.]' ]
