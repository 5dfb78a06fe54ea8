#!/bin/sh
# ClickHouse (chdb 4.4.0, the engine as a Python package): median() and quantile() are computed from a sample of 8,192 values at most. The
# median of 0 to 100,000 is 50501.5 and the 99th percentile 99084.63; quantileExact() gives 50000 and 99000. Of 0, 1, 2, 3 the two medians
# are 1.5 and 2.
# Guess: a function called median is exact, or says that it is not.
# Seen: 50501.5,50000,99084.63,99000 and 1.5,2
# SPDX-License-Identifier: MIT
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip install -q chdb==4.4.0
v/bin/python - <<'END'
import chdb
ask = 'select median(number), quantileExact(0.5)(number)%s from numbers(%d)'
many = str(chdb.query(ask % (', quantile(0.99)(number), quantileExact(0.99)(number)', 100001), 'CSV')).strip()
four = str(chdb.query(ask % ('', 4), 'CSV')).strip()
print(many, four)
assert (many, four) == ('50501.5,50000,99084.63,99000', '1.5,2'), (many, four)
END
