#!/bin/sh
# SPDX-License-Identifier: MIT
# Google Benchmark 1.9.5 (its Python package): in the CSV, the row of a coefficient of variation (_cv) has an empty
# time_unit, and the row of a benchmark that failed has no number at all, where the JSON has times of 0.0 in ns.
# Seen: "cv unit '' failed time '' json 0.0 ns"
set -eu
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder"
python3 -m venv v && v/bin/pip install -q google-benchmark==1.9.5
cat >b.py <<'END'
import google_benchmark as g
@g.register
def fails(state):
    state.skip_with_error("no")
    while state:
        pass
@g.register
@g.option.repetitions(3)
def runs(state):
    while state:
        sum(range(10))
g.main()
END
v/bin/python b.py --benchmark_min_time=0.01s --benchmark_format=csv >c.csv 2>/dev/null
v/bin/python b.py --benchmark_min_time=0.01s --benchmark_format=json >j.json 2>/dev/null
v/bin/python - <<'END'
import csv, json
rows = {r['name'].split('_')[-1]: r for r in csv.DictReader(open('c.csv'))}
j = json.load(open('j.json'))['benchmarks'][0]
seen = "cv unit '%s' failed time '%s' json %s %s" % (rows['cv']['time_unit'], rows['fails']['real_time'],
    j['real_time'], j['time_unit'])
assert seen == "cv unit '' failed time '' json 0.0 ns", seen
END
