#!/bin/sh
# SPDX-License-Identifier: MIT
# Google Benchmark 1.9.5: in its CSV the row of a benchmark that failed ends behind the message: it has no fields for
# the counters of the other benchmarks, so it is shorter than the header and the other rows.
# Seen (the Python package of that version): 11 fields in the header, 10 in the row of the failed benchmark
set -eu
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder"
python3 -m venv v && v/bin/pip -q install google-benchmark==1.9.5
cat >t.py <<'END'
import google_benchmark as benchmark
@benchmark.register
def good(state):
    while state:
        pass
    state.counters["bytes"] = 8.0
@benchmark.register
def bad(state):
    state.skip_with_error("no device")
benchmark.main()
END
v/bin/python t.py --benchmark_min_time=0.001s --benchmark_format=csv >o.csv 2>/dev/null
v/bin/python - <<'END'
import csv
rows = list(csv.reader(open('o.csv')))
assert [len(r) for r in rows] == [11, 11, 10], rows
assert rows[2][0] == 'bad' and rows[2][-1] == 'no device'
END
