#!/bin/sh
# SPDX-License-Identifier: MIT
# pytest-benchmark 5.3.1: a test that fails behind its measurement is in --benchmark-json as any other, and nothing
# in its record says so; pytest's status alone is 1.
# Seen (pytest 9.2.0): both tests, with the same keys
set -eu
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT && cd "$folder"
python3 -m venv v && v/bin/pip -q install pytest==9.2.0 pytest-benchmark==5.3.1
cat >test_it.py <<'END'
def test_good(benchmark):
    assert benchmark(lambda: 1) == 1
def test_wrong(benchmark):
    assert benchmark(lambda: 1) == 2
END
status=0
v/bin/python -m pytest -q --benchmark-max-time=0.01 --benchmark-json=o.json test_it.py >said 2>&1 || status=$?
[ "$status" -eq 1 ] && grep -q '1 failed, 1 passed' said
v/bin/python - <<'END'
import json
a, b = json.load(open('o.json'))['benchmarks']
assert (a['name'], b['name']) == ('test_good', 'test_wrong')
assert a.keys() == b.keys() and a['stats'].keys() == b['stats'].keys() and len(b['stats']['data']) > 1
END
