#!/bin/sh
# polars 1.17.1: the row "50%" of describe() is not the median, and neither is quantile(0.5). Both take the nearest value, the larger one of
# two in the middle, and median() takes their mean. Two runs of 10 and 90 ms have a "50%" of 90 and a median of 50.
# pandas, whose describe() it follows in form, interpolates in all of them.
# Guess: 50 % is the median.
# Seen: "50%: 90.0, quantile: 90.0, median: 50.0, pandas 50%: 50.0"
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip install -q polars==1.17.1 pandas==2.2.3
v/bin/python - <<'END' | tee said
import pandas, polars
times = [10.0, 90.0]
s = polars.Series(times)
rows = dict(s.describe().iter_rows())
print(f"50%: {rows['50%']}, quantile: {s.quantile(0.5)}, median: {s.median()}, pandas 50%: {pandas.Series(times).describe()['50%']}")
END
[ "$(cat said)" = '50%: 90.0, quantile: 90.0, median: 50.0, pandas 50%: 50.0' ]
