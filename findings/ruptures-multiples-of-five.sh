#!/bin/sh
# ruptures 1.1.9 (Python, change points): Pelt, Binseg, Dynp and BottomUp look only at every fifth place unless jump=1 is given. A step of
# fifty times the noise after value 13 is reported after 15; with the model "l2" Pelt reports two changes, after 10 and after 15, and none
# where the step is. In a history of benchmarks that names one wrong commit, or two.
# Guess: [13, 40], the step and the end.
# Seen: "l2 [10, 15, 40], rbf [15, 40], Binseg [15, 40]; with jump=1 [13, 40]"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip install -q ruptures==1.1.9 numpy==2.2.6
cat >a.py <<'END'
import numpy, ruptures
values = numpy.r_[numpy.zeros(13), numpy.full(27, 10.)] + numpy.tile([.1, -.1], 20)
pelt = lambda model, **options: ruptures.Pelt(model=model, **options).fit(values).predict(pen=5)
print('l2 %s, rbf %s, Binseg %s; with jump=1 %s' % (pelt('l2'), pelt('rbf'),
	[int(i) for i in ruptures.Binseg(model='l2').fit(values).predict(n_bkps=1)], pelt('l2', jump=1)))
END
said=$(v/bin/python a.py)
echo "$said"
[ "$said" = 'l2 [10, 15, 40], rbf [15, 40], Binseg [15, 40]; with jump=1 [13, 40]' ]
