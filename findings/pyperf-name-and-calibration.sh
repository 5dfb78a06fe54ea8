#!/bin/sh
# SPDX-License-Identifier: MIT
# pyperf 2.11.0: in a file with one benchmark, name and unit are not in benchmarks[0] but in the outermost metadata,
# which comes after it; and the first entries of runs are calibrations: warmups, and no key "values".
# Seen (Python 3.11): "outer timeit second inner False calibration True"
set -eu
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder"
python3 -m venv v && v/bin/pip install -q pyperf==2.11.0
v/bin/python -m pyperf timeit -q --fast -o one.json '[x for x in range(100)]' >/dev/null
v/bin/python - <<'END'
import json
d = json.load(open('one.json'))
b = d['benchmarks'][0]
seen = 'outer %s %s inner %s calibration %s' % (d['metadata']['name'], d['metadata']['unit'], 'metadata' in b,
    'values' not in b['runs'][0])
assert seen == 'outer timeit second inner False calibration True', seen
END
